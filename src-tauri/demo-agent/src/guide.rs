//! The guided conversation: which words of the person lead to which part of the demo.

use agent_client_protocol::v1::schema::{
    ContentBlock, Plan, PlanEntry, PlanEntryPriority, PlanEntryStatus,
};

use crate::turn::{Flow, Turn};
use crate::{edit, key, link, project, sign_in};

/// A command that the agent offers.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    part: Part,
}

/// A part of the demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Tour,
    Form,
    SignIn,
    Link,
    Secret,
    Slow,
}

/// All commands, in the order offered.
pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "tour",
        description: "Show everything: a permission, a form and a sign-in",
        part: Part::Tour,
    },
    Command {
        name: "form",
        description: "Ask with a form",
        part: Part::Form,
    },
    Command {
        name: "sign-in",
        description: "Ask to sign in on a web page",
        part: Part::SignIn,
    },
    Command {
        name: "link",
        description: "Send a link that is not what it seems",
        part: Part::Link,
    },
    Command {
        name: "secret",
        description: "Ask for a secret in a form, as no agent should",
        part: Part::Secret,
    },
    Command {
        name: "slow",
        description: "Answer at length, to try Stop",
        part: Part::Slow,
    },
];

/// The steps of the tour, as its plan shows them.
const STEPS: [&str; 4] = [
    "Say what there is to see",
    "Change a file, if you permit it",
    "Ask for the settings of a project",
    "Sign in on a web page",
];

/// Replies to a plain message after the tour: the first with one of its words in the message, else the last.
const REPLIES: &[(&[&str], &str)] = &[
    (
        &["form", "question", "field", "ask"],
        "To see a form, type `/form`. It has text, numbers, choices, a date and an e-mail address, and I repeat what reached me.",
    ),
    (
        &["sign", "login", "log in", "account", "oauth", "browser"],
        "To see a sign-in, type `/sign-in`. The page is served from your own computer, by me, and there is no real account behind it.",
    ),
    (
        &["link", "url", "address", "phish", "warn", "suspicious"],
        "To see how a misleading address is shown, type `/link`. It leads nowhere, whatever you do.",
    ),
    (
        &["secret", "key", "password", "token"],
        "To see how a form that asks for a secret is shown, type `/secret`. Type something made up there.",
    ),
    (
        &["stop", "cancel", "slow", "long"],
        "To try Stop, type `/slow` and stop me in the middle.",
    ),
    (
        &["hello", "hi ", "thank", "bye"],
        "Good to have you here. I am only a demo: type `/` to see what I can show.",
    ),
    (
        &[],
        "I am a demo and understand very little. What I can show you: `/form` asks with a form, `/sign-in` asks you to sign in on a web page, `/link` sends a misleading address, `/secret` asks for a secret in a form, `/slow` answers at length so that you can stop me, and `/tour` shows everything from the start.",
    ),
];

/// Answers one prompt.
pub(crate) async fn answer(turn: &Turn, prompt: &[ContentBlock]) -> Flow {
    let words = words_of(prompt);
    match part_for(
        &words,
        turn.remember(|memory| memory.toured).unwrap_or(true),
    ) {
        Ok(Part::Tour) => tour(turn).await,
        Ok(Part::Form) => project::ask(turn).await,
        Ok(Part::SignIn) => sign_in::ask(turn).await,
        Ok(Part::Link) => link::ask(turn).await,
        Ok(Part::Secret) => key::ask(turn).await,
        Ok(Part::Slow) => {
            let pause = turn.connection.settings.pace * 8;
            turn.say_at(include_str!("words/slow.md"), pause).await
        }
        Err(reply) => turn.say(reply).await,
    }
}

/// The part that a prompt leads to, or what to say instead.
fn part_for(words: &str, toured: bool) -> Result<Part, &'static str> {
    if let Some(command) = words.strip_prefix('/') {
        let name = command.split_whitespace().next().unwrap_or_default();
        return COMMANDS
            .iter()
            .find(|command| command.name == name)
            .map(|command| command.part)
            .ok_or(
                "I do not have that command. I have `/tour`, `/form`, `/sign-in`, `/link`, `/secret` and `/slow`.",
            );
    }
    if !toured {
        return Ok(Part::Tour);
    }
    let words = words.to_lowercase();
    let reply = REPLIES
        .iter()
        .find(|(hints, _)| hints.is_empty() || hints.iter().any(|hint| words.contains(hint)))
        .map_or("", |(_, reply)| reply);
    Err(reply)
}

fn words_of(prompt: &[ContentBlock]) -> String {
    let texts: Vec<&str> = prompt
        .iter()
        .filter_map(|block| match block {
            ContentBlock::Text(text) => Some(text.text.as_str()),
            _ => None,
        })
        .collect();
    texts.join("\n").trim().to_owned()
}

async fn tour(turn: &Turn) -> Flow {
    turn.remember(|memory| memory.toured = true);
    turn.show_plan(plan(0))?;
    turn.say(include_str!("words/intro.md")).await?;
    turn.show_plan(plan(1))?;
    edit::propose(turn).await?;
    turn.show_plan(plan(2))?;
    project::ask(turn).await?;
    turn.show_plan(plan(3))?;
    sign_in::ask(turn).await?;
    turn.show_plan(plan(4))?;
    turn.say(include_str!("words/closing.md")).await
}

/// The plan with the first `done` steps behind and the next one under way.
fn plan(done: usize) -> Plan {
    Plan::new(
        STEPS
            .iter()
            .enumerate()
            .map(|(index, step)| {
                let status = match index.cmp(&done) {
                    std::cmp::Ordering::Less => PlanEntryStatus::Completed,
                    std::cmp::Ordering::Equal => PlanEntryStatus::InProgress,
                    std::cmp::Ordering::Greater => PlanEntryStatus::Pending,
                };
                PlanEntry::new(*step, PlanEntryPriority::Medium, status)
            })
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_where() {
        for (words, toured, expected) in [
            ("Hello", false, Some(Part::Tour)),
            ("", false, Some(Part::Tour)),
            ("/form", false, Some(Part::Form)),
            ("/tour", true, Some(Part::Tour)),
            ("/link suspicious", true, Some(Part::Link)),
            ("/sign-in", true, Some(Part::SignIn)),
            ("/secret", true, Some(Part::Secret)),
            ("/slow", true, Some(Part::Slow)),
            ("/formal", true, None),
            ("Hello", true, None),
        ] {
            assert_eq!(part_for(words, toured).ok(), expected, "{words:?}");
        }
    }

    #[test]
    fn a_plain_message_gets_the_reply_to_what_it_is_about() {
        for (words, named) in [
            ("Can you show me a FORM?", "`/form`"),
            ("How do I log in", "`/sign-in`"),
            ("Tell me about phishing", "`/link`"),
            ("Do you want my password", "`/secret`"),
            ("What is the capital of France", "`/tour`"),
        ] {
            let reply = part_for(words, true).expect_err("a reply");
            assert!(reply.contains(named), "{words:?} got {reply:?}");
        }
    }
}
