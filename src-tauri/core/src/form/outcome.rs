//! What a check on the command line found, put together.

use serde_json::{Value, json};

use super::check::{self, Checked, CheckedRow, Patterns};
use super::field::{Choice, Control, Entered, Field, Row};
use super::read::blocks;
use super::report::{Object, Report};
use super::{Form, Place, printed};
use crate::scope::{Scope, scope};
use crate::text::taken;
use crate::view::{FormNote, NoteCode, Problem, Remark};

/// What there is to say.
pub(super) struct Outcome<'a> {
    pub(super) form: &'a Form,
    pub(super) message: &'a str,
    pub(super) notes: Vec<FormNote>,
    /// One per row, when answers came.
    answered: Option<Vec<CheckedRow>>,
}

impl<'a> Outcome<'a> {
    pub(super) fn new(
        params: &'a Object,
        form: &'a Form,
        answered: Option<Vec<CheckedRow>>,
    ) -> Self {
        let message = params
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let mut outcome = Self {
            form,
            message,
            notes: form.notes.clone(),
            answered,
        };
        let mut found: Vec<(String, NoteCode)> = Vec::new();
        for (field, checked) in outcome.fields() {
            found.extend(pattern_notes(field, checked).map(|code| (field.name.clone(), code)));
        }
        for (name, code) in found {
            let note = FormNote {
                field: Some(name),
                code,
            };
            if !outcome.notes.contains(&note) {
                outcome.notes.push(note);
            }
        }
        if scope(params) == Scope::None {
            outcome.notes.push(FormNote {
                field: None,
                code: NoteCode::NoScope,
            });
        }
        outcome
    }

    /// Every field in the order of the schema, with what answers to it came to.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&Field, Option<&Checked>)> {
        self.form.places.iter().filter_map(|place| {
            let (Place::Question(at) | Place::Companion(at)) = *place;
            let (row, checked) = (
                &self.form.rows[at],
                self.answered.as_ref().map(|rows| &rows[at]),
            );
            match place {
                Place::Question(_) => Some((&row.field, checked.map(|row| &row.question))),
                Place::Companion(_) => Some((
                    &row.companion.as_ref()?.field,
                    checked.map(|row| &row.companion),
                )),
            }
        })
    }

    /// Names of required fields that cannot be drawn.
    pub(super) fn blocked(&self) -> impl Iterator<Item = &str> {
        self.form
            .rows
            .iter()
            .filter(|row| blocks(row))
            .map(|row| row.field.name.as_str())
    }

    /// What is wrong, with the names of the fields.
    pub(super) fn problems(&self) -> impl Iterator<Item = (&str, &Problem)> {
        self.fields().flat_map(|(field, checked)| {
            let problems = checked.map_or(&[][..], |checked| &checked.problems);
            problems
                .iter()
                .map(|problem| (field.name.as_str(), problem))
        })
    }

    /// What would be sent.
    pub(super) fn content(&self) -> Option<Object> {
        self.form.content(self.answered.as_ref()?)
    }

    fn flags(&self) -> Vec<Value> {
        let flag = |field: Value, code: &str| json!({ "field": field, "code": code });
        let mut flags = Vec::new();
        for (field, checked) in self.fields() {
            if field.secret {
                flags.push(flag(json!(field.name), "asks-for-secret"));
            }
            if checked.is_some_and(Checked::looks_like_secret) {
                flags.push(flag(json!(field.name), "looks-like-secret"));
            }
        }
        if self.form.message_asks {
            flags.push(flag(Value::Null, "asks-for-secret"));
        }
        flags
    }

    pub(super) fn into_report(self) -> Report {
        let blocked: Vec<&str> = self.blocked().collect();
        let mut report = json!({
            "title": self.form.view.title,
            "fields": self.form.rows.iter().map(row_json).collect::<Vec<_>>(),
            "blocked": blocked,
            "notes": self.notes,
        });
        let errors: Vec<Value> = self
            .problems()
            .map(|(name, problem)| json!({ "field": name, "code": problem.code }))
            .collect();
        let exit = u8::from(!(blocked.is_empty() && errors.is_empty()));
        if self.answered.is_some() {
            if let Some(content) = self.content() {
                report["content"] = Value::Object(content);
            } else if !errors.is_empty() {
                report["errors"] = Value::Array(errors);
            }
            report["flags"] = Value::Array(self.flags());
        }
        Report {
            json: report,
            text: printed::form(&self),
            exit,
        }
    }
}

/// What reading leaves out, since it compiles no pattern.
fn pattern_notes(field: &Field, checked: Option<&Checked>) -> impl Iterator<Item = NoteCode> {
    let pattern = field.text().and_then(|text| text.pattern.as_ref());
    let unchecked = pattern.is_some_and(|pattern| !pattern.compiles())
        || checked.is_some_and(|checked| checked.remarks.contains(&Remark::PatternUnchecked));
    let breaks = pattern.is_some()
        && field.default.is_some()
        && !check::check_field(field, &Entered::Untouched, Patterns::Checked)
            .problems
            .is_empty();
    let codes = [
        (unchecked, NoteCode::PatternUnchecked),
        (breaks, NoteCode::DefaultInvalid),
    ];
    codes
        .into_iter()
        .filter_map(|(found, code)| found.then_some(code))
}

fn row_json(row: &Row) -> Value {
    let field = &row.field;
    let option = |option: &Choice| {
        json!({
            "value": option.value,
            "title": taken::label(&option.label()),
            "description": option.description.as_deref().map(taken::words),
        })
    };
    json!({
        "name": field.name,
        "kind": field.control.kind(),
        "label": taken::label(field.label()),
        "required": field.required,
        "options": field.options().iter().map(option).collect::<Vec<_>>(),
        "companion": row.companion.as_ref().map(|companion| &companion.field.name),
        "secret": field.secret,
        "default": default_json(field),
    })
}

fn default_json(field: &Field) -> Option<Value> {
    let value = |index: &u32| {
        Some(
            field
                .options()
                .get(usize::try_from(*index).ok()?)?
                .value
                .clone(),
        )
    };
    match (field.default.as_ref()?, &field.control) {
        (Entered::Text(text), Control::Number { .. }) => serde_json::from_str(text).ok(),
        (Entered::Text(text), _) => Some(Value::String(text.clone())),
        (Entered::YesNo(yes), _) => Some(Value::Bool(*yes)),
        (Entered::Option(index), _) => value(index),
        (Entered::Options { indices, .. }, _) => Some(indices.iter().filter_map(value).collect()),
        _ => None,
    }
}
