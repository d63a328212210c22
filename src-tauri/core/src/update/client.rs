//! What agents ask the client itself to do, from the request to its one answer.
//!
//! Such a request is worked on beside the loop, so it stands among the connection's pending ones until
//! the work is done, the agent takes it back, or its session or connection ends.

use serde_json::{Map, Value, json};

use super::Work;
use crate::effect::Effect;
use crate::event::RpcError;
use crate::id::{ConnectionId, RequestKey, SessionKey, WireId};
use crate::state::{Pending, Request, Terminal, Wanted};

/// The methods answered here.
pub(super) const CLIENT_METHODS: [&str; 7] = [
    "fs/read_text_file",
    "fs/write_text_file",
    "terminal/create",
    "terminal/output",
    "terminal/wait_for_exit",
    "terminal/kill",
    "terminal/release",
];
/// What the protocol answers about a file or terminal that is not there.
pub(super) const NOT_FOUND: i64 = -32002;
/// What the protocol answers when the client could not do it.
pub(super) const FAILED: i64 = -32603;
/// Requests that may be worked on at once, for one connection.
const MOST_PENDING: usize = 256;
/// Bytes that may wait to be written, for one connection.
const MOST_WRITING: usize = 64 << 20;

impl Work<'_> {
    pub(super) fn client_method(
        &mut self,
        connection: ConnectionId,
        request: Request,
        method: &str,
        params: &Map<String, Value>,
    ) {
        let open = &self.state.connections[&connection];
        let named = params.get("sessionId").and_then(Value::as_str);
        let Some(session) = named.and_then(|it| open.sessions.get(it)).copied() else {
            let error = invalid("sessionId", "sessionId names no session of this connection");
            self.answer_error(connection, request.key, error);
            return;
        };
        let writing = open.pending.values().map(Pending::bytes);
        if open.pending.len() >= MOST_PENDING || writing.sum::<usize>() > MOST_WRITING {
            let error = RpcError::cancelled("Too many requests are being worked on");
            self.answer_error(connection, request.key, error);
            return;
        }
        let key = request.key;
        let taken = match method {
            "fs/read_text_file" => self.read_file(connection, session, request, params),
            "fs/write_text_file" => self.write_file(connection, session, request, params),
            "terminal/create" => self.create_terminal(connection, session, request, params),
            _ => self.about_terminal(connection, session, request, method, params),
        };
        if let Err(error) = taken {
            self.answer_error(connection, key, error);
        }
    }

    /// Puts a request among those that are worked on.
    pub(super) fn begin(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        request: Request,
        what: Wanted,
    ) {
        if let Some(open) = self.connection(connection) {
            let Request { key, id } = request;
            open.pending.insert(key, Pending { id, session, what });
        }
    }

    /// Takes a request from those that are worked on; none when it was answered meanwhile.
    pub(super) fn finish(&mut self, connection: ConnectionId, key: RequestKey) -> Option<Pending> {
        self.connection(connection)?.pending.remove(&key)
    }

    pub(super) fn answer_with(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        outcome: Result<Value, RpcError>,
    ) {
        self.effects.push(Effect::Answer {
            connection,
            key,
            outcome,
        });
    }

    /// The agent takes back the newest request with an id, if that is one that is worked on and newer
    /// than `other`. True when it was.
    pub(super) fn withdraw_pending(
        &mut self,
        connection: ConnectionId,
        id: &WireId,
        other: Option<RequestKey>,
    ) -> bool {
        let Some(open) = self.connection(connection) else {
            return false;
        };
        let newest = open.pending.iter().rev().find(|(_, it)| it.id == *id);
        let Some(key) = newest.map(|(key, _)| *key).filter(|key| Some(*key) > other) else {
            return false;
        };
        let taken = self.finish(connection, key);
        self.answer_error(connection, key, RpcError::cancelled("Request cancelled"));
        if let Some(Wanted::Create(terminal)) = taken.map(|it| it.what) {
            // Nobody will ever know its id.
            self.release_terminals(|it| it.view.id == super::terminal::name_of(terminal));
        }
        true
    }

    /// The connection is about to end: what is worked on is answered, and terminals end.
    pub(super) fn end_client_work(&mut self, connection: ConnectionId) {
        self.cancel_pending(connection, "The client is stopping", |_| true);
        self.release_terminals(|it| it.connection == connection);
    }

    /// The session is no more, and with it what was done for it.
    pub(super) fn close_client_work(&mut self, connection: ConnectionId, session: SessionKey) {
        self.cancel_pending(connection, "The session was closed", |it| {
            it.session == session
        });
        self.release_terminals(|it| it.session == session);
        self.state.terminals.retain(|_, it| it.session != session);
    }

    fn cancel_pending(
        &mut self,
        connection: ConnectionId,
        why: &str,
        wanted: impl Fn(&Pending) -> bool,
    ) {
        let Some(open) = self.connection(connection) else {
            return;
        };
        let keys: Vec<RequestKey> = open
            .pending
            .iter()
            .filter(|(_, it)| wanted(it))
            .map(|(key, _)| *key)
            .collect();
        for key in keys {
            self.finish(connection, key);
            self.answer_error(connection, key, RpcError::cancelled(why));
        }
    }

    /// Lets go of terminals that have not been let go of.
    pub(super) fn release_terminals(&mut self, wanted: impl Fn(&Terminal) -> bool) {
        let keys: Vec<_> = self
            .state
            .terminals
            .iter()
            .filter(|(_, it)| !it.view.released && wanted(it))
            .map(|(key, _)| *key)
            .collect();
        for key in keys {
            self.release_terminal(key);
        }
    }
}

/// -32602 about a member of the params.
pub(super) fn invalid(member: &str, message: &str) -> RpcError {
    RpcError::invalid_params(message, Some(json!({"member": member})))
}

/// -32603 with a reason that a program can read.
pub(super) fn failed(reason: &str, message: impl Into<String>) -> RpcError {
    RpcError {
        code: FAILED,
        message: message.into(),
        data: Some(json!({"reason": reason})),
    }
}

/// A path that must be there and absolute.
pub(super) fn absolute(params: &Map<String, Value>, member: &str) -> Result<String, RpcError> {
    match params.get(member).and_then(Value::as_str) {
        Some(path) if path.contains('\0') => Err(invalid(member, "path holds a zero character")),
        Some(path) if std::path::Path::new(path).is_absolute() => Ok(path.to_owned()),
        Some(_) => Err(invalid(member, "path is not absolute")),
        None => Err(invalid(member, "path is missing or not a string")),
    }
}
