//! Tells the desktop how many asks wait, without ever waiting for it.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use assent_core::id::AskId;
use assent_core::view::{AskHead, Op};
use tokio::sync::watch;

use crate::Host;

/// Counts what waits, from what the interface is told.
pub(crate) struct Attention {
    waiting: HashSet<AskId>,
    told: watch::Sender<usize>,
}

impl Attention {
    /// A count of nothing.
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        let (told, mut counts) = watch::channel(0);
        tokio::spawn(async move {
            // Only the newest number counts: a desktop that takes its time misses the ones between.
            while counts.changed().await.is_ok() {
                let waiting = *counts.borrow_and_update();
                let host = Arc::clone(&host);
                let call = move || host.attention(waiting);
                let done = tokio::task::spawn_blocking(move || {
                    std::panic::catch_unwind(AssertUnwindSafe(call)).is_ok()
                });
                if !done.await.unwrap_or(false) {
                    tracing::error!("the desktop failed to show what waits");
                }
            }
        });
        Self {
            waiting: HashSet::new(),
            told,
        }
    }

    /// Takes note of a change; says so when less waits than before.
    pub(crate) fn note(&mut self, op: &Op) {
        let before = self.waiting.len();
        match op {
            Op::PutAsk { ask } => self.count(&ask.head),
            Op::PutAskHead { head } => self.count(head),
            Op::RemoveAsk { ask } => {
                self.waiting.remove(ask);
            }
            _ => {}
        }
        if self.waiting.len() < before {
            self.told.send_replace(self.waiting.len());
        }
    }

    /// An ask came up.
    pub(crate) fn raise(&self) {
        self.told.send_replace(self.waiting.len());
    }

    fn count(&mut self, head: &AskHead) {
        if head.status.is_open() {
            self.waiting.insert(head.id);
        } else {
            self.waiting.remove(&head.id);
        }
    }
}
