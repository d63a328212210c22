//! What is kept over a restart, and what an agent keeps itself.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{AskStatus, Verdict};
use crate::id::SessionKey;

/// The well-known agents, and where a new one would work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct KnownAgents {
    /// In the order offered.
    pub agents: Vec<KnownAgentView>,
    /// The person's home folder; empty until it is known.
    pub home: String,
}

/// An agent that is ready to be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct KnownAgentView {
    /// Its name.
    pub name: String,
    /// The command as it would be typed.
    pub command: String,
    /// The program that must be there.
    pub program: String,
    /// Whether it is there; none until it was looked for.
    pub installed: Option<bool>,
}

/// Sessions an agent keeps itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct EarlierView {
    /// Those listed so far, in the agent's order.
    pub sessions: Vec<EarlierSession>,
    /// There are more.
    pub more: bool,
    /// The agent was asked and has not answered.
    pub loading: bool,
    /// The agent's words when it did not list or delete.
    pub failed: Option<String>,
}

/// A session an agent listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct EarlierSession {
    /// Our number of it.
    pub number: u32,
    /// Its title.
    pub title: Option<String>,
    /// Its folder.
    pub cwd: String,
    /// When it was last used, in the agent's words.
    pub updated_at: Option<String>,
    /// The same session here, if it is here.
    pub session: Option<SessionKey>,
}

/// What is left of an ask after a restart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PastAskView {
    /// The agent, by the name the person gave it.
    pub agent: String,
    /// How it ended.
    pub status: AskStatus,
    /// The agent's message; a link's code in it is masked.
    pub message: String,
    /// Unix milliseconds at which it ended.
    pub ended_at: Option<i64>,
    /// What was asked.
    pub detail: PastAskDetail,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(export)]
pub enum PastAskDetail {
    /// A form.
    Form {
        /// What was sent, secrets masked.
        sent: Option<String>,
    },
    /// A link. The address is not kept.
    Link {
        /// Its host, ASCII.
        host: Option<String>,
        /// What Assent made of it.
        verdict: Verdict,
        /// The reasons' codes, as text: they may be older than the codes of today.
        reasons: Vec<String>,
    },
    /// A permission.
    Permission {
        /// Title of the tool call.
        tool: String,
        /// The option chosen.
        chosen: Option<String>,
    },
    /// A sign-in.
    SignIn,
}

/// A file of Assent's own that could not be read and was put aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SetAside {
    /// The file, as it was named.
    pub file: String,
    /// Its name now; none when it could not be renamed.
    pub kept_as: Option<String>,
    /// It was written by a newer Assent.
    pub newer: bool,
}

/// Why what a settings form holds cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum AgentProblem {
    /// It has no name.
    Name,
    /// There is no command.
    Command,
    /// A quote in the command is not closed.
    Quote,
    /// The folder is not an absolute path.
    Folder,
    /// A variable or header has a name, or a value, that cannot be one.
    Value {
        /// Its place, counted from 1.
        line: u32,
    },
    /// A variable or header has no value.
    NoValue {
        /// Its place, counted from 1.
        line: u32,
    },
    /// The address is none that starts with `http://` or `https://`.
    Address,
    /// The address is none of an agent, or holds a name, a password or a fragment.
    AgentAddress,
    /// The token cannot be sent, or a header beside it would replace it.
    Token,
    /// Files or commands of this machine are to be shared, and no folder is.
    NothingShared,
    /// Something is too long to be shown before it is kept, or there is too much of it.
    TooLong,
    /// The dialog for what was to be saved before is still open.
    Asking,
    /// The person did not agree in the dialog.
    NotAgreed,
}
