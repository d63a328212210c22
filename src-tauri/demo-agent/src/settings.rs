//! How fast the agent speaks and how long it waits for a sign-in.

use std::time::Duration;

/// What can be set from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The mean pause between two pieces of streamed text; zero streams at once.
    pub pace: Duration,
    /// How long a sign-in may take before the agent gives it up.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            pace: Duration::from_millis(20),
            patience: Duration::from_secs(300),
        }
    }
}

impl Settings {
    /// Takes the pace in milliseconds from `ASSENT_DEMO_PACE`; what is not a number there changes nothing.
    pub fn from_environment() -> Self {
        let standard = Self::default();
        let pace = std::env::var("ASSENT_DEMO_PACE")
            .ok()
            .and_then(|text| text.trim().parse().ok())
            .map_or(standard.pace, Duration::from_millis);
        Self { pace, ..standard }
    }
}
