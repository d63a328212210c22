//! An agent whose part a test plays: what comes to its input goes to the test, and what the test says goes to
//! its output.
//!
//! Why: a script is written beforehand. A test of random orders says what it says as it goes.

use std::io::{self, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::ExitCode;
use std::thread;

/// Runs the agent for the test that listens on this port of the loopback address. It ends, whatever its input
/// does, once the test has closed the connection.
pub fn run(port: &str) -> ExitCode {
    match relay(port) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn relay(port: &str) -> io::Result<()> {
    let port = port.parse().map_err(io::Error::other)?;
    let test = TcpStream::connect(("127.0.0.1", port))?;
    let mut to_test = test.try_clone()?;
    thread::spawn(move || {
        if io::copy(&mut io::stdin().lock(), &mut to_test).is_ok() {
            to_test.shutdown(Shutdown::Write).ok();
        }
    });
    let mut from_test = test;
    let mut output = io::stdout().lock();
    // What is written is out at once: a pipe has no lines to wait for.
    let mut piece = [0; 8192];
    loop {
        let count = io::Read::read(&mut from_test, &mut piece)?;
        if count == 0 {
            return Ok(());
        }
        output.write_all(&piece[..count])?;
        output.flush()?;
    }
}
