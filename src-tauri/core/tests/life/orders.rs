//! Random orders of events: every request is answered once, none is left open on a dead connection.

use assent_core::event::EventKind;
use assent_core::id::{AgentId, AskId, ConnectionId, RequestKey, SessionKey};
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use assent_core::view::{AskBody, AskStatus, ConnectionStatus, Draft, HandoffFailure};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::World;

/// One step; numbers pick among what there is.
#[derive(Debug, Clone)]
enum Step {
    Form(u8, bool),
    Link(u8, bool),
    Permission(u8),
    File(u8, bool),
    Terminal(u8),
    Work(u8, u8),
    Odd(u8),
    CancelRequest(u8, bool),
    Type(u8),
    Submit(u8),
    Decline(u8),
    Cancel(u8),
    Choose(u8),
    Open(u8),
    HandedOff(u8, bool),
    Complete(u8),
    Done(u8),
    Stop,
    Close,
    Prompt,
    PromptEnds,
    Exit,
    Restart,
    StopAgent,
    Reload,
    OtherPage(bool),
    PageGone(bool),
    Mute,
    Quit,
}

fn step() -> impl Strategy<Value = Step> {
    let number = any::<u8>;
    prop_oneof![
        6 => (number(), any::<bool>()).prop_map(|(a, b)| Step::Form(a, b)),
        6 => (number(), any::<bool>()).prop_map(|(a, b)| Step::Link(a, b)),
        3 => number().prop_map(Step::Permission),
        4 => (number(), any::<bool>()).prop_map(|(a, b)| Step::File(a, b)),
        4 => number().prop_map(Step::Terminal),
        5 => (number(), number()).prop_map(|(a, b)| Step::Work(a, b)),
        1 => number().prop_map(Step::Odd),
        4 => (number(), any::<bool>()).prop_map(|(a, b)| Step::CancelRequest(a, b)),
        3 => number().prop_map(Step::Type),
        3 => number().prop_map(Step::Submit),
        2 => number().prop_map(Step::Decline),
        2 => number().prop_map(Step::Cancel),
        2 => number().prop_map(Step::Choose),
        3 => number().prop_map(Step::Open),
        3 => (number(), any::<bool>()).prop_map(|(a, b)| Step::HandedOff(a, b)),
        2 => number().prop_map(Step::Complete),
        1 => number().prop_map(Step::Done),
        2 => Just(Step::Stop),
        1 => Just(Step::Close),
        2 => Just(Step::Prompt),
        2 => Just(Step::PromptEnds),
        1 => Just(Step::Exit),
        1 => Just(Step::Restart),
        1 => Just(Step::StopAgent),
        1 => Just(Step::Reload),
        4 => any::<bool>().prop_map(Step::OtherPage),
        1 => any::<bool>().prop_map(Step::PageGone),
        1 => Just(Step::Mute),
        1 => Just(Step::Quit),
    ]
}

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
    dead: Vec<ConnectionId>,
    waited_when_dead: Vec<RequestKey>,
}

impl Orders {
    /// The main window's page, or that of a window of one session.
    fn page(own: bool) -> Page {
        if own {
            Page::of_session(PageId(2), SessionKey(2))
        } else {
            Page::all(PageId(1))
        }
    }

    fn revive(&mut self) {
        // A fresh connection that waits for its agent gets one.
        for connection in self.world.snapshot().connections {
            if connection.status == ConnectionStatus::Starting
                && !self.dead.contains(&connection.id)
                && self.world.calls.iter().all(|it| it.0 != connection.id)
            {
                self.world.go(EventKind::Started {
                    connection: connection.id,
                });
                self.world
                    .respond("initialize", Ok(json!({"protocolVersion": 1})));
                if self.world.calls.last().unwrap().2 == "session/new" {
                    self.world
                        .respond("session/new", Ok(json!({"sessionId": "s1"})));
                }
            }
        }
    }

    fn alive(&self) -> bool {
        !self.dead.contains(&self.world.connection())
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
                self.world.ask(&id(a, text), "elicitation/create", params);
            }
            Step::Link(a, text) if alive => {
                let url = if a % 3 == 0 {
                    "http://a.example.com/"
                } else {
                    "https://a.example.com/"
                };
                let params = json!({"mode": "url", "sessionId": "s1", "message": "m", "elicitationId": unique, "url": url});
                self.world.ask(&id(a, text), "elicitation/create", params);
            }
            Step::Permission(a) if alive => {
                let params = json!({"sessionId": "s1", "toolCall": {"toolCallId": "t"}, "options": [{"optionId": "y", "name": "Y", "kind": "allow_once"}]});
                self.world
                    .ask(&id(a, false), "session/request_permission", params);
            }
            Step::File(a, text) if alive => {
                let params = json!({"sessionId": "s1", "path": "/a", "content": "c"});
                let method = if a % 2 == 0 {
                    "fs/read_text_file"
                } else {
                    "fs/write_text_file"
                };
                self.world.ask(&id(a, text), method, params);
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
                self.world
                    .ask(&id(a, true), &format!("terminal/{method}"), params);
            }
            Step::Work(a, b) => {
                if let Some(place) = usize::from(a).checked_rem(world.client.len()) {
                    let effect = world.client[place].clone();
                    world.work(effect, b);
                }
            }
            Step::Odd(a) if alive => {
                self.world.ask(&id(a, true), "odd/method", json!(a));
            }
            Step::CancelRequest(a, text) if alive => world.cancel_request(&id(a, text)),
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
            Step::Stop | Step::Close | Step::Prompt => {
                if let Some(session) = world.snapshot().sessions.last().map(|it| it.head.id) {
                    world.intent(match step {
                        Step::Stop => Intent::StopTurn { session },
                        Step::Close => Intent::CloseSession { session },
                        _ => Intent::Prompt {
                            session,
                            text: "go".into(),
                        },
                    });
                }
            }
            Step::PromptEnds if alive && world.calls.iter().any(|it| it.2 == "session/prompt") => {
                world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
            }
            Step::Exit => self.exit(),
            Step::Restart => {
                let connection = world.connection();
                world.intent(Intent::RestartAgent { connection });
                self.revive();
            }
            Step::StopAgent => {
                let connection = world.connection();
                world.intent(Intent::StopAgent { connection });
                self.world.intent(Intent::NewSession { agent: AgentId(1) });
                self.revive();
            }
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

fn check(steps: &[Step]) {
    let mut orders = Orders {
        world: World::ready(),
        dead: Vec::new(),
        waited_when_dead: Vec::new(),
    };
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
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, max_shrink_iters: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_request_is_answered_once(steps in prop::collection::vec(step(), 0..40)) {
        check(&steps);
    }
}
