//! Forms: what is read is drawn, what is entered is checked, and what is sent keeps the schema.

use std::collections::HashSet;

use assent_core::form::{self, Form, FormDrafts};
use assent_core::view::Draft;
use serde_json::{Map, Value, json};

use crate::source::Source;

const WORDS: [&str; 34] = [
    "string",
    "number",
    "integer",
    "boolean",
    "array",
    "object",
    "null",
    "date",
    "date-time",
    "email",
    "uri",
    "a",
    "b",
    "c",
    "",
    "1",
    "3.0",
    "1e3",
    "2026-01-01",
    "2026-02-30",
    "^a",
    "(?=a)",
    "[",
    "true",
    "Password",
    "API key",
    "Other",
    "None of the above",
    "question_0",
    "user_note",
    "sk-ant-api03-abcdefghijklmnopqrstuvwxyz",
    "9007199254740993",
    "a@example.com",
    "https://example.com/",
];

const NAMES: [&str; 28] = [
    "type",
    "enum",
    "oneOf",
    "anyOf",
    "items",
    "const",
    "title",
    "description",
    "default",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "enumNames",
    "_meta",
    "codex",
    "role",
    "isSecret",
    "questionId",
    "isOtherAnswer",
    "_askUserQuestionCustomAnswer",
    "autoResolutionMs",
    "codex_approval_kind",
    "uniqueItems",
];

const FIELDS: [&str; 12] = [
    "question_0",
    "question_0_custom",
    "question_1",
    "question_1_custom",
    "a",
    "b",
    "1",
    "0",
    "a__other",
    "password",
    "__proto__",
    "",
];

/// Reads a form, fills it in and looks at what would be sent.
pub fn check(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let params = params(&mut source);
    let Ok(form) = form::read(&params) else {
        return;
    };
    let drafts = filled(&form, &mut source);
    let checked = form.check(&drafts);
    assert_eq!(checked, form.check(&drafts), "checked again it is another");

    let view = form.view();
    let rows = view.fields.len();
    assert_eq!(
        (checked.problems.len(), checked.remarks.len()),
        (rows, rows)
    );
    for (at, row) in drafts.rows.iter().enumerate() {
        let alone = (checked.problems[at].clone(), checked.remarks[at].clone());
        assert_eq!(form.check_row(at, row), Some(alone));
    }
    let wrong = checked.problems.iter().any(|it| !it.is_empty());
    let allowed = !wrong && view.blocked.is_empty();
    assert_eq!(checked.content.is_some(), allowed, "of {params:?}");
    if let Some(content) = &checked.content {
        keeps_all(&params["requestedSchema"], content);
        let sent = json!(content).to_string();
        assert_eq!(
            serde_json::from_str::<Value>(&sent).ok(),
            Some(json!(content)),
            "it is another when it arrives"
        );
    }
    form.draft_text(&drafts);
}

fn params(source: &mut Source) -> Map<String, Value> {
    let count = source.below(6);
    let properties: Map<String, Value> = (0..count)
        .map(|_| (source.word(&FIELDS), property(source)))
        .collect();
    let mut names: Vec<String> = properties.keys().cloned().collect();
    names.retain(|_| source.any());
    let mut schema = source.members(&WORDS, &NAMES, 1);
    schema.insert("properties".into(), properties.into());
    let required = if source.once_in(8) {
        source.json(&FIELDS, &NAMES, 2)
    } else {
        names.into()
    };
    schema.insert("required".into(), required);
    let mut params = Map::new();
    params.insert("mode".into(), "form".into());
    params.insert("sessionId".into(), "s1".into());
    params.insert("message".into(), source.word(&WORDS).into());
    params.insert("requestedSchema".into(), schema.into());
    if source.once_in(4) {
        params.insert("_meta".into(), source.json(&WORDS, &NAMES, 3));
    }
    params
}

fn property(source: &mut Source) -> Value {
    if source.once_in(8) {
        return source.json(&WORDS, &NAMES, 3);
    }
    let mut property = source.members(&WORDS, &NAMES, 3);
    let kinds = ["string", "number", "integer", "boolean", "array"];
    let kind = source.pick(&kinds);
    property.insert("type".into(), kind.into());
    if source.any() {
        let options: Vec<String> = (0..source.below(10)).map(|_| source.word(&WORDS)).collect();
        match kind {
            "array" => {
                property.insert("items".into(), json!({"type": "string", "enum": options}));
            }
            "string" => {
                property.insert("enum".into(), options.into());
            }
            _ => {}
        }
    }
    property.into()
}

fn filled(form: &Form, source: &mut Source) -> FormDrafts {
    let view = form.view();
    let mut drafts = form.drafts();
    assert_eq!(drafts.rows.len(), view.fields.len());
    for (at, row) in drafts.rows.iter_mut().enumerate() {
        let Some(draft) = form.accepts(at, draft(source)) else {
            continue;
        };
        assert_eq!(
            form.accepts(at, draft.clone()),
            Some(draft.clone()),
            "what was taken is taken again"
        );
        row.draft = draft;
        if view.fields[at].companion.is_some() && source.any() {
            row.companion = source.word(&WORDS);
        }
        let state = form.field_state(at, row, 1);
        assert!(
            form.accepts(at, state.shown.clone()).is_some(),
            "what stands there can be entered: {:?}",
            state.shown
        );
    }
    drafts
}

fn draft(source: &mut Source) -> Draft {
    match source.below(9) {
        0 => Draft::Untouched,
        1 => Draft::Cleared,
        2 => Draft::Other,
        3 | 4 => Draft::Text {
            text: source.word(&WORDS),
        },
        5 => Draft::Option {
            index: u32::from(source.any::<u8>() % 8),
        },
        6 => Draft::Options {
            indices: (0..source.below(5))
                .map(|_| u32::from(source.any::<u8>() % 8))
                .collect(),
        },
        7 => Draft::YesNo { yes: source.any() },
        _ => Draft::DateTime {
            date: source.word(&["2026-01-31", "2026-02-30", ""]),
            time: source.word(&["12:30", "23:59:60", ""]),
            zone: source.word(&["Z", "+02:00", ""]),
        },
    }
}

/// That an answer is one to this schema: nothing that was not asked for, in the order asked, all that must
/// be there.
fn keeps_all(schema: &Value, content: &Map<String, Value>) {
    let properties = schema["properties"].as_object();
    let empty = Map::new();
    let properties = properties.unwrap_or(&empty);
    let in_order: Vec<&String> = properties
        .keys()
        .filter(|name| content.contains_key(*name))
        .collect();
    assert_eq!(content.keys().collect::<Vec<_>>(), in_order);
    for (name, value) in content {
        let property = properties[name].as_object();
        assert!(
            property.is_some_and(|it| keeps(it, value)),
            "{name} is {value}, which {property:?} does not allow"
        );
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let named = name.as_str().filter(|it| properties.contains_key(*it));
        if let Some(name) = named {
            assert!(content.contains_key(name), "{name} is required");
        }
    }
}

/// What JSON Schema says of a value, written once more and plainly.
fn keeps(property: &Map<String, Value>, value: &Value) -> bool {
    let number = |key: &str| property.get(key).and_then(Value::as_f64);
    let whole = |key: &str| number(key).filter(|count| *count >= 0.0 && count.fract() == 0.0);
    let within = |count: f64, least: Option<f64>, most: Option<f64>| {
        least.is_none_or(|least| count >= least) && most.is_none_or(|most| count <= most)
    };
    let short = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let lists = ["enum", "oneOf", "anyOf"];
    let is_choice = lists
        .iter()
        .any(|key| property.get(*key).is_some_and(Value::is_array));
    match (property.get("type").and_then(Value::as_str), value) {
        (Some("string"), Value::String(text)) => {
            let count = short(text.chars().count());
            let offered = options(property);
            if is_choice && !offered.is_empty() {
                offered.contains(&text.as_str())
            } else if is_choice {
                // A list that offers nothing makes no choice.
                true
            } else {
                within(count, whole("minLength"), whole("maxLength"))
            }
        }
        (Some(kind @ ("number" | "integer")), Value::Number(sent)) => {
            let sent = sent.as_f64().unwrap_or(f64::NAN);
            (is_choice || within(sent, number("minimum"), number("maximum")))
                && (kind == "number" || sent.fract() == 0.0)
        }
        (Some("boolean"), Value::Bool(_)) | (None, _) => true,
        (Some("array"), Value::Array(list)) => {
            let texts: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            let distinct: HashSet<&str> = texts.iter().copied().collect();
            let offered = property.get("items").and_then(Value::as_object);
            let offered = offered.map(options).unwrap_or_default();
            distinct.len() == list.len()
                && texts.iter().all(|text| offered.contains(text))
                && within(short(list.len()), whole("minItems"), whole("maxItems"))
        }
        (Some(_), _) => false,
    }
}

/// The texts among the options, wherever they may stand.
fn options(property: &Map<String, Value>) -> Vec<&str> {
    let list = |key: &str| property.get(key).and_then(Value::as_array).into_iter();
    let named = ["oneOf", "anyOf"].into_iter();
    let constants = named
        .flat_map(|key| list(key).flatten())
        .filter_map(|it| it.get("const"));
    let values = list("enum").flatten();
    constants.chain(values).filter_map(Value::as_str).collect()
}
