//! What the person looks for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::SessionKey;

/// Something to find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum Find {
    /// The transcript of a session that is shown: it is read from the disk, if it still lies there.
    Transcript {
        /// The session.
        session: SessionKey,
    },
    /// Words in a transcript; they go on being looked for as it changes.
    In {
        /// The session.
        session: SessionKey,
        /// The words; none: nothing any more.
        text: String,
    },
    /// The same again, where the transcript has changed since.
    Again {
        /// The session.
        session: SessionKey,
    },
    /// Words in all sessions, instead of those that are looked for now.
    Everywhere {
        /// The words; none: nothing any more.
        text: String,
    },
}
