//! A registry of agents that the person gave.

use serde::Serialize;
use ts_rs::TS;

/// A registry, from the wish for it on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct RegistryView {
    /// Where it comes from: a file's path or an address; none when there is none.
    pub from: Option<String>,
    /// It is being read or fetched.
    pub loading: bool,
    /// Why it could not be.
    pub failed: Option<RegistryFailure>,
    /// Its own version, as it says.
    pub version: Option<String>,
    /// The agents it lists.
    pub agents: Vec<ListedAgent>,
    /// Its entries that cannot be used.
    pub refused: Vec<RefusedEntry>,
    /// How many further entries are not listed, since there are too many.
    pub more: u32,
}

/// An agent that a registry lists. All of it is the registry's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ListedAgent {
    /// Its id in the registry.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The name is that of a well-known agent, or looks like it.
    pub known_name: bool,
    /// Its version.
    pub version: String,
    /// What it says of itself.
    pub description: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence.
    pub license: Option<String>,
    /// Where its source is.
    pub repository: Option<String>,
    /// Its page.
    pub website: Option<String>,
    /// How it is installed and started; those that fit this machine first.
    pub ways: Vec<WayView>,
}

/// A way to install and start an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct WayView {
    /// Which.
    pub kind: WayKind,
    /// For which machines; none: for any.
    pub platform: Option<String>,
    /// It fits this machine.
    pub fits: bool,
    /// What starts it, as it would be typed.
    pub command: String,
    /// Where its archive is; none for a package that its starter fetches.
    pub archive: Option<String>,
    /// The checksum of the archive, in hex.
    pub sha256: Option<String>,
    /// Added environment.
    pub env: Vec<(String, String)>,
}

/// What installs and starts an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum WayKind {
    /// `npx` fetches a package of npm and runs it.
    Npx,
    /// `uvx` fetches a package of `PyPI` and runs it.
    Uvx,
    /// An archive that the person fetches and unpacks.
    Binary,
}

/// An entry of a registry that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct RefusedEntry {
    /// Its place, counted from 1.
    pub number: u32,
    /// What it calls itself.
    pub name: Option<String>,
    /// Why not.
    pub problem: RegistryProblem,
}

/// Why an entry of a registry cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum RegistryProblem {
    /// It is not an object.
    NotAgent,
    /// A member is missing, empty or not a text.
    Missing {
        /// Which.
        member: String,
    },
    /// A member is too long.
    TooLong {
        /// Which.
        member: String,
    },
    /// A member holds hidden characters.
    Hidden {
        /// Which.
        member: String,
    },
    /// Its id is not lower-case letters, digits and hyphens.
    Id,
    /// Another entry has its id.
    Twice,
    /// It names no way to install it that is known.
    NoWay,
    /// A way to install it cannot be read.
    Way,
    /// Its package has a name that cannot be one.
    Package,
    /// The address or the checksum of its archive cannot be one; only https is taken.
    Archive,
}

/// Why a registry could not be had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum RegistryFailure {
    /// The address is none of `https://`, or of `http://` on this machine.
    Address,
    /// The person did not agree to fetch it.
    NotAgreed,
    /// The file could not be read.
    Unreadable,
    /// It is larger than what is read.
    TooLarge {
        /// The most bytes.
        limit: u64,
    },
    /// It is not JSON.
    NotJson,
    /// It is JSON, and no registry.
    NotRegistry,
    /// It could not be fetched.
    Fetch {
        /// Why.
        trouble: super::Trouble,
    },
}
