//! Rules of the house that no compiler knows.
//!
//! Why here and not in a linter's settings: they read as what they are, and whoever breaks one is told why
//! it is there.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// A file with its path from the project's root.
struct File {
    path: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// All files below `folder` with one of these endings, generated ones left out.
fn files(folder: &str, endings: &[&str]) -> Vec<File> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|why| panic!("{}: {why}", next.display())) {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["node_modules", "dist", "wire", "gen", "target"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(File {
                    path: path
                        .strip_prefix(root())
                        .unwrap()
                        .display()
                        .to_string()
                        .replace('\\', "/"),
                    text: fs::read_to_string(&path).unwrap(),
                });
            }
        }
    }
    assert!(!found.is_empty(), "nothing to look at in {folder}");
    found
}

/// Whether a line holds a word, and not as a part of a longer one.
fn holds(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let begins = !(word.starts_with(inside) && line[..at].ends_with(inside));
        let ends = !(word.ends_with(inside) && line[at + word.len()..].starts_with(inside));
        begins && ends
    })
}

/// Fails with every line of `files` that holds one of `words`.
fn check(files: &[File], words: &[&str], why: &str) {
    let mut broken = Vec::new();
    for File { path, text } in files {
        for (index, line) in text.lines().enumerate() {
            if words.iter().any(|word| holds(line, word)) {
                broken.push(format!("{path}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert!(broken.is_empty(), "{why}\n{}", broken.join("\n"));
}

#[test]
fn the_core_does_nothing() {
    let why = "The core only decides. What needs the world belongs into the engine.";
    let worldly = [
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "std::thread",
        "std::time::Instant",
        "SystemTime",
        "io::stdin",
        "io::stdout",
        "io::stderr",
        "Instant::now",
        "tokio",
        "tauri",
        "getrandom",
    ];
    // Tests may look at a clock; what is shipped may not.
    let mut shipped = files("src-tauri/core/src", &[".rs"]);
    shipped.retain(|file| !file.path.contains("tests"));
    check(&shipped, &worldly, why);
    let manifest = File {
        path: "src-tauri/core/Cargo.toml".to_owned(),
        text: read("src-tauri/core/Cargo.toml"),
    };
    let worlds = [
        "tokio",
        "tauri",
        "getrandom",
        "rand",
        "reqwest",
        "agent-client-protocol",
        "webbrowser",
        "assent-engine",
    ];
    check(&[manifest], &worlds, why);
}

#[test]
fn the_engine_knows_no_window() {
    let engine = File {
        path: "src-tauri/engine/Cargo.toml".to_owned(),
        text: read("src-tauri/engine/Cargo.toml"),
    };
    check(
        &[engine],
        &["tauri"],
        "The engine runs under tests without a window.",
    );
}

#[test]
fn words_never_become_elements() {
    let why = "An agent's words are text. A string that is parsed as HTML could hold anything.";
    let ways = [
        "{@html",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "createContextualFragment",
    ];
    check(&files("ui/src", &[".svelte", ".ts"]), &ways, why);
}

#[test]
fn one_file_knows_the_desktop() {
    let others: Vec<File> = files("ui/src", &[".svelte", ".ts"])
        .into_iter()
        .filter(|file| file.path != "ui/src/host/tauri.ts")
        .collect();
    check(
        &others,
        &["@tauri-apps", "__TAURI"],
        "The interface also runs in a browser, under tests.",
    );
}

#[test]
fn types_are_said() {
    let ways = [
        ": any",
        "as any",
        "<any>",
        "any[]",
        "@ts-ignore",
        "@ts-nocheck",
    ];
    check(
        &files("ui/src", &[".svelte", ".ts"]),
        &ways,
        "`any` turns the checks off.",
    );
}

#[test]
fn the_page_may_call_two_commands_and_nothing_else() {
    let capability: Value =
        serde_json::from_str(&read("src-tauri/capabilities/main.json")).unwrap();
    assert_eq!(capability["windows"], json!(["main", "session-*"]));
    assert_eq!(
        capability["permissions"],
        json!(["allow-subscribe", "allow-send"])
    );
    assert_eq!(
        files("src-tauri/capabilities", &[".json", ".toml"]).len(),
        1
    );
    let manifest = File {
        path: "src-tauri/Cargo.toml".to_owned(),
        text: read("src-tauri/Cargo.toml"),
    };
    let powers = [
        "opener",
        "plugin-shell",
        "plugin-fs",
        "plugin-http",
        "plugin-store",
    ];
    check(
        &[manifest],
        &powers,
        "A plugin with such powers could be called from the page.",
    );
}

#[test]
fn the_page_loads_and_reaches_nothing_from_outside() {
    let config: Value = serde_json::from_str(&read("src-tauri/tauri.conf.json")).unwrap();
    let security = &config["app"]["security"];
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
                  connect-src ipc: http://ipc.localhost; base-uri 'none'; form-action 'none'; frame-src 'none'; \
                  object-src 'none'; media-src 'none'; worker-src 'none'; frame-ancestors 'none'";
    assert_eq!(security["csp"], policy);
    assert_eq!(security["devCsp"], policy);
    assert_eq!(security["freezePrototype"], true);
    assert_eq!(security["assetProtocol"]["enable"], false);
    assert_eq!(config["app"]["withGlobalTauri"], false);
    assert_eq!(
        config["app"]["windows"],
        json!([]),
        "the window is made in window.rs, which denies it all ways out"
    );
}

/// While a style sheet is on its way, `WebKit` lays out what is new without a size: one that comes with a part that is
/// fetched later left rows out of the list.
#[test]
fn there_is_one_style_sheet_from_the_start() {
    let sheets = fs::read_dir(root().join("ui/dist/assets"))
        .expect("a built page")
        .map(|it| it.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "css"))
        .collect::<Vec<_>>();
    let [sheet] = sheets.as_slice() else {
        panic!("{sheets:?}");
    };
    let name = sheet.file_name().unwrap().to_str().unwrap();
    assert!(read("ui/dist/index.html").contains(name));
}

#[test]
fn names_say_what_a_thing_is() {
    let mut broken = Vec::new();
    for folder in ["src-tauri", "tests", "ui/src"] {
        for File { path, text } in files(folder, &[".rs", ".ts", ".svelte", ".mjs"]) {
            if path.ends_with("/mod.rs") {
                broken.push(format!("{path}: name the file after the module"));
            }
            for line in text.lines() {
                let mut words = line.split(|c: char| !c.is_alphanumeric());
                let keywords = ["struct", "enum", "trait", "class", "interface"];
                let named = words
                    .any(|word| keywords.contains(&word))
                    .then(|| words.next());
                let name = named.flatten().unwrap_or_default();
                if ["Manager", "Service", "Helper", "Util", "Utils"]
                    .iter()
                    .any(|end| name.ends_with(end))
                {
                    broken.push(format!("{path}: {name}"));
                }
            }
        }
    }
    assert!(
        broken.is_empty(),
        "These names could be anything's:\n{}",
        broken.join("\n")
    );
}

#[test]
fn files_stay_short_enough_to_read() {
    let mut broken = Vec::new();
    for (folder, ending, limit) in [
        ("src-tauri", ".rs", 500),
        ("tests", ".rs", 500),
        ("tests", ".mjs", 400),
        ("ui/src", ".ts", 400),
        ("ui/src", ".svelte", 200),
    ] {
        for File { path, text } in files(folder, &[ending]) {
            let lines = text.lines().count();
            if lines > limit {
                broken.push(format!("{path}: {lines} lines, more than {limit}"));
            }
        }
    }
    assert!(broken.is_empty(), "Split these:\n{}", broken.join("\n"));
}
