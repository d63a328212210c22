//! What a line holds: messages for the SDK, answers to what it cannot be given, or noise.
//!
//! Why answers are made here: the SDK answers what it cannot read with `id: null`, which tells the agent
//! nothing about which of its requests failed. Here the id is read wherever it can be.
//!
//! An answer to a call of ours that is not quite right (no `jsonrpc`, `error: null` beside a result, an
//! error that is only text) is mended: without an answer the call would wait for ever.

use std::fmt;

use agent_client_protocol::{RawJsonRpcError, RawJsonRpcId, RawJsonRpcMessage, RawJsonRpcResponse};
use assent_core::view::TraceWay;
use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::journal::{Heard, Role};

const INVALID_REQUEST: i32 = -32600;
const INTERNAL_ERROR: i32 = -32603;

/// What a line holds.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// For the SDK, in order.
    pub(super) messages: Vec<RawJsonRpcMessage>,
    /// For the agent: lines to write, each with the id it answers as JSON.
    pub(super) answers: Vec<(String, String)>,
    /// Something in it is not protocol.
    pub(super) noise: bool,
}

impl Reading {
    /// What was heard in a line of this many bytes; `line` is its text, or the beginning of it.
    pub(super) fn heard(&self, line: Vec<u8>, bytes: u64) -> Vec<Heard> {
        let way = TraceWay::FromAgent;
        if let ([message], false) = (self.messages.as_slice(), self.noise) {
            let mut heard = Heard::message(way, message, line);
            heard.bytes = bytes;
            return vec![heard];
        }
        let mut all = Vec::new();
        // A batch; of a single message that is not right, the line itself is what there is to see.
        if self.messages.len() > 1 || (self.messages.len() == 1 && line.starts_with(b"[")) {
            for message in &self.messages {
                let text = serde_json::to_vec(message).unwrap_or_default();
                all.push(Heard::message(way, message, text));
            }
        }
        if self.noise || self.messages.is_empty() {
            let role = match (self.answers.first(), self.messages.first()) {
                (Some((id, _)), _) => Role::Asks(id.clone()),
                (None, Some(message)) if all.is_empty() => {
                    Heard::message(way, message, Vec::new()).role
                }
                _ => Role::Tells,
            };
            let mut noise = Heard::noise(role, line);
            noise.bytes = bytes;
            all.push(noise);
        }
        all
    }
}

/// Reads a whole line.
pub(super) fn read(line: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let parsed = std::str::from_utf8(line)
        .ok()
        .and_then(|text| serde_json::from_str(text).ok());
    match parsed {
        Some(Value::Object(object)) => reading.object(object),
        Some(Value::Array(items)) => reading.batch(items),
        Some(_) => reading.noise = true,
        None => {
            reading.noise = true;
            reading.glimpsed(&String::from_utf8_lossy(line), "the message cannot be read");
        }
    }
    reading
}

/// Reads the beginning of a line that is too long to be read.
pub(super) fn read_beginning(start: &[u8]) -> Reading {
    let mut reading = Reading::default();
    reading.glimpsed(&String::from_utf8_lossy(start), "the message is too long");
    reading
}

impl Reading {
    /// The messages of a batch are taken one by one, and answered one by one.
    fn batch(&mut self, items: Vec<Value>) {
        let mut strange = items.is_empty();
        for item in items {
            match item {
                Value::Object(object) => self.object(object),
                _ => strange = true,
            }
        }
        if strange {
            self.noise = true;
            self.refuse("null", "not a request");
        }
    }

    fn object(&mut self, object: Map<String, Value>) {
        let is_call = object.contains_key("method");
        let id = object.get("id").cloned();
        if !is_call {
            return self.response(object);
        }
        if let Ok(message) = serde_json::from_value(Value::Object(object)) {
            self.messages.push(message);
            return;
        }
        self.noise = true;
        if let Some(id) = id {
            let id = match id {
                Value::String(_) | Value::Number(_) => id.to_string(),
                _ => "null".to_owned(),
            };
            self.refuse(&id, "not a JSON-RPC 2.0 request");
        }
    }

    fn response(&mut self, mut object: Map<String, Value>) {
        let id = object.remove("id").and_then(|id| as_id(&id));
        let error = object.remove("error").filter(|error| !error.is_null());
        let result = object.remove("result");
        let response = match (id, error, result) {
            (Some(id), Some(error), _) => RawJsonRpcResponse::Error {
                id,
                error: Box::new(as_error(&error)),
            },
            (Some(id), None, Some(result)) => RawJsonRpcResponse::Result { id, result },
            _ => {
                self.noise = true;
                return;
            }
        };
        self.messages.push(RawJsonRpcMessage::Response(response));
    }

    /// Answers a line that cannot be read as far as its beginning shows what it is: a request gets an
    /// error, a call of ours ends with one.
    fn glimpsed(&mut self, text: &str, why: &str) {
        let mut glimpse = Glimpse::default();
        // An error at the end is expected: what was seen before it counts.
        serde_json::Deserializer::from_str(text)
            .deserialize_map(&mut glimpse)
            .ok();
        let Some(id) = glimpse.id.filter(|id| is_id(id.get())) else {
            return;
        };
        if glimpse.is_call {
            self.refuse(id.get(), why);
        } else if glimpse.is_response
            && let Ok(id) = serde_json::from_str(id.get())
        {
            let error = Box::new(RawJsonRpcError::new(INTERNAL_ERROR, why));
            self.messages
                .push(RawJsonRpcMessage::Response(RawJsonRpcResponse::Error {
                    id,
                    error,
                }));
        }
    }

    fn refuse(&mut self, id: &str, why: &str) {
        let why = Value::from(why);
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{INVALID_REQUEST},"message":{why}}}}}"#
        );
        self.answers.push((id.to_owned(), line));
    }
}

fn as_id(id: &Value) -> Option<RawJsonRpcId> {
    serde_json::from_value(id.clone()).ok()
}

fn as_error(error: &Value) -> RawJsonRpcError {
    serde_json::from_value(error.clone()).unwrap_or_else(|_| {
        let code = error.get("code").and_then(Value::as_i64);
        let message = error.get("message").unwrap_or(error);
        let words = message
            .as_str()
            .map_or_else(|| message.to_string(), str::to_owned);
        let code = code.and_then(|code| i32::try_from(code).ok());
        RawJsonRpcError::new(code.unwrap_or(INTERNAL_ERROR), words)
    })
}

/// Whether this JSON is an id that can be sent back.
fn is_id(json: &str) -> bool {
    json == "null"
        || json.starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit())
}

/// The members of a message seen before the line broke off or became unreadable.
#[derive(Default)]
struct Glimpse {
    id: Option<Box<RawValue>>,
    is_call: bool,
    is_response: bool,
}

impl<'de> Visitor<'de> for &mut Glimpse {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => self.id = Some(map.next_value()?),
                key => {
                    self.is_call |= key == "method";
                    self.is_response |= key == "result" || key == "error";
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Messages, answers, and whether it is noise.
    #[expect(clippy::needless_pass_by_value, reason = "reads better with json!")]
    fn check(line: impl AsRef<[u8]>, messages: Value, answers: Value, noise: bool) {
        let reading = read(line.as_ref());
        let shown = String::from_utf8_lossy(line.as_ref());
        assert_eq!(json!(reading.messages), messages, "messages of {shown}");
        let got: Vec<Value> = reading
            .answers
            .iter()
            .map(|(_, line)| {
                let answer: Value = serde_json::from_str(line).unwrap();
                assert_eq!(answer["jsonrpc"], "2.0");
                json!([answer["id"], answer["error"]["code"]])
            })
            .collect();
        assert_eq!(json!(got), answers, "answers to {shown}");
        assert_eq!(reading.noise, noise, "noise of {shown}");
    }

    #[test]
    fn a_message_goes_on_as_it_is() {
        for message in [
            json!({"jsonrpc":"2.0","id":0,"method":"m","params":{"b":1,"a":2}}),
            json!({"jsonrpc":"2.0","id":"0","method":"m"}),
            json!({"jsonrpc":"2.0","id":null,"method":"m","params":[1]}),
            json!({"jsonrpc":"2.0","method":"m","params":{}}),
            json!({"jsonrpc":"2.0","id":"x","result":null}),
            json!({"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"sign in","data":{"z":1}}}),
        ] {
            check(message.to_string(), json!([message]), json!([]), false);
        }
    }

    #[test]
    fn the_order_of_members_is_kept() {
        let line =
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"z":{"9":0,"1":0},"a":0,"10":0}}"#;
        let reading = read(line.as_bytes());
        assert_eq!(serde_json::to_string(&reading.messages[0]).unwrap(), line);
    }

    #[test]
    fn what_is_no_message_is_noise_and_gets_no_answer() {
        for line in [
            "starting…",
            "42",
            "\"text\"",
            "{",
            "null",
            r#"{"level":"info"}"#,
            r#"{"id":1}"#,
        ] {
            check(line, json!([]), json!([]), true);
        }
        check(b"\xff\xfe log", json!([]), json!([]), true);
    }

    #[test]
    fn a_request_that_cannot_be_read_is_answered_under_its_own_id() {
        let refused = |line: &str, id: Value| {
            check(line, json!([]), json!([[id, INVALID_REQUEST]]), true);
        };
        refused(r#"{"id":5,"method":"m"}"#, json!(5));
        refused(r#"{"jsonrpc":"1.0","id":"5","method":"m"}"#, json!("5"));
        refused(
            r#"{"jsonrpc":"2.0","id":5,"method":"m","params":7}"#,
            json!(5),
        );
        refused(r#"{"jsonrpc":"2.0","id":5,"method":{}}"#, json!(5));
        refused(r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, json!(1.5));
        refused(
            r#"{"jsonrpc":"2.0","id":{"a":1},"method":"m"}"#,
            Value::Null,
        );
        refused(
            r#"{"jsonrpc":"2.0","id":5,"method":"m","params":{"n":1e999}}"#,
            json!(5),
        );
        refused(
            r#"{"jsonrpc":"2.0","id":5,"method":"m","params":{"s":"\ud800"}}"#,
            json!(5),
        );
        let deep = "[".repeat(500) + &"]".repeat(500);
        refused(
            &format!(r#"{{"jsonrpc":"2.0","method":"m","params":{deep},"id":5}}"#),
            json!(5),
        );
        check(
            b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"\xff\"}",
            json!([]),
            json!([[5, INVALID_REQUEST]]),
            true,
        );
    }

    #[test]
    fn a_notification_that_cannot_be_read_gets_no_answer() {
        check(r#"{"method":"m"}"#, json!([]), json!([]), true);
        check(
            r#"{"jsonrpc":"2.0","method":"m","params":1}"#,
            json!([]),
            json!([]),
            true,
        );
    }

    #[test]
    fn a_batch_is_taken_one_by_one() {
        let one = json!({"jsonrpc":"2.0","id":1,"method":"m"});
        let two = json!({"jsonrpc":"2.0","method":"n"});
        check(
            json!([one, two]).to_string(),
            json!([one, two]),
            json!([]),
            false,
        );
        check("[]", json!([]), json!([[null, INVALID_REQUEST]]), true);
        check(
            json!([1, one, 2, {"id":9,"method":"m"}]).to_string(),
            json!([one]),
            json!([[9, INVALID_REQUEST], [null, INVALID_REQUEST]]),
            true,
        );
    }

    #[test]
    fn an_answer_that_is_not_quite_right_still_ends_its_call() {
        let mended = |line: &str, message: Value| check(line, json!([message]), json!([]), false);
        mended(
            r#"{"id":"a","result":{"b":1}}"#,
            json!({"jsonrpc":"2.0","id":"a","result":{"b":1}}),
        );
        mended(
            r#"{"jsonrpc":"2.0","id":"a","result":1,"error":null}"#,
            json!({"jsonrpc":"2.0","id":"a","result":1}),
        );
        mended(
            r#"{"jsonrpc":"2.0","id":"a","error":"no"}"#,
            json!({"jsonrpc":"2.0","id":"a","error":{"code":INTERNAL_ERROR,"message":"no"}}),
        );
        mended(
            r#"{"jsonrpc":"2.0","id":"a","error":{"code":9999999999,"message":"big"}}"#,
            json!({"jsonrpc":"2.0","id":"a","error":{"code":INTERNAL_ERROR,"message":"big"}}),
        );
        check(
            r#"{"jsonrpc":"2.0","id":"a","result":{"n":1e999}}"#,
            json!([{"jsonrpc":"2.0","id":"a","error":{
                "code":INTERNAL_ERROR,"message":"the message cannot be read"}}]),
            json!([]),
            true,
        );
    }

    #[test]
    fn the_beginning_of_a_long_line_is_enough_for_an_answer() {
        let request =
            read_beginning(br#"{"jsonrpc":"2.0","id":"q","method":"m","params":{"a":"xxx"#);
        assert_eq!(request.answers.len(), 1);
        assert!(request.answers[0].1.contains(r#""id":"q""#));
        let response = read_beginning(br#"{"jsonrpc":"2.0","id":"q","result":{"a":"xxx"#);
        assert_eq!((response.messages.len(), response.answers.len()), (1, 0));
        let nothing = read_beginning(br#"{"jsonrpc":"2.0","params":{"a":"xxx"#);
        assert_eq!((nothing.messages.len(), nothing.answers.len()), (0, 0));
    }
}
