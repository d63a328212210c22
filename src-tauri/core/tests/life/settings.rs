//! The agents of the settings.

use assent_core::event::EventKind;
use assent_core::id::AgentId;
use assent_core::intent::Intent;
use assent_core::view::{AgentProblem, Notice, Op};
use serde_json::json;

use crate::kept::{able, begin};
use crate::world::World;

fn save(agent: Option<u32>, name: &str, command: &str, env: &str, cwd: &str) -> Intent {
    Intent::SaveAgent {
        agent: agent.map(AgentId),
        name: name.into(),
        command: command.into(),
        env: env.into(),
        cwd: cwd.into(),
        forms: true,
        links: false,
    }
}

#[test]
fn agents_are_added_changed_and_removed() {
    let mut world = World::new();
    world.configure(1, true, true);
    let command = "npx -y 'my agent' --acp";
    world.intent(save(
        None,
        " Mine ",
        command,
        "A=b=c\n\nKEY=\n",
        "/home/ann",
    ));
    let config = world.saved.last().unwrap()[0].clone();
    assert_eq!(config.name, "Mine");
    assert_eq!(config.command, ["npx", "-y", "my agent", "--acp"]);
    assert_eq!(
        config.env,
        [("A".into(), "b=c".into()), ("KEY".into(), String::new())]
    );
    assert_eq!((config.forms, config.links), (true, false));
    let view = world.snapshot().agents[1].clone();
    assert_eq!((view.command.as_str(), view.kept), (command, true));

    world.intent(save(Some(config.id.0), "Ours", command, "", "/home/ann"));
    world.intent(save(None, "Other", "other", "", "C:\\work"));
    let names: Vec<_> = world
        .saved
        .last()
        .unwrap()
        .iter()
        .map(|it| it.name.clone())
        .collect();
    assert_eq!(names, ["Ours", "Other"]);
    // The one of the command line is not theirs to change.
    let before = world.saved.len();
    world.intent(save(Some(1), "x", "x", "", "/"));
    world.intent(Intent::RemoveAgent { agent: AgentId(1) });
    assert_eq!(world.saved.len(), before);

    world.intent(Intent::RemoveAgent { agent: config.id });
    assert_eq!(world.saved.last().unwrap().len(), 1);
    assert_eq!(world.snapshot().agents.len(), 2);
}

#[test]
fn settings_that_cannot_be_taken_are_told_and_change_nothing() {
    let check = |wanted: Intent, problem: AgentProblem| {
        let mut world = World::new();
        world.intent(wanted);
        assert!(world.saved.is_empty());
        let told = Op::Notice {
            notice: Notice::AgentNotSaved { problem },
        };
        assert_eq!(world.ops.last(), Some(&told));
    };
    check(save(None, " ", "x", "", "/"), AgentProblem::Name);
    check(save(None, "a", "  ", "", "/"), AgentProblem::Command);
    check(save(None, "a", "''", "", "/"), AgentProblem::Command);
    check(save(None, "a", "it's", "", "/"), AgentProblem::Quote);
    check(save(None, "a", "x", "", "home"), AgentProblem::Folder);
    check(save(None, "a", "x", "", ""), AgentProblem::Folder);
    check(save(None, "a", "x", "", "é"), AgentProblem::Folder);
    let environment = |line| AgentProblem::Environment { line };
    check(save(None, "a", "x", "A=1\nB", "/"), environment(2));
    check(save(None, "a", "x", "=1", "/"), environment(1));
}

#[test]
fn removing_an_agent_stops_it_and_forgets_its_sessions() {
    let mut world = World::new();
    world.intent(save(None, "Mine", "mine", "", "/"));
    let agent = world.saved[0][0].id;
    world.intent(Intent::NewSession { agent });
    begin(&mut world, able(false, json!({})));
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    let (key, _) = world.form(1, json!({}));
    let connection = world.connection();
    world.intent(Intent::RemoveAgent { agent });
    assert_eq!(world.answer(key), json!({"action": "cancel"}));
    assert_eq!(world.stopped, [connection]);
    assert_eq!(world.forgotten.len(), 1);
    world.go(EventKind::Ended {
        connection,
        code: None,
        signal: None,
    });
    let snapshot = world.snapshot();
    assert!(snapshot.agents.is_empty() && snapshot.connections.is_empty());
    assert!(snapshot.sessions.is_empty());
}

#[test]
fn links_switched_off_while_the_agent_runs_are_declined() {
    let mut world = World::new();
    world.intent(save(None, "Mine", "mine", "", "/"));
    let mut config = world.saved[0][0].clone();
    config.links = true;
    world.go(EventKind::AgentsRead(vec![config.clone()]));
    world.intent(Intent::NewSession { agent: config.id });
    begin(&mut world, able(false, json!({})));
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    world.intent(save(Some(config.id.0), "Mine", "mine", "", "/"));
    let params = json!({"mode": "url", "sessionId": "s1", "message": "Sign in",
        "elicitationId": "e", "url": "https://example.com/"});
    let key = world.ask(&json!(1), "elicitation/create", params);
    assert_eq!(world.answer(key), json!({"action": "decline"}));
}

#[test]
fn well_known_agents_are_looked_for() {
    let mut world = World::new();
    world.intent(Intent::LookForAgents);
    assert!(world.looked_for[0].contains(&"claude-agent-acp".to_owned()));
    world.go(EventKind::ProgramsFound {
        found: vec!["gemini".into()],
        home: "/home/ann".into(),
    });
    let known = world.snapshot().known;
    assert_eq!(known.home, "/home/ann");
    let installed = known.agents.iter().filter(|it| it.installed == Some(true));
    let commands: Vec<_> = installed.map(|it| it.command.as_str()).collect();
    assert_eq!(commands, ["gemini --experimental-acp"]);
}
