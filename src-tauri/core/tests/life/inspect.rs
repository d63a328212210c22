//! What is said about requests in the protocol's log and with the asks themselves.

use assent_core::intent::{Inspect, Intent};
use assent_core::view::{DismissedBy, Finding, NoteCode, ReasonCode, TraceFilter};
use serde_json::{Value, json};

use crate::world::World;

/// What was said last about the request with this id.
fn said(world: &World, id: &Value) -> Vec<Finding> {
    let remarks = world.remarks.iter();
    remarks
        .filter(|(_, of, _)| of == &id.to_string())
        .map(|(_, _, finding)| finding.clone())
        .collect()
}

fn form(properties: Value) -> Value {
    json!({"mode": "form", "sessionId": "s1", "message": "m",
        "requestedSchema": {"type": "object", "properties": properties}})
}

fn link(id: &str, url: &str) -> Value {
    json!({"mode": "url", "sessionId": "s1", "message": "m", "elicitationId": id, "url": url})
}

#[test]
fn a_request_that_is_refused_says_why() {
    let mut world = World::ready_with(true, false);
    let member = |member: &str| Finding::Malformed {
        member: member.into(),
    };
    let mode = |mode: &str| Some(mode.to_owned());
    for (params, finding) in [
        (
            link("e", "https://a.example/"),
            Finding::ModeOff { mode: "url".into() },
        ),
        (
            json!({"mode": "x"}),
            Finding::ModeUnknown { mode: mode("x") },
        ),
        (json!({}), Finding::ModeUnknown { mode: None }),
        (json!({"mode": "form"}), member("message")),
        (
            json!({"mode": "form", "message": "m"}),
            member("requestedSchema"),
        ),
        (
            json!({"mode": "form", "message": "x".repeat(100_001), "requestedSchema": {}}),
            Finding::OverLimit {
                limit: "message".into(),
            },
        ),
        (json!([1]), member("params")),
    ] {
        let key = world.ask(&json!("a"), "elicitation/create", params.clone());
        assert_eq!(world.answer(key)["error"], -32602);
        assert_eq!(
            world.remarks.last().map(|it| &it.2),
            Some(&finding),
            "{params}"
        );
    }
    world.ask(
        &json!(5),
        "session/request_permission",
        json!({"sessionId": "none"}),
    );
    assert_eq!(said(&world, &json!(5)), [Finding::NoSuchSession]);
    world.ask(
        &json!(6),
        "session/request_permission",
        json!({"sessionId": "s1"}),
    );
    assert_eq!(said(&world, &json!(6)), [member("toolCall")]);
    world.ask(&json!(7), "no/such", json!({}));
    assert_eq!(said(&world, &json!(7)), [Finding::NoSuchMethod]);
}

#[test]
fn links_say_why_they_were_not_shown() {
    let mut world = World::ready();
    world.ask(
        &json!(1),
        "elicitation/create",
        link("e", "https://a.example/"),
    );
    world.ask(
        &json!(2),
        "elicitation/create",
        link("e", "https://a.example/"),
    );
    assert_eq!(said(&world, &json!(2)), [Finding::IdInUse]);
    world.ask(&json!(3), "elicitation/create", link("f", "https://"));
    assert_eq!(said(&world, &json!(3)), [Finding::NotAnAddress]);
    world.ask(
        &json!(4),
        "elicitation/create",
        link("g", "https://u:p@a.example/"),
    );
    let refused = Finding::LinkRefused {
        reasons: vec![ReasonCode::Userinfo],
    };
    let refused = [refused];
    assert_eq!(said(&world, &json!(4)), refused);
    assert_eq!(world.view(world.newest()).findings, refused);
    let connection = world.connection();
    world.intent(Intent::MuteLinks { connection });
    world.ask(
        &json!(5),
        "elicitation/create",
        link("h", "https://a.example/"),
    );
    assert_eq!(said(&world, &json!(5)), [Finding::Muted]);
}

#[test]
fn what_is_shown_otherwise_than_sent_is_said_with_the_ask() {
    let mut world = World::ready();
    let properties = json!({
        "map": {"type": "object"},
        "n": {"type": "integer", "minimum": "x"},
        "password": {"type": "string"},
    });
    let mut params = form(properties);
    params["sessionId"] = json!("gone");
    params["requestedSchema"]["required"] = json!(["map"]);
    world.ask(&json!(1), "elicitation/create", params);
    let findings = world.view(world.newest()).findings;
    assert_eq!(said(&world, &json!(1)), findings);
    let note = |field: &str, note| Finding::FormNote {
        field: Some(field.into()),
        note,
    };
    for expected in [
        Finding::NoScope {
            session: Some("gone".into()),
        },
        Finding::AsksForSecret,
        Finding::Blocked {
            field: "map".into(),
        },
        note("map", NoteCode::Unsupported),
        note("n", NoteCode::ConstraintIgnored),
    ] {
        assert!(findings.contains(&expected), "{expected:?} in {findings:?}");
    }
}

#[test]
fn an_ask_that_ends_unseen_says_by_what() {
    let mut world = World::ready();
    let (_, ask) = world.form(1, json!({}));
    world.cancel_request(&json!(1));
    assert_eq!(world.view(ask).findings, [Finding::TakenBack]);
    let (_, ask) = world.form(2, json!({}));
    let session = world.session();
    world.intent(Intent::StopTurn { session });
    world.prompt("go");
    world.intent(Intent::StopTurn { session });
    let by = DismissedBy::Session;
    assert_eq!(world.view(ask).findings, [Finding::Dismissed { by }]);
    let (_, ask) = world.form(3, json!({}));
    let connection = world.connection();
    world.intent(Intent::StopAgent { connection });
    let by = DismissedBy::Connection;
    assert_eq!(world.view(ask).findings, [Finding::Dismissed { by }]);
    assert_eq!(said(&world, &json!(3)), [Finding::Dismissed { by }]);
    world.ask(&json!(4), "elicitation/create", form(json!({})));
    assert_eq!(said(&world, &json!(4)), [Finding::Stopping]);
}

#[test]
fn too_many_asks_say_how_many_may_wait() {
    let mut world = World::ready();
    for id in 0..21 {
        world.ask(&json!(id), "elicitation/create", form(json!({})));
    }
    let many = Finding::TooMany {
        limit: 20,
        in_session: true,
    };
    assert_eq!(said(&world, &json!(20)), [many]);
    assert!(said(&world, &json!(19)).is_empty());
}

#[test]
fn the_log_is_the_engines_and_nothing_of_it_becomes_state() {
    let mut world = World::ready();
    let connection = world.connection();
    let before = world.snapshot();
    let look = Inspect::Look {
        connection,
        viewer: 7,
        look: 1,
        filter: TraceFilter::default(),
        after: 0,
    };
    let json = serde_json::to_value(Intent::Inspect(look.clone())).unwrap();
    assert_eq!(json["type"], "inspect");
    assert_eq!(json["do"], "look");
    assert_eq!(
        serde_json::from_value::<Intent>(json).unwrap(),
        Intent::Inspect(look.clone())
    );
    world.intent(Intent::Inspect(look.clone()));
    assert!(matches!(world.inspected.as_slice(), [wanted] if *wanted == look));
    assert_eq!(world.snapshot(), before);
}
