//! The one queue into the engine's loop.
//!
//! Why unbounded with rooms: what the person does must never wait, and an agent that floods must. So
//! the queue itself takes everything, and each source that an agent controls has an [`Outlet`] with a
//! room: a number of its events that may lie in the queue. The place is free again once the event was
//! handled.

use std::path::PathBuf;
use std::sync::Arc;

use assent_core::event::EventKind;
use assent_core::id::ConnectionId;
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use assent_core::view::Op;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use crate::hand::Hand;
use crate::link::Link;

/// Takes serialized [`assent_core::view::Down`]s; gives `false` when it is gone.
pub(crate) type Sink = Box<dyn FnMut(&str) -> bool + Send>;

/// Something for the loop.
pub(crate) enum Message {
    /// Something happened.
    Event {
        /// What.
        kind: Box<EventKind>,
        /// The page where the person did what led to it.
        page: PageId,
        /// Held until it was handled.
        place: Option<OwnedSemaphorePermit>,
    },
    /// A page states what the person wants.
    Stated {
        /// Which.
        page: PageId,
        /// What.
        intent: Intent,
        /// What their hands did last there.
        hand: Hand,
    },
    /// A connection is ready for calls; the loop tells the core `Started`.
    Up {
        /// Which.
        connection: ConnectionId,
        /// The way to its agent.
        link: Link,
    },
    /// What earlier runs kept was told.
    Read,
    /// Tell the interface something that is not the core's.
    Tell(Op),
    /// The person dropped files on a window.
    Dropped {
        /// Its page.
        page: PageId,
        /// Which.
        paths: Vec<PathBuf>,
    },
    /// A page wants to be told.
    Subscribe {
        /// Which.
        page: Page,
        /// The way to it.
        sink: Sink,
    },
    /// End everything, then say so.
    Quit(oneshot::Sender<()>),
}

impl Message {
    /// An event that needs no place.
    pub(crate) fn event(kind: EventKind) -> Self {
        Self::event_of(PageId::NONE, kind)
    }

    /// An event that a page is behind.
    pub(crate) fn event_of(page: PageId, kind: EventKind) -> Self {
        Self::Event {
            kind: Box::new(kind),
            page,
            place: None,
        }
    }
}

/// How many events of one source may wait.
const ROOM: u32 = 64;
/// An event takes one more place for each of these bytes.
const PLACE: usize = 256 << 10;

/// A source's way into the queue.
#[derive(Clone)]
pub(crate) struct Outlet {
    queue: mpsc::UnboundedSender<Message>,
    room: Arc<Semaphore>,
}

impl Outlet {
    /// A way into the queue with a room of its own.
    pub(crate) fn new(queue: mpsc::UnboundedSender<Message>) -> Self {
        Self {
            queue,
            room: Arc::new(Semaphore::new(ROOM as usize)),
        }
    }

    /// Another room to the same queue, so that two sources do not take each other's places.
    pub(crate) fn another(&self) -> Self {
        Self::new(self.queue.clone())
    }

    /// Puts an event into the queue once there is a place for it.
    pub(crate) async fn send(&self, kind: EventKind) {
        self.send_large(kind, 0).await;
    }

    /// Puts an event of about so many bytes into the queue once there is room for it. A very large one waits
    /// until it is the only one.
    pub(crate) async fn send_large(&self, kind: EventKind, bytes: usize) {
        let more = u32::try_from(bytes / PLACE).unwrap_or(ROOM);
        let places = more.saturating_add(1).min(ROOM);
        let room = Arc::clone(&self.room);
        let place = room.acquire_many_owned(places).await.ok();
        self.put(Message::Event {
            kind: Box::new(kind),
            page: PageId::NONE,
            place,
        });
    }

    /// Puts a message into the queue at once.
    pub(crate) fn put(&self, message: Message) {
        if self.queue.send(message).is_err() {
            tracing::debug!("the engine has ended");
        }
    }
}

/// The next event for the core. None when nothing comes any more.
#[cfg(test)]
pub(crate) async fn next_event(
    messages: &mut mpsc::UnboundedReceiver<Message>,
) -> Option<EventKind> {
    loop {
        match messages.recv().await? {
            Message::Event { kind, .. } => return Some(*kind),
            Message::Read => {}
            _ => return None,
        }
    }
}
