//! What the desktop shows of what waits: a badge, a mark in the task bar, notifications.
//!
//! The desktop is told a whole each time, not what to do: one that is slow, or was not there, shows what is true
//! once it can. A number in it says whether there is news, so that nothing is called out twice.

use super::Work;
use crate::effect::{Announced, Announcement, Attention, Effect};
use crate::id::{AskId, SessionKey};
use crate::state::{Ask, AskKind, Told};
use crate::text::visible;
use crate::view::{AskStatus, Notice, Op, TurnEnd, TurnState};

/// Characters of an agent's name in a notification.
const NAME: usize = 40;

impl Work<'_> {
    /// A window of Assent got the focus, or none has it any more.
    pub(super) fn focused(&mut self, focused: bool) {
        let unseen = &mut self.state.unseen;
        unseen.focused = focused;
        if focused {
            unseen.asks.clear();
            unseen.turns.clear();
        }
        self.attend();
        self.say_unannounced();
    }

    /// The desktop has shown a notification, or could not: there is nothing that shows any, or it refuses.
    pub(super) fn announced(&mut self, shown: bool) {
        let unseen = &mut self.state.unseen;
        let unannounced = !shown;
        if std::mem::replace(&mut unseen.unannounced, unannounced) != unannounced {
            self.publish_now(Op::PutUnannounced { unannounced });
        }
        let told = &mut self.state.unseen.unannounced_told;
        if unannounced && *told == Told::Not {
            *told = Told::Due;
        }
        self.say_unannounced();
    }

    /// Says once that notifications are not shown, when the person looks.
    fn say_unannounced(&mut self) {
        let unseen = &mut self.state.unseen;
        if unseen.focused && unseen.unannounced_told == Told::Due {
            unseen.unannounced_told = Told::Once;
            self.notice(Notice::NotAnnounced);
        }
    }

    /// An ask came up, and is about to be shown.
    pub(super) fn ask_is_news(&mut self, ask: AskId) {
        let unseen = &mut self.state.unseen;
        if !unseen.focused && unseen.asks.insert(ask) {
            unseen.asks_told += 1;
        }
    }

    /// A turn ended that the person did not stop.
    pub(super) fn turn_is_news(&mut self, session: SessionKey, end: &TurnEnd) {
        let rests = self
            .state
            .sessions
            .get(&session)
            .is_some_and(|it| matches!(it.turn, TurnState::Idle { .. }));
        let wanted = self.state.preferences.now().notify_turns;
        let unseen = &mut self.state.unseen;
        if !rests || unseen.focused || !wanted || self.state.quitting {
            return;
        }
        unseen.turns.retain(|(it, _)| *it != session);
        unseen.turns.push((session, *end == TurnEnd::EndTurn));
        unseen.turns_told += 1;
        self.attend();
    }

    /// The person chose a notification: of turns, or of asks.
    pub(super) fn announced_chosen(&mut self, turns: bool) {
        let unseen = &self.state.unseen;
        let mut shown = None;
        if turns {
            if let Some(session) = unseen.turn
                && self.state.sessions.contains_key(&session)
            {
                shown = Some(session);
                self.publish_now(Op::Front { session });
            }
        } else if let Some(ask) = unseen.ask
            && let Some(its) = self.state.asks.get(&ask)
        {
            shown = its.head.session;
            self.publish_now(Op::GoToAsk { ask });
        }
        // The window that the person has made for it, else the one that shows everything.
        let own = shown.filter(|it| self.session(*it).is_some_and(|it| it.own_window));
        self.effects.push(match own {
            Some(session) => Effect::OpenWindow { session },
            None => Effect::ComeForward,
        });
    }

    /// Tells the desktop what holds now, if that is something else than before.
    pub(super) fn attend(&mut self) {
        let state = &mut *self.state;
        let pending = |ask: &Ask| ask.head.status == AskStatus::Pending;
        let unseen = &mut state.unseen;
        unseen
            .asks
            .retain(|it| state.asks.get(it).is_some_and(pending));
        unseen
            .turns
            .retain(|(it, _)| state.sessions.contains_key(it));
        if let Some(ask) = unseen.asks.first() {
            unseen.ask = Some(*ask);
        }
        if let Some((session, _)) = unseen.turns.last() {
            unseen.turn = Some(*session);
        }
        let asks = match unseen.asks.first() {
            Some(only) if unseen.asks.len() == 1 => state.asks.get(only).map(announced_ask),
            Some(_) => Some(Announced::Asks {
                count: count(unseen.asks.len()),
            }),
            None => None,
        };
        let turns = match unseen.turns.as_slice() {
            [] => None,
            [(session, well)] => state.sessions.get(session).map(|it| Announced::Turn {
                agent: name(&it.owner.name),
                well: *well,
            }),
            more => Some(Announced::Turns {
                count: count(more.len()),
            }),
        };
        let preferred = state.preferences.now();
        let now = Attention {
            waiting: count(state.asks.values().filter(|it| pending(it)).count()),
            unseen: !(unseen.asks.is_empty() && unseen.turns.is_empty()),
            news: unseen.asks_told + unseen.turns_told,
            asks: asks
                .filter(|_| preferred.notify_asks)
                .map(|what| Announcement {
                    what,
                    news: unseen.asks_told,
                }),
            turns: turns
                .filter(|_| preferred.notify_turns)
                .map(|what| Announcement {
                    what,
                    news: unseen.turns_told,
                }),
        };
        if now != unseen.told {
            unseen.told = now.clone();
            self.effects.push(Effect::Attention(now));
        }
    }
}

fn announced_ask(ask: &Ask) -> Announced {
    let agent = name(&ask.head.agent);
    match ask.kind {
        AskKind::Form(_) => Announced::Form { agent },
        AskKind::Link(_) => Announced::Link { agent },
        AskKind::Permission(_) => Announced::Permission { agent },
        AskKind::SignIn(_) => Announced::SignIn { agent },
    }
}

/// An agent's name as the settings give it, fit to be shown anywhere.
fn name(given: &str) -> String {
    let shown = visible(given);
    if shown.chars().count() <= NAME {
        return shown;
    }
    shown.chars().take(NAME - 1).chain(['…']).collect()
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
