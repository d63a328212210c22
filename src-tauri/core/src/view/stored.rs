//! What is stored on this computer.

use serde::Serialize;
use ts_rs::TS;

/// How much of something is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Amount {
    /// Files.
    pub files: u32,
    /// Bytes of all of them.
    pub bytes: u64,
}

/// What is stored, as it was measured.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct StoredView {
    /// The folder that holds all of it, but what is in the keyring.
    pub folder: String,
    /// Sessions with their transcripts and drafts.
    pub sessions: Amount,
    /// Files that could not be read and were put aside.
    pub aside: Amount,
    /// The consent record.
    pub record: Amount,
    /// Agents, MCP servers and preferences.
    pub settings: Amount,
    /// What the window's own engine keeps.
    pub webview: Amount,
    /// Lines of the protocol log, in memory only.
    pub log_lines: u32,
    /// Secret values in the system's keyring.
    pub secrets_in_keyring: u32,
    /// Secret values in a file.
    pub secrets_in_file: u32,
}
