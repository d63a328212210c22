//! What the person takes away.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::export::ExportFormat;
use crate::id::{EntryId, SessionKey};

/// Something to take away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum Take {
    /// The agent's last message, to the clipboard.
    Answer {
        /// The session.
        session: SessionKey,
    },
    /// A block of code in a text, to the clipboard.
    Code {
        /// The session.
        session: SessionKey,
        /// The entry.
        entry: EntryId,
        /// The part of what a tool call yields; none: the entry's own words.
        content: Option<u32>,
        /// Where the block around it begins in the text, in UTF-16 units with plain line ends.
        at: u32,
        /// Its place among the blocks of code from there on.
        number: u32,
    },
    /// A change of a file as a patch, to the clipboard.
    Patch {
        /// The session.
        session: SessionKey,
        /// The entry.
        entry: EntryId,
        /// The part's place.
        content: u32,
    },
    /// The session, to a file.
    Session {
        /// The session.
        session: SessionKey,
        /// How.
        format: ExportFormat,
    },
}
