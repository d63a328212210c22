//! Agents that run on another machine: reached over the network, or started here by a command such as `ssh`
//! that goes there.
//!
//! What such an agent may have of this machine is nothing unless the person gives it: it cannot know this
//! machine's paths, and whoever runs the other machine need not be the person.

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::view::AgentProblem;

/// The header that carries the token.
pub(crate) const TOKEN: &str = "Authorization";
/// Characters of an address.
const MOST_ADDRESS: usize = 1_000;
/// Programs that go to another machine, or into a container with files of its own.
const GOES_ELSEWHERE: [&str; 14] = [
    "ssh",
    "autossh",
    "mosh",
    "plink",
    "docker",
    "podman",
    "nerdctl",
    "kubectl",
    "oc",
    "wsl",
    "limactl",
    "distrobox",
    "toolbox",
    "vagrant",
];

/// What is configured about an agent that runs on another machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remote {
    /// Where it is reached: `wss`, `https`, `ws` or `http`. None: its command goes there.
    pub address: Option<String>,
    /// It may read and write files of this machine, below `roots`.
    #[serde(default)]
    pub files: bool,
    /// It may run commands on this machine, in `roots`.
    #[serde(default)]
    pub terminals: bool,
    /// Folders of this machine, absolute.
    #[serde(default)]
    pub roots: Vec<String>,
}

impl Remote {
    /// The folders it may work in here, as far as it may.
    pub(crate) fn shared(&self) -> Vec<String> {
        if self.files || self.terminals {
            self.roots.clone()
        } else {
            Vec::new()
        }
    }
}

/// Reads an address as typed. Gives it as it is kept and shown: without a path, the usual one is added.
///
/// # Errors
/// When it is no address of an agent: another scheme, a name or password in it, a fragment, or too long.
pub(crate) fn read_address(typed: &str) -> Result<String, AgentProblem> {
    let typed = typed.trim();
    if typed.chars().count() > MOST_ADDRESS {
        return Err(AgentProblem::TooLong);
    }
    let mut address = Url::parse(typed).map_err(|_| AgentProblem::AgentAddress)?;
    let plain = matches!(address.scheme(), "wss" | "https" | "ws" | "http")
        && typed.contains("://")
        && !typed.contains(|it: char| it.is_control() || it.is_whitespace() || it == '\\')
        && address.host_str().is_some_and(|it| !it.is_empty())
        && address.username().is_empty()
        && address.password().is_none()
        && address.fragment().is_none();
    if plain {
        if address.path() == "/" && address.query().is_none() && !typed.ends_with('/') {
            // Where agents are by the protocol, when nothing else is said.
            address.set_path("/acp");
        }
        Ok(address.into())
    } else {
        Err(AgentProblem::AgentAddress)
    }
}

/// Whether what is sent to this address can be read on the way: no encryption, and not this machine.
pub fn is_open_to_all(address: &str) -> bool {
    let Ok(address) = Url::parse(address) else {
        return true;
    };
    !matches!(address.scheme(), "wss" | "https") && !is_loopback(&address)
}

/// Whether an address leads to this machine itself.
pub fn is_loopback(address: &Url) -> bool {
    match address.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

/// Whether a command looks as if its agent runs on another machine. A suggestion, no more.
pub(crate) fn seems_elsewhere(command: &[String]) -> bool {
    let program = command.first().map_or("", String::as_str);
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.to_ascii_lowercase();
    GOES_ELSEWHERE.contains(&name.strip_suffix(".exe").unwrap_or(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_of_an_agent_and_holds_no_password() {
        let check = |typed: &str, expected: Result<&str, AgentProblem>| {
            let expected = expected.map(str::to_owned);
            assert_eq!(read_address(typed), expected, "{typed}");
        };
        check("wss://agent.example/acp", Ok("wss://agent.example/acp"));
        check(" https://Agent.Example ", Ok("https://agent.example/acp"));
        check("wss://agent.example/", Ok("wss://agent.example/"));
        check("ws://127.0.0.1:8080/acp", Ok("ws://127.0.0.1:8080/acp"));
        check("http://[::1]:1/x?y=z", Ok("http://[::1]:1/x?y=z"));
        let no = || Err(AgentProblem::AgentAddress);
        check("agent.example", no());
        check("https:agent.example", no());
        check("ftp://agent.example", no());
        check("file:///etc/passwd", no());
        check("https://me:secret@agent.example", no());
        check("https://me@agent.example", no());
        check("https://agent.example/#x", no());
        check("https://agent.exam\nple/", no());
        check("https:\\\\agent.example\\acp", no());
        check("", no());
        check(
            &format!("https://a.example/{}", "a".repeat(1_000)),
            Err(AgentProblem::TooLong),
        );
    }

    #[test]
    fn only_what_leaves_the_machine_unencrypted_is_open_to_all() {
        let check = |address: &str, expected| {
            assert_eq!(is_open_to_all(address), expected, "{address}");
        };
        check("wss://agent.example/", false);
        check("https://10.0.0.1/", false);
        check("ws://localhost:1/", false);
        check("http://a.localhost/", false);
        check("http://127.4.5.6/", false);
        check("ws://[::1]/", false);
        check("ws://agent.example/", true);
        check("http://10.0.0.1/", true);
        check("http://localhost.example/", true);
    }

    #[test]
    fn a_command_that_goes_to_another_machine_is_known() {
        let check = |command: &str, expected| {
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            assert_eq!(seems_elsewhere(&words), expected, "{command}");
        };
        check("ssh host agent", true);
        check("/usr/bin/ssh host agent", true);
        check("C:\\Windows\\System32\\wsl.exe agent", true);
        check("docker run -i agent", true);
        check("podman run", true);
        check("claude-agent-acp", false);
        check("sshagent", false);
        check("", false);
    }
}
