//! What an agent gets of a prompt, over real pipes: text, files, folders, pictures.

use agent_client_protocol::v1::schema::PromptRequest;
use assent_core::intent::Intent;
use assent_core::page::{Page, PageId};
use serde_json::{Value, json};

use crate::stage::{Stage, opened};

fn able(can: &Value) -> Value {
    json!({"auto": {
        "initialize": {"protocolVersion": 1, "agentCapabilities": {"promptCapabilities": can}},
        "session/new": {"sessionId": "s1"},
    }})
}

fn all() -> Value {
    json!({"image": true, "audio": true, "embeddedContext": true})
}

fn play(can: &Value) -> Stage {
    let end = json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"});
    let stage = Stage::play(&[able(can), opened(), end]);
    let put = |name: &str, bytes: &[u8]| {
        let path = stage.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    put("shop/src/basket.rs", b"fn basket() {}\n");
    put("shop/plan.png", b"\x89PNG\r\n\x1a\nplan");
    put("shop/tone.wav", b"RIFF\0\0\0\0WAVE");
    put("shop/notes.txt", "gr\u{fc}n".as_bytes());
    stage
}

/// The prompt the agent got.
fn prompt(stage: &Stage) -> Value {
    stage.until("the turn's end", |it| {
        (it["sessions"][0]["head"]["turn"]["last"]["reason"] == "end_turn").then_some(())
    });
    let got = stage.received();
    let found = got.iter().find(|it| it["method"] == "session/prompt");
    let params = &found.unwrap()["params"];
    // The protocol's own types read it, and nothing in it is lost on them.
    let read: PromptRequest = serde_json::from_value(params.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), *params);
    params["prompt"].clone()
}

fn address(stage: &Stage, name: &str) -> String {
    format!("file://{}/{name}", stage.folder.path().display())
}

#[test]
fn files_that_are_chosen_and_mentioned_come_in_full_to_who_takes_them() {
    let stage = play(&all());
    let session = stage.session();
    let folder = stage.folder.path();
    let chosen = ["shop/plan.png", "shop", "shop/tone.wav"];
    stage.choose(chosen.iter().map(|it| folder.join(it)).collect());
    stage.engine.send(Intent::ChooseFiles {
        session,
        folders: false,
    });
    stage.until("the files", |it| {
        (it["sessions"][0]["attached"].as_array()?.len() == 3).then_some(())
    });
    let found = std::sync::mpsc::channel();
    let sink = move |line: &str| found.0.send(line.to_owned()).is_ok();
    stage.engine.subscribe(Page::all(PageId(1)), Box::new(sink));
    stage.engine.send(Intent::FindFiles {
        session,
        query: "bask".into(),
    });
    let hit = loop {
        let line = found
            .1
            .recv_timeout(std::time::Duration::from_secs(60))
            .unwrap();
        let down: Value = serde_json::from_str(&line).unwrap();
        let ops = down["patch"]["ops"].as_array().cloned().unwrap_or_default();
        if let Some(op) = ops.into_iter().find(|it| it["op"] == "put-hits") {
            break op["hits"][0].clone();
        }
    };
    assert_eq!(hit["token"], "@shop/src/basket.rs");
    stage.engine.send(Intent::Mention {
        session,
        hit: u32::try_from(hit["id"].as_u64().unwrap()).unwrap(),
    });
    stage.prompt("Is @shop/src/basket.rs right?");
    let uri = address(&stage, "shop/src/basket.rs");
    assert_eq!(
        prompt(&stage),
        json!([
            {"type": "text", "text": "Is "},
            {"type": "resource", "resource": {"uri": uri, "text": "fn basket() {}\n"}},
            {"type": "text", "text": " right?"},
            {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgpwbGFu", "uri": address(&stage, "shop/plan.png")},
            {"type": "resource_link", "uri": address(&stage, "shop/"), "name": "shop"},
            {"type": "audio", "mimeType": "audio/wav", "data": "UklGRgAAAABXQVZF"},
        ])
    );
}

#[test]
fn files_that_are_dropped_come_as_links_to_who_takes_only_text() {
    let stage = play(&json!({}));
    let session = stage.session();
    let folder = stage.folder.path();
    let gone = folder.join("shop/gone");
    stage.engine.drop_files(
        PageId(1),
        vec![
            folder.join("shop/notes.txt"),
            gone,
            folder.join("shop/plan.png"),
        ],
    );
    // The page says for which session the drop is; which number it has, it was told.
    stage.until("the drop", |it| {
        for drop in 0..40 {
            stage.engine.send(Intent::TakeDrop { session, drop });
        }
        (it["sessions"][0]["attached"].as_array()?.len() == 2).then_some(())
    });
    stage.prompt("look");
    assert_eq!(
        prompt(&stage),
        json!([
            {"type": "text", "text": "look"},
            {"type": "resource_link", "uri": address(&stage, "shop/notes.txt"), "name": "notes.txt"},
            {"type": "resource_link", "uri": address(&stage, "shop/plan.png"), "name": "plan.png"},
        ])
    );
}

#[test]
fn a_picture_that_was_pasted_comes_as_it_was() {
    let stage = play(&all());
    let session = stage.session();
    stage.engine.send(Intent::AttachPicture {
        session,
        data: "R0lGODlh".into(),
    });
    stage.prompt("");
    assert_eq!(
        prompt(&stage),
        json!([{"type": "image", "mimeType": "image/gif", "data": "R0lGODlh"}])
    );
}

#[test]
fn updates_in_lines_of_a_megabyte_and_outside_of_a_turn_are_shown() {
    let long = "word ".repeat(200_000);
    let chunk = |text: &str| {
        json!({"send": {"method": "session/update", "params": {"sessionId": "s1",
            "update": {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}}}})
    };
    let stage = Stage::play(&[
        json!({"auto": {"initialize": {"protocolVersion": 1}}}),
        json!({"expect": {"method": "session/new"}, "as": "new"}),
        chunk("before the answer "),
        json!({"reply": {"sessionId": "s1"}, "to": "new"}),
        chunk(&long),
    ]);
    let text = stage.until("all of it", |it| {
        let text = it["sessions"][0]["entries"][0]["body"]["text"].as_str()?;
        (text.len() >= long.len()).then(|| text.to_owned())
    });
    assert_eq!(text, format!("before the answer {long}"));
}
