//! Replaying a recording of a client and an agent: the agent's part is played, the client's part is waited for.
//!
//! A recording has one JSON object a line: `{"t": SECONDS, "dir": "c2a" | "a2c", "msg": MESSAGE}`, and
//! `{"dir": "a2c-nonjson" | "stderr" | "note", "raw": TEXT}`; a log of this agent is one too, unless it wrote raw output.
//! It becomes a script:
//!
//! - a request or notification of the client is waited for by its method alone, since another client says other things;
//! - an answer of the client is waited for by its id, whatever it says;
//! - an answer of the agent goes to the request that has the recorded one's place, with that request's id;
//! - everything else of the agent is sent as it was;
//! - requests of methods that the recording does not have are refused, others may come in another order.
//!
//! Timed, the agent also waits as long as it did then, but no longer than two seconds at a time.

use std::time::Duration;

use serde_json::{Map, Value};

use super::log::{self, Direction, Line};
use super::script::{Content, Expectation, Output, PATIENCE, Reply, Step, Unreadable};

/// The longest pause of a timed replay.
const LONGEST_PAUSE: f64 = 2.0;

/// Makes a script of a recording.
pub fn steps(recording: &str, timed: bool) -> Result<Vec<Step>, Unreadable> {
    let mut steps = vec![Step::RefuseUnknown];
    let mut before = 0.0;
    for (index, text) in recording.lines().enumerate() {
        let wrong = |reason: String| Unreadable {
            line: index + 1,
            reason,
        };
        let lines = log::lines(text).map_err(|why| wrong(why.to_string()))?;
        for line in lines {
            let pause = (line.t - before).clamp(0.0, LONGEST_PAUSE);
            before = line.t;
            if timed && is_of_the_agent(line.dir) {
                steps.push(Step::Wait(Duration::from_secs_f64(pause)));
            }
            steps.extend(step(line).map_err(wrong)?);
        }
    }
    Ok(steps)
}

fn is_of_the_agent(dir: Direction) -> bool {
    matches!(
        dir,
        Direction::Sent | Direction::SentText | Direction::Stderr
    )
}

fn step(line: Line) -> Result<Option<Step>, String> {
    let Line { dir, msg, raw, .. } = line;
    Ok(match dir {
        Direction::Received => Some(wait_for(&msg.ok_or("a message without \"msg\"")?)?),
        Direction::Sent => Some(send(msg.ok_or("a message without \"msg\"")?)),
        Direction::SentText => Some(write(Output::Text {
            text: raw.ok_or("a text without \"raw\"")?,
            newline: true,
        })),
        Direction::SentRaw => return Err("raw output is shortened in logs".to_owned()),
        Direction::Stderr => Some(write(Output::Stderr(raw.ok_or("a text without \"raw\"")?))),
        Direction::ReceivedText | Direction::Note | Direction::Failed => None,
    })
}

fn wait_for(message: &Value) -> Result<Step, String> {
    let mut pattern = Map::new();
    let label = match (message.get("method"), message.get("id")) {
        (Some(method), id) => {
            let there = if id.is_some() { "$any" } else { "$absent" };
            pattern.insert("id".into(), there.into());
            pattern.insert("method".into(), method.clone());
            id.map(place)
        }
        (None, Some(id)) => {
            pattern.insert("method".into(), "$absent".into());
            pattern.insert("id".into(), id.clone());
            None
        }
        (None, None) => return Err("a message with neither \"method\" nor \"id\"".to_owned()),
    };
    Ok(Step::Expect(Expectation {
        pattern: Value::Object(pattern),
        label,
        within: PATIENCE,
    }))
}

fn send(message: Value) -> Step {
    let body = match (message.get("result"), message.get("error")) {
        (Some(result), None) => Some(Reply::Result(Content::Verbatim(result.clone()))),
        (None, Some(error)) => Some(Reply::Error(Content::Verbatim(error.clone()))),
        _ => None,
    };
    match (message.get("id"), message.get("method"), body) {
        (Some(id), None, Some(body)) if !id.is_null() => Step::Reply {
            to: place(id),
            body,
        },
        // A request, a notification, or something that an agent should not have sent.
        _ => write(Output::Message(Content::Verbatim(message))),
    }
}

/// The label of a recorded request of the client.
fn place(id: &Value) -> String {
    format!("recorded {id}")
}

fn write(what: Output) -> Step {
    Step::Write {
        what,
        times: 1,
        every: Duration::ZERO,
    }
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
