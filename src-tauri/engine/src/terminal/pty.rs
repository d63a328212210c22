//! Pseudo-terminals: a command in a session of its own, with a terminal of its own.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use assent_core::client::{COLUMNS, ROWS, TerminalExit};
use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

use crate::environment::Variables;

/// A command that runs, as far as a terminal needs to know it.
pub(super) trait Leader: Send {
    /// Waits until it has ended.
    fn wait(&mut self) -> TerminalExit;
}

/// What to run.
pub(super) struct Program {
    /// The program.
    pub(super) path: PathBuf,
    /// Its arguments.
    pub(super) args: Vec<String>,
    /// The whole of its environment.
    pub(super) environment: Variables,
    /// Its folder.
    pub(super) folder: PathBuf,
    /// Something is typed into it.
    pub(super) typed: bool,
}

/// A command in a terminal.
pub(super) struct Opened {
    /// What it writes.
    pub(super) output: Box<dyn Read + Send>,
    /// What it reads, where something is typed.
    pub(super) input: Option<Box<dyn Write + Send>>,
    /// The command.
    pub(super) leader: Box<dyn Leader>,
    /// Its process, which leads a group and a session.
    pub(super) process: Option<u32>,
    /// Ends the command where there are no groups.
    #[cfg(not(unix))]
    pub(super) killer: Box<dyn portable_pty::ChildKiller + Send + Sync>,
}

/// Runs a program in a new terminal.
pub(super) fn open(program: Program) -> io::Result<Opened> {
    let size = PtySize {
        rows: ROWS,
        cols: COLUMNS,
        ..PtySize::default()
    };
    let pair = native_pty_system()
        .openpty(size)
        .map_err(io::Error::other)?;
    let mut command = CommandBuilder::new(&program.path);
    command.args(&program.args);
    command.cwd(&program.folder);
    command.env_clear();
    for (name, value) in program.environment {
        command.env(name, value);
    }
    let input = program
        .typed
        .then(|| pair.master.take_writer())
        .transpose()
        .map_err(io::Error::other)?;
    let output = pair.master.try_clone_reader().map_err(io::Error::other)?;
    let child = pair
        .slave
        .spawn_command(command)
        .map_err(io::Error::other)?;
    // Ours would keep the terminal open after the command.
    drop(pair.slave);
    let process = child.process_id();
    #[cfg(not(unix))]
    let killer = child.clone_killer();
    Ok(Opened {
        output,
        input,
        leader: Box::new(Running {
            child,
            #[cfg(not(unix))]
            _master: pair.master,
        }),
        process,
        #[cfg(not(unix))]
        killer,
    })
}

/// Finds a program as a shell in that folder would.
pub(super) fn find(name: &str, path: Option<&std::ffi::OsStr>, folder: &Path) -> Option<PathBuf> {
    which::which_in(name, path, folder).ok()
}

struct Running {
    child: Box<dyn Child + Send + Sync>,
    /// Closing it ends the terminal there.
    #[cfg(not(unix))]
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Leader for Running {
    fn wait(&mut self) -> TerminalExit {
        #[cfg(unix)]
        if let Some(child) = as_process(&mut *self.child) {
            use std::os::unix::process::ExitStatusExt as _;
            return child.wait().map_or(UNKNOWN, |status| TerminalExit {
                code: status.code().and_then(|code| u32::try_from(code).ok()),
                signal: status.signal().map(signal_name),
            });
        }
        self.child.wait().map_or(UNKNOWN, |status| TerminalExit {
            code: Some(status.exit_code()),
            signal: None,
        })
    }
}

const UNKNOWN: TerminalExit = TerminalExit {
    code: None,
    signal: None,
};

/// The process behind it, which knows the signal's number.
#[cfg(unix)]
fn as_process(child: &mut dyn Child) -> Option<&mut std::process::Child> {
    child.downcast_mut()
}

#[cfg(unix)]
fn signal_name(signal: i32) -> String {
    const NAMES: [(rustix::process::Signal, &str); 12] = [
        (rustix::process::Signal::HUP, "SIGHUP"),
        (rustix::process::Signal::INT, "SIGINT"),
        (rustix::process::Signal::QUIT, "SIGQUIT"),
        (rustix::process::Signal::ILL, "SIGILL"),
        (rustix::process::Signal::TRAP, "SIGTRAP"),
        (rustix::process::Signal::ABORT, "SIGABRT"),
        (rustix::process::Signal::BUS, "SIGBUS"),
        (rustix::process::Signal::FPE, "SIGFPE"),
        (rustix::process::Signal::KILL, "SIGKILL"),
        (rustix::process::Signal::SEGV, "SIGSEGV"),
        (rustix::process::Signal::PIPE, "SIGPIPE"),
        (rustix::process::Signal::TERM, "SIGTERM"),
    ];
    let known = NAMES.iter().find(|(known, _)| known.as_raw() == signal);
    known.map_or_else(
        || format!("signal {signal}"),
        |(_, name)| (*name).to_owned(),
    )
}
