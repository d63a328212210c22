//! An agent's error output, and what is no protocol on its output, held to a rate.
//!
//! Why not back-pressure: an agent that is chatty there is not ill-behaved, and must not be slowed down
//! by it. What comes too fast is counted, the last lines of it are kept, since the last ones before an
//! end are those that say why.

use std::collections::VecDeque;
use std::time::Duration;

use assent_core::event::EventKind;
use assent_core::id::ConnectionId;
use tokio::io::AsyncRead;
use tokio::sync::mpsc::Receiver;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::journal::{Heard, Tap};
use crate::queue::Outlet;
use crate::transport::{LeaderEnd, Line, Lines, beginning};

/// The longest line, in bytes; the rest of it is left out, and `…` says so.
const LINE_LIMIT: usize = 4_000;
/// A line of at most this many bytes is read at all.
const READ_LIMIT: usize = 64 << 10;
/// A window of time.
const WINDOW: Duration = Duration::from_millis(250);
/// How many lines of a window are told at once, and how many of the rest are kept.
const LINES: usize = 50;

/// Tells the lines of an error output until it ends.
pub(crate) async fn tell(
    connection: ConnectionId,
    errors: impl AsyncRead + Unpin,
    end: watch::Receiver<LeaderEnd>,
    outlet: Outlet,
    tap: Tap,
) {
    let (sender, lines) = tokio::sync::mpsc::channel(LINES);
    let reading = async move {
        let mut source = Lines::new(errors, READ_LIMIT, end);
        while let Some(line) = source.next().await {
            let text = match line {
                Line::Whole(line) => beginning(&line, LINE_LIMIT),
                Line::TooLong { start, .. } => beginning(&start, LINE_LIMIT) + "…",
            };
            if sender.send(text).await.is_err() {
                break;
            }
        }
    };
    let telling = hold_to_rate(lines, outlet, move |line| {
        tap.add(Heard::stderr(&line));
        EventKind::Stderr { connection, line }
    });
    tokio::join!(reading, telling);
}

/// Tells lines as they come, until there are no more; of those that come too fast the last ones.
pub(crate) async fn hold_to_rate(
    mut lines: Receiver<String>,
    outlet: Outlet,
    event: impl Fn(String) -> EventKind,
) {
    let mut window = Window::new(outlet, event);
    loop {
        let line = tokio::select! {
            line = lines.recv() => line,
            () = sleep_until(window.until), if window.is_full() => {
                window.close().await;
                continue;
            }
        };
        match line {
            Some(line) => window.add(line).await,
            None => break,
        }
    }
    window.close().await;
}

/// What was told and what was held back in a window of time.
struct Window<E> {
    outlet: Outlet,
    event: E,
    until: Instant,
    told: usize,
    held: VecDeque<String>,
    left_out: u64,
}

impl<E: Fn(String) -> EventKind> Window<E> {
    fn new(outlet: Outlet, event: E) -> Self {
        Self {
            outlet,
            event,
            until: Instant::now() + WINDOW,
            told: 0,
            held: VecDeque::new(),
            left_out: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.told >= LINES
    }

    async fn add(&mut self, line: String) {
        if Instant::now() >= self.until {
            self.close().await;
        }
        if self.is_full() {
            if self.held.len() == LINES {
                self.held.pop_front();
                self.left_out += 1;
            }
            self.held.push_back(line);
        } else {
            self.told += 1;
            self.tell(line).await;
        }
    }

    /// Tells what was held back and begins anew.
    async fn close(&mut self) {
        self.until = Instant::now() + WINDOW;
        self.told = 0;
        let left_out = std::mem::take(&mut self.left_out);
        let held = std::mem::take(&mut self.held);
        if left_out > 0 {
            self.tell(format!("… (+{left_out})")).await;
        }
        for line in held {
            self.tell(line).await;
        }
    }

    async fn tell(&self, line: String) {
        self.outlet.send((self.event)(line)).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::journal::Journal;
    use crate::queue::Message;

    async fn told(text: String) -> Vec<String> {
        let (sender, mut events) = unbounded_channel();
        let outlet = Outlet::new(sender);
        let (_end, ended) = watch::channel(None);
        let telling = tokio::spawn(async move {
            let tap = Journal::default().begin(ConnectionId(1), "Test");
            tell(ConnectionId(1), text.as_bytes(), ended, outlet, tap).await;
        });
        let mut lines = Vec::new();
        while let Some(Message::Event { kind, .. }) = events.recv().await {
            if let EventKind::Stderr { line, .. } = *kind {
                lines.push(line);
            }
        }
        telling.await.unwrap();
        lines
    }

    #[tokio::test]
    async fn lines_are_told_as_they_are() {
        assert_eq!(
            told("one\n\ntwo\r\nthree".to_owned()).await,
            ["one", "two", "three"]
        );
    }

    #[tokio::test]
    async fn a_long_line_says_that_it_was_cut() {
        let long = "x".repeat(LINE_LIMIT + 1);
        let lines = told(format!("{long}\n{}\nend", "y".repeat(READ_LIMIT * 2))).await;
        assert_eq!(lines[0].chars().count(), LINE_LIMIT + 1);
        assert!(lines[0].ends_with('…') && lines[1].ends_with('…'));
        assert_eq!(lines[2], "end");
    }

    #[tokio::test]
    async fn the_last_lines_of_a_flood_get_through_and_the_rest_is_counted() {
        let flood: Vec<String> = (0..10_000).map(|number| format!("line {number}")).collect();
        let lines = told(flood.join("\n")).await;
        assert_eq!(lines.first(), flood.first());
        assert_eq!(lines.last(), flood.last());
        let counted: usize = lines
            .iter()
            .filter_map(|line| {
                line.strip_prefix("… (+")?
                    .strip_suffix(')')?
                    .parse::<usize>()
                    .ok()
            })
            .sum();
        let marks = lines.iter().filter(|line| line.starts_with('…')).count();
        assert_eq!(counted + lines.len() - marks, flood.len());
    }
}
