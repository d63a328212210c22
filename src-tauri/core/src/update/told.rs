//! What an agent tells of a session beside the conversation: its commands, and what it has used.

use serde_json::{Map, Value};

use super::Work;
use crate::id::SessionKey;
use crate::text::{is_hidden, visible};
use crate::view::{CommandView, CostView, UsageView};

/// Commands that are listed; further ones are counted.
const MOST_COMMANDS: usize = 200;
/// Characters of a command's name; one with a longer name is not listed.
const MOST_NAME: usize = 100;
/// Characters that are shown of a description or a hint.
const MOST_WORDS: usize = 300;

impl Work<'_> {
    /// The list replaces the one before as a whole.
    pub(super) fn commands_told(&mut self, session: SessionKey, update: &Map<String, Value>) {
        let sent = update.get("availableCommands").and_then(Value::as_array);
        let sent = sent.map_or(&[][..], Vec::as_slice);
        let commands: Vec<CommandView> = sent
            .iter()
            .filter_map(command)
            .take(MOST_COMMANDS)
            .collect();
        if let Some(open) = self.session(session) {
            let more = sent.len() - commands.len();
            open.commands_more = u32::try_from(more).unwrap_or(u32::MAX);
            open.commands = commands;
            self.show_session(session);
        }
    }

    pub(super) fn usage_told(&mut self, session: SessionKey, update: &Map<String, Value>) {
        let count = |name: &str| update.get(name).and_then(Value::as_u64);
        let (Some(used), Some(size)) = (count("used"), count("size")) else {
            return;
        };
        let Some(open) = self.session(session) else {
            return;
        };
        // The cost is of the whole session: an update without it does not take it back.
        let known = open.usage.take().and_then(|usage| usage.cost);
        let cost = update.get("cost").and_then(cost).or(known);
        open.usage = Some(UsageView { used, size, cost });
        let session = open.view();
        self.publish(crate::view::Op::PutSession { session });
    }
}

/// A command that can be typed as it is shown; others are left out and counted.
fn command(value: &Value) -> Option<CommandView> {
    let name = value.get("name")?.as_str()?;
    let name = name.strip_prefix('/').unwrap_or(name);
    let odd = |letter: char| letter.is_whitespace() || is_hidden(letter);
    if name.is_empty() || name.chars().count() > MOST_NAME || name.chars().any(odd) {
        return None;
    }
    let words = |value: Option<&Value>| value.and_then(Value::as_str).map(shortened);
    Some(CommandView {
        name: name.to_owned(),
        description: words(value.get("description")).unwrap_or_default(),
        hint: words(value.get("input").and_then(|input| input.get("hint")))
            .filter(|hint| !hint.is_empty()),
    })
}

fn shortened(text: &str) -> String {
    let mut kept: String = text.chars().take(MOST_WORDS).collect();
    if kept.len() < text.len() {
        kept.push('…');
    }
    visible(&kept)
}

fn cost(value: &Value) -> Option<CostView> {
    let currency = value.get("currency")?.as_str()?;
    let amount = value.get("amount")?.as_number()?;
    let is_code = currency.len() == 3 && currency.bytes().all(|it| it.is_ascii_uppercase());
    is_code.then(|| CostView {
        amount: amount.to_string(),
        currency: currency.to_owned(),
    })
}
