//! Finding words in what a transcript shows.
//!
//! What is searched is what the person sees: of Markdown its text and not its marks, and hidden characters as
//! the escapes that stand for them. Case does not count, in any script; one blank stands for any run of them.

mod entry;
mod markdown;

pub use entry::{line_of, look};
pub use markdown::{code_block, seen};

use std::ops::Range;

use regex::{Regex, RegexBuilder};

/// Characters of what is looked for; nobody types more.
const MOST_LETTERS: usize = 1_000;
/// Bytes that a pattern of that length may take.
const PATTERN: usize = 16 << 20;

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Needle {
    pattern: Regex,
}

impl Needle {
    /// Takes what was typed; none: there is nothing in it to look for, or too much.
    pub fn new(text: &str) -> Option<Self> {
        if text.chars().count() > MOST_LETTERS {
            return None;
        }
        Self::of(text.split_whitespace().map(regex::escape), r"\s+")
    }

    /// A part of it as that stands in the text of a JSON file, wherever all of it stands.
    pub fn in_json(text: &str) -> Option<Self> {
        // In JSON, line ends and tabs are escapes, and between two words of Markdown there may be marks: the
        // longest word tells where to look more closely.
        let longest = text.split_whitespace().max_by_key(|word| word.len())?;
        let quoted = serde_json::to_string(longest).unwrap_or_default();
        let inside = quoted
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'))?;
        Self::of(std::iter::once(regex::escape(inside)), "")
    }

    fn of(words: impl Iterator<Item = String>, between: &str) -> Option<Self> {
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            return None;
        }
        RegexBuilder::new(&words.join(between))
            .case_insensitive(true)
            .size_limit(PATTERN)
            .build()
            .ok()
            .map(|pattern| Self { pattern })
    }

    /// Where it stands in a text, in bytes, one after the other.
    pub fn find_in(&self, text: &str) -> Vec<Range<usize>> {
        self.pattern.find_iter(text).map(|it| it.range()).collect()
    }

    /// The first place where it stands in a text, in bytes.
    pub fn first_in(&self, text: &str) -> Option<Range<usize>> {
        self.pattern.find(text).map(|it| it.range())
    }

    /// Whether it stands in a text.
    pub fn is_in(&self, text: &str) -> bool {
        self.pattern.is_match(text)
    }
}

#[cfg(test)]
mod tests;
