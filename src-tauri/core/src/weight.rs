//! How much memory a JSON value takes, roughly.

use serde_json::Value;

/// What a value takes beside its text.
const BESIDE: usize = 32;

/// About how many bytes a value takes. Takes as long as it has parts, not as long as its texts are.
pub fn weight(value: &Value) -> usize {
    BESIDE
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(weight).sum(),
            Value::Object(members) => members
                .iter()
                .map(|(name, member)| BESIDE + name.len() + weight(member))
                .sum(),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}
