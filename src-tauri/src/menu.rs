//! The menu of a desktop that has one for all programs, as macOS does. Elsewhere the page has a button for it.

use assent_core::view::MenuItem as Item;
use assent_engine::Engine;
use tauri::menu::{
    AboutMetadata, IsMenuItem, Menu, MenuEvent, MenuItem, PredefinedMenuItem, Submenu,
};
use tauri::{AppHandle, Manager, Wry};

use crate::{quit, window};

/// The item that ends the program. Not the system's own, which would not let us ask first.
const QUIT: &str = "quit";

/// What the page does, with the keys that are shown for it.
const ITEMS: [(Item, &str, &str, Option<&str>); 13] = [
    (
        Item::NewSession,
        "new-session",
        "New Session",
        Some("Cmd+N"),
    ),
    (
        Item::NewSessionIn,
        "new-session-in",
        "New Session in Another Folder…",
        None,
    ),
    (
        Item::OwnWindow,
        "own-window",
        "Open Session in Its Own Window",
        None,
    ),
    (Item::CloseSession, "close-session", "Close Session", None),
    (
        Item::CloseWindow,
        "close-window",
        "Close Window",
        Some("Cmd+W"),
    ),
    (
        Item::NextAsk,
        "next-ask",
        "Go to the Oldest Question",
        Some("Cmd+J"),
    ),
    (Item::NextSession, "next-session", "Next Session", None),
    (
        Item::PreviousSession,
        "previous-session",
        "Previous Session",
        None,
    ),
    (Item::Composer, "composer", "Write a Message", Some("Cmd+L")),
    (
        Item::StopTurn,
        "stop-turn",
        "Stop the Turn",
        Some("Cmd+Shift+X"),
    ),
    (Item::Agents, "agents", "Set Up Agents", None),
    (Item::Record, "record", "Consent Record", None),
    (
        Item::ExportRecord,
        "export-record",
        "Export the Consent Record…",
        None,
    ),
];

/// Makes the menu.
pub fn native(app: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let own = |wanted: &[Item]| -> tauri::Result<Vec<MenuItem<Wry>>> {
        let all = ITEMS.iter().filter(|(item, ..)| wanted.contains(item));
        all.map(|(_, id, title, keys)| MenuItem::with_id(app, *id, *title, true, *keys))
            .collect()
    };
    let about = AboutMetadata {
        version: Some(app.package_info().version.to_string()),
        ..AboutMetadata::default()
    };
    let name = &app.package_info().name;
    let program = Submenu::with_items(
        app,
        name,
        true,
        &[
            &PredefinedMenuItem::about(app, None, Some(about))?,
            &PredefinedMenuItem::separator(app)?,
            &PredefinedMenuItem::services(app, None)?,
            &PredefinedMenuItem::separator(app)?,
            &PredefinedMenuItem::hide(app, None)?,
            &PredefinedMenuItem::hide_others(app, None)?,
            &PredefinedMenuItem::show_all(app, None)?,
            &PredefinedMenuItem::separator(app)?,
            &MenuItem::with_id(app, QUIT, format!("Quit {name}"), true, Some("Cmd+Q"))?,
        ],
    )?;
    let edit = Submenu::with_items(
        app,
        "Edit",
        true,
        &[
            &PredefinedMenuItem::undo(app, None)?,
            &PredefinedMenuItem::redo(app, None)?,
            &PredefinedMenuItem::separator(app)?,
            &PredefinedMenuItem::cut(app, None)?,
            &PredefinedMenuItem::copy(app, None)?,
            &PredefinedMenuItem::paste(app, None)?,
            &PredefinedMenuItem::select_all(app, None)?,
        ],
    )?;
    let file = own(&[
        Item::NewSession,
        Item::NewSessionIn,
        Item::OwnWindow,
        Item::CloseSession,
        Item::CloseWindow,
    ])?;
    let view = own(&[
        Item::NextAsk,
        Item::NextSession,
        Item::PreviousSession,
        Item::Composer,
        Item::StopTurn,
    ])?;
    let help = own(&[Item::Agents, Item::Record, Item::ExportRecord])?;
    let view = Submenu::with_items(app, "View", true, &as_items(&view))?;
    view.append(&PredefinedMenuItem::separator(app)?)?;
    view.append(&PredefinedMenuItem::fullscreen(app, None)?)?;
    let windows = Submenu::with_items(
        app,
        "Window",
        true,
        &[
            &PredefinedMenuItem::minimize(app, None)?,
            &PredefinedMenuItem::maximize(app, None)?,
        ],
    )?;
    Menu::with_items(
        app,
        &[
            &program,
            &Submenu::with_items(app, "File", true, &as_items(&file))?,
            &edit,
            &view,
            &windows,
            &Submenu::with_items(app, "Help", true, &as_items(&help))?,
        ],
    )
}

fn as_items(items: &[MenuItem<Wry>]) -> Vec<&dyn IsMenuItem<Wry>> {
    items
        .iter()
        .map(|item| item as &dyn IsMenuItem<Wry>)
        .collect()
}

/// Something was chosen from it.
#[expect(clippy::needless_pass_by_value, reason = "the event comes by value")]
pub fn on_event(app: &AppHandle, event: MenuEvent) {
    let page = window::focused(app);
    let chosen = event.id().as_ref();
    if chosen == QUIT {
        quit::wanted(app, page);
    } else if let Some((item, ..)) = ITEMS.iter().find(|(_, id, ..)| chosen == *id) {
        app.state::<Engine>().menu_chosen(page, *item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_has_the_name_that_the_page_knows_it_by() {
        for (item, id, ..) in ITEMS {
            assert_eq!(serde_json::to_value(item).unwrap(), id);
        }
    }
}
