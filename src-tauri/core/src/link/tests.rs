//! One case a rule and its nearest neighbours that the rule must let pass.

use proptest::prelude::*;
use url::Url;

use super::{fingerprint, judge, qr, report};
use crate::text::is_hidden;
use crate::view::{ReadsAs, ReasonCode, Verdict};

mod hosts;
mod names;
mod parts;
mod whole;

/// The codes of a text's reasons, strongest first, and the verdict.
fn codes(raw: &str) -> (Verdict, Vec<ReasonCode>) {
    let judged = judge(raw);
    let codes = judged.reasons.iter().map(|reason| reason.code).collect();
    (judged.verdict, codes)
}

/// A text has this reason, with this weight.
fn check(raw: &str, code: ReasonCode, weight: Verdict) {
    let judged = judge(raw);
    let found = judged.reasons.iter().find(|reason| reason.code == code);
    let Some(found) = found else {
        panic!("{raw:?}: no {code:?} in {:?}", judged.reasons);
    };
    assert_eq!(found.verdict, weight, "{raw:?}: {code:?}");
    assert!(judged.verdict >= weight, "{raw:?}");
}

fn check_all(texts: &[&str], code: ReasonCode, weight: Verdict) {
    assert!(!texts.is_empty());
    for raw in texts {
        check(raw, code, weight);
    }
}

/// A text has no reason with this code.
fn lacks(texts: &[&str], code: ReasonCode) {
    for raw in texts {
        let (_, codes) = codes(raw);
        assert!(!codes.contains(&code), "{raw:?}: {codes:?}");
    }
}

/// A text gives rise to nothing but information.
fn plain(texts: &[&str]) {
    for raw in texts {
        let (verdict, codes) = codes(raw);
        assert_eq!(verdict, Verdict::Plain, "{raw:?}: {codes:?}");
    }
}

/// What a reason is about.
fn subject(raw: &str, code: ReasonCode) -> Option<String> {
    let reasons = judge(raw).reasons;
    let found = reasons.into_iter().find(|reason| reason.code == code);
    found.and_then(|reason| reason.subject)
}

fn all_hidden() -> Vec<char> {
    ('\0'..=char::MAX)
        .filter(|&character| is_hidden(character))
        .collect()
}

proptest! {
    #[test]
    fn any_text_is_judged_and_the_verdict_is_the_highest_reason(raw in "\\PC{0,80}|https?:.{0,60}|https://[a-z.@:0-9\\[\\]%\\\\-]{0,30}/.{0,20}") {
        let judged = judge(&raw);
        let highest = judged.reasons.iter().map(|reason| reason.verdict).max();
        prop_assert_eq!(judged.verdict, highest.unwrap_or(Verdict::Plain).max(Verdict::Plain));
        prop_assert!(judged.reasons.is_sorted_by(|a, b| a.verdict >= b.verdict));
        for reason in &judged.reasons {
            let hidden = reason.subject.iter().flat_map(|subject| subject.chars()).any(is_hidden);
            prop_assert!(!hidden, "{:?}", reason);
        }
    }

    #[test]
    fn what_can_be_opened_is_one_string(rest in "[a-z]{1,8}\\.com/.{0,40}") {
        let judged = judge(&format!("https://{rest}"));
        if judged.verdict < Verdict::Refuse {
            let address = judged.address.unwrap();
            prop_assert!(address.bytes().all(|byte| byte.is_ascii_graphic()));
            let again = Url::parse(&address).unwrap();
            prop_assert_eq!(again.as_str(), &address);
            prop_assert_eq!(judge(&address).address, Some(address));
        }
    }

    #[test]
    fn a_hidden_character_anywhere_is_refused(
        before in "[a-z/?=#]{0,12}",
        after in "[a-z/?=#]{0,12}",
        hidden in proptest::sample::select(all_hidden()),
    ) {
        let raw = format!("https://acme.com/{before}{hidden}{after}");
        prop_assert_eq!(judge(&raw).verdict, Verdict::Refuse);
        let raw = format!("https://ac{hidden}me.com/{before}");
        prop_assert_eq!(judge(&raw).verdict, Verdict::Refuse);
    }
}
