//! Finds what is secret in running text: keys, addresses, and what stands behind a secret's name.

use std::ops::Range;

use super::names::{is_secret, is_secret_header, is_variable};
use super::{Known, MASK};
use crate::known_keys::known_keys;

/// Masks what is secret in a text, and what `more` finds in it. Gives the text and how many were masked.
pub(super) fn mask(
    text: &str,
    known: &Known,
    more: impl FnOnce(&str) -> Vec<Range<usize>>,
) -> (String, u32) {
    let mut spans = more(text);
    for secret in known.texts() {
        spans.extend(text.match_indices(secret).map(|(at, it)| at..at + it.len()));
    }
    spans.extend(known_keys(text));
    addresses(text, &mut spans);
    named(text, &mut spans);
    if spans.is_empty() {
        return (text.to_owned(), 0);
    }
    replace(text, spans)
}

fn replace(text: &str, mut spans: Vec<Range<usize>>) -> (String, u32) {
    spans.sort_by_key(|span| span.start);
    let (mut out, mut done, mut masked) = (String::with_capacity(text.len()), 0, 0);
    let mut spans = spans.into_iter().peekable();
    while let Some(mut span) = spans.next() {
        while let Some(next) = spans.next_if(|next| next.start <= span.end) {
            span.end = span.end.max(next.end);
        }
        if span.is_empty() {
            continue;
        }
        out.push_str(&text[done..span.start]);
        out.push_str(MASK);
        masked += 1;
        done = span.end;
    }
    out.push_str(&text[done..]);
    (out, masked)
}

/// Finds the parts of addresses that are not shown.
fn addresses(text: &str, spans: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(found) = text[from..].find("://") {
        let at = from + found;
        let after = at + "://".len();
        let scheme = text[..at]
            .bytes()
            .rev()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
            .count();
        let ends = |c: char| c.is_whitespace() || c.is_control() || "\"<>`'\\{}|^".contains(c);
        let size = text[after..].find(ends).unwrap_or(text.len() - after);
        let whole = &text[after..after + size];
        let kept = whole.trim_end_matches([')', ']', '.', ',', ';', ':', '!', '?']);
        if scheme > 0 {
            address(kept, after, spans);
        }
        from = after + size;
    }
}

/// Finds the parts of an address that are not shown; `rest` is what follows the slashes, and stands at `at`.
pub(super) fn address(rest: &str, at: usize, spans: &mut Vec<Range<usize>>) {
    let authority = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    // A password may hold what ends an authority; what follows a colon and is no port is one.
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let password = rest[..authority]
        .split_once(':')
        .is_some_and(|(_, port)| !is_port(port));
    let user = match rest[..authority].rfind('@') {
        None if password && !rest.starts_with('[') => Some(rest.rfind('@').unwrap_or(rest.len())),
        user => user,
    };
    if let Some(user) = user {
        spans.push(at..at + user);
    }
    let fragment = rest.find('#').unwrap_or(rest.len());
    if fragment + 1 < rest.len() {
        spans.push(at + fragment + 1..at + rest.len());
    }
    let Some(query) = rest[..fragment].find('?') else {
        return;
    };
    let mut from = query + 1;
    for piece in rest[from..fragment].split('&') {
        // A lone text is a value without a name.
        let name = piece.find('=').map_or(0, |equals| equals + 1);
        spans.push(at + from + name..at + from + piece.len());
        from += piece.len() + 1;
    }
}

/// Finds what stands behind the name of a secret.
fn named(text: &str, spans: &mut Vec<Range<usize>>) {
    let mut words = text.char_indices().peekable();
    while let Some((start, first)) = words.next() {
        if !first.is_ascii_alphanumeric() {
            continue;
        }
        let mut end = start + first.len_utf8();
        while let Some((at, _)) = words.next_if(|(_, c)| in_name(*c)) {
            end = at + 1;
        }
        let name = &text[start..end];
        if name.len() < 3 {
            continue;
        }
        let schemes = ["bearer", "basic"];
        if schemes.iter().any(|it| it.eq_ignore_ascii_case(name)) {
            spans.extend(credential(text, end));
        } else if is_secret(name) {
            spans.extend(value_of(text, start, end));
        }
    }
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// What follows `Bearer` or `Basic`.
fn credential(text: &str, after: usize) -> Option<Range<usize>> {
    let rest = &text[after..];
    let value = rest.strip_prefix(' ')?;
    let start = after + 1;
    let size = value
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"._~+/=-".contains(byte))
        .count();
    (size >= 8).then_some(start..start + size)
}

/// The value behind a name, when it is one and not only a word after a word.
fn value_of(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let name = &text[start..end];
    let quoted = |c: char| matches!(c, '"' | '\'' | '`' | '\\');
    let rest = text[end..].trim_start_matches(quoted);
    let closed = rest.len() < text.len() - end;
    let flag = text[..start].ends_with("--");
    let spaced = rest.trim_start_matches(' ');
    let (sign, value) = match spaced.chars().next()? {
        sign @ ('=' | ':') => (sign, &spaced[1..]),
        _ if flag && spaced.len() < rest.len() => (' ', spaced),
        _ => return None,
    };
    let tight = !value.starts_with(' ') && spaced.len() == rest.len();
    // What follows `=>`, `==`, `::` and `://` is no value.
    if value.starts_with(['=', '>', ':', '/']) && !flag {
        return None;
    }
    let value = value.trim_start_matches(' ');
    let bare = value.trim_start_matches(quoted);
    let opened = bare.len() < value.len();
    let at = text.len() - bare.len();
    if sign == ':' && is_secret_header(name) && !opened {
        let size = bare.find(['\n', '\r', '"']).unwrap_or(bare.len());
        return Some(at..at + size);
    }
    let ends = |c: char| {
        c.is_whitespace()
            || quoted(c)
            || (!opened && matches!(c, ',' | ';' | '&' | ')' | '}' | ']'))
    };
    let in_quotes = |c: char| quoted(c) || c == '\n';
    let size = if opened {
        bare.find(in_quotes).unwrap_or(bare.len())
    } else {
        bare.find(ends).unwrap_or(bare.len())
    };
    let value = &bare[..size];
    let telling = opened
        || flag
        || closed
        || (tight && sign == '=' && is_variable(name))
        || (size >= 6 && value.bytes().any(|byte| byte.is_ascii_digit()) && !value.contains('('))
        || value.contains(MASK);
    (telling && size > 0).then_some(at..at + size)
}
