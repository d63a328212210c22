//! The prefill script: `assent --fill FILE` fills matching forms and leaves Accept to the person.
//!
//! A file holds an entry or a list of entries: `{"message": "Set up the project", "fields": {"name": "shop"}}`.
//! An entry fits a form with exactly that message; without a message, a form that has all of its fields.
//! The first entry that fits counts. Links, permissions, approvals sent as forms and secrets are never filled.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An entry of a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptEntry {
    message: Option<String>,
    fields: Map<String, Value>,
}

/// Why a script cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadScript {
    /// It is no JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// An entry, counted from 1, has no `fields`, or a member of the wrong type.
    #[error("entry {0} needs \"fields\", an object, and may have \"message\", a text")]
    Entry(usize),
}

/// Reads a script from its text.
pub fn read(text: &str) -> Result<Vec<ScriptEntry>, BadScript> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| BadScript::Json(error.to_string()))?;
    let entries = match value {
        Value::Array(entries) => entries,
        single => vec![single],
    };
    (1..)
        .zip(entries)
        .map(|(place, entry)| entry_of(entry).ok_or(BadScript::Entry(place)))
        .collect()
}

fn entry_of(entry: Value) -> Option<ScriptEntry> {
    let Value::Object(mut entry) = entry else {
        return None;
    };
    let message = match entry.swap_remove("message") {
        None => None,
        Some(Value::String(message)) => Some(message),
        Some(_) => return None,
    };
    match entry.swap_remove("fields") {
        Some(Value::Object(fields)) => Some(ScriptEntry { message, fields }),
        _ => None,
    }
}

/// The fields of the first entry that fits a form with this message and these names.
pub(crate) fn fitting<'a>(
    script: &'a [ScriptEntry],
    message: &str,
    names: &[&str],
) -> Option<&'a Map<String, Value>> {
    let fits = |entry: &&ScriptEntry| match &entry.message {
        Some(wanted) => wanted == message,
        None => entry
            .fields
            .keys()
            .all(|name| names.contains(&name.as_str())),
    };
    script.iter().find(fits).map(|entry| &entry.fields)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(script: &Value, message: &str, names: &[&str], expected: Option<&Value>) {
        let script = read(&script.to_string()).expect("a script");
        let found = fitting(&script, message, names).map(|it| Value::Object(it.clone()));
        assert_eq!(found.as_ref(), expected);
    }

    #[test]
    fn an_entry_fits_by_message_or_by_all_its_names() {
        let by_message = json!({"message": "Hello", "fields": {"a": 1}});
        check(&by_message, "Hello", &[], Some(&json!({"a": 1})));
        check(&by_message, "Hello ", &["a"], None);
        let both = json!({"a": 1, "b": 2});
        let by_names = json!({"fields": both});
        check(&by_names, "x", &["b", "a", "c"], Some(&both));
        check(&by_names, "x", &["a"], None);
        let script = json!([by_message, by_names]);
        check(&script, "x", &["a", "b"], Some(&both));
    }

    #[test]
    fn a_script_that_cannot_be_read_says_where() {
        assert!(matches!(read("{"), Err(BadScript::Json(_))));
        assert_eq!(
            read(r#"[{"fields": {}}, {"message": 1, "fields": {}}]"#),
            Err(BadScript::Entry(2))
        );
        assert_eq!(read(r#"{"message": "x"}"#), Err(BadScript::Entry(1)));
    }
}
