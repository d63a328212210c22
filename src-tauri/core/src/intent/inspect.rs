//! What the person wants of the inspector.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::ConnectionId;
use crate::view::TraceFilter;

/// An intent about the protocol's log of a connection. A page asks again and again: each question is answered
/// once, as soon as there is something new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum Inspect {
    /// Tell what is new.
    Look {
        /// Whose log.
        connection: ConnectionId,
        /// The page that asks: a number it has drawn for itself. A later question takes the place of one that
        /// has not been answered.
        viewer: u32,
        /// The number of the question, given back with the answer.
        look: u32,
        /// Which lines.
        filter: TraceFilter,
        /// The cursor of the last answer; 0: from the beginning.
        after: u32,
    },
    /// Look no longer.
    Leave {
        /// The page.
        viewer: u32,
    },
    /// Tell what a message says.
    Read {
        /// Whose log.
        connection: ConnectionId,
        /// The page.
        viewer: u32,
        /// The message.
        number: u32,
        /// All of it, however long.
        whole: bool,
    },
    /// Put a message on the clipboard, without its secrets.
    Copy {
        /// Whose log.
        connection: ConnectionId,
        /// The message.
        number: u32,
    },
    /// Forget what is kept.
    Clear {
        /// Whose log.
        connection: ConnectionId,
    },
    /// Write what is kept to a file the person chooses, without secrets.
    Export {
        /// Whose log.
        connection: ConnectionId,
    },
}
