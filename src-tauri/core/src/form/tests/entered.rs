//! Drafts of the interface: what is taken, shown, checked and masked.

use super::*;

fn all_kinds() -> Value {
    let mut params = params(json!({
        "text": { "type": "string" },
        "number": { "type": "number", "default": 2.50 },
        "choice": { "enum": ["a", "b"] },
        "multi": { "type": "array", "items": { "enum": ["a", "b", "c"] }, "default": ["c", "a"] },
        "boolean": { "type": "boolean" },
        "date": { "type": "string", "format": "date" },
        "moment": { "type": "string", "format": "date-time", "default": "2026-07-28T10:00:00.5+02:00" },
        "nothing": { "type": "object" },
        "question_0": { "enum": ["x"] },
        "question_0_custom": { "type": "string", "title": "Other" },
    }));
    params["requestedSchema"]["title"] = json!("All");
    params
}

const TEXT: usize = 0;
const NUMBER: usize = 1;
const CHOICE: usize = 2;
const MULTI: usize = 3;
const BOOLEAN: usize = 4;
const DATE: usize = 5;
const MOMENT: usize = 6;
const NOTHING: usize = 7;
const QUESTION: usize = 8;

fn typed(text: &str) -> Draft {
    Draft::Text { text: text.into() }
}

fn some(indices: &[u32]) -> Draft {
    Draft::Options {
        indices: indices.to_vec(),
    }
}

fn moment(date: &str, time: &str, zone: &str) -> Draft {
    Draft::DateTime {
        date: date.into(),
        time: time.into(),
        zone: zone.into(),
    }
}

fn row(draft: Draft) -> RowDraft {
    RowDraft {
        draft,
        companion: String::new(),
    }
}

#[test]
fn drafts_that_fit_are_taken() {
    let form = form(&all_kinds());
    let check = |index: usize, draft: Draft, expected: Option<Draft>| {
        assert_eq!(
            form.accepts(index, draft.clone()),
            expected,
            "{index} {draft:?}"
        );
    };
    for index in [TEXT, NUMBER, DATE, MOMENT] {
        check(index, typed("x"), Some(typed("x")));
        check(index, Draft::Option { index: 0 }, None);
        check(index, Draft::YesNo { yes: true }, None);
    }
    for index in 0..=QUESTION {
        let cleared = match index {
            NOTHING => None,
            MULTI => Some(some(&[])),
            _ => Some(Draft::Cleared),
        };
        check(index, Draft::Cleared, cleared);
        check(
            index,
            Draft::Untouched,
            (index != NOTHING).then_some(Draft::Untouched),
        );
    }
    check(
        CHOICE,
        Draft::Option { index: 1 },
        Some(Draft::Option { index: 1 }),
    );
    check(CHOICE, Draft::Option { index: 2 }, None);
    check(CHOICE, typed("b"), Some(Draft::Option { index: 1 }));
    check(CHOICE, typed("z"), None);
    check(CHOICE, Draft::Other, None);
    check(QUESTION, Draft::Other, Some(Draft::Other));
    check(MULTI, some(&[2, 0, 2]), Some(some(&[0, 2])));
    check(MULTI, some(&[3]), None);
    check(MULTI, typed("a"), None);
    check(
        BOOLEAN,
        Draft::YesNo { yes: false },
        Some(Draft::YesNo { yes: false }),
    );
    check(BOOLEAN, typed("true"), Some(Draft::YesNo { yes: true }));
    check(
        MOMENT,
        moment("2026-01-01", "", ""),
        Some(moment("2026-01-01", "", "")),
    );
    check(MOMENT, moment("", "", ""), Some(Draft::Cleared));
    check(DATE, moment("2026-01-01", "", ""), None);
    check(NOTHING, typed("x"), None);
    check(99, typed("x"), None);
}

#[test]
fn defaults_and_drafts_show_in_the_controls_own_shape() {
    let form = form(&all_kinds());
    let check = |index: usize, draft: Draft, shown: Draft| {
        let state = form.field_state(index, &row(draft.clone()), 7);
        assert_eq!(state.shown, shown, "{index} {draft:?}");
        assert_eq!((state.touched, state.seq), (draft != Draft::Untouched, 7));
    };
    check(TEXT, Draft::Untouched, Draft::Untouched);
    check(TEXT, typed(" x"), typed(" x"));
    check(NUMBER, Draft::Untouched, typed("2.5"));
    check(NUMBER, typed("1e3"), typed("1e3"));
    check(NUMBER, Draft::Cleared, Draft::Cleared);
    check(MULTI, Draft::Untouched, some(&[0, 2]));
    check(MULTI, some(&[]), some(&[]));
    check(
        CHOICE,
        Draft::Option { index: 1 },
        Draft::Option { index: 1 },
    );
    check(
        BOOLEAN,
        Draft::YesNo { yes: true },
        Draft::YesNo { yes: true },
    );
    check(
        MOMENT,
        Draft::Untouched,
        moment("2026-07-28", "10:00:00.5", "+02:00"),
    );
    check(
        MOMENT,
        typed("2026-07-28T10:00Z"),
        moment("2026-07-28", "10:00", "Z"),
    );
    check(MOMENT, typed("tomorrow"), moment("tomorrow", "", ""));
    check(
        MOMENT,
        moment("2026-07-28", "10:00", "Z"),
        moment("2026-07-28", "10:00:00", "Z"),
    );
    check(NOTHING, Draft::Untouched, Draft::Untouched);
    check(QUESTION, Draft::Other, Draft::Other);
    assert_eq!(form.field_state(MULTI, &row(Draft::Untouched), 0).chosen, 2);
    assert!(
        form.field_state(
            QUESTION,
            &RowDraft {
                draft: Draft::Untouched,
                companion: "x".into()
            },
            0
        )
        .touched
    );
    assert_eq!(
        form.field_state(99, &row(Draft::Untouched), 0).shown,
        Draft::Untouched
    );
}

fn checked(index: usize, draft: Draft) -> (Vec<Problem>, Vec<Remark>) {
    form(&all_kinds()).check_row(index, &row(draft)).unwrap()
}

fn problem(code: ProblemCode, bound: Option<&str>, hint: Option<&str>) -> Problem {
    Problem {
        code,
        bound: bound.map(str::to_owned),
        hint: hint.map(str::to_owned),
    }
}

#[test]
fn a_row_says_what_will_be_sent() {
    let sends = |text: &str| Remark::SendsNumber { text: text.into() };
    assert_eq!(checked(NUMBER, typed("3")), (vec![], vec![]));
    assert_eq!(
        checked(NUMBER, typed(" 1e3 ")),
        (vec![], vec![sends("1000")])
    );
    assert_eq!(
        checked(NUMBER, typed("0.30000000000000001")),
        (vec![], vec![sends("0.3")])
    );
    assert_eq!(
        checked(NUMBER, Draft::Cleared),
        (vec![], vec![Remark::NotSent])
    );
    assert_eq!(checked(NUMBER, typed("")), (vec![], vec![Remark::NotSent]));
    assert_eq!(checked(TEXT, Draft::Cleared), (vec![], vec![]));
    assert_eq!(checked(MULTI, some(&[])), (vec![], vec![]));
    let at = |text: &str| Remark::SendsText { text: text.into() };
    assert_eq!(
        checked(MOMENT, moment("2026-07-28", "10:00", "Z")),
        (vec![], vec![at("2026-07-28T10:00:00Z")])
    );
    assert_eq!(
        checked(MOMENT, Draft::Untouched),
        (vec![], vec![at("2026-07-28T10:00:00.5+02:00")])
    );
    assert_eq!(
        checked(MOMENT, Draft::Cleared),
        (vec![], vec![Remark::NotSent])
    );
    assert_eq!(
        form(&all_kinds()).check_row(99, &row(Draft::Untouched)),
        None
    );
}

#[test]
fn problems_carry_bounds_and_hints() {
    assert_eq!(
        checked(NUMBER, typed("1,5")).0,
        [problem(ProblemCode::NotANumber, None, Some("1.5"))]
    );
    assert_eq!(
        checked(MOMENT, moment("2026-07-28", "", "")).0,
        [problem(ProblemCode::Format, None, Some("date-time"))]
    );
    let of = |property: Value, text: &str| {
        form(&params(json!({ "f": property })))
            .check_row(0, &row(typed(text)))
            .unwrap()
            .0
    };
    assert_eq!(
        of(json!({ "type": "number", "minimum": 2.0 }), "1"),
        [problem(ProblemCode::TooSmall, Some("2"), None)]
    );
    assert_eq!(
        of(json!({ "type": "string", "maxLength": 1 }), "ab"),
        [problem(ProblemCode::TooLong, Some("1"), None)]
    );
    assert_eq!(
        of(json!({ "type": "string", "pattern": "^a\u{202e}" }), "b"),
        [problem(
            ProblemCode::Pattern,
            None,
            Some("^a\u{27e8}U+202E\u{27e9}")
        )]
    );
}

#[test]
fn an_emptied_optional_list_with_a_least_number_is_not_sent() {
    let params = params(
        json!({ "f": { "type": "array", "items": { "enum": ["a"] }, "minItems": 1, "default": ["a"] } }),
    );
    assert_eq!(
        form(&params).check_row(0, &row(some(&[]))),
        Some((vec![], vec![Remark::NotSent]))
    );
}

#[test]
fn other_sends_only_the_companion() {
    let form = form(&all_kinds());
    let mut drafts = form.drafts();
    drafts.rows[QUESTION] = RowDraft {
        draft: Draft::Other,
        companion: "y".into(),
    };
    let content = form.check(&drafts).content.unwrap();
    assert_eq!(
        (content.get("question_0"), content.get("question_0_custom")),
        (None, Some(&json!("y")))
    );
    drafts.rows[QUESTION] = RowDraft {
        draft: Draft::Option { index: 0 },
        companion: "y".into(),
    };
    let content = form.check(&drafts).content.unwrap();
    assert_eq!(
        (&content["question_0"], &content["question_0_custom"]),
        (&json!("x"), &json!("y"))
    );
}

#[test]
fn the_whole_form_is_checked_at_once() {
    let form = form(&all_kinds());
    let checked = form.check(&form.drafts());
    let sent =
        json!({ "number": 2.5, "multi": ["a", "c"], "moment": "2026-07-28T10:00:00.5+02:00" });
    assert_eq!(checked.content.map(Value::Object), Some(sent.clone()));
    assert_eq!(checked.masked, Some(format!("{sent:#}")));
    assert!(!checked.has_secret);
    let mut drafts = form.drafts();
    drafts.rows[NUMBER].draft = typed("x");
    drafts.rows[DATE].draft = typed("soon");
    let checked = form.check(&drafts);
    let codes: Vec<Vec<ProblemCode>> = checked
        .problems
        .iter()
        .map(|row| row.iter().map(|problem| problem.code).collect())
        .collect();
    assert_eq!(codes[NUMBER], [ProblemCode::NotANumber]);
    assert_eq!(codes[DATE], [ProblemCode::Format]);
    assert_eq!((checked.content, checked.masked), (None, None));
    let short = FormDrafts { rows: vec![] };
    assert_eq!(form.check(&short).content.map(Value::Object), Some(sent));
}

#[test]
fn secrets_are_masked_and_left_out() {
    let key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let params = params(
        json!({ "password": { "type": "string" }, "note": { "type": "string" }, "plain": { "type": "string", "title": "Plain" }, "c": { "enum": ["v"], "enumNames": ["Vee"] } }),
    );
    let form = form(&params);
    let rows = [
        typed("h\u{e9}llo"),
        typed(key),
        typed("x"),
        Draft::Option { index: 0 },
    ]
    .map(row)
    .to_vec();
    let drafts = FormDrafts { rows };
    let checked = form.check(&drafts);
    assert!(checked.has_secret);
    assert_eq!(checked.content.unwrap()["password"], "h\u{e9}llo");
    let masked: Value = serde_json::from_str(&checked.masked.unwrap()).unwrap();
    assert_eq!(
        masked,
        json!({ "password": "•••• (5)", "note": "•••• (40)", "plain": "x", "c": "v" })
    );
    assert_eq!(form.draft_text(&drafts), "Plain: x\nc: Vee");
    assert!(!form.check(&form.drafts()).has_secret);
    assert_eq!(form.row_key(0), None);
}

#[test]
fn equal_rows_have_equal_keys() {
    let one = form(&params(
        json!({ "a": { "type": "string" }, "b": { "type": "string" }, "c": {} }),
    ));
    let two = form(&params(
        json!({ "x": {}, "a": { "type": "string" }, "b": { "type": "string", "maxLength": 3 } }),
    ));
    assert!(one.row_key(0).is_some());
    assert_eq!(one.row_key(0), two.row_key(1));
    assert_ne!(one.row_key(0), one.row_key(1));
    assert_ne!(one.row_key(1), two.row_key(2));
    assert_eq!((one.row_key(2), one.row_key(9)), (None, None));
}

#[test]
fn a_form_can_be_shared() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    shared(&form(&all_kinds()));
    assert!(
        !form(&all_kinds())
            .view()
            .notes
            .iter()
            .any(|note| note.code == NoteCode::DefaultInvalid)
    );
}
