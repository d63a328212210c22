//! The check commands: what the window would make of a link or a form, without a window.

use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;

use serde_json::json;

use crate::cli::Check;
use crate::fail;

/// The exit code for input that cannot be read.
const UNREADABLE: u8 = 2;

/// `check-link`.
pub fn link(check: &Check) -> ExitCode {
    let mut output = io::stdout().lock();
    let done = if check.source == "-" {
        links(io::stdin().lock(), &mut output)
    } else {
        let report = assent_core::link::report(&check.source);
        print(&mut output, &report.json, &report.text, check.json).map(|()| report.exit)
    };
    finish(done)
}

/// `check-form`.
pub fn form(check: &Check) -> ExitCode {
    let text = match read(&check.source) {
        Ok(text) => text,
        Err(why) => return fail(&format!("{}: {why}", check.source), UNREADABLE),
    };
    let report = assent_core::form::report(&text);
    let done = print(
        &mut io::stdout().lock(),
        &report.json,
        &report.text,
        check.json,
    );
    finish(done.map(|()| report.exit))
}

/// Judges one JSON string a line; gives the highest exit code of all lines.
fn links(input: impl BufRead, output: &mut impl Write) -> io::Result<u8> {
    let mut highest = 0;
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let (json, exit) = match serde_json::from_str::<String>(&line) {
            Ok(address) => {
                let report = assent_core::link::report(&address);
                (report.json, report.exit)
            }
            Err(_) => (
                json!({ "error": "this line is not a JSON string" }),
                UNREADABLE,
            ),
        };
        writeln!(output, "{json}")?;
        highest = highest.max(exit);
    }
    Ok(highest)
}

fn print(
    output: &mut impl Write,
    json: &serde_json::Value,
    text: &str,
    as_json: bool,
) -> io::Result<()> {
    if as_json {
        writeln!(output, "{json}")
    } else {
        writeln!(output, "{}", text.trim_end())
    }
}

fn read(source: &str) -> io::Result<String> {
    if source == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        Ok(text)
    } else {
        std::fs::read_to_string(source)
    }
}

fn finish(done: io::Result<u8>) -> ExitCode {
    match done {
        Ok(exit) => ExitCode::from(exit),
        Err(why) => fail(&why.to_string(), UNREADABLE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, lines: usize, exit: u8) {
        let mut output = Vec::new();
        let highest = links(input.as_bytes(), &mut output).unwrap();
        let printed = String::from_utf8(output).unwrap();
        assert_eq!(
            (printed.lines().count(), highest),
            (lines, exit),
            "{input:?}: {printed}"
        );
        for line in printed.lines() {
            assert!(
                serde_json::from_str::<serde_json::Value>(line)
                    .unwrap()
                    .is_object(),
                "{line}"
            );
        }
    }

    #[test]
    fn every_line_is_judged_and_the_highest_exit_code_counts() {
        check("", 0, 0);
        check("\"https://github.com/login\"\n", 1, 0);
        check("\"https://github.com/\"\n\n\"javascript:alert(1)\"\n", 2, 4);
        check("\"javascript:alert(1)\"\n\"https://github.com/\"\n", 2, 4);
        check("https://github.com/\n", 1, 2);
    }
}
