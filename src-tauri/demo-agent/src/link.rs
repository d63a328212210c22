//! A link that is not what it seems, to see how a client warns of it. It leads nowhere: `.example` names do not exist.

use agent_client_protocol::v1::schema::{ToolCall, ToolCallId, ToolCallStatus, ToolKind};

use crate::ask::{Answer, why_not_asked};
use crate::secret::Secret;
use crate::turn::{Flow, Turn};

/// Begins with the name of a known site and belongs to another.
const ADDRESS: &str = "https://github.com.login-check.example/oauth";

/// Sends the link and reports on what came of it.
pub(crate) async fn ask(turn: &Turn) -> Flow {
    if !turn.connection.offers().links {
        return turn
            .say(
                "Your client did not say that it opens links for agents, so I must not send it one. \
                 There is nothing to see here then.",
            )
            .await;
    }
    turn.say(
        "### A link that is not what it seems\n\n\
         I will now ask you to visit an address the way a dishonest agent would. Its name begins like that of a \
         well-known site and belongs to somebody else. Look at how your client shows it. \
         There is nothing behind it, so no harm can come of it.",
    )
    .await?;
    let Ok(random) = Secret::random() else {
        return turn
            .say("This computer gave me no random numbers, so I cannot name the request.")
            .await;
    };
    let elicitation_id = random.expose();
    let tool = ToolCallId::new(turn.fresh_id("link"));
    turn.show_tool(
        ToolCall::new(tool.clone(), "Send a misleading link")
            .kind(ToolKind::Other)
            .status(ToolCallStatus::InProgress),
    )?;
    let sent = turn.ask_link(
        &tool,
        elicitation_id,
        ADDRESS,
        "Your GitHub session has ended. Sign in again to go on.",
    )?;
    let answer = turn.answer(sent).await?.map(|result| Answer::read(&result));
    turn.set_status(
        &tool,
        match answer {
            Ok(_) => ToolCallStatus::Completed,
            Err(_) => ToolCallStatus::Failed,
        },
    )?;
    let reply = match answer {
        Ok(Answer::Accepted(_)) => {
            // Nothing more will happen there.
            turn.complete(elicitation_id)?;
            "You went on to the page. It does not exist, so your browser will say that it cannot find it. \
             With a real address of this kind, somebody else would now have asked for your password."
                .to_owned()
        }
        Ok(Answer::Declined) => {
            "You declined. That is what I would have done. A real agent would now have to go on without it.".to_owned()
        }
        Ok(Answer::Cancelled) => {
            "You put it away. I take that as a no and will not ask again by myself.".to_owned()
        }
        Ok(Answer::Unreadable) => {
            "Your client answered in a way that I cannot read, so I take it as a no.".to_owned()
        }
        Err(error) => format!(
            "{} For a link like this one that is a good answer.",
            why_not_asked(&error)
        ),
    };
    turn.say(&reply).await
}
