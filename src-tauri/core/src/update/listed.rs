//! The sessions an agent keeps itself: listing, opening and deleting them, each only when it can.

use serde_json::{Map, Value, json};

use super::Work;
use crate::event::RpcError;
use crate::id::{ConnectionId, SessionKey};
use crate::state::{Call, Session};
use crate::stored::Owner;
use crate::text::taken::{is_id, label, words};
use crate::view::{EarlierSession, SessionStatus};

/// Sessions that are listed at most; an agent may have any number, and its cursors may go in a circle.
const MOST: usize = 2_000;

impl Work<'_> {
    pub(super) fn list_sessions(&mut self, connection: ConnectionId, more: bool) {
        let Some(open) = self.connection(connection) else {
            return;
        };
        if !open.is_ready() || !open.can.list {
            return;
        }
        let listed = open.listed.get_or_insert_default();
        if listed.loading {
            return;
        }
        let mut params = Map::new();
        match listed.cursor.take().filter(|_| more) {
            Some(cursor) => {
                params.insert("cursor".into(), cursor.into());
            }
            None if more => return,
            None => listed.sessions.clear(),
        }
        listed.loading = true;
        listed.failed = None;
        self.show_connection(connection);
        self.call(
            connection,
            Call::List,
            "session/list",
            Value::Object(params),
        );
    }

    pub(super) fn sessions_listed(
        &mut self,
        connection: ConnectionId,
        result: Result<Value, RpcError>,
    ) {
        let count = result
            .as_ref()
            .ok()
            .and_then(|it| it["sessions"].as_array())
            .map_or(0, Vec::len);
        let numbers: Vec<u32> = (0..count).map(|_| self.state.next()).collect();
        let Some(listed) = self
            .connection(connection)
            .and_then(|it| it.listed.as_mut())
        else {
            return;
        };
        listed.loading = false;
        match result {
            Err(error) => listed.failed = Some(words(&error.message)),
            Ok(answer) => {
                let told = answer["sessions"].as_array().into_iter().flatten();
                for (number, session) in numbers.into_iter().zip(told) {
                    if let Some((wire, session)) = earlier(number, session)
                        && listed.sessions.len() < MOST
                        && listed.sessions.iter().all(|(known, _)| *known != wire)
                    {
                        listed.sessions.push((wire, session));
                    }
                }
                listed.cursor = answer["nextCursor"]
                    .as_str()
                    .filter(|it| listed.sessions.len() < MOST && is_id(it))
                    .map(ToOwned::to_owned);
            }
        }
        self.show_connection(connection);
    }

    fn listed(&self, connection: ConnectionId, number: u32) -> Option<(String, EarlierSession)> {
        let listed = self.state.connections.get(&connection)?.listed.as_ref()?;
        let mut all = listed.sessions.iter();
        all.find(|(_, it)| it.number == number).cloned()
    }

    /// The session here that the agent knows under this id.
    fn here(&self, connection: ConnectionId, wire: &str) -> Option<SessionKey> {
        let agent = self.state.connections.get(&connection)?.agent.id;
        let mut all = self.state.sessions.values();
        all.find(|it| it.owner.id == agent && it.wire.as_deref() == Some(wire))
            .map(|it| it.id)
    }

    pub(super) fn open_listed(&mut self, connection: ConnectionId, number: u32) {
        let Some((wire, listed)) = self.listed(connection, number) else {
            return;
        };
        let Some(open) = self.state.connections.get(&connection) else {
            return;
        };
        if !open.is_ready() || !(open.can.load || open.can.resume) {
            return;
        }
        let session = if let Some(session) = self.here(connection, &wire) {
            self.rejoin(session);
            session
        } else {
            let owner = Owner::of(&open.agent, self.state.kept.contains(&open.agent.id));
            let folders = open.agent.folders.clone();
            let id = SessionKey(self.state.next());
            let mut session = Session::new(id, self.fresh_name(), owner, connection, listed.cwd);
            session.folders = folders;
            session.wire = Some(wire);
            session.title = listed.title;
            session.rejoin = true;
            session.untold = true;
            self.state.sessions.insert(id, session);
            self.show_session(id);
            self.open_session(id);
            id
        };
        self.state.front = Some(session);
        self.come_to_front(session);
    }

    pub(super) fn delete_listed(&mut self, connection: ConnectionId, number: u32) {
        let Some((wire, _)) = self.listed(connection, number) else {
            return;
        };
        let can = self.state.connections.get(&connection);
        if !can.is_some_and(|it| it.is_ready() && it.can.delete) {
            return;
        }
        let here = self.here(connection, &wire);
        if let Some(session) = here {
            self.cancel_turn(session);
        }
        let params = json!({"sessionId": wire});
        let call = Call::Delete(number);
        self.call(connection, call, "session/delete", params);
        // Answered after the agent was told (form-rules 4); the session itself goes once it is deleted.
        if let Some(session) = here {
            self.end_session_asks(session);
        }
    }

    pub(super) fn listed_deleted(
        &mut self,
        connection: ConnectionId,
        number: u32,
        result: &Result<Value, RpcError>,
    ) {
        let Some((wire, _)) = self.listed(connection, number) else {
            return;
        };
        let failed = result.as_ref().err().map(|it| words(&it.message));
        let gone = failed.is_none();
        if let Some(listed) = self
            .connection(connection)
            .and_then(|it| it.listed.as_mut())
        {
            listed.failed = failed;
            if gone {
                listed.sessions.retain(|(_, it)| it.number != number);
            }
        }
        if gone && let Some(session) = self.here(connection, &wire) {
            self.drop_session(session);
        }
        self.show_connection(connection);
    }

    /// Whether a session can be closed at the agent, and its id there.
    pub(super) fn closable(&self, session: SessionKey) -> Option<(ConnectionId, String)> {
        let session = self.state.sessions.get(&session)?;
        let on = self.state.connections.get(&session.connection)?;
        let can = on.is_ready() && on.can.close && session.status == SessionStatus::Open;
        can.then(|| Some((session.connection, session.wire.clone()?)))?
    }

    pub(super) fn close_at_agent(&mut self, connection: ConnectionId, wire: &str) {
        let params = json!({"sessionId": wire});
        self.call(connection, Call::Close, "session/close", params);
    }
}

fn earlier(number: u32, told: &Value) -> Option<(String, EarlierSession)> {
    let text = |name: &str| told.get(name).and_then(Value::as_str);
    let filled = |name: &str| text(name).filter(|it| !it.is_empty()).map(label);
    Some((
        text("sessionId").filter(|it| is_id(it))?.to_owned(),
        EarlierSession {
            number,
            title: filled("title"),
            cwd: text("cwd").filter(|it| is_id(it))?.to_owned(),
            updated_at: filled("updatedAt"),
            session: None,
        },
    ))
}
