//! What the interface is told: one [`Snapshot`], then numbered [`Patch`]es.
//!
//! The interface draws these and nothing else. Text in a view has been through [`crate::text`]: hidden
//! characters are visible escapes. Numbers that belong to an answer are text, since JavaScript rounds.

mod ask;
mod attached;
mod connection;
mod demo;
mod find;
mod form;
mod inspect;
mod kept;
mod link;
mod prompt;
mod record;
mod registry;
mod remote;
mod settings;
mod stored;
mod terminal;
mod transcript;
mod window;

pub use ask::*;
pub use attached::*;
pub use connection::*;
pub use demo::*;
pub use find::*;
pub use form::*;
pub use inspect::*;
pub use kept::*;
pub use link::*;
pub use prompt::*;
pub use record::*;
pub use registry::*;
pub use remote::*;
pub use settings::*;
pub use stored::*;
pub use terminal::*;
pub use transcript::*;
pub use window::*;

use serde::Serialize;
use ts_rs::TS;

use crate::client::TerminalExit;
use crate::id::{AskId, ConnectionId, EntryId, SessionKey};
use crate::page::Shows;
use crate::preferences::Preferences;

/// What goes down to an interface.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[ts(export)]
pub enum Down {
    /// The first thing after a subscription.
    Snapshot {
        /// All of it.
        snapshot: Snapshot,
    },
    /// A change.
    Patch {
        /// The change.
        patch: Patch,
    },
}

/// Everything there is to draw.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Snapshot {
    /// The number of the last patch contained in it.
    pub rev: u64,
    /// What the page is there for.
    pub shows: Shows,
    /// Assent's version.
    pub version: String,
    /// The configured agents.
    pub agents: Vec<AgentView>,
    /// The MCP servers of the settings.
    pub servers: Vec<ServerView>,
    /// What the person prefers.
    pub preferences: Preferences,
    /// The running or ended connections.
    pub connections: Vec<ConnectionView>,
    /// The sessions, each with its transcript.
    pub sessions: Vec<SessionSnapshot>,
    /// The asks, oldest first, ended ones included.
    pub asks: Vec<AskView>,
    /// The newest lines of the consent record, oldest first.
    pub record: Vec<ConsentRecord>,
    /// The agents that are ready to be added.
    pub known: KnownAgents,
    /// The registry of agents that the person gave.
    pub registry: RegistryView,
    /// Files that could not be read at the start.
    pub set_aside: Vec<SetAside>,
    /// The demo agent that comes along, where there is one.
    pub demo: Option<DemoView>,
    /// The desktop could not show the last notification.
    pub unannounced: bool,
    /// The session to show first, if there is one to prefer.
    pub front: Option<SessionKey>,
    /// Whether the program is to end is being asked here.
    pub leaving: Option<LeavingView>,
}

/// A session and its transcript.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct SessionSnapshot {
    /// All but the transcript.
    pub head: SessionView,
    /// The transcript, oldest first.
    pub entries: Vec<EntryView>,
    /// What goes along with the message that is being written.
    pub attached: Vec<AttachedView>,
    /// The prompts the person sent, oldest first, each once.
    pub prompts: Vec<String>,
    /// Its terminals, oldest first.
    pub terminals: Vec<TerminalView>,
}

/// Changes since the patch before. A gap in `rev` means: subscribe again.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Patch {
    /// One more than the patch before it.
    pub rev: u64,
    /// Changes, in order.
    pub ops: Vec<Op>,
}

/// One change of what is drawn. `put-` replaces by id or appends.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "op", rename_all = "kebab-case")]
#[ts(export)]
pub enum Op {
    /// The configured agents changed.
    PutAgents {
        /// All of them.
        agents: Vec<AgentView>,
    },
    /// The MCP servers of the settings changed.
    PutServers {
        /// All of them.
        servers: Vec<ServerView>,
    },
    /// What the person prefers changed.
    PutPreferences {
        /// All of it.
        preferences: Preferences,
    },
    /// The desktop could not show the last notification, or can again.
    PutUnannounced {
        /// It could not.
        unannounced: bool,
    },
    /// What is stored was measured.
    PutStored {
        /// All of it.
        stored: StoredView,
    },
    /// The person chose a folder for the settings form that is open.
    FolderChosen {
        /// Its absolute path.
        folder: String,
    },
    /// The registry of agents changed.
    PutRegistry {
        /// All of it.
        registry: RegistryView,
    },
    /// What is known of the well-known agents changed.
    PutKnownAgents {
        /// All of it.
        known: KnownAgents,
    },
    /// Files that could not be read at the start.
    PutSetAside {
        /// All of them.
        files: Vec<SetAside>,
    },
    /// A connection is new or changed.
    PutConnection {
        /// The whole of it.
        connection: ConnectionView,
    },
    /// A connection is gone from the list.
    RemoveConnection {
        /// Which.
        connection: ConnectionId,
    },
    /// A session is new or changed (not its transcript).
    PutSession {
        /// The whole head.
        session: SessionView,
    },
    /// A session is gone.
    RemoveSession {
        /// Which.
        session: SessionKey,
    },
    /// The interface should come to show this session (it was just made by the person).
    Front {
        /// Which.
        session: SessionKey,
    },
    /// The transcript was read from its file: the whole of it.
    PutTranscript {
        /// In which session.
        session: SessionKey,
        /// Its entries, oldest first.
        entries: Vec<EntryView>,
    },
    /// An entry is new or changed.
    PutEntry {
        /// In which transcript.
        session: SessionKey,
        /// The whole entry.
        entry: EntryView,
    },
    /// Text was added to an entry that is `user`, `agent` or `thought`.
    AppendText {
        /// In which transcript.
        session: SessionKey,
        /// To which entry.
        entry: EntryId,
        /// What to add.
        text: String,
    },
    /// The transcript is emptied (a replay follows).
    ClearEntries {
        /// Which.
        session: SessionKey,
    },
    /// Entries are gone from a transcript: there were too many. What stands at the top comes with a
    /// [`Op::PutEntry`] of its own.
    DropEntries {
        /// Which transcript.
        session: SessionKey,
        /// Their keys.
        entries: Vec<EntryId>,
    },
    /// What goes along with the message that is being written.
    PutAttached {
        /// In which session.
        session: SessionKey,
        /// All of it.
        attached: Vec<AttachedView>,
    },
    /// The prompts the person sent, oldest first, each once.
    PutPrompts {
        /// In which session.
        session: SessionKey,
        /// All that are kept.
        prompts: Vec<String>,
    },
    /// What was found for a mention, the best first.
    PutHits {
        /// In which session.
        session: SessionKey,
        /// What was looked for.
        query: String,
        /// What was found.
        hits: Vec<FileHit>,
    },
    /// What was found in a transcript.
    PutFound {
        /// In which session.
        session: SessionKey,
        /// What was looked for, as it was typed.
        text: String,
        /// Where it stands, in the order of the transcript.
        hits: Vec<FindHit>,
        /// It also stands in places before these.
        more: bool,
    },
    /// What was found over all sessions, in addition to what was told before for the same text.
    AddSearched {
        /// What was looked for, as it was typed.
        text: String,
        /// The sessions, in any order.
        sessions: Vec<SearchHit>,
        /// All of them were looked at.
        done: bool,
        /// There is more than is told.
        more: bool,
    },
    /// Files are held over the window, or no longer.
    DraggedOver {
        /// They are.
        over: bool,
    },
    /// Files were dropped on the window. The interface says for which session they are.
    Dropped {
        /// The drop's key.
        drop: u32,
    },
    /// A terminal is new.
    PutTerminal {
        /// In which session.
        session: SessionKey,
        /// The whole of it.
        terminal: TerminalView,
    },
    /// Lines of a terminal changed: those before `first` are gone, those from `from` on are replaced.
    PutTerminalLines {
        /// In which session.
        session: SessionKey,
        /// Which.
        terminal: String,
        /// The number of the first line that is kept.
        first: u32,
        /// The number of the first line given.
        from: u32,
        /// The lines from there to the end.
        lines: Vec<TerminalLine>,
        /// Where the cursor stands, if it is shown.
        cursor: Option<TerminalCursor>,
    },
    /// The command of a terminal ended, or the agent let go of it.
    PutTerminalEnd {
        /// In which session.
        session: SessionKey,
        /// Which.
        terminal: String,
        /// How the command ended; none while it runs.
        exit: Option<TerminalExit>,
        /// The agent has let go of it.
        released: bool,
    },
    /// A terminal is no longer kept.
    RemoveTerminal {
        /// In which session.
        session: SessionKey,
        /// Which.
        terminal: String,
    },
    /// A line was heard from an agent that is no protocol. The last fifty of a kind are kept.
    Heard {
        /// On which connection.
        connection: ConnectionId,
        /// It came with the protocol; else it is error output.
        noise: bool,
        /// The line.
        line: String,
    },
    /// An ask is new, or changed as a whole.
    PutAsk {
        /// The whole of it.
        ask: AskView,
    },
    /// The head of an ask changed, its body did not.
    PutAskHead {
        /// The head.
        head: AskHead,
    },
    /// The state of a form changed as a whole; its fields' descriptions did not.
    PutFormState {
        /// Which.
        ask: AskId,
        /// The whole state.
        state: FormState,
    },
    /// One field of a form changed.
    PutFieldState {
        /// Which.
        ask: AskId,
        /// The row, counted from 0.
        index: u32,
        /// The whole state of the field.
        state: FieldState,
    },
    /// A link changed.
    PutLink {
        /// Which.
        ask: AskId,
        /// The whole of it.
        link: LinkView,
    },
    /// An ask is gone from memory.
    RemoveAsk {
        /// Which.
        ask: AskId,
    },
    /// The interface should come to show this ask (the person chose its notification).
    GoToAsk {
        /// Which.
        ask: AskId,
    },
    /// The consent record was deleted.
    ClearRecord,
    /// The consent record has a new line.
    AddRecord {
        /// The line.
        line: ConsentRecord,
    },
    /// What a page that looks at the protocol's log is told; it is for that page alone.
    Trace {
        /// The page.
        viewer: u32,
        /// What.
        news: TraceNews,
    },
    /// Whether the program is to end is being asked, or no longer.
    PutLeaving {
        /// What would be stopped.
        leaving: Option<LeavingView>,
    },
    /// Something was chosen from the system's own menu.
    MenuChosen {
        /// What.
        item: MenuItem,
    },
    /// Something worth a passing line: a code with parameters, worded by the interface.
    Notice {
        /// Its code and parameters.
        notice: Notice,
    },
}

/// A passing line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum Notice {
    /// Something is on the clipboard now.
    Copied,
    /// The clipboard could not be written.
    CopyFailed,
    /// There is nothing to take away.
    NothingToCopy,
    /// The consent record was written to a file.
    Exported,
    /// It could not be written.
    ExportFailed,
    /// The protocol's log was written to a file, its secrets masked.
    ProtocolExported,
    /// Too many messages wait for their turn; the last one is in the composer.
    QueueFull,
    /// Something could not be attached to the message.
    NotAttached {
        /// Its name, where it has one and it is one thing.
        name: Option<String>,
        /// Why.
        why: NotAttached,
    },
    /// The intent came too late: the ask has ended.
    AskEnded,
    /// It counts with a press of a key or a button only, and none was seen.
    NotPressed,
    /// The desktop did not show a notification: there is nothing that would, or it refuses. Said once.
    NotAnnounced,
    /// The agent cannot be started: no such agent or none left to run.
    CannotStart,
    /// What the settings form holds is kept.
    AgentSaved,
    /// What the settings form holds cannot be taken.
    AgentNotSaved {
        /// Why.
        problem: AgentProblem,
    },
    /// Secret values lie in a file that only the person can read: there is no keyring, or it did not take them.
    SecretsInFile,
    /// The sign-in is done.
    SignedIn,
    /// The agent has signed out.
    SignedOut,
    /// The agent did not sign out.
    NotSignedOut {
        /// Its words.
        message: String,
    },
    /// Something could not be written to disk.
    NotKept,
    /// What was to be deleted is gone.
    Deleted,
    /// It is not, or not all of it.
    NotDeleted,
}
