//! Reasons of the text before it is parsed, and of the host.

use super::*;

#[test]
fn texts_that_are_no_address_are_refused() {
    check_all(&["", " ", "\n\t"], ReasonCode::Empty, Verdict::Refuse);
    check_all(
        &[
            "acme.com/login",
            "//acme.com/",
            "https://",
            "https://?a",
            "https://acme.com:99999/",
            "https://xn--a.com/",
            "https://a／b.com/",
        ],
        ReasonCode::Unparsable,
        Verdict::Refuse,
    );
    let long = |size: usize| format!("https://acme.com/{}", "a".repeat(size - 17));
    check(&long(8_193), ReasonCode::TooLong, Verdict::Refuse);
    lacks(&[&long(8_192)], ReasonCode::TooLong);
    assert_eq!(judge(&long(8_193)).address, None);
}

#[test]
fn characters_that_cannot_be_seen_are_refused() {
    check_all(
        &[
            " https://acme.com/",
            "https://acme.com/ ",
            "https://acme.com/\n",
            "https://ac me.com/",
            "https://acme.com /",
            "ht\ttps://acme.com/",
            "https://acme.com/a\tb",
            "https://acme.com/a\u{A0}b",
            "https://acme.com/a\u{3000}b",
            "https://acme.com/\u{202E}gpj.exe",
            "https://acme.com/\u{E0041}",
            "https://ac\u{AD}me.com/",
            "https://acme.com/\u{FE0F}",
            "https://acme.com/?q=\u{2066}",
            "\u{FEFF}https://acme.com/",
            "java\nscript:alert(1)",
        ],
        ReasonCode::HiddenChars,
        Verdict::Refuse,
    );
    assert_eq!(
        subject("https://acme.com/\u{202E}", ReasonCode::HiddenChars).as_deref(),
        Some("U+202E")
    );
    lacks(
        &[
            "https://acme.com/a b",
            "https://acme.com/日本語",
            "https://acme.com/❤",
        ],
        ReasonCode::HiddenChars,
    );
}

#[test]
fn what_is_not_exactly_a_web_address_is_refused() {
    check_all(
        &[
            "https:\\\\acme.com\\",
            "https://evil.org\\@acme.com/",
            "https://acme.com/a\\b",
            "https://acme.com/?a\\b",
            "\\\\server\\share",
        ],
        ReasonCode::Backslash,
        Verdict::Refuse,
    );
    check_all(
        &[
            "https:acme.com",
            "https:/acme.com",
            "https:///acme.com",
            "https:////acme.com/",
        ],
        ReasonCode::Slashes,
        Verdict::Refuse,
    );
    check_all(
        &[
            "javascript:alert(1)",
            "javascript://acme.com/%0aalert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "ftp://acme.com/",
            "mailto:a@acme.com",
            "view-source:https://acme.com/",
            "acme.com:443/login",
            "C:\\Windows",
            "blob:https://acme.com/1",
            "about:blank",
            "httpss://acme.com/",
            "acme.com",
        ],
        ReasonCode::Scheme,
        Verdict::Refuse,
    );
    assert_eq!(
        subject("MailTo:a@acme.com", ReasonCode::Scheme).as_deref(),
        Some("mailto")
    );
    plain(&["HTTPS://acme.com/", "HttpS://ACME.com"]);
}

#[test]
fn what_stands_before_the_host_is_refused() {
    check_all(
        &[
            "https://acme.com@evil.org/",
            "https://@evil.org/",
            "https://a:b@evil.org/",
            "https://:@evil.org",
            "https://a@b@evil.org/",
        ],
        ReasonCode::Userinfo,
        Verdict::Refuse,
    );
    assert_eq!(
        subject("https://acme.com:hunter2@evil.org/", ReasonCode::Userinfo).as_deref(),
        Some("acme.com")
    );
    lacks(
        &[
            "https://evil.org/@acme.com",
            "https://evil.org/?a@b",
            "https://evil.org#a@b",
        ],
        ReasonCode::Userinfo,
    );
}

#[test]
fn hosts_that_are_no_names_are_refused() {
    check_all(
        &[
            "https://%61cme.com/",
            "https://acme.com%2Fevil.org/",
            "http://[fe80::1%25eth0]/",
        ],
        ReasonCode::PercentHost,
        Verdict::Refuse,
    );
    let label = "a".repeat(64);
    let name = format!("{}com", "abcdefghi.".repeat(26));
    check_all(
        &[
            "https://a&b.com/",
            "https://$(id).acme.com/",
            "https://a..com/",
            "https://.acme.com/",
            "https://acme.com../",
            "https://./",
            "https://a,b.com/",
            "https://a~b.com/",
            "https://xn--!-257eu42c.kr/",
            &format!("https://{label}.com/"),
            &format!("https://{name}/"),
        ],
        ReasonCode::BadHost,
        Verdict::Refuse,
    );
    plain(&[
        "https://a_b.acme.com/",
        "https://r3---sn-abc.acme.com/",
        "https://1a.acme.com/",
        &format!("https://{}.com/", &label[1..]),
        &format!("https://{}/", &name[10..]),
    ]);
    check_all(
        &[
            "https://acme.com:0/",
            "https://acme.com:000",
            "http://[::1]:0/",
        ],
        ReasonCode::PortZero,
        Verdict::Refuse,
    );
    plain(&["https://acme.com:443/", "https://acme.com:/"]);
}

#[test]
fn addresses_that_hide_what_they_are_are_refused() {
    check_all(
        &[
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "https://1.1/",
            "https://127.0.0.1./",
            "https://０x7f.1/",
            "https://１２７.0.0.1/",
            "https://127.0.0.01/",
        ],
        ReasonCode::DisguisedIp,
        Verdict::Refuse,
    );
    check_all(
        &[
            "http://0.0.0.0/",
            "https://255.255.255.255/",
            "https://224.0.0.1/",
            "https://240.1.1.1/",
            "https://[::]/",
            "https://[ff02::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:808:808]/",
        ],
        ReasonCode::UnusableIp,
        Verdict::Refuse,
    );
    lacks(
        &["https://127.0.0.1/", "https://[::1]/"],
        ReasonCode::DisguisedIp,
    );
}

#[test]
fn the_windows_own_hosts_are_refused() {
    check_all(
        &[
            "http://TAURI.localhost/",
            "https://ipc.localhost/",
            "http://asset.localhost:80/x",
            "https://ipc.localhost./",
            "https://a.ipc.localhost/",
        ],
        ReasonCode::AppInternal,
        Verdict::Refuse,
    );
    lacks(
        &[
            "http://app.localhost/",
            "http://localhost/",
            "https://ipc.acme.com/",
        ],
        ReasonCode::AppInternal,
    );
}

#[test]
fn http_weighs_by_where_the_host_is() {
    check_all(
        &[
            "http://acme.com/",
            "http://localhost.acme.com/",
            "http://93.184.216.34/",
            "HTTP://acme.com",
        ],
        ReasonCode::Http,
        Verdict::Strong,
    );
    lacks(
        &[
            "https://acme.com/",
            "http://localhost/",
            "http://127.0.0.1:80/",
            "http://buildbox/",
            "http://10.0.0.1/",
        ],
        ReasonCode::Http,
    );
    for (host, code) in [
        ("192.168.1.1", ReasonCode::PrivateIp),
        ("100.64.0.1", ReasonCode::PrivateIp),
        ("[fd00::1]", ReasonCode::PrivateIp),
        ("buildbox", ReasonCode::SingleLabel),
        ("nas.local", ReasonCode::Intranet),
        ("nas.home.arpa", ReasonCode::Intranet),
        ("expyuzz4wqqyqhjn.onion", ReasonCode::Onion),
    ] {
        check(&format!("https://{host}/"), code, Verdict::Warn);
        check(&format!("http://{host}/"), code, Verdict::Strong);
        assert_eq!(
            judge(&format!("https://{host}/")).verdict,
            Verdict::Warn,
            "{host}"
        );
    }
    for host in [
        "localhost",
        "app.localhost",
        "127.0.0.1",
        "127.9.9.9",
        "[::1]",
    ] {
        check(
            &format!("http://{host}:8080/"),
            ReasonCode::Loopback,
            Verdict::Warn,
        );
        assert_eq!(
            judge(&format!("http://{host}:8080/")).verdict,
            Verdict::Warn,
            "{host}"
        );
    }
}

#[test]
fn bare_addresses_weigh_strong() {
    check_all(
        &[
            "https://93.184.216.34/",
            "https://[2001:db8::1]/",
            "https://172.32.0.1/",
        ],
        ReasonCode::IpLiteral,
        Verdict::Strong,
    );
    check_all(
        &["https://169.254.169.254/", "http://[fe80::1]/"],
        ReasonCode::LinkLocal,
        Verdict::Strong,
    );
}

#[test]
fn suffixes_weigh_by_the_list() {
    check_all(
        &["https://co.uk/", "https://github.io/", "https://com/"],
        ReasonCode::IsPublicSuffix,
        Verdict::Strong,
    );
    check_all(
        &["https://me.github.io/", "https://x.trycloudflare.com/"],
        ReasonCode::SharedHosting,
        Verdict::Warn,
    );
    check_all(
        &["https://acme.nosuchtld/", "https://a.b.test/"],
        ReasonCode::UnknownSuffix,
        Verdict::Warn,
    );
    assert_eq!(
        subject("https://me.github.io/", ReasonCode::SharedHosting).as_deref(),
        Some("github.io")
    );
    lacks(
        &[
            "https://acme.co.uk/",
            "https://acme.dev/",
            "https://nas.local/",
            "https://buildbox/",
        ],
        ReasonCode::UnknownSuffix,
    );
    check_all(
        &["https://acme.com./", "https://localhost./"],
        ReasonCode::TrailingDot,
        Verdict::Strong,
    );
    check("https://acme.com:8443/", ReasonCode::Port, Verdict::Warn);
    check("http://acme.com:443/", ReasonCode::Port, Verdict::Warn);
    lacks(
        &[
            "https://10.0.0.1:8443/",
            "http://localhost:3000/",
            "http://acme.com:80/",
        ],
        ReasonCode::Port,
    );
}
