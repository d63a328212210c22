//! Masks secrets in messages of the protocol before they are shown, searched, copied or written to a file.
//!
//! What is masked:
//! - what a person answered in a field that asks for a secret, and everything they answered where the form is
//!   not known any more ([`Hidden`]);
//! - values of variables and headers, wherever they are listed (`env`, `headers`);
//! - members whose name says that they hold a secret (`access_token`, `Authorization`, …), and in running text
//!   what stands behind such a name;
//! - what has the form of a known key ([`crate::known_keys`]);
//! - of addresses the user's name, the values of the query and the fragment; scheme, host and path stay;
//! - the code of a device sign-in in the message of a link;
//! - every secret that was once found in one of these places, wherever it comes again ([`Known`]).
//!
//! Why by a reader of its own and not by a JSON value: what is looked at may be broken, cut short or not JSON at
//! all, and everything that is no secret is to be seen as it was sent: order, numbers, members given twice.

mod names;
mod scan;
mod spans;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::settings::SecretText;
use crate::text::visible_transcript;

pub use scan::Layout;

/// What stands in place of a secret.
pub const MASK: &str = "••••";

/// Fewer characters than this are no secret that can be known again: they are in every second word.
const LEAST_KNOWN: usize = 6;
/// How many secrets are known at a time.
const MOST_KNOWN: usize = 64;
/// The longest secret that is known again, in bytes.
const LONGEST_KNOWN: usize = 16 << 10;
/// So much is read beyond what is given, in bytes: a secret that begins before the end is seen whole.
const AHEAD: usize = LONGEST_KNOWN;

/// Secrets to be masked wherever they stand.
#[derive(Debug, Clone, Default)]
pub struct Known(Vec<SecretText>);

impl Known {
    /// Adds a secret; of too many the oldest is forgotten. One that is very short or very long is not taken.
    pub fn add(&mut self, secret: &str) {
        let secret = secret.trim();
        for scheme in ["Bearer ", "Basic "] {
            if let Some(credential) = secret.strip_prefix(scheme) {
                self.add(credential);
            }
        }
        let fits = secret.chars().nth(LEAST_KNOWN - 1).is_some() && secret.len() <= LONGEST_KNOWN;
        if !fits || secret.contains(MASK) || self.0.iter().any(|it| it.expose() == secret) {
            return;
        }
        if self.0.len() == MOST_KNOWN {
            self.0.remove(0);
        }
        self.0.push(SecretText::new(secret.to_owned()));
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(SecretText::expose)
    }
}

/// Which answers of an accepted form are masked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Hidden {
    /// None beyond what is masked everywhere.
    #[default]
    Nothing,
    /// Those of these fields.
    Fields(BTreeSet<String>),
    /// All.
    All,
}

impl Hidden {
    /// What is to be masked of the answer to a request with these params. Of a request that cannot be read
    /// every answer is masked.
    pub fn of_answer(params: &Value) -> Self {
        let Some(params) = params.as_object() else {
            return Self::All;
        };
        if params.get("mode").and_then(Value::as_str) == Some("url") {
            return Self::All;
        }
        match crate::form::read(params) {
            Ok(form) => Self::Fields(form.secret_names()),
            Err(_) => Self::All,
        }
    }

    fn has(&self, field: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::Fields(names) => names.contains(field),
            Self::All => true,
        }
    }
}

/// What is known about a message beside its text.
#[derive(Debug, Clone, Copy)]
pub struct About<'known> {
    /// The method of a request or notification.
    pub method: Option<&'known str>,
    /// For the answer to an `elicitation/create`: what of it is masked.
    pub answer: &'known Hidden,
    /// Secrets seen before.
    pub known: &'known Known,
}

/// A message without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// Its text; hidden characters are escapes.
    pub text: String,
    /// The rest is left out.
    pub cut: bool,
    /// How many secrets were masked.
    pub masked: u32,
    /// The secrets themselves, of those places where they can be told from other text: to be [`Known`].
    pub found: Vec<SecretText>,
}

/// Masks what is secret in a line; of the result at most `most` bytes are given, and little more than those
/// are read. Total: any text is taken. Done twice it is as done once.
pub fn redact(line: &str, about: About<'_>, layout: Layout, most: usize) -> Redacted {
    if is_json(line) {
        return scan::scan(line, about, layout, most);
    }
    let mut cut = line.len() > most;
    let line = beginning(line, most.saturating_add(AHEAD));
    let (text, masked) = spans::mask(line, about.known, |_| Vec::new());
    let mut text = visible_transcript(&text);
    if text.len() > most {
        cut = true;
        let end = beginning(&text, most).len();
        text.truncate(end);
    }
    Redacted {
        text,
        cut,
        masked,
        found: Vec::new(),
    }
}

/// Whether a line begins as an object or a list of such; `[INFO] …` does not.
fn is_json(line: &str) -> bool {
    let mut letters = line.chars().filter(|c| !c.is_ascii_whitespace());
    match (letters.next(), letters.next()) {
        (Some('{'), next) => matches!(next, None | Some('"' | '}')),
        (Some('['), next) => matches!(next, None | Some('{' | '[' | '"' | ']')),
        _ => false,
    }
}

/// The beginning of a text, of at most so many bytes.
fn beginning(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let end = (0..=most).rev().find(|&at| text.is_char_boundary(at));
    &text[..end.unwrap_or_default()]
}

#[cfg(test)]
mod tests;
