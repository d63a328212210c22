//! What of a session is kept, and a kept session as it comes back.

use super::{Ask, AskKind, Message, Replay, Session, Shelf, State};
use crate::id::{ConnectionId, SessionKey};
use crate::redact::MASK;
use crate::stored::{Owner, StoredSession};
use crate::view::{
    AskStatus, AttachedView, EntryBody, EntryView, JudgedView, NoteView, PastAskDetail,
    PastAskView, SessionStatus, TurnEnd, TurnState,
};

/// Characters of a picture that is kept with a message that was sent.
const KEPT_PICTURE: usize = 512 << 10;

impl State {
    /// A session as it is to be kept, and its name. None of the session: there is nothing in it to keep. None at
    /// all: it is gone, or what is kept of it is newer than what is here.
    pub fn stored_session(&self, session: SessionKey) -> Option<(String, Option<StoredSession>)> {
        let session = self.sessions.get(&session)?;
        if matches!(session.shelf, Shelf::OnDisk { .. }) {
            return None;
        }
        let name = session.name.clone();
        let source = match &session.replay {
            // Until all of the replay is there, what stood before is what there is.
            Some(Replay { stored, .. }) => stored,
            None => &session.entries,
        };
        let nothing = session.composer.is_empty() && session.attached.is_empty();
        let deleted = source.partition_point(|it| it.id.0 < session.kept_from);
        let source = &source[deleted..];
        if source.is_empty() && nothing && session.queue.is_empty() {
            return Some((name, None));
        }
        let entries = source
            .iter()
            .map(|entry| match &entry.body {
                EntryBody::Ask { ask } => match self.asks.get(ask) {
                    Some(ask) => EntryView {
                        body: EntryBody::PastAsk {
                            past: Box::new(past(ask)),
                        },
                        ..entry.clone()
                    },
                    None => entry.clone(),
                },
                EntryBody::User { text, attached } => EntryView {
                    body: EntryBody::User {
                        text: text.clone(),
                        attached: attached.iter().map(small).collect(),
                    },
                    ..entry.clone()
                },
                _ => entry.clone(),
            })
            .collect();
        let stored = StoredSession {
            name: name.clone(),
            owner: session.owner.clone(),
            wire: session.wire.clone(),
            title: session.title.clone(),
            cwd: session.cwd.clone(),
            folders: session.folders.clone(),
            draft: session.on_rejoin.iter().cloned().fold(
                Message {
                    text: session.composer.clone(),
                    attached: session.attached.clone(),
                },
                |draft, mut first| {
                    first.append(draft);
                    first
                },
            ),
            queue: session.queue.iter().map(|it| it.message.clone()).collect(),
            mentions: session.mentions.clone(),
            prompts: session.prompts.iter().cloned().collect(),
            unread: session.unread,
            running: session.is_running(),
            entries,
            shelved: false,
            masks: self.masks(),
        };
        Some((name, Some(stored)))
    }

    /// What links have that must not be written.
    fn masks(&self) -> Vec<(String, String)> {
        secrets(self.asks.values())
    }
}

/// What the links among asks have that must not be written, and what stands for it.
pub(crate) fn secrets<'asks>(asks: impl Iterator<Item = &'asks Ask>) -> Vec<(String, String)> {
    asks.filter_map(|ask| match &ask.kind {
        AskKind::Link(link) => Some(link),
        _ => None,
    })
    .flat_map(|link| {
        let host = host(&link.judged).unwrap_or_default();
        let hidden = format!("{host}/{MASK}");
        let address = link.judged.address.clone().map(|it| (it, hidden.clone()));
        let written = link.judged.written.clone().map(|it| (it, hidden));
        let code = link.code.clone().map(|it| (it, MASK.to_owned()));
        [address, written, code]
    })
    .flatten()
    .filter(|(secret, _)| !secret.is_empty())
    .collect()
}

/// What went along with a message, without a picture that takes much room.
fn small(attached: &AttachedView) -> AttachedView {
    let mut small = attached.clone();
    small.picture.take_if(|it| it.data.len() > KEPT_PICTURE);
    small
}

fn host(judged: &JudgedView) -> Option<String> {
    judged.host.as_ref().map(|host| host.ascii.clone())
}

/// An ask as it ended; one that waits would be lost with the program.
pub(crate) fn past(ask: &Ask) -> PastAskView {
    let detail = match &ask.kind {
        AskKind::Form(form) => PastAskDetail::Form {
            sent: form.sent.clone(),
        },
        AskKind::Link(link) => PastAskDetail::Link {
            host: host(&link.judged),
            verdict: link.judged.verdict,
            reasons: link
                .judged
                .reasons
                .iter()
                .filter_map(|reason| crate::view::code_of(reason.code))
                .collect(),
        },
        AskKind::Permission(permission) => PastAskDetail::Permission {
            tool: permission.view.tool.title.clone(),
            chosen: permission
                .view
                .chosen
                .and_then(|place| permission.view.options.get(place as usize))
                .map(|option| option.name.clone()),
        },
        AskKind::SignIn(_) => PastAskDetail::SignIn,
    };
    let status = match ask.head.status {
        AskStatus::Pending => AskStatus::Lost,
        status => status,
    };
    PastAskView {
        agent: ask.head.agent.clone(),
        status,
        message: ask.head.message.clone(),
        ended_at: ask.head.ended_at,
        detail,
    }
}

impl Session {
    /// A session of an earlier run.
    pub(crate) fn restored(id: SessionKey, stored: StoredSession) -> Self {
        let StoredSession {
            name,
            owner,
            wire,
            title,
            cwd,
            folders,
            draft,
            queue: _,
            mentions,
            prompts,
            unread,
            running,
            entries,
            shelved,
            masks: _,
        } = stored;
        let mut session = Self::new(id, name, owner, ConnectionId::NONE, cwd);
        session.wire = wire;
        session.folders = folders;
        session.title = title;
        session.put_back(draft);
        session.mentions = mentions;
        session.prompts = prompts.into();
        session.status = SessionStatus::Disconnected;
        session.rejoin = true;
        if running {
            let last = Some(TurnEnd::Lost);
            session.turn = TurnState::Idle { last };
        }
        session.unread = unread;
        if shelved {
            session.shelf = Shelf::on_disk(running);
        } else {
            session.fill(entries, running);
        }
        session
    }

    /// Puts the transcript of an earlier run into an empty one. `running`: it ended in the middle of a turn.
    pub(crate) fn fill(&mut self, entries: Vec<EntryView>, running: bool) {
        for entry in entries {
            self.number_from(entry.id);
            self.push(entry.at, entry.body);
            self.drop_last(entry.dropped);
        }
        self.let_go(|_| false);
        if running {
            let at = self.entries.last().map_or(0, |it| it.at);
            let end = TurnEnd::Lost;
            self.push(
                at,
                EntryBody::Note {
                    note: NoteView::TurnEnded { end },
                },
            );
        }
    }

    /// Gives the session to another agent's key, or says that it has none.
    pub(crate) fn belongs_to(&mut self, owner: Owner) {
        self.owner = owner;
    }
}
