//! Agents on other machines in the settings: their address, their token, and what is shared with them.

use assent_core::id::AgentId;
use assent_core::intent::{Intent, RemoteDraft, SettingsIntent, TokenDraft, ValueDraft};
use assent_core::settings::{Agreed, Elsewhere};
use assent_core::view::{AgentProblem, Notice, Op};

use crate::world::World;

fn draft(address: Option<&str>, token: TokenDraft) -> RemoteDraft {
    RemoteDraft {
        address: address.map(Into::into),
        token,
        files: false,
        terminals: false,
        roots: Vec::new(),
    }
}

fn save(agent: Option<AgentId>, env: Vec<ValueDraft>, remote: RemoteDraft) -> Intent {
    Intent::Settings(SettingsIntent::SaveAgent {
        agent,
        name: "Far".into(),
        command: if remote.address.is_some() {
            String::new()
        } else {
            "ssh host agent".into()
        },
        env,
        cwd: "/srv/work".into(),
        folders: Vec::new(),
        forms: true,
        links: true,
        remote: Some(remote),
    })
}

fn fresh(text: &str) -> TokenDraft {
    TokenDraft::Fresh { text: text.into() }
}

#[test]
fn an_address_and_its_token_are_kept_after_a_yes() {
    let mut world = World::new();
    let draft_of = draft(Some("ws://far.example:80"), fresh("s3cret"));
    world.intent(save(None, Vec::new(), draft_of));
    let agreement = world.agreements.last().unwrap();
    assert_eq!(
        agreement.what,
        Agreed::AgentAt {
            address: "ws://far.example/acp".into(),
            unencrypted: true,
            token: true,
        }
    );
    assert_eq!(
        agreement.elsewhere,
        Some(Elsewhere {
            files: false,
            terminals: false,
            roots: Vec::new(),
        })
    );
    let kept = world.saved.last().unwrap()[0].clone();
    assert!(kept.command.is_empty());
    assert_eq!(kept.address(), Some("ws://far.example/acp"));
    let key = &kept.secrets[0].key;
    assert_eq!(world.secrets[key], "Bearer s3cret");
    let view = world.snapshot().agents[0].clone();
    assert!(view.env.is_empty());
    let remote = view.remote.unwrap();
    assert!(remote.token && remote.unencrypted && !remote.token_in_file);
    // Kept as it is when something else changes, and never sent to another address.
    let id = Some(kept.id);
    let same = draft(Some("ws://far.example/acp"), TokenDraft::Kept);
    world.intent(save(id, Vec::new(), same));
    assert_eq!(world.saved.last().unwrap()[0].secrets, kept.secrets);
    let saved = world.saved.len();
    let other = draft(Some("ws://evil.example/acp"), TokenDraft::Kept);
    world.intent(save(id, Vec::new(), other));
    assert_eq!(world.saved.len(), saved);
    let problem = AgentProblem::Token;
    let notice = Notice::AgentNotSaved { problem };
    assert_eq!(world.ops.last(), Some(&Op::Notice { notice }));
}

#[test]
fn what_cannot_be_kept_of_a_remote_agent_is_said() {
    let check = |env: &[(&str, &str)], remote: RemoteDraft, expected: AgentProblem| {
        let mut world = World::new();
        let env = env.iter().map(|(name, value)| ValueDraft {
            name: (*name).into(),
            value: Some((*value).into()),
            secret: None,
        });
        world.intent(save(None, env.collect(), remote));
        assert!(world.saved.is_empty());
        let notice = Notice::AgentNotSaved { problem: expected };
        assert_eq!(world.ops.last(), Some(&Op::Notice { notice }));
    };
    let none = || TokenDraft::None;
    check(&[], draft(Some(""), none()), AgentProblem::AgentAddress);
    check(
        &[],
        draft(Some("https://a:b@far.example"), none()),
        AgentProblem::AgentAddress,
    );
    check(
        &[],
        draft(Some("ftp://far.example"), none()),
        AgentProblem::AgentAddress,
    );
    let at = Some("https://far.example");
    check(&[], draft(at, fresh("")), AgentProblem::Token);
    check(&[], draft(at, fresh("a\nb")), AgentProblem::Token);
    check(
        &[("authorization", "x")],
        draft(at, fresh("a")),
        AgentProblem::Token,
    );
    check(
        &[("not a header", "x")],
        draft(at, none()),
        AgentProblem::Value { line: 1 },
    );
    let mut shares = draft(at, none());
    shares.files = true;
    check(&[], shares.clone(), AgentProblem::NothingShared);
    shares.roots = vec!["shared".into()];
    check(&[], shares, AgentProblem::Folder);
}

#[test]
fn a_command_that_goes_elsewhere_is_suggested_to_be_remote() {
    let seems = |command: &str, remote: Option<RemoteDraft>| {
        let mut world = World::new();
        world.intent(Intent::Settings(SettingsIntent::SaveAgent {
            agent: None,
            name: "A".into(),
            command: command.into(),
            env: Vec::new(),
            cwd: "/".into(),
            folders: Vec::new(),
            forms: true,
            links: true,
            remote,
        }));
        world.snapshot().agents[0].seems_elsewhere
    };
    assert!(seems("ssh host agent", None));
    assert!(!seems("claude-agent-acp", None));
    assert!(!seems(
        "ssh host agent",
        Some(draft(None, TokenDraft::None))
    ));
}
