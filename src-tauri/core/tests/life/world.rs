//! A world around the core: does its effects without any engine, and keeps what came out.

mod work;

use std::collections::{BTreeMap, VecDeque};

use assent_core::effect::{Attention, ConsentRecord, Effect};
use assent_core::event::{AgentConfig, Event, EventKind, Moment, RpcError};
use assent_core::id::{AgentId, AskId, CallId, ConnectionId, RequestKey, SessionKey, WireId};
use assent_core::intent::{Inspect, Intent};
use assent_core::page::PageId;
use assent_core::place::KeptPlace;
use assent_core::preferences::KeptPreferences;
use assent_core::settings::{Agreement, McpServer};
use assent_core::state::State;
use assent_core::update::update;
use assent_core::view::{AskBody, AskStatus, AskView, EntryBody, Finding, LinkView, Op, Snapshot};
use serde_json::{Value, json};

/// A prompt, or a message of the person that an agent tells, with nothing attached.
pub fn said(text: &str) -> EntryBody {
    EntryBody::User {
        text: text.into(),
        attached: Vec::new(),
    }
}

pub struct World {
    pub state: State,
    /// The page at which the person sits.
    pub page: PageId,
    pub answers: BTreeMap<RequestKey, Vec<Result<Value, RpcError>>>,
    pub asked: BTreeMap<RequestKey, ConnectionId>,
    pub calls: Vec<(ConnectionId, CallId, &'static str, Value)>,
    pub told: Vec<(ConnectionId, &'static str, Value)>,
    pub order: Vec<String>,
    pub cancelled_calls: Vec<CallId>,
    pub handoffs: Vec<(AskId, String)>,
    pub copies: Vec<String>,
    /// How often the program was to end.
    pub quits: u32,
    /// Sessions that are to be shown in windows of their own.
    pub opened: Vec<SessionKey>,
    /// How often the main window was to come forward.
    pub forward: u32,
    /// What the windows show, as it was to be kept.
    pub places: Vec<KeptPlace>,
    pub records: Vec<ConsentRecord>,
    pub stopped: Vec<ConnectionId>,
    pub ops: Vec<Op>,
    /// The pages they were for.
    pub told_to: Vec<Option<PageId>>,
    /// Work on files and terminals, which waits until a test does it.
    pub client: Vec<Effect>,
    /// Work on files that go along with messages, and on registries, which waits until a test does it.
    pub files: Vec<Effect>,
    pub saved: Vec<Vec<AgentConfig>>,
    /// Searches, patches and exports, which wait until a test does them.
    pub taken: Vec<Effect>,
    pub forgotten: Vec<String>,
    /// Transcripts that are to be read from the disk.
    pub to_read: Vec<(SessionKey, String)>,
    pub servers: Vec<Vec<McpServer>>,
    /// What the desktop was told of what waits.
    pub attention: Vec<Attention>,
    /// What was to be deleted or measured.
    pub deletions: Vec<Effect>,
    /// The preferences that were to be kept.
    pub preferences: Vec<KeptPreferences>,
    pub agreements: Vec<Agreement>,
    /// The person says no to what is to be kept.
    pub refuses: bool,
    /// Secret values by key.
    pub secrets: BTreeMap<String, String>,
    /// MCP servers that wait to be seen to.
    pub equip: Vec<(ConnectionId, SessionKey, Vec<McpServer>)>,
    pub looked_for: Vec<Vec<String>>,
    /// What was said in the protocol's log: of which connection, about which id.
    pub remarks: Vec<(ConnectionId, String, Finding)>,
    pub inspected: Vec<Inspect>,
    /// What was asked to be woken for: connection, ticket, milliseconds.
    pub wakes: Vec<(ConnectionId, u32, u32)>,
    /// When set, checks wait here until [`World::run_checks`].
    pub hold_checks: bool,
    /// What the person wanted so far.
    pub wanted: Vec<Intent>,
    /// What the wall clock is ahead.
    pub ahead: i64,
    /// The connection that is spoken for; none: the newest.
    pub speaks: Option<ConnectionId>,
    checks: VecDeque<EventKind>,
    pub ticks: u64,
    keys: u64,
}

impl World {
    pub fn new() -> Self {
        Self {
            state: State::new("0.0.0"),
            page: PageId(1),
            answers: BTreeMap::new(),
            asked: BTreeMap::new(),
            calls: Vec::new(),
            told: Vec::new(),
            order: Vec::new(),
            cancelled_calls: Vec::new(),
            handoffs: Vec::new(),
            copies: Vec::new(),
            quits: 0,
            opened: Vec::new(),
            forward: 0,
            places: Vec::new(),
            records: Vec::new(),
            stopped: Vec::new(),
            ops: Vec::new(),
            told_to: Vec::new(),
            client: Vec::new(),
            files: Vec::new(),
            saved: Vec::new(),
            taken: Vec::new(),
            forgotten: Vec::new(),
            to_read: Vec::new(),
            servers: Vec::new(),
            attention: Vec::new(),
            deletions: Vec::new(),
            preferences: Vec::new(),
            agreements: Vec::new(),
            refuses: false,
            secrets: BTreeMap::new(),
            equip: Vec::new(),
            looked_for: Vec::new(),
            remarks: Vec::new(),
            inspected: Vec::new(),
            wakes: Vec::new(),
            hold_checks: false,
            wanted: Vec::new(),
            ahead: 0,
            speaks: None,
            checks: VecDeque::new(),
            ticks: 0,
            keys: 0,
        }
    }

    /// A world with an agent, a connection that is ready, and a session `s1`.
    pub fn ready() -> Self {
        Self::ready_with(true, true)
    }

    pub fn ready_with(forms: bool, links: bool) -> Self {
        let mut world = Self::new();
        world.configure(1, forms, links);
        world.intent(Intent::NewSession { agent: AgentId(1) });
        let connection = world.connection();
        world.go(EventKind::Started { connection });
        world.respond("initialize", Ok(json!({"protocolVersion": 1})));
        world.respond("session/new", Ok(json!({"sessionId": "s1"})));
        world
    }

    pub fn configure(&mut self, id: u32, forms: bool, links: bool) {
        self.go(EventKind::AgentConfigured(Self::agent(id, forms, links)));
    }

    pub fn agent(id: u32, forms: bool, links: bool) -> AgentConfig {
        AgentConfig {
            id: AgentId(id),
            name: format!("agent {id}"),
            command: vec!["agent".into()],
            env: Vec::new(),
            secrets: Vec::new(),
            cwd: "/home".into(),
            folders: Vec::new(),
            forms,
            links,
            remote: None,
        }
    }

    pub fn go(&mut self, kind: EventKind) {
        self.ticks += 1;
        let by_person = matches!(
            kind,
            EventKind::Intent(_) | EventKind::Stated(..) | EventKind::CloseWanted
        );
        let event = Event {
            at: Moment {
                ticks: self.ticks,
                unix: (1_000_000 + i64::try_from(self.ticks).unwrap()).saturating_add(self.ahead),
            },
            nonce: u128::from(self.ticks) << 64,
            page: if by_person { self.page } else { PageId::NONE },
            kind,
        };
        for effect in update(&mut self.state, event) {
            self.do_effect(effect);
        }
        if !self.hold_checks {
            self.run_checks();
        }
    }

    fn do_effect(&mut self, effect: Effect) {
        match effect {
            Effect::Answer { key, outcome, .. } => {
                self.order.push("answer".into());
                self.answers.entry(key).or_default().push(outcome);
            }
            Effect::Call {
                connection,
                call,
                method,
                params,
            } => {
                self.order.push(method.into());
                self.calls.push((connection, call, method, params));
            }
            Effect::CancelCall { call, .. } => self.cancelled_calls.push(call),
            Effect::Notify {
                connection,
                method,
                params,
            } => {
                self.order.push(method.into());
                self.told.push((connection, method, params));
            }
            Effect::HandOff { ask, address } => self.handoffs.push((ask, address)),
            Effect::Quit => self.quits += 1,
            Effect::OpenWindow { session } => self.opened.push(session),
            Effect::ComeForward => self.forward += 1,
            Effect::KeepPlace(place) => self.places.push(place),
            Effect::Copy { text } => self.copies.push(text),
            Effect::Record(record) => self.records.push(record),
            Effect::Stop { connection } => {
                self.order.push("stop".into());
                self.stopped.push(connection);
            }
            Effect::CheckForm {
                ask,
                ticket,
                form,
                drafts,
            } => {
                let checked = form.check(&drafts);
                self.checks.push_back(EventKind::Checked {
                    ask,
                    ticket,
                    checked,
                });
            }
            effect @ (Effect::File { .. }
            | Effect::OpenTerminal { .. }
            | Effect::ReadTerminal { .. }
            | Effect::KillTerminal { .. }
            | Effect::Type { .. }
            | Effect::ReleaseTerminal { .. }) => self.client.push(effect),
            Effect::Publish { op, to, .. } => {
                self.ops.push(op);
                self.told_to.push(to);
            }
            Effect::SaveAgents(agents) => self.saved.push(agents),
            Effect::ReadTranscript { session, name } => self.to_read.push((session, name)),
            Effect::ForgetSession { name } => self.forgotten.push(name),
            Effect::FindPrograms { programs } => self.looked_for.push(programs),
            effect @ (Effect::ChooseFiles { .. }
            | Effect::ReadFiles { .. }
            | Effect::FindFiles { .. }
            | Effect::ReadRegistry { .. }
            | Effect::FetchRegistry { .. }) => self.files.push(effect),
            Effect::SaveServers(servers) => self.servers.push(servers),
            Effect::Attention(now) => self.attention.push(now),
            effect @ (Effect::DeleteSessions { .. }
            | Effect::DeleteRecord
            | Effect::ForgetAllSecrets { .. }
            | Effect::Measure) => self.deletions.push(effect),
            Effect::SavePreferences(kept) => self.preferences.push(kept),
            Effect::Agree { ticket, agreement } => {
                self.agreements.push(agreement);
                let yes = !self.refuses;
                self.checks.push_back(EventKind::Agreed { ticket, yes });
            }
            Effect::KeepSecrets(values) => {
                let values = values.into_iter();
                let values = values.map(|(key, text)| (key, text.expose().to_owned()));
                self.secrets.extend(values);
            }
            Effect::ForgetSecrets { keys } => self.secrets.retain(|key, _| !keys.contains(key)),
            Effect::Remark {
                connection,
                id,
                finding,
            } => self
                .remarks
                .push((connection, id.as_json().to_owned(), finding)),
            Effect::Inspect(wanted) => self.inspected.push(wanted),
            Effect::Equip {
                connection,
                session,
                servers,
                ..
            } => self.equip.push((connection, session, servers)),
            Effect::Wake {
                connection,
                ticket,
                after,
            } => self.wakes.push((connection, ticket, after)),
            effect @ (Effect::Search { .. }
            | Effect::CopyPatch(_)
            | Effect::ExportSession { .. }) => self.taken.push(effect),
            Effect::Start { .. }
            | Effect::ExportRecord
            | Effect::CloseWindow { .. }
            | Effect::Speak { .. }
            | Effect::ChooseFolder { .. } => {}
        }
    }

    pub fn run_checks(&mut self) {
        while let Some(check) = self.checks.pop_front() {
            let held = std::mem::replace(&mut self.hold_checks, true);
            self.go(check);
            self.hold_checks = held;
        }
    }

    pub fn wait(&mut self, ticks: u64) {
        self.ticks += ticks;
    }

    pub fn intent(&mut self, intent: Intent) {
        self.wanted.push(intent.clone());
        self.go(EventKind::Intent(intent));
    }

    /// Answers the newest call of a method.
    pub fn respond(&mut self, method: &str, result: Result<Value, RpcError>) {
        let (connection, call, ..) = *self
            .calls
            .iter()
            .rev()
            .find(|it| it.2 == method)
            .unwrap_or_else(|| panic!("no {method} was sent"));
        self.go(EventKind::Responded {
            connection,
            call,
            result,
        });
    }

    pub fn connection(&self) -> ConnectionId {
        let newest = || self.snapshot().connections.last().unwrap().id;
        self.speaks.unwrap_or_else(newest)
    }

    pub fn session(&self) -> SessionKey {
        self.snapshot().sessions.last().unwrap().head.id
    }

    pub fn snapshot(&self) -> Snapshot {
        self.state.snapshot(0)
    }

    /// A request of the agent.
    pub fn ask(&mut self, id: &Value, method: &str, params: Value) -> RequestKey {
        let connection = self.connection();
        self.ask_on(connection, id, method, params)
    }

    pub fn ask_on(
        &mut self,
        connection: ConnectionId,
        id: &Value,
        method: &str,
        params: Value,
    ) -> RequestKey {
        self.keys += 1;
        let key = RequestKey(self.keys);
        self.asked.insert(key, connection);
        self.go(EventKind::Asked {
            connection,
            key,
            id: WireId::new(id),
            method: method.into(),
            params,
        });
        key
    }

    pub fn form(&mut self, id: i64, properties: Value) -> (RequestKey, AskId) {
        let params = json!({
            "mode": "form", "sessionId": "s1", "message": "Please answer",
            "requestedSchema": {"type": "object", "properties": properties},
        });
        let key = self.ask(&json!(id), "elicitation/create", params);
        (key, self.newest())
    }

    pub fn link(&mut self, id: i64, elicitation: &str, url: &str) -> (RequestKey, AskId) {
        let params = json!({
            "mode": "url", "sessionId": "s1", "message": "Please sign in",
            "elicitationId": elicitation, "url": url,
        });
        let key = self.ask(&json!(id), "elicitation/create", params);
        (key, self.newest())
    }

    /// Reviews a link and waits until Open is armed; gives the token and the fingerprint.
    pub fn armed(&mut self, ask: AskId) -> (String, String) {
        self.intent(Intent::ReviewLink { ask });
        let link = self.link_view(ask);
        let token = link.dialog.unwrap().token;
        self.intent(Intent::LinkShown {
            ask,
            token: token.clone(),
        });
        self.wait(1_001);
        let address = link.judged.address.unwrap();
        (token, assent_core::link::fingerprint(&address))
    }

    pub fn newest(&self) -> AskId {
        self.snapshot().asks.last().unwrap().head.id
    }

    pub fn view(&self, ask: AskId) -> AskView {
        let found = self.snapshot().asks.into_iter();
        found.into_iter().find(|it| it.head.id == ask).unwrap()
    }

    pub fn status(&self, ask: AskId) -> AskStatus {
        self.view(ask).head.status
    }

    pub fn link_view(&self, ask: AskId) -> LinkView {
        match self.view(ask).body {
            AskBody::Link { link } => link,
            other => panic!("no link: {other:?}"),
        }
    }

    pub fn entries(&self) -> Vec<EntryBody> {
        let snapshot = self.snapshot();
        let session = snapshot.sessions.into_iter().next_back().unwrap();
        session.entries.into_iter().map(|it| it.body).collect()
    }

    /// The one answer a request got.
    pub fn answer(&self, key: RequestKey) -> Value {
        match self.answers.get(&key).map(Vec::as_slice) {
            Some([Ok(answer)]) => answer.clone(),
            Some([Err(error)]) => json!({"error": error.code, "data": error.data}),
            None => Value::Null,
            Some(several) => panic!("answered {} times", several.len()),
        }
    }

    pub fn update(&mut self, update: Value) {
        self.notify(
            "session/update",
            json!({"sessionId": "s1", "update": update}),
        );
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        let connection = self.connection();
        self.go(EventKind::Notified {
            connection,
            method: method.into(),
            params,
        });
    }

    pub fn cancel_request(&mut self, id: &Value) {
        let connection = self.connection();
        self.go(EventKind::CancelRequested {
            connection,
            id: WireId::new(id),
        });
    }

    pub fn end(&mut self) {
        let connection = self.connection();
        self.go(EventKind::Ended {
            connection,
            code: Some(1),
            signal: None,
        });
    }

    pub fn prompt(&mut self, text: &str) {
        let session = self.session();
        self.intent(Intent::Prompt {
            session,
            text: text.into(),
        });
    }
}
