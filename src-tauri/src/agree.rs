//! The dialog, outside of the page, in which the person agrees to what is kept in the settings.

use std::time::{Duration, Instant};

use assent_core::settings::{Agreed, Agreement};
use tauri::AppHandle;
use tauri_plugin_dialog::{
    DialogExt as _, MessageDialogButtons, MessageDialogKind, MessageDialogResult,
};

use crate::window;

/// A yes that comes sooner was pressed for something else.
const TOO_SOON: Duration = Duration::from_millis(800);
/// How often the dialog comes back after such a yes.
const AGAIN: u32 = 3;
const YES: &str = "Keep it";
const NO: &str = "Do not keep";

/// Asks the person; gives whether they said yes.
pub fn ask(app: &AppHandle, to: &Agreement) -> bool {
    // Tests have nobody at the system's dialogs. What is shipped has no such way around them.
    if cfg!(debug_assertions)
        && let Some(answer) = std::env::var_os("ASSENT_TEST_AGREE")
    {
        return answer == "yes";
    }
    for _ in 0..AGAIN {
        let buttons = MessageDialogButtons::OkCancelCustom(YES.to_owned(), NO.to_owned());
        let mut dialog = app
            .dialog()
            .message(words(to))
            .title(title(to))
            .kind(MessageDialogKind::Warning)
            .buttons(buttons);
        if let Some(window) = window::find(app) {
            dialog = dialog.parent(&window);
        }
        let shown = Instant::now();
        let said = dialog.blocking_show_with_result();
        if said != MessageDialogResult::Custom(YES.to_owned()) {
            return false;
        }
        if shown.elapsed() >= TOO_SOON {
            return true;
        }
    }
    false
}

fn title(to: &Agreement) -> String {
    match &to.what {
        Agreed::Agent { .. } => format!("Keep the agent {}?", to.name),
        Agreed::Program { .. } | Agreed::Address { .. } => {
            format!("Keep the MCP server {}?", to.name)
        }
    }
}

fn words(to: &Agreement) -> String {
    let mut lines = Vec::new();
    match &to.what {
        Agreed::Agent { command } => {
            lines.push("It is a program that can do what you can do. It is started by:".to_owned());
            lines.push(command.clone());
        }
        Agreed::Program { command } => {
            lines.push(
                "Agents start it, and it can do what you can do. It is started by:".to_owned(),
            );
            lines.push(command.clone());
        }
        Agreed::Address { url } => {
            lines.push(
                "Agents send it what they work on, and use its answers. It is at:".to_owned(),
            );
            lines.push(url.clone());
        }
    }
    if !to.folders.is_empty() {
        lines.push("Folders:".to_owned());
        lines.push(to.folders.join("\n"));
    }
    if !to.variables.is_empty() {
        let what = match to.what {
            Agreed::Address { .. } => "Headers",
            _ => "Added environment",
        };
        lines.push(format!("{what}: {}", to.variables.join(", ")));
    }
    lines.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialog_shows_what_is_kept() {
        let mut to = Agreement {
            name: "Mine".to_owned(),
            what: Agreed::Agent {
                command: "npx 'my agent' --acp".to_owned(),
            },
            variables: vec!["PATH".to_owned(), "API_KEY".to_owned()],
            folders: vec!["/home/ann".to_owned()],
        };
        assert_eq!(title(&to), "Keep the agent Mine?");
        assert_eq!(
            words(&to),
            "It is a program that can do what you can do. It is started by:\n\n\
             npx 'my agent' --acp\n\nFolders:\n\n/home/ann\n\nAdded environment: PATH, API_KEY"
        );
        to.what = Agreed::Address {
            url: "https://mcp.example.com/".to_owned(),
        };
        to.folders.clear();
        assert!(words(&to).ends_with("https://mcp.example.com/\n\nHeaders: PATH, API_KEY"));
    }
}
