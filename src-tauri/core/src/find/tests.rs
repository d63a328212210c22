use super::*;
use crate::view::{EntryBody, FindPart, ToolContent, ToolView};

fn agent(text: &str) -> EntryBody {
    EntryBody::Agent { text: text.into() }
}

#[test]
fn case_and_blanks_do_not_count_and_marks_are_not_seen() {
    let check = |text: &str, looked_for: &str, expected: usize| {
        let found = look(&Needle::new(looked_for).unwrap(), &agent(text));
        assert_eq!(found.len(), expected, "{looked_for:?} in {text:?}");
    };
    check("The end, THE END", "the end", 2);
    check("Straßen und STRAẞEN", "straße", 2);
    check("ΣΊΣΥΦΟΣ", "σίσυφος", 1);
    check("Привет", "ПРИВЕТ", 1);
    check("some **bold** words", "bold words", 1);
    check("some **bold** words", "**bold**", 0);
    check("a [link](https://example.org/)", "link", 1);
    check("a [link](https://example.org/)", "example.org", 1);
    check("one\ntwo", "one  two", 1);
    check("one\n\ntwo", "one two", 0);
    check("- one\n- two", "one two", 0);
    check("`a  b` and a &amp; b", "a & b", 1);
    check("```js\nconst a = 1;\n```", "const a", 1);
    check("| a | b |\n|---|---|\n| c | d |", "c", 1);
    check("(.*)", "(.*)", 1);
    check("as shown: ⟨U+202E⟩", "u+202e", 1);
}

#[test]
fn nothing_or_too_much_is_not_looked_for() {
    assert!(Needle::new("").is_none());
    assert!(Needle::new(" \n\t").is_none());
    assert!(Needle::new(&"a".repeat(1_001)).is_none());
    assert!(Needle::new(&"é".repeat(1_000)).is_some());
}

#[test]
fn a_place_is_that_of_the_text_as_it_is_written() {
    let check = |text: &str, looked_for: &str, expected: &[u32]| {
        let found = look(&Needle::new(looked_for).unwrap(), &agent(text));
        let places: Vec<u32> = found.iter().map(|it| it.1).collect();
        assert_eq!(places, expected, "{looked_for:?} in {text:?}");
    };
    check("a **b** a", "a", &[0, 8]);
    check("🙂 **b** b", "b", &[5, 9]);
    check("# x\n\nx `x`", "x", &[2, 5, 8]);
}

#[test]
fn parts_of_a_tool_call_are_named_in_the_order_drawn() {
    let tool = ToolView {
        title: "find it".into(),
        content: vec![
            ToolContent::Text {
                text: "none".into(),
            },
            ToolContent::Diff {
                path: "/it".into(),
                old: None,
                new: "it and it".into(),
            },
        ],
        input: Some("{\"it\": 1}".into()),
        ..ToolView::default()
    };
    let body = EntryBody::Tool { tool };
    let found = look(&Needle::new("IT").unwrap(), &body);
    let parts: Vec<FindPart> = found.iter().map(|it| it.0).collect();
    let content = FindPart::Content { place: 1 };
    assert_eq!(
        parts,
        [FindPart::Title, content, content, content, FindPart::Input]
    );
}

#[test]
fn a_line_around_what_was_found_is_cut_where_it_is_long() {
    let needle = Needle::new("middle").unwrap();
    let text = format!("before\n{}middle{}\nafter", "x".repeat(30), "y".repeat(3));
    let (_, line) = line_of(&needle, &agent(&text), 5).unwrap();
    assert_eq!(line, ["…xxxxx", "middle", "yyy"]);
    assert!(line_of(&needle, &agent("nothing"), 5).is_none());
}

#[test]
fn what_is_found_in_a_file_is_found_before_it_is_read() {
    let check = |text: &str, looked_for: &str| {
        let json = serde_json::to_string(text).unwrap();
        let needle = Needle::in_json(looked_for).unwrap();
        assert!(needle.is_in(&json), "{looked_for:?} in {json}");
    };
    check("say \"HI\" to\nall", "\"hi\" to all");
    check("a\\b", "A\\B");
    check("Straßen", "STRAẞEN");
    check("tab\there", "tab here");
}

#[test]
fn code_is_found_by_its_place() {
    let text = "a 🙂\n\n```js\none();\n\n  two();\n```\n\n- in a list\n\n  ```\n  three\n  ```\n\n      four\n";
    let check = |at: usize, number: usize, expected: Option<&str>| {
        assert_eq!(
            code_block(text, at, number).as_deref(),
            expected,
            "{number} from {at}"
        );
    };
    check(0, 0, Some("one();\n\n  two();"));
    check(6, 0, Some("one();\n\n  two();"));
    check(7, 0, Some("three"));
    check(0, 1, Some("three"));
    check(0, 9, None);
    check(9_999, 0, None);
    assert_eq!(
        code_block("    a\r\n    b\r\n", 0, 0).as_deref(),
        Some("a\nb")
    );
}
