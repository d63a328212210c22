//! What the shell sees of the person's hands, at moments of the system's clock.
//!
//! Why not when it was told: the loop may be behind, and a press must not look later than it was.

use std::time::Instant;

use assent_core::hand;

/// What the person's hands did last on the window of a page.
pub type Hand = hand::Hand<Instant>;

/// A press of a button or a key.
pub type Press = hand::Press<Instant>;
