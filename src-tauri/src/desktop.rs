//! The window and what runs behind it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use assent_core::intent::Intent;
use assent_core::preferences::Spoken;
use assent_engine::{Engine, HelperProgram, Options, SystemTimes};
use tauri::{AppHandle, Manager, RunEvent};
use tokio::sync::oneshot;

use crate::cli::{Agent, Launch};
use crate::commands::Subscriptions;
use crate::hands::Hands;
use crate::host::Desktop;
use crate::instance::{self, Start};
use crate::placement::Placement;
use crate::quit::Leaving;
use crate::window::DataFolder;
use crate::{HAND_OFF, agent, commands, fail, folders, menu, quit, webview, window};

/// Opens the window and stays until it is closed.
pub fn open(launch: Launch) -> ExitCode {
    listen_to_ourselves();
    webview::choose_drawing();
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
    let begun = tauri::async_runtime::block_on(instance::begin(&data_dir, &launch));
    let _first = match begun {
        Ok(Start::First(first)) => first,
        Ok(Start::HandedOver) => return ExitCode::SUCCESS,
        Ok(Start::Silent) => {
            return fail(
                &format!(
                    "another Assent has {} open and does not answer; end it, or name another folder with --data-dir",
                    data_dir.display()
                ),
                1,
            );
        }
        Err(why) => return fail(&format!("{}: {why}", data_dir.display()), 1),
    };
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(why) => return fail(&format!("this program cannot find itself: {why}"), 1),
    };
    let mut builder = tauri::Builder::default();
    if cfg!(target_os = "macos") {
        builder = builder
            .menu(|app| menu::native(app, Spoken::default()))
            .on_menu_event(menu::on_event);
    }
    let built = builder
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
    // All that windows need is there before the engine, which may want some by itself.
    app.manage(Subscriptions::default());
    app.manage(Hands::default());
    app.manage(DataFolder(data_dir.to_owned()));
    app.manage(Placement::read(data_dir));
    app.manage(Leaving::default());
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
        time: Arc::new(SystemTimes),
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
    app.manage(engine.clone());
    quit::on_signals(app);
    window::open_main(app)?;
    window::tell_focus(app);
    listen(app, data_dir, program);
    Ok(())
}

/// Takes what later starts on the same folder hand over: the window comes forward, and what they name begins
/// in it.
fn listen(app: &AppHandle, data_dir: &Path, program: &Path) {
    let (app, folder, program) = (app.clone(), data_dir.to_owned(), program.to_owned());
    tauri::async_runtime::spawn(async move {
        let take = move |launch: Launch| {
            let (app, program) = (app.clone(), program.clone());
            async move { take_over(&app, &launch, &program).await }
        };
        instance::listen(&folder, take).await;
    });
}

/// Gives whether the launch was taken: not by a program that is on its way out. One whose windows hang gives
/// nothing.
async fn take_over(app: &AppHandle, launch: &Launch, program: &Path) -> bool {
    let (answer, answered) = oneshot::channel();
    let handle = app.clone();
    let asked = app.run_on_main_thread(move || {
        let leaving = quit::has_begun(&handle);
        if !leaving && let Some(window) = window::find(&handle) {
            window::come_forward(&window);
        }
        answer.send(!leaving).ok();
    });
    let taken = asked.is_ok() && answered.await.unwrap_or(false);
    if taken && launch.start {
        let engine = app.state::<Engine>();
        if !launch.script.is_empty() {
            engine.fill_by(launch.script.clone());
        }
        engine.launch(agent::configure(launch, program));
    }
    taken
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
        quit::wanted(app, window::focused(app));
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
