//! Signing in by a terminal, signing out, and what wants a sign-in first.

use assent_core::client::{TerminalCommand, TerminalExit, TerminalFailure};
use assent_core::effect::Effect;
use assent_core::event::{AgentConfig, EventKind, RpcError};
use assent_core::id::{AgentId, AskId, TerminalKey};
use assent_core::intent::Intent;
use assent_core::settings::Secret;
use assent_core::view::{
    AskBody, AskStatus, Notice, Op, SessionStatus, SignInFailure, SignInView, TerminalLine,
    TerminalLook, TerminalRun,
};
use serde_json::{Value, json};

use crate::kept::begin;
use crate::world::World;

/// Has the world make a request.
type Asks = fn(&mut World);

fn auth() -> RpcError {
    RpcError {
        code: -32000,
        message: "Authentication required".into(),
        data: None,
    }
}

fn able() -> Value {
    json!({"protocolVersion": 1, "agentCapabilities": {"auth": {"logout": {}}}, "authMethods": [
        {"id": "tty", "name": "Terminal", "type": "terminal", "args": ["login", 7, "--now"],
            "env": {"MODE": "login", "TOKEN": "theirs", "BAD=": "x", "N": 1}}]})
}

/// A world in which the session waits for a sign-in.
fn waiting() -> (World, AskId) {
    let mut world = World::new();
    world.go(EventKind::AgentConfigured(AgentConfig {
        id: AgentId(1),
        name: "agent".into(),
        command: vec!["agent".into(), "--acp".into()],
        env: vec![("MODE".into(), "acp".into())],
        secrets: ["TOKEN", "KEY"]
            .map(|name| Secret {
                name: name.into(),
                key: name.into(),
                in_file: false,
            })
            .into(),
        cwd: "/home".into(),
        folders: Vec::new(),
        forms: true,
        links: true,
        remote: None,
    }));
    world.intent(Intent::NewSession { agent: AgentId(1) });
    begin(&mut world, able());
    world.respond("session/new", Err(auth()));
    let ask = world.newest();
    (world, ask)
}

fn view(world: &World, ask: AskId) -> SignInView {
    match world.view(ask).body {
        AskBody::SignIn { sign_in } => sign_in,
        other => panic!("no sign-in: {other:?}"),
    }
}

fn opened(world: &World) -> (TerminalKey, TerminalCommand) {
    let all = world.client.iter().rev();
    let mut opened = all.filter_map(|it| match it {
        Effect::OpenTerminal { terminal, command } => Some((*terminal, command.clone())),
        _ => None,
    });
    opened.next().unwrap()
}

fn exits(world: &mut World, terminal: TerminalKey, code: Option<u32>) {
    let signal = code.is_none().then(|| "SIGKILL".to_owned());
    let exit = TerminalExit { code, signal };
    world.go(EventKind::TerminalExited { terminal, exit });
}

fn typed(world: &World) -> Vec<String> {
    let all = world.client.iter();
    all.filter_map(|it| match it {
        Effect::Type { text, .. } => Some(text.clone()),
        _ => None,
    })
    .collect()
}

#[test]
fn a_terminal_sign_in_runs_the_agents_command_and_the_agent_starts_again() {
    let (mut world, ask) = waiting();
    world.intent(Intent::SignIn { ask, method: 0 });
    let (terminal, command) = opened(&world);
    assert_eq!(command.command, "agent");
    assert_eq!(command.args, ["--acp", "login", "--now"]);
    let env = [("MODE", "acp"), ("MODE", "login"), ("TOKEN", "theirs")];
    let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(command.env, env, "the method's come last and win");
    assert_eq!(command.secrets.len(), 1, "also over a secret one");
    assert!(command.typed);
    assert_eq!(view(&world, ask).running, Some(0));

    world.go(EventKind::TerminalOpened {
        terminal,
        result: Ok(()),
    });
    let long = "https://login.example.com/".to_owned() + &"x".repeat(74);
    let line = |text: &str| TerminalLine {
        runs: vec![TerminalRun {
            text: text.into(),
            look: TerminalLook::default(),
        }],
    };
    world.go(EventKind::TerminalDrawn {
        terminal,
        from: 0,
        lines: vec![line("code: \u{202e}"), line(&long), line("yz"), line("> ")],
        cursor: None,
    });
    world.intent(Intent::CopySignIn { ask });
    let copied = format!("code: ⟨U+202E⟩\n{long}yz\n> \n");
    assert_eq!(world.copies, [copied], "an address stays whole");
    let lines = view(&world, ask).terminal.unwrap().lines;
    assert_eq!(lines[0].runs[0].text, "code: ⟨U+202E⟩");
    for text in ["12", "\r", "", &"x".repeat(5_000)] {
        let text = text.to_owned();
        world.intent(Intent::TypeInSignIn { ask, text });
    }
    assert_eq!(typed(&world), ["12", "\r"]);

    let before = world.connection();
    exits(&mut world, terminal, Some(0));
    assert_eq!(world.status(ask), AskStatus::Accepted);
    assert_eq!(world.stopped, [before]);
    let after = world.connection();
    assert_ne!(before, after);
    begin(&mut world, able());
    world.respond("session/new", Ok(json!({"sessionId": "s1"})));
    let head = world.snapshot().sessions[0].head.clone();
    assert_eq!((head.status, head.connection), (SessionStatus::Open, after));
    assert!(world.calls.iter().all(|it| it.2 != "authenticate"));
    // It is over: nothing is typed into it any more.
    let text = "x".to_owned();
    world.intent(Intent::TypeInSignIn { ask, text });
    assert_eq!(typed(&world).len(), 2);
}

#[test]
fn a_terminal_sign_in_that_fails_is_said_and_can_be_tried_again() {
    let (mut world, ask) = waiting();
    for code in [Some(3), None] {
        world.intent(Intent::SignIn { ask, method: 0 });
        let (terminal, _) = opened(&world);
        world.intent(Intent::SignIn { ask, method: 0 });
        assert_eq!(opened(&world).0, terminal, "one at a time");
        exits(&mut world, terminal, code);
        let now = view(&world, ask);
        assert_eq!((now.running, now.tried), (None, Some(0)));
        assert!(matches!(now.failed, Some(SignInFailure::Ended { exit }) if exit.code == code));
        assert_eq!(world.status(ask), AskStatus::Pending);
        assert!(world.stopped.is_empty());
    }
    world.intent(Intent::SignIn { ask, method: 0 });
    let (terminal, _) = opened(&world);
    world.go(EventKind::TerminalOpened {
        terminal,
        result: Err(TerminalFailure::NotFound),
    });
    let message = None;
    let failed = Some(SignInFailure::NotStarted { message });
    assert_eq!(view(&world, ask).failed, failed);
    // Put off while it runs, and lost with its connection: what runs is ended.
    let ends: [fn(&mut World, AskId); 2] = [
        |world, ask| world.intent(Intent::Cancel { ask }),
        |world, _| world.end(),
    ];
    for end in ends {
        let (mut world, ask) = waiting();
        world.intent(Intent::SignIn { ask, method: 0 });
        let (terminal, _) = opened(&world);
        end(&mut world, ask);
        let released = matches!(world.client.last(),
            Some(Effect::ReleaseTerminal { terminal: it }) if *it == terminal);
        assert!(released);
        exits(&mut world, terminal, Some(0));
        assert!(world.stopped.is_empty());
    }
}

#[test]
fn signing_out_is_offered_when_the_agent_can() {
    let (mut world, _) = waiting();
    let connection = world.connection();
    assert!(world.snapshot().connections[0].can_sign_out);
    world.intent(Intent::SignOut { connection });
    world.intent(Intent::SignOut { connection });
    assert_eq!(world.calls.iter().filter(|it| it.2 == "logout").count(), 1);
    assert_eq!(world.calls.last().unwrap().3, json!({}));
    world.respond("logout", Ok(json!({})));
    let notice = Notice::SignedOut;
    assert_eq!(world.ops.last(), Some(&Op::Notice { notice }));
    world.intent(Intent::SignOut { connection });
    let mut error = auth();
    error.code = -32603;
    error.message = "no".into();
    world.respond("logout", Err(error));
    let message = "no".to_owned();
    let notice = Notice::NotSignedOut { message };
    assert_eq!(world.ops.last(), Some(&Op::Notice { notice }));

    let mut world = World::ready();
    let connection = world.connection();
    assert!(!world.snapshot().connections[0].can_sign_out);
    world.intent(Intent::SignOut { connection });
    assert!(world.calls.iter().all(|it| it.2 != "logout"));
}

#[test]
fn every_request_that_wants_a_sign_in_leads_to_its_offer() {
    let able = json!({"protocolVersion": 1, "authMethods": [{"id": "a", "name": "A"}],
        "agentCapabilities": {"auth": {"logout": {}}, "sessionCapabilities": {"list": {}}}});
    let asks: [(&str, Asks); 3] = [
        ("session/prompt", |world| world.prompt("hello")),
        ("session/list", |world| {
            let connection = world.connection();
            world.intent(Intent::ListSessions {
                connection,
                more: false,
            });
        }),
        ("logout", |world| {
            let connection = world.connection();
            world.intent(Intent::SignOut { connection });
        }),
    ];
    for (method, ask) in asks {
        let mut world = crate::kept::ready(able.clone());
        ask(&mut world);
        world.respond(method, Err(auth()));
        assert_eq!(world.status(world.newest()), AskStatus::Pending, "{method}");
        let ask = world.newest();
        assert_eq!(view(&world, ask).methods.len(), 1);
        // The sign-in that wants a sign-in has failed; no other begins.
        world.intent(Intent::SignIn { ask, method: 0 });
        world.respond("authenticate", Err(auth()));
        assert_eq!(world.newest(), ask);
        assert!(view(&world, ask).failed.is_some());
        assert_eq!(
            world
                .calls
                .iter()
                .filter(|it| it.2 == "authenticate")
                .count(),
            1
        );
    }
}
