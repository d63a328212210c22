//! What goes along with messages: attached, mentioned, sent, queued, kept.

use assent_core::attach::{Content, FileRead, FoundFile, FoundPath, ReadFile};
use assent_core::effect::Effect;
use assent_core::event::EventKind;
use assent_core::intent::Intent;
use assent_core::view::{
    AttachedKind, AttachedView, EntryBody, FileHit, NotAttached, Notice, Op, SentAs,
    SessionSnapshot, TurnState, WhyLink,
};
use serde_json::{Value, json};

use crate::world::World;

/// The smallest picture there is a name for, base64.
pub const PICTURE: &str = "R0lGODlh";

pub fn able(prompt: Value) -> World {
    let mut world = World::new();
    world.configure(1, true, true);
    world.intent(Intent::NewSession {
        agent: assent_core::id::AgentId(1),
    });
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    let can = json!({"protocolVersion": 1, "agentCapabilities": {"promptCapabilities": prompt}});
    world.respond("initialize", Ok(can));
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    world
}

pub fn all() -> Value {
    json!({"image": true, "audio": true, "embeddedContext": true})
}

pub fn session(world: &World) -> SessionSnapshot {
    world.snapshot().sessions.pop().unwrap()
}

pub fn file(path: &str, kind: AttachedKind) -> FoundFile {
    FoundFile {
        path: path.into(),
        kind,
        mime: (kind == AttachedKind::Picture).then(|| "image/png".into()),
        bytes: Some(5),
        picture: (kind == AttachedKind::Picture).then(|| "UElD".into()),
    }
}

pub fn choose(world: &mut World, files: Vec<FoundFile>) {
    let session = world.session();
    world.intent(Intent::ChooseFiles {
        session,
        folders: false,
    });
    assert!(matches!(
        world.files.pop(),
        Some(Effect::ChooseFiles { .. })
    ));
    world.go(EventKind::FilesChosen {
        session,
        files,
        failed: 0,
    });
}

pub fn paste(world: &mut World, data: &str) {
    let session = world.session();
    world.intent(Intent::AttachPicture {
        session,
        data: data.into(),
    });
}

/// Looks for files, and mentions the first that is found; gives what stands for it.
pub fn mention(world: &mut World, below: &str, folder: bool) -> String {
    let session = world.session();
    world.intent(Intent::FindFiles {
        session,
        query: "x".into(),
    });
    let Some(Effect::FindFiles { ticket, roots, .. }) = world.files.pop() else {
        panic!("nothing was looked for");
    };
    assert_eq!(roots, ["/home"]);
    world.go(EventKind::FilesFound {
        session,
        ticket,
        found: vec![FoundPath {
            path: format!("/home/{below}"),
            root: 0,
            below: below.into(),
            folder,
        }],
    });
    let hit = hits(world).remove(0);
    world.intent(Intent::Mention {
        session,
        hit: hit.id,
    });
    hit.token
}

pub fn hits(world: &World) -> Vec<FileHit> {
    let hits = world.ops.iter().rev().find_map(|op| match op {
        Op::PutHits { hits, .. } => Some(hits.clone()),
        _ => None,
    });
    hits.unwrap()
}

/// What was to be read, answered with these.
pub fn read(world: &mut World, read: Vec<FileRead>) -> Vec<ReadFile> {
    let Some(Effect::ReadFiles {
        session,
        ticket,
        files,
        ..
    }) = world.files.pop()
    else {
        panic!("nothing was to be read");
    };
    world.go(EventKind::FilesRead {
        session,
        ticket,
        read,
    });
    files
}

pub fn text(text: &str) -> FileRead {
    FileRead {
        kind: AttachedKind::Text,
        mime: None,
        bytes: Some(text.len() as u64),
        content: Content::Text(text.into()),
    }
}

pub fn link(why: WhyLink) -> FileRead {
    FileRead {
        kind: AttachedKind::Other,
        mime: None,
        bytes: None,
        content: Content::Link(Some(why)),
    }
}

pub fn sent(world: &World) -> Vec<Value> {
    let prompts = world.calls.iter().filter(|it| it.2 == "session/prompt");
    prompts.map(|it| it.3["prompt"].clone()).collect()
}

pub fn entry(world: &World) -> Vec<AttachedView> {
    match world.entries().pop() {
        Some(EntryBody::User { attached, .. }) => attached,
        other => panic!("no prompt: {other:?}"),
    }
}

pub fn last_notice(world: &World) -> Option<NotAttached> {
    world.ops.iter().rev().find_map(|op| match op {
        Op::Notice {
            notice: Notice::NotAttached { why, .. },
        } => Some(*why),
        _ => None,
    })
}

#[test]
fn an_agent_that_takes_only_text_gets_links_and_nothing_is_read() {
    let mut world = able(json!({}));
    choose(
        &mut world,
        vec![
            file("/a/my picture.png", AttachedKind::Picture),
            file("/a/notes", AttachedKind::Text),
            file("/a/folder", AttachedKind::Folder),
        ],
    );
    let told: Vec<SentAs> = session(&world).attached.iter().map(|it| it.sent).collect();
    let not_taken = Some(WhyLink::NotTaken);
    assert_eq!(
        told,
        [
            SentAs::Link { why: not_taken },
            SentAs::Link { why: None },
            SentAs::Link { why: None },
        ]
    );
    world.prompt("look");
    assert!(world.files.is_empty());
    assert_eq!(
        sent(&world),
        [json!([
            {"type": "text", "text": "look"},
            {"type": "resource_link", "uri": "file:///a/my%20picture.png", "name": "my picture.png"},
            {"type": "resource_link", "uri": "file:///a/notes", "name": "notes"},
            {"type": "resource_link", "uri": "file:///a/folder/", "name": "folder"},
        ])]
    );
    assert!(session(&world).attached.is_empty());
    assert_eq!(entry(&world).len(), 3);
}

#[test]
fn what_the_agent_takes_is_sent_in_full_and_mentions_stand_in_place() {
    let mut world = able(all());
    let token = mention(&mut world, "src/main.rs", false);
    assert_eq!(token, "@src/main.rs");
    choose(&mut world, vec![file("/a/p.png", AttachedKind::Picture)]);
    paste(&mut world, PICTURE);
    world.prompt("see @src/main.rs, please");
    assert_eq!(session(&world).head.turn, TurnState::Running);
    assert!(sent(&world).is_empty(), "the files are read first");
    let picture = FileRead {
        kind: AttachedKind::Picture,
        mime: Some("image/png".into()),
        bytes: Some(3),
        content: Content::Data("UElD".into()),
    };
    let files = read(&mut world, vec![text("fn main"), picture]);
    let within: Vec<_> = files.iter().map(|it| it.within.is_some()).collect();
    assert_eq!(within, [true, false]);
    assert_eq!(
        sent(&world),
        [json!([
            {"type": "text", "text": "see "},
            {"type": "resource", "resource": {"uri": "file:///home/src/main.rs", "text": "fn main"}},
            {"type": "text", "text": ", please"},
            {"type": "image", "mimeType": "image/png", "data": "UElD", "uri": "file:///a/p.png"},
            {"type": "image", "mimeType": "image/gif", "data": PICTURE},
        ])]
    );
    let views = entry(&world);
    let seen: Vec<_> = views
        .iter()
        .map(|it| (it.mention, it.sent, it.kind))
        .collect();
    assert_eq!(
        seen,
        [
            (true, SentAs::Full, AttachedKind::Text),
            (false, SentAs::Full, AttachedKind::Picture),
            (false, SentAs::Full, AttachedKind::Picture),
        ]
    );
    // What the agent sends back of it stands there already.
    for block in sent(&world)[0].as_array().unwrap() {
        world.update(json!({"sessionUpdate": "user_message_chunk", "content": block}));
    }
    assert_eq!(world.entries().len(), 1);
}

#[test]
fn a_file_that_is_mentioned_and_attached_is_sent_in_full_once() {
    let mut world = able(all());
    mention(&mut world, "a.wav", false);
    choose(&mut world, vec![file("/home/a.wav", AttachedKind::Sound)]);
    world.prompt("@a.wav");
    let sound = FileRead {
        kind: AttachedKind::Sound,
        mime: Some("audio/wav".into()),
        bytes: Some(3),
        content: Content::Data("UElD".into()),
    };
    assert_eq!(read(&mut world, vec![sound]).len(), 1);
    assert_eq!(
        sent(&world),
        [json!([
            {"type": "audio", "mimeType": "audio/wav", "data": "UElD"},
            {"type": "resource_link", "uri": "file:///home/a.wav", "name": "a.wav"},
        ])]
    );
    let told: Vec<SentAs> = entry(&world).iter().map(|it| it.sent).collect();
    assert_eq!(told, [SentAs::Full, SentAs::Link { why: None }]);
}

#[test]
fn what_cannot_be_read_any_more_is_sent_as_a_link_and_that_is_said() {
    let mut world = able(all());
    mention(&mut world, "gone", false);
    choose(&mut world, vec![file("/a/big", AttachedKind::Text)]);
    world.prompt("@gone and @gone");
    let files = read(
        &mut world,
        vec![link(WhyLink::Outside), link(WhyLink::TooLarge)],
    );
    assert_eq!(files.len(), 2, "the same file is read once");
    let kinds: Vec<Value> = sent(&world)[0]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["type"].clone())
        .collect();
    assert_eq!(
        kinds,
        ["resource_link", "text", "resource_link", "resource_link"]
    );
    let told: Vec<SentAs> = entry(&world).iter().map(|it| it.sent).collect();
    let why = |why| SentAs::Link { why: Some(why) };
    assert_eq!(told, [why(WhyLink::Outside), why(WhyLink::TooLarge)]);
}

#[test]
fn a_turn_stopped_while_files_are_read_sends_nothing() {
    let mut world = able(all());
    let session = world.session();
    mention(&mut world, "a", false);
    world.prompt("@a");
    world.prompt("next");
    let reading = world.files.pop();
    world.order.clear();
    world.intent(Intent::StopTurn { session });
    assert!(world.order.is_empty(), "the agent has heard nothing of it");
    assert!(matches!(
        self::session(&world).head.turn,
        TurnState::Idle { .. }
    ));
    let Some(Effect::ReadFiles {
        session, ticket, ..
    }) = reading
    else {
        panic!("nothing was to be read");
    };
    let read = vec![text("late")];
    world.go(EventKind::FilesRead {
        session,
        ticket,
        read,
    });
    assert!(sent(&world).is_empty());
    world.intent(Intent::CloseSession { session });
    assert!(sent(&world).is_empty());
}

#[test]
fn closing_a_session_while_files_are_read_sends_nothing_that_waits() {
    let mut world = able(all());
    let session = world.session();
    mention(&mut world, "a", false);
    world.prompt("@a");
    world.prompt("next");
    world.intent(Intent::CloseSession { session });
    assert!(sent(&world).is_empty());
    assert!(world.snapshot().sessions.is_empty());
}

#[test]
fn a_pasted_picture_is_checked_and_refused_with_the_reason() {
    let check = |can: Value, data: &str, expected: Option<NotAttached>| {
        let mut world = able(can);
        paste(&mut world, data);
        assert_eq!(last_notice(&world), expected);
        assert_eq!(
            session(&world).attached.len(),
            usize::from(expected.is_none())
        );
    };
    check(all(), PICTURE, None);
    check(all(), "PGh0bWw+", Some(NotAttached::NotPicture));
    check(all(), "%%%", Some(NotAttached::NotPicture));
    check(json!({}), PICTURE, Some(NotAttached::NoPictures));
    let mut world = able(all());
    for _ in 0..21 {
        paste(&mut world, PICTURE);
    }
    assert_eq!(session(&world).attached.len(), 20);
    assert_eq!(
        last_notice(&world),
        Some(NotAttached::TooMany { limit: 20 })
    );
}

#[test]
fn what_was_pasted_before_the_agent_ran_is_said_not_to_be_sent() {
    let mut world = able(all());
    world.end();
    paste(&mut world, PICTURE);
    assert_eq!(
        session(&world).attached[0].sent,
        SentAs::Full,
        "as far as is known"
    );
    world.prompt("look");
    let session = world.session();
    world.intent(Intent::BeginAnew { session });
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    world.respond("initialize", Ok(json!({"protocolVersion": 1})));
    world.intent(Intent::BeginAnew { session });
    assert_eq!(self::session(&world).attached[0].sent, SentAs::Nothing);
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    world.prompt("look");
    assert_eq!(sent(&world), [json!([{"type": "text", "text": "look"}])]);
    assert_eq!(entry(&world)[0].sent, SentAs::Nothing);
}

#[test]
fn a_drop_is_for_the_session_that_takes_it_and_only_once() {
    let mut world = able(all());
    let session = world.session();
    world.go(EventKind::FilesDropped {
        files: vec![file("/a", AttachedKind::Text)],
        failed: 1,
    });
    assert_eq!(last_notice(&world), Some(NotAttached::Unreadable));
    let drop = world.ops.iter().find_map(|op| match op {
        Op::Dropped { drop } => Some(*drop),
        _ => None,
    });
    let drop = drop.unwrap();
    for drop in [drop + 1, drop, drop] {
        world.intent(Intent::TakeDrop { session, drop });
    }
    let attached = self::session(&world).attached;
    assert_eq!(attached.len(), 1);
    let attached = attached[0].id;
    world.intent(Intent::RemoveAttached { session, attached });
    assert!(self::session(&world).attached.is_empty());
}
