//! Permissions: `session/request_permission`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Work;
use super::updates::merge_tool;
use crate::form::{About, Invalid};
use crate::id::{AskId, ConnectionId};
use crate::state::{ARM_AFTER, AskKind, PermissionAsk, Request};
use crate::text::{taken, visible, visible_free};
use crate::view::{
    AskStatus, Finding, Notice, PermissionKind, PermissionOption, PermissionView, ToolView,
};

impl Work<'_> {
    pub(super) fn permission(
        &mut self,
        connection: ConnectionId,
        request: Request,
        params: &Map<String, Value>,
    ) {
        let place = self.place(connection, params);
        let invalid = |member: &str, message: &str| Invalid {
            message: message.into(),
            about: About::Member(member.into()),
        };
        let Some(session) = place.session else {
            let unknown = invalid("sessionId", "sessionId names no session of this connection");
            self.refuse_for(&place, &request, &unknown, Finding::NoSuchSession);
            return;
        };
        let Some(Value::Object(call)) = params.get("toolCall") else {
            let missing = invalid("toolCall", "toolCall is missing or not an object");
            self.refuse(&place, &request, &missing);
            return;
        };
        let Some((options, option_ids)) = params.get("options").and_then(options) else {
            let unreadable = invalid(
                "options",
                "options is not a list of options with id and name",
            );
            self.refuse(&place, &request, &unreadable);
            return;
        };
        let input = call.get("rawInput").and_then(command);
        if input.is_some_and(|it| it.len() > taken::COMMAND) {
            let too_long = Invalid {
                message: "The command is too long to be shown".into(),
                about: About::Limit("command".into()),
            };
            self.refuse(&place, &request, &too_long);
            return;
        }
        if self.turned_away(&place, &request) {
            return;
        }
        let tool = match call.get("toolCallId").and_then(Value::as_str) {
            // What the request tells of the tool call holds for its row in the transcript too.
            Some(id) if taken::is_id(id) => self.put_tool(session, id, call).unwrap_or_default(),
            _ => {
                let mut tool = ToolView::default();
                merge_tool(&mut tool, call);
                tool
            }
        };
        let head = self.head(&place, String::new(), None);
        let input = raw_input(call, &tool);
        let view = PermissionView {
            command: input.as_ref().and_then(command),
            target: input.as_ref().and_then(target).or_else(|| {
                let place = tool.locations.first()?;
                Some(place.path.clone())
            }),
            tool,
            options,
            chosen: None,
            arm_after: ARM_AFTER,
            outside: None,
        };
        let kind = AskKind::Permission(PermissionAsk {
            view,
            option_ids,
            shown: BTreeMap::new(),
            file: None,
        });
        let ask = Self::new_ask(head, place, request, kind);
        self.add_ask(ask);
    }

    /// The card stands on the screen and is looked at, or no longer.
    pub(super) fn permission_shown(&mut self, ask: AskId, shown: bool) {
        let (page, ticks) = (self.page, self.at.ticks);
        if let Some(open) = self.state.asks.get_mut(&ask)
            && let AskKind::Permission(permission) = &mut open.kind
        {
            permission.shown.remove(&page);
            permission.shown.extend(shown.then_some((page, ticks)));
        }
    }

    pub(super) fn choose(&mut self, ask: AskId, option: u32) {
        let (page, ticks) = (self.page, self.pressed());
        let Some(open) = self.state.asks.get_mut(&ask) else {
            return;
        };
        if open.request.is_none() {
            self.notice(Notice::AskEnded);
            return;
        }
        let AskKind::Permission(permission) = &mut open.kind else {
            return;
        };
        let armed = permission.shown.get(&page).is_some_and(|since| {
            ticks.saturating_sub(*since) >= u64::from(permission.view.arm_after)
        });
        let kind = permission
            .view
            .options
            .get(option as usize)
            .map(|it| it.kind);
        if !armed && kind.is_none_or(PermissionKind::is_armed) {
            return;
        }
        if permission.file.is_some() {
            self.choose_outside(ask, option);
            return;
        }
        let Some(id) = permission.option_ids.get(option as usize).cloned() else {
            return;
        };
        permission.view.chosen = Some(option);
        let outcome = json!({"outcome": {"outcome": "selected", "optionId": id}});
        self.close(ask, AskStatus::Accepted, Ok(outcome));
    }
}

/// The input of the tool: as it comes with the request, else as its row has it, if it was not cut there.
fn raw_input(call: &Map<String, Value>, tool: &ToolView) -> Option<Value> {
    match call.get("rawInput") {
        Some(input) if !input.is_null() => Some(input.clone()),
        _ => serde_json::from_str(tool.input.as_deref()?).ok(),
    }
}

/// What would be run: agents name it in one of these ways, as a line or as a list of words.
fn command(input: &Value) -> Option<String> {
    let line = ["command", "cmd"]
        .iter()
        .find_map(|name| match input.get(name)? {
            Value::String(line) => Some(line.clone()),
            Value::Array(words) => {
                let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
                words.map(|it| it.into_iter().map(word).collect::<Vec<_>>().join(" "))
            }
            _ => None,
        })?;
    (!line.trim().is_empty()).then(|| visible_free(&line))
}

/// A word of a command so that it is seen where it ends.
fn word(word: &str) -> String {
    if word.is_empty() || word.contains(|it: char| it.is_whitespace() || "\"'\\".contains(it)) {
        Value::from(word).to_string()
    } else {
        word.to_owned()
    }
}

/// What it is about: a file or an address, in the ways agents name it.
fn target(input: &Value) -> Option<String> {
    [
        "file_path",
        "filePath",
        "path",
        "abs_path",
        "notebook_path",
        "url",
        "uri",
    ]
    .iter()
    .find_map(|name| input.get(name)?.as_str())
    .filter(|it| !it.is_empty())
    .map(taken::place)
}

/// The options and their ids; none when one of them cannot be shown or answered.
fn options(value: &Value) -> Option<(Vec<PermissionOption>, Vec<String>)> {
    let all = value.as_array()?;
    (all.len() <= taken::ANSWERS).then_some(())?;
    all.iter()
        .map(|option| {
            let text = |name: &str| option.get(name).and_then(Value::as_str);
            let kind = match text("kind") {
                Some("allow_once") => PermissionKind::AllowOnce,
                Some("allow_always") => PermissionKind::AllowAlways,
                Some("reject_once") => PermissionKind::RejectOnce,
                Some("reject_always") => PermissionKind::RejectAlways,
                _ => PermissionKind::Other,
            };
            let name = text("name").filter(|it| it.len() <= taken::LABEL)?;
            let option = PermissionOption {
                name: visible(name),
                kind,
            };
            let id = text("optionId").filter(|it| taken::is_id(it))?;
            Some((option, id.to_owned()))
        })
        .collect()
}
