//! Random orders of events on the engine, over the pipes of real processes: every request is answered once, none
//! after that, no ask is left open on a dead connection, ids `1` and `"1"` are two, and no page is opened that
//! nobody agreed to.

#![cfg(unix)]

mod dice;
mod part;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use assent_core::event::AgentConfig;
use assent_core::id::{AgentId, AskId, ConnectionId, SessionKey};
use assent_core::intent::Intent;
use assent_core::view::Draft;
use assent_tests::proof::Figures;
use serde_json::{Value, json};

use crate::handoff::recorder;
use crate::stage::Stage;
use dice::Dice;
use part::Part;

/// How many orders are tried.
const ORDERS: u64 = 240;
/// How many of them one engine sees, the last of which ends it.
const TOGETHER: u64 = 12;
/// How many engines run side by side.
const SIDE_BY_SIDE: u64 = 4;

#[test]
fn every_request_over_a_pipe_is_answered_once() {
    let next = AtomicU64::new(0);
    let answered = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(TOGETHER, Ordering::Relaxed);
                    if first >= ORDERS {
                        return;
                    }
                    let count = some_orders(first);
                    answered.fetch_add(count, Ordering::Relaxed);
                }
            });
        }
    });
    Figures {
        name: "orders of events over pipes",
        runs: ORDERS,
        answered: answered.into_inner(),
        ..Figures::default()
    }
    .note();
}

/// Runs orders with one engine; gives how many requests were answered.
fn some_orders(first: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let (browser, opened) = recorder(folder.path());
    let stage = Stage::with_browser(Some(&browser));
    std::fs::write(stage.folder.path().join("notes.txt"), "words").unwrap();
    let mut agreed = Vec::new();
    let mut answered = 0;
    for seed in first..first + TOGETHER {
        let mut order = Order::begin(&stage, seed);
        order.run();
        let last = seed + 1 == first + TOGETHER;
        answered += order.end(last);
        agreed.append(&mut order.agreed);
    }
    drop(stage);
    // The last browser may still be writing.
    std::thread::sleep(std::time::Duration::from_millis(100));
    for address in lines(&opened) {
        assert!(agreed.contains(&address), "{address} was opened unasked");
    }
    answered
}

fn lines(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(ToOwned::to_owned).collect()
}

/// One order: an agent, its session, and what happens.
struct Order<'a> {
    stage: &'a Stage,
    seed: u64,
    dice: Dice,
    part: Part,
    connection: ConnectionId,
    session: SessionKey,
    folder: PathBuf,
    /// Requests so far, by their ids as written.
    asked: Vec<Value>,
    /// Ids that were taken back.
    taken_back: Vec<Value>,
    /// Addresses that were agreed to.
    agreed: Vec<String>,
    /// The agent has gone by itself.
    gone: bool,
    stopped: bool,
}

impl<'a> Order<'a> {
    fn begin(stage: &'a Stage, seed: u64) -> Self {
        let listener = Part::listen();
        let agent = AgentId(u32::try_from(seed % TOGETHER).unwrap() + 1);
        let folder = stage.folder.path().to_owned();
        let door = listener.local_addr().unwrap().port().to_string();
        let program = env!("CARGO_BIN_EXE_scripted-agent");
        stage.engine.configure(AgentConfig {
            id: agent,
            name: format!("agent {seed}"),
            command: [program, "--relay", &door].map(ToOwned::to_owned).to_vec(),
            env: Vec::new(),
            secrets: Vec::new(),
            cwd: folder.to_string_lossy().into_owned(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        });
        stage.engine.send(Intent::NewSession { agent });
        let mut part = Part::take(&listener);
        part.until("session/new", |it| it.opened);
        let (session, connection) = stage.until("an open session", |it| {
            let sessions = it["sessions"].as_array()?;
            let its = |it: &&Value| it["head"]["agent"] == agent.0;
            let head = &sessions.iter().rev().find(its)?["head"];
            (head["status"]["state"] == "open").then_some(())?;
            Some((head["id"].as_u64()?, head["connection"].as_u64()?))
        });
        Self {
            stage,
            seed,
            dice: Dice::new(seed),
            part,
            connection: ConnectionId(u32::try_from(connection).unwrap()),
            session: SessionKey(u32::try_from(session).unwrap()),
            folder,
            asked: Vec::new(),
            taken_back: Vec::new(),
            agreed: Vec::new(),
            gone: false,
            stopped: false,
        }
    }

    fn run(&mut self) {
        for _ in 0..self.dice.below(28) {
            if self.gone || self.stopped {
                self.person();
            } else if self.dice.once_in(2) {
                self.agent();
            } else {
                self.person();
            }
            self.part.hear();
        }
    }

    /// An id that this order has not used: each number comes as one and as a text.
    fn fresh_id(&mut self) -> Value {
        let number = self.asked.len() / 2;
        let text = json!(number.to_string());
        let pair = [json!(number), text];
        let used = |id: &Value| self.asked.contains(id);
        let id = if used(&pair[0]) || (!used(&pair[1]) && self.seed.is_multiple_of(2)) {
            pair[1].clone()
        } else {
            pair[0].clone()
        };
        self.asked.push(id.clone());
        id
    }

    fn request(&mut self, method: &str, params: &Value) {
        let id = self.fresh_id();
        self.part
            .say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    fn agent(&mut self) {
        let scope = if self.dice.once_in(6) {
            "unknown"
        } else {
            "s1"
        };
        match self.dice.below(12) {
            0..=2 => self.request(
                "elicitation/create",
                &json!({"mode": "form", "sessionId": scope, "message": "m",
                    "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}}}),
            ),
            3..=4 => {
                let (seed, number) = (self.seed, self.asked.len());
                let url = format!("https://login.example.com/{seed}/{number}");
                let elicitation = format!("e{}", number % 4);
                self.request(
                    "elicitation/create",
                    &json!({"mode": "url", "sessionId": scope, "message": "m", "elicitationId": elicitation, "url": url}),
                );
            }
            5 => self.request(
                "session/request_permission",
                &json!({"sessionId": scope, "toolCall": {"toolCallId": "t"},
                    "options": [{"optionId": "y", "name": "Y", "kind": "allow_once"}]}),
            ),
            6 => {
                let path = self.folder.join("notes.txt");
                self.request(
                    "fs/read_text_file",
                    &json!({"sessionId": scope, "path": path}),
                );
            }
            7 => self.request("odd/method", &json!({})),
            8 => {
                let id = json!(self.dice.below(8));
                let id = if self.dice.once_in(2) {
                    json!(id.to_string())
                } else {
                    id
                };
                let params = json!({"requestId": id});
                self.part.notify("$/cancel_request", &params);
                self.taken_back.push(id);
            }
            9 => {
                let elicitation = format!("e{}", self.dice.below(6));
                let params = json!({"elicitationId": elicitation});
                self.part.notify("elicitation/complete", &params);
            }
            10 => self.part.end_turn(),
            _ if self.dice.once_in(4) => {
                self.part.leave();
                self.gone = true;
            }
            _ => self.part.notify(
                "session/update",
                &json!({"sessionId": "s1", "update": {"sessionUpdate": "agent_message_chunk",
                    "content": {"type": "text", "text": "words "}}}),
            ),
        }
    }

    /// Some ask of this connection.
    fn some_ask(&mut self, snapshot: &Value) -> Option<(AskId, Value)> {
        let asks = snapshot["asks"].as_array()?.iter();
        let ours = asks.filter(|it| it["head"]["connection"] == self.connection.0);
        let ours: Vec<&Value> = ours.collect();
        let place = self.dice.below(ours.len().max(1));
        let ask = (*ours.get(place)?).clone();
        let id = u32::try_from(ask["head"]["id"].as_u64()?).ok()?;
        Some((AskId(id), ask))
    }

    fn person(&mut self) {
        let (session, connection) = (self.session, self.connection);
        // A page that is loaded again, too, begins with a snapshot.
        let snapshot = self.stage.snapshot();
        let Some((ask, drawn)) = self.some_ask(&snapshot) else {
            let text = "go".to_owned();
            self.stage.engine.send(Intent::Prompt { session, text });
            return;
        };
        let intent = match self.dice.below(12) {
            0..=2 => Intent::Decline { ask },
            3 => Intent::Cancel { ask },
            4 => Intent::Submit { ask, secret: false },
            5 => Intent::Choose { ask, option: 0 },
            6 => return self.types(ask, &drawn),
            7 if self.dice.once_in(3) => return self.agrees(ask, &drawn),
            7 => Intent::LinkDone { ask },
            8 => Intent::StopTurn { session },
            9 if self.dice.once_in(4) => Intent::CloseSession { session },
            10 if self.dice.once_in(6) => {
                self.stopped = true;
                Intent::StopAgent { connection }
            }
            _ => Intent::Prompt {
                session,
                text: "go".into(),
            },
        };
        if self.dice.once_in(3) {
            // So does a second window that has not heard yet.
            self.stage.engine.send(intent.clone());
        }
        self.stage.engine.send(intent);
    }

    /// Types into a form: what was typed is there for every page, also when the ask has ended meanwhile.
    fn types(&mut self, ask: AskId, drawn: &Value) {
        let fields = &drawn["body"]["state"]["fields"];
        let open = drawn["head"]["status"] == "pending";
        if !open || fields.as_array().is_none_or(Vec::is_empty) {
            return;
        }
        let text = format!("words {}", self.dice.below(1_000));
        let draft = Draft::Text { text: text.clone() };
        let seq = 1 + u32::try_from(fields[0]["seq"].as_u64().unwrap()).unwrap();
        self.stage.engine.send(Intent::SetField {
            ask,
            index: 0,
            draft,
            seq,
        });
        let snapshot = self.stage.snapshot();
        let asks = snapshot["asks"].as_array().unwrap().iter();
        let mut it = asks.filter(|it| it["head"]["id"] == ask.0);
        let now = it.next().unwrap();
        if now["head"]["status"] == "pending" {
            let shown = &now["body"]["state"]["fields"][0]["shown"]["text"];
            assert_eq!(*shown, json!(text), "seed {}: a draft is gone", self.seed);
        }
    }

    /// Agrees to a link, as far as it lasts.
    fn agrees(&mut self, ask: AskId, drawn: &Value) {
        let Some(address) = drawn["body"]["link"]["judged"]["address"].as_str() else {
            return;
        };
        self.stage.engine.send(Intent::ReviewLink { ask });
        let snapshot = self.stage.snapshot();
        let asks = snapshot["asks"].as_array().unwrap().iter();
        let mut it = asks.filter(|it| it["head"]["id"] == ask.0);
        let dialog = it.next().map(|it| it["body"]["link"]["dialog"].clone());
        let Some(token) = dialog.and_then(|it| it["token"].as_str().map(ToOwned::to_owned)) else {
            return;
        };
        self.stage.engine.send(Intent::LinkShown {
            ask,
            token: token.clone(),
        });
        std::thread::sleep(std::time::Duration::from_millis(1_050));
        self.agreed.push(address.to_owned());
        self.stage.engine.send(Intent::OpenLink {
            ask,
            token,
            fingerprint: assent_core::link::fingerprint(address),
        });
    }

    /// Ends it in one of the ways there are, and counts the answers.
    fn end(&mut self, quit: bool) -> u64 {
        if !self.gone && !self.stopped {
            // Once this is answered, everything before it has been heard.
            let id = json!("barrier");
            self.asked.push(id.clone());
            self.part
                .say(&json!({"jsonrpc": "2.0", "id": id, "method": "odd/barrier"}));
            self.part.until("the barrier", |it| it.answers(&id) > 0);
        }
        if quit {
            self.stage.quit();
        } else {
            let connection = self.connection;
            self.stage.engine.send(Intent::StopAgent { connection });
            self.stage.until("the end of the connection", |it| {
                let connections = it["connections"].as_array()?.iter();
                let mut its = connections.filter(|it| it["id"] == connection.0);
                let ended = its.next().is_none_or(|it| it["status"]["state"] == "ended");
                ended.then_some(())
            });
            let snapshot = self.stage.snapshot();
            for ask in snapshot["asks"].as_array().unwrap() {
                let status = ask["head"]["status"].as_str().unwrap();
                let open = ["pending", "waiting"].contains(&status);
                let dead = ask["head"]["connection"] == connection.0;
                assert!(
                    !(open && dead),
                    "seed {}: open at the end: {ask}",
                    self.seed
                );
            }
        }
        self.part.until("the end", |it| it.closed);
        self.count()
    }

    fn count(&self) -> u64 {
        let seed = self.seed;
        let mut answered = 0;
        for id in &self.asked {
            let count = self.part.answers(id);
            assert!(count <= 1, "seed {seed}: {id} was answered {count} times");
            // Who leaves, and who is stopped in the middle of a word, may miss an answer.
            let heard = !self.gone && !self.stopped;
            assert!(count == 1 || !heard, "seed {seed}: {id} was not answered");
            answered += u64::from(count == 1);
            let error = self.part.error(id);
            let withdrawn = error.is_some_and(|it| it["message"] == "Request cancelled");
            assert!(
                !withdrawn || self.taken_back.contains(id),
                "seed {seed}: {id} was not taken back: {:?}",
                self.taken_back
            );
        }
        let unasked = self.part.unasked(&self.asked);
        assert!(unasked.is_empty(), "seed {seed}: nobody asked {unasked:?}");
        answered
    }
}
