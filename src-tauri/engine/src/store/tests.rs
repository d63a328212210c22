use std::time::Duration;

use assent_core::event::{Event, Moment};
use assent_core::id::AgentId;
use assent_core::intent::Intent;
use assent_core::page::PageId;
use assent_core::update::update;

use super::*;
use crate::queue::next_event;

fn agent() -> AgentConfig {
    AgentConfig {
        id: AgentId(1_000),
        name: "Ann's agent".to_owned(),
        command: vec!["agent".to_owned(), "a b".to_owned()],
        env: vec![("KEY".to_owned(), "x=y".to_owned())],
        secrets: Vec::new(),
        cwd: "/home".to_owned(),
        folders: Vec::new(),
        forms: true,
        links: false,
        remote: None,
    }
}

fn go(state: &mut State, kind: EventKind, number: u32) -> Vec<assent_core::effect::Effect> {
    let event = Event {
        at: Moment::default(),
        nonce: u128::from(number),
        page: PageId(1),
        kind,
    };
    update(state, event)
}

/// What a store tells at its start.
async fn told(folder: &Path) -> Vec<EventKind> {
    let (queue, mut events) = mpsc::unbounded_channel();
    let store = Store::open(folder.to_owned(), queue);
    store.close(&State::new("0")).await;
    let mut told = Vec::new();
    while let Ok(Message::Event { kind, .. }) = events.try_recv() {
        told.push(*kind);
    }
    told
}

#[tokio::test]
async fn what_is_kept_comes_back_and_is_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, _events) = mpsc::unbounded_channel();
    let mut store = Store::open(folder.path().to_owned(), queue);
    let mut state = State::new("0");
    go(&mut state, EventKind::AgentsRead(vec![agent()]), 1);
    go(
        &mut state,
        EventKind::Intent(Intent::NewSession {
            agent: AgentId(1_000),
        }),
        2,
    );
    let session = state.snapshot(0).sessions[0].head.id;
    let compose = Intent::Compose {
        session,
        text: "half a thought".to_owned(),
        seq: 1,
    };
    for effect in go(&mut state, EventKind::Intent(compose), 3) {
        if let assent_core::effect::Effect::Publish { op, .. } = effect {
            store.note(&op);
        }
    }
    assert!(store.due().unwrap() <= Instant::now() + WITHIN);
    store.save_agents(vec![agent()]);
    store.close(&state).await;

    let events = told(folder.path()).await;
    assert!(matches!(&events[0], EventKind::AgentsRead(agents) if *agents == [agent()]));
    let EventKind::SessionsRead(sessions) = &events[1] else {
        panic!("no sessions: {events:?}");
    };
    let mut state = State::new("0");
    go(&mut state, events[0].clone(), 1);
    go(&mut state, EventKind::SessionsRead(sessions.clone()), 2);
    let head = &state.snapshot(0).sessions[0].head;
    assert_eq!(head.composer, "half a thought");
    assert_eq!(head.agent, AgentId(1_000));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join(AGENTS)), 0o600);
        assert_eq!(mode(&folder.path().join(SESSIONS)), 0o700);
        let name = &sessions[0].name;
        let file = folder.path().join(SESSIONS).join(format!("{name}.json"));
        assert_eq!(mode(&file), 0o600);
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_put_aside_and_told() {
    let check = async |text: &str, newer: bool| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(SESSIONS)).unwrap();
        for file in ["agents.json", "preferences.json", "sessions/0a.json"] {
            std::fs::write(folder.path().join(file), text).unwrap();
            let events = told(folder.path()).await;
            let [EventKind::SetAside(aside)] = events.as_slice() else {
                panic!("{text}: {events:?}");
            };
            assert_eq!(aside.newer, newer);
            let path = folder.path().join(file);
            let kept = path.with_file_name(aside.kept_as.as_ref().unwrap());
            assert_eq!(std::fs::read_to_string(kept).unwrap(), text);
            assert!(!path.exists());
        }
    };
    check("{\"version\": 1, \"agents\": [", false).await;
    check("{\"version\": 1}", false).await;
    check("[]", false).await;
    check("\0\0\0\0", false).await;
    check("{\"version\": 2, \"sessions\": 7}", true).await;
}

/// A state with one session that is written, and a store in the folder.
fn with_session(folder: &Path) -> (State, Store, mpsc::UnboundedReceiver<Message>) {
    let (queue, events) = mpsc::unbounded_channel();
    let store = Store::open(folder.to_owned(), queue);
    let mut state = State::new("0");
    go(&mut state, EventKind::AgentsRead(vec![agent()]), 1);
    let agent = AgentId(1_000);
    let intent = EventKind::Intent(Intent::NewSession { agent });
    go(&mut state, intent, 2);
    (state, store, events)
}

fn compose(state: &mut State, store: &mut Store, text: &str) {
    let session = state.snapshot(0).sessions[0].head.id;
    let text = text.to_owned();
    // Each change of the composer has a number of its own.
    let seq = u32::try_from(state.snapshot(0).sessions[0].head.composer.len()).unwrap_or(0) + 1;
    let compose = EventKind::Intent(Intent::Compose { session, text, seq });
    for effect in go(state, compose, 3) {
        if let assent_core::effect::Effect::Publish { op, .. } = effect {
            store.note(&op);
        }
    }
}

fn kept(folder: &Path) -> usize {
    std::fs::read_dir(folder.join(SESSIONS)).map_or(0, Iterator::count)
}

#[tokio::test]
async fn deleted_sessions_are_gone_from_the_disk_and_those_that_are_open_are_written_on() {
    let folder = tempfile::tempdir().unwrap();
    let sessions = folder.path().join(SESSIONS);
    let (mut state, mut store, mut events) = with_session(folder.path());
    compose(&mut state, &mut store, "half a thought");
    store.flush(&state);
    std::fs::create_dir_all(&sessions).unwrap();
    for name in ["0a.json", "0b.json", "0c.json.damaged-20260101-000000"] {
        std::fs::write(sessions.join(name), "{}").unwrap();
    }
    std::fs::write(folder.path().join("consent.jsonl"), "{}\n").unwrap();
    let mut deleted = 0;
    let mut measured = async || loop {
        match next_event(&mut events).await.expect("a measure") {
            EventKind::Measured(stored) => return (stored, deleted),
            EventKind::SessionsDeleted { ok } => deleted += u32::from(ok),
            // What is read at the start may meet the files of this test.
            EventKind::SetAside(_) => {}
            other => panic!("{other:?}"),
        }
    };
    store.delete_sessions(Some(vec!["0a".to_owned(), "none".to_owned()]));
    store.measure(7);
    let (before, deletions) = measured().await;
    assert_eq!(deletions, 1);
    assert!(before.sessions.files + before.aside.files >= 2);
    store.delete_sessions(None);
    store.measure(7);
    let (after, deletions) = measured().await;
    assert_eq!(deletions, 2);
    assert_eq!((after.sessions.files, after.aside.files), (0, 0));
    assert_eq!((after.record.bytes, after.log_lines), (3, 7));
    assert_eq!(after.folder, folder.path().to_string_lossy());
    compose(&mut state, &mut store, "another");
    store.close(&state).await;
    assert_eq!(kept(folder.path()), 1, "the open one");
}

#[tokio::test]
async fn what_is_not_to_be_kept_is_not_written() {
    use assent_core::intent::Preference;
    let folder = tempfile::tempdir().unwrap();
    let (mut state, mut store, _events) = with_session(folder.path());
    let keep = |to| EventKind::Intent(Intent::Prefer(Preference::KeepTranscripts { to }));
    go(&mut state, keep(false), 4);
    compose(&mut state, &mut store, "half a thought");
    store.close(&state).await;
    assert_eq!(kept(folder.path()), 0);
}

#[tokio::test]
async fn programs_are_looked_for_in_the_path() {
    use futures::FutureExt as _;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("gemini");
    std::fs::write(&program, "#!/bin/sh\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = folder.path().as_os_str().to_owned();
    let variables = crate::environment::Variables::from([("PATH".into(), path)]);
    let environment = async move { std::sync::Arc::new(variables) }
        .boxed()
        .shared();
    let (queue, mut events) = mpsc::unbounded_channel();
    let wanted = ["gemini", "qwen"].map(ToOwned::to_owned).to_vec();
    crate::programs::look_for(wanted, environment, queue);
    let event = tokio::time::timeout(Duration::from_secs(60), events.recv()).await;
    let Ok(Some(Message::Event { kind, .. })) = event else {
        panic!("nothing was told");
    };
    assert!(
        matches!(&*kind, EventKind::ProgramsFound { found, home } if *found == ["gemini"] && !home.is_empty())
    );
}

#[tokio::test]
async fn what_could_not_be_written_is_written_later() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("data");
    std::fs::write(&place, "not a folder").unwrap();
    let (queue, mut events) = mpsc::unbounded_channel();
    let store = Store::open(place.clone(), queue);
    store.save_agents(Vec::new());
    store.save_agents(vec![agent()]);
    let told = next_event(&mut events).await;
    assert!(matches!(told, Some(EventKind::NotKept)), "{told:?}");
    std::fs::remove_file(&place).unwrap();
    std::fs::create_dir(&place).unwrap();
    store.close(&State::new("0")).await;
    assert!(events.try_recv().is_err(), "said once");
    let text = std::fs::read_to_string(place.join(AGENTS)).unwrap();
    assert_eq!(read_agents(&text), Ok(vec![agent()]));
}

const HEAD: &str = r#"{"version":1,"head":{"agent":{"id":1,"name":"a","command":["a"],"kept":true},"session_id":null,"title":"Kept","cwd":"/","draft":{"text":""},"unread":false,"running":false},"entries":["#;
const LINE: &str = r#"{"id":0,"at":1,"dropped":false,"body":{"kind":"agent","text":"said"}}"#;

#[tokio::test]
async fn of_sessions_only_what_stands_beside_the_transcript_is_read_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(SESSIONS)).unwrap();
    let path = folder.path().join(SESSIONS).join("0a.json");
    // What stands between the first line and the last is not looked at.
    std::fs::write(&path, format!("{HEAD}\nnothing yet\n]}}\n")).unwrap();
    let events = told(folder.path()).await;
    let [EventKind::SessionsRead(heads)] = events.as_slice() else {
        panic!("{events:?}");
    };
    let mut state = State::new("0");
    go(&mut state, EventKind::SessionsRead(heads.clone()), 1);
    assert!(state.snapshot(0).sessions[0].head.shelved);

    let (queue, mut events) = mpsc::unbounded_channel();
    let store = Store::open(folder.path().to_owned(), queue);
    let session = state.snapshot(0).sessions[0].head.id;
    let mut read = async || {
        store.read(session, "0a".to_owned());
        loop {
            match next_event(&mut events).await.expect("what was read") {
                EventKind::TranscriptRead { entries, .. } => return (entries, false),
                EventKind::SetAside(_) => {
                    next_event(&mut events).await;
                    return (Vec::new(), true);
                }
                _ => {}
            }
        }
    };
    std::fs::write(&path, format!("{HEAD}\n{LINE}\n]}}\n")).unwrap();
    let (entries, aside) = read().await;
    assert_eq!((entries.len(), aside), (1, false));
    std::fs::write(&path, format!("{HEAD}\n{{]\n]}}\n")).unwrap();
    let (entries, aside) = read().await;
    assert_eq!((entries.len(), aside), (0, true));
    assert!(!path.exists());
}

#[tokio::test]
async fn a_session_that_was_not_written_to_its_end_is_put_aside_at_the_start() {
    let check = async |text: String, good: bool| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(SESSIONS)).unwrap();
        std::fs::write(folder.path().join(SESSIONS).join("0a.json"), &text).unwrap();
        let events = told(folder.path()).await;
        let read = matches!(events.as_slice(), [EventKind::SessionsRead(_)]);
        assert_eq!(read, good, "{text}: {events:?}");
    };
    check(format!("{HEAD}\n{LINE}\n]}}\n"), true).await;
    check(format!("{HEAD}\n\n]}}\n"), true).await;
    // Written by hand, and read as a whole.
    check(format!("{HEAD}{LINE}]}}"), true).await;
    check(format!("{HEAD}\n{LINE}\n"), false).await;
    check(format!("{HEAD}\n"), false).await;
    check(String::new(), false).await;
}
