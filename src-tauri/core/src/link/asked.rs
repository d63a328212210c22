//! Reading the params of an `elicitation/create` of mode url (link-rules 1).

use serde_json::{Map, Value};

use crate::form::{About, Invalid};

/// A link as an agent asks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRequest {
    /// The address as the agent wrote it: untrusted, not looked at yet.
    pub url: String,
    /// Opaque; compared byte for byte.
    pub elicitation_id: String,
    /// Why the person should go there, in the agent's words.
    pub message: String,
}

/// Takes the three members; one that is missing or not a string is named in the error.
pub fn read(params: &Map<String, Value>) -> Result<LinkRequest, Invalid> {
    let text = |name: &str| match params.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(Invalid {
            message: format!("{name} is missing or not a string"),
            about: About::Member(name.to_owned()),
        }),
    };
    Ok(LinkRequest {
        message: text("message")?,
        elicitation_id: text("elicitationId")?,
        url: text("url")?,
    })
}
