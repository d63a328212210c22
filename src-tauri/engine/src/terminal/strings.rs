//! Holds back control strings that go on and on.
//!
//! Why: the terminal's parser gathers such a string (a title, an address, a clipboard's content) until it
//! ends, and a command need not end it. None that is drawn here is long.

use std::borrow::Cow;

/// Bytes of a control string that are passed on.
const LONGEST: usize = 512;

/// Where the output stands.
#[derive(Debug, Default)]
pub(super) struct Strings {
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Text,
    /// After an escape.
    Escape,
    /// Within a string, of which so many bytes were passed on.
    Within(usize),
}

impl Strings {
    /// What is to be drawn of the next piece of output.
    pub(super) fn pass<'bytes>(&mut self, bytes: &'bytes [u8]) -> Cow<'bytes, [u8]> {
        let mut passed: Option<Vec<u8>> = None;
        for (place, &byte) in bytes.iter().enumerate() {
            let kept = self.keeps(byte);
            match &mut passed {
                Some(passed) if kept => passed.push(byte),
                None if !kept => passed = Some(bytes[..place].to_vec()),
                _ => {}
            }
        }
        passed.map_or(Cow::Borrowed(bytes), Cow::Owned)
    }

    fn keeps(&mut self, byte: u8) -> bool {
        match (&mut self.state, byte) {
            (_, 0x1B) => self.state = State::Escape,
            (State::Escape, b']') => self.state = State::Within(0),
            (State::Within(_), 0x07 | 0x18 | 0x1A) | (State::Escape, _) => {
                self.state = State::Text;
            }
            (State::Within(length), _) => {
                *length += 1;
                return *length <= LONGEST;
            }
            (State::Text, _) => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_without_end_is_held_back_and_what_follows_is_drawn() {
        let mut strings = Strings::default();
        let plain = b"a\x1b[31mb\x1b]0;title\x07c";
        assert!(matches!(strings.pass(plain), Cow::Borrowed(it) if it == plain));
        let mut passed = strings.pass(b"\x1b]8;;").len();
        for _ in 0..1_000 {
            passed += strings.pass(&[b'x'; 1_000]).len();
        }
        assert_eq!(passed, LONGEST + 2);
        assert_eq!(&*strings.pass(b"xx\x1b\\seen"), b"\x1b\\seen");
    }
}
