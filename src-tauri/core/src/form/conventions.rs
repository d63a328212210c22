//! What real agents agree on with their clients beyond the schema (form-rules 5).
//!
//! A companion, the free text that belongs to a question, is folded into it when it is marked, or when it
//! has exactly the shape that a known adapter gives it. A name alone never decides.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::field::{Control, Field};
use super::number::Decimal;
use super::schema::member;
use super::secrets;

/// The option that Codex means as "Other…".
const CODEX_OTHER: &str = "None of the above";
/// Milliseconds beyond which no one counts down (and JavaScript cannot).
const LONGEST_WAIT: u64 = 1 << 53;

/// A field that is to be folded into another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Folding {
    /// The place of the question among the properties.
    pub(super) question: usize,
    /// The place of its companion.
    pub(super) companion: usize,
    /// Whether the companion's text alone may be the answer.
    pub(super) alone: bool,
    /// The option that is sent with the text.
    pub(super) other_option: Option<u32>,
    /// The question's mark as a secret counts for what is typed.
    pub(super) secret: bool,
}

/// Finds the companions; `properties` and `fields` are in the same order.
pub(super) fn foldings(properties: &Map<String, Value>, fields: &[Field]) -> Vec<Folding> {
    let places: HashMap<&str, usize> = fields
        .iter()
        .map(|field| field.name.as_str())
        .zip(0..)
        .collect();
    let schemas: Vec<&Value> = properties.values().collect();
    let mut taken = vec![false; fields.len()];
    let mut found = Vec::new();
    for (companion, (field, schema)) in fields.iter().zip(&schemas).enumerate() {
        // One that must be filled in would be hidden by its question.
        let Some(schema) = schema
            .as_object()
            .filter(|_| field.is_free_text() && !field.required)
        else {
            continue;
        };
        let mark = codex_mark(schema, field, &places)
            .or_else(|| claude_mark(schema, field, &places))
            .or_else(|| claude_shape(schema, companion, fields));
        let Some((question, alone)) = mark else {
            continue;
        };
        let asked = &fields[question];
        let is_choice = matches!(asked.control, Control::Choice(_));
        if question == companion
            || taken[question]
            || !(is_choice || matches!(asked.control, Control::Multi { .. }))
        {
            continue;
        }
        taken[question] = true;
        let other = || {
            asked
                .options()
                .iter()
                .position(|option| option.value == CODEX_OTHER)
        };
        found.push(Folding {
            question,
            companion,
            alone: alone && is_choice,
            other_option: if alone {
                None
            } else {
                other().and_then(|at| u32::try_from(at).ok())
            },
            secret: secrets::is_marked(schemas[question].get("_meta").and_then(Value::as_object)),
        });
    }
    found
}

fn meta<'a>(schema: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    member(schema.get("_meta")?.as_object()?, key)
}

/// Codex: a note of the person on a question; older versions: the other answer, sent alone.
fn codex_mark(
    schema: &Map<String, Value>,
    field: &Field,
    places: &HashMap<&str, usize>,
) -> Option<(usize, bool)> {
    let codex = meta(schema, "codex")?;
    let named = codex.get("questionId").and_then(Value::as_str);
    if codex.get("role").and_then(Value::as_str) == Some("user_note") {
        return Some((*places.get(named?)?, false));
    }
    (codex.get("isOtherAnswer") == Some(&Value::Bool(true))).then_some(())?;
    let question = named.or_else(|| field.name.strip_suffix("__other"))?;
    Some((*places.get(question)?, true))
}

/// Claude's adapter, to clients it knows.
fn claude_mark(
    schema: &Map<String, Value>,
    field: &Field,
    places: &HashMap<&str, usize>,
) -> Option<(usize, bool)> {
    let question = match meta(schema, "_askUserQuestionCustomAnswer")? {
        Value::Bool(true) => None,
        Value::Object(mark) if mark.get("isCustomAnswer") == Some(&Value::Bool(true)) => {
            mark.get("questionId").and_then(Value::as_str)
        }
        _ => return None,
    };
    let question = question.or_else(|| field.name.strip_suffix("_custom"))?;
    Some((*places.get(question)?, true))
}

/// Claude's adapter, to everybody else: exactly this shape, directly behind its question.
fn claude_shape(
    schema: &Map<String, Value>,
    companion: usize,
    fields: &[Field],
) -> Option<(usize, bool)> {
    let question = companion.checked_sub(1)?;
    let id = fields[question].name.strip_prefix("question_")?;
    let numbered = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let named = fields[companion].name.strip_suffix("_custom") == Some(&fields[question].name);
    let exact = schema.iter().all(|(key, value)| match key.as_str() {
        "type" => value == "string",
        "title" => value == "Other",
        "description" => value.is_string() || value.is_null(),
        _ => value.is_null(),
    });
    let complete = schema.contains_key("type") && schema.contains_key("title");
    (numbered && named && exact && complete && !fields[question].required)
        .then_some((question, true))
}

/// The preformatted text that Claude's adapter sends with an option.
pub(super) fn preview(option: &Map<String, Value>) -> Option<String> {
    meta(option, "_claude/askUserQuestionOption")?
        .get("preview")?
        .as_str()
        .map(str::to_owned)
}

/// When codex says it goes on without an answer, in milliseconds.
pub(super) fn goes_on_after(params: &Map<String, Value>) -> Option<u64> {
    match meta(params, "codex")?.get("autoResolutionMs")? {
        Value::Number(number) => Decimal::of(number)
            .to_length()
            .filter(|wait| *wait < LONGEST_WAIT),
        _ => None,
    }
}

/// Whether the request is a permission in form clothes.
pub(super) fn is_approval(params: &Map<String, Value>) -> bool {
    meta(params, "codex_approval_kind").is_some()
}
