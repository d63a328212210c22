//! Reads JSON as it stands, whole or broken, and writes it without its secrets.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::names::is_secret;
use super::spans;
use super::{AHEAD, About, Hidden, MASK, Redacted};
use crate::link::device_code;
use crate::settings::{SecretText, is_secret_name};
use crate::text::is_hidden;

/// Deeper than this nothing is read: the protocol has nothing there.
const DEEPEST: usize = 200;
/// Deeper than this lines are not moved further in.
const DEEPEST_INDENT: usize = 24;

/// So often what was cut is read once more at most.
const SETTLED: usize = 4;
/// What stands at the end of a string that was cut.
const CUT: &str = " …";
/// More of a word that was cut off is not taken for a secret, in bytes.
const LONGEST_WORD: usize = 256;

/// How a message is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// As it was sent.
    AsSent,
    /// One member a line, two spaces for each depth.
    Indented,
}

/// What an open object or array is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// The message itself.
    Message,
    Params,
    Result,
    /// The answers of a form.
    Answers,
    /// Variables or headers: by name, or a list of objects that have a name.
    Values,
    /// One of such a list.
    Value,
    /// The schema of a form.
    Schema,
    /// What a schema says of a field that asks for a secret.
    SecretField,
}

/// An open object or array.
struct Open {
    kind: Kind,
    is_object: bool,
    /// All in it is secret.
    hidden: bool,
    /// The member whose value comes next.
    key: Option<String>,
    /// The element before names an option whose value is secret.
    after_flag: bool,
    /// Where the last string stood that was a value; a colon after it makes it a name.
    said: Option<Range<usize>>,
    /// What has the name that was given is a secret.
    names_secret: bool,
    /// Nothing stands in it yet.
    empty: bool,
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    about: About<'a>,
    layout: Layout,
    most: usize,
    open: Vec<Open>,
    out: String,
    /// The message has begun.
    begun: bool,
    /// Some of it was left out.
    cut: bool,
    masked: u32,
    found: Vec<SecretText>,
}

pub(super) fn scan(text: &str, about: About<'_>, layout: Layout, most: usize) -> Redacted {
    let mut scan = Scan {
        text,
        at: 0,
        about,
        layout,
        most,
        open: Vec::new(),
        out: String::with_capacity(text.len().min(most)),
        begun: false,
        cut: false,
        masked: 0,
        found: Vec::new(),
    };
    while let Some(&byte) = text.as_bytes().get(scan.at) {
        if scan.out.len() > most || scan.open.len() > DEEPEST {
            scan.cut = true;
            break;
        }
        if scan.begun && scan.open.is_empty() && !byte.is_ascii_whitespace() {
            scan.rest();
        } else {
            scan.step(byte);
        }
    }
    let end = super::beginning(&scan.out, most).len();
    let cut = scan.cut || end < scan.out.len();
    scan.out.truncate(end);
    Redacted {
        text: scan.out,
        cut,
        masked: scan.masked,
        found: scan.found,
    }
}

impl Scan<'_> {
    fn step(&mut self, byte: u8) {
        match byte {
            b'{' => self.begin(true),
            b'[' => self.begin(false),
            b'}' | b']' => self.end(char::from(byte)),
            b',' => {
                self.at += 1;
                self.out.push(',');
                if let Some(open) = self.open.last_mut() {
                    open.key = None;
                    open.said = None;
                }
                self.break_line();
            }
            b':' => {
                self.at += 1;
                self.out.push(':');
                if let Some(open) = self.open.last_mut()
                    && let Some(said) = open.said.take()
                {
                    open.key = Some(decoded(&self.text[said]).into_owned());
                }
                if self.layout == Layout::Indented {
                    self.out.push(' ');
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' => {
                self.at += 1;
                if self.layout == Layout::AsSent {
                    self.out.push(char::from(byte));
                }
            }
            b'"' => self.string(),
            _ => self.bare(),
        }
    }

    fn begin(&mut self, is_object: bool) {
        self.begun = true;
        self.first();
        let (kind, hidden) = self.place();
        if let Some(open) = self.open.last_mut() {
            open.key = None;
            open.after_flag = false;
        }
        self.open.push(Open {
            kind,
            is_object,
            hidden,
            key: None,
            after_flag: false,
            said: None,
            names_secret: false,
            empty: true,
        });
        self.at += 1;
        self.out.push(if is_object { '{' } else { '[' });
    }

    fn end(&mut self, with: char) {
        self.at += 1;
        if self.open.pop().is_some_and(|open| !open.empty) {
            self.break_line();
        }
        self.out.push(with);
    }

    /// Before what stands first in an object or array.
    fn first(&mut self) {
        if let Some(open) = self.open.last_mut()
            && std::mem::take(&mut open.empty)
        {
            self.break_line();
        }
    }

    fn break_line(&mut self) {
        if self.layout == Layout::Indented {
            self.out.push('\n');
            for _ in 0..self.open.len().min(DEEPEST_INDENT) {
                self.out.push_str("  ");
            }
        }
    }

    /// What the value that comes next is: its kind, and whether it is secret.
    fn place(&self) -> (Kind, bool) {
        let Some(open) = self.open.last() else {
            return (Kind::Message, false);
        };
        let key = open.key.as_deref();
        let named = |name: &str| key == Some(name);
        let secret = key.is_some_and(is_secret);
        match open.kind {
            Kind::Values if open.is_object => (Kind::Plain, true),
            Kind::Values => (Kind::Value, open.hidden),
            Kind::Value => (Kind::Plain, open.hidden || !named("name")),
            Kind::Schema if secret => (Kind::SecretField, open.hidden),
            Kind::Schema => (Kind::Schema, open.hidden),
            Kind::SecretField => {
                let says = ["default", "const", "enum", "examples"];
                let hidden = key.is_some_and(|key| says.contains(&key));
                (Kind::SecretField, open.hidden || hidden)
            }
            // A batch: each of its elements is a message.
            Kind::Message if !open.is_object => (Kind::Message, false),
            Kind::Answers => {
                let hidden = key.is_none_or(|key| self.about.answer.has(key));
                (Kind::Plain, open.hidden || hidden || secret)
            }
            Kind::Result if named("content") && *self.about.answer != Hidden::Nothing => {
                (Kind::Answers, *self.about.answer == Hidden::All)
            }
            _ if named("env") || named("headers") => (Kind::Values, open.hidden),
            _ if named("requestedSchema") || named("inputSchema") => (Kind::Schema, open.hidden),
            Kind::Message if named("params") => (Kind::Params, false),
            Kind::Message if named("result") => (Kind::Result, false),
            _ => (Kind::Plain, open.hidden || secret || open.after_flag),
        }
    }

    fn string(&mut self) {
        let from = self.at + 1;
        let (to, closed) = end_of_string(self.text, from);
        self.at = to + usize::from(closed);
        let raw = &self.text[from..to];
        let text = decoded(raw);
        let is_key = self
            .open
            .last()
            .is_some_and(|open| open.is_object && open.key.is_none());
        self.first();
        if is_key {
            let (masked, count) = spans::mask(&text, self.about.known, |_| Vec::new());
            self.masked += count;
            self.write(raw, (count > 0).then_some(&masked), closed);
            if let Some(open) = self.open.last_mut() {
                open.key = Some(text.into_owned());
            }
            return;
        }
        let (kind, hidden) = self.place();
        if hidden || is_of_list(kind) {
            self.hide(&text);
            self.write(raw, Some(MASK), closed);
        } else {
            self.shown(raw, &text, closed);
        }
        if let Some(open) = self.open.last_mut() {
            let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
            open.said = open.is_object.then_some(from..to);
            open.after_flag = !open.is_object && name.is_some_and(is_secret);
            if open.key.as_deref() == Some("name") {
                open.names_secret = is_secret(&text) || is_secret_name(&text);
            }
        }
    }

    /// A string that is no secret as a whole.
    fn shown(&mut self, raw: &str, text: &str, closed: bool) {
        let room = self.most.saturating_sub(self.out.len()) + 64;
        let fits = text.len() <= room;
        let text = super::beginning(text, room);
        // What was cut before says so at its end, and that is no part of it.
        let (text, was_cut) = match text.strip_suffix(CUT) {
            Some(before) if !closed => (before, true),
            _ => (text, false),
        };
        let (masked, count) = spans::mask(text, self.about.known, |text| self.more(text));
        if count > 0 && self.is_message() {
            self.found.extend(device_code(text).map(SecretText::new));
        }
        self.masked += count;
        if closed && fits {
            self.write(raw, (count > 0).then_some(&masked), true);
            return;
        }
        let end = if was_cut {
            masked.len()
        } else {
            // Its last word may be the beginning of a secret.
            let far = super::beginning(&masked, masked.len().saturating_sub(LONGEST_WORD)).len();
            let last = masked.rfind(char::is_whitespace).unwrap_or(0);
            last.max(far)
        };
        let mut kept = masked[..end].trim_end().to_owned();
        // What is left of it may read as something else, and done twice it is to be as done once.
        for _ in 0..SETTLED {
            let (again, _) = spans::mask(&kept, self.about.known, |text| self.more(text));
            if again == kept {
                break;
            }
            kept = again;
        }
        self.write("", Some(&format!("{kept}{CUT}")), false);
        if !fits {
            self.cut = true;
            self.at = self.text.len();
        }
    }

    /// What is secret in this string because of where it stands.
    fn more(&self, text: &str) -> Vec<Range<usize>> {
        let key = self.open.last().and_then(|open| open.key.as_deref());
        let mut spans = Vec::new();
        if key.is_some_and(|key| ["url", "uri", "href"].contains(&key))
            && let Some(at) = text.find("://")
        {
            let after = at + "://".len();
            spans::address(&text[after..], after, &mut spans);
        }
        if self.is_message()
            && let Some(code) = device_code(text)
        {
            spans.extend(text.match_indices(&code).map(|(at, it)| at..at + it.len()));
        }
        spans
    }

    /// Whether the value that comes next is what an agent says about a link or form.
    fn is_message(&self) -> bool {
        self.about.method == Some("elicitation/create")
            && self.open.last().is_some_and(|open| {
                open.kind == Kind::Params && open.key.as_deref() == Some("message")
            })
    }

    /// Takes note of a secret: as one to be known again, unless any text may be there.
    fn hide(&mut self, text: &str) {
        self.masked += 1;
        let Some(open) = self.open.last() else {
            return;
        };
        let key = open.key.as_deref();
        let is_told = match open.kind {
            Kind::Value => open.names_secret,
            Kind::Values => key.is_some_and(|key| is_secret(key) || is_secret_name(key)),
            Kind::Answers => key.is_some_and(
                |key| matches!(self.about.answer, Hidden::Fields(names) if names.contains(key)),
            ),
            _ => key.is_some_and(is_secret) || open.after_flag,
        };
        if is_told && text != MASK {
            self.found.push(SecretText::new(text.to_owned()));
        }
    }

    /// Writes a string: as it was, or something in its place.
    fn write(&mut self, raw: &str, instead: Option<&str>, closed: bool) {
        self.out.push('"');
        let quoted = instead.map(|text| serde_json::Value::from(text).to_string());
        let inner = quoted
            .as_deref()
            .map_or(raw, |text| &text[1..text.len() - 1]);
        escape_into(&mut self.out, inner);
        if closed {
            self.out.push('"');
        }
    }

    /// A number, a word, or what does not belong there.
    fn bare(&mut self) {
        let rest = &self.text[self.at..];
        let ends = |c: char| "{}[],:\"".contains(c) || c.is_ascii_whitespace();
        let size = rest.find(ends).unwrap_or(rest.len());
        let word = &rest[..size];
        self.first();
        let (kind, hidden) = self.place();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let answers = self.open.last().is_some_and(|it| it.kind == Kind::Answers);
        let says_nothing = word == "null" || (matches!(word, "true" | "false") && !answers);
        if (hidden || is_of_list(kind)) && !says_nothing {
            self.at += size;
            self.hide(word);
            self.mask();
        } else if self.about.known.texts().any(|it| it == word) {
            self.at += size;
            self.masked += 1;
            self.mask();
        } else if word.chars().all(is_plain) {
            self.at += size;
            self.unquoted(word);
        } else {
            self.rest();
        }
        if let Some(open) = self.open.last_mut() {
            open.after_flag = false;
        }
    }

    /// Writes a string that stands for a secret which was none.
    fn mask(&mut self) {
        for part in ["\"", MASK, "\""] {
            self.out.push_str(part);
        }
    }

    /// From here on it is no JSON.
    fn rest(&mut self) {
        self.unquoted(&self.text[self.at..]);
        self.at = self.text.len();
    }

    /// Writes what stands in no string: a number, a word or anything, as no place is known for what is broken.
    fn unquoted(&mut self, text: &str) {
        let room = self.most.saturating_sub(self.out.len());
        let text = super::beginning(text, room.saturating_add(AHEAD));
        let (masked, count) = spans::mask(text, self.about.known, |_| Vec::new());
        self.masked += count;
        escape_into(&mut self.out, &masked);
    }
}

/// Whether this is a scalar where only a list of values, or answers, belong.
fn is_of_list(kind: Kind) -> bool {
    matches!(kind, Kind::Values | Kind::Value | Kind::Answers)
}

/// Where a string that begins at `from` ends, and whether it does.
fn end_of_string(text: &str, from: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return (at, true),
            // What is escaped is one byte or begins with one; a longer character goes on harmlessly.
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    (text.len(), false)
}

/// What a string says; one that cannot be read stands for itself.
fn decoded(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    serde_json::from_str(&format!("\"{raw}\"")).map_or(Cow::Borrowed(raw), Cow::Owned)
}

/// Adds text of a string, with what cannot be seen as JSON's own escapes.
fn escape_into(out: &mut String, text: &str) {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control()) {
        out.push_str(text);
        return;
    }
    let mut units = [0; 2];
    for letter in text.chars() {
        if is_hidden(letter) {
            for unit in letter.encode_utf16(&mut units) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(letter);
        }
    }
}
