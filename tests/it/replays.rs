//! Recordings of agents, played to the engine: what is asked is shown and answered, what is said is kept.

use std::path::{Path, PathBuf};

use assent_core::intent::Intent;
use assent_core::view::Draft;
use assent_tests::scripted::log::{self, Direction};
use serde_json::{Value, json};

use crate::stage::Stage;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The prompts of a recording, in order.
fn prompts(recording: &Path) -> Vec<String> {
    log::read(recording)
        .unwrap()
        .into_iter()
        .filter(|line| line.dir == Direction::Received)
        .filter_map(|line| line.msg)
        .filter(|msg| msg["method"] == "session/prompt")
        .map(|msg| {
            let blocks = msg["params"]["prompt"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            let texts = blocks.iter().filter_map(|block| block["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        })
        .collect()
}

/// Answers whatever waits, as a person in a hurry would.
fn answer_what_waits(stage: &Stage, snapshot: &Value) {
    for ask in snapshot["asks"].as_array().into_iter().flatten() {
        if ask["head"]["status"] != "pending" {
            continue;
        }
        let id =
            assent_core::id::AskId(u32::try_from(ask["head"]["id"].as_u64().unwrap()).unwrap());
        match ask["body"]["kind"].as_str().unwrap() {
            "permission" => stage.engine.send(Intent::Choose { ask: id, option: 0 }),
            "form" => {
                let fields = ask["body"]["form"]["fields"].as_array().unwrap();
                for (index, field) in (0u32..).zip(fields) {
                    let draft = match field["kind"].as_str().unwrap() {
                        "choice" => Draft::Option { index: 0 },
                        "multi" => Draft::Options { indices: vec![0] },
                        "boolean" => Draft::YesNo { yes: true },
                        "text" | "multiline" if field["required"] == true => Draft::Text {
                            text: "text".into(),
                        },
                        _ => continue,
                    };
                    stage.engine.send(Intent::SetField {
                        ask: id,
                        index,
                        draft,
                        seq: 1,
                    });
                }
                stage.engine.send(Intent::Submit {
                    ask: id,
                    secret: false,
                });
            }
            "link" => stage.engine.send(Intent::Decline { ask: id }),
            other => panic!("unexpected {other}"),
        }
    }
}

/// The recording without the requests that a person would make by hand elsewhere (modes and the like).
fn talk_only(recording: &Path, folder: &Path) -> PathBuf {
    let lines = log::read(recording).unwrap();
    let mut dropped = Vec::new();
    let mut kept = String::new();
    for line in lines {
        let msg = line.msg.as_ref().unwrap_or(&Value::Null);
        let method = msg["method"].as_str().unwrap_or_default();
        let request =
            line.dir == Direction::Received && msg.get("id").is_some() && !method.is_empty();
        if request && !["initialize", "session/new", "session/prompt"].contains(&method) {
            dropped.push(msg["id"].clone());
            continue;
        }
        let answer = line.dir == Direction::Sent && method.is_empty();
        if answer && dropped.contains(&msg["id"]) {
            continue;
        }
        kept.push_str(&serde_json::to_string(&line).unwrap());
        kept.push('\n');
    }
    let file = folder.join("recording.jsonl");
    std::fs::write(&file, kept).unwrap();
    file
}

/// Plays a recording through to its last prompt; gives the last snapshot.
fn play(recording: &Path) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let recording = &talk_only(recording, folder.path());
    let stage = Stage::replay(recording.to_str().unwrap());
    for prompt in prompts(recording) {
        let session = stage.session();
        stage.engine.send(Intent::Prompt {
            session,
            text: prompt,
        });
        stage.until("the turn's end", |snapshot| {
            let turn = &snapshot["sessions"][0]["head"]["turn"];
            if turn["state"] == "idle" && turn["last"] != Value::Null {
                return Some(());
            }
            answer_what_waits(&stage, snapshot);
            std::thread::sleep(std::time::Duration::from_millis(30));
            None
        });
    }
    let snapshot = stage.snapshot();
    // Whatever was asked got exactly one answer.
    let received = stage.received();
    let asked: Vec<Value> = stage
        .log()
        .into_iter()
        .filter(|line| line["dir"] == "a2c" && line["msg"].get("method").is_some())
        .filter_map(|line| line["msg"].get("id").cloned())
        .collect();
    for id in asked {
        let answers = received
            .iter()
            .filter(|msg| msg["id"] == id && msg.get("method").is_none());
        assert!(answers.count() >= 1, "{id} was not answered: {received:#?}");
    }
    snapshot
}

#[test]
fn recordings_of_the_demo_agent() {
    for name in ["demo-form", "demo-sign-in"] {
        let snapshot = play(&folder(&format!("recordings/{name}.jsonl")));
        let kinds: Vec<&str> = snapshot["asks"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|ask| ask["body"]["kind"].as_str())
            .collect();
        assert!(!kinds.is_empty(), "{name} asked nothing");
    }
}

#[test]
fn recordings_of_real_agents_where_they_are_at_hand() {
    let shared = folder("../../shared/agents/recordings");
    if !shared.exists() {
        println!("skipped: ../shared/agents/recordings is not there");
        return;
    }
    // Agents with a form in their recording, and the names of its rows as they must be drawn.
    let check = |name: &str, ask: usize, expected: Value| {
        let snapshot = play(&shared.join(format!("{name}.jsonl")));
        let forms: Vec<Value> = snapshot["asks"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["body"]["kind"] == "form")
            .map(|it| {
                let fields = it["body"]["form"]["fields"].as_array().unwrap();
                fields.iter().map(|field| field["name"].clone()).collect()
            })
            .collect();
        assert_eq!(forms.get(ask), Some(&expected), "{name}: {forms:?}");
    };
    check(
        "claude-agent-acp-elicit",
        0,
        json!(["question_0", "question_1"]),
    );
    check("codex-acp-elicit", 1, json!(["zdb", "auth"]));
}
