//! A client made of the SDK's client side, which hands all that reaches it to the test, in order.

use std::time::Duration;

use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::schema::{
    CancelNotification, NewSessionRequest, PromptRequest, SessionId,
};
use agent_client_protocol::v1::{ConnectionTo, Responder};
use agent_client_protocol::{
    Agent, Channel, Client, Error, UntypedMessage, on_receive_notification, on_receive_request,
};
use assent_demo_agent::{Settings, serve};
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// Nothing in these tests takes longer unless it hangs.
const LIMIT: Duration = Duration::from_secs(20);

/// A request of the agent.
pub struct Ask {
    pub method: String,
    pub params: Value,
    id: Value,
    responder: Responder<Value>,
}

impl Ask {
    pub fn answer(self, result: Value) {
        self.responder.respond(result).expect("the agent is there");
    }

    pub fn fail(self, error: Error) {
        self.responder
            .respond_with_error(error)
            .expect("the agent is there");
    }

    pub fn url(&self) -> url::Url {
        self.params["url"]
            .as_str()
            .and_then(|url| url.parse().ok())
            .expect("an address")
    }
}

/// What reached the client.
pub enum Seen {
    Update(Value),
    Ask(Ask),
    /// `elicitation/complete` for this id.
    Completed(Value),
    /// `$/cancel_request` for this id.
    Withdrawn(Value),
    /// The prompt was answered.
    Ended(Result<Value, Error>),
}

/// One session with the demo agent.
pub struct Talk {
    pub connection: ConnectionTo<Agent>,
    pub introduction: Value,
    pub session: SessionId,
    /// All the agent said since the last prompt.
    pub said: String,
    /// All updates since the last prompt.
    pub updates: Vec<Value>,
    seen: mpsc::UnboundedReceiver<Seen>,
    sender: mpsc::UnboundedSender<Seen>,
}

/// Both kinds of elicitation.
pub fn both() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}})
}

/// No pauses, and patience enough.
pub fn instant() -> Settings {
    Settings {
        pace: Duration::ZERO,
        ..Settings::default()
    }
}

/// Runs a test with a client of these capabilities in a fresh session.
pub async fn with(capabilities: Value, settings: Settings, test: impl AsyncFnOnce(&mut Talk)) {
    let (here, there) = Channel::duplex();
    let agent = tokio::spawn(serve(there, settings));
    let (sender, seen) = mpsc::unbounded_channel();
    let talk = Client
        .v1()
        .on_receive_request(
            {
                let sender = sender.clone();
                async move |message: UntypedMessage, responder: Responder<Value>, _agent| {
                    let id = serde_json::to_value(responder.id())?;
                    let (method, params) = message.into_parts();
                    let ask = Ask {
                        method,
                        params,
                        id,
                        responder,
                    };
                    let _ = sender.send(Seen::Ask(ask));
                    Ok(())
                }
            },
            on_receive_request!(),
        )
        .on_receive_notification(
            {
                let sender = sender.clone();
                async move |message: UntypedMessage, _agent| {
                    let (method, params) = message.into_parts();
                    let _ = sender.send(match method.as_str() {
                        "session/update" => Seen::Update(params["update"].clone()),
                        "elicitation/complete" => Seen::Completed(params["elicitationId"].clone()),
                        "$/cancel_request" => Seen::Withdrawn(params["requestId"].clone()),
                        other => panic!("an unexpected notification: {other}"),
                    });
                    Ok(())
                }
            },
            on_receive_notification!(),
        )
        .connect_with(here, async move |connection| {
            let hello = json!({
                "protocolVersion": ProtocolVersion::V1,
                "clientCapabilities": capabilities,
            });
            let introduction = connection
                .send_request(UntypedMessage::new("initialize", hello)?)
                .block_task()
                .await?;
            let session = connection
                .send_request(NewSessionRequest::new("/demo"))
                .block_task()
                .await?
                .session_id;
            let mut talk = Talk {
                connection,
                introduction,
                session,
                said: String::new(),
                updates: Vec::new(),
                seen,
                sender,
            };
            test(&mut talk).await;
            Ok(())
        });
    tokio::time::timeout(LIMIT, talk)
        .await
        .expect("the test hangs")
        .expect("the connection holds");
    tokio::time::timeout(LIMIT, agent)
        .await
        .expect("the agent ends with its connection")
        .expect("the agent does not panic")
        .expect("the agent ends cleanly");
}

impl Talk {
    /// Sends a prompt; its answer comes as [`Seen::Ended`] after all that the agent sent before it.
    pub fn prompt(&mut self, words: &str) {
        self.said.clear();
        self.updates.clear();
        let request = PromptRequest::new(self.session.clone(), vec![words.into()]);
        let sender = self.sender.clone();
        self.connection
            .prepare_request(request)
            .on_receiving_result(async move |result| {
                let end = result.map(|response| json!(response.stop_reason));
                let _ = sender.send(Seen::Ended(end));
                Ok(())
            })
            .expect("the agent is there");
    }

    /// Stops the turn as a person would.
    pub fn stop(&self) {
        self.connection
            .send_notification(CancelNotification::new(self.session.clone()))
            .expect("the agent is there");
    }

    pub async fn next(&mut self) -> Seen {
        let seen = self.seen.recv().await.expect("something more");
        if let Seen::Update(update) = &seen {
            if update["sessionUpdate"] == "agent_message_chunk" {
                self.said += update["content"]["text"].as_str().expect("text");
            } else {
                self.updates.push(update.clone());
            }
        }
        seen
    }

    /// The next request of the agent.
    pub async fn ask(&mut self) -> Ask {
        loop {
            match self.next().await {
                Seen::Ask(ask) => return ask,
                Seen::Update(_) => {}
                Seen::Completed(id) => panic!("{id} was completed"),
                Seen::Withdrawn(id) => panic!("{id} was withdrawn"),
                Seen::Ended(end) => panic!("the turn ended: {end:?}, having said {}", self.said),
            }
        }
    }

    /// The next request, which must be one of this method and, for elicitations, mode.
    pub async fn ask_for(&mut self, method: &str, mode: Option<&str>) -> Ask {
        let ask = self.ask().await;
        assert_eq!(ask.method, method);
        assert_eq!(ask.params["mode"].as_str(), mode);
        assert_eq!(ask.params["sessionId"], json!(self.session));
        ask
    }

    pub async fn link(&mut self) -> Ask {
        self.ask_for("elicitation/create", Some("url")).await
    }

    pub async fn form(&mut self) -> Ask {
        self.ask_for("elicitation/create", Some("form")).await
    }

    /// Waits until this link is said to be finished.
    pub async fn completion(&mut self, elicitation_id: &Value) {
        loop {
            match self.next().await {
                Seen::Completed(id) => return assert_eq!(id, *elicitation_id),
                Seen::Update(_) => {}
                _ => panic!("expected the completion of {elicitation_id}"),
            }
        }
    }

    /// Waits until this request is taken back.
    pub async fn withdrawal(&mut self, ask: &Ask) {
        loop {
            match self.next().await {
                Seen::Withdrawn(id) => return assert_eq!(id, ask.id),
                Seen::Update(_) => {}
                _ => panic!("expected the withdrawal of {}", ask.id),
            }
        }
    }

    /// Waits until the turn ends and gives the reason.
    pub async fn end(&mut self) -> Value {
        loop {
            match self.next().await {
                Seen::Ended(end) => return end.expect("a stop reason"),
                Seen::Update(_) => {}
                Seen::Ask(ask) => panic!("an unexpected {}: {}", ask.method, ask.params),
                Seen::Completed(id) | Seen::Withdrawn(id) => panic!("unexpected word of {id}"),
            }
        }
    }

    /// Stops a sign-in whose page is open and waits for the turn to end.
    pub async fn stop_sign_in(&mut self, elicitation_id: &Value) {
        self.stop();
        self.completion(elicitation_id).await;
        assert_eq!(self.end().await, "cancelled");
    }

    /// The statuses that the tool calls went through since the last prompt.
    pub fn statuses(&self) -> Vec<String> {
        self.updates
            .iter()
            .filter(|update| {
                matches!(
                    update["sessionUpdate"].as_str(),
                    Some("tool_call" | "tool_call_update")
                )
            })
            // Left out, the status of a new tool call is pending.
            .map(|update| update["status"].as_str().unwrap_or("pending").to_owned())
            .collect()
    }
}
