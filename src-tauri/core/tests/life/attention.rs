//! What the desktop shows of what waits: never more than once for the same thing, nothing of what is seen.

use assent_core::effect::{Announced, Announcement, Attention};
use assent_core::event::EventKind;
use assent_core::intent::{Intent, Preference};
use assent_core::page::{Page, PageId};
use assent_core::view::{Notice, Op};
use serde_json::json;

use crate::world::World;

/// A world with a session, in which the person looks elsewhere.
fn away() -> World {
    let mut world = World::ready();
    world.go(EventKind::Focused(false));
    assert!(world.attention.is_empty(), "nothing has come up");
    world.forward = 0;
    world
}

fn now(world: &World) -> Attention {
    world.attention.last().unwrap().clone()
}

fn asks(world: &World) -> Option<Announced> {
    now(world).asks.map(|it| it.what)
}

fn turns(world: &World) -> Option<Announced> {
    now(world).turns.map(|it| it.what)
}

fn agent() -> String {
    "agent 1".into()
}

#[test]
fn an_ask_is_announced_once_and_no_longer_once_it_is_answered_or_taken_back() {
    let mut world = away();
    let (_, ask) = world.form(1, json!({"a": {"type": "string"}}));
    let what = Announced::Form { agent: agent() };
    let announced = Attention {
        waiting: 1,
        unseen: true,
        news: 1,
        asks: Some(Announcement { what, news: 1 }),
        turns: None,
    };
    assert_eq!(world.attention, [announced]);
    // What is done with it is no news.
    world.intent(Intent::Preview { ask, open: true });
    world.intent(Intent::LeaveField { ask, index: 0 });
    assert_eq!(world.attention.len(), 1);
    world.intent(Intent::Decline { ask });
    let gone = Attention {
        news: 1,
        ..Attention::default()
    };
    assert_eq!(now(&world), gone);
    world.link(2, "e", "https://example.com/secret?code=1");
    assert_eq!(asks(&world), Some(Announced::Link { agent: agent() }));
    world.cancel_request(&json!(2));
    assert_eq!(asks(&world), None);
    assert!(!now(&world).unseen);
}

#[test]
fn several_asks_are_gathered_and_fewer_are_no_news() {
    let mut world = away();
    for id in 1..=3 {
        world.form(id, json!({}));
    }
    let gathered = |count, news| {
        let what = Announced::Asks { count };
        Some(Announcement { what, news })
    };
    assert_eq!(now(&world).asks, gathered(3, 3));
    world.cancel_request(&json!(2));
    assert_eq!(now(&world).asks, gathered(2, 3));
    world.end();
    assert_eq!(now(&world).asks, None);
    assert_eq!(now(&world).waiting, 0);
}

#[test]
fn nothing_is_announced_that_is_seen() {
    let mut world = World::ready();
    let (_, first) = world.form(1, json!({}));
    assert_eq!((now(&world).waiting, now(&world).unseen), (1, false));
    world.go(EventKind::Focused(false));
    assert_eq!(asks(&world), None, "it came up before the person went");
    world.form(2, json!({}));
    assert_eq!(asks(&world), Some(Announced::Form { agent: agent() }));
    world.go(EventKind::Focused(true));
    assert_eq!((now(&world).waiting, now(&world).unseen), (2, false));
    assert_eq!(asks(&world), None);
    // Going away again makes it no news.
    world.go(EventKind::Focused(false));
    world.intent(Intent::Decline { ask: first });
    assert_eq!(asks(&world), None);
}

#[test]
fn a_turn_is_announced_when_it_ended_by_itself() {
    let check = |stop: bool, result: serde_json::Value, expected: Option<bool>| {
        let mut world = away();
        world.prompt("go on");
        let session = world.session();
        if stop {
            world.intent(Intent::StopTurn { session });
        }
        world.respond("session/prompt", Ok(result));
        let told = world.attention.last().and_then(|it| it.turns.clone());
        let agent = agent();
        let expected = expected.map(|well| Announced::Turn { agent, well });
        assert_eq!(told.map(|it| it.what), expected);
    };
    check(false, json!({"stopReason": "end_turn"}), Some(true));
    check(false, json!({"stopReason": "refusal"}), Some(false));
    check(false, json!({"stopReason": "cancelled"}), None);
    check(true, json!({"stopReason": "cancelled"}), None);
    check(true, json!({"stopReason": "end_turn"}), None);
}

#[test]
fn a_turn_is_not_announced_when_the_next_message_goes_out_or_the_person_stopped_the_agent() {
    let mut world = away();
    world.prompt("one");
    world.prompt("two");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    assert!(world.attention.is_empty());
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    assert!(turns(&world).is_some());
    let session = world.session();
    world.intent(Intent::CloseSession { session });
    assert_eq!(turns(&world), None);

    for stopped in [true, false] {
        let mut world = away();
        world.prompt("one");
        let connection = world.connection();
        if stopped {
            world.intent(Intent::StopAgent { connection });
        }
        world.end();
        let told = world.attention.last().is_some_and(|it| it.turns.is_some());
        assert_eq!(told, !stopped);
    }
}

#[test]
fn what_is_switched_off_is_not_announced() {
    let mut world = away();
    world.form(1, json!({}));
    assert!(asks(&world).is_some());
    let to = false;
    world.intent(Intent::Prefer(Preference::NotifyAsks { to }));
    assert_eq!(asks(&world), None);
    assert!(now(&world).unseen, "the task bar still says so");
    world.intent(Intent::Prefer(Preference::NotifyTurns { to }));
    world.prompt("one");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    assert_eq!((turns(&world), asks(&world)), (None, None));
}

#[test]
fn a_notification_that_is_chosen_leads_to_its_ask_or_session() {
    let mut world = away();
    let (_, ask) = world.form(1, json!({}));
    world.form(2, json!({}));
    // The focus may come before the choice.
    for focus_first in [false, true] {
        if focus_first {
            world.go(EventKind::Focused(true));
        }
        world.ops.clear();
        world.go(EventKind::AnnouncementChosen { turns: false });
        assert_eq!(world.ops, [Op::GoToAsk { ask }]);
    }
    world.go(EventKind::Focused(false));
    world.prompt("one");
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    world.ops.clear();
    world.go(EventKind::AnnouncementChosen { turns: true });
    let session = world.session();
    assert_eq!(world.ops, [Op::Front { session }]);
    assert_eq!((world.forward, world.opened.len()), (3, 0));
}

#[test]
fn a_notification_that_is_chosen_brings_the_window_of_its_session_forward() {
    let mut world = away();
    let session = world.session();
    world.go(EventKind::PageCame(Page::of_session(PageId(2), session)));
    world.form(1, json!({}));
    world.go(EventKind::AnnouncementChosen { turns: false });
    assert_eq!((world.forward, &*world.opened), (0, &[session][..]));
    world.go(EventKind::PageGone(PageId(2)));
    world.go(EventKind::AnnouncementChosen { turns: false });
    assert_eq!((world.forward, world.opened.len()), (1, 1));
}

#[test]
fn a_name_in_a_notification_is_short_and_hides_nothing() {
    let mut world = World::new();
    world.go(EventKind::AgentConfigured(
        assent_core::event::AgentConfig {
            id: assent_core::id::AgentId(1),
            name: format!("a\u{202e}b{}", "c".repeat(100)),
            command: vec!["agent".into()],
            env: Vec::new(),
            secrets: Vec::new(),
            cwd: "/".into(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        },
    ));
    let agent = assent_core::id::AgentId(1);
    world.intent(Intent::NewSession { agent });
    crate::kept::begin(&mut world, json!({"protocolVersion": 1}));
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    world.go(EventKind::Focused(false));
    world.form(1, json!({}));
    let Some(Announced::Form { agent }) = asks(&world) else {
        panic!("nothing announced");
    };
    assert_eq!(agent.chars().count(), 40);
    assert!(agent.starts_with('a') && agent.ends_with('…'));
    assert!(!agent.contains('\u{202e}'));
}

#[test]
fn that_notifications_are_not_shown_is_said_once_when_the_person_looks() {
    let said = |world: &World| {
        let line =
            |op: &&Op| matches!(op, Op::Notice { notice } if *notice == Notice::NotAnnounced);
        world.ops.iter().filter(line).count()
    };
    let mut world = away();
    world.form(1, json!({}));
    assert!(!world.state.snapshot(1).unannounced);
    world.go(EventKind::Announced(false));
    // Nobody is there to read a passing line; what stands in the settings stands.
    assert_eq!(said(&world), 0);
    assert!(world.state.snapshot(1).unannounced);
    let put = Op::PutUnannounced { unannounced: true };
    assert_eq!(world.ops.iter().filter(|op| **op == put).count(), 1);
    world.go(EventKind::Focused(true));
    assert_eq!(said(&world), 1);
    // Not again, however often it goes wrong.
    world.go(EventKind::Focused(false));
    world.go(EventKind::Announced(false));
    world.go(EventKind::Focused(true));
    world.go(EventKind::Announced(true));
    assert!(!world.state.snapshot(1).unannounced, "a service has come");
    world.go(EventKind::Announced(false));
    assert_eq!(said(&world), 1);
    // One who is back before it went wrong is told at once.
    let mut world = World::ready();
    world.go(EventKind::Announced(false));
    assert_eq!(said(&world), 1);
}
