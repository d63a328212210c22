//! What is kept over a restart: the agents of the settings and the sessions, each in a file of its own.
//!
//! The loop only notes which sessions changed; about a second later what they hold goes to a thread, which
//! makes the text and writes it. A file is replaced as a whole or not at all, and one that cannot be read is
//! put aside and told, never written over.
//!
//! Why a file for each session: what one session does, however large, touches no other.

mod everywhere;
mod shelf;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assent_core::event::{AgentConfig, EventKind};
use assent_core::id::SessionKey;
use assent_core::preferences::KeptPreferences;
use assent_core::settings::McpServer;
use assent_core::state::State;
use assent_core::stored::{
    StoredSession, Unreadable, agents_to_json, read_agents, read_servers, servers_to_json,
};
use assent_core::view::{Op, SetAside};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use self::everywhere::{Search, Searching};
use crate::files;
use crate::queue::Message;

/// The file with the agents of the settings.
const AGENTS: &str = "agents.json";
/// The file with the MCP servers of the settings.
const SERVERS: &str = "mcp-servers.json";
/// The file with what the person prefers.
const PREFERENCES: &str = "preferences.json";
/// The folder with the sessions.
const SESSIONS: &str = "sessions";
/// How long after a change a session is written at the latest.
const WITHIN: Duration = Duration::from_secs(1);

/// Something for the thread that writes.
enum Job {
    Agents(Vec<AgentConfig>),
    Servers(Vec<McpServer>),
    Preferences(KeptPreferences),
    Session(Box<StoredSession>),
    Forget(String),
    Search(Search),
}

/// Keeps agents and sessions.
pub(crate) struct Store {
    jobs: mpsc::UnboundedSender<Job>,
    writer: JoinHandle<()>,
    changed: BTreeSet<SessionKey>,
    due: Option<Instant>,
    disk: Disk,
    searching: Searching,
}

impl Store {
    /// A store in the given folder. What earlier runs kept goes into the queue.
    pub(crate) fn open(folder: PathBuf, queue: mpsc::UnboundedSender<Message>) -> Self {
        let (jobs, received) = mpsc::unbounded_channel();
        let disk = Disk { folder, queue };
        let own = disk.clone();
        let writer = tokio::task::spawn_blocking(move || {
            own.read();
            own.write_all(received);
        });
        Self {
            jobs,
            writer,
            changed: BTreeSet::new(),
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
            | Op::ClearEntries { session } => Some(*session),
            Op::PutAsk { ask } => ask.head.session,
            Op::PutAskHead { head } => head.session,
            _ => None,
        };
        if let Some(session) = session {
            self.changed.insert(session);
            self.due.get_or_insert_with(|| Instant::now() + WITHIN);
        }
    }

    /// When there is something to write.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Passes what changed on to be written, if it is time.
    pub(crate) fn flush_due(&mut self, state: &State) {
        if self.due.is_some_and(|due| due <= Instant::now()) {
            self.flush(state);
        }
    }

    /// Passes what changed on to be written.
    pub(crate) fn flush(&mut self, state: &State) {
        self.due = None;
        for session in std::mem::take(&mut self.changed) {
            match state.stored_session(session) {
                Some((_, Some(stored))) => self.put(Job::Session(Box::new(stored))),
                Some((name, None)) => self.put(Job::Forget(name)),
                // Gone meanwhile: that has a job of its own.
                None => {}
            }
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

    /// Removes what is kept of a session.
    pub(crate) fn forget(&self, name: String) {
        self.put(Job::Forget(name));
    }

    fn put(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            tracing::error!("nothing is kept any more");
        }
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
            tracing::error!(%error, "the data folder cannot be made");
            self.tell(EventKind::NotKept);
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
        }
    }

    /// Reads a file; one that cannot be used is put aside and told.
    fn read_file<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&str) -> Result<T, Unreadable>,
    ) -> Option<T> {
        let why = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
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
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let word = match why {
            Unreadable::Damaged => "damaged",
            Unreadable::Newer => "newer",
        };
        let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S");
        let kept_as = format!("{file}.{word}-{now}");
        let renamed = std::fs::rename(path, path.with_file_name(&kept_as));
        if let Err(error) = &renamed {
            tracing::error!(%error, "a file that cannot be read stays where it is");
        }
        self.tell(EventKind::SetAside(SetAside {
            file,
            kept_as: renamed.is_ok().then_some(kept_as),
            newer: why == Unreadable::Newer,
        }));
        None
    }

    fn write_all(&self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        let mut failing = false;
        while let Some(job) = jobs.blocking_recv() {
            let done = match job {
                Job::Agents(agents) => {
                    files::replace(&self.folder.join(AGENTS), &agents_to_json(&agents))
                }
                Job::Servers(servers) => {
                    files::replace(&self.folder.join(SERVERS), &servers_to_json(&servers))
                }
                Job::Preferences(kept) => {
                    files::replace(&self.folder.join(PREFERENCES), &kept.to_json())
                }
                Job::Session(session) => {
                    files::replace(&self.file_of(&session.name), &session.to_json())
                }
                Job::Search(search) => {
                    search.begin(self.sessions(), self.queue.clone());
                    Ok(())
                }
                Job::Forget(name) => match std::fs::remove_file(self.file_of(&name)) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                    done => done,
                },
            };
            if let Err(error) = &done {
                tracing::error!(%error, "a file cannot be written");
                // Said once, not every second.
                if !failing {
                    self.tell(EventKind::NotKept);
                }
            }
            failing = done.is_err();
        }
    }

    fn file_of(&self, name: &str) -> PathBuf {
        self.sessions().join(format!("{name}.json"))
    }
}

#[cfg(test)]
mod tests;
