//! The journal: the last lines exchanged with agents, in memory only.
//!
//! What we answer is kept without its content: an answer may be a secret. Nothing of it is ever
//! written to disk.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use assent_core::id::ConnectionId;
use assent_core::view::ProtocolLine;
use serde_json::Value;

use crate::clock;

/// How many lines are kept.
const LINES: usize = 2_000;
/// How many lines of a connection are shown at its end.
const SHOWN: usize = 10;
/// How many characters of each of them.
const SHOWN_OF_LINE: usize = 400;
/// How many bytes of a line are kept.
const BYTES: usize = 4_096;

/// Which way a line went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the agent to us.
    In,
    /// From us to the agent.
    Out,
}

/// A line of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalLine {
    /// With which agent.
    pub connection: ConnectionId,
    /// Unix milliseconds.
    pub at: i64,
    /// Which way.
    pub direction: Direction,
    /// The line, or its beginning.
    pub text: String,
    /// Its whole length in bytes.
    pub bytes: usize,
}

impl JournalLine {
    fn shown(&self) -> ProtocolLine {
        let text: String = self.text.chars().take(SHOWN_OF_LINE).collect();
        let left = self.bytes.saturating_sub(text.len());
        let text = match left {
            0 => text,
            left => format!("{text} … {left} more bytes"),
        };
        ProtocolLine {
            ours: self.direction == Direction::Out,
            text,
        }
    }
}

/// The last lines of all connections. Clones are the same journal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Journal {
    lines: Arc<Mutex<VecDeque<JournalLine>>>,
}

impl Journal {
    /// Adds a line and forgets the oldest when there are too many.
    pub(crate) fn add(&self, connection: ConnectionId, direction: Direction, line: &[u8]) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(JournalLine {
            connection,
            at: clock::unix_millis(),
            direction,
            text: String::from_utf8_lossy(&line[..line.len().min(BYTES)]).into_owned(),
            bytes: line.len(),
        });
    }

    /// The last lines of a connection as they are shown, oldest first.
    pub(crate) fn last_of(&self, connection: ConnectionId) -> Vec<ProtocolLine> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let its = lines.iter().rev().filter(|it| it.connection == connection);
        let mut last: Vec<ProtocolLine> = its.take(SHOWN).map(JournalLine::shown).collect();
        last.reverse();
        last
    }

    /// What is kept, oldest first.
    pub(crate) fn lines(&self) -> Vec<JournalLine> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }
}

/// A line of ours as it is kept, if it is not kept as it is: variables and headers for MCP servers may be
/// secret.
pub(crate) fn without_values(line: &str) -> Option<String> {
    if !line.contains(r#""mcpServers":[{"#) {
        return None;
    }
    let mut message: Value = serde_json::from_str(line).ok()?;
    let servers = message["params"]["mcpServers"].as_array_mut()?;
    for server in servers {
        for list in ["env", "headers"] {
            let values = server.get_mut(list).and_then(Value::as_array_mut);
            for value in values.into_iter().flatten() {
                value["value"] = "…".into();
            }
        }
    }
    Some(message.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_for_servers_are_not_kept() {
        let line = r#"{"id":1,"method":"session/new","params":{"mcpServers":[{"name":"a","env":[{"name":"KEY","value":"s3cret"}]},{"url":"u","headers":[{"name":"h","value":"s3cret"}]}]}}"#;
        let kept = without_values(line).unwrap();
        assert_eq!(kept, line.replace("s3cret", "…"));
        assert_eq!(without_values(&line.replace("mcpServers", "other")), None);
    }

    #[test]
    fn the_journal_keeps_the_last_lines_and_their_beginnings() {
        let journal = Journal::default();
        for number in 0..LINES + 10 {
            journal.add(
                ConnectionId(1),
                Direction::In,
                number.to_string().as_bytes(),
            );
        }
        journal.add(ConnectionId(1), Direction::Out, &vec![b'x'; BYTES * 2]);
        let lines = journal.lines();
        assert_eq!(lines.len(), LINES);
        assert_eq!(lines[0].text, "11");
        let shown = journal.last_of(ConnectionId(1));
        assert_eq!(shown.len(), SHOWN);
        assert_eq!((shown[8].ours, shown[8].text.as_str()), (false, "2009"));
        assert!(shown[9].ours && shown[9].text.ends_with("x … 7792 more bytes"));
        assert!(journal.last_of(ConnectionId(2)).is_empty());
        let last = lines.last().unwrap();
        assert_eq!((last.text.len(), last.bytes), (BYTES, BYTES * 2));
    }
}
