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
            let event = run(&check, Form::check);
            queue.send(Message::event(event)).ok();
        });
    }
}

/// Runs a check. One that fails says that there is nothing to send: what cannot be checked is not sent.
fn run(check: &Check, by: impl FnOnce(&Form, &FormDrafts) -> FormChecked) -> EventKind {
    let rows = check.drafts.rows.len();
    let checked = AssertUnwindSafe(|| by(&check.form, &check.drafts));
    let checked = std::panic::catch_unwind(checked).unwrap_or_else(|_| {
        tracing::error!("a check of a form failed");
        FormChecked {
            problems: vec![Vec::new(); rows],
            remarks: vec![Vec::new(); rows],
            content: None,
            masked: None,
            has_secret: false,
        }
    });
    EventKind::Checked {
        ask: check.ask,
        ticket: check.ticket,
        checked,
    }
}

#[cfg(test)]
mod tests {
    use assent_core::form;
    use serde_json::json;

    use super::*;

    fn check(ask: u32, ticket: u64) -> Check {
        let params = json!({
            "mode": "form",
            "sessionId": "s",
            "message": "m",
            "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}},
        });
        let form = form::read(params.as_object().unwrap()).unwrap();
        let drafts = form.drafts();
        Check {
            ask: AskId(ask),
            ticket,
            form: Arc::new(form),
            drafts,
        }
    }

    fn ticket(event: &EventKind) -> (AskId, u64) {
        match event {
            EventKind::Checked { ask, ticket, .. } => (*ask, *ticket),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_check_that_fails_gives_nothing_to_send() {
        let event = run(&check(3, 9), |_, _| panic!("an engine for patterns"));
        assert_eq!(ticket(&event), (AskId(3), 9));
        let EventKind::Checked { checked, .. } = event else {
            unreachable!()
        };
        assert_eq!((checked.content, checked.problems.len()), (None, 1));
    }

    #[tokio::test]
    async fn of_the_checks_that_wait_only_the_newest_is_done() {
        let (queue, mut results) = mpsc::unbounded_channel();
        let mut checks = Checks::new(queue);
        for ticket in 1..=5 {
            checks.add(check(1, ticket));
        }
        checks.add(check(2, 6));
        let mut done = Vec::new();
        while !checks.running.is_empty() {
            let Some(Message::Event { kind, .. }) = results.recv().await else {
                panic!("no result");
            };
            done.push(ticket(&kind));
            checks.done(ticket(&kind).0);
        }
        done.sort_unstable();
        assert_eq!(done, [(AskId(1), 1), (AskId(1), 5), (AskId(2), 6)]);
        assert!(results.try_recv().is_err());
    }
}
