//! Finds the short code of a device sign-in in a message.
//!
//! Why by form and by the word "code": the codes of known providers are groups of capitals and digits
//! with a hyphen between them (`ABCD-1234`), or one group without. So are `ISO-8601`, `READ-ONLY` and
//! `README`, which nobody announces as a code.

/// Letters and digits in all groups together.
const SIZES: core::ops::RangeInclusive<usize> = 6..=16;
/// How far from a code it may be announced, in bytes.
const NEAR: usize = 80;
/// What announces one, in lower case.
const ANNOUNCING: &[&str] = &[
    "code",
    "código",
    "codice",
    "kod",
    "pin",
    "код",
    "コード",
    "代码",
    "验证码",
    "코드",
];

/// A code such as `ABCD-1234`, by itself: the first that is announced as a code before it, else one that
/// is called so after it, else the first that has letters and digits in groups of four or more.
pub fn device_code(message: &str) -> Option<String> {
    let (mut called, mut telling) = (None, None);
    for (at, word) in words(message) {
        let Some(form) = Form::of(word) else { continue };
        let after = at + word.len();
        if announces(&message[boundary(message, at.saturating_sub(NEAR))..at]) {
            return Some(word.to_owned());
        }
        if form != Form::Single && announces(&message[after..boundary(message, after + NEAR)]) {
            called = called.or(Some(word));
        }
        if form == Form::Telling {
            telling = telling.or(Some(word));
        }
    }
    called.or(telling).map(str::to_owned)
}

/// What a word looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Groups of four or more, with letters and digits: hardly anything else.
    Telling,
    /// Groups of three or more, which may be a code if something near says so.
    Groups,
    /// One group with a digit, which may be a code if something before says so.
    Single,
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
            // One group of capitals alone is mostly a word.
            digits.then_some(Self::Single)
        } else if digits && letters && at_least(4) {
            Some(Self::Telling)
        } else {
            at_least(3).then_some(Self::Groups)
        }
    }
}

/// The words of capitals, digits and hyphens, with their places. Parts of addresses and of longer words
/// are none.
fn words(message: &str) -> impl Iterator<Item = (usize, &str)> {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let joins = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | '@');
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + message[from..].find(fits)?;
        let size = message[start..].find(|c| !fits(c));
        from = size.map_or(message.len(), |size| start + size);
        Some((start, &message[start..from]))
    })
    .filter(move |&(start, word)| {
        let before = message[..start].chars().next_back();
        let after = message[start + word.len()..].chars().next();
        !before.is_some_and(|c| joins(c) || c == '.')
            && !after.is_some_and(joins)
            && !word.starts_with('-')
            && !word.ends_with('-')
    })
}

fn announces(text: &str) -> bool {
    let text = text.to_lowercase();
    ANNOUNCING.iter().any(|word| text.contains(word))
}

/// The place, or the next one where a character begins.
fn boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
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
        check("Enter WDJB-MJHT as your code", Some("WDJB-MJHT"));
        check("One-time code (1234-5678)", Some("1234-5678"));
        check("Code „ABC-DEF-GHI“", Some("ABC-DEF-GHI"));
        check("Bitte den Code `AB12-CD34` eingeben", Some("AB12-CD34"));
        check("コード AB12-CD34 を入力", Some("AB12-CD34"));
    }

    #[test]
    fn codes_in_one_group_are_found_where_announced() {
        check("use the code A1B2C3D4E to authenticate", Some("A1B2C3D4E"));
        check("enter 123456 as code", None);
        check("Pin: 9F8E7D", Some("9F8E7D"));
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
