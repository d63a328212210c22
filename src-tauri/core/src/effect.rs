//! What the engine is to do.

use std::sync::Arc;

use serde_json::Value;

use crate::attach::{PromptCan, ReadFile};
use crate::client::{FileCall, TerminalCommand};
use crate::event::{AgentConfig, RpcError};
use crate::export::{Change, ExportFormat};
use crate::form::{Form, FormDrafts};
use crate::id::{
    AgentId, AskId, CallId, ConnectionId, RequestKey, SessionKey, TerminalKey, WireId,
};
use crate::intent::Inspect;
use crate::page::PageId;
use crate::place::KeptPlace;
use crate::preferences::{KeptPreferences, Spoken};
use crate::settings::{Agreement, McpServer, SecretText};
use crate::stored::StoredSession;
pub use crate::view::{ConsentAction, ConsentRecord};
use crate::view::{Finding, Op};

/// Something for the engine to do. Effects are done in order; none waits for another's result.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Start an agent's process; answer with `Started` or `StartFailed`, later with `Ended`.
    Start {
        /// Its key.
        connection: ConnectionId,
        /// What to start.
        agent: AgentConfig,
    },
    /// End a connection: flush what was answered, close stdin, then terminate, then kill. Answer with `Ended`.
    Stop {
        /// Which.
        connection: ConnectionId,
    },
    /// Let the person choose a file and read it as a registry of agents; answer with `RegistryRead`, unless
    /// they choose none.
    ReadRegistry {
        /// Comes back with the result.
        ticket: u32,
    },
    /// Fetch a registry of agents, once; answer with `RegistryRead`.
    FetchRegistry {
        /// Comes back with the result.
        ticket: u32,
        /// Where it is.
        address: String,
    },
    /// Answer with `Woken` after a while.
    Wake {
        /// For which connection.
        connection: ConnectionId,
        /// Comes back.
        ticket: u32,
        /// Milliseconds from now.
        after: u32,
    },
    /// Call the agent; answer with `Responded`.
    Call {
        /// Whom.
        connection: ConnectionId,
        /// Our number of it.
        call: CallId,
        /// The method.
        method: &'static str,
        /// The params.
        params: Value,
    },
    /// Tell the agent that a call's answer is no longer wanted (`$/cancel_request`).
    CancelCall {
        /// Whom.
        connection: ConnectionId,
        /// Which call.
        call: CallId,
    },
    /// Send a notification.
    Notify {
        /// To whom.
        connection: ConnectionId,
        /// The method.
        method: &'static str,
        /// The params.
        params: Value,
    },
    /// Answer a request of the agent. The core gives exactly one for each `Asked`, except when the connection ended.
    Answer {
        /// To whom.
        connection: ConnectionId,
        /// Which request.
        key: RequestKey,
        /// With what.
        outcome: Result<Value, RpcError>,
    },
    /// Read or write a file beside the loop; answer with `FileDone`.
    File {
        /// For whom.
        connection: ConnectionId,
        /// The request.
        key: RequestKey,
        /// What.
        call: FileCall,
        /// The folders it may lie in, symbolic links followed.
        roots: Vec<String>,
        /// The one place outside of them that the person allowed, symbolic links followed.
        allowed: Option<String>,
    },
    /// Let the person choose files or folders; answer with `FilesChosen`.
    ChooseFiles {
        /// For which session.
        session: SessionKey,
        /// Folders.
        folders: bool,
    },
    /// Read the files of a message beside the loop; answer with `FilesRead`.
    ReadFiles {
        /// Of which session.
        session: SessionKey,
        /// Comes back with the result.
        ticket: u32,
        /// What the agent takes in full.
        can: PromptCan,
        /// Which.
        files: Vec<ReadFile>,
    },
    /// Look for files beside the loop, the newest search first; answer with `FilesFound`.
    FindFiles {
        /// For which session.
        session: SessionKey,
        /// Comes back with the result.
        ticket: u32,
        /// The folders to look in.
        roots: Vec<String>,
        /// What their paths are to hold.
        query: String,
    },
    /// Run a command in a terminal; answer with `TerminalOpened`, then with `TerminalDrawn` as it draws
    /// and, once, with `TerminalExited`.
    OpenTerminal {
        /// Its key.
        terminal: TerminalKey,
        /// What to run.
        command: TerminalCommand,
    },
    /// Type into a terminal that is made for it.
    Type {
        /// Which.
        terminal: TerminalKey,
        /// What, as it reaches the program.
        text: String,
    },
    /// Answer with `TerminalRead`.
    ReadTerminal {
        /// For whom.
        connection: ConnectionId,
        /// The request.
        key: RequestKey,
        /// Which.
        terminal: TerminalKey,
    },
    /// End the command of a terminal. Its output stays.
    KillTerminal {
        /// Which.
        terminal: TerminalKey,
    },
    /// End the command of a terminal and all it started, and forget its output.
    ReleaseTerminal {
        /// Which.
        terminal: TerminalKey,
    },
    /// Check a form beside the loop; answer with `Checked`.
    CheckForm {
        /// Which.
        ask: AskId,
        /// Comes back with the result; a newer one makes it outdated.
        ticket: u64,
        /// The form.
        form: Arc<Form>,
        /// What is entered.
        drafts: FormDrafts,
    },
    /// Give an address to the system browser; answer with `HandedOff`. The only effect that opens anything.
    HandOff {
        /// Which link.
        ask: AskId,
        /// The canonical address, as shown.
        address: String,
    },
    /// Write the clipboard; answer with `Copied`.
    Copy {
        /// The text.
        text: String,
    },
    /// Tell the interface. `urgent`: at once, not with the next flush.
    Publish {
        /// What changed.
        op: Op,
        /// The person must act on it, or waits for it.
        urgent: bool,
        /// The one page it is for; none: all of them.
        to: Option<PageId>,
    },
    /// What the desktop is to show of what waits, as a whole. Never raises the window.
    Attention(Attention),
    /// Add a line to the consent record.
    Record(ConsentRecord),
    /// Keep the agents of the settings: all of them.
    SaveAgents(Vec<AgentConfig>),
    /// Keep the MCP servers of the settings: all of them.
    SaveServers(Vec<McpServer>),
    /// Keep what the person prefers.
    SavePreferences(KeptPreferences),
    /// Ask the person outside of the page; answer with `Agreed`.
    Agree {
        /// Comes back with the answer.
        ticket: u32,
        /// To what.
        agreement: Agreement,
    },
    /// Keep secret values, by key; answer with `SecretsKept`.
    KeepSecrets(Vec<(String, SecretText)>),
    /// Forget secret values.
    ForgetSecrets {
        /// Their keys.
        keys: Vec<String>,
    },
    /// Find what MCP servers need; answer with `Equipped`.
    Equip {
        /// For whom.
        connection: ConnectionId,
        /// For which session.
        session: SessionKey,
        /// The folder from which programs named by a path are looked for.
        cwd: String,
        /// Which.
        servers: Vec<McpServer>,
    },
    /// Let the person choose a folder; answer with `FolderChosen` if they do.
    ChooseFolder {
        /// For a session with this agent; none: for the settings form.
        agent: Option<AgentId>,
    },
    /// Remove what is kept of a session. What a session holds is kept without an effect: the engine sees
    /// from what is published that it changed, and asks [`crate::state::State::stored_session`].
    ForgetSession {
        /// The name under which it is kept.
        name: String,
    },
    /// Keep what the windows show.
    KeepPlace(KeptPlace),
    /// Delete what is kept of sessions; answer with `SessionsDeleted`.
    DeleteSessions {
        /// The names under which they are kept; none: all there are, those put aside too.
        names: Option<Vec<String>>,
    },
    /// Delete the consent record; answer with `RecordDeleted`.
    DeleteRecord,
    /// Forget all secret values, these and those nobody knows of any more; answer with `SecretsDeleted`.
    ForgetAllSecrets {
        /// The keys of those that are known.
        keys: Vec<String>,
    },
    /// Measure what is stored, after what was deleted before; answer with `Measured`.
    Measure,
    /// Read the transcript of a session of an earlier run; answer with `TranscriptRead`.
    ReadTranscript {
        /// The session.
        session: SessionKey,
        /// The name under which it is kept.
        name: String,
    },
    /// Search what is kept of sessions, beside the loop and instead of what is searched for now; answer with
    /// `Searched`, in parts, until one says that it is done.
    Search {
        /// Comes back with the result.
        ticket: u32,
        /// What to look for; empty: nothing any more.
        text: String,
        /// The sessions, with the names under which they are kept.
        sessions: Vec<(SessionKey, String)>,
    },
    /// Put a change on the clipboard as a patch, made beside the loop; answer with `Copied`.
    CopyPatch(Box<Change>),
    /// Let the person choose a file and write a session to it; answer with `Exported` if they do.
    ExportSession {
        /// The session.
        session: Box<StoredSession>,
        /// How.
        format: ExportFormat,
    },
    /// Look for programs as an agent's start would; answer with `ProgramsFound`.
    FindPrograms {
        /// Their names.
        programs: Vec<String>,
    },
    /// Do what the person wants of the protocol's log; what comes of it goes to the page, and is not the core's.
    Inspect(Inspect),
    /// Say in the protocol's log what became of a request of the agent, or what is odd about it. Comes before
    /// its answer.
    Remark {
        /// From whom.
        connection: ConnectionId,
        /// The request's id on the wire.
        id: WireId,
        /// What.
        finding: Finding,
    },
    /// Let the person choose a file and write the whole consent record to it.
    ExportRecord,
    /// Open a session's own window; if it is open, let it come forward.
    OpenWindow {
        /// Which session's.
        session: SessionKey,
    },
    /// Let the main window come forward: something new is shown there.
    ComeForward,
    /// End the program: nothing is left to ask.
    Quit,
    /// Say what is said outside of the pages in this language.
    Speak {
        /// Which.
        language: Spoken,
    },
    /// Close the window of a page, as its own button does.
    CloseWindow {
        /// Which page's.
        page: PageId,
    },
}

/// What the desktop is to show of what waits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attention {
    /// How many asks wait: for a badge.
    pub waiting: u32,
    /// Something came up that the person has not seen.
    pub unseen: bool,
    /// How many things were ever news: while there is something unseen, the task bar marks each of them once.
    pub news: u32,
    /// The notification of asks.
    pub asks: Option<Announcement>,
    /// The notification of turns that ended.
    pub turns: Option<Announcement>,
}

/// A notification. A later one of the same kind takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// What it says.
    pub what: Announced,
    /// Grows with each thing that is new in it. Where it has not grown, the person was told already.
    pub news: u32,
}

/// What a notification says. It holds no word of an agent: names are those of the settings, fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Announced {
    /// An agent asks a question.
    Form {
        /// Which.
        agent: String,
    },
    /// An agent wants the person to visit a page.
    Link {
        /// Which.
        agent: String,
    },
    /// An agent asks for a permission.
    Permission {
        /// Which.
        agent: String,
    },
    /// An agent wants a sign-in.
    SignIn {
        /// Which.
        agent: String,
    },
    /// Several asks wait.
    Asks {
        /// How many.
        count: u32,
    },
    /// A turn ended.
    Turn {
        /// Of which agent.
        agent: String,
        /// As it should.
        well: bool,
    },
    /// Several turns ended.
    Turns {
        /// How many.
        count: u32,
    },
}
