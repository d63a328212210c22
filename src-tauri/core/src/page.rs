//! The pages that show the state: each window of Assent has one.
//!
//! All pages are told of the same state, each what it is there for. What belongs to one page alone, as the
//! consent dialog it opened, is told to that one only, and counts only when it comes from that one: which page
//! an intent is from is known from its window, never from its words.

use serde::Serialize;
use ts_rs::TS;

use crate::id::SessionKey;
use crate::view::{
    AskBody, AskView, FieldState, FormState, LeavingView, LinkView, Op, SessionView, Snapshot,
};

/// A page, as the shell counts them. A page that is loaded again keeps its number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId(pub u32);

impl PageId {
    /// No page: what an event has no page behind it.
    pub const NONE: Self = Self(0);
}

/// A page and what it is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Its number.
    pub id: PageId,
    /// What it shows.
    pub shows: Shows,
}

/// What a page shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[ts(export)]
pub enum Shows {
    /// Everything: the main window.
    #[default]
    All,
    /// One session: a window of its own.
    Session {
        /// Which.
        session: SessionKey,
    },
}

impl Page {
    /// A page that shows everything.
    pub const fn all(id: PageId) -> Self {
        let shows = Shows::All;
        Self { id, shows }
    }

    /// A page for one session.
    pub const fn of_session(id: PageId, session: SessionKey) -> Self {
        let shows = Shows::Session { session };
        Self { id, shows }
    }

    /// Whether a session is on this page.
    pub fn shows_session(&self, session: SessionKey) -> bool {
        match self.shows {
            Shows::All => true,
            Shows::Session { session: own } => own == session,
        }
    }

    /// Whether something of a session, or of none, is on this page. What belongs to a connection as a whole
    /// is on every page; the page sees whether it is its own connection.
    pub fn shows_of(&self, session: Option<SessionKey>) -> bool {
        session.is_none_or(|session| self.shows_session(session))
    }
}

/// The numbers of the last changes, by page.
///
/// Why one for each page: a page keeps what is typed on it until the change comes back. Were the numbers of two
/// pages one row, a page could take the change of the other for its own, and go on showing what counts no more.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seqs {
    last: u32,
    pages: Vec<(PageId, u32)>,
}

impl Seqs {
    /// The number of the last change, whosever it was.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The number of a page's last change; 0 before its first.
    pub fn of(&self, page: PageId) -> u32 {
        let found = self.pages.iter().find(|(of, _)| *of == page);
        found.map_or(0, |(_, seq)| *seq)
    }

    /// Takes note of a change.
    pub fn set(&mut self, page: PageId, seq: u32) {
        self.last = seq;
        match self.pages.iter_mut().find(|(of, _)| *of == page) {
            Some((_, last)) => *last = seq,
            None => self.pages.push((page, seq)),
        }
    }
}

impl Snapshot {
    /// The part of it that is for a page.
    #[must_use]
    pub fn for_page(mut self, page: &Page) -> Self {
        self.shows = page.shows;
        self.sessions
            .retain(|session| page.shows_session(session.head.id));
        self.asks.retain(|ask| page.shows_of(ask.head.session));
        if page.shows != Shows::All {
            self.servers.clear();
            self.record.clear();
            self.set_aside.clear();
            self.known.agents.clear();
            self.front = None;
        }
        self.leaving.take_if(|leaving| !leaving.is_on(page));
        for session in &mut self.sessions {
            session.head.turn_to(page.id);
        }
        for ask in &mut self.asks {
            ask.turn_to(page.id);
        }
        self
    }
}

impl Op {
    /// What of a change is for a page; nothing if it is none of its business.
    #[must_use]
    pub fn for_page(mut self, page: &Page) -> Option<Self> {
        if let Some(session) = self.session()
            && !page.shows_session(session)
        {
            return None;
        }
        let only_all = matches!(
            self,
            Self::PutServers { .. }
                | Self::PutKnownAgents { .. }
                | Self::PutSetAside { .. }
                | Self::AddRecord { .. }
                | Self::FolderChosen { .. }
                | Self::Trace { .. }
                | Self::Front { .. }
        );
        if only_all && page.shows != Shows::All {
            return None;
        }
        match &mut self {
            Self::PutSession { session } => session.turn_to(page.id),
            Self::PutAsk { ask } => ask.turn_to(page.id),
            Self::PutFormState { state, .. } => state.turn_to(page.id),
            Self::PutFieldState { state, .. } => state.turn_to(page.id),
            Self::PutLink { link, .. } => link.turn_to(page.id),
            Self::PutLeaving { leaving } => {
                leaving.take_if(|leaving| !leaving.is_on(page));
            }
            _ => {}
        }
        Some(self)
    }

    /// The session that a change is about, if it is about one.
    fn session(&self) -> Option<SessionKey> {
        match self {
            Self::PutSession { session } => Some(session.id),
            Self::RemoveSession { session }
            | Self::PutEntry { session, .. }
            | Self::AppendText { session, .. }
            | Self::ClearEntries { session }
            | Self::PutAttached { session, .. }
            | Self::PutPrompts { session, .. }
            | Self::PutHits { session, .. }
            | Self::PutTerminal { session, .. }
            | Self::PutTerminalLines { session, .. }
            | Self::PutTerminalEnd { session, .. } => Some(*session),
            Self::PutAsk { ask } => ask.head.session,
            _ => None,
        }
    }
}

impl SessionView {
    fn turn_to(&mut self, page: PageId) {
        self.composer_seq = self.composed.of(page);
    }
}

impl AskView {
    fn turn_to(&mut self, page: PageId) {
        match &mut self.body {
            AskBody::Form { state, .. } => state.turn_to(page),
            AskBody::Link { link } => link.turn_to(page),
            AskBody::Permission { .. } | AskBody::SignIn { .. } => {}
        }
    }
}

impl FormState {
    fn turn_to(&mut self, page: PageId) {
        for field in &mut self.fields {
            field.turn_to(page);
        }
    }
}

impl FieldState {
    fn turn_to(&mut self, page: PageId) {
        self.seq = self.seqs.of(page);
    }
}

impl LeavingView {
    fn is_on(&self, page: &Page) -> bool {
        self.page == page.id || (self.page == PageId::NONE && page.shows == Shows::All)
    }
}

impl LinkView {
    fn turn_to(&mut self, page: PageId) {
        self.dialog.take_if(|dialog| dialog.page != page);
    }
}
