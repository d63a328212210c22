//! Connections: start, `initialize`, end.

use serde_json::{Map, Value, json};

use super::Work;
use super::session::AUTH_REQUIRED;
use super::sign_in::auth_methods;
use crate::attach::PromptCan;
use crate::effect::Effect;
use crate::event::RpcError;
use crate::id::{AgentId, CallId, ConnectionId};
use crate::state::{AuthWay, Call, Can, Connection};
use crate::text::taken::{label, words};
use crate::view::{AskStatus, ConnectionStatus, NoteView, Notice, Op, StartFailure, TurnEnd};

/// The version of the protocol we speak.
const PROTOCOL_VERSION: u32 = 1;

impl Work<'_> {
    /// The connection of an agent that can be talked to, or a new one.
    pub(super) fn connection_for(&mut self, agent: AgentId) -> Option<ConnectionId> {
        let live = self
            .state
            .connections
            .values()
            .rev()
            .find(|it| it.agent.id == agent && it.is_live())
            .map(|it| it.id);
        live.or_else(|| self.start_agent(agent))
    }

    pub(super) fn start_agent(&mut self, agent: AgentId) -> Option<ConnectionId> {
        let Some(agent) = self.state.agents.get(&agent).cloned() else {
            self.notice(Notice::CannotStart);
            return None;
        };
        let connection = ConnectionId(self.state.next());
        self.state
            .connections
            .insert(connection, Connection::new(connection, agent.clone()));
        self.show_connection(connection);
        self.effects.push(Effect::Start { connection, agent });
        Some(connection)
    }

    pub(super) fn started(&mut self, connection: ConnectionId) {
        let version = self.state.version.clone();
        let Some(open) = self.connection(connection) else {
            return;
        };
        if !open.is_live() {
            return;
        }
        let mut elicitation = Map::new();
        if open.agent.forms {
            elicitation.insert("form".into(), json!({}));
        }
        if open.agent.links {
            elicitation.insert("url".into(), json!({}));
        }
        let mut capabilities = json!({
            "session": {"configOptions": {"boolean": {}}, "notices": {}, "compaction": {}},
        });
        let remote = open.agent.remote.as_ref();
        if remote.is_none_or(|it| it.files) {
            capabilities["fs"] = json!({"readTextFile": true, "writeTextFile": true});
        }
        if remote.is_none_or(|it| it.terminals) {
            capabilities["terminal"] = json!(true);
        }
        if remote.is_none() {
            capabilities["auth"] = json!({"terminal": true});
        }
        if !elicitation.is_empty() {
            capabilities["elicitation"] = Value::Object(elicitation);
        }
        let params = json!({
            "protocolVersion": PROTOCOL_VERSION,
            "clientCapabilities": capabilities,
            "clientInfo": {"name": "assent", "title": "Assent", "version": version},
        });
        self.call(connection, Call::Initialize, "initialize", params);
    }

    pub(super) fn start_failed(&mut self, connection: ConnectionId, reason: StartFailure) {
        if let Some(open) = self.connection(connection)
            && open.status == ConnectionStatus::Starting
        {
            let reason = match reason {
                StartFailure::Remote { trouble } => {
                    let trouble = trouble.shown();
                    open.trouble = Some(trouble.clone());
                    StartFailure::Remote { trouble }
                }
                reason => reason,
            };
            open.status = ConnectionStatus::Failed { reason };
            self.let_go(connection);
            self.plan_retry(connection);
        }
    }

    /// Calls the agent.
    pub(super) fn call(
        &mut self,
        connection: ConnectionId,
        call: Call,
        method: &'static str,
        params: Value,
    ) {
        let id = self.state.next_call();
        if let Some(open) = self.connection(connection) {
            open.calls.insert(id, call);
            self.effects.push(Effect::Call {
                connection,
                call: id,
                method,
                params,
            });
        }
    }

    pub(super) fn responded(
        &mut self,
        connection: ConnectionId,
        call: CallId,
        result: Result<Value, RpcError>,
    ) {
        let Some(open) = self.connection(connection) else {
            return;
        };
        let Some(what) = open.take_call(call) else {
            return;
        };
        // The order matters: what was asked for the sake of this call ends with it (form-rules 4).
        self.end_asks_of_call(connection, call);
        let moved = what.session().and_then(|it| self.state.sessions.get(&it));
        if moved.is_some_and(|it| it.connection != connection) {
            // The session goes on with another process of the agent.
            return;
        }
        // Whatever it was that wants a sign-in first; a sign-in that wants one has failed.
        let wants_sign_in = match &result {
            Err(error) if error.code == AUTH_REQUIRED => Some(error.clone()),
            _ => None,
        }
        .filter(|_| !matches!(what, Call::Authenticate(_)));
        match what {
            Call::Initialize => self.initialized(connection, result),
            Call::NewSession(session) => self.session_opened(connection, session, result),
            Call::Load(session) | Call::Resume(session) => {
                self.rejoined(connection, session, result);
            }
            Call::List => self.sessions_listed(connection, result),
            Call::Delete(number) => self.listed_deleted(connection, number, &result),
            // It has left the list here whatever the agent says; the protocol log has it.
            Call::Close => {}
            Call::Prompt(session) => self.turn_ended(session, result),
            Call::SetOption {
                session,
                option,
                value,
            } => self.option_set(session, option, value, &result),
            Call::Authenticate(ask) => self.signed_in(connection, ask, result),
            Call::SignOut => self.signed_out(result),
        }
        if let Some(error) = wants_sign_in {
            self.offer_sign_in(connection, Some(&error));
        }
    }

    fn initialized(&mut self, connection: ConnectionId, result: Result<Value, RpcError>) {
        let failure = match &result {
            Err(error) => Some(StartFailure::BadInitialize {
                message: words(&error.message),
            }),
            Ok(answer) => match answer.get("protocolVersion") {
                Some(version) if version.as_u64() == Some(u64::from(PROTOCOL_VERSION)) => None,
                Some(version) => Some(StartFailure::WrongVersion {
                    offered: label(&version.to_string()),
                    wanted: PROTOCOL_VERSION,
                }),
                None => Some(StartFailure::BadInitialize {
                    message: "protocolVersion is missing".into(),
                }),
            },
        };
        let ticks = self.at.ticks;
        let Some(open) = self.connection(connection) else {
            return;
        };
        if let Some(reason) = failure {
            open.status = ConnectionStatus::Failed { reason };
            open.stop_asked = true;
            self.effects.push(Effect::Stop { connection });
            self.let_go(connection);
            return;
        }
        let answer = result.unwrap_or_default();
        open.status = ConnectionStatus::Ready;
        open.ready_at = Some(ticks);
        open.claims = claims(&answer);
        open.auth_methods = auth_methods(&answer);
        open.can = Can::of_answer(&answer);
        open.prompt_can = PromptCan::of_answer(&answer);
        if open.agent.remote.is_some() {
            open.prompt_can.elsewhere = true;
            // A terminal of a sign-in would run here, where the agent is not.
            for method in &mut open.auth_methods {
                if matches!(method.way, AuthWay::Terminal { .. }) {
                    method.way = AuthWay::Unknown;
                }
            }
        }
        self.show_connection(connection);
        for session in self.sessions_of(connection) {
            self.open_session(session);
        }
    }

    pub(super) fn stop_agent(&mut self, connection: ConnectionId) {
        self.stop_retry(connection);
        let Some(open) = self.connection(connection) else {
            return;
        };
        if !open.is_live() {
            return;
        }
        open.stop_asked = true;
        for session in self.sessions_of(connection) {
            self.cancel_turn(session);
        }
        self.end_all_asks(connection);
        self.end_client_work(connection);
        self.effects.push(Effect::Stop { connection });
        self.show_connection(connection);
    }

    pub(super) fn quit(&mut self) {
        self.state.quitting = true;
        let all: Vec<ConnectionId> = self.state.connections.keys().copied().collect();
        for connection in all {
            self.stop_agent(connection);
        }
    }

    pub(super) fn ended(
        &mut self,
        connection: ConnectionId,
        code: Option<i32>,
        signal: Option<i32>,
    ) {
        let Some(open) = self.connection(connection) else {
            return;
        };
        let asked = open.stop_asked;
        if open.status == ConnectionStatus::Starting
            && !asked
            && let Some(trouble) = open.trouble.clone()
        {
            // It was never there: what is to be said is why.
            let reason = StartFailure::Remote { trouble };
            open.status = ConnectionStatus::Failed { reason };
        } else if !matches!(open.status, ConnectionStatus::Failed { .. }) {
            open.status = ConnectionStatus::Ended {
                code,
                signal,
                asked,
            };
        }
        let over_network = open.agent.address().is_some();
        if !asked && over_network {
            self.note_drop(connection);
        } else if !asked {
            self.note_everywhere(connection, &NoteView::ConnectionEnded { code, signal });
        }
        self.let_go(connection);
        self.plan_retry(connection);
    }

    /// What a connection that is no more leaves behind: nothing waits on it.
    fn let_go(&mut self, connection: ConnectionId) {
        if let Some(open) = self.connection(connection) {
            open.calls.clear();
            open.wire_ids.clear();
            open.early = crate::state::Early::default();
            open.pending.clear();
            open.sessions.clear();
            open.listed = None;
        }
        self.release_terminals(|it| it.connection == connection);
        for session in self.sessions_of(connection) {
            self.turn_lost(session);
            self.disconnect(session);
        }
        let left: Vec<_> = self
            .state
            .asks
            .values()
            .filter(|ask| {
                ask.head.connection == connection
                    && matches!(ask.head.status, AskStatus::Pending | AskStatus::Waiting)
            })
            .map(|ask| ask.head.id)
            .collect();
        for ask in left {
            self.lose(ask);
        }
        self.show_connection(connection);
    }

    /// A line of an agent that is no protocol. Told by itself: they may be many.
    pub(super) fn heard(&mut self, connection: ConnectionId, noise: bool, line: &str) {
        if let Some(open) = self.connection(connection) {
            let line = open.hear(noise, line);
            if !open.forgotten {
                self.publish(Op::Heard {
                    connection,
                    noise,
                    line,
                });
            }
        }
    }

    pub(super) fn line_too_long(&mut self, connection: ConnectionId, bytes: u64) {
        self.note_everywhere(connection, &NoteView::LineTooLong { bytes });
    }

    pub(super) fn turn_lost(&mut self, session: crate::id::SessionKey) {
        if self.session(session).is_some_and(|it| it.is_running()) {
            self.end_turn(session, &TurnEnd::Lost);
        }
    }
}

/// What the agent calls itself, with its version.
fn claims(answer: &Value) -> Option<String> {
    let info = answer.get("agentInfo")?;
    let text = |name: &str| {
        info.get(name)
            .and_then(Value::as_str)
            .filter(|it| !it.is_empty())
    };
    let name = text("title").or_else(|| text("name"))?;
    Some(label(&match text("version") {
        Some(version) => format!("{name} {version}"),
        None => name.to_owned(),
    }))
}
