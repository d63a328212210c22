//! A registry of agents, from a file or an address that the person gave: once, with limits, without credentials.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use assent_core::registry::LARGEST;
use assent_core::remote::is_loopback;
use assent_core::view::{RegistryFailure, Trouble};
use futures::StreamExt as _;
use reqwest::header::{ACCEPT, HeaderMap};
use tokio::time::timeout;
use url::Url;

use crate::remote::{Patience, client, of_type, sent_on_to, trouble};

/// How long fetching may take in all.
const LIMIT: Duration = Duration::from_secs(30);
/// What servers call such a file: some know no better than plain text.
const TYPES: [&str; 4] = [
    "application/json",
    "text/plain",
    "text/json",
    "application/octet-stream",
];

/// This machine, as a registry names it.
pub(crate) fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        system => system,
    };
    format!("{system}-{}", std::env::consts::ARCH)
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<String, RegistryFailure> {
    let unreadable = |_| RegistryFailure::Unreadable;
    // Before it is opened: opening a pipe would wait for its other end.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(RegistryFailure::Unreadable);
    }
    let mut text = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(LARGEST as u64 + 1)
        .read_to_end(&mut text)
        .map_err(unreadable)?;
    as_text(text)
}

/// Fetches an address.
pub(crate) async fn fetch(address: &str) -> Result<String, RegistryFailure> {
    fetch_within(address, LIMIT).await
}

async fn fetch_within(address: &str, limit: Duration) -> Result<String, RegistryFailure> {
    let fetched = timeout(limit, body(address, limit)).await;
    let seconds = u32::try_from(limit.as_secs()).unwrap_or(u32::MAX);
    let late = RegistryFailure::Fetch {
        trouble: Trouble::Silent { seconds },
    };
    as_text(fetched.map_err(|_| late)??)
}

async fn body(address: &str, limit: Duration) -> Result<Vec<u8>, RegistryFailure> {
    let failed = |trouble| RegistryFailure::Fetch { trouble };
    let address = Url::parse(address).map_err(|_| RegistryFailure::Address)?;
    let patience = Patience::default();
    let client = client(HeaderMap::new(), is_loopback(&address), patience).map_err(|error| {
        failed(Trouble::Broken {
            message: error.to_string(),
        })
    })?;
    let request = client.get(address).header(ACCEPT, "application/json");
    let response = request.send().await;
    let response = response.map_err(|error| failed(trouble(&error, limit)))?;
    match response.status().as_u16() {
        200 => {}
        300..=399 => {
            let host = sent_on_to(&response);
            return Err(failed(Trouble::SentOn { host }));
        }
        status => return Err(failed(Trouble::Status { status })),
    }
    of_type(&response, &TYPES).map_err(failed)?;
    let mut chunks = response.bytes_stream();
    let mut body = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| failed(trouble(&error, limit)))?;
        if body.len() + chunk.len() > LARGEST {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn as_text(bytes: Vec<u8>) -> Result<String, RegistryFailure> {
    if bytes.len() > LARGEST {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| RegistryFailure::NotJson)
}

fn too_large() -> RegistryFailure {
    RegistryFailure::TooLarge {
        limit: LARGEST as u64,
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// Fetches from a server that answers so; gives what it was asked, too.
    async fn fetched(answer: String) -> (Result<String, RegistryFailure>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.unwrap());
            }
            // What is too long is not taken to its end.
            stream.write_all(answer.as_bytes()).await.ok();
            (String::from_utf8(head).unwrap(), stream)
        });
        let limit = Duration::from_secs(2);
        let address = format!("http://127.0.0.1:{port}/registry.json");
        let result = fetch_within(&address, limit).await;
        let (head, _stream) = asked.await.unwrap();
        (result, head)
    }

    fn answer(head: &str, body: &str) -> String {
        let length = body.len();
        format!("HTTP/1.1 {head}\r\ncontent-length: {length}\r\n\r\n{body}")
    }

    fn failed(trouble: Trouble) -> Result<String, RegistryFailure> {
        Err(RegistryFailure::Fetch { trouble })
    }

    #[tokio::test]
    async fn what_is_there_is_fetched_once_without_credentials() {
        let head = "200 OK\r\ncontent-type: application/json";
        let (result, asked) = fetched(answer(head, "{\"agents\":[]}")).await;
        assert_eq!(result, Ok("{\"agents\":[]}".to_owned()));
        let asked = asked.to_lowercase();
        assert!(asked.starts_with("get /registry.json http/1.1\r\n"));
        for header in ["authorization", "cookie", "referer", "user-agent"] {
            assert!(!asked.contains(&format!("{header}:")), "{asked}");
        }
    }

    #[tokio::test]
    async fn what_is_not_a_registry_is_told_by_its_kind() {
        let check = async |answer: String, expected| {
            let (result, _) = fetched(answer.clone()).await;
            let shown: String = answer.chars().take(80).collect();
            assert_eq!(result, expected, "{shown}");
        };
        check(
            answer("404 Gone", ""),
            failed(Trouble::Status { status: 404 }),
        )
        .await;
        check(
            answer("302 There\r\nlocation: https://evil.example/r.json", ""),
            failed(Trouble::SentOn {
                host: "evil.example".to_owned(),
            }),
        )
        .await;
        check(
            answer("200 OK\r\ncontent-type: text/html", "<html>"),
            failed(Trouble::WrongType {
                found: "text/html".to_owned(),
            }),
        )
        .await;
        let long = "x".repeat(LARGEST + 1);
        check(
            answer("200 OK\r\ncontent-type: application/json", &long),
            Err(too_large()),
        )
        .await;
        check(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"
                .into(),
            failed(Trouble::Silent { seconds: 2 }),
        )
        .await;
    }

    #[test]
    fn a_file_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("registry.json");
        assert_eq!(read(&file), Err(RegistryFailure::Unreadable));
        assert_eq!(read(folder.path()), Err(RegistryFailure::Unreadable));
        std::fs::write(&file, "[]").unwrap();
        assert_eq!(read(&file), Ok("[]".to_owned()));
        std::fs::write(&file, vec![b' '; LARGEST + 1]).unwrap();
        assert_eq!(read(&file), Err(too_large()));
        std::fs::write(&file, b"\xff").unwrap();
        assert_eq!(read(&file), Err(RegistryFailure::NotJson));
    }
}
