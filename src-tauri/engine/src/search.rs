//! Looks for files whose paths fit what the person types, in the folders of a session.
//!
//! What version control ignores is left out, and so is what symbolic links lead to. One thread does it; of the
//! searches that wait only the newest is done.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use assent_core::attach::FoundPath;
use assent_core::event::EventKind;
use assent_core::id::SessionKey;
use ignore::{DirEntry, WalkBuilder};
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use tokio::sync::mpsc;

use crate::queue::Message;

/// How many are found at the most.
const MOST_FOUND: usize = 30;
/// Files and folders that are looked at.
const MOST_LOOKED_AT: usize = 50_000;
/// How long walking the folders may take.
const WALKING: Duration = Duration::from_secs(3);
/// How long what was walked is good for.
const FRESH: Duration = Duration::from_secs(10);

/// A search.
pub(crate) struct Job {
    /// For which session.
    pub(crate) session: SessionKey,
    /// Comes back with the result.
    pub(crate) ticket: u32,
    /// Where.
    pub(crate) roots: Vec<String>,
    /// What the paths are to hold.
    pub(crate) query: String,
}

/// The thread that searches.
pub(crate) struct Searches {
    queue: mpsc::UnboundedSender<Message>,
    jobs: Option<mpsc::UnboundedSender<Job>>,
}

impl Searches {
    /// No thread yet; what comes out goes into the queue.
    pub(crate) fn new(queue: mpsc::UnboundedSender<Message>) -> Self {
        Self { queue, jobs: None }
    }

    /// Searches, instead of what waits.
    pub(crate) fn add(&mut self, job: Job) {
        let queue = &self.queue;
        let jobs = self.jobs.get_or_insert_with(|| {
            let (jobs, received) = mpsc::unbounded_channel();
            let queue = queue.clone();
            tokio::task::spawn_blocking(move || work(received, &queue));
            jobs
        });
        jobs.send(job).ok();
    }
}

fn work(mut jobs: mpsc::UnboundedReceiver<Job>, queue: &mpsc::UnboundedSender<Message>) {
    let mut walked: Option<Walked> = None;
    while let Some(mut job) = jobs.blocking_recv() {
        while let Ok(newer) = jobs.try_recv() {
            job = newer;
        }
        let fresh = |it: &Walked| it.roots == job.roots && it.at.elapsed() < FRESH;
        let walked = match walked.take().filter(fresh) {
            Some(known) => walked.insert(known),
            None => walked.insert(Walked::walk(job.roots)),
        };
        let event = EventKind::FilesFound {
            session: job.session,
            ticket: job.ticket,
            found: walked.find(&job.query),
        };
        queue.send(Message::event(event)).ok();
    }
}

/// The files of some folders.
struct Walked {
    roots: Vec<String>,
    at: Instant,
    paths: Vec<FoundPath>,
}

impl Walked {
    fn walk(roots: Vec<String>) -> Self {
        let at = Instant::now();
        let mut paths = Vec::new();
        for (number, root) in roots.iter().enumerate() {
            let walk = WalkBuilder::new(root)
                .hidden(false)
                .require_git(false)
                .follow_links(false)
                .filter_entry(|entry| entry.file_name() != ".git")
                .build();
            for entry in walk.flatten() {
                if paths.len() >= MOST_LOOKED_AT || at.elapsed() > WALKING {
                    break;
                }
                paths.extend(found(&entry, number, Path::new(root)));
            }
        }
        Self {
            roots,
            at: Instant::now(),
            paths,
        }
    }

    /// Those that fit, the best first. Of what fits as well, what lies less deep comes first.
    fn find(&self, query: &str) -> Vec<FoundPath> {
        let pattern = Pattern::new(
            query,
            CaseMatching::Smart,
            Normalization::Smart,
            AtomKind::Fuzzy,
        );
        let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
        let mut letters = Vec::new();
        let mut fitting: Vec<(u32, usize, &FoundPath)> = self
            .paths
            .iter()
            .filter_map(|path| {
                let score =
                    pattern.score(Utf32Str::new(&path.below, &mut letters), &mut matcher)?;
                Some((score, path.below.matches('/').count(), path))
            })
            .collect();
        fitting.sort_by(|a, b| {
            let length = a.2.below.len().cmp(&b.2.below.len());
            let name = a.2.below.cmp(&b.2.below);
            let depth = a.1.cmp(&b.1);
            b.0.cmp(&a.0).then(depth).then_with(|| {
                if query.is_empty() {
                    name
                } else {
                    length.then(name)
                }
            })
        });
        let best = fitting.into_iter().take(MOST_FOUND);
        best.map(|it| it.2.clone()).collect()
    }
}

fn found(entry: &DirEntry, root: usize, from: &Path) -> Option<FoundPath> {
    let kind = entry.file_type()?;
    if entry.depth() == 0 || !(kind.is_file() || kind.is_dir()) {
        return None;
    }
    let below: PathBuf = entry.path().strip_prefix(from).ok()?.into();
    let parts: Option<Vec<&str>> = below.iter().map(|it| it.to_str()).collect();
    Some(FoundPath {
        path: entry.path().to_str()?.to_owned(),
        root,
        below: parts?.join("/"),
        folder: kind.is_dir(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "target/\n*.log\n").unwrap();
        }
        folder
    }

    fn find(folder: &Path, query: &str) -> Vec<String> {
        let walked = Walked::walk(vec![folder.to_str().unwrap().to_owned()]);
        let found = walked.find(query).into_iter();
        found.map(|it| it.below).collect()
    }

    #[test]
    fn files_are_found_by_parts_of_their_paths() {
        let folder = folder(&[
            ".gitignore",
            ".git/config",
            "Cargo.toml",
            "src/main.rs",
            "src/parser/main.rs",
            "target/main.rs",
            "loud.log",
            "gr\u{fc}n.txt",
        ]);
        let check = |query: &str, expected: &[&str]| {
            assert_eq!(find(folder.path(), query), expected, "{query}");
        };
        check("main", &["src/main.rs", "src/parser/main.rs"]);
        check("parser/m", &["src/parser/main.rs"]);
        check("cargo", &["Cargo.toml"]);
        check("CARGO", &[]);
        check("gru", &["gr\u{fc}n.txt"]);
        check("config", &[]);
        check("nothing like it", &[]);
        check(
            "",
            &[
                ".gitignore",
                "Cargo.toml",
                "gr\u{fc}n.txt",
                "src",
                "src/main.rs",
                "src/parser",
                "src/parser/main.rs",
            ],
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_and_not_found() {
        let other = folder(&["secret"]);
        let folder = folder(&["a"]);
        std::os::unix::fs::symlink(other.path(), folder.path().join("way")).unwrap();
        std::os::unix::fs::symlink(other.path().join("secret"), folder.path().join("b")).unwrap();
        assert_eq!(find(folder.path(), ""), ["a"]);
    }

    #[test]
    fn a_great_many_files_are_searched_in_bounded_time() {
        let paths: Vec<FoundPath> = (0..MOST_LOOKED_AT)
            .map(|number| FoundPath {
                path: String::new(),
                root: 0,
                below: format!("some/long/folder/name/{number}/file-{number}.rs"),
                folder: false,
            })
            .collect();
        let walked = Walked {
            roots: Vec::new(),
            at: Instant::now(),
            paths,
        };
        let began = Instant::now();
        let found = walked.find("file-4999");
        assert_eq!(found.len(), MOST_FOUND);
        assert!(found[0].below.contains("file-4999"), "{:?}", found[0]);
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{:?}",
            began.elapsed()
        );
    }
}
