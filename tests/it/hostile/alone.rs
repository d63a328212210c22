//! A test in a process of its own, and the figures it gives.

use std::path::PathBuf;
use std::process::Command;

use assent_core::page::{Page, PageId};
use serde::Serialize;

use crate::stage::Stage;

/// Names the test that is to run in this process.
const WANTED: &str = "ASSENT_ALONE";
/// A folder for the figures; none are written without.
const PROOF: &str = "ASSENT_PROOF";

/// What a test has counted.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    pub name: &'static str,
    /// How often something was tried.
    pub runs: u64,
    /// What was not as it should be in what the agent sent.
    pub bad_inputs: u64,
    /// Faults of the world that were made: none by an agent.
    pub faults: u64,
    pub answered: u64,
    /// Requests without an answer, or with two.
    pub lost_answers: u64,
    pub lost_drafts: u64,
    pub opened_without_consent: u64,
    pub peak_memory_bytes: u64,
}

/// Runs a test alone in a process, which may take so much memory.
pub fn alone(test: &'static str, most_mib: u64, run: impl FnOnce() -> Figures) {
    if std::env::var(WANTED).is_ok_and(|wanted| wanted == test) {
        let figures = Figures {
            name: test,
            ..run()
        };
        let peak = figures.peak_memory_bytes;
        if let Some(folder) = std::env::var_os(PROOF) {
            let file = PathBuf::from(folder).join(format!("hostile-{test}.json"));
            let line = serde_json::to_string(&figures).unwrap();
            std::fs::write(file, line + "\n").unwrap();
        }
        assert!(
            peak > 0 || cfg!(not(target_os = "linux")),
            "memory is measured"
        );
        assert!(
            peak < most_mib << 20,
            "{} MiB at most, {most_mib} MiB may be",
            peak >> 20
        );
        assert_eq!((figures.lost_answers, figures.lost_drafts), (0, 0));
        assert_eq!(figures.opened_without_consent, 0);
        return;
    }
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--nocapture", "--include-ignored", "--test-threads=1", test])
        .env(WANTED, test)
        .status()
        .unwrap();
    assert!(status.success(), "{test} failed alone");
}

/// The most memory this process has had so far, in bytes.
pub fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|it| it.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.unwrap_or_default() << 10
}

/// A page that takes everything it is told, as long as the engine runs.
pub fn watch(stage: &Stage) {
    stage
        .engine
        .subscribe(Page::all(PageId(2)), Box::new(|_| true));
}

/// A program that plays the browser, and the file in which it notes what it is given.
pub fn browser(folder: &std::path::Path) -> (PathBuf, PathBuf) {
    let noted = folder.join("opened");
    let program = folder.join("browser");
    let script = format!("#!/bin/sh\necho \"$@\" >> {}\n", noted.display());
    std::fs::write(&program, script).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&program, mode).unwrap();
    }
    (program, noted)
}

/// How many pages were opened.
pub fn opened_pages(noted: &std::path::Path) -> u64 {
    let text = std::fs::read_to_string(noted).unwrap_or_default();
    text.lines().count() as u64
}
