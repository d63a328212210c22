//! The words that stand outside of the pages: menu, notifications, and the dialog for what is kept.
//!
//! Why they are compiled in, and not handed over by a page: a page must have no say in what that dialog shows. They
//! lie beside those of the pages, in `ui/src/i18n/desktop`. A page only says which of the languages it is drawn in.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use assent_core::preferences::Spoken;
use serde::Deserialize;

/// All of them, in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    pub menu: Menu,
    pub notice: Notice,
    pub agree: Agree,
}

/// The menu of a desktop that has one for all programs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Menu {
    /// What the page does, by the names it knows it by.
    pub items: BTreeMap<String, String>,
    pub about: String,
    pub services: String,
    pub hide: String,
    pub hide_others: String,
    pub show_all: String,
    pub quit: String,
    pub file: String,
    pub edit: String,
    pub undo: String,
    pub redo: String,
    pub cut: String,
    pub copy: String,
    pub paste: String,
    pub select_all: String,
    pub view: String,
    pub full_screen: String,
    pub window: String,
    pub minimize: String,
    pub zoom: String,
    pub help: String,
}

/// Notifications: the title of each, and what stands below.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    pub open: String,
    pub form: String,
    pub form_text: String,
    pub link: String,
    pub link_text: String,
    pub permission: String,
    pub permission_text: String,
    pub sign_in: String,
    pub sign_in_text: String,
    pub asks: String,
    pub asks_text: String,
    pub done: String,
    pub done_text: String,
    pub stopped: String,
    pub stopped_text: String,
    pub turns: String,
    pub turns_text: String,
}

/// The dialog in which the person agrees to what is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agree {
    pub keep: String,
    pub do_not_keep: String,
    pub ask: String,
    pub do_not_ask: String,
    pub registry_title: String,
    pub agent_title: String,
    pub server_title: String,
    pub agent: String,
    pub agent_elsewhere: String,
    pub agent_at: String,
    pub unencrypted: String,
    pub unencrypted_token: String,
    pub registry: String,
    pub program: String,
    pub address: String,
    pub folders: String,
    pub folders_there: String,
    pub headers: String,
    pub environment: String,
    pub shares_nothing: String,
    pub shares_files: String,
    pub shares_terminals: String,
    pub shares_both: String,
}

/// The words of a language.
pub fn of(language: Spoken) -> &'static Words {
    static ENGLISH: OnceLock<Words> = OnceLock::new();
    static GERMAN: OnceLock<Words> = OnceLock::new();
    match language {
        Spoken::En => {
            ENGLISH.get_or_init(|| read(include_str!("../../ui/src/i18n/desktop/en.json")))
        }
        Spoken::De => {
            GERMAN.get_or_init(|| read(include_str!("../../ui/src/i18n/desktop/de.json")))
        }
    }
}

fn read(table: &str) -> Words {
    serde_json::from_str(table).expect("a table of words that is compiled in can be read")
}

/// A sentence with what it is about in the place of `{name}`. What is put in is not looked at again.
pub fn fill(sentence: &str, name: &str, about: &str) -> String {
    sentence.replace(&format!("{{{name}}}"), about)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places to fill in of every sentence.
    fn places(table: &str) -> Vec<(String, Vec<String>)> {
        fn visit(value: &serde_json::Value, at: &str, all: &mut Vec<(String, Vec<String>)>) {
            if let Some(members) = value.as_object() {
                for (name, member) in members {
                    visit(member, &format!("{at}.{name}"), all);
                }
            }
            let Some(text) = value.as_str() else { return };
            let names = text
                .split('{')
                .skip(1)
                .filter_map(|it| it.split('}').next());
            all.push((at.to_owned(), names.map(str::to_owned).collect()));
        }
        let mut all = Vec::new();
        visit(&serde_json::from_str(table).unwrap(), "", &mut all);
        all
    }

    #[test]
    fn every_language_has_the_same_words_about_the_same_things() {
        let english = places(include_str!("../../ui/src/i18n/desktop/en.json"));
        let german = places(include_str!("../../ui/src/i18n/desktop/de.json"));
        assert!(english.len() > 60);
        assert_eq!(english, german);
    }

    #[test]
    fn every_language_can_be_read_and_is_another() {
        let (english, german) = (of(Spoken::En), of(Spoken::De));
        assert_eq!(english.agree.keep, "Keep it");
        assert_eq!(german.agree.keep, "Speichern");
        assert!(english.menu.items.keys().eq(german.menu.items.keys()));
    }

    #[test]
    fn what_is_put_in_is_not_looked_at_again() {
        assert_eq!(fill("a {name} b", "name", "{name}"), "a {name} b");
        assert_eq!(fill("{host}?", "host", "$1 {agent}"), "$1 {agent}?");
        assert_eq!(fill("nothing", "host", "x"), "nothing");
    }
}
