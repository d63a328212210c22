//! Reading a script: from lines of JSON to steps.

use std::time::Duration;

use serde_json::{Map, Value};

use super::fill::REQUEST;

/// How long an expectation waits unless it says otherwise.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// One thing that the agent does.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Answers requests of these methods by itself from now on.
    Auto(Map<String, Value>),
    /// Refuses requests of methods that the script does not name.
    RefuseUnknown,
    /// Waits for a message that contains the pattern.
    Expect(Expectation),
    /// Fails if a message that contains the pattern is there or comes in time.
    ExpectNothing {
        /// What must not come.
        pattern: Value,
        /// How long it must not come.
        during: Duration,
    },
    /// Answers the request kept under the label.
    Reply {
        /// Whose request.
        to: String,
        /// With a result or an error.
        body: Reply,
    },
    /// Writes, maybe several times.
    Write {
        /// What.
        what: Output,
        /// How many times.
        times: u64,
        /// With how much time between them.
        every: Duration,
    },
    /// Lets time pass.
    Wait(Duration),
    /// Stops reading or goes on.
    Reading(bool),
    /// Starts a process that sleeps.
    SpawnChild {
        /// In a process group of its own.
        own_group: bool,
        /// For how long.
        seconds: u64,
    },
    /// Closes the output and lives on.
    CloseStdout,
    /// Lives on when the input is closed.
    IgnoreStdinClose,
    /// Ends.
    Exit(u8),
}

/// What a step waits for.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// What the message must contain.
    pub pattern: Value,
    /// Under which name it is kept.
    pub label: Option<String>,
    /// For how long.
    pub within: Duration,
}

/// What goes into a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// With the places of kept messages and numbers still to be filled.
    Template(Value),
    /// As it is.
    Verbatim(Value),
}

/// How a request is answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// With this as `result`.
    Result(Content),
    /// With this as `error`.
    Error(Content),
}

/// What can be written.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// A message of JSON-RPC.
    Message(Content),
    /// A line, or a text without its end.
    Text {
        /// The text.
        text: String,
        /// Whether a line break follows.
        newline: bool,
    },
    /// Bytes.
    Bytes(Vec<u8>),
    /// A text over and over.
    Fill {
        /// The text.
        text: String,
        /// How many times.
        times: u64,
    },
    /// A line on standard error.
    Stderr(String),
}

/// Why a script cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Unreadable {
    /// Counted from 1.
    pub line: usize,
    /// In words.
    pub reason: String,
}

/// Reads a script.
pub fn read(text: &str) -> Result<Vec<Step>, Unreadable> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let wrong = |reason| Unreadable {
                line: index + 1,
                reason,
            };
            let members: Map<String, Value> =
                serde_json::from_str(line).map_err(|why| wrong(why.to_string()))?;
            step(Members(members)).map_err(wrong)
        })
        .collect()
}

/// The members of a line, taken one by one, so that a misspelt one is noticed.
struct Members(Map<String, Value>);

impl Members {
    fn take(&mut self, name: &str) -> Option<Value> {
        self.0.shift_remove(name)
    }

    fn text(&mut self, name: &str) -> Result<Option<String>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(format!("{name:?} is not a text: {other}")),
        }
    }

    fn count(&mut self, name: &str) -> Result<Option<u64>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(value) => value
                .as_u64()
                .map(Some)
                .ok_or_else(|| format!("{name:?} is not a count: {value}")),
        }
    }

    fn truth(&mut self, name: &str) -> Result<Option<bool>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(value) => value
                .as_bool()
                .map(Some)
                .ok_or_else(|| format!("{name:?} is neither true nor false: {value}")),
        }
    }

    fn time(&mut self, name: &str, otherwise: Duration) -> Result<Duration, String> {
        let count = self.count(name)?;
        Ok(count.map_or(otherwise, Duration::from_millis))
    }

    fn expectation(&mut self, pattern: Value) -> Result<Step, String> {
        Ok(Step::Expect(Expectation {
            pattern,
            label: self.text("as")?,
            within: self.time("within_ms", PATIENCE)?,
        }))
    }

    fn write(&mut self, what: Output) -> Result<Step, String> {
        Ok(Step::Write {
            what,
            times: self.count("repeat")?.unwrap_or(1),
            every: self.time("every_ms", Duration::ZERO)?,
        })
    }

    fn reply(&mut self, body: Reply) -> Result<Step, String> {
        let to = self.text("to")?.unwrap_or_else(|| REQUEST.to_owned());
        Ok(Step::Reply { to, body })
    }

    fn only_true(&mut self, name: &str, step: Step) -> Result<Option<Step>, String> {
        match self.truth(name)? {
            None => Ok(None),
            Some(true) => Ok(Some(step)),
            Some(false) => Err(format!("{name:?} can only be true")),
        }
    }
}

fn step(mut line: Members) -> Result<Step, String> {
    let step = first_of(&mut line)?;
    match line.0.keys().next() {
        None => Ok(step),
        Some(name) => Err(format!("{name:?} has no meaning here")),
    }
}

fn first_of(line: &mut Members) -> Result<Step, String> {
    if let Some(table) = line.take("auto") {
        return match table {
            Value::Object(table) => Ok(Step::Auto(table)),
            other => Err(format!("\"auto\" is not an object: {other}")),
        };
    }
    if let Some(pattern) = line.take("expect") {
        return line.expectation(pattern);
    }
    if let Some(id) = line.take("expect_answer") {
        let mut pattern = match line.take("with") {
            None => Map::new(),
            Some(Value::Object(pattern)) => pattern,
            Some(other) => return Err(format!("\"with\" is not an object: {other}")),
        };
        pattern.insert("method".into(), "$absent".into());
        pattern.insert("id".into(), id);
        return line.expectation(Value::Object(pattern));
    }
    if let Some(pattern) = line.take("expect_nothing") {
        let during = line.time("for_ms", Duration::ZERO)?;
        return Ok(Step::ExpectNothing { pattern, during });
    }
    if let Some(result) = line.take("reply") {
        return line.reply(Reply::Result(Content::Template(result)));
    }
    if let Some(error) = line.take("error") {
        return line.reply(Reply::Error(Content::Template(error)));
    }
    if let Some(message) = line.take("send") {
        let as_is = line.truth("as_is")?.unwrap_or(false);
        let message = if as_is { message } else { framed(message) };
        return line.write(Output::Message(Content::Template(message)));
    }
    if let Some(text) = line.text("raw")? {
        let newline = line.truth("newline")?.unwrap_or(true);
        return line.write(Output::Text { text, newline });
    }
    if let Some(digits) = line.text("raw_hex")? {
        return line.write(Output::Bytes(bytes(&digits)?));
    }
    if let Some(text) = line.text("fill")? {
        let times = line.count("times")?.ok_or("\"times\" is missing")?;
        return line.write(Output::Fill { text, times });
    }
    if let Some(text) = line.text("stderr")? {
        return line.write(Output::Stderr(text));
    }
    if let Some(time) = line.count("wait_ms")? {
        return Ok(Step::Wait(Duration::from_millis(time)));
    }
    if let Some(reading) = line.truth("reading")? {
        return Ok(Step::Reading(reading));
    }
    if let Some(kind) = line.text("spawn_child")? {
        if kind != "sleep" {
            return Err(format!("there is no child {kind:?}, only \"sleep\""));
        }
        return Ok(Step::SpawnChild {
            own_group: line.truth("own_group")?.unwrap_or(false),
            seconds: line.count("seconds")?.unwrap_or(60),
        });
    }
    if let Some(code) = line.count("exit")? {
        let code = u8::try_from(code).map_err(|_| format!("{code} is not an exit code"))?;
        return Ok(Step::Exit(code));
    }
    for (name, step) in [
        ("refuse_unknown", Step::RefuseUnknown),
        ("close_stdout", Step::CloseStdout),
        ("ignore_stdin_close", Step::IgnoreStdinClose),
    ] {
        if let Some(step) = line.only_true(name, step)? {
            return Ok(step);
        }
    }
    Err("this says nothing that the agent can do".to_owned())
}

/// The message with `jsonrpc` in front, where real agents have it.
fn framed(message: Value) -> Value {
    match message {
        Value::Object(members) if !members.contains_key("jsonrpc") => {
            let mut framed = Map::new();
            framed.insert("jsonrpc".into(), "2.0".into());
            framed.extend(members);
            Value::Object(framed)
        }
        other => other,
    }
}

fn bytes(digits: &str) -> Result<Vec<u8>, String> {
    let digits: Vec<u32> = digits
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| character.to_digit(16))
        .collect::<Option<_>>()
        .ok_or("\"raw_hex\" has something other than hexadecimal digits")?;
    if !digits.len().is_multiple_of(2) {
        return Err("\"raw_hex\" has half a byte at its end".to_owned());
    }
    digits
        .chunks(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).map_err(|why| why.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(line: &str, expected: Result<Step, &str>) {
        match (read(line), expected) {
            (Ok(steps), Ok(expected)) => assert_eq!(steps, [expected], "{line}"),
            (Err(why), Err(expected)) => assert!(why.reason.contains(expected), "{why}"),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn once(what: Output) -> Step {
        Step::Write {
            what,
            times: 1,
            every: Duration::ZERO,
        }
    }

    #[test]
    fn lines() {
        check(
            r#"{"expect": {"method": "initialize"}, "as": "hello", "within_ms": 5}"#,
            Ok(Step::Expect(Expectation {
                pattern: json!({"method": "initialize"}),
                label: Some("hello".into()),
                within: Duration::from_millis(5),
            })),
        );
        check(
            r#"{"expect_answer": 7, "with": {"result": {}}}"#,
            Ok(Step::Expect(Expectation {
                pattern: json!({"result": {}, "method": "$absent", "id": 7}),
                label: None,
                within: PATIENCE,
            })),
        );
        check(
            r#"{"send": {"method": "m"}}"#,
            Ok(once(Output::Message(Content::Template(
                json!({"jsonrpc": "2.0", "method": "m"}),
            )))),
        );
        check(
            r#"{"send": {"method": "m"}, "as_is": true}"#,
            Ok(once(Output::Message(Content::Template(
                json!({"method": "m"}),
            )))),
        );
        check(
            r#"{"raw_hex": "ff 0A"}"#,
            Ok(once(Output::Bytes(vec![255, 10]))),
        );
        check(
            r#"{"reply": null}"#,
            Ok(Step::Reply {
                to: REQUEST.into(),
                body: Reply::Result(Content::Template(Value::Null)),
            }),
        );
        check(r#"{"close_stdout": true}"#, Ok(Step::CloseStdout));
        check(r#"{"exit": 3}"#, Ok(Step::Exit(3)));
        check(r#"{"exit": 300}"#, Err("not an exit code"));
        check(r#"{"close_stdout": false}"#, Err("can only be true"));
        check(r#"{"wait": 5}"#, Err("nothing that the agent can do"));
        check(
            r#"{"wait_ms": 5, "repaet": 2}"#,
            Err("\"repaet\" has no meaning"),
        );
        check(r#"{"raw_hex": "f"}"#, Err("half a byte"));
        check(r#"{"raw_hex": "xy"}"#, Err("hexadecimal"));
        check(r#"{"spawn_child": "dance"}"#, Err("only \"sleep\""));
        check("[]", Err("expected a map"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let script = "# a remark\n\n{\"wait_ms\": 1}\n{\"wait_ms\": -1}\n";
        assert_eq!(read(script).unwrap_err().line, 4);
    }

    #[test]
    fn a_message_keeps_the_order_of_its_members() {
        let steps = read(r#"{"send": {"z": 1, "a": {"c": 2, "b": 3}}}"#).unwrap();
        let Step::Write {
            what: Output::Message(Content::Template(message)),
            ..
        } = &steps[0]
        else {
            panic!("{steps:?}");
        };
        assert_eq!(
            message.to_string(),
            r#"{"jsonrpc":"2.0","z":1,"a":{"c":2,"b":3}}"#
        );
    }
}
