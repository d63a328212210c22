//! The form: its shape on the wire and what the agent makes of each answer.

use agent_client_protocol::Error;
use serde_json::{Value, json};

use crate::client::{both, instant, with};

/// A good answer to every question.
pub fn filled_in() -> Value {
    json!({
        "name": "shop",
        "about": "It sells\nbread",
        "region": "eu-west",
        "replicas": 3,
        "budget": 12.5,
        "checks": ["tests", "audit"],
        "public": false,
        "previews": true,
        "launch": "2027-03-01",
        "contact": "robin@id.example",
    })
}

/// What the agent says and how the tool call ends when the client answers so.
async fn check(answer: Result<Value, Error>, said: &str, status: &str) {
    with(both(), instant(), async |talk| {
        talk.prompt("/form");
        let form = talk.form().await;
        match &answer {
            Ok(result) => form.answer(result.clone()),
            Err(error) => form.fail(error.clone()),
        }
        assert_eq!(talk.end().await, "end_turn");
        assert!(talk.said.contains(said), "{said:?} is not in {}", talk.said);
        assert_eq!(talk.statuses(), ["in_progress", status]);
    })
    .await;
}

#[tokio::test]
async fn answers() {
    let accepted = json!({"action": "accept", "content": filled_in()});
    check(Ok(accepted), "Everything is as I asked for it", "completed").await;
    let empty = json!({"action": "accept", "content": null});
    check(Ok(empty), "this was required and is missing", "completed").await;
    check(Ok(json!({"action": "decline"})), "You declined", "failed").await;
    check(
        Ok(json!({"action": "cancel", "content": filled_in()})),
        "You put the form away",
        "failed",
    )
    .await;
    check(
        Ok(json!({"action": "perhaps"})),
        "a way that I cannot read",
        "failed",
    )
    .await;
    check(
        Err(Error::invalid_params()),
        "does not take such a request (-32602",
        "failed",
    )
    .await;
    check(
        Err(Error::request_cancelled()),
        "turned the request away",
        "failed",
    )
    .await;
    check(
        Err(Error::method_not_found()),
        "does not know this kind",
        "failed",
    )
    .await;
}

#[tokio::test]
async fn a_secret_that_reached_the_agent_is_not_repeated() {
    with(both(), instant(), async |talk| {
        talk.prompt("/secret");
        let form = talk.form().await;
        assert_eq!(
            form.params["requestedSchema"]["required"],
            json!(["api_key"])
        );
        form.answer(json!({"action": "accept", "content": {"api_key": "key_hunter2"}}));
        assert_eq!(talk.end().await, "end_turn");
        assert!(
            talk.said.contains("A key of 11 characters"),
            "{}",
            talk.said
        );
        assert!(!talk.said.contains("hunter2"), "{}", talk.said);
    })
    .await;
}

#[tokio::test]
async fn the_questions_arrive_in_their_order() {
    with(both(), instant(), async |talk| {
        talk.prompt("/form");
        let form = talk.form().await;
        let schema = &form.params["requestedSchema"];
        let names: Vec<&String> = schema["properties"]
            .as_object()
            .expect("properties")
            .keys()
            .collect();
        assert_eq!(
            names,
            [
                "name", "about", "region", "replicas", "budget", "checks", "public", "previews",
                "launch", "contact"
            ]
        );
        let tool = &talk.updates.last().expect("a tool call")["toolCallId"];
        assert_eq!(form.params["toolCallId"], *tool);
        form.answer(json!({"action": "decline"}));
        assert_eq!(talk.end().await, "end_turn");
    })
    .await;
}
