#![cfg(unix)]

use std::time::Instant;

use futures::FutureExt as _;

use super::*;

struct Desk {
    terminals: Terminals,
    messages: mpsc::UnboundedReceiver<Message>,
    folder: tempfile::TempDir,
    screen: Vec<String>,
}

/// How long something may take on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);

const KEY: TerminalKey = TerminalKey(7);

impl Desk {
    fn new() -> Self {
        let (queue, messages) = mpsc::unbounded_channel();
        let own: Variables = std::env::vars_os().collect();
        let environment = async move { Arc::new(own) }.boxed().shared();
        Self {
            terminals: Terminals::new(
                queue,
                environment,
                crate::secrets::Secrets::new(std::path::Path::new("."), None),
            ),
            messages,
            folder: tempfile::tempdir().unwrap(),
            screen: Vec::new(),
        }
    }

    fn command(&self, command: &str, args: &[&str]) -> TerminalCommand {
        let folder = self.folder.path().to_str().unwrap().to_owned();
        TerminalCommand {
            command: command.to_owned(),
            args: args.iter().map(|it| (*it).to_owned()).collect(),
            env: vec![("GREETING".to_owned(), "hello".to_owned())],
            cwd: folder.clone(),
            roots: vec![folder],
            secrets: Vec::new(),
            limit: None,
            typed: false,
        }
    }

    async fn next(&mut self) -> EventKind {
        let waited = tokio::time::timeout(PATIENCE, self.messages.recv());
        let Some(Message::Event { kind, .. }) = waited.await.expect("an event in time") else {
            panic!("no event");
        };
        if let EventKind::TerminalDrawn { from, lines, .. } = &*kind {
            self.screen.truncate(usize::try_from(*from).unwrap());
            for line in lines {
                let text = line.runs.iter().map(|it| it.text.as_str()).collect();
                self.screen.push(text);
            }
        }
        *kind
    }

    /// Opens a terminal; gives why it could not.
    async fn open(&mut self, command: TerminalCommand) -> Result<(), TerminalFailure> {
        self.terminals.open(KEY, command);
        match self.next().await {
            EventKind::TerminalOpened { result, .. } => result,
            other => panic!("{other:?}"),
        }
    }

    async fn exit(&mut self) -> TerminalExit {
        loop {
            if let EventKind::TerminalExited { exit, .. } = self.next().await {
                return exit;
            }
        }
    }

    fn output(&self) -> (String, bool) {
        match self.terminals.read(ConnectionId(1), RequestKey(1), KEY) {
            EventKind::TerminalRead {
                output, truncated, ..
            } => (output, truncated),
            other => panic!("{other:?}"),
        }
    }

    async fn until_output(&mut self, wanted: &str) -> String {
        let started = Instant::now();
        loop {
            let (output, _) = self.output();
            if output.contains(wanted) {
                return output;
            }
            assert!(started.elapsed() < PATIENCE, "{output}");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

fn code(code: u32) -> TerminalExit {
    TerminalExit {
        code: Some(code),
        signal: None,
    }
}

fn is_running(process: &str) -> bool {
    let id = process
        .trim()
        .parse()
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    rustix::process::test_kill_process(id.unwrap()).is_ok()
}

async fn is_gone(process: &str) {
    let started = Instant::now();
    while is_running(process) {
        assert!(started.elapsed() < PATIENCE, "{process} runs");
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn commands_and_shell_lines_run_on_a_terminal() {
    let check = async |command: &str, args: &[&str], expected: &str, exit| {
        let mut desk = Desk::new();
        let command = desk.command(command, args);
        desk.open(command).await.unwrap();
        assert_eq!(desk.exit().await, code(exit), "{expected}");
        assert_eq!(desk.output(), (expected.to_owned(), false));
        let lines: Vec<&str> = expected.lines().collect();
        assert_eq!(desk.screen, lines);
    };
    check("echo", &["a b", "$GREETING"], "a b $GREETING\n", 0).await;
    check("echo $GREETING && exit 3", &[], "hello\n", 3).await;
    check("tty >/dev/null && stty size", &[], "24 100\n", 0).await;
    check("true", &[], "", 0).await;
    check("printf '\\033[31mred\\033[0m'; exit 1", &[], "red", 1).await;
}

#[tokio::test]
async fn what_cannot_be_run_says_why() {
    let mut desk = Desk::new();
    let missing = desk.command("no-such-program", &["x"]);
    assert_eq!(desk.open(missing).await, Err(TerminalFailure::NotFound));
    let mut outside = desk.command("true", &[]);
    outside.cwd.push_str("/..");
    assert_eq!(desk.open(outside).await, Err(TerminalFailure::OutsideRoots));
    let mut nowhere = desk.command("true", &[]);
    nowhere.cwd.push_str("/missing");
    assert_eq!(desk.open(nowhere).await, Err(TerminalFailure::NoFolder));
}

#[tokio::test]
async fn a_byte_limit_keeps_the_end() {
    let mut desk = Desk::new();
    let mut command = desk.command("printf 'äöü%.0s' 1 2 3", &[]);
    command.limit = Some(5);
    desk.open(command).await.unwrap();
    desk.exit().await;
    assert_eq!(desk.output(), ("öü".to_owned(), true));
}

#[tokio::test]
async fn a_kill_ends_the_whole_group_and_the_output_stays() {
    let mut desk = Desk::new();
    let command = desk.command("sleep 1000 & echo $!; wait", &[]);
    desk.open(command).await.unwrap();
    let child = desk.until_output("\n").await;
    desk.terminals.kill(KEY);
    let exit = desk.exit().await;
    assert_eq!(exit.signal.as_deref(), Some("SIGTERM"));
    is_gone(&child).await;
    assert_eq!(desk.output().0, child);
}

#[tokio::test]
async fn a_command_that_does_not_listen_is_killed() {
    let mut desk = Desk::new();
    let command = desk.command(
        "trap '' TERM HUP; echo up; while :; do sleep 0.05; done",
        &[],
    );
    desk.open(command).await.unwrap();
    desk.until_output("up").await;
    desk.terminals.kill(KEY);
    assert_eq!(desk.exit().await.signal.as_deref(), Some("SIGKILL"));
}

#[tokio::test]
async fn an_end_does_not_wait_for_what_was_left_running() {
    let mut desk = Desk::new();
    let command = desk.command("(trap '' HUP; sleep 1000) & echo $!; exit 4", &[]);
    desk.open(command).await.unwrap();
    let started = Instant::now();
    assert_eq!(desk.exit().await, code(4));
    assert!(started.elapsed() < Duration::from_secs(5));
    let child = desk.output().0;
    assert!(is_running(&child));
    desk.terminals.release(KEY);
    is_gone(&child).await;
}

#[tokio::test]
async fn a_release_before_the_start_and_an_end_of_all_leave_nothing_running() {
    let mut desk = Desk::new();
    let command = desk.command("sleep 1000", &[]);
    desk.terminals.open(KEY, command);
    desk.terminals.release(KEY);
    assert_eq!(desk.exit().await.signal.as_deref(), Some("SIGKILL"));
    let command = desk.command("echo $$; trap '' TERM; sleep 1000", &[]);
    desk.open(command).await.unwrap();
    let leader = desk.until_output("\n").await;
    desk.terminals.end();
    is_gone(&leader).await;
}

#[tokio::test]
async fn what_is_typed_reaches_the_command_and_the_terminal_answers_what_it_is_asked() {
    let mut desk = Desk::new();
    let ask = r#"printf 'name? '; read name; printf 'hi %s\n' "$name"; stty raw -echo; printf '\033[6n'; head -c 6 | od -An -c"#;
    let mut command = desk.command("sh", &["-c", ask]);
    command.typed = true;
    desk.open(command).await.unwrap();
    desk.until_output("name? ").await;
    desk.terminals.keys(KEY, "Ann\r".to_owned());
    desk.until_output("hi Ann").await;
    desk.until_output("R").await;
    assert_eq!(desk.exit().await, code(0));

    let mut command = desk.command("no-such-program && true", &[]);
    command.typed = true;
    let refused = desk.open(command).await;
    assert_eq!(
        refused,
        Err(TerminalFailure::NotFound),
        "never a shell line"
    );
}

#[tokio::test]
async fn what_an_agent_runs_is_not_typed_into_and_asks_the_terminal_in_vain() {
    let mut desk = Desk::new();
    // It asks where the cursor is, what the terminal is and what its title is, and waits for an answer for a second.
    let ask = r"stty raw -echo min 0 time 10; printf '\033[6n\033[c\033[21t'; head -c 6 | od -An -c; echo asked";
    desk.open(desk.command("sh", &["-c", ask])).await.unwrap();
    desk.terminals.keys(KEY, "typed\r".to_owned());
    desk.until_output("asked").await;
    assert_eq!(desk.exit().await, code(0));
    let (output, _) = desk.output();
    let answered = output.split("asked").next().unwrap_or_default();
    let printed = answered.rsplit("[21t").next().unwrap_or_default();
    assert_eq!(printed.trim(), "", "{output:?}");
}

#[tokio::test]
async fn secret_variables_reach_the_command() {
    let mut desk = Desk::new();
    let secrets = crate::secrets::Secrets::new(desk.folder.path(), None);
    let (queue, mut told) = mpsc::unbounded_channel();
    let text = assent_core::settings::SecretText::new("s3cret".to_owned());
    secrets.keep(vec![("k".to_owned(), text)], queue);
    told.recv().await;
    desk.terminals.secrets = secrets;
    let mut command = desk.command("sh", &["-c", "echo \"<$TOKEN>\""]);
    command.secrets = vec![assent_core::settings::Secret {
        name: "TOKEN".to_owned(),
        key: "k".to_owned(),
        in_file: true,
    }];
    desk.open(command).await.unwrap();
    desk.until_output("<s3cret>").await;
}
