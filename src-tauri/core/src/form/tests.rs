use serde_json::{Map, Value, json};

use super::{About, Form, FormDrafts, Invalid, RowDraft, read, report};
use crate::view::{Draft, FieldKind, NoteCode, Problem, ProblemCode, Remark};

mod arbitrary;
mod asked;
mod companions;
mod drawn;
mod entered;
mod reading;
mod rules;
mod sent;

/// Params of a form with these properties.
fn params(properties: Value) -> Value {
    json!({ "mode": "form", "sessionId": "s", "message": "Please", "requestedSchema": { "properties": properties } })
}

/// The form these params make.
fn form(params: &Value) -> Form {
    read(params.as_object().unwrap()).unwrap()
}

/// What the report on these params says, with answers if they are no `null`.
fn reported(params: &Value, answers: &Value) -> Value {
    report(&json!({ "params": params, "answers": answers }).to_string()).json
}

/// Checks what the report says about one property `f`: `expected` names what it is about.
fn check(property: Value, answer: Value, expected: Value) {
    check_form(
        &params(json!({ "f": property })),
        json!({ "f": answer }),
        expected,
    );
}

/// The same for a property that must be filled in.
fn check_required(property: Value, answer: Value, expected: Value) {
    let mut params = params(json!({ "f": property }));
    params["requestedSchema"]["required"] = json!(["f"]);
    check_form(&params, json!({ "f": answer }), expected);
}

/// The same for any form. An answer that is `null` means untouched.
fn check_form(params: &Value, answers: Value, expected: Value) {
    let report = reported(params, &answers);
    let codes = |list: &str| -> Value {
        let all = report[list].as_array().into_iter().flatten();
        all.map(|entry| json!([entry["field"], entry["code"]]))
            .collect()
    };
    let fields = |member: &str| -> Value {
        report["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| field[member].clone())
            .collect()
    };
    for (what, wanted) in expected.as_object().unwrap() {
        let found = match what.as_str() {
            "notes" | "errors" | "flags" => codes(what),
            "names" => fields("name"),
            "kinds" => fields("kind"),
            "companions" => fields("companion"),
            "secret" => fields("secret"),
            "options" => report["fields"][0]["options"]
                .as_array()
                .unwrap()
                .iter()
                .map(|option| option["value"].clone())
                .collect(),
            "titles" => report["fields"][0]["options"]
                .as_array()
                .unwrap()
                .iter()
                .map(|option| option["title"].clone())
                .collect(),
            "default" => report["fields"][0]["default"].clone(),
            "sends" => json!(report["content"].to_string()),
            _ => report[what].clone(),
        };
        assert_eq!(
            found, *wanted,
            "{what} of {params} with {answers}: {report}"
        );
    }
}
