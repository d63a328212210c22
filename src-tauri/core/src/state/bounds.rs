//! How long a transcript may become: its oldest entries leave, and a note at the top counts them.
//!
//! Why many leave at once: what has to be looked through for it costs as much as there are entries, and so
//! it is done once for a thousand of them.

use std::collections::BTreeMap;

use super::weigh::weight;
use super::{Growing, Session};
use crate::id::{AskId, EntryId};
use crate::view::{EntryBody, EntryView, NoteView};

/// Entries a transcript has at most.
pub(crate) const MOST_ENTRIES: usize = 20_000;
/// What they weigh at most, in bytes.
pub(crate) const MOST_BYTES: usize = 16 << 20;
/// Of either, what is left free when entries leave: one part in so many.
const FREED: usize = 20;
/// Bytes of one message or thought; what comes after is left out and counted.
pub(crate) const MOST_OF_ONE: usize = 1 << 20;

/// What the entries of a transcript weigh.
#[derive(Debug, Clone, Default)]
pub(crate) struct Weights {
    each: BTreeMap<EntryId, usize>,
    sum: usize,
}

impl Weights {
    fn put(&mut self, entry: EntryId, weight: usize) {
        let before = self.each.insert(entry, weight).unwrap_or_default();
        self.sum = self.sum - before + weight;
    }

    fn take(&mut self, entry: EntryId) -> usize {
        let weight = self.each.remove(&entry).unwrap_or_default();
        self.sum -= weight;
        weight
    }
}

/// Entries that left a transcript.
#[derive(Debug)]
pub(crate) struct Left {
    /// Which.
    pub(crate) entries: Vec<EntryId>,
    /// What says so, at the top: in place of one of those that left before, or now.
    pub(crate) note: EntryView,
}

impl Session {
    /// An entry is new or has changed.
    pub(crate) fn weigh(&mut self, entry: EntryId, body: &EntryBody) {
        self.weights.put(entry, weight(body));
    }

    /// An entry has so many bytes more.
    pub(crate) fn weigh_more(&mut self, entry: EntryId, bytes: usize) {
        let weight = self.weights.take(entry);
        self.weights.put(entry, weight + bytes);
    }

    /// Takes all entries out.
    pub(crate) fn take_entries(&mut self) -> Vec<EntryView> {
        self.weights = Weights::default();
        std::mem::take(&mut self.entries)
    }

    /// Whether there is more than may be.
    pub(crate) fn is_over(&self) -> bool {
        self.entries.len() > MOST_ENTRIES || self.weights.sum > MOST_BYTES
    }

    /// Lets the oldest entries go if there is more than may be. Asks that are open stay, and so does what
    /// grows at the end.
    pub(crate) fn let_go(&mut self, is_open: impl Fn(AskId) -> bool) -> Option<Left> {
        if !self.is_over() {
            return None;
        }
        let end = match &self.growing {
            Some(Growing { entry, .. }) => self.entries.partition_point(|it| it.id < *entry),
            None => self.entries.len().saturating_sub(1),
        };
        let fewer = MOST_ENTRIES - MOST_ENTRIES / FREED;
        let count = (self.entries.len() + 1).saturating_sub(fewer);
        let bytes = self
            .weights
            .sum
            .saturating_sub(MOST_BYTES - MOST_BYTES / FREED);
        let mut gone = Gone::default();
        let kept = self.entries.drain(..end).filter_map(|entry| {
            let enough = gone.entries.len() >= count && gone.bytes >= bytes;
            gone.look(entry, enough, &is_open, &mut self.weights)
        });
        let kept: Vec<EntryView> = kept.collect();
        let Gone {
            entries,
            note,
            counted,
            ..
        } = gone;
        let newer = std::mem::replace(&mut self.entries, kept);
        self.entries.extend(newer);
        // Nothing has left when all of it is open, or grows.
        let mut note = note?;
        note.body = EntryBody::Note {
            note: NoteView::NotKept { entries: counted },
        };
        note.dropped = false;
        let place = self.entries.partition_point(|it| it.id < note.id);
        self.entries.insert(place, note.clone());
        self.weigh(note.id, &note.body);
        self.forget_places();
        Some(Left { entries, note })
    }

    /// What named an entry that is gone names none.
    fn forget_places(&mut self) {
        let entries = &self.entries;
        let there = |id: EntryId| entries.binary_search_by_key(&id, |it| it.id).is_ok();
        self.tools.retain(|_, entry| there(*entry));
        self.compactions.retain(|_, (entry, _)| there(*entry));
        self.plan = self.plan.filter(|entry| there(*entry));
    }
}

/// What has left so far.
#[derive(Default)]
struct Gone {
    entries: Vec<EntryId>,
    bytes: usize,
    /// The entry whose place the note takes.
    note: Option<EntryView>,
    /// How many have left, with those of before.
    counted: u32,
}

impl Gone {
    /// Gives the entry back if it stays.
    fn look(
        &mut self,
        entry: EntryView,
        enough: bool,
        is_open: impl Fn(AskId) -> bool,
        weights: &mut Weights,
    ) -> Option<EntryView> {
        let before = match &entry.body {
            EntryBody::Ask { ask } if is_open(*ask) => return Some(entry),
            EntryBody::Note {
                note: NoteView::NotKept { entries },
            } => Some(*entries),
            _ if enough => return Some(entry),
            _ => None,
        };
        self.counted = self.counted.saturating_add(before.unwrap_or(1));
        self.bytes += weights.take(entry.id);
        if self.note.is_none() {
            self.note = Some(entry);
        } else {
            self.entries.push(entry.id);
        }
        None
    }
}
