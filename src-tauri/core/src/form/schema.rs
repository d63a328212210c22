//! Reads the properties of a form's schema, each on its own: one that cannot be read never hides the rest.
//!
//! Why not the types of the SDK: they sort the properties and turn a whole request away for an unknown
//! `format`, a bound written as `1.0`, a nullable type or an option without a title.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value};

use super::check;
use super::field::{Bound, Control, Entered, Field, Text};
use super::format::Format;
use super::number::{Decimal, canonical};
use super::options::{self, Constants, is_null_schema};
use super::pattern::Pattern;
use super::secrets;
use crate::view::{FieldKind, NoteCode};

/// A longer text gets several lines from the start.
const MOST_ON_ONE_LINE: u64 = 200;
/// How deep a nullable type may be wrapped.
const MOST_WRAPPINGS: usize = 4;

/// What was found about one field, each code once.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<NoteCode>);

impl Notes {
    /// Adds a code.
    pub(super) fn add(&mut self, code: NoteCode) {
        if !self.0.contains(&code) {
            self.0.push(code);
        }
    }

    /// The codes, in the order found.
    pub(super) fn into_codes(self) -> Vec<NoteCode> {
        self.0
    }
}

/// A member that is there and not `null`.
pub(super) fn member<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    object.get(key).filter(|value| !value.is_null())
}

/// A text member; one of another type is as if left out, so is a blank one.
pub(super) fn text_member(object: &Map<String, Value>, key: &str) -> Option<String> {
    let text = object.get(key)?.as_str()?;
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// Reads one property.
pub(super) fn read_field(name: &str, schema: &Value, required: bool) -> (Field, Notes) {
    let mut notes = Notes::default();
    let empty = Map::new();
    let object = schema
        .as_object()
        .map_or(Cow::Borrowed(&empty), unwrap_nullable);
    let control = read_control(&object, &mut notes);
    if matches!(control, Control::Unsupported) {
        notes.add(NoteCode::Unsupported);
    }
    let default = read_default(&object, &control, &mut notes);
    let mut field = Field {
        name: name.to_owned(),
        title: text_member(&object, "title"),
        description: text_member(&object, "description"),
        required,
        control,
        default,
        secret: false,
        fingerprint: fingerprint(name, schema),
    };
    field.secret = asks_for_secret(&field, &object);
    if field.default.is_some() && check::default_breaks(&field) {
        notes.add(NoteCode::DefaultInvalid);
    }
    (field, notes)
}

fn fingerprint(name: &str, schema: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    (name, schema.to_string()).hash(&mut hasher);
    hasher.finish()
}

/// `anyOf: [T, {"type": "null"}]` is T, with what stands beside it.
fn unwrap_nullable(object: &Map<String, Value>) -> Cow<'_, Map<String, Value>> {
    let mut object = Cow::Borrowed(object);
    for _ in 0..MOST_WRAPPINGS {
        let Some(unwrapped) = ["anyOf", "oneOf"]
            .iter()
            .find_map(|key| unwrap_once(&object, key))
        else {
            break;
        };
        object = Cow::Owned(unwrapped);
    }
    object
}

fn unwrap_once(object: &Map<String, Value>, key: &str) -> Option<Map<String, Value>> {
    let list = object.get(key)?.as_array()?;
    let mut others = list.iter().filter(|entry| !is_null_schema(entry));
    let inner = others.next()?.as_object()?;
    let nullable = list.len() > 1 || member(inner, "type").is_some();
    if others.next().is_some() || inner.contains_key("const") || !nullable {
        return None;
    }
    let mut merged = object.clone();
    merged.remove(key);
    for (key, value) in inner {
        if member(&merged, key).is_none() {
            merged.insert(key.clone(), value.clone());
        }
    }
    Some(merged)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Text,
    Number,
    Integer,
    Boolean,
    List,
    Missing,
    Unknown,
}

fn declared_type(object: &Map<String, Value>) -> Type {
    let named = |name: &str| match name {
        "string" => Type::Text,
        "number" => Type::Number,
        "integer" => Type::Integer,
        "boolean" => Type::Boolean,
        "array" => Type::List,
        _ => Type::Unknown,
    };
    match member(object, "type") {
        None => Type::Missing,
        Some(Value::String(name)) => named(name),
        Some(Value::Array(list)) => {
            let mut others = list.iter().filter(|name| name.as_str() != Some("null"));
            let first = others.next().and_then(Value::as_str);
            match first {
                Some(first) if others.all(|other| other.as_str() == Some(first)) => named(first),
                _ => Type::Unknown,
            }
        }
        Some(_) => Type::Unknown,
    }
}

fn read_control(object: &Map<String, Value>, notes: &mut Notes) -> Control {
    let declared = declared_type(object);
    let constants = match declared {
        Type::Text => Constants::Strings,
        Type::Number => Constants::Numbers,
        Type::Integer => Constants::Integers,
        Type::Missing => Constants::Any,
        Type::List => return read_multi(object, notes),
        Type::Boolean => {
            if ["enum", "oneOf", "anyOf"]
                .iter()
                .any(|key| member(object, key).is_some())
            {
                notes.add(NoteCode::ConstraintIgnored);
            }
            return Control::Boolean;
        }
        Type::Unknown => return Control::Unsupported,
    };
    if let Some(options) = options::read(object, constants, declared != Type::Missing, notes) {
        if options.is_empty() {
            return Control::Unsupported;
        }
        note_constraints_beside_options(object, notes);
        return Control::Choice(options);
    }
    match declared {
        Type::Text => Control::Text(read_text(object, notes)),
        Type::Missing => Control::Unsupported,
        _ => Control::Number {
            integer: declared == Type::Integer,
            minimum: read_bound(object, "minimum", notes),
            maximum: read_bound(object, "maximum", notes),
        },
    }
}

fn read_multi(object: &Map<String, Value>, notes: &mut Notes) -> Control {
    let Some(items) = member(object, "items").and_then(Value::as_object) else {
        return Control::Unsupported;
    };
    if member(items, "type").is_some_and(|name| name.as_str() != Some("string")) {
        return Control::Unsupported;
    }
    let options = options::read(items, Constants::Strings, false, notes).unwrap_or_default();
    if options.is_empty() {
        return Control::Unsupported;
    }
    note_constraints_beside_options(items, notes);
    Control::Multi {
        options,
        least: read_length(object, "minItems", notes).unwrap_or(0),
        most: read_length(object, "maxItems", notes),
    }
}

fn note_constraints_beside_options(object: &Map<String, Value>, notes: &mut Notes) {
    let constraints = ["minLength", "maxLength", "pattern", "minimum", "maximum"];
    let checked_format = member(object, "format").is_some_and(|format| {
        format
            .as_str()
            .is_none_or(|name| Format::named(name).is_some())
    });
    if checked_format || constraints.iter().any(|key| member(object, key).is_some()) {
        notes.add(NoteCode::ConstraintIgnored);
    }
}

fn read_text(object: &Map<String, Value>, notes: &mut Notes) -> Text {
    let least = read_length(object, "minLength", notes);
    let most = read_length(object, "maxLength", notes);
    let pattern = read_constraint(object, "pattern", notes, |value| {
        value.as_str().map(Pattern::new)
    });
    if pattern
        .as_ref()
        .is_some_and(|pattern| !pattern.is_readable())
    {
        notes.add(NoteCode::PatternUnchecked);
    }
    let format = read_constraint(object, "format", notes, |value| {
        value.as_str().map(Format::named)
    })
    .flatten();
    let broken = object
        .get("default")
        .and_then(Value::as_str)
        .is_some_and(|text| text.contains(['\n', '\r']));
    let kind = match format {
        Some(Format::Date) => FieldKind::Date,
        Some(Format::DateTime) => FieldKind::DateTime,
        _ if broken || most.is_some_and(|most| most > MOST_ON_ONE_LINE) => FieldKind::Multiline,
        _ => FieldKind::Text,
    };
    Text {
        kind,
        least,
        most,
        pattern,
        format,
    }
}

fn read_constraint<T>(
    object: &Map<String, Value>,
    key: &str,
    notes: &mut Notes,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Option<T> {
    let value = member(object, key)?;
    let found = read(value);
    if found.is_none() {
        notes.add(NoteCode::ConstraintIgnored);
    }
    found
}

fn read_bound(object: &Map<String, Value>, key: &str, notes: &mut Notes) -> Option<Bound> {
    read_constraint(object, key, notes, |value| match value {
        Value::Number(number) => Some(Bound {
            number: canonical(number),
            exact: Decimal::of(number),
        }),
        _ => None,
    })
}

fn read_length(object: &Map<String, Value>, key: &str, notes: &mut Notes) -> Option<u64> {
    read_constraint(object, key, notes, |value| match value {
        Value::Number(number) => Decimal::of(number).to_length(),
        _ => None,
    })
}

fn read_default(
    object: &Map<String, Value>,
    control: &Control,
    notes: &mut Notes,
) -> Option<Entered> {
    let value = member(object, "default")?;
    let found = match (control, value) {
        (Control::Unsupported, _) => return None,
        (Control::Text(_), Value::String(text)) => Some(Entered::Text(text.clone())),
        (Control::Number { integer, .. }, Value::Number(number)) => (!integer
            || Decimal::of(number).is_whole())
        .then(|| Entered::Text(canonical(number).to_string())),
        (Control::Boolean, Value::Bool(yes)) => Some(Entered::YesNo(*yes)),
        (Control::Choice(options), value) => Constants::Any
            .take(value)
            .and_then(|value| options.iter().position(|option| option.value == value))
            .and_then(|at| u32::try_from(at).ok())
            .map(Entered::Option),
        (Control::Multi { options, .. }, Value::Array(values)) => {
            let places: HashMap<_, u32> = options
                .iter()
                .map(|option| option.value.as_str())
                .zip(0..)
                .collect();
            let place = |value: &Value| places.get(&Some(value.as_str()?)).copied();
            let mut indices: Vec<u32> = values.iter().filter_map(place).collect();
            if indices.len() < values.len() {
                notes.add(NoteCode::DefaultIgnored);
            }
            indices.sort_unstable();
            indices.dedup();
            if indices.is_empty() && !values.is_empty() {
                // An empty list is not what the agent gave.
                return None;
            }
            Some(Entered::Options {
                indices,
                unknown: 0,
            })
        }
        _ => None,
    };
    if found.is_none() {
        notes.add(NoteCode::DefaultIgnored);
    }
    found
}

/// Form-rules 6; what the request's message asks for is decided over all fields.
fn asks_for_secret(field: &Field, object: &Map<String, Value>) -> bool {
    let Some(text) = field.text() else {
        return false;
    };
    let said = secrets::is_secret(&field.name)
        || field.title.as_deref().is_some_and(secrets::is_secret)
        || field
            .description
            .as_deref()
            .is_some_and(secrets::says_to_enter);
    let marked = secrets::is_marked(object.get("_meta").and_then(Value::as_object))
        || object.get("format").and_then(Value::as_str) == Some("password");
    let of_words = matches!(text.kind, FieldKind::Text | FieldKind::Multiline);
    of_words && (marked || (said && text.format != Some(Format::Email)))
}
