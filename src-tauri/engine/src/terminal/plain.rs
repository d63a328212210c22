//! The output of a terminal as text for an agent: no control sequences, and never too much.

use alacritty_terminal::vte::{Parser, Perform};

/// What is kept when the agent names no limit, in bytes.
const USUAL: u64 = 1 << 20;
/// The most that is kept, in bytes.
const MOST: u64 = 2 << 20;

/// How much more may gather before the beginning is cut off, in bytes.
const SLACK: usize = 128 << 10;

/// Takes what a terminal gets and keeps the end of it as text.
pub(super) struct Plain {
    parser: Parser,
    kept: Kept,
}

/// The text that is kept.
struct Kept {
    text: String,
    limit: usize,
    truncated: bool,
    /// The cursor was sent back to the beginning of the line, and nothing has come since.
    returned: bool,
}

impl Plain {
    /// Keeps as many bytes as the agent wants, within reason.
    pub(super) fn new(limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(USUAL).min(MOST);
        Self {
            parser: Parser::new(),
            kept: Kept {
                text: String::new(),
                limit: usize::try_from(limit).unwrap_or_default(),
                truncated: false,
                returned: false,
            },
        }
    }

    /// Takes more.
    pub(super) fn write(&mut self, bytes: &[u8]) {
        self.parser.advance(&mut self.kept, bytes);
        // Not at every byte: moving what stays costs as much as there is of it.
        if self.kept.text.len() > self.kept.limit + SLACK {
            self.kept.cut();
        }
    }

    /// The text, and whether its beginning is gone.
    pub(super) fn read(&mut self) -> (String, bool) {
        self.kept.cut();
        (self.kept.text.clone(), self.kept.truncated)
    }
}

impl Kept {
    /// Cuts the beginning off, between two characters.
    fn cut(&mut self) {
        let mut over = self.text.len().saturating_sub(self.limit);
        if over == 0 {
            return;
        }
        while !self.text.is_char_boundary(over) {
            over += 1;
        }
        self.text.drain(..over);
        self.truncated = true;
    }

    fn put(&mut self, letter: char) {
        if std::mem::take(&mut self.returned) {
            // A line that is drawn over is a line of its own.
            self.text.push('\n');
        }
        self.text.push(letter);
    }
}

impl Perform for Kept {
    fn print(&mut self, letter: char) {
        if !letter.is_control() {
            self.put(letter);
        }
    }

    fn execute(&mut self, byte: u8) {
        match byte {
            b'\n' => {
                self.returned = false;
                self.text.push('\n');
            }
            b'\t' => self.put('\t'),
            b'\r' => self.returned = true,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_left_out() {
        let check = |bytes: &[u8], expected: &str| {
            let mut plain = Plain::new(None);
            plain.write(bytes);
            assert_eq!(plain.read(), (expected.to_owned(), false));
        };
        check(b"a\r\nb\r\n", "a\nb\n");
        check(b"\x1b[1;31mred\x1b[0m", "red");
        check(b"\x1b]8;;https://example.com/\x07link\x1b]8;;\x07", "link");
        check(b"\x1b]0;title\x1b\\text", "text");
        check(b"\x1bP1$r0m\x1b\\x", "x");
        check(b"10%\r20%\r\n", "10%\n20%\n");
        check(b"a\x08\x07\tb\x00", "a\tb");
        check("\u{9b}31mx".as_bytes(), "31mx");
        check(b"\xff\xc3", "\u{fffd}");
    }

    #[test]
    fn a_limit_cuts_between_characters() {
        let check = |limit, text: &str, expected: &str| {
            let mut plain = Plain::new(Some(limit));
            for byte in text.as_bytes() {
                plain.write(&[*byte]);
            }
            let (kept, truncated) = plain.read();
            assert_eq!(
                (kept.as_str(), truncated),
                (expected, kept != text),
                "{limit}"
            );
        };
        check(6, "äöü", "äöü");
        check(5, "äöü", "öü");
        check(4, "äöü", "öü");
        check(3, "a🙂", "");
        check(0, "x", "");
        check(2, "abcdefghij", "ij");
    }
}
