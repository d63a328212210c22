//! The state: all that Assent knows.

mod ask;
mod attention;
mod bounds;
mod connection;
mod early;
mod finding;
mod history;
mod keep;
mod leaving;
mod masks;
mod message;
pub(crate) mod options;
mod replay;
mod saving;
mod sending;
mod session;
mod shelf;
mod terminal;
mod weigh;

pub(crate) use ask::{
    ARM_AFTER, Ask, AskKind, Dialog, FormAsk, LinkAsk, PermissionAsk, Request, SignInAsk,
};
pub(crate) use attention::{Told, Unseen};
pub(crate) use bounds::MOST_OF_ONE;
pub(crate) use connection::{AuthMethod, AuthWay, Call, Can, Connection, Retry};
pub(crate) use early::Early;
pub(crate) use finding::Finding;
pub(crate) use history::{History, HistoryKey};
pub(crate) use keep::{past, secrets};
pub(crate) use leaving::Leaving;
pub(crate) use masks::Masks;
pub(crate) use message::{
    Attached, Mention, Mentions, Message, Piece, Queued, mentioned, name_of, shown,
};
pub(crate) use replay::{Replay, merge};
pub(crate) use saving::{Kept, Saving};
pub(crate) use sending::{Echo, Hit, Part, PartFile, Reading, Search};
pub(crate) use session::{Growing, Session, bounded_json};
pub(crate) use shelf::Shelf;
pub(crate) use terminal::{OutsideFile, Pending, Terminal, Wanted};

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::attach::FoundFile;
use crate::demo::{Cast, SCENES};
use crate::event::AgentConfig;
use crate::id::{AgentId, AskId, CallId, ConnectionId, McpId, SessionKey, TerminalKey};
use crate::page::{PageId, Shows};
use crate::preferences::KeptPreferences;
use crate::remote::{Remote, is_open_to_all, seems_elsewhere};
use crate::script::ScriptEntry;
use crate::settings::{McpServer, McpWay, Secret};
use crate::text::visible;
use crate::view::{
    AgentView, ConnectionView, ConsentRecord, DemoView, KnownAgents, RegistryView, RemoteView,
    ServerView, SessionSnapshot, SetAside, Snapshot, ValueView,
};

/// Lines of the consent record that are kept for looking at; the file has them all.
const KEPT_RECORD: usize = 1_000;

/// All that Assent knows. Only [`crate::update::update`] changes it.
#[derive(Debug, Clone)]
pub struct State {
    pub(crate) version: String,
    pub(crate) agents: BTreeMap<AgentId, AgentConfig>,
    pub(crate) connections: BTreeMap<ConnectionId, Connection>,
    pub(crate) sessions: BTreeMap<SessionKey, Session>,
    pub(crate) asks: BTreeMap<AskId, Ask>,
    pub(crate) terminals: BTreeMap<TerminalKey, Terminal>,
    /// The agents that stand in the settings.
    pub(crate) kept: BTreeSet<AgentId>,
    /// The MCP servers of the settings.
    pub(crate) servers: BTreeMap<McpId, McpServer>,
    /// What the person prefers.
    pub(crate) preferences: KeptPreferences,
    /// What the person is asked about outside of the page.
    pub(crate) saving: Option<Saving>,
    pub(crate) known: KnownAgents,
    pub(crate) registry: RegistryView,
    /// The newest wish for a registry; 0 when there is none.
    pub(crate) registry_ticket: u32,
    /// What came up while the person was elsewhere.
    pub(crate) unseen: Unseen,
    pub(crate) set_aside: Vec<SetAside>,
    pub(crate) front: Option<SessionKey>,
    /// The pages that are told, and what each shows.
    pub(crate) pages: BTreeMap<PageId, Shows>,
    /// The newest press that an intent counted with, by page.
    pub(crate) pressed: BTreeMap<PageId, u64>,
    pub(crate) quitting: bool,
    /// Whether the program is to end is being asked.
    pub(crate) leaving: Option<Leaving>,
    /// Files that were dropped on the window, until the interface says for which session, and their key.
    pub(crate) dropped: Option<(u32, Vec<FoundFile>)>,
    /// The newest lines of the consent record, oldest first.
    pub(crate) record: VecDeque<ConsentRecord>,
    pub(crate) history: History,
    pub(crate) script: Vec<ScriptEntry>,
    /// The demo agent that comes along, where there is one.
    pub(crate) demo: Option<Cast>,
    /// What is looked for over all sessions, by its ticket.
    pub(crate) searching: Option<(u32, String)>,
    counter: u32,
    calls: u64,
}

impl State {
    /// The state at the start of the program, of the given version.
    pub fn new(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            agents: BTreeMap::new(),
            connections: BTreeMap::new(),
            sessions: BTreeMap::new(),
            asks: BTreeMap::new(),
            terminals: BTreeMap::new(),
            kept: BTreeSet::new(),
            servers: BTreeMap::new(),
            preferences: KeptPreferences::default(),
            saving: None,
            known: KnownAgents {
                agents: crate::known_agents::known(),
                home: String::new(),
            },
            registry: RegistryView::default(),
            registry_ticket: 0,
            unseen: Unseen::new(),
            set_aside: Vec::new(),
            front: None,
            pages: BTreeMap::new(),
            pressed: BTreeMap::new(),
            quitting: false,
            leaving: None,
            dropped: None,
            record: VecDeque::new(),
            history: History::default(),
            script: Vec::new(),
            demo: None,
            searching: None,
            counter: 0,
            calls: 0,
        }
    }

    /// Everything there is to draw, as of patch `rev`; [`Snapshot::for_page`] makes of it what a page is told.
    pub fn snapshot(&self, rev: u64) -> Snapshot {
        Snapshot {
            rev,
            shows: Shows::All,
            version: self.version.clone(),
            agents: self.agent_views(),
            servers: self.server_views(),
            preferences: self.preferences.now(),
            connections: self.connection_views(),
            sessions: self
                .sessions
                .values()
                .map(|session| SessionSnapshot {
                    head: session.view(),
                    entries: session.entries.clone(),
                    attached: session.attached_views(),
                    prompts: session.prompts.iter().cloned().collect(),
                    terminals: self
                        .terminals
                        .values()
                        .filter(|it| it.opened && it.session == session.id)
                        .map(|it| it.view.clone())
                        .collect(),
                })
                .collect(),
            asks: self.asks.values().map(Ask::view).collect(),
            record: self.record.iter().cloned().collect(),
            known: self.known.clone(),
            registry: self.registry.clone(),
            set_aside: self.set_aside.clone(),
            demo: self.demo.as_ref().map(|cast| DemoView {
                agent: cast.agent,
                scenes: if cast.second.is_some() {
                    SCENES.to_vec()
                } else {
                    Vec::new()
                },
            }),
            unannounced: self.unseen.unannounced,
            front: self.front,
            leaving: self.leaving.as_ref().map(|it| it.view.clone()),
        }
    }

    /// Whether sessions are kept on disk.
    pub fn keeps_sessions(&self) -> bool {
        self.preferences.now().keep_transcripts
    }

    /// Adds a line to what is kept of the consent record.
    pub(crate) fn keep_record(&mut self, line: ConsentRecord) {
        if self.record.len() == KEPT_RECORD {
            self.record.pop_front();
        }
        self.record.push_back(line);
    }

    pub(crate) fn agent_views(&self) -> Vec<AgentView> {
        self.agents
            .values()
            .map(|agent| AgentView {
                id: agent.id,
                name: agent.name.clone(),
                command: shell_words::join(&agent.command),
                cwd: agent.cwd.clone(),
                forms: agent.forms,
                links: agent.links,
                env: value_views(&agent.env, agent.other_secrets()),
                folders: agent.folders.clone(),
                kept: self.kept.contains(&agent.id),
                remote: agent.remote.as_ref().map(|it| remote_view(agent, it)),
                seems_elsewhere: agent.remote.is_none() && seems_elsewhere(&agent.command),
            })
            .collect()
    }

    pub(crate) fn server_views(&self) -> Vec<ServerView> {
        self.servers
            .values()
            .map(|server| {
                let (command, url) = match &server.way {
                    McpWay::Stdio { command } => (shell_words::join(command), String::new()),
                    McpWay::Http { url } | McpWay::Sse { url } => (String::new(), url.clone()),
                };
                ServerView {
                    id: server.id,
                    name: server.name.clone(),
                    kind: server.way.kind(),
                    command,
                    url,
                    values: value_views(&server.values, &server.secrets),
                    agents: server.agents.clone(),
                }
            })
            .collect()
    }

    fn connection_views(&self) -> Vec<ConnectionView> {
        let all = self.connections.values().filter(|it| !it.forgotten);
        all.map(Connection::view).collect()
    }

    /// A number never given before: keys of connections, sessions and asks share one counter, so that a
    /// key of one kind never finds a thing of another by accident.
    pub(crate) fn next(&mut self) -> u32 {
        self.counter += 1;
        self.counter
    }

    pub(crate) fn next_call(&mut self) -> CallId {
        self.calls += 1;
        CallId(self.calls)
    }

    /// The asks that wait in a session, oldest first.
    pub(crate) fn open_in_session(&self, session: SessionKey) -> Vec<AskId> {
        self.open_where(|ask| ask.head.session == Some(session))
    }

    /// The asks that wait on a connection, those of its sessions included, oldest first.
    pub(crate) fn open_on_connection(&self, connection: ConnectionId) -> Vec<AskId> {
        self.open_where(|ask| ask.head.connection == connection)
    }

    fn open_where(&self, wanted: impl Fn(&Ask) -> bool) -> Vec<AskId> {
        self.asks
            .values()
            .filter(|ask| ask.request.is_some() && wanted(ask))
            .map(|ask| ask.head.id)
            .collect()
    }
}

fn remote_view(agent: &AgentConfig, remote: &Remote) -> RemoteView {
    let address = remote.address.as_deref();
    let token = agent.token();
    RemoteView {
        address: address.map(visible),
        unencrypted: address.is_some_and(is_open_to_all),
        token: token.is_some(),
        token_in_file: token.is_some_and(|it| it.in_file),
        files: remote.files,
        terminals: remote.terminals,
        roots: remote.roots.clone(),
    }
}

/// Variables or headers as they are drawn: of secrets no more than that they are set.
fn value_views<'secrets>(
    plain: &[(String, String)],
    secrets: impl IntoIterator<Item = &'secrets Secret>,
) -> Vec<ValueView> {
    let plain = plain.iter().map(|(name, value)| ValueView {
        name: name.clone(),
        value: Some(value.clone()),
        in_file: false,
    });
    let secrets = secrets.into_iter().map(|secret| ValueView {
        name: secret.name.clone(),
        value: None,
        in_file: secret.in_file,
    });
    plain.chain(secrets).collect()
}
