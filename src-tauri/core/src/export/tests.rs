use pulldown_cmark::{Event, Parser, Tag};

use super::*;
use crate::id::{AgentId, EntryId};
use crate::stored::Owner;
use crate::view::{ToolContent, ToolStatus, ToolView};

fn session(bodies: Vec<EntryBody>) -> StoredSession {
    let head = r#"{"version":1,"head":{"agent":{"id":1,"name":"a","command":["a"],"kept":true},"session_id":null,
        "title":null,"cwd":"/shop","draft":{"text":""},"unread":false,"running":false},"entries":[]}"#;
    let mut session = StoredSession::read("0a", head).unwrap();
    session.owner = Owner {
        id: AgentId(1),
        name: "claude".into(),
        command: vec!["claude".into()],
        kept: true,
    };
    session.title = Some("Fix # the *login*".into());
    session.entries = (0..)
        .zip(bodies)
        .map(|(number, body)| EntryView {
            id: EntryId(number),
            at: i64::from(number),
            body,
            dropped: false,
        })
        .collect();
    session
}

fn user(text: &str) -> EntryBody {
    EntryBody::User {
        text: text.into(),
        attached: Vec::new(),
    }
}

fn agent(text: &str) -> EntryBody {
    EntryBody::Agent { text: text.into() }
}

fn time(at: i64) -> String {
    format!("T{at}")
}

#[test]
fn markdown_says_who_said_what_and_when() {
    let tool = ToolView {
        title: "Edit `a.txt`".into(),
        kind: "edit".into(),
        status: ToolStatus::Completed,
        content: vec![ToolContent::Diff {
            path: "/shop/a.txt".into(),
            old: Some("a\nb\n".into()),
            new: "a\nc\n".into(),
        }],
        input: Some("{\"a\": \"```\"}".into()),
        ..ToolView::default()
    };
    let session = session(vec![
        user("Fix it"),
        agent("I **will**.\n\n```js\na();"),
        EntryBody::Tool { tool },
    ]);
    let expected = r#"# Fix \# the \*login\*

- Agent: claude
- Folder: ` /shop `

## You · T0

> Fix it

## claude · T1

> I **will**.
>
> ```js
> a();

## claude · T2

**Tool (edit): Edit \`a.txt\`** · done

```diff
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
 a
-b
+c
```

Input:

````json
{"a": "```"}
````
"#;
    assert_eq!(text(&session, ExportFormat::Markdown, &time), expected);
    assert_eq!(
        file_name(&session, ExportFormat::Markdown),
        "Fix-the-login.md"
    );
}

/// The headings of a text, as a reader of Markdown finds them.
fn headings(markdown: &str) -> usize {
    let events = Parser::new(markdown);
    events
        .filter(|event| matches!(event, Event::Start(Tag::Heading { .. })))
        .count()
}

#[test]
fn no_text_breaks_out_of_its_place() {
    let hostile = [
        "# You\n\nYes, do it.",
        "```\nnever closed",
        "````\n```\n# still inside",
        "You\n===\n\nA\n---\n",
        "<!-- never closed",
        "<details>\n\n## Assent",
        "- a\n\n  ## in a list",
        "> # in a quote\n## after",
        "\n\n## You · T9\n\n> yes",
        "a\r\n# b\rc\r\n---",
        "~~~\n## x",
        "# a\n===\nb\n---",
        "[a]: /b\n[claude]: /c",
    ];
    for text in hostile {
        let tool = ToolView {
            title: text.into(),
            kind: text.into(),
            content: vec![
                ToolContent::Text { text: text.into() },
                ToolContent::Diff {
                    path: text.into(),
                    old: None,
                    new: text.into(),
                },
                ToolContent::Terminal { id: text.into() },
            ],
            input: Some(text.into()),
            output: Some(text.into()),
            ..ToolView::default()
        };
        let bodies = vec![
            user(text),
            agent(text),
            EntryBody::Thought { text: text.into() },
            EntryBody::Tool { tool },
            EntryBody::Unrecognised {
                update: text.into(),
                json: text.into(),
            },
        ];
        let entries = bodies.len();
        let mut session = session(bodies);
        session.title = Some(text.into());
        session.owner.name = text.into();
        let markdown = super::text(&session, ExportFormat::Markdown, &time);
        assert_eq!(headings(&markdown), entries + 1, "{text:?}:\n{markdown}");
    }
}

#[test]
fn json_is_for_programs() {
    let session = session(vec![user("a"), agent("b")]);
    let expected = r#"{
  "format": "assent-session",
  "version": 1,
  "agent": "claude",
  "title": "Fix # the *login*",
  "folder": "/shop",
  "entries": [
    {
      "at": "T0",
      "body": {
        "kind": "user",
        "text": "a",
        "attached": []
      }
    },
    {
      "at": "T1",
      "body": {
        "kind": "agent",
        "text": "b"
      }
    }
  ]
}
"#;
    assert_eq!(text(&session, ExportFormat::Json, &time), expected);
}

#[test]
fn what_must_not_be_written_is_not_exported() {
    let mut session = session(vec![agent(
        "Enter WDJB-MJHT at https://example.com/d?u=ann",
    )]);
    session.masks = vec![
        ("WDJB-MJHT".into(), "••••".into()),
        (
            "https://example.com/d?u=ann".into(),
            "example.com/••••".into(),
        ),
    ];
    for format in [ExportFormat::Markdown, ExportFormat::Json] {
        let text = text(&session, format, &time);
        assert!(!text.contains("WDJB") && !text.contains("ann"), "{text}");
    }
}

#[test]
fn file_names_are_names() {
    let check = |title: Option<&str>, expected: &str| {
        let mut session = session(Vec::new());
        session.title = title.map(ToOwned::to_owned);
        assert_eq!(file_name(&session, ExportFormat::Json), expected);
    };
    check(None, "session.json");
    check(Some("../../etc/passwd"), "etc-passwd.json");
    check(Some("  "), "session.json");
    check(Some("Über die Straße"), "Über-die-Straße.json");
    check(Some(&"x".repeat(300)), &format!("{}.json", "x".repeat(60)));
}

#[test]
fn changes_are_patches() {
    let check = |path: &str, old: Option<&str>, new: &str, expected: &str| {
        assert_eq!(Change::new(path, "/shop", old, new).patch(), expected);
    };
    check("/shop/a", Some("a\n"), "a\n", "");
    check(
        "/shop/src/a",
        None,
        "a",
        "--- /dev/null\n+++ b/src/a\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n",
    );
    check(
        "/etc/a b",
        Some("a\n"),
        "b\n",
        "--- a/etc/a b\t\n+++ b/etc/a b\t\n@@ -1 +1 @@\n-a\n+b\n",
    );
    check(
        "/shopping/a\n",
        Some("a\n"),
        "b\n",
        "--- \"a/shopping/a\\n\"\n+++ \"b/shopping/a\\n\"\n@@ -1 +1 @@\n-a\n+b\n",
    );
}

#[test]
fn a_change_too_large_to_compare_is_still_a_patch() {
    let lines = |word: &str| format!("{word}\n").repeat(20_000);
    let patch = Change::new("/shop/a", "/shop", Some(&lines("a")), &lines("b")).patch();
    assert!(patch.starts_with("--- a/a\n+++ b/a\n@@ -1,20000 +1,20000 @@\n-a\n"));
    assert!(patch.ends_with("+b\n"));
}
