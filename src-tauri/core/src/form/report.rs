//! What `assent check-form` says about a request, and about answers to it.

use serde_json::{Map, Value, json};

use super::check::{self, CheckedRow, Patterns};
use super::drafts;
use super::field::{Control, Entered, Field, Row, value_text};
use super::outcome::Outcome;
use super::{About, Form, Invalid, read};

/// The outcome of a check on the command line.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// For programs.
    pub json: Value,
    /// For people: the form as it would be drawn, and what would be sent.
    pub text: String,
    /// 0: fine; 1: errors, or Accept is blocked; 2: the request or the input cannot be read.
    pub exit: u8,
}

/// Checks the params of an `elicitation/create`, or `{"params", "answers"}`, given as JSON.
pub fn report(input: &str) -> Report {
    let outcome = parse(input).and_then(|(params, answers)| {
        let form = read(&params).map_err(Unreadable::Request)?;
        let answered = answers.map(|answers| answer(&form, &answers)).transpose()?;
        Ok(Outcome::new(&params, &form, answered).into_report())
    });
    match outcome {
        Ok(report) => report,
        Err(unreadable) => {
            let error = unreadable.error();
            let text = format!("error: {}\n", value_text(&error["message"]));
            Report {
                json: json!({ "error": error }),
                text,
                exit: 2,
            }
        }
    }
}

/// Why there is nothing to check.
enum Unreadable {
    /// Not JSON.
    Json(serde_json::Error),
    /// Not of the shape that the command takes.
    Input(String),
    /// A request that is answered with an error.
    Request(Invalid),
}

impl Unreadable {
    fn error(self) -> Value {
        match self {
            Self::Json(error) => {
                json!({ "code": -32700, "member": null, "message": error.to_string() })
            }
            Self::Input(member) => {
                let message = format!("`{member}` cannot be read");
                json!({ "code": -32602, "member": member, "message": message })
            }
            Self::Request(Invalid {
                message,
                about: About::Member(member),
            }) => {
                json!({ "code": -32602, "member": member, "message": message })
            }
            Self::Request(Invalid {
                message,
                about: About::Limit(limit),
            }) => {
                json!({ "code": -32602, "member": null, "limit": limit, "message": message })
            }
        }
    }
}

pub(super) type Object = Map<String, Value>;

fn parse(input: &str) -> Result<(Object, Option<Object>), Unreadable> {
    let text = input.strip_prefix('\u{feff}').unwrap_or(input);
    let Value::Object(mut whole) = serde_json::from_str(text).map_err(Unreadable::Json)? else {
        return Err(Unreadable::Input("params".into()));
    };
    if !whole.contains_key("params")
        || whole.contains_key("mode")
        || whole.contains_key("requestedSchema")
    {
        return Ok((whole, None));
    }
    let answers = match whole.swap_remove("answers") {
        None | Some(Value::Null) => None,
        Some(Value::Object(answers)) => Some(answers),
        Some(_) => return Err(Unreadable::Input("answers".into())),
    };
    match whole.swap_remove("params") {
        Some(Value::Object(params)) => Ok((params, answers)),
        _ => Err(Unreadable::Input("params".into())),
    }
}

fn answer(form: &Form, answers: &Object) -> Result<Vec<CheckedRow>, Unreadable> {
    let check = |row: &Row| {
        let entered = read_answer(&row.field, answers)?;
        let companion = match &row.companion {
            Some(folded) => match read_answer(&folded.field, answers)? {
                Entered::Text(text) => text,
                Entered::Untouched => folded.field.default_text().unwrap_or_default().to_owned(),
                _ => String::new(),
            },
            None => String::new(),
        };
        Ok(check::check_row(
            row,
            &entered,
            &companion,
            Patterns::Checked,
        ))
    };
    form.rows.iter().map(check).collect()
}

/// An answer as typed; one that is left out means untouched.
fn read_answer(field: &Field, answers: &Object) -> Result<Entered, Unreadable> {
    let unreadable = || Unreadable::Input(format!("answers.{}", field.name));
    let texts: Vec<String> = match answers.get(&field.name) {
        None | Some(Value::Null) => return Ok(Entered::Untouched),
        Some(Value::Array(values)) => values.iter().map(value_text).collect(),
        Some(Value::Object(_)) => return Err(unreadable()),
        Some(value) => vec![value_text(value)],
    };
    Ok(match (&field.control, &texts[..]) {
        (Control::Unsupported, _) => Entered::Untouched,
        (Control::Multi { .. }, [text]) if text.is_empty() && answers[&field.name].is_string() => {
            Entered::Cleared
        }
        (Control::Multi { .. }, texts) => drafts::choose_many(field, texts),
        (Control::Choice(_) | Control::Boolean, [text]) => drafts::choose_one(field, text),
        (_, [text]) => Entered::Text(text.clone()),
        (_, _) => return Err(unreadable()),
    })
}
