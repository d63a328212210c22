//! What is sent for what is entered (form-rules 3).

use super::*;

#[test]
fn untouched_defaults_are_sent_as_they_are() {
    for (property, sent) in [
        (json!({ "type": "string", "default": "" }), json!("")),
        (
            json!({ "type": "string", "default": " x\n" }),
            json!(" x\n"),
        ),
        (json!({ "type": "integer", "default": 0 }), json!(0)),
        (json!({ "type": "integer", "default": 3.0 }), json!(3)),
        (json!({ "type": "number", "default": 0.1 }), json!(0.1)),
        (json!({ "type": "boolean", "default": false }), json!(false)),
        (
            json!({ "type": "array", "items": { "enum": ["a"] }, "default": [] }),
            json!([]),
        ),
        (
            json!({ "type": "integer", "enum": [1, 2], "default": 2.0 }),
            json!(2),
        ),
        (
            json!({ "type": "string", "format": "date-time", "default": "2026-07-28t10:00:00z" }),
            json!("2026-07-28t10:00:00z"),
        ),
    ] {
        check(
            property.clone(),
            json!(null),
            json!({ "content": { "f": sent }, "notes": [] }),
        );
        check_required(property, json!(null), json!({ "content": { "f": sent } }));
    }
}

#[test]
fn nothing_entered_is_left_out_or_missing() {
    for property in [
        json!({ "type": "string" }),
        json!({ "type": "number" }),
        json!({ "type": "boolean" }),
        json!({ "enum": ["a"] }),
        json!({ "type": "string", "format": "date" }),
        json!({ "type": "array", "items": { "enum": ["a"] }, "minItems": 1 }),
    ] {
        check(property.clone(), json!(null), json!({ "content": {} }));
        check_required(
            property,
            json!(null),
            json!({ "errors": [["f", "required"]] }),
        );
    }
}

#[test]
fn cleared_fields_are_left_out() {
    for (property, empty) in [
        (
            json!({ "type": "string", "default": "z", "minLength": 1 }),
            json!(""),
        ),
        (json!({ "type": "number", "default": 1 }), json!(" ")),
        (json!({ "type": "boolean", "default": true }), json!("")),
        (json!({ "enum": ["a"], "default": "a" }), json!("")),
        (
            json!({ "type": "string", "format": "date", "default": "2026-01-01" }),
            json!(""),
        ),
    ] {
        check(property.clone(), empty.clone(), json!({ "content": {} }));
        check_required(property, empty, json!({ "errors": [["f", "required"]] }));
    }
    check_required(
        json!({ "type": "string", "default": "" }),
        json!(""),
        json!({ "content": { "f": "" } }),
    );
    check(
        json!({ "enum": ["", "a"] }),
        json!(""),
        json!({ "content": { "f": "" } }),
    );
}

#[test]
fn lists_that_were_emptied_are_sent_empty() {
    let list = |least: Value, default: Value| json!({ "type": "array", "items": { "enum": ["a", "b"] }, "minItems": least, "default": default });
    for default in [json!(null), json!(["b"]), json!([])] {
        check(
            list(json!(null), default.clone()),
            json!([]),
            json!({ "content": { "f": [] } }),
        );
        check(
            list(json!(0), default.clone()),
            json!([]),
            json!({ "content": { "f": [] } }),
        );
        check(
            list(json!(1), default.clone()),
            json!([]),
            json!({ "content": {} }),
        );
        check_required(
            list(json!(null), default.clone()),
            json!([]),
            json!({ "content": { "f": [] } }),
        );
        check_required(
            list(json!(1), default),
            json!([]),
            json!({ "errors": [["f", "too-few"]] }),
        );
    }
    check_required(
        list(json!(null), json!(null)),
        json!(null),
        json!({ "content": { "f": [] } }),
    );
    check(
        list(json!(null), json!(null)),
        json!(null),
        json!({ "content": {} }),
    );
}

fn check_number(kind: &str, typed: &str, expected: &str) {
    let expected = if expected.starts_with('{') {
        json!({ "sends": expected })
    } else {
        json!({ "errors": [["f", expected]] })
    };
    check(json!({ "type": kind }), json!(typed), expected);
}

#[test]
fn integers_are_exact() {
    for (typed, sent) in [
        ("3", "3"),
        ("3.0", "3"),
        ("1e3", "1000"),
        (" +007 ", "7"),
        ("-0", "0"),
        ("\t-9223372036854775808", "-9223372036854775808"),
    ] {
        check_number("integer", typed, &format!(r#"{{"f":{sent}}}"#));
    }
    for typed in [
        "9223372036854775808",
        "-9223372036854775809",
        "1e19",
        "1e400",
    ] {
        check_number("integer", typed, "inexact");
    }
    for typed in ["1.5", "1e-1", "0.0000001"] {
        check_number("integer", typed, "not-an-integer");
    }
    for typed in [
        "x", "NaN", "1,5", "1.", ".5", "0x1", "1_0", "--1", "\u{662}", "1 0", "true",
    ] {
        check_number("integer", typed, "not-a-number");
        check_number("number", typed, "not-a-number");
    }
}

#[test]
fn numbers_are_the_nearest_double() {
    for (typed, sent) in [
        ("1.05", "1.05"),
        ("9007199254740993", "9007199254740993"),
        ("2.50", "2.5"),
        ("1e2", "100"),
        ("-0.0", "0"),
        ("0.1000000000000000055511151231257827", "0.1"),
        ("18446744073709551616", "1.8446744073709552e+19"),
    ] {
        check_number("number", typed, &format!(r#"{{"f":{sent}}}"#));
    }
    check_number("number", "1e309", "inexact");
    check_number("number", "-1e999999999999999999999", "inexact");
}

#[test]
fn bounds_are_inclusive_and_exact() {
    let within = |typed: &str, minimum: Value, maximum: Value, expected: Value| {
        check(
            json!({ "type": "integer", "minimum": minimum, "maximum": maximum }),
            json!(typed),
            json!({ "errors": expected }),
        );
    };
    within("2", json!(1.5), json!(2.5), json!([]));
    within("1", json!(1.5), json!(null), json!([["f", "too-small"]]));
    within("3", json!(null), json!(2.5), json!([["f", "too-large"]]));
    within(
        "9007199254740993",
        json!(9_007_199_254_740_993_u64),
        json!(9_007_199_254_740_993_u64),
        json!([]),
    );
    within(
        "9007199254740992",
        json!(9_007_199_254_740_993_u64),
        json!(null),
        json!([["f", "too-small"]]),
    );
    within("-1", json!(0), json!(null), json!([["f", "too-small"]]));
    within(
        "99999999999999999999",
        json!(null),
        json!(5),
        json!([["f", "inexact"], ["f", "too-large"]]),
    );
    within(
        "0.5",
        json!(1),
        json!(null),
        json!([["f", "not-an-integer"], ["f", "too-small"]]),
    );
    check(
        json!({ "type": "number", "minimum": 0.1, "maximum": 0.1 }),
        json!("0.1"),
        json!({ "content": { "f": 0.1 } }),
    );
    check(
        json!({ "type": "number", "maximum": 0.1 }),
        json!("0.11"),
        json!({ "errors": [["f", "too-large"]] }),
    );
}

#[test]
fn texts_are_measured_in_code_points_and_never_trimmed() {
    check(
        json!({ "type": "string", "minLength": 2, "maxLength": 2.0 }),
        json!(" \u{1f600}"),
        json!({ "content": { "f": " \u{1f600}" } }),
    );
    check(
        json!({ "type": "string", "maxLength": 1 }),
        json!("e\u{301}"),
        json!({ "errors": [["f", "too-long"]] }),
    );
    check(
        json!({ "type": "string", "minLength": 3 }),
        json!("\u{e9}\u{e9}"),
        json!({ "errors": [["f", "too-short"]] }),
    );
    check(
        json!({ "type": "string" }),
        json!("  "),
        json!({ "content": { "f": "  " } }),
    );
    check(
        json!({ "type": "string" }),
        json!("a\r\nb"),
        json!({ "content": { "f": "a\r\nb" } }),
    );
}

#[test]
fn a_known_format_switches_no_other_check_off() {
    check(
        json!({ "type": "string", "format": "email", "minLength": 5, "maxLength": 1, "pattern": "@example" }),
        json!("abc"),
        json!({ "errors": [["f", "too-short"], ["f", "too-long"], ["f", "pattern"], ["f", "format"]] }),
    );
    check(
        json!({ "type": "string", "format": "date", "pattern": "^2027" }),
        json!("2026-01-01"),
        json!({ "errors": [["f", "pattern"]] }),
    );
    check(
        json!({ "type": "string", "format": "ipv4" }),
        json!("no address"),
        json!({ "content": { "f": "no address" } }),
    );
}

#[test]
fn a_pattern_that_hits_a_limit_lets_the_value_pass() {
    let long = "a".repeat(2_001);
    check(
        json!({ "type": "string", "pattern": "^(?=a)b" }),
        json!(long),
        json!({ "content": { "f": long }, "notes": [["f", "pattern-unchecked"]] }),
    );
    check(
        json!({ "type": "string", "pattern": r"\Aa" }),
        json!("b"),
        json!({ "content": { "f": "b" }, "notes": [["f", "pattern-unchecked"]] }),
    );
}

#[test]
fn options_are_sent_in_their_order_and_counted() {
    let list = |least: Value, most: Value| json!({ "type": "array", "items": { "enum": ["a", "b", "c"] }, "minItems": least, "maxItems": most });
    check(
        list(json!(1), json!(2)),
        json!(["c", "a", "c"]),
        json!({ "content": { "f": ["a", "c"] } }),
    );
    check(
        list(json!(2), json!(null)),
        json!(["a", "a"]),
        json!({ "errors": [["f", "too-few"]] }),
    );
    check(
        list(json!(null), json!(1)),
        json!(["a", "b"]),
        json!({ "errors": [["f", "too-many"]] }),
    );
    check(
        list(json!(null), json!(null)),
        json!(["z"]),
        json!({ "errors": [["f", "not-an-option"]] }),
    );
    check(
        list(json!(3), json!(null)),
        json!(["a", "z"]),
        json!({ "errors": [["f", "too-few"], ["f", "not-an-option"]] }),
    );
}

#[test]
fn choices_send_their_values() {
    check(
        json!({ "enum": ["a", "b"] }),
        json!("A"),
        json!({ "errors": [["f", "not-an-option"]] }),
    );
    check(
        json!({ "type": "number", "enum": [0.5, 2] }),
        json!("0.50"),
        json!({ "content": { "f": 0.5 } }),
    );
    check(
        json!({ "enum": ["1", 1] }),
        json!("1"),
        json!({ "content": { "f": "1" } }),
    );
    check(
        json!({ "type": "boolean" }),
        json!("false"),
        json!({ "content": { "f": false } }),
    );
    check(
        json!({ "type": "boolean" }),
        json!("True"),
        json!({ "errors": [["f", "not-an-option"]] }),
    );
}

#[test]
fn what_is_sent_is_in_the_order_of_the_schema() {
    let params = params(json!({
        "z": { "type": "string" }, "question_0": { "enum": ["A"] }, "question_0_custom": { "type": "string", "title": "Other" }, "a": { "type": "integer" },
    }));
    check_form(
        &params,
        json!({ "a": "1", "question_0_custom": "more", "question_0": "A", "z": "x" }),
        json!({ "sends": r#"{"z":"x","question_0":"A","question_0_custom":"more","a":1}"# }),
    );
}

#[test]
fn answers_that_cannot_be_read_end_the_check() {
    for input in [
        "",
        "{",
        "[]",
        "7",
        "{\"params\": 5}",
        "{\"params\": {}, \"answers\": 5}",
        "{\"a\": 1e999}",
    ] {
        let report = report(input);
        assert_eq!(report.exit, 2, "{input}");
        assert!(report.json["error"]["message"].is_string());
    }
    let params = params(json!({ "f": { "type": "string" } }));
    for answer in [json!({ "f": {} }), json!({ "f": ["a", "b"] })] {
        assert_eq!(reported(&params, &answer)["error"]["member"], "answers.f");
    }
    assert_eq!(report(&format!("\u{feff}{params}")).exit, 0);
}

#[test]
fn the_exit_code_tells_how_it_went() {
    let mut params = params(json!({ "f": { "type": "string" }, "g": {} }));
    let exit = |params: &Value, answers: Value| {
        report(&json!({ "params": params, "answers": answers }).to_string()).exit
    };
    assert_eq!(exit(&params, json!(null)), 0);
    params["requestedSchema"]["required"] = json!(["f"]);
    assert_eq!(exit(&params, json!(null)), 0);
    assert_eq!(exit(&params, json!({})), 1);
    assert_eq!(exit(&params, json!({ "f": "x" })), 0);
    params["requestedSchema"]["required"] = json!(["g"]);
    assert_eq!(exit(&params, json!(null)), 1);
    params["mode"] = json!("url");
    assert_eq!(exit(&params, json!({})), 2);
}
