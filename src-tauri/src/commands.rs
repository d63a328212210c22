//! The two commands of the page: hear everything, want something.
//!
//! Why no more: a page that can only state an intent by our own keys has nothing that could be turned
//! against the person, whatever text it was made to show.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use assent_core::intent::Intent;
use assent_engine::Engine;
use tauri::ipc::{Channel, InvokeResponseBody};
use tauri::{State, Webview};

use crate::hands::Hands;
use crate::window::page_of;

/// The live subscription of each page, by its window's label.
#[derive(Default)]
pub struct Subscriptions(Mutex<HashMap<String, Arc<AtomicBool>>>);

impl Subscriptions {
    /// Begins a subscription and ends the page's former one: a page that was loaded again has forgotten
    /// its channel, and nobody would tell us.
    fn renew(&self, label: &str) -> Arc<AtomicBool> {
        let live = Arc::new(AtomicBool::new(true));
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(former) = pages.insert(label.to_owned(), Arc::clone(&live)) {
            former.store(false, Ordering::Relaxed);
        }
        live
    }
}

/// Sends everything there is to draw down the channel, then every change of it.
#[tauri::command]
#[expect(
    clippy::needless_pass_by_value,
    reason = "commands take their arguments by value"
)]
pub fn subscribe(
    webview: Webview,
    engine: State<'_, Engine>,
    subscriptions: State<'_, Subscriptions>,
    channel: Channel<InvokeResponseBody>,
) {
    let Some(page) = page_of(webview.label()) else {
        return;
    };
    let live = subscriptions.renew(webview.label());
    let sink = move |down: &str| {
        live.load(Ordering::Relaxed)
            && channel
                .send(InvokeResponseBody::Json(down.to_owned()))
                .is_ok()
    };
    engine.subscribe(page, Box::new(sink));
}

/// Takes an intent of the person. Which page it is from, its window says, and what their hands did there as well.
#[tauri::command]
#[expect(
    clippy::needless_pass_by_value,
    reason = "commands take their arguments by value"
)]
pub fn send(webview: Webview, engine: State<'_, Engine>, hands: State<'_, Hands>, intent: Intent) {
    if let Some(page) = page_of(webview.label()) {
        engine.send_from(page.id, intent, hands.of(webview.label()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_was_loaded_again_ends_its_former_subscription() {
        let subscriptions = Subscriptions::default();
        let first = subscriptions.renew("main");
        let other = subscriptions.renew("second");
        let again = subscriptions.renew("main");
        assert!(!first.load(Ordering::Relaxed));
        assert!(again.load(Ordering::Relaxed));
        assert!(other.load(Ordering::Relaxed));
    }
}
