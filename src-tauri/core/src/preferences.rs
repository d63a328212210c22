//! How the person wants Assent to look and to behave. It holds in every window, from the moment it is chosen.
//!
//! Why the file keeps only what was chosen, as it stood: what is not chosen follows the defaults of the version
//! that runs, and a member, or a value, that a newer version wrote is still there when that version runs again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;

use crate::intent::Preference;
use crate::stored::{Unreadable, VERSION, versioned};

/// The sizes of text that are offered, in percent of the normal size.
pub const TEXT_SIZES: [u16; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

/// Which colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// As the system says, with more contrast.
    HighContrast,
}

/// How close things stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Density {
    /// With room between.
    #[default]
    Comfortable,
    /// Close, so that more is in sight.
    Compact,
}

/// What moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Motion {
    /// As the system says.
    #[default]
    System,
    /// Nothing.
    Still,
}

/// The key that sends a message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum SendKey {
    /// Enter; Shift and Enter begin a line.
    #[default]
    Enter,
    /// Enter with Control, or with Command on systems of Apple; Enter begins a line.
    MainEnter,
}

/// Which language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Language {
    /// The first of those the system is set to that there is a table for, else English.
    #[default]
    System,
    /// English.
    En,
    /// German.
    De,
}

/// A language there is a table for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Spoken {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

/// What the person prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Preferences {
    /// The language of all words of ours.
    pub language: Language,
    /// Colours.
    pub theme: Theme,
    /// The size of all text, in percent; one of [`TEXT_SIZES`].
    pub text_size: u16,
    /// How close things stand.
    pub density: Density,
    /// What moves.
    pub motion: Motion,
    /// The key that sends a message.
    pub send_key: SendKey,
    /// Notifications of asks that wait while no window of Assent is focused.
    pub notify_asks: bool,
    /// Notifications of turns that ended while no window of Assent is focused.
    pub notify_turns: bool,
    /// Sessions are kept on disk; else they are gone with the program.
    pub keep_transcripts: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: Language::default(),
            theme: Theme::default(),
            text_size: 100,
            density: Density::default(),
            motion: Motion::default(),
            send_key: SendKey::default(),
            notify_asks: true,
            notify_turns: true,
            keep_transcripts: true,
        }
    }
}

impl Preferences {
    fn set(&mut self, preference: Preference) {
        match preference {
            Preference::Language { to } => self.language = to,
            Preference::Theme { to } => self.theme = to,
            Preference::TextSize { to } => self.text_size = offered_size(to),
            Preference::Density { to } => self.density = to,
            Preference::Motion { to } => self.motion = to,
            Preference::SendKey { to } => self.send_key = to,
            Preference::NotifyAsks { to } => self.notify_asks = to,
            Preference::NotifyTurns { to } => self.notify_turns = to,
            Preference::KeepTranscripts { to } => self.keep_transcripts = to,
        }
    }

    /// Reads what can be read; the rest is as it is without a file.
    fn of(kept: &Map<String, Value>) -> Self {
        let default = Self::default();
        let mut read = members(default);
        for (name, value) in kept {
            let Some(before) = read.get(name).cloned() else {
                continue;
            };
            read.insert(name.clone(), value.clone());
            if serde_json::from_value::<Self>(Value::Object(read.clone())).is_err() {
                read.insert(name.clone(), before);
            }
        }
        let read = serde_json::from_value::<Self>(Value::Object(read)).unwrap_or(default);
        Self {
            text_size: offered_size(read.text_size),
            ..read
        }
    }
}

/// The preferences with what is kept of them, members and values of other versions included.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KeptPreferences {
    now: Preferences,
    kept: Map<String, Value>,
}

impl KeptPreferences {
    /// What holds now.
    pub fn now(&self) -> Preferences {
        self.now
    }

    /// Changes one; gives whether that changed anything.
    pub fn set(&mut self, preference: Preference) -> bool {
        let before = members(self.now);
        self.now.set(preference);
        let mut changed = false;
        for (name, value) in members(self.now) {
            if before.get(&name) != Some(&value) {
                self.kept.insert(name, value);
                changed = true;
            }
        }
        changed
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let file = json!({"version": VERSION, "preferences": self.kept});
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// Reads the text of the file.
    ///
    /// # Errors
    /// When it is damaged, or of a newer version.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let mut file = versioned(text)?;
        let Value::Object(kept) = file["preferences"].take() else {
            return Err(Unreadable::Damaged);
        };
        Ok(Self {
            now: Preferences::of(&kept),
            kept,
        })
    }
}

fn members(of: Preferences) -> Map<String, Value> {
    match json!(of) {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// The size that is offered and nearest to the one wanted.
fn offered_size(wanted: u16) -> u16 {
    let nearest = TEXT_SIZES.into_iter().min_by_key(|it| it.abs_diff(wanted));
    nearest.unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(members: &str) -> KeptPreferences {
        let text = format!("{{\"version\": 1, \"preferences\": {members}}}");
        KeptPreferences::read(&text).unwrap()
    }

    #[test]
    fn what_another_version_wrote_stays_in_the_file() {
        let mut kept = read(
            r#"{"theme": "sepia", "text_size": 125, "wallpaper": {"b": 1, "a": 2}, "notify_asks": false}"#,
        );
        assert_eq!(
            kept.now(),
            Preferences {
                text_size: 125,
                notify_asks: false,
                ..Preferences::default()
            }
        );
        let to = Density::Compact;
        assert!(kept.set(Preference::Density { to }));
        assert!(!kept.set(Preference::Density { to }), "it is so already");
        let file: Value = serde_json::from_str(&kept.to_json()).unwrap();
        assert_eq!(
            file["preferences"],
            json!({
                "theme": "sepia", "text_size": 125, "wallpaper": {"b": 1, "a": 2},
                "notify_asks": false, "density": "compact",
            })
        );
        assert_eq!(KeptPreferences::read(&kept.to_json()), Ok(kept));
    }

    #[test]
    fn a_size_that_is_not_offered_is_the_nearest_that_is() {
        let check = |wanted: u16, expected: u16| assert_eq!(offered_size(wanted), expected);
        check(100, 100);
        check(0, 80);
        check(120, 125);
        check(u16::MAX, 200);
        assert_eq!(read(r#"{"text_size": 9000}"#).now().text_size, 200);
        assert_eq!(read(r#"{"text_size": -3}"#).now().text_size, 100);
    }

    #[test]
    fn a_file_that_is_not_ours_is_said_to_be_damaged() {
        let check = |text: &str, expected| {
            assert_eq!(KeptPreferences::read(text).err(), Some(expected), "{text}");
        };
        check("", Unreadable::Damaged);
        check(r#"{"version": 1}"#, Unreadable::Damaged);
        check(r#"{"version": 1, "preferences": []}"#, Unreadable::Damaged);
        check(r#"{"version": 2}"#, Unreadable::Newer);
    }
}
