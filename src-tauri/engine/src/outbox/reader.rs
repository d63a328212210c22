//! One page, and what it is told.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use assent_core::id::AskId;
use assent_core::page::{Page, PageId, Shows};
use assent_core::view::{Down, Op, Patch, Snapshot};

use super::merge::Merged;
use tokio::time::Instant;

use crate::queue::Sink;

/// How many patches may be under way to a page that says what it has drawn: one that it draws, and the next.
const UNDER_WAY: u64 = 2;
/// How long a page that says nothing is waited for. One that is out of sight may be kept from drawing, and from saying so.
const PATIENCE: Duration = Duration::from_secs(1);
/// How many patches may be under way to one that goes on saying nothing.
const MOST_UNDER_WAY: u64 = 256;
/// How many changes may gather for a page that does not take them; then a snapshot is less.
const MOST_GATHERED: usize = 20_000;

/// A page that is told.
pub(super) struct Reader {
    page: Page,
    sink: Sink,
    gathered: Merged,
    rev: u64,
    /// The last patch it said it has drawn; none while it has said nothing.
    got: Option<u64>,
    /// When the last patch went to it.
    sent: Instant,
    /// Too much gathered: it has to begin anew.
    anew: bool,
    /// The asks it was told of, where that is not all of them.
    asks: HashSet<AskId>,
}

impl Reader {
    /// A page that was told nothing yet.
    pub(super) fn new(page: Page, sink: Sink) -> Self {
        Self {
            page,
            sink,
            gathered: Merged::default(),
            rev: 0,
            got: None,
            sent: Instant::now(),
            anew: false,
            asks: HashSet::new(),
        }
    }

    pub(super) fn page(&self) -> PageId {
        self.page.id
    }

    /// Tells it everything; gives whether it takes more.
    pub(super) fn begin(&mut self, snapshot: impl FnOnce(u64) -> Snapshot) -> bool {
        self.gathered.take();
        self.anew = false;
        let snapshot = snapshot(self.rev).for_page(&self.page);
        self.asks = snapshot.asks.iter().map(|ask| ask.head.id).collect();
        self.pass(&Down::Snapshot { snapshot })
    }

    /// Adds a change; gives when it can be told, if that is known.
    pub(super) fn add(&mut self, op: Op) -> Option<Instant> {
        if self.anew || !self.is_known(&op) {
            return None;
        }
        self.gathered.add(op.for_page(&self.page)?);
        if self.is_behind() && self.gathered.len() > MOST_GATHERED {
            self.gathered.take();
            self.anew = true;
        }
        self.ready()
    }

    /// When it can be told what has gathered, if anything has and that is known.
    pub(super) fn due(&self) -> Option<Instant> {
        if self.anew || self.gathered.len() > 0 {
            self.ready()
        } else {
            None
        }
    }

    /// Tells it what has gathered; gives whether it takes more, and whether it was told anything.
    pub(super) fn flush(&mut self, snapshot: impl FnOnce(u64) -> Snapshot) -> (bool, bool) {
        if self.is_behind() {
            return (true, false);
        }
        if self.anew {
            return (self.begin(snapshot), true);
        }
        let ops = self.gathered.take();
        if ops.is_empty() {
            return (true, false);
        }
        self.rev += 1;
        self.sent = Instant::now();
        let patch = Patch { rev: self.rev, ops };
        (self.pass(&Down::Patch { patch }), true)
    }

    /// It has drawn everything up to a patch; gives whether it was behind and is no more.
    pub(super) fn got(&mut self, rev: u64) -> bool {
        let behind = self.is_behind();
        // It cannot have drawn what was not sent.
        self.got = self.got.max(Some(rev.min(self.rev)));
        behind && !self.is_behind()
    }

    /// When it takes more. None while so much is under way that more would only lie there.
    fn ready(&self) -> Option<Instant> {
        match self.got.map(|got| self.rev - got) {
            Some(MOST_UNDER_WAY..) => None,
            Some(UNDER_WAY..) => Some(self.sent + PATIENCE),
            Some(_) | None => Some(Instant::now()),
        }
    }

    fn is_behind(&self) -> bool {
        self.ready().is_none_or(|at| at > Instant::now())
    }

    /// Whether a change is about something the page was told of. Changes of an ask do not say where it is.
    fn is_known(&mut self, op: &Op) -> bool {
        if self.page.shows == Shows::All {
            return true;
        }
        match op {
            Op::PutAsk { ask } => {
                if self.page.shows_of(ask.head.session) {
                    self.asks.insert(ask.head.id);
                }
                true
            }
            Op::PutAskHead { head } => self.asks.contains(&head.id),
            Op::PutFormState { ask, .. }
            | Op::PutFieldState { ask, .. }
            | Op::PutLink { ask, .. } => self.asks.contains(ask),
            Op::RemoveAsk { ask } => self.asks.remove(ask),
            _ => true,
        }
    }

    /// Gives whether the page takes more.
    fn pass(&mut self, down: &Down) -> bool {
        let json = match serde_json::to_string(down) {
            Ok(json) => json,
            Err(error) => {
                tracing::error!(%error, "the interface cannot be told");
                return true;
            }
        };
        let sink = &mut self.sink;
        std::panic::catch_unwind(AssertUnwindSafe(|| sink(&json))).unwrap_or_else(|_| {
            tracing::error!("an interface failed");
            false
        })
    }
}
