//! What the person has entered, between the interface's drafts and the form's own terms.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::field::{Control, Entered, Field, Row};
use super::number::Decimal;
use crate::view::{Draft, FieldKind};

/// Reads a draft. One of the wrong shape, which [`accepts`] lets nobody store, counts as nothing.
pub(super) fn entered(field: &Field, draft: &Draft) -> Entered {
    match (&field.control, draft) {
        (_, Draft::Cleared) => Entered::Cleared,
        (Control::Text(_) | Control::Number { .. }, Draft::Text { text }) => {
            Entered::Text(text.clone())
        }
        (Control::Choice(_) | Control::Boolean, Draft::Text { text }) => choose_one(field, text),
        (Control::Multi { .. }, Draft::Text { text }) => choose_many(field, &[text]),
        (Control::Choice(_), Draft::Option { index }) => Entered::Option(*index),
        (Control::Choice(_), Draft::Other) => Entered::Other,
        (Control::Multi { .. }, Draft::Options { indices }) => Entered::Options {
            indices: indices.clone(),
            unknown: 0,
        },
        (Control::Boolean, Draft::YesNo { yes }) => Entered::YesNo(*yes),
        (Control::Text(_), Draft::DateTime { date, time, zone }) => {
            join_date_time(date, time, zone).map_or(Entered::Cleared, Entered::Text)
        }
        _ => Entered::Untouched,
    }
}

/// Takes a draft from the interface, in the shape in which it is kept; none if it does not fit the row.
pub(super) fn accepts(row: &Row, draft: Draft) -> Option<Draft> {
    let options = row.field.options().len();
    let exists = |index: u32| usize::try_from(index).is_ok_and(|index| index < options);
    match (&row.field.control, draft) {
        (Control::Unsupported, _) => None,
        (_, Draft::Untouched) => Some(Draft::Untouched),
        (Control::Multi { .. }, Draft::Cleared) => Some(Draft::Options {
            indices: Vec::new(),
        }),
        (_, Draft::Cleared) => Some(Draft::Cleared),
        (Control::Text(_) | Control::Number { .. }, draft @ Draft::Text { .. })
        | (Control::Boolean, draft @ Draft::YesNo { .. }) => Some(draft),
        (Control::Text(text), draft @ Draft::DateTime { .. })
            if text.kind == FieldKind::DateTime =>
        {
            let parts = entered(&row.field, &draft);
            Some(if parts == Entered::Cleared {
                Draft::Cleared
            } else {
                draft
            })
        }
        (Control::Choice(_) | Control::Boolean, Draft::Text { text }) => {
            match choose_one(&row.field, &text) {
                Entered::Option(index) => Some(Draft::Option { index }),
                Entered::YesNo(yes) => Some(Draft::YesNo { yes }),
                _ => None,
            }
        }
        (Control::Choice(_), Draft::Option { index }) => {
            exists(index).then_some(Draft::Option { index })
        }
        (Control::Choice(_), Draft::Other) => row
            .companion
            .as_ref()
            .is_some_and(|companion| companion.alone)
            .then_some(Draft::Other),
        (Control::Multi { .. }, Draft::Options { mut indices }) => {
            indices.sort_unstable();
            indices.dedup();
            indices
                .iter()
                .all(|index| exists(*index))
                .then_some(Draft::Options { indices })
        }
        _ => None,
    }
}

/// The option of a choice with this value as text, `true` or `false` of a boolean; the empty text takes
/// the choice away, unless it is an option.
pub(super) fn choose_one(field: &Field, text: &str) -> Entered {
    if matches!(field.control, Control::Boolean) {
        return match text {
            "" => Entered::Cleared,
            "true" => Entered::YesNo(true),
            "false" => Entered::YesNo(false),
            _ => Entered::NoOption,
        };
    }
    let options = field.options();
    let number = Decimal::parse(text.trim());
    let same_number = |value: &Value| match (value, &number) {
        (Value::Number(value), Some(number)) => Decimal::of(value) == *number,
        _ => false,
    };
    let place = options
        .iter()
        .position(|option| option.is_called(text))
        .or_else(|| options.iter().position(|option| same_number(&option.value)));
    match place.and_then(|place| u32::try_from(place).ok()) {
        Some(index) => Entered::Option(index),
        None if text.is_empty() => Entered::Cleared,
        None => Entered::NoOption,
    }
}

/// The options of a multi-select with these values, in the order of the options.
pub(super) fn choose_many<T: AsRef<str>>(field: &Field, texts: &[T]) -> Entered {
    let places: HashMap<_, u32> = field
        .options()
        .iter()
        .map(|option| option.value.as_str())
        .zip(0..)
        .collect();
    let distinct: HashSet<&str> = texts.iter().map(AsRef::as_ref).collect();
    let mut indices: Vec<u32> = distinct
        .iter()
        .filter_map(|text| places.get(&Some(*text)).copied())
        .collect();
    indices.sort_unstable();
    Entered::Options {
        unknown: distinct.len() - indices.len(),
        indices,
    }
}

/// The text that the parts of a date-time make; none if there is nothing in any.
pub(super) fn join_date_time(date: &str, time: &str, zone: &str) -> Option<String> {
    if date.is_empty() && time.is_empty() && zone.is_empty() {
        return None;
    }
    // A time of day is picked without seconds, and needs them.
    let seconds = if time.len() == "HH:MM".len() {
        ":00"
    } else {
        ""
    };
    Some(format!("{date}T{time}{seconds}{zone}"))
}

/// What is entered, or the default, as a person reads it.
pub(super) fn readable(field: &Field, entered: &Entered) -> Option<String> {
    let entered = match (entered, &field.default) {
        (Entered::Untouched, Some(default)) => default,
        (entered, _) => entered,
    };
    let label = |index: &u32| Some(field.options().get(usize::try_from(*index).ok()?)?.label());
    match entered {
        Entered::Text(text) => (!text.is_empty()).then(|| text.clone()),
        Entered::Option(index) => label(index),
        Entered::Options { indices, .. } => {
            let labels: Vec<String> = indices.iter().filter_map(label).collect();
            (!labels.is_empty()).then(|| labels.join(", "))
        }
        Entered::YesNo(yes) => Some(yes.to_string()),
        Entered::Untouched | Entered::Cleared | Entered::Other | Entered::NoOption => None,
    }
}
