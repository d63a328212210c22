//! How much of an agent's words is taken: the one place where the sizes of what is drawn are bounded.
//!
//! What is over a limit is cut, and what is missing is counted at the end, in digits: ` … 512 more bytes`
//! after a text, `… (+3)` after a list. What stands on a button, and a command that is to be run, is never cut:
//! a request with a longer one is refused.

use std::fmt::Write as _;

use super::{start, visible, visible_free, visible_transcript};

/// Bytes of a name, a title, a word of a list.
pub const LABEL: usize = 1_000;
/// Bytes of a path or an address.
pub const PLACE: usize = 4_096;
/// Bytes of a message that stands by itself: an error, a description.
pub const WORDS: usize = 16 << 10;
/// Bytes of all texts that one update brings.
pub const UPDATE: usize = 1 << 20;
/// Bytes of all pictures that one update brings, as base64.
pub const PICTURES: usize = 8 << 20;
/// Items of a list.
pub const ITEMS: usize = 500;
/// Bytes of a command that the person is asked about.
pub const COMMAND: usize = 100_000;
/// Answers that a permission can have.
pub const ANSWERS: usize = 50;
/// Bytes of an id that is kept; one that is longer names nothing.
pub const ID: usize = 4_096;

/// A name or a title.
pub fn label(text: &str) -> String {
    cut(text, LABEL, visible)
}

/// A path or an address, as text.
pub fn place(text: &str) -> String {
    cut(text, PLACE, visible)
}

/// A message by itself.
pub fn words(text: &str) -> String {
    cut(text, WORDS, visible_free)
}

/// A text in which tabs and lines matter: a preview, a listing.
pub fn listing(text: &str) -> String {
    cut(text, WORDS, visible_transcript)
}

/// What an agent wrote in place of an address that can be opened: that is never longer.
pub fn written(text: &str) -> String {
    cut(text, WORDS, visible)
}

/// What a reason is about, already fit to be seen.
pub fn subject(shown: &str) -> String {
    cut(shown, LABEL, str::to_owned)
}

/// Whether an id can be kept.
pub fn is_id(text: &str) -> bool {
    text.len() <= ID
}

/// What stands at the end of a list of which so many items are missing.
pub fn more(items: usize) -> String {
    format!("… (+{items})")
}

/// The items of a list that are taken, and how many more there are.
pub fn items<T>(all: &[T]) -> (&[T], usize) {
    let taken = &all[..all.len().min(ITEMS)];
    (taken, all.len() - taken.len())
}

fn cut(text: &str, bytes: usize, read: impl Fn(&str) -> String) -> String {
    let kept = start(text, bytes);
    let mut shown = read(kept);
    let mut missing = text.len() - kept.len();
    // What is written out takes more room than what was sent.
    let most = bytes.saturating_mul(2);
    if shown.len() > most {
        let length = start(&shown, most).len();
        missing += shown.len() - length;
        shown.truncate(length);
    }
    if missing > 0 {
        // Writing to a string cannot fail.
        let _ = write!(shown, " … {missing} more bytes");
    }
    shown
}

/// The room that one update has.
#[derive(Debug)]
pub struct Room {
    texts: usize,
    pictures: usize,
}

impl Room {
    /// All of it.
    pub fn new() -> Self {
        Self {
            texts: UPDATE,
            pictures: PICTURES,
        }
    }

    /// So many bytes of text, and no picture.
    pub fn some(texts: usize) -> Self {
        Self { texts, pictures: 0 }
    }

    /// A text of the transcript that comes whole.
    pub fn text(&mut self, text: &str, read: impl Fn(&str) -> String) -> String {
        let shown = cut(text, self.texts, read);
        self.texts = self.texts.saturating_sub(shown.len());
        shown
    }

    /// Half of what there is, for one side of a change.
    pub fn half(&mut self) -> Self {
        let texts = self.texts / 2;
        self.texts -= texts;
        Self { texts, pictures: 0 }
    }

    /// Takes back what half of it did not need.
    pub fn back(&mut self, half: &Self) {
        self.texts += half.texts;
    }

    /// Whether a picture has room.
    pub fn picture(&mut self, data: &str) -> bool {
        let fits = data.len() <= self.pictures;
        if fits {
            self.pictures -= data.len();
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_counted() {
        assert_eq!(label("a\u{202e}b"), "a⟨U+202E⟩b");
        assert_eq!(label(&"x".repeat(LABEL)), "x".repeat(LABEL));
        assert_eq!(
            label(&"é".repeat(LABEL)),
            "é".repeat(LABEL / 2) + " … 1000 more bytes"
        );
        let marks = label(&("a".to_owned() + &"\u{301}".repeat(10_000)));
        assert!(marks.len() < 2 * LABEL + 40, "{}", marks.len());
        assert!(marks.ends_with(" more bytes"), "{marks}");
        assert_eq!(items(&[0; ITEMS + 2]), (&[0; ITEMS][..], 2));
    }

    #[test]
    fn the_texts_of_an_update_share_its_room() {
        let mut room = Room::new();
        let long = "x".repeat(UPDATE);
        assert_eq!(room.text(&long, visible_free).len(), UPDATE);
        assert_eq!(room.text("yes", visible_free), " … 3 more bytes");
        assert!(room.picture(&"A".repeat(PICTURES)) && !room.picture("A"));
        assert!(room.picture(""));
    }
}
