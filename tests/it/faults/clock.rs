//! Clocks that jump: the one on the wall is set, or the machine was asleep. What waits goes on waiting, nothing is
//! lost or declared over, and nothing is armed by it that has not stood on the screen.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use assent_core::id::AskId;
use assent_core::intent::{Find, Intent};
use assent_core::view::Draft;
use assent_tests::proof::Figures;
use serde_json::{Value, json};

use crate::stage::{BOTH, Jumping, Stage, form, link, opened, polite};

const HOUR: i64 = 3_600_000;

/// A way in which time jumps.
type Jump = fn(&Jumping);

fn jumps() -> Vec<(&'static str, Jump)> {
    vec![
        ("hours ahead", |time| time.set(5 * HOUR)),
        ("hours back", |time| time.set(-30 * HOUR)),
        ("before 1970", |time| time.set(-100 * 366 * 24 * HOUR)),
        ("far ahead", |time| time.set(900 * 366 * 24 * HOUR)),
        ("right again", |time| time.set(0)),
        ("asleep for a night", |time| time.sleep(8 * 3_600_000)),
        ("asleep, and set back", |time| {
            time.sleep(48 * 3_600_000);
            time.set(-49 * HOUR);
        }),
    ]
}

fn says(text: &str) -> Value {
    json!({"send": {"method": "session/update", "params": {"sessionId": "s1", "update":
        {"sessionUpdate": "agent_message_chunk", "messageId": text, "content": {"type": "text", "text": text}}}}})
}

fn permission(id: u64) -> Value {
    json!({"send": {"id": id, "method": "session/request_permission", "params": {"sessionId": "s1",
        "toolCall": {"toolCallId": "t"}, "options": [{"optionId": "y", "name": "Y", "kind": "allow_always"}]}}})
}

/// What the snapshot says of an ask.
fn ask_of(snapshot: &Value, ask: AskId) -> Value {
    let asks = snapshot["asks"].as_array().unwrap().iter();
    let mut found = asks.filter(|it| it["head"]["id"] == ask.0);
    found.next().cloned().unwrap_or_default()
}

/// When the newest entry with this text was made.
fn made_at(snapshot: &Value, text: &str) -> Option<i64> {
    let entries = snapshot["sessions"][0]["entries"].as_array()?.iter();
    let mut found = entries.filter(|it| it["body"].to_string().contains(text));
    found.next_back()?["at"].as_i64()
}

fn wall(stage: &Stage) -> i64 {
    let wall: SystemTime = assent_engine::Time::wall(&*stage.time);
    let since = wall.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap()
}

#[test]
fn a_clock_that_jumps_loses_nothing_and_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (program, noted) = crate::hostile::alone::browser(folder.path());
    let stage = Stage::with_browser(Some(&program));
    let jumps = jumps();
    let mut script = vec![
        polite(),
        opened(),
        form(&json!("draft"), &json!({"name": {"type": "string"}})),
        link(&json!("link"), "https://login.example.com/"),
        json!({"expect_answer": "link"}),
    ];
    for number in 0..jumps.len() {
        script.push(form(&json!(number), &json!({"name": {"type": "string"}})));
        script.push(json!({"expect_answer": number}));
        script.push(says(&format!("words {number}.")));
    }
    script.push(json!({"expect_answer": "draft"}));
    script.push(says("the end."));
    script.push(json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"}));
    script.push(json!({"expect": {"method": "session/prompt"}, "as": "second"}));
    script.push(json!({"reply": {"stopReason": "end_turn"}, "to": "second"}));
    stage.follow_to(BOTH, &script);
    stage.prompt("go");
    // What waits meanwhile: a form with something typed, a link whose page is open, a message.
    let (draft, waiting) = (stage.ask(0), stage.ask(1));
    stage.engine.send(Intent::SetField {
        ask: draft,
        index: 0,
        draft: Draft::Text { text: "Ann".into() },
        seq: 1,
    });
    stage.consent(waiting);
    stage.status(waiting, "waiting");
    let session = stage.session();
    stage.engine.send(Intent::Prompt {
        session,
        text: "said meanwhile".into(),
    });
    for (number, (name, jump)) in jumps.iter().enumerate() {
        let ask = stage.ask(2 + number);
        jump(&stage.time);
        stage.engine.send(Intent::Submit { ask, secret: false });
        let answer = stage.answer(&json!(number));
        assert_eq!(answer["result"]["action"], "accept", "{name}");
        let words = format!("words {number}.");
        let (snapshot, made) = stage.until(&format!("{name}: what came after it"), |it| {
            Some((it.clone(), made_at(it, &words)?))
        });
        // The date is what the wall says, and none is from before there were any.
        assert!(
            made >= 0 && (wall(&stage) - made).abs() < 120_000,
            "{name}: {made}"
        );
        let form = ask_of(&snapshot, draft);
        assert_eq!(form["head"]["status"], "pending", "{name}");
        let shown = &form["body"]["state"]["fields"][0]["shown"]["text"];
        assert_eq!(shown, "Ann", "{name}: a draft is gone");
        let link = ask_of(&snapshot, waiting);
        assert_eq!(link["head"]["status"], "waiting", "{name}");
        let head = &snapshot["sessions"][0]["head"];
        assert_eq!(head["queue"].as_array().unwrap().len(), 1, "{name}: {head}");
        let connection = &snapshot["connections"][0]["status"]["state"];
        assert_eq!(connection, "ready", "{name}");
    }
    stage.engine.send(Intent::Submit {
        ask: draft,
        secret: false,
    });
    let answer = stage.answer(&json!("draft"))["result"].clone();
    assert_eq!(
        answer,
        json!({"action": "accept", "content": {"name": "Ann"}})
    );
    stage.until("the message that waited to go out", |it| {
        made_at(it, "said meanwhile")?;
        (it["sessions"][0]["head"]["turn"]["state"] == "idle").then_some(())
    });
    let opened = std::fs::read_to_string(&noted).unwrap();
    assert_eq!(opened.lines().count(), 1, "the page was opened once");
    // And all of it is on the disk, in the order in which it came.
    stage.quit();
    let again = Stage::on(stage.folder.path().join("data"));
    again.until("the session", |it| it["sessions"][0]["head"]["id"].as_u64());
    let id = again.snapshot()["sessions"][0]["head"]["id"]
        .as_u64()
        .unwrap();
    let session = assent_core::id::SessionKey(u32::try_from(id).unwrap());
    again
        .engine
        .send(Intent::Find(Find::Transcript { session }));
    let kept = again.until("the transcript", |it| {
        let session = &it["sessions"][0];
        (session["head"]["shelved"] == false).then(|| session["entries"].to_string())
    });
    let mut last = 0;
    for number in 0..jumps.len() {
        let at = kept.find(&format!("words {number}."));
        let at = at.unwrap_or_else(|| panic!("words {number} are lost: {kept}"));
        assert!(at > last, "words {number} are out of order");
        last = at;
    }
    assert!(kept.contains("said meanwhile"));
    Figures {
        name: "clocks that jump",
        runs: jumps.len() as u64,
        faults: jumps.len() as u64,
        answered: jumps.len() as u64 + 2,
        ..Figures::default()
    }
    .note();
}

#[test]
fn a_clock_on_the_wall_arms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (program, noted) = crate::hostile::alone::browser(folder.path());
    let stage = Stage::with_browser(Some(&program));
    stage.follow(&[
        polite(),
        opened(),
        link(&json!("link"), "https://login.example.com/"),
        permission(7),
        json!({"expect_answer": 7}),
    ]);
    stage.prompt("go");
    let (link, ask) = (stage.ask(0), stage.ask(1));
    stage.engine.send(Intent::ReviewLink { ask: link });
    let (token, address) = stage.until("the dialog", |it| {
        let body = ask_of(it, link)["body"]["link"].clone();
        let token = body["dialog"]["token"].as_str()?.to_owned();
        Some((token, body["judged"]["address"].as_str()?.to_owned()))
    });
    // The clock is set right after both came up, and both are agreed to at once.
    stage.engine.send(Intent::LinkShown {
        ask: link,
        token: token.clone(),
    });
    stage.engine.send(Intent::PermissionShown { ask });
    stage.time.set(24 * HOUR);
    let open = Intent::OpenLink {
        ask: link,
        token,
        fingerprint: assent_core::link::fingerprint(&address),
    };
    let allow = Intent::Choose { ask, option: 0 };
    stage.engine.send(open.clone());
    stage.engine.send(allow.clone());
    let snapshot = stage.snapshot();
    let handoff = &ask_of(&snapshot, link)["body"]["link"]["handoff"];
    assert_eq!(handoff["state"], "none");
    assert_eq!(ask_of(&snapshot, ask)["head"]["status"], "pending");
    // Set back by a day while both stand there, time goes on for them as for everyone.
    stage.time.set(-24 * HOUR);
    std::thread::sleep(Duration::from_millis(1_100));
    stage.engine.send(open);
    stage.engine.send(allow);
    stage.until("both to count", |it| {
        let opened = ask_of(it, link)["head"]["status"] == "waiting";
        let allowed = ask_of(it, ask)["head"]["status"] == "accepted";
        (allowed && opened).then_some(())
    });
    let opened = std::fs::read_to_string(&noted).unwrap();
    assert_eq!(opened.lines().count(), 1, "the page was opened once");
}
