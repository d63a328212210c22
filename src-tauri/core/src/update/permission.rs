//! Permissions: `session/request_permission`.

use serde_json::{Map, Value, json};

use super::Work;
use super::updates::merge_tool;
use crate::form::{About, Invalid};
use crate::id::{AskId, ConnectionId};
use crate::state::{AskKind, PermissionAsk, Request};
use crate::text::visible;
use crate::view::{AskStatus, Notice, PermissionKind, PermissionOption, PermissionView, ToolView};

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
            self.refuse(&place, &request, &unknown);
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
        if self.turned_away(&place, &request) {
            return;
        }
        let tool = match call.get("toolCallId").and_then(Value::as_str) {
            // What the request tells of the tool call holds for its row in the transcript too.
            Some(id) => self.put_tool(session, id, call).unwrap_or_default(),
            None => {
                let mut tool = ToolView::default();
                merge_tool(&mut tool, call);
                tool
            }
        };
        let head = self.head(&place, String::new(), None);
        let view = PermissionView {
            tool,
            options,
            chosen: None,
        };
        let kind = AskKind::Permission(PermissionAsk { view, option_ids });
        let ask = Self::new_ask(head, place, request, kind);
        self.add_ask(ask);
    }

    pub(super) fn choose(&mut self, ask: AskId, option: u32) {
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
        let Some(id) = permission.option_ids.get(option as usize).cloned() else {
            return;
        };
        permission.view.chosen = Some(option);
        let outcome = json!({"outcome": {"outcome": "selected", "optionId": id}});
        self.close(ask, AskStatus::Accepted, Ok(outcome));
    }
}

/// The options and their ids; none when one of them cannot be shown or answered.
fn options(value: &Value) -> Option<(Vec<PermissionOption>, Vec<String>)> {
    value
        .as_array()?
        .iter()
        .map(|option| {
            let text = |name: &str| option.get(name).and_then(Value::as_str);
            let kind = match text("kind") {
                Some("allow_once") => PermissionKind::AllowOnce,
                Some("allow_always") => PermissionKind::AllowAlways,
                Some("reject_once") => PermissionKind::RejectOnce,
                Some("reject_always") => PermissionKind::RejectAlways,
                _ => PermissionKind::Other,
            };
            let option = PermissionOption {
                name: visible(text("name")?),
                kind,
            };
            Some((option, text("optionId")?.to_owned()))
        })
        .collect()
}
