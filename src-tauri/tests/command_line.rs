//! The program as others start it: what it prints and how it ends, all without a display.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn assent(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_assent"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may have closed it already.
    let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
    program.wait_with_output().unwrap()
}

/// Checks the exit code, and what stands in the output and in the error output.
fn check(arguments: &[&str], input: &str, expected: (i32, &str, &str)) {
    let output = assent(arguments, input);
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    let all = format!("{arguments:?}\n{said}\n{complained}");
    assert_eq!(output.status.code(), Some(expected.0), "{all}");
    assert!(said.contains(expected.1), "{all}");
    assert!(complained.contains(expected.2), "{all}");
    assert_eq!(complained.is_empty(), expected.2.is_empty(), "{all}");
}

#[test]
fn help_and_version() {
    check(&["--help"], "", (0, "--agent", ""));
    check(&["--version"], "", (0, env!("CARGO_PKG_VERSION"), ""));
}

#[test]
fn what_cannot_be_used() {
    check(&["--colour"], "", (2, "", "--colour"));
    check(
        &["--demo", "--cwd", "/no/such/folder"],
        "",
        (2, "", "/no/such/folder"),
    );
    check(&["--agent", "'"], "", (2, "", "a quote is not closed"));
    check(
        &["check-form", "/no/such/file"],
        "",
        (2, "", "/no/such/file"),
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_window_needs_a_display() {
    check(&["--demo"], "", (1, "", "no display"));
}

#[test]
fn links_are_judged() {
    check(
        &["check-link", "https://github.com/login"],
        "",
        (0, "github.com", ""),
    );
    check(
        &["check-link", "https://paypa1.com.account-check.example/"],
        "",
        (3, "account-check.example", ""),
    );
    check(
        &["check-link", "javascript:alert(1)"],
        "",
        (4, "scheme", ""),
    );
}

#[test]
fn links_are_judged_one_a_line() {
    let output = assent(
        &["check-link", "--json", "-"],
        "\"https://github.com/login\"\n\"file:///etc/passwd\"\n",
    );
    let verdicts: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["plain", "refuse"]);
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn forms_are_read() {
    let form = |answers: &str| {
        format!(
            r#"{{"params": {{"mode": "form", "sessionId": "1", "message": "Which port?", "requestedSchema":
               {{"type": "object", "required": ["port"], "properties": {{"port": {{"type": "integer", "maximum": 65535}}}}}}}},
               "answers": {answers}}}"#
        )
    };
    check(
        &["check-form", "-"],
        &form(r#"{"port": 8080}"#),
        (0, "8080", ""),
    );
    check(
        &["check-form", "-"],
        &form(r#"{"port": 65536}"#),
        (1, "port", ""),
    );
    check(&["check-form", "-"], &form("{}"), (1, "port", ""));
    let output = assent(&["check-form", "--json", "-"], &form(r#"{"port": 8080}"#));
    assert!(
        serde_json::from_slice::<Value>(&output.stdout)
            .unwrap()
            .is_object()
    );
    let output = assent(&["check-form", "-"], "[");
    assert_eq!(output.status.code(), Some(2));
}
