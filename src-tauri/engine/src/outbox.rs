//! What the interface is told, gathered into numbered patches.
//!
//! An agent streams faster than anybody can see. Changes gather for up to 30 ms, and of what replaces
//! something only the last is kept, so that the cost of a patch follows from what is on the screen and
//! not from how often it changed.

mod merge;

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use assent_core::view::{Down, Op, Patch, Snapshot};
use tokio::time::Instant;

use self::merge::Merged;
use crate::queue::Sink;

/// The time between two patches, unless something is urgent.
const PACE: Duration = Duration::from_millis(30);

/// Gathers changes and passes them to the sinks.
pub(crate) struct Outbox {
    sinks: Vec<Sink>,
    gathered: Merged,
    rev: u64,
    last: Option<Instant>,
    due: Option<Instant>,
}

impl Outbox {
    /// An outbox that nobody looks at yet.
    pub(crate) fn new() -> Self {
        Self {
            sinks: Vec::new(),
            gathered: Merged::default(),
            rev: 0,
            last: None,
            due: None,
        }
    }

    /// Adds a change. An urgent one goes out with everything before it as soon as the loop comes round.
    pub(crate) fn put(&mut self, op: Op, urgent: bool) {
        if self.sinks.is_empty() {
            // Whoever comes gets a snapshot.
            return;
        }
        self.gathered.add(op);
        let now = Instant::now();
        let due = match self.last {
            Some(last) if !urgent => (last + PACE).max(now),
            _ => now,
        };
        self.due = Some(self.due.map_or(due, |before| before.min(due)));
    }

    /// When the next patch is due, if anything has changed.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Sends a patch if one is due.
    pub(crate) fn flush_due(&mut self) {
        if self.due.is_some_and(|due| due <= Instant::now()) {
            self.flush();
        }
    }

    /// Sends what has changed.
    pub(crate) fn flush(&mut self) {
        self.due = None;
        let ops = self.gathered.take();
        if ops.is_empty() {
            return;
        }
        self.last = Some(Instant::now());
        self.rev += 1;
        let patch = Patch { rev: self.rev, ops };
        if let Some(json) = to_json(&Down::Patch { patch }) {
            self.sinks.retain_mut(|sink| pass(sink, &json));
        }
    }

    /// Adds a sink, which begins with the snapshot made for the given revision.
    pub(crate) fn subscribe(&mut self, mut sink: Sink, snapshot: impl FnOnce(u64) -> Snapshot) {
        self.flush();
        let snapshot = snapshot(self.rev);
        if let Some(json) = to_json(&Down::Snapshot { snapshot })
            && pass(&mut sink, &json)
        {
            self.sinks.push(sink);
        }
    }
}

fn to_json(down: &Down) -> Option<String> {
    serde_json::to_string(down)
        .inspect_err(|error| tracing::error!(%error, "the interface cannot be told"))
        .ok()
}

/// Gives whether the sink takes more.
fn pass(sink: &mut Sink, json: &str) -> bool {
    std::panic::catch_unwind(AssertUnwindSafe(|| sink(json))).unwrap_or_else(|_| {
        tracing::error!("an interface failed");
        false
    })
}

#[cfg(test)]
mod tests;
