//! Every word the protocol has for what an agent tells: each is told apart, and none is dropped.

use assent_core::view::{
    CompactionView, ContentView, EntryBody, PlanStep, ResourceView, Severity, Speaker, ToolContent,
    ToolStatus, ToolView, TurnEnd, TurnState,
};
use serde_json::{Value, json};

use crate::world::World;

/// What one update makes of an empty transcript.
fn told(update: Value) -> EntryBody {
    let mut world = World::ready();
    world.update(update);
    let mut entries = world.entries();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0)
}

fn tool(told_of: Value) -> ToolView {
    let mut update = json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "T"});
    for (name, value) in told_of.as_object().unwrap() {
        update[name] = value.clone();
    }
    match told(update) {
        EntryBody::Tool { tool } => tool,
        other => panic!("no tool: {other:?}"),
    }
}

#[test]
fn every_kind_of_content_is_shown() {
    let check = |block: Value, expected: ContentView| {
        for (kind, from) in [
            ("user_message_chunk", Speaker::User),
            ("agent_message_chunk", Speaker::Agent),
            ("agent_thought_chunk", Speaker::Thought),
        ] {
            let content = expected.clone();
            assert_eq!(
                told(json!({"sessionUpdate": kind, "content": block})),
                EntryBody::Content { from, content }
            );
        }
    };
    let resource = |name: &str, bytes: Option<u64>, text: Option<&str>| {
        ContentView::Resource(ResourceView {
            name: name.into(),
            uri: "file:///n".into(),
            about: None,
            mime: None,
            bytes,
            text: text.map(Into::into),
        })
    };
    check(
        json!({"type": "image", "mimeType": "image/png", "data": "aGk="}),
        ContentView::Image {
            mime: "image/png".into(),
            data: "aGk=".into(),
        },
    );
    check(
        json!({"type": "audio", "mimeType": "audio/wav", "data": "aGk="}),
        ContentView::Sound {
            mime: Some("audio/wav".into()),
            bytes: 2,
        },
    );
    check(
        json!({"type": "resource_link", "name": "notes", "uri": "file:///n"}),
        resource("notes", None, None),
    );
    check(
        json!({"type": "resource", "resource": {"uri": "file:///n", "text": "words"}}),
        resource("file:///n", None, Some("words")),
    );
    check(
        json!({"type": "resource", "resource": {"uri": "file:///n", "blob": "aGk="}}),
        resource("file:///n", Some(2), None),
    );
}

#[test]
fn text_of_each_speaker_stands_apart() {
    let text = json!({"type": "text", "text": "words"});
    let words = || "words".to_owned();
    let check = |kind: &str, expected: EntryBody| {
        assert_eq!(
            told(json!({"sessionUpdate": kind, "content": text})),
            expected
        );
    };
    check(
        "user_message_chunk",
        EntryBody::User {
            text: words(),
            attached: Vec::new(),
        },
    );
    check("agent_message_chunk", EntryBody::Agent { text: words() });
    check("agent_thought_chunk", EntryBody::Thought { text: words() });
}

#[test]
fn every_kind_and_state_of_a_tool_call_is_told_apart() {
    for kind in [
        "read",
        "edit",
        "delete",
        "move",
        "search",
        "execute",
        "think",
        "fetch",
        "switch_mode",
        "other",
    ] {
        assert_eq!(tool(json!({"kind": kind})).kind, kind);
    }
    assert_eq!(tool(json!({"kind": "dance"})).kind, "other");
    let check = |status: &str, expected: ToolStatus| {
        assert_eq!(tool(json!({"status": status})).status, expected, "{status}");
    };
    check("pending", ToolStatus::Pending);
    check("in_progress", ToolStatus::InProgress);
    check("completed", ToolStatus::Completed);
    check("failed", ToolStatus::Failed);
}

#[test]
fn everything_a_tool_call_yields_is_shown() {
    let shown = tool(json!({
        "content": [
            {"type": "content", "content": {"type": "text", "text": "words"}},
            {"type": "diff", "path": "/a", "oldText": null, "newText": "b"},
            {"type": "terminal", "terminalId": "t1"},
            {"type": "hologram"},
        ],
        "locations": [{"path": "/a", "line": 3}],
        "rawInput": {"a": 1},
        "rawOutput": [2],
    }));
    assert!(matches!(&shown.content[0], ToolContent::Text { text } if text == "words"));
    assert!(matches!(&shown.content[1], ToolContent::Diff { old: None, new, .. } if new == "b"));
    assert!(matches!(&shown.content[2], ToolContent::Terminal { id } if id == "t1"));
    assert!(
        matches!(&shown.content[3], ToolContent::Unrecognised { json } if json.contains("hologram"))
    );
    assert_eq!(shown.locations[0].line, Some(3));
    assert!(shown.input.unwrap().contains("\"a\": 1"));
    assert!(shown.output.unwrap().contains('2'));
}

#[test]
fn a_tool_call_update_changes_what_it_names() {
    let mut world = World::ready();
    world.update(
        json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Read", "kind": "read"}),
    );
    world.update(
        json!({"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "completed"}),
    );
    let [EntryBody::Tool { tool }] = &world.entries()[..] else {
        panic!("one row");
    };
    assert_eq!(
        (tool.title.as_str(), tool.kind.as_str(), tool.status),
        ("Read", "read", ToolStatus::Completed)
    );
}

#[test]
fn every_word_of_a_plan_is_kept_and_a_new_plan_replaces_it() {
    let mut world = World::ready();
    let entries: Vec<Value> = [
        ("high", "pending"),
        ("medium", "in_progress"),
        ("low", "completed"),
    ]
    .map(|(priority, status)| json!({"content": "step", "priority": priority, "status": status}))
    .to_vec();
    world.update(json!({"sessionUpdate": "plan", "entries": entries}));
    let step = |priority: &str, status| PlanStep {
        text: "step".into(),
        status,
        priority: priority.into(),
    };
    let steps = vec![
        step("high", ToolStatus::Pending),
        step("medium", ToolStatus::InProgress),
        step("low", ToolStatus::Completed),
    ];
    assert_eq!(world.entries(), [EntryBody::Plan { steps }]);
    world.update(json!({"sessionUpdate": "plan", "entries": []}));
    assert_eq!(world.entries(), [EntryBody::Plan { steps: Vec::new() }]);
}

#[test]
fn every_reason_to_stop_is_an_end_of_its_own() {
    let check = |reason: &str, expected: TurnEnd| {
        let mut world = World::ready();
        world.prompt("go");
        world.respond("session/prompt", Ok(json!({"stopReason": reason})));
        let last = Some(expected);
        assert_eq!(
            world.snapshot().sessions[0].head.turn,
            TurnState::Idle { last },
            "{reason}"
        );
    };
    check("end_turn", TurnEnd::EndTurn);
    check("max_tokens", TurnEnd::MaxTokens);
    check("max_turn_requests", TurnEnd::MaxTurnRequests);
    check("refusal", TurnEnd::Refusal);
    check("cancelled", TurnEnd::Cancelled);
    let value = "a_new_one".to_owned();
    check("a_new_one", TurnEnd::Other { value });
}

#[test]
fn a_title_comes_and_goes_with_session_info() {
    let mut world = World::ready();
    let title = |world: &World| world.snapshot().sessions[0].head.title.clone();
    world.update(json!({"sessionUpdate": "session_info_update", "title": "Tides"}));
    assert_eq!(title(&world).as_deref(), Some("Tides"));
    world.update(
        json!({"sessionUpdate": "session_info_update", "updatedAt": "2026-01-01T00:00:00Z"}),
    );
    assert_eq!(title(&world).as_deref(), Some("Tides"));
    world.update(json!({"sessionUpdate": "session_info_update", "title": null}));
    assert_eq!(title(&world), None);
}

#[test]
fn a_compaction_is_one_entry_at_the_place_it_began() {
    let mut world = World::ready();
    let mut compact = |update: Value| {
        let mut told = json!({"sessionUpdate": "compaction_update", "compactionId": "c"});
        for (name, value) in update.as_object().unwrap() {
            told[name] = value.clone();
        }
        world.update(told);
        match &world.entries()[0] {
            EntryBody::Compaction { compaction } => compaction.clone(),
            other => panic!("no compaction: {other:?}"),
        }
    };
    let text = |text: &str| json!({"type": "text", "text": text});
    let chunk =
        |words: &str| json!({"sessionUpdate": "compaction_summary_chunk", "content": text(words)});
    let summary = |words: &str| {
        vec![ToolContent::Text {
            text: words.to_owned(),
        }]
    };
    let begun = compact(json!({"status": "in_progress"}));
    assert_eq!(begun.status, ToolStatus::InProgress);
    compact(chunk("We spoke "));
    let told = compact(chunk("of tides."));
    assert_eq!(told.summary, summary("We spoke of tides."));
    assert_eq!(told.status, ToolStatus::InProgress);
    let replaced =
        compact(json!({"status": "failed", "summary": [text("Tides.")], "error": "full"}));
    assert_eq!(
        replaced,
        CompactionView {
            status: ToolStatus::Failed,
            summary: summary("Tides."),
            error: Some("full".into()),
        }
    );
    let kept = compact(json!({"status": "completed", "error": null}));
    assert_eq!(kept.summary, summary("Tides."));
    assert_eq!(kept.error, None);
    let cleared = compact(json!({"status": "cancelled", "summary": null}));
    assert_eq!(cleared.status, ToolStatus::Cancelled);
    assert!(cleared.summary.is_empty());
    world.update(json!({"sessionUpdate": "agent_message_chunk", "content": text("On.")}));
    world.update(json!({"sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": text("Late.")}));
    assert_eq!(world.entries().len(), 2);
    world.update(json!({"sessionUpdate": "compaction_update", "status": "completed"}));
    assert!(matches!(
        &world.entries()[2],
        EntryBody::Unrecognised { .. }
    ));
}

#[test]
fn notices_are_shown_with_what_they_are() {
    let check = |severity: &str, expected: Severity| {
        let update = json!({"sessionUpdate": "notice", "severity": severity, "title": "Quota", "description": "Half is used."});
        assert_eq!(
            told(update),
            EntryBody::AgentNotice {
                severity: expected,
                title: "Quota".into(),
                description: Some("Half is used.".into()),
            }
        );
    };
    check("info", Severity::Info);
    check("warning", Severity::Warning);
    check("error", Severity::Error);
    check("_mine", Severity::Info);
    let untitled = told(json!({"sessionUpdate": "notice", "severity": "info", "title": ""}));
    assert!(matches!(untitled, EntryBody::Unrecognised { .. }));
}
