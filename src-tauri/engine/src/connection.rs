//! The life of one connection: an agent's process and the SDK's connection over its streams.
//!
//! However it comes to an end (the person stops it, the process dies, the agent closes a stream), the
//! same steps follow: what was answered is written, the input is closed, the process is ended, what it
//! had still written is read, and then, once, `Ended` is told.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use agent_client_protocol::{Agent, Builder, Channel, Client, ConnectionTo};
use assent_core::event::{AgentConfig, EventKind};
use assent_core::id::ConnectionId;
use assent_core::view::StartFailure;
use futures::FutureExt as _;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::environment::LoginEnvironment;
use crate::journal::{Journal, Tap};
use crate::link::{Intake, Link};
use crate::process::{Process, Streams, code_and_signal};
use crate::queue::{Message, Outlet};
use crate::remote::{self, Patience};
use crate::secrets::Secrets;
use crate::stderr;
use crate::transport::{self, Flow, LeaderEnd, LinesOut, Reader};

/// How long answers may take to be written before the input is closed.
pub(crate) const FLUSH: Duration = Duration::from_millis(500);
/// How long an agent that no longer reads may go on writing.
const HALF_CLOSED: Duration = Duration::from_secs(2);
/// How long after its leader's end the rest of a group is left alone, so that it can say its last words.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// How many lines that are not protocol may wait to be told.
const NOISE: usize = 50;

/// A connection to be.
pub(crate) struct Beginning {
    /// Its key.
    pub(crate) connection: ConnectionId,
    /// What to start.
    pub(crate) agent: AgentConfig,
    /// In which environment.
    pub(crate) environment: LoginEnvironment,
    /// Where its secret values are.
    pub(crate) secrets: Secrets,
    /// Turns true when it is to end.
    pub(crate) stop: watch::Receiver<bool>,
    /// Where its events go.
    pub(crate) outlet: Outlet,
    /// Where its lines are written down.
    pub(crate) journal: Journal,
    /// How long is waited over the network.
    pub(crate) patience: Patience,
}

/// Lives a connection. Tells either `StartFailed` or, exactly once and last, `Ended`.
pub(crate) async fn live(beginning: Beginning) {
    let connection = beginning.connection;
    let outlet = beginning.outlet.clone();
    let journal = beginning.journal.clone();
    let tap = journal.begin(connection, &beginning.agent.name);
    // Nothing in there should panic; if it does, the person must still hear that the agent is gone.
    let end = AssertUnwindSafe(start_and_run(beginning, tap))
        .catch_unwind()
        .await;
    let event = end.unwrap_or_else(|_| {
        tracing::error!("a connection failed");
        ended(connection, (None, None))
    });
    let lines = journal.last_of(connection);
    if !lines.is_empty() {
        let last = EventKind::LastLines { connection, lines };
        outlet.put(Message::event(last));
    }
    outlet.put(Message::event(event));
}

fn ended(connection: ConnectionId, (code, signal): (Option<i32>, Option<i32>)) -> EventKind {
    EventKind::Ended {
        connection,
        code,
        signal,
    }
}

/// Gives the last event of the connection.
async fn start_and_run(mut beginning: Beginning, tap: Tap) -> EventKind {
    let connection = beginning.connection;
    let environment = tokio::select! {
        environment = beginning.environment.clone() => environment,
        () = stopped(&mut beginning.stop) => return ended(connection, (None, None)),
    };
    let secrets = tokio::select! {
        read = beginning.secrets.read_all(&beginning.agent.secrets) => match read {
            Ok(secrets) => secrets,
            Err(name) => {
                let reason = StartFailure::Secret { name };
                return EventKind::StartFailed { connection, reason };
            }
        },
        () = stopped(&mut beginning.stop) => return ended(connection, (None, None)),
    };
    for (_, secret) in &secrets {
        tap.know(secret.expose());
        // A token is known without the word before it as well.
        if let Some((_, token)) = secret.expose().split_once(' ') {
            tap.know(token);
        }
    }
    if beginning.agent.address().is_some() {
        return remote::start_and_run(beginning, tap, &secrets).await;
    }
    match Process::start(&beginning.agent, &environment, &secrets) {
        Ok((process, streams)) => ended(connection, run(beginning, tap, process, streams).await),
        Err(reason) => EventKind::StartFailed { connection, reason },
    }
}

/// Runs until the process has ended and everything it wrote was read; gives exit code and signal.
async fn run(
    beginning: Beginning,
    tap: Tap,
    process: Process,
    streams: Streams,
) -> (Option<i32>, Option<i32>) {
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
    let (broken, is_broken) = watch::channel(false);
    let (input_closed, is_input_closed) = oneshot::channel();
    let (leader_end, leader_ended) = watch::channel(None);

    let warden = tokio::spawn(watch_over(process, is_input_closed, leader_end));
    let mut writer = tokio::spawn(transport::write(
        outgoing,
        refused,
        LinesOut(streams.input),
        Arc::clone(&flow),
        tap.clone(),
        broken,
    ));
    let errors = tokio::spawn(stderr::tell(
        connection,
        streams.errors,
        leader_ended.clone(),
        outlet.another(),
        tap.clone(),
    ));
    let (noise, noises) = noises(connection, outlet.another());
    let reader = Reader {
        connection,
        frames: incoming,
        refusals,
        flow: Arc::clone(&flow),
        outlet: outlet.another(),
        noise,
        tap,
    };

    let intake = Intake::new(connection, outlet.clone(), flow);
    let (ready, is_ready) = oneshot::channel();
    let reading = tokio::spawn(async move {
        // Not before `Started` is in the queue, so that nothing overtakes it.
        if is_ready.await.is_ok() {
            reader.run(streams.output, leader_ended).await;
        }
    });
    let up = move |link| {
        outlet.put(Message::Up { connection, link });
        ready.send(()).ok();
    };
    speak(sdk, intake, up, stop, half_closed(is_broken)).await;

    if timeout(FLUSH, &mut writer).await.is_err() {
        // An agent that does not read gets no more; dropping the writer closes its input.
        writer.abort();
        writer.await.ok();
    }
    input_closed.send(()).ok();
    let status = warden.await.ok().flatten();
    reading.await.ok();
    noises.await.ok();
    errors.await.ok();
    status.map_or((None, None), code_and_signal)
}

/// Where lines go that are not protocol: they are told one after the other, held to a rate. Ends with its sender.
pub(crate) fn noises(
    connection: ConnectionId,
    outlet: Outlet,
) -> (mpsc::Sender<String>, JoinHandle<()>) {
    let (noise, heard) = mpsc::channel(NOISE);
    let told = stderr::hold_to_rate(heard, outlet, move |line| EventKind::Noise {
        connection,
        line,
    });
    (noise, tokio::spawn(told))
}

/// Drives the SDK's connection until the agent's output has ended or the connection is to end. When it
/// gives back, everything that was sent is with the writer.
pub(crate) async fn speak(
    sdk: Channel,
    intake: Intake,
    up: impl FnOnce(Link),
    mut stop: watch::Receiver<bool>,
    given_up: impl Future<Output = ()> + Send,
) {
    let shared = intake.clone();
    let talk = Builder::new(Client)
        .name("agent")
        .with_handler(intake)
        .connect_with(sdk, async move |agent: ConnectionTo<Agent>| {
            up(Link::new(agent.clone(), shared));
            tokio::select! {
                () = agent.incoming_closed() => {}
                () = stopped(&mut stop) => {}
                () = given_up => {}
            }
            Ok(())
        });
    match AssertUnwindSafe(talk).catch_unwind().await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(code = error.code.value(), "the connection broke"),
        Err(_) => tracing::error!("the connection failed"),
    }
}

/// Waits for the process, and sees to it that it ends once its input is closed.
async fn watch_over(
    mut process: Process,
    input_closed: oneshot::Receiver<()>,
    leader_end: watch::Sender<LeaderEnd>,
) -> Option<std::process::ExitStatus> {
    let by_itself = tokio::select! {
        status = process.wait() => Some(status),
        _ = input_closed => None,
    };
    let status = match by_itself {
        Some(status) => status,
        None => process.end().await,
    };
    leader_end.send_replace(Some(Instant::now()));
    if process.is_group_alive() {
        sleep(LAST_WORDS).await;
        process.sweep().await;
    }
    status
}

/// Waits until the connection is to end: it was told so, or the engine is gone.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    stop.wait_for(|stop| *stop).await.ok();
}

/// Waits until the agent has taken no input for so long that it never will.
async fn half_closed(mut broken: watch::Receiver<bool>) {
    if broken.wait_for(|broken| *broken).await.is_err() {
        // The writer is done, and nothing was wrong with it.
        std::future::pending::<()>().await;
    }
    sleep(HALF_CLOSED).await;
}

#[cfg(test)]
mod tests;
