//! The agents of the settings.

use assent_core::event::EventKind;
use assent_core::id::AgentId;
use assent_core::intent::{Intent, SettingsIntent, ValueDraft};
use assent_core::settings::Agreed;
use assent_core::view::{AgentProblem, Notice, Op};
use serde_json::json;

use crate::kept::{able, begin};
use crate::world::World;

/// A variable of the environment, `NAME=value` or, for one that is set already, `NAME`.
pub fn value(text: &str) -> ValueDraft {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    ValueDraft {
        name: name.to_owned(),
        value,
        secret: None,
    }
}

fn save(agent: Option<u32>, name: &str, command: &str, env: &str, cwd: &str) -> Intent {
    Intent::Settings(SettingsIntent::SaveAgent {
        agent: agent.map(AgentId),
        name: name.into(),
        command: command.into(),
        env: env.lines().map(value).collect(),
        cwd: cwd.into(),
        folders: Vec::new(),
        forms: true,
        links: false,
        remote: None,
    })
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
        "A=b=c\n=\nEMPTY=\n",
        "/home/ann",
    ));
    let config = world.saved.last().unwrap()[0].clone();
    assert_eq!(config.name, "Mine");
    assert_eq!(config.command, ["npx", "-y", "my agent", "--acp"]);
    assert_eq!(
        config.env,
        [("A".into(), "b=c".into()), ("EMPTY".into(), String::new())]
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
    world.intent(Intent::Settings(SettingsIntent::RemoveAgent {
        agent: AgentId(1),
    }));
    assert_eq!(world.saved.len(), before);

    world.intent(Intent::Settings(SettingsIntent::RemoveAgent {
        agent: config.id,
    }));
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
    let bad = |line| AgentProblem::Value { line };
    let missing = |line| AgentProblem::NoValue { line };
    check(save(None, "a", "x", "A=1\nB", "/"), missing(2));
    check(save(None, "a", "x", "=1", "/"), bad(1));
    check(save(None, "a", "x", "A B=1", "/"), bad(1));
    check(save(None, "a", "x", "A=\0", "/"), bad(1));
    let long = "x ".repeat(600);
    check(save(None, "a", &long, "", "/"), AgentProblem::TooLong);
    check(save(None, &long, "x", "", "/"), AgentProblem::TooLong);
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
    world.intent(Intent::Settings(SettingsIntent::RemoveAgent { agent }));
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
    world.intent(Intent::Settings(SettingsIntent::LookForAgents));
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

#[test]
fn nothing_that_can_start_is_kept_without_a_yes_outside_of_the_page() {
    let mut world = World::new();
    world.refuses = true;
    world.intent(save(
        None,
        "Mine",
        "evil --x 'a b'",
        "PATH=/evil\nAPI_KEY=k1",
        "/home",
    ));
    let asked = world.agreements.last().unwrap().clone();
    assert_eq!(asked.name, "Mine");
    let command = "evil --x 'a b'".to_owned();
    assert_eq!(asked.what, Agreed::Agent { command });
    assert_eq!(asked.variables, ["PATH", "API_KEY"]);
    assert_eq!(asked.folders, ["/home"]);
    assert!(world.saved.is_empty() && world.secrets.is_empty());
    assert!(world.snapshot().agents.is_empty());
    let told = Op::Notice {
        notice: Notice::AgentNotSaved {
            problem: AgentProblem::NotAgreed,
        },
    };
    assert_eq!(world.ops.last(), Some(&told));

    world.refuses = false;
    world.intent(save(None, "Mine", "good", "", "/home"));
    let id = world.saved[0][0].id.0;
    world.refuses = true;
    for changed in [
        save(Some(id), "Mine", "evil", "", "/home"),
        save(Some(id), "Mine", "good", "LD_PRELOAD=/evil", "/home"),
        save(Some(id), "Mine", "good", "", "/evil"),
    ] {
        world.intent(changed);
        assert_eq!(world.saved.len(), 1);
    }
    assert_eq!(world.agreements.len(), 5);
    // Its name starts nothing.
    world.intent(save(Some(id), "Ours", "good", "", "/home"));
    assert_eq!(world.saved[1][0].name, "Ours");
    assert_eq!(world.agreements.len(), 5);
}

#[test]
fn one_dialog_is_open_at_a_time() {
    let mut world = World::new();
    world.hold_checks = true;
    world.intent(save(None, "One", "one", "", "/"));
    world.intent(save(None, "Two", "two", "", "/"));
    assert_eq!(world.agreements.len(), 1);
    let told = Op::Notice {
        notice: Notice::AgentNotSaved {
            problem: AgentProblem::Asking,
        },
    };
    assert_eq!(world.ops.last(), Some(&told));
    // A yes to something else is none.
    world.go(EventKind::Agreed {
        ticket: 999,
        yes: true,
    });
    assert!(world.saved.is_empty());
    world.hold_checks = false;
    world.run_checks();
    assert_eq!(world.saved[0][0].name, "One");
}

#[test]
fn a_secret_is_kept_apart_and_never_told_again() {
    let mut world = World::new();
    world.intent(save(None, "Mine", "mine", "A=plain\nAPI_KEY=s3cret", "/"));
    let config = world.saved[0][0].clone();
    assert_eq!(config.env, [("A".into(), "plain".into())]);
    let key = config.secrets[0].key.clone();
    assert_eq!(world.secrets[&key], "s3cret");
    let told = |world: &World| {
        let snapshot = serde_json::to_string(&world.snapshot()).unwrap();
        snapshot + &serde_json::to_string(&world.ops).unwrap()
    };
    assert!(!told(&world).contains("s3cret"));
    assert!(!format!("{:?}{:?}", world.state, config).contains("s3cret"));
    let views = world.snapshot().agents[0].env.clone();
    assert_eq!(
        (views[1].name.as_str(), &views[1].value),
        ("API_KEY", &None)
    );

    // It stays as it is when it is not entered again.
    let id = config.id.0;
    world.intent(save(Some(id), "Mine", "mine", "A=other\nAPI_KEY", "/"));
    assert_eq!(world.saved[1][0].secrets[0].key, key);
    // It does not become a plain value without being entered again.
    let mut plain = value("API_KEY");
    plain.secret = Some(false);
    let Intent::Settings(SettingsIntent::SaveAgent {
        agent,
        name,
        command,
        cwd,
        folders,
        forms,
        links,
        ..
    }) = save(Some(id), "Mine", "mine", "", "/")
    else {
        panic!("another intent");
    };
    let env = vec![plain];
    world.intent(Intent::Settings(SettingsIntent::SaveAgent {
        agent,
        name,
        command,
        env,
        cwd,
        folders,
        forms,
        links,
        remote: None,
    }));
    assert_eq!(world.saved.len(), 2);
    // A new value has a new key, and the old one is forgotten.
    world.intent(save(Some(id), "Mine", "mine", "API_KEY=s3cond", "/"));
    assert_eq!(world.secrets.values().collect::<Vec<_>>(), ["s3cond"]);
    let key = world.saved[2][0].secrets[0].key.clone();
    world.go(EventKind::SecretsKept {
        keys: vec![key],
        in_file: true,
    });
    assert!(world.snapshot().agents[0].env[0].in_file);
    assert!(world.saved[3][0].secrets[0].in_file);
    let notice = Notice::SecretsInFile;
    assert_eq!(world.ops.last(), Some(&Op::Notice { notice }));
    world.intent(Intent::Settings(SettingsIntent::RemoveAgent {
        agent: config.id,
    }));
    assert!(world.secrets.is_empty());
}
