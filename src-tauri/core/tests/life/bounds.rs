//! What an agent cannot make larger than it may be: transcripts, entries, asks that have ended.

use std::collections::BTreeMap;

use assent_core::event::EventKind;
use assent_core::id::EntryId;
use assent_core::intent::Intent;
use assent_core::view::{AskStatus, EntryBody, EntryView, NoteView, Op};
use serde_json::{Value, json};

use crate::world::World;

/// As many as a transcript has at most.
const MOST: usize = 20_000;

fn says(world: &mut World, kind: &str, text: &str) {
    world.update(json!({"sessionUpdate": kind, "content": {"type": "text", "text": text}}));
}

/// Many updates, without looking at the world for each.
fn flood(world: &mut World, count: usize, update: impl Fn(usize) -> Value) {
    let connection = world.connection();
    for number in 0..count {
        world.go(EventKind::Notified {
            connection,
            method: "session/update".into(),
            params: json!({"sessionId": "s1", "update": update(number)}),
        });
    }
}

fn notices(world: &mut World, count: usize) {
    flood(
        world,
        count,
        |number| json!({"sessionUpdate": "notice", "title": number.to_string()}),
    );
}

/// What a page has drawn, from the changes it was told.
fn page(ops: &[Op]) -> Vec<EntryView> {
    let mut page: BTreeMap<EntryId, EntryView> = BTreeMap::new();
    for op in ops {
        match op {
            Op::PutEntry { entry, .. } => {
                page.insert(entry.id, entry.clone());
            }
            Op::DropEntries { entries, .. } => {
                for entry in entries {
                    page.remove(entry);
                }
            }
            Op::ClearEntries { .. } => page.clear(),
            Op::AppendText { entry, text, .. } => {
                if let EntryBody::Agent { text: whole } = &mut page.get_mut(entry).unwrap().body {
                    whole.push_str(text);
                }
            }
            _ => {}
        }
    }
    page.into_values().collect()
}

fn all(world: &World) -> Vec<EntryView> {
    world.snapshot().sessions.pop().unwrap().entries
}

/// How many entries have left, as the note at the top has it.
fn left(world: &World) -> u32 {
    let found: Vec<u32> = all(world)
        .iter()
        .filter_map(|it| match it.body {
            EntryBody::Note {
                note: NoteView::NotKept { entries },
            } => Some(entries),
            _ => None,
        })
        .collect();
    assert!(found.len() <= 1, "one note says it");
    found.first().copied().unwrap_or_default()
}

#[test]
fn the_oldest_entries_leave_and_one_note_counts_them() {
    let mut world = World::ready();
    world.prompt("go");
    let (key, ask) = world.form(1, json!({"a": {"type": "string"}}));
    world.update(json!({"sessionUpdate": "tool_call", "toolCallId": "old", "title": "old"}));
    world.update(json!({"sessionUpdate": "plan", "entries": [{"content": "old"}]}));
    notices(&mut world, 2 * MOST);
    let entries = all(&world);
    assert!(
        (MOST - 1_001..=MOST).contains(&entries.len()),
        "{}",
        entries.len()
    );
    assert_eq!(left(&world) as usize + entries.len() - 1, 2 * MOST + 4);
    assert!(
        entries.is_sorted_by_key(|it| it.id),
        "the order is that of the keys"
    );
    assert!(matches!(&entries.last().unwrap().body,
        EntryBody::AgentNotice { title, .. } if *title == (2 * MOST - 1).to_string()));
    // The ask still waits, so its card is there, and it can be answered.
    let card = |it: &EntryView| matches!(it.body, EntryBody::Ask { ask: of } if of == ask);
    assert_eq!(entries.iter().filter(|it| card(it)).count(), 1);
    world.intent(Intent::Decline { ask });
    assert_eq!(world.answer(key), json!({"action": "decline"}));
    // A page that was told every change has drawn the same.
    assert_eq!(page(&world.ops).len(), entries.len());
    assert!(page(&world.ops) == all(&world));

    // What is told of something that has left is something new.
    world.update(
        json!({"sessionUpdate": "tool_call_update", "toolCallId": "old", "status": "failed"}),
    );
    world.update(json!({"sessionUpdate": "plan", "entries": [{"content": "new"}]}));
    let entries = all(&world);
    let [.., tool, plan] = &entries[..] else {
        panic!("both are there")
    };
    assert!(matches!(tool.body, EntryBody::Tool { .. }));
    assert!(matches!(plan.body, EntryBody::Plan { .. }));

    // What was answered leaves with the rest.
    notices(&mut world, MOST);
    assert!(!all(&world).iter().any(card));
    assert_eq!(page(&world.ops), all(&world));

    // A refusal marks what is left of its turn.
    let before = left(&world);
    world.respond("session/prompt", Ok(json!({"stopReason": "refusal"})));
    assert!(
        all(&world)
            .iter()
            .skip(1)
            .rev()
            .skip(1)
            .all(|it| it.dropped)
    );
    assert_eq!(left(&world), before);
}

#[test]
fn large_entries_leave_by_their_weight_and_never_what_grows() {
    let mut world = World::ready();
    world.prompt("go");
    for number in 0..40 {
        let text = "x".repeat(900_000);
        world.update(
            json!({"sessionUpdate": "agent_message_chunk", "messageId": number.to_string(),
            "content": {"type": "text", "text": text}}),
        );
    }
    let entries = all(&world);
    assert!((15..20).contains(&entries.len()), "{}", entries.len());
    assert_eq!(left(&world) as usize + entries.len() - 1, 41);
    // It goes on growing where it stands.
    world.update(
        json!({"sessionUpdate": "agent_message_chunk", "messageId": "39",
        "content": {"type": "text", "text": "the end"}}),
    );
    assert!(matches!(&all(&world).last().unwrap().body,
        EntryBody::Agent { text } if text.ends_with("the end")));
    assert!(page(&world.ops) == all(&world));

    // A tool call that grows makes the others leave as well.
    for number in 0..17 {
        let id = format!("t{number}");
        world.update(json!({"sessionUpdate": "tool_call", "toolCallId": id, "title": "t"}));
    }
    for number in 0..17 {
        let id = format!("t{number}");
        let content = json!([{"type": "content", "content": {"type": "text", "text": "y".repeat(1_000_000)}}]);
        world.update(
            json!({"sessionUpdate": "tool_call_update", "toolCallId": id, "content": content}),
        );
    }
    let weight = serde_json::to_string(&all(&world)).unwrap().len();
    assert!(weight < 17 << 20, "{weight}");
}

#[test]
fn a_message_without_end_is_cut_and_what_is_missing_is_counted() {
    for kind in [
        "agent_message_chunk",
        "agent_thought_chunk",
        "user_message_chunk",
    ] {
        let mut world = World::ready();
        for _ in 0..30 {
            says(&mut world, kind, &"é".repeat(50_000));
        }
        let entries = all(&world);
        let [message, note] = &entries[..] else {
            panic!("{} entries", entries.len())
        };
        let (EntryBody::Agent { text }
        | EntryBody::Thought { text }
        | EntryBody::User { text, .. }) = &message.body
        else {
            panic!("{message:?}")
        };
        assert_eq!(text.len(), 1 << 20);
        let bytes = 3_000_000 - (1 << 20);
        let cut = NoteView::TextCut { bytes };
        assert_eq!(note.body, EntryBody::Note { note: cut });
        // What comes next is a message of its own.
        world.update(json!({"sessionUpdate": "plan", "entries": []}));
        says(&mut world, kind, "again");
        assert_eq!(all(&world).len(), 4);
    }
    // So it is when all of it comes at once, and when writing it out makes it longer.
    let mut world = World::ready();
    says(
        &mut world,
        "agent_message_chunk",
        &"\u{202e}".repeat(1 << 20),
    );
    let weight = serde_json::to_string(&all(&world)).unwrap().len();
    assert!(weight < (1 << 20) + 1_000, "{weight}");
    assert_eq!(all(&world).len(), 2);
}

#[test]
fn of_asks_that_ended_long_ago_stays_what_a_restart_leaves_too() {
    let mut world = World::ready();
    world.prompt("go");
    says(
        &mut world,
        "agent_message_chunk",
        "go to https://example.com/?secret=0 and wait",
    );
    let (waiting_key, waiting) = world.form(-1, json!({"a": {"type": "string"}}));
    for number in 0..600 {
        let url = format!("https://example.com/?secret={number}");
        let (key, ask) = world.link(number, &format!("e{number}"), &url);
        world.intent(Intent::Decline { ask });
        assert_eq!(world.answer(key), json!({"action": "decline"}));
    }
    let snapshot = world.snapshot();
    assert!(
        (401..=451).contains(&snapshot.asks.len()),
        "{}",
        snapshot.asks.len()
    );
    assert_eq!(world.status(waiting), AskStatus::Pending);
    let entries = all(&world);
    let past = entries
        .iter()
        .filter(|it| matches!(it.body, EntryBody::PastAsk { .. }));
    assert_eq!(past.count() + snapshot.asks.len(), 601);
    // Its address is no longer known to be one, so it is masked where it stands.
    assert!(
        matches!(&entries[1].body, EntryBody::Agent { text }
        if text == "go to example.com/•••• and wait"),
        "{:?}",
        entries[1]
    );
    assert!(page(&world.ops) == entries);
    let gone = world
        .ops
        .iter()
        .filter(|it| matches!(it, Op::RemoveAsk { .. }));
    assert_eq!(gone.count() + snapshot.asks.len(), 601);
    world.intent(Intent::Decline { ask: waiting });
    assert_eq!(world.answer(waiting_key), json!({"action": "decline"}));
}

#[test]
fn a_transcript_that_is_told_again_is_within_bounds_too() {
    let able = crate::kept::able(true, json!({}));
    let mut world = crate::kept::ready(able.clone());
    world.prompt("first");
    let (_, ask) = world.form(1, json!({"a": {"type": "string"}}));
    world.intent(Intent::Decline { ask });
    world.respond("session/prompt", Ok(json!({"stopReason": "end_turn"})));
    notices(&mut world, MOST + 10);
    world.prompt("last");
    world.respond("session/prompt", Ok(json!({"stopReason": "max_tokens"})));
    assert!(left(&world) > 0);
    world.end();
    let session = world.session();
    world.intent(Intent::Rejoin { session });
    crate::kept::begin(&mut world, able);
    for (kind, text) in [
        ("user_message_chunk", "first"),
        ("agent_message_chunk", "yes"),
    ] {
        says(&mut world, kind, text);
    }
    flood(
        &mut world,
        MOST + 10,
        |number| json!({"sessionUpdate": "tool_call", "toolCallId": number.to_string()}),
    );
    says(&mut world, "user_message_chunk", "last");
    world.respond("session/load", Ok(json!({})));
    let entries = all(&world);
    assert!(entries.len() <= MOST, "{}", entries.len());
    assert!(left(&world) > 0);
    // Our note on the last turn stands after its prompt.
    let at = |wanted: &dyn Fn(&EntryBody) -> bool| entries.iter().rposition(|it| wanted(&it.body));
    let prompt = at(&|it| matches!(it, EntryBody::User { text, .. } if text == "last"));
    let ended = at(&|it| {
        matches!(
            it,
            EntryBody::Note {
                note: NoteView::TurnEnded { .. }
            }
        )
    });
    assert!(prompt.is_some() && prompt < ended, "{prompt:?} {ended:?}");
    assert!(page(&world.ops) == entries);
}

#[test]
fn terminals_that_were_released_are_kept_in_number() {
    let mut world = World::ready();
    for number in 0..230 {
        let params = json!({"sessionId": "s1", "command": "true"});
        world.ask(&json!(number), "terminal/create", params);
        let effect = world.client.pop().unwrap();
        world.work(effect, 1);
        let id = world.snapshot().sessions[0]
            .terminals
            .last()
            .unwrap()
            .id
            .clone();
        let params = json!({"sessionId": "s1", "terminalId": id});
        world.ask(&json!("r"), "terminal/release", params);
    }
    assert_eq!(world.snapshot().sessions[0].terminals.len(), 200);
    let gone = world
        .ops
        .iter()
        .filter(|it| matches!(it, Op::RemoveTerminal { .. }));
    assert_eq!(gone.count(), 30);
}

#[test]
fn what_is_too_long_to_be_shown_is_refused_where_it_is_consented_to() {
    let mut world = World::ready();
    let options = json!([{"optionId": "a", "name": "Allow", "kind": "allow_once"}]);
    let check = |world: &mut World, call: Value, options: Value, error: Value| {
        let params = json!({"sessionId": "s1", "toolCall": call, "options": options});
        let key = world.ask(&json!(1), "session/request_permission", params);
        assert_eq!(world.answer(key), error);
    };
    let long = |bytes: usize| "x".repeat(bytes);
    let limit = json!({"error": -32602, "data": {"limit": "command"}});
    check(
        &mut world,
        json!({"rawInput": {"command": long(100_001)}}),
        options.clone(),
        limit,
    );
    let unreadable = json!({"error": -32602, "data": {"member": "options"}});
    let name = json!([{"optionId": "a", "name": long(1_001), "kind": "allow_once"}]);
    check(&mut world, json!({}), name, unreadable.clone());
    let id = json!([{"optionId": long(4_097), "name": "Allow", "kind": "allow_once"}]);
    check(&mut world, json!({}), id, unreadable.clone());
    let many = vec![options[0].clone(); 51];
    check(&mut world, json!({}), json!(many), unreadable);
    for (member, bytes) in [
        ("url", 70_000),
        ("elicitationId", 5_000),
        ("message", 100_001),
    ] {
        let mut params = json!({"mode": "url", "sessionId": "s1", "message": "m",
            "elicitationId": "e", "url": "https://example.com/"});
        let text = params[member].as_str().unwrap().to_owned() + &long(bytes);
        params[member] = json!(text);
        let key = world.ask(&json!(1), "elicitation/create", params);
        assert_eq!(
            world.answer(key),
            json!({"error": -32602, "data": {"limit": member}})
        );
    }
    assert!(world.snapshot().asks.is_empty());
    assert!(
        all(&world).iter().all(|it| it.id < EntryId(7)),
        "one note each"
    );
}
