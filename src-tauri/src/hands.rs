//! What the person presses in the windows, seen outside of the page: on GTK's own events, which no script can make.
//!
//! Where the toolkit cannot be asked, as on macOS and Windows so far, nobody looks, and the page is believed.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use assent_engine::{Hand, Press};
use tauri::WebviewWindow;

/// What was seen in each window, by its label.
#[derive(Default)]
pub struct Hands(Mutex<HashMap<String, Seen>>);

/// What was seen in a window. It is there once the window is looked at.
#[derive(Default)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nobody looks"))]
struct Seen {
    /// How many presses there were.
    count: u64,
    /// The last one.
    last: Option<Press>,
    /// The keys that are down, as the keyboard numbers them.
    down: HashSet<u32>,
    /// What the last press was made with.
    with: With,
}

/// What a press is made with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nobody looks"))]
enum With {
    /// A mouse button, or a finger.
    #[default]
    Pointer,
    /// A key, by its number.
    Key(u32),
}

impl Hands {
    /// What the hands did last in the window with a label.
    pub fn of(&self, label: &str) -> Hand {
        // A driver's clicks are made within the engine of the page, and are no events of the toolkit. What is
        // shipped has no such way around them.
        if cfg!(debug_assertions)
            && std::env::var_os("ASSENT_TEST_HANDS").is_some_and(|it| it == "unseen")
        {
            return Hand::Unseen;
        }
        match self.lock().get(label) {
            None => Hand::Unseen,
            Some(Seen { last: None, .. }) => Hand::Idle,
            Some(Seen {
                last: Some(press), ..
            }) => Hand::Pressed(*press),
        }
    }

    /// A window is new. Its label may have been that of a window before: the presses go on being counted, so that
    /// none has the number of one that has counted already.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nobody looks"))]
    fn begin(&self, label: &str) {
        let mut all = self.lock();
        let count = all.get(label).map_or(0, |before| before.count);
        let seen = Seen {
            count,
            ..Seen::default()
        };
        all.insert(label.to_owned(), seen);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nobody looks"))]
impl Seen {
    fn press(&mut self, with: With, at: Instant) {
        self.count += 1;
        self.with = with;
        self.last = Some(Press {
            number: self.count,
            began: at,
            ended: at,
        });
    }

    fn let_go(&mut self, with: With, at: Instant) {
        if let Some(last) = &mut self.last
            && self.with == with
        {
            last.ended = at;
        }
    }

    /// A key goes down. One that is down already repeats, or is told a second time since the page had no use for it.
    fn key_down(&mut self, key: u32, counts: bool, at: Instant) {
        if self.down.insert(key) && counts {
            self.press(With::Key(key), at);
        }
    }

    fn key_up(&mut self, key: u32, at: Instant) {
        self.down.remove(&key);
        self.let_go(With::Key(key), at);
    }
}

/// Begins to look at a window.
#[cfg(target_os = "linux")]
pub fn watch(window: &WebviewWindow) -> tauri::Result<()> {
    use gtk::gdk::EventType;
    use gtk::glib::Propagation;
    use gtk::prelude::WidgetExt as _;
    use tauri::Manager as _;

    let (app, label) = (window.app_handle().clone(), window.label().to_owned());
    app.state::<Hands>().begin(&label);
    let see = move |what: &dyn Fn(&mut Seen, Instant)| {
        if let Some(seen) = app.state::<Hands>().lock().get_mut(&label) {
            what(seen, Instant::now());
        }
        Propagation::Proceed
    };
    window.with_webview(move |webview| {
        let view = webview.inner();
        let on = see.clone();
        view.connect_button_press_event(move |_, event| {
            // Double and triple clicks come beside the single ones they are made of.
            let first = event.event_type() == EventType::ButtonPress;
            on(&|seen, at| {
                if first {
                    seen.press(With::Pointer, at);
                }
            })
        });
        let on = see.clone();
        view.connect_button_release_event(move |_, _| {
            on(&|seen, at| seen.let_go(With::Pointer, at))
        });
        let on = see.clone();
        view.connect_touch_event(move |_, event| {
            let kind = event.event_type();
            on(&|seen, at| match kind {
                EventType::TouchBegin => seen.press(With::Pointer, at),
                EventType::TouchEnd => seen.let_go(With::Pointer, at),
                _ => {}
            })
        });
        let on = see.clone();
        view.connect_key_press_event(move |_, event| {
            let (key, counts) = (u32::from(event.hardware_keycode()), presses(event));
            on(&|seen, at| seen.key_down(key, counts, at))
        });
        let on = see.clone();
        view.connect_key_release_event(move |_, event| {
            let key = u32::from(event.hardware_keycode());
            on(&|seen, at| seen.key_up(key, at))
        });
        view.connect_focus_out_event(move |_, _| see(&|seen, _| seen.down.clear()));
    })
}

/// Nobody looks.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub fn watch(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Whether a key presses what has the focus, or is one that does something by itself: not what is typed.
#[cfg(target_os = "linux")]
fn presses(event: &gtk::gdk::EventKey) -> bool {
    use gtk::gdk::ModifierType;
    use gtk::gdk::keys::constants as key;

    let value = event.keyval();
    let held = ModifierType::CONTROL_MASK | ModifierType::MOD1_MASK | ModifierType::SUPER_MASK;
    let alone = [
        key::Return,
        key::KP_Enter,
        key::ISO_Enter,
        key::space,
        key::KP_Space,
    ];
    let function = (*key::F1..=*key::F12).contains(&*value);
    alone.contains(&value)
        || function
        || (event.state().intersects(held) && value.to_unicode().is_some())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_key_that_is_held_down_is_one_press() {
        let (mut seen, now) = (Seen::default(), Instant::now());
        let later = |seconds| now + Duration::from_secs(seconds);
        let last = |seen: &Seen| seen.last.map(|it| (it.number, it.began, it.ended));
        seen.key_down(36, true, now);
        seen.key_down(36, true, later(1));
        assert_eq!(last(&seen), Some((1, now, now)));
        // What is typed meanwhile is no press, and its end is not that of one.
        seen.key_down(40, false, later(2));
        seen.key_up(40, later(2));
        seen.let_go(With::Pointer, later(2));
        assert_eq!(last(&seen), Some((1, now, now)));
        seen.key_up(36, later(3));
        assert_eq!(last(&seen), Some((1, now, later(3))));
        seen.key_down(36, true, later(4));
        assert_eq!(last(&seen), Some((2, later(4), later(4))));
        seen.press(With::Pointer, later(5));
        seen.key_up(36, later(6));
        assert_eq!(last(&seen), Some((3, later(5), later(5))));
        seen.let_go(With::Pointer, later(7));
        assert_eq!(last(&seen), Some((3, later(5), later(7))));
    }

    #[test]
    fn a_window_that_is_not_looked_at_is_not_one_in_which_nothing_was_pressed() {
        let hands = Hands::default();
        assert_eq!(hands.of("main"), Hand::Unseen);
        hands.lock().insert("main".into(), Seen::default());
        assert_eq!(hands.of("main"), Hand::Idle);
        assert_eq!(hands.of("session-1"), Hand::Unseen);
    }

    #[test]
    fn a_window_that_comes_again_goes_on_counting() {
        let hands = Hands::default();
        hands.begin("session-1");
        let press = || {
            let at = Instant::now();
            hands
                .lock()
                .get_mut("session-1")
                .unwrap()
                .press(With::Pointer, at);
            hands.lock().get("session-1").unwrap().last.unwrap().number
        };
        assert_eq!([press(), press()], [1, 2]);
        hands.begin("session-1");
        assert_eq!(hands.lock().get("session-1").unwrap().last, None);
        assert_eq!(press(), 3);
    }
}
