//! What an agent asks the client itself to do, over real pipes: files and terminals.

use assent_core::intent::Intent;
use serde_json::{Value, json};

use crate::stage::{Stage, opened, polite};

fn send(id: i64, method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["sessionId"] = json!("s1");
    json!({"send": {"id": id, "method": method, "params": params}})
}

/// Plays a turn in a folder that is known before the script is.
fn play(steps: impl Fn(&str) -> Vec<Value>) -> Stage {
    let stage = Stage::empty();
    let folder = stage.folder.path().canonicalize().unwrap();
    let mut script = vec![polite(), opened()];
    script.extend(steps(folder.to_str().unwrap()));
    stage.follow(&script);
    stage.prompt("go");
    stage
}

#[test]
fn files_and_terminals_are_advertised() {
    let stage = Stage::play(&[polite()]);
    stage.session();
    let capabilities = &stage.received()[0]["params"]["clientCapabilities"];
    let fs = json!({"readTextFile": true, "writeTextFile": true});
    assert_eq!(capabilities["fs"], fs);
    assert_eq!(capabilities["terminal"], true);
}

#[test]
fn a_file_is_written_and_read_back() {
    let stage = play(|folder| {
        let path = format!("{folder}/new/a.txt");
        let written = json!({"path": path, "content": "one\ntwo\n"});
        vec![
            send(1, "fs/write_text_file", &written),
            send(2, "fs/read_text_file", &json!({"path": path, "line": 2})),
            send(
                3,
                "fs/read_text_file",
                &json!({"path": format!("{folder}/b")}),
            ),
        ]
    });
    assert_eq!(stage.answer(&json!(1))["result"], json!({}));
    assert_eq!(
        stage.answer(&json!(2))["result"],
        json!({"content": "two\n"})
    );
    assert_eq!(stage.answer(&json!(3))["error"]["code"], -32002);
}

#[test]
fn the_person_decides_about_a_file_outside_the_folder() {
    let elsewhere = tempfile::tempdir().unwrap();
    let secret = elsewhere.path().canonicalize().unwrap().join("secret");
    std::fs::write(&secret, "outside").unwrap();
    let path = json!({"path": secret});
    let stage = play(|_| {
        vec![
            send(1, "fs/read_text_file", &path),
            send(2, "fs/read_text_file", &path),
        ]
    });
    let (first, second) = (stage.ask(0), stage.ask(1));
    let choose = |ask, option| stage.engine.send(Intent::Choose { ask, option });
    choose(first, 0);
    choose(second, 1);
    assert_eq!(
        stage.answer(&json!(1))["result"],
        json!({"content": "outside"})
    );
    let error = stage.answer(&json!(2))["error"].clone();
    assert_eq!(error["code"], -32603);
    assert_eq!(error["data"], json!({"reason": "refused"}));
}

#[test]
fn a_command_runs_in_a_terminal_and_stays_to_be_seen() {
    let by_id = json!({"terminalId": "$made.result.terminalId"});
    let stage = play(|_| {
        let create = json!({"command": "printf '\\033[31mred\\033[0m\\n'; exit 3"});
        let shown = json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Run",
            "content": [{"type": "terminal", "terminalId": "$made.result.terminalId"}]});
        vec![
            send(1, "terminal/create", &create),
            json!({"expect": {"id": 1, "result": {}}, "as": "made"}),
            json!({"send": {"method": "session/update", "params": {"sessionId": "s1", "update": shown}}}),
            send(2, "terminal/wait_for_exit", &by_id),
            json!({"expect_answer": 2}),
            send(3, "terminal/output", &by_id),
            send(4, "terminal/release", &by_id),
            send(5, "terminal/output", &by_id),
        ]
    });
    let status = json!({"exitCode": 3, "signal": null});
    assert_eq!(stage.answer(&json!(2))["result"], status);
    let expected = json!({"output": "red\n", "truncated": false, "exitStatus": status});
    assert_eq!(stage.answer(&json!(3))["result"], expected);
    assert_eq!(stage.answer(&json!(4))["result"], json!({}));
    assert_eq!(stage.answer(&json!(5))["error"]["code"], -32002);
    stage.until("the terminal after its release", |it| {
        let session = &it["sessions"][0];
        let terminal = &session["terminals"][0];
        let run = &terminal["lines"][0]["runs"][0];
        let shown = session["entries"].as_array()?.iter().any(|entry| {
            entry["body"]["tool"]["content"][0] == json!({"type": "terminal", "id": terminal["id"]})
        });
        let seen =
            terminal["released"] == true && terminal["exit"] == json!({"code": 3, "signal": null});
        (shown && seen && run["text"] == "red" && run["look"]["ink"] == 1).then_some(())
    });
}

#[test]
fn a_terminal_ends_with_the_program() {
    let stage = play(|folder| {
        let command = format!("echo $$ > {folder}/pid; sleep 1000");
        vec![send(1, "terminal/create", &json!({"command": command}))]
    });
    let file = stage.folder.path().join("pid");
    let leader = stage.until("the command's number", |_| {
        let text = std::fs::read_to_string(&file).ok()?;
        text.ends_with('\n').then(|| text.trim().to_owned())
    });
    let runs = || std::path::Path::new("/proc").join(&leader).exists();
    assert!(runs());
    stage.quit();
    let started = std::time::Instant::now();
    while runs() {
        assert!(started.elapsed().as_secs() < 10, "{leader} runs");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
