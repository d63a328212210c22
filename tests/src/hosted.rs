//! Agents behind the SDK's own server, as on another machine: WebSocket and HTTP on a loopback port.
//!
//! Each connection gets a process of its own. What is between the client and the server can be cut, as a
//! network does.

use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};

use agent_client_protocol::{Channel, TransportFrame};
use agent_client_protocol_http::AcpHttpServer;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse as _;
use futures::StreamExt as _;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::task::JoinSet;

/// An agent that ends with this exit code takes its machine's network along.
const FALLS: i32 = 7;

/// What is between the client and the server.
type Lines = Arc<Mutex<JoinSet<()>>>;

/// An agent behind a server.
pub struct Hosted {
    port: u16,
    lines: Lines,
}

impl Hosted {
    /// Serves an agent that is started by this command for each connection. With a token, requests without
    /// it get 401.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn serve(command: Vec<String>, token: Option<String>) -> std::io::Result<Self> {
        let lines = Arc::new(Mutex::new(JoinSet::new()));
        let its = Arc::clone(&lines);
        let server = AcpHttpServer::new(move || start(&command, Arc::clone(&its)));
        let wanted = token.map(|it| format!("Bearer {it}"));
        let router = server.into_router();
        let router = router.layer(from_fn(move |request: Request, next: Next| {
            let given = request.headers().get(AUTHORIZATION);
            let given = given.and_then(|it| it.to_str().ok());
            let fits = wanted.is_none() || given == wanted.as_deref();
            async move {
                if fits {
                    next.run(request).await
                } else {
                    StatusCode::UNAUTHORIZED.into_response()
                }
            }
        }));
        let inner = TcpListener::bind("127.0.0.1:0").await?;
        let behind = inner.local_addr()?;
        tokio::spawn(async move { axum::serve(inner, router).await });
        let outer = TcpListener::bind("127.0.0.1:0").await?;
        let port = outer.local_addr()?.port();
        let all = Arc::clone(&lines);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = outer.accept().await {
                let line = async move {
                    if let Ok(mut far) = TcpStream::connect(behind).await {
                        copy_bidirectional(&mut near, &mut far).await.ok();
                    }
                };
                all.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .spawn(line);
            }
        });
        Ok(Self { port, lines })
    }

    /// Where it is.
    pub fn address(&self, scheme: &str) -> String {
        format!("{scheme}://127.0.0.1:{}/acp", self.port)
    }

    /// Cuts every line to it. New ones can be made.
    pub fn cut(&self) {
        cut(&self.lines);
    }
}

fn cut(lines: &Lines) {
    let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    lines.abort_all();
}

/// Starts the agent, and passes on its lines.
fn start(command: &[String], network: Lines) -> Channel {
    let (theirs, ours) = Channel::duplex();
    let (mut outgoing, incoming) = ours.into_parts();
    let mut words = command.iter();
    let child = Command::new(words.next().map_or("", String::as_str))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    let Ok(mut child) = child else {
        tracing::error!("the agent cannot be started");
        return theirs;
    };
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return theirs;
    };
    tokio::spawn(async move {
        while let Some(frame) = outgoing.next().await {
            let Ok(mut line) = frame.to_json() else {
                continue;
            };
            line.push('\n');
            if input.write_all(line.as_bytes()).await.is_err() {
                break;
            }
        }
    });
    tokio::spawn(async move {
        let mut lines = BufReader::new(output).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            if incoming
                .unbounded_send(TransportFrame::parse_json(&line))
                .is_err()
            {
                break;
            }
        }
        drop(incoming);
        let ended = child.wait().await;
        if ended.is_ok_and(|it| it.code() == Some(FALLS)) {
            cut(&network);
        }
    });
    theirs
}
