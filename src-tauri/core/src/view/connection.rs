//! Agents, connections and sessions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    AttachedView, CommandView, EarlierView, QueuedView, RemoteView, RetryView, Trouble, UsageView,
    ValueView,
};
use crate::id::{AgentId, ConnectionId, SessionKey};
use crate::page::Seqs;

/// A configured agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct AgentView {
    /// Its key.
    pub id: AgentId,
    /// The person's name for it.
    pub name: String,
    /// The command as it would be typed.
    pub command: String,
    /// The folder new sessions start in.
    pub cwd: String,
    /// Whether forms are advertised to it.
    pub forms: bool,
    /// Whether links are advertised to it.
    pub links: bool,
    /// Added environment.
    pub env: Vec<ValueView>,
    /// Further folders for new sessions.
    pub folders: Vec<String>,
    /// It is kept in the settings; one of the command line is there this once.
    pub kept: bool,
    /// It runs on another machine.
    pub remote: Option<RemoteView>,
    /// It is not said to run on another machine, and its command looks as if it went to one.
    pub seems_elsewhere: bool,
}

/// A connection: one process of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ConnectionView {
    /// Its key.
    pub id: ConnectionId,
    /// Whose process it is.
    pub agent: AgentId,
    /// The person's name for the agent.
    pub name: String,
    /// What the agent calls itself and its version; claims, to be marked as such.
    pub claims: Option<String>,
    /// How it stands.
    pub status: ConnectionStatus,
    /// Links of this connection are answered `decline` unseen.
    pub links_muted: bool,
    /// The last lines of its error output, with visible escapes.
    pub stderr: Vec<String>,
    /// Lines on its output that were not protocol, newest last, bounded.
    pub noise: Vec<String>,
    /// The last messages exchanged with it, oldest first, once it has ended.
    pub last: Vec<ProtocolLine>,
    /// Whether the agent offers ways to sign in.
    pub can_sign_in: bool,
    /// The agent can sign out.
    pub can_sign_out: bool,
    /// The agent can list its sessions.
    pub can_list: bool,
    /// The agent can take up sessions it lists.
    pub can_open: bool,
    /// The agent can delete sessions it lists.
    pub can_delete: bool,
    /// The sessions it listed, once it was asked to.
    pub earlier: Option<EarlierView>,
    /// It is reached over the network.
    pub remote: bool,
    /// What went wrong on the way to it, when that ended it.
    pub trouble: Option<Trouble>,
    /// It dropped and is about to be tried again.
    pub retry: Option<RetryView>,
}

/// A message of the protocol as it went over the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ProtocolLine {
    /// It went to the agent.
    pub ours: bool,
    /// Its text, or the beginning of it with the rest counted.
    pub text: String,
}

/// How a connection stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "kebab-case")]
#[ts(export)]
pub enum ConnectionStatus {
    /// The process starts, or has not answered `initialize` yet.
    Starting,
    /// `initialize` went well.
    Ready,
    /// It could not be started.
    Failed {
        /// Why.
        reason: StartFailure,
    },
    /// It ended.
    Ended {
        /// Exit code, where there is one.
        code: Option<i32>,
        /// Signal that ended it (Unix).
        signal: Option<i32>,
        /// Whether the person asked for it.
        asked: bool,
    },
}

/// Why a connection did not come about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum StartFailure {
    /// No such program.
    NotFound {
        /// The program as named.
        program: String,
    },
    /// The program is there and may not be run.
    NotAllowed {
        /// The program as named.
        program: String,
    },
    /// A secret value of its environment could not be read from where it is kept.
    Secret {
        /// The variable.
        name: String,
    },
    /// The folder to start in does not exist.
    NoFolder {
        /// The folder.
        folder: String,
    },
    /// Anything else the system said.
    System {
        /// Its words.
        message: String,
    },
    /// Over the network it could not be reached, or not be talked to.
    Remote {
        /// Why.
        trouble: Trouble,
    },
    /// The agent speaks another version of the protocol.
    WrongVersion {
        /// The version it answered, as text.
        offered: String,
        /// Ours.
        wanted: u32,
    },
    /// `initialize` was answered with an error or with something unreadable.
    BadInitialize {
        /// What it said.
        message: String,
    },
}

/// A session, without its transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SessionView {
    /// Its key.
    pub id: SessionKey,
    /// The connection it lives on; [`ConnectionId::NONE`] for one of an earlier run.
    pub connection: ConnectionId,
    /// Whose session it is.
    pub agent: AgentId,
    /// The person's name for that agent.
    pub agent_name: String,
    /// Its title: the agent's, else the beginning of the first prompt.
    pub title: Option<String>,
    /// Its folder.
    pub cwd: String,
    /// How it stands.
    pub status: SessionStatus,
    /// Whether a turn runs, and how the last one ended.
    pub turn: TurnState,
    /// The text in the composer as last sent to Rust.
    pub composer: String,
    /// The number of the page's last intent that changed it.
    pub composer_seq: u32,
    /// The same for every page.
    #[serde(skip)]
    #[ts(skip)]
    pub composed: Seqs,
    /// It has a window of its own.
    pub own_window: bool,
    /// The files that text mentions.
    pub mentioned: Vec<AttachedView>,
    /// Whether something came that the person has not seen.
    pub unread: bool,
    /// Its transcript is of an earlier run and was not read yet.
    pub shelved: bool,
    /// How many asks were turned away because too many waited.
    pub turned_away: u32,
    /// What can be set for it: mode, model and the like.
    pub options: Vec<OptionSetView>,
    /// The commands its agent offers, in the order sent.
    pub commands: Vec<CommandView>,
    /// How many further commands are not listed, since there are too many.
    pub commands_more: u32,
    /// What it has used, once the agent has said.
    pub usage: Option<UsageView>,
    /// Messages that wait for their turn, the next one first.
    pub queue: Vec<QueuedView>,
    /// The queue stands still until the person lets it go on.
    pub queue_paused: bool,
}

/// Something that can be set for a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct OptionSetView {
    /// The agent's name for it; empty for an agent's modes.
    pub name: String,
    /// Its description.
    pub description: Option<String>,
    /// A switch: value 0 is off, 1 is on, and `values` is empty.
    pub boolean: bool,
    /// What it can be set to.
    pub values: Vec<OptionValueView>,
    /// The value it has, as a place in `values`; none when the agent named one that it does not list.
    pub current: Option<u32>,
    /// A change waits for the agent's answer.
    pub changing: bool,
    /// It is of a type we do not know, this one: it cannot be set here.
    pub unknown: Option<String>,
}

/// A value that can be set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct OptionValueView {
    /// The agent's name for it.
    pub name: String,
    /// Its description.
    pub description: Option<String>,
    /// The group it stands in.
    pub group: Option<String>,
}

/// How a session stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "kebab-case")]
#[ts(export)]
pub enum SessionStatus {
    /// `session/new` has not been answered.
    Opening,
    /// It can be talked to.
    Open,
    /// The agent wants a sign-in first.
    SignInFirst,
    /// The agent did not open it.
    Failed {
        /// Its words.
        message: String,
    },
    /// Its connection has ended. A prompt takes it up again.
    Disconnected,
    /// The agent does not take it up again.
    CannotRejoin {
        /// Its words; none when it has no way to.
        message: Option<String>,
    },
}

/// Whether a turn runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "kebab-case")]
#[ts(export)]
pub enum TurnState {
    /// No turn has run, or the last one ended with `reason`.
    Idle {
        /// How the last one ended.
        last: Option<TurnEnd>,
    },
    /// A turn runs.
    Running,
    /// `session/cancel` was sent, the prompt's answer has not come.
    Stopping,
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[ts(export)]
pub enum TurnEnd {
    /// The agent is done.
    EndTurn,
    /// The model ran out of tokens.
    MaxTokens,
    /// The agent ran out of requests to its model.
    MaxTurnRequests,
    /// The agent refuses.
    Refusal,
    /// The person stopped it.
    Cancelled,
    /// A reason we do not know.
    Other {
        /// As sent.
        value: String,
    },
    /// The prompt was answered with an error.
    Error {
        /// JSON-RPC code.
        code: i64,
        /// The agent's words.
        message: String,
    },
    /// The connection ended first.
    Lost,
}
