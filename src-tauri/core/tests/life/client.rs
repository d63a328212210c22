//! What agents ask the client itself to do: files and terminals.

use assent_core::client::{FileCall, FileOutcome, TerminalExit, TerminalFailure};
use assent_core::effect::Effect;
use assent_core::event::EventKind;
use assent_core::id::{AskId, RequestKey, TerminalKey};
use assent_core::intent::Intent;
use assent_core::view::{
    AskBody, AskStatus, OutsideAccess, TerminalLine, TerminalLook, TerminalRun, TerminalView,
    ToolContent,
};
use serde_json::{Value, json};

use crate::world::World;

fn read(world: &mut World, id: i64) -> RequestKey {
    let params = json!({"sessionId": "s1", "path": "/home/a", "line": 2, "limit": null});
    world.ask(&json!(id), "fs/read_text_file", params)
}

fn write(world: &mut World, id: i64) -> RequestKey {
    let params = json!({"sessionId": "s1", "path": "/home/a", "content": "new"});
    world.ask(&json!(id), "fs/write_text_file", params)
}

fn done(world: &mut World, key: RequestKey, outcome: FileOutcome) {
    let connection = world.connection();
    world.go(EventKind::FileDone {
        connection,
        key,
        outcome,
    });
}

fn outside(world: &mut World, key: RequestKey) -> AskId {
    let outcome = FileOutcome::Outside {
        resolved: "/etc/a".into(),
        before: Some("old".into()),
    };
    done(world, key, outcome);
    world.newest()
}

fn terminal(world: &mut World, id: i64) -> (RequestKey, TerminalKey) {
    let params = json!({"sessionId": "s1", "command": "make", "args": ["all"]});
    let key = world.ask(&json!(id), "terminal/create", params);
    let opened = world.client.iter().rev().find_map(|effect| match effect {
        Effect::OpenTerminal { terminal, .. } => Some(*terminal),
        _ => None,
    });
    (key, opened.unwrap())
}

/// A terminal whose command runs; gives its id.
fn running(world: &mut World) -> (TerminalKey, Value) {
    let (key, terminal) = terminal(world, 900);
    world.go(EventKind::TerminalOpened {
        terminal,
        result: Ok(()),
    });
    (terminal, world.answer(key)["terminalId"].clone())
}

fn about(world: &mut World, id: i64, method: &str, terminal: &Value) -> RequestKey {
    let params = json!({"sessionId": "s1", "terminalId": terminal});
    world.ask(&json!(id), &format!("terminal/{method}"), params)
}

fn exits(world: &mut World, terminal: TerminalKey) {
    let exit = TerminalExit {
        code: Some(2),
        signal: None,
    };
    world.go(EventKind::TerminalExited { terminal, exit });
}

fn view(world: &World) -> TerminalView {
    let mut snapshot = world.snapshot();
    snapshot.sessions.remove(0).terminals.remove(0)
}

#[test]
fn params_are_checked_before_anything_is_done() {
    let check = |method: &str, params: Value, member: &str| {
        let mut world = World::ready();
        let key = world.ask(&json!(1), method, params);
        let expected = json!({"error": -32602, "data": {"member": member}});
        assert_eq!(world.answer(key), expected, "{method}");
        assert!(world.client.is_empty());
    };
    let (read, write) = ("fs/read_text_file", "fs/write_text_file");
    check(
        read,
        json!({"sessionId": "other", "path": "/a"}),
        "sessionId",
    );
    check(read, json!({"path": "/a"}), "sessionId");
    check(read, json!({"sessionId": "s1", "path": "a"}), "path");
    check(read, json!({"sessionId": "s1", "path": "/a\0"}), "path");
    check(read, json!({"sessionId": "s1"}), "path");
    check(write, json!({"sessionId": "s1", "path": "/a"}), "content");
    check(
        "terminal/create",
        json!({"sessionId": "s1", "command": " "}),
        "command",
    );
    check(
        "terminal/create",
        json!({"sessionId": "s1", "command": "a", "cwd": "b"}),
        "cwd",
    );
    check("terminal/output", json!({"sessionId": "s1"}), "terminalId");
}

#[test]
fn a_file_is_read_and_written_inside_the_folder() {
    let check = |outcome: FileOutcome, expected: Value| {
        let mut world = World::ready();
        let key = read(&mut world, 1);
        assert!(matches!(
            &world.client[..],
            [Effect::File { call: FileCall::Read { line: Some(2), limit: None, .. }, roots, allowed: None, .. }]
                if *roots == ["/home"]
        ));
        done(&mut world, key, outcome.clone());
        done(&mut world, key, outcome);
        assert_eq!(world.answer(key), expected);
    };
    check(FileOutcome::Read("x".into()), json!({"content": "x"}));
    check(FileOutcome::Written, json!({}));
    check(
        FileOutcome::Missing,
        json!({"error": -32002, "data": {"path": "/home/a"}}),
    );
    let failed = |reason: &str| json!({"error": -32603, "data": {"reason": reason}});
    check(FileOutcome::NotText, failed("not-text"));
    check(FileOutcome::NotFile, failed("not-a-file"));
    check(FileOutcome::TooLarge { limit: 1 }, failed("too-large"));
    let message = "disk".to_owned();
    check(FileOutcome::Failed { message }, failed("failed"));
}

#[test]
fn outside_of_it_the_person_is_asked() {
    let mut world = World::ready();
    let key = write(&mut world, 1);
    let ask = outside(&mut world, key);
    let AskBody::Permission { permission } = world.view(ask).body else {
        panic!("no permission");
    };
    assert_eq!(permission.outside, Some(OutsideAccess::Write));
    assert_eq!(permission.target.as_deref(), Some("/etc/a"));
    let diff = ToolContent::Diff {
        path: "/etc/a".into(),
        old: Some("old".into()),
        new: "new".into(),
    };
    assert_eq!(permission.tool.content, [diff]);
    assert_eq!(world.answer(key), Value::Null);
    world.intent(Intent::Choose { ask, option: 0 });
    assert_eq!(world.status(ask), AskStatus::Accepted);
    let Some(Effect::File { allowed, .. }) = world.client.last() else {
        panic!("nothing was done");
    };
    assert_eq!(allowed.as_deref(), Some("/etc/a"));
    done(&mut world, key, FileOutcome::Written);
    world.intent(Intent::Choose { ask, option: 1 });
    assert_eq!(world.answer(key), json!({}));
}

#[test]
fn each_end_of_such_an_ask_has_its_answer() {
    let check = |end: &dyn Fn(&mut World, AskId), status, expected: Value| {
        let mut world = World::ready();
        world.prompt("go");
        let key = read(&mut world, 5);
        let ask = outside(&mut world, key);
        end(&mut world, ask);
        assert_eq!(world.answer(key), expected);
        if let Some(status) = status {
            assert_eq!(world.status(ask), status);
        }
        world.intent(Intent::Choose { ask, option: 0 });
        assert_eq!(world.answer(key), expected);
    };
    let cancelled = json!({"error": -32800, "data": null});
    check(
        &|world, ask| world.intent(Intent::Choose { ask, option: 1 }),
        Some(AskStatus::Declined),
        json!({"error": -32603, "data": {"reason": "refused"}}),
    );
    check(
        &|world, _| world.cancel_request(&json!(5)),
        Some(AskStatus::Withdrawn),
        cancelled.clone(),
    );
    check(
        &|world, _| {
            let session = world.session();
            world.intent(Intent::StopTurn { session });
        },
        Some(AskStatus::Cancelled),
        cancelled.clone(),
    );
    check(
        &|world, _| {
            let session = world.session();
            world.intent(Intent::CloseSession { session });
        },
        None,
        cancelled.clone(),
    );
    check(
        &|world, _| world.go(EventKind::Quit),
        Some(AskStatus::Cancelled),
        cancelled,
    );
    check(&|world, _| world.end(), Some(AskStatus::Lost), Value::Null);
    // Escape parks it.
    check(
        &|world, ask| world.intent(Intent::Cancel { ask }),
        Some(AskStatus::Pending),
        Value::Null,
    );
}

#[test]
fn a_request_taken_back_while_it_is_worked_on_is_answered_once() {
    let mut world = World::ready();
    let (form, _) = world.form(5, json!({}));
    let key = read(&mut world, 5);
    world.cancel_request(&json!(5));
    assert_eq!(world.answer(key)["error"], -32800);
    assert_eq!(world.answer(form), Value::Null);
    done(&mut world, key, FileOutcome::Read("x".into()));
    assert_eq!(world.answer(key)["error"], -32800);
    world.cancel_request(&json!(5));
    assert_eq!(world.answer(form)["error"], -32800);
}

#[test]
fn a_terminal_lives_from_its_command_to_its_release() {
    let mut world = World::ready();
    let (terminal, id) = running(&mut world);
    let (first, second) = (
        about(&mut world, 1, "wait_for_exit", &id),
        about(&mut world, 2, "wait_for_exit", &id),
    );
    let output = about(&mut world, 3, "output", &id);
    let connection = world.connection();
    let told = |key, truncated| EventKind::TerminalRead {
        connection,
        key,
        output: "text".into(),
        truncated,
    };
    world.go(told(output, false));
    assert_eq!(
        world.answer(output),
        json!({"output": "text", "truncated": false})
    );
    let kill = about(&mut world, 4, "kill", &id);
    assert_eq!(world.answer(kill), json!({}));
    assert!(
        matches!(world.client.last(), Some(Effect::KillTerminal { terminal: of }) if *of == terminal)
    );
    assert_eq!(world.answer(first), Value::Null);
    exits(&mut world, terminal);
    let status = json!({"exitCode": 2, "signal": null});
    assert_eq!(world.answer(first), status);
    assert_eq!(world.answer(second), status);
    let after = about(&mut world, 5, "wait_for_exit", &id);
    assert_eq!(world.answer(after), status);
    let output = about(&mut world, 6, "output", &id);
    world.go(told(output, true));
    let expected = json!({"output": "text", "truncated": true, "exitStatus": status});
    assert_eq!(world.answer(output), expected);
    let release = about(&mut world, 7, "release", &id);
    assert_eq!(world.answer(release), json!({}));
    assert!(matches!(
        world.client.last(),
        Some(Effect::ReleaseTerminal { .. })
    ));
    for method in ["output", "wait_for_exit", "kill", "release"] {
        let key = about(&mut world, 8, method, &id);
        assert_eq!(world.answer(key)["error"], -32002, "{method}");
    }
    assert!(view(&world).released);
}

#[test]
fn a_terminal_is_known_to_its_session_alone() {
    let mut world = World::ready();
    let (_, id) = running(&mut world);
    world.intent(Intent::NewSession {
        agent: assent_core::id::AgentId(1),
    });
    world.respond("session/new", Ok(json!({"sessionId": "s2"})));
    let params = json!({"sessionId": "s2", "terminalId": id});
    let key = world.ask(&json!(1), "terminal/kill", params);
    assert_eq!(world.answer(key)["error"], -32002);
}

#[test]
fn a_terminal_that_cannot_be_opened_is_an_error() {
    let check = |failure, expected: Value| {
        let mut world = World::ready();
        let (key, terminal) = terminal(&mut world, 1);
        world.go(EventKind::TerminalOpened {
            terminal,
            result: Err(failure),
        });
        assert_eq!(world.answer(key), expected);
        assert_eq!(world.snapshot().sessions[0].terminals, []);
    };
    let member = json!({"error": -32602, "data": {"member": "cwd"}});
    check(TerminalFailure::OutsideRoots, member.clone());
    check(TerminalFailure::NoFolder, member);
    let reason = json!({"error": -32603, "data": {"reason": "not-found"}});
    check(TerminalFailure::NotFound, reason);
}

#[test]
fn each_end_of_what_a_terminal_is_waited_for_has_its_answer() {
    let check = |end: &dyn Fn(&mut World), released: bool, expected: Value| {
        let mut world = World::ready();
        world.prompt("go");
        let (terminal, id) = running(&mut world);
        let key = about(&mut world, 5, "wait_for_exit", &id);
        end(&mut world);
        let release = world
            .client
            .iter()
            .any(|it| matches!(it, Effect::ReleaseTerminal { .. }));
        assert_eq!(release, released);
        assert_eq!(world.answer(key), expected);
        exits(&mut world, terminal);
        if expected.is_null() && !released {
            assert_eq!(world.answer(key)["exitCode"], 2);
        } else {
            assert_eq!(world.answer(key), expected);
        }
    };
    let cancelled = json!({"error": -32800, "data": null});
    let session = |world: &World| world.session();
    check(
        &|world| world.cancel_request(&json!(5)),
        false,
        cancelled.clone(),
    );
    check(
        &|world| {
            let session = session(world);
            world.intent(Intent::StopTurn { session });
        },
        false,
        Value::Null,
    );
    check(
        &|world| {
            let session = session(world);
            world.intent(Intent::CloseSession { session });
        },
        true,
        cancelled.clone(),
    );
    check(&|world| world.go(EventKind::Quit), true, cancelled);
    check(&|world| world.end(), true, Value::Null);
}

#[test]
fn a_create_taken_back_leaves_no_terminal() {
    let mut world = World::ready();
    let (key, terminal) = terminal(&mut world, 1);
    world.cancel_request(&json!(1));
    assert!(matches!(
        world.client.last(),
        Some(Effect::ReleaseTerminal { .. })
    ));
    world.go(EventKind::TerminalOpened {
        terminal,
        result: Ok(()),
    });
    assert_eq!(world.answer(key)["error"], -32800);
    assert_eq!(world.snapshot().sessions[0].terminals, []);
}

#[test]
fn what_is_drawn_stays_within_bounds_and_is_made_visible() {
    let mut world = World::ready();
    let (terminal, id) = running(&mut world);
    let line = |text: &str| TerminalLine {
        runs: vec![TerminalRun {
            text: text.into(),
            look: TerminalLook::default(),
        }],
    };
    let mut draw = |from, texts: Vec<String>| {
        world.go(EventKind::TerminalDrawn {
            terminal,
            from,
            lines: texts.iter().map(|it| line(it)).collect(),
            cursor: None,
        });
        let view = view(&world);
        let text = |at: usize| view.lines[at].runs[0].text.clone();
        (
            view.first,
            view.lines.len(),
            text(0),
            text(view.lines.len() - 1),
        )
    };
    let many = |from: u32, to: u32| (from..to).map(|n| n.to_string()).collect::<Vec<_>>();
    let told = |first, count, a: &str, b: &str| (first, count, a.to_owned(), b.to_owned());
    assert_eq!(draw(0, many(0, 5)), told(0, 5, "0", "4"));
    assert_eq!(
        draw(3, vec!["x\u{202e}".into()]),
        told(0, 4, "0", "x⟨U+202E⟩")
    );
    assert_eq!(draw(4, many(4, 1_204)), told(204, 1_000, "204", "1203"));
    assert_eq!(draw(5_000, many(0, 2)), told(5_000, 2, "0", "1"));
    assert_eq!(draw(1, many(1, 3)), told(5_000, 2, "1", "2"));
    let release = about(&mut world, 1, "release", &id);
    assert_eq!(world.answer(release), json!({}));
    assert_eq!(view(&world).lines.len(), 2);
}

#[test]
fn an_agent_cannot_hold_any_number_of_terminals() {
    let mut world = World::ready();
    for _ in 0..64 {
        running(&mut world);
    }
    let params = json!({"sessionId": "s1", "command": "make"});
    let key = world.ask(&json!(1), "terminal/create", params);
    assert_eq!(
        world.answer(key)["data"],
        json!({"reason": "too-many-terminals"})
    );
}
