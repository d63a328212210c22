//! Files and folders that only their owner may read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use assent_core::stored::Unreadable;
use assent_core::view::SetAside;

/// What comes to a thread that writes.
pub(crate) enum Next<T> {
    /// Something to write.
    Job(T),
    /// Nothing, for as long as it was to wait.
    Nothing,
    /// Nothing more will come.
    Ended,
}

/// How long after it was told that something cannot be written it is told again.
const REMINDER: Duration = Duration::from_secs(60);

/// Whether something cannot be written, and when that was told.
#[derive(Default)]
pub(crate) struct Trouble {
    told: Option<Instant>,
}

impl Trouble {
    /// Takes how it stands; gives whether to tell: at first and now and then, not every second.
    pub(crate) fn is_to_be_told(&mut self, failing: bool) -> bool {
        if !failing {
            self.told = None;
            return false;
        }
        let due = self.told.is_none_or(|told| told.elapsed() >= REMINDER);
        if due {
            self.told = Some(Instant::now());
        }
        due
    }
}

/// Waits for what is to be written next; with a limit, no longer than that. For threads that may wait.
pub(crate) fn wait<T>(
    received: impl Future<Output = Option<T>>,
    limit: Option<Duration>,
) -> Next<T> {
    let runtime = tokio::runtime::Handle::current();
    let job = runtime.block_on(async {
        match limit {
            None => Ok(received.await),
            Some(limit) => tokio::time::timeout(limit, received).await,
        }
    });
    match job {
        Ok(job) => job.map_or(Next::Ended, Next::Job),
        Err(_) => Next::Nothing,
    }
}

/// Whether an error says that there is no such file.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// Puts a file that cannot be used aside, under a name that says why and when.
pub(crate) fn put_aside(path: &Path, why: Unreadable) -> SetAside {
    let file = path.file_name().unwrap_or_default();
    let file = file.to_string_lossy().into_owned();
    let word = match why {
        Unreadable::Damaged => "damaged",
        Unreadable::Newer => "newer",
    };
    let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S");
    let kept_as = format!("{file}.{word}-{now}");
    let renamed = std::fs::rename(path, path.with_file_name(&kept_as));
    if let Err(error) = &renamed {
        tracing::error!(%error, "a file that cannot be read stays where it is");
    }
    SetAside {
        file,
        kept_as: renamed.is_ok().then_some(kept_as),
        newer: why == Unreadable::Newer,
    }
}

/// Makes a folder and those above it, each for its owner alone; one that is there stays as it is.
pub(crate) fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens a file; when its folder is gone, that is made again.
fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            private_folder(path.parent().unwrap_or(path))?;
            options.open(path)
        }
        opened => opened,
    }
}

/// Opens a file to add lines to its end; a new one is for its owner alone. A line that was half written, as
/// after a crash, is ended, so that it does not spoil the next one.
pub(crate) fn private_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = open(&options, path)?;
    if file.metadata()?.len() > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

/// Adds a line as a whole, or nothing.
pub(crate) fn add_line(file: &mut File, line: &[u8]) -> io::Result<()> {
    let before = file.metadata()?.len();
    let added = file.write_all(line);
    if added.is_err() {
        // What was written of it, as on a disk that is full now.
        file.set_len(before).ok();
    }
    added
}

/// Replaces a file as a whole, for its owner alone: after a crash either the old text is there or the new.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let fresh = path.with_extension("json.new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = open(&options, &fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&fresh, path)?;
    // The name, too, is on the disk only once its folder is.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Writes a file the person chose, as a whole or not at all: what stood there before stays until all of the new
/// text is on the disk.
///
/// # Errors
/// When the file, or one beside it, cannot be written.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let mut fresh = tempfile::Builder::new()
        .prefix(".assent-")
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    fresh.write_all(text.as_bytes())?;
    // Made for its owner alone; a file that is replaced keeps who may read it.
    if let Ok(before) = std::fs::metadata(path) {
        std::fs::set_permissions(fresh.path(), before.permissions())?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken.md");
        write_whole(&path, "first").unwrap();
        write_whole(&path, "second").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "second");
        // A folder stands in its place: it stays, and nothing is left beside it.
        let taken = folder.path().join("folder");
        std::fs::create_dir(&taken).unwrap();
        assert!(write_whole(&taken, "x").is_err());
        assert!(write_whole(&folder.path().join("none/x"), "x").is_err());
        let names = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 2);
    }
}
