//! A message on its way to the agent: its text with what it mentions in place, then what goes along with it.
//!
//! Why files are read when the message goes out and not when they were chosen: it may have waited in the queue,
//! and the agent may have changed them meanwhile.

use serde_json::{Value, json};
use url::Url;

use super::Work;
use crate::attach::{Content, FileRead, PromptCan, ReadFile};
use crate::effect::Effect;
use crate::id::SessionKey;
use crate::state::{Call, Echo, Message, Part, PartFile, Piece, Reading, mentioned, name_of};
use crate::text::visible;
use crate::view::{AttachedKind, AttachedView, EntryBody, Op, PictureView, SentAs, TurnState};

/// Characters of the first prompt that make a title.
const TITLE_CHARS: usize = 60;
/// Files that are read for one message; further ones are linked.
const MOST_READ: usize = 50;

impl Work<'_> {
    /// Begins a turn. The session is open, nothing runs in it, and its agent can be called.
    pub(super) fn send_prompt(&mut self, session: SessionKey, message: Message) {
        let Some(open) = self.session(session) else {
            return;
        };
        if open.wire.is_none() {
            return;
        }
        let can = open.prompt_can.unwrap_or_default();
        let roots = open.roots();
        let pieces = open.mentions.pieces(&message.text);
        let mut attached = mentioned(&pieces);
        let (mut parts, files) = parts(&pieces, &attached, &message, &roots, can);
        attached.extend(message.attached.iter().map(|it| it.view(Some(can))));
        for view in attached.iter_mut().filter(|it| it.path.is_some()) {
            if files.is_empty() {
                settle_as_link(view, can);
            } else if view.sent == SentAs::Full {
                // Reading it says what of it is sent; what is read already for a mention is not sent twice.
                view.sent = SentAs::Unknown;
            }
        }
        let text = message.text;
        open.turn = TurnState::Running;
        open.plan = None;
        open.remember(&text);
        if open.title.is_none() {
            open.title =
                title_of(&text).or_else(|| attached.first().and_then(|it| it.name.clone()));
        }
        let prompts = open.prompts.iter().cloned().collect();
        self.publish(Op::PutPrompts { session, prompts });
        let prompted = self.add_entry(session, EntryBody::User { text, attached });
        let reads = !files.is_empty();
        let ticket = self.state.next();
        if let Some(open) = self.session(session) {
            open.prompted = prompted;
            if reads {
                let parts = std::mem::take(&mut parts);
                open.reading = Some(Reading { ticket, parts });
            }
        }
        self.show_session(session);
        if reads {
            self.effects.push(Effect::ReadFiles {
                session,
                ticket,
                can,
                files,
            });
        } else {
            self.call_prompt(session, &parts, &[]);
        }
    }

    /// The files of a message were read: now it goes out, unless the turn was stopped meanwhile.
    pub(super) fn files_read(&mut self, session: SessionKey, ticket: u32, read: &[FileRead]) {
        let Some(open) = self.session(session) else {
            return;
        };
        let Some(Reading { parts, .. }) = open.reading.take_if(|it| it.ticket == ticket) else {
            return;
        };
        let can = open.prompt_can.unwrap_or_default();
        let entry = open.prompted.and_then(|it| open.entry_mut(it));
        if let Some(entry) = entry
            && let EntryBody::User { attached, .. } = &mut entry.body
        {
            for part in &parts {
                if let Part::File(file) = part
                    && let Some(read) = file.read.and_then(|it| read.get(it))
                    && let Some(view) = attached.get_mut(file.view)
                {
                    take_read(view, read, can);
                }
            }
            for view in attached.iter_mut() {
                settle_as_link(view, can);
            }
            let entry = entry.clone();
            self.publish(Op::PutEntry { session, entry });
        }
        self.call_prompt(session, &parts, read);
    }

    fn call_prompt(&mut self, session: SessionKey, parts: &[Part], read: &[FileRead]) {
        let Some(open) = self.session(session) else {
            return;
        };
        let Some(wire) = open.wire.clone() else {
            return;
        };
        let connection = open.connection;
        let elsewhere = open.elsewhere.is_some();
        let blocks = parts.iter().filter_map(|it| block(it, read, elsewhere));
        let blocks: Vec<Value> = blocks.collect();
        open.echo = Some(Echo::of(&blocks));
        let params = json!({"sessionId": wire, "prompt": blocks});
        self.call(connection, Call::Prompt(session), "session/prompt", params);
    }
}

/// The parts of a message, and the files among them that are to be read.
fn parts(
    pieces: &[Piece<'_>],
    mentions: &[AttachedView],
    message: &Message,
    roots: &[String],
    can: PromptCan,
) -> (Vec<Part>, Vec<ReadFile>) {
    let mut files: Vec<ReadFile> = Vec::new();
    let mut file = |path: &str, name: String, folder: bool, view: usize, within: bool| {
        let known = files.iter().any(|it| it.path == path);
        let reads = can.takes_any() && !folder && !known && files.len() < MOST_READ;
        let read = reads.then(|| {
            files.push(ReadFile {
                path: path.to_owned(),
                within: within.then(|| roots.to_vec()),
            });
            files.len() - 1
        });
        Part::File(PartFile {
            path: path.to_owned(),
            name,
            folder,
            view,
            read,
            mention: within,
        })
    };
    let mut parts: Vec<Part> = Vec::new();
    for piece in pieces {
        parts.push(match piece {
            Piece::Text(text) => Part::Text((*text).to_owned()),
            Piece::Mention(token, mention) => {
                let name = token.trim_start_matches('@').to_owned();
                let view = mentions
                    .iter()
                    .position(|it| it.name.as_ref() == Some(&name));
                file(
                    &mention.path,
                    name,
                    mention.folder,
                    view.unwrap_or_default(),
                    true,
                )
            }
        });
    }
    for (view, attached) in (mentions.len()..).zip(&message.attached) {
        match (&attached.path, &attached.picture) {
            (Some(path), _) => {
                let folder = attached.kind == AttachedKind::Folder;
                parts.push(file(path, name_of(path), folder, view, false));
            }
            (None, Some(picture)) if can.pictures => parts.push(Part::Picture(picture.clone())),
            (None, _) => {}
        }
    }
    (parts, files)
}

/// Takes what came of reading a file into its view.
fn take_read(view: &mut AttachedView, read: &FileRead, can: PromptCan) {
    view.kind = read.kind;
    view.bytes = read.bytes.or(view.bytes);
    view.sent = match &read.content {
        Content::Text(_) => SentAs::Full,
        Content::Data(data) => {
            if read.kind == AttachedKind::Picture {
                view.picture = read.mime.clone().map(|mime| PictureView {
                    mime,
                    data: data.clone(),
                });
            }
            SentAs::Full
        }
        Content::Link(why) => SentAs::of_address(*why, can.elsewhere),
    };
}

/// What was not looked into is sent as a link.
fn settle_as_link(view: &mut AttachedView, can: PromptCan) {
    if view.sent == SentAs::Unknown {
        view.sent = SentAs::of_address(None, can.elsewhere);
    }
}

/// A part as the agent gets it; none when there is nothing that would mean anything to it.
fn block(part: &Part, read: &[FileRead], elsewhere: bool) -> Option<Value> {
    Some(match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Picture(picture) => {
            json!({"type": "image", "mimeType": picture.mime, "data": picture.data})
        }
        Part::File(file) => {
            let read = file.read.and_then(|it| read.get(it));
            let uri = if elsewhere {
                // This machine's paths are nobody's business there.
                format!("attachment:{}", encoded(&file.name))
            } else {
                address(&file.path, file.folder)
            };
            match read.map(|it| (&it.content, it.kind, &it.mime)) {
                Some((Content::Text(text), ..)) => {
                    json!({"type": "resource", "resource": {"uri": uri, "text": text}})
                }
                Some((Content::Data(data), AttachedKind::Sound, mime)) => {
                    json!({"type": "audio", "mimeType": mime, "data": data})
                }
                Some((Content::Data(data), _, mime)) => {
                    json!({"type": "image", "mimeType": mime, "data": data, "uri": uri})
                }
                Some((Content::Link(_), ..)) | None if elsewhere => {
                    let text = format!("@{}", file.name);
                    return file.mention.then(|| json!({"type": "text", "text": text}));
                }
                Some((Content::Link(_), ..)) | None => {
                    let mut link = json!({"type": "resource_link", "uri": uri, "name": file.name});
                    if let Some(bytes) = read.and_then(|it| it.bytes) {
                        link["size"] = json!(bytes);
                    }
                    if let Some(mime) = read.and_then(|it| it.mime.as_ref()) {
                        link["mimeType"] = json!(mime);
                    }
                    link
                }
            }
        }
    })
}

/// A name as it can stand in an address.
fn encoded(name: &str) -> String {
    url::form_urlencoded::byte_serialize(name.as_bytes())
        .map(|piece| piece.replace('+', "%20"))
        .collect()
}

/// The address of a file or folder.
fn address(path: &str, folder: bool) -> String {
    let address = if folder {
        Url::from_directory_path(path)
    } else {
        Url::from_file_path(path)
    };
    address.map_or_else(|()| path.to_owned(), Into::into)
}

/// A title from the first words of a prompt.
fn title_of(prompt: &str) -> Option<String> {
    let line = prompt.lines().map(str::trim).find(|it| !it.is_empty())?;
    let mut title: String = line.chars().take(TITLE_CHARS).collect();
    if title.len() < line.len() {
        title.push('…');
    }
    Some(visible(&title))
}
