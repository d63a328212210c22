//! `compaction_update`, `compaction_summary_chunk` and `notice`: what an agent tells of its own housekeeping.

use serde_json::{Map, Value};

use super::Work;
use super::bounds::within;
use super::content::{block_content, contents};
use super::updates::tool_status;
use crate::id::{EntryId, SessionKey};
use crate::text::Streamed;
use crate::text::taken::{ITEMS, Room, is_id, label, words};
use crate::view::{CompactionView, EntryBody, Op, Severity, ToolContent, ToolStatus};

/// Bytes of a text in a summary.
const MOST_SUMMARY: usize = 256 << 10;
/// Bytes of text in anything else that comes by itself, since there may be many.
const MOST_BLOCK: usize = 4 << 10;

impl Work<'_> {
    /// Takes what is told of a compaction; its first telling fixes its place. Gives whether it could be read.
    pub(super) fn compaction(&mut self, session: SessionKey, update: &Map<String, Value>) -> bool {
        let id = update.get("compactionId").and_then(Value::as_str);
        let Some(id) = id.filter(|it| is_id(it)) else {
            return false;
        };
        let Some(entry) = self.compaction_entry(session, id) else {
            return true;
        };
        let Some(open) = self.session(session) else {
            return true;
        };
        let mut streamed = open.compactions.remove(id).map(|(_, it)| it);
        let streamed_text = streamed.get_or_insert_default();
        let Some(view) = open.entry_mut(entry) else {
            return true;
        };
        let EntryBody::Compaction { compaction } = &mut view.body else {
            return true;
        };
        merge(compaction, streamed_text, update);
        let view = view.clone();
        let kept = (entry, streamed.unwrap_or_default());
        open.compactions.insert(id.to_owned(), kept);
        self.publish(Op::PutEntry {
            session,
            entry: view,
        });
        true
    }

    /// The entry of a compaction, made if there is none yet.
    fn compaction_entry(&mut self, session: SessionKey, id: &str) -> Option<EntryId> {
        if let Some((entry, _)) = self.session(session)?.compactions.get(id) {
            return Some(*entry);
        }
        let compaction = CompactionView {
            status: ToolStatus::InProgress,
            ..CompactionView::default()
        };
        let entry = self.add_entry(session, EntryBody::Compaction { compaction })?;
        let open = self.session(session)?;
        let fresh = (entry, Streamed::default());
        open.compactions.insert(id.to_owned(), fresh);
        Some(entry)
    }

    /// Shows what the agent tells the person. Gives whether it could be read.
    pub(super) fn agent_notice(
        &mut self,
        session: SessionKey,
        update: &Map<String, Value>,
    ) -> bool {
        let text = |name: &str| update.get(name).and_then(Value::as_str);
        let Some(title) = text("title").filter(|it| !it.is_empty()) else {
            return false;
        };
        let severity = match text("severity") {
            Some("warning") => Severity::Warning,
            Some("error") => Severity::Error,
            _ => Severity::Info,
        };
        let description = text("description").filter(|it| !it.is_empty());
        self.add_entry(
            session,
            EntryBody::AgentNotice {
                severity,
                title: label(title),
                description: description.map(words),
            },
        );
        true
    }
}

/// Members left out stay as they are, `null` clears them (ACP v1, `CompactionUpdate`).
fn merge(compaction: &mut CompactionView, streamed: &mut Streamed, update: &Map<String, Value>) {
    if let Some(status) = update.get("status").and_then(Value::as_str) {
        compaction.status = match status {
            "cancelled" => ToolStatus::Cancelled,
            other => tool_status(other),
        };
    }
    match update.get("summary") {
        Some(Value::Null) => compaction.summary.clear(),
        Some(Value::Array(blocks)) => {
            compaction.summary = contents(blocks, block_content);
            *streamed = Streamed::default();
        }
        _ => {}
    }
    match update.get("error") {
        Some(Value::Null) => compaction.error = None,
        Some(Value::String(error)) => compaction.error = Some(words(error)),
        _ => {}
    }
    if let Some(block) = update.get("content") {
        grow(&mut compaction.summary, streamed, block);
    }
    if compaction.status != ToolStatus::InProgress
        && let Some(ToolContent::Text { text }) = compaction.summary.last_mut()
    {
        text.push_str(&streamed.finish());
    }
}

/// Adds a block to a summary; text goes on where text stands.
fn grow(summary: &mut Vec<ToolContent>, streamed: &mut Streamed, block: &Value) {
    let piece = (block.get("type").and_then(Value::as_str) == Some("text"))
        .then(|| block.get("text").and_then(Value::as_str))
        .flatten();
    let full = summary.len() >= ITEMS;
    match (piece, summary.last_mut()) {
        (Some(piece), Some(ToolContent::Text { text })) => {
            let room = MOST_SUMMARY.saturating_sub(text.len());
            let (shown, left_out) = within(room, streamed, piece);
            text.push_str(&shown);
            if left_out > 0 && !text.ends_with('…') {
                text.push('…');
            }
        }
        _ if full => {}
        (Some(piece), _) => {
            *streamed = Streamed::default();
            let (text, _) = within(MOST_SUMMARY, streamed, piece);
            summary.push(ToolContent::Text { text });
        }
        (None, _) => {
            let mut room = Room::some(MOST_BLOCK);
            summary.push(block_content(block, &mut room));
        }
    }
}
