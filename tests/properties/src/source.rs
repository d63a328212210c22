//! Choices, texts and JSON made from bytes. Without bytes left the first choice is taken each time.

use arbitrary::Unstructured;
use serde_json::{Map, Number, Value};

/// Where choices come from.
pub struct Source<'a>(Unstructured<'a>);

/// Characters that are of interest to one rule or another.
const CHARACTERS: [char; 32] = [
    'a',
    'b',
    'Z',
    '0',
    '1',
    '9',
    '-',
    '_',
    '.',
    ' ',
    '\n',
    '\t',
    '\0',
    '"',
    '\\',
    '/',
    '@',
    ':',
    '%',
    '#',
    'é',
    'ß',
    'я',
    '\u{301}',
    '\u{200b}',
    '\u{200d}',
    '\u{202e}',
    '\u{feff}',
    '\u{e0041}',
    '👩',
    '𝒳',
    '한',
];

impl<'a> Source<'a> {
    /// Choices from these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// Whether there is more to choose by.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number from 0 up to, not including, `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let last = count.saturating_sub(1);
        self.0.int_in_range(0..=last).unwrap_or_default()
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }

    /// Any value of a simple type.
    pub fn any<T: arbitrary::Arbitrary<'a> + Default>(&mut self) -> T {
        self.0.arbitrary().unwrap_or_default()
    }

    /// The rest, as text.
    pub fn rest(self) -> String {
        String::from_utf8_lossy(self.0.take_rest()).into_owned()
    }

    /// A text of at most so many characters, most of them of interest.
    pub fn text(&mut self, most: usize) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| self.character()).collect()
    }

    fn character(&mut self) -> char {
        if self.once_in(4) {
            self.any()
        } else {
            self.pick(&CHARACTERS)
        }
    }

    /// A text that is a word, or any.
    pub fn word(&mut self, words: &[&str]) -> String {
        if self.once_in(5) {
            self.text(12)
        } else {
            self.pick(words).to_owned()
        }
    }

    /// JSON with a liking for some words, nested so deep at most.
    pub fn json(&mut self, words: &[&str], names: &[&str], depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => self.word(words).into(),
            1 => Value::Null,
            2 => self.any::<bool>().into(),
            3 => self
                .pick(&[0_i64, 1, 2, 3, -1, 8, i64::MAX, i64::MIN])
                .into(),
            4 => Number::from_f64(self.any()).map_or(Value::Null, Value::Number),
            5 => self.text(8).into(),
            6 => {
                let count = self.below(4);
                (0..count)
                    .map(|_| self.json(words, names, depth - 1))
                    .collect()
            }
            _ => Value::Object(self.members(words, names, depth)),
        }
    }

    /// Members of an object, four at most.
    pub fn members(&mut self, words: &[&str], names: &[&str], depth: usize) -> Map<String, Value> {
        let count = self.below(5);
        (0..count)
            .map(|_| {
                let name = self.word(names);
                (name, self.json(words, names, depth.saturating_sub(1)))
            })
            .collect()
    }
}
