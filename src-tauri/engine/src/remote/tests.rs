//! Connections over the network to small servers that do as they are told, on the loopback address.

use std::time::Duration;

use assent_core::id::{AgentId, CallId};
use assent_core::remote::Remote;
use futures::FutureExt as _;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::connection::live;
use crate::environment;
use crate::journal::Journal;
use crate::link::Link;
use crate::queue::Outlet;
use crate::secrets::Secrets;

const CONNECTION: ConnectionId = ConnectionId(7);
/// Short, so that what never comes is not waited for.
const SHORT: Patience = Patience {
    answer: Duration::from_millis(300),
    initialize: Duration::from_millis(300),
    ping: Duration::from_millis(300),
};

struct Bench {
    messages: mpsc::UnboundedReceiver<Message>,
    _stop: watch::Sender<bool>,
    link: Option<Link>,
    _folder: tempfile::TempDir,
}

fn agent(address: &str) -> AgentConfig {
    AgentConfig {
        id: AgentId(1),
        name: "Test".to_owned(),
        command: Vec::new(),
        env: vec![("X-Test".to_owned(), "a b".to_owned())],
        secrets: Vec::new(),
        cwd: "/srv".to_owned(),
        folders: Vec::new(),
        forms: true,
        links: true,
        remote: Some(Remote {
            address: Some(address.to_owned()),
            ..Remote::default()
        }),
    }
}

fn start(address: &str) -> Bench {
    start_with(address, SHORT)
}

fn start_with(address: &str, patience: Patience) -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let (queue, messages) = mpsc::unbounded_channel();
    let (stop, stopped) = watch::channel(false);
    let environment = Arc::new(environment::own());
    tokio::spawn(live(Beginning {
        connection: CONNECTION,
        agent: agent(address),
        environment: std::future::ready(environment).boxed().shared(),
        secrets: Secrets::new(folder.path(), None),
        stop: stopped,
        outlet: Outlet::new(queue),
        journal: Journal::default(),
        patience,
    }));
    Bench {
        messages,
        _stop: stop,
        link: None,
        _folder: folder,
    }
}

impl Bench {
    /// Sends `initialize` when the connection is up; gives what went wrong in the end.
    async fn trouble(&mut self) -> Trouble {
        let mut trouble = None;
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), self.messages.recv());
            match next.await.expect("a message in time").unwrap() {
                Message::Up { link, .. } => {
                    link.call(CallId(1), "initialize", json!({}));
                    self.link = Some(link);
                }
                Message::Event { kind, .. } => match *kind {
                    EventKind::StartFailed {
                        reason: StartFailure::Remote { trouble },
                        ..
                    } => return trouble,
                    EventKind::Troubled { trouble: told, .. } => trouble = Some(told),
                    EventKind::Ended { .. } => return trouble.expect("a reason"),
                    _ => {}
                },
                _ => panic!("something else"),
            }
        }
    }
}

/// A server that answers its first request so, and then holds the line. Gives its port, and the request.
async fn server(answer: &'static str) -> (u16, oneshot::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (tell, told) = oneshot::channel();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        tell.send(head(&mut stream).await).ok();
        stream.write_all(answer.as_bytes()).await.unwrap();
        std::future::pending::<()>().await;
    });
    (port, told)
}

async fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

async fn check(answer: &'static str, expected: Trouble) {
    for scheme in ["ws", "http"] {
        let (port, _) = server(answer).await;
        let mut bench = start(&format!("{scheme}://127.0.0.1:{port}/acp"));
        assert_eq!(bench.trouble().await, expected, "{scheme}: {answer:?}");
    }
}

#[tokio::test]
async fn what_an_answer_says_is_told_by_its_kind() {
    check(
        "HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n",
        Trouble::NotAllowed { status: 401 },
    )
    .await;
    check(
        "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n",
        Trouble::NotAllowed { status: 403 },
    )
    .await;
    check(
        "HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n",
        Trouble::Status { status: 503 },
    )
    .await;
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    check("", Trouble::Silent { seconds: 0 }).await;
}

#[tokio::test]
async fn nobody_is_followed_to_another_address() {
    let answer = "HTTP/1.1 307 Over there\r\nlocation: http://evil.example:1/acp\r\n\
                  content-length: 0\r\n\r\n";
    check(
        answer,
        Trouble::SentOn {
            host: "evil.example".to_owned(),
        },
    )
    .await;
}

#[tokio::test]
async fn an_answer_of_another_type_is_none() {
    let answer = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n\
                  content-length: 2\r\n\r\nhi";
    let (port, _) = server(answer).await;
    let mut bench = start(&format!("http://127.0.0.1:{port}/"));
    let expected = Trouble::WrongType {
        found: "text/html".to_owned(),
    };
    assert_eq!(bench.trouble().await, expected);
    let (port, _) = server(answer).await;
    let mut bench = start(&format!("ws://127.0.0.1:{port}/"));
    assert_eq!(bench.trouble().await, Trouble::NotWebSocket);
}

#[tokio::test]
async fn an_answer_without_an_end_is_not_waited_for() {
    let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
                  content-length: 100\r\n\r\n{";
    let (port, _) = server(answer).await;
    let mut bench = start(&format!("http://127.0.0.1:{port}/"));
    assert_eq!(bench.trouble().await, Trouble::Silent { seconds: 0 });
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    for scheme in ["ws", "http"] {
        let mut bench = start(&format!("{scheme}://127.0.0.1:{port}/acp"));
        let trouble = bench.trouble().await;
        assert!(
            matches!(trouble, Trouble::Unreachable { .. }),
            "{scheme}: {trouble:?}"
        );
    }
}

#[tokio::test]
async fn encryption_that_cannot_be_agreed_on_is_said() {
    for scheme in ["wss", "https"] {
        let (port, ()) = {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let port = listener.local_addr().unwrap().port();
            tokio::spawn(async move {
                let (mut stream, _) = listener.accept().await.unwrap();
                stream.write_all(b"HTTP/1.1 400 No\r\n\r\n").await.ok();
                std::future::pending::<()>().await;
            });
            (port, ())
        };
        let mut bench = start(&format!("{scheme}://127.0.0.1:{port}/acp"));
        let trouble = bench.trouble().await;
        assert!(
            matches!(trouble, Trouble::Encryption { .. }),
            "{scheme}: {trouble:?}"
        );
    }
}

#[tokio::test]
async fn the_persons_headers_go_along() {
    for scheme in ["ws", "http"] {
        let (port, request) = server("HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n").await;
        let mut bench = start(&format!("{scheme}://127.0.0.1:{port}/acp?x=1"));
        bench.trouble().await;
        let request = request.await.unwrap().to_lowercase();
        assert!(request.contains("x-test: a b\r\n"), "{request}");
        assert!(request.contains(" /acp?x=1 http/1.1\r\n"), "{request}");
        assert!(!request.contains("referer:") && !request.contains("cookie:"));
    }
}

/// The bytes of a message that nobody takes.
const LONG: usize = 70_000_000;

#[tokio::test]
async fn a_long_frame_ends_the_connection_before_it_is_read() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let head = head(&mut stream).await;
        let key = head
            .lines()
            .find_map(|it| it.strip_prefix("sec-websocket-key: "));
        let accept =
            tokio_tungstenite::tungstenite::handshake::derive_accept_key(key.unwrap().as_bytes());
        let answer = format!(
            "HTTP/1.1 101 Yes\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-accept: {accept}\r\n\r\n"
        );
        stream.write_all(answer.as_bytes()).await.unwrap();
        // A text frame of so many bytes; none of them comes.
        stream.write_all(&[0x81, 127]).await.unwrap();
        stream.write_u64(LONG as u64).await.unwrap();
        std::future::pending::<()>().await;
    });
    let mut bench = start(&format!("ws://127.0.0.1:{port}/"));
    let limit = transport::LINE_LIMIT as u64;
    assert_eq!(bench.trouble().await, Trouble::TooLong { limit });
}

#[tokio::test]
async fn a_long_event_is_skipped_and_the_next_is_read() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                if head(&mut stream).await.starts_with("POST") {
                    let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
                                  acp-connection-id: c1\r\nconnection: close\r\n\
                                  content-length: 2\r\n\r\n{}";
                    stream.write_all(answer.as_bytes()).await.unwrap();
                } else {
                    let answer = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
                    stream.write_all(answer.as_bytes()).await.unwrap();
                    stream.write_all(b"data: ").await.unwrap();
                    let block = vec![b'x'; 1_000_000];
                    for _ in 0..LONG / block.len() {
                        stream.write_all(&block).await.unwrap();
                    }
                    let next = "\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"next\"}\n\n";
                    stream.write_all(next.as_bytes()).await.unwrap();
                }
                std::future::pending::<()>().await;
            });
        }
    });
    let address = format!("http://127.0.0.1:{port}/");
    let mut bench = start_with(&address, Patience::default());
    let mut skipped = None;
    loop {
        match bench.messages.recv().await.unwrap() {
            Message::Up { link, .. } => {
                link.call(CallId(1), "initialize", json!({}));
                bench.link = Some(link);
            }
            Message::Event { kind, .. } => match *kind {
                EventKind::LineTooLong { bytes, .. } => skipped = Some(bytes),
                EventKind::Notified { method, .. } if method == "next" => break,
                EventKind::Ended { .. } => panic!("it ended"),
                _ => {}
            },
            _ => panic!("something else"),
        }
    }
    assert!(skipped.is_some_and(|bytes| bytes >= LONG as u64));
}
