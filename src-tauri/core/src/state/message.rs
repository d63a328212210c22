//! A message before it is sent: its text, what goes along with it, and what it mentions.
//!
//! Why mentions are looked up in the text when it is sent: the person edits a text as they like, and so does
//! whoever takes a message back from the queue or brings an earlier one again. What stands there counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Session;
use crate::attach::{FoundFile, PromptCan};
use crate::text::visible;
use crate::view::{AttachedKind, AttachedView, PictureView, QueuedView, SentAs};

/// Files a session remembers for mentions.
const MOST_MENTIONS: usize = 200;
/// Earlier prompts a session remembers, and bytes of them.
const MOST_PROMPTS: usize = 100;
const KEPT_PROMPTS: usize = 256 << 10;

/// A message.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) attached: Vec<Attached>,
}

impl Message {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.attached.is_empty()
    }

    /// Puts another message after this one, with a blank line between their texts.
    pub(crate) fn append(&mut self, after: Self) {
        if !after.text.trim().is_empty() {
            if !self.text.is_empty() {
                self.text.push_str("\n\n");
            }
            self.text.push_str(&after.text);
        }
        self.attached.extend(after.attached);
    }
}

/// A message that waits for its turn.
#[derive(Debug, Clone)]
pub(crate) struct Queued {
    pub(crate) id: u32,
    pub(crate) message: Message,
}

/// Something that goes along with a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Attached {
    pub(crate) id: u32,
    pub(crate) kind: AttachedKind,
    /// None for a picture that was pasted.
    pub(crate) path: Option<String>,
    pub(crate) bytes: Option<u64>,
    pub(crate) picture: Option<PictureView>,
}

impl Attached {
    pub(crate) fn found(id: u32, found: FoundFile) -> Self {
        let picture = found.picture.zip(found.mime);
        Self {
            id,
            kind: found.kind,
            path: Some(found.path),
            bytes: found.bytes,
            picture: picture.map(|(data, mime)| PictureView { mime, data }),
        }
    }

    fn sent(&self, can: Option<PromptCan>) -> SentAs {
        let Some(can) = can else {
            return SentAs::Unknown;
        };
        match can.judge(self.kind, self.bytes.unwrap_or_default()) {
            Ok(()) => SentAs::Full,
            Err(why) if self.path.is_some() => SentAs::of_address(why, can.elsewhere),
            Err(_) => SentAs::Nothing,
        }
    }

    pub(crate) fn view(&self, can: Option<PromptCan>) -> AttachedView {
        AttachedView {
            id: self.id,
            kind: self.kind,
            name: self.path.as_deref().map(name_of),
            path: self.path.as_deref().map(shown),
            bytes: self.bytes,
            sent: self.sent(can),
            mention: false,
            picture: self.picture.clone(),
        }
    }
}

/// A file that can be mentioned, since the person chose it once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mention {
    pub(crate) path: String,
    pub(crate) folder: bool,
}

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Mention(&'a str, &'a Mention),
}

/// The files a session remembers: what stands for them in a text, and the order in which they were chosen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mentions {
    by_token: BTreeMap<String, Mention>,
    order: Vec<String>,
}

impl Mentions {
    /// Takes a file up; the oldest is forgotten when there are too many.
    pub(crate) fn add(&mut self, token: &str, mention: Mention) {
        self.order.retain(|it| it != token);
        if self.order.len() == MOST_MENTIONS {
            let oldest = self.order.remove(0);
            self.by_token.remove(&oldest);
        }
        self.order.push(token.to_owned());
        self.by_token.insert(token.to_owned(), mention);
    }

    /// Whether the token stands for another file already.
    pub(crate) fn is_taken(&self, token: &str, path: &str) -> bool {
        self.by_token.get(token).is_some_and(|it| it.path != path)
    }

    /// A text with its mentions, in order. A mention stands where a word begins and ends.
    pub(crate) fn pieces<'a>(&'a self, text: &'a str) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let mut from = 0;
        for (at, _) in text.match_indices('@') {
            let begins = text[..at].chars().next_back().is_none_or(|it| !is_word(it));
            if at < from || !begins {
                continue;
            }
            let rest = &text[at..];
            let longest = self
                .by_token
                .iter()
                .filter(|(token, _)| rest.strip_prefix(token.as_str()).is_some_and(ends_here))
                .max_by_key(|(token, _)| token.len());
            if let Some((token, mention)) = longest {
                if from < at {
                    pieces.push(Piece::Text(&text[from..at]));
                }
                pieces.push(Piece::Mention(token, mention));
                from = at + token.len();
            }
        }
        if from < text.len() {
            pieces.push(Piece::Text(&text[from..]));
        }
        pieces
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '/' | '@')
}

/// Whether a mention may end before this: punctuation ends it only at the end of a word.
fn ends_here(rest: &str) -> bool {
    let end = rest.trim_start_matches(['.', ',', ';', ':', '!', '?', ')', ']', '"', '\'']);
    end.chars().next().is_none_or(char::is_whitespace)
}

/// A path or a part of one, fit to stand in a line of text.
pub(crate) fn shown(path: &str) -> String {
    let mut line = visible(path);
    for (letter, escape) in [('\n', "⟨U+000A⟩"), ('\r', "⟨U+000D⟩"), ('\t', "⟨U+0009⟩")]
    {
        if line.contains(letter) {
            line = line.replace(letter, escape);
        }
    }
    line
}

/// The last part of a path, fit to be shown.
pub(crate) fn name_of(path: &str) -> String {
    let name = path
        .trim_end_matches(['/', '\\'])
        .rsplit(['/', '\\'])
        .next();
    shown(name.filter(|it| !it.is_empty()).unwrap_or(path))
}

impl Session {
    /// Takes the draft, and leaves an empty one.
    pub(crate) fn take_draft(&mut self) -> Message {
        Message {
            text: std::mem::take(&mut self.composer),
            attached: std::mem::take(&mut self.attached),
        }
    }

    /// Puts a message into the composer, before what stands there.
    pub(crate) fn put_back(&mut self, mut message: Message) {
        message.append(self.take_draft());
        self.composer = message.text;
        self.attached = message.attached;
    }

    pub(crate) fn attached_views(&self) -> Vec<AttachedView> {
        self.attached
            .iter()
            .map(|it| it.view(self.prompt_can))
            .collect()
    }

    pub(crate) fn queue_views(&self) -> Vec<QueuedView> {
        let small = |attached: &Attached| AttachedView {
            picture: None,
            ..attached.view(self.prompt_can)
        };
        self.queue
            .iter()
            .map(|Queued { id, message }| QueuedView {
                id: *id,
                text: message.text.clone(),
                attached: message.attached.iter().map(small).collect(),
            })
            .collect()
    }

    /// What the text in the composer mentions.
    pub(crate) fn mentioned(&self) -> Vec<AttachedView> {
        mentioned(&self.mentions.pieces(&self.composer))
    }

    /// Remembers a prompt the person sent.
    pub(crate) fn remember(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.prompts.retain(|it| it != text);
        self.prompts.push_back(text.to_owned());
        let mut bytes: usize = self.prompts.iter().map(String::len).sum();
        while self.prompts.len() > MOST_PROMPTS || (bytes > KEPT_PROMPTS && self.prompts.len() > 1)
        {
            bytes -= self.prompts.pop_front().map_or(0, |it| it.len());
        }
    }
}

/// What a text mentions, each once.
pub(crate) fn mentioned(pieces: &[Piece<'_>]) -> Vec<AttachedView> {
    let mut views: Vec<AttachedView> = Vec::new();
    for (number, piece) in (0..).zip(pieces) {
        let Piece::Mention(token, mention) = piece else {
            continue;
        };
        let name = token.trim_start_matches('@').to_owned();
        if views.iter().any(|it| it.name.as_deref() == Some(&name)) {
            continue;
        }
        views.push(AttachedView {
            id: number,
            kind: if mention.folder {
                AttachedKind::Folder
            } else {
                AttachedKind::Other
            },
            name: Some(name),
            path: Some(shown(&mention.path)),
            bytes: None,
            sent: if mention.folder {
                SentAs::Link { why: None }
            } else {
                SentAs::Unknown
            },
            mention: true,
            picture: None,
        });
    }
    views
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mention_stands_where_a_word_begins_and_ends() {
        let mut mentions = Mentions::default();
        for token in ["@src/a.rs", "@src/a.rs.bak", "@my file.txt", "@src/"] {
            let mention = Mention {
                path: token.replace('@', "/p/"),
                folder: token.ends_with('/'),
            };
            mentions.add(token, mention);
        }
        let check = |text: &str, expected: &[&str]| {
            let pieces: Vec<String> = mentions
                .pieces(text)
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => (*text).to_owned(),
                    Piece::Mention(_, mention) => format!("<{}>", mention.path),
                })
                .collect();
            assert_eq!(pieces, expected, "{text}");
        };
        check("", &[]);
        check("plain", &["plain"]);
        check("@src/a.rs", &["</p/src/a.rs>"]);
        check(
            "see @src/a.rs, please",
            &["see ", "</p/src/a.rs>", ", please"],
        );
        check("(@src/a.rs)", &["(", "</p/src/a.rs>", ")"]);
        check("@src/a.rs.bak", &["</p/src/a.rs.bak>"]);
        check("@src/a.rs.old", &["@src/a.rs.old"]);
        check("me@src/a.rs", &["me@src/a.rs"]);
        check(
            "@src/ and @my file.txt!",
            &["</p/src/>", " and ", "</p/my file.txt>", "!"],
        );
        check("@src/b.rs", &["@src/b.rs"]);
        check("@gone.rs @src/a.rs", &["@gone.rs ", "</p/src/a.rs>"]);
    }

    #[test]
    fn the_oldest_mentions_and_prompts_are_forgotten() {
        let mut mentions = Mentions::default();
        for number in 0..=MOST_MENTIONS {
            let mention = Mention {
                path: format!("/{number}"),
                folder: false,
            };
            mentions.add(&format!("@{number}"), mention);
        }
        assert_eq!(mentions.pieces("@0"), [Piece::Text("@0")]);
        assert!(matches!(
            mentions.pieces("@1")[..],
            [Piece::Mention("@1", _)]
        ));
    }
}
