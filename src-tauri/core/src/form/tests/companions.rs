//! Companions and other conventions of agents (form-rules 5).

use super::*;

fn choice() -> Value {
    json!({ "type": "string", "oneOf": [{ "const": "A" }, { "const": "None of the above" }] })
}

fn multi() -> Value {
    json!({ "type": "array", "items": { "anyOf": [{ "const": "A" }, { "const": "B" }] } })
}

fn other() -> Value {
    json!({ "type": "string", "title": "Other", "description": "More" })
}

/// `question` and what follows it, and whether that is folded into it.
fn check_folded(question: (&str, Value), companion: (&str, Value), folded: bool) {
    let params = params(json!({ question.0: question.1, companion.0: companion.1 }));
    let names = if folded {
        json!([question.0])
    } else {
        json!([question.0, companion.0])
    };
    let companions = if folded {
        json!([companion.0])
    } else {
        json!([null, null])
    };
    check_form(
        &params,
        json!(null),
        json!({ "names": names, "companions": companions }),
    );
}

fn with(mut property: Value, key: &str, value: Value) -> Value {
    property[key] = value;
    property
}

#[test]
fn claudes_unmarked_companion_has_exactly_one_shape() {
    check_folded(
        ("question_0", choice()),
        ("question_0_custom", other()),
        true,
    );
    check_folded(
        ("question_12", multi()),
        (
            "question_12_custom",
            with(other(), "description", json!(null)),
        ),
        true,
    );
    for (question, companion) in [
        (
            ("question_0", json!({ "type": "string" })),
            ("question_0_custom", other()),
        ),
        (("question_x", choice()), ("question_x_custom", other())),
        (("question_", choice()), ("question__custom", other())),
        (("q_0", choice()), ("q_0_custom", other())),
        (("question_0", choice()), ("question_1_custom", other())),
        (
            ("question_0", choice()),
            (
                "question_0_custom",
                with(other(), "title", json!("Another")),
            ),
        ),
        (
            ("question_0", choice()),
            ("question_0_custom", with(other(), "maxLength", json!(9))),
        ),
        (
            ("question_0", choice()),
            ("question_0_custom", with(other(), "default", json!("x"))),
        ),
        (
            ("question_0", choice()),
            ("question_0_custom", with(other(), "_meta", json!({}))),
        ),
        (
            ("question_0", choice()),
            ("question_0_custom", with(other(), "enum", json!(["a"]))),
        ),
        (
            ("question_0", choice()),
            ("question_0_custom", json!({ "type": "string" })),
        ),
        (
            ("question_0", choice()),
            (
                "question_0_custom",
                json!({ "title": "Other", "type": "integer" }),
            ),
        ),
    ] {
        check_folded(question, companion, false);
    }
}

#[test]
fn claudes_unmarked_companion_follows_directly_and_nothing_is_required() {
    let mut params = params(
        json!({ "question_0": choice(), "x": { "type": "string" }, "question_0_custom": other() }),
    );
    check_form(
        &params,
        json!(null),
        json!({ "names": ["question_0", "x", "question_0_custom"] }),
    );
    params["requestedSchema"]["properties"]
        .as_object_mut()
        .unwrap()
        .shift_remove("x");
    for (required, rows) in [
        (json!([]), 1),
        (json!(["question_0"]), 2),
        (json!(["question_0_custom"]), 2),
    ] {
        params["requestedSchema"]["required"] = required;
        assert_eq!(form(&params).view().fields.len(), rows);
    }
}

#[test]
fn claudes_mark_folds_wherever_it_stands() {
    let marked = |mark: Value| json!({ "type": "string", "maxLength": 5, "_meta": { "_askUserQuestionCustomAnswer": mark } });
    check_folded(("q", choice()), ("q_custom", marked(json!(true))), true);
    check_folded(
        ("q", choice()),
        (
            "anything",
            marked(json!({ "isCustomAnswer": true, "questionId": "q" })),
        ),
        true,
    );
    check_folded(
        ("q", choice()),
        ("q_custom", marked(json!({ "isCustomAnswer": true }))),
        true,
    );
    check_folded(("q", choice()), ("anything", marked(json!(true))), false);
    check_folded(("q", choice()), ("q_custom", marked(json!(false))), false);
    check_folded(
        ("q", choice()),
        (
            "q_custom",
            marked(json!({ "isCustomAnswer": false, "questionId": "q" })),
        ),
        false,
    );
    check_folded(
        ("q", choice()),
        (
            "q_custom",
            marked(json!({ "isCustomAnswer": true, "questionId": "ghost" })),
        ),
        false,
    );
    check_folded(
        ("q", json!({ "type": "boolean" })),
        ("q_custom", marked(json!(true))),
        false,
    );
    let before = params(json!({ "q_custom": marked(json!(true)), "q": choice() }));
    check_form(
        &before,
        json!({ "q_custom": "x" }),
        json!({ "names": ["q"], "content": { "q_custom": "x" } }),
    );
    let two = params(
        json!({ "q": choice(), "q_custom": marked(json!(true)), "r": marked(json!({ "isCustomAnswer": true, "questionId": "q" })) }),
    );
    check_form(&two, json!(null), json!({ "names": ["q", "r"] }));
    let itself =
        params(json!({ "q": marked(json!({ "isCustomAnswer": true, "questionId": "q" })) }));
    check_form(
        &itself,
        json!(null),
        json!({ "names": ["q"], "companions": [null] }),
    );
}

#[test]
fn claudes_other_is_sent_alone_or_beside() {
    let params = params(
        json!({ "question_0": choice(), "question_0_custom": other(), "question_1": multi(), "question_1_custom": other() }),
    );
    check_form(
        &params,
        json!({ "question_0_custom": "x" }),
        json!({ "content": { "question_0_custom": "x" } }),
    );
    check_form(
        &params,
        json!({ "question_0": "A", "question_0_custom": "x", "question_1": ["B"], "question_1_custom": "y" }),
        json!({ "content": { "question_0": "A", "question_0_custom": "x", "question_1": ["B"], "question_1_custom": "y" } }),
    );
    let view = form(&params).view();
    let companion = |at: usize| view.fields[at].companion.clone().unwrap();
    assert_eq!(
        (companion(0).label.as_str(), companion(0).other_row),
        ("Other", true)
    );
    assert!(!companion(1).other_row);
    assert!(view.fields[0].options.iter().all(|option| !option.is_other));
}

#[test]
fn codex_notes_go_with_their_question() {
    let note =
        |codex: Value| json!({ "type": "string", "title": "Note", "_meta": { "codex": codex } });
    check_folded(
        ("q", choice()),
        ("n", note(json!({ "role": "user_note", "questionId": "q" }))),
        true,
    );
    check_folded(
        ("q", choice()),
        ("q_note", note(json!({ "role": "user_note" }))),
        false,
    );
    check_folded(
        ("q", choice()),
        (
            "q_note",
            note(json!({ "role": "other", "questionId": "q" })),
        ),
        false,
    );
    check_folded(
        ("q", choice()),
        ("q_note", note(json!({ "questionId": "q" }))),
        false,
    );
    check_folded(
        ("q", json!({ "type": "string" })),
        ("n", note(json!({ "role": "user_note", "questionId": "q" }))),
        false,
    );

    let mut params = params(
        json!({ "q": choice(), "n": note(json!({ "role": "user_note", "questionId": "q" })) }),
    );
    params["requestedSchema"]["required"] = json!(["q"]);
    check_form(
        &params,
        json!({ "q": "None of the above", "n": "x" }),
        json!({ "content": { "q": "None of the above", "n": "x" } }),
    );
    check_form(
        &params,
        json!({ "q": "A" }),
        json!({ "content": { "q": "A" } }),
    );
    check_form(
        &params,
        json!({ "n": "x" }),
        json!({ "errors": [["q", "required"]] }),
    );
    let field = &form(&params).view().fields[0];
    assert_eq!(
        field
            .options
            .iter()
            .map(|option| option.is_other)
            .collect::<Vec<_>>(),
        [false, true]
    );
    assert!(!field.companion.as_ref().unwrap().other_row);
    assert_eq!(form(&params).accepts(0, Draft::Other), None);
}

#[test]
fn older_codex_answers_are_sent_alone() {
    let other = json!({ "type": "string", "_meta": { "codex": { "isOtherAnswer": true } } });
    check_folded(("q", choice()), ("q__other", other.clone()), true);
    check_folded(("q", choice()), ("other", other.clone()), false);
    let mut params = params(json!({ "q": choice(), "q__other": other }));
    params["requestedSchema"]["required"] = json!(["q"]);
    check_form(
        &params,
        json!({ "q__other": "x" }),
        json!({ "content": { "q__other": "x" } }),
    );
    check_form(&params, json!({}), json!({ "errors": [["q", "required"]] }));
}

#[test]
fn a_companion_is_checked_by_its_own_rules() {
    let marked = json!({ "type": "string", "maxLength": 2, "default": "d", "_meta": { "_askUserQuestionCustomAnswer": true } });
    let params = params(json!({ "q": choice(), "q_custom": marked }));
    check_form(
        &params,
        json!({ "q_custom": "abc" }),
        json!({ "errors": [["q_custom", "too-long"]] }),
    );
    check_form(
        &params,
        json!({}),
        json!({ "content": { "q_custom": "d" } }),
    );
    check_form(&params, json!({ "q_custom": "" }), json!({ "content": {} }));
}

#[test]
fn previews_and_promises_are_read() {
    let mut params = params(json!({ "q": { "oneOf": [
        { "const": "A", "_meta": { "_claude/askUserQuestionOption": { "preview": "\tCREATE\n" } } },
        { "const": "B", "_meta": { "_claude/askUserQuestionOption": { "preview": 5 } } },
    ] } }));
    let view = form(&params).view();
    assert_eq!(
        view.fields[0].options[0].preview.as_deref(),
        Some("\tCREATE\n")
    );
    assert_eq!(view.fields[0].options[1].preview, None);
    assert_eq!((view.goes_on_after, view.approval), (None, false));
    for (meta, goes_on, approval) in [
        (
            json!({ "codex": { "autoResolutionMs": 60000.0 } }),
            Some(60_000),
            false,
        ),
        (
            json!({ "codex": { "autoResolutionMs": null } }),
            None,
            false,
        ),
        (
            json!({ "codex": { "autoResolutionMs": "60000" } }),
            None,
            false,
        ),
        (json!({ "codex": { "autoResolutionMs": -1 } }), None, false),
        (json!({ "codex_approval_kind": "exec" }), None, true),
        (json!({ "codex_approval_kind": null }), None, false),
    ] {
        params["_meta"] = meta;
        let view = form(&params).view();
        assert_eq!(
            (view.goes_on_after, view.approval),
            (goes_on, approval),
            "{params}"
        );
    }
}
