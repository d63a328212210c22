//! The loop: every event goes through the core, and what the core asks for is done, in order.
//!
//! It waits for nothing but the next event. What takes time (a process, a browser, a check, the disk)
//! runs beside it and comes back as an event.

mod connections;
mod desk;
mod early;

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use assent_core::effect::Effect;
use assent_core::event::{Event, EventKind, RpcError};
use assent_core::id::{ConnectionId, RequestKey};
use assent_core::intent::{Intent, WindowIntent};
use assent_core::page::PageId;
use assent_core::state::State;
use assent_core::update::update;
use assent_core::view::Op;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use self::early::Early;
use crate::agent_files::{AgentFiles, Job};
use crate::attention::Desk;
use crate::checks::{Check, Checks};
use crate::clock::{self, Clock};
use crate::environment::{self, LoginEnvironment};
use crate::equip::{self, Errand};
use crate::handoff::Handoffs;
use crate::inspector::Inspector;
use crate::journal::Journal;
use crate::link::Link;
use crate::outbox::Outbox;
use crate::programs;
use crate::queue::Message;
use crate::record::Record;
use crate::search::{self, Searches};
use crate::secrets::{Keyring, Secrets, Vault};
use crate::store::Store;
use crate::terminal::Terminals;
use crate::{Host, Options, attached};

/// How long the end of all processes may take; each is ended well within it.
const QUITTING: Duration = Duration::from_secs(8);

/// The engine's loop and what it owns.
pub(crate) struct Actor {
    state: State,
    clock: Clock,
    outbox: Outbox,
    connections: HashMap<ConnectionId, Live>,
    environment: LoginEnvironment,
    host: Arc<dyn Host>,
    attention: Desk,
    checks: Checks,
    handoffs: Handoffs,
    files: AgentFiles,
    searches: Searches,
    terminals: Terminals,
    record: Record,
    secrets: Secrets,
    store: Store,
    early: Early,
    journal: Journal,
    inspector: Inspector,
    queue: mpsc::UnboundedSender<Message>,
    /// The page behind what is being done.
    page: PageId,
    /// Events that follow from what was just done, before anything else.
    next: VecDeque<EventKind>,
    quitting: Option<Quitting>,
}

/// A connection that has not ended.
struct Live {
    stop: watch::Sender<bool>,
    link: Option<Link>,
}

/// The end of the engine.
struct Quitting {
    until: Instant,
    tell: Vec<oneshot::Sender<()>>,
}

impl Actor {
    /// A loop that is ready to run. Must be called inside a tokio runtime.
    pub(crate) fn new(
        options: Options,
        clock: Clock,
        queue: mpsc::UnboundedSender<Message>,
        journal: Journal,
    ) -> Self {
        let environment = environment::ask_login_shell();
        let vault: Option<Arc<dyn Vault>> = if options.keyring {
            Some(Arc::new(Keyring))
        } else {
            None
        };
        let secrets = Secrets::new(&options.data_dir, vault);
        Self {
            state: State::new(&options.version),
            clock,
            outbox: Outbox::new(),
            connections: HashMap::new(),
            files: AgentFiles::new(queue.clone()),
            searches: Searches::new(queue.clone()),
            terminals: Terminals::new(queue.clone(), environment.clone(), secrets.clone()),
            environment,
            attention: Desk::new(Arc::clone(&options.host)),
            host: options.host,
            checks: Checks::new(queue.clone()),
            handoffs: Handoffs::new(options.helper, queue.clone()),
            secrets,
            store: Store::open(options.data_dir.clone(), queue.clone()),
            record: Record::open(options.data_dir, queue.clone()),
            inspector: Inspector::new(&options.version, journal.clone(), queue.clone()),
            early: Early::default(),
            journal,
            queue,
            page: PageId::NONE,
            next: VecDeque::new(),
            quitting: None,
        }
    }

    /// Runs until the engine is to end and everything has ended.
    pub(crate) async fn run(mut self, mut messages: mpsc::UnboundedReceiver<Message>) {
        while !self.is_over() {
            let until = self.quitting.as_ref().map(|quitting| quitting.until);
            tokio::select! {
                // First, so that an agent that floods does not keep the screen from changing.
                biased;
                () = at(self.outbox.due()) => {}
                () = at(self.store.due()) => {}
                () = at(until) => {
                    tracing::warn!("a process did not end in time");
                    break;
                }
                message = messages.recv() => match message {
                    Some(message) => self.take(message),
                    None => break,
                },
            }
            let state = &self.state;
            self.outbox.flush_due(|rev| state.snapshot(rev));
            self.store.flush_due(&self.state);
        }
        self.terminals.end();
        let state = &self.state;
        self.outbox.flush(|rev| state.snapshot(rev));
        self.store.close(&self.state).await;
        self.secrets.close().await;
        self.record.close().await;
        for done in self.quitting.into_iter().flat_map(|quitting| quitting.tell) {
            done.send(()).ok();
        }
    }

    fn is_over(&self) -> bool {
        self.quitting.is_some() && self.connections.is_empty()
    }

    fn take(&mut self, message: Message) {
        let Some(message) = self.early.hold(message) else {
            return;
        };
        match message {
            Message::Read => self.take_early(),
            Message::Event { kind, page, place } => {
                self.page = page;
                self.note(&kind);
                self.happened(*kind);
                drop(place);
            }
            Message::Stated { page, intent, hand } => {
                self.page = page;
                let kind = EventKind::Stated(intent, hand.at(|at| self.clock.ticks(at)));
                self.note(&kind);
                self.happened(kind);
            }
            Message::Up { connection, link } => {
                self.page = PageId::NONE;
                if let Some(live) = self.connections.get_mut(&connection) {
                    live.link = Some(link);
                    self.happened(EventKind::Started { connection });
                }
            }
            Message::Tell(op) => self.outbox.put(op, true, None),
            Message::Dropped { page, paths } => {
                self.page = page;
                self.beside(move || {
                    let (files, failed) = attached::look_at(&paths);
                    EventKind::FilesDropped { files, failed }
                });
            }
            Message::Subscribe { page, sink } => {
                self.page = page.id;
                self.happened(EventKind::PageCame(page));
                let state = &self.state;
                self.outbox.subscribe(page, sink, |rev| state.snapshot(rev));
            }
            Message::Quit(done) => {
                self.take_early();
                self.quit(done);
            }
        }
    }

    /// Takes note of events that change what the loop itself owns.
    fn note(&mut self, kind: &EventKind) {
        match kind {
            EventKind::Ended { connection, .. } | EventKind::StartFailed { connection, .. } => {
                self.connections.remove(connection);
                self.files.forget(*connection);
            }
            EventKind::Checked { ask, .. } => self.checks.done(*ask),
            EventKind::PageGone(page) => self.outbox.drop_page(*page),
            EventKind::Stated(Intent::Window(WindowIntent::Got { rev }), _) => {
                self.outbox.got(self.page, *rev);
            }
            _ => {}
        }
    }

    /// Lets the core take an event, does what it asks for, and goes on with what followed at once.
    fn happened(&mut self, kind: EventKind) {
        self.next.push_back(kind);
        while let Some(kind) = self.next.pop_front() {
            self.step(kind);
        }
    }

    fn step(&mut self, kind: EventKind) {
        let request = match &kind {
            EventKind::Asked {
                connection, key, ..
            } => Some((*connection, *key)),
            _ => None,
        };
        let event = Event {
            at: self.clock.now(),
            nonce: clock::nonce(),
            page: self.page,
            kind,
        };
        let state = &mut self.state;
        let effects = std::panic::catch_unwind(AssertUnwindSafe(|| update(state, event)));
        if let Ok(effects) = effects {
            for effect in effects {
                self.carry_out(effect);
            }
        } else {
            tracing::error!("the core failed on an event");
            if let Some((connection, key)) = request {
                self.answer_failed(connection, key);
            }
        }
    }

    fn answer_failed(&self, connection: ConnectionId, key: RequestKey) {
        if let Some(link) = self.link(connection) {
            let error = RpcError {
                code: -32603,
                message: "Internal error".to_owned(),
                data: None,
            };
            link.answer(key, Err(error));
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Start { connection, agent } => self.start(connection, agent),
            Effect::Stop { connection } => {
                if let Some(live) = self.connections.get(&connection) {
                    live.stop.send_replace(true);
                }
            }
            Effect::ReadRegistry { ticket } => self.read_registry(ticket),
            Effect::FetchRegistry { ticket, address } => self.fetch_registry(ticket, address),
            Effect::Wake {
                connection,
                ticket,
                after,
            } => {
                let queue = self.queue.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(after.into())).await;
                    let event = EventKind::Woken { connection, ticket };
                    queue.send(Message::event(event)).ok();
                });
            }
            Effect::Call {
                connection,
                call,
                method,
                params,
            } => {
                if let Some(link) = self.link(connection) {
                    let id = link.call(call, method, params);
                    // Known to the core before anything the agent may send about it, as that comes
                    // through the queue.
                    self.next.push_back(EventKind::Called {
                        connection,
                        call,
                        id,
                    });
                }
            }
            Effect::CancelCall { connection, call } => {
                if let Some(link) = self.link(connection) {
                    link.cancel(call);
                }
            }
            Effect::Notify {
                connection,
                method,
                params,
            } => {
                if let Some(link) = self.link(connection) {
                    link.notify(method, params);
                }
            }
            Effect::Answer {
                connection,
                key,
                outcome,
            } => {
                if let Some(link) = self.link(connection) {
                    link.answer(key, outcome);
                }
            }
            Effect::File {
                connection,
                key,
                call,
                roots,
                allowed,
            } => {
                let job = Job {
                    key,
                    call,
                    roots,
                    allowed,
                };
                self.files.add(connection, job);
            }
            Effect::ChooseFiles { session, folders } => self.choose_files(session, folders),
            Effect::ReadFiles {
                session,
                ticket,
                can,
                files,
            } => self.beside(move || EventKind::FilesRead {
                session,
                ticket,
                read: attached::read_all(&files, can),
            }),
            Effect::FindFiles {
                session,
                ticket,
                roots,
                query,
            } => self.searches.add(search::Job {
                session,
                ticket,
                roots,
                query,
            }),
            Effect::OpenTerminal { terminal, command } => self.terminals.open(terminal, command),
            Effect::Type { terminal, text } => self.terminals.keys(terminal, text),
            Effect::ReadTerminal {
                connection,
                key,
                terminal,
            } => {
                let read = self.terminals.read(connection, key, terminal);
                self.next.push_back(read);
            }
            Effect::KillTerminal { terminal } => self.terminals.kill(terminal),
            Effect::ReleaseTerminal { terminal } => self.terminals.release(terminal),
            Effect::CheckForm {
                ask,
                ticket,
                form,
                drafts,
            } => self.checks.add(Check {
                ask,
                ticket,
                form,
                drafts,
            }),
            Effect::HandOff { ask, address } => self.handoffs.begin(ask, address),
            Effect::Copy { text } => self.copy(text),
            Effect::Publish { op, urgent, to } => {
                if let Op::RemoveSession { session } = op {
                    self.tell_desk(move |host| host.session_gone(session));
                }
                self.store.note(&op);
                self.outbox.put(op, urgent, to);
            }
            Effect::Attention(now) => self.attention.tell(now),
            Effect::Record(line) => self.record.add(line),
            Effect::SaveAgents(agents) => self.store.save_agents(agents),
            Effect::SaveServers(servers) => self.store.save_servers(servers),
            Effect::SavePreferences(kept) => self.store.save_preferences(kept),
            Effect::Agree { ticket, agreement } => self.agree(ticket, agreement),
            Effect::KeepSecrets(values) => self.secrets.keep(values, self.queue.clone()),
            Effect::ForgetSecrets { keys } => self.secrets.forget(keys),
            Effect::Equip {
                connection,
                session,
                cwd,
                servers,
            } => {
                let errand = Errand {
                    connection,
                    session,
                    cwd,
                    servers,
                };
                let environment = self.environment.clone();
                equip::run(
                    errand,
                    environment,
                    self.secrets.clone(),
                    self.queue.clone(),
                );
            }
            Effect::ChooseFolder { agent } => self.choose_folder(agent),
            Effect::KeepPlace(place) => self.store.save_place(place),
            Effect::ForgetSession { name } => self.store.forget(name),
            Effect::ReadTranscript { session, name } => self.store.read(session, name),
            Effect::Search {
                ticket,
                text,
                sessions,
            } => {
                // What was said a moment ago is to be found, too.
                self.store.flush(&self.state);
                self.store.search(ticket, text, sessions);
            }
            Effect::CopyPatch(change) => self.copy_patch(*change),
            Effect::ExportSession { session, format } => self.export_session(*session, format),
            Effect::FindPrograms { programs } => {
                programs::look_for(programs, self.environment.clone(), self.queue.clone());
            }
            Effect::Remark {
                connection,
                id,
                finding,
            } => self.journal.remark(connection, id.as_json(), finding),
            Effect::Inspect(wanted) => self.inspect(wanted),
            Effect::ExportRecord => self.export_record(),
            Effect::OpenWindow { session } => self.tell_desk(move |host| host.open_window(session)),
            Effect::ComeForward => self.tell_desk(crate::Host::come_forward),
            Effect::Quit => self.tell_desk(crate::Host::quit),
            Effect::Speak { language } => self.tell_desk(move |host| host.speak(language)),
            Effect::CloseWindow { page } => self.tell_desk(move |host| host.close_window(page)),
            Effect::DeleteSessions { names } => self.store.delete_sessions(names),
            Effect::DeleteRecord => self.record.delete(),
            Effect::ForgetAllSecrets { keys } => self.secrets.forget_all(keys, self.queue.clone()),
            Effect::Measure => self.store.measure(self.journal.lines().len()),
        }
    }

    /// The way to an agent; none before it has started and after it has ended.
    fn quit(&mut self, done: oneshot::Sender<()>) {
        if let Some(quitting) = &mut self.quitting {
            quitting.tell.push(done);
            return;
        }
        self.page = PageId::NONE;
        self.quitting = Some(Quitting {
            until: Instant::now() + QUITTING,
            tell: vec![done],
        });
        self.happened(EventKind::Quit);
        for live in self.connections.values() {
            live.stop.send_replace(true);
        }
    }
}

/// Waits until the given time; for ever when there is none.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
