//! Registries, good and hostile, and what is done with them.

use assent_core::effect::Effect;
use assent_core::event::EventKind;
use assent_core::intent::{Intent, RegistryIntent, RegistryPart};
use assent_core::settings::Agreed;
use assent_core::view::{RegistryFailure, RegistryProblem, RegistryView, Trouble, WayKind};
use serde_json::{Value, json};

use crate::world::World;

/// What comes of a registry that was read from a file.
fn read(text: &str) -> RegistryView {
    let mut world = World::new();
    world.intent(Intent::Registry(RegistryIntent::FromFile));
    give(&mut world, Ok(text.to_owned()));
    world.snapshot().registry
}

fn give(world: &mut World, result: Result<String, RegistryFailure>) {
    let ticket = match world.files.pop() {
        Some(Effect::ReadRegistry { ticket } | Effect::FetchRegistry { ticket, .. }) => ticket,
        other => panic!("{other:?}"),
    };
    world.go(EventKind::RegistryRead {
        ticket,
        from: "/home/ann/registry.json".into(),
        platform: "linux-x86_64".into(),
        result,
    });
}

fn entry(more: Value) -> Value {
    let mut entry = json!({
        "id": "helper", "name": "Helper", "version": "1.2.3", "description": "Helps",
        "distribution": {"npx": {"package": "@helper/acp@1.2.3", "args": ["--acp"]}},
    });
    for (name, value) in more.as_object().unwrap() {
        entry[name] = value.clone();
    }
    entry
}

fn of(entries: &[Value]) -> RegistryView {
    read(&json!({"version": "1.0.0", "agents": entries}).to_string())
}

#[test]
fn an_agent_is_listed_with_the_command_that_would_be_run() {
    let binary = |archive: &str| json!({"archive": archive, "cmd": "./helper", "args": ["acp"]});
    let view = of(&[entry(json!({
        "repository": "https://example.com/helper", "license": "MIT",
        "authors": ["Ann", "Ben"], "icon": "https://evil.example/track.svg", "new": {"a": 1},
        "distribution": {
            "binary": {
                "darwin-aarch64": binary("https://example.com/mac.zip"),
                "linux-x86_64": {"archive": "https://example.com/linux.tar.gz",
                    "cmd": "./helper", "sha256": "AB".repeat(32), "env": {"MODE": "acp"}},
            },
            "npx": {"package": "@helper/acp@1.2.3", "args": ["--acp", "two words"]},
            "uvx": {"package": "helper-acp==1.2.3"},
        },
    }))]);
    assert_eq!(view.version.as_deref(), Some("1.0.0"));
    let agent = &view.agents[0];
    assert_eq!(agent.license.as_deref(), Some("MIT"));
    assert_eq!(agent.authors, ["Ann", "Ben"]);
    assert!(!agent.known_name);
    let ways: Vec<_> = agent
        .ways
        .iter()
        .map(|it| (it.kind, it.fits, it.command.as_str()))
        .collect();
    assert_eq!(
        ways,
        [
            (
                WayKind::Npx,
                true,
                "npx --yes @helper/acp@1.2.3 --acp 'two words'"
            ),
            (WayKind::Uvx, true, "uvx 'helper-acp==1.2.3'"),
            (WayKind::Binary, true, "./helper"),
            (WayKind::Binary, false, "./helper acp"),
        ]
    );
    assert_eq!(agent.ways[2].env, [("MODE".to_owned(), "acp".to_owned())]);
    assert_eq!(agent.ways[2].sha256, Some("ab".repeat(32)));
    // Nothing of it is an icon, and nothing unknown comes along.
    assert!(!format!("{view:?}").contains("evil.example"));
}

#[test]
fn a_list_and_a_single_agent_are_registries_too() {
    assert_eq!(read(&json!([entry(json!({}))]).to_string()).agents.len(), 1);
    assert_eq!(read(&entry(json!({})).to_string()).agents.len(), 1);
    assert_eq!(of(&[]).agents.len(), 0);
    let fails = |text: &str, expected: RegistryFailure| {
        assert_eq!(read(text).failed, Some(expected), "{text}");
    };
    fails("", RegistryFailure::NotJson);
    fails("<html>", RegistryFailure::NotJson);
    fails("{\"agents\":[", RegistryFailure::NotJson);
    fails(&"[".repeat(10_000), RegistryFailure::NotJson);
    fails("3", RegistryFailure::NotRegistry);
    fails("{}", RegistryFailure::NotRegistry);
    fails("{\"agents\":{}}", RegistryFailure::NotRegistry);
}

#[test]
fn what_cannot_be_used_is_listed_with_the_reason() {
    let check = |more: Value, expected: RegistryProblem| {
        let view = of(&[entry(more.clone()), entry(json!({"id": "other"}))]);
        assert_eq!(view.refused.len(), 1, "{more}");
        assert_eq!(view.refused[0].problem, expected, "{more}");
        assert_eq!(view.refused[0].number, 1);
        assert_eq!(view.agents.len(), 1, "the others are there");
    };
    let missing = |member: &str| RegistryProblem::Missing {
        member: member.into(),
    };
    let hidden = |member: &str| RegistryProblem::Hidden {
        member: member.into(),
    };
    check(json!({"id": null}), missing("id"));
    check(json!({"name": " "}), missing("name"));
    check(json!({"version": 3}), missing("version"));
    check(json!({"distribution": null}), missing("distribution"));
    check(json!({"id": "Helper"}), RegistryProblem::Id);
    check(json!({"id": "9lives"}), RegistryProblem::Id);
    check(json!({"id": "a/../b"}), RegistryProblem::Id);
    check(json!({"name": "Hel\u{202e}per"}), hidden("name"));
    check(json!({"name": "Hel\u{200b}per"}), hidden("name"));
    check(
        json!({"name": "x".repeat(81)}),
        RegistryProblem::TooLong {
            member: "name".into(),
        },
    );
    check(json!({"distribution": {}}), RegistryProblem::NoWay);
    check(
        json!({"distribution": {"curl": {"package": "x"}}}),
        RegistryProblem::NoWay,
    );
    let npx = |package: Value| json!({"distribution": {"npx": package}});
    check(npx(json!("x")), RegistryProblem::Way);
    check(
        npx(json!({"package": "--call=evil"})),
        RegistryProblem::Package,
    );
    check(npx(json!({"package": "a b"})), RegistryProblem::Package);
    check(
        npx(json!({"package": "a\u{0430}"})),
        RegistryProblem::Package,
    );
    check(
        npx(json!({"package": "a", "args": "x"})),
        RegistryProblem::Way,
    );
    check(
        npx(json!({"package": "a", "args": [1]})),
        RegistryProblem::Way,
    );
    check(
        npx(json!({"package": "a", "args": ["\u{202e}gnp"]})),
        hidden("cmd"),
    );
    check(
        npx(json!({"package": "a", "args": vec!["x"; 41]})),
        RegistryProblem::Way,
    );
    check(
        npx(json!({"package": "a", "env": {"A": 1}})),
        RegistryProblem::Way,
    );
    let binary = |archive: &str| {
        json!({"distribution": {"binary": {"linux-x86_64":
            {"archive": archive, "cmd": "./x"}}}})
    };
    check(binary("http://example.com/x.zip"), RegistryProblem::Archive);
    check(binary("file:///etc/passwd"), RegistryProblem::Archive);
    check(
        binary("https://me:secret@example.com/x"),
        RegistryProblem::Archive,
    );
    check(
        binary("https://example.com/\u{202e}x"),
        RegistryProblem::Archive,
    );

    let view = of(&[json!(7), entry(json!({})), entry(json!({}))]);
    let problems: Vec<_> = view.refused.iter().map(|it| it.problem.clone()).collect();
    assert_eq!(
        problems,
        [RegistryProblem::NotAgent, RegistryProblem::Twice]
    );
}

#[test]
fn a_name_does_not_pass_for_a_well_known_agent() {
    let check = |name: &str, expected: bool| {
        let view = of(&[entry(json!({"name": name}))]);
        assert_eq!(view.agents[0].known_name, expected, "{name}");
    };
    check("Claude Code", true);
    check("claude-code", true);
    check("C\u{0430}ude", false);
    check("Cl\u{0430}ude Code", true);
    check("GEMINI CLI", true);
    check("CIaude Code", true);
    check("Helper", false);
}

#[test]
fn texts_are_shown_as_they_are_and_kept_short() {
    let view = of(&[entry(json!({
        "description": format!("a\u{202e}b{}", "x".repeat(2_000)),
        "license": "M\u{200b}IT",
    }))]);
    let agent = &view.agents[0];
    assert!(!agent.description.contains('\u{202e}'));
    assert!(agent.description.chars().count() < 700);
    assert!(!agent.license.as_ref().unwrap().contains('\u{200b}'));
}

#[test]
fn there_is_an_end_to_what_is_listed() {
    let many: Vec<Value> = (0..600)
        .map(|number| entry(json!({"id": format!("a{number}")})))
        .collect();
    let view = of(&many);
    assert_eq!((view.agents.len(), view.more), (500, 100));
    let bad = vec![json!(1); 150];
    let view = of(&bad);
    assert_eq!((view.refused.len(), view.more), (100, 50));
    let long = format!("[\"{}\"]", "x".repeat(8 << 20));
    assert!(matches!(
        read(&long).failed,
        Some(RegistryFailure::TooLarge { .. })
    ));
}

#[test]
fn an_address_is_asked_only_after_a_yes_that_shows_it() {
    let want = |world: &mut World, address: &str| {
        let address = address.to_owned();
        world.intent(Intent::Registry(RegistryIntent::FromAddress { address }));
    };
    let mut world = World::new();
    // Nothing by itself.
    assert!(world.files.is_empty());
    want(&mut world, " https://example.com/registry.json ");
    assert_eq!(
        world.agreements.last().unwrap().what,
        Agreed::Registry {
            address: "https://example.com/registry.json".into(),
            host: "example.com".into(),
        }
    );
    let Some(Effect::FetchRegistry { address, .. }) = world.files.last() else {
        panic!("it is not fetched");
    };
    assert_eq!(address, "https://example.com/registry.json");
    assert!(world.snapshot().registry.loading);
    let trouble = Trouble::SentOn {
        host: "evil.example".into(),
    };
    give(&mut world, Err(RegistryFailure::Fetch { trouble }));
    assert!(world.snapshot().registry.failed.is_some());

    let mut world = World::new();
    world.refuses = true;
    want(&mut world, "https://example.com/");
    assert!(world.files.is_empty());
    assert_eq!(
        world.snapshot().registry.failed,
        Some(RegistryFailure::NotAgreed)
    );

    for address in [
        "",
        "example.com",
        "http://example.com/",
        "file:///etc/passwd",
        "https://a:b@example.com/",
        "https://a@example.com/",
        "https:\\\\example.com",
        "javascript:alert(1)",
    ] {
        let mut world = World::new();
        want(&mut world, address);
        assert!(world.agreements.is_empty() && world.files.is_empty());
        let failed = world.snapshot().registry.failed;
        assert_eq!(failed, Some(RegistryFailure::Address), "{address}");
    }
    let mut world = World::new();
    want(&mut world, "http://127.0.0.1:8000/r.json");
    assert_eq!(world.files.len(), 1);
}

#[test]
fn what_was_asked_for_before_comes_too_late() {
    let mut world = World::new();
    world.intent(Intent::Registry(RegistryIntent::FromFile));
    let first = world.files.clone();
    world.intent(Intent::Registry(RegistryIntent::Close));
    world.files = first;
    give(&mut world, Ok(json!([entry(json!({}))]).to_string()));
    assert_eq!(world.snapshot().registry, RegistryView::default());
}

#[test]
fn parts_of_an_entry_are_copied_by_their_place() {
    let mut world = World::new();
    world.intent(Intent::Registry(RegistryIntent::FromFile));
    give(&mut world, Ok(json!([entry(json!({}))]).to_string()));
    let copy = |agent, part| Intent::Registry(RegistryIntent::Copy { agent, part });
    world.intent(copy(0, RegistryPart::Command { way: 0 }));
    assert_eq!(world.copies, ["npx --yes @helper/acp@1.2.3 --acp"]);
    world.intent(copy(0, RegistryPart::Command { way: 7 }));
    world.intent(copy(9, RegistryPart::Repository));
    world.intent(copy(0, RegistryPart::Archive { way: 0 }));
    assert_eq!(world.copies.len(), 1);
}
