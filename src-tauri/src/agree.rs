//! The dialog, outside of the page, in which the person agrees to what is kept in the settings.

use std::time::{Duration, Instant};

use assent_core::preferences::Spoken;
use assent_core::settings::{Agreed, Agreement, Elsewhere};
use tauri::AppHandle;
use tauri_plugin_dialog::{
    DialogExt as _, MessageDialogButtons, MessageDialogKind, MessageDialogResult,
};

use crate::window;
use crate::words::{self, Agree, fill};

/// A yes that comes sooner was pressed for something else.
const TOO_SOON: Duration = Duration::from_millis(800);
/// How often the dialog comes back after such a yes.
const AGAIN: u32 = 3;

/// Asks the person, in a language; gives whether they said yes.
pub fn ask(app: &AppHandle, to: &Agreement, language: Spoken) -> bool {
    // Tests have nobody at the system's dialogs. What is shipped has no such way around them.
    if cfg!(debug_assertions)
        && let Some(answer) = std::env::var_os("ASSENT_TEST_AGREE")
    {
        return answer == "yes";
    }
    let words = &words::of(language).agree;
    let (yes, no) = answers(to, words);
    for _ in 0..AGAIN {
        let buttons = MessageDialogButtons::OkCancelCustom(yes.to_owned(), no.to_owned());
        let mut dialog = app
            .dialog()
            .message(text(to, words))
            .title(title(to, words))
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
fn answers<'w>(to: &Agreement, words: &'w Agree) -> (&'w str, &'w str) {
    match to.what {
        Agreed::Registry { .. } => (&words.ask, &words.do_not_ask),
        _ => (&words.keep, &words.do_not_keep),
    }
}

fn title(to: &Agreement, words: &Agree) -> String {
    match &to.what {
        Agreed::Registry { host, .. } => fill(&words.registry_title, "host", host),
        Agreed::Agent { .. } | Agreed::AgentAt { .. } => fill(&words.agent_title, "name", &to.name),
        Agreed::Program { .. } | Agreed::Address { .. } => {
            fill(&words.server_title, "name", &to.name)
        }
    }
}

fn text(to: &Agreement, words: &Agree) -> String {
    let mut lines = Vec::new();
    match &to.what {
        Agreed::Agent { command } => {
            let what = match to.elsewhere {
                Some(_) => &words.agent_elsewhere,
                None => &words.agent,
            };
            lines.extend([what.clone(), command.clone()]);
        }
        Agreed::AgentAt {
            address,
            unencrypted,
            token,
        } => {
            lines.extend([words.agent_at.clone(), address.clone()]);
            if *unencrypted {
                let what = if *token {
                    &words.unencrypted_token
                } else {
                    &words.unencrypted
                };
                lines.push(what.clone());
            }
        }
        Agreed::Registry { address, host } => {
            lines.extend([fill(&words.registry, "host", host), address.clone()]);
        }
        Agreed::Program { command } => lines.extend([words.program.clone(), command.clone()]),
        Agreed::Address { url } => lines.extend([words.address.clone(), url.clone()]),
    }
    if !to.folders.is_empty() {
        let where_to = match to.elsewhere {
            Some(_) => &words.folders_there,
            None => &words.folders,
        };
        lines.extend([where_to.clone(), to.folders.join("\n")]);
    }
    if let Some(shared) = &to.elsewhere {
        lines.extend(shares(shared, words));
    }
    if !to.variables.is_empty() {
        let what = match to.what {
            Agreed::Address { .. } | Agreed::AgentAt { .. } => &words.headers,
            _ => &words.environment,
        };
        lines.push(fill(what, "names", &to.variables.join(", ")));
    }
    lines.join("\n\n")
}

/// What an agent on another machine may have of this one.
fn shares(shared: &Elsewhere, words: &Agree) -> Vec<String> {
    let what = match (shared.files, shared.terminals) {
        (false, false) => return vec![words.shares_nothing.clone()],
        (true, false) => &words.shares_files,
        (false, true) => &words.shares_terminals,
        (true, true) => &words.shares_both,
    };
    vec![what.clone(), shared.roots.join("\n")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialog_shows_what_is_kept() {
        let english = &words::of(Spoken::En).agree;
        let mut to = Agreement {
            name: "Mine".to_owned(),
            what: Agreed::Agent {
                command: "npx 'my agent' --acp".to_owned(),
            },
            variables: vec!["PATH".to_owned(), "API_KEY".to_owned()],
            folders: vec!["/home/ann".to_owned()],
            elsewhere: None,
        };
        assert_eq!(title(&to, english), "Keep the agent Mine?");
        assert_eq!(
            text(&to, english),
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
            text(&to, english),
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
        assert_eq!(title(&to, english), "Ask example.com for a list of agents?");
        assert!(text(&to, english).contains("\n\nhttps://example.com/registry.json"));
        to.what = Agreed::Address {
            url: "https://mcp.example.com/".to_owned(),
        };
        to.folders.clear();
        assert!(text(&to, english).ends_with("https://mcp.example.com/\n\nHeaders: PATH, API_KEY"));
    }

    #[test]
    fn the_dialog_shows_all_of_it_in_every_language() {
        let german = &words::of(Spoken::De).agree;
        let to = Agreement {
            name: "Mine".to_owned(),
            what: Agreed::AgentAt {
                address: "ws://10.0.0.7/acp".to_owned(),
                unencrypted: true,
                token: true,
            },
            variables: vec!["API_KEY".to_owned()],
            folders: vec!["/home/ann".to_owned()],
            elsewhere: Some(Elsewhere {
                files: true,
                terminals: true,
                roots: vec!["/home/ann/shared".to_owned()],
            }),
        };
        assert_eq!(title(&to, german), "Den Agenten Mine speichern?");
        assert_eq!(answers(&to, german), ("Speichern", "Nicht speichern"));
        let text = text(&to, german);
        for part in [
            "ws://10.0.0.7/acp",
            "/home/ann",
            "/home/ann/shared",
            "API_KEY",
        ] {
            assert!(text.contains(part), "{part}");
        }
        assert!(text.contains("Nicht verschlüsselt") && text.contains("auch das Token"));
    }
}
