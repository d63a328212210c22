//! The four formats that are checked: `email`, `uri`, `date` and `date-time`.
//!
//! Why no crate: the measure is what `jsonschema` accepts, and that crate is megabytes and a minute of
//! build for these four. `url` is no help with `uri`: it follows WHATWG, which repairs where RFC 3986
//! refuses. These checks were compared with `jsonschema` 0.61 on random texts; the difference left is
//! that no white space before an address is let through.

use core::net::{Ipv4Addr, Ipv6Addr};

use super::uri;

/// A format that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// An address as in RFC 5321, without display text.
    Email,
    /// RFC 3986, with a scheme.
    Uri,
    /// RFC 3339 `full-date`.
    Date,
    /// RFC 3339 `date-time`.
    DateTime,
}

impl Format {
    /// The format of that name; unknown ones are annotations.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Email, Self::Uri, Self::Date, Self::DateTime]
            .into_iter()
            .find(|format| format.name() == name)
    }

    /// Its name in a schema.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// Whether the text is of this format.
    pub(super) fn accepts(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => uri::is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
        }
    }
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let local_fits = match local.strip_prefix('"').map(|rest| rest.strip_suffix('"')) {
        Some(quoted) => quoted.is_some_and(is_quoted_content),
        None => local.split('.').all(is_atom),
    };
    local_fits && local.len() <= 64 && is_mail_domain(domain)
}

fn is_atom(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
}

fn is_quoted_content(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'\\' => bytes
                .next()
                .is_some_and(|escaped| escaped.is_ascii_graphic()),
            b'"' => false,
            _ => byte == b' ' || byte == b'\t' || byte.is_ascii_graphic(),
        };
        if !fits {
            return false;
        }
    }
    true
}

fn is_mail_domain(domain: &str) -> bool {
    let Some(literal) = domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    else {
        return is_host_name(domain);
    };
    match literal.get(..5) {
        Some(tag) if tag.eq_ignore_ascii_case("IPv6:") => literal[5..].parse::<Ipv6Addr>().is_ok(),
        _ => literal.parse::<Ipv4Addr>().is_ok(),
    }
}

fn is_host_name(name: &str) -> bool {
    name.len() <= 253 && name.split('.').all(is_host_label)
}

fn is_host_label(label: &str) -> bool {
    let plain = (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    // A hyphen in third and fourth place is kept for internationalised labels.
    plain
        && (label.get(2..4) != Some("--")
            || (label.starts_with("xn--") && idna::domain_to_ascii_strict(label).is_ok()))
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let [.., b'-', _, _, b'-', _, _] = bytes else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (
        digits(bytes, 0, 4),
        digits(bytes, 5, 2),
        digits(bytes, 8, 2),
    ) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    bytes.len() == 10 && (1..=days).contains(&day)
}

fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't'])
        .is_some_and(|(date, time)| is_date(date) && is_time(time))
}

fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(hour), Some(minute), Some(second)) = (
        digits(bytes, 0, 2),
        digits(bytes, 3, 2),
        digits(bytes, 6, 2),
    ) else {
        return false;
    };
    if bytes[2] != b':' || bytes[5] != b':' || hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    let zone = match &bytes[8..] {
        [b'.', fraction @ ..] => {
            let places = fraction
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            if places == 0 {
                return false;
            }
            &fraction[places..]
        }
        rest => rest,
    };
    // A leap second is the last one of a day in universal time.
    offset_minutes(zone).is_some_and(|offset| {
        second < 60 || (hour * 60 + minute - offset).rem_euclid(1_440) == 1_439
    })
}

fn offset_minutes(zone: &[u8]) -> Option<i32> {
    match zone {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), _, _, b':', _, _] => {
            let (hours, minutes) = (digits(zone, 1, 2)?, digits(zone, 4, 2)?);
            let total = hours * 60 + minutes;
            (hours <= 23 && minutes <= 59).then_some(if *sign == b'+' { total } else { -total })
        }
        _ => None,
    }
}

fn digits(bytes: &[u8], start: usize, count: usize) -> Option<i32> {
    bytes
        .get(start..start + count)?
        .iter()
        .try_fold(0, |value, byte| {
            byte.is_ascii_digit()
                .then(|| value * 10 + i32::from(byte - b'0'))
        })
}

#[cfg(test)]
mod tests {
    use super::Format;
    use proptest::prelude::*;

    fn check(format: Format, accepted: &[&str], refused: &[&str]) {
        for text in accepted {
            assert!(format.accepts(text), "{text:?} is a {}", format.name());
        }
        for text in refused {
            assert!(!format.accepts(text), "{text:?} is no {}", format.name());
        }
    }

    #[test]
    fn names_are_known() {
        assert_eq!(Format::named("date-time"), Some(Format::DateTime));
        assert_eq!(Format::named("hostname"), None);
        assert_eq!(Format::named("Email"), None);
    }

    #[test]
    fn addresses() {
        check(
            Format::Email,
            &[
                "a@b",
                "first.last+tag@example.co.uk",
                "o'neil@example.com",
                "\"quoted at@sign\"@example.com",
                "\"\"@example.com",
                "a@[127.0.0.1]",
                "a@[IPv6:::1]",
                "a@xn--mnchen-3ya.de",
            ],
            &[
                "",
                "a",
                "@b",
                "a@",
                "a b@c",
                "a..b@c",
                ".a@c",
                "a@b.",
                "a@-b",
                "a@b_c",
                "a@[999.0.0.1]",
                "Name <a@b.c>",
                "<a@b.c>",
                " a@b",
                "a@b ",
                "\u{e4}@b",
                "a@b\u{e4}",
                "a@ab--c",
                "a@xn--a",
                "\"a\"b\"@c",
                "a@b@c",
            ],
        );
        assert!(Format::Email.accepts(&format!("{}@b", "a".repeat(64))));
        assert!(!Format::Email.accepts(&format!("{}@b", "a".repeat(65))));
        assert!(!Format::Email.accepts(&format!("a@{}", "b".repeat(64))));
    }

    #[test]
    fn days() {
        check(
            Format::Date,
            &[
                "2026-07-28",
                "2024-02-29",
                "2000-02-29",
                "0000-01-01",
                "9999-12-31",
            ],
            &[
                "",
                "2026-02-29",
                "1900-02-29",
                "2026-13-01",
                "2026-00-01",
                "2026-01-00",
                "2026-04-31",
                "26-07-28",
                "2026-7-28",
                "2026/07/28",
                " 2026-07-28",
                "2026-07-28 ",
                "2026-07-28Z",
                "+2026-07-28",
                "\u{662}026-07-2",
            ],
        );
    }

    #[test]
    fn moments() {
        check(
            Format::DateTime,
            &[
                "2026-07-28T10:00:00Z",
                "2026-07-28t10:00:00z",
                "2026-07-28T10:00:00.123456789+02:00",
                "2026-07-28T10:00:00-23:59",
                "2016-12-31T23:59:60Z",
                "2017-01-01T00:59:60+01:00",
                "2016-12-31T15:59:60-08:00",
            ],
            &[
                "2026-07-28",
                "2026-07-28T10:00:00",
                "2026-07-28 10:00:00Z",
                "2026-07-28T10:00Z",
                "2026-07-28T24:00:00Z",
                "2026-07-28T10:60:00Z",
                "2026-07-28T10:00:61Z",
                "2026-07-28T10:00:60Z",
                "2026-07-28T10:00:00.Z",
                "2026-07-28T10:00:00+0200",
                "2026-07-28T10:00:00+24:00",
                "2026-07-28T10:00:00+02:60",
                "2026-02-30T10:00:00Z",
                "2026-07-28T10:00:00ZZ",
            ],
        );
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>()) {
            for format in [Format::Email, Format::Uri, Format::Date, Format::DateTime] {
                format.accepts(&text);
            }
        }

        #[test]
        fn texts_of_the_right_length_never_panic(text in "\\PC{8,12}(T|t)?\\PC{0,14}") {
            Format::Date.accepts(&text);
            Format::DateTime.accepts(&text);
        }
    }
}
