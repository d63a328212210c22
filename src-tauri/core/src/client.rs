//! What an agent may have the client do: read and write text files, run commands in terminals.
//!
//! These are the words in which the core orders such work and the engine reports on it.

use serde::Serialize;
use ts_rs::TS;

use crate::settings::Secret;

/// The width of every terminal, in characters.
pub const COLUMNS: u16 = 100;
/// The height of every terminal's screen, in lines.
pub const ROWS: u16 = 24;

/// Work on a file that an agent asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileCall {
    /// `fs/read_text_file`.
    Read {
        /// Absolute path, as the agent wrote it.
        path: String,
        /// The first line wanted, counted from 1.
        line: Option<u64>,
        /// The most lines wanted.
        limit: Option<u64>,
    },
    /// `fs/write_text_file`.
    Write {
        /// Absolute path, as the agent wrote it.
        path: String,
        /// The whole new text.
        content: String,
    },
}

impl FileCall {
    /// The path, as the agent wrote it.
    pub fn path(&self) -> &str {
        match self {
            Self::Read { path, .. } | Self::Write { path, .. } => path,
        }
    }
}

/// What became of work on a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileOutcome {
    /// The text that was read.
    Read(String),
    /// It is written.
    Written,
    /// Nothing was done: the path leads outside the roots.
    Outside {
        /// Where it leads, symbolic links followed.
        resolved: String,
        /// What is there now, for a file that would be written and can be shown.
        before: Option<String>,
    },
    /// There is no such file.
    Missing,
    /// It is not UTF-8 text.
    NotText,
    /// It is a folder, a device or the like.
    NotFile,
    /// It is larger than what is read or written at once.
    TooLarge {
        /// The most bytes there may be.
        limit: u64,
    },
    /// The system refused.
    Failed {
        /// Its words.
        message: String,
    },
}

/// A command for a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerminalCommand {
    /// A program; without arguments it may also be a line for the shell.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Added environment.
    pub env: Vec<(String, String)>,
    /// Its folder, absolute.
    pub cwd: String,
    /// Where that folder may lie.
    pub roots: Vec<String>,
    /// Added environment whose values are secret.
    pub secrets: Vec<Secret>,
    /// The most bytes of output that are kept for the agent.
    pub limit: Option<u64>,
    /// The person types into it: it is one program, never a line for the shell.
    pub typed: bool,
}

/// Why a terminal could not be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerminalFailure {
    /// The folder is outside the roots.
    OutsideRoots,
    /// There is no such folder.
    NoFolder,
    /// There is no such program.
    NotFound,
    /// The system refused.
    Failed {
        /// Its words.
        message: String,
    },
}

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TerminalExit {
    /// Exit code; none when a signal ended it.
    pub code: Option<u32>,
    /// The name of the signal that ended it, such as `SIGTERM`.
    pub signal: Option<String>,
}
