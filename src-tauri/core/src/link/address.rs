//! The one string that is judged, shown, copied and opened.

use url::Url;

/// Parses a text and writes it as the address everything else uses: the serialization of the `url` crate
/// with every character outside RFC 3986 percent-encoded. None if it cannot be parsed, or if a second
/// parse would read the result differently.
pub(super) fn canonical(raw: &str) -> Option<Url> {
    let parsed = Url::parse(raw).ok()?;
    let written = encode(parsed.as_str());
    if written == parsed.as_str() {
        return Some(parsed);
    }
    let again = Url::parse(&written).ok()?;
    (again.as_str() == written && again.host() == parsed.host()).then_some(again)
}

/// Percent-encodes what RFC 3986 has no place for, and every `%` that no two hexadecimal digits follow.
fn encode(address: &str) -> String {
    let bytes = address.as_bytes();
    let mut out = String::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let kept = match byte {
            b'%' => {
                matches!(bytes.get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit))
            }
            _ => is_in_rfc_3986(byte),
        };
        if kept {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for half in [byte >> 4, byte & 15] {
                out.push(char::from(b"0123456789ABCDEF"[usize::from(half)]));
            }
        }
    }
    out
}

/// Unreserved and reserved characters.
fn is_in_rfc_3986(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::canonical;

    fn check(raw: &str, expected: Option<&str>) {
        let address = canonical(raw);
        assert_eq!(address.as_ref().map(Url::as_str), expected, "{raw:?}");
    }

    #[test]
    fn characters_outside_the_standard_are_encoded() {
        check("HTTPS://Acme.COM", Some("https://acme.com/"));
        check("https://acme.com:443/a/../b", Some("https://acme.com/b"));
        check(
            "https://acme.com/|a^b`{c}",
            Some("https://acme.com/%7Ca%5Eb%60%7Bc%7D"),
        );
        check(
            "https://acme.com/?a|b\"<>",
            Some("https://acme.com/?a%7Cb%22%3C%3E"),
        );
        check(
            "https://acme.com/#a b\\",
            Some("https://acme.com/#a%20b%5C"),
        );
        check(
            "https://acme.com/日本?é#ß",
            Some("https://acme.com/%E6%97%A5%E6%9C%AC?%C3%A9#%C3%9F"),
        );
        check("https://bücher.de", Some("https://xn--bcher-kva.de/"));
    }

    #[test]
    fn a_percent_sign_that_encodes_nothing_is_encoded() {
        check("https://acme.com/%zz%4", Some("https://acme.com/%25zz%254"));
        check(
            "https://acme.com/%USER%^",
            Some("https://acme.com/%25USER%25%5E"),
        );
        check(
            "https://acme.com/%41%e2%82%ac",
            Some("https://acme.com/%41%e2%82%ac"),
        );
        check(
            "https://acme.com/%%2e%2e",
            Some("https://acme.com/%25%2e%2e"),
        );
    }

    #[test]
    fn what_is_no_address_gives_none() {
        check("", None);
        check("acme.com/x", None);
        check("https://", None);
        check("https://acme.com:65536/", None);
        check("https://xn--a.com/", None);
    }

    proptest! {
        #[test]
        fn the_address_is_read_back_as_it_stands(rest in "\\PC{0,60}") {
            if let Some(address) = canonical(&format!("https://{rest}")) {
                let shown = address.as_str();
                prop_assert!(shown.is_ascii());
                let again = Url::parse(shown).unwrap();
                prop_assert_eq!(again.as_str(), shown);
                let twice = canonical(shown).unwrap();
                prop_assert_eq!(twice.as_str(), shown);
            }
        }
    }
}
