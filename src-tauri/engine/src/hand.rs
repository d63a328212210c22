//! What the shell sees of the person's hands, at moments of the system's clock.

use std::time::Instant;

use assent_core::hand;

use crate::clock::Clock;

/// What the person's hands did last on the window of a page; see [`hand`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// Nobody looks.
    Unseen,
    /// Nothing yet.
    Idle,
    /// This.
    Pressed(Press),
}

/// A press of a button or a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// Its number: no two presses on a page's window have the same.
    pub number: u64,
    /// When it began.
    pub began: Instant,
    /// When it was let go; before that when it began.
    pub ended: Instant,
}

impl Hand {
    /// The same at moments of the core's clock.
    ///
    /// Why not when it was told: the loop may be behind, and a press must not look later than it was.
    pub(crate) fn at(self, clock: &Clock) -> hand::Hand {
        match self {
            Self::Unseen => hand::Hand::Unseen,
            Self::Idle => hand::Hand::Idle,
            Self::Pressed(press) => hand::Hand::Pressed(hand::Press {
                number: press.number,
                began: clock.ticks(press.began),
                ended: clock.ticks(press.ended),
            }),
        }
    }
}
