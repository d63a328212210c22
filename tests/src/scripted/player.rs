//! Playing a script: the steps in order, and what comes in meanwhile.

use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::fill::{Kept, LAST, REQUEST, fill, number};
use super::log::{Direction, Log};
use super::pattern::matches;
use super::script::{Content, Expectation, Output, Reply, Step};

/// How long an agent that ignores the closing of its input lives on at most.
const AFTERLIFE: Duration = Duration::from_secs(300);
/// Characters of raw output that the log shows.
const SHOWN: usize = 200;

/// What came in.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Incoming {
    Message(Value),
    /// A line that is not JSON.
    Text(String),
    /// The client closed its end.
    Closed,
    /// Nothing, for as long as was waited.
    Nothing,
}

/// What a script acts on: a process in earnest, a list in tests.
pub(super) trait World {
    /// Waits for something to come in. Tells once that the input is closed; after that nothing comes.
    fn receive(&mut self, wait: Duration) -> Incoming;
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    fn stderr(&mut self, line: &str);
    fn set_reading(&mut self, reading: bool);
    /// Gives the id of the new process.
    fn spawn_child(&mut self, own_group: bool, seconds: u64) -> io::Result<u32>;
    fn close_stdout(&mut self) -> io::Result<()>;
}

/// How a script ended.
#[derive(Debug)]
pub(super) enum Ending {
    Exit(u8),
    /// An expectation or the script's own demands were not met.
    Failed(String),
    /// Nobody takes the output any more.
    OutputGone(io::Error),
}

type Flow<T = ()> = Result<T, Ending>;

/// An agent playing a script.
#[derive(Debug)]
pub(super) struct Player<W, L> {
    world: W,
    log: Log<L>,
    auto: Map<String, Value>,
    /// The methods that some step expects, when others are to be refused.
    expected: Option<HashSet<String>>,
    kept: Kept,
    /// Messages that nothing has expected yet.
    unexpected: VecDeque<Value>,
    outlives_input: bool,
}

impl<W: World, L: Write> Player<W, L> {
    pub(super) fn new(world: W, log: Log<L>) -> Self {
        Self {
            world,
            log,
            auto: Map::new(),
            expected: None,
            kept: Kept::new(),
            unexpected: VecDeque::new(),
            outlives_input: false,
        }
    }

    /// Plays the steps to the end and then waits for the client to leave.
    pub(super) fn play(&mut self, steps: &[Step]) -> Ending {
        let ending = steps
            .iter()
            .try_for_each(|step| self.take(step, steps))
            .and_then(|()| self.linger());
        let ending = match ending {
            Ok(()) => Ending::Exit(0),
            Err(ending) => ending,
        };
        match &ending {
            Ending::Exit(code) => self.log.text(Direction::Note, format!("exit {code}")),
            Ending::Failed(reason) => self.log.text(Direction::Failed, reason.clone()),
            Ending::OutputGone(why) => self.log.text(Direction::Note, format!("output: {why}")),
        }
        ending
    }

    fn take(&mut self, step: &Step, steps: &[Step]) -> Flow {
        match step {
            Step::Auto(table) => {
                self.auto.extend(table.clone());
                Ok(())
            }
            Step::RefuseUnknown => {
                self.expected = Some(methods(steps));
                Ok(())
            }
            Step::Expect(expectation) => self.expect(expectation),
            Step::ExpectNothing { pattern, during } => self.expect_nothing(pattern, *during),
            Step::Reply { to, body } => self.reply(to, body),
            Step::Write { what, times, every } => {
                for n in 1..=*times {
                    if n > 1 && !every.is_zero() {
                        self.wait(*every)?;
                    }
                    self.output(what, n)?;
                }
                Ok(())
            }
            Step::Wait(time) => self.wait(*time),
            Step::Reading(reading) => {
                self.world.set_reading(*reading);
                Ok(())
            }
            Step::SpawnChild { own_group, seconds } => {
                let id = self
                    .world
                    .spawn_child(*own_group, *seconds)
                    .map_err(|why| Ending::Failed(format!("no child: {why}")))?;
                self.log.text(Direction::Note, format!("child {id}"));
                Ok(())
            }
            Step::CloseStdout => self
                .world
                .close_stdout()
                .map_err(|why| Ending::Failed(format!("the output does not close: {why}"))),
            Step::IgnoreStdinClose => {
                self.outlives_input = true;
                Ok(())
            }
            Step::Exit(code) => Err(Ending::Exit(*code)),
        }
    }

    fn expect(&mut self, expectation: &Expectation) -> Flow {
        let Expectation {
            pattern, within, ..
        } = expectation;
        let earlier = self
            .unexpected
            .iter()
            .position(|message| matches(pattern, message))
            .and_then(|index| self.unexpected.remove(index));
        if let Some(message) = earlier {
            self.keep(expectation, message);
            return Ok(());
        }
        let deadline = Instant::now() + *within;
        loop {
            match self.receive(deadline) {
                Incoming::Message(message) if matches(pattern, &message) => {
                    self.keep(expectation, message);
                    return Ok(());
                }
                Incoming::Message(message) => self.sort(message)?,
                Incoming::Text(_) => {}
                Incoming::Closed if self.outlives_input => {}
                Incoming::Closed => return Err(self.unmet(pattern, "the input was closed")),
                Incoming::Nothing => {
                    let waited = format!("nothing such came in {} ms", within.as_millis());
                    return Err(self.unmet(pattern, &waited));
                }
            }
        }
    }

    fn expect_nothing(&mut self, pattern: &Value, during: Duration) -> Flow {
        self.wait(during)?;
        match self
            .unexpected
            .iter()
            .find(|message| matches(pattern, message))
        {
            None => Ok(()),
            Some(message) => Err(Ending::Failed(format!(
                "expected nothing like {pattern}, and {message} came"
            ))),
        }
    }

    fn unmet(&self, pattern: &Value, why: &str) -> Ending {
        let others: Vec<String> = self.unexpected.iter().map(Value::to_string).collect();
        Ending::Failed(format!(
            "expected {pattern}: {why}; kept meanwhile: [{}]",
            others.join(", ")
        ))
    }

    fn keep(&mut self, expectation: &Expectation, message: Value) {
        if is_request(&message) {
            self.kept.insert(REQUEST.to_owned(), message.clone());
        }
        if let Some(label) = &expectation.label {
            self.kept.insert(label.clone(), message.clone());
        }
        self.kept.insert(LAST.to_owned(), message);
    }

    /// Lets time pass, looking at what comes in.
    fn wait(&mut self, time: Duration) -> Flow {
        let deadline = Instant::now() + time;
        loop {
            match self.receive(deadline) {
                Incoming::Message(message) => self.sort(message)?,
                Incoming::Text(_) => {}
                Incoming::Closed if self.outlives_input => {}
                Incoming::Closed => return Err(Ending::Exit(0)),
                Incoming::Nothing => return Ok(()),
            }
        }
    }

    /// After the last step: answers by itself until the client leaves.
    fn linger(&mut self) -> Flow {
        loop {
            match self.receive(Instant::now() + AFTERLIFE) {
                Incoming::Message(message) => self.sort(message)?,
                Incoming::Closed if self.outlives_input => {
                    let _ = self.receive(Instant::now() + AFTERLIFE);
                    return Ok(());
                }
                Incoming::Closed => return Ok(()),
                Incoming::Text(_) | Incoming::Nothing => {}
            }
        }
    }

    fn receive(&mut self, deadline: Instant) -> Incoming {
        let wait = deadline.saturating_duration_since(Instant::now());
        let incoming = self.world.receive(wait);
        match &incoming {
            Incoming::Message(message) => self.log.message(Direction::Received, message),
            Incoming::Text(text) => self.log.text(Direction::ReceivedText, text.clone()),
            Incoming::Closed => self.log.text(Direction::Note, "input closed"),
            Incoming::Nothing => {}
        }
        incoming
    }

    /// Answers a message by itself, refuses it, or keeps it for later.
    fn sort(&mut self, message: Value) -> Flow {
        let method = message.get("method").and_then(Value::as_str);
        let (Some(method), true) = (method, is_request(&message)) else {
            self.unexpected.push_back(message);
            return Ok(());
        };
        if let Some(template) = self.auto.get(method).cloned() {
            let mut kept = self.kept.clone();
            kept.insert(REQUEST.to_owned(), message.clone());
            let result = fill(&template, &kept, 1).map_err(Ending::Failed)?;
            return self.answer(&message, "result", result);
        }
        let unknown = self
            .expected
            .as_ref()
            .is_some_and(|expected| !expected.contains(method));
        if unknown {
            let error = json!({"code": -32601, "message": "Method not found"});
            return self.answer(&message, "error", error);
        }
        self.unexpected.push_back(message);
        Ok(())
    }

    fn reply(&mut self, to: &str, body: &Reply) -> Flow {
        let (name, content) = match body {
            Reply::Result(content) => ("result", content),
            Reply::Error(content) => ("error", content),
        };
        let request = self.kept.get(to).cloned();
        let request =
            request.ok_or_else(|| Ending::Failed(format!("nothing is kept as {to:?}")))?;
        let content = self.content(content, 1)?;
        self.answer(&request, name, content)
    }

    fn content(&self, content: &Content, n: u64) -> Flow<Value> {
        match content {
            Content::Template(template) => fill(template, &self.kept, n).map_err(Ending::Failed),
            Content::Verbatim(value) => Ok(value.clone()),
        }
    }

    fn answer(&mut self, request: &Value, name: &str, content: Value) -> Flow {
        let mut answer = Map::new();
        answer.insert("jsonrpc".into(), "2.0".into());
        answer.insert("id".into(), request.get("id").cloned().unwrap_or_default());
        answer.insert(name.into(), content);
        self.send(&Value::Object(answer))
    }

    fn output(&mut self, what: &Output, n: u64) -> Flow {
        match what {
            Output::Message(content) => {
                let message = self.content(content, n)?;
                self.send(&message)
            }
            Output::Text { text, newline } => {
                let mut text = number(text, n);
                self.log.text(Direction::SentRaw, shown(&text));
                if *newline {
                    text.push('\n');
                }
                self.write(text.as_bytes())
            }
            Output::Bytes(bytes) => {
                self.log
                    .text(Direction::SentRaw, shown(&String::from_utf8_lossy(bytes)));
                self.write(bytes)
            }
            Output::Fill { text, times } => {
                self.log
                    .text(Direction::SentRaw, format!("{} {times} times", shown(text)));
                self.fill_output(text, *times)
            }
            Output::Stderr(line) => {
                let line = number(line, n);
                self.log.text(Direction::Stderr, line.clone());
                self.world.stderr(&line);
                Ok(())
            }
        }
    }

    /// Writes a text over and over in blocks, so that a huge line costs little memory here.
    fn fill_output(&mut self, text: &str, times: u64) -> Flow {
        const BLOCK: u64 = 4096;
        let block = text.repeat(usize::try_from(times.min(BLOCK)).unwrap_or(1));
        let mut left = times;
        while left > 0 {
            let now = left.min(BLOCK);
            let end = text.len() * usize::try_from(now).unwrap_or(1);
            self.write(&block.as_bytes()[..end])?;
            left -= now;
        }
        Ok(())
    }

    fn send(&mut self, message: &Value) -> Flow {
        self.log.message(Direction::Sent, message);
        self.write(format!("{message}\n").as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Flow {
        self.world.write(bytes).map_err(Ending::OutputGone)
    }
}

fn is_request(message: &Value) -> bool {
    message.get("method").is_some() && message.get("id").is_some()
}

/// The methods that the steps expect by name.
fn methods(steps: &[Step]) -> HashSet<String> {
    steps
        .iter()
        .filter_map(|step| match step {
            Step::Expect(expectation) => expectation.pattern.get("method")?.as_str(),
            _ => None,
        })
        .map(str::to_owned)
        .collect()
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
#[path = "player_tests.rs"]
pub(super) mod tests;
