//! Names of things: our own keys, and the agent's request ids.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

macro_rules! key {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[serde(transparent)]
        #[ts(export)]
        pub struct $name(pub u32);
    };
}

key!(
    /// A configured agent.
    AgentId
);
key!(
    /// An MCP server of the settings.
    McpId
);
key!(
    /// One running process of an agent, from its start on.
    ConnectionId
);
key!(
    /// A session as Assent counts them. The agent's own `sessionId` is text and only unique within its connection.
    SessionKey
);
key!(
    /// Something that waits, or has waited, on the person.
    AskId
);
key!(
    /// An entry of a transcript, unique in its session.
    EntryId
);

/// A terminal of an agent, as the core counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerminalKey(pub u32);
impl ConnectionId {
    /// No connection: never given to one.
    pub const NONE: Self = Self(0);
}

/// One of our own requests to an agent, as the core counts them (the SDK's id on the wire is another).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// One incoming request of an agent, as the engine counts them: the place of its responder. Ids on the
/// wire may repeat, this never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestKey(pub u64);

/// The id of a JSON-RPC request as it stood on the wire, so that `1` and `"1"` differ.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WireId(String);

impl WireId {
    /// Takes the id as JSON; `null`, numbers and strings are the ids JSON-RPC knows.
    pub fn new(id: &Value) -> Self {
        Self(id.to_string())
    }

    /// The id as JSON.
    pub fn as_json(&self) -> &str {
        &self.0
    }
}
