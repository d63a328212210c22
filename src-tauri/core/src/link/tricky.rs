//! Letters, digits and marks that are easily mistaken although UTS 39 lets them pass.

use unicode_script::{Script, ScriptExtension, UnicodeScript};

use super::idn::zero_of;
use super::letters::{DIGIT_LOOKS, HOME_LETTERS, SLASHES, STROKES, TRICKY};
use super::looks::{is_at_home, is_one_of};

const MIDDLE_DOT: char = '·';
const KANA_MIDDLE_DOT: char = '・';
const LONG_SOUND: char = 'ー';
/// The two Japanese syllabaries draw these three alike.
const HIRAGANA_HE: &str = "へべぺ";
const KATAKANA_HE: &str = "ヘベペ";

/// Whether a label that is not ASCII has something in it that is easily mistaken.
pub(super) fn is_tricky(label: &[char], top: &[char]) -> bool {
    let has_latin = label.iter().any(char::is_ascii_alphabetic);
    let at = |index: usize| {
        let before = index.checked_sub(1).and_then(|before| label.get(before));
        let place = Neighbours {
            before: before.copied(),
            after: label.get(index + 1).copied(),
            has_latin,
        };
        is_letter_tricky(label[index], place, top)
    };
    (0..label.len()).any(at) || is_number(label) || mixes_he(label)
}

/// What stands beside a character.
#[derive(Clone, Copy)]
struct Neighbours {
    before: Option<char>,
    after: Option<char>,
    /// The label has plain Latin letters.
    has_latin: bool,
}

impl Neighbours {
    fn both(self) -> impl Iterator<Item = char> {
        self.before.into_iter().chain(self.after)
    }
}

fn is_letter_tricky(character: char, beside: Neighbours, top: &[char]) -> bool {
    let listed = |&(first, last): &(char, char)| (first..=last).contains(&character);
    if character.is_ascii() {
        return false;
    }
    TRICKY.iter().any(listed)
        || is_away(character, top)
        || is_loose_mark(character, beside)
        || is_out_of_place(character, beside, top)
}

/// A letter that passes for another where its language is not written.
fn is_away(character: char, top: &[char]) -> bool {
    HOME_LETTERS
        .iter()
        .any(|(letters, _)| letters.contains(character))
        && !is_at_home(HOME_LETTERS, character, top)
}

/// A mark that has not become one letter with its base: it can vanish beside it or in it.
fn is_loose_mark(character: char, beside: Neighbours) -> bool {
    match character {
        '\u{300}'..='\u{36F}' => true,
        '\u{3099}' | '\u{309A}' => !beside.before.is_some_and(is_kana),
        _ => false,
    }
}

/// A sign that passes for punctuation or a Latin letter because of what stands beside it.
fn is_out_of_place(character: char, beside: Neighbours, top: &[char]) -> bool {
    match character {
        // Catalan writes l·l.
        MIDDLE_DOT => {
            !is_one_of(&["cat"], top) || beside.before != Some('l') || beside.after != Some('l')
        }
        KANA_MIDDLE_DOT => beside.both().any(|other| other.is_ascii()),
        LONG_SOUND | 'ゝ' | 'ゞ' => !beside.before.is_some_and(is_kana),
        'ヽ' | 'ヾ' => !beside.before.is_some_and(is_katakana),
        _ if SLASHES.contains(character)
            && beside.before.is_some_and(|other| !is_japanese(other))
            && beside.after.is_some_and(|other| !is_japanese(other)) =>
        {
            true
        }
        _ => {
            beside.has_latin
                && STROKES.contains(character)
                && beside.both().any(|other| !is_east_asian(other))
        }
    }
}

/// Only digits of any kind and letters that pass for digits, and not all of them plain.
fn is_number(label: &[char]) -> bool {
    label.iter().all(|&character| {
        character == '-' || zero_of(character).is_some() || DIGIT_LOOKS.contains(character)
    })
}

/// A letter of one syllabary in a word of the other, where both draw it alike.
fn mixes_he(label: &[char]) -> bool {
    let stray = |he: &str, own: Script, other: Script| {
        let (strays, rest): (Vec<char>, Vec<char>) =
            label.iter().partition(|&&character| he.contains(character));
        // The long sound and the like belong to both.
        !strays.is_empty()
            && rest.iter().all(|&character| is_in(character, other))
            && rest.iter().any(|&character| !is_in(character, own))
    };
    stray(HIRAGANA_HE, Script::Hiragana, Script::Katakana)
        || stray(KATAKANA_HE, Script::Katakana, Script::Hiragana)
}

/// Whether the character belongs to the script, or to it among a few; not if it belongs to all.
fn is_in(character: char, script: Script) -> bool {
    let scripts = ScriptExtension::from(character);
    !scripts.is_common() && !scripts.is_inherited() && scripts.contains_script(script)
}

fn is_katakana(character: char) -> bool {
    is_in(character, Script::Katakana)
}

fn is_kana(character: char) -> bool {
    is_katakana(character) || is_in(character, Script::Hiragana)
}

fn is_japanese(character: char) -> bool {
    is_kana(character) || is_in(character, Script::Han)
}

fn is_east_asian(character: char) -> bool {
    is_japanese(character) || matches!(character.script(), Script::Bopomofo | Script::Hangul)
}
