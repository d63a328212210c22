//! The windows: each shows our own page and can go nowhere else.
//!
//! A window's label says which page it is and what that shows; the page itself has no say in it.

use std::path::PathBuf;

use assent_core::id::SessionKey;
use assent_core::page::{Page, PageId, Shows};
use assent_engine::Engine;
use tauri::utils::config::BackgroundThrottlingPolicy;
use tauri::webview::NewWindowResponse;
use tauri::{
    AppHandle, DragDropEvent, Manager, Url, UserAttentionType, WebviewUrl, WebviewWindow,
    WebviewWindowBuilder, Window, WindowEvent, Wry,
};

use crate::geometry::Kind;
use crate::{hands, placement, quit, webview};

/// The main window's label. `capabilities/main.json` names it, and those of the others by their beginning.
const MAIN: &str = "main";
/// What the label of a session's own window begins with; the session's key follows.
const SESSION: &str = "session-";
/// The main window's page.
pub const MAIN_PAGE: PageId = PageId(1);
/// Characters of a window's title.
const MOST_TITLE: usize = 200;

type Builder<'app> = WebviewWindowBuilder<'app, Wry, AppHandle>;

/// The folder for everything that is kept.
pub struct DataFolder(pub PathBuf);

/// The main window, while there is one.
pub fn find(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(MAIN)
}

/// The page of a window. None for a label that no window of ours has.
pub fn page_of(label: &str) -> Option<Page> {
    if label == MAIN {
        return Some(Page::all(MAIN_PAGE));
    }
    let key: u32 = label.strip_prefix(SESSION)?.parse().ok()?;
    let page = PageId(MAIN_PAGE.0.checked_add(key)?);
    // Keys count from 1, so none of these is the main window's.
    (key > 0).then_some(Page::of_session(page, SessionKey(key)))
}

/// The kind of a window, by its label.
pub fn kind_of(label: &str) -> Option<Kind> {
    Some(match page_of(label)?.shows {
        Shows::All => Kind::Main,
        Shows::Session { .. } => Kind::Session,
    })
}

/// The label of the window of a page.
fn label_of(page: PageId) -> Option<String> {
    match page.0.checked_sub(MAIN_PAGE.0)? {
        0 => Some(MAIN.to_owned()),
        key => Some(format!("{SESSION}{key}")),
    }
}

/// The page of the window that has the focus, else the main window's.
pub fn focused(app: &AppHandle) -> PageId {
    let all = app.webview_windows();
    let focused = all
        .values()
        .find(|window| window.is_focused().unwrap_or(false));
    focused
        .and_then(|window| page_of(window.label()))
        .map_or(MAIN_PAGE, |page| page.id)
}

/// Opens the main window.
pub fn open_main(app: &AppHandle) -> tauri::Result<()> {
    open(app, MAIN, Kind::Main).map(drop)
}

/// Opens a session's own window; one that is open comes forward. Not to be called on the main thread.
pub fn open_session(app: &AppHandle, session: SessionKey) {
    let label = format!("{SESSION}{}", session.0);
    if let Some(window) = app.get_webview_window(&label) {
        come_forward(&window);
    } else if let Err(why) = open(app, &label, Kind::Session) {
        tracing::warn!(%why, "a window could not be opened");
    }
}

/// Lets a window come forward, from wherever it is.
pub fn come_forward(window: &WebviewWindow) {
    // What one desktop cannot do is no reason not to do the rest.
    let _ = window.unminimize();
    let _ = window.show();
    let _ = window.set_focus();
}

/// Closes a session's own window, as there is nothing left to show in it.
pub fn close_session(app: &AppHandle, session: SessionKey) {
    if let Some(window) = app.get_webview_window(&format!("{SESSION}{}", session.0)) {
        let _ = window.close();
    }
}

/// Does what the button for closing does for the window of a page.
pub fn close_of(app: &AppHandle, page: PageId) {
    let window = label_of(page).and_then(|label| app.get_webview_window(&label));
    if let Some(window) = window {
        let _ = window.close();
    }
}

/// Takes all windows out of sight.
pub fn hide_all(app: &AppHandle) {
    for window in app.webview_windows().values() {
        let _ = window.hide();
    }
}

/// Opens a window; what the web engine itself keeps goes into the data folder.
fn open(app: &AppHandle, label: &str, kind: Kind) -> tauri::Result<WebviewWindow> {
    let folder = app.state::<DataFolder>().0.join("webview");
    let builder = WebviewWindowBuilder::new(app, label, WebviewUrl::default())
        .title("Assent")
        .min_inner_size(480.0, 320.0)
        .data_directory(folder)
        .devtools(cfg!(debug_assertions))
        // Streamed text must keep flowing while the window is behind another one.
        .background_throttling(BackgroundThrottlingPolicy::Disabled)
        .on_navigation(is_own)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .on_document_title_changed(|window, title| {
            let title: String = title.chars().take(MOST_TITLE).collect();
            let _ = window.set_title(&title);
        });
    let window = placement::build(app, kind, secluded(builder))?;
    webview::set_up(&window)?;
    hands::watch(&window)?;
    Ok(window)
}

/// Nothing of the page comes over a network, so whatever a script in it would send there goes to a proxy that nobody
/// can be: for lower ports a program needs more rights than a person has. The page's policy knows nothing of a
/// connection that is only prepared, or of a name that is only looked up.
fn secluded(builder: Builder<'_>) -> Builder<'_> {
    match "http://127.0.0.1:1".parse() {
        Ok(nobody) if cfg!(target_os = "linux") => builder.proxy_url(nobody),
        // Elsewhere our own page may come the same way.
        _ => builder,
    }
}

/// Tells the engine whether the person has a window of ours in front.
pub fn tell_focus(app: &AppHandle) {
    let mut windows = app.webview_windows().into_values();
    let focused = windows.any(|it| it.is_focused().unwrap_or(false));
    if let Some(engine) = app.try_state::<Engine>() {
        engine.focused(focused);
    }
}

/// Hears of a window's own events.
pub fn on_event(window: &Window, event: &WindowEvent) {
    let Some(page) = page_of(window.label()) else {
        return;
    };
    match event {
        WindowEvent::CloseRequested { api, .. } if page.id == MAIN_PAGE => {
            api.prevent_close();
            quit::wanted(window.app_handle(), page.id);
        }
        WindowEvent::CloseRequested { .. } => placement::keep(window.app_handle()),
        WindowEvent::Destroyed => {
            if let Some(engine) = window.try_state::<Engine>() {
                engine.page_gone(page.id);
            }
        }
        WindowEvent::DragDrop(event) => on_drag(window, page.id, event),
        WindowEvent::Focused(focused) => {
            if *focused {
                let _ = window.request_user_attention(None::<UserAttentionType>);
            }
            tell_focus(window.app_handle());
        }
        WindowEvent::Moved(_) | WindowEvent::Resized(_) => placement::changed(window.app_handle()),
        _ => {}
    }
}

/// Files are dragged over the window: the page gets none of this, so it is told.
fn on_drag(window: &Window, page: PageId, event: &DragDropEvent) {
    let Some(engine) = window.try_state::<Engine>() else {
        return;
    };
    match event {
        // Text that is dragged within the page has no paths.
        DragDropEvent::Enter { paths, .. } if !paths.is_empty() => engine.drag_over(page, true),
        DragDropEvent::Leave => engine.drag_over(page, false),
        DragDropEvent::Drop { paths, .. } => {
            engine.drag_over(page, false);
            engine.drop_files(page, paths.clone());
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

    #[test]
    fn a_label_says_what_its_page_shows() {
        let main = Page::all(PageId(1));
        let own = Page::of_session(PageId(8), SessionKey(7));
        for (label, expected) in [
            ("main", Some(main)),
            ("session-7", Some(own)),
            ("session-0", None),
            ("session-4294967295", None),
            ("session--1", None),
            ("session-", None),
            ("other", None),
            ("", None),
        ] {
            assert_eq!(page_of(label), expected, "{label}");
            if let Some(page) = expected {
                assert_eq!(label_of(page.id).as_deref(), Some(label));
            }
        }
        assert_eq!(label_of(PageId::NONE), None);
    }
}
