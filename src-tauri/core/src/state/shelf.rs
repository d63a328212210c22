//! Where the transcript of a session of an earlier run is.
//!
//! Why not all are read at the start: most are not looked at, and together they may be any size. What
//! stands beside a transcript is enough for the list of sessions.

use crate::intent::Intent;

/// Where a transcript is.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Shelf {
    /// Here.
    #[default]
    Here,
    /// In its file.
    OnDisk {
        /// It was in the middle of a turn when it was written.
        running: bool,
        /// It is being read.
        asked: bool,
        /// What the person wants of it as soon as it is here.
        wanted: Vec<Intent>,
    },
}

impl Shelf {
    /// In its file, and nobody wants it yet.
    pub(crate) fn on_disk(running: bool) -> Self {
        Self::OnDisk {
            running,
            asked: false,
            wanted: Vec::new(),
        }
    }
}
