//! From consent to the system browser: exactly the address that was shown, and only after consent.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::stage::{BOTH, Stage, link, opened, polite};

/// A browser that writes down its arguments.
pub fn recorder(folder: &Path) -> (PathBuf, PathBuf) {
    let record = folder.join("opened");
    let browser = folder.join("recorder");
    let script = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$@\" >> '{}'\n",
        record.display()
    );
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    (browser, record)
}

#[test]
fn the_browser_gets_the_shown_address_once_and_the_agent_an_accept() {
    let folder = tempfile::tempdir().unwrap();
    let (browser, record) = recorder(folder.path());
    let stage = Stage::with_browser(Some(&browser));
    let addresses = [
        "https://login.example.com/a?state=x|y^z%20$(id)'\"`",
        "https://login.example.com/\u{fc}/\u{65e5}?q=\u{e9}#f",
    ];
    let script: Vec<_> = [polite(), opened()]
        .into_iter()
        .chain((0..).zip(addresses).map(|(id, url)| link(&json!(id), url)))
        .collect();
    let file = stage.folder.path().join("script.jsonl");
    let lines: Vec<String> = script.iter().map(ToString::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    stage.start(BOTH, &[file.to_str().unwrap()], &[]);
    stage.prompt("go");
    for place in 0..addresses.len() {
        let ask = stage.ask(place);
        let shown = stage.until("the address", |it| {
            let judged = &it["asks"][place]["body"]["link"]["judged"];
            judged["address"].as_str().map(ToOwned::to_owned)
        });
        assert_eq!(record.exists(), place > 0, "nothing opens before consent");
        stage.consent(ask);
        stage.status(ask, "waiting");
        assert_eq!(
            stage.answer(&json!(place))["result"],
            json!({"action": "accept"})
        );
        let opened = std::fs::read_to_string(&record).unwrap();
        assert_eq!(opened.lines().nth(place), Some(shown.as_str()));
        assert_eq!(opened.lines().count(), place + 1);
    }
}
