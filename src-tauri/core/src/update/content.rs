//! Content that comes from an agent, as it is drawn: hostile until looked at here.
//!
//! An address in it is shown as text and never followed. What cannot be drawn is named.

use serde_json::Value;

use crate::state::bounded_json;
use crate::text::taken::{self, Room, label, place, words};
use crate::text::visible_free;
use crate::view::{ContentView, ResourceView, ToolContent};

/// Kinds of pictures that are drawn.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// What a tool call yields, or a summary consists of, each made by `read`.
pub(super) fn contents(
    all: &[Value],
    read: impl Fn(&Value, &mut Room) -> ToolContent,
) -> Vec<ToolContent> {
    let mut room = Room::new();
    let (taken, more) = taken::items(all);
    let mut contents: Vec<_> = taken.iter().map(|it| read(it, &mut room)).collect();
    if more > 0 {
        let text = taken::more(more);
        contents.push(ToolContent::Text { text });
    }
    contents
}

/// A part of what a tool call yields.
pub(super) fn tool_content(value: &Value, room: &mut Room) -> ToolContent {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    match text("type") {
        Some("content") => match value.get("content") {
            Some(block) => block_content(block, room),
            None => unrecognised(value),
        },
        Some("diff") => match (text("path"), text("newText")) {
            (Some(path), Some(new)) => {
                // So that neither side is without room because of the other.
                let mut half = room.half();
                let old = text("oldText").map(|old| half.text(old, visible_free));
                room.back(&half);
                ToolContent::Diff {
                    path: place(path),
                    old,
                    new: room.text(new, visible_free),
                }
            }
            _ => unrecognised(value),
        },
        Some("terminal") => match text("terminalId") {
            Some(id) => ToolContent::Terminal { id: label(id) },
            None => unrecognised(value),
        },
        _ => unrecognised(value),
    }
}

/// A content block among others that a tool call or a summary has.
pub(super) fn block_content(block: &Value, room: &mut Room) -> ToolContent {
    let text = |name: &str| block.get(name).and_then(Value::as_str);
    if text("type") == Some("text") {
        return ToolContent::Text {
            text: room.text(text("text").unwrap_or_default(), visible_free),
        };
    }
    ToolContent::Content {
        content: content_view(block, room),
    }
}

fn unrecognised(value: &Value) -> ToolContent {
    ToolContent::Unrecognised {
        json: bounded_json(value),
    }
}

/// Content that is not text, or cannot be read as text.
pub(super) fn content_view(block: &Value, room: &mut Room) -> ContentView {
    let text = |name: &str| block.get(name).and_then(Value::as_str);
    let what = text("type").unwrap_or_default();
    let mime = text("mimeType");
    match (what, text("data"), mime) {
        ("image", Some(data), Some(mime))
            if PICTURES.contains(&mime) && is_base64(data) && room.picture(data) =>
        {
            ContentView::Image {
                mime: mime.to_owned(),
                data: data.to_owned(),
            }
        }
        ("audio", Some(data), _) => ContentView::Sound {
            mime: mime.map(label),
            bytes: bytes_of(data),
        },
        ("resource_link", ..) => {
            linked(block).map_or_else(|| other(what, mime, None), ContentView::Resource)
        }
        ("resource", ..) => embedded(&block["resource"], room)
            .map_or_else(|| other(what, mime, None), ContentView::Resource),
        (_, data, _) => other(what, mime, data.map(bytes_of)),
    }
}

fn other(what: &str, mime: Option<&str>, bytes: Option<u64>) -> ContentView {
    ContentView::Other {
        what: label(what),
        mime: mime.map(label),
        bytes,
    }
}

fn linked(block: &Value) -> Option<ResourceView> {
    let told = |name: &str| block.get(name).and_then(Value::as_str);
    let text = |name: &str| told(name).map(label);
    let uri = told("uri").map(place)?;
    Some(ResourceView {
        name: text("title")
            .or_else(|| text("name"))
            .filter(|it| !it.is_empty())
            .unwrap_or_else(|| uri.clone()),
        about: told("description").map(words).filter(|it| !it.is_empty()),
        mime: text("mimeType"),
        bytes: block.get("size").and_then(Value::as_u64),
        text: None,
        uri,
    })
}

fn embedded(resource: &Value, room: &mut Room) -> Option<ResourceView> {
    let text = |name: &str| resource.get(name).and_then(Value::as_str);
    let uri = place(text("uri")?);
    Some(ResourceView {
        name: uri.clone(),
        about: None,
        mime: text("mimeType").map(label),
        bytes: text("blob").map(bytes_of),
        text: text("text").map(|it| room.text(it, visible_free)),
        uri,
    })
}

/// How many bytes base64 stands for, as far as its length says.
fn bytes_of(data: &str) -> u64 {
    let letters = data.trim_end_matches('=').len() as u64;
    letters * 3 / 4
}

/// Whether text can stand in a `data:` address: anything else might end it early.
fn is_base64(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_of_content_is_drawn_or_named() {
        let check = |block: Value, expected: ContentView| {
            assert_eq!(content_view(&block, &mut Room::new()), expected, "{block}");
        };
        let named = |what: &str, mime: Option<&str>| ContentView::Other {
            what: what.into(),
            mime: mime.map(Into::into),
            bytes: None,
        };
        let sized = |what: &str, mime: Option<&str>, bytes: u64| ContentView::Other {
            what: what.into(),
            mime: mime.map(Into::into),
            bytes: Some(bytes),
        };
        let image =
            |mime: &str, data: &str| json!({"type": "image", "mimeType": mime, "data": data});
        check(
            image("image/png", "iVBO"),
            ContentView::Image {
                mime: "image/png".into(),
                data: "iVBO".into(),
            },
        );
        check(
            image("image/svg+xml", "PHN2Zz4="),
            sized("image", Some("image/svg+xml"), 5),
        );
        check(
            image("image/png", "\"onload="),
            sized("image", Some("image/png"), 5),
        );
        check(json!({"type": "image"}), named("image", None));
        check(
            json!({"type": "audio", "mimeType": "audio/wav", "data": "AAAAAA=="}),
            ContentView::Sound {
                mime: Some("audio/wav".into()),
                bytes: 4,
            },
        );
        let resource = |name: &str, uri: &str| ResourceView {
            name: name.into(),
            uri: uri.into(),
            about: None,
            mime: None,
            bytes: None,
            text: None,
        };
        check(
            json!({"type": "resource_link", "uri": "file:///a", "name": "a\u{202e}", "description": "d", "size": 7, "mimeType": "text/x"}),
            ContentView::Resource(ResourceView {
                about: Some("d".into()),
                bytes: Some(7),
                mime: Some("text/x".into()),
                ..resource("a⟨U+202E⟩", "file:///a")
            }),
        );
        check(
            json!({"type": "resource_link", "uri": "javascript:x", "name": ""}),
            ContentView::Resource(resource("javascript:x", "javascript:x")),
        );
        check(
            json!({"type": "resource", "resource": {"uri": "file:///a", "text": "<b>"}}),
            ContentView::Resource(ResourceView {
                text: Some("<b>".into()),
                ..resource("file:///a", "file:///a")
            }),
        );
        check(
            json!({"type": "resource", "resource": {"uri": "x:y", "blob": "AAAA", "mimeType": "m"}}),
            ContentView::Resource(ResourceView {
                bytes: Some(3),
                mime: Some("m".into()),
                ..resource("x:y", "x:y")
            }),
        );
        check(
            json!({"type": "resource", "resource": {}}),
            named("resource", None),
        );
        check(json!({"type": "resource"}), named("resource", None));
        check(json!({"type": "video"}), named("video", None));
        check(json!("text"), named("", None));
        check(json!(null), named("", None));
    }
}
