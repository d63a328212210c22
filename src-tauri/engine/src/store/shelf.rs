//! Transcripts that stay on the disk until somebody looks at them.
//!
//! The first line of a session's file holds all that stands beside the transcript. Only it is read at the
//! start, so that the start costs what the number of sessions asks for and not what was said in them.
//!
//! Why the end of a file is looked at, too: one that was cut is put aside at the start, as any other that
//! cannot be read, and not when somebody comes to look at it.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use assent_core::event::EventKind;
use assent_core::id::SessionKey;
use assent_core::stored::{StoredSession, entries_begin};

use super::{Disk, Store};

/// The last bytes of a file as we write it.
const END: &[u8] = b"\n]}\n";

impl Store {
    /// Reads the transcript of a session of an earlier run, beside everything else: its file is not written
    /// before it was read.
    pub(crate) fn read(&self, session: SessionKey, name: String) {
        let disk = self.disk.clone();
        tokio::task::spawn_blocking(move || {
            let path = disk.file_of(&name);
            let read = disk.read_file(&path, |text| StoredSession::read(&name, text));
            let entries = read.map(StoredSession::into_entries).unwrap_or_default();
            disk.tell(EventKind::TranscriptRead { session, entries });
        });
    }
}

impl Disk {
    /// Reads what of a session is needed at the start. A file that is not as we write it is read whole.
    pub(super) fn read_head(&self, path: &Path, name: &str) -> Option<StoredSession> {
        let line = first_line(path).ok().flatten();
        let head = line.and_then(|line| StoredSession::read_head(name, &line).ok());
        head.or_else(|| self.read_file(path, |text| StoredSession::read(name, text)))
    }
}

/// The first line of a file, if the file begins and ends as ours do.
fn first_line(path: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let mut end = [0; END.len()];
    file.seek(SeekFrom::End(-4))?;
    file.read_exact(&mut end)?;
    if end != *END {
        return Ok(None);
    }
    file.rewind()?;
    let mut line = String::new();
    BufReader::new(file).read_line(&mut line)?;
    Ok(entries_begin(&line).then_some(line))
}
