//! Judges the shared cases of links, where they are at hand.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test that prints what it skipped or counted, and fails on what it cannot read"
)]

use std::path::PathBuf;

use assent_core::link::{judge, report};
use serde_json::Value;

fn cases() -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/links.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is missing", path.display());
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

#[test]
fn every_case_has_its_verdict() {
    let Some(cases) = cases() else { return };
    assert!(!cases.is_empty());
    let mut wrong = Vec::new();
    for case in &cases {
        let url = case["url"].as_str().unwrap();
        let report = report(url);
        if report.json["verdict"] != case["verdict"] {
            let shown: String = url.chars().take(80).collect();
            let expected = &case["verdict"];
            wrong.push(format!(
                "{shown:?}: expected {expected}, got {}",
                report.json
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} cases", cases.len());
}

#[test]
fn every_address_that_can_be_opened_is_read_back_as_it_stands() {
    let Some(cases) = cases() else { return };
    for case in &cases {
        let judged = judge(case["url"].as_str().unwrap());
        if let Some(address) = judged.address {
            assert_eq!(url::Url::parse(&address).unwrap().as_str(), address);
        }
    }
}
