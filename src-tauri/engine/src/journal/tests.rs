//! The log by itself, fed with messages as the transport feeds it.
#![expect(
    clippy::needless_pass_by_value,
    reason = "JSON literals read best as values"
)]

use std::time::Duration;

use agent_client_protocol::RawJsonRpcMessage;
use assent_core::view::{DismissedBy, TraceKind};
use serde_json::{Value, json};
use tokio::time::advance;

use super::log::{BODY, BYTES, MESSAGES};
use super::*;

const CONNECTION: ConnectionId = ConnectionId(1);

fn tap() -> (Journal, Tap) {
    let journal = Journal::default();
    let tap = journal.begin(CONNECTION, "Test agent");
    (journal, tap)
}

fn send(tap: &Tap, way: TraceWay, message: &Value) {
    let mut message = message.clone();
    message["jsonrpc"] = json!("2.0");
    let text = message.to_string();
    let raw: RawJsonRpcMessage = serde_json::from_str(&text).unwrap();
    tap.add(Heard::message(way, &raw, text.into_bytes()));
}

fn from_agent(tap: &Tap, message: Value) {
    send(tap, TraceWay::FromAgent, &message);
}

fn to_agent(tap: &Tap, message: Value) {
    send(tap, TraceWay::ToAgent, &message);
}

fn all(tap: &Tap) -> Seen {
    tap.look(&TraceFilter::default(), 0)
}

fn numbers(tap: &Tap, filter: &TraceFilter) -> Vec<u32> {
    let mut numbers: Vec<u32> = tap
        .look(filter, 0)
        .rows
        .iter()
        .map(|it| it.number)
        .collect();
    numbers.sort_unstable();
    numbers
}

fn text(tap: &Tap, number: u32) -> String {
    tap.read(number, true).unwrap().text
}

#[tokio::test(start_paused = true)]
async fn requests_and_responses_are_brought_together_by_way_and_id() {
    let (_, tap) = tap();
    from_agent(&tap, json!({"id": 1, "method": "a"}));
    from_agent(&tap, json!({"id": "1", "method": "b"}));
    to_agent(&tap, json!({"id": 1, "method": "c"}));
    advance(Duration::from_millis(150)).await;
    to_agent(&tap, json!({"id": "1", "result": {}}));
    advance(Duration::from_millis(50)).await;
    from_agent(
        &tap,
        json!({"id": 1, "error": {"code": -1, "message": "no"}}),
    );
    advance(Duration::from_millis(800)).await;
    to_agent(&tap, json!({"id": 1, "result": null}));
    let read = |number| tap.read(number, false).unwrap().row;
    let is = |number, method: &str, partner, took, failed| {
        let row = read(number);
        let got = (row.method.as_deref(), row.partner, row.took, row.failed);
        assert_eq!(
            got,
            (Some(method), Some(partner), Some(took), failed),
            "{number}"
        );
    };
    is(1, "a", 6, 1_000, false);
    is(2, "b", 4, 150, false);
    is(3, "c", 5, 200, true);
    is(4, "b", 2, 150, false);
    is(5, "c", 3, 200, true);
    is(6, "a", 1, 1_000, false);
    assert_eq!(read(1).id.as_deref(), Some("1"));
    assert_eq!(read(2).id.as_deref(), Some("\"1\""));
    // An answer that nobody asked for has no partner.
    from_agent(&tap, json!({"id": 99, "result": 1}));
    assert_eq!(
        (read(7).partner, read(7).took, read(7).method),
        (None, None, None)
    );
}

#[tokio::test]
async fn a_cancellation_points_to_what_it_takes_back() {
    let (_, tap) = tap();
    from_agent(&tap, json!({"id": "x", "method": "elicitation/create"}));
    from_agent(
        &tap,
        json!({"method": "$/cancel_request", "params": {"requestId": "x"}}),
    );
    from_agent(
        &tap,
        json!({"method": "$/cancel_request", "params": {"requestId": "y"}}),
    );
    assert_eq!(tap.read(2, false).unwrap().row.partner, Some(1));
    assert_eq!(tap.read(3, false).unwrap().row.partner, None);
    assert_eq!(tap.read(1, false).unwrap().row.partner, None);
}

#[tokio::test]
async fn the_log_is_bounded_by_number_and_by_bytes() {
    let (_, tap) = tap();
    let extra = 7;
    for number in 0..MESSAGES + extra {
        from_agent(&tap, json!({"id": number, "method": "m"}));
    }
    let seen = all(&tap);
    assert_eq!((seen.kept, seen.left, seen.first), (5_000, 7, 8));
    // What has left is not open any more, so that nothing grows with requests that are never answered.
    to_agent(&tap, json!({"id": 0, "result": {}}));
    assert_eq!(tap.read(5_008, false).unwrap().row.partner, None);
    to_agent(&tap, json!({"id": 5_000, "result": {}}));
    assert_eq!(tap.read(5_009, false).unwrap().row.partner, Some(5_001));

    let long = "x".repeat(BODY - 100);
    for _ in 0..200 {
        from_agent(&tap, json!({"method": "n", "params": {"t": long}}));
    }
    let kept = usize::try_from(all(&tap).kept).unwrap();
    assert!(kept <= BYTES / (BODY - 100) && kept > 50, "{kept}");
}

#[tokio::test]
async fn a_long_message_keeps_its_beginning_and_its_size() {
    let (_, tap) = tap();
    let secret = "S3CR3T-S3CR3T";
    from_agent(
        &tap,
        json!({"id": 1, "method": "m", "params": {"access_token": secret, "t": "y".repeat(1 << 20)}}),
    );
    let message = tap.read(1, true).unwrap();
    assert!(message.cut && message.row.bytes > 1 << 20);
    assert!(message.text.len() <= 2 * BODY && !message.text.contains(secret));
    // A line of which the transport has read the beginning only.
    let mut heard = Heard::noise(Role::Asks("7".into()), br#"{"id":7,"a":"bbb"#.to_vec());
    heard.bytes = 70 << 20;
    tap.add(heard);
    let message = tap.read(2, true).unwrap();
    assert!(message.cut);
    assert_eq!(
        (message.row.bytes, message.row.kind),
        (70 << 20, TraceKind::NotProtocol)
    );
    assert_eq!(message.row.id.as_deref(), Some("7"));
}

fn form(id: i32, properties: Value) -> Value {
    json!({"id": id, "method": "elicitation/create", "params": {"mode": "form", "message": "m",
        "sessionId": "s", "requestedSchema": {"properties": properties}}})
}

fn accepted(id: i32, content: Value) -> Value {
    json!({"id": id, "result": {"action": "accept", "content": content}})
}

#[tokio::test]
async fn answers_to_secret_fields_are_not_kept_and_are_known_from_then_on() {
    let (journal, tap) = tap();
    from_agent(
        &tap,
        json!({"method": "early", "params": {"t": "hunter2hunter2"}}),
    );
    from_agent(
        &tap,
        form(
            1,
            json!({"name": {}, "api_key": {"type": "string"}, "n": {"type": "string"}}),
        ),
    );
    to_agent(
        &tap,
        accepted(1, json!({"api_key": "hunter2hunter2", "n": "Ann"})),
    );
    from_agent(
        &tap,
        json!({"method": "late", "params": {"t": "it is hunter2hunter2"}}),
    );
    assert!(text(&tap, 3).contains("Ann"));
    for line in journal.lines() {
        assert!(!line.text.contains("hunter2"), "{}", line.text);
    }
    let (_, exported) = tap.export("0");
    assert!(!exported.contains("hunter2") && exported.contains("Ann"));
    // Without the question every answer is masked.
    to_agent(&tap, accepted(9, json!({"n": "Berta"})));
    assert!(!text(&tap, 5).contains("Berta"));
    // Two questions of one id: which was answered cannot be told.
    from_agent(&tap, form(2, json!({"n": {"type": "string"}})));
    from_agent(&tap, form(2, json!({"password": {"type": "string"}})));
    to_agent(&tap, accepted(2, json!({"n": "Carla"})));
    assert!(!text(&tap, 8).contains("Carla"));
}

#[tokio::test]
async fn what_servers_are_given_is_masked_wherever_it_comes_again() {
    let (journal, tap) = tap();
    to_agent(
        &tap,
        json!({"id": 1, "method": "session/new", "params": {"mcpServers": [{"name": "a",
            "env": [{"name": "MY_TOKEN", "value": "t0k3n-t0k3n"}, {"name": "HOME", "value": "/home/ann"}]}]}}),
    );
    tap.add(Heard::stderr("the token is t0k3n-t0k3n in /home/ann"));
    tap.know("from the keyring");
    tap.add(Heard::stderr("it is from the keyring"));
    let lines: Vec<String> = journal.lines().into_iter().map(|it| it.text).collect();
    assert!(!lines[0].contains("t0k3n") && !lines[0].contains("/home/ann"));
    assert_eq!(lines[1], "the token is •••• in /home/ann");
    assert_eq!(lines[2], "it is ••••");
}

#[tokio::test]
async fn remarks_stand_with_the_request_they_are_about() {
    let (journal, tap) = tap();
    from_agent(&tap, json!({"id": 1, "method": "elicitation/create"}));
    from_agent(&tap, json!({"id": "1", "method": "elicitation/create"}));
    let cursor = all(&tap).cursor;
    journal.remark(CONNECTION, "1", Finding::Muted);
    journal.remark(CONNECTION, "3", Finding::Muted);
    let by = DismissedBy::Session;
    journal.remark(CONNECTION, "\"1\"", Finding::Dismissed { by });
    let seen = tap.look(&TraceFilter::default(), cursor);
    let changed: Vec<u32> = seen.rows.iter().map(|it| it.number).collect();
    assert_eq!(changed, [1, 2], "they are told again");
    assert!(seen.rows.iter().all(|it| it.remarked));
    assert_eq!(tap.read(1, false).unwrap().findings, [Finding::Muted]);
    assert_eq!(
        tap.read(2, false).unwrap().findings,
        [Finding::Dismissed { by }]
    );
    to_agent(&tap, json!({"id": 1, "result": {}}));
    assert_eq!(tap.read(3, false).unwrap().findings, [Finding::Muted]);
}

#[tokio::test]
async fn filters_narrow_by_way_kind_method_text_and_errors() {
    let (journal, tap) = tap();
    from_agent(
        &tap,
        json!({"id": 1, "method": "fs/read", "params": {"path": "/a/Needle"}}),
    );
    to_agent(
        &tap,
        json!({"id": 1, "error": {"code": -1, "message": "no"}}),
    );
    from_agent(
        &tap,
        json!({"method": "session/update", "params": {"access_token": "hidden-one"}}),
    );
    tap.add(Heard::noise(Role::Tells, b"starting, needle".to_vec()));
    tap.add(Heard::stderr("warning"));
    from_agent(&tap, json!({"id": 2, "method": "elicitation/create"}));
    journal.remark(CONNECTION, "2", Finding::Muted);
    let check = |filter: TraceFilter, expected: &[u32]| {
        assert_eq!(numbers(&tap, &filter), expected, "{filter:?}");
    };
    let any = TraceFilter::default;
    check(any(), &[1, 2, 3, 4, 5, 6]);
    check(
        TraceFilter {
            way: Some(TraceWay::ToAgent),
            ..any()
        },
        &[2],
    );
    check(
        TraceFilter {
            kind: Some(TraceKind::Stderr),
            ..any()
        },
        &[5],
    );
    check(
        TraceFilter {
            method: "FS/".into(),
            ..any()
        },
        &[1, 2],
    );
    check(
        TraceFilter {
            text: "NEEDLE".into(),
            ..any()
        },
        &[1, 4],
    );
    check(
        TraceFilter {
            failed: true,
            ..any()
        },
        &[1, 2, 4, 6],
    );
    // A secret is not found either.
    check(
        TraceFilter {
            text: "hidden-one".into(),
            ..any()
        },
        &[],
    );
}

#[tokio::test]
async fn news_come_in_pieces_and_each_once() {
    let (_, tap) = tap();
    for number in 0..1_200 {
        from_agent(&tap, json!({"id": number, "method": "m"}));
    }
    let (mut cursor, mut told) = (0, Vec::new());
    loop {
        let seen = tap.look(&TraceFilter::default(), cursor);
        told.extend(seen.rows.iter().map(|it| it.number));
        cursor = seen.cursor;
        if !seen.more {
            break;
        }
        assert_eq!(seen.rows.len(), 500);
    }
    assert_eq!(told, (1..=1_200).collect::<Vec<u32>>());
    assert!(tap.look(&TraceFilter::default(), cursor).rows.is_empty());
    // A search goes on where it stopped, too.
    let long = "z".repeat(100_000);
    for _ in 0..30 {
        from_agent(&tap, json!({"method": "n", "params": {"t": long}}));
    }
    let filter = TraceFilter {
        text: "zzz".into(),
        ..TraceFilter::default()
    };
    let (mut cursor, mut found, mut answers) = (cursor, 0, 0);
    loop {
        let seen = tap.look(&filter, cursor);
        (cursor, found, answers) = (seen.cursor, found + seen.rows.len(), answers + 1);
        if !seen.more {
            break;
        }
    }
    assert_eq!(found, 30);
    assert!(answers > 1);
}

#[tokio::test]
async fn an_export_is_one_object_a_line() {
    let (journal, tap) = tap();
    from_agent(
        &tap,
        json!({"id": 1, "method": "m", "params": {"b": 1, "a": "https://a.example/?code=77"}}),
    );
    journal.remark(CONNECTION, "1", Finding::NoSuchMethod);
    tap.add(Heard::stderr("warning"));
    let (name, text) = tap.export("1.2");
    assert_eq!(name, "assent-protocol-Test-agent.jsonl");
    let lines: Vec<Value> = text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["agent"], &lines[0]["version"]),
        (&json!("Test agent"), &json!("1.2"))
    );
    assert_eq!(
        lines[1]["message"]["params"]["a"],
        "https://a.example/?code=••••"
    );
    assert_eq!(
        (&lines[1]["way"], &lines[1]["number"]),
        (&json!("from-agent"), &json!(1))
    );
    assert_eq!(lines[1]["findings"], json!([{"code": "no-such-method"}]));
    assert_eq!(lines[2]["text"], "warning");
}

#[tokio::test]
async fn cleared_it_is_empty_and_goes_on_counting() {
    let (_, tap) = tap();
    from_agent(&tap, json!({"id": 1, "method": "m"}));
    let cursor = all(&tap).cursor;
    tap.clear();
    tap.newer(cursor).await;
    let seen = tap.look(&TraceFilter::default(), cursor);
    assert_eq!((seen.kept, seen.first, seen.rows.len()), (0, 2, 0));
    to_agent(&tap, json!({"id": 1, "result": 1}));
    assert_eq!(all(&tap).rows[0].number, 2);
}

#[tokio::test]
async fn the_logs_of_ended_connections_stay_until_there_are_too_many() {
    let journal = Journal::default();
    let live = journal.begin(ConnectionId(1), "lives");
    for number in 2..30 {
        journal.begin(ConnectionId(number), "ended");
    }
    assert!(journal.of(ConnectionId(1)).is_some(), "it has not ended");
    assert!(journal.of(ConnectionId(2)).is_none());
    assert!(journal.of(ConnectionId(29)).is_some());
    assert!(journal.logs().len() <= MOST_LOGS);
    drop(live);
}

#[tokio::test]
async fn the_last_messages_are_shown_without_secrets_and_with_what_is_left() {
    let (journal, tap) = tap();
    for number in 0..20 {
        from_agent(&tap, json!({"method": number.to_string()}));
    }
    tap.add(Heard::stderr("noise"));
    to_agent(
        &tap,
        json!({"id": 1, "method": "m", "params": {"t": "x".repeat(5_000)}}),
    );
    let last = journal.last_of(CONNECTION);
    assert_eq!(last.len(), SHOWN);
    assert!(
        last[9].ours && last[9].text.ends_with(" more bytes"),
        "{}",
        last[9].text
    );
    assert_eq!(
        (last[8].ours, last[8].text.as_str()),
        (false, r#"{"method":"19","jsonrpc":"2.0"}"#)
    );
    assert!(journal.last_of(ConnectionId(2)).is_empty());
}
