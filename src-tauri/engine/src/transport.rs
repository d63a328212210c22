//! The transport: lines of JSON over a process's standard input and output.
//!
//! Why not the SDK's own: it has no limit on a line, reads ahead without bound, ends on one byte that is
//! not UTF-8, and answers every line that is not JSON-RPC. This one gives the SDK whole messages only,
//! waits while they lie unread, and keeps apart what is not protocol.

mod lines;
mod wire;

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agent_client_protocol::{RawJsonRpcMessage, TransportFrame};
use assent_core::event::EventKind;
use assent_core::id::ConnectionId;
use assent_core::view::TraceWay;
use futures::StreamExt as _;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::timeout;

pub(crate) use self::lines::{LeaderEnd, Line, Lines};
use crate::journal::{Heard, Tap};
use crate::queue::Outlet;

/// The longest line, in bytes.
pub(crate) const LINE_LIMIT: usize = 64 << 20;
/// How many messages may lie unread before reading stops.
const UNREAD: usize = 64;
/// How many bytes of messages may lie unread, unless it is one message.
const UNREAD_BYTES: usize = 8 << 20;
/// How many answers may lie unwritten before reading stops.
const UNWRITTEN: usize = 1_024;
/// How many bytes of a line that is not protocol are told.
const NOISE: usize = 2_000;

/// Holds reading back while the other side has enough to do.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    unread: Mutex<Sizes>,
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

    /// A message of so many bytes goes into the queue.
    fn put(&self, bytes: usize) {
        self.sizes().put(bytes);
    }

    fn unread_bytes(&self, messages: usize) -> usize {
        self.sizes().unread(messages)
    }

    fn sizes(&self) -> MutexGuard<'_, Sizes> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn room(&self, frames: &UnboundedSender<TransportFrame>) {
        while !frames.is_closed()
            && (frames.len() >= UNREAD
                || self.unread_bytes(frames.len()) >= UNREAD_BYTES
                || self.unwritten.load(Ordering::Acquire) >= UNWRITTEN)
        {
            // By the clock too: not every message gets as far as a handler that says so.
            timeout(Duration::from_millis(5), self.moved.notified())
                .await
                .ok();
        }
    }
}

/// How large the messages are that lie unread, oldest first.
#[derive(Debug, Default)]
struct Sizes {
    each: VecDeque<usize>,
    sum: usize,
}

impl Sizes {
    fn put(&mut self, bytes: usize) {
        self.each.push_back(bytes);
        self.sum += bytes;
    }

    /// How many bytes lie unread, when it is so many messages.
    fn unread(&mut self, messages: usize) -> usize {
        while self.each.len() > messages {
            self.sum -= self.each.pop_front().unwrap_or_default();
        }
        self.sum
    }
}

/// Everything a reader needs beside the stream.
pub(crate) struct Reader {
    /// Whose output it is.
    pub(crate) connection: ConnectionId,
    /// To the SDK.
    pub(crate) frames: UnboundedSender<TransportFrame>,
    /// To the writer: answers to what never gets to the SDK.
    pub(crate) refusals: mpsc::UnboundedSender<Refusal>,
    /// Back-pressure.
    pub(crate) flow: Arc<Flow>,
    /// For what is told of the stream.
    pub(crate) outlet: Outlet,
    /// For lines that are not protocol.
    pub(crate) noise: mpsc::Sender<String>,
    /// Both directions are written down.
    pub(crate) tap: Tap,
}

/// An answer to what never gets to the SDK: the id it answers as JSON, and its line.
pub(crate) type Refusal = (String, String);

impl Reader {
    /// Reads until the stream ends, or until shortly after the process has ended.
    pub(crate) async fn run(self, output: impl AsyncRead + Unpin, end: watch::Receiver<LeaderEnd>) {
        let mut lines = Lines::new(output, LINE_LIMIT, end);
        while let Some(line) = lines.next().await {
            self.take(line).await;
        }
    }

    /// Takes a line, or a message that came in another way; waits while too much lies unread.
    pub(crate) async fn take(&self, line: Line) {
        match line {
            Line::Whole(line) => {
                let reading = wire::read(&line);
                let noise = reading.noise.then(|| beginning(&line, NOISE));
                let bytes = u64::try_from(line.len()).unwrap_or(u64::MAX);
                self.write_down(&reading, line, bytes);
                self.pass_on(reading, noise, bytes).await;
            }
            Line::TooLong { start, bytes } => {
                let reading = wire::read_beginning(&start);
                self.write_down(&reading, start, bytes);
                self.pass_on(reading, None, 0).await;
                self.tell(EventKind::LineTooLong {
                    connection: self.connection,
                    bytes,
                })
                .await;
            }
        }
    }

    fn write_down(&self, reading: &wire::Reading, line: Vec<u8>, bytes: u64) {
        for heard in reading.heard(line, bytes) {
            self.tap.add(heard);
        }
    }

    async fn pass_on(&self, reading: wire::Reading, noise: Option<String>, bytes: u64) {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        for message in reading.messages {
            self.flow.room(&self.frames).await;
            self.flow.put(bytes);
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
        if let Some(line) = noise.filter(|_| !self.frames.is_closed()) {
            self.noise.send(line).await.ok();
        }
    }

    async fn tell(&self, kind: EventKind) {
        if !self.frames.is_closed() {
            self.outlet.send(kind).await;
        }
    }
}

/// Where messages are written to.
pub(crate) trait Pipe: Send {
    /// Writes a message; gives back when it is on its way.
    fn put(&mut self, message: Vec<u8>) -> impl Future<Output = io::Result<()>> + Send;

    /// Nothing more will come.
    fn close(&mut self) -> impl Future<Output = ()> + Send;
}

/// Messages as lines of a stream.
pub(crate) struct LinesOut<W>(pub(crate) W);

impl<W: AsyncWrite + Unpin + Send> Pipe for LinesOut<W> {
    async fn put(&mut self, mut message: Vec<u8>) -> io::Result<()> {
        message.push(b'\n');
        self.0.write_all(&message).await?;
        self.0.flush().await
    }

    async fn close(&mut self) {
        self.0.shutdown().await.ok();
    }
}

/// Writes what the SDK sends, and the refusals, until the SDK is done; then closes the stream. Once the
/// agent no longer takes anything the rest is dropped, and `broken` says so.
pub(crate) async fn write(
    mut frames: UnboundedReceiver<TransportFrame>,
    mut refusals: mpsc::UnboundedReceiver<Refusal>,
    mut input: impl Pipe,
    flow: Arc<Flow>,
    tap: Tap,
    broken: watch::Sender<bool>,
) {
    loop {
        let outgoing = tokio::select! {
            frame = frames.next() => match frame {
                Some(frame) => Outgoing::of(&frame),
                None => break,
            },
            Some(refusal) = refusals.recv() => Outgoing::refusal(refusal),
        };
        put(&mut input, outgoing, &flow, &tap, &broken).await;
    }
    while let Ok(refusal) = refusals.try_recv() {
        let outgoing = Outgoing::refusal(refusal);
        put(&mut input, outgoing, &flow, &tap, &broken).await;
    }
    input.close().await;
}

/// A line to write.
struct Outgoing {
    line: Vec<u8>,
    is_answer: bool,
    /// How it is written down; none: there is nothing to write.
    heard: Option<Heard>,
}

impl Outgoing {
    fn of(frame: &TransportFrame) -> Self {
        let line = frame.to_json().unwrap_or_else(|error| {
            tracing::error!(code = error.code.value(), "a message cannot be written");
            String::new()
        });
        let line = line.into_bytes();
        let message = match frame {
            TransportFrame::Single(message) => Some(message),
            _ => None,
        };
        Self {
            is_answer: matches!(message, Some(RawJsonRpcMessage::Response(_))),
            heard: message.map(|it| Heard::message(TraceWay::ToAgent, it, line.clone())),
            line,
        }
    }

    fn refusal((id, line): Refusal) -> Self {
        let line = line.into_bytes();
        Self {
            heard: Some(Heard::refusal(id, line.clone())),
            is_answer: true,
            line,
        }
    }
}

async fn put(
    input: &mut impl Pipe,
    outgoing: Outgoing,
    flow: &Flow,
    tap: &Tap,
    broken: &watch::Sender<bool>,
) {
    if !outgoing.line.is_empty() && !*broken.borrow() {
        if let Some(heard) = outgoing.heard {
            tap.add(heard);
        }
        if let Err(error) = input.put(outgoing.line).await {
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
