//! The engine behind a loopback WebSocket with a token, for browser tests only.
//!
//! `serve --agent 'CMD ARGS…' [--agent …] [--cwd DIR] [--no-forms] [--no-links] [--idle] [--demo] [--stage] --data-dir DIR`
//! prints one line of JSON with the port and the token, starts a session on the first agent (unless `--idle`)
//! and runs until its standard input ends. The first message of a connection is `{"token": …}`; afterwards
//! every message up is an intent and every message down a snapshot or a patch.
//! What would go to the clipboard is written to `clipboard` in the data folder, and what the person would be
//! asked to agree to is added to `agreements`: the answer is yes unless there is a file `refuse`. What the dialog for
//! files would give stands in `choose`, one path a line.
//!
//! Why a token: any page of any browser can reach a loopback port.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use assent_core::demo::Cast;
use assent_core::event::AgentConfig;
use assent_core::id::AgentId;
use assent_core::intent::Intent;
use assent_core::settings::Agreement;
use assent_engine::{Engine, HelperProgram, Host, Options, Saved};
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
        std::fs::write(self.0.with_file_name(name), text)?;
        Ok(Saved::Written)
    }

    fn agree(&self, to: &Agreement) -> bool {
        let (name, what) = (&to.name, format!("{:?}", to.what));
        let line = json!({"name": name, "what": what, "variables": to.variables});
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
                let (engine, token) = (engine.clone(), token.clone());
                tokio::spawn(async move {
                    if let Err(error) = talk(stream, &engine, &token).await {
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
    let (sender, mut lines) = tokio::sync::mpsc::unbounded_channel::<String>();
    engine.subscribe(Box::new(move |line: &str| {
        sender.send(line.to_owned()).is_ok()
    }));
    loop {
        tokio::select! {
            line = lines.recv() => {
                let Some(line) = line else {
                    return Ok(());
                };
                down.send(Message::text(line)).await?;
            }
            message = up.next() => {
                let Some(message) = message else {
                    return Ok(());
                };
                match message? {
                    Message::Text(text) => match serde_json::from_str::<Intent>(&text) {
                        Ok(intent) => engine.send(intent),
                        Err(error) => tracing::warn!(%error, "not an intent"),
                    },
                    Message::Close(_) => return Ok(()),
                    _ => {}
                }
            }
        }
    }
}
