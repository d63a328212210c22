//! What the person's hands did last on a page's window, as the shell saw it outside of the page.
//!
//! Why it is looked at: a script that got into the page can state intents, but it cannot press a key or a button.
//! What sends something out, answers for the person or deletes something therefore counts only with a press, once
//! for each press, and for consent only if the press itself came after the arming. What the press was meant for
//! only the page knows: a script can still wait for one.

/// How long ago a press may be for an intent to count as its own, in milliseconds. A busy page takes a while from
/// a press to what it leads to.
pub const FRESH: u64 = 2_000;

/// What the hands did last; at moments of the core's clock, in ticks, or of another one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Hand<At = u64> {
    /// Nobody looks: on this system the shell cannot.
    #[default]
    Unseen,
    /// Nothing yet.
    Idle,
    /// This.
    Pressed(Press<At>),
}

/// A mouse button, a touch, or a key that presses what has the focus: not a letter, and not the repeats of a key
/// that is held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press<At = u64> {
    /// Its number: no two presses on a page's window have the same.
    pub number: u64,
    /// When it began.
    pub began: At,
    /// When it was let go; before that when it began.
    pub ended: At,
}

impl<At> Hand<At> {
    /// The same at moments of another clock.
    pub fn at<Other>(self, on: impl Fn(At) -> Other) -> Hand<Other> {
        match self {
            Self::Unseen => Hand::Unseen,
            Self::Idle => Hand::Idle,
            Self::Pressed(press) => Hand::Pressed(Press {
                number: press.number,
                began: on(press.began),
                ended: on(press.ended),
            }),
        }
    }
}
