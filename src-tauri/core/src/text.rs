//! Agent text made fit to be seen: hidden characters become visible escapes such as `⟨U+202E⟩`.
//!
//! Why three readings: a label, title or host has no use for any invisible character, so [`visible`]
//! escapes all of them. A message may hold emoji or Persian and Indic words that need a joiner, so
//! [`visible_free`] leaves one where it does its work. The transcript is mostly code, where a tab is
//! as ordinary as a space, so [`Streamed`] and [`visible_transcript`] also leave tabs.
//!
//! Why one scanner: a piece of a stream, a whole message and a label go through the same few lines,
//! so cutting a text in other places cannot change what is shown. Every character is looked at once.

mod hidden;
mod scan;
pub(crate) mod taken;

pub use hidden::{escape_into, is_blank, is_hidden};
pub use scan::Streamed;

use scan::Reading;

/// A label, a title, a name, a host: every hidden character becomes an escape, a tab too.
pub fn visible(text: &str) -> String {
    Streamed::reading(Reading::Label).whole(text)
}

/// A message in free text: as [`visible`], but joiners and the emoji selector stay where they do their
/// work, one each per base.
pub fn visible_free(text: &str) -> String {
    Streamed::reading(Reading::Message).whole(text)
}

/// Text of the transcript that comes whole (a diff, a tool's output): as [`visible_free`], with tabs.
pub fn visible_transcript(text: &str) -> String {
    Streamed::default().whole(text)
}

/// The beginning of a text: at most so many bytes, cut between two characters.
pub fn start(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests;
