//! Agents over the network, behind the SDK's own server: WebSocket, and HTTP with server-sent events.

#![cfg(unix)]

use assent_core::id::ConnectionId;
use assent_core::intent::Intent;
use assent_core::view::Draft;
use serde_json::{Value, json};

use crate::stage::{Stage, form, link, opened, polite};

/// Both ways to reach an agent.
const WAYS: [&str; 2] = ["ws", "http"];

/// What an agent says that takes its sessions up again.
fn able() -> Value {
    json!({"auto": {
        "initialize": {"protocolVersion": 1, "agentInfo": {"name": "scripted", "version": "1"},
            "agentCapabilities": {"sessionCapabilities": {"resume": {}}}},
        "session/new": {"sessionId": "s1"},
        "session/resume": {},
    }})
}

fn done() -> Value {
    json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"})
}

fn turn_ended(stage: &Stage, wanted: &str) {
    stage.until(&format!("the turn to end with {wanted}"), |it| {
        let turn = &it["sessions"][0]["head"]["turn"];
        (turn["state"] == "idle" && turn["last"]["reason"] == wanted).then_some(())
    });
}

fn with_each(script: &[Value], body: impl Fn(&Stage, &str)) {
    for way in WAYS {
        let stage = Stage::empty();
        let hosted = stage.host(script, None);
        stage.reach(&hosted.address(way), &[]);
        body(&stage, way);
    }
}

#[test]
fn a_whole_conversation_goes_over_the_network() {
    let text = json!({"sessionUpdate": "agent_message_chunk",
        "content": {"type": "text", "text": "hello from afar"}});
    let permission = json!({"sessionId": "s1", "toolCall": {"toolCallId": "t1", "title": "Delete"},
        "options": [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]});
    let script = [
        polite(),
        opened(),
        json!({"send": {"method": "session/update",
            "params": {"sessionId": "s1", "update": text}}}),
        form(&json!("f"), &json!({"a": {"type": "string"}})),
        json!({"expect_answer": "f", "with": {"result": {"action": "accept"}}}),
        link(&json!("l"), "http://localhost:1234/callback"),
        json!({"expect_answer": "l", "with": {"result": {"action": "decline"}}}),
        json!({"send": {"id": "p", "method": "session/request_permission", "params": permission}}),
        json!({"expect_answer": "p", "with": {"result": {"outcome": {"optionId": "yes"}}}}),
        done(),
    ];
    with_each(&script, |stage, way| {
        stage.prompt("go");
        let ask = stage.ask(0);
        let draft = Draft::Text { text: "x".into() };
        stage.engine.send(Intent::SetField {
            ask,
            index: 0,
            draft,
            seq: 1,
        });
        stage.engine.send(Intent::Submit { ask, secret: false });
        let answer = stage.answer(&json!("f"));
        assert_eq!(answer["result"]["content"], json!({"a": "x"}), "{way}");
        let ask = stage.ask(1);
        let codes = stage.until("its reasons", |it| {
            let reasons = it["asks"][1]["body"]["link"]["judged"]["reasons"].as_array()?;
            let codes = reasons.iter().map(|it| it["code"].clone());
            Some(codes.collect::<Vec<_>>())
        });
        assert!(codes.contains(&json!("this-machine")), "{way}: {codes:?}");
        stage.engine.send(Intent::Decline { ask });
        let ask = stage.ask(2);
        stage.engine.send(Intent::PermissionShown { ask });
        std::thread::sleep(std::time::Duration::from_millis(1_050));
        stage.engine.send(Intent::Choose { ask, option: 0 });
        turn_ended(stage, "end_turn");
        let said = stage.until("the agent's words", |it| {
            let entries = it["sessions"][0]["entries"].as_array()?;
            let agent = entries.iter().find(|it| it["body"]["kind"] == "agent")?;
            agent["body"]["text"].as_str().map(ToOwned::to_owned)
        });
        assert_eq!(said, "hello from afar", "{way}");
        let got = stage.received();
        let initialize = got.iter().find(|it| it["method"] == "initialize").unwrap();
        let can = &initialize["params"]["clientCapabilities"];
        assert!(can.get("fs").is_none() && can.get("terminal").is_none());
        let new = got.iter().find(|it| it["method"] == "session/new").unwrap();
        assert_eq!(new["params"]["cwd"], "/on/the/other/machine");
    });
}

#[test]
fn a_turn_is_stopped_over_the_network() {
    let script = [
        polite(),
        opened(),
        form(&json!("f"), &json!({"a": {"type": "string"}})),
        json!({"expect": {"method": "session/cancel"}}),
        json!({"reply": {"stopReason": "cancelled"}, "to": "prompt"}),
    ];
    with_each(&script, |stage, way| {
        stage.prompt("go");
        let ask = stage.ask(0);
        let session = stage.session();
        stage.engine.send(Intent::StopTurn { session });
        turn_ended(stage, "cancelled");
        let answer = stage.answer(&json!("f"));
        assert_eq!(answer["result"]["action"], "cancel", "{way}");
        stage.status(ask, "cancelled");
    });
}

#[test]
fn an_agent_closed_by_the_person_is_let_go_of() {
    with_each(&[polite()], |stage, _| {
        stage.session();
        let connection = stage.snapshot()["connections"][0]["id"].as_u64().unwrap();
        let connection = ConnectionId(u32::try_from(connection).unwrap());
        stage.engine.send(Intent::StopAgent { connection });
        stage.until("its end", |it| {
            let it = &it["connections"][0];
            let ended = it["status"]["state"] == "ended" && it["status"]["asked"] == true;
            (ended && it["retry"].is_null() && it["trouble"].is_null()).then_some(())
        });
    });
}

#[test]
fn a_dropped_connection_is_said_and_its_session_resumed() {
    let script = [
        able(),
        opened(),
        form(&json!("f"), &json!({"a": {"type": "string"}})),
        json!({"expect_answer": "f", "with": {"result": {"action": "decline"}}}),
        done(),
    ];
    for way in WAYS {
        let stage = Stage::empty();
        let hosted = stage.host(&script, None);
        stage.reach(&hosted.address(way), &[]);
        stage.prompt("first");
        let lost = stage.ask(0);
        hosted.cut();
        stage.status(lost, "lost");
        stage.until("the retry, or what came of it", |it| {
            let all = it["connections"].as_array()?;
            let first = &all[0];
            let told = first["status"]["state"] == "ended" && !first["trouble"].is_null();
            (told && (!first["retry"].is_null() || all.len() > 1)).then_some(())
        });
        // By itself, after a moment.
        stage.until("the session again", |it| {
            let again = it["connections"].as_array()?.len() == 2;
            let open = it["sessions"][0]["head"]["status"]["state"] == "open";
            (again && open).then_some(())
        });
        let resumed = stage.received();
        let resumed = resumed.iter().filter(|it| it["method"] == "session/resume");
        assert_eq!(resumed.count(), 1, "{way}");
        stage.prompt("second");
        let ask = stage.ask(1);
        stage.engine.send(Intent::Decline { ask });
        turn_ended(&stage, "end_turn");
        let entries = stage.snapshot()["sessions"][0]["entries"].clone();
        let said: Vec<_> = entries
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["body"]["kind"] == "user")
            .map(|it| it["body"]["text"].clone())
            .collect();
        assert_eq!(said, ["first", "second"], "{way}");
    }
}

#[test]
fn a_token_is_needed_and_sent() {
    for way in WAYS {
        let stage = Stage::empty();
        let hosted = stage.host(&[polite()], Some("s3cret"));
        stage.reach(&hosted.address(way), &[]);
        let trouble = stage.until("the refusal", |it| {
            let status = &it["connections"][0]["status"];
            (status["state"] == "failed").then(|| status["reason"]["trouble"].clone())
        });
        assert_eq!(
            trouble,
            json!({"code": "not-allowed", "status": 401}),
            "{way}"
        );

        let stage = Stage::empty();
        let hosted = stage.host(&[polite()], Some("s3cret"));
        stage.reach(&hosted.address(way), &[("Authorization", "Bearer s3cret")]);
        stage.session();
        let journal = format!("{:?}", stage.engine.journal());
        assert!(!journal.contains("s3cret"), "{way}");
    }
}
