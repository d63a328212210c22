//! A registry of agents: read from a file or fetched from an address, both given by the person. Nothing is
//! fetched by itself, and nothing of it is run: adding an agent goes through the settings form like any other.

use super::Work;
use crate::effect::Effect;
use crate::intent::{RegistryIntent, RegistryPart};
use crate::registry;
use crate::remote::is_loopback;
use crate::state::Kept;
use crate::text::visible;
use crate::view::{AgentProblem, Op, RegistryFailure, RegistryView};

/// Characters of an address.
const MOST_ADDRESS: usize = 1_000;

impl Work<'_> {
    pub(super) fn registry(&mut self, wanted: RegistryIntent) {
        match wanted {
            RegistryIntent::FromFile => {
                let ticket = self.state.next();
                self.state.registry_ticket = ticket;
                self.effects.push(Effect::ReadRegistry { ticket });
            }
            RegistryIntent::FromAddress { address } => self.want_registry(&address),
            RegistryIntent::Close => {
                self.state.registry_ticket = 0;
                self.state.registry = RegistryView::default();
                self.show_registry();
            }
            RegistryIntent::Copy { agent, part } => self.copy_of_registry(agent, part),
        }
    }

    fn show_registry(&mut self) {
        let registry = self.state.registry.clone();
        self.publish_now(Op::PutRegistry { registry });
    }

    fn registry_failed(&mut self, from: Option<String>, failed: RegistryFailure) {
        self.state.registry = RegistryView {
            from,
            failed: Some(failed),
            ..RegistryView::default()
        };
        self.show_registry();
    }

    fn want_registry(&mut self, typed: &str) {
        let typed = typed.trim();
        let Some(address) = address(typed) else {
            let from: String = typed.chars().take(MOST_ADDRESS).collect();
            self.registry_failed(Some(visible(&from)), RegistryFailure::Address);
            return;
        };
        self.ask_to_agree(Kept::Registry(address), Vec::new());
    }

    /// The person has answered whether it is to be fetched.
    pub(super) fn registry_agreed(&mut self, address: String, yes: bool) {
        if !yes {
            self.registry_failed(Some(visible(&address)), RegistryFailure::NotAgreed);
            return;
        }
        let ticket = self.state.next();
        self.state.registry_ticket = ticket;
        self.state.registry = RegistryView {
            from: Some(visible(&address)),
            loading: true,
            ..RegistryView::default()
        };
        self.show_registry();
        self.effects.push(Effect::FetchRegistry { ticket, address });
    }

    /// It was read or fetched, or not.
    pub(super) fn registry_read(
        &mut self,
        ticket: u32,
        from: &str,
        platform: &str,
        result: Result<String, RegistryFailure>,
    ) {
        if ticket != self.state.registry_ticket {
            return;
        }
        let from = Some(visible(from));
        let result = result.and_then(|text| registry::read(&text, platform));
        match result {
            Err(RegistryFailure::Fetch { trouble }) => {
                let trouble = trouble.shown();
                self.registry_failed(from, RegistryFailure::Fetch { trouble });
            }
            Err(failed) => self.registry_failed(from, failed),
            Ok(read) => {
                self.state.registry = RegistryView {
                    from,
                    version: read.version,
                    agents: read.agents,
                    refused: read.refused,
                    more: read.more,
                    ..RegistryView::default()
                };
                self.show_registry();
            }
        }
    }

    fn copy_of_registry(&mut self, agent: u32, part: RegistryPart) {
        let Some(agent) = self.state.registry.agents.get(agent as usize) else {
            return;
        };
        let text = match part {
            RegistryPart::Repository => agent.repository.clone(),
            RegistryPart::Command { way } => {
                let way = agent.ways.get(way as usize);
                way.map(|it| it.command.clone())
            }
            RegistryPart::Archive { way } => {
                let way = agent.ways.get(way as usize);
                way.and_then(|it| it.archive.clone())
            }
        };
        if let Some(text) = text {
            self.effects.push(Effect::Copy { text });
        }
    }

    /// What the person did not agree to.
    pub(super) fn not_agreed(&mut self, what: Kept) {
        match what {
            Kept::Registry(address) => self.registry_agreed(address, false),
            Kept::Agent(_) | Kept::Server(_) => self.not_saved(AgentProblem::NotAgreed),
        }
    }
}

/// An address that may be fetched: over https, or on this machine.
fn address(typed: &str) -> Option<String> {
    if typed.chars().count() > MOST_ADDRESS {
        return None;
    }
    let address = url::Url::parse(typed).ok()?;
    let private = matches!(address.scheme(), "https")
        || (address.scheme() == "http" && is_loopback(&address));
    let plain = private
        && typed.contains("://")
        && !typed.contains(|it: char| it.is_control() || it.is_whitespace() || it == '\\')
        && address.username().is_empty()
        && address.password().is_none()
        && address.fragment().is_none();
    plain.then(|| address.into())
}
