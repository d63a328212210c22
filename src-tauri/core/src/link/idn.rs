//! Names beyond ASCII: whether each label may be shown as it reads.
//!
//! Why not leave it to the browsers: they show a doubtful name in Punycode and say nothing, and here the
//! person decides before a browser is started.

use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;
use unicode_security::mixed_script::AugmentedScriptSet;

use super::letters::{TOO_NEW, ZEROS};
use super::looks::passes_for;
use super::reasons::Reasons;
use super::tricky::is_tricky;
use crate::view::ReasonCode;

/// How a host with Punycode reads.
#[derive(Debug)]
pub(super) struct Reading {
    /// In Unicode, every label, whatever was found.
    pub(super) unicode: String,
    /// Whether nothing was found that could imitate another name.
    pub(super) honest: bool,
}

/// Reads a host in ASCII and says what is wrong with its labels.
pub(super) fn read(host: &str, reasons: &mut Reasons) -> Reading {
    let mut honest = true;
    let policy = |label: &[char], top: &[char], _bidi: bool| {
        honest &= judge(label, top, reasons);
        true
    };
    let deny = AsciiDenyList::URL;
    let (unicode, done) =
        Uts46::new().to_user_interface(host.as_bytes(), deny, Hyphens::Allow, policy);
    Reading {
        unicode: unicode.into_owned(),
        honest: honest && done.is_ok(),
    }
}

/// Judges one label that is not ASCII, under a top-level domain. Whether nothing imitates.
fn judge(label: &[char], top: &[char], reasons: &mut Reasons) -> bool {
    let mut honest = true;
    let mut found = |code: ReasonCode, subject: String| {
        honest = false;
        reasons.about(code, subject);
    };
    if let Some(&odd) = label.iter().find(|&&character| is_restricted(character)) {
        found(ReasonCode::IdnRestricted, named(odd));
    }
    if is_mixed(label) {
        found(ReasonCode::IdnMixed, String::from_iter(label));
    }
    if let Some(look) = passes_for(label, top) {
        found(ReasonCode::IdnConfusable, look);
    }
    if is_tricky(label, top) {
        found(ReasonCode::IdnTricky, String::from_iter(label));
    }
    if label.iter().any(|character| TOO_NEW.contains(character)) {
        reasons.add(ReasonCode::BadHost);
    }
    if label.iter().any(|&character| is_right_to_left(character)) {
        reasons.add(ReasonCode::IdnRtl);
    }
    honest
}

/// A character with its number, since it may look like another.
fn named(character: char) -> String {
    format!("{character} U+{:04X}", u32::from(character))
}

/// Not allowed in identifiers by UTS 39. Its Highly Restrictive level names Bopomofo, so that stays.
fn is_restricted(character: char) -> bool {
    !character.identifier_allowed() && character.script() != Script::Bopomofo
}

/// Scripts mixed beyond the Highly Restrictive level of UTS 39, or digits of two kinds.
fn is_mixed(label: &[char]) -> bool {
    mixes_scripts(label) || mixes_digits(label)
}

fn mixes_scripts(label: &[char]) -> bool {
    let mut all = AugmentedScriptSet::default();
    let mut beside_latin = AugmentedScriptSet::default();
    for &character in label {
        let scripts = AugmentedScriptSet::from(character);
        all.intersect_with(scripts);
        if !scripts.base.contains_script(Script::Latin) {
            beside_latin.intersect_with(scripts);
        }
    }
    if !all.is_empty() {
        return false;
    }
    // Latin may stand beside one writing of East Asia, but only its plain letters.
    let one_writing = beside_latin.hanb || beside_latin.jpan || beside_latin.kore;
    let plain_latin = label
        .iter()
        .all(|&character| character.is_ascii() || character.script() != Script::Latin);
    !(one_writing && plain_latin)
}

fn mixes_digits(label: &[char]) -> bool {
    let mut zeros = label.iter().filter_map(|&character| zero_of(character));
    zeros
        .next()
        .is_some_and(|first| zeros.any(|zero| zero != first))
}

/// The zero of the digits a digit belongs to.
pub(super) fn zero_of(character: char) -> Option<u32> {
    let code = u32::from(character);
    let zero = *ZEROS.get(ZEROS.partition_point(|&zero| zero <= code).checked_sub(1)?)?;
    (code < zero + 10).then_some(zero)
}

fn is_right_to_left(character: char) -> bool {
    matches!(
        character.script(),
        Script::Hebrew
            | Script::Arabic
            | Script::Syriac
            | Script::Thaana
            | Script::Nko
            | Script::Samaritan
            | Script::Mandaic
            | Script::Adlam
            | Script::Hanifi_Rohingya
            | Script::Mende_Kikakui
            | Script::Yezidi
    )
}
