//! Which session an intent is about.

use super::{Find, Intent, Take};
use crate::id::SessionKey;

impl Intent {
    /// The session whose transcript must be here before this can be done. What does without is not named:
    /// a session can be closed unread.
    pub(crate) fn needs_transcript_of(&self) -> Option<SessionKey> {
        match self {
            Self::Rejoin { session }
            | Self::BeginAnew { session }
            | Self::Seen { session }
            | Self::Compose { session, .. }
            | Self::Prompt { session, .. }
            | Self::ChooseFiles { session, .. }
            | Self::AttachPicture { session, .. }
            | Self::TakeDrop { session, .. }
            | Self::RemoveAttached { session, .. }
            | Self::FindFiles { session, .. }
            | Self::Mention { session, .. }
            | Self::StopTurn { session }
            | Self::TakeQueued { session, .. }
            | Self::RemoveQueued { session, .. }
            | Self::SendNow { session, .. }
            | Self::ResumeQueue { session }
            | Self::SetOption { session, .. }
            | Self::CopyEntry { session, .. }
            | Self::CopyContent { session, .. }
            | Self::CopyTerminal { session, .. }
            | Self::Find(
                Find::Transcript { session } | Find::In { session, .. } | Find::Again { session },
            )
            | Self::Take(
                Take::Answer { session }
                | Take::Code { session, .. }
                | Take::Patch { session, .. }
                | Take::Session { session, .. },
            ) => Some(*session),
            _ => None,
        }
    }
}
