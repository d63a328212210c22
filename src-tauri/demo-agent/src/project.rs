//! The form of the demo: the settings of a project, with a question of most kinds.

use agent_client_protocol::v1::schema::{ToolCall, ToolCallId, ToolCallStatus, ToolKind};
use serde_json::{Map, Value};

use crate::ask::{Answer, why_not_asked};
use crate::field::{Choice, Field, Kind, Reading, schema};
use crate::turn::{Flow, Turn};
use crate::words::text;

/// The questions, in the order in which they make sense, which is not that of the alphabet.
const FIELDS: &[Field] = &[
    Field {
        name: "name",
        title: "Project name",
        description: "Lower-case letters, digits and hyphens, beginning with a letter",
        required: true,
        kind: Kind::Slug {
            shortest: 2,
            longest: 40,
        },
    },
    Field {
        name: "about",
        title: "What is it for?",
        description: "A few sentences for those who find it later",
        required: false,
        kind: Kind::Prose { longest: 600 },
    },
    Field {
        name: "region",
        title: "Where should it run?",
        description: "Near the people who use it",
        required: true,
        kind: Kind::Choice(&[
            Choice {
                value: "eu-north",
                title: "Stockholm",
                description: "Lowest carbon, a little farther from the south",
            },
            Choice {
                value: "eu-west",
                title: "Dublin",
                description: "Close to most of Europe",
            },
            Choice {
                value: "us-east",
                title: "Virginia",
                description: "Close to the east of North America",
            },
        ]),
    },
    Field {
        name: "replicas",
        title: "Replicas",
        description: "How many copies run side by side",
        required: true,
        kind: Kind::Integer {
            least: 1,
            most: 12,
            default: Some(2),
        },
    },
    Field {
        name: "budget",
        title: "Monthly budget in euros",
        description: "Cents are fine; leave it empty for no limit",
        required: false,
        kind: Kind::Number {
            least: 0.0,
            most: 500.0,
        },
    },
    Field {
        name: "checks",
        title: "What must pass before a deployment?",
        description: "One to three",
        required: true,
        kind: Kind::Several {
            choices: &[
                Choice {
                    value: "tests",
                    title: "Tests",
                    description: "The whole suite",
                },
                Choice {
                    value: "review",
                    title: "A review",
                    description: "By one other person",
                },
                Choice {
                    value: "lint",
                    title: "Lints",
                    description: "Formatting and static checks",
                },
                Choice {
                    value: "audit",
                    title: "An audit",
                    description: "Known problems in dependencies",
                },
            ],
            fewest: 1,
            most: 3,
        },
    },
    Field {
        name: "public",
        title: "May anyone on the internet open it?",
        description: "If not, only people you invite",
        required: true,
        kind: Kind::YesNo { default: None },
    },
    Field {
        name: "previews",
        title: "A preview for every branch",
        description: "Taken down when the branch is merged",
        required: false,
        kind: Kind::YesNo {
            default: Some(true),
        },
    },
    Field {
        name: "launch",
        title: "Planned launch",
        description: "The day on which it should be up",
        required: false,
        kind: Kind::Date,
    },
    Field {
        name: "contact",
        title: "Whom to write to",
        description: "An e-mail address for notices",
        required: false,
        kind: Kind::Email,
    },
];

/// Asks for the settings and repeats what came back.
pub(crate) async fn ask(turn: &Turn) -> Flow {
    if !turn.connection.offers().forms {
        return turn.say(&in_conversation()).await;
    }
    turn.say(
        "### A form\n\n\
         Suppose we set up a new project together. I need to know a few things for it. \
         Answer what you like; what must be answered says so. I will repeat what reached me.",
    )
    .await?;
    let tool = ToolCallId::new(turn.fresh_id("settings"));
    turn.show_tool(
        ToolCall::new(tool.clone(), "Ask for the project's settings")
            .kind(ToolKind::Other)
            .status(ToolCallStatus::InProgress),
    )?;
    let answer = turn
        .ask_form(
            &tool,
            "A few questions about the new project, so that I can set it up.",
            schema(
                "Set up a project",
                "Nothing will be set up: this is a demo.",
                FIELDS,
            ),
        )
        .await?;
    turn.set_status(
        &tool,
        match answer {
            Ok(Answer::Accepted(_)) => ToolCallStatus::Completed,
            _ => ToolCallStatus::Failed,
        },
    )?;
    let reply = match answer {
        Ok(Answer::Accepted(content)) => repeat(&content),
        Ok(Answer::Declined) => {
            "You declined, so I know nothing about the project and set nothing up. \
             A real agent would now go on with what it has, or say what it cannot do."
                .to_owned()
        }
        Ok(Answer::Cancelled) => "You put the form away for now. I take that as a no. \
             If you want to see it again, type `/form`."
            .to_owned(),
        Ok(Answer::Unreadable) => {
            "Your client answered in a way that I cannot read, so I take it as a no.".to_owned()
        }
        Err(error) => format!("{} I go on without the settings.", why_not_asked(&error)),
    };
    turn.say(&reply).await
}

/// What came back, question by question.
fn repeat(content: &Map<String, Value>) -> String {
    let mut lines = vec![
        "Thank you. This is what reached me:".to_owned(),
        String::new(),
        "| Question | Your answer |".to_owned(),
        "| --- | --- |".to_owned(),
    ];
    let mut wrong = 0;
    for field in FIELDS {
        let answer = match field.read(content) {
            Reading::Given(words) => words,
            Reading::LeftOut => "*left out*".to_owned(),
            Reading::Wrong(why) => {
                wrong += 1;
                format!("*not used: {why}*")
            }
        };
        lines.push(format!("| {} | {answer} |", text(field.title)));
    }
    lines.push(String::new());
    let unasked = content
        .keys()
        .filter(|name| FIELDS.iter().all(|field| field.name != *name))
        .count();
    if unasked > 0 {
        lines.push(format!(
            "There was also something that I had not asked for ({unasked}), which I did not read."
        ));
    }
    lines.push(
        if wrong == 0 {
            "Everything is as I asked for it."
        } else {
            "Some of it is not as I asked for it. I would ask again before using it."
        }
        .to_owned(),
    );
    lines.join("\n")
}

/// For a client without forms: the same questions in the conversation.
fn in_conversation() -> String {
    let mut lines = vec![
        "### A form, in words".to_owned(),
        String::new(),
        "Your client did not say that it shows forms, so I must not send it one. I would ask like this instead:"
            .to_owned(),
        String::new(),
    ];
    for field in FIELDS.iter().filter(|field| field.required) {
        lines.push(format!(
            "- **{}** {}.",
            text(field.title),
            text(field.description)
        ));
    }
    lines.push(String::new());
    lines
        .push("You would answer in your next message. As this is a demo, you need not.".to_owned());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn full() -> Value {
        json!({
            "name": "shop",
            "about": "Sells\nbread | butter",
            "region": "eu-west",
            "replicas": 3,
            "budget": 12.5,
            "checks": ["tests", "audit"],
            "public": false,
            "previews": true,
            "launch": "2027-03-01",
            "contact": "robin@id.example",
        })
    }

    fn said(content: &Value) -> String {
        repeat(content.as_object().expect("an object"))
    }

    #[test]
    fn every_answer_is_repeated_in_its_row() {
        let said = said(&full());
        assert!(
            said.contains("| Where should it run\\? | Dublin |"),
            "{said}"
        );
        assert!(said.contains("| Tests and An audit |"), "{said}");
        assert!(said.contains("Sells bread \\| butter"), "{said}");
        assert!(said.contains("Everything is as I asked for it."), "{said}");
    }

    #[test]
    fn what_is_missing_wrong_or_unasked_is_said() {
        let mut content = full();
        content["replicas"] = json!(99);
        content["password"] = json!("hunter2");
        content
            .as_object_mut()
            .expect("an object")
            .retain(|name, _| name != "region" && name != "budget");
        let said = said(&content);
        assert!(said.contains("*not used: outside the bounds*"), "{said}");
        assert!(
            said.contains("*not used: this was required and is missing*"),
            "{said}"
        );
        assert!(said.contains("*left out*"), "{said}");
        assert!(said.contains("had not asked for (1)"), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
        assert!(said.contains("I would ask again"), "{said}");
    }

    #[test]
    fn the_schema_keeps_the_order_of_the_questions() {
        let schema = schema("t", "d", FIELDS);
        let names: Vec<&String> = schema["properties"]
            .as_object()
            .expect("properties")
            .keys()
            .collect();
        assert_eq!(names[..4], ["name", "about", "region", "replicas"]);
        assert_eq!(schema["required"].as_array().map(Vec::len), Some(5));
    }
}
