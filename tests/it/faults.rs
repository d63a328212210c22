//! The world breaks: disks that are full or cannot be written, files that are damaged, agents that end at any
//! step or stop reading, no browser. What the person is told, that nothing kept is lost, and that it goes on.

#![cfg(unix)]

mod clock;
mod disk;
mod files;

use std::time::Duration;

use assent_core::id::{ConnectionId, SessionKey};
use assent_core::intent::Intent;
use assent_core::view::Draft;
use assent_tests::proof::Figures;
use serde_json::{Value, json};

use crate::stage::{BOTH, Stage, form, link, opened, polite};

/// Everything an agent does in a turn, step by step.
fn whole_turn() -> Vec<Value> {
    let update = |update: Value| json!({"send": {"method": "session/update", "params": {"sessionId": "s1", "update": update}}});
    vec![
        json!({"expect": {"method": "initialize"}}),
        json!({"reply": {"protocolVersion": 1, "agentInfo": {"name": "scripted", "version": "1"}}}),
        json!({"expect": {"method": "session/new"}}),
        json!({"reply": {"sessionId": "s1"}}),
        json!({"expect": {"method": "session/prompt"}, "as": "prompt"}),
        update(
            json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "words"}}),
        ),
        json!({"raw": "{\"jsonrpc\": \"2.0\", \"meth", "newline": false}),
        json!({"raw": ""}),
        update(
            json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Run", "status": "in_progress"}),
        ),
        form(&json!(1), &json!({"name": {"type": "string"}})),
        link(&json!(2), "https://login.example.com/"),
        json!({"send": {"id": 3, "method": "session/request_permission", "params": {"sessionId": "s1", "toolCall": {"toolCallId": "t"},
            "options": [{"optionId": "y", "name": "Y", "kind": "allow_once"}]}}}),
        json!({"send": {"id": 4, "method": "terminal/create", "params": {"sessionId": "s1", "command": "sleep 1000"}}}),
        json!({"expect": {"id": 4, "result": {}}, "as": "made"}),
        json!({"send": {"id": 5, "method": "terminal/wait_for_exit", "params": {"sessionId": "s1", "terminalId": "$made.result.terminalId"}}}),
        json!({"send": {"method": "elicitation/complete", "params": {"elicitationId": "e2"}}}),
        json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"}),
    ]
}

/// Says something in the newest session, once it is open.
fn prompt(stage: &Stage) {
    let session = stage.until("an open session", |it| {
        let head = &it["sessions"].as_array()?.last()?["head"];
        (head["status"]["state"] == "open").then(|| head["id"].as_u64())?
    });
    stage.engine.send(Intent::Prompt {
        session: SessionKey(u32::try_from(session).unwrap()),
        text: "what I asked".into(),
    });
}

#[test]
fn an_agent_may_end_between_any_two_steps() {
    let stage = Stage::empty();
    let steps = whole_turn();
    let mut before = 0;
    for reached in 0..=steps.len() {
        let mut script = steps[..reached].to_vec();
        script.push(json!({"exit": 3}));
        stage.follow(&script);
        // Further steps follow a prompt.
        if reached > 4 {
            prompt(&stage);
        }
        let (snapshot, last) = stage.until("the agent's end", |it| {
            let last = it["connections"].as_array()?.last()?;
            let over = last["status"]["state"] == "ended" && last["id"].as_u64()? > before;
            over.then(|| (it.clone(), last.clone()))
        });
        before = last["id"].as_u64().unwrap();
        assert_eq!(last["status"]["code"], 3, "after {reached} steps: {last}");
        for ask in snapshot["asks"].as_array().unwrap() {
            assert_eq!(ask["head"]["status"], "lost", "after {reached} steps");
        }
        for session in snapshot["sessions"].as_array().unwrap() {
            let head = &session["head"];
            assert_ne!(head["status"]["state"], "open", "after {reached} steps");
            assert_eq!(head["turn"]["state"], "idle", "after {reached} steps");
        }
    }
    // And it goes on with the next one.
    stage.follow(&[
        polite(),
        opened(),
        form(&json!(1), &json!({})),
        json!({"expect_answer": 1}),
    ]);
    prompt(&stage);
    stage.until("the form", |it| {
        let asks = it["asks"].as_array()?;
        (asks.last()?["head"]["status"] == "pending").then_some(())
    });
    Figures {
        name: "agents that end at any step",
        runs: u64::try_from(steps.len()).unwrap() + 1,
        faults: u64::try_from(steps.len()).unwrap() + 1,
        ..Figures::default()
    }
    .note();
}

#[test]
fn an_agent_that_does_not_read_holds_nothing_up() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        form(&json!(1), &json!({"name": {"type": "string"}})),
        json!({"reading": false}),
        json!({"wait_ms": 60_000}),
    ]);
    stage.prompt("go");
    let ask = stage.ask(0);
    let session = stage.session();
    // Far more than a pipe holds.
    for _ in 0..8 {
        stage.engine.send(Intent::StopTurn { session });
        stage.engine.send(Intent::Prompt {
            session,
            text: "words ".repeat(200_000),
        });
    }
    let draft = Draft::Text { text: "Ann".into() };
    stage.engine.send(Intent::SetField {
        ask,
        index: 0,
        draft,
        seq: 1,
    });
    stage.until("what was typed", |it| {
        (it["asks"][0]["body"]["state"]["fields"][0]["shown"]["text"] == "Ann").then_some(())
    });
    let connection = stage.snapshot()["connections"][0]["id"].as_u64().unwrap();
    stage.engine.send(Intent::StopAgent {
        connection: ConnectionId(u32::try_from(connection).unwrap()),
    });
    stage.until("the end", |it| {
        (it["connections"][0]["status"]["state"] == "ended").then_some(())
    });
    stage.follow(&[polite()]);
    stage.until("the next one", |it| {
        let sessions = it["sessions"].as_array()?;
        (sessions.last()?["head"]["status"]["state"] == "open").then_some(())
    });
}

#[test]
fn without_a_browser_the_link_stays_and_says_so() {
    let stage = Stage::without_browser();
    stage.follow_to(
        BOTH,
        &[
            polite(),
            opened(),
            link(&json!(1), "https://login.example.com/a"),
            json!({"expect_answer": 1}),
        ],
    );
    stage.prompt("go");
    let ask = stage.ask(0);
    stage.consent(ask);
    stage.until("the failure", |it| {
        let handoff = &it["asks"][0]["body"]["link"]["handoff"];
        (handoff["state"] == "failed" && handoff["reason"] == "no-browser").then_some(())
    });
    stage.status(ask, "pending");
    std::thread::sleep(Duration::from_millis(50));
    let answers = stage.received();
    assert!(
        answers
            .iter()
            .all(|it| it["id"] != 1 || it.get("method").is_some())
    );
    stage.engine.send(Intent::Decline { ask });
    assert_eq!(
        stage.answer(&json!(1))["result"],
        json!({"action": "decline"})
    );
}
