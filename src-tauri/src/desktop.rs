//! The window and what runs behind it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use assent_core::intent::Intent;
use assent_engine::{Engine, HelperProgram, Options};
use tauri::{AppHandle, Manager, RunEvent};

use crate::cli::{Agent, Launch};
use crate::commands::Subscriptions;
use crate::host::Desktop;
use crate::quit::Leaving;
use crate::{HAND_OFF, agent, commands, fail, folders, quit, window};

/// Opens the window and stays until it is closed.
pub fn open(launch: Launch) -> ExitCode {
    listen_to_ourselves();
    if !has_display() {
        return fail("no display: neither WAYLAND_DISPLAY nor DISPLAY is set", 1);
    }
    let Some(data_dir) = data_dir(&launch) else {
        return fail(
            "no home folder: name a folder for Assent's state with --data-dir",
            1,
        );
    };
    if let Err(why) = folders::make_private(&data_dir) {
        return fail(&format!("{}: {why}", data_dir.display()), 1);
    }
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(why) => return fail(&format!("this program cannot find itself: {why}"), 1),
    };
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(tauri::generate_handler![
            commands::subscribe,
            commands::send
        ])
        .on_window_event(window::on_event)
        .setup(move |app| Ok(set_up(app.handle(), &launch, &data_dir, &program)?))
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(|app, event| on_run(app, &event));
            ExitCode::SUCCESS
        }
        Err(why) => fail(&format!("the window could not be opened: {why}"), 1),
    }
}

/// Starts the engine and the agent before the window, so that the agent is up when the page is.
fn set_up(app: &AppHandle, launch: &Launch, data_dir: &Path, program: &Path) -> tauri::Result<()> {
    let options = Options {
        data_dir: data_dir.to_owned(),
        version: app.package_info().version.to_string(),
        helper: HelperProgram {
            program: PathBuf::from(program),
            args: vec![HAND_OFF.to_owned()],
        },
        host: Arc::new(Desktop::new(app.clone())),
        // A run with a folder of its own, as tests and demos are, leaves the person's keyring alone.
        keyring: launch.data_dir.is_none() && !on_stage(launch),
    };
    let engine = tauri::async_runtime::block_on(async { Engine::start(options) });
    engine.configure(agent::configure(launch, program));
    if let Some(cast) = agent::cast(launch, program) {
        engine.cast(cast);
    }
    engine.fill_by(launch.script.clone());
    if launch.start {
        engine.send(Intent::NewSession { agent: agent::ONLY });
    }
    app.manage(engine);
    app.manage(Subscriptions::default());
    app.manage(Leaving::default());
    quit::on_signals(app);
    window::open(app, data_dir)?;
    window::tell_focus(app);
    Ok(())
}

/// Whether this run is a demo, and not the person's own work.
fn on_stage(launch: &Launch) -> bool {
    launch.start && launch.agent == Agent::Demo
}

/// Where the state of this run goes. A demo keeps nothing among what is the person's own, unless it was told where.
fn data_dir(launch: &Launch) -> Option<PathBuf> {
    if let Some(named) = &launch.data_dir {
        return Some(named.clone());
    }
    let usual = folders::data()?;
    if on_stage(launch) {
        folders::stage(&usual)
    } else {
        Some(usual)
    }
}

fn on_run(app: &AppHandle, event: &RunEvent) {
    // Without a code it is the person or the desktop that ends the program, with one it is ourselves.
    if let RunEvent::ExitRequested {
        code: None, api, ..
    } = event
    {
        api.prevent_exit();
        quit::begin(app);
    }
}

fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("WAYLAND_DISPLAY") || set("DISPLAY")
}

/// Our own log goes to the error output; `ASSENT_LOG` says how much of it.
fn listen_to_ourselves() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("ASSENT_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A log that is already there serves as well.
    let _ = log.try_init();
}
