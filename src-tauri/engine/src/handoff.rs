//! Gives an address to the system browser, from a process of its own.
//!
//! Why another process: in ours the `webbrowser` crate reports success for a browser that dies at once,
//! leaves a zombie for each opening, may panic on an odd desktop file, and takes its environment from
//! ours, which cannot be changed safely. The process is our own binary with a hidden argument; the
//! address goes to its standard input, so that it is in no list of processes.

mod browser;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use assent_core::event::EventKind;
use assent_core::id::AskId;
use assent_core::view::HandoffFailure;
use process_wrap::tokio::CommandWrap;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;

use self::browser::Outcome;
use crate::HelperProgram;
use crate::environment::{self, Variables};
use crate::queue::Message;

/// How long it may take until it is known whether the browser took the address.
const LIMIT: Duration = Duration::from_secs(10);

/// Browsers that need a terminal; nobody would see them.
const TEXT_BROWSERS: [&str; 13] = [
    "browsh",
    "curl",
    "elinks",
    "eww",
    "links",
    "links2",
    "lynx",
    "netrik",
    "retawq",
    "w3m",
    "wget",
    "www-browser",
    "xlinks2",
];

/// Opens the address on standard input in the system browser. What Assent's binary does under its hidden
/// argument, and all it does: no logger, no window. The exit code is for the engine alone.
pub fn run_helper() -> ExitCode {
    ExitCode::from(browser::open_from_stdin().code())
}

/// Hands addresses off, one at a time and in order.
pub(crate) struct Handoffs {
    helper: HelperProgram,
    turn: Arc<Mutex<()>>,
    queue: mpsc::UnboundedSender<Message>,
}

impl Handoffs {
    /// Hands off with the given program; results go into the queue.
    pub(crate) fn new(helper: HelperProgram, queue: mpsc::UnboundedSender<Message>) -> Self {
        Self {
            helper,
            turn: Arc::default(),
            queue,
        }
    }

    /// Begins to hand an address off. Each call ends in one `HandedOff`.
    pub(crate) fn begin(&self, ask: AskId, address: String) {
        let turn = Arc::clone(&self.turn);
        let helper = self.helper.clone();
        let queue = self.queue.clone();
        tokio::spawn(async move {
            let turn = turn.lock().await;
            let environment = prepared(environment::own());
            let result = hand_off(&helper, &environment, &address, LIMIT).await;
            drop(turn);
            let event = EventKind::HandedOff { ask, result };
            queue.send(Message::event(event)).ok();
        });
    }
}

/// Runs the helper process once.
async fn hand_off(
    helper: &HelperProgram,
    environment: &Variables,
    address: &str,
    limit: Duration,
) -> Result<(), HandoffFailure> {
    let mut command = CommandWrap::with_new(&helper.program, |command| {
        command
            .args(&helper.args)
            .env_clear()
            .envs(environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
    });
    // A session of its own: the browser must not end with the terminal Assent was started from.
    #[cfg(unix)]
    command.wrap(process_wrap::tokio::ProcessSession);
    let mut child = command.spawn().map_err(|error| {
        tracing::error!(%error, "the helper cannot be started");
        HandoffFailure::Helper
    })?;
    let input = child.stdin().take();
    let run = async {
        if let Some(mut input) = input {
            input.write_all(address.as_bytes()).await.ok();
            input.shutdown().await.ok();
        }
        child.inner_mut().wait().await
    };
    let ended = timeout(limit, run).await;
    match ended {
        Ok(Ok(status)) => Outcome::of(status.code()).result(),
        Ok(Err(_)) => Err(HandoffFailure::Helper),
        Err(_) => {
            // The helper alone: what it has started may be the browser after all.
            child.inner_mut().start_kill().ok();
            child.inner_mut().wait().await.ok();
            Err(HandoffFailure::Unconfirmed)
        }
    }
}

/// The environment for the helper: `$BROWSER` without browsers that need a terminal.
fn prepared(mut environment: Variables) -> Variables {
    const BROWSER: &str = "BROWSER";
    if let Some(list) = environment.remove(OsStr::new(BROWSER))
        && let Some(list) = list.to_str().and_then(graphical)
    {
        environment.insert(BROWSER.into(), OsString::from(list));
    }
    environment
}

/// The browsers of a list in the form of `$BROWSER` that have windows.
fn graphical(list: &str) -> Option<String> {
    let rest: Vec<&str> = list
        .split(':')
        .filter(|command| {
            let program = command.split_ascii_whitespace().next().unwrap_or_default();
            let name = Path::new(program).file_name().and_then(OsStr::to_str);
            name.is_some_and(|name| !TEXT_BROWSERS.contains(&name))
        })
        .collect();
    (!rest.is_empty()).then(|| rest.join(":"))
}

#[cfg(test)]
mod tests;
