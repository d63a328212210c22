//! The rules for the host.

use core::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use super::idn;
use super::known::{embedded, imitated, is_own};
use super::names::{Listed, Names};
use super::place::Place;
use super::reasons::Reasons;
use crate::text::visible;
use crate::view::{ReadsAs, ReasonCode};

/// What is known about the host.
#[derive(Debug)]
pub(super) struct Hosted {
    /// Where it is.
    pub(super) place: Place,
    /// The registrable domain, in ASCII.
    pub(super) domain: Option<String>,
    /// The host in Unicode.
    pub(super) unicode: String,
    /// How it reads.
    pub(super) reads_as: ReadsAs,
}

/// Judges the host of an address; `written` is the host as the agent wrote it.
pub(super) fn judge(address: &Url, written: &str, reasons: &mut Reasons) -> Option<Hosted> {
    let text = address.host_str()?;
    let hosted = match address.host()? {
        Host::Ipv4(ip) => numbered(text, v4(ip, written, reasons)),
        Host::Ipv6(ip) => numbered(text, v6(ip, reasons)),
        Host::Domain(name) => named(name, written, reasons),
    };
    let bare = address.scheme() == "http";
    match hosted.place {
        Place::Loopback => reasons.add(ReasonCode::Loopback),
        Place::Private => reasons.raised(ReasonCode::PrivateIp, bare),
        Place::LinkLocal => reasons.add(ReasonCode::LinkLocal),
        Place::SingleLabel => reasons.raised(ReasonCode::SingleLabel, bare),
        Place::Intranet => reasons.raised(ReasonCode::Intranet, bare),
        Place::Onion => reasons.raised(ReasonCode::Onion, bare),
        Place::Nowhere => reasons.add(ReasonCode::UnusableIp),
        Place::Public => {
            if bare {
                reasons.add(ReasonCode::Http);
            }
            if let Some(port) = address.port() {
                reasons.about(ReasonCode::Port, port.to_string());
            }
        }
    }
    Some(hosted)
}

fn numbered(text: &str, place: Place) -> Hosted {
    Hosted {
        place,
        domain: None,
        unicode: text.to_owned(),
        reads_as: ReadsAs::Same,
    }
}

fn v4(ip: Ipv4Addr, written: &str, reasons: &mut Reasons) -> Place {
    if written != ip.to_string() {
        reasons.about(ReasonCode::DisguisedIp, ip.to_string());
    }
    let place = Place::of_v4(ip);
    if place == Place::Public {
        reasons.add(ReasonCode::IpLiteral);
    }
    place
}

fn v6(ip: Ipv6Addr, reasons: &mut Reasons) -> Place {
    let place = Place::of_v6(ip);
    if place == Place::Public {
        reasons.add(ReasonCode::IpLiteral);
    }
    place
}

fn named(whole: &str, written: &str, reasons: &mut Reasons) -> Hosted {
    let name = whole.strip_suffix('.').unwrap_or(whole);
    if name.len() != whole.len() {
        reasons.add(ReasonCode::TrailingDot);
    }
    if !is_possible(name) {
        reasons.add(ReasonCode::BadHost);
    }
    if is_rewritten(written, whole) {
        reasons.about(ReasonCode::HostRewritten, visible(written));
    } else if written.is_ascii()
        && !written.eq_ignore_ascii_case(whole)
        && !reasons.has(ReasonCode::PercentHost)
    {
        // The parser has read another host than the one written.
        reasons.add(ReasonCode::BadHost);
    }
    if is_own(name) {
        reasons.add(ReasonCode::AppInternal);
    }
    let place = Place::of_name(name);
    let names = Names::of(name);
    let has_domain = !matches!(place, Place::Loopback | Place::SingleLabel);
    let domain = names.domain.filter(|_| has_domain);
    listed(&names, place, reasons);
    let (unicode, reads_as) = read(whole, names.domain, reasons);
    if domain.is_some() {
        let shown = unicode.strip_suffix('.').unwrap_or(&unicode);
        if let Some(other) = embedded(&names, shown) {
            reasons.about(ReasonCode::EmbeddedDomain, visible(&other));
        }
    }
    Hosted {
        place,
        domain: domain.map(str::to_owned),
        unicode,
        reads_as,
    }
}

/// How the host reads, and whom it imitates.
fn read(whole: &str, domain: Option<&str>, reasons: &mut Reasons) -> (String, ReadsAs) {
    let has_punycode = whole.split('.').any(|label| label.starts_with("xn--"));
    let reading = has_punycode.then(|| {
        reasons.add(ReasonCode::Punycode);
        idn::read(whole, reasons)
    });
    let unicode = reading
        .as_ref()
        .map_or_else(|| whole.to_owned(), |reading| reading.unicode.clone());
    let imitated = domain.and_then(|ascii| {
        let shown = unicode.strip_suffix('.').unwrap_or(&unicode);
        let labels = ascii.split('.').count();
        let start = shown.rmatch_indices('.').nth(labels - 1);
        imitated(ascii, start.map_or(shown, |(dot, _)| &shown[dot + 1..]))
    });
    if let Some(other) = imitated {
        reasons.about(ReasonCode::Lookalike, other);
    }
    let reads_as = match reading {
        None => ReadsAs::Same,
        Some(reading) if reading.honest && imitated.is_none() => ReadsAs::Text {
            text: reading.unicode,
        },
        Some(_) => ReadsAs::Imitates,
    };
    (unicode, reads_as)
}

/// What the Public Suffix List says of the host.
fn listed(names: &Names, place: Place, reasons: &mut Reasons) {
    if !matches!(place, Place::Public | Place::SingleLabel | Place::Onion) {
        return;
    }
    match (names.listed, names.domain) {
        (Listed::Registry | Listed::Private, None) => reasons.add(ReasonCode::IsPublicSuffix),
        (Listed::Private, Some(_)) => reasons.about(ReasonCode::SharedHosting, names.suffix),
        (Listed::Not, Some(_)) => reasons.about(ReasonCode::UnknownSuffix, names.suffix),
        (Listed::Registry, Some(_)) | (Listed::Not, None) => {}
    }
}

/// Whether a host in ASCII and lower case has the lengths and the characters of a name.
fn is_possible(name: &str) -> bool {
    let possible = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    name.len() <= 253 && name.split('.').all(possible)
}

/// Whether a host written beyond ASCII has turned into plain ASCII, whole or in one of its labels.
fn is_rewritten(written: &str, name: &str) -> bool {
    if written.is_ascii() {
        return false;
    }
    let is_dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}');
    let before = written.split(is_dot);
    let after = name.split('.');
    !name.contains("xn--")
        || before.clone().count() != after.clone().count()
        || before
            .zip(after)
            .any(|(before, after)| !before.is_ascii() && !after.starts_with("xn--"))
}
