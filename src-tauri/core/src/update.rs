//! The one place where the state changes.

use crate::effect::Effect;
use crate::event::Event;
use crate::state::State;

/// Takes an event into the state and says what is to be done. Total: no event makes it fail.
pub fn update(_state: &mut State, _event: Event) -> Vec<Effect> {
    Vec::new()
}
