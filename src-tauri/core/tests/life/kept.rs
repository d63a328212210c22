//! What is kept over a restart, and sessions that are taken up again.

use assent_core::event::{EventKind, RpcError};
use assent_core::id::{AgentId, ConnectionId, SessionKey};
use assent_core::intent::Intent;
use assent_core::stored::StoredSession;
use assent_core::view::{AskStatus, EntryBody, NoteView, PastAskDetail, SessionStatus};
use serde_json::{Value, json};

use crate::world::{World, said};

/// An agent that can do all of this with sessions, or only some of it.
pub fn able(load: bool, session: Value) -> Value {
    json!({"protocolVersion": 1, "agentCapabilities": {
        "loadSession": load, "sessionCapabilities": session}})
}

pub fn ready(able: Value) -> World {
    let mut world = World::new();
    world.configure(1, true, true);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    begin(&mut world, able);
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    world
}

pub fn begin(world: &mut World, able: Value) {
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    world.respond("initialize", Ok(able));
}

fn says(world: &mut World, kind: &str, text: &str) {
    world.update(json!({"sessionUpdate": kind, "content": {"type": "text", "text": text}}));
}

/// What is written of the session.
fn written(world: &World) -> String {
    let (name, stored) = world.state.stored_session(world.session()).unwrap();
    let stored = stored.unwrap();
    assert_eq!(stored.name, name);
    stored.to_json()
}

/// The world after a restart of Assent.
fn again(text: &str) -> World {
    let mut world = World::new();
    let stored = StoredSession::read("0a", text).unwrap();
    // The session may be read before its agent is known.
    world.go(EventKind::SessionsRead(vec![stored]));
    world.configure(1, true, true);
    world
}

fn head(world: &World) -> assent_core::view::SessionView {
    world.snapshot().sessions.last().unwrap().head.clone()
}

#[test]
fn a_session_is_kept_without_drafts_addresses_and_codes() {
    let mut world = ready(able(false, json!({})));
    world.prompt("go");
    let (_, form) = world.form(1, json!({"name": {"type": "string"}}));
    world.intent(Intent::SetField {
        ask: form,
        index: 0,
        draft: assent_core::view::Draft::Text {
            text: "never on disk".into(),
        },
        seq: 1,
    });
    let params = json!({"mode": "url", "sessionId": "s1", "elicitationId": "e",
        "message": "Enter the code WDJB-MJHT", "url": "https://example.com/device?user=ann"});
    world.ask(&json!(2), "elicitation/create", params);
    says(
        &mut world,
        "agent_message_chunk",
        "Go to https://example.com/device?user=ann with WDJB-MJHT",
    );
    world.intent(Intent::Compose {
        session: world.session(),
        text: "later".into(),
        seq: 1,
    });
    let text = written(&world);
    for secret in ["never on disk", "WDJB-MJHT", "user=ann"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }

    let world = again(&text);
    let head = head(&world);
    assert_eq!(
        (head.connection, head.agent),
        (ConnectionId::NONE, AgentId(1))
    );
    assert_eq!(head.status, SessionStatus::Disconnected);
    assert_eq!(head.composer, "later");
    assert!(head.unread);
    let entries = world.entries();
    let past: Vec<_> = entries
        .iter()
        .filter_map(|it| match it {
            EntryBody::PastAsk { past } => Some((&past.detail, past.status)),
            _ => None,
        })
        .collect();
    assert_eq!(
        past[0],
        (&PastAskDetail::Form { sent: None }, AskStatus::Lost)
    );
    assert!(
        matches!(past[1].0, PastAskDetail::Link { host: Some(host), .. } if host == "example.com")
    );
    // A turn ran when it was written.
    assert!(matches!(
        entries.last(),
        Some(EntryBody::Note {
            note: NoteView::TurnEnded { .. }
        })
    ));
    // What comes back is kept just the same.
    assert_eq!(again(&written(&world)).entries().len(), entries.len());
}

#[test]
fn the_oldest_entries_are_left_out_of_what_is_kept_and_that_is_said() {
    let mut world = ready(able(false, json!({})));
    for _ in 0..5 {
        world.prompt(&"x".repeat(5 << 20));
        world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    }
    let left_out = |world: &World| match &world.entries()[0] {
        EntryBody::Note {
            note: NoteView::NotKept { entries },
        } => *entries,
        other => panic!("unexpected {other:?}"),
    };
    let text = written(&world);
    let mut world = again(&text);
    assert_eq!((left_out(&world), world.entries().len()), (2, 4));
    world = again(&written(&world));
    assert_eq!((left_out(&world), world.entries().len()), (2, 4));
}

#[test]
fn an_entry_of_an_unknown_kind_stays_visible() {
    let mut world = ready(able(false, json!({})));
    world.prompt("go");
    let text = written(&world).replace("\"kind\":\"user\"", "\"kind\":\"hologram\"");
    let world = again(&text);
    assert!(
        matches!(&world.entries()[0], EntryBody::Unrecognised { json, .. } if json.contains("hologram"))
    );
}

#[test]
fn a_prompt_takes_a_session_of_an_earlier_run_up_again() {
    let check = |able: Value, method: &str| {
        let mut world = ready(able.clone());
        world.prompt("one");
        world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
        let mut world = again(&written(&world));
        world.prompt("two");
        begin(&mut world, able);
        let call = world.calls.last().unwrap().clone();
        assert_eq!(call.2, method);
        assert_eq!(
            call.3,
            json!({"sessionId": "s1", "cwd": "/home", "mcpServers": []})
        );
        world.respond(method, Ok(json!({})));
        assert_eq!(world.calls.last().unwrap().2, "session/prompt");
        let texts: Vec<_> = world.entries();
        assert_eq!(texts[0], said("one"));
        assert_eq!(texts.last(), Some(&said("two")));
    };
    check(able(true, json!({"resume": {}})), "session/resume");
    check(able(true, json!({})), "session/load");
    check(able(false, json!({"resume": {}})), "session/resume");
}

#[test]
fn a_replay_replaces_what_the_agent_told_and_our_own_entries_keep_their_place() {
    let able = able(true, json!({"resume": null}));
    let mut world = ready(able.clone());
    world.prompt("one");
    says(&mut world, "agent_message_chunk", "first");
    let (_, form) = world.form(1, json!({}));
    world.intent(Intent::Submit {
        ask: form,
        secret: false,
    });
    says(&mut world, "agent_message_chunk", "second");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    world.end();
    let connection = world.connection();
    world.intent(Intent::RestartAgent { connection });
    begin(&mut world, able);
    let before = written(&world);
    says(&mut world, "user_message_chunk", "one");
    says(&mut world, "agent_message_chunk", "first, told again");
    assert_eq!(written(&world), before, "half a replay is not kept");
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Read"}));
    world.respond("session/load", Ok(json!({})));
    let kinds: Vec<_> = world
        .entries()
        .iter()
        .map(|it| match it {
            EntryBody::User { .. } => "user",
            EntryBody::Agent { .. } => "agent",
            EntryBody::Ask { .. } => "ask",
            EntryBody::Tool { .. } => "tool",
            EntryBody::Note { .. } => "note",
            _ => "other",
        })
        .collect();
    // The note stood after all that had been told before; the tool call is new.
    assert_eq!(kinds, ["user", "agent", "ask", "note", "tool"]);
    // The tool call is found again under its new key.
    world.update(
        json!({"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "completed"}),
    );
    assert_eq!(world.entries().len(), 5);
}

#[test]
fn what_cannot_be_loaded_stays_and_may_go_on_in_a_new_session() {
    let mut world = ready(able(true, json!({})));
    world.prompt("one");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    let able = able(true, json!({}));
    let mut world = again(&written(&world));
    world.prompt("two");
    begin(&mut world, able);
    let gone = RpcError {
        code: -32002,
        message: "no such session".into(),
        data: None,
    };
    world.respond("session/load", Err(gone));
    let message = Some("no such session".into());
    assert_eq!(head(&world).status, SessionStatus::CannotRejoin { message });
    assert_eq!(head(&world).composer, "two", "what was written is not lost");
    assert_eq!(world.entries().len(), 1);
    let session = world.session();
    world.intent(Intent::BeginAnew { session });
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    assert_eq!(head(&world).status, SessionStatus::Open);
    assert_eq!(
        world.entries()[1],
        EntryBody::Note {
            note: NoteView::BeganAnew
        }
    );
}

#[test]
fn an_agent_without_a_way_back_is_not_asked() {
    let mut world = ready(able(false, json!({})));
    world.prompt("one");
    world.end();
    world.prompt("two");
    begin(&mut world, able(false, json!({})));
    assert_eq!(world.calls.last().unwrap().2, "initialize");
    assert_eq!(
        head(&world).status,
        SessionStatus::CannotRejoin { message: None }
    );
    assert_eq!(head(&world).composer, "two");
}

#[test]
fn a_restart_in_the_middle_of_a_turn_keeps_sessions_and_drafts() {
    let able = able(false, json!({"resume": {}}));
    let mut world = ready(able.clone());
    world.prompt("go");
    let (_, form) = world.form(1, json!({"name": {"type": "string"}}));
    world.intent(Intent::SetField {
        ask: form,
        index: 0,
        draft: assent_core::view::Draft::Text { text: "Ann".into() },
        seq: 1,
    });
    let session = world.session();
    world.intent(Intent::Compose {
        session,
        text: "next".into(),
        seq: 1,
    });
    let old = world.connection();
    world.go(EventKind::Ended {
        connection: old,
        code: None,
        signal: Some(9),
    });
    assert_eq!(world.status(form), AskStatus::Lost);
    world.intent(Intent::RestartAgent { connection: old });
    assert_ne!(world.connection(), old);
    begin(&mut world, able);
    world.respond("session/resume", Ok(json!({})));
    assert_eq!(world.snapshot().sessions.len(), 1);
    assert_eq!(head(&world).status, SessionStatus::Open);
    assert_eq!(head(&world).composer, "next");
    assert!(
        serde_json::to_string(&world.view(form))
            .unwrap()
            .contains("Ann")
    );
    world.prompt("on we go");
    assert_eq!(world.calls.last().unwrap().2, "session/prompt");
}

#[test]
fn an_answer_of_the_process_before_changes_nothing() {
    let able = able(false, json!({"resume": {}}));
    let mut world = ready(able.clone());
    world.prompt("go");
    let (old, call, ..) = world.calls.last().unwrap().clone();
    world.intent(Intent::RestartAgent { connection: old });
    begin(&mut world, able);
    world.respond("session/resume", Ok(json!({})));
    let before = world.entries();
    let result = Ok(json!({"stopReason": "cancelled"}));
    world.go(EventKind::Responded {
        connection: old,
        call,
        result,
    });
    assert_eq!(world.entries(), before);
    world.go(EventKind::Ended {
        connection: old,
        code: Some(0),
        signal: None,
    });
    assert_eq!(head(&world).status, SessionStatus::Open);
}

#[test]
fn listed_sessions_are_opened_and_deleted() {
    let all = json!({"list": {}, "delete": {}, "close": {}, "resume": {}});
    let mut world = ready(able(true, all));
    let connection = world.connection();
    world.intent(Intent::ListSessions {
        connection,
        more: false,
    });
    assert_eq!(world.calls.last().unwrap().3, json!({}));
    world.respond(
        "session/list",
        Ok(json!({"nextCursor": "🗝", "sessions": [
            {"sessionId": "s1", "cwd": "/home", "title": "Here"},
            {"sessionId": "s9", "cwd": "/away", "title": "Away", "updatedAt": "2026-01-01T00:00:00Z"},
            {"cwd": "/odd"},
        ]})),
    );
    world.intent(Intent::ListSessions {
        connection,
        more: true,
    });
    assert_eq!(world.calls.last().unwrap().3, json!({"cursor": "🗝"}));
    world.respond("session/list", Ok(json!({"sessions": []})));
    let earlier = world.snapshot().connections[0].earlier.clone().unwrap();
    assert_eq!((earlier.sessions.len(), earlier.more), (2, false));
    assert_eq!(earlier.sessions[0].session, Some(world.session()));

    let number = earlier.sessions[1].number;
    world.intent(Intent::OpenListed { connection, number });
    assert_eq!(
        world.calls.last().unwrap().2,
        "session/load",
        "there is no transcript here"
    );
    assert_eq!(world.calls.last().unwrap().3["cwd"], "/away");
    world.notify(
        "session/update",
        json!({"sessionId": "s9", "update":
        {"sessionUpdate": "user_message_chunk", "content": {"type": "text", "text": "long ago"}}}),
    );
    world.respond("session/load", Ok(json!({})));
    assert_eq!(world.entries(), [said("long ago")]);
    assert!(!written(&world).contains("🗝"), "cursors are never kept");
    let away = world.session();
    world.intent(Intent::OpenListed { connection, number });
    assert_eq!(
        world.snapshot().sessions.len(),
        2,
        "the same session is not opened twice"
    );

    world.intent(Intent::DeleteListed { connection, number });
    assert_eq!(world.calls.last().unwrap().3, json!({"sessionId": "s9"}));
    world.respond("session/delete", Ok(json!({})));
    assert!(
        world
            .snapshot()
            .sessions
            .iter()
            .all(|it| it.head.id != away)
    );
    assert_eq!(world.forgotten.len(), 1);
    assert_eq!(
        world.snapshot().connections[0]
            .earlier
            .clone()
            .unwrap()
            .sessions
            .len(),
        1
    );

    let session: SessionKey = world.session();
    let (key, _) = world.form(7, json!({}));
    world.order.clear();
    world.intent(Intent::CloseSession { session });
    assert_eq!(world.order, ["session/close", "answer"]);
    assert_eq!(world.answer(key), json!({"action": "cancel"}));
}

#[test]
fn what_is_not_advertised_is_not_asked() {
    let mut world = ready(able(false, json!({"list": null, "close": false})));
    let connection = world.connection();
    let before = world.calls.len();
    world.intent(Intent::ListSessions {
        connection,
        more: false,
    });
    world.intent(Intent::OpenListed {
        connection,
        number: 1,
    });
    world.intent(Intent::DeleteListed {
        connection,
        number: 1,
    });
    world.intent(Intent::CloseSession {
        session: world.session(),
    });
    assert_eq!(world.calls.len(), before);
}
