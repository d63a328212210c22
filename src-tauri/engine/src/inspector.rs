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
