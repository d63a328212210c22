//! How much an entry of a transcript weighs: the bytes of its texts and pictures.

use crate::view::{
    AttachedView, ContentView, EntryBody, PastAskDetail, PastAskView, ToolContent, ToolView,
};

/// What an entry weighs beside its texts, so that many small ones count too.
const BESIDE: usize = 64;

/// The weight of an entry, in bytes. Takes as long as it has parts, not as long as its texts are.
pub(crate) fn weight(body: &EntryBody) -> usize {
    let texts = match body {
        EntryBody::User { text, attached } => {
            text.len() + attached.iter().map(of_attached).sum::<usize>()
        }
        EntryBody::Agent { text } | EntryBody::Thought { text } => text.len(),
        EntryBody::Content { content, .. } => of_content(content),
        EntryBody::Tool { tool } => of_tool(tool),
        EntryBody::Plan { steps } => steps.iter().map(|step| BESIDE + step.text.len()).sum(),
        EntryBody::Compaction { compaction } => {
            of_contents(&compaction.summary) + len(compaction.error.as_ref())
        }
        EntryBody::AgentNotice {
            title, description, ..
        } => title.len() + len(description.as_ref()),
        EntryBody::PastAsk { past } => of_past(past),
        EntryBody::Unrecognised { update, json } => update.len() + json.len(),
        EntryBody::Ask { .. } | EntryBody::Note { .. } => 0,
    };
    BESIDE + texts
}

fn len(text: Option<&String>) -> usize {
    text.map_or(0, String::len)
}

fn of_attached(attached: &AttachedView) -> usize {
    let picture = attached.picture.as_ref();
    len(attached.path.as_ref()) + picture.map_or(0, |it| it.data.len())
}

fn of_tool(tool: &ToolView) -> usize {
    let places = tool.locations.iter().map(|it| BESIDE + it.path.len());
    tool.title.len()
        + of_contents(&tool.content)
        + places.sum::<usize>()
        + len(tool.input.as_ref())
        + len(tool.output.as_ref())
}

fn of_contents(contents: &[ToolContent]) -> usize {
    let each = contents.iter().map(|content| match content {
        ToolContent::Text { text } => text.len(),
        ToolContent::Content { content } => of_content(content),
        ToolContent::Diff { path, old, new } => path.len() + len(old.as_ref()) + new.len(),
        ToolContent::Terminal { id } => id.len(),
        ToolContent::Unrecognised { json } => json.len(),
    });
    each.map(|it| BESIDE + it).sum()
}

fn of_content(content: &ContentView) -> usize {
    match content {
        ContentView::Image { data, .. } => data.len(),
        ContentView::Resource(it) => {
            it.name.len() + it.uri.len() + len(it.about.as_ref()) + len(it.text.as_ref())
        }
        ContentView::Sound { .. } | ContentView::Other { .. } => 0,
    }
}

fn of_past(past: &PastAskView) -> usize {
    let detail = match &past.detail {
        PastAskDetail::Form { sent } => len(sent.as_ref()),
        PastAskDetail::Link { host, .. } => len(host.as_ref()),
        PastAskDetail::Permission { tool, chosen } => tool.len() + len(chosen.as_ref()),
        PastAskDetail::SignIn => 0,
    };
    past.message.len() + detail
}
