//! Translates an ECMA-262 pattern into the syntax of the engines here.
//!
//! Why not `jsonschema_regex::to_rust_regex`: it leaves a pattern with a look-around as it is, so that
//! `\d` would mean one thing with and another without it, and keeps `\<` and `\b` in Rust's meaning. Its
//! grammar decides what is ECMA-262 (that of the `u` flag); here every atom of a pattern that passed is
//! written anew, so nothing that is special only in Rust's syntax can slip through.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

/// For which engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Linear time: no look-arounds, no references back.
    Linear,
    /// Backtracking.
    Backtracking,
}

/// A pattern in the engine's syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Translated {
    /// The pattern.
    pub(super) text: String,
    /// How many look-arounds it has; one in which much is repeated counts as several.
    pub(super) look_arounds: u64,
}

/// How many steps inside a look-around are as good as one.
const LOOK_AROUND_STEPS: u64 = 25;

const DIGITS: &str = "0-9";
const WORD: &str = "A-Za-z0-9_";
const SPACE: &str = "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const NO_LINE_END: &str = "[^\\n\\r\\x{2028}\\x{2029}]";
const ANYTHING: &str = "[\\x{0}-\\x{10ffff}]";
const NOTHING: &str = "[^\\x{0}-\\x{10ffff}]";

/// Translates; none if it is not ECMA-262, or asks for half of a character.
pub(super) fn translate(pattern: &str, target: Target) -> Option<Translated> {
    if !jsonschema_regex::is_valid_ecma_regex(pattern) {
        return None;
    }
    let translator = Translator {
        rest: pattern.chars().peekable(),
        text: String::with_capacity(pattern.len() * 2),
        target,
        look_arounds: 0,
        groups: vec![Group::default()],
    };
    translator.run()
}

/// An open group; the pattern itself is the outermost.
#[derive(Default)]
struct Group {
    look_around: bool,
    /// `.` means any character (`(?s:`).
    dot_all: bool,
    /// Atoms so far, repetitions multiplied.
    steps: u64,
    /// Those of the atom before, for a quantifier to multiply.
    last: u64,
}

impl Group {
    fn atom(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
        self.last = steps;
    }

    fn repeat(&mut self, times: u64) {
        self.steps = self
            .steps
            .saturating_add(self.last.saturating_mul(times.saturating_sub(1)));
        self.last = self.last.saturating_mul(times.max(1));
    }
}

struct Translator<'a> {
    rest: Peekable<Chars<'a>>,
    text: String,
    target: Target,
    look_arounds: u64,
    groups: Vec<Group>,
}

impl Translator<'_> {
    fn run(mut self) -> Option<Translated> {
        while let Some(c) = self.rest.next() {
            match c {
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.open_group()?,
                ')' => self.close_group()?,
                '{' => self.counted_quantifier()?,
                '.' => {
                    let any = if self.group()?.dot_all {
                        ANYTHING
                    } else {
                        NO_LINE_END
                    };
                    self.atom(any)?;
                }
                '^' | '$' | '|' | '*' | '+' | '?' => self.text.push(c),
                _ => {
                    push_literal(&mut self.text, c);
                    self.group()?.atom(1);
                }
            }
        }
        Some(Translated {
            text: self.text,
            look_arounds: self.look_arounds,
        })
    }

    fn group(&mut self) -> Option<&mut Group> {
        self.groups.last_mut()
    }

    fn atom(&mut self, text: &str) -> Option<()> {
        self.text.push_str(text);
        self.group()?.atom(1);
        Some(())
    }

    fn open_group(&mut self) -> Option<()> {
        let mut group = Group {
            dot_all: self.group()?.dot_all,
            ..Group::default()
        };
        self.text.push('(');
        if self.rest.next_if_eq(&'?').is_some() {
            self.text.push('?');
            let mut head = String::new();
            loop {
                let c = self.rest.next()?;
                head.push(c);
                if matches!(c, ':' | '=' | '!' | '>') {
                    break;
                }
            }
            group.look_around = head.ends_with(['=', '!']);
            if let Some(flags) = head.strip_suffix(':') {
                let (on, off) = flags.split_once('-').unwrap_or((flags, ""));
                group.dot_all = (group.dot_all || on.contains('s')) && !off.contains('s');
            }
            self.text.push_str(&head);
        }
        self.groups.push(group);
        Some(())
    }

    fn close_group(&mut self) -> Option<()> {
        self.text.push(')');
        let closed = self.groups.pop()?;
        if closed.look_around {
            self.look_arounds += closed.steps.div_ceil(LOOK_AROUND_STEPS).max(1);
        }
        self.group()?.atom(closed.steps);
        Some(())
    }

    fn counted_quantifier(&mut self) -> Option<()> {
        let mut counts = String::new();
        while let Some(c) = self.rest.next_if(|&c| c != '}') {
            counts.push(c);
        }
        self.rest.next();
        let (least, most) = counts.split_once(',').unwrap_or((&counts, &counts));
        let most = if most.is_empty() { least } else { most };
        self.group()?.repeat(most.parse().unwrap_or(u64::MAX));
        write!(self.text, "{{{counts}}}").ok()
    }

    /// An escape outside a class.
    fn escape(&mut self) -> Option<()> {
        match self.rest.next()? {
            'b' => self.word_boundary(true),
            'B' => self.word_boundary(false),
            'k' => {
                let mut name = String::new();
                while let Some(c) = self.rest.next_if(|&c| c != '>') {
                    name.push(c);
                }
                self.rest.next();
                self.reference(name.strip_prefix('<')?);
            }
            digit @ '1'..='9' => {
                let mut number = String::from(digit);
                while let Some(c) = self.rest.next_if(char::is_ascii_digit) {
                    number.push(c);
                }
                self.reference(&number);
            }
            kind @ ('d' | 'D' | 's' | 'S' | 'w' | 'W') => {
                let (set, negated) = shorthand(kind);
                let text = format!("[{}{set}]", if negated { "^" } else { "" });
                self.atom(&text)?;
            }
            kind @ ('p' | 'P') => {
                let text = self.property(kind);
                self.atom(&text)?;
            }
            c => {
                let literal = self.character(c)?;
                push_literal(&mut self.text, literal);
                self.group()?.atom(1);
            }
        }
        Some(())
    }

    /// ECMA's words are ASCII. The backtracking engine knows only Unicode's boundaries, but look-arounds.
    fn word_boundary(&mut self, here: bool) {
        let [(in_front, behind), (also_in_front, also_behind)] = if here {
            [("<=", "!"), ("<!", "=")]
        } else {
            [("<=", "="), ("<!", "!")]
        };
        // Writing to a string cannot fail.
        let _ = match self.target {
            Target::Linear => write!(self.text, "(?-u:\\{})", if here { 'b' } else { 'B' }),
            Target::Backtracking => write!(
                self.text,
                "(?:(?{in_front}[{WORD}])(?{behind}[{WORD}])|(?{also_in_front}[{WORD}])(?{also_behind}[{WORD}]))"
            ),
        };
    }

    /// In ECMA a reference to a group that took no part matches the empty text.
    fn reference(&mut self, group: &str) {
        let text = if group.starts_with(|c: char| c.is_ascii_digit()) {
            format!("(?:(?({group})\\{group}|))")
        } else {
            format!("(?:(?(<{group}>)\\k<{group}>|))")
        };
        self.text.push_str(&text);
    }

    fn property(&mut self, kind: char) -> String {
        let mut text = format!("\\{kind}");
        while let Some(c) = self.rest.next_if(|&c| c != '}') {
            text.push(c);
        }
        text.extend(self.rest.next());
        text
    }

    fn class(&mut self) -> Option<()> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut set = String::new();
        loop {
            let first = match self.rest.next()? {
                ']' => break,
                '\\' => match self.rest.next()? {
                    kind @ ('d' | 'D' | 's' | 'S' | 'w' | 'W') => {
                        let (shorthand, negated) = shorthand(kind);
                        if negated {
                            write!(set, "[^{shorthand}]").ok()?;
                        } else {
                            set.push_str(shorthand);
                        }
                        continue;
                    }
                    kind @ ('p' | 'P') => {
                        set.push_str(&self.property(kind));
                        continue;
                    }
                    c => self.class_character(c)?,
                },
                c => c,
            };
            push_literal(&mut set, first);
            if self.rest.peek() == Some(&'-') && self.rest.clone().nth(1) != Some(']') {
                self.rest.next();
                let last = match self.rest.next()? {
                    '\\' => {
                        let c = self.rest.next()?;
                        self.class_character(c)?
                    }
                    c => c,
                };
                set.push('-');
                push_literal(&mut set, last);
            }
        }
        let text = match (set.is_empty(), negated) {
            (true, true) => ANYTHING.to_owned(),
            (true, false) => NOTHING.to_owned(),
            (false, true) => format!("[^{set}]"),
            (false, false) => format!("[{set}]"),
        };
        self.atom(&text)
    }

    fn class_character(&mut self, c: char) -> Option<char> {
        if c == 'b' {
            Some('\u{8}')
        } else {
            self.character(c)
        }
    }

    /// The character an escape stands for; its first letter is read.
    fn character(&mut self, c: char) -> Option<char> {
        match c {
            't' => Some('\t'),
            'n' => Some('\n'),
            'v' => Some('\u{b}'),
            'f' => Some('\u{c}'),
            'r' => Some('\r'),
            '0' => Some('\0'),
            'c' => char::from_u32(u32::from(self.rest.next()?) % 32),
            'x' => char::from_u32(self.hex(2)?),
            'u' => self.unicode(),
            _ => Some(c),
        }
    }

    fn hex(&mut self, places: usize) -> Option<u32> {
        (0..places).try_fold(0, |value, _| {
            Some(value * 16 + self.rest.next()?.to_digit(16)?)
        })
    }

    fn unicode(&mut self) -> Option<char> {
        if self.rest.next_if_eq(&'{').is_some() {
            let mut value: u32 = 0;
            while let Some(c) = self.rest.next_if(|&c| c != '}') {
                value = value.saturating_mul(16).saturating_add(c.to_digit(16)?);
            }
            self.rest.next();
            return char::from_u32(value);
        }
        let lead = self.hex(4)?;
        if !(0xD800..0xDC00).contains(&lead) {
            return char::from_u32(lead);
        }
        if self.rest.next()? != '\\' || self.rest.next()? != 'u' {
            return None;
        }
        let trail = self.hex(4)?;
        let low = trail.checked_sub(0xDC00).filter(|&low| low < 0x400)?;
        char::from_u32(0x1_0000 + ((lead - 0xD800) << 10) + low)
    }
}

fn shorthand(kind: char) -> (&'static str, bool) {
    let set = match kind.to_ascii_lowercase() {
        'd' => DIGITS,
        's' => SPACE,
        _ => WORD,
    };
    (set, kind.is_ascii_uppercase())
}

fn push_literal(text: &mut String, c: char) {
    if c.is_ascii_alphanumeric() || (!c.is_ascii() && !c.is_control()) {
        text.push(c);
    } else {
        // Writing to a string cannot fail.
        let _ = write!(text, "\\x{{{:x}}}", u32::from(c));
    }
}
