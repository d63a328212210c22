//! The end of the program, as the person wants it: while something would be stopped by it, it is asked once.

use std::collections::BTreeMap;

use super::Work;
use crate::effect::Effect;
use crate::id::{ConnectionId, SessionKey};
use crate::page::PageId;
use crate::state::{AskKind, Leaving};
use crate::view::{BusyView, LeavingView, Op};

/// Milliseconds after which a page that has not shown the question is taken for one that hangs: whoever closes
/// the window again then means it.
const SHOWN_WITHIN: u64 = 3_000;

impl Work<'_> {
    /// The person closes the main window, or wants the program to end.
    pub(super) fn want_quit(&mut self) {
        if self.state.quitting {
            return;
        }
        let now = self.at.ticks;
        if let Some(leaving) = &self.state.leaving {
            if !leaving.shown && now.saturating_sub(leaving.since) >= SHOWN_WITHIN {
                self.effects.push(Effect::Quit);
            }
            return;
        }
        let busy = self.busy();
        if busy.is_empty() {
            self.effects.push(Effect::Quit);
            return;
        }
        self.state.leaving = Some(Leaving {
            since: now,
            shown: false,
            view: LeavingView {
                busy,
                page: self.page,
            },
        });
        self.show_leaving();
    }

    /// The question stands on the screen.
    pub(super) fn leaving_shown(&mut self) {
        let page = self.page;
        if let Some(leaving) = self.leaving_on(page) {
            leaving.shown = true;
        }
    }

    /// The person has answered.
    pub(super) fn leave(&mut self, yes: bool) {
        let page = self.page;
        if self.leaving_on(page).is_none() {
            return;
        }
        self.state.leaving = None;
        self.show_leaving();
        if yes {
            self.effects.push(Effect::Quit);
        }
    }

    /// A page is gone: what was asked there is not answered by that.
    pub(super) fn stop_leaving_on(&mut self, page: PageId) {
        if self.leaving_on(page).is_some_and(|it| it.view.page == page) {
            self.state.leaving = None;
        }
    }

    /// The question, if it stands on this page.
    fn leaving_on(&mut self, page: PageId) -> Option<&mut Leaving> {
        let leaving = self.state.leaving.as_mut();
        leaving.filter(|it| it.view.page == page || it.view.page == PageId::NONE)
    }

    fn show_leaving(&mut self) {
        let leaving = self.state.leaving.as_ref().map(|it| it.view.clone());
        self.publish_now(Op::PutLeaving { leaving });
    }

    /// What would be stopped, session by session, then what belongs to an agent as a whole.
    fn busy(&self) -> Vec<BusyView> {
        let state = &*self.state;
        let mut sessions: BTreeMap<SessionKey, BusyView> = BTreeMap::new();
        let mut agents: BTreeMap<ConnectionId, BusyView> = BTreeMap::new();
        for session in state.sessions.values() {
            let view = BusyView {
                session: Some(session.id),
                agent: session.owner.name.clone(),
                title: session.title.clone(),
                turn: session.is_running(),
                asks: 0,
                terminals: 0,
                queued: u32::try_from(session.queue.len()).unwrap_or(u32::MAX),
                sign_in: false,
            };
            sessions.insert(session.id, view);
        }
        for ask in state.asks.values() {
            let signs_in = match &ask.kind {
                AskKind::SignIn(sign_in) => sign_in.view.running.is_some(),
                _ => false,
            };
            if ask.request.is_none() && !signs_in {
                continue;
            }
            let of_session = ask.head.session.and_then(|it| sessions.get_mut(&it));
            let busy = match of_session {
                Some(busy) => busy,
                None => agents
                    .entry(ask.head.connection)
                    .or_insert_with(|| BusyView {
                        session: None,
                        agent: ask.head.agent.clone(),
                        title: None,
                        turn: false,
                        asks: 0,
                        terminals: 0,
                        queued: 0,
                        sign_in: false,
                    }),
            };
            busy.asks += u32::from(ask.request.is_some());
            busy.sign_in |= signs_in;
        }
        for terminal in state.terminals.values() {
            if terminal.opened
                && terminal.view.exit.is_none()
                && let Some(busy) = sessions.get_mut(&terminal.session)
            {
                busy.terminals += 1;
            }
        }
        let works = |it: &BusyView| it.turn || it.asks > 0 || it.terminals > 0 || it.sign_in;
        let all = sessions.into_values().chain(agents.into_values());
        all.filter(works).collect()
    }
}
