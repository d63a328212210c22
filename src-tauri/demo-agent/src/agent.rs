//! The agent's side of a connection: what it declares, and which request starts what.
//!
//! Handlers hold the SDK's dispatch loop until they return, so each only notes, answers or starts; a turn runs as a task
//! of the connection and ends with it.

use std::sync::{Arc, OnceLock};

use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::schema::{
    AgentCapabilities, AvailableCommand, AvailableCommandsUpdate, CancelNotification,
    ClientCapabilities, CloseSessionRequest, CloseSessionResponse, Error as SchemaError,
    Implementation, InitializeRequest, InitializeResponse, NewSessionRequest, NewSessionResponse,
    PromptRequest, PromptResponse, SessionCapabilities, SessionCloseCapabilities, SessionId,
    SessionNotification, SessionUpdate, StopReason,
};
use agent_client_protocol::v1::{ConnectionTo, Responder};
use agent_client_protocol::{
    Agent, Client, ConnectTo, Error, on_receive_notification, on_receive_request,
};
use tokio::sync::OnceCell;

use crate::desk::{Desk, OpenDesk};
use crate::guide;
use crate::secret::Secret;
use crate::session::{NoTurn, Sessions};
use crate::settings::Settings;
use crate::turn::{Break, Turn};

/// Which kinds of elicitation the client advertised.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    pub(crate) forms: bool,
    pub(crate) links: bool,
}

impl From<&ClientCapabilities> for Offers {
    fn from(capabilities: &ClientCapabilities) -> Self {
        let elicitation = capabilities.elicitation.as_ref();
        Self {
            forms: elicitation.is_some_and(|modes| modes.form.is_some()),
            links: elicitation.is_some_and(|modes| modes.url.is_some()),
        }
    }
}

/// What the handlers and turns of one connection share.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) settings: Settings,
    pub(crate) sessions: Sessions,
    offers: Arc<OnceLock<Offers>>,
    desk: Arc<OnceCell<OpenDesk>>,
}

impl Connection {
    fn new(settings: Settings) -> Self {
        Self {
            settings,
            sessions: Sessions::default(),
            offers: Arc::default(),
            desk: Arc::default(),
        }
    }

    /// What the client said when it introduced itself; nothing before that.
    pub(crate) fn offers(&self) -> Offers {
        self.offers.get().copied().unwrap_or_default()
    }

    /// The sign-in pages, put up when first needed: a connection that never signs in opens no port.
    pub(crate) async fn desk(&self) -> std::io::Result<&Arc<Desk>> {
        let open = self.desk.get_or_try_init(OpenDesk::open).await?;
        Ok(&open.desk)
    }
}

/// Serves one client until it closes the connection.
///
/// # Errors
///
/// Gives the SDK's error when the transport breaks.
pub async fn serve(
    transport: impl ConnectTo<Agent> + 'static,
    settings: Settings,
) -> Result<(), Error> {
    let connection = Connection::new(settings);
    Agent
        .v1()
        .name("assent-demo")
        .on_receive_request(
            {
                let connection = connection.clone();
                async move |request: InitializeRequest, responder, _client| {
                    // What a client advertised stands for the whole connection.
                    let _ = connection
                        .offers
                        .set(Offers::from(&request.client_capabilities));
                    responder.respond(introduction())
                }
            },
            on_receive_request!(),
        )
        .on_receive_request(
            {
                let connection = connection.clone();
                async move |request: NewSessionRequest, responder, client| {
                    open_session(&connection, request, responder, &client)
                }
            },
            on_receive_request!(),
        )
        .on_receive_request(
            {
                let connection = connection.clone();
                async move |request: PromptRequest, responder, client| {
                    start_turn(&connection, request, responder, &client)
                }
            },
            on_receive_request!(),
        )
        .on_receive_request(
            {
                let connection = connection.clone();
                async move |request: CloseSessionRequest, responder: Responder<_>, _client| {
                    if connection.sessions.close(&request.session_id) {
                        responder.respond(CloseSessionResponse::new())
                    } else {
                        responder.respond_with_error(unknown_session(request.session_id))
                    }
                }
            },
            on_receive_request!(),
        )
        .on_receive_notification(
            async move |notice: CancelNotification, _client| {
                connection.sessions.stop(&notice.session_id);
                Ok(())
            },
            on_receive_notification!(),
        )
        .connect_to(transport)
        .await
}

fn introduction() -> InitializeResponse {
    let sessions = SessionCapabilities::new().close(SessionCloseCapabilities::new());
    InitializeResponse::new(ProtocolVersion::V1)
        .agent_capabilities(AgentCapabilities::new().session_capabilities(sessions))
        .agent_info(
            Implementation::new("assent-demo", env!("CARGO_PKG_VERSION")).title("Demo agent"),
        )
}

fn open_session(
    connection: &Connection,
    request: NewSessionRequest,
    responder: Responder<NewSessionResponse>,
    client: &ConnectionTo<Client>,
) -> Result<(), Error> {
    let unguessable = match Secret::random() {
        Ok(secret) => secret,
        Err(error) => return responder.respond_with_internal_error(error),
    };
    let id = SessionId::new(unguessable.expose());
    connection.sessions.open(id.clone(), request.cwd);
    responder.respond(NewSessionResponse::new(id.clone()))?;
    let commands = guide::COMMANDS
        .iter()
        .map(|command| AvailableCommand::new(command.name, command.description))
        .collect();
    client.send_notification(SessionNotification::new(
        id,
        SessionUpdate::AvailableCommandsUpdate(AvailableCommandsUpdate::new(commands)),
    ))
}

fn start_turn(
    connection: &Connection,
    request: PromptRequest,
    responder: Responder<PromptResponse>,
    client: &ConnectionTo<Client>,
) -> Result<(), Error> {
    let session = request.session_id;
    let stop = match connection.sessions.begin_turn(&session) {
        Ok(stop) => stop,
        Err(NoTurn::UnknownSession) => {
            return responder.respond_with_error(unknown_session(session));
        }
        Err(NoTurn::Busy) => {
            let error = Error::invalid_request().data("a turn is under way in this session");
            return responder.respond_with_error(error);
        }
    };
    let turn = Turn {
        connection: connection.clone(),
        client: client.clone(),
        session,
        stop,
    };
    client.spawn(async move {
        let withdrawn = responder.cancellation();
        let guided = guide::answer(&turn, &request.prompt);
        let end = tokio::select! {
            biased;
            end = guided => end,
            // The client took the prompt itself back; the turn's own asks are taken back with it.
            () = withdrawn.cancelled() => Err(Break::Stopped),
        };
        turn.connection.sessions.end_turn(&turn.session);
        let reason = match end {
            Ok(()) => StopReason::EndTurn,
            Err(Break::Stopped | Break::Gone) => StopReason::Cancelled,
        };
        // An error here would end the whole connection; it can only mean that it has ended already.
        let _ = responder.respond(PromptResponse::new(reason));
        Ok(())
    })
}

fn unknown_session(id: SessionId) -> Error {
    SchemaError::session_not_found(id).into()
}
