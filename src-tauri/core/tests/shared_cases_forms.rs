//! Runs the shared cases for forms through `check-form`, when they lie beside the project.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use assent_core::form::report;
use serde_json::{Map, Value, json};

#[test]
fn shared_cases_hold() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/forms.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: there are no shared cases at {}", path.display());
        return;
    };
    let cases: Vec<Value> = serde_json::from_str(&text).expect("the cases are a list");
    assert!(!cases.is_empty());
    let failures: Vec<String> = cases.iter().flat_map(run).collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

fn run(case: &Value) -> Vec<String> {
    let mut input = Map::new();
    input.insert("params".into(), case["params"].clone());
    if let Some(answers) = case.get("answers") {
        input.insert("answers".into(), answers.clone());
    }
    let started = Instant::now();
    let report = report(&Value::Object(input).to_string());
    let took = started.elapsed();
    let expected = case["expect"]
        .as_object()
        .expect("a case expects something");
    let mut failures = Vec::new();
    for (what, wanted) in expected {
        let found = match what.as_str() {
            "endsWithinMs" => json!(
                took <= Duration::from_millis(wanted.as_u64().unwrap_or(0)) && report.exit != 2
            ),
            "contentText" => json!(report.json["content"].to_string()),
            "content" | "title" => report.json[what].clone(),
            "blocked" => report.json["blocked"].clone(),
            "error" => report.json["error"]["code"].clone(),
            "notes" | "flags" | "errors" => first_codes(&report.json[what], wanted),
            _ => of_fields(&report.json["fields"], what, wanted),
        };
        let wanted = if what == "endsWithinMs" {
            &json!(true)
        } else {
            wanted
        };
        if found != *wanted {
            failures.push(format!("{}: {what} is {found}, not {wanted}", case["id"]));
        }
    }
    failures
}

/// The first code of each field that the case names.
fn first_codes(list: &Value, wanted: &Value) -> Value {
    let mut codes = BTreeMap::new();
    for entry in list.as_array().into_iter().flatten() {
        let field = entry["field"].as_str().unwrap_or_default();
        if wanted.get(field).is_some() {
            codes.entry(field).or_insert_with(|| entry["code"].clone());
        }
    }
    json!(codes)
}

/// What the case asks of each row it names, or of all rows.
fn of_fields(fields: &Value, what: &str, wanted: &Value) -> Value {
    let fields: Vec<&Value> = fields.as_array().into_iter().flatten().collect();
    let names = |keep: &dyn Fn(&Value) -> bool| -> Value {
        fields
            .iter()
            .filter(|field| keep(field))
            .map(|field| field["name"].clone())
            .collect()
    };
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let option_texts = |field: &Value, member: &str| -> Value {
        field["options"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|option| json!(text(&option[member])))
            .collect()
    };
    match what {
        "order" => names(&|_| true),
        "required" => names(&|field| field["required"] == true),
        "secret" => names(&|field| field["secret"] == true),
        _ => fields
            .iter()
            .filter_map(|field| {
                let name = field["name"].as_str()?;
                wanted.get(name)?;
                let found = match what {
                    "kinds" => field["kind"].clone(),
                    "companions" => field["companion"].clone(),
                    "options" => option_texts(field, "value"),
                    "optionTitles" => option_texts(field, "title"),
                    _ => json!(format!("unknown expectation {what}")),
                };
                Some((name.to_owned(), found))
            })
            .collect::<Map<String, Value>>()
            .into(),
    }
}
