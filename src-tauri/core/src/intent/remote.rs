//! What the settings form holds about an agent that runs on another machine.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An agent that runs on another machine, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct RemoteDraft {
    /// Where it is reached over the network; none: its command goes there.
    pub address: Option<String>,
    /// The token that is sent there.
    pub token: TokenDraft,
    /// It may read and write files of this machine.
    pub files: bool,
    /// It may run commands on this machine.
    pub terminals: bool,
    /// The folders of this machine it may do that in, absolute.
    pub roots: Vec<String>,
}

/// A token as the settings form has it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum TokenDraft {
    /// There is none.
    None,
    /// The one that is kept already.
    Kept,
    /// This one.
    Fresh {
        /// Its text.
        text: String,
    },
}

impl std::fmt::Debug for TokenDraft {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::None => "None",
            Self::Kept => "Kept",
            Self::Fresh { .. } => "Fresh",
        })
    }
}
