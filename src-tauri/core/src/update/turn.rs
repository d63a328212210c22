//! Turns: a prompt, its stop, its end.

use serde_json::Value;

use super::Work;
use super::session::AUTH_REQUIRED;
use crate::event::RpcError;
use crate::id::SessionKey;
use crate::text::taken::{label, words};
use crate::view::{EntryBody, NoteView, Op, ToolStatus, TurnEnd, TurnState};

impl Work<'_> {
    pub(super) fn stop_turn(&mut self, session: SessionKey) {
        self.cancel_turn(session);
        self.end_session_asks(session);
    }

    /// Tells the agent to stop and shows it at once. The turn ends with the prompt's answer.
    pub(super) fn cancel_turn(&mut self, session: SessionKey) {
        let Some(open) = self.session(session) else {
            return;
        };
        if open.turn != TurnState::Running {
            return;
        }
        if open.reading.is_some() {
            // The agent has heard nothing of it.
            self.end_turn(session, &TurnEnd::Cancelled);
            return;
        }
        open.turn = TurnState::Stopping;
        self.notify_session(session, "session/cancel");
        self.cancel_tools(session);
        self.show_session(session);
    }

    /// Tool calls that have not ended count as cancelled.
    fn cancel_tools(&mut self, session: SessionKey) {
        let Some(open) = self.session(session) else {
            return;
        };
        let mut changed = Vec::new();
        for entry in open.tools.values().copied().collect::<Vec<_>>() {
            if let Some(entry) = open.entry_mut(entry)
                && let EntryBody::Tool { tool } = &mut entry.body
                && matches!(tool.status, ToolStatus::Pending | ToolStatus::InProgress)
            {
                tool.status = ToolStatus::Cancelled;
                changed.push(entry.clone());
            }
        }
        changed.sort_by_key(|entry| entry.id);
        for entry in changed {
            self.publish(Op::PutEntry { session, entry });
        }
    }

    pub(super) fn turn_ended(&mut self, session: SessionKey, result: Result<Value, RpcError>) {
        let end = match result {
            Ok(answer) => match answer.get("stopReason").and_then(Value::as_str) {
                Some("end_turn") => TurnEnd::EndTurn,
                Some("max_tokens") => TurnEnd::MaxTokens,
                Some("max_turn_requests") => TurnEnd::MaxTurnRequests,
                Some("refusal") => TurnEnd::Refusal,
                Some("cancelled") => TurnEnd::Cancelled,
                other => TurnEnd::Other {
                    value: label(other.unwrap_or_default()),
                },
            },
            Err(error) => {
                if error.code == AUTH_REQUIRED
                    && let Some(connection) = self.session(session).map(|it| it.connection)
                {
                    self.offer_sign_in(connection, Some(&error));
                }
                TurnEnd::Error {
                    code: error.code,
                    message: words(&error.message),
                }
            }
        };
        self.end_turn(session, &end);
    }

    pub(super) fn end_turn(&mut self, session: SessionKey, end: &TurnEnd) {
        self.settle(session);
        let Some(open) = self.session(session) else {
            return;
        };
        let stopped = open.turn == TurnState::Stopping || *end == TurnEnd::Cancelled;
        open.turn = TurnState::Idle {
            last: Some(end.clone()),
        };
        open.echo = None;
        open.reading = None;
        if *end == TurnEnd::Refusal {
            self.drop_turn(session);
        }
        if *end != TurnEnd::EndTurn {
            if *end != TurnEnd::Cancelled {
                self.cancel_tools(session);
            }
            // The end of the connection has a note of its own.
            if *end != TurnEnd::Lost {
                self.note(session, NoteView::TurnEnded { end: end.clone() });
            }
        }
        self.show_session(session);
        self.queue_after(session, end);
        if !stopped && !self.ended_by_person(session) {
            self.turn_is_news(session, end);
        }
    }

    /// Whether the person stopped the agent of a session.
    fn ended_by_person(&self, session: SessionKey) -> bool {
        let open = self.state.sessions.get(&session);
        let connection = open.and_then(|it| self.state.connections.get(&it.connection));
        connection.is_some_and(|it| it.stop_asked)
    }

    /// After a refusal neither the prompt nor what followed it is part of the conversation any more.
    fn drop_turn(&mut self, session: SessionKey) {
        let Some(open) = self.session(session) else {
            return;
        };
        let Some(first) = open.prompted else {
            return;
        };
        let mut changed = Vec::new();
        for entry in open.entries.iter_mut().rev() {
            // The note at the top may have taken the place of the prompt.
            let is_top = matches!(
                entry.body,
                EntryBody::Note {
                    note: NoteView::NotKept { .. }
                }
            );
            if entry.id < first || is_top {
                break;
            }
            entry.dropped = true;
            changed.push(entry.clone());
        }
        for entry in changed.into_iter().rev() {
            self.publish(Op::PutEntry { session, entry });
        }
    }
}
