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
pub mod handoff;
mod inspector;
mod journal;
mod link;
mod outbox;
mod process;
mod programs;
mod queue;
mod record;
mod search;
mod secrets;
mod stderr;
mod store;
mod terminal;
mod transport;

use std::path::PathBuf;
use std::sync::Arc;

use assent_core::event::{AgentConfig, EventKind};
use assent_core::intent::Intent;
use assent_core::settings::Agreement;
use tokio::sync::{mpsc, oneshot};

pub use crate::files::write_whole;
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

    /// Says how many asks wait on the person: when one came up, and when that number fell.
    fn attention(&self, waiting: usize);
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
        let journal = Journal::default();
        let actor = actor::Actor::new(options, queue.clone(), journal.clone());
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

    /// Takes a prefill script: matching forms that come from now on are filled by it, and wait for Accept.
    pub fn fill_by(&self, script: Vec<assent_core::script::ScriptEntry>) {
        self.tell(Message::event(EventKind::ScriptGiven(script)));
    }

    /// Passes on what the person wants.
    pub fn send(&self, intent: Intent) {
        self.tell(Message::event(EventKind::Intent(intent)));
    }

    /// The person dropped files on the window.
    pub fn drop_files(&self, paths: Vec<PathBuf>) {
        self.tell(Message::Dropped(paths));
    }

    /// Files are held over the window, or no longer.
    pub fn drag_over(&self, over: bool) {
        self.tell(Message::event(EventKind::DraggedOver(over)));
    }

    /// Adds a sink for what is to be drawn. It gets the JSON of an [`assent_core::view::Down`]: first a
    /// snapshot, then patches. It is called on the engine's loop, so it must not wait; once it gives
    /// `false` it is dropped.
    pub fn subscribe(&self, sink: Box<dyn FnMut(&str) -> bool + Send>) {
        self.tell(Message::Subscribe(sink));
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
