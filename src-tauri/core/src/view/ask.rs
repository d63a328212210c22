//! Asks: everything that waits on the person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Finding, FormState, FormView, LinkView, TerminalView, ToolView};
use crate::client::TerminalExit;
use crate::id::{AskId, ConnectionId, SessionKey};

/// An ask, drawn in the dock while open and in the transcript afterwards.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct AskView {
    /// Who, where, and how it stands.
    pub head: AskHead,
    /// What is asked.
    pub body: AskBody,
    /// What there is to say to the agent's author about it.
    pub findings: Vec<Finding>,
}

/// Who asks, where, and how the ask stands.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct AskHead {
    /// Its key; asks are ordered by it, oldest first.
    pub id: AskId,
    /// Which connection sent it.
    pub connection: ConnectionId,
    /// Which session it belongs to; none: the connection (sign-in, `requestId: null`, unknown session).
    pub session: Option<SessionKey>,
    /// The agent, by the name the person gave it.
    pub agent: String,
    /// How it stands.
    pub status: AskStatus,
    /// The agent's message, with visible escapes. Empty for permissions.
    pub message: String,
    /// Title of the tool call it belongs to.
    pub tool: Option<String>,
    /// Unix milliseconds at which it came.
    pub asked_at: i64,
    /// Unix milliseconds at which it ended.
    pub ended_at: Option<i64>,
}

/// How an ask stands (`data-status`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum AskStatus {
    /// It waits on the person.
    Pending,
    /// A link that was opened and not completed yet.
    Waiting,
    /// Answered with accept (permission: with an option).
    Accepted,
    /// A link that was opened and that the agent says is finished.
    Completed,
    /// Answered with decline.
    Declined,
    /// Answered with cancel.
    Cancelled,
    /// The agent took it back.
    Withdrawn,
    /// The connection ended first.
    Lost,
    /// We answered it with an error.
    Refused,
}

impl AskStatus {
    /// Whether the agent still waits for our answer.
    pub fn is_open(self) -> bool {
        self == Self::Pending
    }
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(export)]
pub enum AskBody {
    /// `elicitation/create`, mode form.
    Form {
        /// What does not change.
        form: FormView,
        /// What does.
        state: FormState,
    },
    /// `elicitation/create`, mode url.
    Link {
        /// All of it.
        link: LinkView,
    },
    /// `session/request_permission`.
    Permission {
        /// All of it.
        permission: PermissionView,
    },
    /// The agent answered -32000 and offers ways to sign in.
    SignIn {
        /// All of it.
        sign_in: SignInView,
    },
}

/// A permission asked for a tool call.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct PermissionView {
    /// The tool call as it stands.
    pub tool: ToolView,
    /// The options in the order sent.
    pub options: Vec<PermissionOption>,
    /// The option the person chose, as an index.
    pub chosen: Option<u32>,
    /// The command line in the tool's input: what would be run, whatever the title says.
    pub command: Option<String>,
    /// The file or address in the tool's input, or the first file the call names.
    pub target: Option<String>,
    /// Milliseconds the card must have been shown unchanged before an option that is not for this once counts.
    pub arm_after: u32,
    /// It is Assent that asks, about a file outside the session's folders; the options have no names.
    pub outside: Option<OutsideAccess>,
}

/// What an agent wants to do to a file outside the session's folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum OutsideAccess {
    /// Read it.
    Read,
    /// Write it.
    Write,
}

/// One option of a permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct PermissionOption {
    /// The agent's words.
    pub name: String,
    /// What it means.
    pub kind: PermissionKind,
}

/// What an option of a permission means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum PermissionKind {
    /// This time.
    AllowOnce,
    /// From now on.
    AllowAlways,
    /// Not this time.
    RejectOnce,
    /// Never.
    RejectAlways,
    /// A kind we do not know.
    Other,
}

impl PermissionKind {
    /// Whether it may reach further than this once, so that it takes a deliberate answer.
    pub fn is_armed(self) -> bool {
        matches!(self, Self::AllowAlways | Self::RejectAlways | Self::Other)
    }
}

/// Ways to sign in that an agent offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SignInView {
    /// The methods, in the order sent.
    pub methods: Vec<SignInMethod>,
    /// The index of the method that runs now.
    pub running: Option<u32>,
    /// The index of the method that was tried last.
    pub tried: Option<u32>,
    /// Why the last try failed.
    pub failed: Option<SignInFailure>,
    /// The terminal of the method that runs in one, or ran last. The person can type into it while it runs.
    pub terminal: Option<TerminalView>,
}

/// Why a sign-in failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum SignInFailure {
    /// The agent says so.
    Said {
        /// Its words.
        message: String,
    },
    /// What ran in the terminal did not end with exit code 0.
    Ended {
        /// How it ended.
        exit: TerminalExit,
    },
    /// It could not be started in a terminal.
    NotStarted {
        /// The system's words; none when the program or the folder is not there.
        message: Option<String>,
    },
}

/// One way to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SignInMethod {
    /// The agent's name for it.
    pub name: String,
    /// The agent's description of it.
    pub description: Option<String>,
    /// Whether Assent can do it.
    pub supported: bool,
    /// It runs in a terminal, in which the person types.
    pub terminal: bool,
}
