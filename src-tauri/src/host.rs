//! What the engine needs of the desktop.

use assent_engine::Host;
use tauri::{AppHandle, UserAttentionType};

use crate::clipboard::Clipboard;
use crate::window;

/// The desktop, as the engine sees it.
pub struct Desktop {
    app: AppHandle,
    clipboard: Clipboard,
}

impl Desktop {
    /// The desktop of a running app.
    pub fn new(app: AppHandle) -> Self {
        Self {
            app,
            clipboard: Clipboard::start(),
        }
    }
}

impl Host for Desktop {
    fn copy(&self, text: &str) -> bool {
        self.clipboard.copy(text)
    }

    /// Marks the window in the task bar while something waits and the person is elsewhere. Never raises
    /// it: a question that takes the focus also takes the next keystroke.
    fn attention(&self, waiting: usize) {
        let Some(window) = window::find(&self.app) else {
            return;
        };
        let elsewhere = !window.is_focused().unwrap_or(false);
        let wanted = (waiting > 0 && elsewhere).then_some(UserAttentionType::Informational);
        let count = i64::try_from(waiting).ok().filter(|&count| count > 0);
        // Neither is offered by every desktop, and the window itself shows what waits.
        let _ = window.request_user_attention(wanted);
        let _ = window.set_badge_count(count);
    }
}
