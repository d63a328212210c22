//! Finding in a transcript and over all sessions, and taking away.

use assent_core::effect::Effect;
use assent_core::event::EventKind;
use assent_core::export::ExportFormat;
use assent_core::id::{EntryId, SessionKey};
use assent_core::intent::{Find, Intent, Take};
use assent_core::view::{FindHit, FindPart, Notice, Op, SearchHit};
use serde_json::json;

use crate::world::World;

fn says(world: &mut World, text: &str) {
    world.update(json!({"sessionUpdate": "agent_message_chunk",
        "content": {"type": "text", "text": text}}));
}

/// What was told last of what is found in a transcript.
fn found(world: &World) -> Vec<FindHit> {
    let told = world.ops.iter().rev().find_map(|op| match op {
        Op::PutFound { hits, .. } => Some(hits.clone()),
        _ => None,
    });
    told.expect("nothing was told")
}

fn at(entry: u32, place: u32) -> FindHit {
    FindHit {
        entry: EntryId(entry),
        at: FindPart::Text,
        place,
    }
}

#[test]
fn words_are_found_in_a_transcript_and_as_it_grows() {
    let mut world = World::ready();
    world.prompt("Find the word");
    says(&mut world, "The **word** is");
    let session = world.session();
    let text = "WORD".to_owned();
    world.intent(Intent::Find(Find::In { session, text }));
    assert_eq!(found(&world), [at(0, 9), at(1, 6)]);

    // Nothing is looked at before that is asked for, and nothing is told when nothing changed.
    world.ops.clear();
    says(&mut world, " here, and a word there");
    assert!(!world.ops.iter().any(|op| matches!(op, Op::PutFound { .. })));
    world.intent(Intent::Find(Find::Again { session }));
    assert_eq!(found(&world), [at(0, 9), at(1, 6), at(1, 28)]);
    world.ops.clear();
    world.intent(Intent::Find(Find::Again { session }));
    assert!(world.ops.is_empty());

    let text = String::new();
    world.intent(Intent::Find(Find::In { session, text }));
    assert_eq!(found(&world), []);
    says(&mut world, " word");
    world.ops.clear();
    world.intent(Intent::Find(Find::Again { session }));
    assert!(world.ops.is_empty(), "nobody looks any more");
}

#[test]
fn of_very_many_places_the_newest_are_told() {
    let mut world = World::ready();
    world.prompt("go");
    says(&mut world, &"x ".repeat(1_500));
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "T"}));
    says(&mut world, &"x ".repeat(1_500));
    let session = world.session();
    let text = "x".to_owned();
    world.intent(Intent::Find(Find::In { session, text }));
    let hits = found(&world);
    assert_eq!(hits.len(), 2_000);
    assert_eq!(hits.last(), Some(&at(3, 2_998)));
    assert_eq!(hits[0], at(1, 2_000));
    assert!(matches!(
        world.ops.last(),
        Some(Op::PutFound { more: true, .. })
    ));
}

#[test]
fn only_the_newest_search_over_all_sessions_is_told() {
    let mut world = World::ready();
    let session = world.session();
    let hit = || SearchHit {
        session,
        in_title: true,
        entries: 0,
        more: false,
        lines: Vec::new(),
    };
    let ticket = |world: &mut World| match world.taken.pop() {
        Some(Effect::Search {
            ticket, sessions, ..
        }) => {
            assert_eq!(sessions.len(), 1);
            ticket
        }
        other => panic!("no search: {other:?}"),
    };
    let look = |world: &mut World, text: &str| {
        let text = text.to_owned();
        world.intent(Intent::Find(Find::Everywhere { text }));
    };
    let told = |world: &mut World, ticket: u32, done: bool| {
        world.ops.clear();
        world.go(EventKind::Searched {
            ticket,
            sessions: vec![hit()],
            done,
            more: false,
        });
        world.ops.len()
    };
    look(&mut world, "a");
    let old = ticket(&mut world);
    look(&mut world, "ab");
    let new = ticket(&mut world);
    assert_eq!(told(&mut world, old, false), 0);
    assert_eq!(told(&mut world, new, false), 1);
    assert_eq!(told(&mut world, new, true), 1);
    assert_eq!(told(&mut world, new, true), 0, "it was done");
    look(&mut world, " ");
    let none = ticket(&mut world);
    assert_eq!(told(&mut world, none, false), 0);
}

fn take(world: &mut World, wanted: Take) -> Option<String> {
    world.copies.clear();
    world.intent(Intent::Take(wanted));
    world.copies.pop()
}

#[test]
fn answers_and_code_are_copied_as_they_were_sent() {
    let mut world = World::ready();
    let session = world.session();
    let answer = |world: &mut World| take(world, Take::Answer { session });
    assert_eq!(answer(&mut world), None);
    assert!(matches!(
        world.ops.last(),
        Some(Op::Notice {
            notice: Notice::NothingToCopy
        })
    ));
    world.prompt("go");
    let text = "First:\n\n```sh\nrm \"a\"  \n```\n\n- and\n\n  ```\n  b\n  ```\n";
    says(&mut world, text);
    world.update(
        json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "T", "content": [
            {"type": "content", "content": {"type": "text", "text": "~~~\nin a tool\n~~~"}},
            {"type": "diff", "path": "/home/a.txt", "oldText": "a\n", "newText": "b\n"},
        ]}),
    );
    assert_eq!(answer(&mut world).as_deref(), Some(text));
    let mut code = |entry: u32, content: Option<u32>, at: u32, number: u32| {
        let entry = EntryId(entry);
        let wanted = Take::Code {
            session,
            entry,
            content,
            at,
            number,
        };
        take(&mut world, wanted)
    };
    assert_eq!(code(1, None, 0, 0).as_deref(), Some("rm \"a\"  "));
    assert_eq!(code(1, None, 8, 1).as_deref(), Some("b"));
    assert_eq!(code(1, None, 0, 2), None);
    assert_eq!(code(2, Some(0), 0, 0).as_deref(), Some("in a tool"));
    assert_eq!(code(2, Some(1), 0, 0), None);
    assert_eq!(code(0, None, 0, 0), None);
    assert_eq!(code(99, None, 0, 0), None);

    let (entry, content) = (EntryId(2), 1);
    take(
        &mut world,
        Take::Patch {
            session,
            entry,
            content,
        },
    );
    let Some(Effect::CopyPatch(change)) = world.taken.pop() else {
        panic!("no patch");
    };
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n";
    assert_eq!(change.patch(), patch);
}

#[test]
fn a_session_is_exported_as_it_is_kept() {
    let mut world = World::ready();
    let session: SessionKey = world.session();
    let export = |world: &mut World| {
        let format = ExportFormat::Markdown;
        world.intent(Intent::Take(Take::Session { session, format }));
        world.taken.pop()
    };
    assert!(export(&mut world).is_none(), "there is nothing in it");
    world.prompt("go");
    let params = json!({"mode": "url", "sessionId": "s1", "elicitationId": "e",
        "message": "Enter the code WDJB-MJHT", "url": "https://example.com/device?user=ann"});
    world.ask(&json!(2), "elicitation/create", params);
    let Some(Effect::ExportSession { session, format }) = export(&mut world) else {
        panic!("nothing is exported");
    };
    let text = assent_core::export::text(&session, format, &|at| at.to_string());
    assert!(text.contains("> go"), "{text}");
    assert!(text.contains("Asked to visit a page"), "{text}");
    assert!(!text.contains("WDJB") && !text.contains("ann"), "{text}");
}
