//! Reads the params of an `elicitation/create` of mode url.

use serde_json::{Map, Value};

use crate::form::{About, Invalid};
use crate::text::taken;

/// Bytes of an address: what is longer can be neither looked at nor opened.
const MOST_URL: usize = 64 << 10;
/// Characters of a message, as of a form's.
const MOST_MESSAGE: usize = 100_000;

/// A request to visit a page, of the right shape. The address is not judged yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRequest {
    /// The address as the agent wrote it.
    pub url: String,
    /// Opaque; compared byte for byte.
    pub elicitation_id: String,
    /// What the agent says about it.
    pub message: String,
}

/// Reads the params; a member that is missing or no string is named in the error (link-rules 1). Whether
/// the address can be parsed at all, [`super::judge`] says.
pub fn read(params: &Map<String, Value>) -> Result<LinkRequest, Invalid> {
    let url = string(params, "url")?;
    let elicitation_id = string(params, "elicitationId")?;
    let message = string(params, "message")?;
    limit("url", url.len() > MOST_URL)?;
    limit("elicitationId", elicitation_id.len() > taken::ID)?;
    limit("message", message.chars().count() > MOST_MESSAGE)?;
    Ok(LinkRequest {
        url,
        elicitation_id,
        message,
    })
}

fn limit(name: &str, broken: bool) -> Result<(), Invalid> {
    if broken {
        return Err(Invalid {
            message: format!("`{name}` is too long"),
            about: About::Limit(name.to_owned()),
        });
    }
    Ok(())
}

fn string(params: &Map<String, Value>, member: &str) -> Result<String, Invalid> {
    match params.get(member) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(_) => Err(invalid(member, &format!("`{member}` must be a string"))),
        None => Err(invalid(member, &format!("`{member}` is missing"))),
    }
}

fn invalid(member: &str, message: &str) -> Invalid {
    Invalid {
        message: message.to_owned(),
        about: About::Member(member.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::read;
    use crate::form::About;

    fn check(params: Value, wrong: Option<&str>) {
        let Value::Object(params) = params else {
            panic!("params are an object")
        };
        let named = read(&params).err().map(|invalid| invalid.about);
        assert_eq!(
            named,
            wrong.map(|member| About::Member(member.to_owned())),
            "{params:?}"
        );
    }

    #[test]
    fn what_is_missing_or_no_string_is_named() {
        let whole =
            json!({"mode": "url", "url": "https://acme.com/", "elicitationId": "", "message": ""});
        check(whole.clone(), None);
        for member in ["url", "elicitationId", "message"] {
            for value in [json!(null), json!(1), json!(["x"]), json!({})] {
                let mut params = whole.clone();
                params[member] = value;
                check(params, Some(member));
            }
            let mut params = whole.clone();
            params.as_object_mut().unwrap().remove(member);
            check(params, Some(member));
        }
    }
}
