//! Random orders of events: every request is answered once, none is left open on a dead connection, and an agent
//! takes back only what has the very id it names.
//!
//! Two agents use the same ids, as numbers and as texts, and the same name for their session. A second window is
//! one that says again what was said before, since it has not heard of what happened meanwhile.

use assent_core::event::EventKind;
use assent_core::id::{AgentId, AskId, ConnectionId, RequestKey, SessionKey};
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use assent_core::view::{
    AskBody, AskStatus, ConnectionStatus, Draft, HandoffFailure, StartFailure,
};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRunner};
use serde_json::{Value, json};

mod steps;

use steps::{Step, step};

use crate::proof::{self, Figures};
use crate::world::World;

/// How many orders are tried.
const ORDERS: u32 = 10_000;

fn id(number: u8, text: bool) -> Value {
    let number = number % 4;
    if text {
        json!(number.to_string())
    } else {
        json!(number)
    }
}

/// Some ask, chosen by number.
fn pick(world: &World, number: u8) -> Option<AskId> {
    let asks = world.snapshot().asks;
    let place = usize::from(number).checked_rem(asks.len())?;
    Some(asks[place].head.id)
}

struct Orders {
    world: World,
    /// Connections whose agent was started: no other can say anything.
    started: Vec<ConnectionId>,
    dead: Vec<ConnectionId>,
    waited_when_dead: Vec<RequestKey>,
    /// Requests by the id they came with.
    ids: Vec<(RequestKey, Value)>,
}

impl Orders {
    fn set() -> Self {
        let world = World::ready();
        let mut orders = Self {
            started: vec![world.connection()],
            world,
            dead: Vec::new(),
            waited_when_dead: Vec::new(),
            ids: Vec::new(),
        };
        orders.world.configure(2, true, true);
        let agent = AgentId(2);
        orders.world.intent(Intent::NewSession { agent });
        orders.revive(4);
        orders
    }

    /// The main window's page, or that of a window of one session.
    fn page(own: bool) -> Page {
        if own {
            Page::of_session(PageId(2), SessionKey(2))
        } else {
            Page::all(PageId(1))
        }
    }

    /// A fresh connection that waits for its agent gets one, which goes so many steps.
    fn revive(&mut self, steps: u8) {
        for connection in self.world.snapshot().connections {
            let id = connection.id;
            let known = self.dead.contains(&id) || self.world.calls.iter().any(|it| it.0 == id);
            if connection.status != ConnectionStatus::Starting || known {
                continue;
            }
            self.world.speaks = Some(id);
            if steps.is_multiple_of(5) {
                self.world.go(EventKind::StartFailed {
                    connection: id,
                    reason: StartFailure::NotFound {
                        program: "agent".into(),
                    },
                });
                self.dead.push(id);
                continue;
            }
            self.started.push(id);
            self.world.go(EventKind::Started { connection: id });
            if steps % 5 > 1 {
                self.world
                    .respond("initialize", Ok(json!({"protocolVersion": 1})));
            }
            if steps % 5 > 2 && self.world.calls.last().unwrap().2 == "session/new" {
                self.world
                    .respond("session/new", Ok(json!({"sessionId": "s1"})));
            }
        }
    }

    fn ask(&mut self, id: &Value, method: &str, params: Value) {
        let key = self.world.ask(id, method, params);
        self.ids.push((key, id.clone()));
    }

    /// The agent takes a request back: of those with this very id, the newest that waits, and no other.
    fn take_back(&mut self, id: &Value) {
        let connection = self.world.connection();
        let waits = |key: &RequestKey| !self.world.answers.contains_key(key);
        let of_this = |key: &RequestKey| self.world.asked[key] == connection && waits(key);
        let newest = self
            .ids
            .iter()
            .rev()
            .find(|(key, its)| its == id && of_this(key));
        let newest = newest.map(|(key, _)| *key);
        let before: Vec<RequestKey> = self.world.answers.keys().copied().collect();
        self.world.cancel_request(id);
        let answered = self
            .world
            .answers
            .keys()
            .filter(|key| !before.contains(key));
        let answered: Vec<RequestKey> = answered.copied().collect();
        assert_eq!(
            answered,
            newest.into_iter().collect::<Vec<_>>(),
            "{id} was taken back"
        );
    }

    fn alive(&self) -> bool {
        let connection = self.world.connection();
        self.started.contains(&connection) && !self.dead.contains(&connection)
    }

    fn exit(&mut self) {
        let connection = self.world.connection();
        if self.dead.contains(&connection) {
            return;
        }
        self.dead.push(connection);
        let unanswered = self
            .world
            .asked
            .iter()
            .filter(|(key, on)| **on == connection && !self.world.answers.contains_key(key))
            .map(|(key, _)| *key);
        self.waited_when_dead.extend(unanswered);
        self.world.end();
    }

    fn run(&mut self, step: &Step, number: usize) {
        let unique = format!("e{}", number % 5);
        let alive = self.alive();
        let world = &mut self.world;
        let chosen = |world: &World, at: u8| pick(world, at).unwrap_or(AskId(9_999));
        match *step {
            Step::Form(a, text) if alive => {
                let params = json!({"mode": "form", "sessionId": if a % 5 == 0 { "unknown" } else { "s1" }, "message": "m",
                    "requestedSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}});
                self.ask(&id(a, text), "elicitation/create", params);
            }
            Step::Link(a, text) if alive => {
                let url = if a % 3 == 0 {
                    "http://a.example.com/"
                } else {
                    "https://a.example.com/"
                };
                let params = json!({"mode": "url", "sessionId": "s1", "message": "m", "elicitationId": unique, "url": url});
                self.ask(&id(a, text), "elicitation/create", params);
            }
            Step::Permission(a) if alive => {
                let params = json!({"sessionId": "s1", "toolCall": {"toolCallId": "t"}, "options": [{"optionId": "y", "name": "Y", "kind": "allow_once"}]});
                self.ask(&id(a, false), "session/request_permission", params);
            }
            Step::File(a, text) if alive => {
                let params = json!({"sessionId": "s1", "path": "/a", "content": "c"});
                let method = if a % 2 == 0 {
                    "fs/read_text_file"
                } else {
                    "fs/write_text_file"
                };
                self.ask(&id(a, text), method, params);
            }
            Step::Terminal(a) if alive => {
                let methods = [
                    "create",
                    "create",
                    "output",
                    "wait_for_exit",
                    "kill",
                    "release",
                ];
                let method = methods[usize::from(a) % methods.len()];
                let terminals = world.snapshot().sessions.into_iter().next_back();
                let terminals = terminals.map(|it| it.terminals).unwrap_or_default();
                let some = usize::from(a).checked_rem(terminals.len());
                let terminal = some.map(|it| terminals[it].id.clone());
                let params = json!({"sessionId": "s1", "command": "c", "terminalId": terminal});
                self.ask(&id(a, true), &format!("terminal/{method}"), params);
            }
            Step::Work(a, b) => {
                if let Some(place) = usize::from(a).checked_rem(world.client.len()) {
                    let effect = world.client[place].clone();
                    world.work(effect, b);
                }
            }
            Step::Odd(a) if alive => {
                self.ask(&id(a, true), "odd/method", json!(a));
            }
            Step::CancelRequest(a, text) if alive => {
                // Now and then an id that nothing has.
                let id = if a % 16 == 0 {
                    json!("none")
                } else {
                    id(a, text)
                };
                self.take_back(&id);
            }
            Step::Type(a) => {
                let ask = chosen(world, a);
                let draft = Draft::Text {
                    text: a.to_string(),
                };
                world.intent(Intent::SetField {
                    ask,
                    index: 0,
                    draft,
                    seq: u32::from(a),
                });
            }
            Step::Submit(a) => {
                let ask = chosen(world, a);
                world.intent(Intent::Submit { ask, secret: false });
            }
            Step::Decline(a) => {
                let ask = chosen(world, a);
                world.intent(Intent::Decline { ask });
            }
            Step::Cancel(a) => {
                let ask = chosen(world, a);
                world.intent(Intent::Cancel { ask });
            }
            Step::Choose(a) => {
                let ask = chosen(world, a);
                world.intent(Intent::Choose { ask, option: 0 });
            }
            Step::Open(a) => {
                let ask = chosen(world, a);
                if a % 4 != 3 {
                    // Else one that is open already, maybe on another page.
                    world.intent(Intent::ReviewLink { ask });
                }
                let token = world
                    .snapshot()
                    .asks
                    .into_iter()
                    .find(|it| it.head.id == ask)
                    .and_then(|it| match it.body {
                        AskBody::Link { link } => Some((link.dialog?, link.judged.address?)),
                        _ => None,
                    });
                if let Some((dialog, address)) = token {
                    let token = dialog.token;
                    let opened = world.handoffs.len();
                    world.intent(Intent::LinkShown {
                        ask,
                        token: token.clone(),
                    });
                    world.intent(Intent::UnderstandLink {
                        ask,
                        token: token.clone(),
                        understood: true,
                    });
                    world.wait(1_500);
                    let fingerprint = assent_core::link::fingerprint(&address);
                    world.intent(Intent::OpenLink {
                        ask,
                        token,
                        fingerprint,
                    });
                    assert!(
                        world.handoffs.len() == opened || dialog.page == world.page,
                        "opened from a page that did not show it"
                    );
                }
            }
            Step::HandedOff(a, ok) => {
                if let Some(place) = usize::from(a).checked_rem(world.handoffs.len()) {
                    let ask = world.handoffs.remove(place).0;
                    let result = if ok {
                        Ok(())
                    } else {
                        Err(HandoffFailure::Unconfirmed)
                    };
                    world.go(EventKind::HandedOff { ask, result });
                }
            }
            Step::Complete(a) if alive => {
                let elicitation = format!("e{}", a % 5);
                self.world.notify(
                    "elicitation/complete",
                    json!({"elicitationId": elicitation}),
                );
            }
            Step::CompleteUnknown(a) if alive => {
                let odd = [json!("unheard of"), json!(1), Value::Null, json!({})];
                let id = &odd[usize::from(a) % odd.len()];
                self.world
                    .notify("elicitation/complete", json!({"elicitationId": id}));
            }
            Step::Done(a) => {
                let ask = chosen(world, a);
                world.intent(Intent::LinkDone { ask });
                world.intent(Intent::StopWaiting {
                    ask,
                    cancel: a % 2 == 0,
                });
                world.intent(Intent::ItOpened { ask });
                world.intent(Intent::SamePageDone { ask });
            }
            Step::Stop(a) | Step::Close(a) | Step::Prompt(a) => {
                let sessions = world.snapshot().sessions;
                if let Some(place) = usize::from(a).checked_rem(sessions.len()) {
                    let session = sessions[place].head.id;
                    world.intent(match step {
                        Step::Stop(_) => Intent::StopTurn { session },
                        Step::Close(_) => Intent::CloseSession { session },
                        _ => Intent::Prompt {
                            session,
                            text: "go".into(),
                        },
                    });
                }
            }
            Step::PromptEnds(a) => {
                let live = |it: &ConnectionId| !self.dead.contains(it);
                let prompts = world.calls.iter();
                let mut prompts = prompts.filter(|it| it.2 == "session/prompt" && live(&it.0));
                if let Some((connection, call, ..)) = prompts.next_back().cloned() {
                    let reasons = ["end_turn", "cancelled", "refusal", "unheard of"];
                    let reason = reasons[usize::from(a) % reasons.len()];
                    world.go(EventKind::Responded {
                        connection,
                        call,
                        result: Ok(json!({"stopReason": reason})),
                    });
                }
            }
            Step::Hold(held) => {
                world.hold_checks = held;
                if !held {
                    world.run_checks();
                }
            }
            Step::Exit => self.exit(),
            Step::Restart(steps) => {
                let connection = world.connection();
                world.intent(Intent::RestartAgent { connection });
                self.revive(steps);
            }
            Step::StopAgent(steps) => {
                let connection = world.connection();
                world.intent(Intent::StopAgent { connection });
                let agent = AgentId(1 + u32::from(steps) % 2);
                self.world.intent(Intent::NewSession { agent });
                self.revive(steps);
            }
            Step::Other(a) => {
                let connections = world.snapshot().connections;
                let place = usize::from(a) % connections.len();
                world.speaks = Some(connections[place].id);
            }
            Step::Again(a) => {
                if let Some(place) = usize::from(a).checked_rem(world.wanted.len()) {
                    // The newest is the likeliest.
                    let place = world.wanted.len() - 1 - place;
                    let intent = world.wanted[place].clone();
                    world.intent(intent);
                    self.revive(a);
                }
            }
            Step::Clock(ahead) => world.ahead = ahead,
            Step::Reload => drop(world.snapshot()),
            Step::OtherPage(own) => {
                let page = Self::page(own);
                world.page = page.id;
                world.go(EventKind::PageCame(page));
            }
            Step::PageGone(own) => world.go(EventKind::PageGone(Self::page(own).id)),
            Step::Mute => {
                let connection = world.connection();
                world.intent(Intent::MuteLinks { connection });
            }
            Step::Quit => {
                world.go(EventKind::Quit);
            }
            _ => {}
        }
    }
}

fn check(steps: &[Step]) -> usize {
    let mut orders = Orders::set();
    for (number, step) in steps.iter().enumerate() {
        orders.run(step, number);
        let world = &orders.world;
        for (key, answers) in &world.answers {
            assert_eq!(
                answers.len(),
                1,
                "{key:?} was answered {} times",
                answers.len()
            );
            assert!(world.asked.contains_key(key), "{key:?} was never asked");
        }
        let snapshot = world.snapshot();
        let dialogs = snapshot.asks.iter().filter_map(|ask| match &ask.body {
            AskBody::Link { link } => link.dialog.as_ref().map(|dialog| dialog.page),
            _ => None,
        });
        let mut dialogs: Vec<PageId> = dialogs.collect();
        let all = dialogs.len();
        dialogs.sort_unstable();
        dialogs.dedup();
        assert_eq!(dialogs.len(), all, "two dialogs on one page");
        for ask in snapshot.asks {
            let dead = orders.dead.contains(&ask.head.connection);
            let open = matches!(ask.head.status, AskStatus::Pending | AskStatus::Waiting);
            assert!(!(dead && open), "open on a dead connection: {:?}", ask.head);
        }
    }
    for key in &orders.waited_when_dead {
        assert!(
            !orders.world.answers.contains_key(key),
            "answered after the end"
        );
    }
    orders.world.go(EventKind::Quit);
    for (key, connection) in &orders.world.asked {
        let dead = orders.dead.contains(connection);
        let lost = orders.waited_when_dead.contains(key);
        assert_eq!(
            orders.world.answers.contains_key(key),
            !(dead && lost),
            "{key:?} on {connection:?} (dead: {dead})"
        );
    }
    orders.world.answers.len()
}

#[test]
fn an_agent_that_never_started_says_nothing() {
    // Once it did here, and was then said not to have started: what it asked had no answer.
    check(&[
        Step::Form(0, false),
        Step::Exit,
        Step::Prompt(65),
        Step::Other(29),
        Step::Form(0, false),
        Step::Again(25),
    ]);
}

#[test]
fn every_request_is_answered_once() {
    let config = ProptestConfig {
        cases: ORDERS,
        rng_algorithm: RngAlgorithm::XorShift, // The usual dice take half of the time.
        max_shrink_iters: 4_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let answered = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(config);
    let outcome = runner.run(&prop::collection::vec(step(), 0..40), |steps| {
        answered.set(answered.get() + check(&steps));
        Ok(())
    });
    if let Err(why) = outcome {
        panic!("{why}");
    }
    proof::note(&Figures {
        name: "orders of events in the core",
        runs: u64::from(ORDERS),
        answered: u64::try_from(answered.get()).unwrap(),
    });
}
