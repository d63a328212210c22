//! Taking away: what goes to the clipboard, and sessions that go to a file.

use super::Work;
use crate::effect::Effect;
use crate::export::{Change, ExportFormat};
use crate::find::code_block;
use crate::id::{EntryId, SessionKey};
use crate::intent::Take;
use crate::state::Session;
use crate::view::{EntryBody, Notice, ToolContent};

impl Work<'_> {
    pub(super) fn take_away(&mut self, wanted: Take) {
        match wanted {
            Take::Answer { session } => self.copy_answer(session),
            Take::Code {
                session,
                entry,
                content,
                at,
                number,
            } => {
                let open = self.state.sessions.get(&session);
                let text = open.and_then(|it| words(it, entry, content));
                let code = text.and_then(|it| code_block(it, at as usize, number as usize));
                match code {
                    Some(text) => self.effects.push(Effect::Copy { text }),
                    None => self.notice(Notice::CopyFailed),
                }
            }
            Take::Patch {
                session,
                entry,
                content,
            } => self.copy_patch(session, entry, content),
            Take::Session { session, format } => self.export_session(session, format),
        }
    }

    fn copy_answer(&mut self, session: SessionKey) {
        let Some(open) = self.state.sessions.get(&session) else {
            return;
        };
        let last = open
            .entries
            .iter()
            .rev()
            .find_map(|entry| match &entry.body {
                EntryBody::Agent { text } if !text.trim().is_empty() => Some(text.clone()),
                _ => None,
            });
        match last {
            Some(text) => self.effects.push(Effect::Copy { text }),
            None => self.notice(Notice::NothingToCopy),
        }
    }

    fn copy_patch(&mut self, session: SessionKey, entry: EntryId, content: u32) {
        let Some(open) = self.state.sessions.get(&session) else {
            return;
        };
        let Some(EntryBody::Tool { tool }) = open.entry(entry).map(|it| &it.body) else {
            return;
        };
        if let Some(ToolContent::Diff { path, old, new }) = tool.content.get(content as usize) {
            let change = Change::new(path, &open.cwd, old.as_deref(), new);
            self.effects.push(Effect::CopyPatch(Box::new(change)));
        }
    }

    fn export_session(&mut self, session: SessionKey, format: ExportFormat) {
        match self.state.stored_session(session) {
            Some((_, Some(stored))) => self.effects.push(Effect::ExportSession {
                session: Box::new(stored),
                format,
            }),
            _ => self.notice(Notice::NothingToCopy),
        }
    }
}

/// Words of an entry: its own, or a part of what a tool call or a summary consists of.
fn words(session: &Session, entry: EntryId, content: Option<u32>) -> Option<&str> {
    let body = &session.entry(entry)?.body;
    let Some(place) = content else {
        return match body {
            EntryBody::Agent { text } | EntryBody::Thought { text } => Some(text),
            _ => None,
        };
    };
    let contents = match body {
        EntryBody::Tool { tool } => &tool.content,
        EntryBody::Compaction { compaction } => &compaction.summary,
        _ => return None,
    };
    match contents.get(place as usize)? {
        ToolContent::Text { text } => Some(text),
        _ => None,
    }
}
