use proptest::prelude::*;

use super::scan::is_pictograph;
use super::{Streamed, is_hidden, visible, visible_free, visible_transcript};

/// The same text as a label, as a message and in the transcript.
fn check(text: &str, label: &str, message: &str, transcript: &str) {
    assert_eq!(visible(text), label, "label of {text:?}");
    assert_eq!(visible_free(text), message, "message of {text:?}");
    assert_eq!(
        visible_transcript(text),
        transcript,
        "transcript of {text:?}"
    );
}

fn check_all(text: &str, shown: &str) {
    check(text, shown, shown, shown);
}

#[test]
fn ordinary_text_stays() {
    for text in [
        "",
        "plain words",
        "two\nlines",
        "naïve café",
        "日本語 한국어",
        "שלום",
        "e\u{301}",
        "a\u{301}\u{302}\u{303}\u{304}b",
    ] {
        check_all(text, text);
    }
}

#[test]
fn hidden_characters_become_escapes() {
    check_all("gpj.\u{202E}exe", "gpj.⟨U+202E⟩exe");
    check_all(
        "a\0b\u{1B}[31mred\u{7F}",
        "a⟨U+0000⟩b⟨U+001B⟩[31mred⟨U+007F⟩",
    );
    check_all("a\u{200B}b\u{FEFF}", "a⟨U+200B⟩b⟨U+FEFF⟩");
    check_all("nbsp\u{A0}here\u{3000}", "nbsp⟨U+00A0⟩here⟨U+3000⟩");
    check_all("tag\u{E0041}", "tag⟨U+E0041⟩");
    check_all("\u{2028}\u{85}\u{2800}", "⟨U+2028⟩⟨U+0085⟩⟨U+2800⟩");
}

#[test]
fn every_listed_character_is_hidden_and_its_neighbours_are_not() {
    for code in [
        0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F,
        0x202A, 0x202E, 0x2060, 0x206F, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0xFFFB,
        0xE0000, 0xE0FFF, 0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
        0x2800, 0x3000, 0x0A, 0x09, 0x7F, 0x9F,
    ] {
        assert!(char::from_u32(code).is_some_and(is_hidden), "{code:X}");
    }
    for code in [
        0x20, 0x7E, 0xA1, 0xAC, 0xAE, 0x2010, 0x2027, 0x2030, 0x205E, 0x2070, 0x2801, 0x3001,
        0xFFFC, 0xFFFD, 0xE1000,
    ] {
        assert!(!char::from_u32(code).is_some_and(is_hidden), "{code:X}");
    }
}

#[test]
fn line_breaks_of_windows_are_line_breaks_and_a_lone_return_is_not() {
    check_all("a\r\nb", "a\nb");
    check_all("real.com\rfake.com", "real.com⟨U+000D⟩fake.com");
    check_all("a\r\r\n", "a⟨U+000D⟩\n");
    check_all("a\r", "a⟨U+000D⟩");
}

#[test]
fn a_tab_stays_where_code_is_shown() {
    check("a\tb", "a⟨U+0009⟩b", "a⟨U+0009⟩b", "a\tb");
}

#[test]
fn joiners_stay_where_they_work_and_only_there() {
    fn keeps(text: &str) {
        assert_eq!(visible_free(text), text, "{text:?}");
        assert_eq!(visible_transcript(text), text, "{text:?}");
        assert_ne!(visible(text), text, "{text:?}");
    }
    keeps("👨\u{200D}👩\u{200D}👧");
    keeps("🏳\u{FE0F}\u{200D}🌈");
    keeps("👩🏽\u{200D}💻");
    keeps("❤\u{FE0F}!");
    keeps("1\u{FE0F}\u{20E3}");
    keeps("می\u{200C}خواهم");
    keeps("क्\u{200D}ष");
    keeps("র\u{200D}্য");
    keeps("ന്\u{200D} ");
    check_all("pay\u{200D}pal", "pay⟨U+200D⟩pal");
    check_all("1\u{FE0F}2", "1⟨U+FE0F⟩2");
    check_all("a\u{FE0F}", "a⟨U+FE0F⟩");
    check_all("👨\u{200D}a", "👨⟨U+200D⟩a");
    check_all("👨\u{200D}", "👨⟨U+200D⟩");
    check_all("❤\u{FE0E}", "❤⟨U+FE0E⟩");
    assert_eq!(visible_free("❤\u{FE0F}\u{FE0F}x"), "❤\u{FE0F}⟨U+FE0F⟩x");
    assert_eq!(visible_free("👨\u{200D}\u{200D}👩"), "👨⟨U+200D⟩⟨U+200D⟩👩");
    assert_eq!(visible_free("क्\u{200D}\u{200D}ष"), "क्\u{200D}⟨U+200D⟩ष");
}

#[test]
fn a_fifth_mark_on_one_base_becomes_an_escape() {
    let four = "\u{301}".repeat(4);
    check_all(
        &format!("a{four}\u{301}b{four}"),
        &format!("a{four}⟨U+0301⟩b{four}"),
    );
}

#[test]
fn of_ten_thousand_marks_on_one_base_four_stay() {
    let text = format!("a{}", "\u{301}".repeat(10_000));
    assert_eq!(visible(&text).matches("⟨U+0301⟩").count(), 9_996);
}

#[test]
fn letters_digits_and_marks_are_no_pictographs() {
    for character in ['❤', '👨', '©', '™', '🌈', '💻', '♂'] {
        assert!(is_pictograph(character), "{character:?}");
    }
    for character in [
        'a', '1', '#', 'é', 'م', 'क', '\u{301}', '\u{200D}', '漢', '⟩', '🏽',
    ] {
        assert!(!is_pictograph(character), "{character:?}");
    }
}

fn awkward_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            proptest::sample::select(vec![
                '\r', '\n', '\t', '\u{200D}', '\u{200C}', '\u{FE0F}', '\u{20E3}', '1', 'a', '👨',
                '🏽', '❤', 'क', '\u{94D}', 'م', '\u{64B}', '\u{301}', '\u{202E}',
            ]),
            any::<char>(),
        ],
        0..40,
    )
    .prop_map(String::from_iter)
}

proptest! {
    #[test]
    fn cutting_changes_nothing(text in awkward_text(), cuts in proptest::collection::vec(1usize..5, 1..20)) {
        let characters: Vec<char> = text.chars().collect();
        let mut streamed = Streamed::default();
        let mut shown = String::new();
        let mut rest = characters.as_slice();
        for size in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, after) = rest.split_at((*size).min(rest.len()));
            shown.push_str(&streamed.push(&piece.iter().collect::<String>()));
            rest = after;
        }
        shown.push_str(&streamed.finish());
        prop_assert_eq!(shown, visible_transcript(&text));
    }

    #[test]
    fn a_label_holds_nothing_hidden_and_is_stable(text in awkward_text()) {
        let shown = visible(&text);
        prop_assert!(!shown.chars().any(|character| character != '\n' && is_hidden(character)));
        prop_assert_eq!(visible(&shown), shown);
    }

    #[test]
    fn at_most_one_character_is_held_back(text in awkward_text()) {
        let mut streamed = Streamed::default();
        streamed.push(&text);
        let rest = streamed.finish();
        prop_assert!(rest.is_empty() || rest.matches('⟨').count() == 1);
    }
}
