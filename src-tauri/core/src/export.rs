//! A session as a text to take away: Markdown to read, JSON for programs.
//!
//! Both are made from what is kept of a session, so neither holds more: an ask stands there as it ended, with
//! what was sent without secrets, and addresses and codes of links are masked.
//!
//! # The JSON
//! One object: `format` is `assent-session`, `version` is 1 and goes up when a reader has to change, then
//! `agent`, `title` (or null), `folder`, and `entries`, oldest first. Each entry has `at` (RFC 3339, UTC),
//! `dropped` where the agent has refused the turn it belongs to, and a `body` whose `kind` says what it is:
//! `user`, `agent`, `thought`, `content`, `tool`, `plan`, `compaction`, `agent-notice`, `past-ask`, `note` or
//! `unrecognised`, with the members of the entry of that kind. The order of members does not change.

mod markdown;
mod patch;
#[cfg(test)]
mod tests;

pub use patch::Change;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::stored::StoredSession;
use crate::view::{EntryBody, EntryView};

/// How a session is taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum ExportFormat {
    /// To read.
    Markdown,
    /// For programs.
    Json,
}

/// The version of the JSON.
const VERSION: u32 = 1;
/// Letters of a title that go into a file's name.
const NAME: usize = 60;

#[derive(Serialize)]
struct Exported<'session> {
    format: &'static str,
    version: u32,
    agent: &'session str,
    title: Option<&'session str>,
    folder: &'session str,
    entries: Vec<ExportedEntry<'session>>,
}

#[derive(Serialize)]
struct ExportedEntry<'session> {
    at: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dropped: bool,
    body: &'session EntryBody,
}

/// The text of a session. `time` writes Unix milliseconds as RFC 3339 in UTC. Takes as long as the transcript is
/// long.
pub fn text(session: &StoredSession, format: ExportFormat, time: &dyn Fn(i64) -> String) -> String {
    // What is written is masked; so it is read back from there.
    let kept = StoredSession::read(&session.name, &session.to_json());
    let session = kept.as_ref().unwrap_or(session);
    match format {
        ExportFormat::Markdown => markdown::write(session, time),
        ExportFormat::Json => json(session, time),
    }
}

fn json(session: &StoredSession, time: &dyn Fn(i64) -> String) -> String {
    let entry = |entry: &EntryView| (time(entry.at), entry.dropped);
    let entries = session.entries.iter().map(|it| {
        let (at, dropped) = entry(it);
        ExportedEntry {
            at,
            dropped,
            body: &it.body,
        }
    });
    let exported = Exported {
        format: "assent-session",
        version: VERSION,
        agent: &session.owner.name,
        title: session.title.as_deref(),
        folder: &session.cwd,
        entries: entries.collect(),
    };
    serde_json::to_string_pretty(&exported).unwrap_or_default() + "\n"
}

/// A name to offer for the file: letters and digits of the title.
pub fn file_name(session: &StoredSession, format: ExportFormat) -> String {
    let title = session.title.as_deref().unwrap_or_default();
    let words = title
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut name: String = words.collect::<Vec<_>>().join("-");
    if let Some((end, _)) = name.char_indices().nth(NAME) {
        name.truncate(end);
    }
    let name = name.trim_end_matches('-');
    let ending = match format {
        ExportFormat::Markdown => "md",
        ExportFormat::Json => "json",
    };
    if name.is_empty() {
        format!("session.{ending}")
    } else {
        format!("{name}.{ending}")
    }
}
