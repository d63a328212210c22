//! What the pages are told, gathered into numbered patches.
//!
//! An agent streams faster than anybody can see. Changes gather for up to 30 ms, and of what replaces
//! something only the last is kept, so that the cost of a patch follows from what is on the screen and
//! not from how often it changed.
//!
//! Each page has a row of numbers of its own, and changes that gather for it alone: it is told what it is
//! there for, and one that takes its time, or takes nothing any more, is nothing to the others. A page says
//! what it has drawn, and until then gets one patch more, no second: it is never more than a picture behind, and
//! what it has no time to draw is merged here instead of being drawn late. One that says nothing for a second gets the
//! next all the same, up to a bound. When too much has gathered for one that does not take it, it is told
//! everything anew.

mod merge;
mod reader;

use std::time::Duration;

use assent_core::page::{Page, PageId};
use assent_core::view::{Op, Snapshot};
use tokio::time::Instant;

use self::reader::Reader;
use crate::queue::Sink;

/// The time between two patches, unless something is urgent.
const PACE: Duration = Duration::from_millis(30);

/// Gathers changes and passes them to the pages.
pub(crate) struct Outbox {
    readers: Vec<Reader>,
    last: Option<Instant>,
    due: Option<Instant>,
}

impl Outbox {
    /// An outbox that nobody looks at yet.
    pub(crate) fn new() -> Self {
        Self {
            readers: Vec::new(),
            last: None,
            due: None,
        }
    }

    /// Adds a change, for one page or for all. An urgent one goes out with everything before it as soon as
    /// the loop comes round.
    pub(crate) fn put(&mut self, op: Op, urgent: bool, to: Option<PageId>) {
        let mut ready: Option<Instant> = None;
        let wanted = |reader: &&mut Reader| to.is_none_or(|to| to == reader.page());
        let mut readers = self.readers.iter_mut().filter(wanted).peekable();
        let mut op = Some(op);
        while let Some(reader) = readers.next() {
            // The last one takes it as it is.
            let its = if readers.peek().is_some() {
                op.clone()
            } else {
                op.take()
            };
            ready = sooner(ready, its.and_then(|op| reader.add(op)));
        }
        if let Some(ready) = ready {
            let due = match self.last {
                Some(last) if !urgent => (last + PACE).max(ready),
                _ => ready,
            };
            self.due = sooner(self.due, Some(due));
        }
    }

    /// When the next patch is due, if anything has changed.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Sends patches if they are due; `snapshot` is for those who have to begin anew.
    pub(crate) fn flush_due(&mut self, snapshot: impl Fn(u64) -> Snapshot) {
        if self.due.is_some_and(|due| due <= Instant::now()) {
            self.flush(snapshot);
        }
    }

    /// Sends what has changed.
    pub(crate) fn flush(&mut self, snapshot: impl Fn(u64) -> Snapshot) {
        let mut sent = false;
        self.readers.retain_mut(|reader| {
            let (stays, has_sent) = reader.flush(&snapshot);
            sent |= has_sent;
            stays
        });
        if sent {
            self.last = Some(Instant::now());
        }
        // Others may have been waited for meanwhile.
        let waiting = self.readers.iter().filter_map(Reader::due);
        self.due = waiting.min();
    }

    /// Adds a page, which begins with a snapshot; one that is there already begins anew.
    pub(crate) fn subscribe(
        &mut self,
        page: Page,
        sink: Sink,
        snapshot: impl FnOnce(u64) -> Snapshot,
    ) {
        let mut reader = Reader::new(page, sink);
        if !reader.begin(snapshot) {
            // Somebody only wanted to look.
            return;
        }
        // A page without a number cannot be told from another one.
        if page.id != PageId::NONE {
            self.drop_page(page.id);
        }
        self.readers.push(reader);
    }

    /// A page has drawn everything up to a patch.
    pub(crate) fn got(&mut self, page: PageId, rev: u64) {
        for reader in self.readers.iter_mut().filter(|it| it.page() == page) {
            if reader.got(rev) {
                self.due = Some(Instant::now());
            }
        }
    }

    /// A page is told no more.
    pub(crate) fn drop_page(&mut self, page: PageId) {
        self.readers.retain(|reader| reader.page() != page);
    }
}

/// The sooner of two times, of which either may not be known.
fn sooner(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests;
