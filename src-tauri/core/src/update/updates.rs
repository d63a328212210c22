//! `session/update`: a total fold of what an agent tells into the transcript.
//!
//! Why raw JSON and not the SDK's types: those reject a whole update for one odd member, and an update of a
//! kind they do not know is gone. Here what can be read is shown, and the rest stays visible as unrecognised.

use serde_json::{Map, Value};

use super::Work;
use super::bounds::within;
use super::content::{content_view, contents, tool_content};
use crate::id::{ConnectionId, EntryId, SessionKey};
use crate::state::{Growing, MOST_OF_ONE, bounded_json};
use crate::text::Streamed;
use crate::text::taken::{self, Room, is_id, label, place};
use crate::view::{
    EntryBody, LocationView, NoteView, Op, PlanStep, Speaker, ToolStatus, ToolView, TurnState,
};

/// Kinds of tools there are icons for.
const TOOL_KINDS: [&str; 9] = [
    "read",
    "edit",
    "delete",
    "move",
    "search",
    "execute",
    "think",
    "fetch",
    "switch_mode",
];

impl Work<'_> {
    pub(super) fn session_update(&mut self, connection: ConnectionId, params: Value) {
        let Some(open) = self.state.connections.get_mut(&connection) else {
            return;
        };
        let Some(wire) = params.get("sessionId").and_then(Value::as_str) else {
            return;
        };
        if let Some(session) = open.sessions.get(wire).copied() {
            self.fold(session, &params);
        } else if !open.calls.is_empty() {
            let wire = wire.to_owned();
            open.early.put(&wire, params);
        }
    }

    pub(super) fn take_early_updates(&mut self, connection: ConnectionId, wire: &str) {
        let Some(open) = self.connection(connection) else {
            return;
        };
        let (updates, left_out) = open.early.take(wire);
        let Some(session) = open.sessions.get(wire).copied() else {
            return;
        };
        if left_out > 0 {
            self.note(session, NoteView::EarlyLeftOut { updates: left_out });
        }
        for params in updates {
            self.fold(session, &params);
        }
    }

    fn fold(&mut self, session: SessionKey, params: &Value) {
        let Some(update) = params.get("update").and_then(Value::as_object) else {
            self.unrecognised(session, "", params);
            return;
        };
        let kind = update.get("sessionUpdate").and_then(Value::as_str);
        match kind.unwrap_or_default() {
            "user_message_chunk" => self.chunk(session, Speaker::User, update),
            "agent_message_chunk" => self.chunk(session, Speaker::Agent, update),
            "agent_thought_chunk" => self.chunk(session, Speaker::Thought, update),
            kind @ ("tool_call" | "tool_call_update") => {
                match update.get("toolCallId").and_then(Value::as_str) {
                    Some(id) if is_id(id) => {
                        self.put_tool(session, id, update);
                    }
                    _ => self.unrecognised(session, kind, &params["update"]),
                }
            }
            "plan" => self.plan(session, update),
            "config_option_update" | "current_mode_update" => {
                self.options_told(session, &params["update"]);
            }
            "session_info_update" => self.session_info(session, update),
            "available_commands_update" => self.commands_told(session, update),
            "usage_update" => self.usage_told(session, update),
            kind @ ("compaction_update" | "compaction_summary_chunk") => {
                if !self.compaction(session, update) {
                    self.unrecognised(session, kind, &params["update"]);
                }
            }
            "notice" => {
                if !self.agent_notice(session, update) {
                    self.unrecognised(session, "notice", &params["update"]);
                }
            }
            other => self.unrecognised(session, other, &params["update"]),
        }
        self.keep_in_bounds(session);
    }

    fn unrecognised(&mut self, session: SessionKey, update: &str, json: &Value) {
        self.add_entry(
            session,
            EntryBody::Unrecognised {
                update: label(update),
                json: bounded_json(json),
            },
        );
    }

    fn chunk(&mut self, session: SessionKey, from: Speaker, update: &Map<String, Value>) {
        let content = update.get("content");
        let text = content
            .filter(|it| it.get("type").and_then(Value::as_str) == Some("text"))
            .and_then(|it| it.get("text"))
            .and_then(Value::as_str);
        match text {
            Some(text) => {
                if from == Speaker::User && self.is_echo(session, Some(text)) {
                    return;
                }
                let message = update.get("messageId").and_then(Value::as_str);
                let message = message.filter(|it| is_id(it));
                self.grow(session, from, message, text);
            }
            None => {
                if from == Speaker::User && self.is_echo(session, None) {
                    return;
                }
                let content = content_view(content.unwrap_or(&Value::Null), &mut Room::new());
                self.add_entry(session, EntryBody::Content { from, content });
            }
        }
    }

    /// Some agents send the prompt back as user chunks; it stands in the transcript already.
    fn is_echo(&mut self, session: SessionKey, text: Option<&str>) -> bool {
        let Some(open) = self.session(session) else {
            return false;
        };
        match (&mut open.echo, text) {
            (Some(echo), Some(text)) if open.turn == TurnState::Running => echo.takes_text(text),
            (Some(echo), None) if open.turn == TurnState::Running => echo.takes_other(),
            _ => false,
        }
    }

    /// Adds text to the message at the end, or begins one.
    fn grow(&mut self, session: SessionKey, from: Speaker, message: Option<&str>, text: &str) {
        let Some(open) = self.session(session) else {
            return;
        };
        let same = open.growing.as_ref().is_some_and(|growing| {
            let speaker = match open.entry(growing.entry).map(|it| &it.body) {
                Some(EntryBody::User { .. }) => Speaker::User,
                Some(EntryBody::Thought { .. }) => Speaker::Thought,
                _ => Speaker::Agent,
            };
            let other = matches!((&growing.message, message), (Some(old), Some(new)) if old != new);
            speaker == from && !other
        });
        if !same {
            self.settle(session);
            let mut streamed = Streamed::default();
            let (text, left_out) = within(MOST_OF_ONE, &mut streamed, text);
            let body = match from {
                Speaker::User => EntryBody::User {
                    text,
                    attached: Vec::new(),
                },
                Speaker::Agent => EntryBody::Agent { text },
                Speaker::Thought => EntryBody::Thought { text },
            };
            let entry = self.put_new(session, body);
            if let (Some(entry), Some(open)) = (entry, self.session(session)) {
                open.growing = Some(Growing {
                    entry,
                    message: message.map(ToOwned::to_owned),
                    streamed,
                    cut: None,
                });
            }
            self.leave_out(session, left_out);
            return;
        }
        let Some(mut growing) = open.growing.take() else {
            return;
        };
        let bytes = match open.entry(growing.entry).map(|it| &it.body) {
            Some(
                EntryBody::User { text, .. }
                | EntryBody::Agent { text }
                | EntryBody::Thought { text },
            ) => text.len(),
            _ => 0,
        };
        let (shown, left_out) = within(
            MOST_OF_ONE.saturating_sub(bytes),
            &mut growing.streamed,
            text,
        );
        let entry = growing.entry;
        open.growing = Some(growing);
        self.append(session, entry, shown);
        self.leave_out(session, left_out);
    }

    /// The message at the end is complete: what was held back of it is shown.
    pub(super) fn settle(&mut self, session: SessionKey) {
        if let Some(mut growing) = self.session(session).and_then(|it| it.growing.take()) {
            let rest = growing.streamed.finish();
            self.append(session, growing.entry, rest);
        }
    }

    fn append(&mut self, session: SessionKey, entry: EntryId, text: String) {
        if text.is_empty() {
            return;
        }
        let at_end = self.session(session).and_then(|it| it.entry_mut(entry));
        if let Some(entry_view) = at_end
            && let EntryBody::User { text: whole, .. }
            | EntryBody::Agent { text: whole }
            | EntryBody::Thought { text: whole } = &mut entry_view.body
        {
            whole.push_str(&text);
            self.publish(Op::AppendText {
                session,
                entry,
                text,
            });
        }
    }

    /// Takes what is told of a tool call into its row, made if there is none yet.
    pub(super) fn put_tool(
        &mut self,
        session: SessionKey,
        id: &str,
        told: &Map<String, Value>,
    ) -> Option<ToolView> {
        let open = self.session(session)?;
        let known = open.tools.get(id).copied();
        let Some(entry) = known.and_then(|entry| open.entry_mut(entry)) else {
            let mut tool = ToolView::default();
            merge_tool(&mut tool, told);
            let entry = self.add_entry(session, EntryBody::Tool { tool: tool.clone() })?;
            let open = self.session(session)?;
            open.tools.insert(id.to_owned(), entry);
            return Some(tool);
        };
        let EntryBody::Tool { tool } = &mut entry.body else {
            return None;
        };
        merge_tool(tool, told);
        let tool = tool.clone();
        let entry = entry.clone();
        self.publish(Op::PutEntry { session, entry });
        Some(tool)
    }

    fn plan(&mut self, session: SessionKey, update: &Map<String, Value>) {
        let told = update.get("entries").and_then(Value::as_array);
        let (taken, more) = taken::items(told.map_or(&[][..], Vec::as_slice));
        let mut steps: Vec<PlanStep> = taken.iter().filter_map(plan_step).collect();
        if more > 0 {
            steps.push(PlanStep {
                text: taken::more(more),
                status: ToolStatus::Pending,
                priority: String::new(),
            });
        }
        let Some(open) = self.session(session) else {
            return;
        };
        let known = open.plan.and_then(|entry| open.entry_mut(entry));
        if let Some(entry) = known {
            entry.body = EntryBody::Plan { steps };
            let entry = entry.clone();
            self.publish(Op::PutEntry { session, entry });
        } else {
            let entry = self.add_entry(session, EntryBody::Plan { steps });
            if let Some(open) = self.session(session) {
                open.plan = entry;
            }
        }
    }

    fn session_info(&mut self, session: SessionKey, update: &Map<String, Value>) {
        let Some(title) = update.get("title") else {
            return;
        };
        if let Some(open) = self.session(session) {
            open.title = title.as_str().map(label).filter(|it| !it.is_empty());
            self.show_session(session);
        }
    }
}

/// What a tool call is told to be; members left out or `null` stay as they are.
pub(super) fn merge_tool(tool: &mut ToolView, told: &Map<String, Value>) {
    let text = |name: &str| told.get(name).and_then(Value::as_str);
    if let Some(title) = text("title") {
        tool.title = label(title);
    }
    if let Some(kind) = text("kind") {
        let known = TOOL_KINDS.contains(&kind);
        if known { kind } else { "other" }.clone_into(&mut tool.kind);
    } else if tool.kind.is_empty() {
        "other".clone_into(&mut tool.kind);
    }
    if let Some(status) = text("status") {
        tool.status = tool_status(status);
    }
    if let Some(content) = told.get("content").and_then(Value::as_array) {
        tool.content = contents(content, tool_content);
    }
    if let Some(locations) = told.get("locations").and_then(Value::as_array) {
        let (taken, more) = taken::items(locations);
        tool.locations = taken.iter().filter_map(location).collect();
        if more > 0 {
            let path = taken::more(more);
            tool.locations.push(LocationView { path, line: None });
        }
    }
    if let Some(input) = told.get("rawInput").filter(|it| !it.is_null()) {
        tool.input = Some(bounded_json(input));
    }
    if let Some(output) = told.get("rawOutput").filter(|it| !it.is_null()) {
        tool.output = Some(bounded_json(output));
    }
}

pub(super) fn tool_status(status: &str) -> ToolStatus {
    match status {
        "in_progress" => ToolStatus::InProgress,
        "completed" => ToolStatus::Completed,
        "failed" => ToolStatus::Failed,
        _ => ToolStatus::Pending,
    }
}

fn location(value: &Value) -> Option<LocationView> {
    Some(LocationView {
        path: place(value.get("path")?.as_str()?),
        line: value
            .get("line")
            .and_then(Value::as_u64)
            .and_then(|line| u32::try_from(line).ok()),
    })
}

fn plan_step(value: &Value) -> Option<PlanStep> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let priority = text("priority").filter(|it| matches!(*it, "high" | "medium" | "low"));
    Some(PlanStep {
        text: label(text("content")?),
        status: tool_status(text("status").unwrap_or_default()),
        priority: priority.unwrap_or_default().to_owned(),
    })
}
