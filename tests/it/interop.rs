//! Agents written with the TypeScript, Python and Java SDKs, with the engine over real pipes.
//!
//! Why they are not built here: each needs its own language's tools and packages. `make test-interop` builds
//! what can be built and names the folder; a language that is not there is passed over with a line.

#![cfg(unix)]
#![expect(clippy::print_stderr, reason = "what was passed over is told")]

use std::path::Path;

use assent_core::id::AskId;
use assent_core::intent::Intent;
use assent_core::view::Draft;
use serde_json::Value;

use crate::handoff::recorder;
use crate::stage::{Advertised, BOTH, Stage};

/// The folder the agents were built into.
const FOLDER_VARIABLE: &str = "ASSENT_INTEROP";

/// What the prompts of these agents ask for.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Form,
    Link,
}

impl Mode {
    fn word(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Link => "link",
        }
    }
}

/// How to start the agent of this language, if it was built.
fn command(language: &str) -> Option<Vec<String>> {
    let folder = std::env::var_os(FOLDER_VARIABLE)?;
    let file = Path::new(&folder).join(language).join("command");
    let text = std::fs::read_to_string(file).ok()?;
    Some(text.lines().map(ToOwned::to_owned).collect())
}

struct Interop {
    stage: Stage,
    _browser: tempfile::TempDir,
    turns: usize,
    asks: usize,
}

impl Interop {
    fn start(advertised: Advertised, command: &[String]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (browser, _) = recorder(folder.path());
        let stage = Stage::with_browser(Some(&browser));
        stage.start_program(advertised, command.to_vec(), Vec::new());
        Self {
            stage,
            _browser: folder,
            turns: 0,
            asks: 0,
        }
    }

    /// What the agent says at the end of the turn that is prompted so and answered so.
    fn turn(&mut self, words: &str, answer: impl FnOnce(&Stage)) -> String {
        self.stage.prompt(words);
        answer(&self.stage);
        self.turns += 1;
        self.stage.until("the agent's words", |it| {
            let session = &it["sessions"][0];
            let entries = session["entries"].as_array()?;
            let said: Vec<_> = entries
                .iter()
                .filter(|it| it["body"]["kind"] == "agent")
                .collect();
            let done = session["head"]["turn"]["state"] == "idle" && said.len() == self.turns;
            done.then(|| said.last()?["body"]["text"].as_str().map(ToOwned::to_owned))?
        })
    }

    fn asked(&mut self, mode: Mode, answer: impl FnOnce(&Stage, AskId)) -> String {
        let place = self.asks;
        self.asks += 1;
        self.turn(mode.word(), |stage| answer(stage, stage.ask(place)))
    }

    /// Tries a mode that is on: each of the three answers reaches the agent.
    fn answers(&mut self, mode: Mode) {
        let accepted = self.asked(mode, |stage, ask| match mode {
            Mode::Form => fill_in(stage, ask),
            Mode::Link => stage.consent(ask),
        });
        match mode {
            Mode::Form => {
                let content = accepted.strip_prefix("accept ").unwrap();
                let content: Value = serde_json::from_str(content).unwrap();
                assert_eq!(content, serde_json::json!({"name": "Ada"}));
            }
            Mode::Link => {
                assert_eq!(accepted, "accept");
                let ask = self.stage.ask(self.asks - 1);
                self.stage.status(ask, "completed");
            }
        }
        let declined = self.asked(mode, |stage, ask| {
            stage.engine.send(Intent::Decline { ask });
        });
        assert_eq!(declined, "decline");
        let cancelled = self.asked(mode, |stage, ask| {
            stage.engine.send(Intent::Cancel { ask });
        });
        assert_eq!(cancelled, "cancel");
    }

    /// Tries a mode that is off: the agent does not ask, and where it does, it is refused.
    fn is_refused(&mut self, mode: Mode, own: &str) {
        let word = mode.word();
        assert_eq!(self.turn(word, |_| {}), own);
        assert_eq!(self.turn(&format!("raw {word}"), |_| {}), "error -32602");
        let asks = self.stage.snapshot()["asks"].as_array().unwrap().len();
        assert_eq!(asks, self.asks, "nothing is shown for {word}");
    }
}

fn fill_in(stage: &Stage, ask: AskId) {
    // Too short for the agent's schema, then right.
    for (seq, text) in (1..).zip(["A", "Ada"]) {
        stage.engine.send(Intent::SetField {
            ask,
            index: 0,
            draft: Draft::Text { text: text.into() },
            seq,
        });
        stage.engine.send(Intent::Submit { ask, secret: false });
    }
}

/// Tries the agent of a language; `refusal` gives its own words for a mode that is off while the other is
/// (or is not) on.
fn check(language: &str, refusal: impl Fn(Mode, bool) -> String) {
    let Some(command) = command(language) else {
        eprintln!("interop: the {language} agent was not built, `make test-interop` does");
        return;
    };
    let switched = |forms, links| Interop::start(Advertised { forms, links }, &command);

    let mut both = Interop::start(BOTH, &command);
    both.answers(Mode::Form);
    both.answers(Mode::Link);

    let mut links_only = switched(false, true);
    links_only.is_refused(Mode::Form, &refusal(Mode::Form, true));
    links_only.answers(Mode::Link);

    let mut forms_only = switched(true, false);
    forms_only.is_refused(Mode::Link, &refusal(Mode::Link, true));
    forms_only.answers(Mode::Form);

    let mut neither = switched(false, false);
    for mode in [Mode::Form, Mode::Link] {
        neither.is_refused(mode, &refusal(mode, false));
    }
}

#[test]
fn typescript() {
    check("typescript", |_, _| "not offered".into());
}

#[test]
fn python() {
    check("python", |_, _| "not offered".into());
}

#[test]
fn java() {
    check("java", |mode, other| {
        let capability = match (mode, other) {
            (_, false) => "elicitation",
            (Mode::Form, true) => "elicitation.form",
            (Mode::Link, true) => "elicitation.url",
        };
        format!("AcpCapabilityException {capability}")
    });
}
