//! The connections of the loop.

use assent_core::event::AgentConfig;
use assent_core::id::ConnectionId;
use tokio::sync::watch;

use super::{Actor, Live};
use crate::connection::{self, Beginning};
use crate::link::Link;
use crate::queue::Outlet;
use crate::remote::Patience;

impl Actor {
    pub(super) fn link(&self, connection: ConnectionId) -> Option<&Link> {
        let link = self.connections.get(&connection)?.link.as_ref();
        if link.is_none() {
            tracing::error!(?connection, "spoken to before it has started");
        }
        link
    }

    pub(super) fn start(&mut self, connection: ConnectionId, agent: AgentConfig) {
        if self.connections.contains_key(&connection) {
            tracing::error!(?connection, "started twice");
            return;
        }
        let (stop, stopped) = watch::channel(false);
        if self.quitting.is_some() {
            stop.send_replace(true);
        }
        self.connections
            .insert(connection, Live { stop, link: None });
        tokio::spawn(connection::live(Beginning {
            connection,
            agent,
            environment: self.environment.clone(),
            secrets: self.secrets.clone(),
            stop: stopped,
            outlet: Outlet::new(self.queue.clone()),
            journal: self.journal.clone(),
            patience: Patience::default(),
        }));
    }
}
