//! Runs the core: connections over stdio, processes, handoff, files. No window.
//!
//! [`Engine`] is one loop that owns the [`assent_core::state::State`]. Whatever happens comes to it
//! through one queue, goes through [`assent_core::update::update`], and what that asks for is done in
//! order. The loop waits for nobody: not for an agent, not for a browser, not for the interface.
#![warn(missing_docs)]

mod actor;
mod agent_files;
mod attached;
mod attention;
mod checks;
mod clock;
mod connection;
mod environment;
mod equip;
mod files;
mod hand;
pub mod handoff;
mod inspector;
mod journal;
mod link;
mod outbox;
mod process;
mod programs;
mod queue;
mod record;
mod registry;
mod remote;
mod search;
mod secrets;
mod stderr;
mod store;
mod terminal;
mod transport;

use std::path::PathBuf;
use std::sync::Arc;

use assent_core::effect::Attention;
use assent_core::event::{AgentConfig, EventKind};
use assent_core::id::SessionKey;
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use assent_core::preferences::Spoken;
use assent_core::settings::Agreement;
use assent_core::view::MenuItem;
use tokio::sync::{mpsc, oneshot};

use crate::clock::Clock;
pub use crate::clock::{SystemTimes, Time};
pub use crate::files::{replace as replace_file, write_whole};
pub use crate::hand::{Hand, Press};
use crate::journal::Journal;
pub use crate::journal::JournalLine;
use crate::queue::Message;

/// What an engine is started with.
pub struct Options {
    /// The folder for everything that is kept. Made, for its owner alone, when it is missing.
    pub data_dir: PathBuf,
    /// Assent's version, shown and told to agents.
    pub version: String,
    /// How to run [`handoff::run_helper`] in a process of its own.
    pub helper: HelperProgram,
    /// What only the desktop can do.
    pub host: Arc<dyn Host>,
    /// Whether secret values of the settings go to the system's keyring; else to a file in the folder.
    pub keyring: bool,
    /// What tells the time: [`SystemTimes`], but where a test lets it jump.
    pub time: Arc<dyn Time>,
}

/// A program that does nothing but [`handoff::run_helper`]: Assent's own binary with a hidden argument.
#[derive(Debug, Clone)]
pub struct HelperProgram {
    /// The program.
    pub program: PathBuf,
    /// Its arguments. The address is never among them; it goes to standard input.
    pub args: Vec<String>,
}

/// What only the desktop can do. Called on threads that may wait, never on the engine's loop.
pub trait Host: Send + Sync + 'static {
    /// Puts text on the clipboard; gives whether that worked.
    fn copy(&self, text: &str) -> bool;

    /// Lets the person choose a file, offering a name, and writes text to it.
    fn save(&self, name: &str, text: &str) -> std::io::Result<Saved>;

    /// Asks the person, outside of the page, whether something is to be kept; gives whether they said yes.
    fn agree(&self, to: &Agreement) -> bool;

    /// Lets the person choose a folder; none when they choose none.
    fn choose_folder(&self) -> Option<PathBuf>;
    /// Lets the person choose files, or folders; none when they choose none.
    fn choose(&self, folders: bool) -> Vec<PathBuf>;

    /// Opens a session's own window; lets it come forward if it is open.
    fn open_window(&self, _session: SessionKey) {}

    /// Lets the main window come forward.
    fn come_forward(&self) {}

    /// Ends the program, through [`Engine::quit`].
    fn quit(&self) {}

    /// Closes the window of a page, as its own button does.
    fn close_window(&self, _page: PageId) {}

    /// The pages are drawn in this language; what the desktop itself says is to be in the same one.
    fn speak(&self, _language: Spoken) {}

    /// A session is gone, and a window of its own has nothing left to show.
    fn session_gone(&self, _session: SessionKey) {}

    /// Shows what waits on the person, as a whole, whenever that changes.
    fn attention(&self, now: &Attention);
}

/// What became of text the person wanted to save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// It is in the file they chose.
    Written,
    /// They chose none.
    NotWanted,
}

/// The running engine. Clones speak to the same one.
#[derive(Clone)]
pub struct Engine {
    queue: mpsc::UnboundedSender<Message>,
    journal: Journal,
}

impl Engine {
    /// Starts the engine's loop. Must be called inside a tokio runtime.
    pub fn start(options: Options) -> Self {
        let (queue, messages) = mpsc::unbounded_channel();
        let clock = Clock::new(Arc::clone(&options.time));
        let journal = Journal::new(clock.clone());
        let actor = actor::Actor::new(options, clock, queue.clone(), journal.clone());
        tokio::spawn(actor.run(messages));
        Self { queue, journal }
    }

    /// Makes an agent known, or replaces what is known of it.
    pub fn configure(&self, agent: AgentConfig) {
        self.tell(Message::event(EventKind::AgentConfigured(agent)));
    }

    /// Says which of the agents is the demo's, and who plays with it on a stage.
    pub fn cast(&self, cast: assent_core::demo::Cast) {
        self.tell(Message::event(EventKind::DemoCast(cast)));
    }

    /// Opens a session on an agent of the command line, which is the same as before if it is named in the
    /// same way; the id it comes with means nothing.
    pub fn launch(&self, agent: AgentConfig) {
        self.tell(Message::event(EventKind::Launched(agent)));
    }

    /// Takes a prefill script: matching forms that come from now on are filled by it, and wait for Accept.
    pub fn fill_by(&self, script: Vec<assent_core::script::ScriptEntry>) {
        self.tell(Message::event(EventKind::ScriptGiven(script)));
    }

    /// Passes on what the person wants, on no page in particular.
    pub fn send(&self, intent: Intent) {
        self.tell(Message::event(EventKind::Intent(intent)));
    }

    /// Passes on what a page says that the person wants, and what their hands did last on its window.
    pub fn send_from(&self, page: PageId, intent: Intent, hand: Hand) {
        self.tell(Message::Stated { page, intent, hand });
    }

    /// The person dropped files on the window of a page.
    pub fn drop_files(&self, page: PageId, paths: Vec<PathBuf>) {
        self.tell(Message::Dropped { page, paths });
    }

    /// Files are held over the window of a page, or no longer.
    pub fn drag_over(&self, page: PageId, over: bool) {
        self.tell(Message::event_of(page, EventKind::DraggedOver(over)));
    }

    /// Tells a page what is to be drawn, in place of what it was told through before. The sink gets the JSON
    /// of an [`assent_core::view::Down`]: first a snapshot, then patches. It is called on the engine's loop,
    /// so it must not wait; once it gives `false` it is dropped.
    pub fn subscribe(&self, page: Page, sink: Box<dyn FnMut(&str) -> bool + Send>) {
        self.tell(Message::Subscribe { page, sink });
    }

    /// The person wants the program to end, where this page is. What there is to ask about is asked first, then
    /// [`Host::quit`] follows.
    pub fn close_wanted(&self, page: PageId) {
        self.tell(Message::event_of(page, EventKind::CloseWanted));
    }

    /// Something was chosen from the system's own menu while this page had the focus.
    pub fn menu_chosen(&self, page: PageId, item: MenuItem) {
        self.tell(Message::event_of(page, EventKind::MenuChosen(item)));
    }

    /// A page is gone for good: its window was closed.
    pub fn page_gone(&self, page: PageId) {
        self.tell(Message::event_of(page, EventKind::PageGone(page)));
    }

    /// A window of Assent has the focus, or none has it any more.
    pub fn focused(&self, focused: bool) {
        self.tell(Message::event(EventKind::Focused(focused)));
    }

    /// The desktop has shown the last notification it was to show; else there is nothing that shows any.
    pub fn announced(&self, shown: bool) {
        self.tell(Message::event(EventKind::Announced(shown)));
    }

    /// The person chose the notification of turns, or that of asks.
    pub fn announcement_chosen(&self, turns: bool) {
        self.tell(Message::event(EventKind::AnnouncementChosen { turns }));
    }

    /// The last lines exchanged with agents, those of each connection oldest first, without secrets.
    pub fn journal(&self) -> Vec<JournalLine> {
        self.journal.lines()
    }

    /// Ends it all: what is open is answered, the answers are written, the processes are ended. Gives
    /// back when that is done, after a few seconds at most.
    pub async fn quit(&self) {
        let (done, ended) = oneshot::channel();
        self.tell(Message::Quit(done));
        // An engine that has ended already drops the sender, which is as good as an answer.
        ended.await.ok();
    }

    fn tell(&self, message: Message) {
        if self.queue.send(message).is_err() {
            tracing::debug!("the engine has ended");
        }
    }
}
