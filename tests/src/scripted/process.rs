//! The world of a script in earnest: this process's input, output and children.

use std::io::{self, BufRead as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::player::{Incoming, World};

/// This process.
#[derive(Debug)]
pub(super) struct Process {
    lines: Receiver<Vec<u8>>,
    gate: Arc<Gate>,
    closed: bool,
}

/// Lets the reader go on or holds it.
#[derive(Debug, Default)]
struct Gate {
    shut: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    fn set(&self, shut: bool) {
        *self.shut.lock().unwrap_or_else(PoisonError::into_inner) = shut;
        self.changed.notify_all();
    }

    fn pass(&self) {
        let shut = self.shut.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(shut, |shut| *shut));
    }
}

impl Process {
    /// Starts to read the input.
    pub(super) fn start() -> Self {
        let (sender, lines) = channel();
        let gate = Arc::new(Gate::default());
        let reader_gate = Arc::clone(&gate);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                reader_gate.pass();
                let mut line = Vec::new();
                match input.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) if sender.send(line).is_err() => return,
                    Ok(_) => {}
                }
            }
        });
        Self {
            lines,
            gate,
            closed: false,
        }
    }
}

impl World for Process {
    fn receive(&mut self, wait: Duration) -> Incoming {
        match self.lines.recv_timeout(wait) {
            Ok(line) => match serde_json::from_slice(&line) {
                Ok(message) => Incoming::Message(message),
                Err(_) => Incoming::Text(String::from_utf8_lossy(&line).trim_end().to_owned()),
            },
            Err(RecvTimeoutError::Timeout) => Incoming::Nothing,
            Err(RecvTimeoutError::Disconnected) if self.closed => {
                thread::sleep(wait);
                Incoming::Nothing
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.closed = true;
                Incoming::Closed
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut output = io::stdout().lock();
        output.write_all(bytes)?;
        output.flush()
    }

    fn stderr(&mut self, line: &str) {
        // Nobody reads it then.
        let _ = writeln!(io::stderr(), "{line}");
    }

    fn set_reading(&mut self, reading: bool) {
        self.gate.set(!reading);
    }

    fn spawn_child(&mut self, own_group: bool, seconds: u64) -> io::Result<u32> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["--sleep", &seconds.to_string()])
            .stdin(Stdio::null());
        if own_group {
            leave_group(&mut command)?;
        }
        Ok(command.spawn()?.id())
    }

    fn close_stdout(&mut self) -> io::Result<()> {
        close_stdout()
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it cannot be done")]
fn leave_group(command: &mut Command) -> io::Result<()> {
    std::os::unix::process::CommandExt::process_group(command, 0);
    Ok(())
}

#[cfg(not(unix))]
fn leave_group(_command: &mut Command) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Puts something else in the output's place, which closes what was there.
#[cfg(unix)]
fn close_stdout() -> io::Result<()> {
    let nowhere = std::fs::OpenOptions::new().write(true).open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdout(nowhere)?)
}

#[cfg(not(unix))]
fn close_stdout() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
