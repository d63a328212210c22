//! Sessions whose transcripts still lie on the disk: they are read when somebody wants something of them.

use super::Work;
use crate::effect::Effect;
use crate::id::SessionKey;
use crate::intent::Intent;
use crate::state::Shelf;
use crate::view::{EntryView, Op};

/// Intents that wait for one transcript. Reading one takes a moment; nobody does more in it.
const MOST_WANTED: usize = 1_000;

impl Work<'_> {
    /// Lets what is wanted of a session wait for its transcript, if that is not here; else gives it back.
    pub(super) fn put_off(&mut self, intent: Intent) -> Option<Intent> {
        let Some(session) = intent.needs_transcript_of() else {
            return Some(intent);
        };
        let Some(Shelf::OnDisk { wanted, .. }) = self.session(session).map(|it| &mut it.shelf)
        else {
            return Some(intent);
        };
        if wanted.len() < MOST_WANTED {
            wanted.push(intent);
        }
        self.read_transcript(session);
        None
    }

    /// Has a transcript read from the disk, once.
    pub(super) fn read_transcript(&mut self, session: SessionKey) {
        let Some(open) = self.session(session) else {
            return;
        };
        if let Shelf::OnDisk { asked, .. } = &mut open.shelf
            && !std::mem::replace(asked, true)
        {
            let name = open.name.clone();
            self.effects.push(Effect::ReadTranscript { session, name });
        }
    }

    pub(super) fn transcript_read(&mut self, session: SessionKey, entries: Vec<EntryView>) {
        let Some(open) = self.session(session) else {
            return;
        };
        let Shelf::OnDisk {
            running, wanted, ..
        } = std::mem::take(&mut open.shelf)
        else {
            return;
        };
        open.fill(entries, running);
        let entries = open.entries.clone();
        self.publish_now(Op::PutTranscript { session, entries });
        self.show_session(session);
        for intent in wanted {
            self.intent(intent);
        }
    }
}
