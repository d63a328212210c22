//! The consent record: what was agreed to, and what was not. Never an address.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Verdict;

/// A line of the consent record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ConsentRecord {
    /// Unix milliseconds.
    pub at: i64,
    /// The person's name for the agent.
    pub agent: String,
    /// The link's host, ASCII; none for a text without one.
    pub host: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The reasons' codes, as text: a record may be older than the codes of today.
    pub reasons: Vec<String>,
    /// What was done.
    pub action: ConsentAction,
}

/// What was done about a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum ConsentAction {
    /// Consent was given and the browser was asked to open it.
    Opened,
    /// Consent was given and the person opened it elsewhere.
    OpenedElsewhere,
    /// Joined to a page that already waits.
    SamePage,
    /// The browser did not take it.
    OpenFailed,
    /// Answered decline by the person.
    Declined,
    /// Answered decline since links are muted.
    Muted,
    /// Answered cancel.
    Cancelled,
    /// Answered with an error.
    Refused,
    /// Taken back by the agent.
    Withdrawn,
}
