//! An agent's process: finding the program, starting it in a group of its own, ending the group.
//!
//! Why a group: an agent's launcher (`npx`, a shell script) is often not the agent itself, and ending
//! only the launcher would leave the agent behind. The group is always ended explicitly: dropping a
//! child ends only its leader.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use assent_core::event::AgentConfig;
use assent_core::settings::SecretText;
use assent_core::view::StartFailure;
use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::time::{sleep, timeout};

use crate::environment::Variables;

/// How long an agent may take to end once its input is closed.
const GRACE: Duration = Duration::from_millis(1_500);
/// How long it may take once it was told to terminate.
const TERMINATION: Duration = Duration::from_secs(1);
/// How long the system may take to end it.
const KILLING: Duration = Duration::from_secs(1);
/// How long what is left of a group may take once it was told to terminate.
const LEFTOVERS: Duration = Duration::from_millis(300);

/// A running process and what it may have started.
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    #[cfg(unix)]
    group: Option<rustix::process::Pid>,
}

/// Its streams.
pub(crate) struct Streams {
    /// What it reads.
    pub(crate) input: ChildStdin,
    /// What it writes.
    pub(crate) output: ChildStdout,
    /// Its error output.
    pub(crate) errors: ChildStderr,
}

impl Process {
    /// Starts an agent in the given environment, to which the agent's own variables and secrets are added.
    pub(crate) fn start(
        agent: &AgentConfig,
        environment: &Variables,
        secrets: &[(String, SecretText)],
    ) -> Result<(Self, Streams), StartFailure> {
        // The folder of an agent that goes to another machine is none of this one.
        let home = std::env::home_dir().filter(|_| agent.remote.is_some());
        let folder = home.as_deref().unwrap_or_else(|| Path::new(&agent.cwd));
        if !folder.is_dir() {
            return Err(StartFailure::NoFolder {
                folder: agent.cwd.clone(),
            });
        }
        let (name, arguments) = agent.command.split_first().ok_or(StartFailure::NotFound {
            program: String::new(),
        })?;
        let added = |wanted: &str| {
            let of_agent = agent.env.iter().rev().find(|(name, _)| name == wanted);
            of_agent.map(|(_, value)| OsStr::new(value))
        };
        let path = added("PATH").or_else(|| environment.get(OsStr::new("PATH")).map(AsRef::as_ref));
        let program = find(name, path, folder)?;
        let mut command = CommandWrap::with_new(program, |command| {
            command
                .args(arguments)
                .current_dir(folder)
                .env_clear()
                .envs(environment)
                .envs(agent.env.iter().map(|(name, value)| (name, value)))
                .envs(secrets.iter().map(|(name, text)| (name, text.expose())))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .kill_on_drop(true);
        });
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::JobObject);
        let mut child = command.spawn().map_err(|error| failure(&error, name))?;
        let streams = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(StartFailure::System {
                message: "no streams".to_owned(),
            });
        };
        #[cfg(unix)]
        let group = child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .and_then(rustix::process::Pid::from_raw);
        let process = Self {
            child,
            #[cfg(unix)]
            group,
        };
        let streams = Streams {
            input,
            output,
            errors,
        };
        Ok((process, streams))
    }

    /// Waits for the leader alone: what it started may outlive it.
    pub(crate) async fn wait(&mut self) -> Option<ExitStatus> {
        self.child.inner_mut().wait().await.ok()
    }

    /// Ends a process whose input is closed: waits, terminates, kills.
    pub(crate) async fn end(&mut self) -> Option<ExitStatus> {
        if let Ok(status) = timeout(GRACE, self.wait()).await {
            return status;
        }
        self.terminate();
        if let Ok(status) = timeout(TERMINATION, self.wait()).await {
            return status;
        }
        self.kill();
        timeout(KILLING, self.wait()).await.ok().flatten()
    }

    /// Ends what the process has left behind in its group.
    pub(crate) async fn sweep(&mut self) {
        // Never a signal to a group that is gone: its number may be another's by now.
        if !self.is_group_alive() {
            return;
        }
        self.terminate();
        for _ in 0..10 {
            sleep(LEFTOVERS / 10).await;
            if !self.is_group_alive() {
                return;
            }
        }
        self.kill();
    }

    /// Whether anything runs in the group.
    #[cfg(unix)]
    pub(crate) fn is_group_alive(&self) -> bool {
        self.group
            .is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
    }

    /// A job can be ended at any time, also when nothing runs in it any more.
    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "as on Unix")]
    pub(crate) fn is_group_alive(&self) -> bool {
        true
    }

    #[cfg(unix)]
    fn terminate(&self) {
        self.signal(rustix::process::Signal::TERM);
    }

    /// There is no way to ask politely here: the wait before this was all.
    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "as on Unix")]
    fn terminate(&self) {}

    #[cfg(unix)]
    fn kill(&mut self) {
        self.signal(rustix::process::Signal::KILL);
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        self.child.start_kill().ok();
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        if let Some(group) = self.group {
            // A group that is gone is what is wanted.
            rustix::process::kill_process_group(group, signal).ok();
        }
    }
}

/// Finds a program as a shell in that folder would.
fn find(name: &str, path: Option<&OsStr>, folder: &Path) -> Result<PathBuf, StartFailure> {
    let program = || name.to_owned();
    if let Ok(found) = which::which_in(name, path, folder) {
        return Ok(found);
    }
    let is_there = if name.contains(std::path::is_separator) {
        folder.join(name).is_file()
    } else {
        !name.is_empty()
            && path.is_some_and(|path| {
                std::env::split_paths(path).any(|place| place.join(name).is_file())
            })
    };
    Err(if is_there {
        StartFailure::NotAllowed { program: program() }
    } else {
        StartFailure::NotFound { program: program() }
    })
}

fn failure(error: &io::Error, name: &str) -> StartFailure {
    let program = name.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => StartFailure::NotFound { program },
        io::ErrorKind::PermissionDenied => StartFailure::NotAllowed { program },
        _ => StartFailure::System {
            message: error.to_string(),
        },
    }
}

/// Exit code and signal.
pub(crate) fn code_and_signal(status: ExitStatus) -> (Option<i32>, Option<i32>) {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    (status.code(), signal)
}
