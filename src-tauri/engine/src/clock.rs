//! Time and randomness, which the core gets with every event.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use assent_core::event::Moment;

/// What tells the time.
///
/// Why it can be another one than the system's: a clock that jumps, and a machine that was asleep, can be tried only
/// where time comes in from outside.
pub trait Time: Send + Sync + 'static {
    /// Now, by the clock that never goes back.
    fn now(&self) -> Instant {
        Instant::now()
    }

    /// Now, by the clock on the wall, which can be set.
    fn wall(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// The system's own clocks.
#[derive(Debug, Clone, Copy)]
pub struct SystemTimes;

impl Time for SystemTimes {}

/// The engine's clock. Clones tick as one.
#[derive(Clone)]
pub(crate) struct Clock {
    time: Arc<dyn Time>,
    began: Instant,
}

impl Clock {
    /// A clock whose ticks begin now.
    pub(crate) fn new(time: Arc<dyn Time>) -> Self {
        let began = time.now();
        Self { time, began }
    }

    /// The ticks at a moment; 0 for one before they began.
    pub(crate) fn ticks(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.began);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    /// Now.
    pub(crate) fn now(&self) -> Moment {
        Moment {
            ticks: self.ticks(self.instant()),
            unix: self.unix_millis(),
        }
    }

    /// Now, by the clock that never goes back.
    pub(crate) fn instant(&self) -> Instant {
        self.time.now()
    }

    /// Milliseconds since 1970 by the wall clock; 0 for a clock set before that.
    pub(crate) fn unix_millis(&self) -> i64 {
        let since = self.time.wall().duration_since(UNIX_EPOCH).ok();
        since
            .and_then(|since| i64::try_from(since.as_millis()).ok())
            .unwrap_or_default()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new(Arc::new(SystemTimes))
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Clock").finish_non_exhaustive()
    }
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
