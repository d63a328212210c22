//! A small HTTP/1.1 server for the pages on this computer: one request a connection, everything bounded.
//!
//! Why not a framework: three pages and one form do not need routing, keep-alive or streaming, and a framework would be
//! most of this program's size. What is easy to get wrong, the grammar of a request's head, is left to `httparse`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use url::Url;

use crate::desk::Desk;

/// Bytes of a request's head at most.
const HEAD_LIMIT: usize = 16 * 1024;
/// Header lines of a request at most.
const HEADERS_LIMIT: usize = 100;
/// Bytes of a form's body at most.
const BODY_LIMIT: usize = 4 * 1024;
/// Time for one request, from the first byte to the last.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Connections served at once; further ones wait in the system's queue.
const AT_ONCE: usize = 16;

/// What a browser asks for.
#[derive(Debug, Default)]
pub(crate) struct Request {
    /// Whether it is a POST; otherwise a GET.
    pub(crate) post: bool,
    pub(crate) path: String,
    pub(crate) query: Parameters,
    /// The body of a POST, read as a form.
    pub(crate) form: Parameters,
    pub(crate) host: Option<String>,
    pub(crate) origin: Option<String>,
}

/// Decoded parameters in the order sent.
#[derive(Debug, Default)]
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn read(encoded: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// The value, if it is there exactly once (RFC 6749, 3.1 forbids repeating one).
    pub(crate) fn once(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().filter(|(key, _)| key == name);
        match (values.next(), values.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }
}

/// What the browser gets.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: Status,
    pub(crate) body: Body,
}

/// The statuses in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Ok,
    SeeOther,
    BadRequest,
    Forbidden,
    NotFound,
    TooLarge,
    Misdirected,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::SeeOther => "303 See Other",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::TooLarge => "413 Content Too Large",
            Self::Misdirected => "421 Misdirected Request",
        }
    }
}

/// The content of a response.
#[derive(Debug)]
pub(crate) enum Body {
    Page(String),
    Style(&'static str),
    /// Go on to this address with a GET.
    Onward(Url),
}

/// Why a request was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unread {
    /// It is no HTTP/1 request that this server takes.
    Malformed,
    /// Its head or body is over the limit.
    TooLarge,
    /// The browser went away.
    Gone,
}

/// Serves the desk's pages until dropped.
pub(crate) async fn serve(listener: TcpListener, desk: Arc<Desk>) {
    let mut visits = JoinSet::new();
    loop {
        while visits.len() >= AT_ONCE {
            visits.join_next().await;
        }
        // An accept fails for reasons of the moment, such as too many open files; the next may work.
        match listener.accept().await {
            Ok((stream, _)) => {
                visits.spawn(visit(stream, Arc::clone(&desk)));
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
        while visits.try_join_next().is_some() {}
    }
}

/// One connection; whatever goes wrong on it is the browser's to notice.
async fn visit(mut stream: TcpStream, desk: Arc<Desk>) {
    let served = async {
        let response = match read(&mut stream).await {
            Ok(request) => desk.answer(&request, Instant::now()),
            Err(Unread::Gone) => return,
            Err(Unread::Malformed) => Desk::unreadable(Status::BadRequest),
            Err(Unread::TooLarge) => Desk::unreadable(Status::TooLarge),
        };
        if stream.write_all(&encode(&response)).await.is_ok() && stream.shutdown().await.is_ok() {
            // Bytes left unread would turn the close into a reset, which may swallow the response.
            let mut rest = [0; 1024];
            while matches!(stream.read(&mut rest).await, Ok(count) if count > 0) {}
        }
    };
    let _ = tokio::time::timeout(TIME_LIMIT, served).await;
}

async fn read(stream: &mut TcpStream) -> Result<Request, Unread> {
    let mut bytes = Vec::with_capacity(1024);
    let (mut request, body_at, body_length) = loop {
        more(stream, &mut bytes).await?;
        if let Some(head) = parse_head(&bytes)? {
            break head;
        }
        if bytes.len() >= HEAD_LIMIT {
            return Err(Unread::TooLarge);
        }
    };
    if body_length > BODY_LIMIT {
        return Err(Unread::TooLarge);
    }
    while bytes.len() < body_at + body_length {
        more(stream, &mut bytes).await?;
    }
    if request.post {
        request.form = Parameters::read(&bytes[body_at..body_at + body_length]);
    }
    Ok(request)
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Result<(), Unread> {
    let mut piece = [0; 2048];
    match stream.read(&mut piece).await {
        Ok(0) | Err(_) => Err(Unread::Gone),
        Ok(count) => {
            bytes.extend_from_slice(&piece[..count]);
            Ok(())
        }
    }
}

/// Gives the request without its body, where the body starts and how long it is; nothing while the head is incomplete.
fn parse_head(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, Unread> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS_LIMIT];
    let mut parsed = httparse::Request::new(&mut headers);
    let body_at = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Unread::TooLarge),
        Err(_) => return Err(Unread::Malformed),
    };
    let post = match parsed.method {
        Some("GET") => false,
        Some("POST") => true,
        _ => return Err(Unread::Malformed),
    };
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        post,
        path: path.to_owned(),
        query: Parameters::read(query.as_bytes()),
        ..Request::default()
    };
    let mut body_length = None;
    for header in parsed.headers.iter() {
        let value = std::str::from_utf8(header.value).map_err(|_| Unread::Malformed)?;
        match header.name.to_ascii_lowercase().as_str() {
            "host" if request.host.is_none() => request.host = Some(value.to_owned()),
            "origin" => request.origin = Some(value.to_owned()),
            "content-length" if body_length.is_none() => {
                let digits = value.bytes().all(|byte| byte.is_ascii_digit());
                let length = value.parse::<usize>().ok().filter(|_| digits);
                body_length = Some(length.ok_or(Unread::Malformed)?);
            }
            // Two of one kind, or a body of unknown length, are the usual ways to make two readers disagree.
            "host" | "content-length" | "transfer-encoding" => return Err(Unread::Malformed),
            _ => {}
        }
    }
    Ok(Some((request, body_at, body_length.unwrap_or(0))))
}

/// The headers forbid scripts, frames, foreign content and caching on every page.
fn encode(response: &Response) -> Vec<u8> {
    let (kind, body) = match &response.body {
        Body::Page(html) => ("text/html; charset=utf-8", html.as_str()),
        Body::Style(css) => ("text/css; charset=utf-8", *css),
        Body::Onward(_) => ("text/plain; charset=utf-8", ""),
    };
    let onward = match &response.body {
        Body::Onward(url) => format!("Location: {url}\r\n"),
        _ => String::new(),
    };
    // `same-origin` and not `no-referrer`: the latter would make browsers send `Origin: null` with the form.
    format!(
        "HTTP/1.1 {status}\r\n\
         Content-Type: {kind}\r\n\
         Content-Length: {length}\r\n\
         {onward}\
         Content-Security-Policy: default-src 'none'; style-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'\r\n\
         X-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: same-origin\r\n\
         Cache-Control: no-store\r\n\
         Connection: close\r\n\
         \r\n\
         {body}",
        status = response.status.line(),
        length = body.len(),
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a head is read as: the path and the length of the body.
    fn check(head: &str, expected: Result<Option<(&str, usize)>, Unread>) {
        let read = parse_head(head.as_bytes());
        let read = match &read {
            Ok(Some((request, _, length))) => Ok(Some((request.path.as_str(), *length))),
            Ok(None) => Ok(None),
            Err(unread) => Err(*unread),
        };
        assert_eq!(read, expected, "{head:?}");
    }

    #[test]
    fn heads() {
        check(
            "GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n",
            Ok(Some(("/a", 0))),
        );
        check(
            "POST /consent HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n",
            Ok(Some(("/consent", 7))),
        );
        check("GET / HTTP/1.1\r\nHost: x\r\n", Ok(None));
        check("DELETE / HTTP/1.1\r\n\r\n", Err(Unread::Malformed));
        check("nonsense\r\n\r\n", Err(Unread::Malformed));
        check(
            "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
            Err(Unread::Malformed),
        );
        check(
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            Err(Unread::Malformed),
        );
        check(
            "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            Err(Unread::Malformed),
        );
        check(
            "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
            Err(Unread::Malformed),
        );
        check(
            &format!(
                "GET / HTTP/1.1\r\n{}\r\n",
                "a: b\r\n".repeat(HEADERS_LIMIT + 1)
            ),
            Err(Unread::TooLarge),
        );
    }

    #[test]
    fn a_parameter_given_twice_counts_as_missing() {
        let parameters = Parameters::read(b"state=a&code=x%20y&state=b");
        assert_eq!(parameters.once("code"), Some("x y"));
        assert_eq!(parameters.once("state"), None);
        assert_eq!(parameters.once("other"), None);
    }

    #[test]
    fn every_response_carries_the_strict_headers() {
        for body in [
            Body::Page("x".into()),
            Body::Style("x"),
            Body::Onward(Url::parse("http://127.0.0.1:1/").expect("an address")),
        ] {
            let text = String::from_utf8(encode(&Response {
                status: Status::Ok,
                body,
            }))
            .expect("text");
            assert!(text.contains("Content-Security-Policy: default-src 'none'; style-src 'self'"));
            assert!(text.contains("Cache-Control: no-store"));
            assert!(text.contains("X-Frame-Options: DENY"));
        }
    }
}
