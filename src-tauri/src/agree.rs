//! The dialog, outside of the page, in which the person agrees to what is kept in the settings.

use std::time::{Duration, Instant};

use assent_core::settings::{Agreed, Agreement, Elsewhere};
use tauri::AppHandle;
use tauri_plugin_dialog::{
    DialogExt as _, MessageDialogButtons, MessageDialogKind, MessageDialogResult,
};

use crate::window;

/// A yes that comes sooner was pressed for something else.
const TOO_SOON: Duration = Duration::from_millis(800);
/// How often the dialog comes back after such a yes.
const AGAIN: u32 = 3;

/// Asks the person; gives whether they said yes.
pub fn ask(app: &AppHandle, to: &Agreement) -> bool {
    // Tests have nobody at the system's dialogs. What is shipped has no such way around them.
    if cfg!(debug_assertions)
        && let Some(answer) = std::env::var_os("ASSENT_TEST_AGREE")
    {
        return answer == "yes";
    }
    let (yes, no) = answers(to);
    for _ in 0..AGAIN {
        let buttons = MessageDialogButtons::OkCancelCustom(yes.to_owned(), no.to_owned());
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
        if said != MessageDialogResult::Custom(yes.to_owned()) {
            return false;
        }
        if shown.elapsed() >= TOO_SOON {
            return true;
        }
    }
    false
}

/// The words of a yes and of a no.
fn answers(to: &Agreement) -> (&'static str, &'static str) {
    match to.what {
        Agreed::Registry { .. } => ("Ask it", "Do not ask"),
        _ => ("Keep it", "Do not keep"),
    }
}

fn title(to: &Agreement) -> String {
    match &to.what {
        Agreed::Registry { host, .. } => format!("Ask {host} for a list of agents?"),
        Agreed::Agent { .. } | Agreed::AgentAt { .. } => format!("Keep the agent {}?", to.name),
        Agreed::Program { .. } | Agreed::Address { .. } => {
            format!("Keep the MCP server {}?", to.name)
        }
    }
}

fn words(to: &Agreement) -> String {
    let mut lines = Vec::new();
    match &to.what {
        Agreed::Agent { command } if to.elsewhere.is_some() => {
            lines.push(
                "It runs on another machine. What starts it here can do what you can do. \
                 It is started by:"
                    .to_owned(),
            );
            lines.push(command.clone());
        }
        Agreed::AgentAt {
            address,
            unencrypted,
            token,
        } => {
            lines.push(
                "It runs on another machine. It is sent what you write and attach. It is at:"
                    .to_owned(),
            );
            lines.push(address.clone());
            if *unencrypted {
                let what = if *token {
                    "What goes there, the token too,"
                } else {
                    "What goes there"
                };
                lines.push(format!(
                    "Not encrypted. {what} can be read and changed on the way."
                ));
            }
        }
        Agreed::Agent { command } => {
            lines.push("It is a program that can do what you can do. It is started by:".to_owned());
            lines.push(command.clone());
        }
        Agreed::Registry { address, host } => {
            lines.push(format!(
                "{host} is asked once for a list of agents, without any password. \
                 Nothing of the list is run. It is at:"
            ));
            lines.push(address.clone());
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
        let where_to = match to.elsewhere {
            Some(_) => "Folders on that machine:",
            None => "Folders:",
        };
        lines.push(where_to.to_owned());
        lines.push(to.folders.join("\n"));
    }
    if let Some(shared) = &to.elsewhere {
        lines.extend(shares(shared));
    }
    if !to.variables.is_empty() {
        let what = match to.what {
            Agreed::Address { .. } | Agreed::AgentAt { .. } => "Headers",
            _ => "Added environment",
        };
        lines.push(format!("{what}: {}", to.variables.join(", ")));
    }
    lines.join("\n\n")
}

/// What an agent on another machine may have of this one.
fn shares(shared: &Elsewhere) -> Vec<String> {
    let what = match (shared.files, shared.terminals) {
        (false, false) => {
            return vec!["It gets no files of this machine and runs no commands here.".to_owned()];
        }
        (true, false) => "It may read and write files of this machine in:",
        (false, true) => "It may run commands on this machine, beginning in:",
        (true, true) => "It may read and write files and run commands on this machine in:",
    };
    vec![what.to_owned(), shared.roots.join("\n")]
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
            elsewhere: None,
        };
        assert_eq!(title(&to), "Keep the agent Mine?");
        assert_eq!(
            words(&to),
            "It is a program that can do what you can do. It is started by:\n\n\
             npx 'my agent' --acp\n\nFolders:\n\n/home/ann\n\nAdded environment: PATH, API_KEY"
        );
        to.what = Agreed::AgentAt {
            address: "ws://10.0.0.7/acp".to_owned(),
            unencrypted: true,
            token: true,
        };
        to.elsewhere = Some(Elsewhere {
            files: true,
            terminals: false,
            roots: vec!["/home/ann/shared".to_owned()],
        });
        assert_eq!(
            words(&to),
            "It runs on another machine. It is sent what you write and attach. It is at:\n\n\
             ws://10.0.0.7/acp\n\n\
             Not encrypted. What goes there, the token too, can be read and changed on the way.\n\n\
             Folders on that machine:\n\n/home/ann\n\n\
             It may read and write files of this machine in:\n\n/home/ann/shared\n\n\
             Headers: PATH, API_KEY"
        );
        to.elsewhere = None;
        to.what = Agreed::Registry {
            address: "https://example.com/registry.json".to_owned(),
            host: "example.com".to_owned(),
        };
        assert_eq!(title(&to), "Ask example.com for a list of agents?");
        assert!(words(&to).contains("\n\nhttps://example.com/registry.json"));
        to.what = Agreed::Address {
            url: "https://mcp.example.com/".to_owned(),
        };
        to.folders.clear();
        assert!(words(&to).ends_with("https://mcp.example.com/\n\nHeaders: PATH, API_KEY"));
    }
}
