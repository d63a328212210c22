//! Reasons of names: beyond ASCII, alike, embedded.

use super::*;

#[test]
fn hosts_written_beyond_ascii_weigh_by_what_they_turn_into() {
    check_all(
        &[
            "https://ａcme.com/",
            "https://acme。com/",
            "https://acme．com/",
            "https://ⓐcme.com/",
            "https://\u{212A}.com/",
            "https://ａcme.bücher.de/",
        ],
        ReasonCode::HostRewritten,
        Verdict::Strong,
    );
    lacks(
        &[
            "https://bücher.de/",
            "https://日本語。jp/",
            "https://BÜCHER.de/",
            "https://acme.com/",
        ],
        ReasonCode::HostRewritten,
    );
}

#[test]
fn names_that_imitate_weigh_strong() {
    check_all(
        &[
            "https://🔒acme.com/",
            "https://acme☃.com/",
            "https://ɢoogle.com/",
        ],
        ReasonCode::IdnRestricted,
        Verdict::Strong,
    );
    check_all(
        &[
            "https://acmе.com/",
            "https://acmε.com/",
            "https://acmeภา.com/",
            "https://한ひ.kr/",
            "https://é漢字.com/",
            "https://7৪a.com/",
            "https://१2.com/",
        ],
        ReasonCode::IdnMixed,
        Verdict::Strong,
    );
    check_all(
        &[
            "https://аррӏе.com/",
            "https://xn--80ak6aa92e.com/",
            "https://gıthub.com/",
            "https://οικοσ.com/",
            "https://חסד.com/",
            "https://ዐዐፐ.com/",
        ],
        ReasonCode::IdnConfusable,
        Verdict::Strong,
    );
    check_all(
        &[
            "https://acm\u{331}e.com/",
            "https://þing.com/",
            "https://әpple.com/".replace('ә', "ə").as_str(),
            "https://l·a.cat/",
            "https://al·la.com/",
            "https://google一.com/",
            "https://a・b.jp/",
            "https://日ヽ.jp/",
            "https://ー日本.jp/",
            "https://२२.com/",
            "https://acmeʼs.com/",
            "https://ḍacme.com/",
            "https://ab丶cd.com/",
            "https://カへカ.jp/",
            "https://google\u{3099}.com/",
        ],
        ReasonCode::IdnTricky,
        Verdict::Strong,
    );
    assert_eq!(judge("https://аррӏе.com/").reads_as, ReadsAs::Imitates);
}

#[test]
fn names_that_browsers_do_not_know_yet_are_refused() {
    check(
        "https://\u{3E8AC}.com/",
        ReasonCode::BadHost,
        Verdict::Refuse,
    );
}

#[test]
fn honest_names_beyond_ascii_are_only_remarked() {
    for raw in [
        "https://bücher.de/",
        "https://café.fr/",
        "https://łódź.pl/",
        "https://smørrebrød.dk/",
        "https://straße.de/",
        "https://ışık.com/",
        "https://日本語.jp/",
        "https://hello中国.com/",
        "https://gamer生一.com/",
        "https://한국.kr/",
        "https://漢字ひらカタ.jp/",
        "https://пример.com/",
        "https://ѕсоре.рф/",
        "https://курс.com/",
        "https://ουτοπία.gr/",
        "https://ไทย.com/",
        "https://भारत.com/",
        "https://ll·l.cat/".replace("ll·l", "l·l").as_str(),
        "https://þing.is/",
        "https://əli.az/",
        "https://ペヘ.jp/",
        "https://へー.jp/",
        "https://ビタミンb6.com/",
    ] {
        let judged = judge(raw);
        assert_eq!(judged.verdict, Verdict::Warn, "{raw}: {:?}", judged.reasons);
        check(raw, ReasonCode::Punycode, Verdict::Warn);
        assert!(matches!(judged.reads_as, ReadsAs::Text { .. }), "{raw}");
    }
    check_all(
        &["https://אבג.com/", "https://مثال.com/"],
        ReasonCode::IdnRtl,
        Verdict::Warn,
    );
    assert_eq!(judge("https://مثال.com/").verdict, Verdict::Warn);
}

#[test]
fn look_alikes_of_known_hosts_weigh_strong() {
    check_all(
        &[
            "https://rnicrosoft.com/",
            "https://login.rnicrosoftonline.com/",
            "https://g00gle.com/",
            "https://paypa1.com/",
            "https://githüb.com/",
            "https://gi\u{307}thub.com/",
            "https://gıthub.com/",
            "https://c1aude.ai/",
            "https://gооglе.com/",
            "https://điscord-opénai.com/"
                .replace("điscord-", "")
                .as_str(),
        ],
        ReasonCode::Lookalike,
        Verdict::Strong,
    );
    assert_eq!(
        subject("https://rnicrosoft.com/", ReasonCode::Lookalike).as_deref(),
        Some("microsoft.com")
    );
    plain(&[
        "https://microsoft.com/",
        "https://login.microsoftonline.com/",
        "https://accounts.google.com/",
        "https://github.dev/",
        "https://paypal.me/",
    ]);
}

#[test]
fn hosts_that_begin_with_another_weigh_strong() {
    for (raw, other) in [
        ("https://github.com.evil.org/", "github.com"),
        ("https://accounts-google-com.evil.org/", "google.com"),
        (
            "https://login.microsoftonline.com-verify.net/",
            "microsoftonline.com",
        ),
        ("https://google-com.com/", "google.com"),
        ("https://paypa1-com.evil.org/", "paypal.com"),
        ("https://www.bank.com.evil.org/", "bank.com"),
        ("https://www.bank.com-login.net/", "bank.com"),
        ("https://bank.co.uk.evil.org/", "bank.co.uk"),
        ("https://bank.gov-portal.org/", "bank.gov"),
        ("https://claude.ai.evil.co.uk/", "claude.ai"),
        ("https://github.com.pages.dev/", "github.com"),
    ] {
        check(raw, ReasonCode::EmbeddedDomain, Verdict::Strong);
        assert_eq!(
            subject(raw, ReasonCode::EmbeddedDomain).as_deref(),
            Some(other),
            "{raw}"
        );
    }
    plain(&[
        "https://login.dev.acme.com/",
        "https://my-app.acme.com/",
        "https://com.acme.com/",
        "https://acme.com.acme.com/",
        "https://google.com.google.com/",
        "https://www.google.com.mx/",
        "https://acmecom-x.com/",
        "https://net.acme.com/",
        "https://org-chart.acme.com/",
        "https://www.gov.uk/",
    ]);
}
