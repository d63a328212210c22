//! The log of a scripted agent: what it received and sent, one JSON object a line, in the form of a recording.
//!
//! `t` is in seconds since the agent's start; `dir` is `c2a` (to the agent), `a2c` (from it), `c2a-nonjson`,
//! `a2c-raw`, `stderr`, `note` or `failed`; the content is `msg` for JSON and `raw` for text.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where a line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// A message of the client.
    #[serde(rename = "c2a")]
    Received,
    /// A line of the client that is not JSON.
    #[serde(rename = "c2a-nonjson")]
    ReceivedText,
    /// A message to the client.
    #[serde(rename = "a2c")]
    Sent,
    /// Bytes to the client that were not made as a message, shortened.
    #[serde(rename = "a2c-raw")]
    SentRaw,
    /// A line of a real agent's output that is not JSON; in recordings only.
    #[serde(rename = "a2c-nonjson")]
    SentText,
    /// A line to standard error.
    #[serde(rename = "stderr")]
    Stderr,
    /// A remark.
    #[serde(rename = "note")]
    Note,
    /// Why the script failed.
    #[serde(rename = "failed")]
    Failed,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Seconds since the start.
    pub t: f64,
    /// Where it comes from.
    pub dir: Direction,
    /// The message, where it is JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub msg: Option<Value>,
    /// The text, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
}

/// Reads a log or a recording; a last line that is still being written is left out.
pub fn read(path: &Path) -> io::Result<Vec<Line>> {
    let text = std::fs::read_to_string(path)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    lines(whole).map_err(io::Error::from)
}

/// Reads the lines of a log or a recording.
pub fn lines(text: &str) -> serde_json::Result<Vec<Line>> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(serde_json::from_str)
        .collect()
}

/// The messages that an agent has received, in order.
pub fn received(path: &Path) -> io::Result<Vec<Value>> {
    let lines = read(path)?.into_iter();
    Ok(lines
        .filter(|line| line.dir == Direction::Received)
        .filter_map(|line| line.msg)
        .collect())
}

/// A log being written. Each line is written at once, so that a killed agent has told all it knew.
#[derive(Debug)]
pub(super) struct Log<W = File> {
    start: Instant,
    /// None when nobody asked for a log.
    out: Option<W>,
}

impl Log {
    /// Adds to the file that the environment names, if it names one.
    pub(super) fn from_environment() -> io::Result<Self> {
        let out = match std::env::var_os(super::LOG_VARIABLE) {
            Some(path) => Some(OpenOptions::new().create(true).append(true).open(path)?),
            None => None,
        };
        Ok(Self::new(out))
    }
}

impl<W: Write> Log<W> {
    pub(super) fn new(out: Option<W>) -> Self {
        Self {
            start: Instant::now(),
            out,
        }
    }

    pub(super) fn message(&mut self, dir: Direction, message: &Value) {
        self.line(dir, Some(message.clone()), None);
    }

    pub(super) fn text(&mut self, dir: Direction, text: impl Into<String>) {
        self.line(dir, None, Some(text.into()));
    }

    fn line(&mut self, dir: Direction, msg: Option<Value>, raw: Option<String>) {
        let Some(out) = &mut self.out else { return };
        let t = (self.start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        let written = serde_json::to_string(&Line { t, dir, msg, raw })
            .map_err(io::Error::from)
            .and_then(|line| out.write_all(format!("{line}\n").as_bytes()));
        if written.is_err() {
            // A test that looks into the log will notice; the agent has no better place to say so.
            self.out = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_can_be_read() {
        let mut log = Log::new(Some(Vec::new()));
        log.message(Direction::Received, &json!({"id": 1}));
        log.text(Direction::Note, "a remark");
        let text = String::from_utf8(log.out.unwrap()).unwrap();
        let read = lines(&text).unwrap();
        assert_eq!(read[0].dir, Direction::Received);
        assert_eq!(read[0].msg, Some(json!({"id": 1})));
        assert_eq!(read[1].raw.as_deref(), Some("a remark"));
    }

    #[test]
    fn a_line_that_is_being_written_is_left_out() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(
            file.path(),
            "{\"t\":0,\"dir\":\"c2a\",\"msg\":{\"id\":1}}\n{\"t\":0,\"di",
        )
        .unwrap();
        assert_eq!(received(file.path()).unwrap(), [json!({"id": 1})]);
    }
}
