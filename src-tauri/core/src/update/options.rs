//! Setting what an agent lets the person set for a session.

use serde_json::{Value, json};

use super::Work;
use crate::event::RpcError;
use crate::id::SessionKey;
use crate::state::{Call, options};

impl Work<'_> {
    pub(super) fn set_option(&mut self, session: SessionKey, option: u32, value: u32) {
        let Some(open) = self.state.sessions.get_mut(&session) else {
            return;
        };
        let connection = open.connection;
        let ready = self
            .state
            .connections
            .get(&connection)
            .is_some_and(crate::state::Connection::is_ready);
        let (Some(wire), Some(set), true) = (
            open.wire.clone(),
            open.options.get_mut(option as usize),
            ready,
        ) else {
            return;
        };
        let Some(wanted) = set.values.get(value as usize).cloned() else {
            return;
        };
        if set.view.changing || set.view.current == Some(value) {
            return;
        }
        set.view.changing = true;
        let (method, params) = match &set.id {
            Some(id) if set.view.boolean => (
                "session/set_config_option",
                json!({"sessionId": wire, "configId": id, "type": "boolean", "value": wanted}),
            ),
            Some(id) => (
                "session/set_config_option",
                json!({"sessionId": wire, "configId": id, "value": wanted}),
            ),
            None => (
                "session/set_mode",
                json!({"sessionId": wire, "modeId": wanted}),
            ),
        };
        self.show_session(session);
        self.call(
            connection,
            Call::SetOption {
                session,
                option,
                value,
            },
            method,
            params,
        );
    }

    pub(super) fn option_set(
        &mut self,
        session: SessionKey,
        option: u32,
        value: u32,
        result: &Result<Value, RpcError>,
    ) {
        let Some(open) = self.session(session) else {
            return;
        };
        let set = open.options.get_mut(option as usize);
        let failed = match (result, set) {
            (Ok(answer), set) => {
                // The answer replaces the whole list; that of `session/set_mode` is empty.
                match answer.get("configOptions").and_then(Value::as_array) {
                    Some(list) => open.options = options::of_list(list),
                    None => {
                        if let Some(set) = set {
                            set.view.changing = false;
                            if set.id.is_none() {
                                set.view.current = Some(value);
                            }
                        }
                    }
                }
                None
            }
            (Err(error), set) => {
                if let Some(set) = set {
                    set.view.changing = false;
                }
                Some(crate::text::taken::words(&error.message))
            }
        };
        if let Some(message) = failed {
            self.note(session, crate::view::NoteView::NotSet { message });
        }
        self.show_session(session);
    }

    /// The agent changed what can be set, or how it stands.
    pub(super) fn options_told(&mut self, session: SessionKey, update: &Value) {
        let Some(open) = self.session(session) else {
            return;
        };
        if let Some(list) = update.get("configOptions").and_then(Value::as_array) {
            open.options = options::of_list(list);
        } else if let Some(mode) = update.get("currentModeId") {
            for set in open.options.iter_mut().filter(|it| it.id.is_none()) {
                set.view.current = options::place(&set.values, mode).or(set.view.current);
            }
        }
        self.show_session(session);
    }
}
