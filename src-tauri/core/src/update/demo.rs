//! The demo: beginning it, and playing its scenes.

use super::Work;
use crate::demo::{Cast, Scene};
use crate::id::{AgentId, SessionKey};
use crate::intent::Demo;
use crate::state::Message;
use crate::view::{Op, SessionStatus};

impl Work<'_> {
    pub(super) fn demo(&mut self, wanted: Demo) {
        let Some(cast) = self.state.demo.clone() else {
            return;
        };
        match wanted {
            Demo::Begin => {
                self.play_anew(cast.agent, Scene::Tour.command());
            }
            Demo::Play { scene, session } => self.play(cast, scene, session),
        }
    }

    fn play(&mut self, cast: Cast, scene: Scene, shown: Option<SessionKey>) {
        let Some(second) = cast.second else {
            return;
        };
        let first = shown
            .filter(|it| self.plays(*it, cast.agent))
            .or_else(|| self.session_of(cast.agent));
        if let Some(command) = scene.second() {
            let id = second.id;
            if !self.state.agents.contains_key(&id) {
                self.agent_configured(second);
            }
            match self.session_of(id) {
                Some(session) => self.speak(session, command),
                None => self.play_anew(id, command),
            }
        }
        match first {
            Some(session) => {
                self.speak(session, scene.command());
                self.state.front = Some(session);
                self.publish_now(Op::Front { session });
            }
            None => self.play_anew(cast.agent, scene.command()),
        }
    }

    /// Opens a session, and says something to the agent once it is open.
    fn play_anew(&mut self, agent: AgentId, command: &str) {
        self.new_session(agent, None);
        if let Some(session) = self.session_of(agent) {
            self.speak(session, command);
        }
    }

    fn speak(&mut self, session: SessionKey, command: &str) {
        let message = Message {
            text: command.to_owned(),
            attached: Vec::new(),
        };
        match self.session(session) {
            // It goes out once the session is open.
            Some(open) if open.status == SessionStatus::Opening => open.on_rejoin = Some(message),
            _ => self.say(session, message),
        }
    }

    /// The newest session of an agent that can be spoken in.
    fn session_of(&self, agent: AgentId) -> Option<SessionKey> {
        let sessions = self.state.sessions.keys().rev();
        sessions.copied().find(|it| self.plays(*it, agent))
    }

    fn plays(&self, session: SessionKey, agent: AgentId) -> bool {
        self.state.sessions.get(&session).is_some_and(|open| {
            let connection = self.state.connections.get(&open.connection);
            matches!(open.status, SessionStatus::Open | SessionStatus::Opening)
                && connection.is_some_and(|it| it.agent.id == agent && it.is_live())
        })
    }
}
