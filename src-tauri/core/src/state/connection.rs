//! A connection: one process of an agent, what it said of itself, and our calls that it has not answered.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::Pending;
use crate::event::AgentConfig;
use crate::id::{AskId, CallId, ConnectionId, RequestKey, SessionKey, WireId};
use crate::text::visible;
use crate::view::{ConnectionStatus, ConnectionView};

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
    /// Updates for sessions whose `session/new` has not been answered yet, oldest first.
    pub(crate) early: VecDeque<(String, Value)>,
    stderr: VecDeque<String>,
    noise: VecDeque<String>,
}

/// A way to sign in.
#[derive(Debug, Clone)]
pub(crate) struct AuthMethod {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    /// The agent does it through `authenticate`.
    pub(crate) by_agent: bool,
}

/// One of our calls that has not been answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Initialize,
    NewSession(SessionKey),
    Prompt(SessionKey),
    SetOption {
        session: SessionKey,
        option: u32,
        value: u32,
    },
    Authenticate(AskId),
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
            early: VecDeque::new(),
            stderr: VecDeque::new(),
            noise: VecDeque::new(),
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
            can_sign_in: !self.auth_methods.is_empty(),
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

    pub(crate) fn add_stderr(&mut self, line: &str) {
        keep(&mut self.stderr, line);
    }

    pub(crate) fn add_noise(&mut self, line: &str) {
        keep(&mut self.noise, line);
    }

    /// Takes an answered call off the books.
    pub(crate) fn take_call(&mut self, call: CallId) -> Option<Call> {
        self.wire_ids.retain(|_, open| *open != call);
        self.calls.remove(&call)
    }
}

fn keep(lines: &mut VecDeque<String>, line: &str) {
    if lines.len() == KEPT_LINES {
        lines.pop_front();
    }
    let mut kept: String = line.chars().take(KEPT_CHARS).collect();
    if kept.len() < line.len() {
        kept.push('…');
    }
    lines.push_back(visible(&kept));
}
