//! MCP servers: keeping them in the settings, and giving them to agents.
//!
//! An agent is given those that are for it and that it can take. What a server needs (where its program is,
//! its secret values) is found by the engine just before; one that cannot be given is left out, which is
//! told, and the session opens without it.

use serde_json::{Value, json};

use super::Work;
use super::settings::words;
use super::values::{MOST_COMMAND, MOST_NAME};
use crate::effect::Effect;
use crate::id::{AgentId, ConnectionId, McpId, SessionKey};
use crate::intent::SettingsIntent;
use crate::settings::{Equipped, LeftOut, McpServer, McpWay};
use crate::state::{Can, Kept};
use crate::text::visible;
use crate::view::{AgentProblem, NoteView, Op, ServerKind, SessionStatus};

/// Servers of the settings.
const MOST_SERVERS: usize = 50;

impl Work<'_> {
    pub(super) fn servers_read(&mut self, servers: Vec<McpServer>) {
        for server in servers {
            self.state.servers.insert(server.id, server);
        }
        self.show_servers();
    }

    fn show_servers(&mut self) {
        let servers = self.state.server_views();
        self.publish_now(Op::PutServers { servers });
    }

    pub(super) fn save_servers(&mut self) {
        let all = self.state.servers.values().cloned().collect();
        self.effects.push(Effect::SaveServers(all));
        self.show_servers();
    }

    /// Takes the settings form; `wanted` is an [`SettingsIntent::SaveServer`].
    pub(super) fn save_server(&mut self, wanted: SettingsIntent) {
        let SettingsIntent::SaveServer {
            server,
            name,
            kind,
            command,
            url,
            values,
            agents,
        } = wanted
        else {
            return;
        };
        let old = server.and_then(|id| self.state.servers.get(&id)).cloned();
        if (server.is_some() && old.is_none())
            || (old.is_none() && self.state.servers.len() >= MOST_SERVERS)
        {
            self.not_saved(AgentProblem::TooLong);
            return;
        }
        let secrets = old.as_ref().map_or(&[][..], |it| &it.secrets);
        let read = way(kind, &command, &url).and_then(|way| {
            let values = self.values(values, secrets, kind != ServerKind::Stdio)?;
            Ok((way, values))
        });
        let name = name.trim().to_owned();
        let (way, values) = match read {
            _ if name.is_empty() => return self.not_saved(AgentProblem::Name),
            _ if name.chars().count() > MOST_NAME => {
                return self.not_saved(AgentProblem::TooLong);
            }
            Err(problem) => return self.not_saved(problem),
            Ok(read) => read,
        };
        let last = self.state.servers.keys().last().map_or(0, |it| it.0);
        let now = McpServer {
            id: old.as_ref().map_or(McpId(last + 1), |it| it.id),
            name,
            way,
            values: values.plain,
            secrets: values.secrets,
            agents: agents.map(|it| self.known_agents(it)),
        };
        let same = old.is_some_and(|old| {
            let name = now.name.clone();
            McpServer { name, ..old } == now
        });
        if same {
            self.keep(Kept::Server(now), Vec::new());
        } else {
            self.ask_to_agree(Kept::Server(now), values.fresh);
        }
    }

    /// Those of the settings: the key of one of the command line is another's the next time.
    fn known_agents(&self, mut agents: Vec<AgentId>) -> Vec<AgentId> {
        agents.sort_unstable();
        agents.dedup();
        agents.retain(|it| self.state.kept.contains(it));
        agents
    }

    pub(super) fn keep_server(&mut self, server: McpServer) {
        self.state.servers.insert(server.id, server);
        self.save_servers();
    }

    pub(super) fn remove_server(&mut self, server: McpId) {
        if let Some(gone) = self.state.servers.remove(&server) {
            self.forget_secrets(gone.secrets.into_iter().map(|it| it.key).collect());
            self.save_servers();
        }
    }

    /// Sees to the servers of a session that is about to be opened. `false`: there is nothing to be found
    /// first.
    pub(super) fn equip(&mut self, connection: ConnectionId, session: SessionKey) -> bool {
        let Some(open) = self.state.connections.get(&connection) else {
            return false;
        };
        let elsewhere = open.agent.remote.is_some();
        let (wanted, refused) = self.servers_for(open.agent.id, open.can, elsewhere);
        let Some(opening) = self.state.sessions.get_mut(&session) else {
            return false;
        };
        opening.left_out = refused;
        if wanted.is_empty() {
            return false;
        }
        opening.equipping = wanted.iter().map(|it| it.id).collect();
        let cwd = opening.cwd.clone();
        self.effects.push(Effect::Equip {
            connection,
            session,
            cwd,
            servers: wanted,
        });
        true
    }

    /// The servers an agent is given, and those it cannot take.
    fn servers_for(
        &self,
        agent: AgentId,
        can: Can,
        elsewhere: bool,
    ) -> (Vec<McpServer>, Vec<(String, LeftOut)>) {
        let mut wanted = Vec::new();
        let mut refused = Vec::new();
        for server in self.state.servers.values() {
            if server
                .agents
                .as_ref()
                .is_some_and(|it| !it.contains(&agent))
            {
                continue;
            }
            let kind = server.way.kind();
            let taken = match kind {
                ServerKind::Stdio => true,
                ServerKind::Http => can.http,
                ServerKind::Sse => can.sse,
            };
            if elsewhere && kind == ServerKind::Stdio {
                refused.push((visible(&server.name), LeftOut::Elsewhere));
            } else if taken {
                wanted.push(server.clone());
            } else {
                refused.push((visible(&server.name), LeftOut::NotTaken { kind }));
            }
        }
        (wanted, refused)
    }

    pub(super) fn equipped(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        found: Vec<Result<Equipped, LeftOut>>,
    ) {
        let Some(opening) = self.state.sessions.get_mut(&session) else {
            return;
        };
        if opening.connection != connection || opening.status != SessionStatus::Opening {
            return;
        }
        let mut given = Vec::new();
        for (id, found) in std::mem::take(&mut opening.equipping)
            .into_iter()
            .zip(found)
        {
            let Some(server) = self.state.servers.get(&id) else {
                continue;
            };
            match found {
                Ok(found) => given.push(as_told(server, &found)),
                Err(why) => opening.left_out.push((visible(&server.name), why)),
            }
        }
        self.open_with(connection, session, &given);
    }

    /// Says once which servers and folders the agent was not given, and why.
    pub(super) fn tell_left_out(&mut self, session: SessionKey) {
        let Some(open) = self.session(session) else {
            return;
        };
        let folders = open.folders_left_out && !std::mem::replace(&mut open.folders_told, true);
        let now = std::mem::take(&mut open.left_out);
        let before = std::mem::replace(&mut open.left_out_told, now.clone());
        if folders {
            self.note(session, NoteView::FoldersLeftOut);
        }
        for (server, why) in now {
            if !before.iter().any(|it| it.0 == server && it.1 == why) {
                self.note(session, NoteView::ServerLeftOut { server, why });
            }
        }
    }
}

/// A server in the protocol's words.
fn as_told(server: &McpServer, found: &Equipped) -> Value {
    let plain = server.values.iter();
    let plain = plain.map(|(name, value)| json!({"name": name, "value": value}));
    let secret = found.secrets.iter();
    let secret = secret.map(|(name, text)| json!({"name": name, "value": text.expose()}));
    let values: Vec<Value> = plain.chain(secret).collect();
    let name = &server.name;
    match &server.way {
        McpWay::Stdio { command } => json!({
            "name": name, "command": found.program, "args": command.get(1..), "env": values,
        }),
        McpWay::Http { url } => {
            json!({"type": "http", "name": name, "url": url, "headers": values})
        }
        McpWay::Sse { url } => json!({"type": "sse", "name": name, "url": url, "headers": values}),
    }
}

fn way(kind: ServerKind, command: &str, url: &str) -> Result<McpWay, AgentProblem> {
    if kind == ServerKind::Stdio {
        return Ok(McpWay::Stdio {
            command: words(command)?,
        });
    }
    let url = url.trim();
    if url.chars().count() > MOST_COMMAND {
        return Err(AgentProblem::TooLong);
    }
    let web = url::Url::parse(url).is_ok_and(|it| matches!(it.scheme(), "http" | "https"));
    if !web || url.chars().any(|it| it.is_control() || it.is_whitespace()) {
        return Err(AgentProblem::Address);
    }
    let url = url.to_owned();
    Ok(if kind == ServerKind::Http {
        McpWay::Http { url }
    } else {
        McpWay::Sse { url }
    })
}
