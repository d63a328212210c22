//! The engine behind a loopback WebSocket with a token, for browser tests only.
//!
//! `serve --agent 'CMD ARGS…' [--agent …] [--cwd DIR] [--no-forms] [--no-links] [--idle] [--demo] [--stage]
//! [--remote ws|http] --data-dir DIR`
//! prints one line of JSON with the port and the token, starts a session on the first agent (unless `--idle`)
//! and runs until its standard input ends. The first message of a connection is `{"token": …, "page": …}`, with a
//! name that a page keeps when it is loaded again, and `"session"` for one that shows a session alone; afterwards
//! every message up is an intent and every message down a snapshot or a patch. With `"aside": true` a connection gets the snapshot alone, and speaks as the page
//! does that goes on beside it. `"gone": true` says instead that the
//! window of that page was closed.
//! The session that is to get a window of its own is written to `own-window`; `quit` is there once the program is to
//! end.
//! With `--remote` the agents are behind a server on the loopback address, as on another machine.
//! What would go to the clipboard is written to `clipboard` in the data folder, and what the person would be
//! asked to agree to is added to `agreements`: the answer is yes unless there is a file `refuse`. What the dialog for
//! files would give stands in `choose`, one path a line.
//!
//! Why a token: any page of any browser can reach a loopback port.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use assent_core::demo::Cast;
use assent_core::event::AgentConfig;
use assent_core::id::{AgentId, SessionKey};
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use assent_core::preferences::Spoken;
use assent_core::remote::Remote;
use assent_core::settings::Agreement;
use assent_engine::{Engine, Hand, HelperProgram, Host, Options, Saved, SystemTimes};
use assent_tests::hosted::Hosted;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// The hidden argument under which the binary hands an address to the browser.
const HAND_OFF: &str = "__hand-off";

struct Clipboard(PathBuf);

impl Host for Clipboard {
    fn copy(&self, text: &str) -> bool {
        std::fs::write(&self.0, text).is_ok()
    }

    fn save(&self, name: &str, text: &str) -> std::io::Result<Saved> {
        assent_engine::write_whole(&self.0.with_file_name(name), text)?;
        Ok(Saved::Written)
    }

    fn agree(&self, to: &Agreement) -> bool {
        let (name, what) = (&to.name, format!("{:?}", to.what));
        let elsewhere = to.elsewhere.as_ref().map(|it| format!("{it:?}"));
        let line =
            json!({"name": name, "what": what, "variables": to.variables, "elsewhere": elsewhere});
        let all = std::fs::read_to_string(self.0.with_file_name("agreements")).unwrap_or_default();
        std::fs::write(
            self.0.with_file_name("agreements"),
            format!("{all}{line}\n"),
        )
        .ok();
        !self.0.with_file_name("refuse").exists()
    }

    fn choose_folder(&self) -> Option<PathBuf> {
        Some(self.0.with_file_name("chosen folder"))
    }

    /// What stands in the file `choose` of the data folder, one path a line.
    fn choose(&self, _folders: bool) -> Vec<PathBuf> {
        let chosen = std::fs::read_to_string(self.0.with_file_name("choose")).unwrap_or_default();
        chosen.lines().map(PathBuf::from).collect()
    }

    fn attention(&self, _now: &assent_core::effect::Attention) {}

    fn quit(&self) {
        std::fs::write(self.0.with_file_name("quit"), "").ok();
    }

    fn speak(&self, language: Spoken) {
        std::fs::write(self.0.with_file_name("spoken"), format!("{language:?}")).ok();
    }

    fn open_window(&self, session: SessionKey) {
        std::fs::write(self.0.with_file_name("own-window"), session.0.to_string()).ok();
    }
}

/// The pages by the names they give themselves. In the window it is the window that says which page it is.
#[derive(Default)]
struct Pages(Mutex<Vec<String>>);

impl Pages {
    fn find(&self, name: &Value) -> PageId {
        let name = name.as_str().unwrap_or_default();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = known.iter().position(|it| it == name).unwrap_or_else(|| {
            known.push(name.to_owned());
            known.len() - 1
        });
        PageId(u32::try_from(place).unwrap_or(u32::MAX - 1) + 1)
    }
}

#[derive(Default)]
struct Arguments {
    agents: Vec<String>,
    cwd: Option<PathBuf>,
    data_dir: Option<PathBuf>,
    no_forms: bool,
    no_links: bool,
    idle: bool,
    demo: bool,
    stage: bool,
    /// The way agents are reached as on another machine: `ws` or `http`.
    remote: Option<String>,
}

fn arguments() -> Option<Arguments> {
    let mut found = Arguments::default();
    let mut given = std::env::args().skip(1);
    while let Some(name) = given.next() {
        match name.as_str() {
            "--agent" => found.agents.push(given.next()?),
            "--cwd" => found.cwd = Some(given.next()?.into()),
            "--data-dir" => found.data_dir = Some(given.next()?.into()),
            "--no-forms" => found.no_forms = true,
            "--no-links" => found.no_links = true,
            "--idle" => found.idle = true,
            // The first agent is the demo's; on a stage there may be a second one like it.
            "--demo" => found.demo = true,
            "--stage" => found.stage = true,
            "--remote" => found.remote = Some(given.next()?),
            _ => return None,
        }
    }
    Some(found)
}

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some(HAND_OFF) => return assent_engine::handoff::run_helper(),
        Some("demo-agent") => return assent_demo_agent::run(),
        _ => {}
    }
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .init();
    let Some(arguments) = arguments() else {
        tracing::error!("unknown or incomplete arguments");
        return ExitCode::from(2);
    };
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "no runtime");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(serve(arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "stopped");
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: Arguments) -> std::io::Result<()> {
    let data_dir = arguments.data_dir.unwrap_or_else(std::env::temp_dir);
    let program = std::env::current_exe()?;
    let engine = Engine::start(Options {
        version: env!("CARGO_PKG_VERSION").into(),
        helper: HelperProgram {
            program: program.clone(),
            args: vec![HAND_OFF.into()],
        },
        host: Arc::new(Clipboard(data_dir.join("clipboard"))),
        keyring: false,
        time: Arc::new(SystemTimes),
        data_dir,
    });
    let cwd = match arguments.cwd {
        Some(cwd) => cwd,
        None => std::env::current_dir()?,
    };
    let mut first = None;
    for (number, line) in (1u32..).zip(&arguments.agents) {
        let mut command = shell_words::split(line).unwrap_or_default();
        // `demo` stands for the demo agent inside this very program.
        if command == ["demo"] {
            command = vec![program.to_string_lossy().into_owned(), "demo-agent".into()];
        }
        let address = match &arguments.remote {
            None => None,
            Some(way) => {
                let hosted = Hosted::serve(std::mem::take(&mut command), None).await?;
                Some(hosted.address(way))
            }
        };
        let agent = AgentConfig {
            id: AgentId(number),
            name: if number == 1 {
                "Tester".into()
            } else {
                format!("Tester {number}")
            },
            command,
            env: Vec::new(),
            secrets: Vec::new(),
            cwd: cwd.to_string_lossy().into_owned(),
            folders: Vec::new(),
            forms: !arguments.no_forms,
            links: !arguments.no_links,
            remote: address.map(|address| Remote {
                address: Some(address),
                ..Remote::default()
            }),
        };
        first.get_or_insert_with(|| agent.clone());
        engine.configure(agent);
    }
    if let Some(agent) = first.filter(|_| arguments.demo || arguments.stage) {
        engine.cast(Cast {
            agent: agent.id,
            second: arguments.stage.then_some(AgentConfig {
                id: AgentId(100),
                name: "Second".into(),
                ..agent
            }),
        });
    }
    if !arguments.idle && !arguments.agents.is_empty() {
        engine.send(Intent::NewSession { agent: AgentId(1) });
    }
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let mut random = [0u8; 16];
    getrandom::fill(&mut random).map_err(std::io::Error::other)?;
    let token = format!("{:032x}", u128::from_le_bytes(random));
    announce(&json!({"port": listener.local_addr()?.port(), "token": token}))?;

    let pages = Arc::new(Pages::default());
    let mut stdin = tokio::io::stdin();
    let mut ignored = [0u8; 256];
    loop {
        tokio::select! {
            read = stdin.read(&mut ignored) => {
                if matches!(read, Ok(0) | Err(_)) {
                    break;
                }
            }
            accepted = listener.accept() => {
                let (stream, _) = accepted?;
                let (engine, token, pages) = (engine.clone(), token.clone(), Arc::clone(&pages));
                tokio::spawn(async move {
                    if let Err(error) = talk(stream, &engine, &token, &pages).await {
                        tracing::debug!(%error, "a page left");
                    }
                });
            }
        }
    }
    engine.quit().await;
    Ok(())
}

fn announce(line: &Value) -> std::io::Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

async fn talk(
    stream: TcpStream,
    engine: &Engine,
    token: &str,
    pages: &Pages,
) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    let socket = tokio_tungstenite::accept_async(stream).await?;
    let (mut up, mut down) = {
        let (write, read) = socket.split();
        (read, write)
    };
    let Some(first) = up.next().await else {
        return Ok(());
    };
    let first: Value = serde_json::from_str(first?.to_text()?).unwrap_or_default();
    if first["token"] != token {
        return down.send(Message::Close(None)).await;
    }
    let page = pages.find(&first["page"]);
    if first["gone"] == true {
        engine.page_gone(page);
        return Ok(());
    }
    let session = first["session"].as_u64().and_then(|it| it.try_into().ok());
    let shown = match session.map(SessionKey) {
        Some(session) => Page::of_session(page, session),
        None => Page::all(page),
    };
    let (sender, mut lines) = tokio::sync::mpsc::unbounded_channel::<String>();
    let aside = first["aside"] == true;
    let sink = move |line: &str| sender.send(line.to_owned()).is_ok() && !aside;
    engine.subscribe(shown, Box::new(sink));
    let mut looked = false;
    loop {
        tokio::select! {
            line = lines.recv(), if !looked => {
                let Some(line) = line else {
                    return Ok(());
                };
                looked = aside;
                down.send(Message::text(line)).await?;
            }
            message = up.next() => {
                let Some(message) = message else {
                    return Ok(());
                };
                match message? {
                    Message::Text(text) => match serde_json::from_str::<Intent>(&text) {
                        Ok(intent) => engine.send_from(page, intent, Hand::Unseen),
                        Err(error) => tracing::warn!(%error, "not an intent"),
                    },
                    Message::Close(_) => return Ok(()),
                    _ => {}
                }
            }
        }
    }
}
