//! Signing in by link: the request, the wait for the browser, and every way in which that can end.

use std::pin::pin;
use std::time::Instant;

use agent_client_protocol::Error;
use agent_client_protocol::v1::schema::{ToolCall, ToolCallId, ToolCallStatus, ToolKind};

use crate::ask::{Answer, why_not_asked};
use crate::desk::{Outcome, SignIn};
use crate::secret::Secret;
use crate::turn::{Break, Flow, Turn};
use crate::words::text;

/// How the ask ended.
#[derive(Debug)]
enum End {
    /// The browser is done.
    Browser(Outcome),
    /// The person agreed, and then nothing happened for too long.
    Abandoned,
    /// The person did not agree.
    NotOpened(Answer),
    /// The client did not ask.
    NotAsked(Error),
}

/// Asks the person to sign in and reports on what came of it.
pub(crate) async fn ask(turn: &Turn) -> Flow {
    if !turn.connection.offers().links {
        return turn
            .say(
                "### A sign-in\n\n\
                 This part needs a client that opens links for agents, and yours did not say that it does. \
                 I must not ask for a sign-in in any other way, least of all for a password in a form, so I leave it out.",
            )
            .await;
    }
    let again = turn.remember(|memory| memory.signed_in) == Some(true);
    turn.say(if again {
        "### A sign-in\n\n\
         You are signed in already, but we can do it once more. I will ask you to visit a page of Example ID, \
         a make-believe provider on your own computer."
    } else {
        "### A sign-in\n\n\
         Now I will ask you to visit a web page. It belongs to Example ID, a make-believe provider that runs on your own \
         computer. Your client shows you the whole address first, and only you can open it. \
         What you do there stays between you and the page, until it sends you back to me."
    })
    .await?;
    let (elicitation_id, mut sign_in) = match begin(turn).await {
        Ok(begun) => begun,
        Err(reason) => {
            return turn
                .say(&format!(
                    "I could not put up the page on this computer: {}. So there is no sign-in this time.",
                    text(&reason.to_string())
                ))
                .await;
        }
    };
    let tool = ToolCallId::new(turn.fresh_id("sign-in"));
    turn.show_tool(
        ToolCall::new(tool.clone(), "Sign in with Example ID")
            .kind(ToolKind::Other)
            .status(ToolCallStatus::InProgress),
    )?;
    let end = wait(turn, &tool, &elicitation_id, &mut sign_in).await?;
    // From here on the address is of no use to anybody.
    drop(sign_in);
    turn.set_status(
        &tool,
        match end {
            End::Browser(Outcome::SignedIn(_)) => ToolCallStatus::Completed,
            _ => ToolCallStatus::Failed,
        },
    )?;
    report(turn, end).await
}

/// Puts the page up and makes the ids of this sign-in.
async fn begin(turn: &Turn) -> std::io::Result<(String, SignIn)> {
    let desk = turn.connection.desk().await?;
    let random = Secret::random().map_err(std::io::Error::other)?;
    let elicitation_id = random.expose().to_owned();
    let sign_in = desk.begin(&elicitation_id).map_err(std::io::Error::other)?;
    Ok((elicitation_id, sign_in))
}

/// Waits for the person's answer and for the browser, in whichever order they come.
async fn wait(
    turn: &Turn,
    tool: &ToolCallId,
    elicitation_id: &str,
    sign_in: &mut SignIn,
) -> Flow<End> {
    let sent = turn.ask_link(
        tool,
        elicitation_id,
        sign_in.url.as_str(),
        "Please sign in with Example ID. It will tell me your name and nothing else.",
    )?;
    let withdrawal = sent.cancellation_handle();
    let mut answer = pin!(turn.answer(sent));
    let answered = tokio::select! {
        answered = &mut answer => answered?,
        ended = &mut sign_in.ended => {
            // The page was opened some other way and is done: the ask is settled, and there is nothing left to answer.
            turn.complete(elicitation_id)?;
            withdrawal.cancel().map_err(|_| Break::Gone)?;
            return Ok(End::Browser(ended.unwrap_or(Outcome::Failed)));
        }
    };
    match answered.map(|result| Answer::read(&result)) {
        Ok(Answer::Accepted(_)) => {}
        Ok(answer) => return Ok(End::NotOpened(answer)),
        Err(error) => return Ok(End::NotAsked(error)),
    }
    let patience = turn.connection.settings.patience;
    sign_in.expire(Instant::now() + patience);
    let waited = turn
        .until(tokio::time::timeout(patience, &mut sign_in.ended))
        .await;
    // However the wait ends, the page has no more to do, and the client need not go on waiting for it.
    turn.complete(elicitation_id)?;
    Ok(match waited? {
        Ok(ended) => End::Browser(ended.unwrap_or(Outcome::Failed)),
        Err(_) => End::Abandoned,
    })
}

async fn report(turn: &Turn, end: End) -> Flow {
    let reply = match end {
        End::Browser(Outcome::SignedIn(account)) => {
            turn.remember(|memory| memory.signed_in = true);
            format!(
                "Welcome, **{}**. Example ID sent you back to me with a code, and I exchanged it on this computer. \
                 Nothing of that went through your client.",
                account.name
            )
        }
        End::Browser(Outcome::Refused) => {
            "You refused on the page of Example ID, so I know nothing about you. A real agent would go on without \
             the account, or tell you what it cannot do then."
                .to_owned()
        }
        End::Browser(Outcome::Failed) => {
            "Example ID did not confirm the sign-in. To try again, type `/sign-in`.".to_owned()
        }
        End::Abandoned => {
            "I have waited long enough and gave the sign-in up. The address does not work any more. \
             To try again, type `/sign-in`."
                .to_owned()
        }
        End::NotOpened(Answer::Declined) => {
            "You declined, so there is no sign-in. I will not ask again by myself.".to_owned()
        }
        End::NotOpened(Answer::Cancelled) => {
            "You put it away for now. If you want to sign in later, type `/sign-in`.".to_owned()
        }
        End::NotOpened(_) => {
            "Your client answered in a way that I cannot read, so I take it as a no.".to_owned()
        }
        End::NotAsked(error) => format!(
            "{} A sign-in has no other way, so I leave it out.",
            why_not_asked(&error)
        ),
    };
    turn.say(&reply).await
}
