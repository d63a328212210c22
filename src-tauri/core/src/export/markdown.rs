//! A session as Markdown.
//!
//! Why what was said stands in quotes: it is Markdown itself, and may hold code that is never closed, or headings.
//! A quote ends where we end it, whatever stands in it.

use std::fmt::Write as _;

use pulldown_cmark::{Event, Parser, Tag};

use super::Change;
use crate::stored::StoredSession;
use crate::view::{
    AskStatus, AttachedView, ContentView, EntryBody, PastAskDetail, PastAskView, Speaker,
    ToolContent, ToolStatus, ToolView,
};

/// How often headings are looked for again.
const PASSES: usize = 4;

/// The whole of it.
pub(super) fn write(session: &StoredSession, time: &dyn Fn(i64) -> String) -> String {
    let title = session.title.as_deref().unwrap_or("Session");
    let mut out = Paper(String::new());
    out.line(&format!("# {}", inline(title)));
    out.line(&format!(
        "- Agent: {}\n- Folder: {}",
        inline(&session.owner.name),
        code(&session.cwd)
    ));
    for entry in &session.entries {
        let dropped = if entry.dropped {
            " (no longer part of the conversation)"
        } else {
            ""
        };
        let (who, what) = head(&entry.body, &session.owner.name);
        out.line(&format!("## {who} · {}{dropped}", time(entry.at)));
        if !what.is_empty() {
            out.line(&what);
        }
        out.body(&entry.body, &session.cwd);
    }
    out.0
}

/// Who speaks, and what is said about it in a line.
fn head(body: &EntryBody, agent: &str) -> (String, String) {
    let agent = inline(agent);
    let none = String::new();
    match body {
        EntryBody::User { .. }
        | EntryBody::Content {
            from: Speaker::User,
            ..
        } => ("You".to_owned(), none),
        EntryBody::Agent { .. } | EntryBody::Content { .. } => (agent, none),
        EntryBody::Thought { .. } => (format!("{agent}, thinking"), none),
        EntryBody::Tool { tool } => (agent, tool_line(tool)),
        EntryBody::Plan { .. } => (agent, "**Plan**".to_owned()),
        EntryBody::Compaction { compaction } => (
            agent,
            format!("**Summed up what was said**: {}", status(compaction.status)),
        ),
        EntryBody::AgentNotice { title, .. } => (agent, format!("**{}**", inline(title))),
        EntryBody::PastAsk { past } => (inline(&past.agent), asked(past)),
        EntryBody::Ask { .. } => (agent, "A question".to_owned()),
        EntryBody::Note { .. } => ("Assent".to_owned(), none),
        EntryBody::Unrecognised { update, .. } => (
            agent,
            format!("An update of an unknown kind: {}", inline(update)),
        ),
    }
}

fn tool_line(tool: &ToolView) -> String {
    let mut line = format!(
        "**Tool ({}): {}** · {}",
        inline(&tool.kind),
        inline(&tool.title),
        status(tool.status)
    );
    for place in &tool.locations {
        let _ = write!(line, "\n- {}", code(&place.path));
        if let Some(number) = place.line {
            let _ = write!(line, ", line {number}");
        }
    }
    line
}

fn status(status: ToolStatus) -> &'static str {
    match status {
        ToolStatus::Pending => "not begun",
        ToolStatus::InProgress => "running",
        ToolStatus::Completed => "done",
        ToolStatus::Failed => "failed",
        ToolStatus::Cancelled => "stopped",
    }
}

fn asked(past: &PastAskView) -> String {
    let what = match &past.detail {
        PastAskDetail::Form { .. } => "Asked for answers to a form".to_owned(),
        PastAskDetail::Link { host, .. } => match host {
            Some(host) => format!("Asked to visit a page of {}", code(host)),
            None => "Asked to visit a page".to_owned(),
        },
        PastAskDetail::Permission { tool, chosen } => {
            let chosen = chosen.as_deref().map(inline);
            let chosen = chosen.map_or_else(String::new, |it| format!(", chosen: {it}"));
            format!("Asked for permission: {}{chosen}", inline(tool))
        }
        PastAskDetail::SignIn => "Asked to sign in".to_owned(),
    };
    let how = match past.status {
        AskStatus::Pending | AskStatus::Lost => "lost",
        AskStatus::Waiting => "opened",
        AskStatus::Accepted => "accepted",
        AskStatus::Completed => "completed",
        AskStatus::Declined => "declined",
        AskStatus::Cancelled => "cancelled",
        AskStatus::Withdrawn => "taken back by the agent",
        AskStatus::Refused => "answered with an error",
    };
    format!("**{what}** · {how}")
}

/// What is written on.
struct Paper(String);

impl Paper {
    /// A block of its own.
    fn line(&mut self, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn body(&mut self, body: &EntryBody, folder: &str) {
        match body {
            EntryBody::User { text, attached } => {
                self.said(text);
                for one in attached {
                    self.line(&format!("- Attached: {}", attached_name(one)));
                }
            }
            EntryBody::Agent { text } | EntryBody::Thought { text } => self.said(text),
            EntryBody::Content { content, .. } => self.content(content),
            EntryBody::Tool { tool } => {
                self.contents(&tool.content, folder);
                self.raw("Input", tool.input.as_deref(), "json");
                self.raw("Output", tool.output.as_deref(), "");
            }
            EntryBody::Plan { steps } => {
                let steps = steps.iter().map(|step| {
                    let done = if step.status == ToolStatus::Completed {
                        'x'
                    } else {
                        ' '
                    };
                    format!(
                        "- [{done}] {} ({})",
                        inline(&step.text),
                        status(step.status)
                    )
                });
                self.line(&steps.collect::<Vec<_>>().join("\n"));
            }
            EntryBody::Compaction { compaction } => {
                self.raw("Error", compaction.error.as_deref(), "");
                self.contents(&compaction.summary, folder);
            }
            EntryBody::AgentNotice { description, .. } => {
                self.said(description.as_deref().unwrap_or_default());
            }
            EntryBody::PastAsk { past } => {
                self.said(&past.message);
                if let PastAskDetail::Form { sent } = &past.detail {
                    self.raw("Sent", sent.as_deref(), "json");
                }
            }
            EntryBody::Note { note } => {
                let note = serde_json::to_string(note).unwrap_or_default();
                self.fenced(&note, "json");
            }
            EntryBody::Unrecognised { json, .. } => self.fenced(json, "json"),
            EntryBody::Ask { .. } => {}
        }
    }

    fn contents(&mut self, contents: &[ToolContent], folder: &str) {
        for content in contents {
            match content {
                ToolContent::Text { text } => self.said(text),
                ToolContent::Content { content } => self.content(content),
                ToolContent::Diff { path, old, new } => {
                    let change = Change::new(path, folder, old.as_deref(), new);
                    self.fenced(&change.patch(), "diff");
                }
                ToolContent::Terminal { id } => self.line(&format!("- Terminal {}", code(id))),
                ToolContent::Unrecognised { json } => self.fenced(json, "json"),
            }
        }
    }

    fn content(&mut self, content: &ContentView) {
        match content {
            ContentView::Image { mime, .. } => self.line(&format!("- A picture ({})", code(mime))),
            ContentView::Sound { .. } => self.line("- A sound"),
            ContentView::Resource(resource) => {
                self.line(&format!(
                    "- {}: {}",
                    inline(&resource.name),
                    code(&resource.uri)
                ));
                if let Some(text) = &resource.text {
                    self.fenced(text, "");
                }
            }
            ContentView::Other { what, .. } => self.line(&format!("- {}", inline(what))),
        }
    }

    fn raw(&mut self, what: &str, text: Option<&str>, language: &str) {
        if let Some(text) = text {
            self.line(&format!("{what}:"));
            self.fenced(text, language);
        }
    }

    /// Markdown of somebody, as a quote.
    fn said(&mut self, text: &str) {
        let text = without_headings(text);
        if text.trim().is_empty() {
            return;
        }
        let lines = text.lines().map(|line| match line {
            "" => ">".to_owned(),
            line => format!("> {line}"),
        });
        self.line(&lines.collect::<Vec<_>>().join("\n"));
    }

    /// Text as it is, behind more marks than it has itself.
    fn fenced(&mut self, text: &str, language: &str) {
        let fence = "`".repeat(longest_run(text).max(2) + 1);
        let end = if text.ends_with('\n') { "" } else { "\n" };
        self.line(&format!("{fence}{language}\n{text}{end}{fence}"));
    }
}

fn attached_name(attached: &AttachedView) -> String {
    let name = attached.path.as_deref().or(attached.name.as_deref());
    name.map_or_else(|| "a picture".to_owned(), code)
}

fn longest_run(text: &str) -> usize {
    let runs = text.split(|letter| letter != '`');
    runs.map(str::len).max().unwrap_or_default()
}

/// A name, an address or the like, as it is, in a line.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let marks = "`".repeat(longest_run(&text) + 1);
    // A blank at each side is taken away again, and keeps the marks apart.
    format!("{marks} {text} {marks}")
}

/// Words in a line of ours: nothing in them is a mark.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => out.push(' '),
            mark if mark.is_ascii_punctuation()
                && !matches!(mark, ',' | '/' | '.' | ':' | '\'') =>
            {
                out.extend(['\\', mark]);
            }
            other => out.push(other),
        }
    }
    out
}

/// Markdown whose headings are none any more: they would stand among ours.
fn without_headings(text: &str) -> String {
    let mut out = text.replace("\r\n", "\n").replace('\r', "\n");
    // What is no heading any more can make one of the line below it.
    for _ in 0..PASSES {
        let marks = heading_marks(&out);
        if marks.is_empty() {
            break;
        }
        for place in marks.into_iter().rev() {
            out.insert(place, '\\');
        }
    }
    out
}

/// What makes headings of lines.
fn heading_marks(text: &str) -> Vec<usize> {
    let mut marks: Vec<usize> = Vec::new();
    for (event, range) in Parser::new(text).into_offset_iter() {
        if !matches!(event, Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let heading = text[range.clone()].trim_end();
        if heading.starts_with('#') {
            marks.push(range.start);
        } else if let Some(line) = heading.rfind('\n') {
            // The line below it that makes it one.
            let under = &heading[line + 1..];
            let marked = under.find(['=', '-']).unwrap_or_default();
            marks.push(range.start + line + 1 + marked);
        }
    }
    marks
}
