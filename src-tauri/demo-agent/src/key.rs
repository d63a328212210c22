//! A form that asks for a secret, to see how a client warns of it.
//!
//! Why a form and not a page: that is what an agent must not do, and what a client has to notice by itself.

use agent_client_protocol::v1::schema::{ToolCall, ToolCallId, ToolCallStatus, ToolKind};
use serde_json::{Value, json};

use crate::ask::{Answer, why_not_asked};
use crate::turn::{Flow, Turn};

/// Sends the form and reports on what came of it.
pub(crate) async fn ask(turn: &Turn) -> Flow {
    if !turn.connection.offers().forms {
        return turn
            .say(
                "Your client did not say that it shows forms, so I must not send it one. \
                 There is nothing to see here then.",
            )
            .await;
    }
    turn.say(
        "### A form that asks for a secret\n\n\
         I will now ask for a key in a form, which no agent should do: what is secret belongs into a web page of the one \
         it was made for. Look at how your client shows it. Type something made up if you want to send anything.",
    )
    .await?;
    let tool = ToolCallId::new(turn.fresh_id("key"));
    turn.show_tool(
        ToolCall::new(tool.clone(), "Ask for a key in a form")
            .kind(ToolKind::Other)
            .status(ToolCallStatus::InProgress),
    )?;
    let message = "I need your key to deploy the project.";
    let answer = turn.ask_form(&tool, message, schema()).await?;
    turn.set_status(
        &tool,
        match answer {
            Ok(Answer::Accepted(_)) => ToolCallStatus::Completed,
            _ => ToolCallStatus::Failed,
        },
    )?;
    let reply = match answer {
        Ok(Answer::Accepted(content)) => {
            let length = content.get("api_key").and_then(Value::as_str).map_or(0, |key| key.chars().count());
            format!(
                "A key of {length} characters reached me, and I have forgotten it. A real agent has it now, and so has \
                 every program that reads what it writes down. Your client asked you once more before it sent it."
            )
        }
        Ok(Answer::Declined) => {
            "You declined. That is what I would have done: a key for a deployment belongs into the page of the one who \
             gave it to you."
                .to_owned()
        }
        Ok(Answer::Cancelled) => {
            "You put it away. I take that as a no and will not ask again by myself.".to_owned()
        }
        Ok(Answer::Unreadable) => {
            "Your client answered in a way that I cannot read, so I take it as a no.".to_owned()
        }
        Err(error) => format!(
            "{} For a form like this one that is a good answer.",
            why_not_asked(&error)
        ),
    };
    turn.say(&reply).await
}

fn schema() -> Value {
    json!({
        "type": "object",
        "title": "Deploy the project",
        "description": "Nothing is deployed: this is a demo.",
        "properties": {
            "account": {"type": "string", "title": "Account", "maxLength": 60},
            "api_key": {"type": "string", "title": "API key", "description": "It begins with key_"},
        },
        "required": ["api_key"],
    })
}
