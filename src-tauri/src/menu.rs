//! The menu of a desktop that has one for all programs, as macOS does. Elsewhere the page has a button for it.

use assent_core::preferences::Spoken;
use assent_core::view::MenuItem as Item;
use assent_engine::Engine;
use tauri::menu::{
    AboutMetadata, IsMenuItem, Menu, MenuEvent, MenuItem, PredefinedMenuItem, Submenu,
};
use tauri::{AppHandle, Manager, Wry};

use crate::{quit, window, words};

/// The item that ends the program. Not the system's own, which would not let us ask first.
const QUIT: &str = "quit";

/// What the page does, by the name that it and the words know it by, with the keys that are shown for it.
const ITEMS: [(Item, &str, Option<&str>); 13] = [
    (Item::NewSession, "new-session", Some("Cmd+N")),
    (Item::NewSessionIn, "new-session-in", None),
    (Item::OwnWindow, "own-window", None),
    (Item::CloseSession, "close-session", None),
    (Item::CloseWindow, "close-window", Some("Cmd+W")),
    (Item::NextAsk, "next-ask", Some("Cmd+J")),
    (Item::NextSession, "next-session", None),
    (Item::PreviousSession, "previous-session", None),
    (Item::Composer, "composer", Some("Cmd+L")),
    (Item::StopTurn, "stop-turn", Some("Cmd+Shift+X")),
    (Item::Agents, "agents", None),
    (Item::Record, "record", None),
    (Item::ExportRecord, "export-record", None),
];

/// Puts the menu into another language, where there is one.
pub fn speak(app: &AppHandle, language: Spoken) {
    if !cfg!(target_os = "macos") {
        return;
    }
    let handle = app.clone();
    let asked = app.run_on_main_thread(move || {
        let set = native(&handle, language).and_then(|menu| handle.set_menu(menu));
        if let Err(why) = set {
            tracing::warn!(%why, "the menu cannot be put into another language");
        }
    });
    if let Err(why) = asked {
        tracing::warn!(%why, "the menu cannot be reached");
    }
}

/// Makes the menu. The system's own items are named as well: what stands on them by itself is English.
pub fn native(app: &AppHandle, language: Spoken) -> tauri::Result<Menu<Wry>> {
    let words = &words::of(language).menu;
    let own = |wanted: &[Item]| -> tauri::Result<Vec<MenuItem<Wry>>> {
        let all = ITEMS.iter().filter(|(item, ..)| wanted.contains(item));
        all.map(|(_, id, keys)| {
            let title = words.items.get(*id).map_or(*id, String::as_str);
            MenuItem::with_id(app, *id, title, true, *keys)
        })
        .collect()
    };
    let about = AboutMetadata {
        version: Some(app.package_info().version.to_string()),
        ..AboutMetadata::default()
    };
    let program = Submenu::with_items(
        app,
        &app.package_info().name,
        true,
        &[
            &PredefinedMenuItem::about(app, Some(&words.about), Some(about))?,
            &PredefinedMenuItem::separator(app)?,
            &PredefinedMenuItem::services(app, Some(&words.services))?,
            &PredefinedMenuItem::separator(app)?,
            &PredefinedMenuItem::hide(app, Some(&words.hide))?,
            &PredefinedMenuItem::hide_others(app, Some(&words.hide_others))?,
            &PredefinedMenuItem::show_all(app, Some(&words.show_all))?,
            &PredefinedMenuItem::separator(app)?,
            &MenuItem::with_id(app, QUIT, &words.quit, true, Some("Cmd+Q"))?,
        ],
    )?;
    let edit = Submenu::with_items(
        app,
        &words.edit,
        true,
        &[
            &PredefinedMenuItem::undo(app, Some(&words.undo))?,
            &PredefinedMenuItem::redo(app, Some(&words.redo))?,
            &PredefinedMenuItem::separator(app)?,
            &PredefinedMenuItem::cut(app, Some(&words.cut))?,
            &PredefinedMenuItem::copy(app, Some(&words.copy))?,
            &PredefinedMenuItem::paste(app, Some(&words.paste))?,
            &PredefinedMenuItem::select_all(app, Some(&words.select_all))?,
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
    let view = Submenu::with_items(app, &words.view, true, &as_items(&view))?;
    view.append(&PredefinedMenuItem::separator(app)?)?;
    view.append(&PredefinedMenuItem::fullscreen(
        app,
        Some(&words.full_screen),
    )?)?;
    let windows = Submenu::with_items(
        app,
        &words.window,
        true,
        &[
            &PredefinedMenuItem::minimize(app, Some(&words.minimize))?,
            &PredefinedMenuItem::maximize(app, Some(&words.zoom))?,
        ],
    )?;
    Menu::with_items(
        app,
        &[
            &program,
            &Submenu::with_items(app, &words.file, true, &as_items(&file))?,
            &edit,
            &view,
            &windows,
            &Submenu::with_items(app, &words.help, true, &as_items(&help))?,
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

    #[test]
    fn every_item_has_words_and_the_other_way_round() {
        for language in [Spoken::En, Spoken::De] {
            let words = &words::of(language).menu.items;
            assert_eq!(words.len(), ITEMS.len());
            for (_, id, _) in ITEMS {
                assert!(words.contains_key(id), "{language:?} {id}");
            }
        }
    }
}
