//! Which programs are there, looked for as an agent's start does.

use std::ffi::OsStr;

use assent_core::event::EventKind;
use tokio::sync::mpsc;

use crate::environment::LoginEnvironment;
use crate::queue::Message;

/// Looks for programs in the login shell's `PATH`, beside the loop, and puts what was found into the queue.
pub(crate) fn look_for(
    programs: Vec<String>,
    environment: LoginEnvironment,
    queue: mpsc::UnboundedSender<Message>,
) {
    tokio::spawn(async move {
        let environment = environment.await;
        let looking = tokio::task::spawn_blocking(move || {
            let path = environment.get(OsStr::new("PATH"));
            let found = |program: &String| which::which_in(program, path, "/").is_ok();
            EventKind::ProgramsFound {
                found: programs.into_iter().filter(found).collect(),
                home: std::env::home_dir()
                    .map(|home| home.to_string_lossy().into_owned())
                    .unwrap_or_default(),
            }
        });
        if let Ok(event) = looking.await {
            queue.send(Message::event(event)).ok();
        }
    });
}
