//! What packages are made from: that it is there, whole, and takes nothing for itself that it should not.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn shell() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri")
}

fn bundle() -> Value {
    let text = fs::read_to_string(shell().join("tauri.conf.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["bundle"].clone()
}

/// What a Linux package takes along, as places in the package and files of ours.
fn files(kind: &str) -> Vec<(String, PathBuf)> {
    let bundle = bundle();
    let files = bundle["linux"][kind]["files"].as_object().unwrap();
    files
        .iter()
        .map(|(place, file)| (place.clone(), shell().join(file.as_str().unwrap())))
        .collect()
}

#[test]
fn what_packages_take_along_is_there() {
    for kind in ["deb", "rpm", "appimage"] {
        for (place, file) in files(kind) {
            let size = fs::metadata(&file).map_or(0, |it| it.len());
            assert!(size > 0, "{kind}: {place} from {}", file.display());
        }
        let licence = files(kind)
            .into_iter()
            .find(|it| it.0.ends_with("/LICENSE"));
        assert!(licence.is_some(), "{kind}: no licence");
    }
}

#[test]
fn every_manual_page_and_completion_is_in_the_packages() {
    for entry in fs::read_dir(shell().join("package")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let manual = path.extension().is_some_and(|it| it == "1");
        if !manual && !["assent.bash", "assent.fish", "_assent"].contains(&name) {
            continue;
        }
        for kind in ["deb", "rpm"] {
            let there = files(kind).iter().any(|(_, file)| file.ends_with(name));
            assert!(there, "{kind}: {name}");
        }
    }
}

#[test]
fn no_kind_of_address_or_file_is_taken() {
    let entry = fs::read_to_string(shell().join("package/assent.desktop.hbs")).unwrap();
    for word in ["MimeType", "x-scheme-handler", "%u", "%U", "%f", "%F"] {
        assert!(!entry.contains(word), "{word}");
    }
    let bundle = bundle();
    assert_eq!(bundle["fileAssociations"], Value::Null);
    let config = fs::read_to_string(shell().join("tauri.conf.json")).unwrap();
    assert!(!config.contains("deep-link"));
}

#[test]
fn workflows_hold_no_secret_and_pin_what_they_run() {
    let folder = shell().join("../.github/workflows");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.contains("uses: ")) {
            let (_, version) = line.split_once('@').unwrap();
            let pin = version.split_whitespace().next().unwrap();
            let whole = pin.len() == 40 && pin.bytes().all(|it| it.is_ascii_hexdigit());
            assert!(whole, "{}: {line}", path.display());
        }
        for line in text
            .lines()
            .filter(|line| line.contains("PASSWORD:") || line.contains("CERTIFICATE:"))
        {
            assert!(line.contains("${{ secrets."), "{}: {line}", path.display());
        }
    }
}
