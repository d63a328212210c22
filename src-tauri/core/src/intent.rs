//! What the person wants: the only thing the interface ever sends.
//!
//! Every intent names things by our own keys. None carries an address or a path to open: what could do harm
//! is looked up here, not taken from the page. The exceptions are [`SettingsIntent::SaveAgent`] and
//! [`SettingsIntent::SaveServer`], the settings forms themselves: they carry the command the person typed, start
//! nothing, and what they carry is kept only after the person has agreed outside of the page.

mod about;
mod demo;
mod find;
mod inspect;
mod needs;
mod privacy;
mod registry;
mod remote;
mod settings;
mod take;
mod window;

pub use self::find::Find;
pub use self::take::Take;

pub use demo::Demo;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use self::registry::{RegistryIntent, RegistryPart};
pub use self::remote::{RemoteDraft, TokenDraft};
use crate::id::{AgentId, AskId, ConnectionId, EntryId, SessionKey};
use crate::view::Draft;
pub use inspect::Inspect;
pub use needs::Reach;
pub use privacy::Privacy;
pub use settings::{Preference, SettingsIntent, ValueDraft};
pub use window::WindowIntent;

/// An intent of the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export)]
pub enum Intent {
    /// What is about the windows themselves.
    Window(WindowIntent),
    /// Start an agent and open a session on it; on a running one, just open the session.
    NewSession {
        /// The agent.
        agent: AgentId,
    },
    /// The same in a folder that the person chooses in the system's own dialog.
    NewSessionIn {
        /// The agent.
        agent: AgentId,
    },
    /// Something about the settings.
    Settings(SettingsIntent),
    /// Something about what is stored on this computer.
    Privacy(Privacy),
    /// A preference is to be another.
    Prefer(Preference),
    /// See the demo agent.
    Demo(Demo),
    /// Read or fetch a registry of agents, or do something with it.
    Registry(RegistryIntent),
    /// Take a session up again, with its agent started if need be.
    Rejoin {
        /// The session.
        session: SessionKey,
    },
    /// Go on in a new session of the same agent, below the transcript of this one.
    BeginAnew {
        /// The session.
        session: SessionKey,
    },
    /// Ask an agent for the sessions it keeps.
    ListSessions {
        /// The connection.
        connection: ConnectionId,
        /// The next ones; else from the beginning.
        more: bool,
    },
    /// Take up a session that was listed.
    OpenListed {
        /// The connection.
        connection: ConnectionId,
        /// Our number of it.
        number: u32,
    },
    /// Let the agent delete a session that was listed.
    DeleteListed {
        /// The connection.
        connection: ConnectionId,
        /// Our number of it.
        number: u32,
    },
    /// End a connection.
    StopAgent {
        /// The connection.
        connection: ConnectionId,
    },
    /// End a connection, if it runs, start the agent again and take its sessions up again.
    RestartAgent {
        /// The connection.
        connection: ConnectionId,
    },
    /// The person has seen all of a session.
    Seen {
        /// The session.
        session: SessionKey,
    },
    /// Close a session: what it waits for is answered, and it leaves the list.
    CloseSession {
        /// The session.
        session: SessionKey,
    },
    /// The composer's text, kept so that a reload loses nothing.
    Compose {
        /// The session.
        session: SessionKey,
        /// The text.
        text: String,
        /// A number that grows with each change of it on this page.
        seq: u32,
    },
    /// Send a prompt; while a turn runs, put it at the end of the queue.
    Prompt {
        /// The session.
        session: SessionKey,
        /// The text.
        text: String,
    },
    /// Let the person choose files, or folders, to attach to the message that is being written.
    ChooseFiles {
        /// The session.
        session: SessionKey,
        /// Folders.
        folders: bool,
    },
    /// Attach a picture that was pasted.
    AttachPicture {
        /// The session.
        session: SessionKey,
        /// Base64.
        data: String,
    },
    /// Attach the files that were dropped on the window.
    TakeDrop {
        /// The session.
        session: SessionKey,
        /// The drop.
        drop: u32,
    },
    /// Take something off the message that is being written.
    RemoveAttached {
        /// The session.
        session: SessionKey,
        /// Which.
        attached: u32,
    },
    /// Look for files of the session's folders, to mention one.
    FindFiles {
        /// The session.
        session: SessionKey,
        /// What their paths are to hold.
        query: String,
    },
    /// Mention a file that was found: what stands for it in a text means it from now on.
    Mention {
        /// The session.
        session: SessionKey,
        /// Which.
        hit: u32,
    },
    /// Stop the turn.
    StopTurn {
        /// The session.
        session: SessionKey,
    },
    /// Take a message out of the queue and put it into the composer, before what stands there.
    TakeQueued {
        /// The session.
        session: SessionKey,
        /// The message.
        queued: u32,
    },
    /// Take a message out of the queue.
    RemoveQueued {
        /// The session.
        session: SessionKey,
        /// The message.
        queued: u32,
    },
    /// Send a message of the queue next: a turn that runs is stopped, and its end waited for.
    SendNow {
        /// The session.
        session: SessionKey,
        /// The message.
        queued: u32,
    },
    /// Let the queue go on.
    ResumeQueue {
        /// The session.
        session: SessionKey,
    },
    /// Set a mode, model or the like.
    SetOption {
        /// The session.
        session: SessionKey,
        /// Its place in the session's options.
        option: u32,
        /// The value's place; for a switch 0 is off and 1 is on.
        value: u32,
    },
    /// Sign in with a method the agent offers.
    SignIn {
        /// The sign-in ask.
        ask: AskId,
        /// The method's index.
        method: u32,
    },
    /// Type into the terminal of a sign-in that runs in one.
    TypeInSignIn {
        /// The sign-in ask.
        ask: AskId,
        /// What, as it reaches the program; a few kilobytes at most.
        text: String,
    },
    /// Put what is kept of the terminal of a sign-in on the clipboard.
    CopySignIn {
        /// The sign-in ask.
        ask: AskId,
    },
    /// Sign out of an agent that can.
    SignOut {
        /// The connection.
        connection: ConnectionId,
    },
    /// Show the ways to sign in of a connection.
    OfferSignIn {
        /// The connection.
        connection: ConnectionId,
    },

    /// A field's new content.
    SetField {
        /// The form.
        ask: AskId,
        /// The row.
        index: u32,
        /// The content.
        draft: Draft,
        /// A number that grows with each change of this field.
        seq: u32,
    },
    /// The companion's new content.
    SetCompanion {
        /// The form.
        ask: AskId,
        /// The row.
        index: u32,
        /// The content.
        text: String,
        /// A number that grows with each change of this field.
        seq: u32,
    },
    /// Take the earlier answer that is suggested for a field.
    TakeSuggestion {
        /// The form.
        ask: AskId,
        /// The row.
        index: u32,
        /// A number that grows with each change of this field.
        seq: u32,
    },
    /// The person left a field: say what is wrong with it.
    LeaveField {
        /// The form.
        ask: AskId,
        /// The row.
        index: u32,
    },
    /// Show, or hide, what would be sent.
    Preview {
        /// The form.
        ask: AskId,
        /// Show.
        open: bool,
    },
    /// Accept a form.
    Submit {
        /// The form.
        ask: AskId,
        /// The extra yes for a secret was given.
        secret: bool,
    },
    /// Accept-less ends of any elicitation.
    Decline {
        /// The ask.
        ask: AskId,
    },
    /// "Not now"; for a sign-in: close its card.
    Cancel {
        /// The ask.
        ask: AskId,
    },
    /// Choose an option of a permission.
    Choose {
        /// The ask.
        ask: AskId,
        /// The option's index.
        option: u32,
    },
    /// The card of a permission is painted, visible, focused and at rest: arming starts (again) now.
    PermissionShown {
        /// The ask.
        ask: AskId,
    },
    /// The card is no longer so: arming is off until the next `permission-shown`.
    PermissionHidden {
        /// The ask.
        ask: AskId,
    },

    /// Open the consent dialog.
    ReviewLink {
        /// The link.
        ask: AskId,
    },
    /// The dialog is painted, visible, focused and at rest: arming starts (again) now.
    LinkShown {
        /// The link.
        ask: AskId,
        /// The display's token.
        token: String,
    },
    /// The dialog is no longer so: arming is off until the next `link-shown`.
    LinkHidden {
        /// The link.
        ask: AskId,
        /// The display's token.
        token: String,
    },
    /// The second gesture was made, or taken back.
    UnderstandLink {
        /// The link.
        ask: AskId,
        /// The display's token.
        token: String,
        /// Made.
        understood: bool,
    },
    /// Consent: open the page in the browser.
    OpenLink {
        /// The link.
        ask: AskId,
        /// The display's token.
        token: String,
        /// [`crate::link::fingerprint`] of the address as it stands on the screen.
        fingerprint: String,
    },
    /// Consent, and the person has opened it on another device or in another browser.
    OpenedElsewhere {
        /// The link.
        ask: AskId,
        /// The display's token.
        token: String,
        /// [`crate::link::fingerprint`] of the address as it stands on the screen.
        fingerprint: String,
    },
    /// Close the dialog and answer nothing.
    CloseLink {
        /// The link.
        ask: AskId,
    },
    /// Put the address on the clipboard.
    CopyLink {
        /// The link.
        ask: AskId,
    },
    /// Put the code on the clipboard.
    CopyCode {
        /// The link.
        ask: AskId,
    },
    /// Show, or hide, the QR code in the dialog.
    ShowQr {
        /// The link.
        ask: AskId,
        /// The display's token.
        token: String,
        /// Show.
        open: bool,
    },
    /// After a failed or unconfirmed handoff: it did open.
    ItOpened {
        /// The link.
        ask: AskId,
    },
    /// The card joins a page that already waits: accept without opening.
    SamePageDone {
        /// The link.
        ask: AskId,
    },
    /// Stop waiting: the person says the page's business is done.
    LinkDone {
        /// The link.
        ask: AskId,
    },
    /// Stop waiting.
    StopWaiting {
        /// The link.
        ask: AskId,
        /// Also cancel what waits for this page (the turn, or our request).
        cancel: bool,
    },
    /// Answer further links of this connection with decline, unseen.
    MuteLinks {
        /// The connection.
        connection: ConnectionId,
    },

    /// Find something.
    Find(Find),
    /// Take something away: to the clipboard, or to a file.
    Take(Take),

    /// Write the consent record to a file the person chooses.
    ExportRecord,
    /// The protocol's log.
    Inspect(Inspect),

    /// Put an entry's text on the clipboard.
    CopyEntry {
        /// The session.
        session: SessionKey,
        /// The entry.
        entry: EntryId,
    },
    /// Put a part of what a tool call yields on the clipboard; of a change, the new text.
    CopyContent {
        /// The session.
        session: SessionKey,
        /// The entry.
        entry: EntryId,
        /// The part's place.
        content: u32,
    },
    /// Put what is kept of a terminal's lines on the clipboard.
    CopyTerminal {
        /// The session.
        session: SessionKey,
        /// The terminal.
        terminal: String,
    },
    /// Put a form's draft, or what was sent, on the clipboard; secrets left out.
    CopyDraft {
        /// The form.
        ask: AskId,
    },
}
