//! The judgement as a whole: what is shown, the report, the QR code, the fingerprint.

use serde_json::{Value, json};

use super::*;

#[test]
fn what_cannot_be_opened_is_drawn_to_a_limit() {
    for raw in [
        format!("{}:x", "s".repeat(60_000)),
        format!("https://{}@acme.com/", "\u{202e}".repeat(2_000)),
        format!("https://acme.com/{}", "\u{202e}".repeat(20_000)),
    ] {
        let judged = judge(&raw);
        assert_eq!(judged.verdict, Verdict::Refuse);
        for reason in &judged.reasons {
            let length = reason.subject.as_ref().map_or(0, String::len);
            assert!(length < 1_100, "{length} bytes in {:?}", reason.code);
        }
        let length = judged.written.unwrap().len();
        assert!(length < 33_000, "{length} bytes");
    }
}

#[test]
fn the_host_row_is_cut_around_the_registrable_domain() {
    let row = |raw: &str| {
        let host = judge(raw).host.unwrap();
        (host.scheme, host.before, host.domain, host.after, host.port)
    };
    let text = |text: &str| text.to_owned();
    let expected = (None, text("a.b."), text("bbc.co.uk"), text(""), None);
    assert_eq!(row("https://a.b.bbc.co.uk/x"), expected);
    let expected = (
        Some(text("http")),
        text(""),
        text("acme.com"),
        text("."),
        Some(81),
    );
    assert_eq!(row("http://acme.com.:81/"), expected);
    let expected = (None, text(""), text("[::1]"), text(""), Some(8443));
    assert_eq!(row("https://[::1]:8443/"), expected);
    let expected = (
        Some(text("http")),
        text(""),
        text("app.localhost"),
        text(""),
        None,
    );
    assert_eq!(row("http://app.localhost/"), expected);
}

#[test]
fn what_the_agent_wrote_is_kept_where_it_differs() {
    let written = |raw: &str| judge(raw).written;
    assert_eq!(written("https://acme.com/"), None);
    assert_eq!(
        written("https://acme.com").as_deref(),
        Some("https://acme.com")
    );
    assert_eq!(
        written("HTTPS://acme.com/\u{202E}").as_deref(),
        Some("HTTPS://acme.com/⟨U+202E⟩")
    );
    assert_eq!(written("nothing").as_deref(), Some("nothing"));
}

#[test]
fn an_address_exists_only_for_what_reads_as_a_web_address() {
    let address = |raw: &str| judge(raw).address;
    assert_eq!(
        address("https://acme.com/a|b").as_deref(),
        Some("https://acme.com/a%7Cb")
    );
    assert_eq!(address("javascript://acme.com/"), None);
    assert_eq!(address("nothing"), None);
    assert!(judge("javascript://acme.com/").host.is_none());
}

#[test]
fn pages_of_this_computer_have_no_qr_code() {
    for raw in [
        "http://localhost:3000/",
        "https://10.0.0.1/",
        "https://nas.local/",
        "https://buildbox/",
        "https://acme.com/?redirect_uri=http%3A%2F%2F127.0.0.1%3A33418%2Fcb",
        "https://acme.com/?redirect_uri=http://localhost:1/cb",
        "https://acme.com/#redirect_uri=http://[::1]/cb",
        "nothing",
    ] {
        assert!(!judge(raw).qr, "{raw}");
    }
    for raw in [
        "https://acme.com/",
        "https://acme.com/?redirect_uri=https://b.org/cb",
        "https://acme.com/?next=http://localhost/",
    ] {
        assert!(judge(raw).qr, "{raw}");
    }
}

#[test]
fn a_qr_code_is_a_square_with_three_corners() {
    let rows = qr("https://acme.com/").unwrap();
    assert!(rows.iter().all(|row| row.len() == rows.len()));
    let corner = ["1111111", "1000001", "1011101"];
    for (row, expected) in rows.iter().zip(corner) {
        assert!(row.starts_with(expected) && row.ends_with(expected));
    }
    assert!(rows[rows.len() - 1].starts_with("1111111"));
    assert_eq!(qr(&"a".repeat(3_000)), None);
}

#[test]
fn the_fingerprint_is_fnv_1a() {
    // The values of its authors.
    assert_eq!(fingerprint(""), "cbf29ce484222325");
    assert_eq!(fingerprint("a"), "af63dc4c8601ec8c");
    assert_eq!(fingerprint("foobar"), "85944171f73967e8");
}

fn check_report(raw: &str, exit: u8, json: &Value) {
    let report = report(raw);
    assert_eq!(report.exit, exit, "{raw}");
    assert_eq!(&report.json, json, "{raw}");
    for line in report.text.lines() {
        assert!(!line.chars().any(is_hidden), "{line}");
    }
}

#[test]
fn the_report_has_all_members() {
    check_report(
        "https://www.acme.com/?next=//evil.org",
        0,
        &json!({"verdict": "plain", "reasons": [{"code": "redirect", "verdict": "info", "host": "evil.org"}], "host": "www.acme.com", "hostUnicode": "www.acme.com", "domain": "acme.com", "canonical": "https://www.acme.com/?next=//evil.org"}),
    );
    check_report(
        "https://Bücher.de",
        0,
        &json!({"verdict": "warn", "reasons": [{"code": "punycode", "verdict": "warn"}], "host": "xn--bcher-kva.de", "hostUnicode": "bücher.de", "domain": "xn--bcher-kva.de", "canonical": "https://xn--bcher-kva.de/"}),
    );
    check_report(
        "http://[2001:db8::1]/",
        3,
        &json!({"verdict": "strong", "reasons": [{"code": "http", "verdict": "strong"}, {"code": "ip-literal", "verdict": "strong"}], "host": "[2001:db8::1]", "hostUnicode": "[2001:db8::1]", "domain": null, "canonical": "http://[2001:db8::1]/"}),
    );
    check_report(
        "acme.com",
        4,
        &json!({"verdict": "refuse", "reasons": [{"code": "unparsable", "verdict": "refuse"}, {"code": "scheme", "verdict": "refuse"}], "host": null, "hostUnicode": null, "domain": null, "canonical": null}),
    );
    assert_eq!(report("https://acme.com/\u{202E}").exit, 4);
}

#[test]
fn the_strongest_reasons_come_first() {
    let (verdict, found) = codes("http://a@acme.com:81/x.exe?next=//b.org");
    assert_eq!(verdict, Verdict::Refuse);
    assert_eq!(
        found,
        [
            ReasonCode::Userinfo,
            ReasonCode::Http,
            ReasonCode::Port,
            ReasonCode::Download,
            ReasonCode::Redirect
        ]
    );
}
