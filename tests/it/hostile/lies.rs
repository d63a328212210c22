//! Lies: requests for what was not offered, answers nobody asked for, names of things that are not there.

use assent_core::intent::Intent;
use serde_json::{Value, json};

use super::alone::{Figures, alone, browser, opened_pages, peak, watch};
use crate::stage::{Advertised, Stage, form, link, opened, polite};

#[test]
fn requests_it_was_told_are_not_supported() {
    alone("requests_it_was_told_are_not_supported", 200, || {
        let folder = tempfile::tempdir().unwrap();
        let (program, noted) = browser(folder.path());
        let stage = Stage::with_browser(Some(&program));
        watch(&stage);
        let neither = Advertised {
            forms: false,
            links: false,
        };
        let other = |id: &str, method: &str| json!({"send": {"id": id, "method": method, "params": {"sessionId": "s1"}}});
        stage.follow_to(
            neither,
            &[
                polite(),
                opened(),
                form(&json!("form"), &json!({"a": {"type": "string"}})),
                link(&json!("link"), "https://example.com/"),
                other("mode", "elicitation/create"),
                other("method", "session/no_such"),
                other("agent's", "session/prompt"),
                other("empty", ""),
            ],
        );
        stage.prompt("go");
        let expected = [
            ("form", -32602),
            ("link", -32602),
            ("mode", -32602),
            ("method", -32601),
            ("agent's", -32601),
            ("empty", -32601),
        ];
        for (id, code) in expected {
            assert_eq!(stage.answer(&json!(id))["error"]["code"], code, "{id}");
        }
        let view = stage.snapshot();
        assert_eq!(view["asks"], json!([]), "nothing of it is asked");
        let entries = view["sessions"][0]["entries"].to_string();
        assert_eq!(entries.matches("ask-refused").count(), 3, "{entries}");
        Figures {
            runs: 6,
            bad_inputs: 6,
            answered: 6,
            opened_without_consent: opened_pages(&noted),
            peak_memory_bytes: peak(),
            ..Figures::default()
        }
    });
}

#[test]
fn answers_to_what_was_never_asked() {
    alone("answers_to_what_was_never_asked", 200, || {
        let stage = Stage::empty();
        watch(&stage);
        let answers: Vec<Value> = [
            json!({"jsonrpc": "2.0", "id": 424_242, "result": {"stopReason": "end_turn"}}),
            json!({"jsonrpc": "2.0", "id": "never", "result": {"sessionId": "stolen"}}),
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": "no"}}),
            json!({"jsonrpc": "2.0", "id": "$prompt.id", "result": {"stopReason": "end_turn"}}),
            json!({"jsonrpc": "2.0", "id": "$prompt.id", "result": {"stopReason": "refusal"}}),
        ]
        .into_iter()
        .map(|it| json!({"send": it, "as_is": true}))
        .collect();
        let mut script = vec![polite(), opened()];
        script.extend(answers);
        script.push(json!({"send": {"id": "end", "method": "no/such"}}));
        stage.follow(&script);
        stage.prompt("go");
        assert_eq!(stage.answer(&json!("end"))["error"]["code"], -32601);
        let view = stage.snapshot();
        let head = &view["sessions"][0]["head"];
        assert_eq!(view["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(head["status"]["state"], "open");
        // The first answer to the prompt counts, the second answers nothing.
        assert_eq!(head["turn"]["last"]["reason"], "end_turn", "{head}");
        assert!(!view.to_string().contains("stolen"));
        Figures {
            runs: 5,
            bad_inputs: 4,
            answered: 1,
            peak_memory_bytes: peak(),
            ..Figures::default()
        }
    });
}

#[test]
fn the_same_id_twice() {
    alone("the_same_id_twice", 200, || {
        let stage = Stage::empty();
        watch(&stage);
        let fields = json!({"a": {"type": "string", "default": "b"}});
        stage.follow(&[
            polite(),
            opened(),
            form(&json!(7), &fields),
            form(&json!(7), &fields),
        ]);
        stage.prompt("go");
        let (first, second) = (stage.ask(0), stage.ask(1));
        stage.engine.send(Intent::Decline { ask: second });
        stage.status(second, "declined");
        stage.status(first, "pending");
        stage.engine.send(Intent::Submit {
            ask: first,
            secret: false,
        });
        stage.status(first, "accepted");
        let started = std::time::Instant::now();
        let answers = loop {
            let got = stage.received();
            let ours = got
                .into_iter()
                .filter(|it| it["id"] == 7 && it.get("method").is_none());
            let ours: Vec<Value> = ours.map(|it| it["result"]["action"].clone()).collect();
            if ours.len() == 2 || started.elapsed().as_secs() > 20 {
                break ours;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        };
        assert_eq!(json!(answers), json!(["decline", "accept"]));
        Figures {
            runs: 2,
            bad_inputs: 1,
            answered: 2,
            peak_memory_bytes: peak(),
            ..Figures::default()
        }
    });
}

#[test]
fn sessions_that_do_not_exist() {
    alone("sessions_that_do_not_exist", 200, || {
        let stage = Stage::empty();
        watch(&stage);
        let about = |id: &str, method: &str, more: Value| {
            let mut params = more;
            params["sessionId"] = json!("nobody");
            json!({"send": {"id": id, "method": method, "params": params}})
        };
        let options = json!([{"optionId": "a", "name": "Allow", "kind": "allow_once"}]);
        let update = json!({"sessionUpdate": "agent_message_chunk",
            "content": {"type": "text", "text": "from nowhere"}});
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        stage.follow(&[
            polite(),
            opened(),
            json!({"send": {"method": "session/update", "params": {"sessionId": "nobody", "update": update}}}),
            about("permission", "session/request_permission", json!({"toolCall": {"toolCallId": "t"}, "options": options})),
            about("file", "fs/read_text_file", json!({"path": "/etc/passwd"})),
            about("terminal", "terminal/create", json!({"command": "true"})),
            about("form", "elicitation/create", json!({"mode": "form", "message": "?", "requestedSchema": schema})),
        ]);
        stage.prompt("go");
        for id in ["permission", "file", "terminal"] {
            assert_eq!(stage.answer(&json!(id))["error"]["code"], -32602, "{id}");
        }
        // A form is asked all the same, and says that it belongs nowhere.
        let ask = stage.ask(0);
        let view = stage.snapshot();
        assert_eq!(view["asks"][0]["head"]["session"], Value::Null);
        assert!(
            view["asks"][0]["body"].to_string().contains("no-scope"),
            "{view:#}"
        );
        assert!(!view.to_string().contains("from nowhere"));
        stage.engine.send(Intent::Cancel { ask });
        assert_eq!(stage.answer(&json!("form"))["result"]["action"], "cancel");
        Figures {
            runs: 5,
            bad_inputs: 5,
            answered: 4,
            peak_memory_bytes: peak(),
            ..Figures::default()
        }
    });
}
