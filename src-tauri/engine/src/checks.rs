//! Checks of forms, beside the loop: a pattern may take its time, and an engine for one may panic.
//!
//! Why one at a time for each form: every keystroke asks for a check, and a newer one makes the older
//! outdated. So while one runs only the newest of the others is kept.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use assent_core::event::EventKind;
use assent_core::form::{Form, FormChecked, FormDrafts};
use assent_core::id::AskId;
use tokio::sync::mpsc;

use crate::queue::Message;

/// A check to do.
pub(crate) struct Check {
    /// Which form.
    pub(crate) ask: AskId,
    /// Comes back with the result.
    pub(crate) ticket: u64,
    /// The form.
    pub(crate) form: Arc<Form>,
    /// What is entered.
    pub(crate) drafts: FormDrafts,
}

/// The checks that run, and for each form the newest that waits.
pub(crate) struct Checks {
    queue: mpsc::UnboundedSender<Message>,
    running: HashMap<AskId, Option<Check>>,
}

impl Checks {
    /// No checks. Results go into the queue.
    pub(crate) fn new(queue: mpsc::UnboundedSender<Message>) -> Self {
        Self {
            queue,
            running: HashMap::new(),
        }
    }

    /// Starts a check, or puts it in the place of the one that waits.
    pub(crate) fn add(&mut self, check: Check) {
        if let Some(waiting) = self.running.get_mut(&check.ask) {
            *waiting = Some(check);
        } else {
            self.running.insert(check.ask, None);
            self.start(check);
        }
    }

    /// A check of this form is done: start the one that waits.
    pub(crate) fn done(&mut self, ask: AskId) {
        match self.running.get_mut(&ask).map(Option::take) {
            Some(Some(check)) => self.start(check),
            Some(None) => {
                self.running.remove(&ask);
            }
            None => {}
        }
    }

    fn start(&self, check: Check) {
        let queue = self.queue.clone();
        tokio::task::spawn_blocking(move || {
            let Check {
                ask,
                ticket,
                form,
                drafts,
            } = check;
            let checked = std::panic::catch_unwind(AssertUnwindSafe(|| form.check(&drafts)))
                .unwrap_or_else(|_| {
                    tracing::error!("a check of a form failed");
                    nothing_to_send(drafts.rows.len())
                });
            let event = EventKind::Checked {
                ask,
                ticket,
                checked,
            };
            queue.send(Message::event(event)).ok();
        });
    }
}

/// The result of a check that failed: what cannot be checked cannot be sent.
fn nothing_to_send(rows: usize) -> FormChecked {
    FormChecked {
        problems: vec![Vec::new(); rows],
        remarks: vec![Vec::new(); rows],
        content: None,
        masked: None,
        has_secret: false,
    }
}
