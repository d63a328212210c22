//! The engine with a scripted agent over real pipes, and what a person would do with it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use assent_core::event::AgentConfig;
use assent_core::id::{AgentId, AskId, SessionKey};
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use assent_core::remote::Remote;
use assent_core::settings::Agreement;
use assent_engine::{Engine, HelperProgram, Host, Options, Saved, Time};
use assent_tests::hosted::Hosted;
use assent_tests::scripted::LOG_VARIABLE;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// What plays the desktop.
#[derive(Default)]
pub struct Desk {
    copied: Mutex<Vec<String>>,
    /// What the person was asked to agree to, and whether they refuse.
    pub agreements: Mutex<Vec<Agreement>>,
    pub refuses: AtomicBool,
    chosen: Mutex<Vec<PathBuf>>,
}

impl Host for Desk {
    fn copy(&self, text: &str) -> bool {
        self.copied.lock().unwrap().push(text.to_owned());
        true
    }

    fn save(&self, _name: &str, _text: &str) -> std::io::Result<Saved> {
        Ok(Saved::NotWanted)
    }

    fn agree(&self, to: &Agreement) -> bool {
        self.agreements.lock().unwrap().push(to.clone());
        !self.refuses.load(Ordering::Relaxed)
    }

    fn choose_folder(&self) -> Option<PathBuf> {
        Some("/chosen".into())
    }

    fn choose(&self, _folders: bool) -> Vec<PathBuf> {
        self.chosen.lock().unwrap().clone()
    }

    fn attention(&self, _now: &assent_core::effect::Attention) {}
}

/// The system's clocks, which can be made to jump.
#[derive(Default)]
pub struct Jumping {
    /// By how many milliseconds the clock on the wall is off.
    wall: AtomicI64,
    /// How many milliseconds went by unseen, as they do on a machine that is asleep.
    asleep: AtomicU64,
}

impl Jumping {
    /// Sets the clock on the wall: so far ahead of what it is, or behind it.
    pub fn set(&self, ahead: i64) {
        self.wall.store(ahead, Ordering::SeqCst);
    }

    /// The machine sleeps for so many milliseconds more, and both clocks go on meanwhile.
    pub fn sleep(&self, milliseconds: u64) {
        self.asleep.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Time for Jumping {
    fn now(&self) -> Instant {
        Instant::now() + Duration::from_millis(self.asleep.load(Ordering::SeqCst))
    }

    fn wall(&self) -> SystemTime {
        let ahead = self.wall.load(Ordering::SeqCst);
        let by = Duration::from_millis(ahead.unsigned_abs());
        let asleep = Duration::from_millis(self.asleep.load(Ordering::SeqCst));
        let now = SystemTime::now() + asleep;
        if ahead < 0 { now - by } else { now + by }
    }
}

pub struct Stage {
    pub engine: Engine,
    pub folder: tempfile::TempDir,
    pub desk: Arc<Desk>,
    pub time: Arc<Jumping>,
    runtime: Runtime,
}

/// What is advertised to the agent.
#[derive(Clone, Copy)]
pub struct Advertised {
    pub forms: bool,
    pub links: bool,
}

pub const BOTH: Advertised = Advertised {
    forms: true,
    links: true,
};

impl Stage {
    /// Starts the engine and a session with an agent that follows the script.
    pub fn play(script: &[Value]) -> Self {
        Self::play_to(BOTH, script)
    }

    pub fn play_to(advertised: Advertised, script: &[Value]) -> Self {
        let stage = Self::empty();
        stage.follow_to(advertised, script);
        stage
    }

    /// Starts a session with an agent that follows the script.
    pub fn follow(&self, script: &[Value]) {
        self.follow_to(BOTH, script);
    }

    pub fn follow_to(&self, advertised: Advertised, script: &[Value]) {
        let file = self.folder.path().join("script.jsonl");
        let lines: Vec<String> = script.iter().map(Value::to_string).collect();
        std::fs::write(&file, lines.join("\n")).unwrap();
        self.start(advertised, &[file.to_str().unwrap()], &[]);
    }

    /// Starts the engine and a session with an agent that plays a recording.
    pub fn replay(file: &str) -> Self {
        let stage = Self::empty();
        stage.start(BOTH, &["--replay", file], &[]);
        stage
    }

    pub fn empty() -> Self {
        Self::with_browser(None)
    }

    /// The same, with a program that plays the system browser.
    pub fn with_browser(browser: Option<&Path>) -> Self {
        let variable = browser.map(|it| format!("BROWSER={}", it.display()));
        Self::of(variable.into_iter().collect(), None)
    }

    /// The same on a system that has no browser.
    pub fn without_browser() -> Self {
        let words = ["-i", "PATH=/nowhere", "HOME=/nowhere"];
        Self::of(words.map(ToOwned::to_owned).to_vec(), None)
    }

    /// An engine on the data of an earlier one.
    pub fn on(data: PathBuf) -> Self {
        Self::of(Vec::new(), Some(data))
    }

    /// The environment of a test is shared by all; `env` with these words gives the helper one of its own.
    fn of(mut words: Vec<String>, data: Option<PathBuf>) -> Self {
        words.push(env!("CARGO_BIN_EXE_serve").to_owned());
        words.push("__hand-off".to_owned());
        let helper = HelperProgram {
            program: "/usr/bin/env".into(),
            args: words,
        };
        let runtime = Runtime::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let desk = Arc::new(Desk::default());
        let host: Arc<dyn Host> = desk.clone();
        let time = Arc::new(Jumping::default());
        let told: Arc<dyn Time> = time.clone();
        let engine = runtime.block_on(async {
            Engine::start(Options {
                data_dir: data.unwrap_or_else(|| folder.path().join("data")),
                version: "0.0.0".into(),
                helper,
                host,
                keyring: false,
                time: told,
            })
        });
        Self {
            engine,
            folder,
            desk,
            time,
            runtime,
        }
    }

    pub fn start(&self, advertised: Advertised, args: &[&str], env: &[(&str, &str)]) {
        let mut command = vec![env!("CARGO_BIN_EXE_scripted-agent").to_owned()];
        command.extend(args.iter().map(|it| (*it).to_owned()));
        let log = self.log_file().to_string_lossy().into_owned();
        let mut variables = vec![(LOG_VARIABLE.to_owned(), log)];
        variables.extend(env.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())));
        self.start_program(advertised, command, variables);
    }

    /// Starts a session with any program that is an agent.
    pub fn start_program(
        &self,
        advertised: Advertised,
        command: Vec<String>,
        env: Vec<(String, String)>,
    ) {
        self.engine.configure(AgentConfig {
            id: AgentId(1),
            name: "Tester".into(),
            command,
            env,
            secrets: Vec::new(),
            cwd: self.folder.path().to_string_lossy().into_owned(),
            folders: Vec::new(),
            forms: advertised.forms,
            links: advertised.links,
            remote: None,
        });
        self.engine.send(Intent::NewSession { agent: AgentId(1) });
    }

    /// Puts an agent that follows the script behind a server, as on another machine.
    pub fn host(&self, script: &[Value], token: Option<&str>) -> Hosted {
        let file = self.folder.path().join("script.jsonl");
        let lines: Vec<String> = script.iter().map(Value::to_string).collect();
        std::fs::write(&file, lines.join("\n")).unwrap();
        let command = vec![
            "/usr/bin/env".to_owned(),
            format!("{LOG_VARIABLE}={}", self.log_file().display()),
            env!("CARGO_BIN_EXE_scripted-agent").to_owned(),
            file.to_string_lossy().into_owned(),
        ];
        let token = token.map(ToOwned::to_owned);
        let hosted = Hosted::serve(command, token);
        self.runtime.block_on(hosted).unwrap()
    }

    /// Starts a session with the agent at an address.
    pub fn reach(&self, address: &str, headers: &[(&str, &str)]) {
        let headers = headers.iter();
        self.engine.configure(AgentConfig {
            id: AgentId(1),
            name: "Tester".into(),
            command: Vec::new(),
            env: headers
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            secrets: Vec::new(),
            cwd: "/on/the/other/machine".into(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: Some(Remote {
                address: Some(address.to_owned()),
                ..Remote::default()
            }),
        });
        self.engine.send(Intent::NewSession { agent: AgentId(1) });
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log.jsonl")
    }

    /// Everything there is to draw, as an interface would get it.
    pub fn snapshot(&self) -> Value {
        let (sender, receiver) = std::sync::mpsc::channel();
        let sink = move |line: &str| {
            sender.send(line.to_owned()).ok();
            false
        };
        self.engine
            .subscribe(Page::all(PageId::NONE), Box::new(sink));
        let line = receiver.recv_timeout(PATIENCE).unwrap();
        let down: Value = serde_json::from_str(&line).unwrap();
        down["snapshot"].clone()
    }

    /// Waits until the snapshot gives what is looked for.
    pub fn until<T>(&self, what: &str, look: impl Fn(&Value) -> Option<T>) -> T {
        let started = Instant::now();
        loop {
            let snapshot = self.snapshot();
            if let Some(found) = look(&snapshot) {
                return found;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "waited for {what} in {snapshot:#}\nlog: {:#?}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The ask of this place, once it is there.
    pub fn ask(&self, place: usize) -> AskId {
        let id = self.until("an ask", |it| it["asks"][place]["head"]["id"].as_u64());
        AskId(u32::try_from(id).unwrap())
    }

    pub fn session(&self) -> SessionKey {
        let id = self.until("an open session", |it| {
            let head = &it["sessions"][0]["head"];
            (head["status"]["state"] == "open").then(|| head["id"].as_u64())?
        });
        SessionKey(u32::try_from(id).unwrap())
    }

    pub fn status(&self, ask: AskId, wanted: &str) {
        self.until(&format!("{ask:?} to be {wanted}"), |it| {
            let asks = it["asks"].as_array()?;
            let found = asks.iter().find(|it| it["head"]["id"] == ask.0)?;
            (found["head"]["status"] == wanted).then_some(())
        });
    }

    pub fn prompt(&self, text: &str) {
        let session = self.session();
        self.engine.send(Intent::Prompt {
            session,
            text: text.into(),
        });
    }

    /// Goes through the whole consent of a link.
    pub fn consent(&self, ask: AskId) {
        self.engine.send(Intent::ReviewLink { ask });
        let (token, address) = self.until("the dialog", |it| {
            let asks = it["asks"].as_array()?;
            let link = &asks.iter().find(|it| it["head"]["id"] == ask.0)?["body"]["link"];
            let token = link["dialog"]["token"].as_str()?.to_owned();
            Some((token, link["judged"]["address"].as_str()?.to_owned()))
        });
        self.engine.send(Intent::LinkShown {
            ask,
            token: token.clone(),
        });
        std::thread::sleep(Duration::from_millis(1_050));
        self.engine.send(Intent::OpenLink {
            ask,
            token,
            fingerprint: assent_core::link::fingerprint(&address),
        });
    }

    /// What the agent got and sent.
    pub fn log(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.log_file()).unwrap_or_default();
        text.lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }

    /// What the agent got, in order.
    pub fn received(&self) -> Vec<Value> {
        let log = self.log().into_iter();
        log.filter(|it| it["dir"] == "c2a")
            .map(|it| it["msg"].clone())
            .collect()
    }

    /// Waits until the agent got an answer with this id, however much there is to do before.
    pub fn answer_in_the_end(&self, id: &Value) -> Value {
        let got = |line: &Value| {
            line["dir"] == "c2a" && line["msg"]["id"] == *id && line["msg"]["method"].is_null()
        };
        assert!(self.wait_for_log(got), "no answer to {id}");
        self.answer(id)
    }

    /// Waits for a line in the agent's log for as long as the agent lives; gives whether it came.
    pub fn wait_for_log(&self, wanted: impl Fn(&Value) -> bool) -> bool {
        let started = Instant::now();
        while started.elapsed() < 180 * PATIENCE {
            let log = self.log();
            if log.iter().any(&wanted) {
                return true;
            }
            if log.iter().any(|line| line["dir"] == "failed") {
                return false;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        false
    }

    /// Waits until the agent got an answer with this id.
    pub fn answer(&self, id: &Value) -> Value {
        let started = Instant::now();
        loop {
            let got = self.received();
            let mut answers = got
                .iter()
                .filter(|it| it["id"] == *id && it.get("method").is_none());
            if let Some(answer) = answers.next() {
                assert!(answers.next().is_none(), "answered twice: {got:#?}");
                return answer.clone();
            }
            assert!(
                started.elapsed() < PATIENCE,
                "no answer to {id}: {:#?}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Has the dialog for files give these.
    pub fn choose(&self, paths: Vec<PathBuf>) {
        *self.desk.chosen.lock().unwrap() = paths;
    }

    pub fn copied(&self) -> Vec<String> {
        self.desk.copied.lock().unwrap().clone()
    }

    pub fn quit(&self) {
        self.runtime.block_on(self.engine.quit());
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.quit();
    }
}

/// What every script begins with.
pub fn polite() -> Value {
    json!({"auto": {
        "initialize": {"protocolVersion": 1, "agentInfo": {"name": "scripted", "version": "1"}},
        "session/new": {"sessionId": "s1"},
    }})
}

/// Waits until the session is open, so that what follows belongs to it.
pub fn opened() -> Value {
    json!({"expect": {"method": "session/prompt"}, "as": "prompt"})
}

pub fn form(id: &Value, properties: &Value) -> Value {
    json!({"send": {"id": id, "method": "elicitation/create", "params": {
        "mode": "form", "sessionId": "s1", "message": "Please answer",
        "requestedSchema": {"type": "object", "properties": properties}}}})
}

pub fn link(id: &Value, url: &str) -> Value {
    json!({"send": {"id": id, "method": "elicitation/create", "params": {
        "mode": "url", "sessionId": "s1", "elicitationId": format!("e{id}"), "url": url, "message": "Please sign in"}}})
}
