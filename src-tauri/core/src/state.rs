//! The state: all that Assent knows.

use crate::view::Snapshot;

/// All that Assent knows. Only [`crate::update::update`] changes it.
#[derive(Debug, Clone)]
pub struct State {
    version: String,
}

impl State {
    /// The state at the start of the program, of the given version.
    pub fn new(version: &str) -> Self {
        Self {
            version: version.to_owned(),
        }
    }

    /// Everything there is to draw, as of patch `rev`.
    pub fn snapshot(&self, rev: u64) -> Snapshot {
        Snapshot {
            rev,
            version: self.version.clone(),
            agents: Vec::new(),
            connections: Vec::new(),
            sessions: Vec::new(),
            asks: Vec::new(),
            front: None,
        }
    }
}
