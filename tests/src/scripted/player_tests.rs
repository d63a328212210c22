//! Scripts played against a list of what comes in.

use super::super::log;
use super::super::script;
use super::*;

/// A world where everything has been said already; after the last entry the input is closed.
#[derive(Debug, Default)]
pub(in super::super) struct Spoken {
    incoming: VecDeque<Incoming>,
    pub(in super::super) output: Vec<u8>,
    stderr: Vec<String>,
    done: Vec<String>,
    broken: bool,
}

impl Spoken {
    /// A client that sends these messages.
    pub(in super::super) fn messages(messages: impl IntoIterator<Item = Value>) -> Self {
        Self {
            incoming: messages.into_iter().map(Incoming::Message).collect(),
            ..Self::default()
        }
    }
}

impl World for Spoken {
    fn receive(&mut self, wait: Duration) -> Incoming {
        // Only a wait of no length ends by itself; every other sees what is next.
        if wait.is_zero() {
            return Incoming::Nothing;
        }
        self.incoming.pop_front().unwrap_or(Incoming::Closed)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.output.extend_from_slice(bytes);
        Ok(())
    }

    fn stderr(&mut self, line: &str) {
        self.stderr.push(line.to_owned());
    }

    fn set_reading(&mut self, reading: bool) {
        self.done.push(format!("reading {reading}"));
    }

    fn spawn_child(&mut self, own_group: bool, seconds: u64) -> io::Result<u32> {
        self.done.push(format!("child {own_group} {seconds}"));
        Ok(77)
    }

    fn close_stdout(&mut self) -> io::Result<()> {
        self.done.push("close".to_owned());
        Ok(())
    }
}

fn come(lines: &[&str]) -> Spoken {
    let incoming = lines
        .iter()
        .map(|line| match *line {
            "…" => Incoming::Nothing,
            line => match serde_json::from_str(line) {
                Ok(message) => Incoming::Message(message),
                Err(_) => Incoming::Text(line.to_owned()),
            },
        })
        .collect();
    Spoken {
        incoming,
        ..Spoken::default()
    }
}

/// Plays a script and gives the ending in words, the world and the log.
fn play(script: &[&str], world: Spoken) -> (String, Spoken, Vec<log::Line>) {
    play_steps(&script::read(&script.join("\n")).unwrap(), world)
}

pub(in super::super) fn play_steps(
    steps: &[Step],
    world: Spoken,
) -> (String, Spoken, Vec<log::Line>) {
    let mut written = Vec::new();
    let mut player = Player::new(world, Log::new(Some(&mut written)));
    let ending = match player.play(steps) {
        Ending::Exit(code) => format!("exit {code}"),
        Ending::Failed(reason) => reason,
        Ending::OutputGone(why) => format!("gone: {}", why.kind()),
    };
    let world = player.world;
    let log = log::lines(&String::from_utf8(written).unwrap()).unwrap();
    (ending, world, log)
}

/// What a script writes and how it ends.
fn check(script: &[&str], incoming: &[&str], written: &[&str], ending: &str) {
    let (ended, world, _) = play(script, come(incoming));
    let output = String::from_utf8(world.output).unwrap();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines, written, "{script:?} with {incoming:?}");
    assert!(ended.contains(ending), "{ended:?} is not {ending:?}");
}

const PROMPT: &str = r#"{"id":5,"method":"session/prompt","params":{"sessionId":"s"}}"#;

#[test]
fn a_request_is_answered_with_its_own_id() {
    check(
        &[
            r#"{"expect": {"method": "session/prompt"}}"#,
            r#"{"send": {"method": "session/update", "params": {"sessionId": "$last.params.sessionId"}}}"#,
            r#"{"reply": {"stopReason": "end_turn"}}"#,
        ],
        &[PROMPT],
        &[
            r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s"}}"#,
            r#"{"jsonrpc":"2.0","id":5,"result":{"stopReason":"end_turn"}}"#,
        ],
        "exit 0",
    );
}

#[test]
fn the_answer_to_an_own_request_does_not_change_whom_a_reply_goes_to() {
    check(
        &[
            r#"{"expect": {"method": "session/prompt"}}"#,
            r#"{"send": {"id": 0, "method": "elicitation/create"}}"#,
            r#"{"expect_answer": 0, "with": {"result": {"action": "accept"}}}"#,
            r#"{"error": {"code": -32603, "message": "m"}}"#,
        ],
        &[
            PROMPT,
            r#"{"id":0,"result":{"action":"accept","content":{}}}"#,
        ],
        &[
            r#"{"jsonrpc":"2.0","id":0,"method":"elicitation/create"}"#,
            r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"m"}}"#,
        ],
        "exit 0",
    );
}

#[test]
fn another_answer_than_expected_fails() {
    let script = [r#"{"expect_answer": 0, "with": {"result": {"action": "accept"}}}"#];
    for other in [
        r#"{"id":0,"result":{"action":"decline"}}"#,
        r#"{"id":"0","result":{"action":"accept"}}"#,
        r#"{"id":0,"method":"m","result":{"action":"accept"}}"#,
    ] {
        check(&script, &[other], &[], "the input was closed");
        check(&script, &[other, "…"], &[], "nothing such came in 10000 ms");
    }
}

#[test]
fn a_failure_names_what_came_instead_and_is_in_the_log() {
    let script = [r#"{"expect": {"method": "session/new"}}"#];
    let (ending, _, log) = play(&script, come(&[PROMPT, "…"]));
    assert!(ending.contains("session/prompt"), "{ending}");
    let last = log.last().unwrap();
    assert_eq!(last.dir, Direction::Failed);
    assert_eq!(last.raw.as_ref(), Some(&ending));
}

#[test]
fn messages_may_come_in_another_order_than_they_are_expected() {
    check(
        &[
            r#"{"expect": {"method": "b"}, "as": "second"}"#,
            r#"{"expect": {"method": "a"}}"#,
            r#"{"reply": "to a"}"#,
            r#"{"reply": "to b", "to": "second"}"#,
        ],
        &[r#"{"id":1,"method":"a"}"#, r#"{"id":2,"method":"b"}"#],
        &[
            r#"{"jsonrpc":"2.0","id":1,"result":"to a"}"#,
            r#"{"jsonrpc":"2.0","id":2,"result":"to b"}"#,
        ],
        "exit 0",
    );
}

#[test]
fn auto_answers_what_no_step_is_waiting_for() {
    check(
        &[
            r#"{"auto": {"initialize": {"protocolVersion": "$request.params.protocolVersion"}, "session/new": {"sessionId": "s"}}}"#,
            r#"{"expect": {"method": "session/new"}}"#,
            r#"{"reply": {"sessionId": "mine"}}"#,
        ],
        &[
            r#"{"id":0,"method":"initialize","params":{"protocolVersion":1}}"#,
            r#"{"id":1,"method":"session/new"}"#,
            r#"{"id":2,"method":"session/new"}"#,
        ],
        &[
            r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"mine"}}"#,
            r#"{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s"}}"#,
        ],
        "exit 0",
    );
}

#[test]
fn unknown_methods_are_refused_and_later_ones_kept() {
    check(
        &[
            r#"{"refuse_unknown": true}"#,
            r#"{"expect": {"method": "a"}}"#,
            r#"{"expect": {"method": "b"}}"#,
            r#"{"reply": 1}"#,
        ],
        &[
            r#"{"id":1,"method":"b"}"#,
            r#"{"id":2,"method":"c"}"#,
            r#"{"method":"c"}"#,
            r#"{"id":3,"method":"a"}"#,
        ],
        &[
            r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":1}"#,
        ],
        "exit 0",
    );
}

#[test]
fn nothing_is_expected_until_it_comes() {
    let script = [
        r#"{"expect_nothing": {"id": 7}, "for_ms": 10000}"#,
        r#"{"exit": 3}"#,
    ];
    check(&script, &[PROMPT, "…"], &[], "exit 3");
    check(
        &script,
        &[r#"{"id":7,"result":{}}"#, "…"],
        &[],
        "expected nothing like",
    );
}

#[test]
fn repetitions_are_numbered() {
    check(
        &[r#"{"repeat": 2, "send": {"n": "{n}", "text": "part {n}"}, "as_is": true}"#],
        &[],
        &[r#"{"n":1,"text":"part 1"}"#, r#"{"n":2,"text":"part 2"}"#],
        "exit 0",
    );
}

#[test]
fn raw_output_is_written_as_it_is() {
    let script = [
        r#"{"raw": "not JSON"}"#,
        r#"{"raw": "half", "newline": false}"#,
        r#"{"raw_hex": "ff0a"}"#,
        r#"{"fill": "ab", "times": 5000}"#,
    ];
    let (ending, world, _) = play(&script, come(&[]));
    assert_eq!(ending, "exit 0");
    let expected = [
        b"not JSON\nhalf\xff\n".as_slice(),
        "ab".repeat(5000).as_bytes(),
    ]
    .concat();
    assert_eq!(world.output, expected);
}

#[test]
fn everything_received_and_sent_is_in_the_log() {
    let script = [
        r#"{"expect": {"method": "session/prompt"}}"#,
        r#"{"reply": {}}"#,
        r#"{"stderr": "a word"}"#,
        r#"{"spawn_child": "sleep", "own_group": true, "seconds": 9}"#,
        r#"{"reading": false}"#,
        r#"{"close_stdout": true}"#,
        r#"{"exit": 4}"#,
    ];
    let (_, world, log) = play(&script, come(&["junk", PROMPT]));
    let kinds: Vec<Direction> = log.iter().map(|line| line.dir).collect();
    assert_eq!(
        kinds,
        [
            Direction::ReceivedText,
            Direction::Received,
            Direction::Sent,
            Direction::Stderr,
            Direction::Note,
            Direction::Note
        ]
    );
    assert_eq!(log[4].raw.as_deref(), Some("child 77"));
    assert_eq!(log[5].raw.as_deref(), Some("exit 4"));
    assert_eq!(world.stderr, ["a word"]);
    assert_eq!(world.done, ["child true 9", "reading false", "close"]);
}

#[test]
fn an_agent_may_outlive_its_input() {
    let script = [
        r#"{"ignore_stdin_close": true}"#,
        r#"{"wait_ms": 10000}"#,
        r#"{"send": {"still": "here"}, "as_is": true}"#,
    ];
    let mut world = come(&[]);
    world.incoming = [Incoming::Closed, Incoming::Nothing].into();
    let (ending, world, _) = play(&script, world);
    assert_eq!(ending, "exit 0");
    assert_eq!(world.output, b"{\"still\":\"here\"}\n");
    check(&script[1..], &[], &[], "exit 0");
}

#[test]
fn a_client_that_is_gone_ends_the_script() {
    let mut world = come(&[]);
    world.broken = true;
    let (ending, _, _) = play(&[r#"{"send": {}}"#, r#"{"exit": 3}"#], world);
    assert_eq!(ending, "gone: broken pipe");
}

#[test]
fn a_reply_to_nobody_fails() {
    check(
        &[r#"{"reply": {}}"#],
        &[],
        &[],
        "nothing is kept as \"request\"",
    );
}
