//! Every area with random bytes, and with the inputs that a fuzzer found to be of interest.

use std::path::{Path, PathBuf};

use assent_properties::AREAS;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRunner};
use serde_json::json;

/// How many inputs each area gets.
const CASES: u32 = 1_000;

/// The inputs of an area that are kept: a few that reach much of it, and each that once failed.
fn corpus(area: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let files = std::fs::read_dir(folder.join(area)).expect("a corpus");
    files.map(|it| it.expect("a file").path()).collect()
}

#[test]
fn what_a_fuzzer_found_of_interest_holds() {
    for (area, check) in AREAS {
        let files = corpus(area);
        assert!(!files.is_empty(), "nothing is kept for {area}");
        for file in files {
            let bytes = std::fs::read(&file).expect("bytes");
            check(&bytes);
        }
    }
}

fn any_bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..most)
}

#[test]
fn whatever_comes_holds() {
    let config = ProptestConfig {
        cases: CASES,
        // Without optimisation the usual dice take most of the time.
        rng_algorithm: RngAlgorithm::XorShift,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let outcome = TestRunner::new(config).run(&any_bytes(700), |bytes| {
        for (_, check) in AREAS {
            check(&bytes);
        }
        Ok(())
    });
    if let Err(why) = outcome {
        panic!("{why}");
    }
    note();
}

/// Writes what was counted into the folder that `ASSENT_PROOF` names, if it names one.
fn note() {
    let Some(folder) = std::env::var_os("ASSENT_PROOF") else {
        return;
    };
    let inputs = u64::from(CASES) * u64::try_from(AREAS.len()).expect("a few");
    let figures = json!({
        "name": "whatever comes",
        "runs": inputs,
        "bad_inputs": inputs,
        "faults": 0,
        "answered": 0,
        "lost_answers": 0,
        "lost_drafts": 0,
        "opened_without_consent": 0,
        "peak_memory_bytes": null,
    });
    let file = Path::new(&folder).join("whatever-comes.json");
    std::fs::write(file, figures.to_string()).expect("a place for figures");
}
