//! Notifications of the system: one of asks that wait and one of turns that ended, each in a thread's own time.
//!
//! Why a thread of its own: a service that is missing, slow or broken holds up nothing but the notifications.
//!
//! Why two at most: what comes up meanwhile takes the place of what is there, so that nobody comes back to a pile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use assent_core::effect::{Announced, Announcement, Attention};
use assent_core::preferences::Spoken;
use notify_rust::{Notification, NotificationHandle};

use crate::words;

/// The name under which the system lists our notifications.
const NAME: &str = "Assent";

/// What is done when a notification is chosen: that of turns, or that of asks.
pub type OnChosen = Arc<dyn Fn(bool) + Send + Sync>;

/// Told after each notification that was to come up: whether it did.
pub type OnTried = Box<dyn Fn(bool) + Send>;

/// The way to the thread that shows notifications.
pub struct Announcements {
    wholes: Sender<(Attention, Spoken)>,
}

impl Announcements {
    /// Starts the thread.
    pub fn start(on_chosen: OnChosen, on_tried: OnTried) -> Self {
        let (wholes, received) = channel();
        std::thread::spawn(move || show_all(&received, &on_chosen, &on_tried));
        Self { wholes }
    }

    /// Shows what holds now, in a language; comes back at once.
    pub fn show(&self, now: &Attention, language: Spoken) {
        if self.wholes.send((now.clone(), language)).is_err() {
            tracing::warn!("notifications are no longer shown");
        }
    }
}

fn show_all(
    received: &Receiver<(Attention, Spoken)>,
    on_chosen: &OnChosen,
    on_tried: &dyn Fn(bool),
) {
    let mut asks = Place::new(false, on_chosen);
    let mut turns = Place::new(true, on_chosen);
    while let Ok((mut now, mut language)) = received.recv() {
        // Only the newest counts: what came up and went meanwhile is no news.
        while let Ok(newer) = received.try_recv() {
            (now, language) = newer;
        }
        for (place, wanted) in [(&mut asks, now.asks), (&mut turns, now.turns)] {
            if let Some(shown) = place.show(wanted, language) {
                on_tried(shown);
            }
        }
    }
}

/// The place of one notification.
struct Place {
    turns: bool,
    on_chosen: OnChosen,
    shown: Option<Shown>,
    /// The last news that was called out.
    news: u32,
}

struct Shown {
    handle: NotificationHandle,
    what: Announced,
    /// The person closed or chose it.
    closed: Arc<AtomicBool>,
}

impl Place {
    fn new(turns: bool, on_chosen: &OnChosen) -> Self {
        Self {
            turns,
            on_chosen: Arc::clone(on_chosen),
            shown: None,
            news: 0,
        }
    }

    /// Shows what is wanted; gives whether a new one came up, where one was to.
    fn show(&mut self, wanted: Option<Announcement>, language: Spoken) -> Option<bool> {
        let open = self.shown.take();
        let open = open.filter(|it| !it.closed.load(Ordering::Relaxed));
        let Some(Announcement { what, news }) = wanted else {
            if let Some(Shown { handle, .. }) = open {
                close(handle);
            }
            return None;
        };
        let is_news = news > std::mem::replace(&mut self.news, news);
        match open {
            Some(shown) if shown.what == what => self.shown = Some(shown),
            Some(mut shown) => {
                write(&mut shown.handle, &what, language);
                if let Err(why) = update(&mut shown.handle) {
                    tracing::debug!(%why, "a notification cannot be changed");
                }
                shown.what = what;
                self.shown = Some(shown);
            }
            // One that the person has closed comes back only with something new.
            None if is_news => {
                self.shown = self.begin(what, language);
                return Some(self.shown.is_some());
            }
            None => {}
        }
        None
    }

    fn begin(&self, what: Announced, language: Spoken) -> Option<Shown> {
        let mut notification = Notification::new();
        notification.appname(NAME);
        write(&mut notification, &what, language);
        #[cfg(all(unix, not(target_os = "macos")))]
        notification
            .icon("assent")
            .hint(notify_rust::Hint::DesktopEntry("assent".to_owned()))
            .action("default", &words::of(language).notice.open);
        let handle = match notification.show() {
            Ok(handle) => handle,
            Err(why) => {
                tracing::warn!(%why, "a notification cannot be shown");
                return None;
            }
        };
        let closed = Arc::new(AtomicBool::new(false));
        self.listen(&handle, &closed);
        Some(Shown {
            handle,
            what,
            closed,
        })
    }

    /// Waits, in a thread of its own, until the notification is chosen or closed.
    #[cfg(all(unix, not(target_os = "macos")))]
    fn listen(&self, handle: &NotificationHandle, closed: &Arc<AtomicBool>) {
        let (id, turns) = (handle.id(), self.turns);
        let (closed, on_chosen) = (Arc::clone(closed), Arc::clone(&self.on_chosen));
        std::thread::spawn(move || {
            let heard = notify_rust::handle_action(id, |response| {
                closed.store(true, Ordering::Relaxed);
                if let notify_rust::ActionResponse::Custom("default") = response {
                    on_chosen(turns);
                }
            });
            if let Err(why) = heard {
                tracing::debug!(%why, "the end of a notification cannot be heard");
            }
        });
    }

    /// Elsewhere the system itself brings the program forward.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    #[expect(clippy::unused_self, reason = "it is used on other systems")]
    fn listen(&self, _handle: &NotificationHandle, _closed: &Arc<AtomicBool>) {}
}

#[cfg(all(unix, not(target_os = "macos")))]
fn close(handle: NotificationHandle) {
    handle.close();
}

#[cfg(all(unix, not(target_os = "macos")))]
fn update(handle: &mut NotificationHandle) -> notify_rust::error::Result<()> {
    handle.update()
}

/// These systems take a notification away when the program comes forward.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn close(_handle: NotificationHandle) {}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn update(handle: &mut NotificationHandle) -> notify_rust::error::Result<()> {
    handle.show().map(|_| ())
}

/// Writes into a notification what it says.
fn write(notification: &mut Notification, what: &Announced, language: Spoken) {
    let (title, text) = say(what, language);
    notification.summary(&title).body(&text);
}

/// What a notification says. The agent's name stands in the title alone, which no system reads as markup.
fn say(what: &Announced, language: Spoken) -> (String, String) {
    let words = &words::of(language).notice;
    let of = |title: &str, agent: &str| words::fill(title, "agent", agent);
    let counted = |title: &str, count: u32| words::fill(title, "count", &count.to_string());
    let (title, text) = match what {
        Announced::Form { agent } => (of(&words.form, agent), &words.form_text),
        Announced::Link { agent } => (of(&words.link, agent), &words.link_text),
        Announced::Permission { agent } => (of(&words.permission, agent), &words.permission_text),
        Announced::SignIn { agent } => (of(&words.sign_in, agent), &words.sign_in_text),
        Announced::Asks { count } => (counted(&words.asks, *count), &words.asks_text),
        Announced::Turn { agent, well: true } => (of(&words.done, agent), &words.done_text),
        Announced::Turn { agent, well: false } => (of(&words.stopped, agent), &words.stopped_text),
        Announced::Turns { count } => (counted(&words.turns, *count), &words.turns_text),
    };
    (title, text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_says_who_and_what_and_nothing_more() {
        let agent = || "claude".to_owned();
        let check = |what: Announced, expected: &str| {
            assert_eq!(say(&what, Spoken::En).0, expected);
        };
        check(Announced::Form { agent: agent() }, "claude asks a question");
        check(
            Announced::Permission { agent: agent() },
            "claude asks for a permission",
        );
        check(Announced::Asks { count: 3 }, "3 questions wait");
        let well = true;
        check(
            Announced::Turn {
                agent: agent(),
                well,
            },
            "claude is done",
        );
        let (title, text) = say(&Announced::Link { agent: agent() }, Spoken::De);
        assert_eq!(title, "claude möchte, dass Sie eine Webseite besuchen");
        assert_eq!(text, "Nichts wird geöffnet, bevor Sie zustimmen.");
    }
}
