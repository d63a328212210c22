//! What goes along with a message.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something that goes along with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct AttachedView {
    /// Its key, unique in its session.
    pub id: u32,
    /// What it is.
    pub kind: AttachedKind,
    /// Its name; none for a picture that was pasted.
    pub name: Option<String>,
    /// Where it lies; none for a picture that was pasted.
    pub path: Option<String>,
    /// Its size; none for a folder, and where it is not known.
    pub bytes: Option<u64>,
    /// What the agent gets of it.
    pub sent: SentAs,
    /// It stands in the message's text.
    pub mention: bool,
    /// The picture itself, where it is there.
    pub picture: Option<PictureView>,
}

/// What something attached is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum AttachedKind {
    /// A picture of a kind that is drawn.
    Picture,
    /// A sound.
    Sound,
    /// A text.
    Text,
    /// A folder.
    Folder,
    /// Any other file, or one that was not looked into.
    Other,
}

/// What the agent gets of something attached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "as", rename_all = "kebab-case")]
#[ts(export)]
pub enum SentAs {
    /// All of it.
    Full,
    /// Its address.
    Link {
        /// Why no more, where more could be expected.
        why: Option<WhyLink>,
    },
    /// Nothing: it has no address, and the agent takes no pictures.
    Nothing,
    /// Nothing: the agent runs on another machine, where its address means nothing.
    Here {
        /// Why not all of it.
        why: Option<WhyLink>,
    },
    /// That shows once the agent runs, or once the file is read.
    Unknown,
}

impl SentAs {
    /// What an agent gets of something that is not sent in full.
    pub(crate) fn of_address(why: Option<WhyLink>, elsewhere: bool) -> Self {
        if elsewhere {
            Self::Here { why }
        } else {
            Self::Link { why }
        }
    }
}

/// Why only the address of a file is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum WhyLink {
    /// The agent takes nothing of its kind.
    NotTaken,
    /// It is too large.
    TooLarge,
    /// It could not be read.
    Unreadable,
    /// It leads out of the session's folders.
    Outside,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PictureView {
    /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
    pub mime: String,
    /// Base64.
    pub data: String,
}

/// Why something was not attached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum NotAttached {
    /// The agent takes no pictures, and this one has no address.
    NoPictures,
    /// What was pasted is no picture of a kind that is drawn.
    NotPicture,
    /// It is too large.
    TooLarge {
        /// The most bytes it may have.
        limit: u64,
    },
    /// There are too many things attached already.
    TooMany {
        /// How many there may be.
        limit: u32,
    },
    /// It could not be read, or is neither a file nor a folder.
    Unreadable,
}

/// A file or folder that fits what was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FileHit {
    /// Its key.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The folder it lies in, as seen from the session's folder; empty for that folder itself.
    pub folder: String,
    /// It is a folder.
    pub is_folder: bool,
    /// What stands for it in a message's text.
    pub token: String,
}
