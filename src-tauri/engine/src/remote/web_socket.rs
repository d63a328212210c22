//! Over a WebSocket: each message is one text frame, in both directions.

use std::io;

use assent_core::view::Trouble;
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt as _, StreamExt as _};
use reqwest::header::{CONNECTION, UPGRADE};
use reqwest::{StatusCode, Upgraded};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

use super::fault::Fault;
use super::{Parts, Patience, Way, answered, silent};
use crate::transport::{LINE_LIMIT, Line, Pipe};

/// A WebSocket to an agent.
pub(super) type Socket = WebSocketStream<Upgraded>;

/// Opens the WebSocket.
pub(super) async fn connect(way: &Way) -> Result<Socket, Trouble> {
    let key = generate_key();
    let request = way
        .client
        .get(way.address.clone())
        .header(CONNECTION, "Upgrade")
        .header(UPGRADE, "websocket")
        .header("Sec-WebSocket-Version", "13")
        .header("Sec-WebSocket-Key", &key);
    let response = answered(request, way.patience.answer).await?;
    let header = |name: &str| {
        let value = response.headers().get(name);
        value.and_then(|it| it.to_str().ok()).unwrap_or_default()
    };
    // Nothing was offered, so nothing may be chosen: frames would mean something else then.
    let agreed = response.status() == StatusCode::SWITCHING_PROTOCOLS
        && header("upgrade").eq_ignore_ascii_case("websocket")
        && header("sec-websocket-accept") == derive_accept_key(key.as_bytes())
        && header("sec-websocket-extensions").is_empty()
        && header("sec-websocket-protocol").is_empty();
    if !agreed {
        return Err(Trouble::NotWebSocket);
    }
    let upgraded = timeout(way.patience.answer, response.upgrade()).await;
    let stream = match upgraded {
        Ok(Ok(stream)) => stream,
        Ok(Err(_)) => return Err(Trouble::NotWebSocket),
        Err(_) => return Err(silent(way.patience.answer)),
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(LINE_LIMIT))
        .max_frame_size(Some(LINE_LIMIT));
    Ok(WebSocketStream::from_raw_socket(stream, Role::Client, Some(config)).await)
}

/// Reads beside what is given back, which is written to.
pub(super) fn open(socket: Socket, patience: Patience, parts: Parts) -> Sender {
    let (sink, stream) = socket.split();
    let (pings, wanted) = mpsc::channel(1);
    let fault = parts.fault.clone();
    tokio::spawn(read(stream, parts, patience, pings));
    let (messages, queue) = mpsc::channel(1);
    tokio::spawn(write(sink, queue, wanted, fault.clone()));
    Sender { messages, fault }
}

async fn read(
    mut stream: SplitStream<Socket>,
    parts: Parts,
    patience: Patience,
    pings: mpsc::Sender<()>,
) {
    let Parts {
        reader,
        ready,
        fault,
        mut over,
    } = parts;
    if ready.await.is_err() {
        return;
    }
    let mut asked = false;
    let mut until = Instant::now() + patience.ping;
    loop {
        let next = tokio::select! {
            next = timeout_at(until, stream.next()) => next,
            () = fault.happened() => break,
            _ = over.wait_for(|over| *over) => break,
        };
        let message = match next {
            Err(_) if asked => {
                fault.is(silent(patience.ping * 2));
                break;
            }
            Err(_) => {
                // Also keeps what lies between from taking the connection for dead.
                asked = true;
                until = Instant::now() + patience.ping;
                pings.try_send(()).ok();
                continue;
            }
            Ok(None) => break fault.is(Trouble::Closed),
            Ok(Some(Err(error))) => break fault.is(trouble(&error)),
            Ok(Some(Ok(message))) => message,
        };
        let line = match message {
            Message::Text(text) => Bytes::from(text).to_vec(),
            Message::Binary(bytes) => bytes.to_vec(),
            Message::Close(_) => break fault.is(Trouble::Closed),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Vec::new(),
        };
        if !line.is_empty() {
            reader.take(Line::Whole(line)).await;
        }
        // Not before: it may have waited because nobody read here.
        asked = false;
        until = Instant::now() + patience.ping;
    }
}

async fn write(
    mut sink: SplitSink<Socket, Message>,
    mut queue: mpsc::Receiver<Outgoing>,
    mut pings: mpsc::Receiver<()>,
    fault: Fault,
) {
    loop {
        let (message, done) = tokio::select! {
            outgoing = queue.recv() => match outgoing {
                Some(Outgoing { message, done }) => (message, Some(done)),
                None => break,
            },
            Some(()) = pings.recv() => (Message::Ping(Bytes::new()), None),
        };
        let sent = tokio::select! {
            sent = sink.send(message) => sent,
            () = fault.happened() => break,
        };
        if let Err(error) = sent {
            fault.is(trouble(&error));
            break;
        }
        if let Some(done) = done {
            done.send(()).ok();
        }
    }
    sink.close().await.ok();
}

/// A message on its way.
struct Outgoing {
    message: Message,
    done: tokio::sync::oneshot::Sender<()>,
}

/// Where messages are written to.
pub(super) struct Sender {
    messages: mpsc::Sender<Outgoing>,
    fault: Fault,
}

impl Pipe for Sender {
    async fn put(&mut self, message: Vec<u8>) -> io::Result<()> {
        let text = String::from_utf8(message).map_err(io::Error::other)?;
        let (done, sent) = tokio::sync::oneshot::channel();
        let message = Message::Text(text.into());
        let outgoing = Outgoing { message, done };
        let queued = self.messages.send(outgoing).await;
        if queued.is_err() || sent.await.is_err() {
            self.fault.is(Trouble::Closed);
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(())
    }

    async fn close(&mut self) {
        // The writer says goodbye once nobody sends any more; that is not waited for.
        let (messages, _) = mpsc::channel(1);
        self.messages = messages;
    }
}

fn trouble(error: &Error) -> Trouble {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed => Trouble::Closed,
        Error::Capacity(_) => Trouble::TooLong {
            limit: LINE_LIMIT as u64,
        },
        Error::Io(error) => Trouble::Broken {
            message: error.to_string(),
        },
        // A network that breaks says no goodbye.
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Trouble::Broken {
            message: error.to_string(),
        },
        Error::Protocol(_) | Error::Utf8(_) => Trouble::NotWebSocket,
        error => Trouble::Broken {
            message: error.to_string(),
        },
    }
}
