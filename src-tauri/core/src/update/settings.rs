//! The agents of the settings: adding, changing, removing them, and which well-known ones are installed.

use super::Work;
use super::values::{MOST_COMMAND, MOST_NAME};
use crate::effect::Effect;
use crate::event::AgentConfig;
use crate::id::{AgentId, ConnectionId, SessionKey};
use crate::intent::{SettingsIntent, TokenDraft};
use crate::state::Kept;
use crate::state::{Queued, Session};
use crate::stored::{Owner, StoredSession};
use crate::view::{AgentProblem, Notice, Op, SetAside};

/// The first key of an agent in the settings. Those before are for the command line, which is not kept.
const FIRST_KEPT: u32 = 1_000;
/// Further folders of an agent.
pub(super) const MOST_FOLDERS: usize = 10;
/// Characters of a folder's path.
const MOST_FOLDER: usize = 300;
/// The first key for sessions whose agent is gone.
const FIRST_GONE: u32 = 1_000_000;

impl Work<'_> {
    pub(super) fn settings(&mut self, wanted: SettingsIntent) {
        match wanted {
            SettingsIntent::SaveAgent { .. } => self.save_agent(wanted),
            SettingsIntent::RemoveAgent { agent } => self.remove_agent(agent),
            SettingsIntent::SaveServer { .. } => self.save_server(wanted),
            SettingsIntent::RemoveServer { server } => self.remove_server(server),
            SettingsIntent::ChooseFolder => {
                self.effects.push(Effect::ChooseFolder { agent: None });
            }
            SettingsIntent::LookForAgents => self.look_for_agents(),
        }
    }

    pub(super) fn agent_configured(&mut self, agent: AgentConfig) {
        self.state.agents.insert(agent.id, agent);
        self.adopt_sessions();
        self.show_agents();
    }

    /// Opens a session on an agent of the command line: on the one that is named in the same way, if there is
    /// one.
    pub(super) fn launched(&mut self, agent: AgentConfig) {
        let ids = || (1..FIRST_KEPT).map(AgentId);
        let same = ids().find(|id| {
            let known = self.state.agents.get(id);
            known.is_some_and(|known| {
                AgentConfig {
                    id: *id,
                    ..agent.clone()
                } == *known
            })
        });
        let free = || ids().find(|id| !self.state.agents.contains_key(id));
        let Some(id) = same.or_else(free) else {
            self.notice(Notice::CannotStart);
            return;
        };
        if same.is_none() {
            self.agent_configured(AgentConfig { id, ..agent });
        }
        self.new_session(id, None);
    }

    pub(super) fn agents_read(&mut self, agents: Vec<AgentConfig>) {
        for agent in agents {
            self.state.kept.insert(agent.id);
            self.state.agents.insert(agent.id, agent);
        }
        self.adopt_sessions();
        self.show_agents();
    }

    fn show_agents(&mut self) {
        let agents = self.state.agent_views();
        self.publish_now(Op::PutAgents { agents });
    }

    pub(super) fn save_agents(&mut self) {
        let kept = self.state.kept.iter();
        let agents = kept.filter_map(|id| self.state.agents.get(id).cloned());
        self.effects.push(Effect::SaveAgents(agents.collect()));
        self.show_agents();
    }

    /// Takes the settings form; `wanted` is an [`SettingsIntent::SaveAgent`].
    pub(super) fn save_agent(&mut self, wanted: SettingsIntent) {
        let SettingsIntent::SaveAgent {
            agent,
            name,
            command,
            env,
            cwd,
            folders,
            forms,
            links,
            remote,
        } = wanted
        else {
            return;
        };
        if agent.is_some_and(|it| !self.state.kept.contains(&it)) {
            self.notice(Notice::CannotStart);
            return;
        }
        let old = agent.and_then(|it| self.state.agents.get(&it)).cloned();
        let secrets = old.as_ref().map_or(&[][..], |it| &it.secrets);
        let name = name.trim().to_owned();
        let read = || {
            if name.is_empty() {
                return Err(AgentProblem::Name);
            }
            if name.chars().count() > MOST_NAME || folders.len() > MOST_FOLDERS {
                return Err(AgentProblem::TooLong);
            }
            let (remote, token) = super::remote::read(remote)?;
            let address = remote.as_ref().is_some_and(|it| it.address.is_some());
            let command = if address {
                Vec::new()
            } else {
                words(&command)?
            };
            let cwd = folder(&cwd)?;
            // What is secret goes to no other address than the one it was given for.
            let at = remote.as_ref().and_then(|it| it.address.as_deref());
            let moved = at.is_some() && at != old.as_ref().and_then(AgentConfig::address);
            if moved && token == TokenDraft::Kept {
                return Err(AgentProblem::Token);
            }
            let secrets = if moved { &[][..] } else { secrets };
            let env = super::remote::with_token(env, token)?;
            let filled = folders.iter().filter(|it| !it.trim().is_empty());
            let folders = filled.map(|it| folder(it)).collect::<Result<Vec<_>, _>>()?;
            let values = self.values(env, secrets, address)?;
            Ok((command, cwd, folders, values, remote))
        };
        let (command, cwd, folders, values, remote) = match read() {
            Ok(read) => read,
            Err(problem) => return self.not_saved(problem),
        };
        let now = AgentConfig {
            id: agent.unwrap_or_else(|| self.fresh_agent()),
            name,
            command,
            env: values.plain,
            secrets: values.secrets,
            cwd,
            folders,
            forms,
            links,
            remote,
        };
        // Its name and what it may ask by start nothing.
        let same = old.is_some_and(|old| {
            let name = now.name.clone();
            AgentConfig {
                name,
                forms,
                links,
                ..old
            } == now
        });
        if same {
            self.keep(Kept::Agent(now), Vec::new());
        } else {
            self.ask_to_agree(Kept::Agent(now), values.fresh);
        }
    }

    pub(super) fn keep_agent(&mut self, agent: AgentConfig) {
        self.state.kept.insert(agent.id);
        self.rename_owner(&agent);
        self.state.agents.insert(agent.id, agent);
        self.place_sessions();
        self.save_agents();
    }

    fn fresh_agent(&self) -> AgentId {
        let last = self.state.kept.last().map_or(0, |id| id.0);
        AgentId(last.max(FIRST_KEPT - 1) + 1)
    }

    fn rename_owner(&mut self, config: &AgentConfig) {
        for session in self.sessions_of_agent(config.id) {
            if let Some(open) = self.session(session) {
                open.belongs_to(Owner::of(config, true));
            }
            self.show_session(session);
        }
    }

    pub(super) fn remove_agent(&mut self, agent: AgentId) {
        if !self.state.kept.contains(&agent) {
            return;
        }
        let running: Vec<_> = self
            .state
            .connections
            .values()
            .filter(|it| it.agent.id == agent && it.is_live())
            .map(|it| it.id)
            .collect();
        for connection in running {
            self.stop_agent(connection);
        }
        for session in self.sessions_of_agent(agent) {
            self.close_session(session);
        }
        let its: Vec<_> = self
            .state
            .connections
            .values()
            .filter(|it| it.agent.id == agent)
            .map(|it| it.id)
            .collect();
        for connection in its {
            if let Some(open) = self.connection(connection) {
                open.forgotten = true;
            }
            self.publish(Op::RemoveConnection { connection });
        }
        self.state.kept.remove(&agent);
        if let Some(gone) = self.state.agents.remove(&agent) {
            self.forget_secrets(gone.secrets.into_iter().map(|it| it.key).collect());
        }
        self.save_agents();
        // Its key may be given to another agent later.
        let mut changed = false;
        for server in self.state.servers.values_mut() {
            let before = server.agents.as_ref().map(Vec::len);
            if let Some(agents) = &mut server.agents {
                agents.retain(|it| *it != agent);
                changed |= before != Some(agents.len());
            }
        }
        if changed {
            self.save_servers();
        }
    }

    /// Whether links of a connection are answered with decline: muted, or switched off since it began.
    pub(super) fn links_off(&self, connection: ConnectionId) -> bool {
        let open = &self.state.connections[&connection];
        let now = self.state.agents.get(&open.agent.id);
        open.links_muted || now.is_some_and(|it| !it.links)
    }

    fn sessions_of_agent(&self, agent: AgentId) -> Vec<SessionKey> {
        let all = self.state.sessions.values();
        all.filter(|it| it.owner.id == agent)
            .map(|it| it.id)
            .collect()
    }

    pub(super) fn look_for_agents(&mut self) {
        let known = self.state.known.agents.iter();
        let programs = known.map(|it| it.program.clone()).collect();
        self.effects.push(Effect::FindPrograms { programs });
    }

    pub(super) fn programs_found(&mut self, found: &[String], home: String) {
        self.state.known.home = home;
        for agent in &mut self.state.known.agents {
            agent.installed = Some(found.contains(&agent.program));
        }
        let known = self.state.known.clone();
        self.publish_now(Op::PutKnownAgents { known });
    }

    pub(super) fn file_set_aside(&mut self, file: SetAside) {
        self.state.set_aside.push(file);
        let files = self.state.set_aside.clone();
        self.publish_now(Op::PutSetAside { files });
    }

    pub(super) fn sessions_read(&mut self, sessions: Vec<StoredSession>) {
        for stored in sessions {
            let id = SessionKey(self.state.next());
            let waiting: Vec<Queued> = stored
                .queue
                .iter()
                .map(|message| Queued {
                    id: self.state.next(),
                    message: message.clone(),
                })
                .collect();
            let mut session = Session::restored(id, stored);
            session.queue_paused = !waiting.is_empty();
            session.queue = waiting.into();
            // Keys of another run could be anything's now.
            let waiting = session.queue.iter_mut().map(|it| &mut it.message.attached);
            for attached in waiting.chain([&mut session.attached]).flatten() {
                attached.id = self.state.next();
            }
            self.state.sessions.insert(id, session);
        }
        self.adopt_sessions();
        let restored: Vec<SessionKey> = self.state.sessions.keys().copied().collect();
        for session in restored {
            self.show_whole(session);
        }
    }

    /// Gives sessions of earlier runs to the agents that are there now.
    fn adopt_sessions(&mut self) {
        let mut gone = FIRST_GONE;
        let mut without: Vec<(Vec<String>, AgentId)> = Vec::new();
        let sessions: Vec<SessionKey> = self.state.sessions.keys().copied().collect();
        for session in sessions {
            let owner = match self.state.sessions.get(&session) {
                Some(it) if it.connection == ConnectionId::NONE => it.owner.clone(),
                _ => continue,
            };
            let agent = if owner.kept {
                self.state.agents.get(&owner.id)
            } else {
                let mut all = self.state.agents.values();
                all.find(|it| !self.state.kept.contains(&it.id) && it.command == owner.command)
            };
            let now = match agent {
                Some(agent) => Owner::of(agent, owner.kept),
                None => {
                    let known = without
                        .iter()
                        .find(|(command, _)| *command == owner.command);
                    let id = known.map_or_else(
                        || {
                            gone += 1;
                            AgentId(gone)
                        },
                        |(_, id)| *id,
                    );
                    without.push((owner.command.clone(), id));
                    // The key stays what it was for one of the settings, so that it is found again.
                    let id = if owner.kept { owner.id } else { id };
                    Owner {
                        id,
                        ..owner.clone()
                    }
                }
            };
            if now != owner {
                if let Some(open) = self.session(session) {
                    open.belongs_to(now);
                }
                self.show_session(session);
            }
        }
        self.place_sessions();
    }
}

impl Owner {
    /// Whose session it is: that of an agent as it is configured.
    pub(crate) fn of(agent: &AgentConfig, kept: bool) -> Self {
        Self {
            id: agent.id,
            name: agent.name.clone(),
            command: agent.command.clone(),
            kept,
        }
    }
}

/// The command's words, or what is wrong.
pub(super) fn words(command: &str) -> Result<Vec<String>, AgentProblem> {
    if command.chars().count() > MOST_COMMAND {
        return Err(AgentProblem::TooLong);
    }
    let words = shell_words::split(command).map_err(|_| AgentProblem::Quote)?;
    if words.first().is_none_or(String::is_empty) || command.contains('\0') {
        return Err(AgentProblem::Command);
    }
    Ok(words)
}

/// A folder's absolute path, or what is wrong.
pub(super) fn folder(typed: &str) -> Result<String, AgentProblem> {
    let typed = typed.trim();
    let drive = typed
        .as_bytes()
        .first()
        .is_some_and(u8::is_ascii_alphabetic)
        && (typed[1..].starts_with(":\\") || typed[1..].starts_with(":/"));
    if !(typed.starts_with('/') || typed.starts_with("\\\\") || drive) || typed.contains('\0') {
        return Err(AgentProblem::Folder);
    }
    if typed.chars().count() > MOST_FOLDER {
        return Err(AgentProblem::TooLong);
    }
    Ok(typed.to_owned())
}
