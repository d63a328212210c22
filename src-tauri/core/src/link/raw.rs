//! The text as the agent wrote it, before anything repairs it.
//!
//! Why before parsing: a parser for browsers turns `https:\\host`, `https:host`, a host with zero-width
//! characters in it and much more into a clean address and says nothing.

use crate::text::{is_hidden, visible};
use crate::view::ReasonCode;

use super::reasons::Reasons;

/// The longest text that is looked at, in bytes.
const LONGEST: usize = 8_192;

/// The parts of a text that begins like a web address.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written<'a> {
    /// The host as written, without brackets' contents being looked at.
    pub(super) host: &'a str,
}

/// Looks at the text; gives its parts if it is worth parsing.
pub(super) fn check<'a>(raw: &'a str, reasons: &mut Reasons) -> Option<Written<'a>> {
    if raw.len() > LONGEST {
        reasons.add(ReasonCode::TooLong);
        return None;
    }
    if raw.trim().is_empty() {
        reasons.add(ReasonCode::Empty);
        return None;
    }
    hidden(raw, reasons);
    if raw.contains('\\') {
        reasons.add(ReasonCode::Backslash);
    }
    // A parser skips these; that they stand there is said above.
    let begun = raw.trim_start_matches(|c: char| c <= ' ');
    let rest = after_scheme(begun, reasons)?;
    let slashes = rest.len() - rest.trim_start_matches(['/', '\\']).len();
    if slashes != 2 || !rest.starts_with("//") {
        reasons.add(ReasonCode::Slashes);
    }
    let rest = &rest[slashes..];
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    Some(Written {
        host: host(authority, reasons),
    })
}

fn hidden(raw: &str, reasons: &mut Reasons) {
    let odd =
        |character: char| is_hidden(character) || (character.is_whitespace() && character != ' ');
    if let Some(character) = raw.chars().find(|&character| odd(character)) {
        let number = format!("U+{:04X}", u32::from(character));
        reasons.about(ReasonCode::HiddenChars, number);
    } else if raw.starts_with(' ') || raw.ends_with(' ') {
        reasons.about(ReasonCode::HiddenChars, "U+0020");
    }
}

/// What follows `http:` or `https:`.
fn after_scheme<'a>(raw: &'a str, reasons: &mut Reasons) -> Option<&'a str> {
    let (scheme, rest) = match raw.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (scheme, rest),
        _ => ("", raw),
    };
    if scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http") {
        return Some(rest);
    }
    reasons.about(ReasonCode::Scheme, scheme.to_ascii_lowercase());
    None
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// The host in the authority.
fn host<'a>(authority: &'a str, reasons: &mut Reasons) -> &'a str {
    if authority.contains(' ') {
        reasons.about(ReasonCode::HiddenChars, "U+0020");
    }
    let address = match authority.rsplit_once('@') {
        Some((userinfo, address)) => {
            // A password before the `@` is nobody's to read again.
            let name = userinfo.split(':').next().unwrap_or_default();
            reasons.about(ReasonCode::Userinfo, visible(name));
            address
        }
        None => authority,
    };
    let (host, port) = match address.find(']') {
        Some(end) if address.starts_with('[') => address.split_at(end + 1),
        _ => address.split_at(address.find(':').unwrap_or(address.len())),
    };
    let digits = port.trim_start_matches(':');
    if !digits.is_empty() && digits.bytes().all(|digit| digit == b'0') {
        reasons.add(ReasonCode::PortZero);
    }
    if host.contains('%') {
        reasons.add(ReasonCode::PercentHost);
    }
    if !host.starts_with('[') && !host.chars().all(may_be_in_a_host) {
        reasons.add(ReasonCode::BadHost);
    }
    host
}

/// Whether a character can stand in a host as it is written; what is beyond ASCII is judged once it is
/// known what it turns into, and `%` is a reason of its own.
fn may_be_in_a_host(character: char) -> bool {
    !character.is_ascii()
        || character.is_ascii_alphanumeric()
        || matches!(character, '-' | '_' | '.' | '%')
}
