//! What the guides say, where a test can tell.

use serde_json::Value;

use crate::world::World;

const AUTHORS: &str = include_str!("../../../../ui/guide/authors.md");

/// The first block of JSON after a heading.
fn example(heading: &str) -> Value {
    let (_, after) = AUTHORS.split_once(heading).unwrap();
    let (_, block) = after.split_once("```json\n").unwrap();
    let (text, _) = block.split_once("```").unwrap();
    serde_json::from_str(text).unwrap()
}

#[test]
fn what_is_advertised_stands_in_the_guide() {
    let world = World::ready();
    let (.., params) = world
        .calls
        .iter()
        .find(|it| it.2 == "initialize")
        .unwrap()
        .clone();
    let mut told = example("## What Assent advertises");
    told["clientInfo"]["version"] = params["clientInfo"]["version"].clone();
    assert_eq!(told, params);
}

#[test]
fn the_examples_of_the_guide_are_asked_as_it_says() {
    for (heading, kind) in [("## Forms", "form"), ("## Links", "url")] {
        let request = example(heading);
        assert_eq!(request["params"]["mode"], kind);
        assert_eq!(request["method"], "elicitation/create");
    }
    let mut world = World::ready();
    let mut params = example("## Forms")["params"].clone();
    params["sessionId"] = "s1".into();
    let before = world.snapshot().asks.len();
    world.ask(&1.into(), "elicitation/create", params);
    assert_eq!(world.snapshot().asks.len(), before + 1);
}
