//! Names that say that what they name is a secret.

use crate::form::names_secret;
use crate::settings::is_secret_name;

/// Last words of names of secrets that a person would not be asked for.
const LAST: &[&str] = &[
    "token",
    "secret",
    "authorization",
    "authentication",
    "cookie",
    "credential",
    "credentials",
    "jwt",
    "otp",
    "bearer",
    "pat",
    "signature",
];

/// Last two words of names of secrets.
const LAST_TWO: &[[&str; 2]] = &[
    ["api", "key"],
    ["code", "verifier"],
    ["device", "code"],
    ["user", "code"],
    ["authorization", "code"],
    ["auth", "code"],
    ["signing", "key"],
    ["encryption", "key"],
];

/// What makes a token one that opens nothing.
const HARMLESS: &[&str] = &[
    "progress",
    "cancel",
    "cancellation",
    "next",
    "page",
    "continuation",
    "stop",
    "max",
    "min",
];

/// Whether a member of this name holds a secret.
pub(super) fn is_secret(name: &str) -> bool {
    if name.len() > 100 || !is_likely(name) {
        return false;
    }
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (last, before) = match words.as_slice() {
        [] => return false,
        [last] => (*last, None),
        [.., before, last] => (*last, Some(*before)),
    };
    if before.is_some_and(|before| HARMLESS.contains(&before)) {
        return false;
    }
    LAST.contains(&last)
        || before.is_some_and(|before| LAST_TWO.contains(&[before, last]))
        || names_secret(name)
        || (is_variable(name) && is_secret_name(name))
}

/// Whether a header of this name is one secret to the end of its line.
pub(super) fn is_secret_header(name: &str) -> bool {
    [
        "authorization",
        "proxy-authorization",
        "cookie",
        "set-cookie",
    ]
    .iter()
    .any(|header| header.eq_ignore_ascii_case(name))
}

/// Whether it is written as the names of environment variables are.
pub(super) fn is_variable(name: &str) -> bool {
    name.contains('_')
        && name
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Whether it is worth to look closer: most names are not.
fn is_likely(name: &str) -> bool {
    const PARTS: &[&[u8]] = &[
        b"tok", b"sec", b"pass", b"pwd", b"key", b"auth", b"cred", b"cook", b"code", b"jwt",
        b"otp", b"card", b"cv", b"bear", b"phrase", b"pat", b"sign",
    ];
    let bytes = name.as_bytes();
    PARTS.iter().any(|part| {
        bytes
            .windows(part.len())
            .any(|window| window.eq_ignore_ascii_case(part))
    })
}

/// Cuts at `_`, `-`, `.` and at capitals inside a word; in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut before = ' ';
    for letter in name.chars() {
        let is_letter = letter.is_alphanumeric();
        let begins = letter.is_uppercase() && before.is_lowercase();
        if (begins || !is_letter) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if is_letter && let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn names_of_secrets_are_known() {
        for name in [
            "token",
            "accessToken",
            "access_token",
            "refresh-token",
            "apiKey",
            "x-api-key",
            "Authorization",
            "Set-Cookie",
            "clientSecret",
            "password",
            "OPENAI_API_KEY",
            "GITHUB_PAT",
            "device_code",
            "codeVerifier",
            "credentials",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "",
            "key",
            "code",
            "tokens",
            "maxTokens",
            "progressToken",
            "nextPageToken",
            "token_count",
            "passed",
            "author",
            "path",
            "PATH",
            "keyboard",
            "sessionId",
            "cardinality",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
