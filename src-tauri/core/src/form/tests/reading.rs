//! What becomes of a request and its properties (form-rules 1).

use super::*;

fn refused(params: Value) -> About {
    let Err(Invalid { message, about }) = read(params.as_object().unwrap()) else {
        panic!("{params} is read");
    };
    assert!(!message.is_empty());
    about
}

fn member(path: &str) -> About {
    About::Member(path.to_owned())
}

#[test]
fn a_request_that_cannot_be_read_names_the_member() {
    let good = params(json!({}));
    for (name, value, about) in [
        ("mode", Value::Null, "mode"),
        ("mode", json!("url"), "mode"),
        ("mode", json!("FORM"), "mode"),
        ("message", Value::Null, "message"),
        ("message", json!(["a"]), "message"),
        ("requestedSchema", Value::Null, "requestedSchema"),
        ("requestedSchema", json!([]), "requestedSchema"),
        (
            "requestedSchema",
            json!({ "properties": null }),
            "requestedSchema.properties",
        ),
        (
            "requestedSchema",
            json!({ "properties": [] }),
            "requestedSchema.properties",
        ),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        assert_eq!(refused(bad.clone()), member(about), "{bad}");
        bad.as_object_mut().unwrap().remove(name);
        if about == name {
            assert_eq!(refused(bad), member(about));
        }
    }
}

#[test]
fn a_request_over_a_cap_names_the_limit() {
    let limit = |name: &str| About::Limit(name.to_owned());
    let with = |name: &str, value: Value| {
        let mut params = params(json!({}));
        params[name] = value;
        params
    };
    let properties = |count: usize| -> Value {
        (0..count)
            .map(|n| (n.to_string(), json!({ "type": "string" })))
            .collect::<Map<_, _>>()
            .into()
    };
    let options = |count: usize| -> Value { (0..count).map(|n| json!(n.to_string())).collect() };
    let description =
        |length: usize| json!({ "description": "x".repeat(length), "properties": {} });
    let around = description(0).to_string().len();

    form(&with("message", json!("\u{e9}".repeat(100_000))));
    assert_eq!(
        refused(with("message", json!("x".repeat(100_001)))),
        limit("message")
    );
    form(&with("requestedSchema", description((1 << 20) - around)));
    assert_eq!(
        refused(with("requestedSchema", description((1 << 20) - around + 1))),
        limit("schema")
    );
    form(&params(properties(500)));
    assert_eq!(refused(params(properties(501))), limit("properties"));
    form(&params(
        json!({ "a": { "enum": options(12_000) }, "b": { "type": "array", "items": { "enum": options(8_000) } } }),
    ));
    assert_eq!(
        refused(params(
            json!({ "a": { "enum": options(12_000) }, "b": { "type": "array", "items": { "anyOf": options(8_001) } } })
        )),
        limit("options")
    );
}

#[test]
fn odd_roots_are_read_as_objects() {
    for schema in [
        json!({}),
        json!({ "type": "array", "properties": {} }),
        json!({ "type": null, "required": null, "title": 5, "description": [] }),
    ] {
        let params = json!({ "mode": "form", "sessionId": "s", "message": "", "requestedSchema": schema, "_meta": 7 });
        check_form(
            &params,
            json!({}),
            json!({ "names": [], "content": {}, "notes": [], "title": null }),
        );
    }
}

#[test]
fn fields_keep_the_order_sent_and_odd_names() {
    let params = params(
        json!({ "b": { "type": "string" }, "10": { "type": "string" }, "2": { "type": "string" }, "": { "type": "string" }, "__proto__": { "type": "boolean" } }),
    );
    check_form(
        &params,
        json!({ "2": "x", "": "y", "b": "z" }),
        json!({ "names": ["b", "10", "2", "", "__proto__"], "sends": r#"{"b":"z","2":"x","":"y"}"# }),
    );
}

#[test]
fn required_that_names_nothing_is_noted() {
    for (required, notes, names) in [
        (
            json!(["ghost", "f", "f"]),
            json!([["ghost", "required-ignored"]]),
            true,
        ),
        (json!([5]), json!([[null, "required-ignored"]]), false),
        (json!("f"), json!([[null, "required-ignored"]]), false),
        (json!(null), json!([]), false),
    ] {
        let mut params = params(json!({ "f": { "type": "string" } }));
        params["requestedSchema"]["required"] = required;
        let errors = if names {
            json!([["f", "required"]])
        } else {
            json!([])
        };
        check_form(
            &params,
            json!({}),
            json!({ "notes": notes, "errors": errors }),
        );
    }
}

#[test]
fn a_scope_that_is_none_is_noted() {
    for (scope, noted) in [
        (json!({ "sessionId": "s" }), false),
        (json!({ "requestId": 0 }), false),
        (json!({ "requestId": "0" }), false),
        (json!({ "requestId": null }), true),
        (json!({ "sessionId": 5 }), true),
        (json!({}), true),
    ] {
        let mut params = params(json!({}));
        params.as_object_mut().unwrap().remove("sessionId");
        params
            .as_object_mut()
            .unwrap()
            .extend(scope.as_object().unwrap().clone());
        let notes = if noted {
            json!([[null, "no-scope"]])
        } else {
            json!([])
        };
        check_form(&params, json!(null), json!({ "notes": notes }));
    }
}

fn check_kind(property: Value, kind: &str) {
    check(property, json!(null), json!({ "kinds": [kind] }));
}

#[test]
fn types_decide_the_control() {
    check_kind(json!({ "type": "string" }), "text");
    check_kind(json!({ "type": "string", "maxLength": 200 }), "text");
    check_kind(json!({ "type": "string", "maxLength": 201.0 }), "multiline");
    check_kind(json!({ "type": "string", "default": "a\rb" }), "multiline");
    check_kind(json!({ "type": "string", "format": "date" }), "date");
    check_kind(
        json!({ "type": "string", "format": "date-time", "maxLength": 500 }),
        "date-time",
    );
    check_kind(json!({ "type": "string", "format": "email" }), "text");
    check_kind(
        json!({ "type": "string", "format": "date", "enum": ["2026-01-01"] }),
        "choice",
    );
    check_kind(json!({ "type": "number" }), "number");
    check_kind(json!({ "type": "integer" }), "integer");
    check_kind(json!({ "type": "boolean" }), "boolean");
    check_kind(json!({ "type": "boolean", "enum": [true] }), "boolean");
    check_kind(
        json!({ "type": "array", "items": { "enum": ["a"] } }),
        "multi",
    );
    check_kind(
        json!({ "type": "array", "items": { "type": "string", "oneOf": [{ "const": "a" }] } }),
        "multi",
    );
}

#[test]
fn nullable_types_are_optional_ones() {
    check_kind(json!({ "type": ["string"] }), "text");
    check_kind(json!({ "type": ["null", "integer"] }), "integer");
    check_kind(
        json!({ "anyOf": [{ "type": "string", "maxLength": 300 }, { "type": "null" }] }),
        "multiline",
    );
    check_kind(
        json!({ "oneOf": [{ "type": "null" }, { "type": "boolean" }] }),
        "boolean",
    );
    check_kind(
        json!({ "type": ["string", "null"], "anyOf": [{ "type": "string", "format": "date" }, { "type": "null" }] }),
        "date",
    );
    check_kind(
        json!({ "anyOf": [{ "enum": ["a", "b"] }, { "type": "null" }] }),
        "choice",
    );
    check_kind(
        json!({ "anyOf": [{ "type": "array", "items": { "enum": ["a"] } }, { "type": "null" }] }),
        "multi",
    );
    check_kind(
        json!({ "anyOf": [{ "anyOf": [{ "type": "number" }, { "type": "null" }] }, { "type": "null" }] }),
        "number",
    );
    check(
        json!({ "anyOf": [{ "type": "string", "title": "inner" }, { "type": "null" }], "title": "Outer", "default": "x" }),
        json!(null),
        json!({ "content": { "f": "x" }, "default": "x" }),
    );
    check_required(
        json!({ "type": ["string", "null"] }),
        json!(null),
        json!({ "errors": [["f", "required"]] }),
    );
}

#[test]
fn what_cannot_be_drawn_is_unsupported() {
    for property in [
        json!(true),
        json!(null),
        json!("string"),
        json!({}),
        json!({ "type": 7 }),
        json!({ "type": "null" }),
        json!({ "type": [] }),
        json!({ "type": ["null"] }),
        json!({ "type": ["string", "integer"] }),
        json!({ "type": ["string", 5] }),
        json!({ "type": "_point", "enum": ["a"] }),
        json!({ "type": "object", "properties": {} }),
        json!({ "type": "array" }),
        json!({ "type": "array", "items": { "type": "string" } }),
        json!({ "type": "array", "items": { "type": "integer", "enum": [1] } }),
        json!({ "type": "array", "items": { "type": ["string"], "enum": ["a"] } }),
        json!({ "type": "array", "items": [{ "enum": ["a"] }] }),
        json!({ "type": "array", "items": { "enum": [1, 2] } }),
        json!({ "type": "string", "enum": [] }),
        json!({ "type": "string", "enum": [null, 1] }),
        json!({ "type": "string", "oneOf": [{ "title": "no value" }] }),
        json!({ "enum": [null] }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
        json!({ "const": "a" }),
        json!({ "$ref": "#/$defs/a" }),
    ] {
        let report = reported(&params(json!({ "f": property })), &json!({ "f": "x" }));
        assert_eq!(report["fields"][0]["kind"], "unsupported", "{property}");
        assert_eq!(report["content"], json!({}), "{property}");
        let codes: Vec<&Value> = report["notes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|note| &note["code"])
            .collect();
        assert!(
            codes.contains(&&json!("unsupported")),
            "{property}: {codes:?}"
        );
        check_required(
            property,
            json!("x"),
            json!({ "blocked": ["f"], "content": null, "errors": [], "flags": [] }),
        );
    }
}

#[test]
fn a_blocked_form_still_says_what_else_is_wrong() {
    let mut params = params(
        json!({ "geo": { "type": "object", "title": "Where" }, "n": { "type": "integer" } }),
    );
    params["requestedSchema"]["required"] = json!(["geo", "n"]);
    check_form(
        &params,
        json!({ "n": "x" }),
        json!({ "blocked": ["geo"], "errors": [["n", "not-a-number"]], "content": null }),
    );
    let view = form(&params).view();
    assert_eq!(view.blocked, ["Where"]);
    assert_eq!(view.fields[0].kind, FieldKind::Unsupported);
    let checked = form(&params).check(&form(&params).drafts());
    assert_eq!(checked.content, None);
    assert!(checked.problems[0].is_empty());
}
