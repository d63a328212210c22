//! The consent record: what was agreed to, and what was not, one JSON object a line.
//!
//! It names host, verdict, reasons and action. The address is never in it.
//!
//! Why it is thinned out when it is long: an agent can have lines written without end, of links that are
//! refused or muted. What the person consented to stays, and of the rest the newest.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use assent_core::effect::{ConsentAction, ConsentRecord};
use assent_core::event::EventKind;
use assent_core::view::Verdict;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::files::{self, Next, Trouble};
use crate::queue::Message;

/// The name of the record in the data folder.
pub(crate) const FILE: &str = "consent.jsonl";
/// Bytes at the end of the file that are read at the start.
const READ_BACK: u64 = 256 * 1024;
/// Bytes the file may have before it is thinned out.
const LONG: u64 = 4 << 20;
/// Bytes of the newest lines that are kept then, whatever they say.
const NEWEST: usize = 1 << 20;
/// How long after a failure it is tried again, when no other line comes before.
const AGAIN: Duration = Duration::from_secs(5);
/// Lines that wait for a disk that takes them; the oldest beyond that are lost.
const MOST_LEFT: usize = 10_000;

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
    let mut left: VecDeque<ConsentRecord> = VecDeque::new();
    let mut trouble = Trouble::default();
    loop {
        let next = files::wait(lines.recv(), (!left.is_empty()).then_some(AGAIN));
        let ended = matches!(next, Next::Ended);
        match next {
            Next::Job(Job::Line(line)) => left.push_back(line),
            Next::Job(Job::Delete) => {
                file = None;
                left.clear();
                let ok = match std::fs::remove_file(&path) {
                    Err(error) => error.kind() == io::ErrorKind::NotFound,
                    Ok(()) => true,
                };
                queue
                    .send(Message::event(EventKind::RecordDeleted { ok }))
                    .ok();
            }
            Next::Nothing | Next::Ended => {}
        }
        if left.len() > MOST_LEFT {
            tracing::error!("a line of the consent record is lost");
            left.pop_front();
        }
        while let Some(line) = left.front() {
            // Opened anew after a failure: the disk may have been full, the folder away.
            let written = match file.take() {
                Some(open) => Ok(open),
                None => open(&path),
            }
            .and_then(|mut open| append(&mut open, line.clone()).map(|length| (open, length)));
            match written {
                Ok((open, length)) => {
                    // One that is long is opened anew, and thinned out before.
                    file = (length <= LONG).then_some(open);
                    left.pop_front();
                }
                Err(error) => {
                    tracing::error!(%error, "the consent record cannot be written");
                    break;
                }
            }
        }
        if trouble.is_to_be_told(!left.is_empty()) {
            queue.send(Message::event(EventKind::NotKept)).ok();
        }
        if ended {
            return;
        }
    }
}

/// Opens the file to add to it. One that is long is thinned out, and a line that was half written is ended.
fn open(path: &Path) -> io::Result<File> {
    let length = std::fs::metadata(path).map_or(0, |it| it.len());
    if length > LONG {
        let text = std::fs::read(path)?;
        files::replace(path, &thinned(&String::from_utf8_lossy(&text)))?;
    }
    files::private_append(path)
}

/// The lines of what the person consented to, and the newest of all others.
fn thinned(text: &str) -> String {
    let newest = text.len().saturating_sub(NEWEST);
    let mut place = 0;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        if place >= newest || is_consent(line) {
            kept.push_str(line);
        }
        place += line.len();
    }
    kept
}

fn is_consent(line: &str) -> bool {
    serde_json::from_str::<Line>(line).is_ok_and(|line| match line.action {
        ConsentAction::Opened
        | ConsentAction::OpenedElsewhere
        | ConsentAction::SamePage
        | ConsentAction::OpenFailed => true,
        ConsentAction::Declined
        | ConsentAction::Muted
        | ConsentAction::Cancelled
        | ConsentAction::Refused
        | ConsentAction::Withdrawn => false,
    })
}

/// Adds a line; gives the length of the file with it.
fn append(file: &mut File, record: ConsentRecord) -> io::Result<u64> {
    let mut line = serde_json::to_vec(&Line::from(record))?;
    line.push(b'\n');
    files::add_line(file, &line)?;
    Ok(file.metadata()?.len())
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

    fn muted(number: i64) -> ConsentRecord {
        ConsentRecord {
            at: number,
            agent: "flood ".repeat(20),
            host: None,
            verdict: Verdict::Plain,
            reasons: Vec::new(),
            action: ConsentAction::Muted,
        }
    }

    #[tokio::test]
    async fn a_flood_of_links_neither_grows_the_record_without_end_nor_takes_a_consent_out_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let (queue, _events) = mpsc::unbounded_channel();
        let record = Record::open(folder.path().to_owned(), queue);
        record.add(ConsentRecord {
            host: Some("agreed.example".into()),
            action: ConsentAction::Opened,
            ..muted(0)
        });
        for number in 0..40_000 {
            record.add(muted(number));
        }
        record.close().await;
        let text = std::fs::read_to_string(folder.path().join(FILE)).unwrap();
        let length = text.len() as u64;
        assert!(length < LONG + 1_000 && length > NEWEST as u64, "{length}");
        assert!(text.starts_with('{') && text.lines().next().unwrap().contains("agreed.example"));
        assert!(
            text.contains("1970-01-01T00:00:39.999Z"),
            "the newest is there"
        );
    }

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
        // What is written next is a line of its own.
        let record = Record::open(place.clone(), mpsc::unbounded_channel().0);
        record.add(muted(0));
        record.close().await;
        let text = std::fs::read_to_string(place.join(FILE)).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().last().unwrap().contains("muted"), "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(place.clone()), 0o700);
            assert_eq!(mode(place.join(FILE)), 0o600);
        }
    }

    #[tokio::test]
    async fn lines_wait_for_a_folder_that_takes_them() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("data");
        std::fs::write(&place, "not a folder").unwrap();
        let (queue, mut events) = mpsc::unbounded_channel();
        let record = Record::open(place.clone(), queue);
        for at in 0..3 {
            record.add(ConsentRecord {
                at,
                agent: "agent".to_owned(),
                host: None,
                verdict: Verdict::Plain,
                reasons: Vec::new(),
                action: ConsentAction::Declined,
            });
        }
        let told = events.recv().await;
        assert!(
            matches!(told, Some(Message::Event { kind, .. }) if matches!(*kind, EventKind::NotKept))
        );
        std::fs::remove_file(&place).unwrap();
        std::fs::create_dir(&place).unwrap();
        record.close().await;
        let kept: Vec<i64> = newest(&place.join(FILE)).iter().map(|it| it.at).collect();
        assert_eq!(kept, [0, 1, 2]);
        assert!(events.try_recv().is_err(), "said once");
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
