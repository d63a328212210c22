//! The pages on this computer: Example ID's consent page, and the address to which it sends the person back.
//!
//! Two parties share one port and trust each other no more than on two: the provider knows nothing of the agent's
//! sign-ins, and the agent takes only what comes back with a `state` that it gave out and has not used.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_util::task::AbortOnDropHandle;
use url::Url;

use crate::http::{Body, Request, Response, Status};
use crate::pages;
use crate::provider::{Account, AuthorizeRequest, CLIENT_ID, Decision, Provider};
use crate::secret::Secret;

/// How a sign-in ended in the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    SignedIn(Account),
    /// The person refused on the consent page.
    Refused,
    /// The provider gave no account.
    Failed,
}

/// A sign-in that waits for the browser.
#[derive(Debug)]
struct Waiting {
    elicitation_id: String,
    state: Secret,
    verifier: Secret,
    /// None while the person has not yet agreed to open the page: nobody hurries them.
    until: Option<Instant>,
    ended: oneshot::Sender<Outcome>,
}

/// The pages of one connection to a client, and the sign-ins that wait for them.
///
/// Why one desk for each connection: a `state` of another client is then not merely refused but unknown here.
#[derive(Debug)]
pub(crate) struct Desk {
    /// `127.0.0.1:port`
    host: String,
    /// `http://127.0.0.1:port`
    origin: String,
    callback: Url,
    provider: Mutex<Provider>,
    waiting: Mutex<Vec<Waiting>>,
}

/// A desk that is being served; dropping it takes the pages down.
#[derive(Debug)]
pub(crate) struct OpenDesk {
    pub(crate) desk: Arc<Desk>,
    _server: AbortOnDropHandle<()>,
}

/// A sign-in under way; dropping it makes its address useless.
#[derive(Debug)]
pub(crate) struct SignIn {
    desk: Arc<Desk>,
    elicitation_id: String,
    /// The address for the person's browser.
    pub(crate) url: Url,
    /// Comes when the browser is done.
    pub(crate) ended: oneshot::Receiver<Outcome>,
}

impl SignIn {
    /// From this moment on the address is of no more use.
    pub(crate) fn expire(&self, until: Instant) {
        for waiting in lock(&self.desk.waiting).iter_mut() {
            if waiting.elicitation_id == self.elicitation_id {
                waiting.until = Some(until);
            }
        }
    }
}

impl Drop for SignIn {
    fn drop(&mut self) {
        lock(&self.desk.waiting).retain(|waiting| waiting.elicitation_id != self.elicitation_id);
    }
}

impl OpenDesk {
    /// Binds a free port of 127.0.0.1 and serves the pages there.
    pub(crate) async fn open() -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let desk = Arc::new(Desk::at(&listener.local_addr()?.to_string())?);
        let server = tokio::spawn(crate::http::serve(listener, Arc::clone(&desk)));
        Ok(Self {
            desk,
            _server: AbortOnDropHandle::new(server),
        })
    }
}

impl Desk {
    fn at(host: &str) -> std::io::Result<Self> {
        let origin = format!("http://{host}");
        let callback = Url::parse(&format!("{origin}/callback")).map_err(std::io::Error::other)?;
        Ok(Self {
            host: host.to_owned(),
            origin,
            provider: Mutex::new(Provider::new(callback.clone())),
            callback,
            waiting: Mutex::new(Vec::new()),
        })
    }

    /// Starts a sign-in for an elicitation, with a fresh `state` and PKCE verifier.
    pub(crate) fn begin(
        self: &Arc<Self>,
        elicitation_id: &str,
    ) -> Result<SignIn, getrandom::Error> {
        let (state, verifier) = (Secret::random()?, Secret::random()?);
        let mut url = self.callback.clone();
        url.set_path("/authorize");
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", CLIENT_ID)
            .append_pair("redirect_uri", self.callback.as_str())
            .append_pair("state", state.expose())
            .append_pair("code_challenge", &verifier.challenge())
            .append_pair("code_challenge_method", "S256");
        let (sender, ended) = oneshot::channel();
        lock(&self.waiting).push(Waiting {
            elicitation_id: elicitation_id.to_owned(),
            state,
            verifier,
            until: None,
            ended: sender,
        });
        Ok(SignIn {
            desk: Arc::clone(self),
            elicitation_id: elicitation_id.to_owned(),
            url,
            ended,
        })
    }

    /// Answers a browser.
    pub(crate) fn answer(&self, request: &Request, now: Instant) -> Response {
        // A name that was made to point here (DNS rebinding) shows as a foreign host.
        if request.host.as_deref() != Some(&self.host) {
            return page(Status::Misdirected, pages::not_here());
        }
        match (request.post, request.path.as_str()) {
            (false, "/authorize") => self.authorize(request, now),
            (true, "/consent") => self.consent(request, now),
            (false, "/callback") => self.come_back(request, now),
            (false, "/style.css") => Response {
                status: Status::Ok,
                body: Body::Style(pages::STYLE),
            },
            _ => page(Status::NotFound, pages::not_here()),
        }
    }

    /// Answers what could not be read as a request.
    pub(crate) fn unreadable(status: Status) -> Response {
        page(status, pages::not_here())
    }

    /// Example ID: shows the consent page.
    fn authorize(&self, request: &Request, now: Instant) -> Response {
        let asked = AuthorizeRequest {
            response_type: request.query.once("response_type"),
            client_id: request.query.once("client_id"),
            redirect_uri: request.query.once("redirect_uri"),
            state: request.query.once("state"),
            challenge: request.query.once("code_challenge"),
            challenge_method: request.query.once("code_challenge_method"),
        };
        match lock(&self.provider).authorize(&asked, now) {
            Ok(token) => page(Status::Ok, pages::consent(&token)),
            Err(rejection) => page(Status::BadRequest, pages::rejected(rejection)),
        }
    }

    /// Example ID: takes the decision and sends the person back to the agent.
    fn consent(&self, request: &Request, now: Instant) -> Response {
        // Browsers name the origin with every form they post; another site cannot press our buttons.
        if request
            .origin
            .as_ref()
            .is_some_and(|origin| *origin != self.origin)
        {
            return page(Status::Forbidden, pages::not_here());
        }
        let decision = match request.form.once("decision") {
            Some("allow") => Decision::Allow,
            Some("refuse") => Decision::Refuse,
            _ => return page(Status::BadRequest, pages::not_here()),
        };
        let token = request.form.once("consent").unwrap_or_default();
        match lock(&self.provider).decide(token, decision, now) {
            Ok(onward) => Response {
                status: Status::SeeOther,
                body: Body::Onward(onward),
            },
            Err(rejection) => page(Status::BadRequest, pages::rejected(rejection)),
        }
    }

    /// The agent: takes the person back.
    ///
    /// The demo has no users of its own to tell apart; that the one who comes back is the one who was sent rests on the
    /// `state`, which only the client of this connection was given.
    fn come_back(&self, request: &Request, now: Instant) -> Response {
        let state = request.query.once("state").unwrap_or_default();
        let Some(waiting) = self.take(state, now) else {
            return page(Status::BadRequest, pages::unknown_sign_in());
        };
        let outcome = match (request.query.once("code"), request.query.once("error")) {
            (Some(code), None) => lock(&self.provider)
                .exchange(code, &waiting.verifier, now)
                .map_or(Outcome::Failed, Outcome::SignedIn),
            (None, Some("access_denied")) => Outcome::Refused,
            _ => Outcome::Failed,
        };
        let answer = match &outcome {
            Outcome::SignedIn(account) => page(Status::Ok, pages::signed_in(account)),
            Outcome::Refused => page(Status::Ok, pages::refused()),
            Outcome::Failed => page(Status::BadRequest, pages::failed()),
        };
        // The turn may have ended at this moment; then nobody needs to know.
        let _ = waiting.ended.send(outcome);
        answer
    }

    /// Takes the sign-in with this `state` out, once, having compared it with all of them.
    fn take(&self, state: &str, now: Instant) -> Option<Waiting> {
        let mut waiting = lock(&self.waiting);
        let mut found = None;
        for (index, entry) in waiting.iter().enumerate() {
            if entry.state.is(state) {
                found = Some(index);
            }
        }
        found
            .map(|index| waiting.remove(index))
            .filter(|entry| entry.until.is_none_or(|until| now < until))
    }
}

fn page(status: Status, html: String) -> Response {
    Response {
        status,
        body: Body::Page(html),
    }
}

/// A panic elsewhere cannot have left these lists half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
