//! The consent record: what was agreed to, and what was not, one JSON object a line.
//!
//! It names host, verdict, reasons and action. The address is never in it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use assent_core::effect::{ConsentAction, ConsentRecord};
use assent_core::event::EventKind;
use assent_core::view::Verdict;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::files;
use crate::queue::Message;

/// The name of the record in the data folder.
pub(crate) const FILE: &str = "consent.jsonl";
/// Bytes at the end of the file that are read at the start.
const READ_BACK: u64 = 256 * 1024;

/// Something for the thread that writes.
enum Job {
    Line(ConsentRecord),
    Delete,
}

/// Writes the record in a thread of its own, in order.
pub(crate) struct Record {
    path: PathBuf,
    lines: mpsc::UnboundedSender<Job>,
    writer: JoinHandle<()>,
}

impl Record {
    /// A record in the given folder, which is made, for its owner alone, when it is missing. What earlier
    /// runs wrote goes into the queue.
    pub(crate) fn open(folder: PathBuf, queue: mpsc::UnboundedSender<Message>) -> Self {
        let (lines, received) = mpsc::unbounded_channel();
        let path = folder.join(FILE);
        let writer = tokio::task::spawn_blocking(move || write_all(&folder, &queue, received));
        Self {
            path,
            lines,
            writer,
        }
    }

    /// Where it stands.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line.
    pub(crate) fn add(&self, line: ConsentRecord) {
        self.put(Job::Line(line));
    }

    /// Deletes all of it, and tells whether that worked. Lines that come later begin a new one.
    pub(crate) fn delete(&self) {
        self.put(Job::Delete);
    }

    fn put(&self, job: Job) {
        if self.lines.send(job).is_err() {
            tracing::error!("the consent record cannot be written");
        }
    }

    /// Waits until everything is written.
    pub(crate) async fn close(self) {
        drop(self.lines);
        self.writer.await.ok();
    }
}

fn write_all(
    folder: &Path,
    queue: &mpsc::UnboundedSender<Message>,
    mut lines: mpsc::UnboundedReceiver<Job>,
) {
    if let Err(error) = files::private_folder(folder) {
        tracing::error!(%error, "the data folder cannot be made");
    }
    let path = folder.join(FILE);
    let earlier = newest(&path);
    if !earlier.is_empty() {
        let event = EventKind::RecordRead(earlier);
        queue.send(Message::event(event)).ok();
    }
    let mut file: Option<File> = None;
    while let Some(job) = lines.blocking_recv() {
        let line = match job {
            Job::Line(line) => line,
            Job::Delete => {
                file = None;
                let ok = match std::fs::remove_file(&path) {
                    Err(error) => error.kind() == io::ErrorKind::NotFound,
                    Ok(()) => true,
                };
                queue
                    .send(Message::event(EventKind::RecordDeleted { ok }))
                    .ok();
                continue;
            }
        };
        // Opened anew after a failure: the disk may have been full, the folder away.
        let written = match file.take() {
            Some(open) => Ok(open),
            None => files::private_append(&path),
        }
        .and_then(|mut open| append(&mut open, line).map(|()| open));
        match written {
            Ok(open) => file = Some(open),
            Err(error) => tracing::error!(%error, "a line of the consent record is lost"),
        }
    }
}

fn append(file: &mut File, record: ConsentRecord) -> io::Result<()> {
    let mut line = serde_json::to_vec(&Line::from(record))?;
    line.push(b'\n');
    file.write_all(&line)
}

/// A line as it stands in the file: a time people can read.
#[derive(Serialize, Deserialize)]
struct Line {
    at: jiff::Timestamp,
    agent: String,
    host: Option<String>,
    verdict: Verdict,
    reasons: Vec<String>,
    action: ConsentAction,
}

impl From<ConsentRecord> for Line {
    fn from(record: ConsentRecord) -> Self {
        Self {
            at: jiff::Timestamp::from_millisecond(record.at).unwrap_or_default(),
            agent: record.agent,
            host: record.host,
            verdict: record.verdict,
            reasons: record.reasons,
            action: record.action,
        }
    }
}

impl From<Line> for ConsentRecord {
    fn from(line: Line) -> Self {
        Self {
            at: line.at.as_millisecond(),
            agent: line.agent,
            host: line.host,
            verdict: line.verdict,
            reasons: line.reasons,
            action: line.action,
        }
    }
}

/// The newest lines of the record of earlier runs, oldest first. A line that cannot be read (half written,
/// or of a later version) is passed over; it stays in the file.
fn newest(path: &Path) -> Vec<ConsentRecord> {
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(READ_BACK)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().unwrap_or_default();
    String::from_utf8_lossy(&bytes)
        .lines()
        .filter_map(|line| serde_json::from_str::<Line>(line).ok())
        .map(ConsentRecord::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_record_is_one_line_of_json_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new/data");
        let (queue, mut events) = mpsc::unbounded_channel();
        let record = Record::open(place.clone(), queue.clone());
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
        assert!(events.try_recv().is_err(), "nothing was there before");

        // A line that was half written is passed over.
        let half = text.clone() + "{\"at\": \"2023-11-14T22:13:20Z\", \"agen";
        std::fs::write(place.join(FILE), half).unwrap();
        let record = Record::open(place.clone(), queue);
        record.close().await;
        match events.try_recv() {
            Ok(Message::Event { kind, .. }) => match *kind {
                EventKind::RecordRead(lines) => {
                    assert_eq!(lines.len(), 2);
                    assert_eq!(lines[0].at, 1_700_000_000_000);
                }
                other => panic!("unexpected {other:?}"),
            },
            _ => panic!("the record was not read"),
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(place.clone()), 0o700);
            assert_eq!(mode(place.join(FILE)), 0o600);
        }
    }

    #[tokio::test]
    async fn a_record_that_is_deleted_is_gone_and_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let (queue, mut events) = mpsc::unbounded_channel();
        let record = Record::open(folder.path().to_owned(), queue);
        let line = |host: &str| ConsentRecord {
            at: 0,
            agent: "a".to_owned(),
            host: Some(host.to_owned()),
            verdict: Verdict::Plain,
            reasons: Vec::new(),
            action: ConsentAction::Opened,
        };
        record.add(line("one.example"));
        record.delete();
        record.delete();
        record.add(line("two.example"));
        let path = record.path().to_owned();
        record.close().await;
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains("two.example") && !text.contains("one.example"));
        for _ in 0..2 {
            let Ok(Message::Event { kind, .. }) = events.try_recv() else {
                panic!("not told");
            };
            assert!(matches!(*kind, EventKind::RecordDeleted { ok: true }));
        }
    }
}
