//! Asks that have ended: the newest stay as they are, of older ones stays what is kept over a restart too.

use std::collections::BTreeSet;

use super::Work;
use crate::id::{AskId, SessionKey};
use crate::state::{Ask, AskKind, Call, Masks, past, secrets};
use crate::view::{EntryBody, EntryView, Handoff, Op};

/// Ended asks that stay as they are.
const MOST: usize = 400;
/// How many more there must be before some are let go, since that looks through transcripts.
const AT_ONCE: usize = 50;

impl Work<'_> {
    /// Lets go of the asks that ended long ago, if there are many.
    pub(super) fn let_go_of_ended(&mut self) {
        let ended: Vec<(Option<i64>, AskId)> = self
            .state
            .asks
            .values()
            .filter(|ask| self.is_over(ask))
            .map(|ask| (ask.head.ended_at, ask.head.id))
            .collect();
        let over = ended.len().saturating_sub(MOST);
        if over < AT_ONCE {
            return;
        }
        let mut oldest = ended;
        oldest.sort_unstable();
        oldest.truncate(over);
        let gone: Vec<Ask> = oldest
            .into_iter()
            .filter_map(|(_, ask)| self.state.asks.remove(&ask))
            .collect();
        self.keep_pasts(&gone);
        for ask in gone {
            let ask = ask.head.id;
            self.publish(Op::RemoveAsk { ask });
        }
    }

    fn is_over(&self, ask: &Ask) -> bool {
        let runs = match &ask.kind {
            AskKind::Link(link) => link.handoff == Handoff::Running,
            AskKind::SignIn(_) => {
                let open = self.state.connections.get(&ask.head.connection);
                let mut calls = open.into_iter().flat_map(|it| it.calls.values());
                calls.any(|call| *call == Call::Authenticate(ask.head.id))
            }
            AskKind::Form(_) | AskKind::Permission(_) => false,
        };
        !ask.is_open() && !runs && ask.head.ended_at.is_some()
    }

    /// Puts what is left of asks in their places, and masks in the transcripts of their agents what only the asks
    /// knew to be secret.
    fn keep_pasts(&mut self, gone: &[Ask]) {
        let masks = Masks::new(secrets(gone.iter()));
        let connections: BTreeSet<_> = gone.iter().map(|ask| ask.head.connection).collect();
        // Where they stand, which may be on another connection by now, and where their agents speak.
        let mut sessions: BTreeSet<SessionKey> =
            gone.iter().filter_map(|ask| ask.head.session).collect();
        for connection in connections {
            sessions.extend(self.sessions_of(connection));
        }
        let of = |id: AskId| gone.iter().find(|ask| ask.head.id == id);
        for session in sessions {
            let mut changed: Vec<EntryView> = Vec::new();
            for entry in self
                .session(session)
                .into_iter()
                .flat_map(|it| &mut it.entries)
            {
                let mut is_past = false;
                if let EntryBody::Ask { ask } = entry.body
                    && let Some(ask) = of(ask)
                {
                    entry.body = EntryBody::PastAsk {
                        past: Box::new(past(ask)),
                    };
                    is_past = true;
                }
                let masked = masks
                    .as_ref()
                    .is_some_and(|masks| masks.mask_entry(&mut entry.body));
                if is_past || masked {
                    changed.push(entry.clone());
                }
            }
            for entry in changed {
                self.publish(Op::PutEntry { session, entry });
            }
        }
    }
}
