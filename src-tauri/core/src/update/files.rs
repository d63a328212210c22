//! Files: `fs/read_text_file` and `fs/write_text_file`.
//!
//! Inside the session's folders an agent reads and writes without asking. What leads outside of them,
//! also through a symbolic link, is shown to the person, who allows that one place this once or refuses.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Work;
use super::client::{NOT_FOUND, absolute, failed, invalid};
use super::request::Place;
use crate::client::{FileCall, FileOutcome};
use crate::effect::Effect;
use crate::event::RpcError;
use crate::id::{AskId, ConnectionId, RequestKey, SessionKey};
use crate::state::{ARM_AFTER, AskKind, OutsideFile, PermissionAsk, Request, Wanted};
use crate::text::taken::{self, Room};
use crate::text::visible_transcript;
use crate::view::{
    AskStatus, OutsideAccess, PermissionKind, PermissionOption, PermissionView, ToolContent,
    ToolView,
};

/// What the person can answer, in this order.
const ANSWERS: [PermissionKind; 2] = [PermissionKind::AllowOnce, PermissionKind::RejectOnce];

impl Work<'_> {
    pub(super) fn read_file(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        request: Request,
        params: &Map<String, Value>,
    ) -> Result<(), RpcError> {
        // Of the wrong type counts as left out: the schema says so.
        let number = |name: &str| params.get(name).and_then(Value::as_u64);
        let call = FileCall::Read {
            path: absolute(params, "path")?,
            line: number("line"),
            limit: number("limit"),
        };
        self.do_file(connection, session, request, call, None);
        Ok(())
    }

    pub(super) fn write_file(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        request: Request,
        params: &Map<String, Value>,
    ) -> Result<(), RpcError> {
        let Some(content) = params.get("content").and_then(Value::as_str) else {
            return Err(invalid("content", "content is missing or not a string"));
        };
        let call = FileCall::Write {
            path: absolute(params, "path")?,
            content: content.to_owned(),
        };
        self.do_file(connection, session, request, call, None);
        Ok(())
    }

    fn do_file(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        request: Request,
        call: FileCall,
        allowed: Option<String>,
    ) {
        let roots = self.session(session).map(|it| it.roots());
        self.effects.push(Effect::File {
            connection,
            key: request.key,
            call: call.clone(),
            roots: roots.unwrap_or_default(),
            allowed,
        });
        self.begin(connection, session, request, Wanted::File(call));
    }

    pub(super) fn file_done(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        outcome: FileOutcome,
    ) {
        let Some(pending) = self.finish(connection, key) else {
            return;
        };
        let Wanted::File(call) = pending.what else {
            return;
        };
        let outcome = match outcome {
            FileOutcome::Outside { .. } if self.is_elsewhere(pending.session) => Err(failed(
                "outside",
                "The path is outside the folders shared with this agent",
            )),
            FileOutcome::Outside { resolved, before } => {
                let request = Request {
                    key,
                    id: pending.id,
                };
                let file = OutsideFile { call, resolved };
                self.ask_outside(
                    connection,
                    pending.session,
                    request,
                    file,
                    before.as_deref(),
                );
                return;
            }
            FileOutcome::Read(content) => Ok(json!({"content": content})),
            FileOutcome::Written => Ok(json!({})),
            FileOutcome::Missing => Err(RpcError {
                code: NOT_FOUND,
                message: "Resource not found".into(),
                data: Some(json!({"path": call.path()})),
            }),
            FileOutcome::NotText => Err(failed("not-text", "The file is not UTF-8 text")),
            FileOutcome::NotFile => {
                Err(failed("not-a-file", "There is something else than a file"))
            }
            FileOutcome::TooLarge { limit } => Err(failed(
                "too-large",
                format!("The file is larger than {limit} bytes"),
            )),
            FileOutcome::Failed { message } => Err(failed("failed", message)),
        };
        self.answer_with(connection, key, outcome);
    }

    fn ask_outside(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        request: Request,
        file: OutsideFile,
        before: Option<&str>,
    ) {
        let place = Place {
            connection,
            session: Some(session),
            unknown_session: None,
            call: None,
            nowhere: false,
        };
        if self.turned_away(&place, &request) {
            return;
        }
        let path = taken::place(&file.resolved);
        let (access, kind, content) = match &file.call {
            FileCall::Read { .. } => (OutsideAccess::Read, "read", Vec::new()),
            FileCall::Write { content, .. } => {
                let mut room = Room::new();
                let mut half = room.half();
                let diff = ToolContent::Diff {
                    path: path.clone(),
                    old: before.map(|it| half.text(it, visible_transcript)),
                    new: room.text(content, visible_transcript),
                };
                (OutsideAccess::Write, "edit", vec![diff])
            }
        };
        let tool = ToolView {
            kind: kind.into(),
            content,
            ..ToolView::default()
        };
        let options = ANSWERS.map(|kind| PermissionOption {
            name: String::new(),
            kind,
        });
        let view = PermissionView {
            tool,
            options: options.to_vec(),
            chosen: None,
            command: None,
            target: Some(path),
            arm_after: ARM_AFTER,
            outside: Some(access),
        };
        let kind = AskKind::Permission(PermissionAsk {
            view,
            option_ids: Vec::new(),
            shown: BTreeMap::new(),
            file: Some(file),
        });
        let head = self.head(&place, String::new(), None);
        let ask = Self::new_ask(head, place, request, kind);
        self.add_ask(ask);
    }

    /// The person answers about a file outside the session's folders.
    pub(super) fn choose_outside(&mut self, ask: AskId, option: u32) {
        let Some(open) = self.state.asks.get_mut(&ask) else {
            return;
        };
        let AskKind::Permission(permission) = &mut open.kind else {
            return;
        };
        let Some(answer) = ANSWERS.get(option as usize) else {
            return;
        };
        permission.view.chosen = Some(option);
        if *answer == PermissionKind::RejectOnce {
            let error = failed("refused", "The person refused");
            self.close(ask, AskStatus::Declined, Err(error));
            return;
        }
        let (Some(file), Some(session)) = (permission.file.clone(), open.head.session) else {
            return;
        };
        let connection = open.head.connection;
        if let Some(request) = open.request.take() {
            self.end_ask(ask, AskStatus::Accepted);
            let OutsideFile { call, resolved } = file;
            self.do_file(connection, session, request, call, Some(resolved));
        }
    }
}
