//! The manual pages and the completions of shells, made from the command line's own definition.
//!
//! Why they are committed: packages take them as they are, and whoever packages Assent by other means
//! needs no step for them. The test fails when they are not what the command line says, and writes them
//! with `ASSENT_WRITE_PAPERS=1`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};

use super::Line;

/// The day on which the command line last changed: with today's, the pages would be others whenever they are made.
const CHANGED: &str = "2026-12-01";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("package")
}

/// A manual page for the program, and one for each of its commands.
fn manuals(line: &Command) -> Vec<(String, String)> {
    let mut pages = vec![page(line, line.get_name())];
    for command in line.get_subcommands() {
        let name = format!("{}-{}", line.get_name(), command.get_name());
        pages.push(page(command, &name));
    }
    pages
}

fn page(command: &Command, name: &str) -> (String, String) {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone())
        .title(name)
        .source(concat!("Assent ", env!("CARGO_PKG_VERSION")))
        .manual("Assent")
        .date(CHANGED)
        .render(&mut text)
        .unwrap();
    (format!("{name}.1"), String::from_utf8(text).unwrap())
}

fn completions(line: &Command) -> Vec<(String, String)> {
    [
        (Shell::Bash, "assent.bash"),
        (Shell::Zsh, "_assent"),
        (Shell::Fish, "assent.fish"),
    ]
    .into_iter()
    .map(|(shell, file)| {
        let mut text = Vec::new();
        generate(shell, &mut line.clone(), "assent", &mut text);
        (file.to_owned(), String::from_utf8(text).unwrap())
    })
    .collect()
}

#[test]
fn the_papers_say_what_the_command_line_says() {
    let mut line = Line::command();
    line.build();
    let mut papers = manuals(&line);
    papers.extend(completions(&line));
    for (name, text) in papers {
        let file = folder().join(&name);
        if std::env::var_os("ASSENT_WRITE_PAPERS").is_some() {
            fs::write(&file, &text).unwrap();
        }
        let there = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            there == text,
            "package/{name} is not what the command line says: run this test with ASSENT_WRITE_PAPERS=1 and commit it"
        );
    }
}

#[test]
fn no_option_is_missing_in_them() {
    let mut line = Line::command();
    line.build();
    let text = |papers: Vec<(String, String)>| papers.into_iter().map(|it| it.1);
    // Manual pages write a hyphen as `\\-`.
    let manual = text(manuals(&line)).collect::<String>().replace("\\-", "-");
    let shells: Vec<String> = text(completions(&line)).collect();
    for command in std::iter::once(&line).chain(line.get_subcommands()) {
        for option in command.get_arguments().filter_map(|it| it.get_long()) {
            assert!(manual.contains(&format!("--{option}")), "manual: {option}");
            for text in &shells {
                assert!(text.contains(option), "completions: {option}");
            }
        }
    }
}
