//! What has gone wrong with a connection: the first of it counts, and ends everything else.

use std::sync::Arc;

use assent_core::view::Trouble;
use tokio::sync::watch;

/// What has gone wrong. Clones are the same.
#[derive(Clone)]
pub(super) struct Fault(Arc<watch::Sender<Option<Trouble>>>);

impl Default for Fault {
    fn default() -> Self {
        Self(Arc::new(watch::channel(None).0))
    }
}

impl Fault {
    /// Something has gone wrong.
    pub(super) fn is(&self, trouble: Trouble) {
        self.0.send_if_modified(|first| {
            let fresh = first.is_none();
            if fresh {
                *first = Some(trouble);
            }
            fresh
        });
    }

    /// The first that has.
    pub(super) fn first(&self) -> Option<Trouble> {
        self.0.borrow().clone()
    }

    /// Waits until something has.
    pub(super) async fn happened(&self) {
        // The sender is in this very value.
        self.0.subscribe().wait_for(Option::is_some).await.ok();
    }
}
