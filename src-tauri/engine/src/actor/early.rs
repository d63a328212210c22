//! What the person wants of the settings before the settings were read: it waits.
//!
//! Why it must: an agent that is added while the disk is slow would get the number of one that is kept, and the file
//! would be written without it.

use assent_core::event::EventKind;
use assent_core::intent::Intent;

use super::Actor;
use crate::queue::Message;

/// What waits, until what is kept was read.
#[derive(Default)]
pub(super) struct Early {
    read: bool,
    waiting: Vec<Message>,
}

impl Early {
    /// Keeps a message that must wait; gives back any other.
    pub(super) fn hold(&mut self, message: Message) -> Option<Message> {
        if self.read || !is_of_the_settings(&message) {
            return Some(message);
        }
        self.waiting.push(message);
        None
    }

    /// What was kept was read, or the program ends: what waited is due.
    pub(super) fn over(&mut self) -> Vec<Message> {
        self.read = true;
        std::mem::take(&mut self.waiting)
    }
}

impl Actor {
    pub(super) fn take_early(&mut self) {
        for message in self.early.over() {
            self.take(message);
        }
    }
}

fn is_of_the_settings(message: &Message) -> bool {
    let intent = match message {
        Message::Stated { intent, .. } => intent,
        Message::Event { kind, .. } => match &**kind {
            EventKind::Intent(intent) => intent,
            _ => return false,
        },
        _ => return false,
    };
    matches!(intent, Intent::Settings(_) | Intent::Prefer(_))
}

#[cfg(test)]
mod tests {
    use assent_core::intent::{Privacy, SettingsIntent};
    use assent_core::page::PageId;

    use super::*;
    use crate::hand::Hand;

    #[test]
    fn what_is_wanted_of_the_settings_waits_until_they_were_read() {
        let mut early = Early::default();
        let settings = || Intent::Settings(SettingsIntent::LookForAgents);
        let stated = |intent| Message::Stated {
            page: PageId::NONE,
            intent,
            hand: Hand::Unseen,
        };
        assert!(early.hold(stated(settings())).is_none());
        let event = Message::event(EventKind::Intent(settings()));
        assert!(early.hold(event).is_none());
        assert!(early.hold(stated(Intent::Privacy(Privacy::Look))).is_some());
        assert!(early.hold(Message::event(EventKind::CloseWanted)).is_some());
        let waited = early.over();
        assert!(matches!(waited[0], Message::Stated { .. }));
        assert!(matches!(waited[1], Message::Event { .. }));
        assert_eq!(waited.len(), 2);
        assert!(early.hold(stated(settings())).is_some());
        assert!(early.over().is_empty());
    }
}
