//! Deleting and measuring what is kept, in the thread that writes: after everything that was to be written before.

use std::io;
use std::path::{Path, PathBuf};

use assent_core::view::{Amount, StoredView};

use super::{AGENTS, Disk, PREFERENCES, SERVERS};
use crate::{record, secrets};

/// The folder of the window's own engine.
const WEBVIEW: &str = "webview";
/// Folders in folders that are looked into; links are not followed.
const DEEPEST: u32 = 12;

impl Disk {
    /// Deletes what is kept of sessions: those named, or all there are, files put aside included. Gives whether
    /// all of it is gone.
    pub(super) fn delete_sessions(&self, names: Option<Vec<String>>) -> bool {
        let files: Vec<PathBuf> = match names {
            Some(names) => names.iter().map(|it| self.file_of(it)).collect(),
            None => {
                let all = std::fs::read_dir(self.sessions()).into_iter().flatten();
                all.flatten().map(|it| it.path()).collect()
            }
        };
        let mut ok = true;
        for file in files {
            match std::fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    tracing::error!(%error, "a session cannot be deleted");
                    ok = false;
                }
                _ => {}
            }
        }
        ok
    }

    /// Measures what is stored. Secrets are counted by those who know of them.
    pub(super) fn measure(&self, log_lines: usize) -> StoredView {
        let mut stored = StoredView {
            folder: self.folder.to_string_lossy().into_owned(),
            log_lines: u32::try_from(log_lines).unwrap_or(u32::MAX),
            ..StoredView::default()
        };
        for (path, bytes) in sized(&self.sessions()) {
            let kept = path.extension().is_some_and(|it| it == "json");
            add(
                if kept {
                    &mut stored.sessions
                } else {
                    &mut stored.aside
                },
                bytes,
            );
        }
        for (path, bytes) in sized(&self.folder) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name == record::FILE {
                add(&mut stored.record, bytes);
            } else if [AGENTS, SERVERS, PREFERENCES].contains(&&*name) {
                add(&mut stored.settings, bytes);
            } else if name.contains(".damaged-") || name.contains(".newer-") {
                add(&mut stored.aside, bytes);
            } else if name != secrets::FILE {
                // What else lies there is the window's, as its place on the screen.
                add(&mut stored.webview, bytes);
            }
        }
        below(&self.folder.join(WEBVIEW), DEEPEST, &mut stored.webview);
        stored
    }
}

fn add(to: &mut Amount, bytes: u64) {
    to.files = to.files.saturating_add(1);
    to.bytes = to.bytes.saturating_add(bytes);
}

/// The files of a folder with their sizes.
fn sized(folder: &Path) -> Vec<(PathBuf, u64)> {
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
    all.filter_map(|it| {
        Some((
            it.path(),
            it.metadata().ok().filter(std::fs::Metadata::is_file)?.len(),
        ))
    })
    .collect()
}

/// Adds up what lies in a folder and in those in it.
fn below(folder: &Path, deepest: u32, to: &mut Amount) {
    for (_, bytes) in sized(folder) {
        add(to, bytes);
    }
    if deepest == 0 {
        return;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|it| it.is_dir()) {
            below(&entry.path(), deepest - 1, to);
        }
    }
}
