//! Where an elicitation belongs: a session, one of our requests, or neither (form-rules 1).

use serde_json::{Map, Value};

use crate::id::WireId;

/// What the params of an elicitation name as their scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// `sessionId`, as sent. It wins when both are there.
    Session(String),
    /// `requestId`: one of our requests, by its id on the wire.
    Request(WireId),
    /// Neither, or of the wrong type, or `null`.
    None,
}

/// Reads the scope. Whether such a session or request exists is for the caller to know.
pub fn scope(params: &Map<String, Value>) -> Scope {
    match (params.get("sessionId"), params.get("requestId")) {
        (Some(Value::String(session)), _) => Scope::Session(session.clone()),
        (_, Some(id @ (Value::Number(_) | Value::String(_)))) => Scope::Request(WireId::new(id)),
        _ => Scope::None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(params: Value, expected: &Scope) {
        let Value::Object(params) = params else {
            panic!("params are an object");
        };
        assert_eq!(scope(&params), *expected);
    }

    #[test]
    fn session_wins_and_odd_types_count_as_none() {
        let session = Scope::Session("s".into());
        let request = |id: Value| Scope::Request(WireId::new(&id));
        check(json!({"sessionId": "s", "requestId": 1}), &session);
        check(json!({"sessionId": 5, "requestId": 1}), &request(json!(1)));
        check(json!({"requestId": "1"}), &request(json!("1")));
        check(json!({"requestId": null}), &Scope::None);
        check(json!({"sessionId": null}), &Scope::None);
        check(json!({"requestId": [1]}), &Scope::None);
        check(json!({}), &Scope::None);
    }
}
