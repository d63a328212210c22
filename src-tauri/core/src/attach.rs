//! What goes along with a message: what a file is by its first bytes, and what of it is sent in full.
//!
//! Why by its bytes and not by its name: a name says what somebody wants a file to be taken for, and an agent
//! that gets a picture which is none refuses the whole message.

use serde_json::Value;

use crate::view::{AttachedKind, NotAttached, WhyLink};

/// The most bytes of a picture that are sent.
pub const LARGEST_PICTURE: u64 = 5 << 20;
/// The most bytes of a sound that are sent.
pub const LARGEST_SOUND: u64 = 10 << 20;
/// The most bytes of a text that are sent in full; agents read longer ones themselves.
pub const LARGEST_TEXT: u64 = 256 << 10;
/// The same for an agent on another machine, which cannot read them itself.
pub const LARGEST_TEXT_ELSEWHERE: u64 = 2 << 20;
/// Things that may go along with one message.
pub const MOST_ATTACHED: usize = 20;
/// The most bytes of files that are sent in full in one message.
pub const LARGEST_MESSAGE: u64 = 24 << 20;
/// Bytes of a file that say what it is.
pub const HEAD: usize = 8 << 10;

/// What an agent takes in a message besides text and links to resources.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PromptCan {
    /// Pictures.
    pub pictures: bool,
    /// Sounds.
    pub sounds: bool,
    /// Files in full.
    pub embedded: bool,
    /// It runs on another machine: a link to a file of this one means nothing to it.
    pub elsewhere: bool,
}

impl PromptCan {
    /// Reads the answer to `initialize`. What is not told is not taken.
    pub(crate) fn of_answer(answer: &Value) -> Self {
        let told = &answer["agentCapabilities"]["promptCapabilities"];
        let can = |name: &str| told[name].as_bool().unwrap_or_default();
        Self {
            pictures: can("image"),
            sounds: can("audio"),
            embedded: can("embeddedContext"),
            elsewhere: false,
        }
    }

    /// Whether a file of this kind can be sent in full.
    fn takes(self, kind: AttachedKind) -> bool {
        match kind {
            AttachedKind::Picture => self.pictures,
            AttachedKind::Sound => self.sounds,
            AttachedKind::Text => self.embedded,
            AttachedKind::Folder | AttachedKind::Other => false,
        }
    }

    /// Whether any file can be sent in full, so that looking into one is worth it.
    pub(crate) fn takes_any(self) -> bool {
        self.pictures || self.sounds || self.embedded
    }

    /// Whether a file is sent in full, else why only a link to it is. A link needs no reason where nothing
    /// else is to be expected.
    pub fn judge(self, kind: AttachedKind, bytes: u64) -> Result<(), Option<WhyLink>> {
        let limit = match kind {
            AttachedKind::Picture => LARGEST_PICTURE,
            AttachedKind::Sound => LARGEST_SOUND,
            AttachedKind::Text if self.elsewhere => LARGEST_TEXT_ELSEWHERE,
            AttachedKind::Text => LARGEST_TEXT,
            AttachedKind::Folder | AttachedKind::Other => return Err(None),
        };
        if !self.takes(kind) {
            return Err(match kind {
                AttachedKind::Text if !self.elsewhere => None,
                _ => Some(WhyLink::NotTaken),
            });
        }
        if bytes > limit {
            return Err(Some(WhyLink::TooLarge));
        }
        Ok(())
    }
}

/// A file or folder the person chose, as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// Its absolute path.
    pub path: String,
    /// What it is.
    pub kind: AttachedKind,
    /// Its media type, where its bytes say.
    pub mime: Option<String>,
    /// Its size; none for a folder.
    pub bytes: Option<u64>,
    /// A picture that is not too large, base64.
    pub picture: Option<String>,
}

/// A file that goes along with a message, to be read now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFile {
    /// Its absolute path.
    pub path: String,
    /// The folders it must lie in, symbolic links followed; none when the person chose it wherever it is.
    pub within: Option<Vec<String>>,
}

/// What a file held when the message went out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRead {
    /// What it is.
    pub kind: AttachedKind,
    /// Its media type, where its bytes say.
    pub mime: Option<String>,
    /// Its size; none for a folder, and when it could not be read.
    pub bytes: Option<u64>,
    /// What of it is sent.
    pub content: Content,
}

/// What of a file is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Its text.
    Text(String),
    /// Its bytes, base64.
    Data(String),
    /// Where it lies.
    Link(Option<WhyLink>),
}

/// What a search over files found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPath {
    /// Its absolute path.
    pub path: String,
    /// Which of the folders searched it lies in.
    pub root: usize,
    /// Its path from there, parts separated by `/`.
    pub below: String,
    /// It is a folder.
    pub folder: bool,
}

/// What a file is, by its first bytes ([`HEAD`] of them, or all), and its media type where they say.
pub fn kind_of(head: &[u8]) -> (AttachedKind, Option<&'static str>) {
    if let Some(mime) = picture_type(head) {
        return (AttachedKind::Picture, Some(mime));
    }
    if let Some(mime) = sound_type(head) {
        return (AttachedKind::Sound, Some(mime));
    }
    let text = match std::str::from_utf8(head) {
        Ok(_) => true,
        // A character may be cut at the end.
        Err(error) => error.error_len().is_none() && head.len() == HEAD,
    };
    if text && !head.contains(&0) {
        (AttachedKind::Text, None)
    } else {
        (AttachedKind::Other, None)
    }
}

/// The media type of a picture of a kind that is drawn.
pub fn picture_type(head: &[u8]) -> Option<&'static str> {
    if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if head.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a") {
        Some("image/gif")
    } else if is_riff(head, b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

fn sound_type(head: &[u8]) -> Option<&'static str> {
    if is_riff(head, b"WAVE") {
        Some("audio/wav")
    } else if head.starts_with(b"OggS") {
        Some("audio/ogg")
    } else if head.starts_with(b"fLaC") {
        Some("audio/flac")
    } else if head.starts_with(b"ID3") || matches!(head, [0xff, 0xfb | 0xf3 | 0xf2, ..]) {
        Some("audio/mpeg")
    } else if head.get(4..11) == Some(b"ftypM4A") {
        Some("audio/mp4")
    } else {
        None
    }
}

fn is_riff(head: &[u8], form: &[u8]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..12) == Some(form)
}

/// Reads a picture that was pasted: its media type and its size in bytes.
///
/// # Errors
/// When it is not a picture, or too large.
pub(crate) fn pasted(data: &str) -> Result<(&'static str, u64), NotAttached> {
    use base64::Engine as _;
    let too_large = NotAttached::TooLarge {
        limit: LARGEST_PICTURE,
    };
    // Four characters for each three bytes: what cannot fit is not decoded.
    if data.len() as u64 / 4 * 3 > LARGEST_PICTURE + 3 {
        return Err(too_large);
    }
    let decoded = base64::engine::general_purpose::STANDARD.decode(data);
    let bytes = decoded.map_err(|_| NotAttached::NotPicture)?;
    if bytes.len() as u64 > LARGEST_PICTURE {
        return Err(too_large);
    }
    let mime = picture_type(&bytes).ok_or(NotAttached::NotPicture)?;
    Ok((mime, bytes.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_its_bytes_say() {
        let check = |head: &[u8], kind: AttachedKind, mime: Option<&str>| {
            assert_eq!(kind_of(head), (kind, mime), "{head:?}");
        };
        check(
            b"\x89PNG\r\n\x1a\n....",
            AttachedKind::Picture,
            Some("image/png"),
        );
        check(
            b"\xff\xd8\xff\xe0",
            AttachedKind::Picture,
            Some("image/jpeg"),
        );
        check(b"GIF89a", AttachedKind::Picture, Some("image/gif"));
        check(
            b"RIFF1234WEBPVP8 ",
            AttachedKind::Picture,
            Some("image/webp"),
        );
        check(b"RIFF1234WAVEfmt ", AttachedKind::Sound, Some("audio/wav"));
        check(b"ID3\x04", AttachedKind::Sound, Some("audio/mpeg"));
        check(b"<svg onload=x>", AttachedKind::Text, None);
        check(b"", AttachedKind::Text, None);
        check("gr\u{fc}n".as_bytes(), AttachedKind::Text, None);
        check(b"a\0b", AttachedKind::Other, None);
        check(b"\xc3", AttachedKind::Other, None);
        let mut cut = vec![b'a'; HEAD - 1];
        cut.push(0xc3);
        check(&cut, AttachedKind::Text, None);
    }

    #[test]
    fn only_what_an_agent_takes_is_sent_in_full() {
        let check = |can: [bool; 3], kind, bytes, expected| {
            let [pictures, sounds, embedded] = can;
            let can = PromptCan {
                pictures,
                sounds,
                embedded,
                elsewhere: false,
            };
            assert_eq!(can.judge(kind, bytes), expected, "{can:?} {kind:?}");
        };
        let all = [true; 3];
        let none = [false; 3];
        check(all, AttachedKind::Picture, LARGEST_PICTURE, Ok(()));
        check(
            all,
            AttachedKind::Picture,
            LARGEST_PICTURE + 1,
            Err(Some(WhyLink::TooLarge)),
        );
        check(none, AttachedKind::Picture, 1, Err(Some(WhyLink::NotTaken)));
        check(
            [false, true, true],
            AttachedKind::Picture,
            1,
            Err(Some(WhyLink::NotTaken)),
        );
        check(none, AttachedKind::Sound, 1, Err(Some(WhyLink::NotTaken)));
        check(
            all,
            AttachedKind::Sound,
            LARGEST_SOUND + 1,
            Err(Some(WhyLink::TooLarge)),
        );
        check(none, AttachedKind::Text, 1, Err(None));
        check(
            all,
            AttachedKind::Text,
            LARGEST_TEXT + 1,
            Err(Some(WhyLink::TooLarge)),
        );
        check(all, AttachedKind::Folder, 0, Err(None));
        check(all, AttachedKind::Other, 1, Err(None));
    }

    #[test]
    fn what_is_pasted_must_be_a_picture() {
        use base64::Engine as _;
        let check = |bytes: &[u8], expected: Result<(&'static str, u64), NotAttached>| {
            let data = base64::engine::general_purpose::STANDARD.encode(bytes);
            assert_eq!(pasted(&data), expected);
        };
        check(b"GIF89a", Ok(("image/gif", 6)));
        check(b"<html>", Err(NotAttached::NotPicture));
        let limit = LARGEST_PICTURE;
        let mut large = b"GIF89a".to_vec();
        large.resize(usize::try_from(limit).unwrap(), 0);
        check(&large, Ok(("image/gif", limit)));
        large.push(0);
        check(&large, Err(NotAttached::TooLarge { limit }));
        assert_eq!(pasted("no base64"), Err(NotAttached::NotPicture));
        assert_eq!(
            pasted(&"A".repeat(8 << 20)),
            Err(NotAttached::TooLarge { limit })
        );
    }
}
