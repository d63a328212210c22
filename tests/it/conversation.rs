//! One agent, one person: what each says reaches the other, over real pipes.

use assent_core::intent::Intent;
use assent_core::view::Draft;
use serde_json::{Value, json};

use crate::stage::{Advertised, Stage, form, link, opened, polite};

fn text(text: &str) -> Draft {
    Draft::Text { text: text.into() }
}

#[test]
fn a_form_keeps_the_order_of_its_members_and_is_answered_once() {
    let fields = json!({"zebra": {"type": "string"}, "apple": {"type": "integer"}, "10": {"type": "string"}, "2": {"type": "string"}});
    let stage = Stage::play(&[
        polite(),
        opened(),
        form(&json!(0), &fields),
        json!({"expect_answer": 0}),
        json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"}),
    ]);
    stage.prompt("go");
    let ask = stage.ask(0);
    let names = stage.until("the fields", |it| {
        let fields = it["asks"][0]["body"]["form"]["fields"].as_array()?;
        Some(
            fields
                .iter()
                .map(|it| it["name"].clone())
                .collect::<Vec<_>>(),
        )
    });
    assert_eq!(names, ["zebra", "apple", "10", "2"]);
    stage.engine.send(Intent::SetField {
        ask,
        index: 1,
        draft: text("7"),
        seq: 1,
    });
    stage.engine.send(Intent::SetField {
        ask,
        index: 0,
        draft: text("striped"),
        seq: 1,
    });
    stage.engine.send(Intent::Submit { ask, secret: false });
    stage.engine.send(Intent::Submit { ask, secret: false });
    let answer = stage.answer(&json!(0));
    assert_eq!(
        answer["result"].to_string(),
        r#"{"action":"accept","content":{"zebra":"striped","apple":7}}"#
    );
    stage.until("the turn's end", |it| {
        (it["sessions"][0]["head"]["turn"]["last"]["reason"] == "end_turn").then_some(())
    });
}

#[test]
fn what_was_not_advertised_is_refused_with_32602() {
    let check = |advertised, request: Value| {
        let stage = Stage::play_to(advertised, &[polite(), opened(), request]);
        stage.prompt("go");
        let error = stage.answer(&json!(1))["error"].clone();
        assert_eq!(error["code"], -32602);
        assert_eq!(error["data"], json!({"member": "mode"}));
        assert_eq!(stage.snapshot()["asks"], json!([]));
    };
    let only = |forms, links| Advertised { forms, links };
    check(only(false, true), form(&json!(1), &json!({})));
    check(only(true, false), link(&json!(1), "https://example.com/"));
}

#[test]
fn initialize_says_what_is_true() {
    let stage = Stage::play(&[polite()]);
    stage.session();
    let got = stage.received();
    let params = &got[0]["params"];
    assert_eq!(got[0]["method"], "initialize");
    assert_eq!(params["protocolVersion"], 1);
    assert_eq!(
        params["clientCapabilities"]["elicitation"],
        json!({"form": {}, "url": {}})
    );
    assert_eq!(
        params["clientCapabilities"]["session"],
        json!({"configOptions": {"boolean": {}}, "notices": {}, "compaction": {}})
    );
    assert_eq!(params["clientInfo"]["name"], "assent");
}

#[test]
fn unknown_requests_are_answered_while_a_form_waits() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        form(&json!(1), &json!({})),
        json!({"send": {"id": "x", "method": "_vendor/thing", "params": {}}}),
        json!({"send": {"id": 3, "method": "fs/unknown_method", "params": {"sessionId": "s1", "path": "/etc/hostname"}}}),
    ]);
    stage.prompt("go");
    assert_eq!(stage.answer(&json!("x"))["error"]["code"], -32601);
    assert_eq!(stage.answer(&json!(3))["error"]["code"], -32601);
    stage.status(stage.ask(0), "pending");
}

#[test]
fn ids_1_and_text_1_get_their_own_answers() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        form(&json!(1), &json!({})),
        form(&json!("1"), &json!({})),
        json!({"send": {"method": "$/cancel_request", "params": {"requestId": "1"}}}),
    ]);
    stage.prompt("go");
    assert_eq!(stage.answer(&json!("1"))["error"]["code"], -32800);
    let (first, second) = (stage.ask(0), stage.ask(1));
    stage.status(second, "withdrawn");
    stage.engine.send(Intent::Decline { ask: first });
    assert_eq!(
        stage.answer(&json!(1))["result"],
        json!({"action": "decline"})
    );
}

#[test]
fn stop_is_said_before_what_waits_is_cancelled() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        form(&json!(5), &json!({})),
        json!({"expect": {"method": "session/cancel"}}),
        json!({"reply": {"stopReason": "cancelled"}, "to": "prompt"}),
    ]);
    stage.prompt("go");
    stage.ask(0);
    let session = stage.session();
    stage.engine.send(Intent::StopTurn { session });
    assert_eq!(
        stage.answer(&json!(5))["result"],
        json!({"action": "cancel"})
    );
    let got = stage.received();
    let place = |find: &dyn Fn(&Value) -> bool| got.iter().position(find).unwrap();
    assert!(place(&|it| it["method"] == "session/cancel") < place(&|it| it["id"] == 5));
    stage.until("the turn's end", |it| {
        (it["sessions"][0]["head"]["turn"]["last"]["reason"] == "cancelled").then_some(())
    });
}

#[test]
fn an_agent_that_dies_is_told_with_its_last_words_and_the_draft_stays() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        form(&json!(5), &json!({"a": {"type": "string"}})),
        json!({"expect": {"method": "never"}, "within_ms": 1500}),
    ]);
    stage.prompt("go");
    let ask = stage.ask(0);
    stage.engine.send(Intent::SetField {
        ask,
        index: 0,
        draft: text("half done"),
        seq: 1,
    });
    stage.status(ask, "lost");
    stage.until("exit code and last words", |it| {
        let connection = &it["connections"][0];
        let said = connection["stderr"].to_string();
        (connection["status"]["code"] == 70 && said.contains("scripted-agent:")).then_some(())
    });
    stage.engine.send(Intent::CopyDraft { ask });
    stage.until("the copy", |_| {
        stage
            .copied()
            .iter()
            .any(|it| it.contains("half done"))
            .then_some(())
    });
}

#[test]
fn quit_answers_what_is_open_before_the_input_closes() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        form(&json!(9), &json!({})),
        json!({"expect": {"method": "never"}}),
    ]);
    stage.prompt("go");
    stage.ask(0);
    stage.quit();
    assert_eq!(
        stage.answer(&json!(9))["result"],
        json!({"action": "cancel"})
    );
}

#[test]
fn noise_on_the_output_is_kept_aside_and_the_talk_goes_on() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        json!({"raw": "Welcome to the agent"}),
        json!({"raw_hex": "ff0a"}),
        form(&json!(1), &json!({})),
    ]);
    stage.prompt("go");
    stage.status(stage.ask(0), "pending");
    stage.until("the noise", |it| {
        let noise = it["connections"][0]["noise"].to_string();
        noise.contains("Welcome to the agent").then_some(())
    });
}

#[test]
fn another_version_of_the_protocol_is_told() {
    let stage = Stage::play(&[json!({"auto": {"initialize": {"protocolVersion": 9}}})]);
    stage.until("the reason", |it| {
        let reason = &it["connections"][0]["status"]["reason"];
        (reason["code"] == "wrong-version" && reason["offered"] == "9").then_some(())
    });
}

#[test]
fn updates_before_the_end_of_a_turn_are_all_there_when_it_ends() {
    let stage = Stage::play(&[
        polite(),
        opened(),
        json!({"repeat": 2000, "send": {"method": "session/update", "params": {"sessionId": "s1",
            "update": {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "{n} "}}}}}),
        json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"}),
    ]);
    stage.prompt("go");
    let text = stage.until("the turn's end", |it| {
        let session = &it["sessions"][0];
        (session["head"]["turn"]["last"]["reason"] == "end_turn").then(|| {
            session["entries"][1]["body"]["text"]
                .as_str()
                .map(ToOwned::to_owned)
        })?
    });
    let numbers: Vec<String> = (1..=2000).map(|n| n.to_string()).collect();
    let expected = numbers.join(" ") + " ";
    assert_eq!(text, expected);
}

#[test]
fn a_sign_in_link_shows_with_no_session_and_ends_with_the_sign_in() {
    let stage = Stage::play(&[
        json!({"auto": {"initialize": {"protocolVersion": 1, "authMethods": [{"id": "web", "name": "Web"}]}}}),
        json!({"expect": {"method": "session/new"}}),
        json!({"error": {"code": -32000, "message": "Authentication required"}}),
        json!({"expect": {"method": "authenticate"}, "as": "auth"}),
        json!({"send": {"id": 0, "method": "elicitation/create", "params": {"mode": "url", "requestId": "$auth.id",
            "elicitationId": "dev", "url": "https://login.example.com/device", "message": "Enter this code: ABCD-EFGH"}}}),
        json!({"wait_ms": 300}),
        json!({"reply": {}, "to": "auth"}),
        json!({"expect": {"method": "session/new"}}),
        json!({"reply": {"sessionId": "s1"}}),
    ]);
    let sign_in = stage.ask(0);
    stage.engine.send(Intent::SignIn {
        ask: sign_in,
        method: 0,
    });
    let link = stage.ask(1);
    let view = stage.snapshot()["asks"][1].clone();
    assert_eq!(view["head"]["session"], Value::Null);
    assert_eq!(view["body"]["link"]["code"], "ABCD-EFGH");
    stage.status(sign_in, "accepted");
    stage.status(link, "cancelled");
    assert_eq!(
        stage.answer(&json!(0))["result"],
        json!({"action": "cancel"})
    );
    stage.session();
}
