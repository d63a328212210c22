//! The entries in the file of a session: one in each line, so that one can be read without the others.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::id::EntryId;
use crate::state::bounded_json;
use crate::view::{EntryBody, EntryView};

/// The end of the first line of a file.
const BEGIN: &str = "\"entries\":[";
/// Keys beyond this one are not taken from a file.
const MOST_ID: u32 = u32::MAX / 2;

/// An entry as it stands in the file.
#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    /// Its key; files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<u32>,
    pub(super) at: i64,
    #[serde(default)]
    pub(super) dropped: bool,
    pub(super) body: Value,
}

/// Whether this is the first line of a file as we write it: the transcript begins after it.
pub fn entries_begin(line: &str) -> bool {
    line.trim_end_matches('\n').ends_with(BEGIN)
}

/// The entries of these lines. They keep their keys where all have one, each more than that before.
pub(super) fn numbered(lines: Vec<Line>) -> Vec<EntryView> {
    let keys: Vec<u32> = lines.iter().map_while(|it| it.id).collect();
    let good = keys.len() == lines.len()
        && keys.windows(2).all(|pair| pair[0] < pair[1])
        && keys.last().is_none_or(|&last| last <= MOST_ID);
    (0..)
        .zip(lines)
        .map(|(number, line)| EntryView {
            id: EntryId(line.id.filter(|_| good).unwrap_or(number)),
            at: line.at,
            dropped: line.dropped,
            body: body_of(&line.body),
        })
        .collect()
}

fn body_of(body: &Value) -> EntryBody {
    let json = || bounded_json(body);
    serde_json::from_value(body.clone()).unwrap_or_else(|_| EntryBody::Unrecognised {
        update: String::new(),
        json: json(),
    })
}

/// An entry of a file that was read by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEntry {
    /// Its key; none in files of earlier versions, where an entry's place is its key.
    pub id: Option<EntryId>,
    /// Unix milliseconds at which it began.
    pub at: i64,
    /// What it is.
    pub body: EntryBody,
}

impl StoredEntry {
    /// Reads one line of a file after the first; none: the line holds no entry.
    pub fn read(line: &str) -> Option<Self> {
        let line: Line = serde_json::from_str(line.trim_end().trim_end_matches(',')).ok()?;
        Some(Self {
            id: line.id.map(EntryId),
            at: line.at,
            body: body_of(&line.body),
        })
    }
}
