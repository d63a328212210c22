//! Merges changes that the interface would only draw over.
//!
//! A patch is drawn as a whole, so within one only the result counts. Everything is named by an id,
//! and a later whole takes the place of the earlier, where the earlier stood: what is new keeps its place
//! among the new.

use std::collections::HashMap;

use assent_core::id::{AskId, ConnectionId, EntryId, SessionKey};
use assent_core::view::Op;

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum About {
    Agents,
    Servers,
    Preferences,
    Unannounced,
    Stored,
    KnownAgents,
    Registry,
    SetAside,
    Connection(ConnectionId),
    Session(SessionKey),
    Front,
    Leaving,
    Entry(SessionKey, EntryId),
    Appended(SessionKey, EntryId),
    Cleared(SessionKey),
    Attached(SessionKey),
    Prompts(SessionKey),
    Hits(SessionKey),
    Found(SessionKey),
    DraggedOver,
    Ask(AskId),
    Head(AskId),
    FormState(AskId),
    FieldState(AskId, u32),
    Link(AskId),
}

impl About {
    fn of(op: &Op) -> Option<Self> {
        Some(match op {
            Op::PutAgents { .. } => Self::Agents,
            Op::PutServers { .. } => Self::Servers,
            Op::PutPreferences { .. } => Self::Preferences,
            Op::PutUnannounced { .. } => Self::Unannounced,
            Op::PutStored { .. } => Self::Stored,
            Op::PutKnownAgents { .. } => Self::KnownAgents,
            Op::PutRegistry { .. } => Self::Registry,
            Op::PutSetAside { .. } => Self::SetAside,
            Op::PutConnection { connection } => Self::Connection(connection.id),
            Op::RemoveConnection { connection } => Self::Connection(*connection),
            Op::PutSession { session } => Self::Session(session.id),
            Op::RemoveSession { session } => Self::Session(*session),
            Op::Front { .. } => Self::Front,
            Op::PutLeaving { .. } => Self::Leaving,
            Op::PutEntry { session, entry } => Self::Entry(*session, entry.id),
            Op::AppendText { session, entry, .. } => Self::Appended(*session, *entry),
            Op::ClearEntries { session } => Self::Cleared(*session),
            Op::PutAttached { session, .. } => Self::Attached(*session),
            Op::PutPrompts { session, .. } => Self::Prompts(*session),
            Op::PutHits { session, .. } => Self::Hits(*session),
            Op::PutFound { session, .. } => Self::Found(*session),
            Op::DraggedOver { .. } => Self::DraggedOver,
            Op::PutAsk { ask } => Self::Ask(ask.head.id),
            Op::RemoveAsk { ask } => Self::Ask(*ask),
            Op::PutAskHead { head } => Self::Head(head.id),
            Op::PutFormState { ask, .. } => Self::FormState(*ask),
            Op::PutFieldState { ask, index, .. } => Self::FieldState(*ask, *index),
            Op::PutLink { ask, .. } => Self::Link(*ask),
            // Lines follow on each other; a transcript comes whole once, and the rest of a terminal is rare.
            Op::DropEntries { .. }
            | Op::PutTranscript { .. }
            | Op::AddSearched { .. }
            | Op::PutTerminal { .. }
            | Op::PutTerminalLines { .. }
            | Op::PutTerminalEnd { .. }
            | Op::RemoveTerminal { .. }
            | Op::Heard { .. }
            | Op::Dropped { .. }
            | Op::AddRecord { .. }
            | Op::ClearRecord
            | Op::GoToAsk { .. }
            | Op::FolderChosen { .. }
            | Op::MenuChosen { .. }
            | Op::Trace { .. }
            | Op::Notice { .. } => return None,
        })
    }

    /// Whether a change of this is void once `op` has come.
    fn is_void_after(self, op: &Op) -> bool {
        match op {
            Op::PutEntry { session, entry } => self == Self::Appended(*session, entry.id),
            Op::ClearEntries { session } => self.is_of_transcript(*session),
            Op::RemoveSession { session } => {
                self.is_of_transcript(*session) || self.is_of_session(*session)
            }
            Op::PutAsk { ask } => self.is_part_of(ask.head.id),
            Op::RemoveAsk { ask } => self.is_part_of(*ask),
            Op::PutFormState { ask, .. } => matches!(self, Self::FieldState(of, _) if of == *ask),
            _ => false,
        }
    }

    fn is_of_transcript(self, session: SessionKey) -> bool {
        matches!(self, Self::Entry(of, _) | Self::Appended(of, _) if of == session)
    }

    fn is_of_session(self, session: SessionKey) -> bool {
        matches!(
            self,
            Self::Cleared(of) | Self::Attached(of) | Self::Prompts(of) | Self::Hits(of) | Self::Found(of)
                if of == session
        )
    }

    fn is_part_of(self, ask: AskId) -> bool {
        matches!(
            self,
            Self::Head(of) | Self::FormState(of) | Self::FieldState(of, _) | Self::Link(of)
                if of == ask
        )
    }
}

/// Changes, merged.
#[derive(Default)]
pub(super) struct Merged {
    ops: Vec<Option<Op>>,
    places: HashMap<About, usize>,
}

impl Merged {
    /// Adds a change after all the others.
    pub(super) fn add(&mut self, op: Op) {
        self.drop_void(&op);
        let Some(about) = About::of(&op) else {
            self.ops.push(Some(op));
            return;
        };
        let place = self.places.get(&about).copied();
        match (place.and_then(|place| self.ops[place].as_mut()), op) {
            (Some(Op::AppendText { text, .. }), Op::AppendText { text: more, .. }) => {
                text.push_str(&more);
            }
            (Some(before), op) if removes(before) == removes(&op) => *before = op,
            // Gone now: what was there before is void. Back again: it stays gone before that.
            (before, op) => {
                if before.is_some() && removes(&op) {
                    self.ops[place.unwrap_or_default()] = None;
                }
                self.places.insert(about, self.ops.len());
                self.ops.push(Some(op));
            }
        }
    }

    /// How many changes there are, at most.
    pub(super) fn len(&self) -> usize {
        self.ops.len()
    }

    /// Gives all of it, and is empty again.
    pub(super) fn take(&mut self) -> Vec<Op> {
        self.places.clear();
        std::mem::take(&mut self.ops)
            .into_iter()
            .flatten()
            .collect()
    }

    fn drop_void(&mut self, op: &Op) {
        match op {
            // The frequent ones are found without looking at all the others.
            Op::PutEntry { session, entry } => {
                if let Some(place) = self.places.remove(&About::Appended(*session, entry.id)) {
                    self.ops[place] = None;
                }
            }
            Op::DropEntries { session, entries } => {
                for entry in entries {
                    for about in [
                        About::Entry(*session, *entry),
                        About::Appended(*session, *entry),
                    ] {
                        if let Some(place) = self.places.remove(&about) {
                            self.ops[place] = None;
                        }
                    }
                }
            }
            Op::ClearEntries { .. }
            | Op::RemoveSession { .. }
            | Op::PutAsk { .. }
            | Op::RemoveAsk { .. }
            | Op::PutFormState { .. } => {
                let ops = &mut self.ops;
                self.places.retain(|about, place| {
                    let void = about.is_void_after(op);
                    if void {
                        ops[*place] = None;
                    }
                    !void
                });
            }
            _ => {}
        }
    }
}

fn removes(op: &Op) -> bool {
    matches!(
        op,
        Op::RemoveConnection { .. } | Op::RemoveSession { .. } | Op::RemoveAsk { .. }
    )
}
