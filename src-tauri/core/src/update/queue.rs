//! Messages that wait for their turn: one prompt at a time in a session, whatever the person types meanwhile.
//!
//! Why here and not in the interface: a turn may end while no page is there, and a reload must neither
//! lose a message nor send it twice.

use super::Work;
use crate::id::SessionKey;
use crate::state::{Connection, Message, Queued, Session};
use crate::view::{Notice, SessionStatus, TurnEnd};

/// Messages that may wait in one session.
const MOST_QUEUED: usize = 50;

impl Work<'_> {
    /// Sends what the person wrote, with what is attached.
    pub(super) fn prompt_by_person(&mut self, session: SessionKey, text: String) {
        let Some(open) = self.session(session) else {
            return;
        };
        let attached = std::mem::take(&mut open.attached);
        let told = !attached.is_empty();
        self.prompt(session, Message { text, attached });
        if told {
            self.show_attached(session);
        }
    }

    /// Sends a message, or lets it wait when it cannot be sent now.
    pub(super) fn prompt(&mut self, session: SessionKey, message: Message) {
        if message.is_empty() {
            return;
        }
        if self.prompt_reopens(session) {
            self.prompt_when_open(session, message);
            return;
        }
        if self.can_send(session) {
            if let Some(open) = self.session(session) {
                open.composer.clear();
            }
            self.send_prompt(session, message);
            return;
        }
        if let Some(open) = self.session(session) {
            open.composer.clear();
        }
        self.enqueue(session, message);
    }

    /// Sends a message that was not written in the message box, whose text stays as it is.
    pub(super) fn say(&mut self, session: SessionKey, message: Message) {
        if self.can_send(session) {
            self.send_prompt(session, message);
        } else {
            self.enqueue(session, message);
        }
    }

    fn enqueue(&mut self, session: SessionKey, message: Message) {
        let id = self.state.next();
        let Some(open) = self.session(session) else {
            return;
        };
        if open.queue.len() == MOST_QUEUED {
            open.put_back(message);
            self.notice(Notice::QueueFull);
        } else {
            open.queue.push_back(Queued { id, message });
            // Nothing runs whose end would send it.
            open.queue_paused |= !open.is_running();
        }
        self.show_session(session);
    }

    fn can_send(&self, session: SessionKey) -> bool {
        let Some(open) = self.state.sessions.get(&session) else {
            return false;
        };
        let connection = self.state.connections.get(&open.connection);
        open.wire.is_some()
            && open.status == SessionStatus::Open
            && !open.is_running()
            && connection.is_some_and(Connection::is_ready)
    }

    /// Sends the next message, if the queue may go on.
    fn go_on(&mut self, session: SessionKey) {
        let can = self.can_send(session);
        let Some(open) = self.session(session) else {
            return;
        };
        if open.queue_paused || open.queue.is_empty() {
            return;
        }
        if !can {
            open.queue_paused = !open.is_running();
        } else if let Some(next) = open.queue.pop_front() {
            // The composer keeps its text: what is being typed is another message.
            self.send_prompt(session, next.message);
        }
        self.show_session(session);
    }

    /// A turn has ended: the next message goes out, unless the end was such that the person had better look.
    pub(super) fn queue_after(&mut self, session: SessionKey, end: &TurnEnd) {
        let Some(open) = self.session(session) else {
            return;
        };
        let wanted = std::mem::take(&mut open.send_next);
        let as_usual = matches!(end, TurnEnd::EndTurn | TurnEnd::Cancelled);
        if *end == TurnEnd::Lost || !(as_usual || wanted) {
            open.queue_paused = !open.queue.is_empty();
        }
        self.go_on(session);
    }

    /// Stops the turn, and the queue with it.
    pub(super) fn stop_by_person(&mut self, session: SessionKey) {
        if let Some(open) = self.session(session) {
            open.send_next = false;
            open.queue_paused = !open.queue.is_empty();
        }
        self.stop_turn(session);
        self.show_session(session);
    }

    pub(super) fn resume_queue(&mut self, session: SessionKey) {
        if let Some(open) = self.session(session) {
            open.queue_paused = false;
            self.show_session(session);
            self.go_on(session);
        }
    }

    pub(super) fn send_now(&mut self, session: SessionKey, queued: u32) {
        let Some(open) = self.session(session) else {
            return;
        };
        let Some(message) = take(open, queued) else {
            return;
        };
        open.queue.push_front(message);
        open.queue_paused = false;
        if open.is_running() {
            open.send_next = true;
            self.stop_turn(session);
            self.show_session(session);
        } else {
            self.go_on(session);
        }
    }

    pub(super) fn take_queued(&mut self, session: SessionKey, queued: u32) {
        if let Some(open) = self.session(session)
            && let Some(queued) = take(open, queued)
        {
            open.put_back(queued.message);
            self.show_attached(session);
            self.show_session(session);
        }
    }

    /// Nothing that waits is to be sent any more.
    pub(super) fn empty_queue(&mut self, session: SessionKey) {
        if let Some(open) = self.session(session) {
            open.queue.clear();
        }
    }

    pub(super) fn remove_queued(&mut self, session: SessionKey, queued: u32) {
        if let Some(open) = self.session(session)
            && take(open, queued).is_some()
        {
            self.show_session(session);
        }
    }
}

/// Takes a message out. An empty queue does not stand still.
fn take(open: &mut Session, queued: u32) -> Option<Queued> {
    let place = open.queue.iter().position(|it| it.id == queued)?;
    let message = open.queue.remove(place);
    open.queue_paused &= !open.queue.is_empty();
    // Nothing is left that the turn would be stopped for.
    open.send_next &= place != 0;
    message
}
