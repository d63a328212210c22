//! The shell of Assent: the command line, the window, and the two commands of the page.
//!
//! Why one program for everything: the handoff of a link and the demo's agent run as processes of their
//! own, and a second file beside the first could be missing, or be another version.

mod agent;
mod agree;
mod announce;
mod check;
mod cli;
mod clipboard;
mod commands;
mod desktop;
mod folders;
mod geometry;
mod hands;
mod host;
mod instance;
mod menu;
mod placement;
mod quit;
mod webview;
mod window;
mod words;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use cli::Task;

/// The first argument that makes this program the one that gives a link to the system browser.
const HAND_OFF: &str = "__hand-off";

/// Runs the program with its arguments, its own name first.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    if arguments.get(1).is_some_and(|first| first == HAND_OFF) {
        return assent_engine::handoff::run_helper();
    }
    match cli::read(arguments) {
        Ok(Task::DemoAgent) => assent_demo_agent::run(),
        Ok(Task::CheckLink(check)) => check::link(&check),
        Ok(Task::CheckForm(check)) => check::form(&check),
        Ok(Task::Window(launch)) => desktop::open(launch),
        Err(refused) => {
            // Nobody is left to tell when the terminal itself cannot be written to.
            let _ = refused.print();
            ExitCode::from(u8::try_from(refused.exit_code()).unwrap_or(2))
        }
    }
}

/// Says something to whoever started the program, and gives the exit code that goes with it.
fn fail(words: &str, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "assent: {words}");
    ExitCode::from(code)
}
