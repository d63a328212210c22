//! The replay of a session by its agent: it replaces messages and tool calls, our own entries keep their place.
//!
//! Why places are counted in prompts, tool calls and messages: a replay is rarely the same word for word
//! (pieces are joined, thoughts are left out), but these come in the same order.

use crate::view::{EntryBody, EntryView, NoteView, Speaker};

/// A replay that has not ended.
#[derive(Debug, Clone)]
pub(crate) struct Replay {
    /// The transcript as it stood before.
    pub(crate) stored: Vec<EntryView>,
    pub(crate) unread: bool,
}

/// How much of a conversation has passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    prompts: u32,
    tools: u32,
    messages: u32,
    /// What came last belongs to a prompt that may go on: a picture or a file in it.
    within_prompt: bool,
}

impl Place {
    fn pass(&mut self, body: &EntryBody) {
        let goes_on = std::mem::take(&mut self.within_prompt);
        match body {
            // Agents tell a prompt with a file in it in pieces.
            EntryBody::User { .. } if goes_on => {}
            EntryBody::User { .. } => {
                *self = Self {
                    prompts: self.prompts + 1,
                    ..Self::default()
                }
            }
            EntryBody::Content {
                from: Speaker::User,
                ..
            } => {
                if !goes_on && (self.tools, self.messages) != (0, 0) || self.prompts == 0 {
                    self.prompts += 1;
                    self.tools = 0;
                    self.messages = 0;
                }
                self.within_prompt = true;
            }
            EntryBody::Tool { .. } => {
                self.tools += 1;
                self.messages = 0;
            }
            EntryBody::Agent { .. } => self.messages += 1,
            _ => {}
        }
    }

    /// Whether what stood at `self` stands before an entry that would bring us to `next`.
    fn is_before(self, next: Self) -> bool {
        (next.prompts, next.tools, next.messages) > (self.prompts, self.tools, self.messages)
    }
}

/// Whether an entry is ours and not the agent's to tell.
fn is_ours(body: &EntryBody) -> bool {
    matches!(
        body,
        EntryBody::Ask { .. }
            | EntryBody::PastAsk { .. }
            | EntryBody::Note { .. }
            // Told once, and no part of what an agent keeps.
            | EntryBody::AgentNotice { .. }
    )
}

/// Whether an entry says that the beginning of a transcript is missing.
fn is_cut(entry: &EntryView) -> bool {
    matches!(
        entry.body,
        EntryBody::Note {
            note: NoteView::NotKept { .. }
        }
    )
}

/// What the agent told again, with our own entries of before at their places.
pub(crate) fn merge(stored: &[EntryView], told: Vec<EntryView>) -> Vec<EntryView> {
    let mut passed = Place::default();
    let mut ours = Vec::new();
    for entry in stored {
        if is_cut(entry) {
            // What is told says itself whether something of it is missing.
        } else if is_ours(&entry.body) {
            ours.push((passed, entry.clone()));
        } else {
            passed.pass(&entry.body);
        }
    }
    if stored.iter().chain(&told).any(is_cut) {
        // The beginning of one is missing: they are the same at the end.
        let mut all = Place::default();
        for entry in &told {
            all.pass(&entry.body);
        }
        for (place, _) in &mut ours {
            place.prompts = (place.prompts + all.prompts).saturating_sub(passed.prompts);
        }
    }
    let mut ours = ours.into_iter().peekable();
    let mut merged = Vec::new();
    let mut passed = Place::default();
    for entry in told {
        let mut next = passed;
        next.pass(&entry.body);
        while let Some((_, own)) = ours.next_if(|(place, _)| place.is_before(next)) {
            merged.push(own);
        }
        passed = next;
        merged.push(entry);
    }
    merged.extend(ours.map(|(_, own)| own));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::EntryId;
    use crate::view::{ContentView, ToolView};

    /// `u` a prompt, `f` a file in one, `a` a message, `t` a tool call, `h` a thought; other letters are notes of ours.
    fn entries(letters: &str) -> Vec<EntryView> {
        (0..)
            .zip(letters.chars())
            .map(|(number, letter)| {
                let text = String::new();
                let body = match letter {
                    'u' => EntryBody::User {
                        text,
                        attached: Vec::new(),
                    },
                    'f' => EntryBody::Content {
                        from: Speaker::User,
                        content: ContentView::Other {
                            what: text,
                            mime: None,
                            bytes: None,
                        },
                    },
                    'a' => EntryBody::Agent { text },
                    'h' => EntryBody::Thought { text },
                    't' => EntryBody::Tool {
                        tool: ToolView::default(),
                    },
                    other => EntryBody::Note {
                        note: NoteView::NotSet {
                            message: other.to_string(),
                        },
                    },
                };
                EntryView {
                    id: EntryId(number),
                    at: 0,
                    dropped: false,
                    body,
                }
            })
            .collect()
    }

    fn letters(entries: &[EntryView]) -> String {
        let letter = |entry: &EntryView| match &entry.body {
            EntryBody::User { .. } => "u".to_owned(),
            EntryBody::Agent { .. } => "a".to_owned(),
            EntryBody::Thought { .. } => "h".to_owned(),
            EntryBody::Tool { .. } => "t".to_owned(),
            EntryBody::Content { .. } => "f".to_owned(),
            EntryBody::Note {
                note: NoteView::NotSet { message },
            } => message.clone(),
            _ => "?".to_owned(),
        };
        entries.iter().map(letter).collect()
    }

    #[test]
    fn our_own_entries_keep_their_place_in_a_replay() {
        let check = |stored: &str, told: &str, expected: &str| {
            let merged = merge(&entries(stored), entries(told));
            assert_eq!(letters(&merged), expected, "{stored} told again as {told}");
        };
        check("uahtXaYuaZ", "uahtaua", "uahtXaYuaZ");
        check("uahtXaYuaZ", "uataua", "uatXaYuaZ");
        check("XuYtZ", "ut", "XuYtZ");
        check("uaXaY", "ua", "uaXY");
        check("uaXuaY", "ua", "uaXY");
        check("uXaYuZ", "ufuaufu", "ufuXaYufuZ");
        check("X", "", "X");
        check("", "uat", "uat");
        check("uaX", "uattaua", "uaXttaua");
    }
}
