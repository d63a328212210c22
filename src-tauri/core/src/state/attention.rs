//! What came up while the person was elsewhere.

use std::collections::BTreeSet;

use crate::effect::Attention;
use crate::id::{AskId, SessionKey};

/// What the person has not seen, and what the desktop was told of it.
#[derive(Debug, Clone)]
pub(crate) struct Unseen {
    /// A window of Assent has the focus: what comes up is seen there.
    pub(crate) focused: bool,
    /// The asks that came up since, as long as they wait.
    pub(crate) asks: BTreeSet<AskId>,
    /// The sessions whose turns ended since, the newest last, and whether they ended as they should.
    pub(crate) turns: Vec<(SessionKey, bool)>,
    /// How many asks were ever news, and how many turns.
    pub(crate) asks_told: u32,
    pub(crate) turns_told: u32,
    /// What a notification that is chosen leads to, also when the focus came first.
    pub(crate) ask: Option<AskId>,
    pub(crate) turn: Option<SessionKey>,
    /// What the desktop shows.
    pub(crate) told: Attention,
    /// The desktop could not show the last notification.
    pub(crate) unannounced: bool,
    /// The person has been told so, or is to be once they look.
    pub(crate) unannounced_told: Told,
}

/// Whether a line was said to the person that is said once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// There was no reason to.
    Not,
    /// It waits until they look.
    Due,
    /// It was.
    Once,
}

impl Unseen {
    /// Nothing, with the window in front, until the desktop says that it is not.
    pub(crate) fn new() -> Self {
        Self {
            focused: true,
            asks: BTreeSet::new(),
            turns: Vec::new(),
            asks_told: 0,
            turns_told: 0,
            ask: None,
            turn: None,
            told: Attention::default(),
            unannounced: false,
            unannounced_told: Told::Not,
        }
    }
}
