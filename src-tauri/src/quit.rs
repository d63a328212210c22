//! The end of the program: first everything open is answered, then the window goes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use assent_core::page::PageId;
use assent_engine::Engine;
use tauri::{AppHandle, Manager};

use crate::{placement, window};

/// How long agents may take to end before the program ends without them. The engine itself ends them
/// by force well before that.
const LIMIT: Duration = Duration::from_secs(10);

/// Whether the program is on its way out.
#[derive(Default)]
pub struct Leaving(AtomicBool);

/// The person wants the end, on this page: what there is to ask about is asked there first.
pub fn wanted(app: &AppHandle, page: PageId) {
    if !has_begun(app) {
        app.state::<Engine>().close_wanted(page);
    }
}

/// Begins the end, once: the window goes out of sight, the engine answers and stops its agents, and the
/// program exits.
pub fn begin(app: &AppHandle) {
    if app.state::<Leaving>().0.swap(true, Ordering::Relaxed) {
        return;
    }
    placement::keep(app);
    window::hide_all(app);
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let ended = tokio::time::timeout(LIMIT, app.state::<Engine>().quit()).await;
        if ended.is_err() {
            tracing::warn!("some agents did not end in time");
        }
        app.exit(0);
    });
}

/// Whether the end has begun.
pub fn has_begun(app: &AppHandle) -> bool {
    app.state::<Leaving>().0.load(Ordering::Relaxed)
}

/// Takes the signals that ask a program to end for the person closing the window.
pub fn on_signals(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        match asked_to_end().await {
            Ok(()) => begin(&app),
            Err(why) => tracing::warn!(%why, "signals cannot be heard"),
        }
    });
}

#[cfg(unix)]
async fn asked_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = hang_up.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn asked_to_end() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
