//! The clipboard, written from Rust so that exactly the judged text gets there.
//!
//! Why a thread of its own: on Linux a text is on the clipboard only as long as the object that put it
//! there lives and serves those who paste, so it is made once and kept.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

/// How long a copy may take before it counts as failed.
const LIMIT: Duration = Duration::from_secs(2);

struct Job {
    text: String,
    done: SyncSender<bool>,
}

/// A handle on the clipboard's thread.
pub struct Clipboard {
    jobs: Sender<Job>,
}

impl Clipboard {
    /// Starts the thread. The system's clipboard is opened with the first copy.
    pub fn start() -> Self {
        let (jobs, waiting) = channel();
        std::thread::spawn(move || serve(&waiting));
        Self { jobs }
    }

    /// Puts a text on the clipboard and says whether it is there.
    pub fn copy(&self, text: &str) -> bool {
        let (done, result) = sync_channel(1);
        let job = Job {
            text: text.to_owned(),
            done,
        };
        self.jobs.send(job).is_ok() && result.recv_timeout(LIMIT).unwrap_or(false)
    }
}

fn serve(jobs: &Receiver<Job>) {
    let mut opened: Option<arboard::Clipboard> = None;
    for job in jobs {
        let written = match &mut opened {
            Some(clipboard) => clipboard.set_text(job.text),
            None => arboard::Clipboard::new()
                .and_then(|clipboard| opened.insert(clipboard).set_text(job.text)),
        };
        if let Err(why) = &written {
            tracing::warn!(%why, "the clipboard could not be written");
            opened = None;
        }
        // A caller that stopped waiting has already taken it for failed.
        let _ = job.done.try_send(written.is_ok());
    }
}
