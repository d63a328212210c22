//! Forms: reading a request, its controls, its values (form-rules).
//!
//! One parser serves checking, showing and sending, so what is shown is what is sent.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::known_keys::is_known_key;
use crate::page::Seqs;
use crate::text::taken;
use crate::view::{Draft, FieldKind, FieldState, FormNote, FormView, Problem, Remark};

mod check;
mod conventions;
mod drafts;
mod draw;
mod ecma;
mod field;
mod format;
mod number;
mod options;
mod outcome;
mod pattern;
mod printed;
mod read;
mod report;
mod rows;
mod schema;
mod secrets;
mod uri;
mod words;

pub use read::read;
pub use report::{Report, report};
pub(crate) use secrets::is_secret as names_secret;

use check::{CheckedRow, Patterns};
use field::Row;

/// A form as read from `elicitation/create`. Does not change.
#[derive(Debug, Clone)]
pub struct Form {
    rows: Vec<Row>,
    /// Where each property of the schema went, in their order.
    places: Vec<Place>,
    /// With names as sent.
    notes: Vec<FormNote>,
    /// The message, or what stands above the fields, asks for a secret.
    message_asks: bool,
    view: FormView,
}

/// Where a property went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It is the question of this row.
    Question(usize),
    /// It is the companion of this row.
    Companion(usize),
}

/// What the person has entered: for each row a draft and the companion's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormDrafts {
    /// One per row of the [`FormView`].
    pub rows: Vec<RowDraft>,
}

/// What is entered in one row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowDraft {
    /// The field.
    pub draft: Draft,
    /// Its companion; empty is nothing.
    pub companion: String,
}

/// Why a whole request is answered with -32602 (form-rules 1, first two lines of the table).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Invalid {
    /// In words, for the agent's author.
    pub message: String,
    /// What it is about.
    pub about: About,
}

/// What an invalid request is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// A member of the params, as a path (`requestedSchema.properties`).
    Member(String),
    /// A limit of ours, by name.
    Limit(String),
}

/// What a check of the whole form found.
#[derive(Debug, Clone, PartialEq)]
pub struct FormChecked {
    /// One per row: what is wrong, in the stable order.
    pub problems: Vec<Vec<Problem>>,
    /// One per row: what the person should know.
    pub remarks: Vec<Vec<Remark>>,
    /// What would be sent; none while anything is wrong or blocked.
    pub content: Option<Map<String, Value>>,
    /// The same as indented JSON with secrets masked, for showing.
    pub masked: Option<String>,
    /// A field asks for a secret and is filled, or a value looks like one.
    pub has_secret: bool,
}

impl Form {
    /// What to draw.
    pub fn view(&self) -> FormView {
        self.view.clone()
    }

    /// The drafts of an untouched form.
    pub fn drafts(&self) -> FormDrafts {
        let companion = |row: &Row| {
            row.companion
                .as_ref()?
                .field
                .default_text()
                .map(str::to_owned)
        };
        FormDrafts {
            rows: self
                .rows
                .iter()
                .map(|row| RowDraft {
                    draft: Draft::Untouched,
                    companion: companion(row).unwrap_or_default(),
                })
                .collect(),
        }
    }

    /// Checks everything. May take as long as the caps of patterns allow (about 100 ms a pattern).
    /// A row without a draft counts as untouched.
    pub fn check(&self, drafts: &FormDrafts) -> FormChecked {
        let untouched = RowDraft::default();
        let rows = self.rows.iter().enumerate().map(|(at, row)| {
            let draft = drafts.rows.get(at).unwrap_or(&untouched);
            check::check_row(
                row,
                &drafts::entered(&row.field, &draft.draft),
                &draft.companion,
                Patterns::Checked,
            )
        });
        self.conclude(rows.collect())
    }

    /// Checks one row: what is wrong, and what the person should know. None if there is no such row. May
    /// take as long as the row's patterns take.
    pub fn check_row(&self, index: usize, draft: &RowDraft) -> Option<(Vec<Problem>, Vec<Remark>)> {
        let row = self.rows.get(index)?;
        let entered = drafts::entered(&row.field, &draft.draft);
        Some(merge(check::check_row(
            row,
            &entered,
            &draft.companion,
            Patterns::Checked,
        )))
    }

    fn conclude(&self, rows: Vec<CheckedRow>) -> FormChecked {
        let content = self.content(&rows);
        let has_secret = self.has_secret(&rows);
        let masked = content.as_ref().map(|content| self.masked(content, &rows));
        let (problems, remarks) = rows.into_iter().map(merge).unzip();
        FormChecked {
            problems,
            remarks,
            content,
            masked,
            has_secret,
        }
    }

    /// The names of the fields whose answers may be secret: those that ask for one, and every free text when the
    /// message asks for one.
    pub(crate) fn secret_names(&self) -> BTreeSet<String> {
        let companions = self.rows.iter().filter_map(|row| row.companion.as_ref());
        let fields = self.rows.iter().map(|row| &row.field);
        fields
            .chain(companions.map(|companion| &companion.field))
            .filter(|field| field.secret || (self.message_asks && field.is_free_text()))
            .map(|field| field.name.clone())
            .collect()
    }

    fn content(&self, rows: &[CheckedRow]) -> Option<Map<String, Value>> {
        let wrong = |row: &CheckedRow| {
            !row.question.problems.is_empty() || !row.companion.problems.is_empty()
        };
        if !self.view.blocked.is_empty() || rows.iter().any(wrong) {
            return None;
        }
        let value = |place: &Place| match *place {
            Place::Question(row) => {
                Some((&self.rows[row].field, rows[row].question.value.clone()?))
            }
            Place::Companion(row) => Some((
                &self.rows[row].companion.as_ref()?.field,
                rows[row].companion.value.clone()?,
            )),
        };
        Some(
            self.places
                .iter()
                .filter_map(value)
                .map(|(field, value)| (field.name.clone(), value))
                .collect(),
        )
    }

    fn has_secret(&self, rows: &[CheckedRow]) -> bool {
        rows.iter().zip(&self.rows).any(|(checked, row)| {
            let folded = row.companion.as_ref().map(|companion| &companion.field);
            [
                (&checked.question, Some(&row.field)),
                (&checked.companion, folded),
            ]
            .into_iter()
            .any(|(checked, field)| {
                let asked = field.is_some_and(|field| {
                    field.secret || (self.message_asks && field.is_free_text())
                });
                checked.looks_like_secret() || (asked && checked.value.is_some())
            })
        })
    }

    fn masked(&self, content: &Map<String, Value>, rows: &[CheckedRow]) -> String {
        let mut masked = content.clone();
        for (row, checked) in self.rows.iter().zip(rows) {
            let folded = row.companion.as_ref().map(|companion| &companion.field);
            for (field, checked) in [
                (Some(&row.field), &checked.question),
                (folded, &checked.companion),
            ] {
                let Some(field) = field.filter(|field| field.secret || checked.looks_like_secret())
                else {
                    continue;
                };
                if let Some(Value::String(text)) = masked.get_mut(&field.name) {
                    *text = format!("•••• ({})", text.chars().count());
                }
            }
        }
        format!("{:#}", Value::Object(masked))
    }

    /// What stands in a row's control, without problems and remarks. A row that does not exist is empty.
    pub fn field_state(&self, index: usize, row: &RowDraft, seq: u32) -> FieldState {
        let drawn = self.rows.get(index).map_or(Draft::Untouched, |known| {
            draw::shown(&known.field, &drafts::entered(&known.field, &row.draft))
        });
        let shown = match (&row.draft, drawn) {
            // What is half typed stands as it was typed: joined and split again it would come out otherwise.
            (Draft::DateTime { date, time, zone }, Draft::DateTime { date: again, .. })
                if *date != again || time.is_empty() || zone.is_empty() =>
            {
                row.draft.clone()
            }
            (_, drawn) => drawn,
        };
        let default = self
            .rows
            .get(index)
            .and_then(|row| row.companion.as_ref()?.field.default_text());
        FieldState {
            touched: row.draft != Draft::Untouched || row.companion != default.unwrap_or_default(),
            companion: row.companion.clone(),
            seq,
            seqs: Seqs::default(),
            problems: Vec::new(),
            remarks: Vec::new(),
            suggestion: None,
            scripted: false,
            chosen: match &shown {
                Draft::Options { indices } => u32::try_from(indices.len()).unwrap_or(u32::MAX),
                _ => 0,
            },
            shown,
        }
    }

    /// Takes a draft from the interface into the row: one of the wrong shape for the field's kind, or
    /// naming options that do not exist, is `None` and changes nothing. The draft given back is the one to
    /// keep: an emptied date-time is cleared, options are in their order.
    pub fn accepts(&self, index: usize, draft: Draft) -> Option<Draft> {
        drafts::accepts(self.rows.get(index)?, draft)
    }

    /// A number that is equal for rows of the same name and schema, so that an earlier answer may be
    /// offered (form-rules 7); whether the agent is the same is for the caller to know. None for secrets
    /// and for what cannot be drawn. Holds within one version of Assent.
    pub fn row_key(&self, index: usize) -> Option<u64> {
        let row = self.rows.get(index).filter(|row| !row.is_secret())?;
        (row.field.control.kind() != FieldKind::Unsupported).then_some(row.field.fingerprint)
    }

    /// The draft as text a person can keep (label: value, one a line), secrets left out.
    pub fn draft_text(&self, drafts: &FormDrafts) -> String {
        let mut lines = Vec::new();
        for (row, draft) in self.rows.iter().zip(&drafts.rows) {
            let entered = drafts::entered(&row.field, &draft.draft);
            let typed = Some(draft.companion.clone()).filter(|text| !text.is_empty());
            let folded = row.companion.as_ref().map(|companion| &companion.field);
            for (field, value) in [
                (Some(&row.field), drafts::readable(&row.field, &entered)),
                (folded, typed),
            ] {
                if let (Some(field), Some(value)) = (field, value)
                    && !field.secret
                    && !is_known_key(&value)
                {
                    lines.push(format!("{}: {value}", taken::label(field.label())));
                }
            }
        }
        lines.join("\n")
    }
}

/// A row's problems and remarks; the companion's codes are never those of its question.
fn merge(row: CheckedRow) -> (Vec<Problem>, Vec<Remark>) {
    let CheckedRow {
        mut question,
        companion,
    } = row;
    question.problems.extend(companion.problems);
    question.remarks.extend(companion.remarks);
    (question.problems, question.remarks)
}

#[cfg(test)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "tables of `json!` read better without `&`"
)]
mod tests;
