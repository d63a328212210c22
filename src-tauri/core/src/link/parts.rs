//! The rules for what follows the host: path, query and fragment.

use std::borrow::Cow;

use url::{Host, Url, form_urlencoded};

use super::known::is_known;
use super::place::Place;
use super::reasons::Reasons;
use crate::known_keys::is_known_key;
use crate::text::{is_blank, is_hidden, visible};
use crate::view::ReasonCode;

/// More characters than this are too many to read.
const LONG: usize = 2_048;
/// A secret has at least as many characters.
const SECRET: usize = 16;
/// Names of parameters that hold a secret.
const SECRETS: &[&str] = &[
    "token",
    "access_token",
    "id_token",
    "refresh_token",
    "api_key",
    "apikey",
    "client_secret",
    "password",
];
/// Parameters that hold a signed token by design: it is of no use to whoever reads it.
const SIGNED: &[&str] = &[
    "state",
    "request",
    "nonce",
    "id_token_hint",
    "client_assertion",
    "login_hint",
];
/// Endings of files that run when they are opened.
const PROGRAMS: &[&str] = &[
    "exe", "msi", "bat", "cmd", "ps1", "scr", "hta", "lnk", "jar", "dmg", "pkg", "appimage", "deb",
    "rpm", "sh", "vbs", "iso",
];
/// How often a parameter is decoded in search of a script.
const ROUNDS: usize = 3;

/// Judges what follows the host; `raw` is the text as written. Whether a `redirect_uri` leads to this
/// computer or its network.
pub(super) fn judge(address: &Url, raw: &str, reasons: &mut Reasons) -> bool {
    if address.as_str().len() > LONG {
        reasons.add(ReasonCode::Long);
    }
    if raw.trim_matches(' ').contains(' ') {
        reasons.add(ReasonCode::Spaces);
    }
    path(address, reasons);
    encoded(address, reasons);
    let query = address.query().unwrap_or_default().split('&');
    // Pages that route by fragment write `#/path?name=value`.
    let fragment = address.fragment().unwrap_or_default().split(['&', '?']);
    let mut returns_near = false;
    for piece in query.chain(fragment).filter(|piece| !piece.is_empty()) {
        returns_near |= parameter(piece, reasons);
    }
    returns_near
}

fn path(address: &Url, reasons: &mut Reasons) {
    let mut last = String::new();
    for segment in address.path().split('/') {
        let segment = decode(segment).to_lowercase();
        let name = segment.strip_prefix('@').unwrap_or(&segment);
        let is_address = matches!(name, "http:" | "https:")
            || name.starts_with("http:/")
            || name.starts_with("https:/");
        if is_address || is_known(name) {
            reasons.about(ReasonCode::HostInPath, visible(&segment));
        }
        last = segment;
    }
    let ending = last.trim_end_matches(['.', ' ']).rsplit_once('.');
    if let Some((_, ending)) = ending
        && PROGRAMS.contains(&ending)
    {
        reasons.about(ReasonCode::Download, ending);
    }
}

/// Characters that would be refused if they stood there undisguised.
fn encoded(address: &Url, reasons: &mut Reasons) {
    let parts = [Some(address.path()), address.query(), address.fragment()];
    for part in parts
        .into_iter()
        .flatten()
        .filter(|part| part.contains('%'))
    {
        let invisible = |character: &char| is_hidden(*character) && !is_blank(*character);
        if let Some(character) = decode(part).chars().find(invisible) {
            let number = format!("U+{:04X}", u32::from(character));
            reasons.about(ReasonCode::EncodedHidden, number);
            return;
        }
    }
}

/// Judges one parameter. Whether it is a `redirect_uri` that leads near.
fn parameter(piece: &str, reasons: &mut Reasons) -> bool {
    let Some((name, value)) = form_urlencoded::parse(piece.as_bytes()).next() else {
        return false;
    };
    // A lone text is a value without a name.
    let (name, value) = if piece.contains('=') {
        (name.to_lowercase(), value)
    } else {
        (String::new(), name)
    };
    if is_script(&value) {
        reasons.about(ReasonCode::BadNested, visible(&name));
    }
    let signed = SIGNED.contains(&name.as_str());
    let long = value.chars().nth(SECRET - 1).is_some();
    if (SECRETS.contains(&name.as_str()) && long) || (!signed && is_known_key(&value)) {
        reasons.about(ReasonCode::SecretInUrl, visible(&name));
    }
    let Some(target) = target(&value) else {
        return false;
    };
    if let Some(host) = target.host_str() {
        reasons.about(ReasonCode::Redirect, host);
    }
    name == "redirect_uri" && is_near(&target)
}

/// Whether a value is an address that runs something or opens a file, however often it is encoded.
fn is_script(value: &str) -> bool {
    let mut value = Cow::Borrowed(value);
    for _ in 0..ROUNDS {
        if begins_as_script(&value) {
            return true;
        }
        if !value.contains('%') {
            return false;
        }
        value = Cow::Owned(decode(&value).into_owned());
    }
    false
}

fn begins_as_script(value: &str) -> bool {
    // As browsers read it: blanks before it and line breaks within do not count.
    let text: String = value
        .trim_start_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .take(120)
        .collect::<String>()
        .to_ascii_lowercase();
    let is_data = |rest: &str| {
        let kind = rest.split([',', ';']).next().unwrap_or_default();
        let token = |text: &str| {
            let in_token = |c: char| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c);
            !text.is_empty() && text.chars().all(in_token)
        };
        kind.len() < rest.len()
            && kind
                .split_once('/')
                .is_some_and(|(group, name)| token(group.trim()) && token(name.trim()))
    };
    text.starts_with("javascript:")
        || text.starts_with("vbscript:")
        || text.starts_with("file:/")
        || text.strip_prefix("data:").is_some_and(is_data)
}

/// The web address that a value is.
fn target(value: &str) -> Option<Url> {
    let value = value.trim_start_matches(|c: char| c <= ' ');
    let begins = |scheme: &str| {
        value
            .get(..scheme.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    };
    // A browser takes a backslash for a slash.
    if value.starts_with(['/', '\\']) && value[1..].starts_with(['/', '\\']) {
        Url::parse(&format!("https:{value}")).ok()
    } else if begins("https:") || begins("http:") {
        Url::parse(value).ok()
    } else {
        None
    }
}

fn is_near(target: &Url) -> bool {
    match target.host() {
        Some(Host::Ipv4(ip)) => Place::of_v4(ip).is_near(),
        Some(Host::Ipv6(ip)) => Place::of_v6(ip).is_near(),
        Some(Host::Domain(name)) => Place::of_name(name.trim_end_matches('.')).is_near(),
        None => false,
    }
}

/// Percent-decoded, with a replacement for what is no UTF-8.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = |at: usize| {
            bytes
                .get(at)
                .and_then(|&digit| char::from(digit).to_digit(16))
        };
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(byte));
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}
