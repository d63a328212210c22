//! Links: nothing opens without consent to what is on the screen.

use assent_core::effect::ConsentAction;
use assent_core::event::{EventKind, RpcError};
use assent_core::id::{AgentId, AskId, WireId};
use assent_core::intent::Intent;
use assent_core::view::{AskStatus, Handoff, HandoffFailure};
use serde_json::{Value, json};

use crate::world::World;

const PAGE: &str = "https://login.example.com/authorize?state=abc";

fn open(world: &mut World, ask: AskId) {
    let (token, fingerprint) = world.armed(ask);
    world.intent(Intent::OpenLink {
        ask,
        token,
        fingerprint,
    });
}

fn opened(world: &mut World, ask: AskId) {
    open(world, ask);
    world.go(EventKind::HandedOff {
        ask,
        result: Ok(()),
    });
}

#[test]
fn consent_opens_once_and_then_accepts_without_content() {
    let mut world = World::ready();
    let (key, ask) = world.link(1, "e1", PAGE);
    open(&mut world, ask);
    assert_eq!(world.handoffs, [(ask, PAGE.to_owned())]);
    assert_eq!(
        world.answer(key),
        Value::Null,
        "not before the browser took it"
    );
    world.go(EventKind::HandedOff {
        ask,
        result: Ok(()),
    });
    assert_eq!(world.answer(key), json!({"action": "accept"}));
    assert_eq!(world.status(ask), AskStatus::Waiting);
    world.notify("elicitation/complete", json!({"elicitationId": "e1"}));
    assert_eq!(world.status(ask), AskStatus::Completed);
    world.notify("elicitation/complete", json!({"elicitationId": "e1"}));
    world.notify("elicitation/complete", json!({"elicitationId": "never"}));
    assert_eq!(world.answers[&key].len(), 1);
    let actions: Vec<_> = world.records.iter().map(|it| it.action).collect();
    assert_eq!(actions, [ConsentAction::Opened]);
    assert_eq!(world.records[0].host.as_deref(), Some("login.example.com"));
}

#[test]
fn nothing_short_of_full_consent_opens() {
    let mut world = World::ready();
    let (_, ask) = world.link(1, "e1", PAGE);
    let print = assent_core::link::fingerprint(PAGE);
    let open = |world: &mut World, token: &str, print: &str| {
        world.intent(Intent::OpenLink {
            ask,
            token: token.into(),
            fingerprint: print.into(),
        });
        assert!(world.handoffs.is_empty());
    };
    open(&mut world, "", &print);
    world.intent(Intent::ReviewLink { ask });
    let token = world.link_view(ask).dialog.unwrap().token;
    open(&mut world, &token, &print);
    world.intent(Intent::LinkShown {
        ask,
        token: token.clone(),
    });
    world.wait(900);
    open(&mut world, &token, &print);
    world.intent(Intent::LinkHidden {
        ask,
        token: token.clone(),
    });
    world.wait(5_000);
    open(&mut world, &token, &print);
    world.intent(Intent::LinkShown {
        ask,
        token: token.clone(),
    });
    world.wait(1_001);
    open(&mut world, &token, "0000000000000000");
    open(&mut world, "other", &print);
    // A new display has a new token; the old one is worth nothing.
    world.intent(Intent::CloseLink { ask });
    open(&mut world, &token, &print);
    world.intent(Intent::ReviewLink { ask });
    open(&mut world, &token, &print);
}

#[test]
fn a_strong_link_needs_the_second_gesture_and_its_own_second() {
    let mut world = World::ready();
    let (_, ask) = world.link(1, "e1", "http://login.example.com/");
    let (token, fingerprint) = world.armed(ask);
    assert!(world.link_view(ask).dialog.unwrap().needs_understood);
    let open = |world: &mut World| {
        world.intent(Intent::OpenLink {
            ask,
            token: token.clone(),
            fingerprint: fingerprint.clone(),
        });
    };
    open(&mut world);
    world.intent(Intent::UnderstandLink {
        ask,
        token: token.clone(),
        understood: true,
    });
    open(&mut world);
    world.wait(500);
    open(&mut world);
    assert!(world.handoffs.is_empty());
    world.wait(600);
    open(&mut world);
    assert_eq!(world.handoffs.len(), 1);
}

#[test]
fn a_refused_link_cannot_be_opened_only_dismissed() {
    let mut world = World::ready();
    let (key, ask) = world.link(1, "e1", "javascript:alert(1)");
    world.intent(Intent::ReviewLink { ask });
    assert_eq!(world.link_view(ask).dialog, None);
    world.intent(Intent::ItOpened { ask });
    world.intent(Intent::SamePageDone { ask });
    assert_eq!(world.answer(key), Value::Null);
    world.intent(Intent::Cancel { ask });
    assert_eq!(world.answer(key), json!({"action": "cancel"}));
    assert!(world.handoffs.is_empty());
}

#[test]
fn a_failed_handoff_stays_open_with_its_reason() {
    let mut world = World::ready();
    let (key, ask) = world.link(1, "e1", PAGE);
    open(&mut world, ask);
    world.go(EventKind::HandedOff {
        ask,
        result: Err(HandoffFailure::NoBrowser),
    });
    assert_eq!(world.status(ask), AskStatus::Pending);
    assert_eq!(
        world.link_view(ask).handoff,
        Handoff::Failed {
            reason: HandoffFailure::NoBrowser
        }
    );
    assert_eq!(world.answer(key), Value::Null);
    open(&mut world, ask);
    assert_eq!(world.handoffs.len(), 2);
    world.go(EventKind::HandedOff {
        ask,
        result: Err(HandoffFailure::Unconfirmed),
    });
    world.intent(Intent::ItOpened { ask });
    assert_eq!(world.answer(key), json!({"action": "accept"}));
    assert_eq!(world.status(ask), AskStatus::Waiting);
}

#[test]
fn taken_back_while_the_browser_starts_is_an_error_and_no_accept() {
    let mut world = World::ready();
    let (key, ask) = world.link(1, "e1", PAGE);
    open(&mut world, ask);
    world.intent(Intent::Decline { ask });
    assert_eq!(
        world.answer(key),
        Value::Null,
        "consent was given a moment ago"
    );
    world.cancel_request(&json!(1));
    world.go(EventKind::HandedOff {
        ask,
        result: Ok(()),
    });
    assert_eq!(world.answer(key)["error"], -32800);
    assert_eq!(world.status(ask), AskStatus::Withdrawn);
    assert_eq!(world.link_view(ask).handoff, Handoff::Opened);
    world.notify("elicitation/complete", json!({"elicitationId": "e1"}));
    assert!(world.link_view(ask).finished);
    assert_eq!(world.status(ask), AskStatus::Withdrawn);
}

#[test]
fn complete_before_consent_waits_for_the_person() {
    let mut world = World::ready();
    let (key, ask) = world.link(1, "e1", PAGE);
    world.notify("elicitation/complete", json!({"elicitationId": "e1"}));
    assert_eq!(world.status(ask), AskStatus::Pending);
    assert_eq!(world.answer(key), Value::Null);
    opened(&mut world, ask);
    assert_eq!(world.status(ask), AskStatus::Completed);
}

#[test]
fn the_same_page_again_joins_and_opens_nothing() {
    let mut world = World::ready();
    let (_, first) = world.link(1, "e1", PAGE);
    opened(&mut world, first);
    let (key, again) = world.link(2, "e2", PAGE);
    assert!(world.link_view(again).same_page);
    world.intent(Intent::SamePageDone { ask: again });
    assert_eq!(world.answer(key), json!({"action": "accept"}));
    assert_eq!(world.handoffs.len(), 1);
}

#[test]
fn the_same_page_again_could_not_be_opened_again() {
    let mut world = World::ready();
    let (_, first) = world.link(1, "e1", PAGE);
    opened(&mut world, first);
    let (key, again) = world.link(2, "e2", PAGE);
    opened(&mut world, again);
    assert_eq!(world.answer(key), json!({"action": "accept"}));
    assert_eq!(world.handoffs.len(), 2);
}

#[test]
fn an_outstanding_id_cannot_come_twice_an_ended_one_can() {
    let mut world = World::ready();
    let (_, ask) = world.link(1, "e1", PAGE);
    let (twice, _) = world.link(2, "e1", "https://other.example.com/");
    assert_eq!(
        world.answer(twice),
        json!({"error": -32602, "data": {"member": "elicitationId"}})
    );
    world.intent(Intent::Decline { ask });
    let (again, _) = world.link(3, "e1", PAGE);
    assert_eq!(world.answer(again), Value::Null);
}

#[test]
fn copy_gives_the_shown_address_and_offers_elsewhere() {
    let mut world = World::ready();
    let (key, ask) = world.link(1, "e1", PAGE);
    let (token, fingerprint) = world.armed(ask);
    let elsewhere = Intent::OpenedElsewhere {
        ask,
        token,
        fingerprint,
    };
    world.intent(elsewhere.clone());
    assert_eq!(world.answer(key), Value::Null, "not before Copy or QR");
    world.intent(Intent::CopyLink { ask });
    assert_eq!(world.copies, [PAGE]);
    world.intent(elsewhere);
    assert_eq!(world.answer(key), json!({"action": "accept"}));
    assert!(world.handoffs.is_empty());
}

#[test]
fn after_two_declines_links_can_be_muted_for_the_connection() {
    let mut world = World::ready();
    let (_, first) = world.link(1, "e1", PAGE);
    world.intent(Intent::Decline { ask: first });
    assert!(!world.link_view(first).offer_mute);
    let (_, second) = world.link(2, "e2", PAGE);
    let (_, third) = world.link(3, "e3", PAGE);
    assert!(!world.link_view(third).offer_mute);
    world.intent(Intent::Decline { ask: second });
    assert!(world.link_view(third).offer_mute, "it waited already");
    let (_, fourth) = world.link(4, "e4", PAGE);
    assert!(world.link_view(fourth).offer_mute, "it came after");
    let connection = world.connection();
    world.intent(Intent::MuteLinks { connection });
    assert!(!world.link_view(third).offer_mute);
    let (fifth, _) = world.link(5, "e5", PAGE);
    assert_eq!(world.answer(fifth), json!({"action": "decline"}));
    // The next connection is told that there are no links.
    assert!(!world.snapshot().agents[0].links);
    assert_eq!(world.snapshot().asks.len(), 4);
}

#[test]
fn what_a_sign_in_asks_for_ends_with_the_sign_in() {
    let mut world = World::ready();
    world.respond("session/new", Ok(json!({})));
    let connection = world.connection();
    world.intent(Intent::OfferSignIn { connection });
    let sign_in = world.newest();
    assert_eq!(world.view(sign_in).head.session, None);
    // No methods were offered, so another agent with one.
    world.configure(2, true, true);
    world.intent(Intent::NewSession { agent: AgentId(2) });
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    world.respond(
        "initialize",
        Ok(json!({"protocolVersion": 1, "authMethods": [{"id": "m", "name": "M"}]})),
    );
    world.intent(Intent::OfferSignIn { connection });
    let sign_in = world.newest();
    world.intent(Intent::SignIn {
        ask: sign_in,
        method: 0,
    });
    let call = world.calls.last().unwrap().1;
    world.go(EventKind::Called {
        connection,
        call,
        id: WireId::new(&json!(3)),
    });
    let key = world.ask(
        &json!(0),
        "elicitation/create",
        json!({"mode": "url", "requestId": 3, "elicitationId": "e", "url": PAGE, "message": "Enter this code: ABCD-EFGH"}),
    );
    let link = world.newest();
    assert_eq!(world.link_view(link).code.as_deref(), Some("ABCD-EFGH"));
    // A form of a sign-in stands with no session too.
    let form = json!({"mode": "form", "requestId": 3, "message": "Which account?",
        "requestedSchema": {"type": "object", "properties": {"account": {"type": "string"}}}});
    let form_key = world.ask(&json!(1), "elicitation/create", form);
    let form = world.newest();
    assert_eq!(world.view(form).head.session, None);
    assert_eq!(world.status(form), AskStatus::Pending);
    world.respond(
        "authenticate",
        Err(RpcError {
            code: -32000,
            message: "Sign-in did not complete".into(),
            data: None,
        }),
    );
    assert_eq!(world.answer(key), json!({"action": "cancel"}));
    assert_eq!(world.status(link), AskStatus::Cancelled);
    assert_eq!(world.answer(form_key), json!({"action": "cancel"}));
}
