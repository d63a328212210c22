//! What happens: everything the core ever hears of the world.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::attach::{FileRead, FoundFile, FoundPath};
use crate::client::{FileOutcome, TerminalExit, TerminalFailure};
use crate::demo::Cast;
use crate::form::FormChecked;
use crate::hand::Hand;
use crate::id::{
    AgentId, AskId, CallId, ConnectionId, RequestKey, SessionKey, TerminalKey, WireId,
};
use crate::intent::Intent;
use crate::page::{Page, PageId};
use crate::place::KeptPlace;
use crate::preferences::KeptPreferences;
use crate::remote::{Remote, TOKEN};
use crate::script::ScriptEntry;
use crate::settings::{Equipped, LeftOut, McpServer, Secret};
use crate::stored::StoredSession;
use crate::view::{
    ConsentRecord, EntryView, HandoffFailure, MenuItem, ProtocolLine, RegistryFailure, SearchHit,
    SetAside, StartFailure, StoredView, TerminalCursor, TerminalLine, Trouble,
};

/// Something that happened, with the time and the randomness the core may use for it.
#[derive(Debug, Clone)]
pub struct Event {
    /// When it happened.
    pub at: Moment,
    /// Fresh random bits, for one-time tokens.
    pub nonce: u128,
    /// The page behind it: where the person did what led to it. [`PageId::NONE`] where there is none.
    pub page: PageId,
    /// What happened.
    pub kind: EventKind,
}

/// A point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moment {
    /// Milliseconds of a clock that only goes forward.
    pub ticks: u64,
    /// Milliseconds since 1970 by the wall clock.
    pub unix: i64,
}

/// What happened.
#[derive(Debug, Clone)]
pub enum EventKind {
    /// The person wants the program to end: they close the main window, or quit. What the system ends is
    /// [`Self::Quit`] at once.
    CloseWanted,
    /// Something was chosen from the system's own menu.
    MenuChosen(MenuItem),
    /// A page wants to be told, for the first time or again.
    PageCame(Page),
    /// A page is gone for good: its window was closed.
    PageGone(PageId),
    /// An agent is configured (settings, `--agent`, `--demo`).
    AgentConfigured(AgentConfig),
    /// There is a demo agent, and whether it plays on a stage.
    DemoCast(Cast),
    /// The program was started again with an agent, while it ran: a session on that is wanted. Its id means
    /// nothing.
    Launched(AgentConfig),
    /// The agents of the settings, read at the start.
    AgentsRead(Vec<AgentConfig>),
    /// The MCP servers of the settings, read at the start.
    ServersRead(Vec<McpServer>),
    /// What the person prefers, read at the start.
    PreferencesRead(KeptPreferences),
    /// The sessions of earlier runs, read at the start.
    SessionsRead(Vec<StoredSession>),
    /// What the windows showed when the program ended, read at the start after the sessions.
    PlaceRead(KeptPlace),
    /// The transcript of a session of an earlier run, read from its file; empty when that cannot be read.
    TranscriptRead {
        /// The session.
        session: SessionKey,
        /// Its entries.
        entries: Vec<EntryView>,
    },
    /// Sessions were searched.
    Searched {
        /// The ticket of the [`crate::effect::Effect::Search`].
        ticket: u32,
        /// What was found in addition to what was told before.
        sessions: Vec<SearchHit>,
        /// All of them were looked at.
        done: bool,
        /// There is more than is told.
        more: bool,
    },
    /// A file of ours could not be read and was put aside.
    SetAside(SetAside),
    /// A file could not be written.
    NotKept,
    /// Programs were looked for.
    ProgramsFound {
        /// Those that are there.
        found: Vec<String>,
        /// The person's home folder; empty when it is not known.
        home: String,
    },
    /// A registry of agents was read or fetched, or not.
    RegistryRead {
        /// The ticket of the [`crate::effect::Effect::ReadRegistry`] or
        /// [`crate::effect::Effect::FetchRegistry`].
        ticket: u32,
        /// The file's path or the address.
        from: String,
        /// This machine, as a registry names it, such as `linux-x86_64`.
        platform: String,
        /// Its text.
        result: Result<String, RegistryFailure>,
    },
    /// The person was asked outside of the page.
    Agreed {
        /// The ticket of the [`crate::effect::Effect::Agree`].
        ticket: u32,
        /// They said yes.
        yes: bool,
    },
    /// Secret values are kept now.
    SecretsKept {
        /// Their keys.
        keys: Vec<String>,
        /// In a file, since there is no keyring.
        in_file: bool,
    },
    /// What MCP servers need was found, in the order asked for.
    Equipped {
        /// For whom.
        connection: ConnectionId,
        /// For which session.
        session: SessionKey,
        /// For each server: what it needs, or why it is not given.
        servers: Vec<Result<Equipped, LeftOut>>,
    },
    /// The person chose a folder.
    FolderChosen {
        /// For a session with this agent; none: for the settings form.
        agent: Option<AgentId>,
        /// Its absolute path.
        folder: String,
    },
    /// The person gave a prefill script.
    ScriptGiven(Vec<ScriptEntry>),
    /// The person wants something.
    Intent(Intent),
    /// The same, with what their hands did last on the page's window.
    Stated(Intent, Hand),
    /// The process runs and the engine is ready for calls.
    Started {
        /// Which.
        connection: ConnectionId,
    },
    /// The process could not be started.
    StartFailed {
        /// Which.
        connection: ConnectionId,
        /// Why.
        reason: StartFailure,
    },
    /// The agent sent a request. Its responder waits in the engine under `key`.
    Asked {
        /// From whom.
        connection: ConnectionId,
        /// Our key.
        key: RequestKey,
        /// The agent's id.
        id: WireId,
        /// The method.
        method: String,
        /// The raw params, member order kept; `null` when there were none.
        params: Value,
    },
    /// The agent sent a notification.
    Notified {
        /// From whom.
        connection: ConnectionId,
        /// The method.
        method: String,
        /// The raw params; `null` when there were none.
        params: Value,
    },
    /// The agent takes a request back (`$/cancel_request`).
    CancelRequested {
        /// From whom.
        connection: ConnectionId,
        /// The agent's id.
        id: WireId,
    },
    /// One of our calls got its id on the wire. Comes before anything the call causes.
    Called {
        /// To whom.
        connection: ConnectionId,
        /// Which call.
        call: CallId,
        /// Its id, as agents name it in `requestId`.
        id: WireId,
    },
    /// The agent answered one of our calls.
    Responded {
        /// From whom.
        connection: ConnectionId,
        /// Which call.
        call: CallId,
        /// Its result.
        result: Result<Value, RpcError>,
    },
    /// The connection ended.
    Ended {
        /// Which.
        connection: ConnectionId,
        /// Exit code, where there is one.
        code: Option<i32>,
        /// Signal (Unix).
        signal: Option<i32>,
    },
    /// What ended a connection over the network; comes just before its end.
    Troubled {
        /// Which.
        connection: ConnectionId,
        /// What went wrong.
        trouble: Trouble,
    },
    /// The time of an [`crate::effect::Effect::Wake`] has come.
    Woken {
        /// Which.
        connection: ConnectionId,
        /// Its ticket.
        ticket: u32,
    },
    /// The last messages exchanged on a connection; comes just before its end.
    LastLines {
        /// Which.
        connection: ConnectionId,
        /// Oldest first; what we answered is left out of them.
        lines: Vec<ProtocolLine>,
    },
    /// The agent wrote a line to its error output.
    Stderr {
        /// Which.
        connection: ConnectionId,
        /// The line.
        line: String,
    },
    /// The agent wrote a line to its output that is not protocol.
    Noise {
        /// Which.
        connection: ConnectionId,
        /// The line, or its beginning.
        line: String,
    },
    /// A line over the limit was skipped.
    LineTooLong {
        /// Which.
        connection: ConnectionId,
        /// Its length in bytes.
        bytes: u64,
    },
    /// A check that ran beside the loop is done.
    Checked {
        /// Which form.
        ask: AskId,
        /// The ticket of the [`crate::effect::Effect::CheckForm`].
        ticket: u64,
        /// What came out.
        checked: FormChecked,
    },
    /// A handoff ended.
    HandedOff {
        /// Which link.
        ask: AskId,
        /// How.
        result: Result<(), HandoffFailure>,
    },
    /// The person chose files or folders, or none.
    FilesChosen {
        /// For which session.
        session: SessionKey,
        /// Those that could be read.
        files: Vec<FoundFile>,
        /// How many could not.
        failed: u32,
    },
    /// The person dropped files on the window.
    FilesDropped {
        /// Those that could be read.
        files: Vec<FoundFile>,
        /// How many could not.
        failed: u32,
    },
    /// Files are held over the window, or no longer.
    DraggedOver(bool),
    /// The files of a message were read.
    FilesRead {
        /// Of which session.
        session: SessionKey,
        /// The ticket of the [`crate::effect::Effect::ReadFiles`].
        ticket: u32,
        /// What they held, in the order wanted.
        read: Vec<FileRead>,
    },
    /// A search for files is done.
    FilesFound {
        /// For which session.
        session: SessionKey,
        /// The ticket of the [`crate::effect::Effect::FindFiles`].
        ticket: u32,
        /// What was found, the best first.
        found: Vec<FoundPath>,
    },
    /// Work on a file is done.
    FileDone {
        /// For whom.
        connection: ConnectionId,
        /// The request.
        key: RequestKey,
        /// What became of it.
        outcome: FileOutcome,
    },
    /// A terminal runs its command, or could not be opened.
    TerminalOpened {
        /// Which.
        terminal: TerminalKey,
        /// Why not.
        result: Result<(), TerminalFailure>,
    },
    /// Lines of a terminal changed.
    TerminalDrawn {
        /// Which.
        terminal: TerminalKey,
        /// The number of the first line given.
        from: u32,
        /// The lines from there to the end, as drawn.
        lines: Vec<TerminalLine>,
        /// Where the cursor stands, if it is shown.
        cursor: Option<TerminalCursor>,
    },
    /// What a terminal has put out, without control sequences.
    TerminalRead {
        /// For whom.
        connection: ConnectionId,
        /// The request.
        key: RequestKey,
        /// The end of the output that is kept.
        output: String,
        /// Its beginning was dropped.
        truncated: bool,
    },
    /// The command of a terminal ended, and what it wrote before was read.
    TerminalExited {
        /// Which.
        terminal: TerminalKey,
        /// How.
        exit: TerminalExit,
    },
    /// The newest lines of the consent record of earlier runs, oldest first.
    RecordRead(Vec<ConsentRecord>),
    /// The consent record was written to a file, or not.
    Exported {
        /// It worked.
        ok: bool,
    },
    /// The protocol's log was written to a file, or not.
    ProtocolExported {
        /// It worked.
        ok: bool,
    },
    /// The clipboard was written, or not.
    Copied {
        /// It worked.
        ok: bool,
    },
    /// A window of Assent has the focus, or none has it any more.
    Focused(bool),
    /// The desktop has shown the last notification it was to show; else there is nothing that shows any.
    Announced(bool),
    /// The person chose a notification.
    AnnouncementChosen {
        /// That of turns; else that of asks.
        turns: bool,
    },
    /// What is stored was measured; secrets are not counted.
    Measured(StoredView),
    /// Sessions were deleted from the disk, or not all of them.
    SessionsDeleted {
        /// All of them.
        ok: bool,
    },
    /// The consent record was deleted, or not.
    RecordDeleted {
        /// It worked.
        ok: bool,
    },
    /// All secret values were deleted.
    SecretsDeleted {
        /// It worked, as far as can be told.
        ok: bool,
    },
    /// The program is about to end: everything open is answered.
    Quit,
}

/// What the person configured about an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentConfig {
    /// Its key.
    pub id: AgentId,
    /// The person's name for it.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Added environment.
    pub env: Vec<(String, String)>,
    /// Added environment whose values are secret.
    #[serde(default)]
    pub secrets: Vec<Secret>,
    /// Folder for the process and for new sessions, absolute.
    pub cwd: String,
    /// Further folders for new sessions, absolute.
    #[serde(default)]
    pub folders: Vec<String>,
    /// Advertise forms.
    pub forms: bool,
    /// Advertise links.
    pub links: bool,
    /// It runs on another machine: `cwd` and `folders` are paths there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<Remote>,
}

impl AgentConfig {
    /// Where it is reached over the network; none for one that is started here.
    pub fn address(&self) -> Option<&str> {
        self.remote.as_ref()?.address.as_deref()
    }

    /// Where the token is kept that is sent to its address.
    pub(crate) fn token(&self) -> Option<&Secret> {
        self.address()?;
        self.secrets.iter().find(|it| it.name == TOKEN)
    }

    /// Its secret values beside the token.
    pub(crate) fn other_secrets(&self) -> impl Iterator<Item = &Secret> {
        let token = self.token().map(|it| &it.key);
        let token = token.cloned();
        self.secrets
            .iter()
            .filter(move |it| Some(&it.key) != token.as_ref())
    }
}

/// An error of JSON-RPC.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message} ({code})")]
pub struct RpcError {
    /// Code.
    pub code: i64,
    /// Words.
    pub message: String,
    /// Data.
    pub data: Option<Value>,
}

impl RpcError {
    /// Invalid params, with what they are about as `data`.
    pub fn invalid_params(message: impl Into<String>, data: Option<Value>) -> Self {
        Self {
            code: -32602,
            message: message.into(),
            data,
        }
    }

    /// The request is not for us.
    pub fn method_not_found(method: &str) -> Self {
        Self {
            code: -32601,
            message: format!("Method not found: {method}"),
            data: None,
        }
    }

    /// The request was taken back, turned away, or outlived what it was for.
    pub fn cancelled(message: impl Into<String>) -> Self {
        Self {
            code: -32800,
            message: message.into(),
            data: None,
        }
    }
}
