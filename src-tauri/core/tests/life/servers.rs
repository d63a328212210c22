//! MCP servers of the settings, and what agents are told of them; further folders of a session.

use assent_core::event::EventKind;
use assent_core::id::AgentId;
use assent_core::intent::{Intent, SettingsIntent};
use assent_core::settings::{Agreed, Equipped, LeftOut, SecretText};
use assent_core::view::{AgentProblem, EntryBody, NoteView, Notice, Op, ServerKind, SessionStatus};
use serde_json::{Value, json};

use crate::kept::able;
use crate::settings::value;
use crate::world::World;

fn stdio(name: &str, command: &str, values: &[&str]) -> Intent {
    Intent::Settings(SettingsIntent::SaveServer {
        server: None,
        name: name.into(),
        kind: ServerKind::Stdio,
        command: command.into(),
        url: String::new(),
        values: values.iter().map(|it| value(it)).collect(),
        agents: None,
    })
}

fn web(name: &str, kind: ServerKind, url: &str, values: &[&str], agents: Option<u32>) -> Intent {
    Intent::Settings(SettingsIntent::SaveServer {
        server: None,
        name: name.into(),
        kind,
        command: String::new(),
        url: url.into(),
        values: values.iter().map(|it| value(it)).collect(),
        agents: agents.map(|it| vec![AgentId(it)]),
    })
}

/// The agent is up, with these capabilities, and a session is wanted.
fn begin(world: &mut World, capabilities: Value) {
    world.configure(1, true, true);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    crate::kept::begin(world, capabilities);
}

/// Sees to the servers that wait: programs are under `/bin`, except for `missing`.
fn equip(world: &mut World) {
    let (connection, session, servers) = world.equip.pop().unwrap();
    let secrets = world.secrets.clone();
    let servers = servers
        .into_iter()
        .map(|server| {
            let command = match &server.way {
                assent_core::settings::McpWay::Stdio { command } => Some(command[0].clone()),
                _ => None,
            };
            if command.as_deref() == Some("missing") {
                let program = "missing".into();
                return Err(LeftOut::NotFound { program });
            }
            Ok(Equipped {
                program: command.map(|it| format!("/bin/{it}")),
                secrets: server
                    .secrets
                    .iter()
                    .map(|it| (it.name.clone(), SecretText::new(secrets[&it.key].clone())))
                    .collect(),
            })
        })
        .collect();
    world.go(EventKind::Equipped {
        connection,
        session,
        servers,
    });
}

fn left_out(world: &World) -> Vec<(String, LeftOut)> {
    world
        .entries()
        .into_iter()
        .filter_map(|it| match it {
            EntryBody::Note {
                note: NoteView::ServerLeftOut { server, why },
            } => Some((server, why)),
            _ => None,
        })
        .collect()
}

#[test]
fn an_agent_is_given_the_servers_it_can_take_and_the_rest_is_told() {
    let mut world = World::new();
    world.configure(1, true, true);
    world.configure(2, true, true);
    world.intent(stdio("files", "files", &[]));
    world.intent(stdio(
        "git",
        "git-mcp --repo 'a b'",
        &["A=1", "GIT_TOKEN=t0ken"],
    ));
    world.intent(stdio("gone", "missing", &[]));
    let url = "https://mcp.example.com/x";
    let headers = ["Authorization=Bearer t0ken", "X-Team=blue"];
    world.intent(web("web", ServerKind::Http, url, &headers, None));
    world.intent(web("events", ServerKind::Sse, url, &[], None));
    world.intent(web("other", ServerKind::Http, url, &[], Some(2)));
    assert_eq!(world.servers.last().unwrap().len(), 6);

    begin(
        &mut world,
        json!({"protocolVersion": 1,
        "agentCapabilities": {"mcpCapabilities": {"http": true}}}),
    );
    assert!(world.calls.iter().all(|it| it.2 != "session/new"));
    equip(&mut world);
    let params = world.calls.last().unwrap().3.clone();
    assert_eq!(
        params["mcpServers"],
        json!([
            {"name": "files", "command": "/bin/files", "args": [], "env": []},
            {"name": "git", "command": "/bin/git-mcp", "args": ["--repo", "a b"],
                "env": [{"name": "A", "value": "1"}, {"name": "GIT_TOKEN", "value": "t0ken"}]},
            {"type": "http", "name": "web", "url": url, "headers": [
                {"name": "X-Team", "value": "blue"}, {"name": "Authorization", "value": "Bearer t0ken"}]},
        ])
    );
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    assert_eq!(
        world.snapshot().sessions[0].head.status,
        SessionStatus::Open
    );
    let told = vec![
        (
            "events".to_owned(),
            LeftOut::NotTaken {
                kind: ServerKind::Sse,
            },
        ),
        (
            "gone".to_owned(),
            LeftOut::NotFound {
                program: "missing".into(),
            },
        ),
    ];
    assert_eq!(left_out(&world), told);
    let views = serde_json::to_string(&(world.snapshot(), &world.ops)).unwrap();
    assert!(!views.contains("t0ken"));
}

#[test]
fn the_whole_list_goes_with_load_and_resume_and_is_told_once() {
    for (load, method) in [(true, "session/load"), (false, "session/resume")] {
        let mut world = World::new();
        world.intent(stdio("files", "files", &[]));
        world.intent(stdio("gone", "missing", &[]));
        let sessions = if load {
            json!({})
        } else {
            json!({"resume": {}})
        };
        begin(&mut world, able(load, sessions.clone()));
        equip(&mut world);
        world.respond("session/new", Ok(json!({"sessionId": "s1"})));
        world.end();
        let connection = world.connection();
        world.intent(Intent::RestartAgent { connection });
        crate::kept::begin(&mut world, able(load, sessions));
        equip(&mut world);
        let (.., sent, params) = world.calls.last().unwrap();
        assert_eq!(*sent, method);
        assert_eq!(params["mcpServers"][0]["command"], "/bin/files");
        assert_eq!(params["sessionId"], "s1");
        world.respond(method, Ok(json!({})));
        assert_eq!(left_out(&world).len(), 1);
    }
}

#[test]
fn servers_that_cannot_be_kept_are_told() {
    let check = |wanted: Intent, problem: AgentProblem| {
        let mut world = World::new();
        world.intent(wanted);
        assert!(world.servers.is_empty() && world.agreements.is_empty());
        let notice = Notice::AgentNotSaved { problem };
        assert_eq!(world.ops.last(), Some(&Op::Notice { notice }));
    };
    let http = |url: &str| web("a", ServerKind::Http, url, &[], None);
    check(stdio("", "x", &[]), AgentProblem::Name);
    check(stdio("a", " ", &[]), AgentProblem::Command);
    check(stdio("a", "it's", &[]), AgentProblem::Quote);
    check(http("ftp://example.com/"), AgentProblem::Address);
    check(http("example.com"), AgentProblem::Address);
    check(http("https://a b/"), AgentProblem::Address);
    let url = "https://example.com/";
    let bad = |header: &str| web("a", ServerKind::Sse, url, &[header], None);
    check(bad("X Y=1"), AgentProblem::Value { line: 1 });
    check(bad("X=1\r\nEvil: 2"), AgentProblem::Value { line: 1 });
}

#[test]
fn a_server_is_kept_changed_and_removed() {
    let mut world = World::new();
    world.refuses = true;
    world.intent(stdio("files", "files 'a b'", &["TOKEN=x"]));
    let command = "files 'a b'".to_owned();
    assert_eq!(world.agreements[0].what, Agreed::Program { command });
    assert!(world.servers.is_empty());
    world.refuses = false;
    world.intent(stdio("files", "files 'a b'", &["TOKEN=x"]));
    let server = world.servers[0][0].clone();
    world.intent(Intent::Settings(SettingsIntent::SaveServer {
        server: Some(server.id),
        name: "renamed".into(),
        kind: ServerKind::Stdio,
        command: "files 'a b'".into(),
        url: String::new(),
        values: vec![value("TOKEN")],
        agents: None,
    }));
    assert_eq!(world.agreements.len(), 2, "a name starts nothing");
    assert_eq!(world.snapshot().servers[0].name, "renamed");
    assert_eq!(world.servers[1][0].secrets, server.secrets);
    world.intent(Intent::Settings(SettingsIntent::RemoveServer {
        server: server.id,
    }));
    assert!(world.secrets.is_empty() && world.snapshot().servers.is_empty());
}

#[test]
fn a_session_that_moves_on_while_its_servers_are_seen_to_is_opened_once() {
    let mut world = World::new();
    world.intent(stdio("files", "files", &[]));
    begin(&mut world, json!({"protocolVersion": 1}));
    let late = world.equip.pop().unwrap();
    let connection = world.connection();
    world.intent(Intent::RestartAgent { connection });
    crate::kept::begin(&mut world, json!({"protocolVersion": 1}));
    world.go(EventKind::Equipped {
        connection: late.0,
        session: late.1,
        servers: vec![Err(LeftOut::NotFound {
            program: "files".into(),
        })],
    });
    assert!(world.calls.iter().all(|it| it.2 != "session/new"));
    equip(&mut world);
    let opened = world.calls.iter().filter(|it| it.2 == "session/new");
    assert_eq!(opened.count(), 1);
}

#[test]
fn further_folders_go_to_agents_that_take_them_and_count_as_roots() {
    let folders = vec!["/b".to_owned(), "/c".to_owned()];
    for takes in [true, false] {
        let mut world = World::new();
        world.intent(Intent::Settings(SettingsIntent::SaveAgent {
            agent: None,
            name: "Mine".into(),
            command: "mine".into(),
            env: Vec::new(),
            cwd: "/a".into(),
            folders: folders.clone(),
            forms: true,
            links: true,
            remote: None,
        }));
        assert_eq!(world.agreements[0].folders, ["/a", "/b", "/c"]);
        let agent = world.saved[0][0].id;
        world.intent(Intent::NewSession { agent });
        let sessions = if takes {
            json!({"resume": {}, "additionalDirectories": {}})
        } else {
            json!({"resume": {}})
        };
        crate::kept::begin(&mut world, able(false, sessions.clone()));
        let sent = |world: &World| {
            world
                .calls
                .last()
                .unwrap()
                .3
                .get("additionalDirectories")
                .cloned()
        };
        let expected = takes.then(|| json!(folders));
        assert_eq!(sent(&world), expected);
        world.respond("session/new", Ok(json!({"sessionId": "s1"})));
        world.ask(
            &json!(1),
            "fs/read_text_file",
            json!({"sessionId": "s1", "path": "/b/x"}),
        );
        let Some(assent_core::effect::Effect::File { roots, .. }) = world.client.last() else {
            panic!("no file is read");
        };
        assert_eq!(roots.len(), if takes { 3 } else { 1 });
        let told = EntryBody::Note {
            note: NoteView::FoldersLeftOut,
        };
        assert_eq!(world.entries().contains(&told), !takes);
        world.end();
        let connection = world.connection();
        world.intent(Intent::RestartAgent { connection });
        crate::kept::begin(&mut world, able(false, sessions));
        assert_eq!(world.calls.last().unwrap().2, "session/resume");
        assert_eq!(sent(&world), expected);
    }
}

#[test]
fn a_session_is_opened_in_a_folder_the_person_chose() {
    let mut world = World::ready();
    let agent = AgentId(1);
    world.intent(Intent::NewSessionIn { agent });
    assert_eq!(world.snapshot().sessions.len(), 1, "nothing is chosen yet");
    world.go(EventKind::FolderChosen {
        agent: Some(agent),
        folder: "/elsewhere".into(),
    });
    let params = world.calls.last().unwrap().3.clone();
    assert_eq!(params, json!({"cwd": "/elsewhere", "mcpServers": []}));
    assert_eq!(world.snapshot().sessions[1].head.cwd, "/elsewhere");
    // For the settings form it is only told.
    world.go(EventKind::FolderChosen {
        agent: None,
        folder: "/x".into(),
    });
    let folder = "/x".to_owned();
    assert_eq!(world.ops.last(), Some(&Op::FolderChosen { folder }));
}
