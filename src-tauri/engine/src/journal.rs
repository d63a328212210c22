//! The protocol's log: the last messages exchanged on each connection, in memory only.
//!
//! What we send is kept without its secrets; what an agent sends is kept as it came and is masked whenever it
//! leaves this module. Why not both at once: an agent may stream a thousand updates a second that nobody looks
//! at, and a secret that is learned later is masked in what came before too. Nothing of it is ever written to disk
//! but what the person exports.

mod log;
mod look;
mod message;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use assent_core::id::ConnectionId;
use assent_core::view::{Finding, ProtocolLine, TraceFilter, TraceMessage, TraceWay};
use tokio::sync::watch;
use tokio::time::Instant;

use self::log::Log;
pub(crate) use self::look::Seen;
pub(crate) use self::message::{Heard, Role};
use crate::clock::Clock;

/// How many connections' logs are kept; of more the oldest that has ended is forgotten.
const MOST_LOGS: usize = 12;
/// How many lines of a connection are shown at its end.
const SHOWN: usize = 10;
/// How many characters of each of them.
const SHOWN_OF_LINE: usize = 400;

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalLine {
    /// With which agent.
    pub connection: ConnectionId,
    /// Which way it went.
    pub way: TraceWay,
    /// What it says, without secrets.
    pub text: String,
}

/// The logs of all connections. Clones are the same journal.
#[derive(Clone, Default)]
pub(crate) struct Journal {
    logs: Arc<Mutex<BTreeMap<ConnectionId, Tap>>>,
    clock: Clock,
}

/// The log of one connection. Clones are the same log.
#[derive(Clone)]
pub(crate) struct Tap {
    log: Arc<Mutex<Log>>,
    /// How often the log has changed.
    changes: Arc<watch::Sender<u32>>,
    clock: Clock,
}

impl Journal {
    /// A journal without lines, which takes the time of them from a clock.
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            clock,
            ..Self::default()
        }
    }

    fn logs(&self) -> MutexGuard<'_, BTreeMap<ConnectionId, Tap>> {
        self.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the log of a connection to an agent, by the name the person gave it.
    pub(crate) fn begin(&self, connection: ConnectionId, agent: &str) -> Tap {
        let mut logs = self.logs();
        if logs.len() >= MOST_LOGS {
            let ended = logs
                .iter()
                .find(|(_, tap)| Arc::strong_count(&tap.log) == 1);
            if let Some(oldest) = ended.map(|(connection, _)| *connection) {
                logs.remove(&oldest);
            }
        }
        let tap = Tap::new(agent, self.clock.clone());
        logs.insert(connection, tap.clone());
        tap
    }

    /// The log of a connection, if there is one.
    pub(crate) fn of(&self, connection: ConnectionId) -> Option<Tap> {
        self.logs().get(&connection).cloned()
    }

    /// Says something about a request of an agent that has not been answered.
    pub(crate) fn remark(&self, connection: ConnectionId, id: &str, finding: Finding) {
        if let Some(tap) = self.of(connection) {
            tap.change(|log| log.remark(id, finding));
        }
    }

    /// The last messages of a connection as they are shown, oldest first.
    pub(crate) fn last_of(&self, connection: ConnectionId) -> Vec<ProtocolLine> {
        let Some(tap) = self.of(connection) else {
            return Vec::new();
        };
        let log = tap.log();
        let mut last: Vec<ProtocolLine> = log.last(SHOWN, SHOWN_OF_LINE).collect();
        last.reverse();
        last
    }

    /// What is kept of all connections, those of each oldest first.
    pub(crate) fn lines(&self) -> Vec<JournalLine> {
        let logs = self.logs();
        let lines = logs.iter().flat_map(|(connection, tap)| {
            let texts = tap.log().texts();
            texts.into_iter().map(|(way, text)| JournalLine {
                connection: *connection,
                way,
                text,
            })
        });
        lines.collect()
    }
}

impl Tap {
    fn new(agent: &str, clock: Clock) -> Self {
        Self {
            log: Arc::new(Mutex::new(Log::new(agent))),
            changes: Arc::new(watch::Sender::new(1)),
            clock,
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Log)) {
        let mut log = self.log();
        change(&mut log);
        let changes = log.changes();
        drop(log);
        self.changes.send_replace(changes);
    }

    /// Writes a message down.
    pub(crate) fn add(&self, heard: Heard) {
        let (now, at) = (Instant::now(), self.clock.unix_millis());
        self.change(|log| log.add(heard, now, at));
    }

    /// Masks this text from now on, wherever it stands.
    pub(crate) fn know(&self, secret: &str) {
        self.log().know(secret);
    }

    /// Forgets what is kept.
    pub(crate) fn clear(&self) {
        self.change(Log::clear);
    }

    /// Waits until there is something newer than the cursor.
    pub(crate) async fn newer(&self, cursor: u32) {
        let mut changes = self.changes.subscribe();
        changes.wait_for(|changes| *changes > cursor).await.ok();
    }

    /// Whether there is so much that is newer that it takes several answers.
    pub(crate) fn is_far_from(&self, cursor: u32) -> bool {
        self.log().is_far_from(cursor)
    }

    /// What is newer than the cursor and fits the filter. May take some milliseconds.
    pub(crate) fn look(&self, filter: &TraceFilter, cursor: u32) -> Seen {
        self.log().look(filter, cursor)
    }

    /// A message; all of it, or as much as is looked at at first.
    pub(crate) fn read(&self, number: u32, whole: bool) -> Option<TraceMessage> {
        self.log().read(number, whole)
    }

    /// A message to be copied: indented where it is JSON.
    pub(crate) fn copy(&self, number: u32) -> Option<String> {
        self.log().copy(number)
    }

    /// The name of a file for the log, and all of it, one JSON object a line. May take some 100 milliseconds.
    pub(crate) fn export(&self, version: &str) -> (String, String) {
        // Of a copy: masking takes its time, and the agent goes on meanwhile.
        let log = self.log().clone();
        log.export(version)
    }
}

#[cfg(test)]
mod tests;
