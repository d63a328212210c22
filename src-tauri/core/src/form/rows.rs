//! Rows by place, for what outlives a form: suggestions from earlier answers and the prefill script.

use serde_json::{Map, Value};

use super::drafts;
use super::field::{Control, Entered, Field, value_text};
use super::{Form, RowDraft};
use crate::known_keys::is_known_key;
use crate::text::taken;
use crate::view::Draft;

impl Form {
    /// Whether it is a permission in form clothes.
    pub(crate) fn is_approval(&self) -> bool {
        self.view.approval
    }

    /// The names of a row's properties as sent: the question's, and the companion's.
    pub(crate) fn row_names(&self, index: usize) -> Option<(&str, Option<&str>)> {
        let row = self.rows.get(index)?;
        let companion = row.companion.as_ref().map(|it| it.field.name.as_str());
        Some((&row.field.name, companion))
    }

    /// Whether what is entered may be kept for a later form: something, and no secret (form-rules 7).
    pub(crate) fn may_be_kept(&self, index: usize, draft: &RowDraft) -> bool {
        let Some(row) = self.rows.get(index) else {
            return false;
        };
        let companion = row.companion.as_ref().map(|it| &it.field);
        let secret = row.field.secret
            || companion.is_some_and(|field| field.secret)
            || (self.message_asks && row.field.is_free_text());
        let something = match &draft.draft {
            Draft::Untouched | Draft::Cleared => !draft.companion.is_empty(),
            _ => true,
        };
        let key = match &draft.draft {
            Draft::Text { text } => is_known_key(text),
            _ => false,
        };
        something && !secret && !key && !is_known_key(&draft.companion)
    }

    /// What is entered, as a line for the person.
    pub(crate) fn row_text(&self, index: usize, draft: &RowDraft) -> Option<String> {
        let row = self.rows.get(index)?;
        let entered = drafts::entered(&row.field, &draft.draft);
        let question = drafts::readable(&row.field, &entered);
        let companion = Some(draft.companion.clone()).filter(|it| !it.is_empty());
        let parts: Vec<String> = question.into_iter().chain(companion).collect();
        (!parts.is_empty()).then(|| taken::label(&parts.join(" · ")))
    }

    /// What a script enters in a row: values by name, as typed or as JSON. None where it enters nothing that
    /// fits, and never a secret.
    pub(crate) fn scripted(&self, index: usize, fields: &Map<String, Value>) -> Option<RowDraft> {
        let row = self.rows.get(index)?;
        let folded = row.companion.as_ref();
        let companion = folded
            .filter(|it| !it.field.secret)
            .and_then(|it| fields.get(&it.field.name))
            .map(value_text)
            .unwrap_or_default();
        let draft = fields
            .get(&row.field.name)
            .filter(|_| !row.field.secret)
            .and_then(|value| scripted(&row.field, value))
            .and_then(|draft| drafts::accepts(row, draft));
        match draft {
            Some(draft) => Some(RowDraft { draft, companion }),
            None if companion.is_empty() => None,
            None => {
                let alone = folded.is_some_and(|it| it.alone)
                    && matches!(row.field.control, Control::Choice(_));
                let draft = if alone {
                    Draft::Other
                } else {
                    Draft::Untouched
                };
                Some(RowDraft { draft, companion })
            }
        }
    }
}

fn scripted(field: &Field, value: &Value) -> Option<Draft> {
    match (&field.control, value) {
        (_, Value::Null | Value::Object(_)) => None,
        (Control::Multi { .. }, Value::Array(values)) => {
            let texts: Vec<String> = values.iter().map(value_text).collect();
            match drafts::choose_many(field, &texts) {
                Entered::Options { indices, .. } => Some(Draft::Options { indices }),
                _ => None,
            }
        }
        (Control::Multi { .. }, value) => scripted(field, &Value::Array(vec![value.clone()])),
        (_, value) => Some(Draft::Text {
            text: value_text(value),
        }),
    }
}
