//! Earlier answers, for suggestions in later forms (form-rules 7): in memory only, and never a secret.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Map, Value};

use crate::form::RowDraft;

/// Answers that are kept; when there are more, all are forgotten, which costs a suggestion and no answer.
const MOST: usize = 5_000;

/// What was answered before, by agent and field.
#[derive(Debug, Clone, Default)]
pub(crate) struct History(HashMap<HistoryKey, RowDraft>);

/// An agent, by the person's name for it, with a field's name and schema as sent.
///
/// Why a digest of the schema: it may be as large as a request may be, and there are many answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct HistoryKey {
    agent: String,
    field: u64,
}

impl HistoryKey {
    /// The key of a row whose properties have these names.
    pub(crate) fn new(
        agent: &str,
        params: &Map<String, Value>,
        (question, companion): (&str, Option<&str>),
    ) -> Self {
        let properties = params
            .get("requestedSchema")
            .and_then(|schema| schema.get("properties"));
        let schema = |name: &str| properties.and_then(|all| all.get(name)).cloned();
        let field = Value::Array(
            [Some(question), companion]
                .into_iter()
                .flatten()
                .flat_map(|name| [Value::from(name), schema(name).unwrap_or_default()])
                .collect(),
        );
        let mut digest = DefaultHasher::new();
        field.to_string().hash(&mut digest);
        Self {
            agent: agent.to_owned(),
            field: digest.finish(),
        }
    }
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
