//! What the settings hold beside agents: values that may be secret, MCP servers, and what the person agrees to.
//!
//! A secret's text passes through the core once, on its way from the settings form to where it is kept; what
//! stays is the key under which the engine finds it again. Why: what the core holds is drawn and written to files.
//!
//! Why an agreement: the page is not trusted, and a program that is started can do everything the person can.
//! So what the page wants to be kept is shown once outside of the page, and counts after a yes there.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::{AgentId, McpId};
use crate::view::ServerKind;

/// A text that is neither shown nor logged.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(String);

impl SecretText {
    /// Takes a text.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for whoever needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("…")
    }
}

/// A variable or a header whose value is kept apart from the settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret {
    /// The name of the variable or header.
    pub name: String,
    /// Under what the engine keeps the value.
    pub key: String,
    /// It lies in a file that only the person can read, since there was no keyring.
    pub in_file: bool,
}

/// An MCP server that agents are told to use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct McpServer {
    /// Its key.
    pub id: McpId,
    /// The person's name for it; agents are told it.
    pub name: String,
    /// How it is reached.
    pub way: McpWay,
    /// Variables of its environment, or headers of requests to it.
    pub values: Vec<(String, String)>,
    /// Those whose values are secret.
    #[serde(default)]
    pub secrets: Vec<Secret>,
    /// The agents that are given it; none: all.
    pub agents: Option<Vec<AgentId>>,
}

/// How an MCP server is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum McpWay {
    /// The agent starts a program and talks to its streams.
    Stdio {
        /// Program and arguments.
        command: Vec<String>,
    },
    /// Over HTTP.
    Http {
        /// Where.
        url: String,
    },
    /// Over HTTP with server-sent events.
    Sse {
        /// Where.
        url: String,
    },
}

impl McpWay {
    /// Which way it is.
    pub fn kind(&self) -> ServerKind {
        match self {
            Self::Stdio { .. } => ServerKind::Stdio,
            Self::Http { .. } => ServerKind::Http,
            Self::Sse { .. } => ServerKind::Sse,
        }
    }
}

/// What an MCP server needs to be given to an agent, as the engine found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equipped {
    /// The absolute path of its program; none for one without.
    pub program: Option<String>,
    /// Its secret values, by name.
    pub secrets: Vec<(String, SecretText)>,
}

/// Why an MCP server is not given to an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum LeftOut {
    /// The agent does not take servers of this kind.
    NotTaken {
        /// The kind.
        kind: ServerKind,
    },
    /// It is a program of this machine, and the agent runs on another one.
    Elsewhere,
    /// There is no such program.
    NotFound {
        /// The program as named.
        program: String,
    },
    /// A secret value could not be read.
    Secret {
        /// The name of the variable or header.
        name: String,
    },
}

/// What the person is asked to agree to, outside of the page. All text is fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The name the settings give it.
    pub name: String,
    /// What is to be kept.
    pub what: Agreed,
    /// The names of its variables or headers.
    pub variables: Vec<String>,
    /// The folders it works in.
    pub folders: Vec<String>,
    /// It runs on another machine.
    pub elsewhere: Option<Elsewhere>,
}

/// What the person agrees to about an agent that runs on another machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    /// It may read and write files of this machine.
    pub files: bool,
    /// It may run commands on this machine.
    pub terminals: bool,
    /// In these folders.
    pub roots: Vec<String>,
}

/// What an agreement is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agreed {
    /// An agent that is started by this command line.
    Agent {
        /// As it would be typed.
        command: String,
    },
    /// An agent that is reached over the network.
    AgentAt {
        /// Where.
        address: String,
        /// What is sent there can be read on the way.
        unencrypted: bool,
        /// Something secret is sent along.
        token: bool,
    },
    /// A registry of agents that is fetched once.
    Registry {
        /// Where it is.
        address: String,
        /// The host that is asked.
        host: String,
    },
    /// An MCP server that agents start by this command line.
    Program {
        /// As it would be typed.
        command: String,
    },
    /// An MCP server at this address.
    Address {
        /// As given.
        url: String,
    },
}

/// Whether a value of this name is kept as a secret when the person does not say.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace('-', "_");
    let ends = ["KEY", "TOKEN", "PASS", "PAT"];
    let last = name.rsplit('_').next().unwrap_or_default();
    ends.contains(&last)
        || ["SECRET", "PASSWORD", "PASSWD", "APIKEY", "CREDENTIAL"]
            .iter()
            .any(|part| name.contains(part))
        || ["AUTHORIZATION", "PROXY_AUTHORIZATION", "COOKIE"].contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known() {
        let check =
            |name: &str, expected: bool| assert_eq!(is_secret_name(name), expected, "{name}");
        check("OPENAI_API_KEY", true);
        check("github-token", true);
        check("DB_PASSWORD", true);
        check("CLIENT_SECRET_ID", true);
        check("Authorization", true);
        check("X-Api-Key", true);
        check("KEY", true);
        check("PATH", false);
        check("KEYBOARD", false);
        check("TOKENIZER", false);
        check("MONKEY", false);
    }

    #[test]
    fn a_secret_is_not_printed() {
        assert_eq!(format!("{:?}", SecretText::new("s3cret".into())), "…");
    }
}
