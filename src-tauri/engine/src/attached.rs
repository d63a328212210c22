//! Files that go along with messages: looked at when they are chosen, read when the message goes out.
//!
//! Only what the person chose comes here: the paths are those of the system's dialog, of a drop on the window
//! and of our own search.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use assent_core::attach::{
    Content, FileRead, FoundFile, HEAD, LARGEST_MESSAGE, MOST_ATTACHED, PromptCan, ReadFile,
    kind_of,
};
use assent_core::view::{AttachedKind, WhyLink};
use base64::Engine as _;

use crate::agent_files::{is_inside, resolve};

/// What a file is, before what of it is wanted is known.
struct Looked {
    kind: AttachedKind,
    mime: Option<&'static str>,
    bytes: u64,
    file: Option<File>,
    head: Vec<u8>,
}

/// Looks at files and folders that were chosen; gives those that can be attached and how many cannot.
pub(crate) fn look_at(paths: &[PathBuf]) -> (Vec<FoundFile>, u32) {
    let everything = PromptCan {
        elsewhere: false,
        pictures: true,
        sounds: false,
        embedded: false,
    };
    let mut found = Vec::new();
    let mut failed = 0;
    // One more than can be attached, so that the core says there are too many.
    for path in paths.iter().take(MOST_ATTACHED + 1) {
        let looked = path.to_str().filter(|_| path.is_absolute()).map(|shown| {
            let looked = look(path)?;
            let (kind, bytes) = (looked.kind, looked.bytes);
            let mime = looked.mime.map(ToOwned::to_owned);
            let picture = match content(looked, everything) {
                Content::Data(data) => Some(data),
                Content::Text(_) | Content::Link(_) => None,
            };
            io::Result::Ok(FoundFile {
                path: shown.to_owned(),
                kind,
                mime,
                bytes: (kind != AttachedKind::Folder).then_some(bytes),
                picture,
            })
        });
        match looked {
            Some(Ok(file)) => found.push(file),
            Some(Err(error)) => {
                tracing::debug!(%error, "a file that was chosen cannot be read");
                failed += 1;
            }
            None => failed += 1,
        }
    }
    (found, failed)
}

/// Reads the files of a message, as far as the agent takes them in full.
pub(crate) fn read_all(files: &[ReadFile], can: PromptCan) -> Vec<FileRead> {
    let mut room = LARGEST_MESSAGE;
    files
        .iter()
        .map(|wanted| {
            let read = read(wanted, can, room);
            if !matches!(read.content, Content::Link(_)) {
                room = room.saturating_sub(read.bytes.unwrap_or_default());
            }
            read
        })
        .collect()
}

fn read(wanted: &ReadFile, can: PromptCan, room: u64) -> FileRead {
    let link = |why| FileRead {
        kind: AttachedKind::Other,
        mime: None,
        bytes: None,
        content: Content::Link(Some(why)),
    };
    let path = Path::new(&wanted.path);
    let Ok(resolved) = resolve(path) else {
        return link(WhyLink::Unreadable);
    };
    if let Some(roots) = &wanted.within
        && !is_inside(&resolved, roots)
    {
        // The agent may have put a link there since the file was found.
        return link(WhyLink::Outside);
    }
    let Ok(looked) = look(&resolved) else {
        return link(WhyLink::Unreadable);
    };
    let (kind, mime, bytes) = (looked.kind, looked.mime, looked.bytes);
    let content = if bytes > room {
        Content::Link(Some(WhyLink::TooLarge))
    } else {
        content(looked, can)
    };
    FileRead {
        kind,
        mime: mime.map(ToOwned::to_owned),
        bytes: (kind != AttachedKind::Folder).then_some(bytes),
        content,
    }
}

fn look(path: &Path) -> io::Result<Looked> {
    // Before it is opened: opening a pipe would wait for its other end.
    let found = std::fs::metadata(path)?;
    if found.is_dir() {
        return Ok(Looked {
            kind: AttachedKind::Folder,
            mime: None,
            bytes: 0,
            file: None,
            head: Vec::new(),
        });
    }
    if !found.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut file = File::open(path)?;
    let mut head = Vec::new();
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    let (kind, mime) = kind_of(&head);
    Ok(Looked {
        kind,
        mime,
        bytes: found.len(),
        file: Some(file),
        head,
    })
}

/// What of a file is sent. Its size is asked again of what is read: it may grow meanwhile.
fn content(looked: Looked, can: PromptCan) -> Content {
    let Looked {
        kind,
        bytes,
        file,
        head,
        ..
    } = looked;
    if let Err(why) = can.judge(kind, bytes) {
        return Content::Link(why);
    }
    let mut whole = head;
    let read = file.map(|file| {
        let left = bytes.saturating_sub(whole.len() as u64);
        file.take(left + 1).read_to_end(&mut whole)
    });
    match read {
        Some(Ok(_)) if whole.len() as u64 > bytes => Content::Link(Some(WhyLink::Unreadable)),
        Some(Ok(_)) if kind == AttachedKind::Text => {
            String::from_utf8(whole).map_or(Content::Link(None), Content::Text)
        }
        Some(Ok(_)) => Content::Data(base64::engine::general_purpose::STANDARD.encode(whole)),
        _ => Content::Link(Some(WhyLink::Unreadable)),
    }
}

#[cfg(test)]
mod tests;
