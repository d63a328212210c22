//! Whether a message contains what a script expects.

use serde_json::Value;

/// Matches anything that is there.
const ANY: &str = "$any";
/// Matches what is not there.
const ABSENT: &str = "$absent";

/// Whether `value` contains `pattern`.
pub(super) fn matches(pattern: &Value, value: &Value) -> bool {
    match (pattern, value) {
        (Value::String(any), _) if any == ANY => true,
        (Value::Object(pattern), Value::Object(value)) => {
            pattern.iter().all(|(name, pattern)| match value.get(name) {
                _ if pattern == ABSENT => !value.contains_key(name),
                Some(value) => matches(pattern, value),
                None => false,
            })
        }
        (Value::Array(pattern), Value::Array(value)) => {
            pattern.len() == value.len()
                && pattern
                    .iter()
                    .zip(value)
                    .all(|(pattern, value)| matches(pattern, value))
        }
        (pattern, value) => pattern == value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[expect(clippy::needless_pass_by_value, reason = "reads better with json!")]
    fn check(pattern: Value, value: Value, expected: bool) {
        assert_eq!(matches(&pattern, &value), expected, "{pattern} in {value}");
    }

    #[test]
    fn patterns() {
        let message =
            json!({"id": 0, "method": "m", "params": {"list": [1, {"a": 2}], "no": null}});
        check(json!({}), message.clone(), true);
        check(json!({"method": "m"}), message.clone(), true);
        check(json!({"method": "n"}), message.clone(), false);
        check(json!({"id": "0"}), message.clone(), false);
        check(json!({"params": {"no": null}}), message.clone(), true);
        check(json!({"params": {"yes": null}}), message.clone(), false);
        check(json!({"params": {"no": "$any"}}), message.clone(), true);
        check(json!({"params": {"yes": "$any"}}), message.clone(), false);
        check(json!({"params": {"yes": "$absent"}}), message.clone(), true);
        check(json!({"params": {"no": "$absent"}}), message.clone(), false);
        check(json!({"params": {"list": [1, {}]}}), message.clone(), true);
        check(json!({"params": {"list": [1]}}), message.clone(), false);
        check(json!({"params": {"list": [{}, 1]}}), message, false);
        check(json!({}), json!([]), false);
        check(json!([]), json!([]), true);
    }
}
