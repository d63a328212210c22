//! What stands around the composer: commands, messages that wait for their turn, what the session has used.

use serde::Serialize;
use ts_rs::TS;

use super::AttachedView;

/// A command the agent offers: text that begins with `/` and its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct CommandView {
    /// Its name, without the slash and without blanks.
    pub name: String,
    /// What it does, in the agent's words; a very long one is cut, which an ellipsis says.
    pub description: String,
    /// What is to be written after it, where it takes something.
    pub hint: Option<String>,
}

/// A message that waits until the turn before it has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct QueuedView {
    /// Its key, unique in its session.
    pub id: u32,
    /// As typed.
    pub text: String,
    /// What goes along with it, without the pictures themselves.
    pub attached: Vec<AttachedView>,
}

/// What a session has used, as the agent counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct UsageView {
    /// Tokens in the context.
    pub used: u64,
    /// Tokens that fit into it.
    pub size: u64,
    /// What the session has cost so far.
    pub cost: Option<CostView>,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct CostView {
    /// The number as sent.
    pub amount: String,
    /// The agent's name of the currency: three letters.
    pub currency: String,
}
