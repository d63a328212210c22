//! Agents that run on another machine, and what can go wrong on the way to them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::text::visible;

/// What is configured about an agent that runs on another machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct RemoteView {
    /// Where it is reached; none when its command goes there.
    pub address: Option<String>,
    /// What is sent there can be read on the way.
    pub unencrypted: bool,
    /// A token is kept for it.
    pub token: bool,
    /// That token lies in a file, since there was no keyring.
    pub token_in_file: bool,
    /// It may read and write files here.
    pub files: bool,
    /// It may run commands here.
    pub terminals: bool,
    /// The folders of this machine it may do that in.
    pub roots: Vec<String>,
}

/// What went wrong on the way to an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum Trouble {
    /// The address cannot be used.
    BadAddress,
    /// Its machine could not be reached: no such name, nobody listening, no network.
    Unreachable {
        /// The system's words.
        message: String,
    },
    /// The encryption could not be agreed on, or the certificate is not trusted.
    Encryption {
        /// The words of what checks it.
        message: String,
    },
    /// Nothing came in time.
    Silent {
        /// How long was waited, in seconds.
        seconds: u32,
    },
    /// The token is missing, or not taken (HTTP 401 or 403).
    NotAllowed {
        /// The HTTP status.
        status: u16,
    },
    /// It answered with a status that is no success.
    Status {
        /// The HTTP status.
        status: u16,
    },
    /// It sends on to another address; that is not followed, since the token would go there.
    SentOn {
        /// The host it sends on to; empty when that cannot be read.
        host: String,
    },
    /// It answered with something that is not of the protocol.
    WrongType {
        /// What it called its answer; empty when it did not say.
        found: String,
    },
    /// It does not speak WebSocket in the way agreed on.
    NotWebSocket,
    /// It sent a message that is longer than is taken.
    TooLong {
        /// The most bytes that are taken.
        limit: u64,
    },
    /// The agent's side closed the connection.
    Closed,
    /// The connection broke off.
    Broken {
        /// The system's words.
        message: String,
    },
}

impl Trouble {
    /// With what came from outside fit to be shown.
    pub(crate) fn shown(self) -> Self {
        match self {
            Self::Unreachable { message } => Self::Unreachable {
                message: visible(&message),
            },
            Self::Encryption { message } => Self::Encryption {
                message: visible(&message),
            },
            Self::Broken { message } => Self::Broken {
                message: visible(&message),
            },
            Self::SentOn { host } => Self::SentOn {
                host: visible(&host),
            },
            Self::WrongType { found } => Self::WrongType {
                found: visible(&found),
            },
            other => other,
        }
    }

    /// Whether trying again later may help without anybody changing anything.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Silent { .. } | Self::Closed | Self::Broken { .. } => {
                true
            }
            Self::Status { status } => *status >= 500 || matches!(status, 404 | 408 | 425 | 429),
            Self::BadAddress
            | Self::Encryption { .. }
            | Self::NotAllowed { .. }
            | Self::SentOn { .. }
            | Self::WrongType { .. }
            | Self::NotWebSocket
            | Self::TooLong { .. } => false,
        }
    }
}

/// A connection that dropped is about to be tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct RetryView {
    /// Which time it will be, counted from 1.
    pub attempt: u32,
    /// How many times at most.
    pub most: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
}
