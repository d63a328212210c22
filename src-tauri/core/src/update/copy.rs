//! The clipboard: what the person copies, looked up here.

use super::Work;
use crate::effect::Effect;
use crate::id::{AskId, EntryId, SessionKey};
use crate::state::AskKind;
use crate::view::{ContentView, EntryBody, TerminalView, ToolContent};

impl Work<'_> {
    pub(super) fn copy_code(&mut self, ask: AskId) {
        if let Some(AskKind::Link(link)) = self.state.asks.get(&ask).map(|it| &it.kind)
            && let Some(text) = link.code.clone()
        {
            self.effects.push(Effect::Copy { text });
        }
    }

    pub(super) fn copy_entry(&mut self, session: SessionKey, entry: EntryId) {
        let text = self
            .state
            .sessions
            .get(&session)
            .and_then(|it| it.entry(entry))
            .map(|it| text_of(&it.body));
        if let Some(text) = text.filter(|it| !it.is_empty()) {
            self.effects.push(Effect::Copy { text });
        }
    }

    pub(super) fn copy_content(&mut self, session: SessionKey, entry: EntryId, content: u32) {
        let found = self.state.sessions.get(&session);
        let text = match found.and_then(|it| it.entry(entry)).map(|it| &it.body) {
            Some(EntryBody::Tool { tool }) => match tool.content.get(content as usize) {
                Some(ToolContent::Text { text } | ToolContent::Diff { new: text, .. }) => {
                    text.clone()
                }
                _ => return,
            },
            _ => return,
        };
        self.effects.push(Effect::Copy { text });
    }

    pub(super) fn copy_terminal(&mut self, session: SessionKey, terminal: &str) {
        let terminals = self.state.terminals.values();
        let mut named = terminals.filter(|it| it.session == session && it.view.id == terminal);
        let Some(open) = named.next() else {
            return;
        };
        let text = drawn(&open.view);
        if !text.is_empty() {
            self.effects.push(Effect::Copy { text });
        }
    }

    pub(super) fn copy_sign_in(&mut self, ask: AskId) {
        let text = match self.state.asks.get(&ask).map(|it| &it.kind) {
            Some(AskKind::SignIn(it)) => it.view.terminal.as_ref().map(drawn),
            _ => None,
        };
        if let Some(text) = text.filter(|it| !it.is_empty()) {
            self.effects.push(Effect::Copy { text });
        }
    }
}

/// The lines of a terminal as text. One that fills the whole width goes on in the next: so are addresses
/// drawn that are longer than a line.
fn drawn(view: &TerminalView) -> String {
    let mut text = String::new();
    for line in &view.lines {
        let letters: usize = line.runs.iter().map(|run| run.text.chars().count()).sum();
        text.extend(line.runs.iter().map(|run| run.text.as_str()));
        if letters < view.columns as usize {
            text.push('\n');
        }
    }
    text
}

/// An entry as text.
fn text_of(body: &EntryBody) -> String {
    match body {
        EntryBody::User { text, .. } | EntryBody::Agent { text } | EntryBody::Thought { text } => {
            text.clone()
        }
        EntryBody::Content { content, .. } => match content {
            ContentView::Resource(resource) => resource
                .text
                .clone()
                .unwrap_or_else(|| resource.uri.clone()),
            ContentView::Image { .. } | ContentView::Sound { .. } | ContentView::Other { .. } => {
                String::new()
            }
        },
        EntryBody::Tool { tool } => {
            let mut parts = vec![tool.title.clone()];
            parts.extend(texts_of(&tool.content));
            parts.join("\n\n")
        }
        EntryBody::Compaction { compaction } => {
            let parts: Vec<String> = texts_of(&compaction.summary).collect();
            parts.join("\n\n")
        }
        EntryBody::AgentNotice {
            title, description, ..
        } => match description {
            Some(description) => format!("{title}\n{description}"),
            None => title.clone(),
        },
        EntryBody::Plan { steps } => {
            let lines: Vec<&str> = steps.iter().map(|step| step.text.as_str()).collect();
            lines.join("\n")
        }
        EntryBody::Unrecognised { json, .. } => json.clone(),
        EntryBody::PastAsk { past } => past.message.clone(),
        EntryBody::Ask { .. } | EntryBody::Note { .. } => String::new(),
    }
}

fn texts_of(contents: &[ToolContent]) -> impl Iterator<Item = String> {
    contents.iter().filter_map(|content| match content {
        ToolContent::Text { text } => Some(text.clone()),
        ToolContent::Diff { path, new, .. } => Some(format!("{path}\n{new}")),
        _ => None,
    })
}
