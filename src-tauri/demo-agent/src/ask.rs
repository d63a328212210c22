//! `elicitation/create` and its answers.
//!
//! Why not the SDK's types for it: they keep a form's fields in a sorted map, and the order of questions matters.

use agent_client_protocol::v1::SentRequest;
use agent_client_protocol::v1::schema::{CompleteElicitationNotification, ToolCallId};
use agent_client_protocol::{Error, ErrorCode, UntypedMessage};
use serde_json::{Map, Value, json};

use crate::turn::{Break, Flow, Turn};
use crate::words::code;

/// What the person did with an ask.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// Filled it in, or agreed to open the page. Left out and null content are the same.
    Accepted(Map<String, Value>),
    /// Does not want to answer.
    Declined,
    /// Put it away without choosing.
    Cancelled,
    /// Something that the protocol does not have; it must not be taken for one of the others.
    Unreadable,
}

impl Answer {
    /// Reads the result of `elicitation/create`; content counts only with `accept`.
    pub(crate) fn read(result: &Value) -> Self {
        match result.get("action").and_then(Value::as_str) {
            Some("accept") => match result.get("content") {
                None | Some(Value::Null) => Self::Accepted(Map::new()),
                Some(Value::Object(content)) => Self::Accepted(content.clone()),
                Some(_) => Self::Unreadable,
            },
            Some("decline") => Self::Declined,
            Some("cancel") => Self::Cancelled,
            _ => Self::Unreadable,
        }
    }
}

impl Turn {
    /// Asks the person to fill in a form about a tool call.
    pub(crate) async fn ask_form(
        &self,
        tool: &ToolCallId,
        message: &str,
        schema: Value,
    ) -> Flow<Result<Answer, Error>> {
        let sent = self.elicit(json!({
            "sessionId": self.session,
            "toolCallId": tool,
            "mode": "form",
            "message": message,
            "requestedSchema": schema,
        }))?;
        let answer = self.answer(sent).await?;
        Ok(answer.map(|result| Answer::read(&result)))
    }

    /// Asks the person to visit a page. Gives the request, since the page may be done before the answer comes.
    pub(crate) fn ask_link(
        &self,
        tool: &ToolCallId,
        elicitation_id: &str,
        url: &str,
        message: &str,
    ) -> Flow<SentRequest<Value>> {
        self.elicit(json!({
            "sessionId": self.session,
            "toolCallId": tool,
            "mode": "url",
            "elicitationId": elicitation_id,
            "url": url,
            "message": message,
        }))
    }

    /// Says that nothing more will happen on a page.
    pub(crate) fn complete(&self, elicitation_id: &str) -> Flow {
        self.client
            .send_notification(CompleteElicitationNotification::new(
                elicitation_id.to_owned(),
            ))
            .map_err(|_| Break::Gone)
    }

    fn elicit(&self, params: Value) -> Flow<SentRequest<Value>> {
        let message = UntypedMessage::new("elicitation/create", params).map_err(|_| Break::Gone)?;
        Ok(self.client.send_request(message))
    }
}

/// Says in words why a client did not put an ask to the person.
pub(crate) fn why_not_asked(error: &Error) -> String {
    let reason = if error.code == ErrorCode::INVALID_PARAMS {
        "it says that it does not take such a request"
    } else if error.code == ErrorCode::METHOD_NOT_FOUND {
        "it does not know this kind of request"
    } else if error.code == ErrorCode::REQUEST_CANCELLED {
        "it turned the request away before anyone answered"
    } else {
        "it reports an error"
    };
    format!(
        "Your client did not ask you: {reason} ({}, {}).",
        error.code.value(),
        code(&error.message)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let filled = json!({"name": "shop"});
        let content = filled.as_object().cloned().unwrap_or_default();
        for (result, expected) in [
            (
                json!({"action": "accept", "content": filled}),
                Answer::Accepted(content),
            ),
            (json!({"action": "accept"}), Answer::Accepted(Map::new())),
            (
                json!({"action": "accept", "content": null}),
                Answer::Accepted(Map::new()),
            ),
            (
                json!({"action": "accept", "content": [1]}),
                Answer::Unreadable,
            ),
            (
                json!({"action": "decline", "content": filled}),
                Answer::Declined,
            ),
            (json!({"action": "cancel"}), Answer::Cancelled),
            (json!({"action": "Accept"}), Answer::Unreadable),
            (json!({}), Answer::Unreadable),
            (json!(null), Answer::Unreadable),
        ] {
            assert_eq!(Answer::read(&result), expected, "{result}");
        }
    }
}
