//! The inspector: the protocol's log of a connection as it is drawn. All text is without secrets.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{NoteCode, ReasonCode};
use crate::id::ConnectionId;

/// Which way a message went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum TraceWay {
    /// From the agent to Assent.
    FromAgent,
    /// From Assent to the agent.
    ToAgent,
}

/// What a line of the log is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum TraceKind {
    /// It wants an answer.
    Request,
    /// The answer to a request.
    Response,
    /// It wants none.
    Notification,
    /// A line that is no message of JSON-RPC.
    NotProtocol,
    /// A line of the agent's error output.
    Stderr,
}

/// One line of the log, without what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TraceRow {
    /// Its number on this connection, counted from 1.
    pub number: u32,
    /// Unix milliseconds.
    pub at: i64,
    /// Which way it went.
    pub way: TraceWay,
    /// What it is.
    pub kind: TraceKind,
    /// Its method; of a response that of the request.
    pub method: Option<String>,
    /// Its id as JSON, so that `1` and `"1"` differ.
    pub id: Option<String>,
    /// Its whole size in bytes.
    pub bytes: u64,
    /// Of a request its response, of a response its request; of a cancellation what it takes back.
    pub partner: Option<u32>,
    /// Milliseconds between request and response, on both of them.
    pub took: Option<u32>,
    /// It is, or was answered by, an error; or it is not protocol.
    pub failed: bool,
    /// There is something to say about it: [`TraceMessage::findings`].
    pub remarked: bool,
}

/// A message that is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TraceMessage {
    /// Its row.
    pub row: TraceRow,
    /// What it says, indented where it is JSON.
    pub text: String,
    /// More of it is kept than is given here.
    pub more: bool,
    /// It was too long to be kept whole.
    pub cut: bool,
    /// How many secrets are masked in it.
    pub masked: u32,
    /// What there is to say about it.
    pub findings: Vec<Finding>,
}

/// Which lines are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct TraceFilter {
    /// Only those that went this way.
    pub way: Option<TraceWay>,
    /// Only those of this kind.
    pub kind: Option<TraceKind>,
    /// Only those whose method holds this, in any case.
    pub method: String,
    /// Only those that say this, in any case.
    pub text: String,
    /// Only errors, and what was remarked on.
    pub failed: bool,
}

/// What the page that looks at a log is told.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[ts(export)]
pub enum TraceNews {
    /// Lines that are new, or changed, since it asked last.
    Rows {
        /// Of which connection.
        connection: ConnectionId,
        /// The question this answers.
        look: u32,
        /// To be given with the next question.
        cursor: u32,
        /// There is more to be had at once.
        more: bool,
        /// Lines with a smaller number are gone.
        first: u32,
        /// How many lines are kept.
        kept: u32,
        /// How many have left because there were too many.
        left: u32,
        /// The lines, in the order in which they changed.
        rows: Vec<TraceRow>,
    },
    /// A message the page asked for.
    Message {
        /// Of which connection.
        connection: ConnectionId,
        /// The message; none: it is gone.
        message: Option<TraceMessage>,
    },
}

/// Why a request was not shown as the agent may expect, or what is odd about it. Worded by the interface, with
/// the rule and what to send instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum Finding {
    /// Its mode was not advertised: -32602.
    ModeOff {
        /// `form` or `url`.
        mode: String,
    },
    /// Its mode is none there is, or missing: -32602.
    ModeUnknown {
        /// As given.
        mode: Option<String>,
    },
    /// A member is missing or of the wrong type: -32602.
    Malformed {
        /// The member, as a path.
        member: String,
    },
    /// More than Assent takes: -32602.
    OverLimit {
        /// The limit's name.
        limit: String,
    },
    /// Its `elicitationId` is that of one that has not ended: -32602.
    IdInUse,
    /// Its `url` cannot be read as an address: -32602.
    NotAnAddress,
    /// Its session is none of this connection: -32602.
    NoSuchSession,
    /// Too many asks wait on the person: -32800.
    TooMany {
        /// How many may wait.
        limit: u32,
        /// In its session; else on its connection.
        in_session: bool,
    },
    /// The person muted links of this agent: `decline`.
    Muted,
    /// Assent has no such method: -32601.
    NoSuchMethod,
    /// The connection was being ended: -32800.
    Stopping,
    /// It is shown on the connection: it names neither a session nor a request that is open.
    NoScope {
        /// The session it names.
        session: Option<String>,
    },
    /// Something in a form was read otherwise than it was sent.
    FormNote {
        /// The field, if it is about one.
        field: Option<String>,
        /// What.
        note: NoteCode,
    },
    /// A required field cannot be drawn, so that the form cannot be accepted.
    Blocked {
        /// Its label.
        field: String,
    },
    /// The form asks for a secret, which a form must not.
    AsksForSecret,
    /// The link cannot be opened.
    LinkRefused {
        /// Why.
        reasons: Vec<ReasonCode>,
    },
    /// It ended without the person's answer.
    Dismissed {
        /// By what.
        by: DismissedBy,
    },
    /// The agent took it back: -32800.
    TakenBack,
}

/// What ended an ask without the person's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum DismissedBy {
    /// The turn was stopped, or the session closed.
    Session,
    /// The agent was stopped, or Assent was closed.
    Connection,
    /// The request it belonged to (`requestId`) was answered.
    Request,
}
