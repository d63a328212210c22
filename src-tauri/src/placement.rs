//! Where the windows stood is kept in a small file of the data folder, and they stand there again.
//!
//! Why not the plugin for this: it keeps its file in one place for each user, and what is kept here belongs to
//! the data folder, as everything else does.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Manager, PhysicalPosition, WebviewWindow, WebviewWindowBuilder, Wry};

use crate::geometry::{Kind, Screen, Stand, Stood, stand};
use crate::window::kind_of;

/// The file's name.
const FILE: &str = "windows.json";
/// How long after a change it is written. A window that has just been moved or made to fill the screen has
/// come to rest by then.
const AFTER: Duration = Duration::from_millis(500);

/// What is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    main: Option<Stood>,
    session: Option<Stood>,
}

impl Kept {
    fn of(&mut self, kind: Kind) -> &mut Option<Stood> {
        match kind {
            Kind::Main => &mut self.main,
            Kind::Session => &mut self.session,
        }
    }
}

/// Where the windows stand.
pub struct Placement {
    file: PathBuf,
    now: Mutex<Now>,
}

struct Now {
    kept: Kept,
    written: Kept,
    /// It is seen to that it will be written.
    due: bool,
}

impl Placement {
    /// Where they stood before. Without a file, or with one that cannot be read, windows stand as they do the
    /// first time.
    pub fn read(folder: &Path) -> Self {
        let file = folder.join(FILE);
        let text = std::fs::read(&file).ok();
        let kept: Option<Kept> = text.and_then(|text| serde_json::from_slice(&text).ok());
        let kept = kept.unwrap_or_default();
        Self {
            file,
            now: Mutex::new(Now {
                kept,
                written: kept,
                due: false,
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) {
        let kept = {
            let mut now = self.lock();
            now.due = false;
            if now.kept == now.written {
                return;
            }
            now.written = now.kept;
            now.kept
        };
        let text = serde_json::to_string(&kept).unwrap_or_default();
        if let Err(why) = assent_engine::replace_file(&self.file, &text) {
            tracing::warn!(%why, "where the windows stand could not be kept");
        }
    }
}

/// A window was moved or got another size: soon that is kept.
pub fn changed(app: &AppHandle) {
    let Some(placement) = app.try_state::<Placement>() else {
        return;
    };
    if std::mem::replace(&mut placement.lock().due, true) {
        return;
    }
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(AFTER).await;
        tauri::async_runtime::spawn_blocking(move || keep(&app));
    });
}

/// Keeps where the windows stand now.
pub fn keep(app: &AppHandle) {
    let placement = app.state::<Placement>();
    for (label, window) in app.webview_windows() {
        if let Some(kind) = kind_of(&label) {
            let before = *placement.lock().kept.of(kind);
            // One that is out of sight stands nowhere.
            if let Some(stood) = look(&window, before) {
                *placement.lock().kept.of(kind) = Some(stood);
            }
        }
    }
    placement.write();
}

fn look(window: &WebviewWindow, before: Option<Stood>) -> Option<Stood> {
    if window.is_minimized().ok()? || !window.is_visible().ok()? || window.is_fullscreen().ok()? {
        return None;
    }
    let scale = window.scale_factor().ok()?;
    let size = window.inner_size().ok()?.to_logical(scale);
    let stood = Stood {
        size: (size.width, size.height),
        at: window.outer_position().ok().map(|at| (at.x, at.y)),
        maximized: false,
    };
    let maximized = window.is_maximized().ok()?;
    // What fills the screen comes back, when it no longer does, to where it stood before.
    Some(if maximized {
        Stood {
            maximized,
            ..before.unwrap_or(stood)
        }
    } else {
        stood
    })
}

/// Opens a window where one of its kind stood.
pub fn build(
    app: &AppHandle,
    kind: Kind,
    builder: WebviewWindowBuilder<'_, Wry, AppHandle>,
) -> tauri::Result<WebviewWindow> {
    let Stand {
        size,
        at,
        maximized,
    } = find(app, kind);
    // Two in the same place would look like one.
    let all = app.webview_windows();
    let at = at.filter(|_| all.keys().all(|label| kind_of(label) != Some(kind)));
    let window = builder
        .inner_size(size.0, size.1)
        .maximized(maximized)
        .visible(at.is_none())
        .build()?;
    if let Some((x, y)) = at {
        window.set_position(PhysicalPosition::new(x, y))?;
        window.show()?;
    }
    Ok(window)
}

fn find(app: &AppHandle, kind: Kind) -> Stand {
    let all = app.available_monitors().unwrap_or_default();
    let mut screens: Vec<Screen> = all.iter().map(screen).collect();
    if let Ok(Some(main)) = app.primary_monitor() {
        let main = screen(&main);
        screens.sort_by_key(|it| *it != main);
    }
    let stood = *app.state::<Placement>().lock().kept.of(kind);
    stand(kind, stood, &screens)
}

fn screen(monitor: &tauri::Monitor) -> Screen {
    let area = monitor.work_area();
    Screen {
        at: (area.position.x, area.position.y),
        size: (area.size.width, area.size.height),
        scale: monitor.scale_factor(),
    }
}
