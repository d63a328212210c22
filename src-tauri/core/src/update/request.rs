//! What an agent asks and says: requests and notifications by method.

use serde_json::{Map, Value, json};

use super::Work;
use super::client::CLIENT_METHODS;
use crate::effect::Effect;
use crate::event::RpcError;
use crate::form::{About, Invalid};
use crate::id::{ConnectionId, RequestKey, SessionKey, WireId};
use crate::scope::{Scope, scope};
use crate::state::Request;
use crate::text::taken;
use crate::view::{Finding, NoteView};

/// Unanswered asks one session may have (form-rules 4).
const MOST_IN_SESSION: usize = 20;
/// Unanswered asks one connection may have (form-rules 4).
const MOST_ON_CONNECTION: usize = 60;

/// Where an ask belongs.
pub(super) struct Place {
    pub(super) connection: ConnectionId,
    pub(super) session: Option<SessionKey>,
    /// The session named, when we know none of that name.
    pub(super) unknown_session: Option<String>,
    /// Our request named in `requestId`, when it is open.
    pub(super) call: Option<crate::id::CallId>,
    /// Neither a session nor a request that we know.
    pub(super) nowhere: bool,
}

impl Work<'_> {
    pub(super) fn asked(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        id: WireId,
        method: &str,
        params: &Value,
    ) {
        let request = Request { key, id };
        if !self.state.connections.contains_key(&connection) {
            return;
        }
        if self.state.connections[&connection].stop_asked {
            self.remark(connection, &request.id, Finding::Stopping);
            self.answer_error(
                connection,
                key,
                RpcError::cancelled("The client is stopping"),
            );
            return;
        }
        if self.is_kept_back(connection, method) {
            self.answer_error(connection, key, RpcError::method_not_found(method));
            return;
        }
        match (method, params) {
            ("elicitation/create", Value::Object(params)) => {
                self.elicitation(connection, request, params);
            }
            ("session/request_permission", Value::Object(params)) => {
                self.permission(connection, request, params);
            }
            (method, Value::Object(params)) if CLIENT_METHODS.contains(&method) => {
                self.client_method(connection, request, method, params);
            }
            ("elicitation/create" | "session/request_permission", _) => {
                let member = "params".to_owned();
                self.remark(connection, &request.id, Finding::Malformed { member });
                let error = RpcError::invalid_params("params must be an object", None);
                self.answer_error(connection, key, error);
            }
            (method, _) if CLIENT_METHODS.contains(&method) => {
                let error = RpcError::invalid_params("params must be an object", None);
                self.answer_error(connection, key, error);
            }
            _ => {
                self.remark(connection, &request.id, Finding::NoSuchMethod);
                self.answer_error(connection, key, RpcError::method_not_found(method));
            }
        }
    }

    fn elicitation(
        &mut self,
        connection: ConnectionId,
        request: Request,
        params: &Map<String, Value>,
    ) {
        let place = self.place(connection, params);
        let advertised = &self.state.connections[&connection].agent;
        let (forms, links) = (advertised.forms, advertised.links);
        match params.get("mode").and_then(Value::as_str) {
            Some("form") if forms => self.ask_form(place, request, params),
            Some("url") if links => self.ask_link(place, request, params),
            mode => {
                let message = match mode {
                    Some("form" | "url") => "This mode of elicitation was not advertised",
                    Some(_) => "Unknown mode of elicitation",
                    None => "mode is missing or not a string",
                };
                let invalid = Invalid {
                    message: message.into(),
                    about: About::Member("mode".into()),
                };
                let mode = mode.map(taken::label);
                let finding = match mode {
                    Some(mode) if matches!(mode.as_str(), "form" | "url") => {
                        Finding::ModeOff { mode }
                    }
                    mode => Finding::ModeUnknown { mode },
                };
                self.refuse_for(&place, &request, &invalid, finding);
            }
        }
    }

    pub(super) fn place(&self, connection: ConnectionId, params: &Map<String, Value>) -> Place {
        let mut place = Place {
            connection,
            session: None,
            unknown_session: None,
            call: None,
            nowhere: false,
        };
        let open = &self.state.connections[&connection];
        match scope(params) {
            Scope::Session(wire) => {
                place.session = open.sessions.get(&wire).copied();
                if place.session.is_none() {
                    place.unknown_session = Some(wire);
                    place.nowhere = true;
                }
            }
            Scope::Request(id) => {
                place.call = open.wire_ids.get(&id).copied();
                place.nowhere = place.call.is_none();
            }
            Scope::None => place.nowhere = true,
        }
        place
    }

    /// Answers -32602 and says so in the transcript and the protocol's log; no card.
    pub(super) fn refuse_for(
        &mut self,
        place: &Place,
        request: &Request,
        invalid: &Invalid,
        finding: Finding,
    ) {
        self.remark(place.connection, &request.id, finding);
        let (data, about) = match &invalid.about {
            About::Member(path) => (json!({"member": path}), path),
            About::Limit(name) => (json!({"limit": name}), name),
        };
        let note = NoteView::AskRefused {
            message: taken::words(&invalid.message),
            about: Some(taken::label(about)),
        };
        match place.session {
            Some(session) => self.note(session, note),
            None => self.note_everywhere(place.connection, &note),
        }
        let error = RpcError::invalid_params(invalid.message.clone(), Some(data));
        self.answer_error(place.connection, request.key, error);
    }

    /// Turns the request away when too many asks wait already. True when it did.
    pub(super) fn turned_away(&mut self, place: &Place, request: &Request) -> bool {
        let on_connection = self.state.open_on_connection(place.connection).len();
        let in_session = place
            .session
            .map_or(0, |session| self.state.open_in_session(session).len());
        if on_connection < MOST_ON_CONNECTION && in_session < MOST_IN_SESSION {
            return false;
        }
        let in_session = on_connection < MOST_ON_CONNECTION;
        let most = if in_session {
            MOST_IN_SESSION
        } else {
            MOST_ON_CONNECTION
        };
        let limit = u32::try_from(most).unwrap_or(u32::MAX);
        let finding = Finding::TooMany { limit, in_session };
        self.remark(place.connection, &request.id, finding);
        let error = RpcError::cancelled("Too many unanswered requests wait on the person");
        self.answer_error(place.connection, request.key, error);
        let told = match place.session {
            Some(session) => vec![session],
            None => self.sessions_of(place.connection),
        };
        for session in told {
            if let Some(open) = self.session(session) {
                open.turned_away += 1;
            }
            self.show_session(session);
        }
        true
    }

    pub(super) fn answer_error(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        error: RpcError,
    ) {
        self.effects.push(Effect::Answer {
            connection,
            key,
            outcome: Err(error),
        });
    }

    pub(super) fn notified(&mut self, connection: ConnectionId, method: &str, params: Value) {
        match method {
            "session/update" => self.session_update(connection, params),
            "elicitation/complete" => {
                if let Some(id) = params.get("elicitationId").and_then(Value::as_str) {
                    self.link_complete(connection, id);
                }
            }
            // Extensions (`_…`) and whatever else: in the protocol log, nowhere else.
            _ => {}
        }
    }
}
