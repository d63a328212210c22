//! What is stored on this computer: looking at it, and deleting it.
//!
//! Why open sessions are not emptied: an agent that works goes on in them. What stands in them when the person
//! deletes is not written again, and is gone with the window.

use super::Work;
use crate::effect::Effect;
use crate::id::SessionKey;
use crate::intent::Privacy;
use crate::view::{Notice, Op, StoredView};

const DAY: i64 = 24 * 60 * 60 * 1000;

impl Work<'_> {
    pub(super) fn privacy(&mut self, wanted: Privacy) {
        match wanted {
            Privacy::Look => self.effects.push(Effect::Measure),
            Privacy::DeleteTranscripts { days } => self.delete_transcripts(days),
            Privacy::DeleteRecord => self.effects.push(Effect::DeleteRecord),
            Privacy::DeleteSecrets => self.delete_secrets(),
        }
    }

    /// What is stored was measured.
    pub(super) fn measured(&mut self, stored: StoredView) {
        let all = self.state.agents.values().map(|it| &it.secrets);
        let all = all.chain(self.state.servers.values().map(|it| &it.secrets));
        let (in_file, in_keyring): (Vec<_>, Vec<_>) = all.flatten().partition(|it| it.in_file);
        let stored = StoredView {
            secrets_in_file: u32::try_from(in_file.len()).unwrap_or(u32::MAX),
            secrets_in_keyring: u32::try_from(in_keyring.len()).unwrap_or(u32::MAX),
            ..stored
        };
        self.publish_now(Op::PutStored { stored });
    }

    /// Something was deleted, or not: what is left is measured.
    pub(super) fn deleted(&mut self, ok: bool) {
        self.notice(if ok {
            Notice::Deleted
        } else {
            Notice::NotDeleted
        });
        self.effects.push(Effect::Measure);
    }

    pub(super) fn record_deleted(&mut self, ok: bool) {
        if ok {
            self.state.record.clear();
            self.publish_now(Op::ClearRecord);
        }
        self.deleted(ok);
    }

    /// Deletes transcripts: all, or those in which nothing has happened for some days.
    fn delete_transcripts(&mut self, days: Option<u32>) {
        let before = days.map(|days| self.at.unix - i64::from(days) * DAY);
        let meant: Vec<SessionKey> = self
            .state
            .sessions
            .values()
            .filter(|it| match (before, it.entries.last()) {
                (None, _) => true,
                (Some(before), Some(last)) => last.at < before,
                (Some(_), None) => false,
            })
            .map(|it| it.id)
            .collect();
        let mut names = Vec::new();
        for session in meant {
            let Some(open) = self.state.sessions.get(&session) else {
                continue;
            };
            names.push(open.name.clone());
            let live = self
                .state
                .connections
                .get(&open.connection)
                .is_some_and(crate::state::Connection::is_live);
            if live {
                self.unkeep(session);
            } else {
                self.drop_session(session);
            }
        }
        let names = days.map(|_| names);
        self.effects.push(Effect::DeleteSessions { names });
    }

    /// What stands in a session so far is not written from now on.
    fn unkeep(&mut self, session: SessionKey) {
        if let Some(open) = self.session(session) {
            open.kept_from = open.entries.last().map_or(open.kept_from, |it| it.id.0 + 1);
            open.prompts.clear();
            // It may be the beginning of what the person wrote.
            open.title = None;
            let prompts = Vec::new();
            self.publish(Op::PutPrompts { session, prompts });
            self.show_session(session);
        }
    }

    /// Deletes the secret values of all agents and servers of the settings.
    fn delete_secrets(&mut self) {
        let mut keys = Vec::new();
        let agents = self.state.agents.values_mut().map(|it| &mut it.secrets);
        let servers = self.state.servers.values_mut().map(|it| &mut it.secrets);
        for secrets in agents.chain(servers) {
            keys.extend(secrets.drain(..).map(|it| it.key));
        }
        self.save_agents();
        self.save_servers();
        self.effects.push(Effect::ForgetAllSecrets { keys });
    }
}
