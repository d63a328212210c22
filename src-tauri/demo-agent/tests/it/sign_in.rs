//! The sign-in by link, at its pages and on the wire.

use std::time::Duration;

use agent_client_protocol::Error;
use serde_json::{Value, json};
use url::Url;

use crate::browser;
use crate::client::{Talk, both, instant, with};

/// Starts a sign-in and agrees to open its page. Gives the page's address and the elicitation's id.
async fn agreed(talk: &mut Talk) -> (Url, Value) {
    talk.prompt("/sign-in");
    let link = talk.link().await;
    let opened = (link.url(), link.params["elicitationId"].clone());
    link.answer(json!({"action": "accept"}));
    opened
}

/// The address with one parameter set to another value, or taken out.
fn changed(url: &Url, name: &str, value: Option<&str>) -> Url {
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let mut changed = url.clone();
    changed
        .query_pairs_mut()
        .clear()
        .extend_pairs(pairs.iter().filter(|(key, _)| key != name))
        .extend_pairs(value.map(|value| (name, value)));
    changed
}

#[tokio::test]
async fn the_address_carries_pkce_and_nothing_secret() {
    with(both(), instant(), async |talk| {
        talk.prompt("/sign-in");
        let link = talk.link().await;
        let url = link.url();
        assert_eq!(url.host_str(), Some("127.0.0.1"));
        assert_eq!(url.path(), "/authorize");
        let names: Vec<String> = url.query_pairs().map(|(name, _)| name.into()).collect();
        assert_eq!(
            names,
            [
                "response_type",
                "client_id",
                "redirect_uri",
                "state",
                "code_challenge",
                "code_challenge_method"
            ]
        );
        link.answer(json!({"action": "cancel"}));
        assert_eq!(talk.end().await, "end_turn");
    })
    .await;
}

#[tokio::test]
async fn refused_at_the_provider() {
    with(both(), instant(), async |talk| {
        let (url, id) = agreed(talk).await;
        let page = browser::press(&url, "refuse").await;
        assert!(page.body.contains("You refused"), "{page:?}");
        talk.completion(&id).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("You refused on the page"));
        assert_eq!(talk.statuses(), ["in_progress", "failed"]);
    })
    .await;
}

#[tokio::test]
async fn a_forged_missing_or_used_state_completes_nothing() {
    with(both(), instant(), async |talk| {
        let (url, id) = agreed(talk).await;
        let callback = browser::decide(&url, "allow").await;
        for forged in [
            changed(&callback, "state", Some("AAAA")),
            changed(&callback, "state", Some("")),
            changed(&callback, "state", None),
            // Given twice.
            changed(&callback, "other", Some("&state=AAAA"))
                .as_str()
                .replace("%26", "&")
                .replace("%3D", "=")
                .parse()
                .expect("an address"),
        ] {
            let page = browser::get(&forged).await;
            assert_eq!(page.status, 400, "{forged}");
            assert!(page.body.contains("not known here"), "{page:?}");
        }
        // The true one still works, which it would not if a forged one had ended the sign-in.
        let page = browser::get(&callback).await;
        assert_eq!(page.status, 200, "{page:?}");
        talk.completion(&id).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("Welcome"));

        let again = browser::get(&callback).await;
        assert_eq!(again.status, 400, "{again:?}");
    })
    .await;
}

#[tokio::test]
async fn a_forged_code_signs_nobody_in() {
    with(both(), instant(), async |talk| {
        let (url, id) = agreed(talk).await;
        let callback = browser::decide(&url, "allow").await;
        let page = browser::get(&changed(&callback, "code", Some("AAAA"))).await;
        assert_eq!(page.status, 400, "{page:?}");
        talk.completion(&id).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("did not confirm the sign-in"));
        assert!(!talk.said.contains("Welcome"));
    })
    .await;
}

#[tokio::test]
async fn another_pkce_challenge_signs_nobody_in() {
    with(both(), instant(), async |talk| {
        let (url, id) = agreed(talk).await;
        let swapped = changed(&url, "code_challenge", Some(&"A".repeat(43)));
        let page = browser::press(&swapped, "allow").await;
        assert_eq!(page.status, 400, "{page:?}");
        talk.completion(&id).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("did not confirm the sign-in"));
    })
    .await;
}

#[tokio::test]
async fn a_state_of_another_connection_is_unknown() {
    with(both(), instant(), async |mine| {
        let (my_url, my_id) = agreed(mine).await;
        let my_callback = browser::decide(&my_url, "allow").await;
        with(both(), instant(), async |theirs| {
            let (their_url, their_id) = agreed(theirs).await;
            let mut crossed = my_callback.clone();
            crossed.set_port(their_url.port()).expect("a port");
            let page = browser::get(&crossed).await;
            assert_eq!(page.status, 400, "{page:?}");
            theirs.stop_sign_in(&their_id).await;
        })
        .await;
        assert_eq!(browser::get(&my_callback).await.status, 200);
        mine.completion(&my_id).await;
        assert_eq!(mine.end().await, "end_turn");
    })
    .await;
}

#[tokio::test]
async fn a_page_that_is_done_before_the_answer_takes_the_ask_back() {
    with(both(), instant(), async |talk| {
        talk.prompt("/sign-in");
        let link = talk.link().await;
        let page = browser::press(&link.url(), "allow").await;
        assert_eq!(page.status, 200, "{page:?}");
        talk.completion(&link.params["elicitationId"]).await;
        talk.withdrawal(&link).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("Welcome"));
    })
    .await;
}

#[tokio::test]
async fn an_abandoned_sign_in_is_given_up() {
    let mut settings = instant();
    settings.patience = Duration::from_millis(50);
    with(both(), settings, async |talk| {
        let (url, id) = agreed(talk).await;
        let callback = browser::decide(&url, "allow").await;
        talk.completion(&id).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("waited long enough"));
        let late = browser::get(&callback).await;
        assert_eq!(late.status, 400, "{late:?}");
    })
    .await;
}

#[tokio::test]
async fn an_address_that_is_thought_over_for_long_stays_good() {
    let mut settings = instant();
    settings.patience = Duration::from_millis(200);
    with(both(), settings, async |talk| {
        talk.prompt("/sign-in");
        let link = talk.link().await;
        tokio::time::sleep(settings.patience * 2).await;
        let (url, id) = (link.url(), link.params["elicitationId"].clone());
        link.answer(json!({"action": "accept"}));
        assert_eq!(browser::press(&url, "allow").await.status, 200);
        talk.completion(&id).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("Welcome"));
    })
    .await;
}

#[tokio::test]
async fn stopping_while_the_page_is_open_makes_its_address_useless() {
    with(both(), instant(), async |talk| {
        let (url, id) = agreed(talk).await;
        let callback = browser::decide(&url, "allow").await;
        talk.stop_sign_in(&id).await;
        let late = browser::get(&callback).await;
        assert_eq!(late.status, 400, "{late:?}");
    })
    .await;
}

/// What the agent says when the client answers the link so.
async fn check(command: &str, answer: Result<Value, Error>, said: &str) {
    with(both(), instant(), async |talk| {
        talk.prompt(command);
        let link = talk.link().await;
        match &answer {
            Ok(result) => link.answer(result.clone()),
            Err(error) => link.fail(error.clone()),
        }
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains(said), "{said:?} is not in {}", talk.said);
    })
    .await;
}

#[tokio::test]
async fn links_that_are_not_opened() {
    for command in ["/sign-in", "/link"] {
        check(command, Ok(json!({"action": "decline"})), "You declined").await;
        check(command, Ok(json!({"action": "cancel"})), "You put it away").await;
        check(command, Ok(json!({})), "I cannot read").await;
        check(command, Err(Error::invalid_params()), "(-32602").await;
        check(command, Err(Error::request_cancelled()), "(-32800").await;
    }
}

#[tokio::test]
async fn the_misleading_link_is_finished_at_once_when_opened() {
    with(both(), instant(), async |talk| {
        talk.prompt("/link suspicious");
        let link = talk.link().await;
        assert_eq!(
            link.url().host_str(),
            Some("github.com.login-check.example")
        );
        let id = link.params["elicitationId"].clone();
        link.answer(json!({"action": "accept"}));
        talk.completion(&id).await;
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("does not exist"));
    })
    .await;
}

#[tokio::test]
async fn the_pages_turn_strange_visitors_away() {
    with(both(), instant(), async |talk| {
        let (url, id) = agreed(talk).await;
        let page = browser::get(&url).await;
        assert!(
            page.header("content-security-policy")
                .is_some_and(|policy| {
                    policy.contains("default-src 'none'")
                        && policy.contains("frame-ancestors 'none'")
                })
        );
        let consent = url.join("/consent").expect("an address");
        let form = [("consent", page.consent()), ("decision", "allow")];
        let foreign = browser::post(&consent, "https://elsewhere.example", &form).await;
        assert_eq!(foreign.status, 403);
        for (request, status) in [
            (
                "GET /authorize HTTP/1.1\r\nHost: rebound.example\r\n\r\n",
                421,
            ),
            ("GET /authorize HTTP/1.1\r\n\r\n", 421),
            ("PUT / HTTP/1.1\r\n\r\n", 400),
            (
                "POST /consent HTTP/1.1\r\nContent-Length: 99999\r\n\r\n",
                413,
            ),
        ] {
            assert_eq!(
                browser::send(&url, request).await.status,
                status,
                "{request}"
            );
        }
        let long = format!("GET /{} HTTP/1.1\r\n", "a".repeat(20_000));
        assert_eq!(browser::send(&url, &long).await.status, 413);
        assert_eq!(
            browser::get(&url.join("/elsewhere").expect("an address"))
                .await
                .status,
            404
        );
        // The foreign post must not have used the consent up.
        let origin = url.origin().ascii_serialization();
        assert_eq!(browser::post(&consent, &origin, &form).await.status, 303);
        talk.stop_sign_in(&id).await;
    })
    .await;
}
