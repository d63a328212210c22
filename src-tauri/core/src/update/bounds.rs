//! Keeps transcripts within their bounds.

use super::Work;
use crate::id::{AskId, SessionKey};
use crate::state::{Ask, State};
use crate::text::{Streamed, start};
use crate::view::{EntryBody, NoteView, Op};

impl Work<'_> {
    /// Takes note of what an entry weighs, wherever it came from.
    pub(super) fn weigh(&mut self, op: &Op) {
        match op {
            Op::PutEntry { session, entry } => {
                if let Some(open) = self.session(*session) {
                    open.weigh(entry.id, &entry.body);
                }
            }
            Op::AppendText {
                session,
                entry,
                text,
            } => {
                if let Some(open) = self.session(*session) {
                    open.weigh_more(*entry, text.len());
                }
            }
            _ => {}
        }
    }

    /// Lets the oldest entries of a transcript go, if there is more than may be.
    pub(super) fn keep_in_bounds(&mut self, session: SessionKey) {
        let State { sessions, asks, .. } = &mut *self.state;
        let is_open = |ask: AskId| asks.get(&ask).is_some_and(Ask::is_open);
        let left = sessions
            .get_mut(&session)
            .and_then(|open| open.let_go(is_open));
        if let Some(left) = left {
            self.publish(Op::DropEntries {
                session,
                entries: left.entries,
            });
            self.publish(Op::PutEntry {
                session,
                entry: left.note,
            });
        }
    }

    /// Counts what a message that grows had to leave out, below it.
    pub(super) fn leave_out(&mut self, session: SessionKey, bytes: u64) {
        let growing = self.session(session).and_then(|it| it.growing.as_mut());
        let Some(growing) = growing.filter(|_| bytes > 0) else {
            return;
        };
        if let Some((entry, before)) = &mut growing.cut {
            *before += bytes;
            let (entry, bytes) = (*entry, *before);
            let entry = self.session(session).and_then(|it| {
                let entry = it.entry_mut(entry)?;
                entry.body = cut(bytes);
                Some(entry.clone())
            });
            if let Some(entry) = entry {
                self.publish(Op::PutEntry { session, entry });
            }
        } else if let Some(entry) = self.put_new(session, cut(bytes))
            && let Some(growing) = self.session(session).and_then(|it| it.growing.as_mut())
        {
            growing.cut = Some((entry, bytes));
        }
    }
}

fn cut(bytes: u64) -> EntryBody {
    EntryBody::Note {
        note: NoteView::TextCut { bytes },
    }
}

/// As much of a piece as there is room for, in bytes: what is shown of it, and the bytes left out.
pub(super) fn within(room: usize, streamed: &mut Streamed, piece: &str) -> (String, u64) {
    let taken = start(piece, room);
    let mut shown = streamed.push(taken);
    // What is shown is longer where hidden characters are written out.
    let kept = start(&shown, room).len();
    let left_out = piece.len() - taken.len() + shown.len() - kept;
    shown.truncate(kept);
    (shown, u64::try_from(left_out).unwrap_or(u64::MAX))
}
