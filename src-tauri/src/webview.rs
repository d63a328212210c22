//! What the web engine of a window is to do, and how it draws: nothing is on that the pages do not use.
//!
//! Where the toolkit cannot be asked, as on macOS and Windows so far, the engine's own choice stands.

#[cfg(target_os = "linux")]
use std::path::Path;

use tauri::WebviewWindow;

/// Makes the web engine draw plainly where there is no graphics card. Must be called before there is a second thread, as
/// others may look at the variables meanwhile, and before there is a window: the engine looks once.
///
/// Why not by the engine's setting for it: it is heard by a page that is there already, which then draws as before with
/// what it no longer has when its window changes its size, and ends (seen with `WebKitGTK` 2.50).
#[cfg(target_os = "linux")]
pub fn choose_drawing() {
    /// What `WebKitGTK` reads. Programs that are started inherit it; where it counts to them, so does its reason.
    const PLAIN: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

    if !has_graphics_card(Path::new("/dev")) && gtk::glib::setenv(PLAIN, "1", false).is_err() {
        tracing::warn!("windows are drawn as if there was a graphics card: {PLAIN} cannot be set");
    }
}

/// Nothing to choose.
#[cfg(not(target_os = "linux"))]
pub fn choose_drawing() {}

/// Turns off what no page uses in the web engine of a window.
#[cfg(target_os = "linux")]
pub fn set_up(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{SettingsExt as _, WebViewExt as _};

    window.with_webview(|webview| {
        let Some(settings) = webview.inner().settings() else {
            return;
        };
        settings.set_enable_media(false);
        settings.set_enable_media_stream(false);
        settings.set_enable_webaudio(false);
        settings.set_enable_webgl(false);
        // There is only ever one page, which nobody comes back to.
        settings.set_enable_page_cache(false);
    })
}

/// Nothing to do.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub fn set_up(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Whether there is a graphics card among the devices in a folder that this program may draw with. Without one, layers
/// that are put together as if there was cost three times the work and a third more memory, as in virtual
/// machines and over remote desktops.
///
/// Nothing is opened: that would wake a card that sleeps.
#[cfg(target_os = "linux")]
fn has_graphics_card(devices: &Path) -> bool {
    use rustix::fs::{Access, access};

    let usable = |path: &Path| access(path, Access::READ_OK | Access::WRITE_OK).is_ok();
    let nodes = std::fs::read_dir(devices.join("dri"));
    let mut rendering = nodes
        .into_iter()
        .flatten()
        .flatten()
        .filter(|node| node.file_name().as_encoded_bytes().starts_with(b"renderD"));
    rendering.any(|node| usable(&node.path()))
        // Cards whose makers have ways of their own: a driver that is not the kernel's, and a guest of Windows.
        || ["nvidiactl", "dxg"].iter().any(|node| usable(&devices.join(node)))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::{create_dir, write};

    use super::*;

    #[test]
    fn a_card_is_one_that_renders() {
        let devices = tempfile::tempdir().unwrap();
        assert!(!has_graphics_card(devices.path()), "no devices");
        create_dir(devices.path().join("dri")).unwrap();
        write(devices.path().join("dri/card0"), "").unwrap();
        assert!(!has_graphics_card(devices.path()), "a screen alone");
        write(devices.path().join("dri/renderD128"), "").unwrap();
        assert!(has_graphics_card(devices.path()));
    }

    #[test]
    fn a_card_may_have_its_makers_driver() {
        for name in ["nvidiactl", "dxg"] {
            let devices = tempfile::tempdir().unwrap();
            write(devices.path().join(name), "").unwrap();
            assert!(has_graphics_card(devices.path()), "{name}");
        }
    }
}
