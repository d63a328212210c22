//! The transport: lines of JSON over a process's standard input and output.
//!
//! Why not the SDK's own: it has no limit on a line, reads ahead without bound, ends on one byte that is
//! not UTF-8, and answers every line that is not JSON-RPC. This one gives the SDK whole messages only,
//! waits while they lie unread, and keeps apart what is not protocol.

mod lines;
mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use agent_client_protocol::{RawJsonRpcMessage, TransportFrame};
use assent_core::event::EventKind;
use assent_core::id::ConnectionId;
use futures::StreamExt as _;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::timeout;

pub(crate) use self::lines::{LeaderEnd, Line, Lines};
use crate::journal::{self, Direction, Journal};
use crate::queue::Outlet;

/// The longest line, in bytes.
const LINE_LIMIT: usize = 64 << 20;
/// How many messages may lie unread before reading stops.
const UNREAD: usize = 64;
/// How many answers may lie unwritten before reading stops.
const UNWRITTEN: usize = 1_024;
/// How many bytes of a line that is not protocol are told.
const NOISE: usize = 2_000;

/// Holds reading back while the other side has enough to do.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    unwritten: AtomicUsize,
    moved: Notify,
}

impl Flow {
    /// A message was taken out of the queue.
    pub(crate) fn taken(&self) {
        self.moved.notify_one();
    }

    /// An answer is on its way to the writer.
    pub(crate) fn answered(&self) {
        self.unwritten.fetch_add(1, Ordering::AcqRel);
    }

    fn written(&self) {
        // The SDK writes answers of its own, which were never counted.
        self.unwritten
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |count| {
                count.checked_sub(1)
            })
            .ok();
        self.moved.notify_one();
    }

    async fn room(&self, frames: &UnboundedSender<TransportFrame>) {
        while !frames.is_closed()
            && (frames.len() >= UNREAD || self.unwritten.load(Ordering::Acquire) >= UNWRITTEN)
        {
            // By the clock too: not every message gets as far as a handler that says so.
            timeout(Duration::from_millis(5), self.moved.notified())
                .await
                .ok();
        }
    }
}

/// Everything a reader needs beside the stream.
pub(crate) struct Reader {
    /// Whose output it is.
    pub(crate) connection: ConnectionId,
    /// To the SDK.
    pub(crate) frames: UnboundedSender<TransportFrame>,
    /// To the writer: answers to what never gets to the SDK.
    pub(crate) refusals: mpsc::UnboundedSender<String>,
    /// Back-pressure.
    pub(crate) flow: Arc<Flow>,
    /// For what is not protocol.
    pub(crate) outlet: Outlet,
    /// Both directions are written down.
    pub(crate) journal: Journal,
}

impl Reader {
    /// Reads until the stream ends, or until shortly after the process has ended.
    pub(crate) async fn run(self, output: impl AsyncRead + Unpin, end: watch::Receiver<LeaderEnd>) {
        let mut lines = Lines::new(output, LINE_LIMIT, end);
        while let Some(line) = lines.next().await {
            match line {
                Line::Whole(line) => {
                    self.journal.add(self.connection, Direction::In, &line);
                    let reading = wire::read(&line);
                    self.pass_on(reading, &line).await;
                }
                Line::TooLong { start, bytes } => {
                    self.journal.add(self.connection, Direction::In, &start);
                    let reading = wire::read_beginning(&start);
                    self.pass_on(reading, &[]).await;
                    self.tell(EventKind::LineTooLong {
                        connection: self.connection,
                        bytes,
                    })
                    .await;
                }
            }
        }
    }

    async fn pass_on(&self, reading: wire::Reading, line: &[u8]) {
        for message in reading.messages {
            self.flow.room(&self.frames).await;
            // Nobody reads any more: the connection ends. Reading goes on so that the agent is not
            // stuck on a full pipe when it is to end.
            self.frames
                .unbounded_send(TransportFrame::Single(message))
                .ok();
        }
        for answer in reading.answers {
            self.flow.room(&self.frames).await;
            self.flow.answered();
            self.refusals.send(answer).ok();
        }
        if reading.noise && !line.is_empty() {
            self.tell(EventKind::Noise {
                connection: self.connection,
                line: beginning(line, NOISE),
            })
            .await;
        }
    }

    async fn tell(&self, kind: EventKind) {
        if !self.frames.is_closed() {
            self.outlet.send(kind).await;
        }
    }
}

/// Writes what the SDK sends, and the refusals, until the SDK is done; then closes the stream. Once the
/// agent no longer takes anything the rest is dropped, and `broken` says so.
pub(crate) async fn write(
    connection: ConnectionId,
    mut frames: UnboundedReceiver<TransportFrame>,
    mut refusals: mpsc::UnboundedReceiver<String>,
    mut input: impl AsyncWrite + Unpin,
    flow: Arc<Flow>,
    journal: Journal,
    broken: watch::Sender<bool>,
) {
    loop {
        let outgoing = tokio::select! {
            frame = frames.next() => match frame {
                Some(frame) => Outgoing::of(&frame),
                None => break,
            },
            Some(text) = refusals.recv() => Outgoing::refusal(text),
        };
        put(connection, &mut input, outgoing, &flow, &journal, &broken).await;
    }
    while let Ok(text) = refusals.try_recv() {
        let outgoing = Outgoing::refusal(text);
        put(connection, &mut input, outgoing, &flow, &journal, &broken).await;
    }
    input.shutdown().await.ok();
}

/// A line to write.
struct Outgoing {
    line: Vec<u8>,
    is_answer: bool,
    /// What the journal keeps of it.
    kept: Option<String>,
}

impl Outgoing {
    fn of(frame: &TransportFrame) -> Self {
        let kept = match frame {
            TransportFrame::Single(RawJsonRpcMessage::Response(answer)) => Some(format!(
                r#"{{"id":{},"answer":"…"}}"#,
                serde_json::to_string(answer.id()).unwrap_or_default()
            )),
            _ => None,
        };
        let is_answer = kept.is_some();
        let line = frame.to_json().unwrap_or_else(|error| {
            tracing::error!(code = error.code.value(), "a message cannot be written");
            String::new()
        });
        Self {
            kept: kept.or_else(|| journal::without_values(&line)),
            line: line.into_bytes(),
            is_answer,
        }
    }

    fn refusal(text: String) -> Self {
        Self {
            line: text.into_bytes(),
            is_answer: true,
            kept: None,
        }
    }
}

async fn put(
    connection: ConnectionId,
    input: &mut (impl AsyncWrite + Unpin),
    mut outgoing: Outgoing,
    flow: &Flow,
    journal: &Journal,
    broken: &watch::Sender<bool>,
) {
    if !outgoing.line.is_empty() && !*broken.borrow() {
        let kept = outgoing.kept.as_ref().map(String::as_bytes);
        journal.add(
            connection,
            Direction::Out,
            kept.unwrap_or(outgoing.line.as_slice()),
        );
        outgoing.line.push(b'\n');
        let written = match input.write_all(&outgoing.line).await {
            Ok(()) => input.flush().await,
            error => error,
        };
        if let Err(error) = written {
            tracing::debug!(%error, "the agent takes no more input");
            broken.send_replace(true);
        }
    }
    if outgoing.is_answer {
        flow.written();
    }
}

/// The beginning of a line as text; `…` at its end when something is missing.
pub(crate) fn beginning(line: &[u8], limit: usize) -> String {
    let mut text = String::from_utf8_lossy(&line[..line.len().min(limit)]).into_owned();
    if line.len() > limit {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests;
