//! Agents that run on another machine.

use assent_core::client::FileOutcome;
use assent_core::effect::Effect;
use assent_core::event::{AgentConfig, EventKind};
use assent_core::id::{AgentId, ConnectionId};
use assent_core::intent::Intent;
use assent_core::remote::Remote;
use assent_core::view::{
    AskStatus, ConnectionStatus, EntryBody, NoteView, Op, ReasonCode, SentAs, SessionStatus,
    StartFailure, Trouble, TurnEnd, TurnState, Verdict,
};
use serde_json::{Value, json};

use crate::world::World;

fn over_network() -> Remote {
    Remote {
        address: Some("wss://agent.example/acp".into()),
        ..Remote::default()
    }
}

/// A world with an agent on another machine, as configured, and a session `s1` with it.
fn elsewhere(remote: Remote, can: Value) -> World {
    let mut world = World::new();
    world.go(EventKind::AgentConfigured(AgentConfig {
        remote: Some(remote),
        ..World::agent(1, true, true)
    }));
    world.intent(Intent::NewSession { agent: AgentId(1) });
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    let answer = json!({"protocolVersion": 1, "agentCapabilities": can});
    world.respond("initialize", Ok(answer));
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    world
}

fn able() -> Value {
    json!({"loadSession": false, "sessionCapabilities": {"resume": {}},
        "promptCapabilities": {"embeddedContext": true}})
}

fn started() -> World {
    elsewhere(over_network(), able())
}

fn broken() -> Trouble {
    Trouble::Broken {
        message: "reset".into(),
    }
}

/// The newest connection drops.
fn drop_with(world: &mut World, trouble: Trouble) -> ConnectionId {
    let connection = world.connection();
    world.go(EventKind::Troubled {
        connection,
        trouble,
    });
    world.go(EventKind::Ended {
        connection,
        code: None,
        signal: None,
    });
    connection
}

/// The newest wish to be woken comes true.
fn wake(world: &mut World) {
    let (connection, ticket, _) = *world.wakes.last().unwrap();
    world.go(EventKind::Woken { connection, ticket });
}

/// The newest connection becomes ready.
fn ready(world: &mut World) {
    let connection = world.connection();
    world.go(EventKind::Started { connection });
    let answer = json!({"protocolVersion": 1, "agentCapabilities": able()});
    world.respond("initialize", Ok(answer));
}

fn retry_of(world: &World, connection: ConnectionId) -> Option<(u32, u32)> {
    let snapshot = world.snapshot();
    let found = snapshot.connections.iter().find(|it| it.id == connection);
    let retry = found.unwrap().retry?;
    Some((retry.attempt, retry.most))
}

#[test]
fn nothing_of_this_machine_is_advertised_unless_it_is_given() {
    let check = |files, terminals, expected: [bool; 2]| {
        let remote = Remote {
            files,
            terminals,
            roots: vec!["/shared".into()],
            ..over_network()
        };
        let mut world = elsewhere(remote, able());
        let initialize = world.calls.iter().find(|it| it.2 == "initialize").unwrap();
        let can = &initialize.3["clientCapabilities"];
        let advertised = [can.get("fs").is_some(), can.get("terminal").is_some()];
        assert_eq!(advertised, expected, "{can}");
        assert!(can.get("auth").is_none() && can["elicitation"]["form"].is_object());
        let file = json!({"sessionId": "s1", "path": "/shared/a"});
        let run = json!({"sessionId": "s1", "command": "ls"});
        let file = world.ask(&json!(1), "fs/read_text_file", file);
        let run = world.ask(&json!(2), "terminal/create", run);
        let refused = json!({"error": -32601, "data": null});
        assert_eq!(world.answer(file) == refused, !files);
        assert_eq!(world.answer(run) == refused, !terminals);
        assert_eq!(
            world.client.len(),
            expected.iter().filter(|it| **it).count()
        );
    };
    check(false, false, [false, false]);
    check(true, false, [true, false]);
    check(false, true, [false, true]);
    check(true, true, [true, true]);
}

#[test]
fn work_here_is_done_in_the_shared_folders_only() {
    let remote = Remote {
        files: true,
        terminals: true,
        roots: vec!["/shared".into()],
        ..over_network()
    };
    let mut world = elsewhere(remote, able());
    let read = json!({"sessionId": "s1", "path": "/home/secret"});
    let key = world.ask(&json!(1), "fs/read_text_file", read);
    let Some(Effect::File {
        connection, roots, ..
    }) = world.client.pop()
    else {
        panic!("no work");
    };
    // Not the session's folder: that one is on the other machine.
    assert_eq!(roots, ["/shared"]);
    world.go(EventKind::FileDone {
        connection,
        key,
        outcome: FileOutcome::Outside {
            resolved: "/home/secret".into(),
            before: None,
        },
    });
    assert_eq!(
        world.answer(key),
        json!({"error": -32603, "data": {"reason": "outside"}})
    );
    assert!(world.snapshot().asks.is_empty());
    let run = json!({"sessionId": "s1", "command": "ls"});
    world.ask(&json!(2), "terminal/create", run);
    let Some(Effect::OpenTerminal { command, .. }) = world.client.pop() else {
        panic!("no terminal");
    };
    assert_eq!(command.cwd, "/shared");
    assert_eq!(command.roots, ["/shared"]);
}

#[test]
fn a_link_to_this_machine_says_that_the_agent_is_on_another() {
    let check = |url: &str, expected: Option<ReasonCode>| {
        let mut world = started();
        let (_, ask) = world.link(1, "e1", url);
        let judged = world.link_view(ask).judged;
        let ours = [
            ReasonCode::ThisMachine,
            ReasonCode::ThisNetwork,
            ReasonCode::ReturnsHere,
        ];
        let found = judged.reasons.iter().find(|it| ours.contains(&it.code));
        assert_eq!(found.map(|it| it.code), expected, "{url}");
        if expected.is_some() {
            assert!(judged.verdict >= Verdict::Warn, "{url}");
        }
        // The same link of an agent that runs here has none of them.
        let mut here = World::ready();
        let (_, ask) = here.link(1, "e1", url);
        let reasons = here.link_view(ask).judged.reasons;
        assert!(reasons.iter().all(|it| !ours.contains(&it.code)), "{url}");
    };
    let machine = Some(ReasonCode::ThisMachine);
    let network = Some(ReasonCode::ThisNetwork);
    let returns = Some(ReasonCode::ReturnsHere);
    check("http://127.0.0.1:3000/login", machine);
    check("http://localhost/", machine);
    check("https://app.localhost/", machine);
    check("http://[::1]:1/", machine);
    check("http://192.168.1.1/", network);
    check("https://10.1.2.3/", network);
    check("https://buildbox/", network);
    check("https://wiki.corp/", network);
    check("http://169.254.169.254/", network);
    check(
        "https://github.com/login/oauth/authorize?redirect_uri=http://127.0.0.1:33418/cb",
        returns,
    );
    check(
        "https://github.com/login/oauth/authorize?redirect_uri=http%3A%2F%2Flocalhost%3A1%2Fcb",
        returns,
    );
    check("https://example.com/?next=http://[::1]:5/", returns);
    check("https://github.com/login/device", None);
    check("https://example.com/?next=https://example.org/", None);
    check("https://127.0.0.1.example.com/", None);
}

#[test]
fn a_connection_that_drops_is_tried_again_a_few_times() {
    let mut world = started();
    let mut pauses = Vec::new();
    for attempt in 1..=6 {
        let connection = drop_with(&mut world, broken());
        assert_eq!(retry_of(&world, connection), Some((attempt, 6)));
        pauses.push(world.wakes.last().unwrap().2);
        wake(&mut world);
        assert_eq!(retry_of(&world, connection), None);
        assert_ne!(world.connection(), connection);
    }
    assert_eq!(pauses, [1_000, 2_000, 5_000, 10_000, 30_000, 60_000]);
    let connection = drop_with(&mut world, broken());
    assert_eq!(retry_of(&world, connection), None);
    assert_eq!(world.wakes.len(), 6);
}

#[test]
fn one_that_held_for_long_is_tried_as_often_as_a_new_one() {
    let mut world = started();
    drop_with(&mut world, broken());
    wake(&mut world);
    ready(&mut world);
    let connection = drop_with(&mut world, broken());
    assert_eq!(retry_of(&world, connection), Some((2, 6)));
    wake(&mut world);
    ready(&mut world);
    world.wait(60_000);
    let connection = drop_with(&mut world, broken());
    assert_eq!(retry_of(&world, connection), Some((1, 6)));
}

#[test]
fn what_was_open_is_lost_and_the_session_is_resumed() {
    let mut world = started();
    world.intent(Intent::Prompt {
        session: world.session(),
        text: "hello".into(),
    });
    let (key, ask) = world.form(1, json!({"a": {"type": "string"}}));
    world.intent(Intent::Compose {
        session: world.session(),
        text: "half a thou".into(),
        seq: 1,
    });
    drop_with(&mut world, broken());
    assert_eq!(world.status(ask), AskStatus::Lost);
    assert!(!world.answers.contains_key(&key));
    let head = world.snapshot().sessions[0].head.clone();
    assert_eq!(head.status, SessionStatus::Disconnected);
    assert_eq!(
        head.turn,
        TurnState::Idle {
            last: Some(TurnEnd::Lost)
        }
    );
    let told = EntryBody::Note {
        note: NoteView::Dropped {
            trouble: Some(broken()),
        },
    };
    assert!(world.entries().contains(&told));
    wake(&mut world);
    ready(&mut world);
    let (.., params) = world.calls.last().unwrap();
    assert_eq!(params["sessionId"], "s1");
    world.respond("session/resume", Ok(json!({})));
    let head = world.snapshot().sessions[0].head.clone();
    assert_eq!(head.status, SessionStatus::Open);
    assert_eq!(head.composer, "half a thou");
    assert!(world.entries().contains(&crate::world::said("hello")));
}

#[test]
fn the_person_tries_at_once_or_stops() {
    let mut world = started();
    let connection = drop_with(&mut world, broken());
    world.intent(Intent::StopAgent { connection });
    assert_eq!(retry_of(&world, connection), None);
    wake(&mut world);
    assert_eq!(world.connection(), connection);

    let mut world = started();
    let connection = drop_with(&mut world, broken());
    world.intent(Intent::RestartAgent { connection });
    let fresh = world.connection();
    assert_ne!(fresh, connection);
    // The pause that was to come is over without anything happening.
    wake(&mut world);
    assert_eq!(world.connection(), fresh);
    assert_eq!(world.snapshot().sessions[0].head.connection, fresh);
}

#[test]
fn what_does_not_pass_by_itself_is_not_tried_again() {
    let check = |trouble: Trouble, expected: bool| {
        let mut world = started();
        let connection = drop_with(&mut world, trouble.clone());
        assert_eq!(
            retry_of(&world, connection).is_some(),
            expected,
            "{trouble:?}"
        );
    };
    check(Trouble::Closed, true);
    check(Trouble::Silent { seconds: 60 }, true);
    check(Trouble::Status { status: 502 }, true);
    check(Trouble::Status { status: 404 }, true);
    check(Trouble::Status { status: 400 }, false);
    check(Trouble::NotAllowed { status: 401 }, false);
    check(Trouble::TooLong { limit: 1 }, false);
    check(
        Trouble::SentOn {
            host: "evil.example".into(),
        },
        false,
    );

    // Neither is one that the person ended, one that never came about, or one that is a process.
    let mut world = started();
    let connection = world.connection();
    world.intent(Intent::StopAgent { connection });
    drop_with(&mut world, broken());
    assert_eq!(retry_of(&world, connection), None);

    let mut world = World::new();
    world.configure(1, true, true);
    world.intent(Intent::NewSession { agent: AgentId(1) });
    drop_with(&mut world, broken());
    assert!(world.wakes.is_empty());
}

#[test]
fn a_connection_that_ends_before_it_is_ready_has_failed() {
    let mut world = started();
    let connection = drop_with(&mut world, broken());
    wake(&mut world);
    let fresh = world.connection();
    let trouble = Trouble::NotAllowed { status: 401 };
    world.go(EventKind::Started { connection: fresh });
    drop_with(&mut world, trouble.clone());
    let snapshot = world.snapshot();
    let status = &snapshot.connections.last().unwrap().status;
    let reason = StartFailure::Remote { trouble };
    assert_eq!(status, &ConnectionStatus::Failed { reason });
    assert_ne!(fresh, connection);
    assert_eq!(world.wakes.len(), 1);
}

#[test]
fn files_go_along_in_full_or_not_at_all() {
    use assent_core::attach::{Content, FileRead, FoundFile};
    use assent_core::view::{AttachedKind, WhyLink};
    let mut world = started();
    let session = world.session();
    let file = |path: &str| FoundFile {
        path: path.into(),
        kind: AttachedKind::Text,
        mime: None,
        bytes: Some(5),
        picture: None,
    };
    world.go(EventKind::FilesChosen {
        session,
        files: vec![file("/home/ann/my notes.txt"), file("/home/ann/gone")],
        failed: 0,
    });
    world.intent(Intent::Prompt {
        session,
        text: "look".into(),
    });
    let Some(Effect::ReadFiles { ticket, can, .. }) = world.files.pop() else {
        panic!("nothing is read");
    };
    assert!(can.elsewhere);
    let read = |content| FileRead {
        kind: AttachedKind::Text,
        mime: None,
        bytes: Some(5),
        content,
    };
    world.go(EventKind::FilesRead {
        session,
        ticket,
        read: vec![
            read(Content::Text("hello".into())),
            read(Content::Link(Some(WhyLink::TooLarge))),
        ],
    });
    let (.., params) = world.calls.last().unwrap();
    assert_eq!(
        params["prompt"],
        json!([
            {"type": "text", "text": "look"},
            {"type": "resource",
                "resource": {"uri": "attachment:my%20notes.txt", "text": "hello"}},
        ])
    );
    assert!(!params.to_string().contains("/home/ann"));
    let Some(EntryBody::User { attached, .. }) = world.entries().pop() else {
        panic!("no prompt");
    };
    assert_eq!(attached[0].sent, SentAs::Full);
    assert_eq!(
        attached[1].sent,
        SentAs::Here {
            why: Some(WhyLink::TooLarge)
        }
    );
}

#[test]
fn files_to_mention_are_looked_for_in_the_shared_folders_only() {
    let find = |world: &mut World| {
        world.intent(Intent::FindFiles {
            session: world.session(),
            query: "a".into(),
        });
    };
    let mut world = started();
    find(&mut world);
    assert!(world.files.is_empty());
    assert!(matches!(world.ops.last(), Some(Op::PutHits { hits, .. }) if hits.is_empty()));
    let remote = Remote {
        files: true,
        roots: vec!["/shared".into()],
        ..over_network()
    };
    let mut world = elsewhere(remote, able());
    find(&mut world);
    let Some(Effect::FindFiles { roots, .. }) = world.files.pop() else {
        panic!("nothing is looked for");
    };
    assert_eq!(roots, ["/shared"]);
}

#[test]
fn a_program_of_this_machine_is_no_mcp_server_there() {
    use assent_core::id::McpId;
    use assent_core::settings::{LeftOut, McpServer, McpWay};
    let mut world = World::new();
    let server = |id, way| McpServer {
        id: McpId(id),
        name: format!("server {id}"),
        way,
        values: Vec::new(),
        secrets: Vec::new(),
        agents: None,
    };
    world.go(EventKind::ServersRead(vec![server(
        1,
        McpWay::Stdio {
            command: vec!["tool".into()],
        },
    )]));
    let servers = world.state.clone();
    let mut world = started();
    world.state = servers;
    world.go(EventKind::AgentConfigured(AgentConfig {
        id: AgentId(1),
        name: "far".into(),
        command: Vec::new(),
        env: Vec::new(),
        secrets: Vec::new(),
        cwd: "/".into(),
        folders: Vec::new(),
        forms: true,
        links: true,
        remote: Some(over_network()),
    }));
    world.intent(Intent::NewSession { agent: AgentId(1) });
    ready(&mut world);
    assert!(world.equip.is_empty());
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    let left = EntryBody::Note {
        note: NoteView::ServerLeftOut {
            server: "server 1".into(),
            why: LeftOut::Elsewhere,
        },
    };
    assert!(world.entries().contains(&left), "{:?}", world.entries());
}
