//! Reads the options of a choice or multi-select.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::conventions;
use super::field::Choice;
use super::number::{Decimal, canonical};
use super::schema::{Notes, member, text_member};
use crate::view::NoteCode;

/// What the constants of a field may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Constants {
    /// Strings.
    Strings,
    /// Numbers.
    Numbers,
    /// Whole numbers.
    Integers,
    /// Strings, numbers, yes and no: the field has no type.
    Any,
}

impl Constants {
    /// The value as it is sent, if it may be one.
    pub(super) fn take(self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::Strings | Self::Any, Value::String(_)) | (Self::Any, Value::Bool(_)) => {
                Some(value.clone())
            }
            (Self::Numbers | Self::Any, Value::Number(number)) => {
                Some(Value::Number(canonical(number)))
            }
            (Self::Integers, Value::Number(number)) => Decimal::of(number)
                .is_whole()
                .then(|| Value::Number(canonical(number))),
            _ => None,
        }
    }
}

/// How many options the lists of a property name, before any is dropped.
pub(super) fn count(property: &Value) -> usize {
    let lists = |object: &Value| -> usize {
        ["enum", "oneOf", "anyOf"]
            .iter()
            .filter_map(|key| object.get(*key)?.as_array())
            .map(Vec::len)
            .sum()
    };
    lists(property) + property.get("items").map_or(0, lists)
}

/// Reads the options. None if there is no list of them; an empty list if none of it can be used.
///
/// `typed`: the field has a type of its own, so that a list of schemas is a constraint on it.
pub(super) fn read(
    object: &Map<String, Value>,
    constants: Constants,
    typed: bool,
    notes: &mut Notes,
) -> Option<Vec<Choice>> {
    let mut lists = ["oneOf", "anyOf", "enum"].map(|key| list_member(object, key, notes));
    let plain = lists[2].take();
    let mut titled = lists.into_iter().flatten();
    if let Some(list) = titled
        .clone()
        .find(|list| list.iter().any(|entry| entry.get("const").is_some()))
    {
        let entries = list.iter().filter(|entry| !is_null_schema(entry));
        return Some(collect(
            entries.map(|entry| read_titled(entry, constants)),
            notes,
        ));
    }
    if let Some(list) = plain {
        let names = object.get("enumNames").and_then(Value::as_array);
        let entries = list
            .iter()
            .enumerate()
            .filter(|(_, value)| !value.is_null());
        let read = |(at, value): (usize, &Value)| {
            Some(Choice {
                value: constants.take(value)?,
                title: names
                    .and_then(|names| names.get(at)?.as_str())
                    .map(str::to_owned),
                description: None,
                preview: None,
            })
        };
        return Some(collect(entries.map(read), notes));
    }
    let first = titled.next()?;
    if typed
        && first
            .iter()
            .chain(titled.flatten())
            .any(|entry| entry.get("type").is_some())
    {
        notes.add(NoteCode::ConstraintIgnored);
        return None;
    }
    Some(Vec::new())
}

fn list_member<'a>(
    object: &'a Map<String, Value>,
    key: &str,
    notes: &mut Notes,
) -> Option<&'a Vec<Value>> {
    let value = member(object, key)?;
    if !value.is_array() {
        notes.add(NoteCode::ConstraintIgnored);
    }
    value.as_array()
}

/// `null`, or what says the same as a schema.
pub(super) fn is_null_schema(entry: &Value) -> bool {
    entry.is_null()
        || entry.get("const").is_some_and(Value::is_null)
        || (entry.get("type").and_then(Value::as_str) == Some("null")
            && member_of(entry, "const").is_none())
}

fn member_of<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    member(value.as_object()?, key)
}

fn read_titled(entry: &Value, constants: Constants) -> Option<Choice> {
    let object = entry.as_object()?;
    Some(Choice {
        value: constants.take(object.get("const")?)?,
        title: text_member(object, "title"),
        description: text_member(object, "description"),
        preview: conventions::preview(object),
    })
}

/// Of equal values the first stays.
fn collect(entries: impl Iterator<Item = Option<Choice>>, notes: &mut Notes) -> Vec<Choice> {
    let mut seen = HashSet::new();
    let mut options = Vec::new();
    for entry in entries {
        match entry {
            Some(option) if seen.insert(option.value.to_string()) => options.push(option),
            _ => notes.add(NoteCode::OptionIgnored),
        }
    }
    options
}
