#![cfg(unix)]

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use assent_core::effect::Attention;
use assent_core::event::AgentConfig;
use assent_core::id::{AgentId, AskId};
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use assent_core::view::HandoffFailure;
use serde_json::Value;

use super::*;
use crate::queue::next_event;
use crate::{Engine, HelperProgram, Saved, SystemTimes};

/// A desktop that writes down what it is asked for, and fails when it is to.
struct Desktop {
    copied: Mutex<Vec<String>>,
    waiting: Mutex<Sender<u32>>,
}

impl Host for Desktop {
    fn copy(&self, text: &str) -> bool {
        assert_ne!(text, "panic", "a desktop that fails");
        self.copied.lock().unwrap().push(text.to_owned());
        text != "refused"
    }

    fn save(&self, _name: &str, _text: &str) -> std::io::Result<Saved> {
        Ok(Saved::NotWanted)
    }

    fn agree(&self, _to: &assent_core::settings::Agreement) -> bool {
        true
    }

    fn choose_folder(&self) -> Option<std::path::PathBuf> {
        None
    }

    fn choose(&self, _folders: bool) -> Vec<std::path::PathBuf> {
        Vec::new()
    }

    fn attention(&self, now: &Attention) {
        self.waiting.lock().unwrap().send(now.waiting).unwrap();
        assert_ne!(now.waiting, 13, "a desktop that fails");
    }
}

struct Bench {
    folder: tempfile::TempDir,
    desktop: Arc<Desktop>,
    waiting: Receiver<u32>,
}

fn bench() -> Bench {
    let (sender, waiting) = channel();
    Bench {
        folder: tempfile::tempdir().unwrap(),
        desktop: Arc::new(Desktop {
            copied: Mutex::default(),
            waiting: Mutex::new(sender),
        }),
        waiting,
    }
}

impl Bench {
    fn options(&self) -> Options {
        Options {
            data_dir: self.folder.path().join("data"),
            version: "0".to_owned(),
            helper: HelperProgram {
                program: "/no/such/program".into(),
                args: Vec::new(),
            },
            host: Arc::clone(&self.desktop) as Arc<dyn Host>,
            keyring: false,
            time: Arc::new(SystemTimes),
        }
    }

    fn actor(&self) -> (Actor, mpsc::UnboundedReceiver<Message>) {
        let (queue, messages) = mpsc::unbounded_channel();
        let actor = Actor::new(self.options(), Clock::default(), queue, Journal::default());
        (actor, messages)
    }

    fn agent(&self, script: &str) -> AgentConfig {
        AgentConfig {
            id: AgentId(1),
            name: "Test".to_owned(),
            command: vec!["/bin/sh".to_owned(), "-c".to_owned(), script.to_owned()],
            env: Vec::new(),
            secrets: Vec::new(),
            cwd: self.folder.path().to_str().unwrap().to_owned(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        }
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

async fn next(messages: &mut mpsc::UnboundedReceiver<Message>) -> EventKind {
    next_event(messages).await.expect("an event")
}

#[tokio::test]
async fn what_is_copied_is_told_even_when_the_desktop_fails() {
    let bench = bench();
    let (mut actor, mut messages) = bench.actor();
    for (text, expected) in [("a\nb", true), ("refused", false), ("panic", false)] {
        let text = text.to_owned();
        actor.carry_out(Effect::Copy { text });
        let event = next(&mut messages).await;
        assert!(matches!(event, EventKind::Copied { ok } if ok == expected));
    }
    assert_eq!(*bench.desktop.copied.lock().unwrap(), ["a\nb", "refused"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desktop_hears_what_waits_and_one_that_fails_hears_the_next() {
    let bench = bench();
    let (mut actor, _messages) = bench.actor();
    for waiting in [1, 13, 2] {
        actor.carry_out(Effect::Attention(Attention {
            waiting,
            ..Attention::default()
        }));
        let patience = Duration::from_secs(60);
        assert_eq!(bench.waiting.recv_timeout(patience), Ok(waiting));
    }
}

#[tokio::test]
async fn a_handoff_that_fails_is_told_once() {
    let bench = bench();
    let (mut actor, mut messages) = bench.actor();
    for id in 1..=2 {
        actor.carry_out(Effect::HandOff {
            ask: AskId(id),
            address: "https://example.com/".to_owned(),
        });
    }
    for id in 1..=2 {
        let event = next(&mut messages).await;
        let failed = Err(HandoffFailure::Helper);
        assert!(matches!(
            event,
            EventKind::HandedOff { ask, result } if ask == AskId(id) && result == failed
        ));
    }
    assert!(messages.try_recv().is_err());
}

#[tokio::test]
async fn effects_for_a_connection_that_is_gone_do_nothing() {
    let bench = bench();
    let (mut actor, _messages) = bench.actor();
    let connection = ConnectionId(9);
    actor.carry_out(Effect::Stop { connection });
    actor.carry_out(Effect::Answer {
        connection,
        key: RequestKey(1),
        outcome: Ok(Value::Null),
    });
    assert!(actor.next.is_empty() && actor.connections.is_empty());
}

#[tokio::test]
async fn quitting_ends_the_processes_and_writes_what_was_answered() {
    let bench = bench();
    let engine = Engine::start(bench.options());
    let script = r#"
        echo $$ > pid
        printf '{"jsonrpc":"2.0","id":"unknown","method":"x/y"}\n'
        while read line; do echo "$line" >> lines; done
        echo closed >> lines"#;
    engine.configure(bench.agent(script));
    engine.send(Intent::NewSession { agent: AgentId(1) });
    let deadline = Instant::now() + Duration::from_secs(60);
    while !bench.file("lines").contains("-32601") {
        assert!(Instant::now() < deadline, "{}", bench.file("lines"));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(bench.file("lines").contains(r#""method":"initialize""#));
    let began = Instant::now();
    engine.quit().await;
    assert!(began.elapsed() < Duration::from_secs(6));
    assert!(bench.file("lines").ends_with("closed\n"));
    assert!(
        !std::path::Path::new("/proc")
            .join(bench.file("pid").trim())
            .exists()
    );
    // Nothing is left that could answer, and asking again does not hang.
    engine.send(Intent::NewSession { agent: AgentId(1) });
    engine.quit().await;
}

#[tokio::test]
async fn an_engine_with_nothing_open_quits_at_once_also_twice() {
    let bench = bench();
    let engine = Engine::start(bench.options());
    let began = Instant::now();
    tokio::join!(engine.quit(), engine.quit());
    assert!(began.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn a_subscriber_sees_the_agent_that_was_configured() {
    let bench = bench();
    let engine = Engine::start(bench.options());
    let (sender, mut seen) = mpsc::unbounded_channel();
    let sink = move |json: &str| {
        sender
            .send(serde_json::from_str::<Value>(json).unwrap())
            .is_ok()
    };
    engine.subscribe(Page::all(PageId(1)), Box::new(sink));
    engine.configure(bench.agent("exit 0"));
    let snapshot = seen.recv().await.unwrap();
    assert_eq!(snapshot["is"], "snapshot");
    assert_eq!(snapshot["snapshot"]["rev"], 0);
    let patch = seen.recv().await.unwrap();
    assert_eq!(
        (&patch["is"], &patch["patch"]["rev"]),
        (&"patch".into(), &1.into())
    );
    assert_eq!(patch["patch"]["ops"][0]["agents"][0]["name"], "Test");
    engine.quit().await;
}
