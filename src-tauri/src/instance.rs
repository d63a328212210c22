//! One program for each data folder: a second start hands its arguments to the first and ends.
//!
//! A lock on a file in the folder says who is first, so that no two programs ever write there; it goes with the
//! program, however that ends. Beside it the first listens for those that come later, where only the same user
//! can reach it, and looks at who is at the other end all the same.
//!
//! Why not the plugin for this: it knows one program for each user, by a name on the session bus. Here it is one
//! for each data folder, and it holds without a bus too.

#[cfg(windows)]
mod pipe;
#[cfg(unix)]
mod socket;

#[cfg(windows)]
use pipe as way;
#[cfg(unix)]
use socket as way;

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::time::{Instant, sleep, timeout};

use crate::cli::Launch;

/// The file whose lock says who is first.
const LOCK: &str = "lock";
/// Bytes of what a second start hands over.
const MOST: u64 = 1024 * 1024;
/// How long the first may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a first that is on its way out, or on its way up, is waited for.
const TURN_OVER: Duration = Duration::from_secs(15);
/// How long between two looks at it.
const PAUSE: Duration = Duration::from_millis(100);

/// The first's answer when it has taken what was handed over.
const TAKEN: &[u8] = b"taken";
/// The first's answer when it is on its way out.
const LEAVING: &[u8] = b"leaving";

/// Being the first. Lost when the program ends.
pub struct First {
    /// None where the folder's file system has no locks.
    _lock: Option<File>,
}

/// What became of a start.
pub enum Start {
    /// It is the first.
    First(First),
    /// The first has taken its arguments.
    HandedOver,
    /// Another program has the folder and does not answer.
    Silent,
}

/// Becomes the first of a folder, or hands the launch over to it.
pub async fn begin(folder: &Path, launch: &Launch) -> io::Result<Start> {
    let until = Instant::now() + TURN_OVER;
    loop {
        if let Some(first) = claim(folder)? {
            return Ok(Start::First(first));
        }
        match timeout(PATIENCE, hand_over(folder, launch)).await {
            Ok(Ok(true)) => return Ok(Start::HandedOver),
            Err(_) => return Ok(Start::Silent),
            // It is leaving, or not yet listening.
            Ok(_) => {}
        }
        if Instant::now() > until {
            return Ok(Start::Silent);
        }
        sleep(PAUSE).await;
    }
}

/// Becomes the first; none if another program is.
fn claim(folder: &Path) -> io::Result<Option<First>> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let lock = options.open(folder.join(LOCK))?;
    let lock = match lock.try_lock() {
        Ok(()) => Some(lock),
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(why)) => {
            tracing::warn!(%why, "the data folder cannot be locked; another start will not be noticed");
            None
        }
    };
    Ok(Some(First { _lock: lock }))
}

/// Gives the launch to the first; gives whether it took it.
async fn hand_over(folder: &Path, launch: &Launch) -> io::Result<bool> {
    let mut stream = way::connect(folder).await?;
    stream.write_all(&serde_json::to_vec(launch)?).await?;
    stream.write_all(b"\n").await?;
    stream.flush().await?;
    let mut answer = Vec::new();
    (&mut stream).take(64).read_to_end(&mut answer).await?;
    Ok(answer == TAKEN)
}

/// Listens for later starts for as long as the program runs. `take` is given what each hands over, and says
/// whether it was taken; it may be asked again before it has answered.
pub async fn listen<Taken>(folder: &Path, take: impl Fn(Launch) -> Taken + Clone + Send + 'static)
where
    Taken: Future<Output = bool> + Send + 'static,
{
    let mut listener = match way::listen(folder) {
        Ok(listener) => listener,
        Err(why) => {
            tracing::warn!(%why, "a second start cannot reach this program");
            return;
        }
    };
    loop {
        match listener.accept().await {
            Ok(stream) => {
                let take = take.clone();
                tokio::spawn(async move {
                    if !matches!(timeout(PATIENCE, receive(stream, take)).await, Ok(Ok(()))) {
                        tracing::warn!("a second start was not understood");
                    }
                });
            }
            Err(why) => {
                tracing::warn!(%why, "a second start could not get through");
                sleep(PAUSE).await;
            }
        }
    }
}

async fn receive<Taken: Future<Output = bool>>(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    take: impl Fn(Launch) -> Taken,
) -> io::Result<()> {
    let line = read_line(&mut stream).await?;
    let launch: Launch = serde_json::from_slice(&line)?;
    let answer = if take(launch).await { TAKEN } else { LEAVING };
    stream.write_all(answer).await?;
    stream.shutdown().await
}

async fn read_line(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    let mut stream = stream.take(MOST);
    while read.last() != Some(&b'\n') {
        let mut part = [0; 4096];
        let count = stream.read(&mut part).await?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        read.extend_from_slice(&part[..count]);
    }
    Ok(read)
}

#[cfg(all(test, unix))]
mod tests;
