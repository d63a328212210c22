//! All powers of the page, and all that our promises rest on: whoever adds to them adds to a list here.

use std::path::Path;

use serde_json::{Value, json};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// The words between two others.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let begin = text.find(from).map(|at| at + from.len());
    let rest = &text[begin.unwrap_or_else(|| panic!("no {from:?}"))..];
    &rest[..rest.find(to).unwrap_or(rest.len())]
}

fn words(list: &str) -> Vec<&str> {
    let words = list.split(',').map(|it| it.trim().trim_matches('"'));
    words.filter(|it| !it.is_empty()).collect()
}

#[test]
fn the_page_has_two_commands() {
    let declared = read("src-tauri/build.rs");
    let declared = words(between(&declared, ".commands(&[", "]"));
    assert_eq!(declared, ["subscribe", "send"]);
    let handled = read("src-tauri/src/desktop.rs");
    let handled = words(between(&handled, "generate_handler![", "]"));
    assert_eq!(handled, ["commands::subscribe", "commands::send"]);
    let written = read("src-tauri/src/commands.rs");
    assert_eq!(written.matches("#[tauri::command]").count(), 2);
}

#[test]
fn one_capability_gives_them_and_nothing_else() {
    let folder = root().join("src-tauri/capabilities");
    let files = std::fs::read_dir(folder).unwrap();
    let name = |it: std::io::Result<std::fs::DirEntry>| it.unwrap().file_name();
    let files: Vec<String> = files
        .map(|it| name(it).to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, ["main.json"]);
    let capability: Value =
        serde_json::from_str(&read("src-tauri/capabilities/main.json")).unwrap();
    let mut members: Vec<&String> = capability.as_object().unwrap().keys().collect();
    members.sort();
    assert_eq!(
        members,
        ["description", "identifier", "permissions", "windows"],
        "`remote`, `webviews` and the like would widen it"
    );
    assert_eq!(
        capability["permissions"],
        json!(["allow-subscribe", "allow-send"])
    );
    let config: Value = serde_json::from_str(&read("src-tauri/tauri.conf.json")).unwrap();
    assert_eq!(config["app"]["security"]["capabilities"], json!(["main"]));
}

/// Plugins of the program. The page is given no permission of any of them.
#[test]
fn the_plugins_are_known() {
    let manifest = read("src-tauri/Cargo.toml");
    let named = manifest.lines().filter_map(|line| {
        let name = line.split([' ', '=', '.']).next()?;
        name.starts_with("tauri-plugin-").then_some(name)
    });
    assert_eq!(
        named.collect::<Vec<_>>(),
        ["tauri-plugin-dialog"],
        "what could a page do with others?"
    );
}

#[test]
fn what_no_page_may_call_is_not_built() {
    // The toolkit's build scripts and macros read it, as this does while it is compiled.
    let folder = option_env!("REMOVE_UNUSED_COMMANDS").map(std::path::Path::new);
    assert!(folder.is_some_and(|it| it.join("capabilities/main.json").is_file()));
}

#[test]
fn each_promise_names_tests_that_are_there() {
    let security = read("SECURITY.md");
    let promises = between(&security, "## What is promised", "\n## ");
    let rows = promises.lines().filter(|line| {
        let first = line.trim_start_matches('|').trim_start().chars().next();
        line.starts_with('|') && first.is_some_and(|it| it.is_ascii_digit())
    });
    let mut count = 0;
    for row in rows {
        count += 1;
        let tests = row.trim_end_matches('|').rsplit('|').next().unwrap();
        let named: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "nothing tests this: {row}");
        for name in named {
            assert!(root().join(name).is_file(), "{name} is not there: {row}");
        }
    }
    assert!(count > 10, "the promises are a table: {promises}");
}
