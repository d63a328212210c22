//! Presses seen outside of the page: without one of its own, nothing of weight that a page states counts.

use assent_core::event::EventKind;
use assent_core::hand::{FRESH, Hand, Press};
use assent_core::id::AskId;
use assent_core::intent::{Intent, Privacy, Reach};
use assent_core::page::PageId;
use assent_core::view::{AskStatus, Notice, Op};
use serde_json::json;

use crate::world::World;

const PAGE: &str = "https://login.example.com/authorize?state=abc";

/// A press that was begun and let go so many ticks ago, when the next event comes.
fn pressed(world: &World, number: u64, began: u64, ended: u64) -> Hand {
    let now = world.ticks + 1;
    Hand::Pressed(Press {
        number,
        began: now - began,
        ended: now - ended,
    })
}

fn opens(world: &mut World, ask: AskId, hand: Hand, counts: bool) {
    let (token, fingerprint) = world.armed(ask);
    world.wait(100);
    // Told relative to the event that comes next.
    let hand = match hand {
        Hand::Pressed(press) => Hand::Pressed(Press {
            began: world.ticks + 1 - press.began,
            ended: world.ticks + 1 - press.ended,
            ..press
        }),
        hand => hand,
    };
    let before = world.handoffs.len();
    let intent = Intent::OpenLink {
        ask,
        token,
        fingerprint,
    };
    world.go(EventKind::Stated(intent, hand));
    assert_eq!(
        world.handoffs.len() - before,
        usize::from(counts),
        "{hand:?}"
    );
    world.intent(Intent::CloseLink { ask });
}

/// A press by how long ago it was.
fn ago(number: u64, began: u64, ended: u64) -> Hand {
    Hand::Pressed(Press {
        number,
        began,
        ended,
    })
}

#[test]
fn a_link_is_opened_with_a_press_that_came_once_it_was_armed() {
    let mut world = World::ready();
    world.page = PageId(1);
    world.wait(10_000);
    let (_, ask) = world.link(1, "e1", PAGE);
    opens(&mut world, ask, Hand::Idle, false);
    let notices = world.ops.iter().filter(|op| {
        matches!(
            op,
            Op::Notice {
                notice: Notice::NotPressed
            }
        )
    });
    assert_eq!(notices.count(), 1, "it is said");
    // It began before the dialog was there for long enough: it was pressed for something else.
    opens(&mut world, ask, ago(1, 1_000, 10), false);
    opens(&mut world, ask, ago(2, FRESH + 1, FRESH + 1), false);
    opens(&mut world, ask, ago(3, 10, 5), true);
}

#[test]
fn a_press_counts_once_on_its_own_page_alone() {
    let mut world = World::ready();
    world.page = PageId(1);
    world.wait(10_000);
    let (_, first) = world.link(1, "e1", PAGE);
    let (_, second) = world.link(2, "e2", "https://other.example.com/");
    let (_, third) = world.link(3, "e3", "https://third.example.com/");
    opens(&mut world, first, ago(7, 10, 5), true);
    opens(&mut world, second, ago(7, 10, 5), false);
    opens(&mut world, second, ago(6, 10, 5), false);
    opens(&mut world, second, ago(8, 10, 5), true);
    // Another window counts its own presses.
    world.page = PageId(2);
    opens(&mut world, third, ago(1, 10, 5), true);
}

#[test]
fn where_nobody_looks_the_page_is_believed() {
    let mut world = World::ready();
    world.page = PageId(1);
    world.wait(10_000);
    let (_, ask) = world.link(1, "e1", PAGE);
    opens(&mut world, ask, Hand::Unseen, true);
}

#[test]
fn nothing_is_allowed_sent_answered_or_copied_without_a_press_and_no_is_always_taken() {
    let mut world = World::ready();
    world.page = PageId(1);
    let permission = world.ask(
        &json!(1),
        "session/request_permission",
        json!({"sessionId": "s1", "toolCall": {"toolCallId": "t", "title": "x"},
            "options": [{"optionId": "a", "name": "Always", "kind": "allow_always"}]}),
    );
    let ask = world.newest();
    world.intent(Intent::PermissionShown { ask });
    world.wait(2_000);
    let choose = Intent::Choose { ask, option: 0 };
    world.go(EventKind::Stated(choose.clone(), Hand::Idle));
    // It was pressed before the card was there for long enough.
    let early = pressed(&world, 1, 1_900, 10);
    world.go(EventKind::Stated(choose.clone(), early));
    assert!(!world.answers.contains_key(&permission));
    let press = pressed(&world, 2, 20, 10);
    world.go(EventKind::Stated(choose, press));
    assert_eq!(world.answers[&permission].len(), 1);

    let (form, ask) = world.form(2, json!({}));
    world.wait(2_000);
    let secret = false;
    world.go(EventKind::Stated(
        Intent::Submit { ask, secret },
        Hand::Idle,
    ));
    assert!(!world.answers.contains_key(&form));
    let copies = world.copies.len();
    world.go(EventKind::Stated(Intent::CopyDraft { ask }, Hand::Idle));
    assert_eq!(world.copies.len(), copies);
    world.go(EventKind::Stated(Intent::Decline { ask }, Hand::Idle));
    assert_eq!(world.status(ask), AskStatus::Declined);
}

#[test]
fn what_reaches_out_needs_a_hand() {
    let ask = AskId(1);
    for (intent, reach) in [
        (Intent::ReviewLink { ask }, Reach::Shown),
        (Intent::Decline { ask }, Reach::Back),
        (Intent::ExportRecord, Reach::Dialog),
        (Intent::Submit { ask, secret: false }, Reach::Out),
        (Intent::Privacy(Privacy::Look), Reach::Shown),
        (Intent::Privacy(Privacy::DeleteRecord), Reach::Out),
    ] {
        assert_eq!(intent.reach(), reach);
        let needs = matches!(reach, Reach::Dialog | Reach::Out);
        assert_eq!(intent.needs_hand(), needs, "{intent:?}");
    }
}
