//! Links: what is judged, shown and opened is one string, and what must be refused is.

use assent_core::link;
use assent_core::text::is_hidden;
use assent_core::view::{JudgedView, ReasonCode, Verdict};

use crate::source::Source;

const PARTS: [&str; 44] = [
    "https://",
    "http://",
    "HTTPS://",
    "https:/",
    "https:",
    "javascript:",
    "data:text/html,",
    "file:///",
    "tauri://",
    "example.com",
    "github.com",
    "login.",
    "accounts.google.com",
    "google.com@",
    "user:password@",
    "127.0.0.1",
    "0x7f.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "localhost",
    "ipc.localhost",
    "xn--80ak6aa92e.com",
    "аррӏе.com",
    "ｇｉｔｈｕｂ.com",
    "。",
    ".",
    "..",
    "/",
    "//",
    "\\",
    "?",
    "#",
    "&",
    "=",
    "redirect_uri=",
    "token=abcdefghijklmnopqrst",
    "%2e",
    "%00",
    "%",
    ":443",
    ":0",
    ":99999",
    "\u{202e}",
    "\u{200b}",
];

/// Judges a text made of parts of addresses, or any text.
pub fn check(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut raw = String::new();
    for _ in 0..source.below(12) {
        raw += &source.word(&PARTS);
    }
    if source.any() {
        raw += &source.rest();
    }
    judged(&raw);
}

fn judged(raw: &str) {
    let view = link::judge(raw);
    assert_eq!(view, link::judge(raw), "judged again it is another");
    let report = link::report(raw);
    assert_eq!(report.json["canonical"].as_str(), view.address.as_deref());
    let strongest = view.reasons.iter().map(|it| it.verdict).max();
    let strongest = strongest.unwrap_or(Verdict::Plain).max(Verdict::Plain);
    assert_eq!(view.verdict, strongest, "the highest of its reasons");
    let exit = match view.verdict {
        Verdict::Refuse => 4,
        Verdict::Strong => 3,
        _ => 0,
    };
    assert_eq!(report.exit, exit);
    if let Some(why) = must_be_refused(raw) {
        assert_eq!(view.verdict, Verdict::Refuse, "{raw:?}: {why}");
    }
    shown(raw, &view);
    if view.verdict != Verdict::Refuse {
        opened(raw, &view);
    }
}

/// Some of what is never opened, told from the text without any parser.
fn must_be_refused(raw: &str) -> Option<&'static str> {
    let lower = raw.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://");
    let Some(rest) = rest.or_else(|| lower.strip_prefix("http://")) else {
        return Some("it is no page of the web");
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains(['@', '\\', '%', ' ']) || authority.is_empty() {
        return Some("a host is not written so");
    }
    if raw.chars().any(|it| it.is_control() || is_hidden(it)) {
        return Some("something in it cannot be seen");
    }
    if raw.len() > 8_192 {
        return Some("it is too long");
    }
    None
}

/// What is on the screen can be seen.
fn shown(raw: &str, view: &JudgedView) {
    if let Some(address) = &view.address {
        assert!(
            address.bytes().all(|it| it.is_ascii_graphic()),
            "{address:?} of {raw:?}"
        );
    }
    let texts = view.written.iter().chain(view.address.iter());
    let subjects = view.reasons.iter().filter_map(|it| it.subject.as_ref());
    for text in texts.chain(subjects) {
        assert!(
            !text.chars().any(|it| is_hidden(it) && it != '\n'),
            "{text:?} of {raw:?}"
        );
    }
    if let Some(host) = &view.host {
        let row = format!("{}{}{}", host.before, host.domain, host.after);
        assert_eq!(row, host.ascii, "the row is the host");
        assert!(
            view.address
                .as_ref()
                .is_some_and(|it| it.contains(&host.ascii)),
            "the host is in the address"
        );
    }
}

/// What could be opened means the same to whoever reads it next.
fn opened(raw: &str, view: &JudgedView) {
    let Some(address) = &view.address else {
        panic!("{raw:?} has nothing to open and is not refused");
    };
    let again = link::judge(address);
    assert_eq!(again.address.as_ref(), Some(address), "of {raw:?}");
    assert_eq!(again.host, view.host, "of {raw:?}");
    assert_eq!(link::fingerprint(address).len(), 16);
    // What is seen in the address itself is seen in both; the raw text may have told more.
    assert!(
        again.verdict <= view.verdict,
        "{raw:?} is {:?}, and {address:?} is {:?} by {:?}",
        view.verdict,
        again.verdict,
        again.reasons
    );
    let long = |it: &JudgedView| it.reasons.iter().any(|it| it.code == ReasonCode::TooLong);
    assert!(!long(view));
}
