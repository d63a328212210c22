//! Recordings replayed to a client that numbers its requests in another way.

use std::path::Path;

use super::super::player::tests::{Spoken, play_steps};
use super::*;
use serde_json::json;

const RECORDING: &str = r#"{"t": 0.0, "dir": "note", "raw": "started"}
{"t": 0.1, "dir": "c2a", "msg": {"id": 0, "method": "initialize"}}
{"t": 0.2, "dir": "a2c", "msg": {"id": 0, "result": {"price": "$5.00, {n} pieces"}}}
{"t": 0.3, "dir": "c2a", "msg": {"id": 1, "method": "session/prompt"}}
{"t": 0.4, "dir": "a2c-nonjson", "raw": "a stray line"}
{"t": 0.5, "dir": "a2c", "msg": {"id": 0, "method": "elicitation/create"}}
{"t": 0.6, "dir": "c2a", "msg": {"method": "session/cancel"}}
{"t": 0.7, "dir": "a2c", "msg": {"method": "$/cancel_request", "params": {"requestId": 0}}}
{"t": 0.8, "dir": "c2a", "msg": {"id": 0, "error": {"code": -32800}}}
{"t": 0.9, "dir": "a2c", "msg": {"id": 1, "result": {"stopReason": "cancelled"}}}
"#;

/// Replays to a client that says this, and gives what the agent wrote and how it ended.
fn replay(recording: &str, client: Vec<Value>) -> (Vec<String>, String) {
    let script = steps(recording, false).unwrap();
    let (ending, world, _) = play_steps(&script, Spoken::messages(client));
    let output = String::from_utf8(world.output).unwrap();
    (output.lines().map(str::to_owned).collect(), ending)
}

#[test]
fn answers_carry_the_ids_of_this_client() {
    let (written, ending) = replay(
        RECORDING,
        vec![
            json!({"id": "a", "method": "initialize"}),
            json!({"id": "b", "method": "session/list"}),
            json!({"id": "c", "method": "session/prompt"}),
            json!({"id": 0, "result": {"action": "cancel"}}),
            json!({"method": "session/cancel"}),
        ],
    );
    assert_eq!(
        written,
        [
            r#"{"jsonrpc":"2.0","id":"a","result":{"price":"$5.00, {n} pieces"}}"#,
            r#"{"jsonrpc":"2.0","id":"b","error":{"code":-32601,"message":"Method not found"}}"#,
            "a stray line",
            r#"{"id":0,"method":"elicitation/create"}"#,
            r#"{"method":"$/cancel_request","params":{"requestId":0}}"#,
            r#"{"jsonrpc":"2.0","id":"c","result":{"stopReason":"cancelled"}}"#,
        ]
    );
    assert_eq!(ending, "exit 0");
}

#[test]
fn a_client_that_does_not_answer_is_told_of() {
    let (_, ending) = replay(
        RECORDING,
        vec![
            json!({"id": 8, "method": "initialize"}),
            json!({"id": 9, "method": "session/prompt"}),
            json!({"method": "session/cancel"}),
        ],
    );
    assert!(ending.contains("the input was closed"), "{ending}");
}

#[test]
fn a_timed_replay_waits_as_long_as_the_agent_did() {
    let waits: Vec<Duration> = steps(
        "{\"t\": 1.5, \"dir\": \"a2c\", \"msg\": {}}\n{\"t\": 90, \"dir\": \"stderr\", \"raw\": \"\"}",
        true,
    )
    .unwrap()
    .iter()
    .filter_map(|step| match step {
        Step::Wait(time) => Some(*time),
        _ => None,
    })
    .collect();
    assert_eq!(waits, [Duration::from_millis(1500), Duration::from_secs(2)]);
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    for (recording, line) in [
        ("{\"t\": 0, \"dir\": \"note\"}\nnonsense", 2),
        ("{\"t\": 0, \"dir\": \"c2a\"}", 1),
        ("{\"t\": 0, \"dir\": \"c2a\", \"msg\": {}}", 1),
        ("{\"t\": 0, \"dir\": \"a2c-raw\", \"raw\": \"x\"}", 1),
    ] {
        assert_eq!(steps(recording, false).unwrap_err().line, line);
    }
}

/// Replays a recording to the client in it and compares with the agent in it.
fn check_against_itself(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = log::lines(&text).unwrap();
    let of = |wanted: Direction| {
        let lines = lines.iter().filter(move |line| line.dir == wanted);
        lines.filter_map(|line| line.msg.clone())
    };
    let client: Vec<Value> = of(Direction::Received).collect();
    assert!(!client.is_empty(), "{}", path.display());
    let (written, ending) = replay(&text, client);
    assert_eq!(ending, "exit 0", "{}", path.display());
    let written: Vec<Value> = written
        .iter()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let recorded: Vec<Value> = of(Direction::Sent).collect();
    assert_eq!(written.len(), recorded.len(), "{}", path.display());
    for (written, recorded) in written.iter().zip(&recorded) {
        assert_eq!(written, recorded, "{}", path.display());
    }
}

#[test]
fn the_recordings_of_this_project_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        check_against_itself(&entry.unwrap().path());
        count += 1;
    }
    assert!(count >= 2);
}

#[test]
fn the_recordings_of_real_agents_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/agents/recordings");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: there are no recordings of real agents here");
        return;
    };
    for entry in entries {
        check_against_itself(&entry.unwrap().path());
    }
}
