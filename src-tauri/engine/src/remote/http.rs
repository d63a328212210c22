//! Over HTTP: what goes to the agent is posted, what comes from it is read from server-sent events, one
//! stream for the connection and one for each session.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use assent_core::view::Trouble;
use futures::StreamExt as _;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::{Mutex as TurnMutex, mpsc, oneshot, watch};
use tokio::time::timeout;

use super::fault::Fault;
use super::sse::Events;
use super::{Parts, Way, answered, of_type, silent, trouble};
use crate::transport::{LINE_LIMIT, Line, Pipe, Reader};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const CONNECTION: &str = "Acp-Connection-Id";
const SESSION: &str = "Acp-Session-Id";
/// How long the farewell may take.
const FAREWELL: Duration = Duration::from_secs(2);
/// Sessions whose streams may be open at once.
const MOST_STREAMS: usize = 256;

/// Gives what is written to; what comes is read beside it.
pub(super) fn open(way: Way, parts: Parts) -> Sender {
    let Parts {
        reader,
        ready,
        fault,
        over,
    } = parts;
    let talk = Arc::new(Talk {
        way,
        reader: Mutex::new(Some(Arc::new(reader))),
        fault,
        over,
        id: Mutex::new(None),
        open: TurnMutex::new(HashSet::new()),
        opening: Mutex::new(HashSet::new()),
        closing: Mutex::new(HashSet::new()),
    });
    let (ordered, queue) = mpsc::unbounded_channel();
    tokio::spawn(post_in_order(Arc::clone(&talk), queue));
    tokio::spawn(watch_over(Arc::clone(&talk)));
    Sender {
        talk,
        ordered: Some(ordered),
        ready: Some(ready),
    }
}

/// What all requests of a connection share.
struct Talk {
    way: Way,
    /// None once the connection is over, so that the SDK's connection ends.
    reader: Mutex<Option<Arc<Reader>>>,
    fault: Fault,
    over: watch::Receiver<bool>,
    /// What the agent's side calls the connection.
    id: Mutex<Option<HeaderValue>>,
    /// The sessions whose streams are open. Held while one is being opened.
    open: TurnMutex<HashSet<String>>,
    /// Our calls that open a session, by their id on the wire.
    opening: Mutex<HashSet<String>>,
    /// The sessions that are being closed: their streams may end.
    closing: Mutex<HashSet<String>>,
}

/// What is read of a message of ours.
#[derive(Deserialize)]
struct Outline<'message> {
    #[serde(borrow)]
    id: Option<&'message RawValue>,
    method: Option<String>,
    #[serde(default)]
    params: Option<Params>,
}

#[derive(Deserialize)]
struct Params {
    #[serde(rename = "sessionId")]
    session: Option<String>,
}

/// What is read of an answer that may open a session.
#[derive(Deserialize)]
struct Opened<'message> {
    #[serde(borrow)]
    id: Option<&'message RawValue>,
    result: Option<Params>,
}

/// A message that is posted.
struct Post {
    message: Vec<u8>,
    session: Option<String>,
    closes: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Talk {
    fn reader(&self) -> Option<Arc<Reader>> {
        lock(&self.reader).clone()
    }

    async fn is_over(&self) {
        let mut over = self.over.clone();
        tokio::select! {
            () = self.fault.happened() => {}
            _ = over.wait_for(|over| *over) => {}
        }
    }

    fn with_id(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match lock(&self.id).clone() {
            Some(id) => request.header(CONNECTION, id),
            None => request,
        }
    }

    /// Posts `initialize`, whose answer is the answer's body.
    async fn initialize(self: &Arc<Self>, message: Vec<u8>) -> Result<(), Trouble> {
        let patience = self.way.patience.initialize;
        let request = self.way.client.post(self.way.address.clone());
        let request = request
            .header(CONTENT_TYPE, JSON)
            .header(ACCEPT, JSON)
            .body(message);
        let response = answered(request, patience).await?;
        of_type(&response, &[JSON])?;
        let id = response.headers().get(CONNECTION).cloned();
        lock(&self.id).clone_from(&id);
        let body = timeout(patience, whole(response)).await;
        let body = body.map_err(|_| silent(patience))??;
        if id.is_some() {
            self.stream(None).await?;
        }
        if let Some(reader) = self.reader() {
            reader.take(Line::Whole(body)).await;
        }
        Ok(())
    }

    /// Opens a stream and reads it beside. Gives back once it is open.
    async fn stream(self: &Arc<Self>, session: Option<&str>) -> Result<(), Trouble> {
        let request = self.way.client.get(self.way.address.clone());
        let mut request = self.with_id(request.header(ACCEPT, EVENTS));
        if let Some(session) = session {
            request = request.header(SESSION, session);
        }
        let response = answered(request, self.way.patience.answer).await?;
        of_type(&response, &[EVENTS])?;
        let talk = Arc::clone(self);
        let session = session.map(str::to_owned);
        tokio::spawn(async move {
            tokio::select! {
                ended = talk.read(response) => talk.stream_ended(session, ended).await,
                () = talk.is_over() => {}
            }
        });
        Ok(())
    }

    /// Opens a session's stream unless it is open.
    async fn stream_of(self: &Arc<Self>, session: &str) -> Result<(), Trouble> {
        let mut open = self.open.lock().await;
        if open.contains(session) || open.len() >= MOST_STREAMS {
            return Ok(());
        }
        self.stream(Some(session)).await?;
        open.insert(session.to_owned());
        Ok(())
    }

    async fn read(self: &Arc<Self>, response: reqwest::Response) -> Trouble {
        let patience = self.way.patience.answer;
        let mut chunks = response.bytes_stream();
        let mut events = Events::new(LINE_LIMIT);
        while let Some(chunk) = chunks.next().await {
            let chunk = match chunk {
                Ok(chunk) => chunk,
                Err(error) => return trouble(&error, patience),
            };
            let mut fresh: &[u8] = &chunk;
            while let Some(line) = events.next(&mut fresh) {
                self.look_for_session(&line);
                let Some(reader) = self.reader() else {
                    return Trouble::Closed;
                };
                reader.take(line).await;
            }
        }
        Trouble::Closed
    }

    async fn stream_ended(&self, session: Option<String>, ended: Trouble) {
        if let Some(session) = session {
            self.open.lock().await.remove(&session);
            if lock(&self.closing).remove(&session) {
                return;
            }
        }
        self.fault.is(ended);
    }

    /// The answer that opens a session also says of which stream its messages will come.
    fn look_for_session(self: &Arc<Self>, line: &Line) {
        let Line::Whole(line) = line else {
            return;
        };
        if lock(&self.opening).is_empty() {
            return;
        }
        let Ok(Opened {
            id: Some(id),
            result,
        }) = serde_json::from_slice(line)
        else {
            return;
        };
        if !lock(&self.opening).remove(id.get()) {
            return;
        }
        if let Some(session) = result.and_then(|it| it.session) {
            let talk = Arc::clone(self);
            // Not here: what comes on this stream meanwhile may be needed for the other to open.
            tokio::spawn(async move {
                if let Err(trouble) = talk.stream_of(&session).await {
                    talk.fault.is(trouble);
                }
            });
        }
    }

    async fn post(self: &Arc<Self>, post: Post) -> Result<(), Trouble> {
        let request = self.way.client.post(self.way.address.clone());
        let mut request = self
            .with_id(request)
            .header(CONTENT_TYPE, JSON)
            .header(ACCEPT, JSON)
            .body(post.message);
        if let Some(session) = post.session {
            self.stream_of(&session).await?;
            request = request.header(SESSION, &session);
            if post.closes {
                lock(&self.closing).insert(session);
            }
        }
        answered(request, self.way.patience.initialize)
            .await
            .map(|_| ())
    }

    async fn farewell(&self) {
        let Some(id) = lock(&self.id).take() else {
            return;
        };
        let request = self.way.client.delete(self.way.address.clone());
        timeout(FAREWELL, request.header(CONNECTION, id).send())
            .await
            .ok();
    }
}

/// The whole body of an answer, unless it is too long.
async fn whole(response: reqwest::Response) -> Result<Vec<u8>, Trouble> {
    let mut chunks = response.bytes_stream();
    let mut body = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| trouble(&error, Duration::ZERO))?;
        if body.len() + chunk.len() > LINE_LIMIT {
            let limit = LINE_LIMIT as u64;
            return Err(Trouble::TooLong { limit });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Lets go of the way to the SDK once the connection is over, and says farewell.
async fn watch_over(talk: Arc<Talk>) {
    talk.is_over().await;
    lock(&talk.reader).take();
    talk.farewell().await;
}

/// Requests and notifications are posted one after the other: the order is part of what they mean.
async fn post_in_order(talk: Arc<Talk>, mut queue: mpsc::UnboundedReceiver<Post>) {
    while let Some(post) = queue.recv().await {
        let posted = tokio::select! {
            posted = talk.post(post) => posted,
            () = talk.is_over() => break,
        };
        if let Err(trouble) = posted {
            talk.fault.is(trouble);
            break;
        }
    }
}

/// Where messages are written to.
pub(super) struct Sender {
    talk: Arc<Talk>,
    ordered: Option<mpsc::UnboundedSender<Post>>,
    ready: Option<oneshot::Receiver<()>>,
}

impl Sender {
    async fn send(&mut self, message: Vec<u8>) -> Result<(), Trouble> {
        if let Some(ready) = self.ready.take() {
            // The first message; nothing may come before the connection is up.
            ready.await.ok();
        }
        let outline: Outline<'_> = serde_json::from_slice(&message).map_err(|error| {
            let message = error.to_string();
            Trouble::Broken { message }
        })?;
        let method = outline.method.as_deref().unwrap_or_default().to_owned();
        if method == "initialize" {
            let talk = Arc::clone(&self.talk);
            return tokio::select! {
                done = talk.initialize(message) => done,
                () = self.talk.is_over() => Ok(()),
            };
        }
        let is_answer = outline.method.is_none();
        if matches!(method.as_str(), "session/new" | "session/fork")
            && let Some(id) = outline.id
        {
            lock(&self.talk.opening).insert(id.get().to_owned());
        }
        let session = outline.params.and_then(|it| it.session);
        let post = Post {
            session: session.filter(|_| !method.starts_with("$/")),
            closes: matches!(method.as_str(), "session/close" | "session/delete"),
            message,
        };
        if is_answer {
            // Never behind a request: that may wait for this very answer.
            return tokio::select! {
                done = self.talk.post(post) => done,
                () = self.talk.is_over() => Ok(()),
            };
        }
        if let Some(ordered) = &self.ordered {
            ordered.send(post).ok();
        }
        Ok(())
    }
}

impl Pipe for Sender {
    async fn put(&mut self, message: Vec<u8>) -> io::Result<()> {
        if let Err(trouble) = self.send(message).await {
            self.talk.fault.is(trouble);
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(())
    }

    async fn close(&mut self) {
        self.ordered = None;
    }
}
