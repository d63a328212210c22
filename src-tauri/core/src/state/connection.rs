//! A connection: one process of an agent, what it said of itself, and our calls that it has not answered.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::Pending;
use super::early::Early;
use crate::attach::PromptCan;
use crate::event::AgentConfig;
use crate::id::{AskId, CallId, ConnectionId, RequestKey, SessionKey, WireId};
use crate::text::visible;
use crate::view::{
    ConnectionStatus, ConnectionView, EarlierSession, EarlierView, ProtocolLine, RetryView, Trouble,
};

/// Lines of error output and of noise that are kept.
const KEPT_LINES: usize = 50;
/// Characters of such a line that are kept.
const KEPT_CHARS: usize = 2_000;

#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) id: ConnectionId,
    /// As configured when it was started: what was advertised is the only measure.
    pub(crate) agent: AgentConfig,
    pub(crate) claims: Option<String>,
    pub(crate) status: ConnectionStatus,
    pub(crate) links_muted: bool,
    pub(crate) link_declines: u32,
    pub(crate) stop_asked: bool,
    pub(crate) auth_methods: Vec<AuthMethod>,
    pub(crate) calls: BTreeMap<CallId, Call>,
    /// The ids our calls have on the wire, for `requestId` scopes.
    pub(crate) wire_ids: BTreeMap<WireId, CallId>,
    pub(crate) sessions: BTreeMap<String, SessionKey>,
    /// Requests of the agent that are being worked on.
    pub(crate) pending: BTreeMap<RequestKey, Pending>,
    /// Updates for sessions whose `session/new` has not been answered yet.
    pub(crate) early: Early,
    /// Its agent was taken out of the settings: it is not drawn any more.
    pub(crate) forgotten: bool,
    pub(crate) can: Can,
    pub(crate) prompt_can: PromptCan,
    /// The sessions it listed, once it was asked to.
    pub(crate) listed: Option<Listed>,
    /// What went wrong on the way to it.
    pub(crate) trouble: Option<Trouble>,
    /// Which time it was tried again without anybody's doing; 0 for one that the person wanted.
    pub(crate) attempt: u32,
    /// When it became ready, in ticks.
    pub(crate) ready_at: Option<u64>,
    /// It is about to be tried again.
    pub(crate) retry: Option<Retry>,
    stderr: VecDeque<String>,
    noise: VecDeque<String>,
    /// The last messages, once it has ended.
    last: Vec<ProtocolLine>,
}

/// A connection that is about to be tried again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Retry {
    pub(crate) ticket: u32,
    pub(crate) view: RetryView,
}

/// What an agent can do with sessions, as it told at `initialize`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Can {
    pub(crate) load: bool,
    pub(crate) resume: bool,
    pub(crate) list: bool,
    pub(crate) close: bool,
    pub(crate) delete: bool,
    /// Sign out.
    pub(crate) sign_out: bool,
    /// Take further folders of a session.
    pub(crate) folders: bool,
    /// Take MCP servers that are reached over HTTP.
    pub(crate) http: bool,
    /// Take MCP servers that are reached over HTTP with server-sent events.
    pub(crate) sse: bool,
}

impl Can {
    /// Reads the answer to `initialize`.
    pub(crate) fn of_answer(answer: &Value) -> Self {
        let all = &answer["agentCapabilities"];
        let session = |name: &str| all["sessionCapabilities"][name].is_object();
        Self {
            load: all["loadSession"].as_bool().unwrap_or_default(),
            resume: session("resume"),
            list: session("list"),
            close: session("close"),
            delete: session("delete"),
            sign_out: all["auth"]["logout"].is_object(),
            folders: session("additionalDirectories"),
            http: all["mcpCapabilities"]["http"].as_bool().unwrap_or_default(),
            sse: all["mcpCapabilities"]["sse"].as_bool().unwrap_or_default(),
        }
    }
}

/// The sessions an agent listed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Listed {
    /// By our number, in the agent's order: its id and what is drawn.
    pub(crate) sessions: Vec<(String, EarlierSession)>,
    /// For the next ones. Opaque, and never kept over a connection's end.
    pub(crate) cursor: Option<String>,
    pub(crate) loading: bool,
    pub(crate) failed: Option<String>,
}

impl Listed {
    fn view(&self, here: &BTreeMap<String, SessionKey>) -> EarlierView {
        EarlierView {
            sessions: self
                .sessions
                .iter()
                .map(|(wire, session)| EarlierSession {
                    session: here.get(wire).copied(),
                    ..session.clone()
                })
                .collect(),
            more: self.cursor.is_some(),
            loading: self.loading,
            failed: self.failed.clone(),
        }
    }
}

/// A way to sign in.
#[derive(Debug, Clone)]
pub(crate) struct AuthMethod {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) way: AuthWay,
}

/// How a sign-in is carried out.
#[derive(Debug, Clone)]
pub(crate) enum AuthWay {
    /// The agent does it, through `authenticate`.
    Agent,
    /// The agent's own command does it in a terminal, with these added.
    Terminal {
        args: Vec<String>,
        env: Vec<(String, String)>,
    },
    /// In a way we do not know.
    Unknown,
}

/// One of our calls that has not been answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Initialize,
    NewSession(SessionKey),
    Load(SessionKey),
    Resume(SessionKey),
    List,
    /// Delete the session with our number.
    Delete(u32),
    Close,
    Prompt(SessionKey),
    SetOption {
        session: SessionKey,
        option: u32,
        value: u32,
    },
    Authenticate(AskId),
    SignOut,
}

impl Call {
    /// The session a call is about.
    pub(crate) fn session(self) -> Option<SessionKey> {
        match self {
            Self::NewSession(session)
            | Self::Load(session)
            | Self::Resume(session)
            | Self::Prompt(session)
            | Self::SetOption { session, .. } => Some(session),
            Self::Initialize
            | Self::List
            | Self::Delete(_)
            | Self::Close
            | Self::Authenticate(_)
            | Self::SignOut => None,
        }
    }
}

impl Connection {
    pub(crate) fn new(id: ConnectionId, agent: AgentConfig) -> Self {
        Self {
            id,
            agent,
            claims: None,
            status: ConnectionStatus::Starting,
            links_muted: false,
            link_declines: 0,
            stop_asked: false,
            auth_methods: Vec::new(),
            calls: BTreeMap::new(),
            wire_ids: BTreeMap::new(),
            sessions: BTreeMap::new(),
            pending: BTreeMap::new(),
            early: Early::default(),
            forgotten: false,
            can: Can::default(),
            prompt_can: PromptCan::default(),
            listed: None,
            trouble: None,
            attempt: 0,
            ready_at: None,
            retry: None,
            stderr: VecDeque::new(),
            noise: VecDeque::new(),
            last: Vec::new(),
        }
    }

    pub(crate) fn view(&self) -> ConnectionView {
        ConnectionView {
            id: self.id,
            agent: self.agent.id,
            name: self.agent.name.clone(),
            claims: self.claims.clone(),
            status: self.status.clone(),
            links_muted: self.links_muted,
            stderr: self.stderr.iter().cloned().collect(),
            noise: self.noise.iter().cloned().collect(),
            last: self.last.clone(),
            can_sign_in: !self.auth_methods.is_empty(),
            can_sign_out: self.can.sign_out,
            can_list: self.can.list,
            can_open: self.can.load || self.can.resume,
            can_delete: self.can.delete,
            earlier: self.listed.as_ref().map(|it| it.view(&self.sessions)),
            remote: self.agent.address().is_some(),
            trouble: self.trouble.clone(),
            retry: self.retry.map(|it| it.view),
        }
    }

    /// Whether calls can be sent, or will be once it is ready.
    pub(crate) fn is_live(&self) -> bool {
        !self.stop_asked
            && matches!(
                self.status,
                ConnectionStatus::Starting | ConnectionStatus::Ready
            )
    }

    pub(crate) fn is_ready(&self) -> bool {
        !self.stop_asked && self.status == ConnectionStatus::Ready
    }

    /// Takes a line that is no protocol; gives it as it is shown.
    pub(crate) fn hear(&mut self, noise: bool, line: &str) -> String {
        let lines = if noise {
            &mut self.noise
        } else {
            &mut self.stderr
        };
        keep(lines, line)
    }

    /// Takes the last messages, each with its hidden characters to be seen.
    pub(crate) fn set_last(&mut self, lines: Vec<ProtocolLine>) {
        self.last = lines
            .into_iter()
            .map(|line| ProtocolLine {
                text: visible(&line.text),
                ..line
            })
            .collect();
    }

    /// Takes an answered call off the books.
    pub(crate) fn take_call(&mut self, call: CallId) -> Option<Call> {
        self.wire_ids.retain(|_, open| *open != call);
        self.calls.remove(&call)
    }
}

fn keep(lines: &mut VecDeque<String>, line: &str) -> String {
    if lines.len() == KEPT_LINES {
        lines.pop_front();
    }
    let mut kept: String = line.chars().take(KEPT_CHARS).collect();
    if kept.len() < line.len() {
        kept.push('…');
    }
    let shown = visible(&kept);
    lines.push_back(shown.clone());
    shown
}
