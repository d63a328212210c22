//! Tricks: text that would look like something else, in every field that an agent can fill.
//!
//! Why one check for all fields: a field that is drawn and was forgotten here would be the hole. What is checked
//! is everything there is to draw, so that a field needs no check of its own.

use serde_json::{Map, Value, json};

use super::alone::{Figures, alone, peak, watch};
use crate::stage::{Stage, opened};

/// What is put into every field, and what it is.
fn tricks() -> Vec<(&'static str, String)> {
    vec![
        (
            "direction",
            "user\u{202e}txt.exe\u{2066}a\u{2069}\u{200f}".into(),
        ),
        (
            "invisible",
            "pay\u{200b}\u{2060}\u{feff}\u{e0041}\u{e007f}\u{3164}pal\u{ad}".into(),
        ),
        ("marks", "Z".to_owned() + &"\u{301}\u{20dd}".repeat(5_000)),
        (
            "html",
            "<img src=x onerror=alert(1)><script>alert(1)</script><b>bold</b>".into(),
        ),
        (
            "markdown",
            "[Assent](https://evil.example) ![x](https://evil.example/x.png) # big".into(),
        ),
        (
            "ansi",
            "\u{1b}[2J\u{1b}[31mred\u{1b}[0m\u{9b}1m\u{8}\u{7f}\0".into(),
        ),
        (
            "osc",
            "\u{1b}]8;;https://evil.example\u{7}here\u{1b}]8;;\u{7}\u{1b}]52;c;ZXZpbA==\u{7}"
                .into(),
        ),
        ("assent", "Assent".into()),
        ("system", "System".into()),
        (
            "lines",
            "line\r\n\u{2028}\u{2029}\u{85}\u{b}\u{c}".repeat(2_000),
        ),
        ("long", "x".repeat(200_000)),
    ]
}

/// An agent that says the same in every field it has.
fn script(trick: &str) -> Vec<Value> {
    let t = trick;
    let update = |update: Value| json!({"send": {"method": "session/update", "params": {"sessionId": "s1", "update": update}}});
    let text = json!({"type": "text", "text": t});
    let ask = |id: &str, more: Value| json!({"send": {"id": id, "method": "elicitation/create", "params": more}});
    let mut server_error = Map::new();
    server_error.insert("code".into(), json!(-32603));
    server_error.insert("message".into(), json!(t));
    vec![
        json!({"auto": {
            "initialize": {"protocolVersion": 1,
                "agentInfo": {"name": t, "title": t, "version": t},
                "agentCapabilities": {"sessionCapabilities": {"list": {}}},
                "authMethods": [{"id": "a", "name": t, "description": t}]},
            "session/new": {"sessionId": "s1",
                "configOptions": [{"id": "o", "name": t, "description": t, "type": "select", "currentValue": "v",
                    "options": [{"group": "g", "name": t, "options": [{"value": "v", "name": t, "description": t}]}]}]},
            "session/list": {"sessions": [{"sessionId": "l", "cwd": "/", "title": t, "updatedAt": t}]},
        }}),
        opened(),
        update(json!({"sessionUpdate": "session_info_update", "title": t})),
        update(json!({"sessionUpdate": "agent_message_chunk", "content": text})),
        update(json!({"sessionUpdate": "agent_thought_chunk", "content": text})),
        update(json!({"sessionUpdate": "user_message_chunk", "content": text})),
        update(json!({"sessionUpdate": "agent_message_chunk", "content":
            {"type": "resource_link", "uri": t, "name": t, "title": t, "description": t, "mimeType": t}})),
        update(json!({"sessionUpdate": "agent_message_chunk", "content":
            {"type": "resource", "resource": {"uri": t, "mimeType": t, "text": t}}})),
        update(
            json!({"sessionUpdate": "agent_message_chunk", "content": {"type": t, "mimeType": t}}),
        ),
        update(json!({"sessionUpdate": "agent_message_chunk", "content":
            {"type": "image", "mimeType": "image/png", "data": t}})),
        update(
            json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": t, "kind": t, "status": t,
            "locations": [{"path": t, "line": 1}], "rawInput": {"command": t, t: t}, "rawOutput": t,
            "content": [{"type": "content", "content": text}, {"type": "diff", "path": t, "oldText": t, "newText": t},
                {"type": "terminal", "terminalId": t}, {"type": t}]}),
        ),
        update(
            json!({"sessionUpdate": "plan", "entries": [{"content": t, "priority": t, "status": t}]}),
        ),
        update(
            json!({"sessionUpdate": "available_commands_update", "availableCommands": [
            {"name": "c", "description": t, "input": {"hint": t}}, {"name": t, "description": ""}]}),
        ),
        update(json!({"sessionUpdate": "current_mode_update", "currentModeId": t})),
        update(
            json!({"sessionUpdate": "usage_update", "used": 1, "size": 2, "cost": {"amount": 1, "currency": t}}),
        ),
        update(json!({"sessionUpdate": "notice", "severity": t, "title": t, "description": t})),
        update(
            json!({"sessionUpdate": "compaction_update", "compactionId": "k", "status": t, "error": t,
            "summary": [text]}),
        ),
        update(json!({"sessionUpdate": t, "a": t})),
        json!({"send": {"id": "permission", "method": "session/request_permission", "params": {"sessionId": "s1",
            "toolCall": {"toolCallId": "p", "title": t, "kind": t, "rawInput": {"command": [t], "path": t}},
            "options": [{"optionId": t.get(..9).unwrap_or(t), "name": short(t), "kind": "allow_once"}]}}}),
        ask(
            "form",
            json!({"mode": "form", "sessionId": "s1", "message": short(t), "requestedSchema":
            {"type": "object", "title": t, "description": t, "required": ["a"], "properties": {
                "a": {"type": "string", "title": t, "description": t, "oneOf": [{"const": "x", "title": t}]},
                "b": {"type": "string", "enum": ["y"], "enumNames": [t]},
                "c": {"type": "string", "default": short(t), "pattern": "^a"},
                short(t): {"type": "boolean"}}}}),
        ),
        ask(
            "link",
            json!({"mode": "url", "sessionId": "s1", "elicitationId": short(t),
            "message": short(t), "url": "https://example.com/"}),
        ),
        ask(
            "bad link",
            json!({"mode": "url", "sessionId": "s1", "elicitationId": "e2", "message": "m",
            "url": format!("https://example.com/{}", short(t))}),
        ),
        ask("bad mode", json!({"mode": t, "sessionId": "s1"})),
        json!({"stderr": t.replace(['\n', '\r'], " ")}),
        json!({"raw": t.replace(['\n', '\r'], " ")}),
        json!({"send": {"id": "terminal", "method": "terminal/create", "params": {"sessionId": "s1",
            "command": "printf", "args": ["%s", short(t).replace('\0', "")]}}}),
        json!({"send": {"id": "end", "method": short(t)}}),
        json!({"error": server_error, "to": "prompt"}),
    ]
}

/// What still fits where too much is refused.
fn short(text: &str) -> String {
    text.chars().take(200).collect()
}

/// Every text in what is drawn, with its place.
fn texts(value: &Value, place: &str, look: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => look(place, text),
        Value::Array(items) => {
            for item in items {
                texts(item, place, look);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                look(&format!("{place} (name)"), name);
                texts(member, &format!("{place}.{name}"), look);
            }
        }
        _ => {}
    }
}

/// Whether a character does something other than be seen.
fn acts(character: char) -> bool {
    let code = u32::from(character);
    (character.is_control() && character != '\n' && character != '\t')
        || matches!(code, 0xAD | 0x61C | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFEFF)
        || (0xE0000..=0xE0FFF).contains(&code)
}

fn check(name: &str, view: &Value) {
    texts(view, "", &mut |place, text| {
        // What stands in a control is the answer itself, to the letter.
        if place.ends_with(".shown.text") {
            return;
        }
        if let Some(odd) = text.chars().find(|it| acts(*it)) {
            panic!("{name}: {odd:?} is drawn in {place}: {text:.200}");
        }
        let mut marks = 0;
        for character in text.chars() {
            let mark = matches!(u32::from(character), 0x300..=0x36F | 0x20D0..=0x20FF);
            marks = if mark { marks + 1 } else { 0 };
            assert!(marks <= 4, "{name}: marks are piled up in {place}");
        }
        // The words of a conversation may be long; what is drawn in a line may not.
        let free = [
            ".text",
            ".new",
            ".old",
            ".json",
            ".message",
            ".input",
            ".output",
            ".error",
            ".description",
            ".about",
            // A picture, as base64.
            ".data",
        ];
        let most = if free.iter().any(|it| place.ends_with(it)) {
            300_000
        } else {
            // The tail of the error output is one text.
            if place.ends_with(".stderr") {
                100_000
            } else {
                10_000
            }
        };
        assert!(
            text.len() <= most,
            "{name}: {} bytes in {place}",
            text.len()
        );
    });
    // Whatever it calls itself, it is drawn under the name the person gave it.
    for named in ["connections", "asks", "sessions"] {
        for it in view[named].as_array().into_iter().flatten() {
            let shown = match named {
                "connections" => &it["name"],
                "asks" => &it["head"]["agent"],
                _ => &it["head"]["agent_name"],
            };
            assert_eq!(shown, "Tester", "{name}: in {named}");
        }
    }
    let owners: Vec<&Value> = view["record"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| &it["agent"])
        .collect();
    assert!(owners.iter().all(|it| **it == "Tester"), "{owners:?}");
}

#[test]
fn every_field_shows_what_it_holds() {
    alone("every_field_shows_what_it_holds", 400, || {
        let tricks = tricks();
        let runs = tricks.len() as u64;
        let mut answered = 0;
        for (name, trick) in tricks {
            let stage = Stage::empty();
            watch(&stage);
            stage.follow(&script(&trick));
            stage.prompt("go");
            let view = stage.until("the end of the turn", |it| {
                let all = it["sessions"][0]["terminals"].as_array()?;
                let drawn = all.first().is_some_and(|it| !it["exit"].is_null());
                let ended = it["sessions"][0]["head"]["turn"]["last"]["reason"] == "error";
                (ended && drawn).then(|| it.clone())
            });
            check(name, &view);
            let asked = view["asks"].as_array().unwrap().len();
            assert!(asked >= 2, "{name}: {asked} asks are drawn");
            let entries = view["sessions"][0]["entries"].as_array().unwrap();
            assert!(entries.len() >= 14, "{name}: {}", entries.len());
            assert_eq!(stage.answer(&json!("end"))["error"]["code"], -32601);
            assert_eq!(stage.answer(&json!("bad mode"))["error"]["code"], -32602);
            answered += 2;
            // What is kept holds no more than what is drawn.
            let session = stage.session();
            stage
                .engine
                .send(assent_core::intent::Intent::StopTurn { session });
            for id in ["permission", "form", "link"] {
                stage.answer(&json!(id));
                answered += 1;
            }
        }
        Figures {
            runs,
            bad_inputs: runs * 30,
            answered,
            peak_memory_bytes: peak(),
            ..Figures::default()
        }
    });
}
