//! Whatever an agent sends and a person types: nothing panics, and what is sent keeps the schema.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

/// JSON with a liking for the words of schemas.
fn json_value() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
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
        "",
        "1",
        "2026-01-01",
        "^a",
        "(?=a)",
        "[",
        "true",
        "Password",
        "Other",
        "question_0",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..6).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let members = prop::collection::vec((member_name(), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn member_name() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
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
        "_askUserQuestionCustomAnswer",
    ])
    .prop_map(str::to_owned)
}

fn property() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec!["string", "number", "integer", "boolean", "array"]);
    let members = prop::collection::vec((member_name(), json_value()), 0..5);
    let typed = (kind, members).prop_map(|(kind, members)| {
        let mut property: Map<String, Value> = members.into_iter().collect();
        property.insert("type".into(), kind.into());
        Value::Object(property)
    });
    prop_oneof![json_value(), typed]
}

fn properties() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "question_0",
        "question_0_custom",
        "a",
        "1",
        "a__other",
        "password",
    ]);
    let entry = (name.prop_map(str::to_owned), property());
    prop::collection::vec(entry, 0..5)
        .prop_map(|entries| Value::Object(entries.into_iter().collect()))
}

fn draft() -> impl Strategy<Value = Draft> {
    let parts = (".{0,10}", ".{0,8}", ".{0,6}");
    prop_oneof![
        Just(Draft::Untouched),
        Just(Draft::Cleared),
        Just(Draft::Other),
        ".{0,5}".prop_map(|text| Draft::Text { text }),
        "[-+]?[0-9]{1,3}(\\.[0-9])?(e[0-9]{1,3})?".prop_map(|text| Draft::Text { text }),
        (0_u32..3).prop_map(|index| Draft::Option { index }),
        prop::collection::vec(0_u32..4, 0..4).prop_map(|indices| Draft::Options { indices }),
        any::<bool>().prop_map(|yes| Draft::YesNo { yes }),
        parts.prop_map(|(date, time, zone)| Draft::DateTime { date, time, zone }),
    ]
}

/// What JSON Schema says of a value, written once more and plainly.
fn keeps(property: &Map<String, Value>, value: &Value) -> bool {
    let number = |key: &str| property.get(key).and_then(Value::as_f64);
    let whole = |key: &str| number(key).filter(|count| *count >= 0.0 && count.fract() == 0.0);
    let within = |count: f64, least: Option<f64>, most: Option<f64>| {
        least.is_none_or(|least| count >= least) && most.is_none_or(|most| count <= most)
    };
    let short = |count: usize| f64::from(u32::try_from(count).unwrap());
    let lists = ["enum", "oneOf", "anyOf"];
    let is_choice = lists
        .iter()
        .any(|key| property.get(*key).is_some_and(Value::is_array));
    match (property.get("type").and_then(Value::as_str), value) {
        (Some("string"), Value::String(text)) => {
            let count = short(text.chars().count());
            is_choice || within(count, whole("minLength"), whole("maxLength"))
        }
        (Some(kind @ ("number" | "integer")), Value::Number(sent)) => {
            let sent = sent.as_f64().unwrap();
            (is_choice || within(sent, number("minimum"), number("maximum")))
                && (kind == "number" || sent.fract() == 0.0)
        }
        (Some("boolean"), Value::Bool(_)) | (None, _) => true,
        (Some("array"), Value::Array(list)) => {
            let distinct: HashSet<&str> = list.iter().filter_map(Value::as_str).collect();
            distinct.len() == list.len()
                && within(short(list.len()), whole("minItems"), whole("maxItems"))
        }
        (Some(_), _) => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_panics_and_what_is_sent_keeps_the_schema(
        properties in properties(),
        required in json_value(),
        drafts in prop::collection::vec((draft(), ".{0,3}"), 5),
    ) {
        let mut params = params(properties.clone());
        params["requestedSchema"]["required"] = required;
        let form = form(&params);
        let view = form.view();
        let mut kept = form.drafts();
        for (at, (draft, companion)) in drafts.into_iter().enumerate().take(kept.rows.len()) {
            let Some(draft) = form.accepts(at, draft) else { continue };
            prop_assert_eq!(form.accepts(at, draft.clone()), Some(draft.clone()));
            kept.rows[at].draft = draft;
            if view.fields[at].companion.is_some() {
                kept.rows[at].companion = companion;
            }
            let state = form.field_state(at, &kept.rows[at], 1);
            prop_assert!(form.accepts(at, state.shown).is_some());
        }
        form.draft_text(&kept);
        let checked = form.check(&kept);
        for (at, problems) in checked.problems.iter().enumerate() {
            let row = form.check_row(at, &kept.rows[at]).unwrap();
            prop_assert_eq!(&(problems.clone(), checked.remarks[at].clone()), &row);
            prop_assert!(problems.is_sorted_by_key(|problem| problem.code));
        }
        let content = checked.content.unwrap_or_default();
        let names = properties.as_object().unwrap().keys();
        let in_schema: Vec<_> = names.filter(|name| content.contains_key(*name)).collect();
        prop_assert_eq!(content.keys().collect::<Vec<_>>(), in_schema);
        for (name, value) in &content {
            prop_assert!(keeps(properties[name].as_object().unwrap(), value), "{name}: {value}");
        }
    }

    #[test]
    fn no_input_of_the_command_panics(
        any in json_value(),
        properties in properties(),
        text in ".{0,40}",
    ) {
        report(&text);
        report(&any.to_string());
        let params = params(properties.clone());
        for answers in [&any, &properties] {
            reported(&params, answers);
        }
    }
}
