//! Agents that run on another machine: what they may have of this one, and trying again when the way breaks.
//!
//! Why only a few times: a machine that is gone stays gone for long, and a program that knocks for ever is
//! a burden to whoever comes back. The pauses grow, the person sees them, and can try at once or stop.

use super::Work;
use super::settings::{MOST_FOLDERS, folder};
use crate::effect::Effect;
use crate::id::{ConnectionId, SessionKey};
use crate::intent::{RemoteDraft, TokenDraft, ValueDraft};
use crate::remote::{Remote, TOKEN, read_address};
use crate::state::Retry;
use crate::view::{AgentProblem, NoteView, RetryView, Trouble};

/// Seconds before each further try.
const PAUSES: [u32; 6] = [1, 2, 5, 10, 30, 60];
/// Milliseconds after which a connection that held is tried as often as a new one.
const HELD: u64 = 60_000;

impl Work<'_> {
    /// What is configured about the agent of a connection that runs elsewhere.
    pub(super) fn remote_of(&self, connection: ConnectionId) -> Option<&Remote> {
        self.state
            .connections
            .get(&connection)?
            .agent
            .remote
            .as_ref()
    }

    /// Whether a method was not advertised, since the agent runs elsewhere and may not have it.
    pub(super) fn is_kept_back(&self, connection: ConnectionId, method: &str) -> bool {
        self.remote_of(connection).is_some_and(|it| {
            (method.starts_with("fs/") && !it.files)
                || (method.starts_with("terminal/") && !it.terminals)
        })
    }

    /// Whether the agent of a session runs on another machine.
    pub(super) fn is_elsewhere(&self, session: SessionKey) -> bool {
        let open = self.state.sessions.get(&session);
        open.is_some_and(|it| it.elsewhere.is_some())
    }

    /// Tells a session where its agent runs.
    pub(super) fn place_session(&mut self, session: SessionKey) {
        let Some(open) = self.state.sessions.get(&session) else {
            return;
        };
        let connected = self.state.connections.get(&open.connection);
        let agent = connected
            .map(|it| &it.agent)
            .or_else(|| self.state.agents.get(&open.owner.id));
        let shared = agent.and_then(|it| it.remote.as_ref()).map(Remote::shared);
        if let Some(open) = self.session(session) {
            open.elsewhere = shared;
        }
    }

    /// Tells all sessions that are not connected where their agent runs.
    pub(super) fn place_sessions(&mut self) {
        let all: Vec<SessionKey> = self.state.sessions.keys().copied().collect();
        for session in all {
            self.place_session(session);
        }
    }

    /// What is about to end a connection.
    pub(super) fn troubled(&mut self, connection: ConnectionId, trouble: Trouble) {
        if let Some(open) = self.connection(connection) {
            open.trouble = Some(trouble.shown());
        }
    }

    /// Says in its transcripts why a connection over the network ended.
    pub(super) fn note_drop(&mut self, connection: ConnectionId) {
        let trouble = self.state.connections.get(&connection);
        let trouble = trouble.and_then(|it| it.trouble.clone());
        self.note_everywhere(connection, &NoteView::Dropped { trouble });
    }

    /// Decides whether a connection that nobody ended is tried again, and when.
    pub(super) fn plan_retry(&mut self, connection: ConnectionId) {
        let ticks = self.at.ticks;
        let unix = self.at.unix;
        if self.state.quitting {
            return;
        }
        let Some(open) = self.state.connections.get(&connection) else {
            return;
        };
        let known = self.state.agents.contains_key(&open.agent.id);
        let held = open
            .ready_at
            .is_some_and(|it| ticks.saturating_sub(it) >= HELD);
        let before = if held { 0 } else { open.attempt };
        // One that never came about is tried again only by the person: they are there and see it.
        let was_there = open.ready_at.is_some() || open.attempt > 0;
        let may_pass = open.trouble.as_ref().is_some_and(Trouble::may_pass);
        let over_network = open.agent.address().is_some();
        let pause = PAUSES.get(before as usize).copied();
        let Some(pause) = pause.filter(|_| {
            known && was_there && may_pass && over_network && !open.stop_asked && !open.forgotten
        }) else {
            return;
        };
        let ticket = self.state.next();
        let view = RetryView {
            attempt: before + 1,
            most: u32::try_from(PAUSES.len()).unwrap_or(u32::MAX),
            at: unix + i64::from(pause) * 1_000,
        };
        if let Some(open) = self.connection(connection) {
            open.retry = Some(Retry { ticket, view });
        }
        self.effects.push(Effect::Wake {
            connection,
            ticket,
            after: pause * 1_000,
        });
        self.show_connection(connection);
    }

    /// It is time to try again, unless the person has tried or stopped meanwhile.
    pub(super) fn woken(&mut self, connection: ConnectionId, ticket: u32) {
        let Some(open) = self.connection(connection) else {
            return;
        };
        let Some(retry) = open.retry.take_if(|it| it.ticket == ticket) else {
            return;
        };
        let agent = open.agent.id;
        self.show_connection(connection);
        if self.state.quitting || !self.state.agents.contains_key(&agent) {
            return;
        }
        let last = self.state.connections.keys().next_back().copied();
        let Some(fresh) = self.connection_for(agent) else {
            return;
        };
        if last.is_none_or(|it| fresh > it)
            && let Some(open) = self.connection(fresh)
        {
            open.attempt = retry.view.attempt;
        }
        self.move_sessions(connection, fresh);
    }

    /// The person wants no more tries. True when there was one to come.
    pub(super) fn stop_retry(&mut self, connection: ConnectionId) -> bool {
        let stopped = self
            .connection(connection)
            .is_some_and(|it| it.retry.take().is_some());
        if stopped {
            self.show_connection(connection);
        }
        stopped
    }
}

/// Reads what the settings form holds of an agent on another machine, and its token.
pub(super) fn read(
    draft: Option<RemoteDraft>,
) -> Result<(Option<Remote>, TokenDraft), AgentProblem> {
    let Some(draft) = draft else {
        return Ok((None, TokenDraft::None));
    };
    let address = draft.address.as_deref().map(read_address).transpose()?;
    if draft.roots.len() > MOST_FOLDERS {
        return Err(AgentProblem::TooLong);
    }
    let filled = draft.roots.iter().filter(|it| !it.trim().is_empty());
    let roots = filled.map(|it| folder(it)).collect::<Result<Vec<_>, _>>()?;
    if (draft.files || draft.terminals) && roots.is_empty() {
        return Err(AgentProblem::NothingShared);
    }
    // A command has no headers: its token is among its variables.
    let token = match address {
        Some(_) => draft.token,
        None => TokenDraft::None,
    };
    let remote = Remote {
        address,
        files: draft.files,
        terminals: draft.terminals,
        roots,
    };
    Ok((Some(remote), token))
}

/// Puts the token among the headers.
pub(super) fn with_token(
    mut headers: Vec<ValueDraft>,
    token: TokenDraft,
) -> Result<Vec<ValueDraft>, AgentProblem> {
    let value = match token {
        TokenDraft::None => return Ok(headers),
        TokenDraft::Kept => None,
        TokenDraft::Fresh { text } => {
            let text = text.trim();
            let sendable = |it: char| it.is_ascii_graphic() || it == ' ';
            if text.is_empty() || !text.chars().all(sendable) {
                return Err(AgentProblem::Token);
            }
            // One that names its own way to be sent, such as `Basic …`, is sent as it is.
            Some(if text.contains(' ') {
                text.to_owned()
            } else {
                format!("Bearer {text}")
            })
        }
    };
    if headers
        .iter()
        .any(|it| it.name.trim().eq_ignore_ascii_case(TOKEN))
    {
        return Err(AgentProblem::Token);
    }
    headers.push(ValueDraft {
        name: TOKEN.to_owned(),
        value,
        secret: Some(true),
    });
    Ok(headers)
}
