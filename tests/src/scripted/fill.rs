//! Putting what was received into what is sent.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// The messages kept so far, by label.
pub(super) type Kept = HashMap<String, Value>;

/// The label of the last expected message.
pub(super) const LAST: &str = "last";
/// The label of the last expected request.
pub(super) const REQUEST: &str = "request";

/// Puts kept messages and the number of the repetition into a template; tells what is not there.
pub(super) fn fill(template: &Value, kept: &Kept, n: u64) -> Result<Value, String> {
    Ok(match template {
        Value::String(text) => fill_text(text, kept, n)?,
        Value::Array(entries) => entries
            .iter()
            .map(|entry| fill(entry, kept, n))
            .collect::<Result<_, _>>()?,
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, member)| Ok((name.clone(), fill(member, kept, n)?)))
                .collect::<Result<Map<_, _>, String>>()?,
        ),
        other => other.clone(),
    })
}

/// Puts the number of the repetition into a text.
pub(super) fn number(text: &str, n: u64) -> String {
    text.replace("{n}", &n.to_string())
}

fn fill_text(text: &str, kept: &Kept, n: u64) -> Result<Value, String> {
    if text == "{n}" {
        return Ok(n.into());
    }
    if text == "$id" {
        return part(REQUEST, "id", kept);
    }
    if let Some(rest) = text.strip_prefix("$$") {
        return Ok(Value::String(format!("${rest}")));
    }
    match text.strip_prefix('$').and_then(|path| path.split_once('.')) {
        Some((label, path)) if is_label(label) => part(label, path, kept),
        _ => Ok(Value::String(number(text, n))),
    }
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || "_-".contains(character))
}

fn part(label: &str, path: &str, kept: &Kept) -> Result<Value, String> {
    let message = kept
        .get(label)
        .ok_or_else(|| format!("nothing is kept as {label:?}"))?;
    path.split('.')
        .try_fold(message, |value, member| match value {
            Value::Array(entries) => member
                .parse()
                .ok()
                .and_then(|index: usize| entries.get(index)),
            value => value.get(member),
        })
        .cloned()
        .ok_or_else(|| format!("{label:?} has no {path:?}: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[expect(clippy::needless_pass_by_value, reason = "reads better with json!")]
    fn check(template: Value, expected: Result<Value, &str>) {
        let kept = Kept::from([
            (
                REQUEST.to_owned(),
                json!({"id": 7, "params": {"sessionId": "s", "prompt": [{"text": "hi"}]}}),
            ),
            ("first".to_owned(), json!({"id": "x"})),
        ]);
        let filled = fill(&template, &kept, 3);
        match (&filled, expected) {
            (Ok(filled), Ok(expected)) => assert_eq!(*filled, expected),
            (Err(reason), Err(expected)) => assert!(reason.contains(expected), "{reason}"),
            other => panic!("{template}: {other:?}"),
        }
    }

    #[test]
    fn templates() {
        check(json!({"id": "$id"}), Ok(json!({"id": 7})));
        check(json!(["$first.id", 1]), Ok(json!(["x", 1])));
        check(json!("$request.params.sessionId"), Ok(json!("s")));
        check(json!("$request.params.prompt.0.text"), Ok(json!("hi")));
        check(json!("part {n} of 9"), Ok(json!("part 3 of 9")));
        check(json!("{n}"), Ok(json!(3)));
        check(json!("$/cancel_request"), Ok(json!("$/cancel_request")));
        check(json!("$5.00"), Err("nothing is kept as \"5\""));
        check(json!("$$5.00"), Ok(json!("$5.00")));
        check(json!("$request.params.nothing"), Err("has no"));
        check(json!("$typo.id"), Err("nothing is kept as \"typo\""));
    }
}
