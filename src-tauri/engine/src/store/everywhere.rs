//! Searches all that is kept of sessions, on threads of its own.
//!
//! A file is looked through as it lies there, for a part of what is looked for; only the lines in which that
//! stands are read as entries and looked at closely. So a search costs little more than reading the files.
//! It stands in the queue of the thread that writes, and so finds all that changed before it.
//!
//! Why there is no index: the files of hundreds of long sessions are read in less time than a person needs to
//! notice, and an index would be one more thing on the disk that holds all that was said.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use assent_core::event::EventKind;
use assent_core::find::{Needle, line_of};
use assent_core::id::{EntryId, SessionKey};
use assent_core::stored::{StoredEntry, StoredSession};
use assent_core::view::{EntryBody, SearchHit, SearchKind, SearchLine, Speaker};
use tokio::sync::mpsc;

use super::{Job, Store};
use crate::queue::Message;

/// Sessions that are told at the most.
const MOST_SESSIONS: usize = 200;
/// Entries that are told of one session.
const MOST_LINES: usize = 5;
/// Entries of one session that are looked at closely. A word that stands everywhere would have all of it read.
const MOST_ENTRIES: u32 = 20;
/// Letters that are told before and after what was found.
const AROUND: usize = 60;
/// How long what was found waits for more of it.
const PACE: Duration = Duration::from_millis(50);
/// Threads that search.
const THREADS: usize = 4;
/// After so many lines a search looks whether it is still wanted.
const LOOK_UP: usize = 64;

/// The ticket of the search that is wanted.
#[derive(Debug, Clone, Default)]
pub(super) struct Searching(Arc<AtomicU32>);

impl Searching {
    fn want(&self, ticket: u32) {
        self.0.store(ticket, Ordering::Relaxed);
    }

    fn wants(&self, ticket: u32) -> bool {
        self.0.load(Ordering::Relaxed) == ticket
    }
}

/// A search.
pub(super) struct Search {
    ticket: u32,
    text: String,
    sessions: Vec<(SessionKey, String)>,
    searching: Searching,
}

impl Store {
    /// Searches, instead of what is searched for now. What has changed must have been passed on to be written.
    pub(crate) fn search(&self, ticket: u32, text: String, sessions: Vec<(SessionKey, String)>) {
        self.searching.want(ticket);
        let searching = self.searching.clone();
        self.put(Job::Search(Search {
            ticket,
            text,
            sessions,
            searching,
        }));
    }
}

impl Search {
    /// Begins, beside the thread that writes.
    pub(super) fn begin(self, folder: PathBuf, queue: mpsc::UnboundedSender<Message>) {
        if !self.searching.wants(self.ticket) {
            return;
        }
        std::thread::spawn(move || self.run(&folder, &queue));
    }

    fn run(&self, folder: &Path, queue: &mpsc::UnboundedSender<Message>) {
        let needles = Needle::new(&self.text).zip(Needle::in_json(&self.text));
        let results = Results {
            search: self,
            queue,
            found: Mutex::default(),
        };
        if let Some((needle, in_file)) = &needles {
            let next = AtomicUsize::new(0);
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            std::thread::scope(|scope| {
                for _ in 0..threads.min(THREADS) {
                    scope.spawn(|| {
                        while let Some((session, name)) =
                            self.sessions.get(next.fetch_add(1, Ordering::Relaxed))
                        {
                            if !self.searching.wants(self.ticket) {
                                return;
                            }
                            let file = folder.join(format!("{name}.json"));
                            let text = std::fs::read_to_string(file).unwrap_or_default();
                            if let Some(hit) = self.look(*session, name, &text, needle, in_file) {
                                results.add(hit);
                            }
                        }
                    });
                }
            });
        }
        results.end();
    }

    /// Looks through the file of a session.
    fn look(
        &self,
        session: SessionKey,
        name: &str,
        text: &str,
        needle: &Needle,
        in_file: &Needle,
    ) -> Option<SearchHit> {
        if !in_file.is_in(text) {
            return None;
        }
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let title = if in_file.is_in(first) {
            let head = StoredSession::read_head(name, first).ok();
            head.and_then(|it| it.title().map(ToOwned::to_owned))
        } else {
            None
        };
        let in_title = title.is_some_and(|title| needle.is_in(&title));
        let mut hit = SearchHit {
            session,
            in_title,
            entries: 0,
            more: false,
            lines: Vec::new(),
        };
        let numbered: Vec<(u32, &str)> = (0..).zip(lines).collect();
        for (looked_at, (place, line)) in numbered.into_iter().rev().enumerate() {
            if looked_at.is_multiple_of(LOOK_UP) && !self.searching.wants(self.ticket) {
                return None;
            }
            if !in_file.is_in(line) {
                continue;
            }
            if hit.entries == MOST_ENTRIES {
                hit.more = true;
                break;
            }
            let Some(entry) = StoredEntry::read(line) else {
                continue;
            };
            let Some((_, line)) = line_of(needle, &entry.body, AROUND) else {
                continue;
            };
            hit.entries += 1;
            if hit.lines.len() < MOST_LINES {
                hit.lines.push(SearchLine {
                    entry: entry.id.unwrap_or(EntryId(place)),
                    at: entry.at,
                    kind: kind_of(&entry.body),
                    line,
                });
            }
        }
        (hit.in_title || hit.entries > 0).then_some(hit)
    }
}

/// What was found and not told yet.
#[derive(Default)]
struct Found {
    hits: Vec<SearchHit>,
    told: usize,
    last: Option<Instant>,
    more: bool,
}

struct Results<'search> {
    search: &'search Search,
    queue: &'search mpsc::UnboundedSender<Message>,
    found: Mutex<Found>,
}

impl Results<'_> {
    fn add(&self, hit: SearchHit) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.told + found.hits.len() == MOST_SESSIONS {
            found.more = true;
            return;
        }
        found.hits.push(hit);
        let now = Instant::now();
        let due = found.last.is_none_or(|last| now - last >= PACE);
        if due {
            found.last = Some(now);
            self.tell(&mut found, false);
        }
    }

    fn end(&self) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        self.tell(&mut found, true);
    }

    fn tell(&self, found: &mut Found, done: bool) {
        let sessions = std::mem::take(&mut found.hits);
        found.told += sessions.len();
        let event = EventKind::Searched {
            ticket: self.search.ticket,
            sessions,
            done,
            more: found.more,
        };
        self.queue.send(Message::event(event)).ok();
    }
}

fn kind_of(body: &EntryBody) -> SearchKind {
    match body {
        EntryBody::User { .. }
        | EntryBody::Content {
            from: Speaker::User,
            ..
        } => SearchKind::Prompt,
        EntryBody::Agent { .. } => SearchKind::Answer,
        EntryBody::Thought { .. } => SearchKind::Thought,
        EntryBody::Tool { .. } => SearchKind::Tool,
        _ => SearchKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"version":1,"head":{"agent":{"id":1,"name":"a","command":["a"],"kept":true},"session_id":null,"title":"TITLE","cwd":"/","draft":{"text":"needle in a draft"},"unread":false,"running":false},"entries":["#;

    fn write(folder: &Path, name: &str, title: &str, bodies: &[serde_json::Value]) {
        let lines: Vec<String> = (10..)
            .zip(bodies)
            .map(|(id, body)| serde_json::json!({"id": id, "at": id, "body": body}).to_string())
            .collect();
        let head = HEAD.replace("TITLE", title);
        let text = format!("{head}\n{}\n]}}\n", lines.join(",\n"));
        std::fs::write(folder.join(format!("{name}.json")), text).unwrap();
    }

    fn search(folder: &Path, text: &str, names: &[&str]) -> (Vec<SearchHit>, bool) {
        let sessions = (1..).zip(names);
        let searching = Searching::default();
        searching.want(7);
        let search = Search {
            ticket: 7,
            text: text.to_owned(),
            sessions: sessions
                .map(|(key, name)| (SessionKey(key), (*name).to_owned()))
                .collect(),
            searching,
        };
        let (queue, mut events) = mpsc::unbounded_channel();
        search.run(folder, &queue);
        let mut found = Vec::new();
        while let Ok(Message::Event { kind, .. }) = events.try_recv() {
            let EventKind::Searched {
                sessions,
                done,
                more,
                ..
            } = *kind
            else {
                panic!("something else came")
            };
            found.extend(sessions);
            if done {
                found.sort_by_key(|it| it.session);
                return (found, more);
            }
        }
        panic!("it did not end")
    }

    #[test]
    fn titles_prompts_answers_and_tools_are_found_in_files() {
        use serde_json::json;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let agent = |text: &str| json!({"kind": "agent", "text": text});
        write(path, "a", "The Needle", &[agent("hay")]);
        write(
            path,
            "b",
            "Hay",
            &[
                json!({"kind": "user", "text": "find the NEEDLE"}),
                agent("a **needle** in\na haystack"),
                json!({"kind": "tool", "tool": {"title": "grep needle", "kind": "search", "status": "completed",
                    "content": [], "locations": [], "input": null, "output": null}}),
            ],
        );
        write(path, "c", "Hay", &[agent("no such thing")]);
        let (found, more) = search(path, "needle", &["a", "b", "c", "gone"]);
        assert!(!more);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!((found[0].in_title, found[0].entries), (true, 0));
        assert_eq!((found[1].in_title, found[1].entries), (false, 3));
        assert!(!found[1].more);
        let kinds: Vec<SearchKind> = found[1].lines.iter().map(|it| it.kind).collect();
        assert_eq!(
            kinds,
            [SearchKind::Tool, SearchKind::Answer, SearchKind::Prompt]
        );
        assert_eq!(found[1].lines[1].entry, EntryId(11));
        assert_eq!(found[1].lines[1].line, ["a ", "needle", " in"]);
        // Over the end of a line, and over marks.
        assert_eq!(search(path, "needle in a", &["b"]).0.len(), 1);
        assert_eq!(search(path, "needle hay", &["a", "b"]).0.len(), 0);
        assert_eq!(search(path, " ", &["a", "b"]).0.len(), 0);
        // A draft is not what was said, and what stands around an entry is no part of it.
        assert_eq!(search(path, "in a draft", &["a", "b"]).0.len(), 0);
        assert_eq!(search(path, "kind", &["b"]).0.len(), 0);
        // Of what stands everywhere the newest is enough.
        let many = vec![agent("needle"); MOST_ENTRIES as usize + 1];
        write(path, "d", "Hay", &many);
        let (found, _) = search(path, "needle", &["d"]);
        assert_eq!((found[0].entries, found[0].more), (MOST_ENTRIES, true));
        assert_eq!(found[0].lines[0].entry, EntryId(10 + MOST_ENTRIES));
    }

    #[test]
    fn a_search_has_an_end_and_tells_that_there_is_more() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..MOST_SESSIONS + 5).map(|it| format!("{it}")).collect();
        for name in &names {
            write(folder.path(), name, "A needle", &[]);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (found, more) = search(folder.path(), "needle", &names);
        assert_eq!((found.len(), more), (MOST_SESSIONS, true));
    }
}
