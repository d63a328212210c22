//! The text of Markdown without its marks, and the code in it.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Stands between blocks: nothing that is looked for goes over it.
const APART: char = '\u{1E}';

/// A text as it is seen, and where its stretches stand in the text as it is written.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// As it is seen.
    pub text: String,
    /// Places in bytes: where a stretch begins in what is seen, and in what is written.
    stretches: Vec<(usize, usize)>,
}

impl Seen {
    /// A text without marks.
    pub fn plain(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            stretches: vec![(0, 0)],
        }
    }

    fn push(&mut self, text: &str, written: usize) {
        self.stretches.push((self.text.len(), written));
        self.text.push_str(text);
    }

    fn part(&mut self) {
        if !self.text.ends_with(APART) {
            self.text.push(APART);
        }
    }

    /// Where a byte of what is seen stands in what is written, or shortly before it.
    pub fn written(&self, at: usize) -> usize {
        let next = self.stretches.partition_point(|&(seen, _)| seen <= at);
        let (seen, written) = next
            .checked_sub(1)
            .map_or((0, 0), |last| self.stretches[last]);
        written + (at - seen)
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS
}

/// Markdown as it is seen. The address of a link is shown after its words, and so is it here.
pub fn seen(markdown: &str) -> Seen {
    let mut seen = Seen::default();
    let mut links: Vec<String> = Vec::new();
    for (event, range) in Parser::new_ext(markdown, options()).into_offset_iter() {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                seen.push(&text, range.start);
            }
            Event::Code(code) => {
                let inside = markdown[range.clone()].find(&*code).unwrap_or_default();
                seen.push(&code, range.start + inside);
            }
            Event::SoftBreak | Event::HardBreak => seen.push("\n", range.start),
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.into_string()),
            Event::End(TagEnd::Link) => {
                if let Some(address) = links.pop()
                    && !seen.text.ends_with(&address)
                {
                    seen.part();
                    seen.push(&address, range.end);
                    seen.part();
                }
            }
            Event::Start(tag) if !is_inline(&tag) => seen.part(),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::TableCell,
            ) => seen.part(),
            _ => {}
        }
    }
    seen
}

fn is_inline(tag: &Tag) -> bool {
    matches!(
        tag,
        Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Image { .. }
    )
}

/// The text of a block of code: of those that begin at a place of the text (in UTF-16 units, as the page counts,
/// with plain line ends) or after it, the one with this number.
pub fn code_block(markdown: &str, at: usize, number: usize) -> Option<String> {
    let normal = markdown.replace("\r\n", "\n").replace('\r', "\n");
    let from = byte_of(&normal, at)?;
    let mut blocks = 0;
    let mut code: Option<String> = None;
    for (event, range) in Parser::new_ext(&normal, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) if line_start(&normal, range.start) >= from => {
                blocks += 1;
                code = (blocks == number + 1).then(String::new);
            }
            Event::Text(text) => {
                if let Some(code) = &mut code {
                    code.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some(mut code) = code.take() {
                    if code.ends_with('\n') {
                        code.pop();
                    }
                    return Some(code);
                }
            }
            _ => {}
        }
    }
    None
}

/// Where the line of a place begins: the indentation of code belongs to it.
fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// The byte at a place in UTF-16 units.
fn byte_of(text: &str, at: usize) -> Option<usize> {
    let mut units = 0;
    for (byte, letter) in text.char_indices() {
        if units >= at {
            return Some(byte);
        }
        units += letter.len_utf16();
    }
    (units >= at).then_some(text.len())
}
