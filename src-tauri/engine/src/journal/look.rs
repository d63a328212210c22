//! The log as it is looked at: lines that fit a filter, single messages, the whole for a file.

use assent_core::redact::Layout;
use assent_core::view::{Finding, TraceFilter, TraceKind, TraceMessage, TraceRow, TraceWay};
use serde::Serialize;
use serde_json::value::RawValue;

use super::log::{BODY, Entry, Log};

/// How many lines are told at once.
const AT_ONCE: usize = 500;
/// How many bytes of messages are searched for one answer.
const SEARCHED: usize = 1 << 20;
/// How much of a message is shown at first, in bytes.
const SHOWN: usize = 16 << 10;
/// How much of it is shown at most: more than is kept, since indented it takes more room.
const SHOWN_WHOLE: usize = 4 * BODY;

/// What was found for a look.
pub(crate) struct Seen {
    /// Where to go on.
    pub(crate) cursor: u32,
    /// There is more.
    pub(crate) more: bool,
    /// The number of the oldest that is kept.
    pub(crate) first: u32,
    /// How many are kept.
    pub(crate) kept: u32,
    /// How many have left.
    pub(crate) left: u32,
    /// Those that fit, in the order of their changes.
    pub(crate) rows: Vec<TraceRow>,
}

impl Log {
    /// Whether there is more that is newer than the cursor than is told at once.
    pub(super) fn is_far_from(&self, cursor: u32) -> bool {
        usize::try_from(self.changes().saturating_sub(cursor)).is_ok_and(|news| news > AT_ONCE)
    }

    /// What is newer than the cursor and fits the filter.
    pub(super) fn look(&self, filter: &TraceFilter, cursor: u32) -> Seen {
        let mut newer: Vec<&Entry> = self
            .entries
            .iter()
            .filter(|entry| entry.changed > cursor)
            .collect();
        newer.sort_by_key(|entry| entry.changed);
        let wanted = Wanted::new(filter);
        let mut seen = Seen {
            cursor: self.changes(),
            more: false,
            first: self.first(),
            kept: u32::try_from(self.entries.len()).unwrap_or(u32::MAX),
            left: self.left,
            rows: Vec::new(),
        };
        let mut searched = 0;
        let mut before = cursor;
        for entry in newer {
            if seen.rows.len() == AT_ONCE || searched > SEARCHED {
                seen.cursor = before;
                seen.more = true;
                break;
            }
            before = entry.changed;
            if wanted.fits(entry) && wanted.is_said(entry, self, &mut searched) {
                seen.rows.push(entry.row.clone());
            }
        }
        seen
    }

    /// A message; all of it, or its beginning.
    pub(super) fn read(&self, number: u32, whole: bool) -> Option<TraceMessage> {
        let entry = self.entry(number)?;
        let most = if whole { SHOWN_WHOLE } else { SHOWN };
        // What is said about a request is said about our answer to it, too.
        let about = match (entry.row.kind, entry.row.partner) {
            (TraceKind::Response, Some(request)) => self.entry(request).unwrap_or(entry),
            _ => entry,
        };
        let redacted = entry.redacted(&self.known, Layout::Indented, most);
        Some(TraceMessage {
            row: entry.row.clone(),
            text: redacted.text,
            more: redacted.cut,
            cut: entry.cut,
            masked: redacted.masked,
            findings: about.findings.clone(),
        })
    }

    /// A message to be copied.
    pub(super) fn copy(&self, number: u32) -> Option<String> {
        let entry = self.entry(number)?;
        let redacted = entry.redacted(&self.known, Layout::Indented, SHOWN_WHOLE);
        Some(redacted.text)
    }

    /// The name of a file, and the log for it.
    pub(super) fn export(&self, version: &str) -> (String, String) {
        let name: String = self
            .agent
            .chars()
            .map(|letter| {
                if letter.is_alphanumeric() {
                    letter
                } else {
                    '-'
                }
            })
            .take(40)
            .collect();
        let head = Head {
            log: "assent-protocol",
            version,
            agent: &self.agent,
            messages: self.entries.len(),
            left_out: self.left,
            masked: "answers to secret fields, variables and headers, members named like secrets, known keys, \
                     and of addresses the user, the query's values and the fragment",
        };
        let mut text = line(&head);
        for entry in &self.entries {
            let redacted = entry.redacted(&self.known, Layout::AsSent, 2 * BODY);
            let whole = !entry.cut && !redacted.cut;
            let json = RawValue::from_string(redacted.text.clone());
            let message = match json {
                Ok(json) if whole && redacted.text.starts_with('{') => Said::Message(json),
                _ => Said::Text(redacted.text),
            };
            text.push_str(&line(&Exported {
                entry: &entry.row,
                time: jiff::Timestamp::from_millisecond(entry.row.at).unwrap_or_default(),
                cut: entry.cut,
                findings: &entry.findings,
                message,
            }));
        }
        (format!("assent-protocol-{name}.jsonl"), text)
    }
}

fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

/// The first line of a file.
#[derive(Serialize)]
struct Head<'log> {
    log: &'static str,
    version: &'log str,
    agent: &'log str,
    messages: usize,
    left_out: u32,
    masked: &'static str,
}

/// One of the others.
#[derive(Serialize)]
struct Exported<'log> {
    time: jiff::Timestamp,
    #[serde(flatten)]
    entry: &'log TraceRow,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    #[serde(skip_serializing_if = "<[Finding]>::is_empty")]
    findings: &'log [Finding],
    #[serde(flatten)]
    message: Said,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Said {
    Message(Box<RawValue>),
    Text(String),
}

/// A filter, ready to be used.
struct Wanted {
    way: Option<TraceWay>,
    kind: Option<TraceKind>,
    method: String,
    text: String,
    failed: bool,
}

impl Wanted {
    fn new(filter: &TraceFilter) -> Self {
        Self {
            way: filter.way,
            kind: filter.kind,
            method: filter.method.trim().to_lowercase(),
            text: filter.text.to_lowercase(),
            failed: filter.failed,
        }
    }

    fn fits(&self, entry: &Entry) -> bool {
        let row = &entry.row;
        let method = row.method.as_deref().unwrap_or_default();
        self.way.is_none_or(|way| way == row.way)
            && self.kind.is_none_or(|kind| kind == row.kind)
            && (!self.failed || row.failed || row.remarked)
            && (self.method.is_empty() || method.to_lowercase().contains(&self.method))
    }

    /// Whether a message says what is looked for, without its secrets.
    fn is_said(&self, entry: &Entry, log: &Log, searched: &mut usize) -> bool {
        if self.text.is_empty() {
            return true;
        }
        *searched += entry.body.len();
        // Masking takes text away and adds nothing to be found: what is not in the whole is not in the rest.
        if !entry.body.to_lowercase().contains(&self.text) {
            return false;
        }
        let redacted = entry.redacted(&log.known, Layout::AsSent, 2 * BODY);
        redacted.text.to_lowercase().contains(&self.text)
    }
}
