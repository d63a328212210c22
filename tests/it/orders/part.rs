//! The agent's part, played by the test over the pipes of a real process.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was said to the agent, and the way to answer.
pub struct Part {
    to_engine: TcpStream,
    lines: Receiver<Value>,
    got: Vec<Value>,
    /// The prompt that runs.
    turn: Option<Value>,
    /// A session was opened.
    pub opened: bool,
    /// The engine has closed the agent's input.
    pub closed: bool,
}

impl Part {
    /// Where the agent's process will call.
    pub fn listen() -> TcpListener {
        TcpListener::bind(("127.0.0.1", 0)).unwrap()
    }

    /// Takes the call.
    pub fn take(listener: &TcpListener) -> Self {
        listener.set_nonblocking(true).unwrap();
        let started = Instant::now();
        let to_engine = loop {
            if let Ok((stream, _)) = listener.accept() {
                break stream;
            }
            assert!(started.elapsed() < PATIENCE, "no agent was started");
            std::thread::sleep(Duration::from_millis(5));
        };
        to_engine.set_nonblocking(false).unwrap();
        let reading = to_engine.try_clone().unwrap();
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(&reading).lines() {
                let Ok(line) = line else { break };
                let message = serde_json::from_str(&line).expect("a message");
                if sender.send(message).is_err() {
                    break;
                }
            }
            // The agent ends when its input does.
            reading.shutdown(Shutdown::Both).ok();
        });
        Self {
            to_engine,
            lines,
            got: Vec::new(),
            turn: None,
            opened: false,
            closed: false,
        }
    }

    /// Says something; nobody may be there to hear it any more.
    pub fn say(&mut self, message: &Value) {
        self.to_engine
            .write_all(format!("{message}\n").as_bytes())
            .ok();
    }

    pub fn notify(&mut self, method: &str, params: &Value) {
        self.say(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn respond(&mut self, id: &Value, result: &Value) {
        self.say(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    /// Leaves without a word.
    pub fn leave(&mut self) {
        self.to_engine.shutdown(Shutdown::Both).ok();
    }

    /// The turn is over, if one runs.
    pub fn end_turn(&mut self) {
        if let Some(id) = self.turn.take() {
            self.respond(&id, &json!({"stopReason": "end_turn"}));
        }
    }

    /// Takes what has come.
    pub fn hear(&mut self) {
        while let Ok(message) = self.lines.try_recv() {
            self.take_in(message);
        }
    }

    /// Takes what comes until something holds.
    pub fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let started = Instant::now();
        while !holds(self) {
            match self.lines.recv_timeout(Duration::from_millis(200)) {
                Ok(message) => self.take_in(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.closed = true,
            }
            let patient = started.elapsed() < PATIENCE && (!self.closed || holds(self));
            assert!(patient, "waited for {what}: {:#?}", self.got);
        }
    }

    fn take_in(&mut self, message: Value) {
        let id = message["id"].clone();
        match message["method"].as_str() {
            Some("initialize") => self.respond(&id, &json!({"protocolVersion": 1})),
            Some("session/new") => {
                self.respond(&id, &json!({"sessionId": "s1"}));
                self.opened = true;
            }
            Some("session/prompt") => self.turn = Some(id),
            Some("session/cancel") => {
                if let Some(id) = self.turn.take() {
                    self.respond(&id, &json!({"stopReason": "cancelled"}));
                }
            }
            _ => {}
        }
        self.got.push(message);
    }

    fn answers_to<'a>(&'a self, id: &'a Value) -> impl Iterator<Item = &'a Value> {
        let all = self.got.iter().filter(|it| it.get("method").is_none());
        all.filter(move |it| it["id"] == *id)
    }

    /// How often a request was answered.
    pub fn answers(&self, id: &Value) -> usize {
        self.answers_to(id).count()
    }

    /// The error it was answered with.
    pub fn error<'a>(&'a self, id: &'a Value) -> Option<&'a Value> {
        self.answers_to(id).find_map(|it| it.get("error"))
    }

    /// Answers to what nobody asked.
    pub fn unasked(&self, asked: &[Value]) -> Vec<&Value> {
        let answers = self.got.iter().filter(|it| it.get("method").is_none());
        answers.filter(|it| !asked.contains(&it["id"])).collect()
    }
}
