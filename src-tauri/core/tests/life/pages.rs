//! Several pages: the same truth on all of them, and what belongs to one alone counts there alone.

use assent_core::event::EventKind;
use assent_core::id::{AskId, SessionKey};
use assent_core::intent::{Intent, WindowIntent};
use assent_core::page::{Page, PageId, Shows};
use assent_core::place::KeptPlace;
use assent_core::view::{AskBody, AskStatus, Draft, LinkView, Op, Snapshot};
use serde_json::{Value, json};

use crate::world::World;

const MAIN: Page = Page::all(PageId(1));
const PAGE: &str = "https://login.example.com/authorize?state=abc";

/// A world with a session, the main window's page and one for the session alone.
fn world() -> (World, Page) {
    let mut world = World::ready();
    let own = Page::of_session(PageId(2), world.session());
    world.go(EventKind::PageCame(MAIN));
    world.go(EventKind::PageCame(own));
    (world, own)
}

fn told(world: &World, page: &Page) -> Snapshot {
    world.snapshot().for_page(page)
}

fn link(world: &World, page: &Page, ask: AskId) -> LinkView {
    let asks = told(world, page).asks.into_iter();
    match asks.into_iter().find(|it| it.head.id == ask).unwrap().body {
        AskBody::Link { link } => link,
        other => panic!("no link: {other:?}"),
    }
}

fn open(world: &mut World, ask: AskId, token: &str, fingerprint: &str) {
    world.intent(Intent::OpenLink {
        ask,
        token: token.into(),
        fingerprint: fingerprint.into(),
    });
}

#[test]
fn what_is_armed_on_one_page_cannot_be_used_from_another() {
    let (mut world, own) = world();
    let (key, ask) = world.link(1, "e", PAGE);
    let (token, fingerprint) = world.armed(ask);
    world.page = own.id;
    open(&mut world, ask, &token, &fingerprint);
    let shown = Intent::LinkHidden {
        ask,
        token: token.clone(),
    };
    world.intent(shown);
    world.intent(Intent::CloseLink { ask });
    assert!(world.handoffs.is_empty());
    // Nothing the other page said has changed anything here.
    world.page = MAIN.id;
    open(&mut world, ask, &token, &fingerprint);
    assert_eq!(world.handoffs.len(), 1);
    assert_eq!(world.answer(key), Value::Null);
}

#[test]
fn a_dialog_is_told_to_the_page_that_opened_it_and_closed_by_another_that_opens_it() {
    let (mut world, own) = world();
    let (_, ask) = world.link(1, "e", PAGE);
    let (first, fingerprint) = world.armed(ask);
    assert!(link(&world, &MAIN, ask).dialog.is_some());
    assert_eq!(link(&world, &own, ask).dialog, None);
    world.page = own.id;
    let (_, _) = world.armed(ask);
    assert_eq!(link(&world, &MAIN, ask).dialog, None);
    assert!(link(&world, &own, ask).dialog.is_some());
    world.page = MAIN.id;
    open(&mut world, ask, &first, &fingerprint);
    assert!(world.handoffs.is_empty());
}

#[test]
fn an_answer_on_one_page_closes_the_dialog_on_the_other() {
    let (mut world, own) = world();
    let (key, ask) = world.link(1, "e", PAGE);
    let (token, fingerprint) = world.armed(ask);
    world.page = own.id;
    world.intent(Intent::Decline { ask });
    assert_eq!(world.answer(key), json!({"action": "decline"}));
    assert_eq!(link(&world, &MAIN, ask).dialog, None);
    world.page = MAIN.id;
    open(&mut world, ask, &token, &fingerprint);
    world.intent(Intent::Decline { ask });
    assert_eq!(world.answers[&key].len(), 1);
    assert!(world.handoffs.is_empty());
    for page in [MAIN, own] {
        assert_eq!(told(&world, &page).asks[0].head.status, AskStatus::Declined);
    }
}

#[test]
fn each_page_has_one_dialog_at_a_time() {
    let (mut world, own) = world();
    let (_, first) = world.link(1, "e1", PAGE);
    let (_, second) = world.link(2, "e2", PAGE);
    world.intent(Intent::ReviewLink { ask: first });
    world.page = own.id;
    world.intent(Intent::ReviewLink { ask: second });
    assert!(link(&world, &MAIN, first).dialog.is_some());
    assert!(link(&world, &own, second).dialog.is_some());
    world.page = MAIN.id;
    world.intent(Intent::ReviewLink { ask: second });
    assert_eq!(link(&world, &MAIN, first).dialog, None);
    assert_eq!(link(&world, &own, second).dialog, None);
}

#[test]
fn a_permission_is_armed_for_the_page_where_it_stands() {
    let (mut world, own) = world();
    let params = json!({"sessionId": "s1", "toolCall": {"toolCallId": "t"},
        "options": [{"optionId": "y", "name": "Y", "kind": "allow_always"}]});
    let key = world.ask(&json!(1), "session/request_permission", params);
    let ask = world.newest();
    world.intent(Intent::PermissionShown { ask });
    world.wait(1_001);
    world.page = own.id;
    world.intent(Intent::Choose { ask, option: 0 });
    assert_eq!(world.answer(key), Value::Null);
    // Its own display counts, and the end of it leaves the other's alone.
    world.intent(Intent::PermissionShown { ask });
    world.intent(Intent::PermissionHidden { ask });
    world.page = MAIN.id;
    world.intent(Intent::Choose { ask, option: 0 });
    assert_eq!(world.status(ask), AskStatus::Accepted);
}

#[test]
fn a_page_that_is_gone_has_nothing_open_and_nothing_armed() {
    let (mut world, own) = world();
    let (_, ask) = world.link(1, "e", PAGE);
    world.page = own.id;
    let (token, fingerprint) = world.armed(ask);
    assert!(world.snapshot().sessions[0].head.own_window);
    world.go(EventKind::PageGone(own.id));
    assert!(!world.snapshot().sessions[0].head.own_window);
    assert_eq!(world.link_view(ask).dialog, None);
    open(&mut world, ask, &token, &fingerprint);
    assert!(world.handoffs.is_empty());
    assert_eq!(world.status(ask), AskStatus::Pending);
}

#[test]
fn a_page_of_a_session_is_told_of_that_one_only() {
    let (mut world, own) = world();
    world.intent(Intent::NewSession {
        agent: assent_core::id::AgentId(1),
    });
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    let second = world.session();
    let (_, ask) = world.form(1, json!({"a": {"type": "string"}}));
    let of_second = json!({"mode": "form", "sessionId": "s2", "message": "m",
        "requestedSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}});
    world.ask(&json!(2), "elicitation/create", of_second);
    let whole = told(&world, &MAIN);
    assert_eq!((whole.sessions.len(), whole.asks.len()), (2, 2));
    assert_eq!(whole.front, Some(second));
    let part = told(&world, &own);
    let sessions: Vec<SessionKey> = part.sessions.iter().map(|it| it.head.id).collect();
    assert_eq!(part.shows, own.shows);
    assert_eq!(
        own.shows,
        Shows::Session {
            session: sessions[0]
        }
    );
    assert_eq!(sessions.len(), 1);
    assert_eq!(
        part.asks.iter().map(|it| it.head.id).collect::<Vec<_>>(),
        [ask]
    );
    assert_eq!(part.front, None);
}

#[test]
fn the_number_of_a_change_is_told_to_the_page_that_made_it() {
    let (mut world, own) = world();
    let (_, ask) = world.form(1, json!({"a": {"type": "string"}}));
    let set = |world: &mut World, text: &str, seq| {
        let draft = Draft::Text { text: text.into() };
        let index = 0;
        world.intent(Intent::SetField {
            ask,
            index,
            draft,
            seq,
        });
    };
    let state = |world: &World, page: &Page| match &told(world, page).asks[0].body {
        AskBody::Form { state, .. } => (state.fields[0].shown.clone(), state.fields[0].seq),
        other => panic!("{other:?}"),
    };
    let text = |text: &str| Draft::Text { text: text.into() };
    set(&mut world, "here", 7);
    assert_eq!(state(&world, &MAIN), (text("here"), 7));
    assert_eq!(state(&world, &own), (text("here"), 0));
    world.page = own.id;
    set(&mut world, "there", 1);
    assert_eq!(state(&world, &MAIN), (text("there"), 7));
    assert_eq!(state(&world, &own), (text("there"), 1));

    let session = world.session();
    world.intent(Intent::Compose {
        session,
        text: "half a thought".into(),
        seq: 3,
    });
    let composer = |page: &Page| {
        let head = told(&world, page).sessions.remove(0).head;
        (head.composer, head.composer_seq)
    };
    assert_eq!(composer(&MAIN), ("half a thought".into(), 0));
    assert_eq!(composer(&own), ("half a thought".into(), 3));
}

#[test]
fn a_new_session_comes_to_the_front_where_it_can() {
    let (mut world, own) = world();
    let agent = assent_core::id::AgentId(1);
    let begin = |world: &mut World| {
        world.ops.clear();
        world.told_to.clear();
        world.intent(Intent::NewSession { agent });
        let front = |op: &Op| matches!(op, Op::Front { .. });
        let told = world.ops.iter().zip(&world.told_to);
        told.filter(|(op, _)| front(op))
            .map(|(_, to)| *to)
            .collect::<Vec<_>>()
    };
    assert_eq!(begin(&mut world), [Some(MAIN.id)]);
    world.page = own.id;
    assert_eq!(begin(&mut world), [None], "all that can show it");
}

#[test]
fn the_session_shown_is_shown_first_after_a_restart() {
    let (mut world, own) = world();
    let first = world.session();
    let name = world.state.stored_session(first).unwrap().0;
    world.intent(Intent::NewSession {
        agent: assent_core::id::AgentId(1),
    });
    let second = world.session();
    let at = |session| Intent::Window(WindowIntent::At { session });
    world.intent(at(first));
    assert_eq!(world.snapshot().front, Some(first));
    // Not what the window of one session shows.
    world.intent(at(second));
    world.page = own.id;
    world.intent(at(first));
    assert_eq!(world.snapshot().front, Some(second));
    // What the person has gone to meanwhile is not left for it.
    world.go(EventKind::PlaceRead(KeptPlace {
        front: Some(name),
        own: Vec::new(),
    }));
    assert_eq!(world.snapshot().front, Some(second));
}

#[test]
fn a_window_of_its_own_is_for_a_session_that_is_there() {
    let (mut world, _) = world();
    let open = |session| Intent::Window(WindowIntent::OpenOwn { session });
    let session = world.session();
    world.intent(open(SessionKey(99)));
    assert!(world.opened.is_empty());
    world.intent(open(session));
    assert_eq!(world.opened, [session]);
}

#[test]
fn windows_of_sessions_that_were_open_open_again() {
    let (mut world, own) = world();
    let session = world.session();
    let name = world.state.stored_session(session).unwrap().0;
    let at = WindowIntent::At { session };
    world.intent(Intent::Window(at));
    let kept = world.places.last().unwrap().clone();
    assert_eq!(kept.front.as_ref(), Some(&name));
    assert_eq!(kept.own, [name]);
    let text = kept.to_json();
    world.go(EventKind::PageGone(own.id));
    assert!(world.places.last().unwrap().own.is_empty());

    let mut place = KeptPlace::from_json(&text).unwrap();
    place.own.push("gone".into());
    world.go(EventKind::PlaceRead(place));
    assert_eq!(world.opened, [session]);
}
