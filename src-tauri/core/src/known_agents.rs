//! The well-known agents: what one types to start them.

use crate::view::KnownAgentView;

/// Name and command, in the order offered.
const KNOWN: [(&str, &str); 10] = [
    ("Claude Code", "claude-agent-acp"),
    ("Codex", "codex-acp"),
    ("Gemini CLI", "gemini --experimental-acp"),
    ("Qwen Code", "qwen --acp"),
    ("OpenCode", "opencode acp"),
    ("Mistral Vibe", "vibe-acp"),
    ("Goose", "goose acp"),
    ("Copilot CLI", "copilot --acp"),
    ("Kimi CLI", "kimi acp"),
    ("Bub", "bub acp"),
];

/// The well-known agents, not looked for yet.
pub(crate) fn known() -> Vec<KnownAgentView> {
    KNOWN
        .iter()
        .map(|(name, command)| KnownAgentView {
            name: (*name).to_owned(),
            command: (*command).to_owned(),
            program: command
                .split_once(' ')
                .map_or(*command, |(program, _)| program)
                .to_owned(),
            installed: None,
        })
        .collect()
}
