//! Messages that are written, wait, come back and are kept, with what goes along with them.

use assent_core::attach::FoundPath;
use assent_core::effect::Effect;
use assent_core::event::EventKind;
use assent_core::intent::Intent;
use assent_core::stored::StoredSession;
use assent_core::view::{AttachedKind, EntryBody};
use serde_json::json;

use crate::attached::{
    PICTURE, able, all, choose, file, hits, mention, paste, sent, session as session_of,
};
use crate::world::World;

#[test]
fn only_what_was_found_can_be_mentioned() {
    let mut world = able(all());
    let session = world.session();
    for hit in 0..50 {
        world.intent(Intent::Mention { session, hit });
    }
    world.prompt("@/etc/passwd @src/main.rs");
    assert!(world.files.is_empty());
    assert_eq!(
        sent(&world)[0],
        json!([{"type": "text", "text": "@/etc/passwd @src/main.rs"}])
    );
}

#[test]
fn names_of_files_are_made_visible_and_an_outdated_search_counts_no_more() {
    let mut world = able(json!({}));
    let session = world.session();
    let token = mention(&mut world, "a\nb\u{202e}c", true);
    assert_eq!(token, "@a⟨U+000A⟩b⟨U+202E⟩c/");
    world.intent(Intent::Compose {
        session,
        text: format!("in {token} now"),
        seq: 1,
    });
    let mentioned = session_of(&world).head.mentioned;
    assert_eq!(mentioned.len(), 1);
    assert_eq!(mentioned[0].kind, AttachedKind::Folder);
    world.prompt(&format!("in {token}"));
    assert_eq!(sent(&world)[0][1]["uri"], "file:///home/a%0Ab%E2%80%AEc/");
    let find = |world: &mut World| {
        world.intent(Intent::FindFiles {
            session,
            query: "q".into(),
        });
        match world.files.pop() {
            Some(Effect::FindFiles { ticket, .. }) => ticket,
            other => panic!("{other:?}"),
        }
    };
    let first = find(&mut world);
    find(&mut world);
    world.ops.clear();
    world.go(EventKind::FilesFound {
        session,
        ticket: first,
        found: Vec::new(),
    });
    assert!(world.ops.is_empty());
}

#[test]
fn what_waits_in_the_queue_and_comes_back_keeps_what_goes_along() {
    let mut world = able(json!({}));
    let session = world.session();
    world.prompt("one");
    choose(&mut world, vec![file("/a", AttachedKind::Text)]);
    world.prompt("");
    let queue = session_of(&world).head.queue;
    assert_eq!((queue.len(), queue[0].attached.len()), (1, 1));
    choose(&mut world, vec![file("/b", AttachedKind::Text)]);
    world.intent(Intent::TakeQueued {
        session,
        queued: queue[0].id,
    });
    let paths: Vec<_> = session_of(&world)
        .attached
        .into_iter()
        .filter_map(|it| it.path)
        .collect();
    assert_eq!(paths, ["/a", "/b"]);
    world.prompt("two");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    assert_eq!(sent(&world)[1].as_array().unwrap().len(), 3);
}

#[test]
fn drafts_queues_mentions_and_prompts_are_kept_and_large_pictures_only_by_name() {
    let mut world = able(all());
    mention(&mut world, "src/main.rs", false);
    paste(&mut world, PICTURE);
    world.prompt("one");
    choose(&mut world, vec![file("/q", AttachedKind::Text)]);
    world.prompt("two");
    paste(&mut world, PICTURE);
    let session = world.session();
    world.intent(Intent::Compose {
        session,
        text: "@src/main.rs".into(),
        seq: 1,
    });
    let (name, stored) = world.state.stored_session(session).unwrap();
    let kept = stored.unwrap().to_json();
    let mut again = World::new();
    again.go(EventKind::SessionsRead(vec![
        StoredSession::read(&name, &kept).unwrap(),
    ]));
    let back = session_of(&again);
    assert_eq!(back.prompts, ["one"]);
    assert_eq!(back.attached.len(), 1);
    assert_eq!(back.head.queue[0].attached[0].path.as_deref(), Some("/q"));
    assert_eq!(back.head.mentioned[0].name.as_deref(), Some("src/main.rs"));
    let EntryBody::User { attached, .. } = &back.entries[0].body else {
        panic!("no prompt");
    };
    assert_eq!(attached[0].picture.as_ref().unwrap().data, PICTURE);
    assert_ne!(back.attached[0].id, back.head.queue[0].attached[0].id);

    let mut large = "R0lGODlh".to_owned();
    large.push_str(&"A".repeat(1 << 20));
    let mut world = able(all());
    paste(&mut world, &large);
    world.prompt("one");
    let (_, stored) = world.state.stored_session(world.session()).unwrap();
    let kept = stored.unwrap().to_json();
    assert!(kept.len() < 10_000);
    assert!(kept.contains("786438"), "its size stays: {kept}");
}

#[test]
fn earlier_prompts_are_those_the_person_sent() {
    let mut world = able(json!({}));
    world.update(json!({"sessionUpdate": "user_message_chunk", "content": {"type": "text", "text": "made up"}}));
    for text in ["one", "two", "one"] {
        world.prompt(text);
        world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    }
    assert_eq!(session_of(&world).prompts, ["two", "one"]);
    for number in 0..200 {
        world.prompt(&format!("{number}"));
        world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    }
    assert_eq!(session_of(&world).prompts.len(), 100);
}

#[test]
fn what_a_search_found_can_be_chosen_while_the_next_one_ends() {
    let mut world = able(json!({}));
    let session = world.session();
    let find = |world: &mut World| {
        world.intent(Intent::FindFiles {
            session,
            query: "a".into(),
        });
        let Some(Effect::FindFiles { ticket, .. }) = world.files.pop() else {
            panic!("nothing was looked for");
        };
        world.go(EventKind::FilesFound {
            session,
            ticket,
            found: vec![FoundPath {
                path: "/home/a".into(),
                root: 0,
                below: "a".into(),
                folder: false,
            }],
        });
        hits(world)[0].id
    };
    let first = find(&mut world);
    let second = find(&mut world);
    assert_ne!(first, second);
    world.intent(Intent::Mention {
        session,
        hit: first,
    });
    world.prompt("@a");
    assert_eq!(sent(&world)[0][0]["type"], "resource_link");
}
