//! What must not be written to disk, found in one pass however much of it there is.
//!
//! Why only the beginning of a long one is looked for: an agent can have hundreds of links of any length. What
//! follows a long beginning is masked up to the next blank, which an address does not have.

use aho_corasick::{AhoCorasick, MatchKind};

use crate::text::start;
use crate::view::{
    AttachedView, ContentView, EntryBody, PastAskDetail, PastAskView, ToolContent, ToolView,
};

/// Bytes of a secret that are looked for.
const LOOKED_FOR: usize = 512;

/// Texts and what stands in their place.
#[derive(Debug, Clone)]
pub(crate) struct Masks {
    finder: AhoCorasick,
    /// By place in the finder: what stands for it, and whether only its beginning is looked for.
    masks: Vec<(String, bool)>,
}

impl Masks {
    /// Masks for secrets; none when there is nothing to mask.
    pub(crate) fn new(secrets: impl IntoIterator<Item = (String, String)>) -> Option<Self> {
        let (patterns, masks): (Vec<String>, Vec<(String, bool)>) = secrets
            .into_iter()
            .filter(|(secret, _)| !secret.is_empty())
            .map(|(secret, mask)| {
                let pattern = start(&secret, LOOKED_FOR);
                (pattern.to_owned(), (mask, pattern.len() < secret.len()))
            })
            .unzip();
        if patterns.is_empty() {
            return None;
        }
        let finder = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(patterns)
            .ok()?;
        Some(Self { finder, masks })
    }

    /// The text without what must not be written; none when nothing of that is in it.
    pub(crate) fn masked(&self, text: &str) -> Option<String> {
        let mut found = self.finder.find_iter(text).peekable();
        found.peek()?;
        let mut masked = String::with_capacity(text.len());
        let mut at = 0;
        for place in found {
            if place.start() < at {
                continue;
            }
            masked.push_str(&text[at..place.start()]);
            at = place.end();
            if let Some((mask, goes_on)) = self.masks.get(place.pattern().as_usize()) {
                masked.push_str(mask);
                if *goes_on {
                    let rest = &text[at..];
                    at += rest.find(char::is_whitespace).unwrap_or(rest.len());
                }
            }
        }
        masked.push_str(&text[at..]);
        Some(masked)
    }

    /// Masks a text in place; gives whether it was changed.
    pub(crate) fn mask(&self, text: &mut String) -> bool {
        let masked = self.masked(text);
        let changed = masked.is_some();
        if let Some(masked) = masked {
            *text = masked;
        }
        changed
    }

    /// Masks an entry in place; gives whether it was changed.
    pub(crate) fn mask_entry(&self, body: &mut EntryBody) -> bool {
        let mut changed = false;
        each_text(body, &mut |text| changed |= self.mask(text));
        changed
    }
}

/// Goes through the texts of an entry that an agent, or the person, has written.
fn each_text(body: &mut EntryBody, look: &mut impl FnMut(&mut String)) {
    match body {
        EntryBody::User { text, attached } => {
            look(text);
            for it in attached {
                of_attached(it, look);
            }
        }
        EntryBody::Agent { text } | EntryBody::Thought { text } => look(text),
        EntryBody::Content { content, .. } => of_content(content, look),
        EntryBody::Tool { tool } => of_tool(tool, look),
        EntryBody::Plan { steps } => steps.iter_mut().for_each(|step| look(&mut step.text)),
        EntryBody::Compaction { compaction } => {
            of_contents(&mut compaction.summary, look);
            compaction.error.iter_mut().for_each(look);
        }
        EntryBody::AgentNotice {
            title, description, ..
        } => {
            look(title);
            description.iter_mut().for_each(look);
        }
        EntryBody::PastAsk { past } => of_past(past, look),
        EntryBody::Unrecognised { update, json } => {
            look(update);
            look(json);
        }
        EntryBody::Ask { .. } | EntryBody::Note { .. } => {}
    }
}

fn of_attached(attached: &mut AttachedView, look: &mut impl FnMut(&mut String)) {
    attached.name.iter_mut().for_each(&mut *look);
    attached.path.iter_mut().for_each(look);
}

fn of_tool(tool: &mut ToolView, look: &mut impl FnMut(&mut String)) {
    look(&mut tool.title);
    of_contents(&mut tool.content, look);
    let places = tool.locations.iter_mut();
    places.for_each(|place| look(&mut place.path));
    tool.input.iter_mut().for_each(&mut *look);
    tool.output.iter_mut().for_each(look);
}

fn of_contents(contents: &mut [ToolContent], look: &mut impl FnMut(&mut String)) {
    for content in contents {
        match content {
            ToolContent::Text { text } => look(text),
            ToolContent::Content { content } => of_content(content, look),
            ToolContent::Diff { path, old, new } => {
                look(path);
                old.iter_mut().for_each(&mut *look);
                look(new);
            }
            ToolContent::Terminal { id } => look(id),
            ToolContent::Unrecognised { json } => look(json),
        }
    }
}

fn of_content(content: &mut ContentView, look: &mut impl FnMut(&mut String)) {
    match content {
        ContentView::Resource(it) => {
            look(&mut it.name);
            look(&mut it.uri);
            it.about.iter_mut().for_each(&mut *look);
            it.text.iter_mut().for_each(look);
        }
        ContentView::Other { what, .. } => look(what),
        // Base64, and a media type.
        ContentView::Image { .. } | ContentView::Sound { .. } => {}
    }
}

fn of_past(past: &mut PastAskView, look: &mut impl FnMut(&mut String)) {
    look(&mut past.message);
    match &mut past.detail {
        PastAskDetail::Form { sent } => sent.iter_mut().for_each(look),
        PastAskDetail::Permission { tool, chosen } => {
            look(tool);
            chosen.iter_mut().for_each(look);
        }
        PastAskDetail::Link { .. } | PastAskDetail::SignIn => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_wherever_they_stand() {
        let check = |text: &str, expected: Option<&str>| {
            let long = format!("https://long.example/{}", "x".repeat(600));
            let masks = Masks::new([
                (
                    "https://a.example/?code=AB-12".into(),
                    "a.example/••••".into(),
                ),
                ("AB-12".into(), "••••".into()),
                (long, "long.example/••••".into()),
                (String::new(), "nothing".into()),
            ]);
            let masked = masks.unwrap().masked(text);
            assert_eq!(masked.as_deref(), expected, "{text}");
        };
        check("nothing here", None);
        check(
            "go to https://a.example/?code=AB-12, type AB-12",
            Some("go to a.example/••••, type ••••"),
        );
        check("AB-AB-12", Some("AB-••••"));
        let long = format!("https://long.example/{}", "x".repeat(700));
        check(
            &format!("({long} and more)"),
            Some("(long.example/•••• and more)"),
        );
        assert!(Masks::new([(String::new(), String::new())]).is_none());
    }
}
