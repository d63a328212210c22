//! Files that are damaged, cut short, or of another version: the program starts, and what they held is not lost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use assent_core::intent::{Intent, Preference, SettingsIntent, ValueDraft};
use assent_core::view::ServerKind;
use assent_tests::proof::Figures;
use serde_json::json;

use crate::stage::{Stage, form, link, opened, polite};

/// All files below a folder with what they hold.
pub fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).unwrap();
                found.insert(path, bytes);
            }
        }
    }
    found
}

fn set(stage: &Stage, what: SettingsIntent) {
    stage.engine.send(Intent::Settings(what));
}

/// A data folder in which everything there can be is kept.
fn kept(data: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let stage = Stage::on(data.to_owned());
    assert!(!stage.desk.refuses.load(Ordering::Relaxed));
    let secret = ValueDraft {
        name: "API_KEY".into(),
        value: Some("s3cret".into()),
        secret: Some(true),
    };
    set(
        &stage,
        SettingsIntent::SaveAgent {
            agent: None,
            name: "Kept".into(),
            command: "true".into(),
            env: vec![secret.clone()],
            cwd: "/".into(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        },
    );
    // One thing at a time is asked about.
    stage.until("the agent", |it| it["agents"][0].is_object().then_some(()));
    set(
        &stage,
        SettingsIntent::SaveServer {
            server: None,
            name: "Server".into(),
            kind: ServerKind::Stdio,
            command: "true".into(),
            url: String::new(),
            values: vec![secret],
            agents: None,
        },
    );
    let preference = Preference::TextSize { to: 125 };
    stage.engine.send(Intent::Prefer(preference));
    stage.follow(&[
        polite(),
        opened(),
        form(&json!(1), &json!({})),
        link(&json!(2), "https://login.example.com/"),
        json!({"expect_answer": 1}),
        json!({"expect_answer": 2}),
        json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"}),
    ]);
    stage.prompt("what I asked");
    let (ask, second) = (stage.ask(0), stage.ask(1));
    stage.engine.send(Intent::Submit { ask, secret: false });
    stage.engine.send(Intent::Decline { ask: second });
    stage.answer(&json!(2));
    stage.until("the settings", |it| {
        let there = it["servers"][0].is_object() && it["agents"][1].is_object();
        there.then_some(())
    });
    stage.quit();
    drop(stage);
    let mut kept = all(data);
    // A file of nothing holds nothing to lose.
    kept.retain(|_, bytes| bytes.len() > 2);
    kept
}

/// What may become of a file.
fn damages(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut middle = bytes.to_vec();
    let at = middle.len() / 2;
    middle[at] = 0;
    let text = String::from_utf8_lossy(bytes);
    vec![
        Vec::new(),
        bytes[..1].to_vec(),
        bytes[..bytes.len() / 2].to_vec(),
        bytes[..bytes.len() - 2].to_vec(),
        middle,
        vec![0; bytes.len()],
        b"\xff\xfe\x00".repeat(1_000),
        b"[]\n".to_vec(),
        b"[".repeat(200_000),
        text.replace("\"version\":1", "\"version\":2")
            .replace("\"version\": 1", "\"version\": 2")
            .into_bytes(),
    ]
}

#[test]
fn a_damaged_file_stops_nothing_and_is_not_written_over() {
    let origin = tempfile::tempdir().unwrap();
    let whole = kept(origin.path());
    let names: Vec<String> = whole
        .keys()
        .map(|it| {
            it.strip_prefix(origin.path())
                .unwrap()
                .display()
                .to_string()
        })
        .collect();
    for wanted in [
        "agents.json",
        "mcp-servers.json",
        "secrets.json",
        "consent.jsonl",
    ] {
        assert!(names.iter().any(|it| it == wanted), "{wanted} in {names:?}");
    }
    let mut bad_inputs = 0;
    for (path, bytes) in &whole {
        for damaged in damages(bytes) {
            let folder = tempfile::tempdir().unwrap();
            let place = |path: &Path| {
                folder
                    .path()
                    .join(path.strip_prefix(origin.path()).unwrap())
            };
            for (path, bytes) in &whole {
                std::fs::create_dir_all(place(path).parent().unwrap()).unwrap();
                std::fs::write(place(path), bytes).unwrap();
            }
            std::fs::write(place(path), &damaged).unwrap();
            let stage = Stage::on(folder.path().to_owned());
            // Something of every kind is written beside it.
            set(
                &stage,
                SettingsIntent::SaveAgent {
                    agent: None,
                    name: "Another".into(),
                    command: "true".into(),
                    env: vec![ValueDraft {
                        name: "TOKEN".into(),
                        value: Some("an0ther".into()),
                        secret: Some(true),
                    }],
                    cwd: "/".into(),
                    folders: Vec::new(),
                    forms: true,
                    links: true,
                    remote: None,
                },
            );
            stage.until("the new agent", |it| {
                let agents = it["agents"].as_array()?;
                let there = agents.iter().any(|it| it["name"] == "Another");
                there.then_some(())
            });
            stage.quit();
            drop(stage);
            let after = all(folder.path());
            let held = after.values().any(|it| it.starts_with(&damaged));
            assert!(
                held,
                "{}: what it held is gone: {:?}",
                path.display(),
                after.keys()
            );
            for (other, bytes) in &whole {
                let same = ["mcp-servers.json", "consent.jsonl"];
                let name = other.file_name().unwrap().to_string_lossy().into_owned();
                if other != path && same.contains(&name.as_str()) {
                    assert_eq!(after.get(&place(other)), Some(bytes), "{name} was touched");
                }
            }
            bad_inputs += 1;
        }
    }
    Figures {
        name: "damaged files",
        runs: bad_inputs,
        bad_inputs,
        faults: bad_inputs,
        ..Figures::default()
    }
    .note();
}
