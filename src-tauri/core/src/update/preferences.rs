//! What the person prefers: it is drawn at once, and kept.

use super::Work;
use crate::effect::Effect;
use crate::intent::Preference;
use crate::preferences::KeptPreferences;
use crate::view::Op;

impl Work<'_> {
    pub(super) fn preferences_read(&mut self, kept: KeptPreferences) {
        self.state.preferences = kept;
        self.show_preferences();
    }

    pub(super) fn prefer(&mut self, preference: Preference) {
        if self.state.preferences.set(preference) {
            let kept = self.state.preferences.clone();
            self.effects.push(Effect::SavePreferences(kept));
            self.show_preferences();
            self.attend();
            if preference == (Preference::KeepTranscripts { to: true }) {
                self.show_all_sessions();
            }
        }
    }

    /// What is shown again is written.
    fn show_all_sessions(&mut self) {
        let all: Vec<_> = self.state.sessions.keys().copied().collect();
        for session in all {
            self.show_session(session);
        }
    }

    fn show_preferences(&mut self) {
        let preferences = self.state.preferences.now();
        self.publish_now(Op::PutPreferences { preferences });
    }
}
