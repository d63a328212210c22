//! Taking sessions up again: after a restart of their agent or of Assent, and those an agent lists.

use serde_json::{Value, json};

use super::Work;
use super::session::AUTH_REQUIRED;
use crate::event::RpcError;
use crate::id::{ConnectionId, SessionKey};
use crate::intent::Intent;
use crate::state::{Call, Message, Replay, Shelf, merge, options};
use crate::text::taken::words;
use crate::view::{NoteView, Notice, Op, SessionStatus};

impl Work<'_> {
    /// Takes a session up again on a connection of its agent, which is started if need be.
    pub(super) fn rejoin(&mut self, session: SessionKey) {
        let Some(open) = self.state.sessions.get_mut(&session) else {
            return;
        };
        let wants = matches!(
            open.status,
            SessionStatus::Disconnected
                | SessionStatus::CannotRejoin { .. }
                | SessionStatus::Failed { .. }
        );
        let agent = open.owner.id;
        if !wants {
            return;
        }
        if let Shelf::OnDisk { wanted, .. } = &mut open.shelf {
            // What it tells again is put into what stands there.
            wanted.push(Intent::Rejoin { session });
            self.read_transcript(session);
            return;
        }
        if let Some(connection) = self.connection_for(agent) {
            self.move_session(session, connection);
        }
    }

    /// Gives a session to a connection, which opens it once it is ready.
    pub(super) fn move_session(&mut self, session: SessionKey, connection: ConnectionId) {
        self.turn_lost(session);
        self.settle(session);
        if let Some(open) = self.session(session) {
            open.connection = connection;
            open.rejoin = open.wire.is_some();
            open.status = SessionStatus::Opening;
            open.options.clear();
            open.equipping.clear();
        }
        self.place_session(session);
        self.show_session(session);
        self.open_session(session);
    }

    /// Whether a prompt first takes the session up again.
    pub(super) fn prompt_reopens(&self, session: SessionKey) -> bool {
        let open = self.state.sessions.get(&session);
        open.is_some_and(|it| it.status == SessionStatus::Disconnected)
    }

    /// Sends a prompt to a session that is not connected: once it is.
    pub(super) fn prompt_when_open(&mut self, session: SessionKey, message: Message) {
        if let Some(open) = self.session(session) {
            open.on_rejoin = Some(message);
            open.composer.clear();
        }
        self.rejoin(session);
        self.keep_prompt_if_closed(session);
    }

    /// A prompt that could not be sent goes back to the composer.
    pub(super) fn keep_prompt_if_closed(&mut self, session: SessionKey) {
        let Some(open) = self.session(session) else {
            return;
        };
        if matches!(
            open.status,
            SessionStatus::Opening | SessionStatus::SignInFirst
        ) {
            return;
        }
        if let Some(message) = open.on_rejoin.take() {
            open.put_back(message);
            self.show_attached(session);
            self.show_session(session);
        }
    }

    /// The connection of a session is no more.
    pub(super) fn disconnect(&mut self, session: SessionKey) {
        self.end_replay(session, false);
        if let Some(open) = self.session(session) {
            open.status = SessionStatus::Disconnected;
            open.equipping.clear();
        }
        self.keep_prompt_if_closed(session);
        self.show_session(session);
    }

    /// Sends what takes the session up again.
    pub(super) fn ask_to_rejoin(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        mut params: Value,
    ) {
        let Some(open) = self.state.sessions.get_mut(&session) else {
            return;
        };
        let Some(on) = self.state.connections.get_mut(&connection) else {
            return;
        };
        let Some(wire) = open.wire.clone() else {
            return;
        };
        params["sessionId"] = json!(wire);
        let load = on.can.load && (open.untold || !on.can.resume);
        if !load && !on.can.resume {
            open.status = SessionStatus::CannotRejoin { message: None };
            self.show_session(session);
            self.keep_prompt_if_closed(session);
            return;
        }
        // Known from now on: a replay comes before the answer.
        on.sessions.insert(wire, session);
        let (call, method) = if load {
            (Call::Load(session), "session/load")
        } else {
            (Call::Resume(session), "session/resume")
        };
        if load {
            self.begin_replay(session);
        }
        self.show_session(session);
        self.call(connection, call, method, params);
    }

    fn begin_replay(&mut self, session: SessionKey) {
        self.settle(session);
        if let Some(open) = self.session(session) {
            let stored = open.take_entries();
            open.tools.clear();
            open.compactions.clear();
            open.plan = None;
            open.replay = Some(Replay {
                stored,
                unread: open.unread,
            });
        }
        self.publish(Op::ClearEntries { session });
    }

    /// The replay is over: with it, or without it when the agent did not load the session.
    fn end_replay(&mut self, session: SessionKey, loaded: bool) {
        self.settle(session);
        let Some(open) = self.session(session) else {
            return;
        };
        let Some(Replay { stored, unread }) = open.replay.take() else {
            return;
        };
        let told = open.take_entries();
        let entries = if loaded && !told.is_empty() {
            merge(&stored, told)
        } else {
            stored
        };
        open.replace(entries);
        open.unread = unread;
        self.keep_in_bounds(session);
        self.publish(Op::ClearEntries { session });
        self.show_whole(session);
    }

    /// Tells the interface all of a session.
    pub(super) fn show_whole(&mut self, session: SessionKey) {
        let Some(open) = self.state.sessions.get(&session) else {
            return;
        };
        let entries = open.entries.clone();
        let prompts = open.prompts.iter().cloned().collect();
        self.show_session(session);
        self.publish(Op::PutPrompts { session, prompts });
        self.show_attached(session);
        for entry in entries {
            self.publish(Op::PutEntry { session, entry });
        }
    }

    pub(super) fn rejoined(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        result: Result<Value, RpcError>,
    ) {
        let loaded = result.is_ok();
        self.end_replay(session, loaded);
        let Some(open) = self.state.sessions.get_mut(&session) else {
            return;
        };
        let wire = open.wire.clone().unwrap_or_default();
        match result {
            Ok(answer) => {
                open.status = SessionStatus::Open;
                open.options = options::of_answer(&answer);
                let untold = std::mem::take(&mut open.untold) && open.entries.is_empty();
                if untold {
                    self.note(session, NoteView::NoReplay);
                }
                self.adopt_asks(connection, &wire, session);
                self.take_early_updates(connection, &wire);
                self.show_session(session);
                self.tell_left_out(session);
                self.send_waiting_prompt(session);
            }
            Err(error) => {
                open.status = if error.code == AUTH_REQUIRED {
                    SessionStatus::SignInFirst
                } else {
                    SessionStatus::CannotRejoin {
                        message: Some(words(&error.message)),
                    }
                };
                if let Some(on) = self.connection(connection) {
                    on.sessions.remove(&wire);
                }
                self.show_session(session);
                self.keep_prompt_if_closed(session);
            }
        }
        self.show_connection(connection);
    }

    /// Sends the prompt that waited for the session.
    pub(super) fn send_waiting_prompt(&mut self, session: SessionKey) {
        if let Some(message) = self.session(session).and_then(|it| it.on_rejoin.take()) {
            self.prompt(session, message);
        }
    }

    /// The person goes on in a new session, below what stands there.
    pub(super) fn begin_anew(&mut self, session: SessionKey) {
        let Some(open) = self.state.sessions.get_mut(&session) else {
            return;
        };
        if !matches!(open.status, SessionStatus::CannotRejoin { .. }) {
            return;
        }
        let agent = open.owner.id;
        let Some(connection) = self.connection_for(agent) else {
            return;
        };
        if let Some(open) = self.session(session) {
            open.wire = None;
            open.tools.clear();
            open.compactions.clear();
            open.plan = None;
        }
        self.note(session, NoteView::BeganAnew);
        self.move_session(session, connection);
    }

    /// The agent of a connection is started again, with the sessions it had.
    pub(super) fn restart_agent(&mut self, connection: ConnectionId) {
        let Some(old) = self.state.connections.get(&connection) else {
            return;
        };
        let (agent, live) = (old.agent.id, old.is_live());
        if !self.state.agents.contains_key(&agent) {
            self.notice(Notice::CannotStart);
            return;
        }
        self.stop_agent(connection);
        let fresh = if live {
            self.start_agent(agent)
        } else {
            self.connection_for(agent)
        };
        if let Some(fresh) = fresh {
            if self.sessions_of(connection).is_empty() {
                self.add_session(fresh, None);
            }
            self.move_sessions(connection, fresh);
        }
    }

    /// The agent is started again after a sign-in beside it.
    pub(super) fn reconnect(&mut self, connection: ConnectionId) {
        let agent = self.state.connections[&connection].agent.id;
        self.stop_agent(connection);
        if let Some(fresh) = self.start_agent(agent) {
            self.move_sessions(connection, fresh);
        }
    }

    pub(super) fn move_sessions(&mut self, connection: ConnectionId, fresh: ConnectionId) {
        let sessions = self.sessions_of(connection);
        if let Some(old) = self.connection(connection)
            && fresh != connection
        {
            // What its process still says is about nothing any more.
            old.sessions.clear();
        }
        for session in sessions {
            self.move_session(session, fresh);
        }
    }
}
