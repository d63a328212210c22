//! The consent record: what was agreed to, and what was not, one JSON object a line.
//!
//! It names host, verdict, reasons and action. The address is never in it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use assent_core::effect::{ConsentAction, ConsentRecord};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::files;

/// The name of the record in the data folder.
const FILE: &str = "consent.jsonl";

/// Writes the record in a thread of its own, in order.
pub(crate) struct Record {
    lines: mpsc::UnboundedSender<ConsentRecord>,
    writer: JoinHandle<()>,
}

impl Record {
    /// A record in the given folder, which is made, for its owner alone, when it is missing.
    pub(crate) fn open(folder: PathBuf) -> Self {
        let (lines, received) = mpsc::unbounded_channel();
        let writer = tokio::task::spawn_blocking(move || write_all(&folder, received));
        Self { lines, writer }
    }

    /// Adds a line.
    pub(crate) fn add(&self, line: ConsentRecord) {
        if self.lines.send(line).is_err() {
            tracing::error!("the consent record cannot be written");
        }
    }

    /// Waits until everything is written.
    pub(crate) async fn close(self) {
        drop(self.lines);
        self.writer.await.ok();
    }
}

fn write_all(folder: &Path, mut lines: mpsc::UnboundedReceiver<ConsentRecord>) {
    if let Err(error) = files::private_folder(folder) {
        tracing::error!(%error, "the data folder cannot be made");
    }
    let path = folder.join(FILE);
    let mut file: Option<File> = None;
    while let Some(line) = lines.blocking_recv() {
        // Opened anew after a failure: the disk may have been full, the folder away.
        let written = match file.take() {
            Some(open) => Ok(open),
            None => files::private_append(&path),
        }
        .and_then(|mut open| append(&mut open, &line).map(|()| open));
        match written {
            Ok(open) => file = Some(open),
            Err(error) => tracing::error!(%error, "a line of the consent record is lost"),
        }
    }
}

fn append(file: &mut File, record: &ConsentRecord) -> io::Result<()> {
    let mut line = serde_json::to_vec(&Line::from(record))?;
    line.push(b'\n');
    file.write_all(&line)
}

/// A line as it is written.
#[derive(Serialize)]
struct Line<'a> {
    at: String,
    agent: &'a str,
    host: Option<&'a str>,
    verdict: assent_core::view::Verdict,
    reasons: &'a [String],
    action: &'static str,
}

impl<'a> From<&'a ConsentRecord> for Line<'a> {
    fn from(record: &'a ConsentRecord) -> Self {
        Self {
            at: jiff::Timestamp::from_millisecond(record.at)
                .map_or_else(|_| record.at.to_string(), |at| at.to_string()),
            agent: &record.agent,
            host: record.host.as_deref(),
            verdict: record.verdict,
            reasons: &record.reasons,
            action: match record.action {
                ConsentAction::Opened => "opened",
                ConsentAction::OpenedElsewhere => "opened-elsewhere",
                ConsentAction::SamePage => "same-page",
                ConsentAction::OpenFailed => "open-failed",
                ConsentAction::Declined => "declined",
                ConsentAction::Muted => "muted",
                ConsentAction::Cancelled => "cancelled",
                ConsentAction::Refused => "refused",
                ConsentAction::Withdrawn => "withdrawn",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use assent_core::view::Verdict;

    use super::*;

    #[tokio::test]
    async fn a_record_is_one_line_of_json_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new/data");
        let record = Record::open(place.clone());
        for action in [ConsentAction::Opened, ConsentAction::Declined] {
            record.add(ConsentRecord {
                at: 1_700_000_000_000,
                agent: "Say \"hi\"\n".to_owned(),
                host: Some("example.com".to_owned()),
                verdict: Verdict::Warn,
                reasons: vec!["port".to_owned()],
                action,
            });
        }
        record.close().await;

        let text = std::fs::read_to_string(place.join(FILE)).unwrap();
        let lines: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(
            lines[0],
            serde_json::json!({
                "at": "2023-11-14T22:13:20Z", "agent": "Say \"hi\"\n", "host": "example.com",
                "verdict": "warn", "reasons": ["port"], "action": "opened",
            })
        );
        assert_eq!(lines[1]["action"], "declined");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(place.clone()), 0o700);
            assert_eq!(mode(place.join(FILE)), 0o600);
        }
    }
}
