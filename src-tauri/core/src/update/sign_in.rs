//! Sign-in: the agent answered -32000 and says how one signs in.

use serde_json::{Value, json};

use super::Work;
use crate::event::RpcError;
use crate::id::{AskId, ConnectionId};
use crate::state::{Ask, AskKind, Call, SignInAsk};
use crate::text::visible;
use crate::view::{AskHead, AskStatus, SessionStatus, SignInMethod, SignInView};

impl Work<'_> {
    /// Shows the ways to sign in, unless they are on the screen already. `error` is what made it necessary.
    pub(super) fn offer_sign_in(&mut self, connection: ConnectionId, error: Option<&RpcError>) {
        let shown = self.state.asks.values().any(|ask| {
            ask.head.connection == connection
                && ask.head.status == AskStatus::Pending
                && matches!(ask.kind, AskKind::SignIn(_))
        });
        let Some(open) = self.state.connections.get(&connection) else {
            return;
        };
        if shown || !open.is_ready() {
            return;
        }
        let methods = open.auth_methods.clone();
        let agent = open.agent.name.clone();
        let id = AskId(self.state.next());
        let ask = Ask {
            head: AskHead {
                id,
                connection,
                session: None,
                agent,
                status: AskStatus::Pending,
                message: error.map(|it| visible(&it.message)).unwrap_or_default(),
                tool: None,
                asked_at: self.at.unix,
                ended_at: None,
            },
            request: None,
            call: None,
            unknown_session: None,
            kind: AskKind::SignIn(SignInAsk {
                method_ids: methods.iter().map(|it| it.id.clone()).collect(),
                view: SignInView {
                    methods: methods
                        .into_iter()
                        .map(|it| SignInMethod {
                            name: it.name,
                            description: it.description,
                            supported: it.by_agent,
                        })
                        .collect(),
                    running: None,
                    failed: None,
                },
            }),
        };
        self.add_ask(ask);
    }

    pub(super) fn sign_in(&mut self, ask: AskId, method: u32) {
        let Some(open) = self.state.asks.get_mut(&ask) else {
            return;
        };
        let connection = open.head.connection;
        let AskKind::SignIn(sign_in) = &mut open.kind else {
            return;
        };
        let place = method as usize;
        let known = sign_in
            .view
            .methods
            .get(place)
            .is_some_and(|it| it.supported);
        if open.head.status != AskStatus::Pending || sign_in.view.running.is_some() || !known {
            return;
        }
        sign_in.view.running = Some(method);
        sign_in.view.failed = None;
        let params = json!({"methodId": sign_in.method_ids[place]});
        self.show_ask(ask);
        self.call(connection, Call::Authenticate(ask), "authenticate", params);
    }

    pub(super) fn signed_in(
        &mut self,
        connection: ConnectionId,
        ask: AskId,
        result: Result<Value, RpcError>,
    ) {
        match result {
            Ok(_) => {
                self.end_ask(ask, AskStatus::Accepted);
                for session in self.sessions_of(connection) {
                    let waits = self
                        .session(session)
                        .is_some_and(|it| it.status == SessionStatus::SignInFirst);
                    if waits {
                        self.open_session(session);
                    }
                }
            }
            // A failed sign-in is said, with the methods still there; never another started by itself.
            Err(error) => {
                if let Some(open) = self.state.asks.get_mut(&ask)
                    && let AskKind::SignIn(sign_in) = &mut open.kind
                {
                    sign_in.view.running = None;
                    sign_in.view.failed = Some(visible(&error.message));
                    self.show_ask(ask);
                }
            }
        }
    }
}
