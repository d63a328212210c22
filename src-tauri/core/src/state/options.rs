//! What an agent lets the person set for a session: config options, or else modes.

use serde_json::Value;

use crate::text::taken::{self, is_id, label, words};
use crate::view::{OptionSetView, OptionValueView};

/// Values that can be chosen among.
const MOST_VALUES: usize = 2_000;

/// One thing to set.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OptionSet {
    /// The agent's id; for the modes of an agent without config options, none.
    pub(crate) id: Option<String>,
    pub(crate) view: OptionSetView,
    /// What each value is on the wire.
    pub(crate) values: Vec<Value>,
}

/// What the answer to `session/new` lets the person set. With `configOptions`, `modes` does not count.
pub(crate) fn of_answer(answer: &Value) -> Vec<OptionSet> {
    match answer.get("configOptions").and_then(Value::as_array) {
        Some(options) => of_list(options),
        None => answer.get("modes").and_then(modes).into_iter().collect(),
    }
}

/// A whole list of config options. One of a type we do not know is only told of; one without a name or an id
/// is left out.
pub(crate) fn of_list(options: &[Value]) -> Vec<OptionSet> {
    let read = |it| option(it).or_else(|| unknown(it));
    let (taken, _) = taken::items(options);
    taken.iter().filter_map(read).collect()
}

fn unknown(option: &Value) -> Option<OptionSet> {
    let kind = text(option, "type")?;
    let known = ["select", "boolean"].contains(&kind);
    (!known).then_some(())?;
    Some(OptionSet {
        id: Some(text(option, "id").filter(|it| is_id(it))?.to_owned()),
        view: OptionSetView {
            name: label(text(option, "name")?),
            description: None,
            boolean: false,
            values: Vec::new(),
            current: None,
            changing: false,
            unknown: Some(label(kind)),
        },
        values: Vec::new(),
    })
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name).and_then(Value::as_str)
}

fn option(option: &Value) -> Option<OptionSet> {
    let (boolean, values, views) = match text(option, "type")? {
        "select" => {
            let (values, views) = select_values(option.get("options")?.as_array()?);
            (false, values, views)
        }
        "boolean" => (
            true,
            vec![Value::Bool(false), Value::Bool(true)],
            Vec::new(),
        ),
        _ => return None,
    };
    let current = place(&values, option.get("currentValue")?);
    Some(OptionSet {
        id: Some(text(option, "id").filter(|it| is_id(it))?.to_owned()),
        view: OptionSetView {
            name: label(text(option, "name")?),
            description: text(option, "description").map(words),
            boolean,
            values: views,
            current,
            changing: false,
            unknown: None,
        },
        values,
    })
}

fn select_values(options: &[Value]) -> (Vec<Value>, Vec<OptionValueView>) {
    let mut values = Vec::new();
    let mut views = Vec::new();
    let mut add = |value: &Value, group: Option<&str>| {
        if let (Some(id @ Value::String(key)), Some(name)) =
            (value.get("value"), text(value, "name"))
            && is_id(key)
            && values.len() < MOST_VALUES
        {
            values.push(id.clone());
            views.push(OptionValueView {
                name: label(name),
                description: text(value, "description").map(words),
                group: group.map(label),
            });
        }
    };
    for option in options {
        match option.get("options").and_then(Value::as_array) {
            Some(members) => {
                for member in members {
                    add(member, text(option, "name"));
                }
            }
            None => add(option, None),
        }
    }
    (values, views)
}

fn modes(modes: &Value) -> Option<OptionSet> {
    let available = modes.get("availableModes")?.as_array()?;
    let known = available.iter().filter_map(|mode| {
        Some((
            mode.get("id")?,
            text(mode, "name")?,
            text(mode, "description"),
        ))
    });
    let (values, views): (Vec<Value>, Vec<OptionValueView>) = known
        .filter(|(id, ..)| id.as_str().is_some_and(is_id))
        .take(MOST_VALUES)
        .map(|(id, name, description)| {
            let view = OptionValueView {
                name: label(name),
                description: description.map(words),
                group: None,
            };
            (id.clone(), view)
        })
        .unzip();
    let current = place(&values, modes.get("currentModeId")?);
    Some(OptionSet {
        id: None,
        view: OptionSetView {
            name: String::new(),
            description: None,
            boolean: false,
            values: views,
            current,
            changing: false,
            unknown: None,
        },
        values,
    })
}

/// Where a value stands in the list.
pub(crate) fn place(values: &[Value], value: &Value) -> Option<u32> {
    let place = values.iter().position(|it| it == value)?;
    u32::try_from(place).ok()
}
