//! The demo: what its button and its scenes lead to.

use assent_core::demo::{Cast, SCENES, Scene};
use assent_core::event::{AgentConfig, EventKind};
use assent_core::id::{AgentId, SessionKey};
use assent_core::intent::{Demo, Intent};
use serde_json::json;

use crate::world::World;

fn second() -> AgentConfig {
    AgentConfig {
        id: AgentId(2),
        name: "Second".into(),
        command: vec!["demo".into()],
        env: Vec::new(),
        secrets: Vec::new(),
        cwd: "/".into(),
        folders: Vec::new(),
        forms: true,
        links: true,
        remote: None,
    }
}

fn staged(stage: bool) -> World {
    let mut world = World::ready();
    let agent = world.snapshot().agents[0].id;
    world.go(EventKind::DemoCast(Cast {
        agent,
        second: stage.then(second),
    }));
    world
}

fn play(world: &mut World, scene: Scene, session: Option<SessionKey>) {
    world.intent(Intent::Demo(Demo::Play { scene, session }));
}

fn sent(world: &World) -> Vec<String> {
    let prompts = world.calls.iter().filter(|it| it.2 == "session/prompt");
    prompts
        .map(|it| it.3["prompt"][0]["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn scenes_are_offered_on_a_stage_only() {
    assert_eq!(World::ready().snapshot().demo, None);
    assert_eq!(staged(false).snapshot().demo.unwrap().scenes, []);
    assert_eq!(staged(true).snapshot().demo.unwrap().scenes, SCENES);
}

#[test]
fn a_scene_is_a_command_to_the_agent_in_the_session_shown() {
    let mut world = staged(true);
    let session = world.snapshot().sessions[0].head.id;
    let text = "half a message".to_owned();
    world.intent(Intent::Compose {
        session,
        text,
        seq: 1,
    });
    play(&mut world, Scene::Form, Some(session));
    play(&mut world, Scene::Link, Some(session));
    assert_eq!(sent(&world), ["/form"]);
    let head = world.snapshot().sessions[0].head.clone();
    // What is being written has nothing to do with the scenes.
    assert_eq!(head.composer, "half a message");
    assert_eq!(head.queue.len(), 1);
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    assert_eq!(sent(&world), ["/form", "/link"]);
    assert_eq!(world.snapshot().front, Some(session));
}

#[test]
fn without_a_stage_no_scene_is_played() {
    let mut world = staged(false);
    play(&mut world, Scene::Form, None);
    assert_eq!(sent(&world), [""; 0]);
    let mut world = World::ready();
    world.intent(Intent::Demo(Demo::Begin));
    assert_eq!(world.snapshot().sessions.len(), 1);
}

#[test]
fn the_demo_begins_in_a_session_of_its_own_once_that_is_open() {
    let mut world = staged(false);
    world.intent(Intent::Demo(Demo::Begin));
    assert_eq!(world.snapshot().sessions.len(), 2);
    assert_eq!(sent(&world), [""; 0]);
    world.respond("session/new", Ok(json!({"sessionId": "demo"})));
    assert_eq!(sent(&world), ["/tour"]);
}

#[test]
fn two_agents_ask_at_once_and_the_first_stays_in_sight() {
    let mut world = staged(true);
    let session = world.snapshot().sessions[0].head.id;
    assert_eq!(world.snapshot().agents.len(), 1);
    play(&mut world, Scene::Two, Some(session));
    let snapshot = world.snapshot();
    assert_eq!(snapshot.agents.len(), 2);
    assert_eq!(snapshot.sessions.len(), 2);
    assert_eq!(snapshot.sessions[1].head.agent, AgentId(2));
    assert_eq!(snapshot.front, Some(session));
    assert_eq!(sent(&world), ["/form"]);
}
