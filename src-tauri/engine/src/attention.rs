//! Tells the desktop what waits, without ever waiting for it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use assent_core::effect::Attention;
use tokio::sync::watch;

use crate::Host;

/// The way to the desktop for what waits.
pub(crate) struct Desk {
    told: watch::Sender<Attention>,
}

impl Desk {
    /// A way on which nothing was told yet.
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        let (told, mut wholes) = watch::channel(Attention::default());
        tokio::spawn(async move {
            // Only the newest counts: a desktop that takes its time misses the ones between.
            while wholes.changed().await.is_ok() {
                let now = wholes.borrow_and_update().clone();
                let host = Arc::clone(&host);
                let call = move || host.attention(&now);
                let done = tokio::task::spawn_blocking(move || {
                    std::panic::catch_unwind(AssertUnwindSafe(call)).is_ok()
                });
                if !done.await.unwrap_or(false) {
                    tracing::error!("the desktop failed to show what waits");
                }
            }
        });
        Self { told }
    }

    /// Tells what holds now.
    pub(crate) fn tell(&self, now: Attention) {
        self.told.send_replace(now);
    }
}
