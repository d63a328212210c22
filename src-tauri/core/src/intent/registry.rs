//! What the person wants of a registry of agents.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An intent about a registry of agents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum RegistryIntent {
    /// Read one from a file that is chosen in the system's dialog.
    FromFile,
    /// Fetch one, once the person has agreed to the address outside of the page.
    FromAddress {
        /// As typed.
        address: String,
    },
    /// Forget it.
    Close,
    /// Put a part of an entry on the clipboard.
    Copy {
        /// The agent's place in the list.
        agent: u32,
        /// What.
        part: RegistryPart,
    },
}

/// A part of an entry that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "of", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum RegistryPart {
    /// The address of its source.
    Repository,
    /// The command of a way to start it.
    Command {
        /// The way's place.
        way: u32,
    },
    /// The address of a way's archive.
    Archive {
        /// The way's place.
        way: u32,
    },
}
