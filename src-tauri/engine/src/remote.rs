//! Connections to agents over the network: WebSocket, and HTTP with server-sent events.
//!
//! Why not the client of the SDK's crate for this: it reads ahead without bound, has no limit on an event or
//! an answer, and its errors are text, so a missing token could not be told from a broken line. This one
//! speaks the same protocol, is tested against that crate's server, and has the bounds of our own transport:
//! a limit on messages, reading that waits while too much lies unread, the journal, and what is not protocol
//! kept apart.
//!
//! Why redirects are not followed: the token would go along to whatever host the answer names.

mod fault;
mod http;
mod sse;
mod web_socket;

use std::sync::Arc;
use std::time::Duration;

use agent_client_protocol::Channel;
use assent_core::event::{AgentConfig, EventKind};
use assent_core::id::ConnectionId;
use assent_core::remote::is_loopback;
use assent_core::settings::SecretText;
use assent_core::view::{StartFailure, Trouble};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};
use url::Url;

use self::fault::Fault;
use crate::connection::{Beginning, FLUSH, noises, speak, stopped};
use crate::journal::Tap;
use crate::link::Intake;
use crate::queue::Message;
use crate::transport::{self, Flow, Reader};

/// How long is waited at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    /// For a connection, its encryption, and the first answer to a request.
    pub(crate) answer: Duration,
    /// For the answer to `initialize`: the agent may have to be started first.
    pub(crate) initialize: Duration,
    /// Between two signs of life that are asked for.
    pub(crate) ping: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(20),
            initialize: Duration::from_secs(120),
            ping: Duration::from_secs(30),
        }
    }
}

/// How long the rest of a connection may take once something has gone wrong with it.
const AFTERMATH: Duration = Duration::from_secs(2);

/// An agent's place in the network, and how it is spoken to.
#[derive(Clone)]
struct Way {
    address: Url,
    web_socket: bool,
    client: reqwest::Client,
    patience: Patience,
}

/// Lives a connection over the network; gives its last event.
pub(crate) async fn start_and_run(
    beginning: Beginning,
    tap: Tap,
    secrets: &[(String, SecretText)],
) -> EventKind {
    let connection = beginning.connection;
    let way = match Way::to(&beginning.agent, secrets, beginning.patience) {
        Ok(way) => way,
        Err(reason) => return EventKind::StartFailed { connection, reason },
    };
    if !way.web_socket {
        return run(beginning, tap, |parts| http::open(way, parts)).await;
    }
    let mut stop = beginning.stop.clone();
    let connected = tokio::select! {
        connected = web_socket::connect(&way) => connected,
        () = stopped(&mut stop) => return ended(connection),
    };
    match connected {
        Ok(socket) => {
            run(beginning, tap, |parts| {
                web_socket::open(socket, way.patience, parts)
            })
            .await
        }
        Err(trouble) => {
            let reason = StartFailure::Remote { trouble };
            EventKind::StartFailed { connection, reason }
        }
    }
}

fn ended(connection: ConnectionId) -> EventKind {
    EventKind::Ended {
        connection,
        code: None,
        signal: None,
    }
}

/// What both ways need of a connection.
struct Parts {
    /// Takes what the agent sends. The SDK's connection ends once it is gone.
    reader: Reader,
    /// Turns true once the connection is up: not before that may anything be read.
    ready: oneshot::Receiver<()>,
    /// What has gone wrong.
    fault: Fault,
    /// Turns true when the connection is over.
    over: watch::Receiver<bool>,
}

/// Runs until the connection has ended; `open` gives what is written to, and reads beside it.
async fn run<P: transport::Pipe + 'static>(
    beginning: Beginning,
    tap: Tap,
    open: impl FnOnce(Parts) -> P,
) -> EventKind {
    let Beginning {
        connection,
        stop,
        outlet,
        ..
    } = beginning;
    let flow = Arc::new(Flow::default());
    let (sdk, ours) = Channel::duplex();
    let (outgoing, incoming) = ours.into_parts();
    let (refusals, refused) = mpsc::unbounded_channel();
    let (end, over) = watch::channel(false);
    let (ready, is_ready) = oneshot::channel();
    let fault = Fault::default();
    // It ends with the reader.
    let (noise, _) = noises(connection, outlet.another());
    let pipe = open(Parts {
        reader: Reader {
            connection,
            frames: incoming,
            refusals,
            flow: Arc::clone(&flow),
            outlet: outlet.another(),
            noise,
            tap: tap.clone(),
        },
        ready: is_ready,
        fault: fault.clone(),
        over,
    });
    let (broken, _) = watch::channel(false);
    let mut writer = tokio::spawn(transport::write(
        outgoing,
        refused,
        pipe,
        Arc::clone(&flow),
        tap,
        broken,
    ));
    let intake = Intake::new(connection, outlet.clone(), flow);
    let told = outlet.clone();
    let up = move |link| {
        told.put(Message::Up { connection, link });
        ready.send(()).ok();
    };
    let given_up = {
        let fault = fault.clone();
        async move {
            fault.happened().await;
            sleep(AFTERMATH).await;
        }
    };
    let asked = stop.clone();
    speak(sdk, intake, up, stop, given_up).await;
    if timeout(FLUSH, &mut writer).await.is_err() {
        writer.abort();
        writer.await.ok();
    }
    end.send_replace(true);
    if !*asked.borrow() {
        // The other side has ended it when nothing else is known.
        let trouble = fault.first().unwrap_or(Trouble::Closed);
        outlet.put(Message::event(EventKind::Troubled {
            connection,
            trouble,
        }));
    }
    ended(connection)
}

impl Way {
    fn to(
        agent: &AgentConfig,
        secrets: &[(String, SecretText)],
        patience: Patience,
    ) -> Result<Self, StartFailure> {
        let bad = || StartFailure::Remote {
            trouble: Trouble::BadAddress,
        };
        let mut address = Url::parse(agent.address().unwrap_or_default()).map_err(|_| bad())?;
        let (scheme, web_socket) = match address.scheme() {
            "wss" => ("https", true),
            "ws" => ("http", true),
            "https" => ("https", false),
            "http" => ("http", false),
            _ => return Err(bad()),
        };
        let here = is_loopback(&address);
        address.set_scheme(scheme).map_err(|()| bad())?;
        let client = client(headers(agent, secrets)?, here, patience).map_err(|error| {
            let message = error.to_string();
            StartFailure::System { message }
        })?;
        Ok(Self {
            address,
            web_socket,
            client,
            patience,
        })
    }
}

/// The person's own headers, the token among them.
fn headers(
    agent: &AgentConfig,
    secrets: &[(String, SecretText)],
) -> Result<HeaderMap, StartFailure> {
    let plain = agent.env.iter().map(|(name, value)| (name, value.as_str()));
    let secret = secrets.iter().map(|(name, text)| (name, text.expose()));
    let mut headers = HeaderMap::new();
    for (name, value) in plain.chain(secret) {
        let read = HeaderName::from_bytes(name.as_bytes())
            .ok()
            .zip(HeaderValue::from_str(value).ok());
        let Some((header, mut value)) = read else {
            return Err(StartFailure::Secret { name: name.clone() });
        };
        // Never in a log, and never in a table of compressed headers.
        value.set_sensitive(true);
        headers.append(header, value);
    }
    Ok(headers)
}

/// Makes a client that goes to one host and nowhere else.
pub(crate) fn client(
    headers: HeaderMap,
    here: bool,
    patience: Patience,
) -> Result<reqwest::Client, reqwest::Error> {
    // Said once for the whole process; a second time is no fault.
    rustls::crypto::ring::default_provider()
        .install_default()
        .ok();
    let mut builder = reqwest::Client::builder()
        .default_headers(headers)
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .http1_only()
        .connect_timeout(patience.answer)
        .tcp_keepalive(patience.ping);
    if here {
        // What is for this machine must not go to a proxy.
        builder = builder.no_proxy();
    }
    builder.build()
}

/// What went wrong with a request.
pub(crate) fn trouble(error: &reqwest::Error, patience: Duration) -> Trouble {
    if let Some(message) = encryption(error) {
        return Trouble::Encryption { message };
    }
    let mut deepest: &(dyn std::error::Error + 'static) = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    let message = deepest.to_string();
    if error.is_timeout() {
        silent(patience)
    } else if error.is_connect() {
        Trouble::Unreachable { message }
    } else {
        Trouble::Broken { message }
    }
}

/// What the encryption says about an error that it caused.
fn encryption(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    if let Some(refused) = error.downcast_ref::<rustls::Error>() {
        return Some(refused.to_string());
    }
    // The source of such an error is not what it holds, but the source of that.
    let held = error.downcast_ref::<std::io::Error>();
    if let Some(held) = held.and_then(std::io::Error::get_ref) {
        return encryption(held);
    }
    error.source().and_then(encryption)
}

/// Nothing came in time.
fn silent(patience: Duration) -> Trouble {
    let seconds = u32::try_from(patience.as_secs()).unwrap_or(u32::MAX);
    Trouble::Silent { seconds }
}

/// Waits for the beginning of an answer; gives it when its status is a success.
async fn answered(
    request: reqwest::RequestBuilder,
    patience: Duration,
) -> Result<reqwest::Response, Trouble> {
    let response = match timeout(patience, request.send()).await {
        Err(_) => return Err(silent(patience)),
        Ok(Err(error)) => return Err(trouble(&error, patience)),
        Ok(Ok(response)) => response,
    };
    let status = response.status();
    match status.as_u16() {
        _ if status.is_success() => Ok(response),
        101 => Ok(response),
        status @ (401 | 403) => Err(Trouble::NotAllowed { status }),
        300..=399 => Err(Trouble::SentOn {
            host: sent_on_to(&response),
        }),
        status => Err(Trouble::Status { status }),
    }
}

/// The host an answer sends on to.
pub(crate) fn sent_on_to(response: &reqwest::Response) -> String {
    let to = response.headers().get(reqwest::header::LOCATION);
    to.and_then(|it| it.to_str().ok())
        .and_then(|it| response.url().join(it).ok())
        .and_then(|it| it.host_str().map(str::to_owned))
        .unwrap_or_default()
}

/// Sees to it that an answer is of a type.
pub(crate) fn of_type(response: &reqwest::Response, wanted: &[&str]) -> Result<(), Trouble> {
    let found = response.headers().get(reqwest::header::CONTENT_TYPE);
    let found = found.and_then(|it| it.to_str().ok()).unwrap_or_default();
    let name = found.split(';').next().unwrap_or_default().trim();
    if wanted.iter().any(|it| name.eq_ignore_ascii_case(it)) {
        return Ok(());
    }
    Err(Trouble::WrongType {
        found: name.chars().take(100).collect(),
    })
}

#[cfg(test)]
mod tests;
