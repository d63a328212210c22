//! What an intent reaches, and so what it needs besides being stated.
//!
//! Why no intent falls through: a new one does not compile before somebody has said here what it can do.

use super::{Inspect, Intent, Privacy, RegistryIntent, SettingsIntent, WindowIntent};

/// What an intent can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// It changes what Assent shows, or what it remembers of the page: nothing leaves, and nobody is answered.
    Shown,
    /// It says no for the person, stops something, or takes something back.
    Back,
    /// It starts, goes on with or sets something on an agent that the person has set up.
    Agent,
    /// It ends in a dialog of the system, outside of the page, in which the person chooses or agrees.
    Dialog,
    /// It answers yes, opens, sends, copies or deletes.
    Out,
}

impl Intent {
    /// Whether it counts only with a press of the person's.
    pub fn needs_hand(&self) -> bool {
        matches!(self.reach(), Reach::Out | Reach::Dialog)
    }

    /// What it can do.
    pub fn reach(&self) -> Reach {
        match self {
            Self::Compose { .. }
            | Self::Find(_)
            | Self::FindFiles { .. }
            | Self::LeaveField { .. }
            | Self::LinkHidden { .. }
            | Self::LinkShown { .. }
            | Self::Mention { .. }
            | Self::OfferSignIn { .. }
            | Self::PermissionHidden { .. }
            | Self::PermissionShown { .. }
            | Self::Prefer(_)
            | Self::Preview { .. }
            | Self::RemoveAttached { .. }
            | Self::ReviewLink { .. }
            | Self::Seen { .. }
            | Self::SetCompanion { .. }
            | Self::SetField { .. }
            | Self::ShowQr { .. }
            | Self::TakeDrop { .. }
            | Self::TakeSuggestion { .. }
            | Self::AttachPicture { .. } => Reach::Shown,
            Self::Cancel { .. }
            | Self::CloseLink { .. }
            | Self::CloseSession { .. }
            | Self::Decline { .. }
            | Self::LinkDone { .. }
            | Self::MuteLinks { .. }
            | Self::RemoveQueued { .. }
            | Self::SignOut { .. }
            | Self::StopAgent { .. }
            | Self::StopTurn { .. }
            | Self::StopWaiting { .. }
            | Self::TakeQueued { .. } => Reach::Back,
            Self::BeginAnew { .. }
            | Self::Demo(_)
            | Self::ListSessions { .. }
            | Self::NewSession { .. }
            | Self::OpenListed { .. }
            | Self::Rejoin { .. }
            | Self::RestartAgent { .. }
            | Self::ResumeQueue { .. }
            | Self::SendNow { .. }
            | Self::SetOption { .. }
            | Self::TypeInSignIn { .. } => Reach::Agent,
            Self::ChooseFiles { .. } | Self::ExportRecord | Self::NewSessionIn { .. } => {
                Reach::Dialog
            }
            Self::Choose { .. }
            | Self::CopyCode { .. }
            | Self::CopyContent { .. }
            | Self::CopyDraft { .. }
            | Self::CopyEntry { .. }
            | Self::CopyLink { .. }
            | Self::CopySignIn { .. }
            | Self::CopyTerminal { .. }
            | Self::DeleteListed { .. }
            | Self::ItOpened { .. }
            | Self::OpenLink { .. }
            | Self::OpenedElsewhere { .. }
            | Self::Prompt { .. }
            | Self::SamePageDone { .. }
            | Self::SignIn { .. }
            | Self::Submit { .. }
            | Self::Take(_) => Reach::Out,
            Self::UnderstandLink { understood, .. } => of(*understood, Reach::Out),
            Self::Window(wanted) => of_window(*wanted),
            Self::Settings(wanted) => of_settings(wanted),
            Self::Privacy(wanted) => of(!matches!(wanted, Privacy::Look), Reach::Out),
            Self::Registry(wanted) => of_registry(wanted),
            Self::Inspect(wanted) => of_inspect(wanted),
        }
    }
}

fn of(reaches: bool, reach: Reach) -> Reach {
    if reaches { reach } else { Reach::Shown }
}

fn of_window(wanted: WindowIntent) -> Reach {
    match wanted {
        WindowIntent::Got { .. }
        | WindowIntent::Speaks { .. }
        | WindowIntent::At { .. }
        | WindowIntent::OpenOwn { .. }
        | WindowIntent::LeavingShown => Reach::Shown,
        WindowIntent::Close | WindowIntent::Quit | WindowIntent::Leave { .. } => Reach::Back,
    }
}

fn of_settings(wanted: &SettingsIntent) -> Reach {
    match wanted {
        SettingsIntent::LookForAgents => Reach::Shown,
        SettingsIntent::SaveAgent { .. }
        | SettingsIntent::SaveServer { .. }
        | SettingsIntent::ChooseFolder => Reach::Dialog,
        SettingsIntent::RemoveAgent { .. } | SettingsIntent::RemoveServer { .. } => Reach::Out,
    }
}

fn of_registry(wanted: &RegistryIntent) -> Reach {
    match wanted {
        RegistryIntent::Close => Reach::Shown,
        RegistryIntent::FromFile | RegistryIntent::FromAddress { .. } => Reach::Dialog,
        RegistryIntent::Copy { .. } => Reach::Out,
    }
}

fn of_inspect(wanted: &Inspect) -> Reach {
    match wanted {
        Inspect::Look { .. } | Inspect::Leave { .. } | Inspect::Read { .. } => Reach::Shown,
        Inspect::Clear { .. } | Inspect::Copy { .. } => Reach::Out,
        Inspect::Export { .. } => Reach::Dialog,
    }
}
