//! What waits to be written: of each thing only the newest.
//!
//! Why no queue: a disk that is slower than an agent would let it grow, and nobody wants the older states.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use assent_core::event::AgentConfig;
use assent_core::id::SessionKey;
use assent_core::place::KeptPlace;
use assent_core::preferences::KeptPreferences;
use assent_core::settings::McpServer;
use assent_core::stored::StoredSession;
use tokio::sync::mpsc;

use super::everywhere::Search;
use crate::files::{self, Next};

/// Something for the thread that writes.
pub(super) enum Job {
    Agents(Vec<AgentConfig>),
    Servers(Vec<McpServer>),
    Preferences(KeptPreferences),
    Session(SessionKey, Box<StoredSession>),
    Forget(String),
    Place(KeptPlace),
    /// Those with these names, or all.
    DeleteSessions(Option<Vec<String>>),
    /// The lines of the log in memory are given.
    Measure(usize),
    Search(Search),
}

impl Job {
    /// Whether it is about one of these sessions, or of all.
    pub(super) fn is_of(&self, names: Option<&[String]>) -> bool {
        match self {
            Self::Session(_, session) => is_among(&session.name, names),
            Self::Forget(name) => is_among(name, names),
            _ => false,
        }
    }
}

fn is_among(name: &str, names: Option<&[String]>) -> bool {
    names.is_none_or(|names| names.iter().any(|it| it == name))
}

#[derive(Default)]
struct Slots {
    agents: Option<Vec<AgentConfig>>,
    servers: Option<Vec<McpServer>>,
    preferences: Option<KeptPreferences>,
    place: Option<KeptPlace>,
    /// What is to be deleted: before what was put later is written.
    deletions: VecDeque<Option<Vec<String>>>,
    measure: Option<usize>,
    /// After all that is to be written: it finds what has changed.
    search: Option<Search>,
    /// By name; none is to be forgotten.
    sessions: BTreeMap<String, Option<(SessionKey, Box<StoredSession>)>>,
    /// How long it took to write a session the last time.
    costs: BTreeMap<SessionKey, Duration>,
}

/// The side of the loop. The thread ends once it is dropped and everything is written.
pub(super) struct Waiting {
    slots: Arc<Mutex<Slots>>,
    wake: mpsc::Sender<()>,
}

/// The side of the thread.
pub(super) struct Jobs {
    slots: Arc<Mutex<Slots>>,
    woken: mpsc::Receiver<()>,
}

/// Both sides.
pub(super) fn waiting() -> (Waiting, Jobs) {
    let slots = Arc::new(Mutex::new(Slots::default()));
    let (wake, woken) = mpsc::channel(1);
    let ours = Arc::clone(&slots);
    (Waiting { slots: ours, wake }, Jobs { slots, woken })
}

fn lock(slots: &Mutex<Slots>) -> MutexGuard<'_, Slots> {
    slots.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Waiting {
    /// Has something written, in place of what waits of it.
    pub(super) fn put(&self, job: Job) {
        let mut slots = lock(&self.slots);
        match job {
            Job::Agents(agents) => slots.agents = Some(agents),
            Job::Servers(servers) => slots.servers = Some(servers),
            Job::Preferences(kept) => slots.preferences = Some(kept),
            Job::Place(place) => slots.place = Some(place),
            Job::DeleteSessions(names) => {
                slots
                    .sessions
                    .retain(|name, _| !is_among(name, names.as_deref()));
                slots.deletions.push_back(names);
            }
            Job::Measure(log_lines) => slots.measure = Some(log_lines),
            Job::Search(search) => slots.search = Some(search),
            Job::Session(key, session) => {
                let name = session.name.clone();
                slots.sessions.insert(name, Some((key, session)));
            }
            Job::Forget(name) => {
                slots.sessions.insert(name, None);
            }
        }
        drop(slots);
        match self.wake.try_send(()) {
            // It wakes up as it is, and takes all there is.
            Ok(()) | Err(mpsc::error::TrySendError::Full(())) => {}
            Err(mpsc::error::TrySendError::Closed(())) => {
                tracing::error!("nothing is kept any more");
            }
        }
    }

    /// Whether an earlier state of a session still waits.
    pub(super) fn has(&self, session: SessionKey) -> bool {
        let slots = lock(&self.slots);
        let mut all = slots.sessions.values().flatten();
        all.any(|(key, _)| *key == session)
    }

    /// How long it took to write a session the last time.
    pub(super) fn cost(&self, session: SessionKey) -> Duration {
        let slots = lock(&self.slots);
        slots.costs.get(&session).copied().unwrap_or_default()
    }
}

impl Jobs {
    /// The next thing to write; with a limit, waits no longer than that. For a thread that may wait.
    pub(super) fn next(&mut self, limit: Option<Duration>) -> Next<Job> {
        loop {
            if let Some(job) = lock(&self.slots).take() {
                return Next::Job(job);
            }
            match files::wait(self.woken.recv(), limit) {
                Next::Job(()) => {}
                Next::Nothing => return Next::Nothing,
                Next::Ended => return lock(&self.slots).take().map_or(Next::Ended, Next::Job),
            }
        }
    }

    /// A session was written, and that took so long.
    pub(super) fn took(&self, session: SessionKey, cost: Duration) {
        lock(&self.slots).costs.insert(session, cost);
    }
}

impl Slots {
    fn take(&mut self) -> Option<Job> {
        if let Some(agents) = self.agents.take() {
            return Some(Job::Agents(agents));
        }
        if let Some(servers) = self.servers.take() {
            return Some(Job::Servers(servers));
        }
        if let Some(kept) = self.preferences.take() {
            return Some(Job::Preferences(kept));
        }
        if let Some(place) = self.place.take() {
            return Some(Job::Place(place));
        }
        if let Some(names) = self.deletions.pop_front() {
            return Some(Job::DeleteSessions(names));
        }
        let Some((name, session)) = self.sessions.pop_first() else {
            let search = self.search.take().map(Job::Search);
            return search.or_else(|| self.measure.take().map(Job::Measure));
        };
        Some(match session {
            Some((key, session)) => Job::Session(key, session),
            None => Job::Forget(name),
        })
    }
}
