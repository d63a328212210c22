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

const PEOPLE: [&str; 2] = [
    include_str!("../../../../ui/guide/people.md"),
    include_str!("../../../../ui/guide/people.de.md"),
];

/// What a text consists of, whatever its language: headings, paragraphs, pictures, rows, points, and files that are named.
fn shape(text: &str) -> Vec<String> {
    let block = |lines: &str| -> Option<String> {
        let first = lines.lines().next()?;
        let lines = lines.lines();
        if first.starts_with('#') {
            Some(first.split(' ').next()?.to_owned())
        } else if let Some((_, file)) = first.split_once("](../pictures/") {
            Some(file.replace("-de", ""))
        } else if first.starts_with('|') {
            let rows: Vec<_> = lines.map(|row| row.matches('|').count()).collect();
            Some(format!("table {rows:?}"))
        } else if first.starts_with("- ") {
            Some(format!(
                "points {}",
                lines.filter(|line| line.starts_with("- ")).count()
            ))
        } else {
            Some("paragraph".to_owned())
        }
    };
    let named = text.split('`').skip(1).step_by(2).map(str::to_owned);
    text.split("\n\n").filter_map(block).chain(named).collect()
}

/// The place that a heading makes, as the sites that show Markdown do it.
fn place(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().to_lowercase();
    letters.replace(' ', "-")
}

#[test]
fn the_guide_says_the_same_in_each_language() {
    let [english, german] = PEOPLE.map(shape);
    for (one, other) in english.iter().zip(&german) {
        assert_eq!(one, other);
    }
    assert_eq!(english.len(), german.len());
}

#[test]
fn what_the_guides_lead_to_is_there() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/guide");
    for text in PEOPLE.into_iter().chain([AUTHORS]) {
        let places: Vec<_> = text
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(place)
            .collect();
        let targets = text.split("](").skip(1);
        for target in targets.filter_map(|rest| rest.split(')').next()) {
            match target.strip_prefix('#') {
                Some(heading) => assert!(places.iter().any(|it| it == heading), "{target}"),
                None if target.contains("://") => {}
                None => assert!(folder.join(target).exists(), "{target}"),
            }
        }
    }
}
