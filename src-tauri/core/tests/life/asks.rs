//! Forms and permissions: shown once, answered once.

use assent_core::event::EventKind;
use assent_core::intent::Intent;
use assent_core::view::{AskBody, AskStatus, Draft, EntryBody, FormState, NoteView};
use serde_json::{Value, json};

use crate::world::World;

fn state(world: &World, ask: assent_core::id::AskId) -> FormState {
    match world.view(ask).body {
        AskBody::Form { state, .. } => state,
        other => panic!("no form: {other:?}"),
    }
}

fn text(text: &str) -> Draft {
    Draft::Text { text: text.into() }
}

#[test]
fn a_form_is_answered_with_what_was_entered() {
    let mut world = World::ready();
    let (key, ask) = world.form(
        0,
        json!({"name": {"type": "string"}, "age": {"type": "integer"}}),
    );
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("Ada"),
        seq: 1,
    });
    world.intent(Intent::SetField {
        ask,
        index: 1,
        draft: text("36"),
        seq: 1,
    });
    world.intent(Intent::Submit { ask, secret: false });
    assert_eq!(
        world.answer(key),
        json!({"action": "accept", "content": {"name": "Ada", "age": 36}})
    );
    assert_eq!(world.status(ask), AskStatus::Accepted);
    // A second click does nothing.
    world.intent(Intent::Submit { ask, secret: false });
    world.intent(Intent::Decline { ask });
    assert_eq!(world.answers[&key].len(), 1);
}

#[test]
fn a_form_with_something_wrong_stays_and_says_where() {
    let mut world = World::ready();
    let (key, ask) = world.form(0, json!({"age": {"type": "integer"}}));
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("many"),
        seq: 1,
    });
    assert!(
        state(&world, ask).fields[0].problems.is_empty(),
        "not while typing"
    );
    world.intent(Intent::LeaveField { ask, index: 0 });
    assert_eq!(state(&world, ask).fields[0].problems.len(), 1);
    world.intent(Intent::Submit { ask, secret: false });
    assert_eq!(state(&world, ask).failed, [0]);
    assert_eq!(world.answer(key), Value::Null);
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("3"),
        seq: 2,
    });
    world.intent(Intent::Submit { ask, secret: false });
    assert_eq!(world.answer(key)["content"], json!({"age": 3}));
}

#[test]
fn a_check_of_older_drafts_is_dropped() {
    let mut world = World::ready();
    let (key, ask) = world.form(0, json!({"age": {"type": "integer"}}));
    world.hold_checks = true;
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("1"),
        seq: 1,
    });
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("2"),
        seq: 2,
    });
    world.intent(Intent::Submit { ask, secret: false });
    assert_eq!(world.answer(key), Value::Null);
    world.hold_checks = false;
    world.run_checks();
    assert_eq!(world.answer(key)["content"], json!({"age": 2}));
}

#[test]
fn typing_after_accept_takes_the_accept_back() {
    let mut world = World::ready();
    let (key, ask) = world.form(0, json!({"age": {"type": "integer"}}));
    world.hold_checks = true;
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("1"),
        seq: 1,
    });
    world.intent(Intent::Submit { ask, secret: false });
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("12"),
        seq: 2,
    });
    world.hold_checks = false;
    world.run_checks();
    assert_eq!(world.answer(key), Value::Null);
    assert!(!state(&world, ask).submitting);
}

#[test]
fn a_secret_needs_one_more_yes_and_is_masked_afterwards() {
    let mut world = World::ready();
    let (key, ask) = world.form(0, json!({"password": {"type": "string"}}));
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("hunter2"),
        seq: 1,
    });
    world.intent(Intent::Submit { ask, secret: false });
    assert!(state(&world, ask).confirm_secret);
    assert_eq!(world.answer(key), Value::Null);
    world.intent(Intent::Submit { ask, secret: true });
    assert_eq!(world.answer(key)["content"], json!({"password": "hunter2"}));
    let kept = serde_json::to_string(&world.view(ask)).unwrap();
    assert!(!kept.contains("hunter2"), "{kept}");
}

#[test]
fn a_mode_that_was_not_advertised_is_refused_and_not_shown() {
    for (forms, links, mode) in [(false, true, "form"), (true, false, "url")] {
        let mut world = World::ready_with(forms, links);
        let key = world.ask(
            &json!(1),
            "elicitation/create",
            json!({"mode": mode, "sessionId": "s1", "message": "m", "elicitationId": "e", "url": "https://example.com/", "requestedSchema": {"type": "object", "properties": {}}}),
        );
        assert_eq!(
            world.answer(key),
            json!({"error": -32602, "data": {"member": "mode"}})
        );
        assert!(world.snapshot().asks.is_empty());
        assert!(matches!(
            world.entries().last().unwrap(),
            EntryBody::Note {
                note: NoteView::AskRefused { .. }
            }
        ));
    }
}

#[test]
fn unknown_requests_are_answered_at_once() {
    let mut world = World::ready();
    let key = world.ask(
        &json!("x"),
        "fs/unknown_method",
        json!({"path": "/etc/passwd"}),
    );
    assert_eq!(world.answer(key)["error"], -32601);
    let key = world.ask(&json!("y"), "elicitation/create", json!([]));
    assert_eq!(world.answer(key)["error"], -32602);
}

#[test]
fn ids_1_and_text_1_are_two_requests() {
    let mut world = World::ready();
    let (number, _) = world.form(1, json!({}));
    let params = json!({"mode": "form", "sessionId": "s1", "message": "m", "requestedSchema": {"type": "object", "properties": {}}});
    let text = world.ask(&json!("1"), "elicitation/create", params);
    world.cancel_request(&json!("1"));
    assert_eq!(world.answer(text)["error"], -32800);
    assert_eq!(world.answer(number), Value::Null);
    world.cancel_request(&json!("1"));
    world.cancel_request(&json!(1));
    assert_eq!(world.answer(number)["error"], -32800);
}

#[test]
fn a_repeated_id_means_the_newest() {
    let mut world = World::ready();
    let (old, _) = world.form(1, json!({}));
    let (new, _) = world.form(1, json!({}));
    world.cancel_request(&json!(1));
    assert_eq!(world.answer(old), Value::Null);
    assert_eq!(world.answer(new)["error"], -32800);
}

#[test]
fn a_withdrawn_form_keeps_its_draft_for_the_clipboard() {
    let mut world = World::ready();
    let (_, ask) = world.form(
        5,
        json!({"a": {"type": "string", "title": "Name"}, "password": {"type": "string"}}),
    );
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("long text"),
        seq: 1,
    });
    world.intent(Intent::SetField {
        ask,
        index: 1,
        draft: text("hunter2"),
        seq: 1,
    });
    world.cancel_request(&json!(5));
    assert_eq!(world.status(ask), AskStatus::Withdrawn);
    world.intent(Intent::CopyDraft { ask });
    assert!(world.copies[0].contains("long text"));
    assert!(!world.copies[0].contains("hunter2"));
}

#[test]
fn a_keystroke_under_way_when_a_form_is_taken_back_is_kept() {
    let mut world = World::ready();
    let type_into = |world: &mut World, ask, typed: &str| {
        world.intent(Intent::SetField {
            ask,
            index: 0,
            draft: text(typed),
            seq: 1,
        });
        world.intent(Intent::CopyDraft { ask });
    };
    let (_, ask) = world.form(5, json!({"a": {"type": "string", "title": "Name"}}));
    world.cancel_request(&json!(5));
    type_into(&mut world, ask, "Ada");
    assert_eq!(world.copies, ["Name: Ada"]);
    // An answer of the person's own is another matter: nothing is to be typed into that any more.
    let (_, declined) = world.form(6, json!({"a": {"type": "string", "title": "Name"}}));
    world.intent(Intent::Decline { ask: declined });
    type_into(&mut world, declined, "Bob");
    assert!(!world.copies.concat().contains("Bob"), "{:?}", world.copies);
}

#[test]
fn the_twenty_first_ask_of_a_session_is_turned_away() {
    let mut world = World::ready();
    for id in 0..20 {
        world.form(id, json!({}));
    }
    let (key, _) = world.form(20, json!({}));
    assert_eq!(world.answer(key)["error"], -32800);
    assert_eq!(world.snapshot().sessions[0].head.turned_away, 1);
    assert_eq!(world.snapshot().asks.len(), 20);
}

#[test]
fn a_permission_is_answered_with_an_option_and_never_dismissed() {
    let mut world = World::ready();
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Run ls", "kind": "execute"}));
    let params = json!({"sessionId": "s1", "toolCall": {"toolCallId": "t"}, "options": [
        {"optionId": "y", "name": "Yes", "kind": "allow_once"}, {"optionId": "z", "name": "Odd", "kind": "new_kind"}]});
    let key = world.ask(&json!(1), "session/request_permission", params);
    let ask = world.newest();
    let AskBody::Permission { permission } = world.view(ask).body else {
        panic!("no permission");
    };
    assert_eq!(permission.tool.title, "Run ls");
    world.intent(Intent::Cancel { ask });
    world.intent(Intent::Decline { ask });
    world.intent(Intent::Choose { ask, option: 7 });
    assert_eq!(world.answer(key), Value::Null);
    world.intent(Intent::PermissionShown { ask });
    world.wait(1_000);
    world.intent(Intent::Choose { ask, option: 1 });
    world.intent(Intent::Choose { ask, option: 0 });
    assert_eq!(
        world.answer(key),
        json!({"outcome": {"outcome": "selected", "optionId": "z"}})
    );
}

#[test]
fn a_form_for_a_session_not_known_yet_moves_there() {
    let mut world = World::ready();
    let params = json!({"mode": "form", "sessionId": "s2", "message": "m", "requestedSchema": {"type": "object", "properties": {}}});
    world.ask(&json!(1), "elicitation/create", params);
    let ask = world.newest();
    assert_eq!(world.view(ask).head.session, None);
    world.intent(Intent::NewSession {
        agent: assent_core::id::AgentId(1),
    });
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    assert_eq!(world.view(ask).head.session, Some(world.session()));
    assert_eq!(world.entries(), [EntryBody::Ask { ask }]);
}

#[test]
fn an_earlier_answer_is_offered_never_filled_in_and_never_a_secret() {
    let mut world = World::ready();
    let fields =
        json!({"db": {"type": "string", "enum": ["a", "b"]}, "password": {"type": "string"}});
    let (_, first) = world.form(0, fields.clone());
    assert_eq!(state(&world, first).fields[0].suggestion, None);
    world.intent(Intent::SetField {
        ask: first,
        index: 0,
        draft: Draft::Option { index: 1 },
        seq: 1,
    });
    world.intent(Intent::SetField {
        ask: first,
        index: 1,
        draft: text("hunter2"),
        seq: 1,
    });
    world.intent(Intent::Submit {
        ask: first,
        secret: true,
    });
    let (key, second) = world.form(1, fields);
    let offered = state(&world, second).fields;
    assert_eq!(offered[0].suggestion.as_deref(), Some("b"));
    assert_eq!(offered[0].shown, Draft::Untouched);
    assert_eq!(offered[1].suggestion, None);
    world.intent(Intent::TakeSuggestion {
        ask: second,
        index: 0,
        seq: 1,
    });
    world.intent(Intent::TakeSuggestion {
        ask: second,
        index: 1,
        seq: 1,
    });
    world.intent(Intent::Submit {
        ask: second,
        secret: false,
    });
    assert_eq!(world.answer(key)["content"], json!({"db": "b"}));
    // Another schema is another question.
    let (_, third) = world.form(
        2,
        json!({"db": {"type": "string", "enum": ["a", "b", "c"]}}),
    );
    assert_eq!(state(&world, third).fields[0].suggestion, None);
}

#[test]
fn a_script_fills_and_the_person_accepts() {
    let mut world = World::ready();
    let script =
        json!({"fields": {"name": "shop", "port": 80, "tags": ["x"], "password": "hunter2"}});
    let script = assent_core::script::read(&script.to_string()).unwrap();
    world.go(EventKind::ScriptGiven(script));
    let fields = json!({"name": {"type": "string"}, "port": {"type": "integer"}, "password": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}});
    let (key, ask) = world.form(0, fields);
    let filled: Vec<bool> = state(&world, ask)
        .fields
        .iter()
        .map(|it| it.scripted)
        .collect();
    assert_eq!(filled, [true, true, false, true]);
    assert_eq!(world.answer(key), Value::Null);
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: text("store"),
        seq: 1,
    });
    assert!(!state(&world, ask).fields[0].scripted);
    world.intent(Intent::Submit { ask, secret: false });
    assert_eq!(
        world.answer(key)["content"],
        json!({"name": "store", "port": 80, "tags": ["x"]})
    );
}

#[test]
fn an_approval_in_form_clothes_is_armed_and_never_filled_by_a_script() {
    let mut world = World::ready();
    let script = assent_core::script::read(r#"{"fields": {"go": "yes"}}"#).unwrap();
    world.go(EventKind::ScriptGiven(script));
    let params = json!({"mode": "form", "sessionId": "s1", "message": "Run it?", "_meta": {"codex_approval_kind": "exec"},
        "requestedSchema": {"type": "object", "properties": {"go": {"type": "string", "enum": ["yes", "no"]}}}});
    let key = world.ask(&json!(1), "elicitation/create", params);
    let ask = world.newest();
    assert!(!state(&world, ask).fields[0].scripted);
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: Draft::Option { index: 0 },
        seq: 1,
    });
    world.intent(Intent::Submit { ask, secret: false });
    assert_eq!(world.answer(key), Value::Null);
    world.wait(1_000);
    world.intent(Intent::Submit { ask, secret: false });
    assert_eq!(world.answer(key)["content"], json!({"go": "yes"}));
}

#[test]
fn a_half_typed_date_and_time_comes_back_as_it_was_typed() {
    let mut world = World::ready();
    let (_, ask) = world.form(0, json!({"at": {"type": "string", "format": "date-time"}}));
    let half = Draft::DateTime {
        date: "202".into(),
        time: String::new(),
        zone: String::new(),
    };
    world.intent(Intent::SetField {
        ask,
        index: 0,
        draft: half.clone(),
        seq: 1,
    });
    assert_eq!(state(&world, ask).fields[0].shown, half);
}
