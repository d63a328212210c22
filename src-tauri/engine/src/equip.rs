//! What MCP servers need before they are given to an agent: the place of their program, their secret values.

use std::ffi::OsStr;
use std::path::Path;

use assent_core::event::EventKind;
use assent_core::id::{ConnectionId, SessionKey};
use assent_core::settings::{Equipped, LeftOut, McpServer, McpWay};
use tokio::sync::mpsc;

use crate::environment::{LoginEnvironment, Variables};
use crate::queue::Message;
use crate::secrets::Secrets;

/// What is to be found, for whom.
pub(crate) struct Errand {
    pub(crate) connection: ConnectionId,
    pub(crate) session: SessionKey,
    /// From where programs that are named by a path are looked for.
    pub(crate) cwd: String,
    pub(crate) servers: Vec<McpServer>,
}

/// Finds it beside the loop; what was found goes into the queue.
pub(crate) fn run(
    errand: Errand,
    environment: LoginEnvironment,
    secrets: Secrets,
    queue: mpsc::UnboundedSender<Message>,
) {
    tokio::spawn(async move {
        let environment = environment.await;
        let mut servers = Vec::new();
        for server in &errand.servers {
            servers.push(equip(server, &errand.cwd, &environment, &secrets).await);
        }
        let event = EventKind::Equipped {
            connection: errand.connection,
            session: errand.session,
            servers,
        };
        queue.send(Message::event(event)).ok();
    });
}

async fn equip(
    server: &McpServer,
    cwd: &str,
    environment: &Variables,
    secrets: &Secrets,
) -> Result<Equipped, LeftOut> {
    let program = match &server.way {
        McpWay::Stdio { command } => {
            let name = command.first().cloned().unwrap_or_default();
            // A server with a `PATH` of its own is looked for there.
            let own = server.values.iter().rev().find(|(name, _)| name == "PATH");
            let login = environment.get(OsStr::new("PATH")).map(AsRef::as_ref);
            let path = own.map(|(_, value)| OsStr::new(value)).or(login);
            let found = which::which_in(&name, path, Path::new(cwd));
            let found = found.ok().and_then(|it| std::path::absolute(it).ok());
            let Some(found) = found.and_then(|it| it.into_os_string().into_string().ok()) else {
                return Err(LeftOut::NotFound { program: name });
            };
            Some(found)
        }
        McpWay::Http { .. } | McpWay::Sse { .. } => None,
    };
    match secrets.read_all(&server.secrets).await {
        Ok(secrets) => Ok(Equipped { program, secrets }),
        Err(name) => Err(LeftOut::Secret { name }),
    }
}
