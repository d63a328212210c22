//! A message on its way: its parts while files are read, and what of it an agent may send back.

use serde_json::Value;

use super::Mention;
use crate::view::{FileHit, PictureView};

/// A part of a message.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    Text(String),
    Picture(PictureView),
    File(PartFile),
}

/// A file or folder in a message.
#[derive(Debug, Clone)]
pub(crate) struct PartFile {
    pub(crate) path: String,
    /// What the agent is told as its name.
    pub(crate) name: String,
    pub(crate) folder: bool,
    /// Its place among what the entry shows as attached.
    pub(crate) view: usize,
    /// Its place among the files that are read.
    pub(crate) read: Option<usize>,
    /// It stands in the message's text.
    pub(crate) mention: bool,
}

/// A message whose files are being read.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    pub(crate) ticket: u32,
    pub(crate) parts: Vec<Part>,
}

/// What is left of our prompt that an agent may send back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Echo {
    text: String,
    others: usize,
}

impl Echo {
    /// All of a prompt.
    pub(crate) fn of(blocks: &[Value]) -> Self {
        let mut echo = Self::default();
        for block in blocks {
            match block["text"].as_str() {
                Some(text) => echo.text.push_str(text),
                None => echo.others += 1,
            }
        }
        echo
    }

    /// Whether a text is the next that is left; then it is left no more.
    pub(crate) fn takes_text(&mut self, text: &str) -> bool {
        let rest = self.text.strip_prefix(text).map(ToOwned::to_owned);
        let taken = rest.is_some();
        self.text = rest.unwrap_or_else(|| std::mem::take(&mut self.text));
        taken
    }

    /// Whether something that is not text is left; then one less is.
    pub(crate) fn takes_other(&mut self) -> bool {
        let taken = self.others > 0;
        self.others = self.others.saturating_sub(1);
        taken
    }
}

/// A search for files that has not ended.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    pub(crate) ticket: u32,
    pub(crate) query: String,
}

/// A file that was found.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) view: FileHit,
    pub(crate) mention: Mention,
}
