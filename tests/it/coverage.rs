//! What of ACP v1 Assent covers: the table in `tests/coverage.md` has a row for everything the protocol's crate has.
//!
//! Why the crate's own schema is asked: what it gains shows up here by itself, and the row has to name a test that is
//! there.

use std::collections::BTreeSet;
use std::path::Path;

use agent_client_protocol_schema::v1;
use schemars::JsonSchema;
use serde_json::Value;

/// Everything that can go over the wire; only its schema is of use.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is wanted")]
struct Protocol {
    to_agent: v1::ClientRequest,
    told_agent: v1::ClientNotification,
    from_agent: v1::AgentResponse,
    to_client: v1::AgentRequest,
    told_client: v1::AgentNotification,
    from_client: v1::ClientResponse,
    either: v1::ProtocolLevelNotification,
}

/// The protocol, as the crate's schema has it.
struct Schema(Value);

impl Schema {
    fn read() -> Self {
        Self(schemars::schema_for!(Protocol).to_value())
    }

    fn definition(&self, name: &str) -> &Value {
        let found = &self.0["$defs"][name];
        assert!(found.is_object(), "the schema has no {name}");
        found
    }

    /// Every row the table must have.
    fn items(&self) -> BTreeSet<String> {
        let mut items = BTreeSet::new();
        for definition in self.0["$defs"].as_object().unwrap().values() {
            if let Some(method) = definition["x-method"].as_str() {
                items.insert(format!("method `{method}`"));
            }
        }
        for (name, definition) in self.0["$defs"].as_object().unwrap() {
            for value in values(definition) {
                items.insert(format!("{name} `{value}`"));
            }
        }
        for side in ["Client", "Agent"] {
            self.capabilities(&format!("{side}Capabilities"), side, &mut items);
        }
        items
    }

    fn capabilities(&self, name: &str, path: &str, items: &mut BTreeSet<String>) {
        let Some(members) = self.definition(name)["properties"].as_object() else {
            return;
        };
        for (member, schema) in members {
            if member == "_meta" {
                continue;
            }
            let path = format!("{path}.{member}");
            items.insert(format!("capability `{path}`"));
            let one = std::iter::once(schema);
            let many = ["allOf", "anyOf"]
                .iter()
                .filter_map(|it| schema[it].as_array())
                .flatten();
            for reference in one.chain(many).filter_map(|it| it["$ref"].as_str()) {
                let name = reference.trim_start_matches("#/$defs/");
                self.capabilities(name, &path, items);
            }
        }
    }
}
/// The values that tell the kinds of a definition apart; a kind without one is known by its title.
fn values(definition: &Value) -> Vec<String> {
    let kinds = ["oneOf", "anyOf"]
        .iter()
        .find_map(|it| definition[it].as_array());
    let found: Vec<String> = kinds
        .into_iter()
        .flatten()
        .filter_map(|kind| {
            let members = kind["properties"].as_object();
            let tag = members
                .into_iter()
                .flatten()
                .find_map(|(_, it)| it["const"].as_str());
            let constant = kind["const"].as_str().or(tag);
            let names = [&kind["title"], &kind["$ref"], &kind["items"]["$ref"]];
            let value = constant.or_else(|| names.into_iter().find_map(Value::as_str))?;
            Some(value.trim_start_matches("#/$defs/").to_owned())
        })
        .collect();
    found
}

/// The rows of the table: an item, and the tests that exercise it or why it is not used.
fn rows(table: &str) -> Vec<(&str, &str)> {
    let cells = table.lines().filter_map(|line| {
        let (item, how) = line
            .strip_prefix("| ")?
            .strip_suffix(" |")?
            .split_once(" | ")?;
        Some((item.trim(), how.trim()))
    });
    // The first is the head; the line below it has no blanks.
    cells.skip(1).collect()
}

#[test]
fn the_table_has_a_row_for_everything_in_the_protocol() {
    let table = include_str!("../coverage.md");
    let told: BTreeSet<String> = rows(table)
        .iter()
        .map(|(item, _)| (*item).to_owned())
        .collect();
    let items = Schema::read().items();
    let missing: Vec<_> = items.difference(&told).collect();
    let superfluous: Vec<_> = told.difference(&items).collect();
    let readme = include_str!("../../README.md");
    for item in &items {
        let word = item.split_once(' ').map_or("", |(_, word)| word);
        assert!(readme.contains(word), "README.md does not name {item}");
    }
    assert!(
        missing.is_empty() && superfluous.is_empty(),
        "tests/coverage.md lacks {missing:#?} and has {superfluous:#?} too much"
    );
}

/// That tests are there, each given as a file and a name: `file`: name; `file`: name.
fn are_there(item: &str, tests: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for test in tests.split("; ") {
        let (file, name) = test.split_once(": ").unwrap_or_default();
        let text = std::fs::read_to_string(root.join(file.trim_matches('`')));
        let text = text.unwrap_or_else(|error| panic!("{item}: {file}: {error}"));
        let is_there = text.contains(&format!("fn {name}(")) || text.contains(&format!("'{name}'"));
        assert!(is_there, "{item}: no test {name} in {file}");
    }
}

#[test]
fn the_tests_of_the_table_are_there() {
    for (item, how) in rows(include_str!("../coverage.md")) {
        if !how.starts_with("not used: ") {
            are_there(item, how);
        }
    }
}

#[test]
fn whatever_is_said_to_be_tried_has_its_tests() {
    let tried = include_str!("../hostile.md");
    let rows = tried.lines().filter_map(|line| {
        let cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        let cells: Vec<&str> = cells.map(str::trim).collect();
        let tests = *cells.last()?;
        tests.starts_with('`').then_some((cells[0], tests))
    });
    let mut count = 0;
    for (what, tests) in rows {
        count += 1;
        are_there(what, tests);
    }
    assert!(count >= 40, "{count} rows");
}
