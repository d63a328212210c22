//! MCP servers given to an agent: where their program is, their secrets, and what is written of them.

use std::sync::atomic::Ordering;

use assent_core::intent::{Intent, SettingsIntent, ValueDraft};
use assent_core::settings::Agreed;
use assent_core::view::ServerKind;
use serde_json::{Value, json};

use crate::stage::{BOTH, Stage, opened, polite};

fn value(name: &str, value: &str) -> ValueDraft {
    ValueDraft {
        name: name.into(),
        value: Some(value.into()),
        secret: None,
    }
}

fn stdio(name: &str, command: &str, values: Vec<ValueDraft>) -> Intent {
    Intent::Settings(SettingsIntent::SaveServer {
        server: None,
        name: name.into(),
        kind: ServerKind::Stdio,
        command: command.into(),
        url: String::new(),
        values,
        agents: None,
    })
}

fn new_session(stage: &Stage) -> Value {
    let got = stage.received();
    let found = got.iter().find(|it| it["method"] == "session/new");
    found.unwrap()["params"].clone()
}

#[test]
fn an_agent_is_given_servers_with_absolute_programs_and_their_secrets() {
    let stage = Stage::empty();
    for (command, number) in [("sh -c 'echo hi'", 1), ("no-such-program-here", 2)] {
        let values = vec![value("A", "1"), value("API_KEY", "s3cret")];
        let name = format!("server {number}");
        stage.engine.send(stdio(&name, command, values));
        stage.until("the server", |it| {
            it["servers"][number - 1]["name"].as_str().map(drop)
        });
    }
    stage.follow(&[polite(), opened()]);
    stage.session();
    let servers = &new_session(&stage)["mcpServers"];
    assert_eq!(servers.as_array().map(Vec::len), Some(1), "{servers}");
    let program = servers[0]["command"].as_str().unwrap();
    assert!(
        std::path::Path::new(program).is_absolute() && program.ends_with("/sh"),
        "{program}"
    );
    assert_eq!(servers[0]["args"], json!(["-c", "echo hi"]));
    let env = json!([{"name": "A", "value": "1"}, {"name": "API_KEY", "value": "s3cret"}]);
    assert_eq!(servers[0]["env"], env);
    let snapshot = stage.snapshot();
    let told = snapshot["sessions"][0]["entries"].to_string();
    assert!(
        told.contains("server-left-out") && told.contains("no-such-program-here"),
        "{told}"
    );

    // The value is in no file but the one for secrets, in no view, and not in the protocol's log.
    assert!(!snapshot.to_string().contains("s3cret"));
    let journal = stage.engine.journal();
    let line = journal
        .iter()
        .find(|it| it.text.contains("session/new"))
        .unwrap();
    assert!(
        line.text.contains("API_KEY") && !line.text.contains("s3cret"),
        "{}",
        line.text
    );
    stage.quit();
    let data = stage.folder.path().join("data");
    let read = |name: &str| std::fs::read_to_string(data.join(name)).unwrap();
    assert!(read("mcp-servers.json").contains("API_KEY"));
    assert!(!read("mcp-servers.json").contains("s3cret"));
    assert!(read("secrets.json").contains("s3cret"));
}

#[test]
fn nothing_of_the_page_starts_before_the_person_has_agreed() {
    let stage = Stage::empty();
    stage.desk.refuses.store(true, Ordering::Relaxed);
    let mark = stage.folder.path().join("started");
    let command = format!("touch {}", mark.display());
    stage
        .engine
        .send(Intent::Settings(SettingsIntent::SaveAgent {
            agent: None,
            name: "Evil".into(),
            command: command.clone(),
            env: vec![value("LD_PRELOAD", "x")],
            cwd: "/".into(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        }));
    stage.engine.send(Intent::NewSession {
        agent: assent_core::id::AgentId(1_000),
    });
    stage.start(BOTH, &["--help"], &[]);
    stage.until("the other agent", |it| it["connections"][0]["id"].as_u64());
    let asked = stage.until("the dialog", |_| {
        let asked = stage.desk.agreements.lock().unwrap();
        (!asked.is_empty()).then(|| asked.clone())
    });
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].what, Agreed::Agent { command });
    assert_eq!(asked[0].variables, ["LD_PRELOAD"]);
    assert!(!mark.exists());
    assert_eq!(stage.snapshot()["agents"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_agent_gets_its_secret_variables_over_a_restart_of_assent() {
    let stage = Stage::empty();
    let out = stage.folder.path().join("out");
    let command = format!("sh -c 'printf %s \"$MY_TOKEN\" > {}'", out.display());
    stage
        .engine
        .send(Intent::Settings(SettingsIntent::SaveAgent {
            agent: None,
            name: "Mine".into(),
            command,
            env: vec![value("MY_TOKEN", "s3cret")],
            cwd: stage.folder.path().to_string_lossy().into_owned(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote: None,
        }));
    let agent = stage.until("the agent", |it| it["agents"][0]["id"].as_u64());
    let agent = assent_core::id::AgentId(u32::try_from(agent).unwrap());
    stage.engine.send(Intent::NewSession { agent });
    stage.until("its end", |it| {
        (it["connections"][0]["status"]["state"] == "ended").then_some(())
    });
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "s3cret");
    stage.quit();
    let data = stage.folder.path().join("data");
    let agents = std::fs::read_to_string(data.join("agents.json")).unwrap();
    assert!(agents.contains("MY_TOKEN") && !agents.contains("s3cret"));
    std::fs::remove_file(&out).unwrap();

    let again = Stage::on(data);
    again.until("the agent", |it| it["agents"][0]["id"].as_u64());
    again.engine.send(Intent::NewSession { agent });
    again.until("its end", |it| {
        (it["connections"][0]["status"]["state"] == "ended").then_some(())
    });
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "s3cret");
}
