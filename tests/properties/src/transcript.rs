//! The transcript: whatever an agent tells is folded into it, patches give what a snapshot gives, what is kept
//! can be read again, and nothing grows beyond what was told.

use assent_core::effect::Effect;
use assent_core::event::{AgentConfig, Event, EventKind, Moment};
use assent_core::id::{AgentId, CallId, ConnectionId};
use assent_core::intent::Intent;
use assent_core::page::PageId;
use assent_core::state::State;
use assent_core::stored::StoredSession;
use assent_core::update::update;
use assent_core::view::Op;
use serde_json::{Value, json};

use crate::source::Source;

const KINDS: [&str; 16] = [
    "agent_message_chunk",
    "agent_thought_chunk",
    "user_message_chunk",
    "tool_call",
    "tool_call_update",
    "plan",
    "available_commands_update",
    "current_mode_update",
    "config_option_update",
    "session_info_update",
    "usage_update",
    "compaction_update",
    "compaction_summary_chunk",
    "notice",
    "unheard_of",
    "",
];

const WORDS: [&str; 30] = [
    "text",
    "image",
    "audio",
    "resource",
    "resource_link",
    "content",
    "diff",
    "terminal",
    "pending",
    "in_progress",
    "completed",
    "failed",
    "read",
    "edit",
    "execute",
    "high",
    "t1",
    "t2",
    "image/png",
    "iVBORw0KGgo=",
    "/a/b.rs",
    "file:///a",
    "https://example.com/",
    "s1",
    "warning",
    "started",
    "finished",
    "**b**",
    "`c",
    "word ",
];

const NAMES: [&str; 34] = [
    "type",
    "text",
    "content",
    "data",
    "mimeType",
    "uri",
    "name",
    "title",
    "description",
    "toolCallId",
    "status",
    "kind",
    "locations",
    "path",
    "line",
    "rawInput",
    "rawOutput",
    "oldText",
    "newText",
    "terminalId",
    "resource",
    "blob",
    "entries",
    "priority",
    "messageId",
    "availableCommands",
    "input",
    "currentModeId",
    "configOptions",
    "used",
    "size",
    "cost",
    "severity",
    "_meta",
];

/// Tells a session whatever the bytes say.
pub fn check(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut core = Core::ready();
    let mut told = 0;
    for _ in 0..24 {
        if source.is_empty() {
            break;
        }
        let update = some_update(&mut source);
        let params = json!({"sessionId": "s1", "update": update});
        told += params.to_string().len();
        core.go(EventKind::Notified {
            connection: core.connection,
            method: "session/update".into(),
            params,
        });
        core.drawn();
    }
    if source.any() {
        core.go(EventKind::Ended {
            connection: core.connection,
            code: None,
            signal: Some(9),
        });
    }
    core.drawn();
    core.kept();
    // Hidden characters become escapes of up to ten characters, which JSON may write once more.
    let bound = 64_000 + told * 40;
    let size = core.entries().to_string().len();
    assert!(size <= bound, "{told} bytes told, {size} drawn");
}

fn some_update(source: &mut Source) -> Value {
    if source.once_in(12) {
        return source.json(&WORDS, &NAMES, 3);
    }
    let mut update = source.members(&WORDS, &NAMES, 3);
    let kind = source.pick(&KINDS);
    update.insert("sessionUpdate".into(), kind.into());
    if kind.ends_with("chunk") && !source.once_in(4) {
        let text = source.word(&WORDS);
        update.insert("content".into(), json!({"type": "text", "text": text}));
    }
    if kind.starts_with("tool_call") && !source.once_in(8) {
        update.insert("toolCallId".into(), source.word(&["t1", "t2", "t3"]).into());
    }
    update.into()
}

/// The core with one session, and what an interface knows of its transcript.
struct Core {
    state: State,
    connection: ConnectionId,
    ticks: u64,
    calls: Vec<CallId>,
    /// As patches make it.
    patched: Vec<Value>,
}

impl Core {
    fn ready() -> Self {
        let mut core = Self {
            state: State::new("0.0.0"),
            connection: ConnectionId(0),
            ticks: 0,
            calls: Vec::new(),
            patched: Vec::new(),
        };
        core.go(EventKind::AgentConfigured(AgentConfig {
            id: AgentId(1),
            name: "agent".into(),
            command: vec!["agent".into()],
            env: Vec::new(),
            secrets: Vec::new(),
            cwd: "/home".into(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        }));
        core.go(EventKind::Intent(Intent::NewSession { agent: AgentId(1) }));
        let connection = core.connection;
        core.go(EventKind::Started { connection });
        core.respond(json!({"protocolVersion": 1}));
        core.respond(json!({"sessionId": "s1"}));
        core
    }

    fn respond(&mut self, result: Value) {
        let connection = self.connection;
        if let Some(call) = self.calls.pop() {
            self.go(EventKind::Responded {
                connection,
                call,
                result: Ok(result),
            });
        }
    }

    fn go(&mut self, kind: EventKind) {
        self.ticks += 1;
        let at = Moment {
            ticks: self.ticks,
            unix: 1_700_000_000_000,
        };
        let event = Event {
            at,
            nonce: u128::from(self.ticks),
            page: PageId::NONE,
            kind,
        };
        for effect in update(&mut self.state, event) {
            match effect {
                Effect::Start { connection, .. } => self.connection = connection,
                Effect::Call { call, .. } => self.calls.push(call),
                Effect::Publish { op, .. } => self.patch(op),
                _ => {}
            }
        }
    }

    fn patch(&mut self, op: Op) {
        match op {
            Op::PutEntry { entry, .. } => {
                let entry = json!(entry);
                match self.patched.iter_mut().find(|it| it["id"] == entry["id"]) {
                    Some(old) => *old = entry,
                    None => self.patched.push(entry),
                }
            }
            Op::AppendText { entry, text, .. } => {
                let id = json!(entry);
                let old = self.patched.iter_mut().find(|it| it["id"] == id);
                if let Some(Value::String(whole)) = old.map(|it| &mut it["body"]["text"]) {
                    whole.push_str(&text);
                }
            }
            Op::ClearEntries { .. } => self.patched.clear(),
            _ => {}
        }
    }

    fn entries(&self) -> Value {
        let session = self.state.snapshot(0).sessions.into_iter().next();
        session.map_or(Value::Null, |it| json!(it.entries))
    }

    /// Patches and a snapshot tell the same.
    fn drawn(&self) {
        assert_eq!(json!(self.patched), self.entries());
    }

    /// What is written can be read, and is written the same again.
    fn kept(&self) {
        let session = self.state.snapshot(0).sessions.into_iter().next();
        let kept = session.and_then(|it| self.state.stored_session(it.head.id));
        let Some((name, Some(stored))) = kept else {
            return;
        };
        let text = stored.to_json();
        let read = StoredSession::read(&name, &text);
        let again = read.map(|it| it.to_json());
        assert_eq!(again.as_ref(), Ok(&text));
    }
}
