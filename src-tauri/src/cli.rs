//! The command line.
//!
//! It is stable: tests, demos and scripts of others use it. Arguments that cannot be used end the
//! program with words on the error output and exit code 2, before any window or process exists.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use assent_core::script::{self, ScriptEntry};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Error, Parser, Subcommand};
use serde::{Deserialize, Serialize};

use crate::folders;

#[cfg(test)]
mod papers;

/// What the program is to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Task {
    /// Open the window.
    Window(Launch),
    /// Judge links without a window.
    CheckLink(Check),
    /// Read a form without a window.
    CheckForm(Check),
    /// Be the demo's agent.
    DemoAgent,
}

/// How the window starts. As JSON it is what a second start hands over.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// Which agent is there.
    pub agent: Agent,
    /// Start it at once.
    pub start: bool,
    /// The folder for the agent and its sessions, absolute.
    pub cwd: String,
    /// Advertise forms.
    pub forms: bool,
    /// Advertise links.
    pub links: bool,
    /// Where all state goes; none: the usual place.
    pub data_dir: Option<PathBuf>,
    /// What fills matching forms.
    pub script: Vec<ScriptEntry>,
}

/// Which agent is there.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Agent {
    /// The built-in one.
    Demo,
    /// A program and its arguments.
    Program(Vec<String>),
}

/// What a check command reads.
#[derive(Debug, PartialEq, Eq)]
pub struct Check {
    /// Print JSON instead of text.
    pub json: bool,
    /// The address, or the file's name; `-` is the standard input.
    pub source: String,
}

#[derive(Parser)]
#[command(
    name = "assent",
    version,
    about = "A desktop client for coding agents. It asks before anything is answered or opened.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Line {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: WindowArguments,
}

#[derive(Args)]
struct WindowArguments {
    /// Start with the built-in demo agent and a session on it
    #[arg(long, conflicts_with = "agent")]
    demo: bool,
    /// Start this agent, this once, and a session on it
    #[arg(long, value_name = "CMD ARGS…")]
    agent: Option<String>,
    /// The folder the agent works in [default: the current one]
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Do not offer forms to the agent
    #[arg(long)]
    no_forms: bool,
    /// Do not offer links to the agent
    #[arg(long)]
    no_links: bool,
    /// Fill matching forms from a JSON file; Accept stays with you
    #[arg(long, value_name = "FILE")]
    fill: Option<PathBuf>,
    /// Keep all state in this folder
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Judge an address as the window would: verdict, reasons, host
    ///
    /// With `-`, every line of the standard input is one JSON string, and every line printed one JSON
    /// object. Exit code: 0 plain or warn, 3 strong, 4 refuse; of several, the highest.
    #[command(verbatim_doc_comment)]
    CheckLink {
        /// Print JSON instead of text
        #[arg(long)]
        json: bool,
        /// The address; `-` reads the standard input
        #[arg(value_name = "URL")]
        source: String,
    },
    /// Read a form as the window would draw it
    ///
    /// The file holds the params of an `elicitation/create`, or {"params": …, "answers": …}. Exit code:
    /// 0, 1 with errors in the answers or a blocked form, 2 when it cannot be read as a form.
    #[command(verbatim_doc_comment)]
    CheckForm {
        /// Print JSON instead of text
        #[arg(long)]
        json: bool,
        /// The file; `-` reads the standard input
        #[arg(value_name = "FILE")]
        source: String,
    },
    /// Be an agent for demos: speaks ACP over standard input and output
    DemoAgent,
}

/// Reads the arguments, the program's own name first.
pub fn read(arguments: Vec<OsString>) -> Result<Task, Error> {
    let line = Line::try_parse_from(arguments)?;
    Ok(match line.command {
        Some(Command::CheckLink { json, source }) => Task::CheckLink(Check { json, source }),
        Some(Command::CheckForm { json, source }) => Task::CheckForm(Check { json, source }),
        Some(Command::DemoAgent) => Task::DemoAgent,
        None => Task::Window(launch(line.window)?),
    })
}

fn launch(arguments: WindowArguments) -> Result<Launch, Error> {
    let start = arguments.demo || arguments.agent.is_some();
    Ok(Launch {
        agent: arguments
            .agent
            .map_or(Ok(Agent::Demo), |text| program(&text))?,
        start,
        cwd: folder(arguments.cwd.as_deref())?,
        forms: !arguments.no_forms,
        links: !arguments.no_links,
        data_dir: arguments.data_dir,
        script: arguments
            .fill
            .map_or(Ok(Vec::new()), |file| script(&file))?,
    })
}

fn script(file: &Path) -> Result<Vec<ScriptEntry>, Error> {
    let text = std::fs::read_to_string(file)
        .map_err(|why| refuse(format!("--fill: {}: {why}", file.display())))?;
    script::read(&text).map_err(|why| refuse(format!("--fill: {}: {why}", file.display())))
}

fn program(text: &str) -> Result<Agent, Error> {
    let words = shell_words::split(text)
        .map_err(|_| refuse(format!("--agent: a quote is not closed in: {text}")))?;
    if words.first().is_none_or(String::is_empty) {
        return Err(refuse("--agent: the command is empty"));
    }
    Ok(Agent::Program(words))
}

fn folder(given: Option<&Path>) -> Result<String, Error> {
    let wanted = match given {
        Some(folder) => folder.to_owned(),
        None => folders::start()
            .ok_or_else(|| refuse("the current folder cannot be read; name one with --cwd"))?,
    };
    if !wanted.is_dir() {
        return Err(refuse(format!(
            "--cwd: no such folder: {}",
            wanted.display()
        )));
    }
    let absolute = std::path::absolute(&wanted)
        .map_err(|why| refuse(format!("--cwd: {}: {why}", wanted.display())))?;
    absolute.into_os_string().into_string().map_err(|name| {
        refuse(format!(
            "--cwd: this folder's name is not Unicode: {}",
            name.display()
        ))
    })
}

fn refuse(words: impl std::fmt::Display) -> Error {
    Line::command().error(ErrorKind::ValueValidation, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &Result<Task, &str>) {
        let words = shell_words::split(line).unwrap();
        match (
            read(words.into_iter().map(OsString::from).collect()),
            expected,
        ) {
            (Ok(task), expected) => assert_eq!(Ok(task).as_ref(), expected.as_ref(), "{line}"),
            (Err(refused), Err(part)) => {
                let said = refused.to_string();
                assert!(said.contains(part), "{line}: {said}");
            }
            (Err(refused), Ok(_)) => panic!("{line}: {refused}"),
        }
    }

    fn here() -> Launch {
        Launch {
            agent: Agent::Demo,
            start: false,
            cwd: folders::start().unwrap().display().to_string(),
            forms: true,
            links: true,
            data_dir: None,
            script: Vec::new(),
        }
    }

    fn words(program: &[&str]) -> Agent {
        Agent::Program(program.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn a_window_is_described() {
        check("assent", &Ok(Task::Window(here())));
        check(
            "assent --demo",
            &Ok(Task::Window(Launch {
                start: true,
                ..here()
            })),
        );
        check(
            "assent --agent 'node \"my agent.js\" --acp' --no-forms --no-links --data-dir /tmp/x",
            &Ok(Task::Window(Launch {
                agent: words(&["node", "my agent.js", "--acp"]),
                start: true,
                forms: false,
                links: false,
                data_dir: Some(PathBuf::from("/tmp/x")),
                script: Vec::new(),
                ..here()
            })),
        );
        let root = std::path::absolute("/").unwrap().display().to_string();
        check(
            "assent --cwd /",
            &Ok(Task::Window(Launch {
                cwd: root,
                ..here()
            })),
        );
    }

    #[test]
    fn a_check_is_described() {
        let one = |json, source: &str| Check {
            json,
            source: source.to_owned(),
        };
        check(
            "assent check-link https://a.example",
            &Ok(Task::CheckLink(one(false, "https://a.example"))),
        );
        check(
            "assent check-link --json -",
            &Ok(Task::CheckLink(one(true, "-"))),
        );
        check(
            "assent check-form form.json --json",
            &Ok(Task::CheckForm(one(true, "form.json"))),
        );
        check("assent demo-agent", &Ok(Task::DemoAgent));
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        check("assent --agent ''", &Err("the command is empty"));
        check("assent --agent \"it's\"", &Err("a quote is not closed"));
        check(
            "assent --cwd /no/such/folder",
            &Err("no such folder: /no/such/folder"),
        );
        check("assent --demo --agent x", &Err("cannot be used with"));
        check("assent --wat", &Err("unexpected argument '--wat'"));
        check(
            "assent check-link",
            &Err("required arguments were not provided"),
        );
        check("assent --demo check-link x", &Err("cannot be used with"));
        check("assent wat", &Err("unrecognized subcommand 'wat'"));
    }

    #[test]
    fn arguments_that_cannot_be_used_end_with_two() {
        let refused = read(vec![
            "assent".into(),
            "--cwd".into(),
            "/no/such/folder".into(),
        ]);
        assert_eq!(refused.unwrap_err().exit_code(), 2);
    }
}
