use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

const MOST: usize = 1 << 20;

fn about<'a>(known: &'a Known, answer: &'a Hidden, method: Option<&'a str>) -> About<'a> {
    About {
        method,
        answer,
        known,
    }
}

fn plain(line: &str) -> String {
    let (known, answer) = (Known::default(), Hidden::Nothing);
    let once = redact(line, about(&known, &answer, None), Layout::AsSent, MOST);
    assert!(!once.cut);
    let twice = redact(
        &once.text,
        about(&known, &answer, None),
        Layout::AsSent,
        MOST,
    );
    assert_eq!(twice.text, once.text, "done twice: {line}");
    once.text
}

fn check(line: &str, expected: &str) {
    assert_eq!(plain(line), expected, "{line}");
}

fn stays(line: &str) {
    check(line, line);
}

#[test]
fn what_is_no_secret_stays_as_it_was_sent() {
    stays(
        r#"{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"b":1,"a":[1.0,1e999,-0,true,null]}}"#,
    );
    stays(r#"{ "a" : 1 , "a" : "tw\u006f \"quoted\" \\ ü 漢" }"#);
    stays(
        r#"{"method":"session/update","params":{"update":{"content":{"type":"text","text":"key: value, a=b"}}}}"#,
    );
    stays(r#"{"_meta":{"progressToken":"abc123"},"usage":{"maxTokens":5,"tokens":17}}"#);
    stays("starting on port 8080…");
    stays("[INFO] ready");
    stays("[]");
    stays("{}");
    stays("");
}

#[test]
fn members_named_like_secrets_are_masked() {
    check(
        r#"{"accessToken":"abc","n":{"client_secret":"x","Authorization":["Bearer a","b"]},"password":1234}"#,
        r#"{"accessToken":"••••","n":{"client_secret":"••••","Authorization":["••••","••••"]},"password":"••••"}"#,
    );
    // A name written with escapes is the same name.
    check(
        r#"{"\u0061ccess_token":"abc"}"#,
        r#"{"\u0061ccess_token":"••••"}"#,
    );
    check(
        r#"{"token":null,"secret":true}"#,
        r#"{"token":null,"secret":true}"#,
    );
}

#[test]
fn values_of_variables_and_headers_are_masked() {
    check(
        r#"{"params":{"mcpServers":[{"name":"a","env":[{"name":"PATH","value":"/bin"}]},{"headers":[{"name":"X","value":"v"}],"url":"https://u.example/a?b=c"}]}}"#,
        r#"{"params":{"mcpServers":[{"name":"a","env":[{"name":"PATH","value":"••••"}]},{"headers":[{"name":"X","value":"••••"}],"url":"https://u.example/a?b=••••"}]}}"#,
    );
    check(
        r#"{"env":{"A":"1","B":{"c":"d"}},"headers":["x"]}"#,
        r#"{"env":{"A":"••••","B":{"c":"••••"}},"headers":["••••"]}"#,
    );
    check(
        r#"{"args":["--api-key","abc","--name","x","--token=abc"]}"#,
        r#"{"args":["--api-key","••••","--name","x","--token=••••"]}"#,
    );
}

#[test]
fn of_addresses_scheme_host_and_path_stay() {
    check(
        r#"{"url":"https://me:pw@a.example:8/p/q?code=1&state=&x#frag"}"#,
        r#"{"url":"https://••••@a.example:8/p/q?code=••••&state=&••••#••••"}"#,
    );
    check(
        r#"{"text":"see (https://a.example/?q=rust&n=2), or http://b.example/path."}"#,
        r#"{"text":"see (https://a.example/?q=••••&n=••••), or http://b.example/path."}"#,
    );
    check(
        r#"{"text":"https:\/\/a.example\/?code=1"}"#,
        r#"{"text":"https://a.example/?code=••••"}"#,
    );
    // An address of a link with blanks in it is still one address.
    check(
        r#"{"url":"https://a.example/?code=1 2 3"}"#,
        r#"{"url":"https://a.example/?code=••••"}"#,
    );
    check(
        "pg://u:pa/ss@db.example/x http://[::1]:80/a",
        "pg://••••@db.example/x http://[::1]:80/a",
    );
    check("open vscode://x/y?token=1", "open vscode://x/y?token=••••");
}

#[test]
fn keys_and_named_values_in_running_text_are_masked() {
    let key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    check(
        &json!({"text": format!("use {key}, then go")}).to_string(),
        r#"{"text":"use ••••, then go"}"#,
    );
    check(
        "Bearer abcdefgh1234 and API_KEY=abc next",
        "Bearer •••• and API_KEY=•••• next",
    );
    check(
        "Authorization: Basic dXNlcjpwYXNz more\nnext",
        "Authorization: ••••\nnext",
    );
    check(
        r#"{"t":"{\"access_token\":\"abc\"}"}"#,
        r#"{"t":"{\"access_token\":\"••••\"}"}"#,
    );
    check("run --token abc --name b", "run --token •••• --name b");
    check("password: hunter2", "password: ••••");
    stays("the password: ask the person");
    stays("let token = next_token();");
}

#[test]
fn what_a_schema_says_of_a_secret_field_is_seen_but_not_its_default() {
    check(
        r#"{"params":{"requestedSchema":{"properties":{"password":{"type":"string","default":"x","title":"Password"}},"required":["password"]}}}"#,
        r#"{"params":{"requestedSchema":{"properties":{"password":{"type":"string","default":"••••","title":"Password"}},"required":["password"]}}}"#,
    );
}

#[test]
fn answers_to_fields_that_ask_for_a_secret_are_masked() {
    let params = json!({"mode": "form", "message": "Hello", "requestedSchema": {"properties": {
        "name": {"type": "string"},
        "pin": {"type": "string", "title": "API key"},
    }}});
    let answer = Hidden::of_answer(&params);
    let known = Known::default();
    let line = r#"{"id":1,"result":{"action":"accept","content":{"name":"Ann","pin":"4711xyz"}}}"#;
    let got = redact(line, about(&known, &answer, None), Layout::AsSent, MOST);
    assert_eq!(
        got.text,
        r#"{"id":1,"result":{"action":"accept","content":{"name":"Ann","pin":"••••"}}}"#
    );
    assert_eq!(got.masked, 1);
    let found: Vec<&str> = got.found.iter().map(SecretText::expose).collect();
    assert_eq!(found, ["4711xyz"]);

    let all = redact(
        line,
        about(&known, &Hidden::All, None),
        Layout::AsSent,
        MOST,
    );
    assert!(!all.text.contains("Ann") && !all.text.contains("4711"));
    assert!(all.found.is_empty(), "any word may be there");
    // A message that asks for a secret makes every free text one.
    let asking = json!({"mode": "form", "message": "Enter your API key", "requestedSchema": {
        "properties": {"a": {"type": "string"}, "b": {"type": "boolean"}}}});
    assert_eq!(
        Hidden::of_answer(&asking),
        Hidden::Fields(["a".to_owned()].into())
    );
    for unreadable in [Value::Null, json!({}), json!({"mode": "url"}), json!([1])] {
        assert_eq!(Hidden::of_answer(&unreadable), Hidden::All);
    }
}

#[test]
fn a_known_secret_is_masked_wherever_it_comes_again() {
    let mut known = Known::default();
    known.add("hunter2!");
    known.add("Bearer s3cr3t-s3cr3t");
    known.add("short");
    let nothing = Hidden::Nothing;
    let line = r#"{"hunter2!":1,"a":"x hunter2\u0021 y","b":["s3cr3t-s3cr3t"],"c":"short"}"#;
    let got = redact(line, about(&known, &nothing, None), Layout::AsSent, MOST);
    assert_eq!(
        got.text,
        r#"{"••••":1,"a":"x •••• y","b":["••••"],"c":"short"}"#
    );
    let got = redact(
        "it is hunter2!",
        about(&known, &nothing, None),
        Layout::AsSent,
        MOST,
    );
    assert_eq!(got.text, "it is ••••");
}

#[test]
fn a_known_secret_is_masked_outside_strings_and_across_the_end_too() {
    let mut known = Known::default();
    known.add("hunter22");
    known.add("12345678");
    known.add(&"s3cr3t".repeat(100));
    let nothing = Hidden::Nothing;
    let shown = |line: &str, most| {
        let about = about(&known, &nothing, None);
        redact(line, about, Layout::AsSent, most).text
    };
    for (line, expected) in [
        (r#"["env"hunter22,"}"]"#, r#"["env""••••","}"]"#),
        (r#"["env"xhunter22x,"}"]"#, r#"["env"x••••x,"}"]"#),
        (r#"{"a":12345678}"#, r#"{"a":"••••"}"#),
        (r#"{"a":1}hunter22"#, r#"{"a":1}••••"#),
    ] {
        assert_eq!(shown(line, MOST), expected);
    }
    for around in ["", "[1,x", "{\"a\":1} ", "{\"a\": é", "log: "] {
        let line = format!("{around}{}", "s3cr3t".repeat(100));
        for most in 1..200 {
            let shown = shown(&line, most);
            assert!(!shown.contains("s3c"), "{shown}");
        }
    }
}

#[test]
fn the_code_of_a_link_is_masked_and_known_from_then_on() {
    let line =
        r#"{"method":"elicitation/create","params":{"message":"Enter the code ABCD-1234 there"}}"#;
    let (known, answer) = (Known::default(), Hidden::Nothing);
    let method = Some("elicitation/create");
    let got = redact(line, about(&known, &answer, method), Layout::AsSent, MOST);
    assert!(got.text.contains("the code •••• there"), "{}", got.text);
    assert_eq!(got.found[0].expose(), "ABCD-1234");
}

#[test]
fn what_cannot_be_seen_is_an_escape() {
    check(
        "{\"a\":\"x\u{202e}y\u{e0041}\"}",
        r#"{"a":"x\u202ey\udb40\udc41"}"#,
    );
    check("x\u{202e}y", "x⟨U+202E⟩y");
}

#[test]
fn broken_messages_are_masked_too() {
    check(r#"{"a":1,"token":"abc"#, r#"{"a":1,"token":"••••"#);
    check(r#"{"a":"some words sk-"#, r#"{"a":"some words …"#);
    check(
        r#"{"a":1} password=hunter2 {"#,
        r#"{"a":1} password=•••• {"#,
    );
    check(
        r#"{"a": oops "token":"abc" "#,
        r#"{"a": oops "token":"••••" "#,
    );
    let (known, answer) = (Known::default(), Hidden::Nothing);
    let deep = "[".repeat(100_000);
    let got = redact(&deep, about(&known, &answer, None), Layout::Indented, MOST);
    assert!(got.cut && got.text.len() < 30_000);
}

#[test]
fn what_was_cut_stays_as_it_is() {
    // The mark of the cut was once taken for the query of the address, and what had been a name for a value.
    for (line, expected) in [
        (
            r#"{"params":{"url":"https://a.example/p?b =c"#,
            r#"{"params":{"url":"https://a.example/p?•••• …"#,
        ),
        (
            r#"{"params":{"url":"https://a.example/p? =&code=a0A0QZX=aa"#,
            r#"{"params":{"url":"https://a.example/p? …"#,
        ),
        (
            r#"{"a":"password: hunter2 sk-"#,
            r#"{"a":"password: •••• …"#,
        ),
        (
            r#"{"a":"see https://a.example/?b c"#,
            r#"{"a":"see https://a.example/?•••• …"#,
        ),
        (r#"{"a":"one"#, r#"{"a":" …"#),
        // A blank of more than one byte.
        ("{\"a\":\"one\u{a0}two", r#"{"a":"one …"#),
    ] {
        check(line, expected);
        check(expected, expected);
    }
}

#[test]
fn a_message_is_indented_and_cut() {
    let (known, answer) = (Known::default(), Hidden::Nothing);
    let line = r#"{"a":[1,{"b":"c"}],"d":{},"e":[]}"#;
    let got = redact(line, about(&known, &answer, None), Layout::Indented, MOST);
    let expected = "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"c\"\n    }\n  ],\n  \"d\": {},\n  \"e\": []\n}";
    assert_eq!(got.text, expected);
    let long = json!({"a": "ü".repeat(5_000)}).to_string();
    let got = redact(&long, about(&known, &answer, None), Layout::AsSent, 1_001);
    assert!(got.cut && got.text.len() <= 1_001);
}

/// A secret, unlike anything else in a message.
fn secret() -> impl Strategy<Value = String> {
    "[A-Za-z0-9]{4}QZX[A-Za-z0-9!/+=_-]{6,20}"
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,8}", "[ -~]{0,12}", "\\PC{0,8}"]
        .prop_filter("no secret", |it| !it.contains("QZX"))
}

fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A message with a secret in one of the places where there may be one.
fn message() -> impl Strategy<Value = (String, String)> {
    (secret(), tree(), word(), 0..9_u8).prop_map(|(secret, tree, word, place)| {
        let value = match place {
            0 => json!({"params": {"x": tree, "mcpServers": [{"name": word, "env": [{"name": "A", "value": secret}]}]}}),
            1 => json!({"params": {"mcpServers": [{"headers": [{"value": secret, "name": word}]}]}, "x": tree}),
            2 => json!({"a": [tree, {"access_token": secret}]}),
            3 => json!({"a": tree, "apiKey": {"deep": [secret, word]}}),
            4 => json!({"params": {"url": format!("https://a.example/p?{word}&code={secret}")}}),
            5 => json!({"t": format!("{word} https://u:{secret}@a.example/ x"), "x": tree}),
            6 => json!({"env": {word: secret}, "x": tree}),
            7 => json!({"result": {"content": {"pin": secret, "other": tree}}}),
            _ => json!({"t": format!("see https://a.example/#{secret}"), "x": tree}),
        };
        (value.to_string(), secret)
    })
}

proptest! {
    #[test]
    fn a_secret_never_appears_however_the_message_is_written((line, secret) in message(), cut in any::<prop::sample::Index>()) {
        let known = Known::default();
        let answer = Hidden::Fields(["pin".to_owned()].into());
        for layout in [Layout::AsSent, Layout::Indented] {
            let got = redact(&line, about(&known, &answer, None), layout, MOST);
            prop_assert!(!got.text.contains(&secret), "{}", got.text);
            prop_assert!(!got.text.contains("QZX"), "{}", got.text);
            prop_assert!(got.masked > 0);
        }
        // Cut short it is masked as well: by then the place is known.
        let at = super::beginning(&line, cut.index(line.len() + 1)).len();
        let got = redact(&line[..at], about(&known, &answer, None), Layout::AsSent, MOST);
        prop_assert!(!got.text.contains("QZX"), "{}", got.text);
        let again = redact(&got.text, about(&known, &answer, None), Layout::AsSent, MOST);
        prop_assert_eq!(&again.text, &got.text);
    }

    #[test]
    fn once_known_it_never_appears_anywhere(secret in secret(), tree in tree(), before in word(), after in word()) {
        let mut known = Known::default();
        known.add(&secret);
        let said = format!("{before} {secret} {after}");
        let line = json!({"a": tree, "b": said, (format!("k{secret}")): [said]}).to_string();
        for text in [line.as_str(), said.as_str()] {
            let got = redact(text, about(&known, &Hidden::Nothing, None), Layout::Indented, MOST);
            prop_assert!(!got.text.contains(&secret), "{}", got.text);
        }
    }

    #[test]
    fn any_text_is_taken_and_a_message_without_secrets_is_the_same(text in "\\PC{0,200}", tree in tree()) {
        let (known, answer) = (Known::default(), Hidden::All);
        let got = redact(&text, about(&known, &answer, None), Layout::Indented, 100);
        prop_assert!(got.text.len() <= 100);
        let line = json!({"a": tree}).to_string();
        let got = redact(&line, about(&known, &Hidden::Nothing, None), Layout::AsSent, MOST);
        if got.masked == 0 {
            let before: Value = serde_json::from_str(&line).unwrap();
            let after: Value = serde_json::from_str(&got.text).unwrap();
            prop_assert_eq!(before, after);
        }
    }
}
