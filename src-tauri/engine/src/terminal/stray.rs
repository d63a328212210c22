//! Processes that left the group of their terminal, found by the mark in their environment.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// How often is looked again: what forks meanwhile is found the next time.
const ROUNDS: usize = 20;

/// Ends all processes whose environment has this variable with this value.
pub(super) fn kill_all(name: &str, value: &str) {
    let wanted = format!("{name}={value}");
    for _ in 0..ROUNDS {
        let found = marked(wanted.as_bytes());
        if found.is_empty() {
            return;
        }
        for process in found {
            kill_process(process, Signal::KILL).ok();
        }
    }
    tracing::warn!("processes of a terminal go on starting others");
}

/// The processes with such a line in their environment. Those of others cannot be looked into.
fn marked(wanted: &[u8]) -> Vec<Pid> {
    let ours = i32::try_from(std::process::id()).unwrap_or_default();
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter(|process| *process != ours)
        .filter(|process| {
            let environment = fs::read(format!("/proc/{process}/environ"));
            environment.is_ok_and(|it| it.split(|byte| *byte == 0).any(|line| line == wanted))
        })
        .filter_map(Pid::from_raw)
        .collect()
}
