//! Processes that are killed in the middle of a turn: what is there afterwards.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assent_core::event::AgentConfig;
use assent_core::id::AgentId;
use assent_core::intent::{Find, Intent};
use assent_core::view::Draft;
use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::stage::{Stage, form, opened};

const PATIENCE: Duration = Duration::from_secs(60);

/// An agent that can resume, has begun to answer and runs a command.
fn script() -> Vec<Value> {
    vec![
        json!({"auto": {
            "initialize": {"protocolVersion": 1, "agentCapabilities": {"sessionCapabilities": {"resume": {}}}},
            "session/new": {"sessionId": "s1"},
            "session/resume": {},
        }}),
        opened(),
        json!({"send": {"method": "session/update", "params": {"sessionId": "s1", "update": {
            "sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "first words"}}}}}),
        json!({"send": {"id": 2, "method": "terminal/create", "params": {
            "sessionId": "s1", "command": "echo ebb and flow; sleep 1000"}}}),
        json!({"expect": {"id": 2, "result": {}}, "as": "made"}),
        json!({"send": {"method": "session/update", "params": {"sessionId": "s1", "update": {
            "sessionUpdate": "tool_call", "toolCallId": "t", "title": "Run",
            "content": [{"type": "terminal", "terminalId": "$made.result.terminalId"}]}}}}),
        form(&json!(1), &json!({"name": {"type": "string"}})),
        json!({"expect_answer": 1}),
    ]
}

fn write_script(folder: &Path) -> String {
    let file = folder.join("script.jsonl");
    let lines: Vec<String> = script().iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    file.to_string_lossy().into_owned()
}

fn kill(pid: &str) {
    let killed = Command::new("kill").args(["-9", pid]).status().unwrap();
    assert!(killed.success());
}

fn waits_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "waited for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[cfg(unix)]
fn an_agent_that_is_killed_in_a_turn_is_restarted_with_its_session() {
    let stage = Stage::empty();
    let folder = stage.folder.path();
    let (file, pid) = (write_script(folder), folder.join("pid"));
    let agent = env!("CARGO_BIN_EXE_scripted-agent");
    let shell = format!("echo $$ > '{}'; exec '{agent}' '{file}'", pid.display());
    stage.engine.configure(AgentConfig {
        id: AgentId(1),
        name: "Tester".into(),
        command: ["sh", "-c", &shell].map(ToOwned::to_owned).to_vec(),
        env: Vec::new(),
        secrets: Vec::new(),
        cwd: folder.to_string_lossy().into_owned(),
        folders: Vec::new(),
        forms: true,
        links: true,
        remote: None,
    });
    stage.engine.send(Intent::NewSession { agent: AgentId(1) });
    stage.prompt("go");
    let ask = stage.ask(0);
    let session = stage.session();
    stage.engine.send(Intent::SetField {
        ask,
        index: 0,
        draft: Draft::Text { text: "Ann".into() },
        seq: 1,
    });
    let text = "what I write next".to_owned();
    stage.engine.send(Intent::Compose {
        session,
        text,
        seq: 1,
    });
    let is_seen = |it: &Value| {
        let terminal = &it["sessions"][0]["terminals"][0];
        let line = &terminal["lines"][0]["runs"][0]["text"];
        (line == "ebb and flow").then(|| terminal["exit"].clone())
    };
    let exit = stage.until("the terminal", is_seen);
    assert_eq!(exit, Value::Null, "its command runs");
    kill(std::fs::read_to_string(&pid).unwrap().trim());
    stage.status(ask, "lost");
    let connection = stage.until("the connection", |it| it["connections"][0]["id"].as_u64());
    let connection = assent_core::id::ConnectionId(u32::try_from(connection).unwrap());
    stage.engine.send(Intent::RestartAgent { connection });
    assert_eq!(stage.session(), session, "the same session");
    let snapshot = stage.snapshot();
    let session = &snapshot["sessions"][0];
    assert_eq!(session["head"]["composer"], "what I write next");
    assert!(session["entries"].to_string().contains("first words"));
    assert!(is_seen(&snapshot).is_some(), "the terminal is there");
    assert_eq!(snapshot["connections"].as_array().unwrap().len(), 2);
    assert!(
        snapshot["asks"].to_string().contains("Ann"),
        "the draft is there"
    );
    // It can be talked to.
    stage.prompt("again");
    stage.status(stage.ask(1), "pending");
}

/// A program that serves, and the way to it.
struct Served {
    child: Child,
    address: String,
    token: String,
}

impl Served {
    fn start(data: &Path, agent: &str, idle: bool) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_serve"));
        command.args(["--agent", agent, "--data-dir"]).arg(data);
        command.arg("--cwd").arg(data);
        if idle {
            command.arg("--idle");
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        Self {
            child,
            address: format!("ws://127.0.0.1:{}", told["port"]),
            token: told["token"].as_str().unwrap().to_owned(),
        }
    }

    /// Sends an intent, if there is one, and gives the snapshot from before.
    fn talk(&self, intent: Option<&Intent>) -> Value {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let place = self.address.trim_start_matches("ws://");
            let stream = tokio::net::TcpStream::connect(place).await.unwrap();
            let (mut socket, _) = tokio_tungstenite::client_async(&self.address, stream)
                .await
                .unwrap();
            let hello = json!({"token": self.token}).to_string();
            socket.send(Message::text(hello)).await.unwrap();
            let first = socket.next().await.unwrap().unwrap();
            let down: Value = serde_json::from_str(first.to_text().unwrap()).unwrap();
            if let Some(intent) = intent {
                let text = serde_json::to_string(intent).unwrap();
                socket.send(Message::text(text)).await.unwrap();
            }
            socket.close(None).await.ok();
            // Until the other side has read it all.
            while let Some(Ok(_)) = socket.next().await {}
            down["snapshot"].clone()
        })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn a_program_that_is_killed_in_a_turn_has_its_transcript_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let agent = format!(
        "'{}' '{}'",
        env!("CARGO_BIN_EXE_scripted-agent"),
        write_script(folder.path())
    );
    let mut served = Served::start(folder.path(), &agent, false);
    let session = waits_for("an open session", || {
        let snapshot = served.talk(None);
        let head = &snapshot["sessions"][0]["head"];
        (head["status"]["state"] == "open").then(|| head["id"].as_u64())?
    });
    served.talk(Some(&Intent::Prompt {
        session: assent_core::id::SessionKey(u32::try_from(session).unwrap()),
        text: "what I asked".into(),
    }));
    let kept = folder.path().join("sessions");
    waits_for("the transcript on disk", || {
        // What is being written has another name until it is whole.
        let whole = |it: &Path| it.extension().is_some_and(|it| it == "json");
        let files = std::fs::read_dir(&kept).ok()?.flatten();
        files
            .map(|it| it.path())
            .filter(|it| whole(it))
            .any(|it| std::fs::read_to_string(it).is_ok_and(|it| it.contains("first words")))
            .then_some(())
    });
    served.child.kill().unwrap();
    served.child.wait().unwrap();

    let served = Served::start(folder.path(), &agent, true);
    let session = waits_for("the session", || {
        let snapshot = served.talk(None);
        let session = snapshot["sessions"][0].clone();
        session["head"].is_object().then_some(session)
    });
    assert_eq!(session["entries"], json!([]), "nobody has looked at it");
    let id = session["head"]["id"].as_u64().unwrap();
    let session = assent_core::id::SessionKey(u32::try_from(id).unwrap());
    served.talk(Some(&Intent::Find(Find::Transcript { session })));
    let session = waits_for("the transcript", || {
        let snapshot = served.talk(None);
        let session = snapshot["sessions"][0].clone();
        (session["head"]["shelved"] == false).then_some(session)
    });
    assert_eq!(session["head"]["status"]["state"], "disconnected");
    assert_eq!(session["head"]["agent"], 1);
    let entries = session["entries"].to_string();
    assert!(entries.contains("what I asked") && entries.contains("first words"));
}
