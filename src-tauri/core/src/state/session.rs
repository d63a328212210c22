//! A session: its head and its transcript.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::bounds::Weights;
use super::message::{Attached, Mentions, Message, Queued};
use super::options::OptionSet;
use super::sending::{Echo, Hit, Reading, Search};
use super::{Finding, Replay, Shelf};
use crate::attach::PromptCan;
use crate::id::{ConnectionId, EntryId, McpId, SessionKey};
use crate::page::Seqs;
use crate::settings::LeftOut;
use crate::stored::Owner;
use crate::text::{Streamed, visible};
use crate::view::{
    CommandView, EntryBody, EntryView, SessionStatus, SessionView, ToolView, TurnState, UsageView,
};

/// Bytes of raw JSON that are kept for looking at.
const KEPT_JSON: usize = 16 * 1024;

#[derive(Debug, Clone)]
pub(crate) struct Session {
    pub(crate) id: SessionKey,
    /// The name under which it is kept.
    pub(crate) name: String,
    pub(crate) owner: Owner,
    pub(crate) connection: ConnectionId,
    /// The agent's own id, once it has given one.
    pub(crate) wire: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) cwd: String,
    /// Further folders, in which its agent may work as in the first if it takes them.
    pub(crate) folders: Vec<String>,
    /// Its agent runs on another machine: the folders of this one that it may work in.
    pub(crate) elsewhere: Option<Vec<String>>,
    /// Its agent was told of them.
    pub(crate) folders_given: bool,
    /// Its agent cannot be told of them, and whether that was said.
    pub(crate) folders_left_out: bool,
    pub(crate) folders_told: bool,
    /// The MCP servers that are being seen to, so that it can be opened.
    pub(crate) equipping: Vec<McpId>,
    /// MCP servers that are not given to its agent, by name: as it is opened, and as last told.
    pub(crate) left_out: Vec<(String, LeftOut)>,
    pub(crate) left_out_told: Vec<(String, LeftOut)>,
    pub(crate) status: SessionStatus,
    pub(crate) turn: TurnState,
    pub(crate) composer: String,
    /// The numbers of its last changes.
    pub(crate) composed: Seqs,
    /// It has a window of its own.
    pub(crate) own_window: bool,
    /// What goes along with the message that is being written.
    pub(crate) attached: Vec<Attached>,
    /// The system's dialog for files is open.
    pub(crate) choosing: bool,
    pub(crate) mentions: Mentions,
    pub(crate) search: Option<Search>,
    /// What was found, the newest last.
    pub(crate) hits: Vec<Hit>,
    /// What its agent takes in messages, once that is known.
    pub(crate) prompt_can: Option<PromptCan>,
    /// The prompts the person sent, oldest first, each once.
    pub(crate) prompts: VecDeque<String>,
    pub(crate) unread: bool,
    pub(crate) turned_away: u32,
    pub(crate) options: Vec<OptionSet>,
    pub(crate) commands: Vec<CommandView>,
    pub(crate) commands_more: u32,
    pub(crate) usage: Option<UsageView>,
    pub(crate) queue: VecDeque<Queued>,
    pub(crate) queue_paused: bool,
    /// The turn is being stopped so that the next message can be sent.
    pub(crate) send_next: bool,
    /// The entry of the last prompt.
    pub(crate) prompted: Option<EntryId>,
    /// By their keys, in ascending order.
    pub(crate) entries: Vec<EntryView>,
    pub(super) weights: Weights,
    /// Where each tool call of the agent stands in `entries`.
    pub(crate) tools: BTreeMap<String, EntryId>,
    /// Where each summing up of the agent stands in `entries`, and its text that grows.
    pub(crate) compactions: BTreeMap<String, (EntryId, Streamed)>,
    /// The plan of the turn that runs, or ran last.
    pub(crate) plan: Option<EntryId>,
    /// The message that grows at the end.
    pub(crate) growing: Option<Growing>,
    /// The message whose files are being read; nothing of it was sent.
    pub(crate) reading: Option<Reading>,
    /// What is left of our prompt that an agent may send back.
    pub(crate) echo: Option<Echo>,
    /// It was open before: to be loaded or resumed, not made.
    pub(crate) rejoin: bool,
    /// It has no transcript here: loading is better than resuming.
    pub(crate) untold: bool,
    /// The prompt to send once it is open again.
    pub(crate) on_rejoin: Option<Message>,
    /// The agent tells it again.
    pub(crate) replay: Option<Replay>,
    /// The first entry that is kept: what stands before it was deleted from the disk.
    pub(crate) kept_from: u32,
    /// What is looked for in it.
    pub(crate) finding: Option<Finding>,
    /// Where its transcript is.
    pub(crate) shelf: Shelf,
    counter: u32,
}

/// The message that grows at the end of a transcript.
#[derive(Debug, Clone)]
pub(crate) struct Growing {
    pub(crate) entry: EntryId,
    pub(crate) message: Option<String>,
    pub(crate) streamed: Streamed,
    /// What of it was left out: the note that says so, and how many bytes.
    pub(crate) cut: Option<(EntryId, u64)>,
}

impl Session {
    pub(crate) fn new(
        id: SessionKey,
        name: String,
        owner: Owner,
        connection: ConnectionId,
        cwd: String,
    ) -> Self {
        Self {
            id,
            name,
            owner,
            connection,
            wire: None,
            title: None,
            cwd,
            folders: Vec::new(),
            elsewhere: None,
            folders_given: false,
            folders_left_out: false,
            folders_told: false,
            equipping: Vec::new(),
            left_out: Vec::new(),
            left_out_told: Vec::new(),
            status: SessionStatus::Opening,
            turn: TurnState::Idle { last: None },
            composer: String::new(),
            composed: Seqs::default(),
            own_window: false,
            attached: Vec::new(),
            choosing: false,
            mentions: Mentions::default(),
            search: None,
            hits: Vec::new(),
            prompt_can: None,
            prompts: VecDeque::new(),
            unread: false,
            turned_away: 0,
            options: Vec::new(),
            commands: Vec::new(),
            commands_more: 0,
            usage: None,
            queue: VecDeque::new(),
            queue_paused: false,
            send_next: false,
            prompted: None,
            entries: Vec::new(),
            weights: Weights::default(),
            tools: BTreeMap::new(),
            compactions: BTreeMap::new(),
            plan: None,
            growing: None,
            reading: None,
            echo: None,
            rejoin: false,
            untold: false,
            on_rejoin: None,
            replay: None,
            kept_from: 0,
            finding: None,
            shelf: Shelf::Here,
            counter: 0,
        }
    }

    pub(crate) fn view(&self) -> SessionView {
        SessionView {
            id: self.id,
            connection: self.connection,
            agent: self.owner.id,
            agent_name: self.owner.name.clone(),
            title: self.title.clone(),
            cwd: self.cwd.clone(),
            status: self.status.clone(),
            turn: self.turn.clone(),
            composer: self.composer.clone(),
            composer_seq: self.composed.last(),
            composed: self.composed.clone(),
            own_window: self.own_window,
            mentioned: self.mentioned(),
            unread: self.unread,
            shelved: matches!(self.shelf, Shelf::OnDisk { .. }),
            turned_away: self.turned_away,
            options: self.options.iter().map(|it| it.view.clone()).collect(),
            commands: self.commands.clone(),
            commands_more: self.commands_more,
            usage: self.usage.clone(),
            queue: self.queue_views(),
            queue_paused: self.queue_paused,
        }
    }

    /// The folders of this machine the agent may work in without asking.
    pub(crate) fn roots(&self) -> Vec<String> {
        if let Some(shared) = &self.elsewhere {
            return shared.clone();
        }
        let given = self.folders_given.then_some(&self.folders);
        let all = std::iter::once(&self.cwd).chain(given.into_iter().flatten());
        all.cloned().collect()
    }

    /// Adds an entry at the end.
    pub(crate) fn push(&mut self, at: i64, body: EntryBody) -> EntryView {
        let entry = EntryView {
            id: EntryId(self.counter),
            at,
            body,
            dropped: false,
        };
        self.counter += 1;
        self.weigh(entry.id, &entry.body);
        self.entries.push(entry.clone());
        entry
    }

    /// Lets the next entry have this key, if no later one was given yet.
    pub(crate) fn number_from(&mut self, id: EntryId) {
        self.counter = self.counter.max(id.0);
    }

    /// Puts other entries in place of all there are; they get keys of their own.
    pub(crate) fn replace(&mut self, entries: Vec<EntryView>) {
        self.take_entries();
        let mut tools = BTreeMap::new();
        let mut kept_from = 0;
        for entry in entries {
            let old = entry.id;
            let new = self.push(entry.at, entry.body).id;
            if old.0 < self.kept_from {
                kept_from = new.0 + 1;
            }
            self.drop_last(entry.dropped);
            if matches!(
                self.entries.last().map(|it| &it.body),
                Some(EntryBody::Tool { .. })
            ) {
                tools.insert(old, new);
            }
        }
        self.kept_from = kept_from;
        self.tools.retain(|_, entry| tools.contains_key(entry));
        for entry in self.tools.values_mut() {
            *entry = tools[entry];
        }
        self.plan = None;
        self.growing = None;
    }

    /// Says of the newest entry whether it is no longer part of the conversation.
    pub(crate) fn drop_last(&mut self, dropped: bool) {
        if let Some(last) = self.entries.last_mut() {
            last.dropped = dropped;
        }
    }

    pub(crate) fn entry(&self, id: EntryId) -> Option<&EntryView> {
        self.entries.get(self.place(id)?)
    }

    pub(crate) fn entry_mut(&mut self, id: EntryId) -> Option<&mut EntryView> {
        let place = self.place(id)?;
        self.entries.get_mut(place)
    }

    fn place(&self, id: EntryId) -> Option<usize> {
        self.entries.binary_search_by_key(&id, |it| it.id).ok()
    }

    /// The tool call with the agent's id.
    pub(crate) fn tool(&self, id: &str) -> Option<&ToolView> {
        match &self.entry(*self.tools.get(id)?)?.body {
            EntryBody::Tool { tool } => Some(tool),
            _ => None,
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(self.turn, TurnState::Running | TurnState::Stopping)
    }
}

/// Raw JSON fit to be looked at: indented, and where it is very long, cut with the rest counted.
pub(crate) fn bounded_json(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string_pretty(other).unwrap_or_default(),
    };
    if text.len() <= KEPT_JSON {
        return crate::text::visible_free(&text);
    }
    let mut end = KEPT_JSON;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut kept = crate::text::visible_free(&text[..end]);
    kept.push_str(&visible(&format!(" … {} more bytes", text.len() - end)));
    kept
}
