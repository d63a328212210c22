//! The tour, stopping, and clients that cannot do all of it.

use agent_client_protocol::v1::schema::CloseSessionRequest;
use serde_json::{Value, json};

use crate::browser;
use crate::client::{Seen, both, instant, with};
use crate::form::filled_in;

#[tokio::test]
async fn the_whole_tour_accepted() {
    with(both(), instant(), async |talk| {
        let commands = talk.next().await;
        assert!(matches!(commands, Seen::Update(_)));
        let names: Vec<&str> = talk.updates[0]["availableCommands"]
            .as_array()
            .expect("commands")
            .iter()
            .filter_map(|command| command["name"].as_str())
            .collect();
        assert_eq!(names, ["tour", "form", "sign-in", "link", "secret", "slow"]);
        assert_eq!(talk.introduction["agentInfo"]["name"], "assent-demo");
        assert_eq!(talk.introduction["agentInfo"]["title"], "Demo agent");
        assert_eq!(talk.introduction["authMethods"], json!([]));

        talk.prompt("Hello");
        let permission = talk.ask_for("session/request_permission", None).await;
        assert!(talk.said.contains("## What you can see here"));
        assert!(talk.said.contains("```json"));
        let tool = &permission.params["toolCall"];
        assert_eq!(tool["content"][0]["type"], "diff");
        assert_eq!(tool["locations"][0]["path"], "/demo/deploy.toml");
        let kinds: Vec<&Value> = permission.params["options"]
            .as_array()
            .expect("options")
            .iter()
            .map(|option| &option["kind"])
            .collect();
        assert_eq!(kinds, ["allow_once", "allow_always", "reject_once"]);
        permission.answer(json!({"outcome": {"outcome": "selected", "optionId": "allow-once"}}));

        let form = talk.form().await;
        form.answer(json!({"action": "accept", "content": filled_in()}));

        let link = talk.link().await;
        let (url, id) = (link.url(), link.params["elicitationId"].clone());
        link.answer(json!({"action": "accept"}));
        let page = browser::press(&url, "allow").await;
        assert!(page.body.contains("You can close this page"), "{page:?}");
        talk.completion(&id).await;

        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("Welcome, **Robin Example**"));
        assert!(talk.said.contains("### That was the tour"));
        assert_eq!(
            talk.statuses(),
            [
                "pending",
                "in_progress",
                "completed",
                "in_progress",
                "completed",
                "in_progress",
                "completed"
            ]
        );
        let plans: Vec<&Value> = talk
            .updates
            .iter()
            .filter(|update| update["sessionUpdate"] == "plan")
            .collect();
        let last = plans.last().expect("a plan");
        assert!(
            last["entries"]
                .as_array()
                .expect("entries")
                .iter()
                .all(|entry| entry["status"] == "completed")
        );

        talk.prompt("And now?");
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("`/form`"));
    })
    .await;
}

#[tokio::test]
async fn allow_always_is_remembered_in_the_session() {
    with(json!({}), instant(), async |talk| {
        talk.prompt("/tour");
        let permission = talk.ask().await;
        permission.answer(json!({"outcome": {"outcome": "selected", "optionId": "allow-always"}}));
        assert_eq!(talk.end().await, "end_turn");
        talk.prompt("/tour");
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("so I did not ask again"));
    })
    .await;
}

#[tokio::test]
async fn a_permission_that_is_not_given_leaves_the_file() {
    for outcome in [
        json!({"outcome": "selected", "optionId": "reject-once"}),
        json!({"outcome": "selected", "optionId": "never-offered"}),
        json!({"outcome": "cancelled"}),
    ] {
        with(json!({}), instant(), async |talk| {
            talk.prompt("/tour");
            talk.ask().await.answer(json!({"outcome": outcome}));
            assert_eq!(talk.end().await, "end_turn");
            assert!(talk.said.contains("I left the file as it is"));
            assert_eq!(talk.statuses(), ["pending", "failed"]);
        })
        .await;
    }
}

#[tokio::test]
async fn a_client_without_elicitation_is_never_asked() {
    for capabilities in [
        json!({}),
        json!({"elicitation": null}),
        json!({"elicitation": {}}),
        json!({"elicitation": {"form": null, "url": null}}),
    ] {
        with(capabilities, instant(), async |talk| {
            talk.prompt("/tour");
            let permission = talk.ask_for("session/request_permission", None).await;
            permission
                .answer(json!({"outcome": {"outcome": "selected", "optionId": "allow-once"}}));
            assert_eq!(talk.end().await, "end_turn");
            assert!(talk.said.contains("### A form, in words"));
            assert!(talk.said.contains("needs a client that opens links"));
            talk.prompt("/link");
            assert_eq!(talk.end().await, "end_turn");
            assert!(talk.said.contains("I must not send it one"));
        })
        .await;
    }
}

#[tokio::test]
async fn stopping_takes_the_pending_ask_back() {
    with(both(), instant(), async |talk| {
        talk.prompt("/form");
        let form = talk.form().await;
        talk.stop();
        talk.withdrawal(&form).await;
        assert_eq!(talk.end().await, "cancelled");
        // The session goes on, whatever becomes of the late answer.
        form.answer(json!({"action": "cancel"}));
        talk.prompt("/nothing");
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains("I do not have that command"));
    })
    .await;
}

#[tokio::test]
async fn stopping_ends_the_streaming() {
    let mut settings = instant();
    settings.pace = std::time::Duration::from_millis(1);
    with(both(), settings, async |talk| {
        talk.prompt("/slow");
        while talk.said.is_empty() {
            talk.next().await;
        }
        talk.stop();
        assert_eq!(talk.end().await, "cancelled");
        assert!(!talk.said.contains("That was the whole of it"));
    })
    .await;
}

#[tokio::test]
async fn closing_the_session_ends_its_turn() {
    with(both(), instant(), async |talk| {
        talk.prompt("/form");
        let form = talk.form().await;
        let close = CloseSessionRequest::new(talk.session.clone());
        let closed = talk.connection.send_request(close);
        closed.block_task().await.expect("the session is closed");
        talk.withdrawal(&form).await;
        assert_eq!(talk.end().await, "cancelled");
        talk.prompt("anybody there");
        let Seen::Ended(Err(error)) = talk.next().await else {
            panic!("a closed session took a prompt");
        };
        assert_eq!(error.code.value(), -32002);
    })
    .await;
}

#[tokio::test]
async fn a_second_prompt_during_a_turn_is_turned_away() {
    with(both(), instant(), async |talk| {
        talk.prompt("/form");
        let form = talk.form().await;
        talk.prompt("/form");
        let Seen::Ended(Err(error)) = talk.next().await else {
            panic!("two turns at once");
        };
        assert_eq!(error.code.value(), -32600);
        form.answer(json!({"action": "decline"}));
        assert_eq!(talk.end().await, "end_turn");
    })
    .await;
}
