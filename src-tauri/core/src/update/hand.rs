//! Intents that count only with a press.

use super::Work;
use crate::hand::{FRESH, Hand, Press};
use crate::intent::Intent;
use crate::page::PageId;
use crate::view::Notice;

impl Work<'_> {
    /// Takes an intent of a page whose window is looked at.
    pub(super) fn stated(&mut self, intent: Intent, hand: Hand) {
        if intent.needs_hand() {
            match hand {
                Hand::Unseen => {}
                Hand::Pressed(press) if self.is_own(press) => {
                    self.state.pressed.insert(self.page, press.number);
                    self.pressed = Some(press.began);
                }
                Hand::Idle | Hand::Pressed(_) => {
                    self.notice(Notice::NotPressed);
                    return;
                }
            }
        }
        self.intent(intent);
    }

    /// When the person pressed for what is at work: what was to stand for a while must have stood by then.
    pub(super) fn pressed(&self) -> u64 {
        self.pressed.unwrap_or(self.at.ticks)
    }

    /// Whether a press is fresh, and nothing has counted with it yet.
    fn is_own(&self, press: Press) -> bool {
        let used = self.state.pressed.get(&self.page);
        let fresh = self.at.ticks.saturating_sub(press.ended) <= FRESH;
        fresh && self.page != PageId::NONE && used.is_none_or(|used| *used < press.number)
    }
}
