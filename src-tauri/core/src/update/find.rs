//! Finding: in a transcript, and over all sessions.

use super::Work;
use crate::effect::Effect;
use crate::id::SessionKey;
use crate::intent::Find;
use crate::state::Finding;
use crate::view::{Op, SearchHit};

impl Work<'_> {
    pub(super) fn find(&mut self, wanted: Find) {
        match wanted {
            // It was read for this to be done.
            Find::Transcript { .. } => {}
            Find::In { session, text } => self.find_in(session, text),
            Find::Again { session } => self.find_again(session),
            Find::Everywhere { text } => self.search(text),
        }
    }

    fn find_in(&mut self, session: SessionKey, text: String) {
        let Some(open) = self.session(session) else {
            return;
        };
        open.finding = Finding::new(text.clone(), &open.entries);
        let (hits, more) = open
            .finding
            .as_ref()
            .map_or_else(Default::default, Finding::hits);
        self.publish_now(Op::PutFound {
            session,
            text,
            hits,
            more,
        });
    }

    fn find_again(&mut self, session: SessionKey) {
        let Some(open) = self.state.sessions.get_mut(&session) else {
            return;
        };
        let Some(finding) = &mut open.finding else {
            return;
        };
        if !finding.look_again(&open.entries) {
            return;
        }
        let (hits, more) = finding.hits();
        let text = finding.text.clone();
        self.publish_now(Op::PutFound {
            session,
            text,
            hits,
            more,
        });
    }

    /// Takes note of what changes in a transcript that is looked through. It is looked at when that is asked
    /// for: an entry may grow a hundred times before.
    pub(super) fn note_change(&mut self, op: &Op) {
        let (session, entry) = match op {
            Op::PutEntry { session, entry } => (*session, Some(entry.id)),
            Op::AppendText { session, entry, .. } => (*session, Some(*entry)),
            Op::ClearEntries { session } | Op::DropEntries { session, .. } => (*session, None),
            _ => return,
        };
        if let Some(finding) = self.session(session).and_then(|it| it.finding.as_mut()) {
            match entry {
                Some(entry) => finding.entry_changed(entry),
                None => finding.all_changed(),
            }
        }
    }

    fn search(&mut self, text: String) {
        let ticket = self.state.next();
        let words = !text.trim().is_empty();
        self.state.searching = words.then(|| (ticket, text.clone()));
        // The newest sessions are the last ones.
        let sessions = self.state.sessions.values().rev();
        let sessions = sessions.map(|it| (it.id, it.name.clone())).collect();
        self.effects.push(Effect::Search {
            ticket,
            text,
            sessions,
        });
    }

    pub(super) fn searched(
        &mut self,
        ticket: u32,
        sessions: Vec<SearchHit>,
        done: bool,
        more: bool,
    ) {
        let Some((wanted, text)) = &self.state.searching else {
            return;
        };
        if *wanted != ticket {
            return;
        }
        let text = text.clone();
        if done {
            self.state.searching = None;
        }
        self.publish_now(Op::AddSearched {
            text,
            sessions,
            done,
            more,
        });
    }
}
