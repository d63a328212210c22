//! Time and randomness, which the core gets with every event.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use assent_core::event::Moment;

/// The engine's clock.
#[derive(Debug)]
pub(crate) struct Clock {
    began: Instant,
}

impl Clock {
    /// A clock whose ticks begin now.
    pub(crate) fn new() -> Self {
        Self {
            began: Instant::now(),
        }
    }

    /// The ticks at a moment; 0 for one before they began.
    pub(crate) fn ticks(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.began);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    /// Now.
    pub(crate) fn now(&self) -> Moment {
        Moment {
            ticks: self.ticks(Instant::now()),
            unix: unix_millis(),
        }
    }
}

/// Milliseconds since 1970 by the wall clock; 0 for a clock set before that.
pub(crate) fn unix_millis() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .unwrap_or_default()
}

/// Fresh random bits.
pub(crate) fn nonce() -> u128 {
    let mut bytes = [0; 16];
    match getrandom::fill(&mut bytes) {
        Ok(()) => u128::from_le_bytes(bytes),
        Err(error) => {
            tracing::warn!(%error, "the system gave no random bytes");
            // The standard library's hash keys are random too, drawn once a thread.
            let half = || u128::from(RandomState::new().build_hasher().finish());
            (half() << 64) | half()
        }
    }
}

/// A time in Unix milliseconds as RFC 3339 has it, in UTC.
pub(crate) fn written(unix: i64) -> String {
    jiff::Timestamp::from_millisecond(unix)
        .unwrap_or_default()
        .to_string()
}
