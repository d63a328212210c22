//! Options, constraints and defaults (form-rules 1).

use std::time::{Duration, Instant};

use super::*;

fn check_options(property: Value, options: Value, titles: Value, notes: Value) {
    check(
        property,
        json!(null),
        json!({ "kinds": ["choice"], "options": options, "titles": titles, "notes": notes }),
    );
}

#[test]
fn options_come_from_titled_lists_before_plain_ones() {
    check_options(
        json!({ "enum": ["a", "b"] }),
        json!(["a", "b"]),
        json!(["a", "b"]),
        json!([]),
    );
    check_options(
        json!({ "type": "string", "enum": ["x"], "oneOf": [{ "const": "a", "title": "A" }] }),
        json!(["a"]),
        json!(["A"]),
        json!([]),
    );
    check_options(
        json!({ "enum": ["x"], "oneOf": [] }),
        json!(["x"]),
        json!(["x"]),
        json!([]),
    );
    check_options(
        json!({ "type": "string", "anyOf": [{ "const": "a" }, { "type": "null" }] }),
        json!(["a"]),
        json!(["a"]),
        json!([]),
    );
    check_options(
        json!({ "enum": ["a", null, "b"], "enumNames": ["A", "none", 5] }),
        json!(["a", "b"]),
        json!(["A", "b"]),
        json!([]),
    );
    check_options(
        json!({ "enum": ["a", "b"], "enumNames": ["A"] }),
        json!(["a", "b"]),
        json!(["A", "b"]),
        json!([]),
    );
    check_options(
        json!({ "oneOf": [{ "const": "a", "title": null }, { "const": "b", "title": " " }] }),
        json!(["a", "b"]),
        json!(["a", "b"]),
        json!([]),
    );
}

#[test]
fn options_that_make_no_sense_are_dropped_and_noted() {
    let ignored = json!([["f", "option-ignored"]]);
    check_options(
        json!({ "enum": ["a", "a", "b"] }),
        json!(["a", "b"]),
        json!(["a", "b"]),
        ignored.clone(),
    );
    check_options(
        json!({ "oneOf": [{ "const": "a", "title": "first" }, { "const": "a", "title": "second" }] }),
        json!(["a"]),
        json!(["first"]),
        ignored.clone(),
    );
    check_options(
        json!({ "type": "string", "enum": ["a", 1, true, {}] }),
        json!(["a"]),
        json!(["a"]),
        ignored.clone(),
    );
    check_options(
        json!({ "oneOf": [{ "const": "a" }, "b", { "title": "C" }, { "const": [] }] }),
        json!(["a"]),
        json!(["a"]),
        ignored.clone(),
    );
    check_options(
        json!({ "type": "integer", "enum": [1, 1.5, 2.0, "3", 1.0] }),
        json!([1, 2]),
        json!(["1", "2"]),
        ignored,
    );
    check_options(
        json!({ "type": "number", "oneOf": [{ "const": 0.5, "title": "Half" }, { "const": 1.0 }] }),
        json!([0.5, 1]),
        json!(["Half", "1"]),
        json!([]),
    );
    check_options(
        json!({ "enum": [1, "1"] }),
        json!([1, "1"]),
        json!(["1", "1"]),
        json!([]),
    );
}

fn check_notes(property: Value, codes: Value) {
    let notes: Value = codes
        .as_array()
        .unwrap()
        .iter()
        .map(|code| json!(["f", code]))
        .collect();
    check(property, json!(null), json!({ "notes": notes }));
}

#[test]
fn constraints_that_make_no_sense_are_noted() {
    for (key, value) in [
        ("minLength", json!("3")),
        ("minLength", json!(-1)),
        ("maxLength", json!(1.5)),
        ("pattern", json!(5)),
        ("format", json!(["email"])),
        ("enum", json!("a")),
        ("oneOf", json!({})),
    ] {
        check_notes(
            json!({ "type": "string", key: value }),
            json!(["constraint-ignored"]),
        );
    }
    check_notes(
        json!({ "type": "string", "minLength": [], "maxLength": {} }),
        json!(["constraint-ignored"]),
    );
    check_notes(
        json!({ "type": "integer", "minimum": "1" }),
        json!(["constraint-ignored"]),
    );
    check_notes(
        json!({ "type": "array", "items": { "enum": ["a"] }, "minItems": -1 }),
        json!(["constraint-ignored"]),
    );
    check_notes(
        json!({ "type": "string", "anyOf": [{ "type": "string", "minLength": 1 }, { "type": "string", "pattern": "a" }] }),
        json!(["constraint-ignored"]),
    );
    check_notes(
        json!({ "type": "string", "pattern": "(" }),
        json!(["pattern-unchecked"]),
    );
    check_notes(
        json!({ "type": "string", "pattern": "((a{1,100}){1,100}){1,100}" }),
        json!(["pattern-unchecked"]),
    );
}

#[test]
fn constraints_beside_options_are_noted() {
    for (key, value) in [
        ("minLength", json!(1)),
        ("pattern", json!("a")),
        ("format", json!("email")),
        ("maximum", json!(3)),
    ] {
        check_notes(
            json!({ "enum": ["a"], key: value.clone() }),
            json!(["constraint-ignored"]),
        );
        check_notes(
            json!({ "type": "array", "items": { "enum": ["a"], key: value } }),
            json!(["constraint-ignored"]),
        );
    }
    check_notes(
        json!({ "type": "boolean", "enum": [true] }),
        json!(["constraint-ignored"]),
    );
}

#[test]
fn what_is_harmless_is_not_noted() {
    for property in [
        json!({ "type": "string", "minLength": null, "maxLength": 3.0, "format": "uuid", "x": 1, "exclusiveMinimum": 3 }),
        json!({ "type": "string", "title": 5, "description": {}, "_meta": "x", "minimum": "3", "default": null }),
        json!({ "type": "number", "minimum": -1.5, "maximum": 1e30, "minLength": "x" }),
        json!({ "type": "string", "enum": ["a"], "format": "hostname" }),
    ] {
        check_notes(property, json!([]));
    }
}

#[test]
fn defaults_of_the_wrong_type_or_outside_the_options_are_ignored() {
    for property in [
        json!({ "type": "string", "default": 5 }),
        json!({ "type": "integer", "default": "5" }),
        json!({ "type": "integer", "default": 1.5 }),
        json!({ "type": "number", "default": true }),
        json!({ "type": "boolean", "default": "true" }),
        json!({ "enum": ["a"], "default": "b" }),
        json!({ "enum": ["1"], "default": 1 }),
        json!({ "type": "array", "items": { "enum": ["a"] }, "default": "a" }),
        json!({ "type": "array", "items": { "enum": ["a"] }, "default": ["z", 5] }),
    ] {
        check(
            property,
            json!(null),
            json!({ "content": {}, "default": null, "notes": [["f", "default-ignored"]] }),
        );
    }
    check(
        json!({ "type": "array", "items": { "enum": ["a", "b"] }, "default": ["b", "z", "a", "b"] }),
        json!(null),
        json!({ "content": { "f": ["a", "b"] }, "notes": [["f", "default-ignored"]] }),
    );
}

#[test]
fn defaults_that_break_a_constraint_are_prefilled_and_wrong() {
    for (property, code) in [
        (
            json!({ "type": "string", "minLength": 3, "default": "ab" }),
            "too-short",
        ),
        (
            json!({ "type": "string", "pattern": "^a", "default": "b" }),
            "pattern",
        ),
        (
            json!({ "type": "string", "format": "date", "default": "soon" }),
            "format",
        ),
        (
            json!({ "type": "integer", "maximum": 3, "default": 4 }),
            "too-large",
        ),
        (
            json!({ "type": "integer", "default": 18_446_744_073_709_551_615_u64 }),
            "inexact",
        ),
        (
            json!({ "type": "array", "items": { "enum": ["a"] }, "minItems": 1, "default": [] }),
            "too-few",
        ),
    ] {
        check(
            property,
            json!(null),
            json!({ "errors": [["f", code]], "notes": [["f", "default-invalid"]] }),
        );
    }
}

/// The best of three times that it takes to read so many options, and to choose them all.
fn time_for_options(count: u32) -> Duration {
    let value = |n: u32| n.to_string();
    let options: Vec<Value> = (0..count).map(|n| json!({ "const": value(n) })).collect();
    let all: Vec<String> = (0..count).rev().map(value).collect();
    let list = json!({ "type": "array", "items": { "anyOf": options }, "default": all });
    let params = params(json!({ "f": list }));
    let answers = json!({ "f": all });
    let times = (0..3).map(|_| {
        let started = Instant::now();
        let report = reported(&params, &answers);
        let chosen = report["content"]["f"].as_array().map(Vec::len);
        assert_eq!(chosen, usize::try_from(count).ok());
        started.elapsed()
    });
    times.min().unwrap_or_default()
}

#[test]
fn ten_times_the_options_do_not_take_a_hundred_times_as_long() {
    let (few, many) = (time_for_options(2_000), time_for_options(20_000));
    assert!(many < few * 50, "{few:?}, {many:?}");
}
