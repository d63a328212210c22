//! Reasons of path, query and fragment.

use super::*;

#[test]
fn parameters_that_run_something_weigh_strong() {
    check_all(
        &[
            "https://acme.com/?next=javascript:alert(1)",
            "https://acme.com/?next=JavaScript%3Aalert(1)",
            "https://acme.com/?next=%20java%0Ascript:alert(1)",
            "https://acme.com/?next=javascript%253Aalert(1)",
            "https://acme.com/?next=vbscript:x",
            "https://acme.com/?next=data:text/html,x",
            "https://acme.com/?next=data:text/html;base64,x",
            "https://acme.com/?a=1&next=file:///etc/passwd",
            "https://acme.com/#next=javascript:alert(1)",
            "https://acme.com/?javascript:alert(1)",
        ],
        ReasonCode::BadNested,
        Verdict::Strong,
    );
    assert_eq!(
        subject("https://acme.com/?next=vbscript:x", ReasonCode::BadNested).as_deref(),
        Some("next")
    );
    plain(&[
        "https://acme.com/?scope=data:read",
        "https://acme.com/?scope=data:read,write",
        "https://acme.com/?q=what+is+javascript:",
        "https://acme.com/?scope=file:read",
        "https://acme.com/?next=/javascript:x",
    ]);
}

#[test]
fn redirects_are_told_and_raise_nothing() {
    for (value, host) in [
        ("https%3A%2F%2Fb.acme.org%2Fcb", "b.acme.org"),
        ("HTTP://b.acme.org", "b.acme.org"),
        ("//evil.org", "evil.org"),
        ("/%5Cevil.org", "evil.org"),
        ("http%3A%2F%2F127.0.0.1%3A33418%2Fcb", "127.0.0.1"),
        ("https:evil.org", "evil.org"),
    ] {
        let raw = format!("https://acme.com/?next={value}");
        check(&raw, ReasonCode::Redirect, Verdict::Info);
        assert_eq!(
            subject(&raw, ReasonCode::Redirect).as_deref(),
            Some(host),
            "{raw}"
        );
        plain(&[&raw]);
    }
    lacks(
        &[
            "https://acme.com/?next=/home",
            "https://acme.com/?q=see+https://evil.org",
            "https://acme.com/?next=ftp://evil.org",
            "https://acme.com/?next=https:",
        ],
        ReasonCode::Redirect,
    );
}

#[test]
fn secrets_are_remarked() {
    check_all(
        &[
            "https://acme.com/?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
            "https://acme.com/?t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
            "https://acme.com/?k=ghp_0123456789abcdefghijABCDEFGHIJ012345",
            "https://acme.com/?access_token=0123456789abcdef",
            "https://acme.com/#id_token=0123456789abcdef",
            "https://acme.com/#/cb?Api_Key=0123456789abcdef",
            "https://acme.com/?password=correct+horse+battery",
        ],
        ReasonCode::SecretInUrl,
        Verdict::Warn,
    );
    plain(&[
        "https://acme.com/?access_token=0123456789abcde",
        "https://acme.com/?state=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "https://acme.com/?request=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "https://acme.com/?id_token_hint=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "https://acme.com/?code=0123456789abcdef0123456789abcdef",
        "https://acme.com/?code_challenge=CAo_g-2qAFa6gw3zUCd2C2gCkMhX9MBzsmfmo-NXKA4",
    ]);
}

#[test]
fn paths_that_name_another_site_are_remarked() {
    check_all(
        &[
            "https://acme.com/https://evil.org",
            "https://acme.com/http:/evil.org",
            "https://acme.com/github.com/x",
            "https://acme.com/@github.com",
            "https://acme.com/a/%40GitHub.com/",
            "https://acme.com/accounts.google.com/signin",
            "https://acme.com/https%3A%2F%2Fevil.org",
        ],
        ReasonCode::HostInPath,
        Verdict::Warn,
    );
    plain(&[
        "https://acme.com/package/@angular/core",
        "https://acme.com/mygithub.com",
        "https://acme.com/user@github.com",
        "https://acme.com/?q=github.com",
    ]);
}

#[test]
fn the_rest_is_remarked() {
    check_all(
        &[
            "https://acme.com/a b",
            "https://acme.com/?scope=read write",
            "https://acme.com/#a b",
        ],
        ReasonCode::Spaces,
        Verdict::Warn,
    );
    check_all(
        &[
            "https://acme.com/%E2%80%AEx",
            "https://acme.com/?q=a%0Ab",
            "https://acme.com/#%E2%80%8B",
            "https://acme.com/%00",
            "https://acme.com/%F3%A0%81%81",
        ],
        ReasonCode::EncodedHidden,
        Verdict::Warn,
    );
    check_all(
        &[
            "https://acme.com/setup.exe",
            "https://acme.com/a/Setup.MSI",
            "https://acme.com/x.sh?y=1",
            "https://acme.com/x.%65xe",
            "https://acme.com/x.exe%20",
            "https://acme.com/x.dmg#y",
        ],
        ReasonCode::Download,
        Verdict::Warn,
    );
    plain(&[
        "https://acme.com/a%20b",
        "https://acme.com/%C2%A0",
        "https://acme.com/%E6%97%A5",
        "https://acme.com/exe",
        "https://acme.com/x.exe/y",
        "https://acme.com/x.html",
        "https://acme.com/?f=x.exe",
        "https://acme.com/|calc;$(id)%USERNAME%^&x",
    ]);
    let long = |size: usize| format!("https://acme.com/{}", "a".repeat(size - 17));
    check(&long(2_049), ReasonCode::Long, Verdict::Warn);
    plain(&[&long(2_048)]);
}
