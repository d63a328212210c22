//! Connections, sessions, turns and what an agent tells of them.

use assent_core::event::{EventKind, RpcError};
use assent_core::id::AgentId;
use assent_core::intent::Intent;
use assent_core::view::{
    AskBody, AskStatus, ConnectionStatus, EntryBody, NoteView, SessionStatus, SignInFailure,
    StartFailure, ToolStatus, TurnEnd, TurnState,
};
use serde_json::json;

use crate::world::{World, said};

#[test]
fn only_what_is_switched_on_is_advertised() {
    let check = |forms, links, expected: serde_json::Value| {
        let world = World::ready_with(forms, links);
        let initialize = &world.calls[0];
        assert_eq!(initialize.2, "initialize");
        assert_eq!(initialize.3["clientCapabilities"]["elicitation"], expected);
        assert_eq!(initialize.3["clientInfo"]["name"], "assent");
        assert_eq!(initialize.3["protocolVersion"], 1);
        assert_eq!(initialize.3["clientCapabilities"]["terminal"], true);
    };
    check(true, true, json!({"form": {}, "url": {}}));
    check(true, false, json!({"form": {}}));
    check(false, true, json!({"url": {}}));
    check(false, false, json!(null));
}

#[test]
fn another_protocol_version_is_told_and_the_agent_stopped() {
    let mut world = World::new();
    world.configure(1, true, true);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    world.respond("initialize", Ok(json!({"protocolVersion": 2})));
    assert_eq!(
        world.snapshot().connections[0].status,
        ConnectionStatus::Failed {
            reason: StartFailure::WrongVersion {
                offered: "2".into(),
                wanted: 1
            }
        }
    );
    assert_eq!(world.stopped, [connection]);
    world.end();
    assert!(matches!(
        world.snapshot().connections[0].status,
        ConnectionStatus::Failed { .. }
    ));
}

#[test]
fn a_session_waits_for_its_connection_and_shares_it_with_the_next() {
    let mut world = World::ready();
    assert_eq!(world.calls[1].3, json!({"cwd": "/home", "mcpServers": []}));
    world.intent(Intent::NewSession { agent: AgentId(1) });
    assert_eq!(world.snapshot().connections.len(), 1);
    assert_eq!(world.calls.last().unwrap().2, "session/new");
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    assert_eq!(world.snapshot().sessions.len(), 2);
    assert_eq!(
        world.snapshot().sessions[1].head.status,
        SessionStatus::Open
    );
}

#[test]
fn text_in_pieces_is_one_message_until_something_else_comes() {
    let mut world = World::ready();
    world.prompt("hello");
    for text in ["Good ", "morning"] {
        world.update(json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}));
    }
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Read"}));
    world.update(json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "Done"}}));
    world.update(json!({"sessionUpdate": "made_up", "x": 1}));
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    let entries = world.entries();
    assert_eq!(entries.len(), 5);
    assert_eq!(entries[0], said("hello"));
    assert_eq!(
        entries[1],
        EntryBody::Agent {
            text: "Good morning".into()
        }
    );
    assert_eq!(
        entries[3],
        EntryBody::Agent {
            text: "Done".into()
        }
    );
    assert!(matches!(&entries[4], EntryBody::Unrecognised { update, .. } if update == "made_up"));
    assert_eq!(
        world.snapshot().sessions[0].head.turn,
        TurnState::Idle {
            last: Some(TurnEnd::EndTurn)
        }
    );
}

#[test]
fn another_message_id_begins_another_message() {
    let mut world = World::ready();
    for (id, text) in [("a", "one"), ("a", " two"), ("b", "three")] {
        world.update(json!({"sessionUpdate": "agent_message_chunk", "messageId": id, "content": {"type": "text", "text": text}}));
    }
    assert_eq!(world.entries().len(), 2);
}

#[test]
fn a_prompt_sent_back_as_user_chunks_stands_once() {
    let mut world = World::ready();
    world.prompt("hello there");
    for text in ["hello", " there"] {
        world.update(json!({"sessionUpdate": "user_message_chunk", "content": {"type": "text", "text": text}}));
    }
    assert_eq!(world.entries().len(), 1);
}

#[test]
fn updates_before_the_answer_to_session_new_are_kept() {
    let mut world = World::new();
    world.configure(1, true, true);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    world.respond("initialize", Ok(json!({"protocolVersion": 1})));
    world.update(json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "early"}}));
    assert!(world.entries().is_empty());
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    assert_eq!(
        world.entries(),
        [EntryBody::Agent {
            text: "early".into()
        }]
    );
}

#[test]
fn one_prompt_at_a_time() {
    let mut world = World::ready();
    world.prompt("one");
    world.prompt("two");
    world.prompt("   ");
    assert_eq!(
        world
            .calls
            .iter()
            .filter(|it| it.2 == "session/prompt")
            .count(),
        1
    );
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    world.prompt("three");
    assert_eq!(
        world
            .calls
            .iter()
            .filter(|it| it.2 == "session/prompt")
            .count(),
        2
    );
}

#[test]
fn stop_tells_the_agent_first_then_answers_what_waits() {
    let mut world = World::ready();
    world.prompt("go");
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Run", "status": "in_progress"}));
    let (form, form_ask) = world.form(7, json!({"a": {"type": "string"}}));
    let permission = world.ask(
        &json!(8),
        "session/request_permission",
        json!({"sessionId": "s1", "toolCall": {"toolCallId": "t"}, "options": [{"optionId": "y", "name": "Yes", "kind": "allow_once"}]}),
    );
    let permission_ask = world.newest();
    world.order.clear();
    let session = world.session();
    world.intent(Intent::StopTurn { session });
    assert_eq!(world.order, ["session/cancel", "answer", "answer"]);
    assert_eq!(world.answer(form), json!({"action": "cancel"}));
    assert_eq!(
        world.answer(permission),
        json!({"outcome": {"outcome": "cancelled"}})
    );
    assert_eq!(world.status(form_ask), AskStatus::Cancelled);
    assert_eq!(world.status(permission_ask), AskStatus::Cancelled);
    let tool = world.entries().into_iter().find_map(|entry| match entry {
        EntryBody::Tool { tool } => Some(tool.status),
        _ => None,
    });
    assert_eq!(tool, Some(ToolStatus::Cancelled));
    // What still comes is shown; the turn ends with the prompt's answer.
    world.update(json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "Stopping"}}));
    assert_eq!(world.snapshot().sessions[0].head.turn, TurnState::Stopping);
    world.respond("session/prompt", Ok(json!({"stopReason": "cancelled"})));
    assert_eq!(
        world.snapshot().sessions[0].head.turn,
        TurnState::Idle {
            last: Some(TurnEnd::Cancelled)
        }
    );
}

#[test]
fn a_sign_in_wanted_by_session_new_opens_the_session_afterwards() {
    let mut world = World::new();
    world.configure(1, true, true);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    world.respond(
        "initialize",
        Ok(json!({"protocolVersion": 1, "authMethods": [
            {"id": "web", "name": "Web"}, {"id": "tty", "name": "Terminal", "type": "terminal"}, {"id": "x", "name": "X", "type": "other"}, {"name": "no id"}]})),
    );
    let auth = || RpcError {
        code: -32000,
        message: "Authentication required".into(),
        data: None,
    };
    world.respond("session/new", Err(auth()));
    assert_eq!(
        world.snapshot().sessions[0].head.status,
        SessionStatus::SignInFirst
    );
    let ask = world.newest();
    let AskBody::SignIn { sign_in } = world.view(ask).body else {
        panic!("no sign-in");
    };
    assert_eq!(
        sign_in
            .methods
            .iter()
            .map(|it| it.supported)
            .collect::<Vec<_>>(),
        [true, true, false]
    );
    world.intent(Intent::SignIn { ask, method: 2 });
    world.intent(Intent::SignIn { ask, method: 9 });
    assert!(world.calls.iter().all(|it| it.2 != "authenticate"));
    world.intent(Intent::SignIn { ask, method: 0 });
    assert_eq!(world.calls.last().unwrap().3, json!({"methodId": "web"}));
    // Failed: said so, nothing started by itself.
    world.respond("authenticate", Err(auth()));
    let AskBody::SignIn { sign_in } = world.view(ask).body else {
        panic!("no sign-in");
    };
    let message = "Authentication required".to_owned();
    assert_eq!(sign_in.failed, Some(SignInFailure::Said { message }));
    assert_eq!(
        world
            .calls
            .iter()
            .filter(|it| it.2 == "authenticate")
            .count(),
        1
    );
    world.intent(Intent::SignIn { ask, method: 0 });
    world.respond("authenticate", Ok(json!({})));
    assert_eq!(world.status(ask), AskStatus::Accepted);
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    assert_eq!(
        world.snapshot().sessions[0].head.status,
        SessionStatus::Open
    );
}

#[test]
fn the_end_of_the_agent_loses_the_turn_but_not_the_draft() {
    let mut world = World::ready();
    world.prompt("go");
    let (key, ask) = world.form(1, json!({"a": {"type": "string"}}));
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: assent_core::view::Draft::Text {
            text: "half".into(),
        },
        seq: 1,
    });
    world.end();
    assert_eq!(world.status(ask), AskStatus::Lost);
    assert!(!world.answers.contains_key(&key));
    world.intent(Intent::CopyDraft { ask });
    assert!(world.copies[0].contains("half"), "{:?}", world.copies);
    assert!(matches!(
        world.entries().last().unwrap(),
        EntryBody::Note {
            note: NoteView::ConnectionEnded { code: Some(1), .. }
        }
    ));
    assert_eq!(
        world.snapshot().sessions[0].head.turn,
        TurnState::Idle {
            last: Some(TurnEnd::Lost)
        }
    );
}

#[test]
fn quit_answers_everything_before_it_stops() {
    let mut world = World::ready();
    world.prompt("go");
    world.form(1, json!({}));
    world.order.clear();
    world.go(EventKind::Quit);
    assert_eq!(world.order, ["session/cancel", "answer", "stop"]);
    let late = world.ask(&json!(2), "elicitation/create", json!({"mode": "form"}));
    assert_eq!(world.answer(late)["error"], -32800);
}

#[test]
fn config_options_hide_modes_and_each_answer_replaces_them() {
    let mut world = World::ready();
    world.intent(Intent::NewSession { agent: AgentId(1) });
    let mode = |current: &str| {
        json!({"id": "mode", "name": "Mode", "type": "select", "currentValue": current,
            "options": [{"name": "Asking", "options": [{"value": "ask", "name": "Ask"}]}, {"value": "go", "name": "Go"}]})
    };
    let odd = json!({"id": "x", "name": "X", "type": "slider"});
    world.respond(
        "session/new",
        Ok(json!({"sessionId": "s2", "configOptions": [mode("go"), odd, {"id": "b", "name": "B", "type": "boolean", "currentValue": true}],
            "modes": {"currentModeId": "go", "availableModes": [{"id": "go", "name": "Go"}]}})),
    );
    let session = world.session();
    let options = |world: &World| world.snapshot().sessions[1].head.options.clone();
    let unknown: Vec<_> = options(&world).into_iter().map(|it| it.unknown).collect();
    assert_eq!(unknown, [None, Some("slider".into()), None]);
    assert_eq!(options(&world)[0].current, Some(1));
    let calls = world.calls.len();
    world.intent(Intent::SetOption {
        session,
        option: 1,
        value: 0,
    });
    assert_eq!(
        world.calls.len(),
        calls,
        "one of an unknown type is not set"
    );
    assert_eq!(
        options(&world)[0].values[0].group.as_deref(),
        Some("Asking")
    );
    world.intent(Intent::SetOption {
        session,
        option: 0,
        value: 0,
    });
    assert_eq!(
        world.calls.last().unwrap().3,
        json!({"sessionId": "s2", "configId": "mode", "value": "ask"})
    );
    world.respond(
        "session/set_config_option",
        Ok(json!({"configOptions": [mode("ask")]})),
    );
    assert_eq!(options(&world).len(), 1);
    assert_eq!(options(&world)[0].current, Some(0));
    let refused = RpcError {
        code: -32603,
        message: "no".into(),
        data: None,
    };
    world.intent(Intent::SetOption {
        session,
        option: 0,
        value: 1,
    });
    world.respond("session/set_config_option", Err(refused));
    assert_eq!(options(&world)[0].current, Some(0));
    assert!(!options(&world)[0].changing);
}

#[test]
fn modes_are_set_where_there_are_no_config_options() {
    let mut world = World::ready();
    world.intent(Intent::NewSession { agent: AgentId(1) });
    world.respond(
        "session/new",
        Ok(json!({"sessionId": "s2", "modes": {"currentModeId": "a", "availableModes": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]}})),
    );
    let session = world.session();
    world.intent(Intent::SetOption {
        session,
        option: 0,
        value: 1,
    });
    assert_eq!(world.calls.last().unwrap().2, "session/set_mode");
    world.respond("session/set_mode", Ok(json!({})));
    assert_eq!(
        world.snapshot().sessions[1].head.options[0].current,
        Some(1)
    );
    world.notify("session/update", json!({"sessionId": "s2", "update": {"sessionUpdate": "current_mode_update", "currentModeId": "a"}}));
    assert_eq!(
        world.snapshot().sessions[1].head.options[0].current,
        Some(0)
    );
}

#[test]
fn a_part_of_what_a_tool_call_yields_is_copied_by_its_place() {
    let mut world = World::ready();
    let content = json!([
        {"type": "content", "content": {"type": "text", "text": "words"}},
        {"type": "diff", "path": "/a", "oldText": "old", "newText": "new"},
        {"type": "terminal", "terminalId": "t1"},
    ]);
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "content": content}));
    let session = world.session();
    let entry = world.snapshot().sessions[0].entries[0].id;
    for content in [1, 0, 2, 9] {
        world.intent(Intent::CopyContent {
            session,
            entry,
            content,
        });
    }
    assert_eq!(world.copies, ["new", "words"]);
}
