//! What a person writes: the queue, the commands it may name, what a refusal does to it.

use assent_core::event::{EventKind, RpcError};
use assent_core::intent::Intent;
use assent_core::view::{
    AskStatus, CommandView, CostView, EntryBody, SessionView, TurnEnd, TurnState, UsageView,
};
use serde_json::{Value, json};

use crate::world::World;

fn head(world: &World) -> SessionView {
    world.snapshot().sessions.last().unwrap().head.clone()
}

fn queue(world: &World) -> Vec<String> {
    head(world).queue.into_iter().map(|it| it.text).collect()
}

fn sent(world: &World) -> Vec<String> {
    let prompts = world.calls.iter().filter(|it| it.2 == "session/prompt");
    prompts
        .map(|it| it.3["prompt"][0]["text"].as_str().unwrap().to_owned())
        .collect()
}

fn ends(world: &mut World, reason: &str) {
    world.respond("session/prompt", Ok(json!({"stopReason": reason})));
}

fn queued(world: &World, text: &str) -> u32 {
    let queue = head(world).queue;
    queue.iter().find(|it| it.text == text).unwrap().id
}

#[test]
fn commands_are_replaced_whole_and_bounded() {
    let mut world = World::ready();
    let mut told = |commands: Value| {
        world.update(
            json!({"sessionUpdate": "available_commands_update", "availableCommands": commands}),
        );
        let head = head(&world);
        (head.commands, head.commands_more)
    };
    let (commands, more) = told(json!([
        {"name": "plan", "description": "Makes a plan", "input": {"hint": "what for"}},
        {"name": "/review", "description": "Reads\u{202e}"},
        {"name": "two words", "description": "cannot be typed"},
        {"name": "hid\u{200b}den", "description": "is not what it seems"},
        {"description": "has no name"}
    ]));
    let command = |name: &str, description: &str, hint: Option<&str>| CommandView {
        name: name.into(),
        description: description.into(),
        hint: hint.map(Into::into),
    };
    assert_eq!(
        commands,
        [
            command("plan", "Makes a plan", Some("what for")),
            command("review", "Reads⟨U+202E⟩", None),
        ]
    );
    assert_eq!(more, 3);
    let many: Vec<Value> = (0..1_000)
        .map(|number| json!({"name": format!("c{number}"), "description": "d".repeat(5_000)}))
        .collect();
    let (commands, more) = told(Value::from(many));
    assert_eq!((commands.len(), more), (200, 800));
    assert_eq!(commands[0].description.chars().count(), 301);
    assert_eq!(told(json!([])), (Vec::new(), 0));
}

#[test]
fn usage_is_kept_and_a_missing_cost_takes_none_back() {
    let mut world = World::ready();
    world.update(json!({"sessionUpdate": "usage_update", "used": 15, "size": 200, "cost": {"amount": 0.25, "currency": "USD"}}));
    world.update(json!({"sessionUpdate": "usage_update", "used": 30, "size": 200}));
    world.update(json!({"sessionUpdate": "usage_update", "used": "many"}));
    assert_eq!(
        head(&world).usage,
        Some(UsageView {
            used: 30,
            size: 200,
            cost: Some(CostView {
                amount: "0.25".into(),
                currency: "USD".into()
            })
        })
    );
    assert!(world.entries().is_empty());
}

#[test]
fn messages_wait_and_go_out_one_by_one() {
    let mut world = World::ready();
    let session = world.session();
    world.prompt("one");
    world.prompt("two");
    world.prompt("three");
    world.intent(Intent::Compose {
        session,
        text: "a draft".into(),
        seq: 1,
    });
    assert_eq!(queue(&world), ["two", "three"]);
    assert_eq!(sent(&world), ["one"]);
    ends(&mut world, "end_turn");
    assert_eq!(sent(&world), ["one", "two"]);
    assert_eq!(head(&world).composer, "a draft");
    assert_eq!(head(&world).turn, TurnState::Running);
    ends(&mut world, "end_turn");
    ends(&mut world, "end_turn");
    assert_eq!(sent(&world), ["one", "two", "three"]);
    assert!(matches!(head(&world).turn, TurnState::Idle { .. }));
}

#[test]
fn send_now_waits_for_the_end_of_the_turn_it_stops() {
    let mut world = World::ready();
    let session = world.session();
    world.prompt("one");
    world.prompt("two");
    world.prompt("three");
    let (_, ask) = world.form(1, json!({}));
    world.order.clear();
    let queued = queued(&world, "three");
    world.intent(Intent::SendNow { session, queued });
    assert_eq!(world.order, ["session/cancel", "answer"]);
    assert_eq!(world.status(ask), AskStatus::Cancelled);
    assert_eq!(head(&world).turn, TurnState::Stopping);
    assert_eq!(queue(&world), ["three", "two"]);
    ends(&mut world, "cancelled");
    assert_eq!(sent(&world), ["one", "three"]);
    ends(&mut world, "end_turn");
    assert_eq!(sent(&world), ["one", "three", "two"]);
}

#[test]
fn stop_keeps_the_queue_and_pauses_it() {
    let mut world = World::ready();
    let session = world.session();
    world.prompt("one");
    world.prompt("two");
    world.prompt("three");
    world.intent(Intent::StopTurn { session });
    ends(&mut world, "cancelled");
    assert_eq!(sent(&world), ["one"]);
    assert_eq!(queue(&world), ["two", "three"]);
    assert!(head(&world).queue_paused);
    // What is written meanwhile is not held up by what stands still.
    world.prompt("between");
    ends(&mut world, "end_turn");
    assert_eq!(sent(&world), ["one", "between"]);
    world.intent(Intent::ResumeQueue { session });
    assert_eq!(sent(&world), ["one", "between", "two"]);
    assert!(!head(&world).queue_paused);
}

#[test]
fn a_turn_that_does_not_end_as_usual_pauses_the_queue() {
    let check = |result: Result<Value, RpcError>, paused: bool| {
        let mut world = World::ready();
        world.prompt("one");
        world.prompt("two");
        world.respond("session/prompt", result);
        assert_eq!(head(&world).queue_paused, paused);
        assert_eq!(sent(&world).len(), if paused { 1 } else { 2 });
    };
    check(Ok(json!({"stopReason": "end_turn"})), false);
    for reason in ["max_tokens", "max_turn_requests", "refusal", "made_up"] {
        check(Ok(json!({"stopReason": reason})), true);
    }
    let error = RpcError {
        code: -32603,
        message: "no".into(),
        data: None,
    };
    check(Err(error), true);
    let mut world = World::ready();
    world.prompt("one");
    world.prompt("two");
    world.end();
    assert!(head(&world).queue_paused);
    assert_eq!(queue(&world), ["two"]);
}

#[test]
fn a_queued_message_can_be_edited_and_removed() {
    let mut world = World::ready();
    let session = world.session();
    for text in ["one", "two", "three"] {
        world.prompt(text);
    }
    world.intent(Intent::Compose {
        session,
        text: "draft".into(),
        seq: 1,
    });
    let two = queued(&world, "two");
    world.intent(Intent::TakeQueued {
        session,
        queued: two,
    });
    assert_eq!(head(&world).composer, "two\n\ndraft");
    // Once taken it is there no more.
    world.intent(Intent::TakeQueued {
        session,
        queued: two,
    });
    world.intent(Intent::SendNow {
        session,
        queued: two,
    });
    assert_eq!(head(&world).composer, "two\n\ndraft");
    assert_eq!(head(&world).turn, TurnState::Running);
    let three = queued(&world, "three");
    world.intent(Intent::RemoveQueued {
        session,
        queued: three,
    });
    ends(&mut world, "end_turn");
    assert_eq!(sent(&world), ["one"]);
}

#[test]
fn a_full_queue_gives_the_message_back() {
    let mut world = World::ready();
    for number in 0..60 {
        world.prompt(&format!("m{number}"));
    }
    assert_eq!(head(&world).queue.len(), 50);
    assert_eq!(head(&world).composer, "m59");
}

#[test]
fn after_a_refusal_the_turn_is_no_longer_part_of_the_conversation() {
    let mut world = World::ready();
    let says = |text: &str| json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}});
    world.prompt("one");
    world.update(says("kept"));
    ends(&mut world, "end_turn");
    world.prompt("two");
    world.update(says("gone"));
    ends(&mut world, "refusal");
    world.prompt("three");
    let snapshot = world.snapshot();
    let entries = &snapshot.sessions[0].entries;
    let dropped: Vec<bool> = entries.iter().map(|it| it.dropped).collect();
    assert_eq!(dropped, [false, false, true, true, false, false]);
    assert!(matches!(entries[4].body, EntryBody::Note { .. }));
    assert_eq!(
        world
            .ops
            .iter()
            .filter(
                |op| matches!(op, assent_core::view::Op::PutEntry { entry, .. } if entry.dropped)
            )
            .count(),
        2
    );
    assert!(matches!(
        entries[4].body,
        EntryBody::Note {
            note: assent_core::view::NoteView::TurnEnded {
                end: TurnEnd::Refusal
            }
        }
    ));
}

#[test]
fn nothing_is_sent_to_an_agent_that_is_being_stopped() {
    let mut world = World::ready();
    let connection = world.connection();
    world.prompt("one");
    world.prompt("two");
    world.intent(Intent::StopAgent { connection });
    ends(&mut world, "end_turn");
    world.go(EventKind::Ended {
        connection,
        code: Some(0),
        signal: None,
    });
    assert_eq!(sent(&world), ["one"]);
    assert_eq!(queue(&world), ["two"]);
    assert!(head(&world).queue_paused);
}
