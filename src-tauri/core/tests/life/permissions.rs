//! Permissions: what exactly is asked, and which answers take a deliberate gesture.

use assent_core::id::{AskId, RequestKey};
use assent_core::intent::Intent;
use assent_core::view::{AskBody, AskStatus, PermissionKind, PermissionView};
use serde_json::{Value, json};

use crate::world::World;

const KINDS: [&str; 5] = [
    "allow_always",
    "allow_once",
    "made_up",
    "reject_once",
    "reject_always",
];

fn asks(world: &mut World, call: Value, kinds: &[&str]) -> (RequestKey, AskId) {
    let options: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({"optionId": kind, "name": kind, "kind": kind}))
        .collect();
    let params = json!({"sessionId": "s1", "toolCall": call, "options": options});
    let key = world.ask(&json!(1), "session/request_permission", params);
    (key, world.newest())
}

fn view(world: &World, ask: AskId) -> PermissionView {
    match world.view(ask).body {
        AskBody::Permission { permission } => permission,
        other => panic!("no permission: {other:?}"),
    }
}

#[test]
fn options_stand_in_the_order_sent() {
    let mut world = World::ready();
    let (_, ask) = asks(&mut world, json!({"toolCallId": "t"}), &KINDS);
    let kinds: Vec<PermissionKind> = view(&world, ask).options.iter().map(|it| it.kind).collect();
    assert_eq!(
        kinds,
        [
            PermissionKind::AllowAlways,
            PermissionKind::AllowOnce,
            PermissionKind::Other,
            PermissionKind::RejectOnce,
            PermissionKind::RejectAlways,
        ]
    );
}

#[test]
fn what_reaches_further_than_once_counts_after_a_second_of_display() {
    let check = |option: u32, armed: bool| {
        let mut world = World::ready();
        let (key, ask) = asks(&mut world, json!({"toolCallId": "t"}), &KINDS);
        let choose = |world: &mut World| {
            world.intent(Intent::Choose { ask, option });
            world.status(ask) == AskStatus::Accepted
        };
        if armed {
            world.wait(5_000);
            assert!(!choose(&mut world), "never shown");
            world.intent(Intent::PermissionShown { ask });
            world.wait(500);
            assert!(!choose(&mut world), "shown for half a second");
            world.intent(Intent::PermissionHidden { ask });
            world.wait(5_000);
            assert!(!choose(&mut world), "hidden");
            world.intent(Intent::PermissionShown { ask });
            world.wait(1_000);
        }
        assert!(choose(&mut world), "{option}");
        let expected = KINDS[option as usize];
        assert_eq!(
            world.answer(key),
            json!({"outcome": {"outcome": "selected", "optionId": expected}})
        );
    };
    check(0, true);
    check(1, false);
    check(2, true);
    check(3, false);
    check(4, true);
}

#[test]
fn what_is_asked_is_said_without_a_title_too() {
    let check = |input: Value, command: Option<&str>, target: Option<&str>| {
        let mut world = World::ready();
        let call = json!({"toolCallId": "t", "kind": "execute", "rawInput": input, "locations": [{"path": "/a"}]});
        let (_, ask) = asks(&mut world, call, &["allow_once"]);
        let view = view(&world, ask);
        assert_eq!(view.tool.title, "");
        assert_eq!(view.command.as_deref(), command);
        assert_eq!(view.target.as_deref(), target);
    };
    check(json!({"command": "rm -r x"}), Some("rm -r x"), Some("/a"));
    check(
        json!({"command": ["bash", "-lc", "rm -r x"]}),
        Some("bash -lc \"rm -r x\""),
        Some("/a"),
    );
    check(json!({"cmd": "ls\u{202e}"}), Some("ls⟨U+202E⟩"), Some("/a"));
    check(json!({"command": 3, "file_path": "/b"}), None, Some("/b"));
    check(
        json!({"url": "https://x.example/"}),
        None,
        Some("https://x.example/"),
    );
    check(json!("text"), None, Some("/a"));
    check(json!(null), None, Some("/a"));
}

#[test]
fn what_the_row_says_of_the_input_holds_for_the_question() {
    let mut world = World::ready();
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Tidy up", "rawInput": {"command": "rm -r x"}}));
    let (_, ask) = asks(&mut world, json!({"toolCallId": "t"}), &["allow_once"]);
    assert_eq!(view(&world, ask).command.as_deref(), Some("rm -r x"));
}

#[test]
fn without_an_option_only_stop_answers() {
    let mut world = World::ready();
    world.prompt("go");
    let (key, ask) = asks(&mut world, json!({"toolCallId": "t"}), &[]);
    world.intent(Intent::Choose { ask, option: 0 });
    world.intent(Intent::Cancel { ask });
    world.intent(Intent::Decline { ask });
    assert_eq!(world.status(ask), AskStatus::Pending);
    let session = world.session();
    world.intent(Intent::StopTurn { session });
    assert_eq!(
        world.answer(key),
        json!({"outcome": {"outcome": "cancelled"}})
    );
}
