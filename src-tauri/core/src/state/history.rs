//! Earlier answers, for suggestions in later forms (form-rules 7): in memory only, and never a secret.

use std::collections::HashMap;

use crate::form::RowDraft;

/// Answers that are kept; when there are more, all are forgotten, which costs a suggestion and no answer.
const MOST: usize = 5_000;

/// What was answered before, by agent and field.
#[derive(Debug, Clone, Default)]
pub(crate) struct History(HashMap<HistoryKey, RowDraft>);

/// An agent, by the person's name for it, with the key of a field ([`crate::form::Form::row_key`]).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct HistoryKey {
    pub(crate) agent: String,
    pub(crate) field: u64,
}

impl History {
    pub(crate) fn keep(&mut self, key: HistoryKey, answer: RowDraft) {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(key, answer);
    }

    pub(crate) fn find(&self, key: &HistoryKey) -> Option<&RowDraft> {
        self.0.get(key)
    }
}
