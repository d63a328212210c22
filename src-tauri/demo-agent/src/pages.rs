//! What the pages say. Nothing that a browser sent is written into them.

use crate::provider::{Account, Rejection};
use crate::secret::Secret;

/// The style of all pages, served as a file of its own so that the policy can forbid any in the page.
pub(crate) const STYLE: &str = include_str!("pages/style.css");

const CONSENT: &str = include_str!("pages/consent.html");
const NOTICE: &str = include_str!("pages/notice.html");

/// Example ID asks whether to let the agent in.
pub(crate) fn consent(token: &Secret) -> String {
    CONSENT.replace("{consent}", token.expose())
}

pub(crate) fn signed_in(account: &Account) -> String {
    notice(
        "You are signed in",
        &format!(
            "The demo agent now knows you as {}. You can close this page and go back to Assent.",
            account.name
        ),
    )
}

pub(crate) fn refused() -> String {
    notice(
        "You refused",
        "The demo agent was told so and got nothing. You can close this page.",
    )
}

pub(crate) fn failed() -> String {
    notice(
        "The sign-in failed",
        "Example ID did not confirm it. Ask the demo agent to start again.",
    )
}

pub(crate) fn unknown_sign_in() -> String {
    notice(
        "This sign-in is not known here",
        "It was finished, given up or never started. Nothing was changed. To sign in, ask the demo agent to start again.",
    )
}

pub(crate) fn rejected(rejection: Rejection) -> String {
    notice(
        "Example ID cannot go on",
        match rejection {
            Rejection::BadRequest => {
                "The address is not one that the demo agent gave out. Nothing was changed."
            }
            Rejection::Stale => {
                "This page is too old or was used before. Ask the demo agent to start again."
            }
            Rejection::NoRandomness => {
                "This computer gave no random numbers, and without them a sign-in can be guessed."
            }
        },
    )
}

pub(crate) fn not_here() -> String {
    notice(
        "There is nothing here",
        "This address belongs to the demo agent, but it has no such page.",
    )
}

fn notice(title: &str, text: &str) -> String {
    NOTICE.replace("{title}", title).replace("{text}", text)
}
