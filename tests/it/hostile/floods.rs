//! Floods: too much of what is allowed.

use std::collections::BTreeMap;

use assent_core::id::ConnectionId;
use assent_core::intent::Intent;
use assent_core::view::Draft;
use serde_json::{Value, json};

use super::alone::{Figures, alone, browser, opened_pages, peak, watch};
use crate::stage::{BOTH, Stage, form, opened, polite};

/// Everything that was sent before is dealt with once this is answered.
fn end() -> Value {
    json!({"send": {"id": "end", "method": "no/such"}})
}

fn ended(stage: &Stage) {
    let answer = stage.answer_in_the_end(&json!("end"));
    assert_eq!(answer["error"]["code"], -32601);
}

fn play(script: &[Value]) -> Stage {
    let stage = Stage::empty();
    watch(&stage);
    let mut all = vec![polite(), opened()];
    all.extend(script.iter().cloned());
    stage.follow(&all);
    stage.prompt("go");
    stage
}

fn entries(view: &Value) -> Vec<Value> {
    let all = view["sessions"][0]["entries"].as_array();
    all.cloned().unwrap_or_default()
}

/// How often each request was answered.
fn answers(stage: &Stage) -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for message in stage.received() {
        if message.get("method").is_none() && !message["id"].is_null() {
            *all.entry(message["id"].to_string()).or_default() += 1;
        }
    }
    all
}

#[test]
fn a_thousand_asks() {
    alone("a_thousand_asks", 200, || {
        let folder = tempfile::tempdir().unwrap();
        let (program, noted) = browser(folder.path());
        let stage = Stage::with_browser(Some(&program));
        watch(&stage);
        let asked = json!({"mode": "form", "sessionId": "s1", "message": "?",
            "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}});
        let link = json!({"mode": "url", "sessionId": "s1", "message": "?",
            "elicitationId": "e{n}", "url": "https://example.com/{n}"});
        stage.follow_to(
            BOTH,
            &[
                polite(),
                opened(),
                json!({"send": {"id": "f{n}", "method": "elicitation/create", "params": asked}, "repeat": 500}),
                json!({"send": {"id": "l{n}", "method": "elicitation/create", "params": link}, "repeat": 500}),
                end(),
            ],
        );
        stage.prompt("go");
        ended(&stage);
        let peak_memory_bytes = peak();
        // Twenty wait, and the person sees how many were turned away.
        let view = stage.snapshot();
        let asks = view["asks"].as_array().unwrap();
        assert_eq!(asks.len(), 20);
        assert!(asks.iter().all(|it| it["head"]["status"] == "pending"));
        assert_eq!(view["sessions"][0]["head"]["turned_away"], 980);
        let turned_away = stage.answer(&json!("l500"))["error"].clone();
        assert_eq!(turned_away["code"], -32800);
        // The person stops: the twenty are answered too.
        let session = stage.session();
        stage.engine.send(Intent::StopTurn { session });
        let first = stage.answer(&json!("f1"));
        assert_eq!(first["result"], json!({"action": "cancel"}));
        stage.answer(&json!("f20"));
        let answers = answers(&stage);
        Figures {
            runs: 1_000,
            bad_inputs: 980,
            answered: answers.values().sum(),
            lost_answers: 1_001 - answers.values().filter(|it| **it == 1).count() as u64,
            opened_without_consent: opened_pages(&noted),
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

#[test]
#[ignore = "takes minutes; make proof runs it"]
fn asks_that_end_one_after_the_other() {
    alone("asks_that_end_one_after_the_other", 250, || {
        // Each is taken back at once, so that there is always room for the next.
        let asked = json!({"mode": "form", "sessionId": "s1", "message": "x".repeat(20_000),
            "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}});
        let ask = json!({"jsonrpc": "2.0", "id": "same", "method": "elicitation/create", "params": asked});
        let back = json!({"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": "same"}});
        let stage = play(&[
            json!({"fill": format!("{ask}\n{back}\n"), "times": 2_000}),
            end(),
        ]);
        ended(&stage);
        let peak_memory_bytes = peak();
        let view = stage.snapshot();
        let asks = view["asks"].as_array().unwrap();
        assert!((400..450).contains(&asks.len()), "{}", asks.len());
        assert!(asks.iter().all(|it| it["head"]["status"] == "withdrawn"));
        let kinds = entries(&view);
        let past = kinds.iter().filter(|it| it["body"]["kind"] == "past-ask");
        assert!(past.count() > 300);
        let cut = kinds
            .iter()
            .filter(|it| it["body"]["note"]["note"] == "not-kept");
        assert_eq!(cut.count(), 1, "the oldest have left, and one note says so");
        let answered = answers(&stage)["\"same\""];
        Figures {
            runs: 2_000,
            bad_inputs: 2_000,
            answered,
            lost_answers: 2_000 - answered,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

#[test]
#[ignore = "takes minutes; make proof runs it"]
fn a_million_updates() {
    alone("a_million_updates", 400, || {
        // All of them for the proof; as many as there is patience for otherwise.
        let times = if std::env::var_os("ASSENT_PROOF").is_some() {
            250_000
        } else {
            10_000
        };
        let chunk = |kind: &str| json!({"sessionUpdate": kind, "content": {"type": "text", "text": "x".repeat(100)}});
        let lines: Vec<String> = [
            chunk("agent_message_chunk"),
            chunk("agent_thought_chunk"),
            json!({"sessionUpdate": "tool_call_update", "toolCallId": "t", "title": "t", "rawOutput": "y".repeat(500)}),
            json!({"sessionUpdate": "no_such_update", "z": "z".repeat(100)}),
        ]
        .iter()
        .map(|update| {
            let params = json!({"sessionId": "s1", "update": update});
            json!({"jsonrpc": "2.0", "method": "session/update", "params": params}).to_string() + "\n"
        })
        .collect();
        let stage = play(&[json!({"fill": lines.concat(), "times": times}), end()]);
        ended(&stage);
        let peak_memory_bytes = peak();
        let view = stage.snapshot();
        let entries = entries(&view);
        assert!(
            (19_000..=20_000).contains(&entries.len()),
            "{}",
            entries.len()
        );
        let told = 3 * times + 2;
        let gone = entries[0]["body"]["note"]["entries"].as_u64().unwrap();
        // The person's own words and what is said at the end come to it.
        let all = gone + entries.len() as u64 - 1;
        // The tool call is told of again each time that its entry has left, and has a new one then.
        let again = told / 19_000;
        assert!(
            (told..=told + 1 + again).contains(&all),
            "each is there or counted: {all}"
        );
        Figures {
            runs: 4 * times,
            bad_inputs: times,
            answered: 1,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

#[test]
fn a_hundred_megabytes_in_one_line() {
    alone("a_hundred_megabytes_in_one_line", 300, || {
        let stage = play(&[
            json!({"raw": r#"{"jsonrpc":"2.0","id":"long","method":"m","params":{"a":""#, "newline": false}),
            json!({"fill": "x", "times": 100_000_000}),
            json!({"raw": "\"}}"}),
            end(),
        ]);
        ended(&stage);
        let peak_memory_bytes = peak();
        // The request is answered though it was never read whole, and the person is told.
        assert_eq!(stage.answer(&json!("long"))["error"]["code"], -32600);
        let view = stage.snapshot();
        let told = entries(&view);
        let note = told
            .iter()
            .find(|it| it["body"]["note"]["note"] == "line-too-long");
        assert_eq!(note.unwrap()["body"]["note"]["bytes"], 100_000_060);
        Figures {
            runs: 1,
            bad_inputs: 1,
            answered: 2,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

#[test]
#[ignore = "takes minutes; make proof runs it"]
fn updates_as_long_as_a_line_may_be() {
    alone("updates_as_long_as_a_line_may_be", 900, || {
        let long = |kind: &str, before: &str, after: &str| {
            let head = format!(
                r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s1","update":{{"sessionUpdate":"{kind}",{before}"#
            );
            vec![
                json!({"raw": head, "newline": false}),
                json!({"fill": "xxxxxxxx", "times": 7_500_000}),
                json!({"raw": format!("{after}}}}}}}")}),
            ]
        };
        let kinds = [
            (
                "agent_message_chunk",
                r#""content":{"type":"text","text":""#,
                r#""}"#,
            ),
            (
                "agent_message_chunk",
                r#""content":{"type":"image","mimeType":"image/png","data":""#,
                r#""}"#,
            ),
            (
                "tool_call",
                r#""toolCallId":"a","title":"a","rawOutput":""#,
                "\"",
            ),
            ("tool_call", r#""toolCallId":"b","title":""#, "\""),
            ("tool_call", r#""title":"c","toolCallId":""#, "\""),
            (
                "tool_call",
                r#""toolCallId":"d","title":"d","content":[{"type":"diff","path":"/a","newText":""#,
                r#""}]"#,
            ),
            ("plan", r#""entries":[{"content":""#, r#""}]"#),
            ("session_info_update", r#""title":""#, "\""),
            (
                "available_commands_update",
                r#""availableCommands":[{"name":"a","description":""#,
                r#""}]"#,
            ),
            ("notice", r#""title":"n","description":""#, "\""),
            ("compaction_update", r#""compactionId":"k","error":""#, "\""),
            ("no_such_update", r#""a":""#, "\""),
        ];
        let mut script: Vec<Value> = Vec::new();
        for (kind, before, after) in kinds {
            script.extend(long(kind, before, after));
        }
        script.push(end());
        let stage = play(&script);
        ended(&stage);
        let peak_memory_bytes = peak();
        // What is missing is counted everywhere, and nothing is longer than a message may be.
        let view = stage.snapshot();
        let drawn = view["sessions"][0].to_string();
        assert!(drawn.len() < 4 << 20, "{}", drawn.len());
        let counted = drawn.matches("more bytes").count();
        assert!(counted >= 8, "{counted}");
        assert!(drawn.contains(r#""note":"text-cut""#));
        Figures {
            runs: kinds.len() as u64,
            bad_inputs: kinds.len() as u64,
            answered: 1,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

#[test]
fn a_line_that_never_ends() {
    alone("a_line_that_never_ends", 300, || {
        let stage = play(&[
            json!({"fill": "xxxxxxxx", "times": 50_000_000}),
            json!({"stderr": "through"}),
        ]);
        // It has been read once the agent is through with it.
        let through = stage.wait_for_log(|line| line["raw"] == "through");
        assert!(through);
        let peak_memory_bytes = peak();
        // The person can stop it, and nothing but an ended connection stays.
        let view = stage.snapshot();
        let id = view["connections"][0]["id"].as_u64().unwrap();
        let connection = ConnectionId(u32::try_from(id).unwrap());
        stage.engine.send(Intent::StopAgent { connection });
        stage.until("the end of the agent", |it| {
            (it["connections"][0]["status"]["state"] == "ended").then_some(())
        });
        Figures {
            runs: 1,
            bad_inputs: 1,
            peak_memory_bytes: peak_memory_bytes.max(peak()),
            ..Figures::default()
        }
    });
}

#[test]
fn noise_and_error_output_without_end() {
    alone("noise_and_error_output_without_end", 200, || {
        let stage = play(&[
            json!({"fill": "this is no protocol\n", "times": 300_000}),
            json!({"stderr": "error {n}", "repeat": 20_000}),
            end(),
        ]);
        ended(&stage);
        let peak_memory_bytes = peak();
        let view = stage.snapshot();
        for heard in ["noise", "stderr"] {
            let lines = view["connections"][0][heard].as_array().unwrap();
            assert!(lines.len() <= 50, "{heard}: {}", lines.len());
        }
        let noise = view["connections"][0]["noise"].to_string();
        assert!(noise.contains("this is no protocol"), "{noise}");
        Figures {
            runs: 320_000,
            bad_inputs: 320_000,
            answered: 1,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

#[test]
fn updates_before_there_is_a_session() {
    alone("updates_before_there_is_a_session", 300, || {
        let update = json!({"sessionUpdate": "agent_message_chunk", "messageId": "m",
            "content": {"type": "text", "text": "x".repeat(10_000)}});
        let line = json!({"jsonrpc": "2.0", "method": "session/update",
            "params": {"sessionId": "s1", "update": update}});
        let stage = Stage::empty();
        watch(&stage);
        stage.follow(&[
            json!({"auto": {"initialize": {"protocolVersion": 1}}}),
            json!({"expect": {"method": "session/new"}}),
            json!({"fill": format!("{line}\n"), "times": 3_000}),
            json!({"reply": {"sessionId": "s1"}}),
            end(),
        ]);
        ended(&stage);
        let peak_memory_bytes = peak();
        let view = stage.snapshot();
        let told = entries(&view);
        assert_eq!(told[0]["body"]["note"]["note"], "early-left-out");
        let left_out = told[0]["body"]["note"]["updates"].as_u64().unwrap();
        assert!((2_500..3_000).contains(&left_out), "{left_out}");
        Figures {
            runs: 3_000,
            bad_inputs: 3_000,
            answered: 1,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

#[test]
fn the_person_acts_in_the_middle_of_a_flood() {
    alone("the_person_acts_in_the_middle_of_a_flood", 300, || {
        let update = json!({"sessionUpdate": "agent_message_chunk",
            "content": {"type": "text", "text": "x".repeat(100)}});
        let line = json!({"jsonrpc": "2.0", "method": "session/update",
            "params": {"sessionId": "s1", "update": update}});
        let times = 60_000;
        let stage = play(&[
            form(&json!("form"), &json!({"name": {"type": "string"}})),
            json!({"fill": format!("{line}\n"), "times": times}),
            end(),
        ]);
        let ask = stage.ask(0);
        stage.until("the flood", |it| (entries(it).len() > 1).then_some(()));
        let draft = Draft::Text { text: "Ann".into() };
        stage.engine.send(Intent::SetField {
            ask,
            index: 0,
            draft,
            seq: 1,
        });
        stage.engine.send(Intent::Submit { ask, secret: false });
        stage.status(ask, "accepted");
        let over = stage.received().iter().any(|it| it["id"] == "end");
        assert!(!over, "the flood goes on when the form is answered");
        ended(&stage);
        let peak_memory_bytes = peak();
        let answer = stage.answer(&json!("form"));
        let expected = json!({"action": "accept", "content": {"name": "Ann"}});
        assert_eq!(answer["result"], expected);
        Figures {
            runs: times,
            bad_inputs: times,
            answered: 2,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}
