//! What is kept once the person has agreed outside of the page.

use crate::event::AgentConfig;
use crate::settings::{McpServer, SecretText};

/// Something that waits for the person's yes.
#[derive(Debug, Clone)]
pub(crate) struct Saving {
    pub(crate) ticket: u32,
    pub(crate) what: Kept,
    /// The texts of its new secrets, by key.
    pub(crate) fresh: Vec<(String, SecretText)>,
}

/// What is kept in the settings.
#[derive(Debug, Clone)]
pub(crate) enum Kept {
    Agent(AgentConfig),
    Server(McpServer),
    /// A registry of agents is to be fetched from this address.
    Registry(String),
}
