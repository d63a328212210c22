//! The end of the program, while it is asked about.

use serde::Serialize;
use ts_rs::TS;

use crate::id::SessionKey;
use crate::page::PageId;

/// The person wants to end the program, and something would be stopped by that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct LeavingView {
    /// What would be stopped.
    pub busy: Vec<BusyView>,
    /// The page where it is asked; none: wherever it can be.
    #[serde(skip)]
    #[ts(skip)]
    pub page: PageId,
}

/// A session, or an agent without one, that is at work or waits for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct BusyView {
    /// The session; none for what belongs to an agent as a whole.
    pub session: Option<SessionKey>,
    /// The agent's name.
    pub agent: String,
    /// The session's title, once it has one.
    pub title: Option<String>,
    /// A turn runs.
    pub turn: bool,
    /// Questions that wait for an answer.
    pub asks: u32,
    /// Commands that run in terminals.
    pub terminals: u32,
    /// Messages that wait for their turn. They are kept.
    pub queued: u32,
    /// A sign-in runs.
    pub sign_in: bool,
}

/// What the system's own menu, where there is one for the whole desktop, lets the page do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
#[expect(
    missing_docs,
    reason = "each is a command of the page of the same name"
)]
pub enum MenuItem {
    NewSession,
    NewSessionIn,
    OwnWindow,
    CloseSession,
    CloseWindow,
    NextAsk,
    NextSession,
    PreviousSession,
    Composer,
    StopTurn,
    Agents,
    Record,
    ExportRecord,
}
