//! The end of the program: asked about once while something would be stopped, never when nothing would.

use assent_core::event::EventKind;
use assent_core::id::AgentId;
use assent_core::intent::{Intent, WindowIntent};
use assent_core::page::{Page, PageId};
use assent_core::view::{BusyView, LeavingView, Op};
use serde_json::json;

use crate::world::World;

const MAIN: Page = Page::all(PageId(1));

fn close(world: &mut World) {
    world.go(EventKind::CloseWanted);
}

fn want(world: &mut World, wanted: WindowIntent) {
    world.intent(Intent::Window(wanted));
}

fn told(world: &World, page: &Page) -> Option<LeavingView> {
    world.snapshot().for_page(page).leaving
}

fn busy(world: &World) -> Vec<BusyView> {
    told(world, &MAIN).map(|it| it.busy).unwrap_or_default()
}

#[test]
fn with_nothing_to_stop_nothing_is_asked() {
    let mut world = World::ready();
    let session = world.session();
    // What is typed but not sent is kept, and so is no reason.
    world.intent(Intent::Compose {
        session,
        text: "half a thought".into(),
        seq: 1,
    });
    close(&mut world);
    assert_eq!((world.quits, told(&world, &MAIN)), (1, None));
}

#[test]
fn what_would_be_stopped_is_said() {
    let mut world = World::ready();
    world.prompt("Fix the login flow");
    let (_, _) = world.form(1, json!({"a": {"type": "string"}}));
    let params = json!({"sessionId": "s1", "command": "make"});
    world.ask(&json!(2), "terminal/create", params);
    let opens = world.client.pop().unwrap();
    world.work(opens, 1);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    close(&mut world);
    assert_eq!(world.quits, 0);
    let found = busy(&world);
    assert_eq!(found.len(), 1, "the second session does nothing");
    assert_eq!(found[0].title.as_deref(), Some("Fix the login flow"));
    assert_eq!(
        (found[0].turn, found[0].asks, found[0].terminals),
        (true, 1, 1)
    );
}

#[test]
fn a_second_close_asks_no_second_time() {
    let mut world = World::ready();
    world.prompt("go");
    close(&mut world);
    want(&mut world, WindowIntent::LeavingShown);
    let asked = |world: &World| {
        let all = world.ops.iter();
        all.filter(|op| matches!(op, Op::PutLeaving { .. })).count()
    };
    assert_eq!(asked(&world), 1);
    world.wait(60_000);
    close(&mut world);
    want(&mut world, WindowIntent::Quit);
    assert_eq!((world.quits, asked(&world)), (0, 1));
    want(&mut world, WindowIntent::Leave { yes: false });
    assert_eq!((world.quits, told(&world, &MAIN)), (0, None));
    close(&mut world);
    want(&mut world, WindowIntent::Leave { yes: true });
    assert_eq!(world.quits, 1);
}

#[test]
fn a_page_that_hangs_cannot_keep_the_program() {
    let mut world = World::ready();
    world.prompt("go");
    close(&mut world);
    world.wait(500);
    close(&mut world);
    assert_eq!(world.quits, 0, "two clicks in a row are one");
    world.wait(3_000);
    close(&mut world);
    assert_eq!(world.quits, 1);
}

#[test]
fn it_is_asked_and_answered_in_the_window_where_it_was_wanted() {
    let mut world = World::ready();
    let own = Page::of_session(PageId(2), world.session());
    world.go(EventKind::PageCame(MAIN));
    world.go(EventKind::PageCame(own));
    world.prompt("go");
    world.page = own.id;
    want(&mut world, WindowIntent::Quit);
    assert_eq!(told(&world, &MAIN), None);
    assert!(told(&world, &own).is_some());
    world.page = MAIN.id;
    want(&mut world, WindowIntent::Leave { yes: true });
    assert_eq!(world.quits, 0);
    // The window is closed instead: that is no answer.
    world.go(EventKind::PageGone(own.id));
    assert_eq!((world.quits, world.snapshot().leaving), (0, None));
    close(&mut world);
    assert!(told(&world, &MAIN).is_some());
}

#[test]
fn the_end_that_the_system_wants_asks_nothing() {
    let mut world = World::ready();
    let (key, _) = world.form(1, json!({"a": {"type": "string"}}));
    close(&mut world);
    world.go(EventKind::Quit);
    assert_eq!(world.answer(key), json!({"action": "cancel"}));
    close(&mut world);
    assert_eq!(world.quits, 0);
}

#[test]
fn a_second_start_opens_a_session_on_the_agent_it_names() {
    let mut world = World::ready();
    let agent = |world: &World| world.state.snapshot(0).agents;
    let config = |name: &str, links| assent_core::event::AgentConfig {
        id: AgentId(0),
        name: name.into(),
        command: vec!["agent".into()],
        env: Vec::new(),
        secrets: Vec::new(),
        cwd: "/home".into(),
        folders: Vec::new(),
        forms: true,
        links,
        remote: None,
    };
    // The same as the one that is there, and one that may do less.
    world.go(EventKind::Launched(config("agent 1", true)));
    assert_eq!(agent(&world).len(), 1);
    assert_eq!(world.snapshot().sessions.len(), 2);
    world.go(EventKind::Launched(config("agent 1", false)));
    world.go(EventKind::Launched(config("agent 1", false)));
    let agents = agent(&world);
    assert_eq!(agents.iter().map(|it| it.id.0).collect::<Vec<_>>(), [1, 2]);
    assert!(!agents[1].links);
    assert_eq!(world.snapshot().sessions.len(), 4);
}
