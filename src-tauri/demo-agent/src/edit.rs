//! A change to a file, proposed and then made or left, as the person permits. Nothing is really written.

use agent_client_protocol::v1::schema::{
    Diff, PermissionOption, PermissionOptionKind, RequestPermissionOutcome,
    RequestPermissionRequest, ToolCall, ToolCallContent, ToolCallId, ToolCallLocation,
    ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields, ToolKind,
};

use crate::ask::why_not_asked;
use crate::turn::{Flow, Turn};

const ALLOW_ONCE: &str = "allow-once";
const ALLOW_ALWAYS: &str = "allow-always";
const REJECT_ONCE: &str = "reject-once";

const BEFORE: &str = "[deploy]\nregion = \"eu-north\"\nreplicas = 1\n";
const AFTER: &str = "[deploy]\nregion = \"eu-north\"\nreplicas = 2\n\n[deploy.health]\npath = \"/up\"\nevery = \"30s\"\n";

/// Proposes the change and reports on what came of it.
pub(crate) async fn propose(turn: &Turn) -> Flow {
    turn.say(
        "### A permission\n\n\
         I would like to change a file. Look at the change and decide. \
         As this is a demo, nothing is written, whatever you choose.",
    )
    .await?;
    let file = turn
        .remember(|memory| memory.cwd.join("deploy.toml"))
        .unwrap_or_else(|| "deploy.toml".into());
    let id = ToolCallId::new(turn.fresh_id("edit"));
    let title = "Edit deploy.toml";
    let diff = ToolCallContent::Diff(Diff::new(file.clone(), AFTER).old_text(BEFORE.to_owned()));
    let place = ToolCallLocation::new(file).line(3);
    turn.show_tool(
        ToolCall::new(id.clone(), title)
            .kind(ToolKind::Edit)
            .status(ToolCallStatus::Pending)
            .content(vec![diff.clone()])
            .locations(vec![place.clone()]),
    )?;

    if turn.remember(|memory| memory.edits_allowed) == Some(true) {
        make(turn, &id).await?;
        return turn
            .say("You allowed edits in this session before, so I did not ask again.")
            .await;
    }

    let request = RequestPermissionRequest::new(
        turn.session.clone(),
        ToolCallUpdate::new(
            id.clone(),
            ToolCallUpdateFields::new()
                .title(title.to_owned())
                .kind(ToolKind::Edit)
                .status(ToolCallStatus::Pending)
                .content(vec![diff])
                .locations(vec![place]),
        ),
        vec![
            PermissionOption::new(ALLOW_ONCE, "Allow once", PermissionOptionKind::AllowOnce),
            PermissionOption::new(
                ALLOW_ALWAYS,
                "Allow edits in this session",
                PermissionOptionKind::AllowAlways,
            ),
            PermissionOption::new(REJECT_ONCE, "Reject", PermissionOptionKind::RejectOnce),
        ],
    );
    let answer = turn.answer(turn.client.send_request(request)).await?;
    let chosen = match &answer {
        Ok(response) => match &response.outcome {
            RequestPermissionOutcome::Selected(selected) => Ok(selected.option_id.0.as_ref()),
            _ => Ok(""),
        },
        Err(error) => Err(error),
    };
    match chosen {
        Ok(ALLOW_ONCE) => {
            make(turn, &id).await?;
            turn.say("Thank you. You allowed it this once, and I would ask again next time.")
                .await
        }
        Ok(ALLOW_ALWAYS) => {
            turn.remember(|memory| memory.edits_allowed = true);
            make(turn, &id).await?;
            turn.say(
                "Thank you. You allowed edits for this session, so I will not ask again in it.",
            )
            .await
        }
        Ok(REJECT_ONCE) => {
            turn.set_status(&id, ToolCallStatus::Failed)?;
            turn.say("Understood. I left the file as it is.").await
        }
        Ok(_) => {
            turn.set_status(&id, ToolCallStatus::Failed)?;
            turn.say("You chose nothing, which I take as no. I left the file as it is.")
                .await
        }
        Err(error) => {
            turn.set_status(&id, ToolCallStatus::Failed)?;
            turn.say(&format!(
                "{} Without a permission I left the file as it is.",
                why_not_asked(error)
            ))
            .await
        }
    }
}

/// Plays the change being made.
async fn make(turn: &Turn, id: &ToolCallId) -> Flow {
    turn.set_status(id, ToolCallStatus::InProgress)?;
    turn.pause(turn.connection.settings.pace * 20).await?;
    turn.set_status(id, ToolCallStatus::Completed)
}
