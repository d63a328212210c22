//! Forms: reading a request, its controls, its values (form-rules).
//!
//! One parser serves checking, showing and sending, so what is shown is what is sent.

use serde_json::{Map, Value};

use crate::view::{Draft, FieldState, FormView, Problem, Remark};

mod ecma;
mod format;
mod number;
mod pattern;
mod secrets;
mod uri;
mod words;

/// A form as read from `elicitation/create`. Does not change.
#[derive(Debug, Clone)]
pub struct Form {}

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

/// Reads the params of an `elicitation/create` of mode form.
pub fn read(_params: &Map<String, Value>) -> Result<Form, Invalid> {
    Ok(Form {})
}

impl Form {
    /// What to draw.
    pub fn view(&self) -> FormView {
        unreachable!("in work")
    }

    /// The drafts of an untouched form.
    pub fn drafts(&self) -> FormDrafts {
        unreachable!("in work")
    }

    /// Checks everything. May take as long as the caps of patterns allow (about 100 ms a pattern).
    pub fn check(&self, _drafts: &FormDrafts) -> FormChecked {
        unreachable!("in work")
    }

    /// What stands in a row's control, without problems and remarks.
    pub fn field_state(&self, _index: usize, _row: &RowDraft, _seq: u32) -> FieldState {
        unreachable!("in work")
    }

    /// Takes a draft from the interface into the row: one of the wrong shape for the field's kind, or
    /// naming options that do not exist, is `None` and changes nothing.
    pub fn accepts(&self, _index: usize, _draft: Draft) -> Option<Draft> {
        unreachable!("in work")
    }

    /// The draft as text a person can keep (label: value, one a line), secrets left out.
    pub fn draft_text(&self, _drafts: &FormDrafts) -> String {
        unreachable!("in work")
    }
}
