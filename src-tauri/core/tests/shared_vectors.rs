//! Judges the shared vectors, where they are at hand, and keeps the rates from getting worse.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test that prints what it skipped or counted, and fails on what it cannot read"
)]

use std::path::PathBuf;

use assent_core::link::{judge, report};
use assent_core::view::Verdict;
use serde_json::Value;

fn text(name: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is missing", path.display());
    }
    text
}

fn vectors(name: &str) -> Option<Vec<Value>> {
    Some(serde_json::from_str(&text(name)?).unwrap())
}

/// The vectors of a class: address and verdict.
fn of_class<'a>(vectors: &'a [Value], class: &str) -> Vec<(&'a str, Verdict)> {
    vectors
        .iter()
        .filter(|vector| vector["class"] == class)
        .map(|vector| vector["url"].as_str().unwrap())
        .map(|url| (url, judge(url).verdict))
        .collect()
}

/// How many of these have a property, in percent; the others are printed.
fn rate(what: &str, judged: &[(&str, Verdict)], has: impl Fn(Verdict) -> bool) -> f64 {
    let (yes, no): (Vec<_>, Vec<_>) = judged.iter().partition(|(_, verdict)| has(*verdict));
    #[expect(clippy::cast_precision_loss, reason = "a few thousand at most")]
    let percent = 100.0 * yes.len() as f64 / judged.len() as f64;
    println!("{what}: {} of {} ({percent:.2} %)", yes.len(), judged.len());
    for (url, verdict) in no {
        let reasons: Vec<_> = judge(url)
            .reasons
            .iter()
            .map(|reason| format!("{:?}", reason.code))
            .collect();
        let read = report(url).json["hostUnicode"].to_string();
        println!("  {verdict:?} {url} {read} {}", reasons.join(" "));
    }
    percent
}

#[test]
fn names_that_browsers_do_not_show_are_told() {
    let Some(vectors) = vectors("idn-display.json") else {
        return;
    };
    let doubtful = of_class(&vectors, "unsafe");
    assert!(
        doubtful
            .iter()
            .all(|(_, verdict)| *verdict >= Verdict::Warn)
    );
    let told = rate("doubtful names strong or refused", &doubtful, |verdict| {
        verdict >= Verdict::Strong
    });
    assert!(told >= 96.0, "{told}");
    let invalid = of_class(&vectors, "invalid");
    assert!(invalid.iter().all(|(_, verdict)| *verdict >= Verdict::Warn));
    rate("invalid names strong or refused", &invalid, |verdict| {
        verdict >= Verdict::Strong
    });
}

#[test]
fn names_that_browsers_show_are_mostly_let_through() {
    let Some(vectors) = vectors("idn-display.json") else {
        return;
    };
    let honest = of_class(&vectors, "safe");
    let through = rate("honest names at most warned of", &honest, |verdict| {
        verdict <= Verdict::Warn
    });
    assert!(through >= 84.0, "{through}");
}

#[test]
fn hosts_that_begin_with_another_are_told() {
    let Some(vectors) = vectors("embedded-names.json") else {
        return;
    };
    let embedding = of_class(&vectors, "interstitial");
    let told = rate("embedded names strong or refused", &embedding, |verdict| {
        verdict >= Verdict::Strong
    });
    assert!(told >= 88.0, "{told}");
    let none = of_class(&vectors, "none");
    rate("hosts that embed nothing below strong", &none, |verdict| {
        verdict < Verdict::Strong
    });
}

#[test]
fn well_known_sites_are_plain() {
    let Some(list) = text("top-sites-a.txt") else {
        return;
    };
    let urls: Vec<String> = list
        .lines()
        .filter(|line| !line.is_empty() && line.is_ascii() && !line.contains("xn--"))
        .map(|line| format!("https://{line}/"))
        .collect();
    let judged: Vec<(&str, Verdict)> = urls
        .iter()
        .map(|url| (url.as_str(), judge(url)))
        .filter(|(_, judged)| {
            let codes = judged.reasons.iter().map(|reason| reason.code);
            !codes
                .clone()
                .any(|code| code == assent_core::view::ReasonCode::IsPublicSuffix)
        })
        .map(|(url, judged)| (url, judged.verdict))
        .collect();
    let plain = rate("well-known sites plain", &judged, |verdict| {
        verdict == Verdict::Plain
    });
    assert!(plain >= 99.9, "{plain}");
}

/// Every input that is not refused has the host that the standard's tests expect.
fn same_hosts(what: &str, pairs: impl Iterator<Item = (String, Option<String>)>) {
    let (mut same, mut refused, mut wrong) = (0, 0, Vec::new());
    for (input, expected) in pairs {
        let report = report(&input);
        if report.json["verdict"] == "refuse" {
            refused += 1;
        } else if report.json["host"].as_str() == expected.as_deref() {
            same += 1;
        } else {
            wrong.push(format!("{input:?}: {expected:?}, {}", report.json["host"]));
        }
    }
    assert!(wrong.is_empty(), "{what}\n{}", wrong.join("\n"));
    assert!(same > 0);
    println!("{what}: {same} alike, {refused} refused");
}

#[test]
fn hosts_are_those_of_the_standard() {
    if let Some(vectors) = vectors("urltestdata.json") {
        // What is not refused is absolute, so the base does not matter.
        let absolute = vectors.iter().filter(|vector| vector["input"].is_string());
        same_hosts(
            "addresses",
            absolute.map(|vector| {
                let input = vector["input"].as_str().unwrap_or_default().to_owned();
                (input, vector["hostname"].as_str().map(str::to_owned))
            }),
        );
    }
    for name in ["toascii.json", "IdnaTestV2.json"] {
        if let Some(vectors) = vectors(name) {
            let hosts = vectors.iter().filter(|vector| vector["input"].is_string());
            same_hosts(
                name,
                hosts.map(|vector| {
                    let input = vector["input"].as_str().unwrap_or_default();
                    let expected = vector["output"].as_str().map(str::to_owned);
                    (format!("https://{input}/x"), expected)
                }),
            );
        }
    }
}
