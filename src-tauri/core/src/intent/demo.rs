//! What the person does with the demo agent that comes along.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::demo::Scene;
use crate::id::SessionKey;

/// Nothing of it counts where there is no demo agent; [`Demo::Play`] counts on a stage only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum Demo {
    /// Open a session with the demo agent, which begins with its tour.
    Begin,
    /// Let the demo agent play a scene.
    Play {
        /// Which.
        scene: Scene,
        /// The session shown; another one is taken where it is none of the demo agent's.
        session: Option<SessionKey>,
    },
}
