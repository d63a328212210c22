//! The demo: the agent that comes along, and the scenes it plays on a stage.
//!
//! Why scenes are commands to an agent and nothing else: what is shown on a stage is what every agent can
//! do, on the same way, and the window has no part of its own in it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::event::AgentConfig;
use crate::id::AgentId;

/// A scene of the demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Scene {
    /// Everything from the start.
    Tour,
    /// A form.
    Form,
    /// A sign-in on a web page.
    SignIn,
    /// A link that is not what it seems.
    Link,
    /// A form that asks for a secret.
    Secret,
    /// Two agents that ask at once.
    Two,
}

/// All scenes, in the order in which they make sense.
pub const SCENES: [Scene; 6] = [
    Scene::Tour,
    Scene::Form,
    Scene::SignIn,
    Scene::Link,
    Scene::Secret,
    Scene::Two,
];

impl Scene {
    /// The command of the demo agent that plays it.
    pub(crate) fn command(self) -> &'static str {
        match self {
            Self::Tour => "/tour",
            Self::Form | Self::Two => "/form",
            Self::SignIn => "/sign-in",
            Self::Link => "/link",
            Self::Secret => "/secret",
        }
    }

    /// What the second agent is told meanwhile.
    pub(crate) fn second(self) -> Option<&'static str> {
        (self == Self::Two).then_some("/sign-in")
    }
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// The demo agent, which is configured.
    pub agent: AgentId,
    /// On a stage: the second agent, which is configured when its scene comes.
    pub second: Option<AgentConfig>,
}
