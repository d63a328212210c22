//! The question before the program ends.

use crate::view::LeavingView;

#[derive(Debug, Clone)]
pub(crate) struct Leaving {
    /// When the person wanted to end it, in ticks.
    pub(crate) since: u64,
    /// The page has shown it.
    pub(crate) shown: bool,
    pub(crate) view: LeavingView,
}
