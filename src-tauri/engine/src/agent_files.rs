//! Files that agents read and write through us.
//!
//! Each connection has a worker of its own, so that what an agent asks for is done in the order it
//! asked, and one slow disk holds up one agent.
//!
//! Why every symbolic link is followed before anything is decided: the roots are a promise to the
//! person about where files lie, and a link inside of them may lead anywhere.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use assent_core::client::{FileCall, FileOutcome};
use assent_core::event::EventKind;
use assent_core::id::{ConnectionId, RequestKey};
use tokio::sync::mpsc;

use crate::queue::Message;

/// The most bytes a file may have that is read or written.
const LARGEST: u64 = 32 << 20;
/// The most bytes of a file that are shown beside what would replace them.
const SHOWN: u64 = 1 << 20;

/// Work on a file.
pub(crate) struct Job {
    /// The request.
    pub(crate) key: RequestKey,
    /// What.
    pub(crate) call: FileCall,
    /// Where it may lie.
    pub(crate) roots: Vec<String>,
    /// The one place outside that the person allowed.
    pub(crate) allowed: Option<String>,
}

/// The workers.
pub(crate) struct AgentFiles {
    queue: mpsc::UnboundedSender<Message>,
    workers: HashMap<ConnectionId, mpsc::UnboundedSender<Job>>,
}

impl AgentFiles {
    /// No worker yet; what comes out goes into the queue.
    pub(crate) fn new(queue: mpsc::UnboundedSender<Message>) -> Self {
        Self {
            queue,
            workers: HashMap::new(),
        }
    }

    /// Has work done, after what was to be done for that connection before.
    pub(crate) fn add(&mut self, connection: ConnectionId, job: Job) {
        let queue = &self.queue;
        let worker = self.workers.entry(connection).or_insert_with(|| {
            let (worker, jobs) = mpsc::unbounded_channel();
            tokio::task::spawn(work(connection, jobs, queue.clone()));
            worker
        });
        worker.send(job).ok();
    }

    /// The connection has ended: what was begun is finished, and then the worker ends.
    pub(crate) fn forget(&mut self, connection: ConnectionId) {
        self.workers.remove(&connection);
    }
}

async fn work(
    connection: ConnectionId,
    mut jobs: mpsc::UnboundedReceiver<Job>,
    queue: mpsc::UnboundedSender<Message>,
) {
    while let Some(job) = jobs.recv().await {
        let key = job.key;
        let done = tokio::task::spawn_blocking(move || {
            carry_out(&job.call, &job.roots, job.allowed.as_deref())
        });
        let outcome = done.await.unwrap_or_else(|_| FileOutcome::Failed {
            message: "Internal error".to_owned(),
        });
        let event = EventKind::FileDone {
            connection,
            key,
            outcome,
        };
        queue.send(Message::event(event)).ok();
    }
}

/// Reads or writes, if the file lies inside a root or is the one that was allowed.
fn carry_out(call: &FileCall, roots: &[String], allowed: Option<&str>) -> FileOutcome {
    let resolved = match resolve(Path::new(call.path())) {
        Ok(resolved) => resolved,
        Err(error) => return trouble(&error),
    };
    let shown = resolved.to_string_lossy();
    if !is_inside(&resolved, roots) && allowed != Some(&*shown) {
        let before = match call {
            FileCall::Read { .. } => None,
            FileCall::Write { .. } => match read(&resolved, SHOWN) {
                FileOutcome::Read(text) => Some(text),
                _ => None,
            },
        };
        return FileOutcome::Outside {
            resolved: shown.into_owned(),
            before,
        };
    }
    match call {
        FileCall::Read { line, limit, .. } => match read(&resolved, LARGEST) {
            FileOutcome::Read(text) => FileOutcome::Read(part(&text, *line, *limit)),
            other => other,
        },
        FileCall::Write { content, .. } => write(&resolved, content),
    }
}

/// Where a path leads: every symbolic link is followed, `..` goes up from where the link led. What does
/// not exist yet stays as it is named.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                resolved.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir => resolved.push(part),
            Component::Normal(name) => {
                resolved.push(name);
                match std::fs::symlink_metadata(&resolved) {
                    // A link that leads nowhere is an error here: nobody could say what lies behind it.
                    Ok(found) if found.is_symlink() => resolved = resolved.canonicalize()?,
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(resolved)
}

/// Whether a resolved path is a root or lies in one.
pub(crate) fn is_inside(resolved: &Path, roots: &[String]) -> bool {
    roots
        .iter()
        .filter_map(|root| Path::new(root).canonicalize().ok())
        .any(|root| resolved.starts_with(root))
}

fn read(path: &Path, limit: u64) -> FileOutcome {
    let read = || -> io::Result<FileOutcome> {
        // Looked at before it is opened: opening a pipe would wait for its other end.
        if !std::fs::metadata(path)?.is_file() {
            return Ok(FileOutcome::NotFile);
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path)?;
        file.take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Ok(FileOutcome::TooLarge { limit });
        }
        Ok(String::from_utf8(bytes).map_or(FileOutcome::NotText, FileOutcome::Read))
    };
    read().unwrap_or_else(|error| trouble(&error))
}

/// The wanted lines, each with its end. Lines are counted from 1.
fn part(text: &str, line: Option<u64>, limit: Option<u64>) -> String {
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let before = count(line.unwrap_or(1).saturating_sub(1));
    let most = limit.map_or(usize::MAX, count);
    text.split_inclusive('\n').skip(before).take(most).collect()
}

/// Writes a file as a whole: readers see the old text or the new, never a part.
fn write(path: &Path, content: &str) -> FileOutcome {
    if content.len() as u64 > LARGEST {
        return FileOutcome::TooLarge { limit: LARGEST };
    }
    let write = || -> io::Result<FileOutcome> {
        let known = match std::fs::symlink_metadata(path) {
            Ok(known) if !known.is_file() => return Ok(FileOutcome::NotFile),
            Ok(known) if known.permissions().readonly() => {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            Ok(known) => Some(known),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
        std::fs::create_dir_all(folder)?;
        if folder.canonicalize()? != folder {
            // Somebody has put a link there since the path was resolved.
            return Err(io::Error::other("the folder has changed meanwhile"));
        }
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&name);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(content.as_bytes())?;
        if let Some(known) = known {
            file.as_file().set_permissions(known.permissions())?;
        }
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(FileOutcome::Written)
    };
    write().unwrap_or_else(|error| trouble(&error))
}

fn trouble(error: &io::Error) -> FileOutcome {
    match error.kind() {
        io::ErrorKind::NotFound => FileOutcome::Missing,
        io::ErrorKind::IsADirectory => FileOutcome::NotFile,
        _ => FileOutcome::Failed {
            message: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests;
