//! The way to one agent and back: calls, answers, and everything the agent sends.
//!
//! Why one handler for all: the SDK's typed handlers decode params into its own types, which sort and
//! reject what the core is to read leniently. This one takes every message as it is and only puts it
//! into the queue; the SDK reads no further message until it is back, which is what keeps the order.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent_client_protocol::{
    Agent, ConnectionTo, Dispatch, Error, HandleDispatchFrom, Handled, RawJsonRpcId,
    RequestCancellationHandle, Responder, UntypedMessage, is_connection_terminated,
    is_incoming_transport_closed,
};
use assent_core::event::{EventKind, RpcError};
use assent_core::id::{CallId, ConnectionId, RequestKey, WireId};
use assent_core::weight::weight;
use serde_json::Value;

use crate::queue::Outlet;
use crate::transport::Flow;

/// The next [`RequestKey`], the same count for all connections.
static NEXT_KEY: AtomicU64 = AtomicU64::new(1);

/// What is open on a connection.
#[derive(Default)]
struct Open {
    responders: HashMap<RequestKey, Responder>,
    calls: HashMap<CallId, RequestCancellationHandle>,
}

/// What is open on a connection, shared by both directions.
#[derive(Clone, Default)]
struct OpenRequests(Arc<Mutex<Open>>);

impl OpenRequests {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way to an agent.
pub(crate) struct Link {
    agent: ConnectionTo<Agent>,
    intake: Intake,
}

impl Link {
    /// The way to the agent at the other end of a connection of the SDK.
    pub(crate) fn new(agent: ConnectionTo<Agent>, intake: Intake) -> Self {
        Self { agent, intake }
    }

    /// Calls the agent; gives the call's id on the wire. The answer comes as `Responded`, in order with
    /// everything else the agent sends; none comes once the connection has ended.
    pub(crate) fn call(&self, call: CallId, method: &'static str, params: Value) -> WireId {
        let request = self.agent.prepare_request(UntypedMessage {
            method: method.to_owned(),
            params,
        });
        let Intake {
            connection,
            open,
            outlet,
            ..
        } = self.intake.clone();
        let id = wire_id(request.raw_id());
        let handle = request.cancellation_handle();
        open.lock().calls.insert(call, handle);
        // Registered before the request is sent, so that no answer can be faster. The callback holds
        // back what comes after the answer until the answer is in the queue.
        let registered = request.on_receiving_result(move |result| async move {
            open.lock().calls.remove(&call);
            let result = match result {
                Err(error)
                    if is_incoming_transport_closed(&error) || is_connection_terminated(&error) =>
                {
                    return Ok(());
                }
                result => result.map_err(rpc_error),
            };
            let bytes = result.as_ref().map_or(0, weight);
            let event = EventKind::Responded {
                connection,
                call,
                result,
            };
            outlet.send_large(event, bytes).await;
            Ok(())
        });
        if registered.is_err() {
            tracing::debug!(method, "the connection has ended before the call");
            self.intake.open.lock().calls.remove(&call);
        }
        id
    }

    /// Tells the agent that the answer to a call is no longer wanted.
    pub(crate) fn cancel(&self, call: CallId) {
        let handle = self.intake.open.lock().calls.get(&call).cloned();
        if let Some(handle) = handle {
            handle.cancel().ok();
        }
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &'static str, params: Value) {
        let message = UntypedMessage {
            method: method.to_owned(),
            params,
        };
        if self.agent.send_notification(message).is_err() {
            tracing::debug!(method, "the connection has ended before the notification");
        }
    }

    /// Answers a request of the agent. A key that is gone is nothing to do.
    pub(crate) fn answer(&self, key: RequestKey, outcome: Result<Value, RpcError>) {
        let Some(responder) = self.intake.open.lock().responders.remove(&key) else {
            tracing::debug!(?key, "nobody waits for this answer");
            return;
        };
        self.intake.flow.answered();
        if responder
            .respond_with_result(outcome.map_err(sdk_error))
            .is_err()
        {
            tracing::debug!(?key, "the connection has ended before the answer");
        }
    }
}

/// Takes what an agent sends. Clones share what is open.
#[derive(Clone)]
pub(crate) struct Intake {
    connection: ConnectionId,
    open: OpenRequests,
    outlet: Outlet,
    flow: Arc<Flow>,
}

impl Intake {
    /// Takes what the agent of this connection sends into the queue.
    pub(crate) fn new(connection: ConnectionId, outlet: Outlet, flow: Arc<Flow>) -> Self {
        Self {
            connection,
            open: OpenRequests::default(),
            outlet,
            flow,
        }
    }

    async fn request(&self, message: UntypedMessage, responder: Responder) {
        let key = RequestKey(NEXT_KEY.fetch_add(1, Ordering::Relaxed));
        let id = wire_id(responder.raw_id());
        self.open.lock().responders.insert(key, responder);
        let (method, params) = message.into_parts();
        let bytes = weight(&params);
        let event = EventKind::Asked {
            connection: self.connection,
            key,
            id,
            method,
            params,
        };
        self.outlet.send_large(event, bytes).await;
    }

    async fn notification(&self, message: UntypedMessage) {
        let connection = self.connection;
        let (method, params) = message.into_parts();
        let bytes = weight(&params);
        let event = if method == "$/cancel_request" {
            // The SDK has checked before that there is such a member and that it is an id.
            let id = WireId::new(params.get("requestId").unwrap_or(&Value::Null));
            EventKind::CancelRequested { connection, id }
        } else {
            EventKind::Notified {
                connection,
                method,
                params,
            }
        };
        self.outlet.send_large(event, bytes).await;
    }
}

impl HandleDispatchFrom<Agent> for Intake {
    async fn handle_dispatch_from(
        &mut self,
        message: Dispatch,
        _agent: ConnectionTo<Agent>,
    ) -> Result<Handled<Dispatch>, Error> {
        self.flow.taken();
        match message {
            Dispatch::Request(message, responder) => self.request(message, responder).await,
            Dispatch::Notification(message) => self.notification(message).await,
            Dispatch::Response(result, router) => {
                router.route_with_result(result).ok();
            }
        }
        Ok(Handled::Yes)
    }

    fn describe_chain(&self) -> impl std::fmt::Debug {
        "intake"
    }
}

fn wire_id(id: &RawJsonRpcId) -> WireId {
    WireId::new(&match id {
        RawJsonRpcId::Null => Value::Null,
        RawJsonRpcId::Number(number) => Value::from(*number),
        RawJsonRpcId::Str(text) => Value::from(text.as_str()),
    })
}

fn rpc_error(error: Error) -> RpcError {
    RpcError {
        code: i64::from(error.code.value()),
        message: error.message,
        data: error.data,
    }
}

fn sdk_error(error: RpcError) -> Error {
    let code = i32::try_from(error.code).unwrap_or(-32603);
    Error::new(code, error.message).data(error.data)
}
