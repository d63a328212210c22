//! The scanner: one character at a time, holding back only what the next one decides.

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use super::hidden::{escape_into, is_hidden};

/// Marks that may stand on one base; more of them only cover the lines around.
const MARKS: u8 = 4;
const ZERO_WIDTH_NON_JOINER: char = '\u{200C}';
const ZERO_WIDTH_JOINER: char = '\u{200D}';
const EMOJI_SELECTOR: char = '\u{FE0F}';
const KEYCAP: char = '\u{20E3}';
/// Combining class of the signs that kill a vowel (virama).
const VIRAMA: u8 = 9;

/// What the text is, which says what may stay in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Reading {
    /// One line that names something.
    Label,
    /// Free text.
    Message,
    /// Free text with code in it.
    #[default]
    Transcript,
}

/// Text that arrives in pieces. What is shown does not depend on where it was cut; only a character
/// whose meaning the next one decides (a carriage return, a joiner) is held back.
#[derive(Debug, Clone, Default)]
pub struct Streamed {
    reading: Reading,
    /// The last character that can carry marks.
    base: Option<char>,
    /// Marks on it so far.
    marks: u8,
    /// The last mark was a virama.
    virama: bool,
    /// It has had its joiner.
    joined: bool,
    /// It has had its emoji selector.
    selected: bool,
    /// Undecided.
    held: Option<char>,
}

impl Streamed {
    pub(super) fn reading(reading: Reading) -> Self {
        Self {
            reading,
            ..Self::default()
        }
    }

    pub(super) fn whole(mut self, text: &str) -> String {
        let mut out = self.push(text);
        out.push_str(&self.finish());
        out
    }

    /// Takes a piece and gives what can be shown of it now.
    pub fn push(&mut self, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len() + 4);
        for character in piece.chars() {
            self.step(character, &mut out);
        }
        out
    }

    /// Gives what was held back, at the end of the text. A next piece then begins a new text.
    pub fn finish(&mut self) -> String {
        let mut out = String::new();
        if let Some(held) = self.held.take() {
            escape_into(&mut out, held);
        }
        self.start(None);
        out
    }

    fn step(&mut self, character: char, out: &mut String) {
        if let Some(held) = self.held.take() {
            if held == '\r' && character == '\n' {
                out.push('\n');
                return;
            }
            if self.keeps(held, character) {
                out.push(held);
                if held == EMOJI_SELECTOR {
                    self.selected = true;
                } else {
                    self.joined = true;
                }
            } else {
                self.escape(held, out);
            }
        }
        if is_hidden(character) {
            self.hidden(character, out);
        } else if character.is_ascii() {
            self.start(Some(character));
            out.push(character);
        } else if is_combining_mark(character) {
            self.mark(character, out);
        } else {
            // A skin tone belongs to the figure before it, which may still be joined to the next.
            if !(is_skin_tone(character) && self.base.is_some_and(is_pictograph)) {
                self.start(Some(character));
            }
            out.push(character);
        }
    }

    fn hidden(&mut self, character: char, out: &mut String) {
        match character {
            '\n' => {
                self.start(None);
                out.push('\n');
            }
            '\t' if self.reading == Reading::Transcript => {
                self.start(None);
                out.push('\t');
            }
            '\r' => {
                self.start(None);
                self.held = Some('\r');
            }
            EMOJI_SELECTOR | ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER
                if self.may_keep(character) =>
            {
                self.held = Some(character);
            }
            _ => self.escape(character, out),
        }
    }

    fn mark(&mut self, character: char, out: &mut String) {
        if self.marks >= MARKS {
            escape_into(out, character);
            return;
        }
        self.marks += 1;
        self.virama = canonical_combining_class(character) == VIRAMA;
        out.push(character);
    }

    fn start(&mut self, base: Option<char>) {
        *self = Self {
            reading: self.reading,
            base,
            ..Self::default()
        };
    }

    fn escape(&mut self, character: char, out: &mut String) {
        self.start(None);
        escape_into(out, character);
    }

    /// Whether what stands before lets the invisible character do its work.
    fn may_keep(&self, invisible: char) -> bool {
        let Some(base) = self.base else { return false };
        if self.reading == Reading::Label {
            return false;
        }
        match invisible {
            EMOJI_SELECTOR => {
                !self.selected && self.marks == 0 && (is_pictograph(base) || is_key(base))
            }
            ZERO_WIDTH_JOINER if is_pictograph(base) => !self.joined,
            _ => !self.joined && (is_indic(base) || is_arabic(base)),
        }
    }

    /// Whether what comes after does too.
    fn keeps(&self, held: char, next: char) -> bool {
        let Some(base) = self.base else { return false };
        match held {
            EMOJI_SELECTOR => is_pictograph(base) || next == KEYCAP,
            ZERO_WIDTH_JOINER if is_pictograph(base) => is_pictograph(next),
            _ if is_arabic(base) => is_arabic(next),
            // Half letters and split ligatures: beside a virama, on either side.
            _ => self.virama || canonical_combining_class(next) == VIRAMA,
        }
    }
}

fn is_key(character: char) -> bool {
    matches!(character, '0'..='9' | '#' | '*')
}

fn is_skin_tone(character: char) -> bool {
    matches!(character, '\u{1F3FB}'..='\u{1F3FF}')
}

fn is_arabic(character: char) -> bool {
    character.is_alphabetic() && character.script() == Script::Arabic
}

fn is_indic(character: char) -> bool {
    character.is_alphabetic()
        && matches!(
            character.script(),
            Script::Devanagari
                | Script::Bengali
                | Script::Gurmukhi
                | Script::Gujarati
                | Script::Oriya
                | Script::Tamil
                | Script::Telugu
                | Script::Kannada
                | Script::Malayalam
                | Script::Sinhala
        )
}

/// Unicode's `Extended_Pictographic`: what an emoji can be made of.
///
/// Told by the rule that uses the property (a joiner binds two pictographs into one cluster, and nothing
/// else), so that it follows the tables of the segmentation crate. Asked only where a joiner stands.
pub(super) fn is_pictograph(character: char) -> bool {
    let joined = String::from_iter([character, ZERO_WIDTH_JOINER, '❤']);
    !character.is_ascii() && joined.graphemes(true).nth(1).is_none()
}
