//! What the engine needs of the desktop.

use std::io;
use std::path::PathBuf;

use assent_core::settings::Agreement;
use assent_engine::{Host, Saved};
use tauri::{AppHandle, UserAttentionType};
use tauri_plugin_dialog::DialogExt as _;

use crate::clipboard::Clipboard;
use crate::{agree, window};

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

    /// The system's own dialog asks where to; the page has no part in it.
    fn save(&self, name: &str, text: &str) -> io::Result<Saved> {
        let chosen = self
            .app
            .dialog()
            .file()
            .set_file_name(name)
            .blocking_save_file();
        let Some(chosen) = chosen else {
            return Ok(Saved::NotWanted);
        };
        let path = chosen.into_path().map_err(io::Error::other)?;
        assent_engine::write_whole(&path, text)?;
        Ok(Saved::Written)
    }

    fn agree(&self, to: &Agreement) -> bool {
        agree::ask(&self.app, to)
    }

    fn choose_folder(&self) -> Option<PathBuf> {
        let chosen = self.app.dialog().file().blocking_pick_folder()?;
        chosen.into_path().ok()
    }

    /// The system's own dialog: the page learns what was chosen only as something that is attached.
    fn choose(&self, folders: bool) -> Vec<PathBuf> {
        let dialog = self.app.dialog().file();
        let chosen = if folders {
            dialog.blocking_pick_folders()
        } else {
            dialog.blocking_pick_files()
        };
        let chosen = chosen.into_iter().flatten();
        chosen.filter_map(|it| it.into_path().ok()).collect()
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
