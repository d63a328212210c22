//! Finding in one entry of a transcript.

use super::Needle;
use super::markdown::{Seen, seen};
use crate::view::{ContentView, EntryBody, FindPart, NoteView, PastAskDetail, ToolContent};

/// Something that can be found: the part of the entry it stands in, and its text.
enum Text<'text> {
    Plain(FindPart, &'text str),
    Markdown(FindPart, &'text str),
}

/// Where what is looked for stands in an entry: the part, and the place in it as it is written, in UTF-16
/// units. In the order in which the parts are drawn.
pub fn look(needle: &Needle, body: &EntryBody) -> Vec<(FindPart, u32)> {
    let mut found = Vec::new();
    for text in texts(body) {
        let (part, written, seen) = match text {
            Text::Plain(part, text) => (part, text, Seen::plain(text)),
            Text::Markdown(part, text) => (part, text, seen(text)),
        };
        let mut units = 0;
        let mut counted = 0;
        for range in needle.find_in(&seen.text) {
            let at = seen.written(range.start).min(written.len());
            if let Some(between) = written.get(counted..at) {
                units += between.encode_utf16().count();
                counted = at;
            }
            found.push((part, u32::try_from(units).unwrap_or(u32::MAX)));
        }
    }
    found
}

/// The text around the first place where what is looked for stands: what is before it in its line, itself, and
/// what comes after; at most so many characters before and after.
pub fn line_of(
    needle: &Needle,
    body: &EntryBody,
    around: usize,
) -> Option<(FindPart, [String; 3])> {
    texts(body).into_iter().find_map(|text| {
        let (part, seen) = match text {
            Text::Plain(part, text) => (part, Seen::plain(text)),
            Text::Markdown(part, text) => (part, seen(text)),
        };
        let range = needle.first_in(&seen.text)?;
        let before = &seen.text[..range.start];
        let after = &seen.text[range.end..];
        let ends = ['\n', '\u{1E}'];
        let before = before.rsplit(ends).next().unwrap_or_default();
        let after = after.split(ends).next().unwrap_or_default();
        let skip = before.chars().count().saturating_sub(around);
        let cut = |begun: bool| if begun { "…" } else { "" };
        let long = after.chars().count() > around;
        let line = [
            format!(
                "{}{}",
                cut(skip > 0),
                before.chars().skip(skip).collect::<String>()
            ),
            seen.text[range].to_owned(),
            format!(
                "{}{}",
                after.chars().take(around).collect::<String>(),
                cut(long)
            ),
        ];
        Some((part, line))
    })
}

/// What of an entry can be found, in the order in which it is drawn.
fn texts(body: &EntryBody) -> Vec<Text<'_>> {
    use Text::{Markdown, Plain};
    let part = FindPart::Text;
    match body {
        EntryBody::User { text, .. } => vec![Plain(part, text)],
        EntryBody::Agent { text } => vec![Markdown(part, text)],
        EntryBody::Thought { text } => vec![Markdown(FindPart::Folded, text)],
        EntryBody::Content { content, .. } => of_content(part, content),
        EntryBody::Tool { tool } => {
            let mut texts = vec![Plain(FindPart::Title, tool.title.as_str())];
            let places = tool.locations.iter().map(|it| it.path.as_str());
            texts.extend(places.map(|path| Plain(FindPart::Files, path)));
            texts.extend(of_contents(&tool.content));
            texts.extend(tool.input.iter().map(|it| Plain(FindPart::Input, it)));
            texts.extend(tool.output.iter().map(|it| Plain(FindPart::Output, it)));
            texts
        }
        EntryBody::Plan { steps } => {
            let steps = steps.iter().map(|it| Plain(part, it.text.as_str()));
            steps.collect()
        }
        EntryBody::Compaction { compaction } => {
            let error = compaction.error.iter().map(|it| Plain(part, it.as_str()));
            error.chain(of_contents(&compaction.summary)).collect()
        }
        EntryBody::AgentNotice {
            title, description, ..
        } => {
            let more = description.iter().map(|it| Plain(part, it.as_str()));
            std::iter::once(Plain(part, title.as_str()))
                .chain(more)
                .collect()
        }
        EntryBody::PastAsk { past } => {
            let mut texts = vec![Plain(part, past.message.as_str())];
            if let PastAskDetail::Permission { tool, .. } = &past.detail {
                texts.push(Plain(part, tool));
            }
            texts
        }
        EntryBody::Note { note } => match note {
            NoteView::AskRefused { message, .. } | NoteView::NotSet { message } => {
                vec![Plain(part, message)]
            }
            _ => Vec::new(),
        },
        EntryBody::Unrecognised { json, .. } => vec![Plain(FindPart::Folded, json)],
        EntryBody::Ask { .. } => Vec::new(),
    }
}

fn of_contents(contents: &[ToolContent]) -> impl Iterator<Item = Text<'_>> {
    (0..).zip(contents).flat_map(|(place, content)| {
        let part = FindPart::Content { place };
        match content {
            ToolContent::Text { text } => vec![Text::Markdown(part, text)],
            ToolContent::Content { content } => of_content(part, content),
            // Lines that stay are seen once, so of what was before only what is gone is looked at.
            ToolContent::Diff { path, old, new } => {
                let mut texts = vec![Text::Plain(part, path.as_str()), Text::Plain(part, new)];
                texts.extend(
                    old.iter()
                        .filter(|_| new.is_empty())
                        .map(|it| Text::Plain(part, it)),
                );
                texts
            }
            ToolContent::Unrecognised { json } => vec![Text::Plain(part, json)],
            ToolContent::Terminal { .. } => Vec::new(),
        }
    })
}

fn of_content(part: FindPart, content: &ContentView) -> Vec<Text<'_>> {
    match content {
        ContentView::Resource(resource) => {
            let mut texts = vec![
                Text::Plain(part, resource.name.as_str()),
                Text::Plain(part, resource.uri.as_str()),
            ];
            texts.extend(resource.about.iter().map(|it| Text::Plain(part, it)));
            texts.extend(resource.text.iter().map(|it| Text::Plain(part, it)));
            texts
        }
        ContentView::Image { .. } | ContentView::Sound { .. } | ContentView::Other { .. } => {
            Vec::new()
        }
    }
}
