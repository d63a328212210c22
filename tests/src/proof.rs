//! The figures of a test for `make proof`, where a folder for them is named.

use std::path::Path;

use serde::Serialize;

/// The environment variable that names the folder.
const FOLDER: &str = "ASSENT_PROOF";

/// What a test has done, and what came of it.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    /// Of what, in a few words.
    pub name: &'static str,
    /// How often.
    pub runs: u64,
    /// Inputs that were wrong on purpose.
    pub bad_inputs: u64,
    /// Faults that were made on purpose.
    pub faults: u64,
    /// Requests that were answered.
    pub answered: u64,
    /// Requests that were not, though somebody waited for the answer.
    pub lost_answers: u64,
    /// Drafts that were gone.
    pub lost_drafts: u64,
    /// Pages that were opened, files that were read or written, programs that were started unasked.
    pub opened_without_consent: u64,
}

impl Figures {
    /// Writes them into the folder that `ASSENT_PROOF` names, if it names one, with the peak of this
    /// process's memory.
    pub fn note(&self) {
        let Some(folder) = std::env::var_os(FOLDER) else {
            return;
        };
        let mut text = serde_json::json!(self);
        text["peak_memory_bytes"] = peak_memory().into();
        let file = self.name.replace(' ', "-") + ".json";
        std::fs::write(Path::new(&folder).join(file), text.to_string())
            .expect("a place for figures");
    }
}

/// The most memory this process has had, in bytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}
