//! What the person wants of the windows themselves, and what a page says of itself.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::SessionKey;
use crate::preferences::Spoken;

/// An intent about windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum WindowIntent {
    /// The page has drawn everything up to a patch. No wish of the person's: it keeps what is under way bounded.
    Got {
        /// The patch's number.
        rev: u64,
    },
    /// The page is drawn in this language. No wish of the person's either: what is shown outside of the page is to
    /// be in the same one.
    Speaks {
        /// Which.
        language: Spoken,
    },
    /// The main window shows this session now.
    At {
        /// The session.
        session: SessionKey,
    },
    /// Show a session in a window of its own; if it has one, let that come forward.
    OpenOwn {
        /// The session.
        session: SessionKey,
    },
    /// Close the window of this page.
    Close,
    /// End the program; while something would be stopped by that, it is asked first.
    Quit,
    /// That question stands on the screen.
    LeavingShown,
    /// The answer to it.
    Leave {
        /// End it.
        yes: bool,
    },
}
