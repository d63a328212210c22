//! What the person wants of what is stored on this computer.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An intent about what is stored. What is deleted cannot be had back: the page asks first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum Privacy {
    /// Measure it.
    Look,
    /// Delete sessions with their transcripts and drafts. Those that are connected stay open.
    DeleteTranscripts {
        /// Only those in which nothing has happened for so many days; none: all.
        days: Option<u32>,
    },
    /// Delete the consent record.
    DeleteRecord,
    /// Delete the secret values of all agents and MCP servers of the settings.
    DeleteSecrets,
}
