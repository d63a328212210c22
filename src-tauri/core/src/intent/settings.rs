//! What the person wants of the settings: agents, MCP servers, and how Assent looks and behaves.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::RemoteDraft;
use crate::id::{AgentId, McpId};
use crate::preferences::{Density, Language, Motion, SendKey, Theme};
use crate::view::ServerKind;

/// A variable or header as the settings form has it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct ValueDraft {
    /// Its name.
    pub name: String,
    /// Its value; none: the secret value that is kept already.
    pub value: Option<String>,
    /// Whether it is kept as a secret; none: as its name suggests.
    pub secret: Option<bool>,
}

impl std::fmt::Debug for ValueDraft {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The value may be a secret.
        out.debug_struct("ValueDraft")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// An intent about the agents and servers of the settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum SettingsIntent {
    /// Add an agent to the settings, or change one.
    SaveAgent {
        /// Which; none: a new one.
        agent: Option<AgentId>,
        /// The person's name for it.
        name: String,
        /// The command as typed.
        command: String,
        /// Added environment.
        env: Vec<ValueDraft>,
        /// Folder, absolute.
        cwd: String,
        /// Further folders for new sessions, absolute.
        folders: Vec<String>,
        /// Advertise forms.
        forms: bool,
        /// Advertise links.
        links: bool,
        /// It runs on another machine; with an address there, the environment is headers.
        #[serde(default)]
        remote: Option<RemoteDraft>,
    },
    /// Take an agent out of the settings: it is stopped, and its sessions are forgotten.
    RemoveAgent {
        /// Which.
        agent: AgentId,
    },
    /// Add an MCP server to the settings, or change one.
    SaveServer {
        /// Which; none: a new one.
        server: Option<McpId>,
        /// The person's name for it.
        name: String,
        /// How it is reached.
        kind: ServerKind,
        /// The command as typed, for one that is started.
        command: String,
        /// Where it is, for one that is not.
        url: String,
        /// Variables or headers.
        values: Vec<ValueDraft>,
        /// The agents that are given it; none: all.
        agents: Option<Vec<AgentId>>,
    },
    /// Take an MCP server out of the settings.
    RemoveServer {
        /// Which.
        server: McpId,
    },
    /// Choose a folder in the system's own dialog, for the settings form.
    ChooseFolder,
    /// Look which of the well-known agents are installed.
    LookForAgents,
}

/// A preference and what it is to be. It counts at once, in every window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "set", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum Preference {
    /// The language.
    Language {
        /// Which.
        to: Language,
    },
    /// Colours.
    Theme {
        /// Which.
        to: Theme,
    },
    /// The size of all text.
    TextSize {
        /// In percent of the normal size; taken to the nearest that is offered.
        to: u16,
    },
    /// How close things stand.
    Density {
        /// Which.
        to: Density,
    },
    /// What moves.
    Motion {
        /// Which.
        to: Motion,
    },
    /// The key that sends a message.
    SendKey {
        /// Which.
        to: SendKey,
    },
    /// Notifications of asks that wait.
    NotifyAsks {
        /// On.
        to: bool,
    },
    /// Notifications of turns that ended.
    NotifyTurns {
        /// On.
        to: bool,
    },
    /// Sessions are kept on disk.
    KeepTranscripts {
        /// On.
        to: bool,
    },
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::intent::Intent;

    #[expect(
        clippy::needless_pass_by_value,
        reason = "JSON literals read best as values"
    )]
    fn check(wire: Value, expected: Option<Intent>) {
        if let Some(intent) = &expected {
            assert_eq!(json!(intent), wire);
        }
        let read = serde_json::from_value::<Intent>(wire.clone());
        assert_eq!(read.ok(), expected, "{wire}");
    }

    #[test]
    fn nested_intents_are_read_as_they_are_written_and_refused_with_more_than_they_say() {
        let agent = AgentId(3);
        check(
            json!({"type": "settings", "do": "remove-agent", "agent": 3}),
            Some(Intent::Settings(SettingsIntent::RemoveAgent { agent })),
        );
        check(
            json!({"type": "settings", "do": "look-for-agents"}),
            Some(Intent::Settings(SettingsIntent::LookForAgents)),
        );
        let to = Theme::HighContrast;
        check(
            json!({"type": "prefer", "set": "theme", "to": "high-contrast"}),
            Some(Intent::Prefer(Preference::Theme { to })),
        );
        check(
            json!({"type": "settings", "do": "remove-agent", "agent": 3, "path": "/"}),
            None,
        );
        check(
            json!({"type": "prefer", "set": "theme", "to": "dark", "also": 1}),
            None,
        );
        check(
            json!({"type": "prefer", "set": "theme", "to": "url(x)"}),
            None,
        );
        check(json!({"type": "remove-agent", "agent": 3}), None);
    }
}
