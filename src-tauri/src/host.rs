//! What the engine needs of the desktop.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use assent_core::effect::Attention;
use assent_core::id::SessionKey;
use assent_core::page::PageId;
use assent_core::preferences::Spoken;
use assent_core::settings::Agreement;
use assent_engine::{Engine, Host, Saved};
use tauri::{AppHandle, Manager as _, UserAttentionType};
use tauri_plugin_dialog::DialogExt as _;

use crate::announce::Announcements;
use crate::clipboard::Clipboard;
use crate::{agree, menu, quit, window};

/// The desktop, as the engine sees it.
pub struct Desktop {
    app: AppHandle,
    clipboard: Clipboard,
    announcements: Announcements,
    /// How much news the task bar was marked for.
    marked: AtomicU32,
    /// The language the pages are drawn in.
    spoken: Mutex<Spoken>,
}

impl Desktop {
    /// The desktop of a running app.
    pub fn new(app: AppHandle) -> Self {
        let chosen_in = app.clone();
        let tried_in = app.clone();
        let announcements = Announcements::start(
            Arc::new(move |turns| chosen(&chosen_in, turns)),
            Box::new(move |shown| tried(&tried_in, shown)),
        );
        Self {
            app,
            clipboard: Clipboard::start(),
            announcements,
            marked: AtomicU32::new(0),
            spoken: Mutex::default(),
        }
    }

    fn spoken(&self) -> Spoken {
        *self.spoken.lock().unwrap_or_else(PoisonError::into_inner)
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
        agree::ask(&self.app, to, self.spoken())
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

    fn open_window(&self, session: SessionKey) {
        window::open_session(&self.app, session);
    }

    fn come_forward(&self) {
        if let Some(window) = window::find(&self.app) {
            window::come_forward(&window);
        }
    }

    fn quit(&self) {
        quit::begin(&self.app);
    }

    fn close_window(&self, page: PageId) {
        window::close_of(&self.app, page);
    }

    fn speak(&self, language: Spoken) {
        let mut spoken = self.spoken.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *spoken, language) != language {
            menu::speak(&self.app, language);
        }
    }

    fn session_gone(&self, session: SessionKey) {
        window::close_session(&self.app, session);
    }

    /// Shows what waits in the task bar and by notifications. Never raises the window:
    /// a question that takes the focus also takes the next keystroke.
    fn attention(&self, now: &Attention) {
        self.announcements.show(now, self.spoken());
        let Some(window) = window::find(&self.app) else {
            return;
        };
        let marked = self.marked.swap(now.news, Ordering::Relaxed);
        // Neither the mark nor the count is offered by every desktop; the title is, and the page sets it.
        if !now.unseen {
            let _ = window.request_user_attention(None);
        } else if now.news > marked {
            let _ = window.request_user_attention(Some(UserAttentionType::Informational));
        }
        let count = i64::from(now.waiting);
        let _ = window.set_badge_count((count > 0).then_some(count));
    }
}

/// The person chose a notification: a window comes forward and shows what it was about.
fn chosen(app: &AppHandle, turns: bool) {
    if let Some(engine) = app.try_state::<Engine>() {
        engine.announcement_chosen(turns);
    }
}

/// The service for notifications showed the last one, or could not.
fn tried(app: &AppHandle, shown: bool) {
    if let Some(engine) = app.try_state::<Engine>() {
        engine.announced(shown);
    }
}
