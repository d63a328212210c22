//! The scripted agent as a process: what its unit tests cannot see.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assent_tests::scripted::{LOG_VARIABLE, log};
use serde_json::{Value, json};

struct Agent {
    child: Child,
    folder: tempfile::TempDir,
}

impl Agent {
    /// Starts the agent with this script.
    fn start(script: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("script.jsonl");
        std::fs::write(&path, script.join("\n")).expect("a script");
        Self::with(folder, &[&path])
    }

    fn with(folder: tempfile::TempDir, arguments: &[&Path]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_scripted-agent"))
            .args(arguments)
            .env(LOG_VARIABLE, folder.path().join("log.jsonl"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("an agent");
        Self { child, folder }
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log.jsonl")
    }

    fn say(&mut self, message: &Value) {
        let input = self.child.stdin.as_mut().expect("an open input");
        writeln!(input, "{message}").expect("an agent that reads");
    }

    /// Closes the input and gives the exit code and what was said on standard error.
    fn leave(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let output = self.child.wait_with_output().expect("an end");
        (
            output.status.code(),
            String::from_utf8(output.stderr).expect("words"),
        )
    }
}

/// How a script ends when the client only closes the input.
fn check(script: &[&str], code: i32, reason: &str) {
    let (ended, stderr) = Agent::start(script).leave();
    assert_eq!(ended, Some(code), "{script:?}: {stderr}");
    assert!(
        stderr.contains(reason),
        "{stderr:?} does not say {reason:?}"
    );
}

#[test]
fn exit_codes() {
    check(&[], 0, "");
    check(&[r#"{"exit": 5}"#], 5, "");
    check(
        &[r#"{"expect": {"method": "initialize"}}"#],
        70,
        "the input was closed",
    );
    check(
        &["# a remark", r#"{"expected": {}}"#],
        64,
        "line 2: this says nothing",
    );
}

#[test]
fn what_was_received_is_in_the_log_before_the_answer_is_out() {
    let mut agent = Agent::start(&[
        r#"{"expect": {"method": "initialize"}}"#,
        r#"{"reply": {"protocolVersion": 1}}"#,
        r#"{"wait_ms": 60000}"#,
    ]);
    let hello = json!({"jsonrpc": "2.0", "id": "a", "method": "initialize"});
    agent.say(&hello);
    let mut answer = String::new();
    let output = agent.child.stdout.as_mut().unwrap();
    BufReader::new(output).read_line(&mut answer).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        answer,
        json!({"jsonrpc": "2.0", "id": "a", "result": {"protocolVersion": 1}})
    );
    assert_eq!(log::received(&agent.log()).unwrap(), [hello]);
    assert_eq!(agent.leave().0, Some(0));
}

#[cfg(unix)]
#[test]
fn an_agent_without_output_lives_on() {
    let mut agent = Agent::start(&[r#"{"close_stdout": true}"#]);
    let mut rest = String::new();
    let output = agent.child.stdout.as_mut().unwrap();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert_eq!(agent.child.try_wait().unwrap(), None);
    assert_eq!(agent.leave().0, Some(0));
}

#[test]
fn an_agent_may_ignore_that_its_input_is_closed() {
    let mut agent = Agent::start(&[
        r#"{"ignore_stdin_close": true}"#,
        r#"{"wait_ms": 300}"#,
        r#"{"exit": 6}"#,
    ]);
    drop(agent.child.stdin.take());
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(agent.child.try_wait().unwrap(), None);
    assert_eq!(agent.leave().0, Some(6));
}

#[test]
fn a_recording_is_replayed() {
    let recording = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/demo-form.jsonl");
    let folder = tempfile::tempdir().unwrap();
    let mut agent = Agent::with(folder, &[Path::new("--replay"), &recording]);
    let lines = log::read(&recording).unwrap();
    for line in lines
        .iter()
        .filter(|line| line.dir == log::Direction::Received)
    {
        agent.say(line.msg.as_ref().unwrap());
    }
    let log = agent.log();
    drop(agent.child.stdin.take());
    let sent = BufReader::new(agent.child.stdout.take().unwrap())
        .lines()
        .count();
    assert_eq!(agent.child.wait().unwrap().code(), Some(0));
    let count = |path: &Path| {
        let lines = log::read(path).unwrap().into_iter();
        lines
            .filter(|line| line.dir == log::Direction::Sent)
            .count()
    };
    assert_eq!(sent, count(&recording));
    assert_eq!(sent, count(&log));
}
