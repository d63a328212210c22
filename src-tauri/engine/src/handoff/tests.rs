//! Handoffs through a real process. The helper is this test binary again, asked for one "test" that is
//! the helper's entry.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::Instant;

use super::*;

/// Set in the environment of the helper process only.
const MARK: &str = "ASSENT_TEST_HELPER";

/// Not a test of its own: what the helper process runs.
#[test]
fn helper_entry() {
    if std::env::var_os(MARK).is_some() {
        std::process::exit(i32::from(browser::open_from_stdin().code()));
    }
}

struct Bench {
    folder: tempfile::TempDir,
    helper: HelperProgram,
}

fn bench() -> Bench {
    let args = ["--exact", "handoff::tests::helper_entry", "--nocapture"];
    Bench {
        folder: tempfile::tempdir().unwrap(),
        helper: HelperProgram {
            program: std::env::current_exe().unwrap(),
            args: args.map(str::to_owned).to_vec(),
        },
    }
}

impl Bench {
    /// A browser that does what the script says.
    fn browser(&self, name: &str, script: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A browser that writes down what it was given, byte for byte.
    fn recorder(&self, name: &str) -> PathBuf {
        let seen = self.folder.path().join("seen");
        let script = format!(
            r#"printf '%s\0' "$@" >> '{}'; exec /bin/sleep 3"#,
            seen.display()
        );
        self.browser(name, &script)
    }

    fn seen(&self) -> Vec<String> {
        let bytes = std::fs::read(self.folder.path().join("seen")).unwrap_or_default();
        let text = String::from_utf8(bytes).unwrap();
        text.split_terminator('\0').map(str::to_owned).collect()
    }

    async fn hand_off(&self, browsers: &str, address: &str) -> Result<(), HandoffFailure> {
        self.hand_off_within(browsers, address, Duration::from_secs(8))
            .await
    }

    async fn hand_off_within(
        &self,
        browsers: &str,
        address: &str,
        limit: Duration,
    ) -> Result<(), HandoffFailure> {
        // Nothing but what is named here can be found: no other browser, no desktop.
        let environment = Variables::from([
            ("BROWSER".into(), browsers.into()),
            ("PATH".into(), self.folder.path().into()),
            ("HOME".into(), self.folder.path().into()),
            (MARK.into(), "1".into()),
        ]);
        hand_off(&self.helper, &prepared(environment), address, limit).await
    }
}

#[tokio::test]
async fn the_browser_gets_the_address_byte_for_byte_as_one_argument() {
    let bench = bench();
    let recorder = bench.recorder("browser").display().to_string();
    let addresses = [
        "https://example.com/a'b?c=%20d|e^f(g)$h&i=;j%22#k%s%c%%l'm",
        "http://127.0.0.1:8080/$(touch%20x)/;y&z?--flag=-x",
        "https://example.com/%20--remote-debugging-port=9222",
    ];
    for address in addresses {
        assert_eq!(bench.hand_off(&recorder, address).await, Ok(()));
    }
    assert_eq!(bench.seen(), addresses);
    let option = format!("{recorder} --app=%s --new");
    assert_eq!(bench.hand_off(&option, addresses[0]).await, Ok(()));
    let expected = format!("--app={}", addresses[0]);
    assert_eq!(bench.seen()[3..], [expected.as_str(), "--new"]);
}

#[tokio::test]
async fn what_is_not_an_exact_web_address_is_not_opened() {
    let bench = bench();
    let recorder = bench.recorder("browser").display().to_string();
    for address in [
        "https://example.com",
        "https://example.com/a b",
        "file:///etc/passwd",
        "-h",
        "",
    ] {
        let result = bench.hand_off(&recorder, address).await;
        assert_eq!(result, Err(HandoffFailure::Helper), "{address}");
    }
    assert!(bench.seen().is_empty());
}

#[tokio::test]
async fn a_missing_browser_is_told() {
    let bench = bench();
    for list in ["", "no-such-browser", "/no/such/browser:nor-this %s"] {
        let result = bench.hand_off(list, "https://example.com/").await;
        assert_eq!(result, Err(HandoffFailure::NoBrowser), "{list}");
    }
}

#[tokio::test]
async fn the_next_browser_is_taken_when_one_is_missing() {
    let bench = bench();
    let recorder = bench.recorder("browser").display().to_string();
    let list = format!("no-such-browser:{recorder}");
    assert_eq!(bench.hand_off(&list, "https://example.com/").await, Ok(()));
    assert_eq!(bench.seen(), ["https://example.com/"]);
}

#[tokio::test]
async fn text_browsers_are_passed_over() {
    let bench = bench();
    let recorder = bench.recorder("firefox").display().to_string();
    let lynx = bench.browser("lynx", "exit 0").display().to_string();
    let list = format!("w3m:{lynx} -accept_all_cookies:{recorder}");
    assert_eq!(bench.hand_off(&list, "https://example.com/").await, Ok(()));
    assert_eq!(bench.seen(), ["https://example.com/"]);
    let result = bench
        .hand_off("lynx:www-browser", "https://example.com/")
        .await;
    assert_eq!(result, Err(HandoffFailure::NoBrowser));
}

#[tokio::test]
async fn a_browser_that_ends_badly_at_once_is_told_and_one_that_ends_well_is_fine() {
    let bench = bench();
    for (script, expected) in [
        ("exit 4", Err(HandoffFailure::EndedBadly)),
        ("kill -11 $$", Err(HandoffFailure::EndedBadly)),
        ("exit 0", Ok(())),
    ] {
        let browser = bench.browser("browser", script).display().to_string();
        let result = bench.hand_off(&browser, "https://example.com/").await;
        assert_eq!(result, expected, "{script}");
    }
}

#[tokio::test]
async fn a_browser_that_runs_on_is_confirmed_after_a_second() {
    let bench = bench();
    let browser = bench
        .browser("browser", "exec /bin/sleep 3")
        .display()
        .to_string();
    let began = Instant::now();
    assert_eq!(
        bench.hand_off(&browser, "https://example.com/").await,
        Ok(())
    );
    assert!(began.elapsed() < Duration::from_secs(3));
}

#[tokio::test]
async fn a_launcher_that_hangs_is_unconfirmed_and_started_only_once() {
    let bench = bench();
    // Asked for the default browser before anything is opened, and never answers.
    let seen = bench.folder.path().join("seen");
    let script = format!(
        "printf 'asked\\0' >> '{}'; exec /bin/sleep 20",
        seen.display()
    );
    bench.browser("xdg-settings", &script);
    let limit = Duration::from_millis(800);
    let began = Instant::now();
    let result = bench
        .hand_off_within("", "https://example.com/", limit)
        .await;
    assert_eq!(result, Err(HandoffFailure::Unconfirmed));
    assert!(began.elapsed() < Duration::from_secs(4));
    assert_eq!(bench.seen(), ["asked"]);
}

#[tokio::test]
async fn addresses_are_handed_off_in_order_and_one_at_a_time() {
    let bench = bench();
    let seen = bench.folder.path().join("seen");
    let script = r#"read address || true; for step in begin end
        do printf '%s %s\0' "$step" "$address" >> "$0"; sleep 0.2; done"#;
    let helper = HelperProgram {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into(), seen.display().to_string()],
    };
    let (queue, mut results) = mpsc::unbounded_channel();
    let handoffs = Handoffs::new(helper, queue);
    for id in 1..=3 {
        handoffs.begin(AskId(id), id.to_string());
    }
    for id in 1..=3 {
        let Some(Message::Event { kind, .. }) = results.recv().await else {
            panic!("no result");
        };
        let expected = (AskId(id), Ok(()));
        assert!(
            matches!(&*kind, EventKind::HandedOff { ask, result } if (*ask, *result) == expected)
        );
    }
    let steps = ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"];
    assert_eq!(bench.seen(), steps);
}

#[tokio::test]
async fn a_helper_that_cannot_be_run_is_told() {
    let mut bench = bench();
    bench.helper.program = "/no/such/program".into();
    let result = bench.hand_off("", "https://example.com/").await;
    assert_eq!(result, Err(HandoffFailure::Helper));
}

#[test]
fn text_browsers_are_known_by_their_program_alone() {
    for (list, expected) in [
        ("", None),
        ("lynx", None),
        ("lynx:w3m %s::/usr/bin/elinks -x", None),
        ("firefox", Some("firefox")),
        ("/usr/bin/lynx:firefox %s:links2", Some("firefox %s")),
        ("xterm -e lynx:chromium", Some("xterm -e lynx:chromium")),
    ] {
        assert_eq!(graphical(list).as_deref(), expected, "{list}");
    }
}
