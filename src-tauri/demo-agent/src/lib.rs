//! A real ACP agent for the demo: no account, no network beyond loopback.
//!
//! `assent demo-agent` runs it. It shows what an agent may ask of a person: a permission, a form, and a sign-in by link
//! at a make-believe provider that the agent itself serves on this computer.

mod agent;
mod ask;
mod desk;
mod edit;
mod field;
mod guide;
mod http;
mod key;
mod link;
mod pages;
mod project;
mod provider;
mod secret;
mod session;
mod settings;
mod sign_in;
mod turn;
mod words;

use std::io::Write as _;
use std::process::ExitCode;

use agent_client_protocol::ByteStreams;
use tokio_util::compat::{TokioAsyncReadCompatExt as _, TokioAsyncWriteCompatExt as _};

pub use agent::serve;
pub use settings::Settings;

/// Speaks ACP over standard input and output until the input ends. Blocks; builds its own runtime.
///
/// Gives success when the client closed the input, failure when the connection broke.
pub fn run() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let transport = ByteStreams::new(
        tokio::io::stdout().compat_write(),
        tokio::io::stdin().compat(),
    );
    let ended = runtime.block_on(serve(transport, Settings::from_environment()));
    // A read of standard input may still be under way after a broken connection; it must not keep the process.
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// Standard output belongs to the protocol, so the reason goes to standard error.
fn fail(reason: &dyn std::fmt::Display) -> ExitCode {
    // Nobody is left to tell when standard error is closed as well.
    let _ = writeln!(std::io::stderr(), "demo agent: {reason}");
    ExitCode::FAILURE
}
