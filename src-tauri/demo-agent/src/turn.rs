//! One turn: speaking, showing and asking, all of which end when the person stops the turn.

use std::future::Future;
use std::time::Duration;

use agent_client_protocol::v1::schema::{
    ContentBlock, ContentChunk, Plan, SessionId, SessionNotification, SessionUpdate, ToolCall,
    ToolCallId, ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields,
};
use agent_client_protocol::v1::{ConnectionTo, SentRequest};
use agent_client_protocol::{
    Client, Error, is_connection_terminated, is_incoming_transport_closed,
};
use tokio_util::sync::CancellationToken;

use crate::agent::Connection;
use crate::session::Memory;

/// Why a turn ends before its words do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    /// The person stopped it.
    Stopped,
    /// The client is gone.
    Gone,
}

/// What goes on unless the turn ends.
pub(crate) type Flow<T = ()> = Result<T, Break>;

/// A turn under way.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    pub(crate) connection: Connection,
    pub(crate) client: ConnectionTo<Client>,
    pub(crate) session: SessionId,
    pub(crate) stop: CancellationToken,
}

impl Turn {
    /// Streams one message of Markdown in small pieces at the set pace.
    pub(crate) async fn say(&self, markdown: &str) -> Flow {
        self.say_at(markdown, self.connection.settings.pace).await
    }

    /// Streams one message with `pause` as the mean time between two pieces.
    pub(crate) async fn say_at(&self, markdown: &str, pause: Duration) -> Flow {
        let message = self.fresh_id("message");
        for (index, piece) in pieces(markdown.trim()).enumerate() {
            let chunk = ContentChunk::new(ContentBlock::from(piece)).message_id(message.as_str());
            self.update(SessionUpdate::AgentMessageChunk(chunk))?;
            // A beat that is not quite even reads like speech.
            let beat = [80, 110, 90, 120, 100][index % 5];
            self.pause(pause * beat / 100).await?;
        }
        Ok(())
    }

    /// Waits, unless the turn is stopped.
    pub(crate) async fn pause(&self, time: Duration) -> Flow {
        if time.is_zero() {
            // Without a pause the handlers would not get to see that the turn was stopped.
            self.until(tokio::task::yield_now()).await
        } else {
            self.until(tokio::time::sleep(time)).await
        }
    }

    /// Waits for something, unless the turn is stopped.
    pub(crate) async fn until<T>(&self, work: impl Future<Output = T>) -> Flow<T> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(Break::Stopped),
            done = work => Ok(done),
        }
    }

    /// Shows the plan as it now stands.
    pub(crate) fn show_plan(&self, plan: Plan) -> Flow {
        self.update(SessionUpdate::Plan(plan))
    }

    /// Shows a new tool call.
    pub(crate) fn show_tool(&self, tool: ToolCall) -> Flow {
        self.update(SessionUpdate::ToolCall(tool))
    }

    /// Shows that a tool call has come so far.
    pub(crate) fn set_status(&self, tool: &ToolCallId, status: ToolCallStatus) -> Flow {
        self.update(SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(
            tool.clone(),
            ToolCallUpdateFields::new().status(status),
        )))
    }

    /// Waits for the answer to a request; when the turn is stopped first, takes the request back.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        request: SentRequest<T>,
    ) -> Flow<Result<T, Error>> {
        let withdrawal = request.cancellation_handle();
        match self.until(request.block_task()).await {
            Ok(Err(error)) if is_gone(&error) => Err(Break::Gone),
            Ok(answer) => Ok(answer),
            Err(end) => {
                // The other reason to fail is that the connection is gone, and then nothing waits.
                let _ = withdrawal.cancel();
                Err(end)
            }
        }
    }

    /// An id that this session has not used yet.
    pub(crate) fn fresh_id(&self, kind: &str) -> String {
        let number = self.remember(Memory::next_number).unwrap_or_default();
        format!("{kind}-{number}")
    }

    /// Reads or changes what is remembered of the session; nothing when it was closed.
    pub(crate) fn remember<T>(&self, change: impl FnOnce(&mut Memory) -> T) -> Option<T> {
        self.connection.sessions.with(&self.session, change)
    }

    fn update(&self, update: SessionUpdate) -> Flow {
        self.client
            .send_notification(SessionNotification::new(self.session.clone(), update))
            .map_err(|_| Break::Gone)
    }
}

/// Whether an error says that there is nobody left to answer.
fn is_gone(error: &Error) -> bool {
    is_incoming_transport_closed(error) || is_connection_terminated(error)
}

/// Cuts a text into pieces of about two words, each with the white space after it.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    const ABOUT: usize = 10;
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest
            .char_indices()
            .find(|(index, character)| *index >= ABOUT && character.is_whitespace())
            .map_or(rest.len(), |(index, character)| {
                index + character.len_utf8()
            });
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn pieces_lose_nothing() {
        for text in [
            "",
            "one",
            "# A heading\n\nTwo words, and über-long-unbroken-text-here.\n",
        ] {
            assert_eq!(pieces(text).collect::<String>(), text);
        }
        assert_eq!(
            pieces("What this is about").collect::<Vec<_>>(),
            ["What this is ", "about"]
        );
    }
}
