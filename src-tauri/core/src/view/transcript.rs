//! The transcript.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{AttachedView, PastAskView, Trouble, TurnEnd};
use crate::id::{AskId, EntryId};
use crate::settings::LeftOut;

/// One entry of a transcript.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct EntryView {
    /// Its key.
    pub id: EntryId,
    /// Unix milliseconds at which it began.
    pub at: i64,
    /// What it is.
    pub body: EntryBody,
    /// The agent has refused the turn it belongs to: it is no longer part of the conversation.
    pub dropped: bool,
}

/// What an entry is (`data-kind`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(export)]
pub enum EntryBody {
    /// The person's words.
    User {
        /// As typed.
        text: String,
        /// What went along with them.
        #[serde(default)]
        attached: Vec<AttachedView>,
    },
    /// The agent's words: Markdown.
    Agent {
        /// So far.
        text: String,
    },
    /// The agent's thinking: Markdown.
    Thought {
        /// So far.
        text: String,
    },
    /// Content that is not text.
    Content {
        /// Whose.
        from: Speaker,
        /// What.
        content: ContentView,
    },
    /// A tool call.
    Tool {
        /// As it stands.
        tool: ToolView,
    },
    /// A plan; a later one replaces it.
    Plan {
        /// Its steps.
        steps: Vec<PlanStep>,
    },
    /// The agent makes room: what was said before is summed up.
    Compaction {
        /// As it stands.
        compaction: CompactionView,
    },
    /// Something the agent tells the person that is no part of the conversation.
    AgentNotice {
        /// How much it matters, as the agent has it.
        severity: Severity,
        /// In short.
        title: String,
        /// More of it.
        description: Option<String>,
    },
    /// An ask: its card stands here.
    Ask {
        /// Which.
        ask: AskId,
    },
    /// An ask of an earlier run, as it ended.
    PastAsk {
        /// What is left of it.
        past: Box<PastAskView>,
    },
    /// A line of Assent's own.
    Note {
        /// What it says.
        note: NoteView,
    },
    /// An update of a kind we do not know, kept visible.
    Unrecognised {
        /// Its kind.
        update: String,
        /// Its JSON, bounded.
        json: String,
    },
}

/// Whose content it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Speaker {
    /// The person.
    User,
    /// The agent.
    Agent,
    /// The agent, thinking.
    Thought,
}

/// Content that is not text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum ContentView {
    /// A picture.
    Image {
        /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
        mime: String,
        /// Base64.
        data: String,
    },
    /// A sound. Named, and not played.
    Sound {
        /// Its media type.
        mime: Option<String>,
        /// Its size.
        bytes: u64,
    },
    /// A resource named by an address. Shown as text, never as a link.
    Resource(ResourceView),
    /// Anything else: other pictures, kinds we do not know.
    Other {
        /// What kind, in the protocol's words.
        what: String,
        /// Its media type.
        mime: Option<String>,
        /// Its size, where it came along.
        #[serde(default)]
        bytes: Option<u64>,
    },
}

/// A resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ResourceView {
    /// Its name.
    pub name: String,
    /// Its address.
    pub uri: String,
    /// The agent's words about it.
    #[serde(default)]
    pub about: Option<String>,
    /// Its media type.
    #[serde(default)]
    pub mime: Option<String>,
    /// Its size, where it is told.
    #[serde(default)]
    pub bytes: Option<u64>,
    /// Its text, where it came along.
    pub text: Option<String>,
}

/// A tool call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ToolView {
    /// Its title; may be empty.
    pub title: String,
    /// Its kind in the protocol's words (`read`, `edit`, `execute`, …; `other` for unknown ones).
    pub kind: String,
    /// How it stands.
    pub status: ToolStatus,
    /// What it yields.
    pub content: Vec<ToolContent>,
    /// Files it works on: path and line (1-based).
    pub locations: Vec<LocationView>,
    /// Its raw input as indented JSON, bounded.
    pub input: Option<String>,
    /// Its raw output as indented JSON, bounded.
    pub output: Option<String>,
}

/// What was said before, summed up by the agent to have room again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct CompactionView {
    /// How it stands.
    pub status: ToolStatus,
    /// What is kept of what was said.
    pub summary: Vec<ToolContent>,
    /// Why it failed, in the agent's words.
    pub error: Option<String>,
}

/// How much something matters, as an agent has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Severity {
    /// To know. Words we do not know count as this.
    Info,
    /// To look at.
    Warning,
    /// Something went wrong.
    Error,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct LocationView {
    /// Absolute path.
    pub path: String,
    /// Line, counted from 1.
    pub line: Option<u32>,
}

/// How a tool call stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ToolStatus {
    /// Not begun.
    #[default]
    Pending,
    /// Running.
    InProgress,
    /// Done.
    Completed,
    /// Went wrong.
    Failed,
    /// The person stopped the turn.
    Cancelled,
}

/// What a tool call yields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum ToolContent {
    /// Markdown.
    Text {
        /// The text.
        text: String,
    },
    /// Content that is not text.
    Content {
        /// What.
        content: ContentView,
    },
    /// A change to a file.
    Diff {
        /// Absolute path.
        path: String,
        /// Before; none for a new file.
        old: Option<String>,
        /// After.
        new: String,
    },
    /// A terminal of its session.
    Terminal {
        /// Its id.
        id: String,
    },
    /// A kind we do not know.
    Unrecognised {
        /// Its JSON, bounded.
        json: String,
    },
}

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PlanStep {
    /// What is to be done.
    pub text: String,
    /// `pending`, `in_progress`, `completed`; others count as pending.
    pub status: ToolStatus,
    /// `high`, `medium`, `low`, else empty.
    pub priority: String,
}

/// A line of Assent's own in a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "note", rename_all = "kebab-case")]
#[ts(export)]
pub enum NoteView {
    /// How a turn ended, when it is worth saying (anything but `end_turn`).
    TurnEnded {
        /// How.
        end: TurnEnd,
    },
    /// A request of the agent was answered with an error and not shown.
    AskRefused {
        /// Our words to the agent.
        message: String,
        /// The member of the params it is about, or the limit broken.
        about: Option<String>,
    },
    /// A link was answered `decline` because links of this agent are muted.
    LinkMuted {
        /// The link's host.
        host: Option<String>,
    },
    /// The agent did not take what the person set.
    NotSet {
        /// Its words.
        message: String,
    },
    /// An MCP server of the settings was not given to the agent.
    ServerLeftOut {
        /// Its name.
        server: String,
        /// Why.
        why: LeftOut,
    },
    /// The agent cannot take further folders, so those of its settings were not given to it.
    FoldersLeftOut,
    /// The connection ended.
    ConnectionEnded {
        /// Exit code.
        code: Option<i32>,
        /// Signal.
        signal: Option<i32>,
    },
    /// The connection over the network ended.
    Dropped {
        /// What went wrong, as far as it is known.
        trouble: Option<Trouble>,
    },
    /// The agent wrote a line that is longer than the limit; it was skipped.
    LineTooLong {
        /// Its length in bytes.
        bytes: u64,
    },
    /// The oldest entries are not kept: the transcript is longer than what is kept.
    NotKept {
        /// How many.
        entries: u32,
    },
    /// The message above was longer than what is kept of one: its end was left out.
    TextCut {
        /// How many bytes were left out.
        bytes: u64,
    },
    /// Updates that came before the session was open were left out: there were too many.
    EarlyLeftOut {
        /// How many.
        updates: u32,
    },
    /// The agent could not take the session up again; a new one begins here, and it knows nothing of what
    /// stands above.
    BeganAnew,
    /// The agent took the session up again without telling what was said in it before.
    NoReplay,
}
