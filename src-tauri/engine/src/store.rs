//! What is kept over a restart: the agents of the settings and the sessions, each in a file of its own.
//!
//! The loop only notes which sessions changed; about a second later what they hold goes to a thread, which
//! makes the text and writes it. A session that takes long to write is left alone longer, so that writing costs
//! the same small part of the time however long the transcripts are. A file is replaced as a whole or not at all, and one that cannot be read is
//! put aside and told, never written over.
//!
//! Why a file for each session: what one session does, however large, touches no other.

mod delete;
mod everywhere;
mod shelf;
mod waiting;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assent_core::event::{AgentConfig, EventKind};
use assent_core::id::SessionKey;
use assent_core::place::KeptPlace;
use assent_core::preferences::KeptPreferences;
use assent_core::settings::McpServer;
use assent_core::state::State;
use assent_core::stored::{
    StoredSession, Unreadable, agents_to_json, read_agents, read_servers, servers_to_json,
};
use assent_core::view::Op;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use self::everywhere::Searching;
use self::waiting::{Job, Jobs, Waiting, waiting};
use crate::files::{self, Next, Trouble};
use crate::queue::Message;

/// The file with the agents of the settings.
const AGENTS: &str = "agents.json";
/// The file with the MCP servers of the settings.
const SERVERS: &str = "mcp-servers.json";
/// The file with what the person prefers.
const PREFERENCES: &str = "preferences.json";
/// The file with the name of the session that was shown last.
const PLACE: &str = "place.json";
/// The folder with the sessions.
const SESSIONS: &str = "sessions";
/// How long after a change a session is written, if it is written quickly.
const WITHIN: Duration = Duration::from_secs(1);
/// A session that took long to write is left alone so many times as long.
const REST: u32 = 20;
/// How long after a failure it is tried again, when nothing else is written before.
const AGAIN: Duration = Duration::from_secs(5);

/// Keeps agents and sessions.
pub(crate) struct Store {
    jobs: Waiting,
    writer: JoinHandle<()>,
    /// What changed, and when it is to be written.
    changed: BTreeMap<SessionKey, Instant>,
    due: Option<Instant>,
    disk: Disk,
    searching: Searching,
}

impl Store {
    /// A store in the given folder. What earlier runs kept goes into the queue.
    pub(crate) fn open(folder: PathBuf, queue: mpsc::UnboundedSender<Message>) -> Self {
        let (jobs, received) = waiting();
        let disk = Disk { folder, queue };
        let own = disk.clone();
        let writer = tokio::task::spawn_blocking(move || {
            own.read();
            own.queue.send(Message::Read).ok();
            own.write_all(received);
        });
        Self {
            jobs,
            writer,
            changed: BTreeMap::new(),
            due: None,
            disk,
            searching: Searching::default(),
        }
    }

    /// Takes note of what changed, as the interface is told it.
    pub(crate) fn note(&mut self, op: &Op) {
        let session = match op {
            Op::PutSession { session } => Some(session.id),
            Op::PutEntry { session, .. }
            | Op::PutAttached { session, .. }
            | Op::PutPrompts { session, .. }
            | Op::AppendText { session, .. }
            | Op::DropEntries { session, .. }
            | Op::ClearEntries { session } => Some(*session),
            Op::PutAsk { ask } => ask.head.session,
            Op::PutAskHead { head } => head.session,
            _ => None,
        };
        if let Some(session) = session {
            self.changed(session);
        }
    }

    fn changed(&mut self, session: SessionKey) {
        let jobs = &self.jobs;
        let due = *self.changed.entry(session).or_insert_with(|| {
            let rest = jobs.cost(session).saturating_mul(REST);
            Instant::now() + rest.max(WITHIN)
        });
        self.due = Some(self.due.map_or(due, |before| before.min(due)));
    }

    /// When there is something to write.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Passes what changed on to be written, if it is time.
    pub(crate) fn flush_due(&mut self, state: &State) {
        let now = Instant::now();
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        if !state.keeps_sessions() {
            self.due = None;
            self.changed.clear();
            return;
        }
        let due = self.changed.iter().filter(|(_, due)| **due <= now);
        for session in due.map(|(session, _)| *session).collect::<Vec<_>>() {
            if self.jobs.has(session) {
                // The disk is behind: it gets the newest state when it is ready for it.
                self.changed.insert(session, now + WITHIN);
            } else {
                self.changed.remove(&session);
                self.pass_on(state, session);
            }
        }
        self.due = self.changed.values().min().copied();
    }

    /// Passes what changed on to be written.
    pub(crate) fn flush(&mut self, state: &State) {
        self.due = None;
        if !state.keeps_sessions() {
            self.changed.clear();
            return;
        }
        for session in std::mem::take(&mut self.changed).into_keys() {
            self.pass_on(state, session);
        }
    }

    fn pass_on(&self, state: &State, session: SessionKey) {
        match state.stored_session(session) {
            Some((_, Some(stored))) => self.put(Job::Session(session, Box::new(stored))),
            Some((name, None)) => self.put(Job::Forget(name)),
            // Gone meanwhile: that has a job of its own.
            None => {}
        }
    }

    /// Keeps the agents of the settings.
    pub(crate) fn save_agents(&self, agents: Vec<AgentConfig>) {
        self.put(Job::Agents(agents));
    }

    /// Keeps the MCP servers of the settings.
    pub(crate) fn save_servers(&self, servers: Vec<McpServer>) {
        self.put(Job::Servers(servers));
    }

    /// Keeps what the person prefers.
    pub(crate) fn save_preferences(&self, kept: KeptPreferences) {
        self.put(Job::Preferences(kept));
    }

    /// Keeps what the windows show.
    pub(crate) fn save_place(&self, place: KeptPlace) {
        self.put(Job::Place(place));
    }

    /// Removes what is kept of a session.
    pub(crate) fn forget(&self, name: String) {
        self.put(Job::Forget(name));
    }

    /// Deletes what is kept of sessions: those named, or all.
    pub(crate) fn delete_sessions(&self, names: Option<Vec<String>>) {
        self.put(Job::DeleteSessions(names));
    }

    /// Measures what is stored, once what was told before is done. The log is in memory: its lines are given.
    pub(crate) fn measure(&self, log_lines: usize) {
        self.put(Job::Measure(log_lines));
    }

    fn put(&self, job: Job) {
        self.jobs.put(job);
    }

    /// Writes what changed and waits until it is written.
    pub(crate) async fn close(mut self, state: &State) {
        self.flush(state);
        drop(self.jobs);
        self.writer.await.ok();
    }
}

/// What the threads work on.
#[derive(Clone)]
struct Disk {
    folder: PathBuf,
    queue: mpsc::UnboundedSender<Message>,
}

impl Disk {
    fn tell(&self, event: EventKind) {
        self.queue.send(Message::event(event)).ok();
    }

    fn sessions(&self) -> PathBuf {
        self.folder.join(SESSIONS)
    }

    fn read(&self) {
        if let Err(error) = files::private_folder(&self.sessions()) {
            // Told once there is something to keep: nobody looks yet.
            tracing::error!(%error, "the data folder cannot be made");
        }
        // First, since it is about how the window looks that is about to open.
        if let Some(kept) = self.read_file(&self.folder.join(PREFERENCES), KeptPreferences::read) {
            self.tell(EventKind::PreferencesRead(kept));
        }
        if let Some(agents) = self.read_file(&self.folder.join(AGENTS), read_agents) {
            self.tell(EventKind::AgentsRead(agents));
        }
        if let Some(servers) = self.read_file(&self.folder.join(SERVERS), read_servers) {
            self.tell(EventKind::ServersRead(servers));
        }
        let mut found: Vec<(std::time::SystemTime, StoredSession)> = Vec::new();
        for entry in std::fs::read_dir(self.sessions())
            .into_iter()
            .flatten()
            .flatten()
        {
            let path = entry.path();
            if path.extension().is_none_or(|it| it != "json") {
                continue;
            }
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if let Some(session) = self.read_head(&path, &name) {
                let written = entry.metadata().and_then(|it| it.modified());
                found.push((written.unwrap_or(std::time::UNIX_EPOCH), session));
            }
        }
        found.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
        let sessions: Vec<StoredSession> = found.into_iter().map(|(_, it)| it).collect();
        if !sessions.is_empty() {
            self.tell(EventKind::SessionsRead(sessions));
            // Without it the newest one is shown.
            let place = std::fs::read_to_string(self.folder.join(PLACE)).ok();
            if let Some(place) = place.and_then(|text| KeptPlace::from_json(&text)) {
                self.tell(EventKind::PlaceRead(place));
            }
        }
    }

    /// Reads a file; one that cannot be used is put aside and told.
    fn read_file<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&str) -> Result<T, Unreadable>,
    ) -> Option<T> {
        let why = match std::fs::read(path) {
            Err(error) if files::is_absent(&error) => return None,
            Err(error) => {
                tracing::error!(%error, "a file cannot be read");
                Unreadable::Damaged
            }
            Ok(bytes) => match String::from_utf8(bytes).map_err(|_| Unreadable::Damaged) {
                Ok(text) => match read(&text) {
                    Ok(read) => return Some(read),
                    Err(why) => why,
                },
                Err(why) => why,
            },
        };
        self.tell(EventKind::SetAside(files::put_aside(path, why)));
        None
    }

    fn write_all(&self, mut jobs: Jobs) {
        // What could not be written, by its file: a later text of a file takes the place of an earlier one.
        let mut left: BTreeMap<PathBuf, Job> = BTreeMap::new();
        let mut trouble = Trouble::default();
        loop {
            let next = jobs.next((!left.is_empty()).then_some(AGAIN));
            let ended = matches!(next, Next::Ended);
            match next {
                Next::Job(Job::DeleteSessions(names)) => {
                    left.retain(|_, job| !job.is_of(names.as_deref()));
                    let ok = self.delete_sessions(names);
                    self.tell(EventKind::SessionsDeleted { ok });
                }
                Next::Job(Job::Measure(log_lines)) => {
                    self.tell(EventKind::Measured(self.measure(log_lines)));
                }
                Next::Job(Job::Search(search)) => {
                    search.begin(self.sessions(), self.queue.clone());
                }
                Next::Job(job) => {
                    if let Some(path) = self.place_of(&job) {
                        left.insert(path, job);
                    }
                }
                Next::Nothing | Next::Ended => {}
            }
            left.retain(|path, job| {
                let began = Instant::now();
                let written = write(path, job);
                if let Job::Session(key, _) = job {
                    jobs.took(*key, began.elapsed());
                }
                written
                    .inspect_err(|error| tracing::error!(%error, "a file cannot be written"))
                    .is_err()
            });
            if trouble.is_to_be_told(!left.is_empty()) {
                self.tell(EventKind::NotKept);
            }
            if ended {
                return;
            }
        }
    }

    /// The file a job is about.
    fn place_of(&self, job: &Job) -> Option<PathBuf> {
        Some(match job {
            Job::Agents(_) => self.folder.join(AGENTS),
            Job::Servers(_) => self.folder.join(SERVERS),
            Job::Preferences(_) => self.folder.join(PREFERENCES),
            Job::Place(_) => self.folder.join(PLACE),
            Job::Session(_, session) => self.file_of(&session.name),
            Job::Forget(name) => self.file_of(name),
            Job::DeleteSessions(_) | Job::Measure(_) | Job::Search(_) => return None,
        })
    }

    fn file_of(&self, name: &str) -> PathBuf {
        self.sessions().join(format!("{name}.json"))
    }
}

fn write(path: &Path, job: &Job) -> io::Result<()> {
    match job {
        Job::Agents(agents) => files::replace(path, &agents_to_json(agents)),
        Job::Servers(servers) => files::replace(path, &servers_to_json(servers)),
        Job::Preferences(kept) => files::replace(path, &kept.to_json()),
        Job::Place(place) => files::replace(path, &place.to_json()),
        Job::Session(_, session) => files::replace(path, &session.to_json()),
        Job::Forget(_) => match std::fs::remove_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        },
        Job::DeleteSessions(_) | Job::Measure(_) | Job::Search(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
