//! What is looked for in a transcript, and where it stands.
//!
//! Why what was found is kept for each entry: a transcript grows while somebody looks, and only what changed
//! since is to be looked at again.

use std::collections::{BTreeMap, BTreeSet};

use crate::find::{Needle, look};
use crate::id::EntryId;
use crate::view::{EntryView, FindHit, FindPart};

/// Places that are told: the newest ones.
const MOST_HITS: usize = 2_000;
/// Places that are kept of one entry.
const MOST_IN_ENTRY: usize = MOST_HITS;

/// What is looked for in a transcript.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) text: String,
    needle: Needle,
    found: BTreeMap<EntryId, Vec<(FindPart, u32)>>,
    changed: BTreeSet<EntryId>,
    /// More than single entries changed.
    renewed: bool,
}

impl Finding {
    /// Looks for words in these entries; none: there is nothing to look for.
    pub(crate) fn new(text: String, entries: &[EntryView]) -> Option<Self> {
        let mut finding = Self {
            needle: Needle::new(&text)?,
            text,
            found: BTreeMap::new(),
            changed: BTreeSet::new(),
            renewed: true,
        };
        finding.look_again(entries);
        Some(finding)
    }

    /// An entry changed.
    pub(crate) fn entry_changed(&mut self, entry: EntryId) {
        self.changed.insert(entry);
    }

    /// All of it changed.
    pub(crate) fn all_changed(&mut self) {
        self.renewed = true;
    }

    /// Looks at what changed; gives whether anything had.
    pub(crate) fn look_again(&mut self, entries: &[EntryView]) -> bool {
        let changed = std::mem::take(&mut self.changed);
        if std::mem::take(&mut self.renewed) {
            self.found.clear();
            for entry in entries {
                self.look_at(entry);
            }
            return true;
        }
        for id in &changed {
            match entries.binary_search_by_key(id, |it| it.id) {
                Ok(place) => self.look_at(&entries[place]),
                Err(_) => drop(self.found.remove(id)),
            }
        }
        !changed.is_empty()
    }

    fn look_at(&mut self, entry: &EntryView) {
        let mut hits = look(&self.needle, &entry.body);
        let before = hits.len().saturating_sub(MOST_IN_ENTRY);
        hits.drain(..before);
        if hits.is_empty() {
            self.found.remove(&entry.id);
        } else {
            self.found.insert(entry.id, hits);
        }
    }

    /// Where it stands, in order, and whether there are places before these.
    pub(crate) fn hits(&self) -> (Vec<FindHit>, bool) {
        let newest = self.found.iter().rev();
        let mut hits: Vec<FindHit> = newest
            .flat_map(|(&entry, found)| {
                let found = found.iter().rev();
                found.map(move |&(at, place)| FindHit { entry, at, place })
            })
            .take(MOST_HITS + 1)
            .collect();
        let more = hits.len() > MOST_HITS;
        hits.truncate(MOST_HITS);
        hits.reverse();
        (hits, more)
    }
}
