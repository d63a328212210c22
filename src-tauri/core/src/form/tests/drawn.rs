//! What is drawn (form-rules 2).

use super::*;
use crate::view::{FieldHints, FieldView};

fn drawn(property: Value) -> FieldView {
    form(&params(json!({ "f": property })))
        .view()
        .fields
        .remove(0)
}

fn required(property: Value) -> FieldView {
    let mut params = params(json!({ "f": property }));
    params["requestedSchema"]["required"] = json!(["f"]);
    form(&params).view().fields.remove(0)
}

#[test]
fn labels_are_titles_else_names() {
    assert_eq!(drawn(json!({ "type": "string" })).label, "f");
    assert_eq!(drawn(json!({ "type": "string", "title": "" })).label, "f");
    assert_eq!(
        drawn(json!({ "type": "object", "title": "Where" })).label,
        "Where"
    );
}

#[test]
fn agent_text_shows_what_would_hide() {
    let property = json!({ "oneOf": [{ "const": "a\u{202e}b", "description": "c\u{200b}" }], "title": "T\u{7}", "description": "D\u{2066}" });
    let mut params = params(json!({ "n\u{feff}": property }));
    params["requestedSchema"]["title"] = json!("R\u{200e}");
    params["requestedSchema"]["required"] = json!(["ghost\u{200e}"]);
    let view = form(&params).view();
    let shown = serde_json::to_string(&view).unwrap();
    assert!(
        shown.contains("U+202E") && shown.contains("U+FEFF"),
        "{shown}"
    );
    assert!(
        !shown.contains([
            '\u{202e}', '\u{200b}', '\u{7}', '\u{2066}', '\u{feff}', '\u{200e}'
        ]),
        "{shown}"
    );
    let printed = report(&params.to_string()).text;
    assert!(
        !printed.contains([
            '\u{202e}', '\u{200b}', '\u{7}', '\u{2066}', '\u{feff}', '\u{200e}'
        ]),
        "{printed}"
    );
}

/// Every text in a value, with the place where it stands.
fn texts(value: &Value, place: &str, look: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => look(place, text),
        Value::Array(items) => items.iter().for_each(|it| texts(it, place, look)),
        Value::Object(members) => {
            for (name, member) in members {
                texts(member, &format!("{place}.{name}"), look);
            }
        }
        _ => {}
    }
}

#[test]
fn a_text_without_end_is_drawn_to_a_limit_and_sent_whole() {
    for long in [
        "x".repeat(60_000),
        "\u{202e}".repeat(20_000),
        "Z".to_owned() + &"\u{301}".repeat(30_000),
        "line\n".repeat(12_000),
    ] {
        let options = json!([
            { "const": long, "description": long, "_meta": { "_claude/askUserQuestionOption": { "preview": long } } },
            { "const": "y" },
        ]);
        let mut params = params(json!({
            "a": { "type": "string", "title": long, "description": long, "oneOf": options },
            long.clone(): { "type": "string", "pattern": "^a", "default": "b" },
            "c": { "type": "object", "title": long },
        }));
        params["requestedSchema"]["title"] = json!(long);
        params["requestedSchema"]["description"] = json!(long);
        params["requestedSchema"]["required"] = json!(["c", format!("{long}ghost")]);
        let form = form(&params);
        let mut count = 0;
        texts(&json!(form.view()), "", &mut |place, text| {
            assert!(text.len() < 33_000, "{} bytes in {place}", text.len());
            if text.ends_with(" more bytes") {
                count += 1;
                return;
            }
            assert!(text.len() < 100, "{} bytes in {place}", text.len());
        });
        assert!(count >= 10, "{count} were cut");
        params["requestedSchema"]
            .as_object_mut()
            .unwrap()
            .remove("required");
        let content =
            reported(&params, &json!({ "a": long, long.clone(): "abc" }))["content"].clone();
        assert_eq!(content, json!({ "a": long, long.clone(): "abc" }));
    }
}

#[test]
fn more_than_seven_options_are_searchable() {
    let options =
        |count: u32| json!({ "enum": (0..count).map(|n| n.to_string()).collect::<Vec<_>>() });
    assert!(!drawn(options(7)).searchable);
    assert!(drawn(options(8)).searchable);
}

#[test]
fn what_can_be_cleared_or_set_back() {
    for (property, clearable, has_default) in [
        (json!({ "enum": ["a"] }), true, false),
        (json!({ "enum": ["a"], "default": "a" }), true, true),
        (json!({ "type": "boolean" }), true, false),
        (json!({ "type": "boolean", "default": false }), false, true),
        (json!({ "type": "string", "format": "date" }), true, false),
        (
            json!({ "type": "string", "format": "date-time" }),
            true,
            false,
        ),
        (json!({ "type": "string", "default": "" }), false, true),
        (json!({ "type": "number" }), false, false),
        (
            json!({ "type": "array", "items": { "enum": ["a"] } }),
            false,
            false,
        ),
    ] {
        let field = drawn(property.clone());
        assert_eq!(
            (field.clearable, field.has_default),
            (clearable, has_default),
            "{property}"
        );
        assert!(!required(property).clearable);
    }
}

#[test]
fn bounds_are_hints() {
    let text = |text: &str| Some(text.to_owned());
    let check = |property: Value, hints: FieldHints| assert_eq!(drawn(property).hints, hints);
    check(
        json!({ "type": "integer", "minimum": 1.0, "maximum": 2.5 }),
        FieldHints {
            minimum: text("1"),
            maximum: text("2.5"),
            ..FieldHints::default()
        },
    );
    check(
        json!({ "type": "string", "minLength": 1, "maxLength": 5.0, "format": "email" }),
        FieldHints {
            min_length: text("1"),
            max_length: text("5"),
            format: text("email"),
            ..FieldHints::default()
        },
    );
    check(
        json!({ "type": "string", "format": "uuid" }),
        FieldHints::default(),
    );
    check(
        json!({ "type": "array", "items": { "enum": ["a"] }, "minItems": 0, "maxItems": 3 }),
        FieldHints {
            max_items: text("3"),
            ..FieldHints::default()
        },
    );
}

#[test]
fn a_list_that_will_be_sent_empty_says_so() {
    let list = |least: Value, default: Value| json!({ "type": "array", "items": { "enum": ["a"] }, "minItems": least, "default": default });
    assert!(
        required(list(json!(null), json!(null)))
            .hints
            .sends_empty_list
    );
    assert!(!required(list(json!(1), json!(null))).hints.sends_empty_list);
    assert!(
        !required(list(json!(0), json!(["a"])))
            .hints
            .sends_empty_list
    );
    assert!(!drawn(list(json!(null), json!(null))).hints.sends_empty_list);
}

#[test]
fn a_report_for_people_has_everything() {
    let mut params = params(json!({
        "lang": { "enum": ["rs", "py"], "enumNames": ["Rust", "Python"], "default": "rs", "title": "Language", "description": "Which?" },
        "n": { "type": "integer", "minimum": 1 },
        "key": { "type": "string", "title": "API key" },
        "tags": { "type": "array", "items": { "enum": ["x"] } },
        "geo": { "type": "object" },
    }));
    params["requestedSchema"]["title"] = json!("Setup");
    params["requestedSchema"]["required"] = json!(["tags"]);
    let input = json!({ "params": params, "answers": { "n": "0" } });
    let text = report(&input.to_string()).text;
    for part in [
        "Please\nSetup\n",
        "asks for a secret",
        "Language (choice) [lang]\n  Which?\n  ( ) Rust\n  ( ) Python\n  default: Rust\n",
        "n (integer)\n  at least: 1\n",
        "API key (text, secret) [key]",
        "tags (multi, required)\n  [ ] x\n  with nothing chosen it sends an empty list\n",
        "geo (unsupported)",
        "Notes:\n  geo: unsupported\n",
        "Errors:\n  n: too-small\n",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    let input = json!({ "params": params, "answers": { "n": "1" } });
    assert!(
        report(&input.to_string())
            .text
            .contains("Would be sent:\n{\n  \"lang\": \"rs\",\n  \"n\": 1,\n")
    );
    let error = report(&json!({ "mode": "url" }).to_string()).text;
    assert!(error.starts_with("error: `mode`"), "{error}");
}
