//! What was found.

use serde::Serialize;
use ts_rs::TS;

use crate::id::{EntryId, SessionKey};

/// The part of an entry in which something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "part", rename_all = "kebab-case")]
#[ts(export)]
pub enum FindPart {
    /// Its words.
    Text,
    /// Its words, which are folded at first.
    Folded,
    /// The title of a tool call.
    Title,
    /// The files a tool call works on.
    Files,
    /// A part of what a tool call yields.
    Content {
        /// Its place.
        place: u32,
    },
    /// The input of a tool call.
    Input,
    /// The output of a tool call.
    Output,
}

/// A place in a transcript where what is looked for stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FindHit {
    /// The entry.
    pub entry: EntryId,
    /// Where in it.
    pub at: FindPart,
    /// The place in the part as it is written, in UTF-16 units.
    pub place: u32,
}

/// A session in which what is looked for stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SearchHit {
    /// The session.
    pub session: SessionKey,
    /// It stands in the title.
    pub in_title: bool,
    /// How many entries it stands in, of those looked at.
    pub entries: u32,
    /// It may stand in older ones as well: enough were found.
    pub more: bool,
    /// The newest of them, the newest first.
    pub lines: Vec<SearchLine>,
}

/// An entry in which what is looked for stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SearchLine {
    /// The entry.
    pub entry: EntryId,
    /// Unix milliseconds at which it began.
    pub at: i64,
    /// Whose words it stands in.
    pub kind: SearchKind,
    /// The text before it, itself, and the text after it.
    pub line: [String; 3],
}

/// Whose words something stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum SearchKind {
    /// The person's.
    Prompt,
    /// The agent's.
    Answer,
    /// The agent's thinking.
    Thought,
    /// A tool call.
    Tool,
    /// Anything else.
    Other,
}
