//! MCP servers of the settings, and values that may be secret.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::{AgentId, McpId};

/// A variable or a header. A secret's value is never told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ValueView {
    /// Its name.
    pub name: String,
    /// Its value; none for a secret.
    pub value: Option<String>,
    /// The secret lies in a file, since there was no keyring.
    pub in_file: bool,
}

/// An MCP server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ServerView {
    /// Its key.
    pub id: McpId,
    /// The person's name for it.
    pub name: String,
    /// How it is reached.
    pub kind: ServerKind,
    /// Its command as it would be typed; empty for one that is not started.
    pub command: String,
    /// Where it is; empty for one that is started.
    pub url: String,
    /// Its variables or headers.
    pub values: Vec<ValueView>,
    /// The agents that are given it; none: all.
    pub agents: Option<Vec<AgentId>>,
}

/// How an MCP server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum ServerKind {
    /// A program that the agent starts.
    Stdio,
    /// Over HTTP.
    Http,
    /// Over HTTP with server-sent events.
    Sse,
}
