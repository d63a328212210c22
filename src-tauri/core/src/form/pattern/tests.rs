use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::Verdict::{Fails, Matches, Unchecked};
use super::{MOST_COMPILED, Pattern, Verdict};

fn check(pattern: &str, text: &str, expected: Verdict) {
    assert_eq!(
        Pattern::new(pattern).check(text),
        expected,
        "{pattern} on {text:?}"
    );
}

#[test]
fn matches_anywhere_unless_anchored() {
    check("b+", "abbc", Matches);
    check("^b+", "abbc", Fails);
    check("", "", Matches);
    check("^$", "\n", Fails);
    check("a$", "a\n", Fails);
}

#[test]
fn classes_are_those_of_ecma() {
    check(r"^\d+$", "42", Matches);
    check(r"^\d+$", "\u{663}\u{664}", Fails);
    check(r"^\w+$", "caf\u{e9}", Fails);
    check(r"^\W$", "\u{e9}", Matches);
    check(r"^\s$", "\u{feff}", Matches);
    check(r"^\s$", "\u{85}", Fails);
    check(r"^[^\s]$", "\u{85}", Matches);
    check(r"^[\D]$", "\u{663}", Matches);
    check(r"^[\d\-x]+$", "1-x", Matches);
    check("^.$", "\r", Fails);
    check("^.$", "\u{2028}", Fails);
    check("^.$", "\u{1f600}", Matches);
    check("^(?s:.)$", "\n", Matches);
    check("[]", "a", Fails);
    check("^[^]$", "\n", Matches);
    check(r"^\p{Lu}\p{Script=Greek}$", "A\u{3b1}", Matches);
}

#[test]
fn the_same_holds_beside_look_arounds() {
    check(r"^(?=.*\d).+$", "x\u{663}", Fails);
    check(r"^(?=.*[\W]).+$", "caf\u{e9}", Matches);
    check(r"(?=.)^.$", "\r", Fails);
    check(r"^(?!x)[^\x00-\x7f]$", "\u{e9}", Matches);
}

#[test]
fn what_is_special_only_in_rust_is_literal() {
    check("^[a&&b]+$", "a&b", Matches);
    check("^[a-z--b]+$", "a0", Matches);
    check("^[~~[]$", "[", Matches);
    check(r"^\<a\>$", "<a>", Matches);
    check(r"^\/\ $", "/ ", Matches);
    check("^a b#c$", "a b#c", Matches);
}

#[test]
fn escapes_are_those_of_ecma() {
    check(r"^\x41\u0042\u{43}\cJ\0\v$", "ABC\n\0\u{b}", Matches);
    check(r"^\uD83D\uDE00$", "\u{1f600}", Matches);
    check(r"^[\uD83D\uDE00-\uD83D\uDE02]$", "\u{1f601}", Matches);
    check(r"^[\b]$", "\u{8}", Matches);
    check(r"\uD83D", "\u{1f600}", Unchecked);
}

#[test]
fn word_boundaries_are_ascii() {
    check(r"\bcaf\b", "caf\u{e9}", Matches);
    check(r"caf\B", "caf\u{e9}", Fails);
    check(r"a\Bb", "ab", Matches);
    check(r"(?=caf)\bcaf\b", "caf\u{e9}", Matches);
    check(r"(?=caf)caf\B", "caf\u{e9}", Fails);
}

#[test]
fn look_arounds_and_references_work() {
    check("^(?=.*[0-9])(?=.*[a-z]).{4,}$", "ab12", Matches);
    check("^(?=.*[0-9])(?=.*[a-z]).{4,}$", "abcd", Fails);
    check("(?<!a+)b", "aab", Fails);
    check(r"^(a|b)\1$", "bb", Matches);
    check(r"^(a|b)\1$", "ab", Fails);
    check(r"^(?<q>['x]).*\k<q>$", "'it'", Matches);
    check(r"^(?:(a)|b)\1$", "b", Matches);
}

#[test]
fn what_is_not_ecma_is_not_checked() {
    for pattern in [
        r"\Aa",
        r"a\z",
        r"a\Z",
        "(?i)a",
        "(?P<n>a)",
        "(?#c)a",
        "(?>a)",
        "a*+",
        "a**",
        r"\Qa",
        r"\h",
        "(?x:a)",
        "([",
        "*",
        "(",
        ")",
        "a{2,1}",
        "[z-a]",
        "a{",
        r"\",
        r"(?<n",
        r"\2(a)",
        r"\k<m>(?<n>a)",
        "(?<n>a)(?<n>b)",
        r"[\w-z]",
    ] {
        check(pattern, "a", Unchecked);
        assert!(!Pattern::new(pattern).is_readable(), "{pattern}");
    }
}

#[test]
fn what_is_too_large_is_not_checked() {
    check(&"a".repeat((16 << 10) + 1), "a", Unchecked);
    check(&"a".repeat(16 << 10), "a", Fails);
    check(r"((\p{L}{100}){100}){100}", "a", Unchecked);
    check("(((a{1,100}){1,100}){1,100}){1,100}", "a", Unchecked);
    check("^a*$", &"a".repeat(MOST_COMPILED), Matches);
    check("^a*$", &"a".repeat(MOST_COMPILED + 1), Unchecked);
    check("^(?=a)a*$", &"a".repeat(2_000), Matches);
    check("^(?=a)a*$", &"a".repeat(2_001), Unchecked);
    check("^(?=a)(?=a)(?=a)a*$", &"a".repeat(1_825), Matches);
    check("^(?=a)(?=a)(?=a)a*$", &"a".repeat(1_826), Unchecked);
    check(&"(?=a)".repeat(3_000), "a", Matches);
    check(
        &format!("{}a{}", "(".repeat(7_000), ")".repeat(7_000)),
        "a",
        Unchecked,
    );
    check(
        &format!("{}(?=a){}", "(".repeat(7_000), ")".repeat(7_000)),
        "a",
        Unchecked,
    );
}

/// What ran away took half a minute optimised. A build that is not, on a busy machine, is up to a hundred
/// times slower than the tenth of a second that a check may take.
const PATIENT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 90 } else { 3 });

#[test]
fn no_pattern_runs_away() {
    let random: String = (0_u32..1 << 20)
        .scan(7_u32, |state, _| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some(if *state >> 24 & 1 == 0 { 'a' } else { 'b' })
        })
        .collect();
    let short = &random[..2_000];
    for (pattern, text) in [
        ("^(a+)+$", format!("{}!", "a".repeat(100_000))),
        ("(x+x+)+y", "x".repeat(100_000)),
        ("^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(100_000)),
        ("[ab]*a[ab]{5000}c", random.clone()),
        ("^([ab]*a[ab]{3000}c|[ab]*b[ab]{3000}d)$", random.clone()),
        ("^(?=(a+)+$)b", "a".repeat(2_000)),
        (r"(a*)*\1b", "a".repeat(2_000)),
        (r"^(a|aa)+\1$b", "a".repeat(2_000)),
        ("(?:(?=[ab]*a[ab]{50}c)|[ab])*d", short.to_owned()),
        ("(?:(?=[ab]*a[ab]{500}c)|[ab])*d", short.to_owned()),
        ("^(?:(?![ab]*a[ab]{500}c)[ab])*d", short.to_owned()),
        ("(?:(?=.*b)|a)*c", "a".repeat(2_000)),
        ("(?<=a*)b", "a".repeat(2_000)),
    ] {
        let started = Instant::now();
        let verdict = Pattern::new(pattern).check(&text);
        let took = started.elapsed();
        assert!(took < PATIENT, "{pattern}: {verdict:?} after {took:?}");
        assert_ne!(verdict, Matches, "{pattern}");
    }
}

#[test]
fn an_ordinary_pattern_on_a_long_text_is_checked() {
    check("^([a-z]+ )+$", &"some words ".repeat(90_000), Matches);
    check(
        r"^[\p{L} ]+$",
        &"einige W\u{f6}rter ".repeat(60_000),
        Matches,
    );
}

proptest! {
    #[test]
    fn never_panics(pattern in r"[\\a-c\[\](){}^$.*+?|<>=!:\-,0-2dwsbBkupPxn]{0,24}", text in "[a-c0-2\\- \n]{0,12}") {
        Pattern::new(&pattern).check(&text);
    }

    #[test]
    fn agrees_with_the_other_translation(pattern in r"(\^)?([a-c.]|\\[dwsDWS]|\[\^?[a-c\-]{1,3}\]|[a-c][*+?]){0,6}(\$)?", text in "[a-c1 _\n\u{e9}]{0,6}") {
        let theirs = jsonschema_regex::to_rust_regex(&pattern).map(|theirs| fancy_regex::Regex::new(&theirs));
        let verdict = Pattern::new(&pattern).check(&text);
        if let (Ok(Ok(regex)), true) = (theirs, verdict != Unchecked) {
            prop_assert_eq!(verdict == Matches, regex.is_match(&text).unwrap(), "{}", pattern);
        }
    }
}
