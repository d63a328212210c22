//! Variables and headers of the settings, and what is kept only after the person has agreed outside of the page.

use super::Work;
use crate::effect::Effect;
use crate::intent::ValueDraft;
use crate::remote::is_open_to_all;
use crate::settings::{Agreed, Agreement, Elsewhere, Secret, SecretText, is_secret_name};
use crate::state::{Kept, Saving};
use crate::text::visible;
use crate::view::{AgentProblem, Notice};

/// Characters of a command line or an address.
pub(super) const MOST_COMMAND: usize = 1_000;
/// Characters of a name, of an agent, a server or a variable.
pub(super) const MOST_NAME: usize = 80;
/// Variables or headers of one agent or server.
const MOST_VALUES: usize = 40;
/// Bytes of a value.
const MOST_VALUE: usize = 32 << 10;

/// Variables or headers that were read from the settings form.
pub(super) struct Values {
    pub(super) plain: Vec<(String, String)>,
    pub(super) secrets: Vec<Secret>,
    /// The texts that are to be kept, by key.
    pub(super) fresh: Vec<(String, SecretText)>,
}

impl Work<'_> {
    /// Reads variables, or headers; `before` are the secrets that are kept already.
    pub(super) fn values(
        &self,
        drafts: Vec<ValueDraft>,
        before: &[Secret],
        headers: bool,
    ) -> Result<Values, AgentProblem> {
        let mut values = Values {
            plain: Vec::new(),
            secrets: Vec::new(),
            fresh: Vec::new(),
        };
        if drafts.len() > MOST_VALUES {
            return Err(AgentProblem::TooLong);
        }
        for (line, draft) in (1..).zip(drafts) {
            let name = draft.name.trim().to_owned();
            if name.is_empty() && draft.value.as_deref().unwrap_or_default().is_empty() {
                continue;
            }
            let value = draft.value.as_deref().unwrap_or_default();
            if name.chars().count() > MOST_NAME || value.len() > MOST_VALUE {
                return Err(AgentProblem::TooLong);
            }
            if !is_name(&name, headers) || !is_value(value, headers) {
                return Err(AgentProblem::Value { line });
            }
            let secret = draft.secret.unwrap_or_else(|| is_secret_name(&name));
            match draft.value {
                Some(value) if secret => {
                    let key = format!("{:032x}-{line}", self.nonce);
                    values.fresh.push((key.clone(), SecretText::new(value)));
                    values.secrets.push(Secret {
                        name,
                        key,
                        in_file: false,
                    });
                }
                Some(value) => values.plain.push((name, value)),
                None => match before.iter().find(|it| it.name == name) {
                    // A secret is never shown again, so it cannot become a plain value by itself.
                    Some(kept) if secret => values.secrets.push(kept.clone()),
                    _ => return Err(AgentProblem::NoValue { line }),
                },
            }
        }
        Ok(values)
    }

    /// Says that what the settings form holds is not kept.
    pub(super) fn not_saved(&mut self, problem: AgentProblem) {
        self.notice(Notice::AgentNotSaved { problem });
    }

    /// Asks the person outside of the page whether something is to be kept.
    pub(super) fn ask_to_agree(&mut self, what: Kept, fresh: Vec<(String, SecretText)>) {
        if self.state.saving.is_some() {
            self.not_saved(AgentProblem::Asking);
            return;
        }
        let ticket = self.state.next();
        let agreement = agreement(&what);
        self.state.saving = Some(Saving {
            ticket,
            what,
            fresh,
        });
        self.effects.push(Effect::Agree { ticket, agreement });
    }

    pub(super) fn agreed(&mut self, ticket: u32, yes: bool) {
        let Some(saving) = self.state.saving.take_if(|it| it.ticket == ticket) else {
            return;
        };
        if yes {
            self.keep(saving.what, saving.fresh);
        } else {
            self.not_agreed(saving.what);
        }
    }

    /// Keeps an agent or a server of the settings.
    pub(super) fn keep(&mut self, what: Kept, fresh: Vec<(String, SecretText)>) {
        if !fresh.is_empty() {
            self.effects.push(Effect::KeepSecrets(fresh));
        }
        let (before, now) = match &what {
            Kept::Registry(address) => {
                let address = address.clone();
                return self.registry_agreed(address, true);
            }
            Kept::Agent(agent) => {
                let before = self.state.agents.get(&agent.id);
                (before.map(|it| &it.secrets), &agent.secrets)
            }
            Kept::Server(server) => {
                let before = self.state.servers.get(&server.id);
                (before.map(|it| &it.secrets), &server.secrets)
            }
        };
        let before = before.into_iter().flatten();
        let gone = before.filter(|it| now.iter().all(|kept| kept.key != it.key));
        let gone = gone.map(|it| it.key.clone()).collect();
        self.forget_secrets(gone);
        match what {
            Kept::Agent(agent) => self.keep_agent(agent),
            Kept::Server(server) => self.keep_server(server),
            Kept::Registry(_) => {}
        }
        self.notice(Notice::AgentSaved);
    }

    pub(super) fn forget_secrets(&mut self, keys: Vec<String>) {
        if !keys.is_empty() {
            self.effects.push(Effect::ForgetSecrets { keys });
        }
    }

    /// Where secret values lie now.
    pub(super) fn secrets_kept(&mut self, keys: &[String], in_file: bool) {
        if !in_file {
            return;
        }
        let agents = self.state.agents.values_mut();
        let servers = self.state.servers.values_mut();
        let all = agents
            .flat_map(|it| &mut it.secrets)
            .chain(servers.flat_map(|it| &mut it.secrets));
        for secret in all.filter(|it| keys.contains(&it.key)) {
            secret.in_file = true;
        }
        self.save_agents();
        self.save_servers();
        self.notice(Notice::SecretsInFile);
    }
}

/// What is shown to the person.
fn agreement(what: &Kept) -> Agreement {
    let names = |values: &[(String, String)], secrets: &[Secret]| -> Vec<String> {
        let plain = values.iter().map(|(name, _)| visible(name));
        plain
            .chain(secrets.iter().map(|it| visible(&it.name)))
            .collect()
    };
    let line = |command: &[String]| visible(&shell_words::join(command));
    match what {
        Kept::Registry(address) => Agreement {
            name: String::new(),
            what: Agreed::Registry {
                address: visible(address),
                host: visible(host_of(address).as_deref().unwrap_or_default()),
            },
            variables: Vec::new(),
            folders: Vec::new(),
            elsewhere: None,
        },
        Kept::Agent(agent) => {
            let folders = std::iter::once(&agent.cwd).chain(&agent.folders);
            Agreement {
                name: visible(&agent.name),
                what: match agent.address() {
                    None => Agreed::Agent {
                        command: line(&agent.command),
                    },
                    Some(address) => Agreed::AgentAt {
                        address: visible(address),
                        unencrypted: is_open_to_all(address),
                        token: !agent.secrets.is_empty(),
                    },
                },
                variables: names(&agent.env, &agent.secrets),
                folders: folders.map(|it| visible(it)).collect(),
                elsewhere: agent.remote.as_ref().map(|it| Elsewhere {
                    files: it.files,
                    terminals: it.terminals,
                    roots: it.roots.iter().map(|it| visible(it)).collect(),
                }),
            }
        }
        Kept::Server(server) => Agreement {
            name: visible(&server.name),
            what: match &server.way {
                crate::settings::McpWay::Stdio { command } => Agreed::Program {
                    command: line(command),
                },
                crate::settings::McpWay::Http { url } | crate::settings::McpWay::Sse { url } => {
                    Agreed::Address { url: visible(url) }
                }
            },
            variables: names(&server.values, &server.secrets),
            folders: Vec::new(),
            elsewhere: None,
        },
    }
}

fn host_of(address: &str) -> Option<String> {
    let address = url::Url::parse(address).ok()?;
    address.host_str().map(ToOwned::to_owned)
}

fn is_name(name: &str, header: bool) -> bool {
    let fits = |letter: char| {
        if header {
            letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter)
        } else {
            letter != '=' && !letter.is_control() && !letter.is_whitespace()
        }
    };
    !name.is_empty() && name.chars().all(fits)
}

fn is_value(value: &str, header: bool) -> bool {
    let breaks = header && value.contains(['\r', '\n']);
    !breaks && !value.contains('\0')
}
