//! Sessions of earlier runs whose transcripts stay on the disk until somebody looks at them.

use assent_core::event::EventKind;
use assent_core::id::{AgentId, ConnectionId, EntryId, SessionKey};
use assent_core::intent::{Find, Intent};
use assent_core::stored::{StoredSession, entries_begin};
use assent_core::view::{EntryBody, Op, SessionStatus};
use serde_json::json;

use crate::kept::{able, begin, ready};
use crate::world::{World, said};

/// The file of a session with a prompt and an answer; a turn ran when it was written.
fn file() -> String {
    let mut world = ready(able(true, json!({})));
    world.prompt("what was asked");
    world.update(json!({"sessionUpdate": "agent_message_chunk",
        "content": {"type": "text", "text": "what was answered"}}));
    let (_, stored) = world.state.stored_session(world.session()).unwrap();
    stored.unwrap().to_json()
}

/// The world after a restart, when only the heads were read.
fn shelved(text: &str) -> (World, SessionKey) {
    let first = text.split_inclusive('\n').next().unwrap();
    assert!(entries_begin(first));
    let mut world = World::new();
    let head = StoredSession::read_head("0a", first).unwrap();
    world.go(EventKind::SessionsRead(vec![head]));
    world.configure(1, true, true);
    let session = world.session();
    (world, session)
}

fn read(world: &mut World, text: &str) {
    let (session, name) = world.to_read.pop().unwrap();
    let entries = StoredSession::read(&name, text).unwrap().into_entries();
    world.go(EventKind::TranscriptRead { session, entries });
}

#[test]
fn a_transcript_is_read_when_somebody_looks_at_it_and_never_written_over_before() {
    let text = file();
    let (mut world, session) = shelved(&text);
    let snapshot = world.snapshot();
    assert!(snapshot.sessions[0].head.shelved);
    assert_eq!(snapshot.sessions[0].entries, []);
    assert_eq!(snapshot.sessions[0].prompts, ["what was asked"]);
    // Something of it changed, but what there is to keep is in the file.
    assert!(world.state.stored_session(session).is_none());
    assert!(world.to_read.is_empty());

    world.ops.clear();
    world.intent(Intent::Find(Find::Transcript { session }));
    world.intent(Intent::Find(Find::Transcript { session }));
    assert_eq!(world.to_read, [(session, "0a".to_owned())]);
    read(&mut world, &text);
    let whole = world.ops.iter().find_map(|op| match op {
        Op::PutTranscript { entries, .. } => Some(entries.clone()),
        _ => None,
    });
    assert_eq!(whole.unwrap(), world.snapshot().sessions[0].entries);
    let bodies = world.entries();
    assert_eq!(bodies[0], said("what was asked"));
    // The turn that ran when it was written is lost, and that stands at the end.
    assert!(matches!(bodies[2], EntryBody::Note { .. }), "{bodies:?}");
    assert!(!world.snapshot().sessions[0].head.shelved);
    let (_, stored) = world.state.stored_session(session).unwrap();
    let entries = stored.unwrap().into_entries();
    assert_eq!(entries.len(), 3);
}

#[test]
fn what_is_wanted_of_it_waits_in_order() {
    let text = file();
    let (mut world, session) = shelved(&text);
    world.intent(Intent::Compose {
        session,
        text: "half".into(),
        seq: 1,
    });
    world.intent(Intent::Compose {
        session,
        text: "half a thought".into(),
        seq: 2,
    });
    world.intent(Intent::Rejoin { session });
    assert_eq!(world.calls.len(), 0, "no agent is started for it yet");
    assert_eq!(world.to_read.len(), 1);
    read(&mut world, &text);
    let head = world.snapshot().sessions[0].head.clone();
    assert_eq!(head.composer, "half a thought");
    assert_eq!(head.status, SessionStatus::Opening);
    begin(&mut world, able(true, json!({})));
    assert_eq!(world.calls.last().unwrap().2, "session/load");
}

#[test]
fn a_session_the_agent_lists_is_read_before_it_is_told_again() {
    let text = file();
    let (mut world, session) = shelved(&text);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    begin(&mut world, able(true, json!({"list": {}, "resume": {}})));
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    let connection: ConnectionId = world.connection();
    world.intent(Intent::ListSessions {
        connection,
        more: false,
    });
    world.respond(
        "session/list",
        Ok(json!({"sessions": [{"sessionId": "s1", "cwd": "/home"}]})),
    );
    let number = world.snapshot().connections[0]
        .earlier
        .clone()
        .unwrap()
        .sessions[0]
        .number;
    let before = world.calls.len();
    world.intent(Intent::OpenListed { connection, number });
    assert_eq!(world.calls.len(), before);
    assert_eq!(world.to_read, [(session, "0a".to_owned())]);
    read(&mut world, &text);
    assert_eq!(world.calls.last().unwrap().2, "session/resume");
}

#[test]
fn it_can_be_closed_unread() {
    let text = file();
    let (mut world, session) = shelved(&text);
    world.intent(Intent::Find(Find::Transcript { session }));
    world.intent(Intent::CloseSession { session });
    assert_eq!(world.forgotten, ["0a"]);
    read(&mut world, &text);
    assert!(world.snapshot().sessions.is_empty());
}

#[test]
fn entries_keep_their_keys_unless_the_file_gives_none_or_bad_ones() {
    let text = file();
    let keys = |text: &str| -> Vec<u32> {
        let entries = StoredSession::read("0a", text).unwrap().into_entries();
        entries.iter().map(|it| it.id.0).collect()
    };
    assert_eq!(keys(&text), [0, 1]);
    assert_eq!(keys(&text.replace("\n{\"id\":1,", "\n{\"id\":7,")), [0, 7]);
    assert_eq!(keys(&text.replace("\n{\"id\":1,", "\n{")), [0, 1]);
    assert_eq!(keys(&text.replace("\n{\"id\":0,", "\n{\"id\":9,")), [0, 1]);
    assert_eq!(
        keys(&text.replace("\n{\"id\":1,", "\n{\"id\":4294967295,")),
        [0, 1]
    );
    // What comes later has keys of its own.
    let text = text.replace("\n{\"id\":1,", "\n{\"id\":7,");
    let (mut world, session) = shelved(&text);
    world.intent(Intent::Find(Find::Transcript { session }));
    read(&mut world, &text);
    let last = world.snapshot().sessions[0].entries.last().unwrap().id;
    assert_eq!(last, EntryId(8));
}
