//! The log of one connection: what is kept, and which response belongs to which request.

use std::collections::{HashMap, VecDeque};

use assent_core::redact::{About, Hidden, Known, Layout, redact};
use assent_core::text::visible;
use assent_core::view::{Finding, ProtocolLine, TraceKind, TraceRow, TraceWay};
use serde_json::Value;
use tokio::time::Instant;

use super::message::{Heard, Role};

/// How many messages are kept.
pub(super) const MESSAGES: usize = 5_000;
/// How many bytes are kept in all.
pub(super) const BYTES: usize = 8 << 20;
/// How many bytes of one message are kept.
pub(super) const BODY: usize = 128 << 10;
/// What a message takes beside its text, about.
const OVERHEAD: usize = 256;
/// How many remarks on one message are kept.
const FINDINGS: usize = 60;
/// How many characters of an id are shown.
const SHOWN_ID: usize = 80;

/// A message that is kept.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) row: TraceRow,
    /// The count of changes when this last changed.
    pub(super) changed: u32,
    pub(super) body: String,
    pub(super) cut: bool,
    pub(super) findings: Vec<Finding>,
    /// The whole id, while the request is unanswered.
    id: Option<String>,
    since: Instant,
}

impl Entry {
    fn size(&self) -> usize {
        self.body.len() + self.row.method.as_ref().map_or(0, String::len) + OVERHEAD
    }

    /// Its text without secrets.
    pub(super) fn redacted(
        &self,
        known: &Known,
        layout: Layout,
        most: usize,
    ) -> assent_core::redact::Redacted {
        let about = About {
            method: self.row.method.as_deref(),
            answer: &Hidden::Nothing,
            known,
        };
        redact(&self.body, about, layout, most)
    }
}

/// The log of one connection.
#[derive(Clone)]
pub(super) struct Log {
    pub(super) agent: String,
    pub(super) entries: VecDeque<Entry>,
    pub(super) known: Known,
    /// How many have left because there were too many.
    pub(super) left: u32,
    /// The number of the next one.
    next: u32,
    changes: u32,
    bytes: usize,
    /// Numbers of the unanswered requests, by the way they went and their id; oldest first.
    open: HashMap<(bool, String), Vec<u32>>,
}

impl Log {
    pub(super) fn new(agent: &str) -> Self {
        Self {
            agent: agent.to_owned(),
            entries: VecDeque::new(),
            known: Known::default(),
            left: 0,
            next: 1,
            // A cursor of 0 is before everything.
            changes: 1,
            bytes: 0,
            open: HashMap::new(),
        }
    }

    /// How often it has changed.
    pub(super) fn changes(&self) -> u32 {
        self.changes
    }

    /// The number of the oldest that is kept; of none, that of the next.
    pub(super) fn first(&self) -> u32 {
        self.entries.front().map_or(self.next, |it| it.row.number)
    }

    /// Masks this text wherever it stands.
    pub(super) fn know(&mut self, secret: &str) {
        self.known.add(secret);
    }

    /// Forgets everything but what is needed to go on.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.open.clear();
        self.bytes = 0;
        self.changes += 1;
    }

    /// Writes a message down, and forgets the oldest when there are too many.
    pub(super) fn add(&mut self, heard: Heard, now: Instant, at: i64) {
        let Heard {
            way,
            kind,
            role,
            method,
            failed,
            body,
            bytes,
        } = heard;
        let number = self.next;
        self.next += 1;
        let id = match &role {
            Role::Asks(id) | Role::Answers(id) => Some(shown_id(id)),
            Role::TakesBack(_) | Role::Tells => None,
        };
        let mut row = TraceRow {
            number,
            at,
            way,
            kind,
            method: method.map(|method| visible(&method)),
            id,
            bytes,
            partner: None,
            took: None,
            failed,
            remarked: false,
        };
        let mut asks = None;
        let mut hidden = Hidden::Nothing;
        match role {
            Role::Asks(id) => {
                let open = self.open.entry((from_agent(way), id.clone())).or_default();
                open.push(number);
                asks = Some(id);
            }
            Role::Answers(id) => hidden = self.answered(&id, &mut row, now),
            Role::TakesBack(id) => {
                row.partner = self
                    .open
                    .get(&(from_agent(way), id))
                    .and_then(|open| open.last().copied());
            }
            Role::Tells => {}
        }
        let is_whole = u64::try_from(body.len()) == Ok(bytes);
        let (body, cut) = self.kept(&row, body, &hidden);
        let cut = cut || !is_whole;
        self.changes += 1;
        let entry = Entry {
            row,
            changed: self.changes,
            body,
            cut,
            findings: Vec::new(),
            id: asks,
            since: now,
        };
        self.bytes += entry.size();
        self.entries.push_back(entry);
        while self.entries.len() > MESSAGES || (self.bytes > BYTES && self.entries.len() > 1) {
            self.drop_oldest();
        }
    }

    /// What is kept of a message's text. What we send, and what is too long, is masked at once.
    fn kept(&mut self, row: &TraceRow, body: Vec<u8>, hidden: &Hidden) -> (String, bool) {
        let mut text = String::from_utf8(body)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        // What was read in pieces may lie in more room than it needs.
        text.shrink_to_fit();
        let asks_person = row.method.as_deref() == Some("elicitation/create");
        if row.way == TraceWay::FromAgent && text.len() <= BODY && !asks_person {
            return (text, false);
        }
        let about = About {
            method: row.method.as_deref(),
            answer: hidden,
            known: &self.known,
        };
        let redacted = redact(&text, about, Layout::AsSent, BODY);
        for secret in &redacted.found {
            self.known.add(secret.expose());
        }
        if row.way == TraceWay::FromAgent && text.len() <= BODY {
            return (text, false);
        }
        (redacted.text, redacted.cut)
    }

    /// Brings a response together with its request; gives what of it is to be masked.
    fn answered(&mut self, id: &str, row: &mut TraceRow, now: Instant) -> Hidden {
        let key = (!from_agent(row.way), id.to_owned());
        let Some(numbers) = self.open.get_mut(&key) else {
            return Hidden::All;
        };
        // Ids may be used twice: which of both was answered cannot be told.
        let several = numbers.len() > 1;
        let request = numbers.remove(0);
        if numbers.is_empty() {
            self.open.remove(&key);
        }
        self.changes += 1;
        let changed = self.changes;
        let Some(asked) = self.entry_mut(request) else {
            return Hidden::All;
        };
        let took = now.saturating_duration_since(asked.since).as_millis();
        let took = Some(u32::try_from(took).unwrap_or(u32::MAX));
        asked.changed = changed;
        asked.id = None;
        asked.row.partner = Some(row.number);
        asked.row.took = took;
        asked.row.failed |= row.failed;
        row.partner = Some(request);
        row.took = took;
        row.method.clone_from(&asked.row.method);
        if asked.row.method.as_deref() != Some("elicitation/create") && !several {
            return Hidden::Nothing;
        }
        if several || asked.cut {
            return Hidden::All;
        }
        match serde_json::from_str::<Value>(&asked.body) {
            Ok(request) => Hidden::of_answer(&request["params"]),
            Err(_) => Hidden::All,
        }
    }

    /// Says something about the newest unanswered request of the agent with this id.
    pub(super) fn remark(&mut self, id: &str, finding: Finding) {
        let open = self.open.get(&(true, id.to_owned()));
        let Some(number) = open.and_then(|open| open.last().copied()) else {
            return;
        };
        self.changes += 1;
        let changed = self.changes;
        if let Some(entry) = self.entry_mut(number)
            && entry.findings.len() < FINDINGS
        {
            entry.changed = changed;
            entry.row.remarked = true;
            entry.findings.push(finding);
        }
    }

    fn drop_oldest(&mut self) {
        let Some(gone) = self.entries.pop_front() else {
            return;
        };
        self.bytes -= gone.size();
        self.left += 1;
        if let Some(id) = gone.id {
            let key = (from_agent(gone.row.way), id);
            if let Some(open) = self.open.get_mut(&key) {
                open.retain(|number| *number != gone.row.number);
                if open.is_empty() {
                    self.open.remove(&key);
                }
            }
        }
    }

    fn place(&self, number: u32) -> Option<usize> {
        let place = usize::try_from(number.checked_sub(self.first())?).ok()?;
        (place < self.entries.len()).then_some(place)
    }

    /// A message by its number.
    pub(super) fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.get(self.place(number)?)
    }

    fn entry_mut(&mut self, number: u32) -> Option<&mut Entry> {
        let place = self.place(number)?;
        self.entries.get_mut(place)
    }

    /// The newest messages of the protocol, newest first, each cut after so many characters.
    pub(super) fn last(&self, most: usize, letters: usize) -> impl Iterator<Item = ProtocolLine> {
        let messages = self.entries.iter().rev();
        let messages = messages.filter(|it| it.row.kind != TraceKind::Stderr);
        messages.take(most).map(move |entry| {
            let redacted = entry.redacted(&self.known, Layout::AsSent, letters * 4);
            let text: String = redacted.text.chars().take(letters).collect();
            let is_whole = !redacted.cut && text.len() == redacted.text.len() && !entry.cut;
            let size = u64::try_from(text.len()).unwrap_or(u64::MAX);
            let text = match entry.row.bytes.saturating_sub(size) {
                left if left > 0 && !is_whole => format!("{text} … {left} more bytes"),
                _ => text,
            };
            ProtocolLine {
                ours: entry.row.way == TraceWay::ToAgent,
                text,
            }
        })
    }

    /// What is kept, without secrets.
    pub(super) fn texts(&self) -> Vec<(TraceWay, String)> {
        let texts = self.entries.iter().map(|entry| {
            let redacted = entry.redacted(&self.known, Layout::AsSent, BODY * 2);
            (entry.row.way, redacted.text)
        });
        texts.collect()
    }
}

fn from_agent(way: TraceWay) -> bool {
    way == TraceWay::FromAgent
}

fn shown_id(id: &str) -> String {
    match id.char_indices().nth(SHOWN_ID) {
        Some((end, _)) => visible(&format!("{}…", &id[..end])),
        None => visible(id),
    }
}
