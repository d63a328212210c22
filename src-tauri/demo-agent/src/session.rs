//! The sessions of a connection: what the agent remembers between turns.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent_client_protocol::v1::schema::SessionId;
use tokio_util::sync::CancellationToken;

/// What is remembered of a session.
#[derive(Debug)]
pub(crate) struct Memory {
    /// The folder the client named.
    pub(crate) cwd: PathBuf,
    /// Whether the tour was given.
    pub(crate) toured: bool,
    /// Whether the person allowed edits for good.
    pub(crate) edits_allowed: bool,
    /// Whether the person signed in.
    pub(crate) signed_in: bool,
    /// Tool calls and messages so far, for their ids.
    count: u64,
    /// Stops the turn that is under way.
    turn: Option<CancellationToken>,
}

/// Why a turn does not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoTurn {
    UnknownSession,
    /// A turn is under way in this session.
    Busy,
}

/// All sessions of one connection, shared by its handlers and turns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sessions(Arc<Mutex<HashMap<SessionId, Memory>>>);

impl Sessions {
    /// Starts a session in a folder.
    pub(crate) fn open(&self, id: SessionId, cwd: PathBuf) {
        let memory = Memory {
            cwd,
            toured: false,
            edits_allowed: false,
            signed_in: false,
            count: 0,
            turn: None,
        };
        self.lock().insert(id, memory);
    }

    /// Marks a turn as under way and gives what stops it.
    pub(crate) fn begin_turn(&self, id: &SessionId) -> Result<CancellationToken, NoTurn> {
        let mut sessions = self.lock();
        let memory = sessions.get_mut(id).ok_or(NoTurn::UnknownSession)?;
        if memory.turn.is_some() {
            return Err(NoTurn::Busy);
        }
        let stop = CancellationToken::new();
        memory.turn = Some(stop.clone());
        Ok(stop)
    }

    /// Marks the turn as over.
    pub(crate) fn end_turn(&self, id: &SessionId) {
        if let Some(memory) = self.lock().get_mut(id) {
            memory.turn = None;
        }
    }

    /// Stops the turn of a session, if there is one.
    pub(crate) fn stop(&self, id: &SessionId) {
        if let Some(stop) = self.lock().get(id).and_then(|memory| memory.turn.as_ref()) {
            stop.cancel();
        }
    }

    /// Stops the turn and forgets the session; false when it is unknown.
    pub(crate) fn close(&self, id: &SessionId) -> bool {
        let closed = self.lock().remove(id);
        if let Some(stop) = closed.as_ref().and_then(|memory| memory.turn.as_ref()) {
            stop.cancel();
        }
        closed.is_some()
    }

    /// Reads or changes what is remembered of a session; nothing when it was closed.
    pub(crate) fn with<T>(
        &self,
        id: &SessionId,
        change: impl FnOnce(&mut Memory) -> T,
    ) -> Option<T> {
        self.lock().get_mut(id).map(change)
    }

    /// A panic elsewhere cannot have left the table half changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Memory>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    /// A number that this session has not used yet.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }
}
