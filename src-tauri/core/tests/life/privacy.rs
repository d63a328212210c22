//! What is stored on this computer, and deleting it.

use assent_core::effect::Effect;
use assent_core::event::EventKind;
use assent_core::intent::{Intent, Preference, Privacy};
use assent_core::settings::Secret;
use assent_core::stored::StoredSession;
use assent_core::view::{Amount, Notice, Op, StoredView};
use serde_json::json;

use crate::world::World;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// A kept session of an earlier run, whose one message is so many days old.
fn earlier(world: &mut World, name: &str, days: i64) {
    let at = 1_000_000 - days * DAY;
    let text = json!({
        "version": 1,
        "head": {
            "agent": {"id": 7, "name": "gone", "command": ["gone"], "kept": false},
            "session_id": null, "title": name, "cwd": "/", "draft": {"text": "", "attached": []},
            "unread": false, "running": false,
        },
        "entries": [{"at": at, "body": {"kind": "user", "text": "hello", "attached": []}}],
    });
    let stored = StoredSession::read(name, &text.to_string()).unwrap();
    world.go(EventKind::SessionsRead(vec![stored]));
}

fn titles(world: &World) -> Vec<Option<String>> {
    let sessions = world.snapshot().sessions.into_iter();
    sessions.map(|it| it.head.title).collect()
}

fn delete(world: &mut World, days: Option<u32>) -> Option<Vec<String>> {
    world.intent(Intent::Privacy(Privacy::DeleteTranscripts { days }));
    match world.deletions.pop() {
        Some(Effect::DeleteSessions { names }) => names,
        other => panic!("nothing deleted: {other:?}"),
    }
}

#[test]
fn transcripts_older_than_some_days_are_deleted_and_no_others() {
    let mut world = World::new();
    earlier(&mut world, "0a", 40);
    earlier(&mut world, "0b", 20);
    assert_eq!(delete(&mut world, Some(30)), Some(vec!["0a".to_owned()]));
    assert_eq!(titles(&world), [Some("0b".to_owned())]);
    assert_eq!(delete(&mut world, Some(30)), Some(Vec::new()));
    assert_eq!(delete(&mut world, None), None);
    assert!(titles(&world).is_empty());
}

#[test]
fn a_connected_session_stays_usable_and_what_stood_in_it_is_not_written_again() {
    let mut world = World::ready();
    let session = world.session();
    world.prompt("before");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    assert_eq!(delete(&mut world, None), None);
    assert_eq!(world.entries().len(), 1, "it stays in the window");
    let written = |world: &World| world.state.stored_session(session).unwrap().1;
    assert_eq!(written(&world), None, "there is nothing left to write");
    world.prompt("after");
    let text = written(&world).unwrap().to_json();
    assert!(text.contains("after") && !text.contains("before"), "{text}");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
}

#[test]
fn sessions_are_written_again_when_that_is_switched_on_again() {
    let mut world = World::ready();
    let to = false;
    world.intent(Intent::Prefer(Preference::KeepTranscripts { to }));
    assert!(!world.state.keeps_sessions());
    world.ops.clear();
    let to = true;
    world.intent(Intent::Prefer(Preference::KeepTranscripts { to }));
    assert!(world.state.keeps_sessions());
    let shown = |op: &Op| matches!(op, Op::PutSession { .. });
    assert!(world.ops.iter().any(shown), "what is shown is written");
}

#[test]
fn secrets_are_forgotten_counted_and_taken_out_of_the_settings() {
    let mut world = World::new();
    let secret = |name: &str, in_file| Secret {
        name: name.into(),
        key: name.into(),
        in_file,
    };
    world.go(EventKind::AgentsRead(vec![
        assent_core::event::AgentConfig {
            id: assent_core::id::AgentId(1_000),
            name: "Mine".into(),
            command: vec!["mine".into()],
            env: vec![("A".into(), "b".into())],
            secrets: vec![secret("ONE_KEY", false), secret("TWO_KEY", true)],
            cwd: "/".into(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        },
    ]));
    let sessions = Amount { files: 3, bytes: 9 };
    let measured = StoredView {
        sessions,
        ..StoredView::default()
    };
    let told = |world: &mut World| {
        world.go(EventKind::Measured(measured.clone()));
        match world.ops.last() {
            Some(Op::PutStored { stored }) => stored.clone(),
            other => panic!("not told: {other:?}"),
        }
    };
    let stored = told(&mut world);
    assert_eq!(stored.sessions, sessions);
    assert_eq!((stored.secrets_in_keyring, stored.secrets_in_file), (1, 1));

    world.intent(Intent::Privacy(Privacy::DeleteSecrets));
    let Some(Effect::ForgetAllSecrets { keys }) = world.deletions.pop() else {
        panic!("not forgotten");
    };
    assert_eq!(keys, ["ONE_KEY", "TWO_KEY"]);
    let saved = world.saved.last().unwrap();
    assert!(saved[0].secrets.is_empty() && saved[0].env.len() == 1);
    let stored = told(&mut world);
    assert_eq!((stored.secrets_in_keyring, stored.secrets_in_file), (0, 0));
}

#[test]
fn what_came_of_a_deletion_is_said_and_what_is_left_measured() {
    let check = |event: EventKind, notice: Notice| {
        let mut world = World::new();
        world.go(event);
        assert_eq!(world.ops.last(), Some(&Op::Notice { notice }));
        assert!(matches!(world.deletions.as_slice(), [Effect::Measure]));
    };
    check(EventKind::SessionsDeleted { ok: true }, Notice::Deleted);
    check(EventKind::SessionsDeleted { ok: false }, Notice::NotDeleted);
    check(EventKind::SecretsDeleted { ok: true }, Notice::Deleted);
    check(EventKind::RecordDeleted { ok: false }, Notice::NotDeleted);
    let mut world = World::new();
    world.go(EventKind::RecordDeleted { ok: true });
    assert!(world.ops.contains(&Op::ClearRecord));
}
