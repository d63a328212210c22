//! What a name looks like: its letters without their marks, as the plain ones they pass for.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;

use super::letters::{HOME_LIGATURES, LOOKS, NO_LETTERS, PASSING};

static EVERYDAY: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    include_str!("data/everyday-words.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect()
});

/// The look of a name for comparing it with another's: UTS 39's skeleton of its letters in lower case,
/// without diacritics and strokes, with the further look-alikes of [`LOOKS`].
pub(super) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len() + 4);
    if name.is_ascii() {
        name.chars()
            .for_each(|plain| push_skeleton(plain, &mut folded));
    } else {
        for character in name
            .nfd()
            .filter(|&character| !is_combining_mark(character))
        {
            let looks = |(_, letters): &&(&str, &str)| letters.contains(character);
            match LOOKS.iter().find(looks) {
                Some((look, _)) => look
                    .chars()
                    .for_each(|plain| push_skeleton(plain, &mut folded)),
                None => push_skeleton(character, &mut folded),
            }
        }
    }
    if folded.contains("vv") {
        return folded.replace("vv", "w");
    }
    folded
}

fn push_skeleton(character: char, out: &mut String) {
    match character {
        '0' => out.push('o'),
        '1' => out.push('l'),
        'm' => out.push_str("rn"),
        _ if character.is_ascii() => out.push(character.to_ascii_lowercase()),
        _ => {
            let mut buffer = [0; 4];
            let plain = skeleton(character.encode_utf8(&mut buffer))
                .filter(|&part| !is_combining_mark(part))
                .map(|part| part.to_ascii_lowercase());
            out.extend(plain);
        }
    }
}

/// The Latin word that a label passes for, if all its letters do and the label is not at home where such
/// letters are read for what they are. `label` is not ASCII.
pub(super) fn passes_for(label: &[char], top: &[char]) -> Option<String> {
    let passes = |&character: &char| character.is_ascii() || is_latin_look(character, top);
    if !label.iter().all(passes) {
        return None;
    }
    let text = String::from_iter(label);
    let at_home = PASSING.iter().any(|passing| {
        label.iter().any(|letter| letter.script() == passing.script) && is_home(passing.script, top)
    });
    (!at_home && !EVERYDAY.contains(&text.as_str())).then(|| fold(&text))
}

fn is_latin_look(character: char, top: &[char]) -> bool {
    let script = character.script();
    if script == Script::Latin && is_at_home(HOME_LIGATURES, character, top) {
        return false;
    }
    let listed = PASSING
        .iter()
        .any(|passing| passing.script == script && passing.letters.contains(character));
    let mut buffer = [0; 4];
    listed
        || (!NO_LETTERS.contains(character)
            && skeleton(character.encode_utf8(&mut buffer))
                .all(|part| part.is_ascii_alphanumeric()))
}

/// Whether names under a top-level domain are written in the script.
fn is_home(script: Script, top: &[char]) -> bool {
    top.iter().any(|letter| letter.script() == script)
        || PASSING
            .iter()
            .any(|passing| passing.script == script && is_one_of(passing.home, top))
}

/// Whether a table has the letter as one of the languages of a top-level domain.
pub(super) fn is_at_home(table: &[(&str, &[&str])], letter: char, top: &[char]) -> bool {
    table
        .iter()
        .any(|(letters, home)| letters.contains(letter) && is_one_of(home, top))
}

/// Whether a label is one of these.
pub(super) fn is_one_of(list: &[&str], label: &[char]) -> bool {
    list.iter()
        .any(|entry| entry.chars().eq(label.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::{fold, passes_for};

    fn check_fold(name: &str, alike: &str) {
        assert_eq!(fold(name), fold(alike), "{name} and {alike}");
    }

    #[test]
    fn names_that_look_alike_fold_alike() {
        check_fold("rnicrosoft.com", "microsoft.com");
        check_fold("paypa1.com", "paypal.com");
        check_fold("g00gle.com", "google.com");
        check_fold("vvhite.com", "white.com");
        check_fold("gíthüb.com", "github.com");
        check_fold("githúb.com", "github.com");
        check_fold("gi\u{307}thub.com", "github.com");
        check_fold("gıthub.com", "github.com");
        check_fold("gooǥle.com", "google.com");
        check_fold("cłaude.ai", "claude.ai");
        check_fold("паураӏ.com", "naypal.com");
        check_fold("søæđħ", "soaedh");
    }

    #[test]
    fn names_that_differ_fold_differently() {
        for (one, other) in [
            ("github.com", "gitlab.com"),
            ("live.com", "llve.com"),
            ("slack.com", "slacks.com"),
        ] {
            assert_ne!(fold(one), fold(other));
        }
    }

    fn check_passes(label: &str, top: &str, expected: bool) {
        let label: Vec<char> = label.chars().collect();
        let top: Vec<char> = top.chars().collect();
        let found = passes_for(&label, &top);
        assert_eq!(
            found.is_some(),
            expected,
            "{label:?} under {top:?}: {found:?}"
        );
    }

    #[test]
    fn whole_words_of_another_script_pass_for_latin() {
        check_passes("аррӏе", "com", true);
        check_passes("ѕсоре", "com", true);
        check_passes("οικοσ", "com", true);
        check_passes("ոսւօ", "com", true);
        check_passes("חסד", "com", true);
        check_passes("gıthub", "com", true);
        check_passes("аррӏе2-", "com", true);
    }

    #[test]
    fn words_with_one_letter_of_their_own_do_not() {
        check_passes("музей", "com", false);
        check_passes("ουτοπία", "com", false);
        check_passes("שלום", "com", false);
        check_passes("日本語", "com", false);
        check_passes("bücher", "com", false);
        check_passes("бар", "com", false);
    }

    #[test]
    fn words_at_home_do_not() {
        check_passes("ѕсоре", "ru", false);
        check_passes("ѕсоре", "рф", false);
        check_passes("οικοσ", "gr", false);
        check_passes("οικοσ", "ru", true);
        check_passes("kærlighed", "dk", false);
        check_passes("altın", "tr", false);
        check_passes("курс", "com", false);
    }
}
