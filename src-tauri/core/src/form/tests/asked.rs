//! Secrets (form-rules 6).

use super::*;

#[test]
fn only_text_is_ever_a_secret() {
    let asks =
        |property: Value, secret: bool| check(property, json!(null), json!({ "secret": [secret] }));
    asks(json!({ "type": "string", "title": "Password" }), true);
    asks(
        json!({ "type": "string", "title": "Value", "description": "Paste your API key" }),
        true,
    );
    asks(
        json!({ "type": "string", "_meta": { "codex": { "isSecret": true } } }),
        true,
    );
    asks(json!({ "type": "string", "format": "password" }), true);
    asks(
        json!({ "type": "string", "title": "Password", "maxLength": 999 }),
        true,
    );
    asks(
        json!({ "type": "string", "title": "Password", "enum": ["a"] }),
        false,
    );
    asks(json!({ "type": "integer", "title": "CVC" }), false);
    asks(json!({ "type": "boolean", "title": "Password" }), false);
    asks(
        json!({ "type": "string", "format": "date", "title": "Password" }),
        false,
    );
    asks(
        json!({ "type": "array", "items": { "enum": ["a"] }, "title": "API key" }),
        false,
    );
    asks(
        json!({ "type": "string", "format": "email", "title": "E-mail", "description": "Enter e-mail and password" }),
        false,
    );
    asks(json!({ "type": "object", "title": "Password" }), false);
    let named = params(
        json!({ "api_key": { "type": "string", "title": "Value" }, "password_hint": { "type": "string" } }),
    );
    check_form(&named, json!(null), json!({ "secret": [true, false] }));
}

#[test]
fn a_message_masks_the_field_only_when_there_is_one_text_field() {
    let asking = |properties: Value| {
        let mut params = params(properties);
        params["message"] = json!("Please enter your API key");
        params
    };
    let text = json!({ "type": "string" });
    let one = asking(json!({ "a": text, "b": { "type": "boolean" }, "c": { "enum": ["x"] } }));
    check_form(
        &one,
        json!({}),
        json!({ "secret": [true, false, false], "flags": [["a", "asks-for-secret"], [null, "asks-for-secret"]] }),
    );
    let two = asking(json!({ "a": text, "b": text }));
    check_form(
        &two,
        json!({}),
        json!({ "secret": [false, false], "flags": [[null, "asks-for-secret"]] }),
    );
    let view = form(&two).view();
    assert!(view.asks_for_secret && view.fields.iter().all(|field| !field.secret));
    let typed = |text: &str| RowDraft {
        draft: Draft::Text { text: text.into() },
        companion: String::new(),
    };
    let empty = form(&two).check(&FormDrafts {
        rows: vec![RowDraft::default(), typed("")],
    });
    let filled = form(&two).check(&FormDrafts {
        rows: vec![RowDraft::default(), typed("x")],
    });
    assert_eq!((empty.has_secret, filled.has_secret), (false, true));
}

#[test]
fn typed_keys_are_flagged_wherever_they_are_typed() {
    let key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    check(
        json!({ "type": "string" }),
        json!(key),
        json!({ "flags": [["f", "looks-like-secret"]], "secret": [false], "content": { "f": key } }),
    );
    check(
        json!({ "type": "string", "title": "API key" }),
        json!(key),
        json!({ "flags": [["f", "asks-for-secret"], ["f", "looks-like-secret"]] }),
    );
    check(
        json!({ "type": "string", "default": key }),
        json!(null),
        json!({ "flags": [] }),
    );
    check(json!({ "enum": [key] }), json!(key), json!({ "flags": [] }));
    let params = params(
        json!({ "question_0": { "enum": ["A"] }, "question_0_custom": { "type": "string", "title": "Other" } }),
    );
    check_form(
        &params,
        json!({ "question_0_custom": key }),
        json!({ "flags": [["question_0_custom", "looks-like-secret"]] }),
    );
}
