//! "Example ID", a make-believe sign-in provider: the OAuth 2 authorization code flow with PKCE, and no accounts behind it.

use std::time::{Duration, Instant};

use url::Url;

use crate::secret::{Secret, proves};

/// The only application the provider knows.
pub(crate) const CLIENT_ID: &str = "assent-demo";

/// How long a consent page stays good.
const CONSENT_LIFE: Duration = Duration::from_secs(300);
/// How long a code stays good; it is exchanged at once.
const CODE_LIFE: Duration = Duration::from_secs(60);
/// Consent pages and codes kept at most; the oldest go first.
const KEPT: usize = 32;

/// Who signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    /// The name on the make-believe account.
    pub(crate) name: &'static str,
}

/// The only account there is.
pub(crate) const ACCOUNT: Account = Account {
    name: "Robin Example",
};

/// Why the provider does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Rejection {
    /// A parameter is missing, given twice or not as registered.
    #[error("the request is not one that Example ID takes")]
    BadRequest,
    /// The consent page or the code is unknown, used or too old.
    #[error("this page is too old or was used before")]
    Stale,
    /// No random bits could be had.
    #[error("the computer gave no random numbers")]
    NoRandomness,
}

/// What the person chose on the consent page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Let the application in.
    Allow,
    /// Do not.
    Refuse,
}

/// The parameters of an authorization request, each at most once.
#[derive(Debug, Default)]
pub(crate) struct AuthorizeRequest<'a> {
    pub(crate) response_type: Option<&'a str>,
    pub(crate) client_id: Option<&'a str>,
    pub(crate) redirect_uri: Option<&'a str>,
    pub(crate) state: Option<&'a str>,
    pub(crate) challenge: Option<&'a str>,
    pub(crate) challenge_method: Option<&'a str>,
}

/// A shown consent page.
#[derive(Debug)]
struct Consent {
    token: Secret,
    state: String,
    challenge: String,
    until: Instant,
}

/// What a code will be exchanged for.
#[derive(Debug)]
struct Grant {
    code: Secret,
    challenge: String,
    until: Instant,
}

/// The provider's memory.
#[derive(Debug)]
pub(crate) struct Provider {
    redirect_uri: Url,
    consents: Vec<Consent>,
    grants: Vec<Grant>,
}

impl Provider {
    /// A provider where the one application has registered this address to return to.
    pub(crate) fn new(redirect_uri: Url) -> Self {
        Self {
            redirect_uri,
            consents: Vec::new(),
            grants: Vec::new(),
        }
    }

    /// Checks an authorization request and gives the token that the consent page must send back.
    pub(crate) fn authorize(
        &mut self,
        request: &AuthorizeRequest<'_>,
        now: Instant,
    ) -> Result<Secret, Rejection> {
        let state = request.state.unwrap_or_default();
        let challenge = request.challenge.unwrap_or_default();
        let good = request.response_type == Some("code")
            && request.client_id == Some(CLIENT_ID)
            && request.redirect_uri == Some(self.redirect_uri.as_str())
            && request.challenge_method == Some("S256")
            && challenge.len() == 43
            && (1..=512).contains(&state.len());
        if !good {
            return Err(Rejection::BadRequest);
        }
        let token = Secret::random().map_err(|_| Rejection::NoRandomness)?;
        make_room(&mut self.consents);
        self.consents.push(Consent {
            token: token.clone(),
            state: state.to_owned(),
            challenge: challenge.to_owned(),
            until: now + CONSENT_LIFE,
        });
        Ok(token)
    }

    /// Takes the person's decision, once, and gives the address to go on to.
    pub(crate) fn decide(
        &mut self,
        token: &str,
        decision: Decision,
        now: Instant,
    ) -> Result<Url, Rejection> {
        let consent = take(&mut self.consents, |consent| consent.token.is(token))
            .filter(|consent| now < consent.until)
            .ok_or(Rejection::Stale)?;
        let mut onward = self.redirect_uri.clone();
        match decision {
            Decision::Allow => {
                let code = Secret::random().map_err(|_| Rejection::NoRandomness)?;
                onward
                    .query_pairs_mut()
                    .append_pair("code", code.expose())
                    .append_pair("state", &consent.state);
                make_room(&mut self.grants);
                self.grants.push(Grant {
                    code,
                    challenge: consent.challenge,
                    until: now + CODE_LIFE,
                });
            }
            Decision::Refuse => {
                onward
                    .query_pairs_mut()
                    .append_pair("error", "access_denied")
                    .append_pair("state", &consent.state);
            }
        }
        Ok(onward)
    }

    /// The token step: gives the account for a code, once, to who can show the verifier.
    ///
    /// Why no token comes back: the demo calls nothing that would need one, and what is not made cannot leak.
    pub(crate) fn exchange(
        &mut self,
        code: &str,
        verifier: &Secret,
        now: Instant,
    ) -> Result<Account, Rejection> {
        let found = take(&mut self.grants, |kept| kept.code.is(code))
            .filter(|kept| now < kept.until)
            .ok_or(Rejection::Stale)?;
        if proves(verifier.expose(), &found.challenge) {
            Ok(ACCOUNT)
        } else {
            Err(Rejection::BadRequest)
        }
    }
}

/// Takes the entry out for which `is_it` holds, having looked at every one.
fn take<T>(entries: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<T> {
    let mut found = None;
    for (index, entry) in entries.iter().enumerate() {
        if is_it(entry) {
            found = Some(index);
        }
    }
    found.map(|index| entries.remove(index))
}

fn make_room<T>(entries: &mut Vec<T>) {
    if entries.len() >= KEPT {
        entries.remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RETURN_TO: &str = "http://127.0.0.1:4000/callback";

    fn provider() -> Provider {
        Provider::new(Url::parse(RETURN_TO).expect("an address"))
    }

    fn request<'a>(state: &'a str, challenge: &'a str) -> AuthorizeRequest<'a> {
        AuthorizeRequest {
            response_type: Some("code"),
            client_id: Some(CLIENT_ID),
            redirect_uri: Some(RETURN_TO),
            state: Some(state),
            challenge: Some(challenge),
            challenge_method: Some("S256"),
        }
    }

    fn parameter(url: &Url, name: &str) -> Option<String> {
        url.query_pairs()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    }

    #[test]
    fn a_code_is_good_once_and_only_with_its_verifier() {
        let now = Instant::now();
        let mut provider = provider();
        let verifier = Secret::random().expect("random bits");
        let stranger = Secret::random().expect("random bits");
        for (shown, expected) in [
            (&verifier, Ok(ACCOUNT)),
            (&stranger, Err(Rejection::BadRequest)),
        ] {
            let challenge = verifier.challenge();
            let token = provider
                .authorize(&request("s", &challenge), now)
                .expect("a consent page");
            let onward = provider
                .decide(token.expose(), Decision::Allow, now)
                .expect("an onward address");
            assert_eq!(parameter(&onward, "state").as_deref(), Some("s"));
            let code = parameter(&onward, "code").expect("a code");
            assert_eq!(provider.exchange(&code, shown, now), expected);
            assert_eq!(
                provider.exchange(&code, &verifier, now),
                Err(Rejection::Stale)
            );
        }
    }

    #[test]
    fn a_consent_page_decides_once_and_not_after_its_time() {
        let now = Instant::now();
        let mut provider = provider();
        let challenge = Secret::random().expect("random bits").challenge();
        let token = provider
            .authorize(&request("s", &challenge), now)
            .expect("a consent page");
        let onward = provider
            .decide(token.expose(), Decision::Refuse, now)
            .expect("an onward address");
        assert_eq!(
            parameter(&onward, "error").as_deref(),
            Some("access_denied")
        );
        assert_eq!(
            provider.decide(token.expose(), Decision::Allow, now),
            Err(Rejection::Stale)
        );
        let late = provider
            .authorize(&request("s", &challenge), now)
            .expect("a consent page");
        assert_eq!(
            provider.decide(late.expose(), Decision::Allow, now + CONSENT_LIFE),
            Err(Rejection::Stale)
        );
    }

    #[test]
    fn a_request_that_is_not_as_registered_gets_no_page() {
        let challenge = Secret::random().expect("random bits").challenge();
        let good = || request("s", &challenge);
        for (what, bad) in [
            (
                "another application",
                AuthorizeRequest {
                    client_id: Some("other"),
                    ..good()
                },
            ),
            (
                "another address",
                AuthorizeRequest {
                    redirect_uri: Some("http://127.0.0.1:4000/callback/"),
                    ..good()
                },
            ),
            (
                "no state",
                AuthorizeRequest {
                    state: None,
                    ..good()
                },
            ),
            (
                "plain PKCE",
                AuthorizeRequest {
                    challenge_method: Some("plain"),
                    ..good()
                },
            ),
            (
                "no PKCE",
                AuthorizeRequest {
                    challenge: None,
                    ..good()
                },
            ),
        ] {
            assert_eq!(
                provider().authorize(&bad, Instant::now()).err(),
                Some(Rejection::BadRequest),
                "{what}"
            );
        }
    }
}
