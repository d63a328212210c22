//! Patterns: those made here are matched as a few lines of plain code match them, and any other text is
//! dealt with in bounded time.

use std::collections::BTreeSet;

use assent_core::form;
use assent_core::view::{Draft, ProblemCode, Remark};
use serde_json::json;

use crate::source::Source;

const LETTERS: [char; 8] = ['a', 'b', 'c', '0', '-', 'é', '\n', '𝒳'];

/// A pattern whose meaning is plain.
enum Node {
    Letter(char),
    Any,
    Class(Vec<(char, char)>, bool),
    Row(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
    Start,
    End,
}

/// Checks a pattern against a text.
pub fn check(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    if source.any() {
        let node = node(&mut source, 3);
        let text: Vec<char> = (0..source.below(10))
            .map(|_| source.pick(&LETTERS))
            .collect();
        let written = node.written();
        let expected = (0..=text.len()).any(|from| !node.ends(&text, from).is_empty());
        let text: String = text.into_iter().collect();
        let found = matches(&written, &text);
        assert_eq!(found, Some(expected), "{written:?} in {text:?}");
    } else {
        let text = source.text(40);
        let written = source.rest();
        let found = matches(&written, &text);
        assert_eq!(found, matches(&written, &text), "{written:?} in {text:?}");
    }
}

/// Whether a pattern is found in a text; none when nobody knows.
fn matches(pattern: &str, text: &str) -> Option<bool> {
    let params = json!({"mode": "form", "sessionId": "s1", "message": "m", "requestedSchema": {
        "properties": {"f": {"type": "string", "pattern": pattern}}}});
    let form = form::read(params.as_object()?).ok()?;
    let mut drafts = form.drafts();
    drafts.rows[0].draft = Draft::Text {
        text: text.to_owned(),
    };
    // An empty answer is left out, and what is left out is not matched.
    if text.is_empty() {
        drafts.rows[0].draft = Draft::Untouched;
        form.check(&drafts);
        return pattern_on_default(pattern);
    }
    let checked = form.check(&drafts);
    if checked.remarks[0].contains(&Remark::PatternUnchecked) {
        return None;
    }
    let fails = checked.problems[0]
        .iter()
        .any(|it| it.code == ProblemCode::Pattern);
    Some(!fails)
}

/// The same for an empty text, which is sent where it is the default.
fn pattern_on_default(pattern: &str) -> Option<bool> {
    let params = json!({"mode": "form", "sessionId": "s1", "message": "m", "requestedSchema": {
        "properties": {"f": {"type": "string", "pattern": pattern, "default": ""}}}});
    let form = form::read(params.as_object()?).ok()?;
    let checked = form.check(&form.drafts());
    if checked.remarks[0].contains(&Remark::PatternUnchecked) {
        return None;
    }
    let fails = checked.problems[0]
        .iter()
        .any(|it| it.code == ProblemCode::Pattern);
    Some(!fails)
}

fn node(source: &mut Source, depth: usize) -> Node {
    match source.below(if depth == 0 { 5 } else { 8 }) {
        0 => Node::Letter(source.pick(&LETTERS)),
        1 => Node::Any,
        2 => {
            let count = 1 + source.below(3);
            let ranges = (0..count).map(|_| {
                let from = source.pick(&LETTERS);
                let to = source.pick(&LETTERS);
                (from.min(to), from.max(to))
            });
            let ranges = ranges.collect();
            Node::Class(ranges, source.any())
        }
        3 => Node::Start,
        4 => Node::End,
        5 => Node::Row(several(source, depth)),
        6 => Node::Either(several(source, depth)),
        _ => {
            let least = source.below(3);
            let most = source.any::<bool>().then(|| least + source.below(3));
            // ECMA-262 knows no repeated assertion without a group around it; there always is one.
            Node::Repeat(Box::new(node(source, depth - 1)), least, most)
        }
    }
}

fn several(source: &mut Source, depth: usize) -> Vec<Node> {
    let count = 1 + source.below(3);
    (0..count).map(|_| node(source, depth - 1)).collect()
}

fn letter(letter: char) -> String {
    match letter {
        '\n' => "\\n".to_owned(),
        '-' => "\\-".to_owned(),
        other => other.to_string(),
    }
}

impl Node {
    fn written(&self) -> String {
        let all = |nodes: &[Self], between: &str| {
            let nodes: Vec<String> = nodes.iter().map(Self::written).collect();
            nodes.join(between)
        };
        match self {
            Self::Letter('-') => "-".to_owned(),
            Self::Letter(it) => letter(*it),
            Self::Any => ".".to_owned(),
            Self::Class(ranges, not) => {
                let ranges: Vec<String> = ranges
                    .iter()
                    .map(|(from, to)| format!("{}-{}", letter(*from), letter(*to)))
                    .collect();
                let ranges = ranges.concat();
                format!("[{}{ranges}]", if *not { "^" } else { "" })
            }
            Self::Row(nodes) => all(nodes, ""),
            Self::Either(nodes) => format!("(?:{})", all(nodes, "|")),
            Self::Repeat(node, least, most) => {
                let most = most.map(|most| most.to_string()).unwrap_or_default();
                format!("(?:{}){{{least},{most}}}", node.written())
            }
            Self::Start => "^".to_owned(),
            Self::End => "$".to_owned(),
        }
    }

    /// Where a match that begins at `from` can end.
    fn ends(&self, text: &[char], from: usize) -> BTreeSet<usize> {
        let one = |holds: bool| {
            let next = (holds && from < text.len()).then_some(from + 1);
            next.into_iter().collect()
        };
        let here = |holds: bool| holds.then_some(from).into_iter().collect();
        let at = text.get(from).copied().unwrap_or_default();
        match self {
            Self::Letter(it) => one(*it == at),
            Self::Any => one(!['\n', '\r', '\u{2028}', '\u{2029}'].contains(&at)),
            Self::Class(ranges, not) => {
                let within = ranges.iter().any(|(a, b)| (*a..=*b).contains(&at));
                one(within != *not)
            }
            Self::Row(nodes) => nodes.iter().fold(BTreeSet::from([from]), |ends, node| {
                ends.into_iter()
                    .flat_map(|it| node.ends(text, it))
                    .collect()
            }),
            Self::Either(nodes) => nodes.iter().flat_map(|it| it.ends(text, from)).collect(),
            Self::Repeat(node, least, most) => {
                let step = |ends: &BTreeSet<usize>| -> BTreeSet<usize> {
                    ends.iter().flat_map(|it| node.ends(text, *it)).collect()
                };
                let mut ends = BTreeSet::from([from]);
                for _ in 0..*least {
                    ends = step(&ends);
                }
                let mut all = ends.clone();
                // More rounds than there are places reach nothing new.
                for _ in 0..most.map_or(text.len() + 1, |most| most - least) {
                    ends = step(&ends);
                    all.extend(&ends);
                }
                all
            }
            Self::Start => here(from == 0),
            Self::End => here(from == text.len()),
        }
    }
}
