//! Tells whether a text is a URI with a scheme, by the grammar of RFC 3986.

use core::net::Ipv6Addr;

/// Characters of a name in the authority, besides percent-encodings.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

fn is_path(byte: u8) -> bool {
    is_name(byte) || b":@/".contains(&byte)
}

fn is_query(byte: u8) -> bool {
    is_path(byte) || byte == b'?'
}

/// Whether all is in the class or a percent-encoding.
fn all(text: &str, class: fn(u8) -> bool) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'%' => (0..2).all(|_| bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit())),
            _ => class(byte),
        };
        if !fits {
            return false;
        }
    }
    true
}

/// Whether the text is a URI: a relative reference is none.
pub(super) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match hierarchy.strip_prefix("//") {
        Some(after) => after.split_at(after.find('/').unwrap_or(after.len())),
        None => ("", hierarchy),
    };
    is_scheme(scheme)
        && is_authority(authority)
        && all(path, is_path)
        && all(query, is_query)
        && all(fragment, is_query)
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn is_authority(text: &str) -> bool {
    let (user, place) = text.split_once('@').unwrap_or(("", text));
    let (host_fits, port) = match place.strip_prefix('[').map(|rest| rest.split_once(']')) {
        Some(None) => return false,
        Some(Some((literal, port))) => (is_ip_literal(literal), port),
        None => {
            let (host, port) = place.split_at(place.find(':').unwrap_or(place.len()));
            (all(host, is_name), port)
        }
    };
    let port_fits = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    all(user, |byte| is_name(byte) || byte == b':') && host_fits && port_fits
}

fn is_ip_literal(text: &str) -> bool {
    if let Some(future) = text.strip_prefix(['v', 'V']) {
        return future.split_once('.').is_some_and(|(version, address)| {
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !address.is_empty()
                && address.bytes().all(|byte| is_name(byte) || byte == b':')
        });
    }
    // Zones have no place in RFC 3986; the standard library does not read them either.
    text.parse::<Ipv6Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_uri;

    fn check(text: &str, expected: bool) {
        assert_eq!(is_uri(text), expected, "{text:?}");
    }

    #[test]
    fn uris_have_a_scheme_and_only_characters_of_the_grammar() {
        for text in [
            "https://example.com/a?b=c#d",
            "mailto:a@b.c",
            "urn:isbn:0451450523",
            "file:///etc/hosts",
            "a:",
            "http://",
            "http://user:pw@host:80/p",
            "http://[::1]:8080/",
            "http://[v1.a:b]/",
            "http://host:/",
            "x+y-z.1:p",
            "http://a/%41",
            "http://a?b?c/d",
            "tel:+1-816-555-1212",
        ] {
            check(text, true);
        }
        for text in [
            "",
            "/a/b",
            "a/b",
            "//host/a",
            "1a:b",
            ":a",
            "example.com",
            "http://a b",
            "http://a/ b",
            "http://a/%4",
            "http://a/%zz",
            "http://[::1",
            "http://[::g]/",
            "http://a]b/",
            "http://a:80x/",
            "http://a@b@c/",
            "http://\u{e4}/",
            "http://a#b#c",
            "http://a/<b>",
            "http://a/\\b",
            "http://a|b/",
            "http://a/\"b\"",
            "http://[fe80::1%25eth0]/",
        ] {
            check(text, false);
        }
    }
}
