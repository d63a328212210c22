//! Sessions: opening, closing, the composer's text.

use serde_json::{Value, json};

use super::Work;
use crate::effect::Effect;
use crate::event::RpcError;
use crate::id::{AgentId, ConnectionId, SessionKey};
use crate::state::{Call, Session, options};
use crate::stored::Owner;
use crate::text::taken::{is_id, words};
use crate::view::{Op, SessionStatus};

/// The agent wants a sign-in first.
pub(super) const AUTH_REQUIRED: i64 = -32000;

impl Work<'_> {
    /// Opens a session, in the agent's own folder or in another one.
    pub(super) fn new_session(&mut self, agent: AgentId, folder: Option<String>) {
        if let Some(connection) = self.connection_for(agent) {
            self.add_session(connection, folder);
        }
    }

    pub(super) fn add_session(&mut self, connection: ConnectionId, folder: Option<String>) {
        let session = SessionKey(self.state.next());
        let name = self.fresh_name();
        let Some(agent) = self.state.connections.get(&connection).map(|it| &it.agent) else {
            return;
        };
        let owner = Owner::of(agent, self.state.kept.contains(&agent.id));
        let cwd = folder.unwrap_or_else(|| agent.cwd.clone());
        let folders = agent.folders.clone();
        let mut open = Session::new(session, name, owner, connection, cwd);
        open.folders = folders;
        self.state.sessions.insert(session, open);
        self.place_session(session);
        self.state.front = Some(session);
        self.show_session(session);
        self.come_to_front(session);
        self.open_session(session);
    }

    /// A name under which a new session is kept.
    pub(super) fn fresh_name(&self) -> String {
        format!("{:032x}", self.nonce)
    }

    /// Sends `session/new` for a session that wants it, once the connection is ready.
    pub(super) fn open_session(&mut self, session: SessionKey) {
        let Some(wanted) = self.state.sessions.get_mut(&session) else {
            return;
        };
        let connection = wanted.connection;
        let Some(open) = self.state.connections.get(&connection) else {
            return;
        };
        let asked = !wanted.equipping.is_empty()
            || open.calls.values().any(|it| {
                [Call::NewSession, Call::Load, Call::Resume]
                    .iter()
                    .any(|call| *it == call(session))
            });
        let wants = matches!(
            wanted.status,
            SessionStatus::Opening | SessionStatus::SignInFirst
        );
        if !open.is_ready() || asked || !wants {
            return;
        }
        wanted.status = SessionStatus::Opening;
        if wanted.prompt_can.replace(open.prompt_can) != Some(open.prompt_can)
            && !wanted.attached.is_empty()
        {
            self.show_attached(session);
        }
        if !self.equip(connection, session) {
            self.open_with(connection, session, &[]);
        }
    }

    /// Asks the agent to open a session, with MCP servers in the protocol's words.
    pub(super) fn open_with(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        servers: &[Value],
    ) {
        let Some(open) = self.state.connections.get(&connection) else {
            return;
        };
        let can = open.can;
        let Some(wanted) = self.state.sessions.get_mut(&session) else {
            return;
        };
        wanted.folders_given = can.folders;
        wanted.folders_left_out = !can.folders && !wanted.folders.is_empty();
        let mut params = json!({"cwd": wanted.cwd, "mcpServers": servers});
        if can.folders && !wanted.folders.is_empty() {
            params["additionalDirectories"] = json!(wanted.folders);
        }
        if wanted.rejoin && wanted.wire.is_some() {
            self.ask_to_rejoin(connection, session, params);
            return;
        }
        self.show_session(session);
        self.call(connection, Call::NewSession(session), "session/new", params);
    }

    pub(super) fn session_opened(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        result: Result<Value, RpcError>,
    ) {
        let wire = result.as_ref().ok().and_then(|answer| {
            answer
                .get("sessionId")
                .and_then(Value::as_str)
                .filter(|it| is_id(it))
                .map(ToOwned::to_owned)
        });
        if !self.state.sessions.contains_key(&session) {
            // The person closed it meanwhile. What the agent opened is left to it.
            if let (Some(wire), Some(open)) = (wire, self.connection(connection)) {
                open.early.take(&wire);
                if open.can.close {
                    self.close_at_agent(connection, &wire);
                }
            }
            return;
        }
        let options = result
            .as_ref()
            .map_or_else(|_| Vec::new(), options::of_answer);
        let status = match (&wire, result) {
            (Some(_), _) => SessionStatus::Open,
            (None, Err(error)) if error.code == AUTH_REQUIRED => SessionStatus::SignInFirst,
            (None, Err(error)) => SessionStatus::Failed {
                message: words(&error.message),
            },
            (None, Ok(_)) => SessionStatus::Failed {
                message: "sessionId is missing or too long".into(),
            },
        };
        if let Some(open) = self.session(session) {
            open.status = status;
            open.wire.clone_from(&wire);
            open.options = options;
        }
        if let Some(wire) = wire {
            if let Some(open) = self.connection(connection) {
                open.sessions.insert(wire.clone(), session);
            }
            self.adopt_asks(connection, &wire, session);
            self.take_early_updates(connection, &wire);
        }
        self.show_session(session);
        match self.state.sessions.get(&session).map(|it| &it.status) {
            Some(SessionStatus::Open) => {
                self.tell_left_out(session);
                self.send_waiting_prompt(session);
            }
            _ => self.keep_prompt_if_closed(session),
        }
    }

    pub(super) fn seen(&mut self, session: SessionKey) {
        if let Some(open) = self.session(session)
            && open.unread
        {
            open.unread = false;
            self.show_session(session);
        }
    }

    pub(super) fn close_session(&mut self, session: SessionKey) {
        self.empty_queue(session);
        self.cancel_turn(session);
        // The agent is told first, then what waits is answered (form-rules 4).
        if let Some((connection, wire)) = self.closable(session) {
            self.close_at_agent(connection, &wire);
        }
        self.end_session_asks(session);
        self.drop_session(session);
    }

    /// Takes a session off the list and forgets what is kept of it.
    pub(super) fn drop_session(&mut self, session: SessionKey) {
        let Some(open) = self.state.sessions.get(&session) else {
            return;
        };
        let connection = open.connection;
        let name = open.name.clone();
        self.empty_queue(session);
        self.cancel_turn(session);
        self.end_session_asks(session);
        self.close_client_work(connection, session);
        self.effects.push(Effect::ForgetSession { name });
        let Some(closed) = self.state.sessions.remove(&session) else {
            return;
        };
        if let (Some(wire), Some(open)) = (closed.wire, self.connection(connection)) {
            open.sessions.remove(&wire);
        }
        let gone: Vec<_> = self
            .state
            .asks
            .values()
            .filter(|ask| ask.head.session == Some(session))
            .map(|ask| ask.head.id)
            .collect();
        for ask in gone {
            self.state.asks.remove(&ask);
            self.publish(Op::RemoveAsk { ask });
        }
        if self.state.front == Some(session) {
            self.state.front = self.state.sessions.keys().next_back().copied();
        }
        self.publish_now(Op::RemoveSession { session });
        self.attend();
        if let Some(front) = self.state.front {
            self.publish_here(Op::Front { session: front });
        }
    }

    pub(super) fn compose(&mut self, session: SessionKey, text: String, seq: u32) {
        let page = self.page;
        if let Some(open) = self.session(session) {
            open.composer = text;
            open.composed.set(page, seq);
            let session = open.view();
            self.publish(Op::PutSession { session });
        }
    }

    /// Sends a notification about a session, if the agent knows it and can still hear it.
    pub(super) fn notify_session(&mut self, session: SessionKey, method: &'static str) {
        let Some(open) = self.state.sessions.get(&session) else {
            return;
        };
        if let Some(wire) = &open.wire {
            self.effects.push(Effect::Notify {
                connection: open.connection,
                method,
                params: json!({"sessionId": wire}),
            });
        }
    }
}
