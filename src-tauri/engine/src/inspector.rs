//! The pages that look at the protocol's log.
//!
//! Why they ask and are not told: a page gets one answer to each question, and asks again once it has drawn it.
//! So one that is slow, or that nobody looks at any more, is sent nothing it has not asked for, however much an
//! agent says.

use std::collections::VecDeque;
use std::time::Duration;

use assent_core::id::ConnectionId;
use assent_core::intent::Inspect;
use assent_core::view::{Op, TraceFilter, TraceNews};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::journal::{Journal, Seen, Tap};
use crate::queue::Message;

/// How many pages may look at a time; of more, the one that has looked for longest is not answered.
const MOST_VIEWERS: usize = 8;
/// How long news gather before they are told.
const GATHER: Duration = Duration::from_millis(80);

/// Answers the pages that look at the protocol's log.
pub(crate) struct Inspector {
    version: String,
    journal: Journal,
    queue: mpsc::UnboundedSender<Message>,
    /// The questions that may wait for an answer, by the page.
    waiting: VecDeque<(u32, AbortHandle)>,
}

/// A question.
struct Question {
    connection: ConnectionId,
    viewer: u32,
    look: u32,
    filter: TraceFilter,
    after: u32,
}

impl Inspector {
    /// An inspector that nobody looks through yet.
    pub(crate) fn new(
        version: &str,
        journal: Journal,
        queue: mpsc::UnboundedSender<Message>,
    ) -> Self {
        Self {
            version: version.to_owned(),
            journal,
            queue,
            waiting: VecDeque::new(),
        }
    }

    /// Assent's version.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Does what a page wants. Copies and exports are not done here.
    pub(crate) fn take(&mut self, wanted: Inspect) {
        match wanted {
            Inspect::Look {
                connection,
                viewer,
                look,
                filter,
                after,
            } => self.look(Question {
                connection,
                viewer,
                look,
                filter,
                after,
            }),
            Inspect::Leave { viewer } => self.leave(viewer),
            Inspect::Read {
                connection,
                viewer,
                number,
                whole,
            } => {
                let tap = self.journal.of(connection);
                let message = tap.and_then(|tap| tap.read(number, whole));
                let news = TraceNews::Message {
                    connection,
                    message,
                };
                tell(&self.queue, viewer, news);
            }
            Inspect::Clear { connection } => {
                if let Some(tap) = self.journal.of(connection) {
                    tap.clear();
                }
            }
            Inspect::Copy { .. } | Inspect::Export { .. } => {}
        }
    }

    fn leave(&mut self, viewer: u32) {
        self.waiting.retain(|(of, question)| {
            if *of == viewer {
                question.abort();
            }
            *of != viewer
        });
    }

    fn look(&mut self, question: Question) {
        self.leave(question.viewer);
        if self.waiting.len() == MOST_VIEWERS
            && let Some((_, oldest)) = self.waiting.pop_front()
        {
            oldest.abort();
        }
        let viewer = question.viewer;
        let Some(tap) = self.journal.of(question.connection) else {
            tell(&self.queue, viewer, nothing(&question));
            return;
        };
        let task = tokio::spawn(answer(tap, question, self.queue.clone()));
        self.waiting.push_back((viewer, task.abort_handle()));
    }
}

/// Answers once there is something new.
async fn answer(tap: Tap, question: Question, queue: mpsc::UnboundedSender<Message>) {
    let Question {
        connection,
        viewer,
        look,
        filter,
        after,
    } = question;
    // The first answer comes at once, also when there is nothing.
    if after > 0 {
        tap.newer(after).await;
        if !tap.is_far_from(after) {
            sleep(GATHER).await;
        }
    }
    let seen = tokio::task::spawn_blocking(move || tap.look(&filter, after));
    let Ok(seen) = seen.await else {
        tracing::error!("the log could not be looked at");
        return;
    };
    let Seen {
        cursor,
        more,
        first,
        kept,
        left,
        rows,
    } = seen;
    let news = TraceNews::Rows {
        connection,
        look,
        cursor,
        more,
        first,
        kept,
        left,
        rows,
    };
    tell(&queue, viewer, news);
}

/// What is told of a connection whose log is not kept any more.
fn nothing(question: &Question) -> TraceNews {
    TraceNews::Rows {
        connection: question.connection,
        look: question.look,
        cursor: question.after,
        more: false,
        first: u32::MAX,
        kept: 0,
        left: 0,
        rows: Vec::new(),
    }
}

fn tell(queue: &mpsc::UnboundedSender<Message>, viewer: u32, news: TraceNews) {
    let op = Op::Trace { viewer, news };
    if queue.send(Message::Tell(op)).is_err() {
        tracing::debug!("the engine has ended");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Heard;

    const ONE: ConnectionId = ConnectionId(1);

    fn look(connection: ConnectionId, viewer: u32, look: u32, after: u32) -> Inspect {
        Inspect::Look {
            connection,
            viewer,
            look,
            filter: TraceFilter::default(),
            after,
        }
    }

    /// The next answer: to whom, to which question, with the cursor and how many lines.
    async fn told(messages: &mut mpsc::UnboundedReceiver<Message>) -> (u32, u32, u32, usize) {
        match messages.recv().await {
            Some(Message::Tell(Op::Trace {
                viewer,
                news: TraceNews::Rows {
                    look, cursor, rows, ..
                },
            })) => (viewer, look, cursor, rows.len()),
            _ => panic!("no lines were told"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_is_told_what_it_asks_for_and_nothing_else() {
        let (queue, mut messages) = mpsc::unbounded_channel();
        let journal = Journal::default();
        let tap = journal.begin(ONE, "Test");
        let mut inspector = Inspector::new("0", journal, queue);
        let quiet = |messages: &mut mpsc::UnboundedReceiver<Message>| messages.try_recv().is_err();
        for _ in 0..1_000 {
            tap.add(Heard::stderr("x"));
        }
        sleep(Duration::from_secs(9)).await;
        assert!(quiet(&mut messages), "nobody looks");

        inspector.take(look(ONE, 7, 1, 0));
        let (viewer, question, cursor, lines) = told(&mut messages).await;
        assert_eq!((viewer, question, lines), (7, 1, 500));
        inspector.take(look(ONE, 7, 2, cursor));
        let (_, _, cursor, lines) = told(&mut messages).await;
        assert_eq!(lines, 500);

        // There is nothing new: the answer waits, and gathers what comes at once.
        inspector.take(look(ONE, 7, 3, cursor));
        sleep(Duration::from_secs(9)).await;
        assert!(quiet(&mut messages));
        tap.add(Heard::stderr("y"));
        tap.add(Heard::stderr("z"));
        let (_, question, cursor, lines) = told(&mut messages).await;
        assert_eq!((question, lines), (3, 2));
        tap.add(Heard::stderr("not asked for"));
        sleep(Duration::from_secs(9)).await;
        assert!(quiet(&mut messages), "each question has one answer");

        // A later question takes the place of the one before; who leaves is told nothing.
        inspector.take(look(ONE, 7, 4, cursor + 1));
        inspector.take(look(ONE, 7, 5, cursor + 1));
        tap.add(Heard::stderr("a"));
        assert_eq!(told(&mut messages).await.1, 5);
        inspector.take(look(ONE, 7, 6, cursor + 2));
        inspector.take(Inspect::Leave { viewer: 7 });
        tap.add(Heard::stderr("b"));
        sleep(Duration::from_secs(9)).await;
        assert!(quiet(&mut messages));
    }

    #[tokio::test(start_paused = true)]
    async fn of_too_many_pages_the_one_that_has_waited_longest_is_not_answered() {
        let (queue, mut messages) = mpsc::unbounded_channel();
        let journal = Journal::default();
        let tap = journal.begin(ONE, "Test");
        let mut inspector = Inspector::new("0", journal, queue);
        let pages = u32::try_from(MOST_VIEWERS).unwrap() + 1;
        for viewer in 0..pages {
            inspector.take(look(ONE, viewer, 1, 1));
        }
        tap.add(Heard::stderr("x"));
        let mut answered = Vec::new();
        for _ in 1..pages {
            answered.push(told(&mut messages).await.0);
        }
        answered.sort_unstable();
        assert_eq!(answered, (1..pages).collect::<Vec<u32>>());
        // A log that is not kept any more is empty.
        inspector.take(look(ConnectionId(9), 3, 2, 0));
        assert_eq!(told(&mut messages).await.3, 0);
    }
}
