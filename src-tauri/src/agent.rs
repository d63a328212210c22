//! From the command line to an agent's configuration.

use std::path::{Path, PathBuf};

use assent_core::demo::Cast;
use assent_core::event::AgentConfig;
use assent_core::id::AgentId;

use crate::cli::{Agent, Launch};

/// The one agent of the command line.
pub const ONLY: AgentId = AgentId(1);

/// The second agent of a stage.
const SECOND: AgentId = AgentId(2);

/// The configuration of the launch's agent; `program` is this program's own path.
pub fn configure(launch: &Launch, program: &Path) -> AgentConfig {
    let (name, command) = match &launch.agent {
        Agent::Demo => (
            "Demo".to_owned(),
            vec![program.display().to_string(), "demo-agent".to_owned()],
        ),
        Agent::Program(command) => (name(&command[0]), command.clone()),
    };
    AgentConfig {
        id: ONLY,
        name,
        command,
        env: Vec::new(),
        secrets: Vec::new(),
        cwd: launch.cwd.clone(),
        folders: Vec::new(),
        forms: launch.forms,
        links: launch.links,
        remote: None,
    }
}

/// Who plays in the demo: the built-in agent, if the command line left it in place, and on the stage that
/// `--demo` sets a second one like it.
pub fn cast(launch: &Launch, program: &Path) -> Option<Cast> {
    let second = AgentConfig {
        id: SECOND,
        name: "Second demo".to_owned(),
        ..configure(launch, program)
    };
    (launch.agent == Agent::Demo).then(|| Cast {
        agent: ONLY,
        second: launch.start.then_some(second),
    })
}

/// The person named a program, so the program's name is the person's name for the agent.
fn name(program: &str) -> String {
    PathBuf::from(program).file_stem().map_or_else(
        || program.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(agent: Agent) -> Launch {
        Launch {
            agent,
            start: true,
            cwd: "/home/ann/shop".to_owned(),
            forms: true,
            links: false,
            data_dir: None,
            script: Vec::new(),
        }
    }

    fn check(agent: Agent, name: &str, command: &[&str]) {
        let config = configure(&launch(agent), Path::new("/opt/assent"));
        assert_eq!(config.name, name);
        assert_eq!(config.command, command);
        assert_eq!((config.forms, config.links), (true, false));
        assert_eq!(config.cwd, "/home/ann/shop");
    }

    #[test]
    fn a_stage_is_set_by_demo_alone() {
        let cast = |agent, start| {
            let launch = Launch {
                agent,
                start,
                ..launch(Agent::Demo)
            };
            super::cast(&launch, Path::new("/opt/assent"))
        };
        assert_eq!(cast(Agent::Program(vec!["x".to_owned()]), true), None);
        let idle = cast(Agent::Demo, false).unwrap();
        assert_eq!((idle.agent, idle.second), (ONLY, None));
        let second = cast(Agent::Demo, true).unwrap().second.unwrap();
        assert_eq!(second.name, "Second demo");
        assert_eq!(second.command, ["/opt/assent", "demo-agent"]);
        assert_ne!(second.id, ONLY);
    }

    #[test]
    fn agents_are_named_after_their_program() {
        check(Agent::Demo, "Demo", &["/opt/assent", "demo-agent"]);
        let program =
            |words: &[&str]| Agent::Program(words.iter().map(|&w| w.to_owned()).collect());
        check(
            program(&["/usr/bin/claude-acp", "--x"]),
            "claude-acp",
            &["/usr/bin/claude-acp", "--x"],
        );
        check(program(&["gemini"]), "gemini", &["gemini"]);
        check(program(&["agent.sh"]), "agent", &["agent.sh"]);
    }
}
