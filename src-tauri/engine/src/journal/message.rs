//! What is heard on the wire, as the transport tells it.

use agent_client_protocol::{
    RawJsonRpcId, RawJsonRpcMessage, RawJsonRpcParams, RawJsonRpcResponse,
};
use assent_core::view::{TraceKind, TraceWay};

/// The longest id that a request and its response are brought together by, in bytes.
const LONGEST_ID: usize = 1_024;
/// How much of a method is kept, in characters.
const KEPT_METHOD: usize = 200;

/// What a message has to do with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// It asks under this id.
    Asks(String),
    /// It answers the request of this id.
    Answers(String),
    /// It takes back the request of this id.
    TakesBack(String),
    /// Nothing.
    Tells,
}

/// A message as it went over the wire.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) way: TraceWay,
    pub(crate) kind: TraceKind,
    pub(crate) role: Role,
    pub(crate) method: Option<String>,
    pub(crate) failed: bool,
    /// Its text, or the beginning of it.
    pub(crate) body: Vec<u8>,
    /// Its whole size in bytes.
    pub(crate) bytes: u64,
}

impl Heard {
    /// A message that went this way, with its text.
    pub(crate) fn message(way: TraceWay, message: &RawJsonRpcMessage, body: Vec<u8>) -> Self {
        let mut heard = Self {
            way,
            kind: TraceKind::Notification,
            role: Role::Tells,
            method: None,
            failed: false,
            bytes: size(&body),
            body,
        };
        match message {
            RawJsonRpcMessage::Request(request) => {
                heard.kind = TraceKind::Request;
                heard.method = Some(beginning(&request.method));
                heard.role = role(&request.id, Role::Asks);
            }
            RawJsonRpcMessage::Notification(told) => {
                heard.method = Some(beginning(&told.method));
                if &*told.method == "$/cancel_request"
                    && let Some(RawJsonRpcParams::Object(params)) = &told.params
                    && let Some(id) = params.get("requestId").map(ToString::to_string)
                    && id.len() <= LONGEST_ID
                {
                    heard.role = Role::TakesBack(id);
                }
            }
            RawJsonRpcMessage::Response(response) => {
                heard.kind = TraceKind::Response;
                heard.role = role(response.id(), Role::Answers);
                heard.failed = matches!(response, RawJsonRpcResponse::Error { .. });
            }
        }
        heard
    }

    /// An answer of ours that the SDK knows nothing of: always an error.
    pub(crate) fn refusal(id: String, body: Vec<u8>) -> Self {
        Self {
            way: TraceWay::ToAgent,
            kind: TraceKind::Response,
            role: Role::Answers(id),
            method: None,
            failed: true,
            bytes: size(&body),
            body,
        }
    }

    /// A line of an agent that is no message, or not a right one.
    pub(crate) fn noise(role: Role, body: Vec<u8>) -> Self {
        Self {
            way: TraceWay::FromAgent,
            kind: TraceKind::NotProtocol,
            role,
            method: None,
            failed: true,
            bytes: size(&body),
            body,
        }
    }

    /// A line of an agent's error output.
    pub(crate) fn stderr(line: &str) -> Self {
        Self {
            kind: TraceKind::Stderr,
            failed: false,
            ..Self::noise(Role::Tells, line.as_bytes().to_vec())
        }
    }
}

fn size(body: &[u8]) -> u64 {
    u64::try_from(body.len()).unwrap_or(u64::MAX)
}

fn role(id: &RawJsonRpcId, role: impl FnOnce(String) -> Role) -> Role {
    let id = serde_json::to_string(id).unwrap_or_default();
    if id.len() > LONGEST_ID {
        return Role::Tells;
    }
    role(id)
}

fn beginning(method: &str) -> String {
    match method.char_indices().nth(KEPT_METHOD) {
        Some((end, _)) => format!("{}…", &method[..end]),
        None => method.to_owned(),
    }
}
