//! Finds the short code of a device sign-in in a message.
//!
//! Why by form and by the word "code": the codes of known providers are groups of capitals and digits
//! with a hyphen between them (`ABCD-1234`), or one group without. So are `ISO-8601`, `READ-ONLY` and
//! `README`, which nobody announces as a code.

/// Letters and digits in all groups together.
const SIZES: core::ops::RangeInclusive<usize> = 6..=16;
/// How far before a code it may be announced, in bytes.
const NEAR: usize = 80;

/// A code such as `ABCD-1234`, by itself: the first that is announced as a code, else the first that
/// has letters and digits in groups of four or more.
pub fn device_code(message: &str) -> Option<String> {
    let mut unannounced = None;
    for (at, word) in words(message) {
        let Some(form) = Form::of(word) else { continue };
        if is_announced(message, at) {
            return Some(word.to_owned());
        }
        if form == Form::Telling && unannounced.is_none() {
            unannounced = Some(word);
        }
    }
    unannounced.map(str::to_owned)
}

/// What a word looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Groups of four or more, with letters and digits: hardly anything else.
    Telling,
    /// May be a code if it is announced as one.
    Possible,
}

impl Form {
    fn of(word: &str) -> Option<Self> {
        let groups = || word.split('-');
        let size: usize = groups().map(str::len).sum();
        let digits = word.bytes().any(|byte| byte.is_ascii_digit());
        let letters = word.bytes().any(|byte| byte.is_ascii_uppercase());
        let at_least = |least: usize| groups().all(|group| group.len() >= least);
        if !SIZES.contains(&size) {
            None
        } else if !word.contains('-') {
            // A single group of capitals is mostly a word.
            digits.then_some(Self::Possible)
        } else if digits && letters && at_least(4) {
            Some(Self::Telling)
        } else {
            at_least(3).then_some(Self::Possible)
        }
    }
}

/// The words of capitals, digits and hyphens, with their places.
fn words(message: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    message
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.' | '@' | ':')))
        .map(move |piece| {
            let at = start;
            start = at + piece.len();
            start += message[start..].chars().next().map_or(0, char::len_utf8);
            let word = piece.trim_end_matches(['.', ':']);
            let word_start = word.rfind(':').map_or(0, |colon| colon + 1);
            (at + word_start, &word[word_start..])
        })
        .filter(|(_, word)| {
            let fits =
                |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
            !word.starts_with('-') && !word.ends_with('-') && word.bytes().all(fits)
        })
}

/// Whether the text just before a word, or the few letters after it, speak of a code.
fn is_announced(message: &str, at: usize) -> bool {
    let mut from = at.saturating_sub(NEAR);
    while !message.is_char_boundary(from) {
        from += 1;
    }
    let before = message[from..at].to_lowercase();
    [
        "code",
        "código",
        "codice",
        "pin",
        "コード",
        "代码",
        "验证码",
        "코드",
        "код",
    ]
    .iter()
    .any(|word| before.contains(word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::device_code;

    fn check(message: &str, expected: Option<&str>) {
        assert_eq!(device_code(message).as_deref(), expected, "{message:?}");
    }

    #[test]
    fn codes_in_groups_are_found() {
        check("Sign in and enter this code: ABCD-EFGH", Some("ABCD-EFGH"));
        check("Enter ABCD-1234 on the page.", Some("ABCD-1234"));
        check("Your code is WDJB-MJHT.", Some("WDJB-MJHT"));
        check("code:K7QF-9XZ21", Some("K7QF-9XZ21"));
        check("One-time code (1234-5678)", Some("1234-5678"));
        check("Code „ABC-DEF-GHI“", Some("ABC-DEF-GHI"));
        check("Bitte den Code `AB12-CD34` eingeben", Some("AB12-CD34"));
        check("コード AB12-CD34 を入力", Some("AB12-CD34"));
    }

    #[test]
    fn codes_in_one_group_are_found_where_announced() {
        check("use the code A1B2C3D4E to authenticate", Some("A1B2C3D4E"));
        check("enter 123456 as code", None);
        check("The code 123456 is valid for ten minutes", Some("123456"));
    }

    #[test]
    fn what_is_announced_wins() {
        check("Build 2024-AB12 done. Code: WXYZ-9876", Some("WXYZ-9876"));
    }

    #[test]
    fn other_words_are_no_codes() {
        for message in [
            "",
            "Sign in to GitHub",
            "The text is UTF-8, dates are ISO-8601",
            "This is READ-ONLY",
            "Please read README and LICENSE",
            "from 2024-10-12",
            "lower abcd-1234",
            "id 55CC20EB-B77E-413C-9E81-39C9D6928455",
            "see https://acme.com/ABCD-1234",
        ] {
            check(message, None);
        }
    }

    proptest! {
        #[test]
        fn a_code_is_a_part_of_its_message(message in "[A-Z0-9 :.\\-é日code]{0,60}") {
            if let Some(code) = device_code(&message) {
                prop_assert!(message.contains(&code));
            }
        }
    }
}
