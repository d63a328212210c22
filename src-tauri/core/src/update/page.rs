//! Pages that come and go.

use super::Work;
use crate::effect::Effect;
use crate::id::SessionKey;
use crate::intent::WindowIntent;
use crate::page::{Page, PageId, Shows};
use crate::place::KeptPlace;
use crate::state::AskKind;
use crate::view::Op;

impl Work<'_> {
    pub(super) fn window_intent(&mut self, wanted: WindowIntent) {
        match wanted {
            // The engine's own business.
            WindowIntent::Got { .. } => {}
            WindowIntent::Speaks { language } => self.effects.push(Effect::Speak { language }),
            WindowIntent::At { session } => self.at(session),
            WindowIntent::OpenOwn { session } => {
                if self.state.sessions.contains_key(&session) {
                    self.effects.push(Effect::OpenWindow { session });
                }
            }
            WindowIntent::Quit => self.want_quit(),
            WindowIntent::LeavingShown => self.leaving_shown(),
            WindowIntent::Leave { yes } => self.leave(yes),
            WindowIntent::Close => self.effects.push(Effect::CloseWindow { page: self.page }),
        }
    }

    pub(super) fn page_came(&mut self, page: Page) {
        // One without a number is nobody's in particular, and its going is never heard of.
        if page.id != PageId::NONE {
            self.state.pages.insert(page.id, page.shows);
        }
        if let Shows::Session { session } = page.shows {
            self.show_own_window(session);
        }
    }

    /// What was open on a page that is gone is closed, and nothing is armed there any more.
    pub(super) fn page_gone(&mut self, page: PageId) {
        self.stop_leaving_on(page);
        let shows = self.state.pages.remove(&page);
        let mut changed = Vec::new();
        for (id, ask) in &mut self.state.asks {
            match &mut ask.kind {
                AskKind::Link(link) => {
                    let closed = link.dialog.take_if(|dialog| dialog.page == page);
                    changed.extend(closed.map(|_| *id));
                }
                AskKind::Permission(permission) => {
                    permission.shown.remove(&page);
                }
                _ => {}
            }
        }
        for ask in changed {
            self.link_changed(ask);
        }
        if let Some(Shows::Session { session }) = shows {
            self.show_own_window(session);
        }
    }

    /// The session that is shown is shown again after a restart.
    fn at(&mut self, session: SessionKey) {
        let shows = self.state.pages.get(&self.page);
        let all = !matches!(shows, Some(Shows::Session { .. }));
        if all && self.state.sessions.contains_key(&session) {
            self.state.front = Some(session);
            self.keep_place();
        }
    }

    /// What the windows show is shown again after a restart.
    fn keep_place(&mut self) {
        let name = |session: SessionKey| Some(self.state.sessions.get(&session)?.name.clone());
        let own = self.state.pages.values().filter_map(|shows| match shows {
            Shows::Session { session } => name(*session),
            Shows::All => None,
        });
        let place = KeptPlace {
            front: self.state.front.and_then(name),
            own: own.collect(),
        };
        self.effects.push(Effect::KeepPlace(place));
    }

    /// What was shown when the program ended.
    pub(super) fn place_read(&mut self, place: &KeptPlace) {
        let named = |name: &String| {
            let session = self.state.sessions.values().find(|it| it.name == *name);
            session.map(|it| it.id)
        };
        let own: Vec<SessionKey> = place.own.iter().filter_map(named).collect();
        let front = place.front.as_ref().and_then(named);
        let open = own
            .into_iter()
            .map(|session| Effect::OpenWindow { session });
        self.effects.extend(open);
        // What the person has gone to meanwhile is not left for it.
        if self.state.front.is_none()
            && let Some(session) = front
        {
            self.state.front = Some(session);
            self.publish_now(Op::Front { session });
        }
    }

    fn show_own_window(&mut self, session: SessionKey) {
        let own = Shows::Session { session };
        let has = self.state.pages.values().any(|shows| *shows == own);
        if let Some(open) = self.session(session)
            && open.own_window != has
        {
            open.own_window = has;
            self.show_session(session);
            self.keep_place();
        }
    }

    /// Shows a session to the person who wanted it: on the page where they did, if that can show another
    /// one, else on those that can.
    pub(super) fn come_to_front(&mut self, session: SessionKey) {
        let op = Op::Front { session };
        if self.state.pages.get(&self.page) == Some(&Shows::All) {
            self.publish_here(op);
        } else {
            self.publish_now(op);
            // It was wanted in a window that shows something else for good.
            if self.page != PageId::NONE {
                self.effects.push(Effect::ComeForward);
            }
        }
    }
}
