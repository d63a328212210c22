//! A browser, as far as the sign-in pages need one.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use url::Url;

/// A page that came back.
#[derive(Debug)]
pub struct Page {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Page {
    /// Where it sends the browser.
    pub fn onward(&self) -> Url {
        self.header("location")
            .and_then(|address| address.parse().ok())
            .expect("a location")
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// The token in the consent page's form.
    pub fn consent(&self) -> &str {
        self.body
            .split_once("name=\"consent\" value=\"")
            .and_then(|(_, rest)| rest.split_once('"'))
            .map(|(token, _)| token)
            .expect("a consent form")
    }
}

pub async fn get(url: &Url) -> Page {
    let target = &url[url::Position::BeforePath..];
    let host = authority(url);
    send(
        url,
        &format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    )
    .await
}

/// Posts a form as a page of `origin` would.
pub async fn post(url: &Url, origin: &str, form: &[(&str, &str)]) -> Page {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(form)
        .finish();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
        url.path(),
        authority(url),
        body.len()
    );
    send(url, &(head + &body)).await
}

/// Opens the consent page, presses a button there and goes where that leads.
pub async fn press(authorize: &Url, decision: &str) -> Page {
    get(&decide(authorize, decision).await).await
}

/// Opens the consent page, presses a button there and gives the address that follows.
pub async fn decide(authorize: &Url, decision: &str) -> Url {
    let page = get(authorize).await;
    assert_eq!(page.status, 200, "{page:?}");
    let origin = authorize.origin().ascii_serialization();
    let form = [("consent", page.consent()), ("decision", decision)];
    let answer = post(
        &authorize.join("/consent").expect("an address"),
        &origin,
        &form,
    )
    .await;
    assert_eq!(answer.status, 303, "{answer:?}");
    answer.onward()
}

/// Sends these bytes as they are.
pub async fn send(url: &Url, request: &str) -> Page {
    let mut stream = TcpStream::connect(authority(url))
        .await
        .expect("somebody listens");
    stream
        .write_all(request.as_bytes())
        .await
        .expect("a request is taken");
    let mut text = String::new();
    stream
        .read_to_string(&mut text)
        .await
        .expect("a response comes");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    Page {
        status: head[9..12].parse().expect("a status"),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

fn authority(url: &Url) -> String {
    url[url::Position::BeforeHost..url::Position::AfterPort].to_owned()
}
