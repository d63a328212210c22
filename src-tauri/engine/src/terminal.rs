//! Terminals: commands that agents run through us.
//!
//! Each has a thread that reads what the command writes and a thread that waits for its end; a task
//! passes on what is drawn, at a pace for eyes. An end is told once everything the command itself wrote
//! was read; what it has left running may go on drawing until the agent lets go of the terminal.
//!
//! Why nothing is ever written to a command of an agent: nobody sits at it. Answers to what it asks the
//! terminal would be input that no person typed. Only the terminal of a sign-in, which the person has begun and
//! looks at, is typed into.

mod group;
mod look;
mod plain;
mod pty;
mod screen;
#[cfg(target_os = "linux")]
mod stray;
mod strings;

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc as sync_mpsc};
use std::time::Duration;

use assent_core::client::{TerminalCommand, TerminalExit, TerminalFailure};
use assent_core::event::EventKind;
use assent_core::id::{ConnectionId, RequestKey, TerminalKey};
use assent_core::settings::SecretText;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::sleep;

use self::group::Group;
use self::plain::Plain;
use self::pty::{Opened, Program};
use self::screen::Screen;
use self::strings::Strings;
use crate::agent_files::{is_inside, resolve};
use crate::environment::{LoginEnvironment, Variables};
use crate::queue::{Message, Outlet};
use crate::secrets::Secrets;

/// The time between two frames.
const PACE: Duration = Duration::from_millis(30);
/// The time after a frame that nobody could have read.
const FLOODED: Duration = Duration::from_millis(250);
/// Lines nobody could have read in one frame.
const FLOOD: usize = 100;
/// Strokes that a program may leave unread before further ones are dropped.
const UNREAD: usize = 256;
/// After a command's end is waited until so long nothing more of what it wrote was read,
const LAST_WORDS: Duration = Duration::from_millis(300);
/// and so long at most, as what it left running may write on.
const MOST_LAST_WORDS: Duration = Duration::from_secs(3);

/// Where strokes go, once the command runs and if it is typed into.
type Keyboard = Arc<OnceLock<sync_mpsc::SyncSender<String>>>;

/// All terminals that agents hold.
pub(crate) struct Terminals {
    queue: mpsc::UnboundedSender<Message>,
    environment: LoginEnvironment,
    secrets: Secrets,
    held: HashMap<TerminalKey, Arc<Terminal>>,
    /// Everything that may still run, for the end of the program.
    groups: Vec<Arc<Group>>,
}

/// A terminal, shared by its threads.
struct Terminal {
    drawn: Mutex<Drawn>,
    group: Arc<Group>,
    changed: Notify,
    keyboard: Keyboard,
    /// Nothing more will be read.
    quiet: AtomicBool,
}

struct Drawn {
    strings: Strings,
    screen: Screen,
    plain: Plain,
}

impl Terminal {
    fn drawn(&self) -> MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Terminals {
    /// No terminal yet. Commands get the given environment.
    pub(crate) fn new(
        queue: mpsc::UnboundedSender<Message>,
        environment: LoginEnvironment,
        secrets: Secrets,
    ) -> Self {
        Self {
            queue,
            environment,
            secrets,
            held: HashMap::new(),
            groups: Vec::new(),
        }
    }

    /// Runs a command in a new terminal; what becomes of it comes through the queue.
    pub(crate) fn open(&mut self, key: TerminalKey, command: TerminalCommand) {
        let mark = format!("{}-{}", std::process::id(), key.0);
        let group = Arc::new(Group::marked(mark.clone()));
        let keyboard = Keyboard::default();
        let terminal = Arc::new(Terminal {
            drawn: Mutex::new(Drawn {
                strings: Strings::default(),
                screen: Screen::new(Arc::clone(&keyboard)),
                plain: Plain::new(command.limit),
            }),
            group: Arc::clone(&group),
            changed: Notify::new(),
            keyboard,
            quiet: AtomicBool::new(false),
        });
        self.groups.retain(|group| !group.is_over());
        self.groups.push(group);
        self.held.insert(key, Arc::clone(&terminal));
        let environment = self.environment.clone();
        let secrets = self.secrets.clone();
        let outlet = Outlet::new(self.queue.clone());
        tokio::spawn(async move {
            let variables = environment.await;
            let read = secrets.read_all(&command.secrets).await;
            let starting = tokio::task::spawn_blocking(move || {
                let secrets = read.map_err(|name| TerminalFailure::Failed {
                    message: format!("The value of {name} cannot be read"),
                })?;
                let mut program = program(command, secrets, &variables)?;
                program.environment.insert(group::MARK.into(), mark.into());
                pty::open(program).map_err(|error| TerminalFailure::Failed {
                    message: error.to_string(),
                })
            });
            let started = starting.await.unwrap_or_else(|_| {
                Err(TerminalFailure::Failed {
                    message: "Internal error".to_owned(),
                })
            });
            let (opened, result) = match started {
                Ok(opened) => (Some(opened), Ok(())),
                Err(failure) => (None, Err(failure)),
            };
            outlet.put(Message::event(EventKind::TerminalOpened {
                terminal: key,
                result,
            }));
            match opened {
                Some(opened) => run(key, &terminal, opened, &outlet).await,
                None => terminal.group.never_ran(),
            }
        });
    }

    /// Types into a terminal.
    pub(crate) fn keys(&self, terminal: TerminalKey, text: String) {
        let keyboard = self.held.get(&terminal).and_then(|it| it.keyboard.get());
        if keyboard.is_none_or(|it| it.try_send(text).is_err()) {
            tracing::debug!("nothing reads what is typed");
        }
    }

    /// What a terminal has put out, as the event that tells it.
    pub(crate) fn read(
        &self,
        connection: ConnectionId,
        key: RequestKey,
        terminal: TerminalKey,
    ) -> EventKind {
        let read = self.held.get(&terminal).map(|it| it.drawn().plain.read());
        let (output, truncated) = read.unwrap_or_default();
        EventKind::TerminalRead {
            connection,
            key,
            output,
            truncated,
        }
    }

    /// Ends the command of a terminal.
    pub(crate) fn kill(&self, terminal: TerminalKey) {
        if let Some(terminal) = self.held.get(&terminal) {
            terminal.group.end();
        }
    }

    /// Ends the command of a terminal, and forgets the terminal.
    pub(crate) fn release(&mut self, terminal: TerminalKey) {
        if let Some(terminal) = self.held.remove(&terminal) {
            terminal.group.end();
        }
    }

    /// Ends whatever runs, at once.
    pub(crate) fn end(&mut self) {
        self.held.clear();
        for group in self.groups.drain(..) {
            group.kill();
        }
    }
}

/// Finds out what is to be run, and where.
fn program(
    command: TerminalCommand,
    secrets: Vec<(String, SecretText)>,
    login: &Variables,
) -> Result<Program, TerminalFailure> {
    let folder = resolve(Path::new(&command.cwd)).map_err(|_| TerminalFailure::NoFolder)?;
    if !is_inside(&folder, &command.roots) {
        return Err(TerminalFailure::OutsideRoots);
    }
    if !folder.is_dir() {
        return Err(TerminalFailure::NoFolder);
    }
    let mut environment = login.clone();
    environment.insert("TERM".into(), "xterm-256color".into());
    let added = command.env.into_iter();
    environment.extend(added.map(|(name, value)| (OsString::from(name), OsString::from(value))));
    let secrets = secrets.into_iter();
    environment.extend(secrets.map(|(name, text)| (name.into(), text.expose().into())));
    let path = environment.get(OsStr::new("PATH")).map(AsRef::as_ref);
    let found = pty::find(&command.command, path, &folder);
    let (path, args) = match found {
        Some(found) => (found, command.args),
        // A line for the shell, as agents write it: `cd ui && npm test`.
        None if command.args.is_empty() && !command.typed => {
            let (names, flag): (&[&str], _) = if cfg!(windows) {
                (&["cmd.exe"], "/C")
            } else {
                (&["bash", "sh"], "-c")
            };
            let mut shells = names.iter();
            let shell = shells.find_map(|name| pty::find(name, path, &folder));
            let args = vec![flag.to_owned(), command.command];
            (shell.ok_or(TerminalFailure::NotFound)?, args)
        }
        None => return Err(TerminalFailure::NotFound),
    };
    Ok(Program {
        path,
        args,
        environment,
        folder,
        typed: command.typed,
    })
}

/// Sees a command through to its end, and to the end of what it has left running.
async fn run(key: TerminalKey, terminal: &Arc<Terminal>, opened: Opened, outlet: &Outlet) {
    let Opened {
        output,
        input,
        mut leader,
        process,
        ..
    } = opened;
    #[cfg(not(unix))]
    terminal.group.began(process, opened.killer);
    #[cfg(unix)]
    terminal.group.began(process);
    if let Some(input) = input {
        let (keyboard, strokes) = sync_mpsc::sync_channel(UNREAD);
        terminal.keyboard.set(keyboard).ok();
        // Ends with the terminal, which holds the keyboard.
        std::thread::spawn(move || type_all(input, &strokes));
    }
    let (reads, is_read) = sync_mpsc::sync_channel::<()>(1);
    let reading = Arc::clone(terminal);
    std::thread::spawn(move || {
        read(output, &reading, &reads);
    });
    let (tell, exit) = oneshot::channel();
    let waiting = Arc::clone(terminal);
    std::thread::spawn(move || {
        let exit = leader.wait();
        waiting.group.leader_ended();
        // What it has left running may hold the terminal open for ever.
        let until = std::time::Instant::now() + MOST_LAST_WORDS;
        while is_read.recv_timeout(LAST_WORDS).is_ok() && std::time::Instant::now() < until {}
        tell.send(exit).ok();
    });
    paint(key, terminal, exit, outlet).await;
}

fn type_all(mut input: Box<dyn Write + Send>, strokes: &sync_mpsc::Receiver<String>) {
    while let Ok(text) = strokes.recv() {
        let typed = input
            .write_all(text.as_bytes())
            .and_then(|()| input.flush());
        if typed.is_err() {
            return;
        }
    }
}

/// Reads all there is, and says of each piece that it came and that it was taken.
fn read(mut output: Box<dyn Read + Send>, terminal: &Terminal, reads: &sync_mpsc::SyncSender<()>) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match output.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => {
                reads.try_send(()).ok();
                let mut drawn = terminal.drawn();
                let Drawn {
                    strings,
                    screen,
                    plain,
                } = &mut *drawn;
                let passed = strings.pass(&buffer[..read]);
                plain.write(&passed);
                screen.write(&passed);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
        terminal.changed.notify_one();
        reads.try_send(()).ok();
    }
    terminal.quiet.store(true, Ordering::Release);
    terminal.changed.notify_one();
}

/// Passes on what is drawn, and once how the command ended.
async fn paint(
    key: TerminalKey,
    terminal: &Terminal,
    mut exit: oneshot::Receiver<TerminalExit>,
    outlet: &Outlet,
) {
    let mut ended = false;
    loop {
        let end = tokio::select! {
            () = terminal.changed.notified() => None,
            end = &mut exit, if !ended => Some(end.unwrap_or(TerminalExit { code: None, signal: None })),
        };
        let frame = terminal.drawn().screen.frame();
        let mut pace = PACE;
        if let Some(frame) = frame {
            if frame.lines.len() > FLOOD {
                pace = FLOODED;
            }
            let drawn = EventKind::TerminalDrawn {
                terminal: key,
                from: frame.from,
                lines: frame.lines,
                cursor: frame.cursor,
            };
            outlet.send(drawn).await;
        }
        if let Some(exit) = end {
            ended = true;
            let event = EventKind::TerminalExited {
                terminal: key,
                exit,
            };
            outlet.put(Message::event(event));
        }
        if ended && terminal.quiet.load(Ordering::Acquire) {
            return;
        }
        tokio::select! {
            () = sleep(pace) => {}
            // The end does not wait for the pace.
            () = leader_ended(terminal), if !ended => {}
        }
    }
}

async fn leader_ended(terminal: &Terminal) {
    while !terminal.group.has_leader_ended() {
        sleep(PACE).await;
    }
}

#[cfg(test)]
mod tests;
