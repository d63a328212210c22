use std::sync::{Arc, Mutex};

use assent_core::id::{AgentId, AskId, ConnectionId, EntryId, SessionKey};
use assent_core::page::{Page, PageId};
use assent_core::state::State;
use assent_core::view::{
    AskHead, AskStatus, ConnectionStatus, ConnectionView, EntryBody, EntryView, Notice,
};
use serde_json::{Value, json};

use super::merge::Merged;
use super::*;

fn entry(session: u32, id: u32, text: &str) -> Op {
    Op::PutEntry {
        session: SessionKey(session),
        entry: EntryView {
            dropped: false,
            id: EntryId(id),
            at: 0,
            body: EntryBody::Agent {
                text: text.to_owned(),
            },
        },
    }
}

fn append(session: u32, id: u32, text: &str) -> Op {
    Op::AppendText {
        session: SessionKey(session),
        entry: EntryId(id),
        text: text.to_owned(),
    }
}

fn clear(session: u32) -> Op {
    Op::ClearEntries {
        session: SessionKey(session),
    }
}

fn remove_session(session: u32) -> Op {
    Op::RemoveSession {
        session: SessionKey(session),
    }
}

fn connection(id: u32, name: &str) -> Op {
    Op::PutConnection {
        connection: ConnectionView {
            last: Vec::new(),
            can_sign_out: false,
            can_list: false,
            can_open: false,
            can_delete: false,
            earlier: None,
            remote: false,
            trouble: None,
            retry: None,
            id: ConnectionId(id),
            agent: AgentId(1),
            name: name.to_owned(),
            claims: None,
            status: ConnectionStatus::Ready,
            links_muted: false,
            stderr: Vec::new(),
            noise: Vec::new(),
            can_sign_in: false,
        },
    }
}

fn remove_connection(id: u32) -> Op {
    Op::RemoveConnection {
        connection: ConnectionId(id),
    }
}

fn head(id: u32, status: AskStatus) -> Op {
    Op::PutAskHead {
        head: AskHead {
            id: AskId(id),
            connection: ConnectionId(1),
            session: None,
            agent: String::new(),
            status,
            message: String::new(),
            tool: None,
            asked_at: 0,
            ended_at: None,
        },
    }
}

fn remove_ask(id: u32) -> Op {
    Op::RemoveAsk { ask: AskId(id) }
}

fn notice() -> Op {
    Op::Notice {
        notice: Notice::Copied,
    }
}

fn check(ops: &[Op], expected: &[Op]) {
    let mut merged = Merged::default();
    for op in ops {
        merged.add(op.clone());
    }
    assert_eq!(merged.take(), expected);
    assert!(merged.take().is_empty());
}

#[test]
fn texts_are_joined_and_wholes_replaced_where_they_stood() {
    check(
        &[append(1, 1, "a"), append(1, 1, "b")],
        &[append(1, 1, "ab")],
    );
    check(
        &[append(1, 1, "a"), append(1, 2, "x"), append(1, 1, "b")],
        &[append(1, 1, "ab"), append(1, 2, "x")],
    );
    check(
        &[entry(1, 1, "a"), entry(1, 2, "x"), entry(1, 1, "b")],
        &[entry(1, 1, "b"), entry(1, 2, "x")],
    );
    check(
        &[connection(1, "a"), notice(), notice(), connection(1, "b")],
        &[connection(1, "b"), notice(), notice()],
    );
    check(
        &[head(1, AskStatus::Pending), head(1, AskStatus::Lost)],
        &[head(1, AskStatus::Lost)],
    );
}

#[test]
fn text_added_after_a_whole_is_not_added_before_a_later_one() {
    check(
        &[
            entry(1, 1, "a"),
            append(1, 1, "b"),
            entry(1, 1, "ab!"),
            append(1, 1, "c"),
        ],
        &[entry(1, 1, "ab!"), append(1, 1, "c")],
    );
    check(
        &[append(1, 1, "b"), entry(1, 1, "ab")],
        &[entry(1, 1, "ab")],
    );
}

#[test]
fn what_is_emptied_or_removed_takes_its_own_along_and_nothing_else() {
    check(
        &[
            entry(1, 1, "a"),
            append(1, 1, "b"),
            entry(2, 1, "z"),
            clear(1),
            entry(1, 3, "c"),
        ],
        &[entry(2, 1, "z"), clear(1), entry(1, 3, "c")],
    );
    check(
        &[clear(1), entry(1, 1, "a"), clear(1), entry(1, 2, "b")],
        &[clear(1), entry(1, 2, "b")],
    );
    check(
        &[
            entry(1, 1, "a"),
            clear(1),
            entry(2, 1, "z"),
            remove_session(1),
        ],
        &[entry(2, 1, "z"), remove_session(1)],
    );
    check(
        &[
            head(1, AskStatus::Pending),
            head(2, AskStatus::Pending),
            remove_ask(1),
        ],
        &[head(2, AskStatus::Pending), remove_ask(1)],
    );
}

#[test]
fn gone_and_back_is_both() {
    check(
        &[connection(1, "a"), remove_connection(1), connection(1, "b")],
        &[remove_connection(1), connection(1, "b")],
    );
    check(
        &[connection(1, "a"), remove_connection(1)],
        &[remove_connection(1)],
    );
}

/// An outbox whose patches can be looked at.
fn watched() -> (Outbox, Arc<Mutex<Vec<Value>>>) {
    let mut outbox = Outbox::new();
    let seen = Arc::new(Mutex::new(Vec::new()));
    subscribe(&mut outbox, &seen);
    (outbox, seen)
}

fn subscribe(outbox: &mut Outbox, seen: &Arc<Mutex<Vec<Value>>>) {
    let seen = Arc::clone(seen);
    let sink = Box::new(move |json: &str| {
        seen.lock()
            .unwrap()
            .push(serde_json::from_str(json).unwrap());
        true
    });
    let number = u32::try_from(outbox.readers.len()).unwrap() + 1;
    outbox.subscribe(Page::all(PageId(number)), sink, snapshot);
}

fn snapshot(rev: u64) -> Snapshot {
    State::new("1").snapshot(rev)
}

fn flush(outbox: &mut Outbox) {
    outbox.flush_due(snapshot);
}

fn revisions(seen: &Mutex<Vec<Value>>) -> Vec<Value> {
    let seen = seen.lock().unwrap();
    let of = |down: &Value| match down["is"].as_str() {
        Some("snapshot") => json!(["snapshot", down["snapshot"]["rev"]]),
        _ => down["patch"]["rev"].clone(),
    };
    seen.iter().map(of).collect()
}

#[tokio::test(start_paused = true)]
async fn patches_are_numbered_without_gaps_and_keep_the_pace() {
    let (mut outbox, seen) = watched();
    let began = Instant::now();
    outbox.put(append(1, 1, "a"), false, None);
    flush(&mut outbox);
    for _ in 0..100 {
        outbox.put(append(1, 1, "b"), false, None);
        flush(&mut outbox);
    }
    assert_eq!(revisions(&seen), [json!(["snapshot", 0]), json!(1)]);
    let due = outbox.due().unwrap();
    assert_eq!(due - began, PACE);
    tokio::time::sleep_until(due).await;
    flush(&mut outbox);
    assert_eq!(outbox.due(), None);
    assert_eq!(revisions(&seen).len(), 3);
    let text = seen.lock().unwrap()[2]["patch"]["ops"][0]["text"].clone();
    assert_eq!(text, "b".repeat(100));
}

#[tokio::test(start_paused = true)]
async fn what_is_urgent_goes_out_at_once_with_everything_before_it() {
    let (mut outbox, seen) = watched();
    outbox.put(append(1, 1, "a"), false, None);
    flush(&mut outbox);
    outbox.put(append(1, 1, "b"), false, None);
    outbox.put(head(1, AskStatus::Pending), true, None);
    flush(&mut outbox);
    let last = seen.lock().unwrap().last().unwrap()["patch"].clone();
    assert_eq!(
        (last["rev"].clone(), last["ops"].as_array().unwrap().len()),
        (json!(2), 2)
    );
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_later_has_numbers_of_its_own() {
    let (mut outbox, seen) = watched();
    outbox.put(append(1, 1, "a"), false, None);
    let later = Arc::default();
    subscribe(&mut outbox, &later);
    outbox.put(append(1, 1, "b"), true, None);
    flush(&mut outbox);
    assert_eq!(revisions(&seen), [json!(["snapshot", 0]), json!(1)]);
    assert_eq!(revisions(&later), [json!(["snapshot", 0]), json!(1)]);
    let texts =
        |seen: &Mutex<Vec<Value>>| seen.lock().unwrap()[1]["patch"]["ops"][0]["text"].clone();
    assert_eq!(texts(&seen), "ab");
    assert_eq!(texts(&later), "b", "the rest stands in its snapshot");
}

#[tokio::test(start_paused = true)]
async fn a_page_that_is_there_already_begins_anew() {
    let (mut outbox, seen) = watched();
    let again: Arc<Mutex<Vec<Value>>> = Arc::default();
    let its = Arc::clone(&again);
    let sink = Box::new(move |json: &str| {
        its.lock()
            .unwrap()
            .push(serde_json::from_str(json).unwrap());
        true
    });
    outbox.subscribe(Page::all(PageId(1)), sink, snapshot);
    outbox.put(append(1, 1, "a"), true, None);
    flush(&mut outbox);
    assert_eq!(revisions(&seen).len(), 1);
    assert_eq!(revisions(&again), [json!(["snapshot", 0]), json!(1)]);
}

#[tokio::test(start_paused = true)]
async fn what_is_for_one_page_goes_to_no_other() {
    let (mut outbox, first) = watched();
    let second = Arc::default();
    subscribe(&mut outbox, &second);
    outbox.put(notice(), true, Some(PageId(2)));
    outbox.put(notice(), true, Some(PageId(3)));
    flush(&mut outbox);
    assert_eq!(revisions(&first), [json!(["snapshot", 0])]);
    assert_eq!(revisions(&second), [json!(["snapshot", 0]), json!(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_page_of_one_session_hears_of_no_other() {
    let (mut outbox, _) = watched();
    let seen: Arc<Mutex<Vec<Value>>> = Arc::default();
    let its = Arc::clone(&seen);
    let sink = Box::new(move |json: &str| {
        its.lock()
            .unwrap()
            .push(serde_json::from_str(json).unwrap());
        true
    });
    outbox.subscribe(Page::of_session(PageId(5), SessionKey(2)), sink, snapshot);
    outbox.put(append(1, 1, "of another"), true, None);
    outbox.put(head(1, AskStatus::Pending), true, None);
    outbox.put(append(2, 1, "its own"), true, None);
    flush(&mut outbox);
    let patch = seen.lock().unwrap()[1]["patch"].clone();
    assert_eq!(patch["ops"].as_array().unwrap().len(), 1);
    assert_eq!(patch["ops"][0]["text"], "its own");
}

#[tokio::test(start_paused = true)]
async fn a_page_that_falls_behind_waits_alone_and_then_begins_anew() {
    let (mut outbox, slow) = watched();
    let quick = Arc::default();
    subscribe(&mut outbox, &quick);
    outbox.got(PageId(1), 0);
    let tell = |outbox: &mut Outbox, id| {
        outbox.put(append(1, id, "a"), true, None);
        flush(outbox);
    };
    for id in 0..300 {
        tell(&mut outbox, id);
    }
    assert_eq!(revisions(&slow).len(), 3, "no more than may be under way");
    assert_eq!(revisions(&quick).len(), 301);
    // What gathered meanwhile comes in one piece.
    outbox.got(PageId(1), 2);
    flush(&mut outbox);
    assert_eq!(revisions(&slow).len(), 4);
    for id in 300..25_000 {
        tell(&mut outbox, id);
    }
    assert_eq!(revisions(&slow).len(), 5);
    outbox.got(PageId(1), u64::MAX);
    flush(&mut outbox);
    let last = revisions(&slow).last().cloned();
    assert_eq!(last, Some(json!(["snapshot", 4])));
    assert_eq!(revisions(&quick).len(), 25_001);
}

#[tokio::test(start_paused = true)]
async fn a_page_that_says_nothing_is_waited_for_a_second_at_a_time_and_not_without_end() {
    let (mut outbox, silent) = watched();
    outbox.got(PageId(1), 0);
    for id in 0..10 {
        outbox.put(append(1, id, "a"), true, None);
        flush(&mut outbox);
    }
    assert_eq!(revisions(&silent).len(), 3);
    // Nothing new has to happen for it: it is due by itself.
    for sent in 4..=3 + 254 {
        let due = outbox.due().expect("a time");
        tokio::time::sleep_until(due).await;
        flush(&mut outbox);
        assert_eq!(revisions(&silent).len(), sent);
        outbox.put(append(1, 1, "a"), true, None);
    }
    assert_eq!(outbox.due(), None, "enough is under way");
    outbox.got(PageId(1), 256);
    assert!(outbox.due().is_some());
}

#[tokio::test(start_paused = true)]
async fn one_page_is_waited_for_while_others_are_told() {
    let (mut outbox, slow) = watched();
    let quick = Arc::default();
    subscribe(&mut outbox, &quick);
    outbox.got(PageId(1), 0);
    for id in 0..10 {
        outbox.put(append(1, id, "a"), true, None);
        flush(&mut outbox);
    }
    let due = outbox.due().expect("the slow one is due later");
    assert!(due > Instant::now());
    tokio::time::sleep_until(due).await;
    flush(&mut outbox);
    assert_eq!((revisions(&slow).len(), revisions(&quick).len()), (4, 11));
}

#[tokio::test(start_paused = true)]
async fn a_sink_that_is_gone_or_fails_is_dropped_and_the_others_go_on() {
    let (mut outbox, seen) = watched();
    for fails in [false, true] {
        let mut calls = 0;
        let sink = Box::new(move |_: &str| {
            calls += 1;
            assert!(!fails || calls == 1, "a sink that fails");
            calls == 1
        });
        outbox.subscribe(Page::all(PageId(7 + u32::from(fails))), sink, snapshot);
    }
    assert_eq!(outbox.readers.len(), 3);
    for _ in 0..2 {
        outbox.put(notice(), true, None);
        flush(&mut outbox);
    }
    assert_eq!(outbox.readers.len(), 1);
    assert_eq!(revisions(&seen).len(), 3);
}
