//! Updates for sessions that are not known yet: some agents tell of a session before they answer `session/new`.

use std::collections::VecDeque;

use serde_json::Value;

use crate::weight::weight;

/// Updates that are kept.
const MOST: usize = 10_000;
/// What they weigh at most, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// Such updates of a connection, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Early {
    kept: VecDeque<(String, Value, usize)>,
    bytes: usize,
    left_out: u32,
}

impl Early {
    /// Keeps an update for a session, by the agent's id of it. The oldest make room.
    pub(crate) fn put(&mut self, session: &str, params: Value) {
        let bytes = session.len() + weight(&params);
        if bytes > MOST_BYTES {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        self.bytes += bytes;
        self.kept.push_back((session.to_owned(), params, bytes));
        while self.bytes > MOST_BYTES || self.kept.len() > MOST {
            let Some((_, _, bytes)) = self.kept.pop_front() else {
                return;
            };
            self.bytes -= bytes;
            self.left_out = self.left_out.saturating_add(1);
        }
    }

    /// Takes out those of a session, and how many were left out since this was asked last.
    pub(crate) fn take(&mut self, session: &str) -> (Vec<Value>, u32) {
        let all = std::mem::take(&mut self.kept);
        let mut ours = Vec::new();
        for (of, params, bytes) in all {
            if of == session {
                self.bytes -= bytes;
                ours.push(params);
            } else {
                self.kept.push_back((of, params, bytes));
            }
        }
        (ours, std::mem::take(&mut self.left_out))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_kept_is_bounded_in_number_and_in_bytes_and_the_rest_is_counted() {
        let mut early = Early::default();
        for number in 0..MOST + 5 {
            early.put("a", json!(number));
        }
        early.put("b", json!("x".repeat(MOST_BYTES + 1)));
        let (kept, left_out) = early.take("a");
        assert_eq!((kept.len(), left_out), (MOST, 6));
        assert_eq!((kept[0].as_u64(), early.bytes), (Some(5), 0));

        for session in ["a", "b", "a"] {
            early.put(session, json!("x".repeat(MOST_BYTES / 2)));
        }
        assert!(early.bytes <= MOST_BYTES);
        let (kept, left_out) = early.take("a");
        assert_eq!((kept.len(), left_out), (1, 2));
        assert_eq!(early.take("b").0.len(), 0);
    }
}
