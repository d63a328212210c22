//! The demo, as the page has it.

use serde::Serialize;
use ts_rs::TS;

use crate::demo::Scene;
use crate::id::AgentId;

/// The demo agent that comes along, and what is played on the stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct DemoView {
    /// The demo agent.
    pub agent: AgentId,
    /// The scenes to choose from, in order; none where this is no stage.
    pub scenes: Vec<Scene>,
}
