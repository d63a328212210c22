//! Connections to small shell scripts that play an agent, over real pipes.
#![cfg(unix)]

use std::time::Duration;

use assent_core::event::RpcError;
use assent_core::id::{AgentId, CallId, RequestKey, WireId};
use assent_core::view::StartFailure;
use serde_json::{Value, json};

use super::*;
use crate::environment;

const CONNECTION: ConnectionId = ConnectionId(7);

mod start;

/// A connection as the loop would hold it.
struct Bench {
    messages: mpsc::UnboundedReceiver<Message>,
    stop: watch::Sender<bool>,
    link: Option<Link>,
    folder: tempfile::TempDir,
}

fn start_command(command: &[&str]) -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let (queue, messages) = mpsc::unbounded_channel();
    let (stop, stopped) = watch::channel(false);
    let agent = AgentConfig {
        id: AgentId(1),
        name: "Test".to_owned(),
        command: command.iter().map(|part| (*part).to_owned()).collect(),
        env: vec![("ADDED".to_owned(), "a b".to_owned())],
        secrets: Vec::new(),
        cwd: folder.path().to_str().unwrap().to_owned(),
        folders: Vec::new(),
        forms: true,
        links: true,
        remote: None,
    };
    let environment = Arc::new(environment::own());
    tokio::spawn(live(Beginning {
        connection: CONNECTION,
        agent,
        environment: std::future::ready(environment).boxed().shared(),
        secrets: Secrets::new(folder.path(), None),
        stop: stopped,
        outlet: Outlet::new(queue),
        journal: Journal::default(),
        patience: Patience::default(),
    }));
    Bench {
        messages,
        stop,
        link: None,
        folder,
    }
}

fn start(script: &str) -> Bench {
    start_command(&["/bin/sh", "-c", script])
}

impl Bench {
    async fn up(mut self) -> Self {
        match self.messages.recv().await {
            Some(Message::Up { connection, link }) => {
                assert_eq!(connection, CONNECTION);
                self.link = Some(link);
            }
            _ => panic!("it did not start"),
        }
        self
    }

    fn link(&self) -> &Link {
        self.link.as_ref().unwrap()
    }

    async fn next(&mut self) -> EventKind {
        let next = tokio::time::timeout(Duration::from_secs(60), self.messages.recv());
        match next.await.expect("an event in time") {
            Some(Message::Event { kind, .. }) => *kind,
            _ => panic!("no event"),
        }
    }

    async fn asked(&mut self) -> (RequestKey, WireId, Value) {
        match self.next().await {
            EventKind::Asked {
                key, id, params, ..
            } => (key, id, params),
            other => panic!("{other:?}"),
        }
    }

    /// The events up to the last one, which must be the only `Ended`.
    async fn rest(self) -> (Vec<EventKind>, Option<i32>, Option<i32>) {
        let (mut events, code, signal) = self.rest_and_last().await;
        // They come last, whenever anything was exchanged.
        if let Some(EventKind::LastLines { .. }) = events.last() {
            events.pop();
        }
        (events, code, signal)
    }

    /// The same, with the last messages.
    async fn rest_and_last(mut self) -> (Vec<EventKind>, Option<i32>, Option<i32>) {
        let mut events = Vec::new();
        loop {
            match self.next().await {
                EventKind::Ended { code, signal, .. } => {
                    self.link = None;
                    assert!(self.messages.recv().await.is_none(), "nothing comes after");
                    return (events, code, signal);
                }
                event => events.push(event),
            }
        }
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

fn notified(event: &EventKind) -> Option<&Value> {
    match event {
        EventKind::Notified { params, .. } => Some(params),
        _ => None,
    }
}

#[tokio::test]
async fn an_answer_keeps_its_place_among_the_updates() {
    // Updates before, the prompt's answer, updates after, all in one write.
    let script = r#"
        read line
        id=$(printf '%s' "$line" | sed 's/.*"id":"\([^"]*\)".*/\1/')
        n() { printf '{"jsonrpc":"2.0","method":"session/update","params":{"n":%s}}\n' $1; }
        { for i in 0 1 2 3 4 5 6 7 8 9; do n $i; done
          printf '{"jsonrpc":"2.0","id":"%s","result":{"stopReason":"end_turn"}}\n' "$id"
          for i in 10 11 12 13 14 15 16 17 18 19; do n $i; done; } > all; cat all"#;
    for _ in 0..20 {
        let bench = start(script).up().await;
        bench
            .link()
            .call(CallId(1), "session/prompt", json!({"p": 1}));
        let (events, code, _) = bench.rest().await;
        assert_eq!((events.len(), code), (21, Some(0)));
        for (place, event) in events.iter().enumerate() {
            match (place, event) {
                (10, EventKind::Responded { call, result, .. }) => {
                    assert_eq!(*call, CallId(1));
                    assert_eq!(*result, Ok(json!({"stopReason": "end_turn"})));
                }
                (place, event) => {
                    let number = if place < 10 { place } else { place - 1 };
                    assert_eq!(notified(event), Some(&json!({"n": number})));
                }
            }
        }
    }
}

#[tokio::test]
async fn requests_with_any_id_are_answered_to_the_right_one() {
    let script = r#"
        printf '{"jsonrpc":"2.0","id":0,"method":"a","params":{"z":1,"10":2,"2":3}}\n'
        printf '{"jsonrpc":"2.0","id":"0","method":"b"}\n'
        printf '{"jsonrpc":"2.0","id":null,"method":"c"}\n'
        printf '{"jsonrpc":"2.0","id":0,"method":"d"}\n'
        for i in 1 2 3 4; do read line; echo "$line" >> answers; done"#;
    let mut bench = start(script).up().await;
    let mut asked = Vec::new();
    for _ in 0..4 {
        asked.push(bench.asked().await);
    }
    let ids: Vec<WireId> = asked.iter().map(|(_, id, _)| id.clone()).collect();
    let expected = [json!(0), json!("0"), Value::Null, json!(0)];
    assert_eq!(ids, expected.map(|id| WireId::new(&id)));
    assert_eq!(asked[0].2.to_string(), r#"{"z":1,"10":2,"2":3}"#);
    assert_eq!(asked[1].2, Value::Null);

    for (order, place) in [3, 2, 0, 1].into_iter().enumerate() {
        let outcome = if order == 1 {
            Err(RpcError {
                code: -32602,
                message: "no".to_owned(),
                data: Some(json!({"about": "url"})),
            })
        } else {
            Ok(json!({"order": order}))
        };
        bench.link().answer(asked[place].0, outcome);
    }
    // A second answer is nothing.
    bench.link().answer(asked[0].0, Ok(json!("again")));
    let folder = bench.folder.path().to_owned();
    let keep = std::mem::replace(&mut bench.folder, tempfile::tempdir().unwrap());
    assert_eq!(bench.rest().await.1, Some(0));
    let answers = std::fs::read_to_string(folder.join("answers")).unwrap();
    drop(keep);
    let lines: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        lines,
        [
            json!({"jsonrpc":"2.0","id":0,"result":{"order":0}}),
            json!({"jsonrpc":"2.0","id":null,
                "error":{"code":-32602,"message":"no","data":{"about":"url"}}}),
            json!({"jsonrpc":"2.0","id":0,"result":{"order":2}}),
            json!({"jsonrpc":"2.0","id":"0","result":{"order":3}}),
        ]
    );
}

#[tokio::test]
async fn a_request_taken_back_is_told_in_order_and_still_answered() {
    let script = r#"
        printf '{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}\n'
        printf '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"q"}}\n'
        printf '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":["odd"]}}\n'
        printf '{"jsonrpc":"2.0","method":"after"}\n'
        read line; echo "$line" >&2"#;
    let mut bench = start(script).up().await;
    let (key, id, _) = bench.asked().await;
    match bench.next().await {
        EventKind::CancelRequested { id: taken, .. } => assert_eq!(taken, id),
        other => panic!("{other:?}"),
    }
    assert!(notified(&bench.next().await).is_some());
    let error = RpcError {
        code: -32800,
        message: "cancelled".to_owned(),
        data: None,
    };
    bench.link().answer(key, Err(error));
    let (events, ..) = bench.rest().await;
    assert!(matches!(
        &events[..],
        [EventKind::Stderr { line, .. }] if line.contains("-32800")
    ));
}

#[tokio::test]
async fn our_call_can_be_cancelled_and_is_still_answered() {
    let script = r#"
        read call; read cancel
        echo "$cancel" >&2
        id=$(printf '%s' "$call" | sed 's/.*"id":"\([^"]*\)".*/\1/')
        case "$cancel" in *"$id"*) echo same >&2;; esac
        printf '{"jsonrpc":"2.0","id":"%s","error":{"code":-32800,"message":"cancelled"}}\n' "$id""#;
    let bench = start(script).up().await;
    bench.link().call(CallId(3), "authenticate", json!({}));
    bench.link().cancel(CallId(3));
    bench.link().cancel(CallId(3));
    let (events, ..) = bench.rest().await;
    let told = |part: &str| {
        events
            .iter()
            .any(|event| matches!(event, EventKind::Stderr { line, .. } if line.contains(part)))
    };
    assert!(told("$/cancel_request") && told("same"));
    assert!(events.iter().any(|event| matches!(
        event,
        EventKind::Responded { call: CallId(3), result: Err(error), .. } if error.code == -32800
    )));
}

#[tokio::test]
async fn noise_broken_messages_and_batches_do_not_end_the_connection() {
    let script = r#"
        echo 'Agent v1 is starting'
        printf '\377\376 bytes\n'
        printf '{"id":4,"method":"old"}\n'
        printf '[{"jsonrpc":"2.0","method":"one"},{"jsonrpc":"2.0","method":"two"}]\n'
        printf '{"jsonrpc":"2.0","method":"last"}'
        read line; echo "$line" >&2"#;
    let (events, code, _) = start(script).up().await.rest().await;
    assert_eq!(code, Some(0));
    let noise = events
        .iter()
        .filter(|event| matches!(event, EventKind::Noise { .. }))
        .count();
    let methods: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            EventKind::Notified { method, .. } => Some(method.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(noise, 3);
    assert_eq!(methods, ["one", "two", "last"]);
    assert!(events.iter().any(|event| matches!(
        event,
        EventKind::Stderr { line, .. } if line.contains(r#""id":4"#) && line.contains("-32600")
    )));
}

#[tokio::test]
async fn an_endless_line_is_skipped_and_the_next_is_read() {
    // 65 MiB, just over the limit.
    let script = r#"
        head -c 68157440 /dev/zero | tr '\0' x
        printf '\n{"jsonrpc":"2.0","method":"after"}\n'"#;
    let (events, ..) = start(script).up().await.rest().await;
    assert!(matches!(
        &events[..],
        [
            EventKind::LineTooLong {
                bytes: 68_157_440,
                ..
            },
            EventKind::Notified { .. }
        ]
    ));
}

#[tokio::test]
async fn ten_thousand_notifications_arrive_in_order_through_back_pressure() {
    let script = r#"
        i=0; while [ $i -lt 10000 ]; do
        printf '{"jsonrpc":"2.0","method":"m","params":{"i":%s}}\n' $i; i=$((i+1)); done
        echo written >&2"#;
    let mut bench = start(script).up().await;
    // Nobody takes anything: the queue must not grow with what the agent writes.
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(bench.messages.len() <= 70, "{}", bench.messages.len());
    let mut count = 0;
    loop {
        match bench.next().await {
            EventKind::Notified { params, .. } => {
                assert_eq!(params, json!({"i": count}));
                count += 1;
            }
            EventKind::Ended { .. } => break,
            _ => {}
        }
    }
    assert_eq!(count, 10_000);
}

#[tokio::test]
async fn exit_code_and_last_words_are_told() {
    let script = r#"printf '{"jsonrpc":"2.0","method":"m"}\n'; echo "no key" >&2; exit 3"#;
    let (events, code, signal) = start(script).up().await.rest().await;
    assert_eq!((code, signal, events.len()), (Some(3), None, 2));
    let (events, ..) = start(script).up().await.rest_and_last().await;
    let Some(EventKind::LastLines { lines, .. }) = events.last() else {
        panic!("{events:?}");
    };
    assert!(!lines[0].ours && lines[0].text.contains(r#""method":"m""#));
    let (_, code, signal) = start("kill -9 $$").up().await.rest().await;
    assert_eq!((code, signal), (None, Some(9)));
}

#[tokio::test]
async fn a_child_that_holds_the_streams_open_does_not_hold_the_end_back() {
    // In the group, and out of it in a session of its own.
    for prefix in ["", "setsid "] {
        let script = format!(
            r#"{prefix}sleep 600 & echo $! > child
            printf '{{"jsonrpc":"2.0","method":"m"}}\n'; exit 5"#
        );
        let began = std::time::Instant::now();
        let mut bench = start(&script).up().await;
        assert!(notified(&bench.next().await).is_some());
        let child = bench.file("child");
        let (_, code, _) = bench.rest().await;
        assert_eq!(code, Some(5));
        assert!(began.elapsed() < Duration::from_secs(5), "{prefix}");
        let alive = std::path::Path::new("/proc")
            .join(child.trim())
            .join("cmdline");
        let alive = std::fs::read(alive).is_ok_and(|line| !line.is_empty());
        if prefix.is_empty() {
            assert!(!alive, "what is left of the group is ended");
        } else if alive {
            let pid = child
                .trim()
                .parse()
                .ok()
                .and_then(rustix::process::Pid::from_raw);
            rustix::process::kill_process(pid.unwrap(), rustix::process::Signal::KILL).unwrap();
        }
    }
}

#[tokio::test]
async fn what_was_answered_is_written_before_a_stop_closes_the_input() {
    let script = r#"
        printf '{"jsonrpc":"2.0","id":1,"method":"ask"}\n'
        while read line; do echo "got $line" >&2; done
        echo closed >&2"#;
    let mut bench = start(script).up().await;
    let (key, ..) = bench.asked().await;
    bench.link().answer(key, Ok(json!({"action": "cancel"})));
    bench
        .link()
        .notify("session/cancel", json!({"sessionId": "s"}));
    bench.stop.send_replace(true);
    let (events, code, _) = bench.rest().await;
    let lines: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            EventKind::Stderr { line, .. } => Some(line.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].contains(r#""action":"cancel""#));
    assert!(lines[1].contains("session/cancel"));
    assert_eq!((lines[2], code), ("closed", Some(0)));
}

#[tokio::test]
async fn an_agent_that_neither_reads_nor_ends_is_ended() {
    let script = "trap '' TERM; while :; do sleep 1; done";
    let bench = start(script).up().await;
    let text = "x".repeat(1 << 20);
    bench.link().notify("big", json!({"text": text}));
    tokio::time::sleep(Duration::from_millis(100)).await;
    let began = std::time::Instant::now();
    bench.stop.send_replace(true);
    let (_, code, signal) = bench.rest().await;
    assert_eq!((code, signal), (None, Some(9)));
    assert!(began.elapsed() < Duration::from_secs(6));
}

#[tokio::test]
async fn a_call_that_is_open_at_the_end_gets_no_made_up_answer() {
    let bench = start("read line; exit 0").up().await;
    bench.link().call(CallId(1), "session/prompt", json!({}));
    let (events, ..) = bench.rest().await;
    assert!(events.is_empty(), "{events:?}");
}

#[tokio::test]
async fn an_agent_that_closes_its_output_is_ended() {
    let bench = start("exec >&-; sleep 600").up().await;
    let (_, code, signal) = bench.rest().await;
    assert_eq!((code, signal), (None, Some(15)));
}

#[tokio::test]
async fn an_agent_that_closes_its_input_is_ended_and_heard_out() {
    let script = r#"
        exec <&-
        while :; do printf '{"jsonrpc":"2.0","method":"m"}\n'; sleep 0.1; done"#;
    let bench = start(script).up().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    bench.link().notify("n", json!({}));
    let (events, _, signal) = bench.rest().await;
    assert_eq!(signal, Some(15));
    assert!(events.len() >= 10);
}

#[tokio::test]
async fn a_stop_before_the_start_ends_it() {
    let bench = start("sleep 600");
    bench.stop.send_replace(true);
    let mut bench = bench;
    while let Some(message) = bench.messages.recv().await {
        if let Message::Event { kind, .. } = message {
            assert!(matches!(*kind, EventKind::Ended { .. }));
        }
    }
}
