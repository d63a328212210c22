//! Tells whether a text holds something with the form of a known key: a token of a known issuer, a JSON
//! web token, or a private key in PEM.
//!
//! Why prefixes and lengths, no entropy: a prefix with the right alphabet behind it is hardly ever
//! anything else, while commit ids, digests and UUIDs look as random as a key and are none.

use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Which characters follow a prefix.
#[derive(Clone, Copy)]
enum Tail {
    /// Letters and digits.
    Plain,
    /// Capital letters and digits.
    Capitals,
    /// Letters, digits, `_`, `-`, `.`.
    Wide,
}

impl Tail {
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Plain => byte.is_ascii_alphanumeric(),
            Self::Capitals => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Wide => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
        }
    }
}

/// A prefix, what follows it, and how much of that there is at least.
const PREFIXES: &[(&str, Tail, usize)] = &[
    ("AGE-SECRET-KEY-1", Tail::Capitals, 40),
    ("AIza", Tail::Wide, 30),
    ("AKIA", Tail::Capitals, 16),
    ("ASIA", Tail::Capitals, 16),
    ("ATATT3", Tail::Wide, 30),
    ("GOCSPX-", Tail::Wide, 20),
    ("PMAK-", Tail::Wide, 30),
    ("SG.", Tail::Wide, 40),
    ("dop_v1_", Tail::Plain, 40),
    ("dp.pt.", Tail::Plain, 20),
    ("gho_", Tail::Plain, 20),
    ("ghp_", Tail::Plain, 20),
    ("ghr_", Tail::Plain, 20),
    ("ghs_", Tail::Plain, 20),
    ("ghu_", Tail::Plain, 20),
    ("github_pat_", Tail::Wide, 20),
    ("glpat-", Tail::Wide, 20),
    ("gsk_", Tail::Plain, 20),
    ("hf_", Tail::Plain, 20),
    ("hvs.", Tail::Wide, 24),
    ("lin_api_", Tail::Plain, 20),
    ("npm_", Tail::Plain, 20),
    ("ntn_", Tail::Plain, 20),
    ("pplx-", Tail::Plain, 20),
    ("pypi-AgE", Tail::Wide, 30),
    ("r8_", Tail::Plain, 20),
    ("rk_live_", Tail::Plain, 16),
    ("rk_test_", Tail::Plain, 16),
    ("sbp_", Tail::Plain, 20),
    ("secret_", Tail::Plain, 32),
    ("shpat_", Tail::Plain, 20),
    ("shpca_", Tail::Plain, 20),
    ("shpss_", Tail::Plain, 20),
    ("sk-", Tail::Plain, 20),
    ("sk-admin-", Tail::Wide, 16),
    ("sk-ant-", Tail::Wide, 10),
    ("sk-or-", Tail::Wide, 16),
    ("sk-proj-", Tail::Wide, 16),
    ("sk-svcacct-", Tail::Wide, 16),
    ("sk_live_", Tail::Plain, 16),
    ("sk_test_", Tail::Plain, 16),
    ("whsec_", Tail::Plain, 24),
    ("xai-", Tail::Plain, 20),
    ("xapp-", Tail::Wide, 20),
    ("xoxa-", Tail::Wide, 10),
    ("xoxb-", Tail::Wide, 10),
    ("xoxe-", Tail::Wide, 10),
    ("xoxp-", Tail::Wide, 10),
    ("xoxr-", Tail::Wide, 10),
    ("xoxs-", Tail::Wide, 10),
    ("ya29.", Tail::Wide, 20),
];

/// Whether `text` is or contains something with the form of a known key. Takes time in proportion to the
/// text's length.
#[must_use]
pub fn is_known_key(text: &str) -> bool {
    let found = prefixed_keys(text).next().is_some() || web_tokens(text).next().is_some();
    found || private_keys(text).next().is_some()
}

/// Where in a text known keys stand, whole; they may overlap. Takes time in proportion to the text's length.
pub fn known_keys(text: &str) -> impl Iterator<Item = Range<usize>> {
    prefixed_keys(text)
        .chain(web_tokens(text))
        .chain(private_keys(text))
}

fn prefixed_keys(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut done = 0;
    (0..bytes.len()).filter_map(move |at| {
        if at < done || (at > 0 && bytes[at - 1].is_ascii_alphanumeric()) {
            return None;
        }
        let rest = &bytes[at..];
        PREFIXES.iter().find_map(|&(prefix, tail, least)| {
            let key = rest.strip_prefix(prefix.as_bytes())?;
            let size = key.iter().take_while(|&&byte| tail.has(byte)).count();
            (size >= least).then(|| {
                done = at + prefix.len() + size;
                at..done
            })
        })
    })
}

fn web_tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let in_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut at = 0;
    text.split(move |c: char| !in_token(c))
        .map(move |word| {
            // What lies between two words is one character, and may take several bytes.
            let start = at + text[at..].find(word).unwrap_or_default();
            at = start + word.len();
            start..at
        })
        .filter(|word| is_web_token(&text[word.clone()]))
}

fn is_web_token(word: &str) -> bool {
    let mut parts = word.split('.');
    let (mut head, mut body) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    );
    for signature in parts {
        if head.starts_with("eyJ") && !body.is_empty() && is_token(head, body) {
            return true;
        }
        (head, body) = (body, signature);
    }
    false
}

/// A web token begins with a JSON object that names its algorithm; one that was cut or mistyped still has
/// two parts that begin as objects.
fn is_token(head: &str, body: &str) -> bool {
    let named = URL_SAFE_NO_PAD.decode(head).is_ok_and(|bytes| {
        serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(&bytes)
            .is_ok_and(|head| head.contains_key("alg"))
    });
    named || (body.starts_with("eyJ") && head.len() >= 10 && body.len() >= 10)
}

fn private_keys(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut done = 0;
    text.match_indices("-----BEGIN ")
        .filter_map(move |(at, begin)| {
            if at < done {
                return None;
            }
            let block = &text[at + begin.len()..];
            let label = block.split("-----").next().unwrap_or_default();
            let private = label.ends_with("PRIVATE KEY") || label.ends_with("PRIVATE KEY BLOCK");
            private.then(|| {
                let end = format!("-----END {label}-----");
                let size = block
                    .find(&end)
                    .map_or(block.len(), |found| found + end.len());
                done = at + begin.len() + size;
                at..done
            })
        })
}

#[cfg(test)]
mod tests {
    use super::is_known_key;

    fn check(text: &str, expected: bool) {
        assert_eq!(is_known_key(text), expected, "{text:?}");
    }

    #[test]
    fn keys_of_known_issuers_are_found() {
        check("ghp_0123456789abcdefghijABCDEFGHIJ012345", true);
        check("github_pat_11ABCDEFG0abcdefghijkl_0123456789", true);
        check("glpat-abcDEF0123456789_xyz", true);
        check("sk-0123456789abcdefghij0123456789", true);
        check("sk-ant-api03-abcdefgh_ijkl-mnop", true);
        check("sk-proj-abcdefgh_ijkl-mnop", true);
        check("AKIAIOSFODNN7EXAMPLE", true);
        check("AIzaSyA0123456789abcdefghijklmnopqrstuv", true);
        check("xoxb-012345678901-abcdefghij", true);
        check("sk_live_0123456789abcdef01234567", true);
    }

    #[test]
    fn a_key_among_words_is_found() {
        check(
            "use token=ghp_0123456789abcdefghijABCDEFGHIJ012345, please",
            true,
        );
        check("Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", true);
        check("é ghp_0123456789abcdefghijABCDEFGHIJ012345", true);
    }

    #[test]
    fn web_tokens_are_known_by_their_head() {
        check("eyJhbGciOiJIUzI1NiJ9.e30.c2ln", true);
        check("eyJhbGciOiJub25lIn0.e30.", true);
        check("eyJhbGciOiJIUzI1NiJ9.e30", false);
        check("eyJhIjoxfQ.e30.c2ln", false);
        check("eyJhbGciOiJ.eyJzdWIiOiI.c2ln", true);
        check("eyJ.eyJ.x", false);
        check("www.example.com", false);
    }

    #[test]
    fn private_keys_are_known_by_their_label() {
        check("-----BEGIN PRIVATE KEY-----\nMIIE", true);
        check("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl", true);
        check("-----BEGIN PGP PRIVATE KEY BLOCK-----", true);
        check("-----BEGIN CERTIFICATE-----\nPRIVATE KEY", false);
        check("-----BEGIN PUBLIC KEY-----", false);
    }

    #[test]
    fn names_digests_and_bare_prefixes_are_none() {
        check("", false);
        check("sk-learn and scikit-learn-contrib-packages", false);
        check("sk-this-is-a-long-branch-name-of-mine", false);
        check("ghp_", false);
        check("the prefix ghp_ and what follows it", false);
        check("AKIA", false);
        check("TAKIAIOSFODNN7EXAMPLE", false);
        check(
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            false,
        );
        check("123e4567-e89b-12d3-a456-426614174000", false);
        check("npm_config_registry", false);
    }

    #[test]
    fn a_megabyte_of_prefixes_takes_no_quadratic_time() {
        check(&"sk-ant-.".repeat(130_000), true);
        check(&"eyJ.".repeat(260_000), false);
        check(&"-----BEGIN ".repeat(90_000), false);
        check(&"ghp_".repeat(260_000), false);
    }
}
