//! The one window: it shows our own page and can go nowhere else.

use std::path::Path;

use assent_engine::Engine;
use tauri::utils::config::BackgroundThrottlingPolicy;
use tauri::webview::NewWindowResponse;
use tauri::{
    AppHandle, DragDropEvent, Manager, Url, UserAttentionType, WebviewUrl, WebviewWindow,
    WebviewWindowBuilder, Window, WindowEvent,
};

use crate::quit;

/// The window's label, which `capabilities/main.json` names.
const LABEL: &str = "main";
const TITLE: &str = "Assent";

/// The window, while there is one.
pub fn find(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(LABEL)
}

/// Opens the window; what the web engine itself keeps goes into `data_dir`.
pub fn open(app: &AppHandle, data_dir: &Path) -> tauri::Result<()> {
    WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title(TITLE)
        .inner_size(1100.0, 760.0)
        .min_inner_size(480.0, 320.0)
        .data_directory(data_dir.join("webview"))
        .devtools(cfg!(debug_assertions))
        // Streamed text must keep flowing while the window is behind another one.
        .background_throttling(BackgroundThrottlingPolicy::Disabled)
        .on_navigation(is_own)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .build()?;
    Ok(())
}

/// Tells the engine whether the person has a window of ours in front.
pub fn tell_focus(app: &AppHandle) {
    let mut windows = app.webview_windows().into_values();
    let focused = windows.any(|it| it.is_focused().unwrap_or(false));
    if let Some(engine) = app.try_state::<Engine>() {
        engine.focused(focused);
    }
}

/// The window's title, with how many questions wait.
pub fn title(waiting: u32) -> String {
    match waiting {
        0 => TITLE.to_owned(),
        waiting => format!("({waiting}) {TITLE}"),
    }
}

/// Hears of the window's own events.
pub fn on_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            quit::begin(window.app_handle());
        }
        WindowEvent::DragDrop(event) => on_drag(window, event),
        WindowEvent::Focused(focused) => {
            if *focused {
                let _ = window.request_user_attention(None::<UserAttentionType>);
            }
            tell_focus(window.app_handle());
        }
        _ => {}
    }
}

/// Files are dragged over the window: the page gets none of this, so it is told.
fn on_drag(window: &Window, event: &DragDropEvent) {
    let Some(engine) = window.try_state::<Engine>() else {
        return;
    };
    match event {
        // Text that is dragged within the page has no paths.
        DragDropEvent::Enter { paths, .. } if !paths.is_empty() => engine.drag_over(true),
        DragDropEvent::Leave => engine.drag_over(false),
        DragDropEvent::Drop { paths, .. } => {
            engine.drag_over(false);
            engine.drop_files(paths.clone());
        }
        _ => {}
    }
}

/// Whether an address is our own page. Frames, `about:` and `data:` addresses are asked about as well.
fn is_own(address: &Url) -> bool {
    match address.scheme() {
        "tauri" => address.host_str() == Some("localhost"),
        "http" if cfg!(windows) => {
            address.host_str() == Some("tauri.localhost") && address.port().is_none()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, expected: bool) {
        assert_eq!(is_own(&address.parse().unwrap()), expected, "{address}");
    }

    #[test]
    fn the_window_stays_on_its_own_page() {
        check("tauri://localhost", true);
        check("tauri://localhost/index.html#x", true);
        check("tauri://localhost.evil.example/", false);
        check("tauri://evil.example/", false);
        check("https://tauri.localhost/", false);
        check("http://tauri.localhost/", cfg!(windows));
        check("http://tauri.localhost:8080/", false);
        check("http://localhost/", false);
        check("https://github.com/", false);
        check("about:blank", false);
        check("data:text/html,x", false);
        check("file:///etc/passwd", false);
        check("javascript:alert(1)", false);
    }
}
