//! What is kept on disk: the agents of the settings, and sessions with their transcripts.
//!
//! Drafts of forms and addresses of links are never part of it. An ask is kept as it ended; a link keeps host,
//! verdict and reasons, and its code and address are masked wherever they stand in the transcript.
//!
//! Why entries are read one by one: an entry of a kind that this version does not know stays visible as
//! unrecognised, and the rest of the transcript is there.

mod lines;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::event::AgentConfig;
use crate::id::AgentId;
use crate::settings::McpServer;
use crate::state::{Masks, Mentions, Message};
use crate::view::{EntryBody, EntryView, NoteView};

use self::lines::{Line, numbered};
pub use self::lines::{StoredEntry, entries_begin};

/// The version of what is written.
pub(crate) const VERSION: u64 = 1;
/// Bytes of entries that are kept of one session; the oldest beyond that are left out, and that is said.
const KEPT_ENTRIES: usize = 24 << 20;

/// Why a file of ours cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is not what we wrote.
    #[error("the file is damaged")]
    Damaged,
    /// A later version of Assent wrote it.
    #[error("the file is of a newer version")]
    Newer,
}

/// A session as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSession {
    /// The name under which it is kept: letters and digits.
    pub name: String,
    /// Whose it is.
    pub owner: Owner,
    /// The agent's own id of it.
    pub(crate) wire: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) cwd: String,
    /// Further folders.
    pub(crate) folders: Vec<String>,
    /// The message that is being written.
    pub(crate) draft: Message,
    /// Messages that wait for their turn.
    pub(crate) queue: Vec<Message>,
    /// Files that were mentioned.
    pub(crate) mentions: Mentions,
    /// The prompts the person sent, oldest first.
    pub(crate) prompts: Vec<String>,
    pub(crate) unread: bool,
    /// A turn ran when it was written.
    pub(crate) running: bool,
    /// Its transcript; empty for one that was not read yet.
    pub(crate) entries: Vec<EntryView>,
    /// Only what stands beside the transcript was read.
    pub(crate) shelved: bool,
    /// What must not be written, and what stands in its place.
    pub(crate) masks: Vec<(String, String)>,
}

/// Whose session it is: enough to find the agent again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The agent's key.
    pub id: AgentId,
    /// The person's name for it.
    pub name: String,
    /// Program and arguments: agents of the command line are known by them.
    pub command: Vec<String>,
    /// It is in the settings.
    pub kept: bool,
}

/// What stands in the file beside the entries.
#[derive(Serialize, Deserialize)]
struct Head {
    agent: Owner,
    session_id: Option<String>,
    title: Option<String>,
    cwd: String,
    #[serde(default)]
    folders: Vec<String>,
    draft: Message,
    #[serde(default)]
    queue: Vec<Message>,
    #[serde(default)]
    mentions: Mentions,
    #[serde(default)]
    prompts: Vec<String>,
    unread: bool,
    running: bool,
}

impl StoredSession {
    /// The text of its file. Takes as long as the transcript is long.
    pub fn to_json(&self) -> String {
        let masks = Masks::new(self.masks.iter().cloned());
        let masks = masks.as_ref();
        let head = Head {
            agent: self.owner.clone(),
            session_id: self.wire.clone(),
            title: self.title.clone().map(|mut title| {
                masks.map(|it| it.mask(&mut title));
                title
            }),
            cwd: self.cwd.clone(),
            folders: self.folders.clone(),
            draft: self.draft.clone(),
            queue: self.queue.clone(),
            mentions: self.mentions.clone(),
            prompts: self.prompts.clone(),
            unread: self.unread,
            running: self.running,
        };
        let mut lines: Vec<String> = Vec::new();
        let mut bytes = 0;
        let mut left_out = 0;
        for (place, entry) in self.entries.iter().enumerate().rev() {
            let line = line(masks, entry.id.0, entry.at, entry.dropped, &entry.body);
            bytes += line.len();
            if bytes > KEPT_ENTRIES {
                left_out = place + 1;
                break;
            }
            lines.push(line);
        }
        if left_out > 0 {
            let counts = self.entries[..left_out].iter().map(|it| match &it.body {
                EntryBody::Note {
                    note: NoteView::NotKept { entries },
                } => *entries,
                _ => 1,
            });
            let entries = counts.fold(0, u32::saturating_add);
            let note = NoteView::NotKept { entries };
            let EntryView { id, at, .. } = self.entries[left_out - 1];
            lines.push(line(masks, id.0, at, false, &EntryBody::Note { note }));
        }
        lines.reverse();
        let head = serde_json::to_string(&head).unwrap_or_default();
        format!(
            "{{\"version\":{VERSION},\"head\":{head},\"entries\":[\n{}\n]}}\n",
            lines.join(",\n")
        )
    }

    /// Reads no more of a file than its first line, which ends where the transcript begins.
    ///
    /// # Errors
    /// When it is damaged, or of a newer version.
    pub fn read_head(name: &str, line: &str) -> Result<Self, Unreadable> {
        let mut session = Self::read(name, &format!("{line}]}}"))?;
        session.shelved = true;
        Ok(session)
    }

    /// Its title, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Takes the transcript out of it.
    pub fn into_entries(self) -> Vec<EntryView> {
        self.entries
    }

    /// Reads the text of a file that is kept under a name.
    ///
    /// # Errors
    /// When it is damaged, or of a newer version.
    pub fn read(name: &str, text: &str) -> Result<Self, Unreadable> {
        let mut file = versioned(text)?;
        let head: Head =
            serde_json::from_value(file["head"].take()).map_err(|_| Unreadable::Damaged)?;
        let lines: Vec<Line> =
            serde_json::from_value(file["entries"].take()).map_err(|_| Unreadable::Damaged)?;
        Ok(Self {
            name: name.to_owned(),
            owner: head.agent,
            wire: head.session_id,
            title: head.title,
            cwd: head.cwd,
            folders: head.folders,
            draft: head.draft,
            queue: head.queue,
            mentions: head.mentions,
            prompts: head.prompts,
            unread: head.unread,
            running: head.running,
            entries: numbered(lines),
            shelved: false,
            masks: Vec::new(),
        })
    }
}

fn line(masks: Option<&Masks>, id: u32, at: i64, dropped: bool, body: &EntryBody) -> String {
    let mut body = json!(body);
    if let Some(masks) = masks {
        mask(masks, &mut body);
    }
    let id = Some(id);
    let line = Line {
        id,
        at,
        dropped,
        body,
    };
    serde_json::to_string(&line).unwrap_or_default()
}

fn mask(masks: &Masks, value: &mut Value) {
    match value {
        Value::String(text) => {
            masks.mask(text);
        }
        Value::Array(items) => items.iter_mut().for_each(|it| mask(masks, it)),
        Value::Object(members) => members.values_mut().for_each(|it| mask(masks, it)),
        _ => {}
    }
}

/// The text of the file with the agents of the settings.
pub fn agents_to_json(agents: &[AgentConfig]) -> String {
    let file = json!({"version": VERSION, "agents": agents});
    serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
}

/// Reads the file with the agents of the settings.
///
/// # Errors
/// When it is damaged, or of a newer version.
pub fn read_agents(text: &str) -> Result<Vec<AgentConfig>, Unreadable> {
    let mut file = versioned(text)?;
    serde_json::from_value(file["agents"].take()).map_err(|_| Unreadable::Damaged)
}

/// The text of the file with the MCP servers of the settings.
pub fn servers_to_json(servers: &[McpServer]) -> String {
    let file = json!({"version": VERSION, "servers": servers});
    serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
}

/// Reads the file with the MCP servers of the settings.
///
/// # Errors
/// When it is damaged, or of a newer version.
pub fn read_servers(text: &str) -> Result<Vec<McpServer>, Unreadable> {
    let mut file = versioned(text)?;
    serde_json::from_value(file["servers"].take()).map_err(|_| Unreadable::Damaged)
}

/// The members of one of our files, if it is of this version.
pub(crate) fn versioned(text: &str) -> Result<Value, Unreadable> {
    let file: Value = serde_json::from_str(text).map_err(|_| Unreadable::Damaged)?;
    match file.get("version").and_then(Value::as_u64) {
        Some(VERSION) => Ok(file),
        Some(version) if version > VERSION => Err(Unreadable::Newer),
        _ => Err(Unreadable::Damaged),
    }
}
