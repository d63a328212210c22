//! How the person wants Assent to look and to behave.

use assent_core::event::EventKind;
use assent_core::intent::{Intent, Preference};
use assent_core::preferences::{KeptPreferences, Theme};
use assent_core::view::Op;

use crate::world::World;

#[test]
fn a_preference_is_drawn_and_kept_at_once_and_only_when_it_changes() {
    let mut world = World::new();
    let to = Theme::Dark;
    for _ in 0..2 {
        world.intent(Intent::Prefer(Preference::Theme { to }));
    }
    assert_eq!(world.preferences.len(), 1);
    assert_eq!(world.preferences[0].now().theme, Theme::Dark);
    let preferences = world.snapshot().preferences;
    assert_eq!(preferences.theme, Theme::Dark);
    assert_eq!(world.ops, [Op::PutPreferences { preferences }]);
}

#[test]
fn preferences_of_an_earlier_run_hold_and_are_not_written_again() {
    let mut world = World::new();
    let text = r#"{"version": 1, "preferences": {"send_key": "main-enter", "text_size": 150}}"#;
    let kept = KeptPreferences::read(text).unwrap();
    world.go(EventKind::PreferencesRead(kept.clone()));
    assert_eq!(world.snapshot().preferences, kept.now());
    assert_eq!(world.snapshot().preferences.text_size, 150);
    assert!(world.preferences.is_empty());
}
