//! An agent that follows a script, line by line, and may be wrong on purpose.
//!
//! Why not on the SDK: an SDK would not send what a broken or hostile agent sends. This one writes lines as it is told.
//!
//! `scripted-agent SCRIPT` plays a script, `scripted-agent --replay RECORDING [--timed]` a recording (see [`replay`]);
//! with `--relay PORT` a test plays the agent itself (see [`crate::relayed`]).
//! Everything received and sent is added to the file named by the environment variable `SCRIPT_LOG` (see [`log`]).
//! The exit code is 0 at the script's end or when the client closes the input, 70 when an expectation fails (the reason
//! goes to the log and to standard error), 64 when the script cannot be read, 74 when the client's end is gone.
//!
//! # Scripts
//!
//! One JSON object a line; empty lines and lines that begin with `#` are skipped. A line is one of:
//!
//! | line | what the agent does |
//! |---|---|
//! | `{"auto": {METHOD: RESULT, …}}` | from now on answers requests of these methods by itself, whenever it looks at what came in |
//! | `{"refuse_unknown": true}` | answers requests whose method no `expect` of the script and no `auto` names with -32601 |
//! | `{"expect": PATTERN, "as": LABEL, "within_ms": N}` | waits for a message that contains the pattern |
//! | `{"expect_answer": ID, "with": PATTERN, "as": LABEL, "within_ms": N}` | waits for the answer to its own request with that id |
//! | `{"expect_nothing": PATTERN, "for_ms": N}` | fails if such a message has come or comes in that time |
//! | `{"reply": RESULT, "to": LABEL}` | answers a request that was expected |
//! | `{"error": ERROR, "to": LABEL}` | answers it with an error |
//! | `{"send": MESSAGE, "as_is": true}` | sends a message; unless `as_is`, with `"jsonrpc": "2.0"` put in front if it is missing |
//! | `{"raw": TEXT, "newline": false}` | writes text as it is, with a line break unless told not to |
//! | `{"raw_hex": "ff0a"}` | writes these bytes |
//! | `{"fill": TEXT, "times": N}` | writes the text so many times, without line breaks |
//! | `{"wait_ms": N}` | waits |
//! | `{"stderr": LINE}` | writes a line to standard error |
//! | `{"reading": false}` | stops reading (at most one more line is taken), or goes on with `true` |
//! | `{"spawn_child": "sleep", "own_group": true, "seconds": N}` | starts a process that sleeps and holds the output open; its id is in the log |
//! | `{"close_stdout": true}` | closes its output and lives on (not on Windows) |
//! | `{"ignore_stdin_close": true}` | lives on for up to five minutes when the client closes the input |
//! | `{"exit": CODE}` | ends at once |
//!
//! `send`, `raw`, `raw_hex`, `fill` and `stderr` may have `"repeat": N` and `"every_ms": N`. Waiting takes ten seconds at
//! most unless `within_ms` says otherwise. `as`, `to` and the waiting times may be left out.
//!
//! **Order.** A message that nothing has expected yet is kept for a later `expect`, so two messages may come in either
//! order. A waiting `expect` goes before `auto`, and `auto` before keeping. After the last line the agent goes on
//! answering by `auto` until the input is closed.
//!
//! **Patterns.** An object matches one that has at least its members; a list matches one of the same length, entry by
//! entry; `"$any"` matches anything that is there, `"$absent"` what is not there; everything else matches its equal.
//!
//! **Labels.** The message that an `expect` found is kept under its label, and under `last`; a request also under
//! `request`. In `auto`, `reply`, `error` and `send`, the text `"$LABEL.member.member"` becomes that part of the message
//! (in `auto`, `$request` is the one being answered), and `"$id"` is short for `"$request.id"`. `reply` and `error` go to
//! `request` unless `to` says otherwise. A text that begins with `$$` loses one `$` and is left alone. `{n}` becomes the
//! number of the repetition, from 1.
//!
//! To make the agent deaf to SIGTERM, start it as `sh -c 'trap "" TERM; exec scripted-agent …'`.

mod fill;
pub mod log;
mod pattern;
mod player;
mod process;
pub mod replay;
pub mod script;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use log::Log;
use player::{Ending, Player};
use process::Process;
use script::Step;

/// The environment variable that names the log.
pub const LOG_VARIABLE: &str = "SCRIPT_LOG";

const UNREADABLE_SCRIPT: u8 = 64;
const FAILED: u8 = 70;
const OUTPUT_GONE: u8 = 74;

/// Runs the agent with the arguments of its command line, without the program's name.
pub fn run(arguments: &[String]) -> ExitCode {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let steps = match arguments[..] {
        // What `spawn_child` starts.
        ["--sleep", seconds] => {
            std::thread::sleep(Duration::from_secs(seconds.parse().unwrap_or(0)));
            return ExitCode::SUCCESS;
        }
        ["--relay", port] => return crate::relayed::run(port),
        ["--replay", file] => read(file, |text| replay::steps(text, false)),
        ["--replay", file, "--timed"] => read(file, |text| replay::steps(text, true)),
        [file] => read(file, script::read),
        _ => Err(
            "usage: scripted-agent SCRIPT | --replay RECORDING [--timed] | --relay PORT".to_owned(),
        ),
    };
    let steps = match steps {
        Ok(steps) => steps,
        Err(reason) => return end(UNREADABLE_SCRIPT, &reason),
    };
    let log = match Log::from_environment() {
        Ok(log) => log,
        Err(reason) => return end(UNREADABLE_SCRIPT, &format!("{LOG_VARIABLE}: {reason}")),
    };
    match Player::new(Process::start(), log).play(&steps) {
        Ending::Exit(code) => ExitCode::from(code),
        Ending::Failed(reason) => end(FAILED, &reason),
        Ending::OutputGone(reason) => end(OUTPUT_GONE, &reason.to_string()),
    }
}

fn read(
    file: &str,
    read: impl FnOnce(&str) -> Result<Vec<Step>, script::Unreadable>,
) -> Result<Vec<Step>, String> {
    let text = std::fs::read_to_string(Path::new(file)).map_err(|why| format!("{file}: {why}"))?;
    read(&text).map_err(|why| format!("{file}: {why}"))
}

fn end(code: u8, reason: &str) -> ExitCode {
    // Nobody is left to tell when standard error is closed as well.
    let _ = writeln!(std::io::stderr(), "scripted-agent: {reason}");
    ExitCode::from(code)
}
