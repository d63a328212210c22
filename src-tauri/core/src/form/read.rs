//! Reads the params of a form request, leniently per field and strictly as a whole (form-rules 1).

use std::collections::HashSet;
use std::io;

use serde_json::{Map, Value};

use super::conventions::{self, Folding};
use super::field::{Companion, Control, Field, Row};
use super::format::Format;
use super::schema::{self, member, text_member};
use super::{About, Form, Invalid, Place, draw, options, secrets};
use crate::text::taken;
use crate::view::{FormNote, FormView, NoteCode};

/// Largest schema, in bytes of compact JSON.
const MOST_SCHEMA: usize = 1 << 20;
/// Most properties.
const MOST_PROPERTIES: usize = 500;
/// Most options in all properties together.
const MOST_OPTIONS: usize = 20_000;
/// Longest message, in characters.
const MOST_MESSAGE: usize = 100_000;

/// Reads the params of an `elicitation/create` of mode form.
///
/// # Errors
///
/// What makes the whole request unreadable, or is over a cap; to be answered with -32602.
pub fn read(params: &Map<String, Value>) -> Result<Form, Invalid> {
    if params.get("mode").and_then(Value::as_str) != Some("form") {
        return Err(wrong("mode", "must be \"form\""));
    }
    let Some(message) = params.get("message").and_then(Value::as_str) else {
        return Err(wrong("message", "must be a string"));
    };
    let Some(schema) = params.get("requestedSchema").and_then(Value::as_object) else {
        return Err(wrong("requestedSchema", "must be an object"));
    };
    let none = Map::new();
    let properties = match schema.get("properties") {
        None => &none,
        Some(Value::Object(properties)) => properties,
        Some(_) => return Err(wrong("requestedSchema.properties", "must be an object")),
    };
    check_limits(message, schema, properties)?;

    let (required, ghosts) = read_required(schema, properties);
    let mut fields = Vec::with_capacity(properties.len());
    let mut notes = Vec::new();
    for (name, property) in properties {
        let (field, found) = schema::read_field(name, property, required.contains(name.as_str()));
        notes.extend(found.into_codes().into_iter().map(|code| FormNote {
            field: Some(name.clone()),
            code,
        }));
        fields.push(field);
    }
    notes.extend(ghosts);
    let title = text_member(schema, "title");
    let description = text_member(schema, "description");
    let above = [Some(message), title.as_deref(), description.as_deref()];
    let message_asks = above.into_iter().flatten().any(secrets::message_asks);
    let foldings = conventions::foldings(properties, &fields);
    let (mut rows, places) = fold(fields, &foldings);
    if message_asks {
        mask_the_only_text(&mut rows);
    }
    let view = FormView {
        title: title.as_deref().map(taken::label),
        description: description.as_deref().map(taken::words),
        fields: rows.iter().map(draw::row).collect(),
        notes: notes.iter().map(draw::note).collect(),
        blocked: rows
            .iter()
            .filter(|row| blocks(row))
            .map(|row| taken::label(row.field.label()))
            .collect(),
        asks_for_secret: message_asks || rows.iter().any(Row::is_secret),
        goes_on_after: conventions::goes_on_after(params),
        approval: conventions::is_approval(params),
    };
    Ok(Form {
        rows,
        places,
        notes,
        message_asks,
        view,
    })
}

/// Whether a row keeps the form from being accepted.
pub(super) fn blocks(row: &Row) -> bool {
    row.field.required && matches!(row.field.control, Control::Unsupported)
}

fn wrong(member: &str, what: &str) -> Invalid {
    Invalid {
        message: format!("`{member}` {what}"),
        about: About::Member(member.to_owned()),
    }
}

fn check_limits(
    message: &str,
    schema: &Map<String, Value>,
    properties: &Map<String, Value>,
) -> Result<(), Invalid> {
    let over = |name: &str, most: usize, of: &str| {
        let message = format!("the {name} may have at most {most} {of}");
        Err(Invalid {
            message,
            about: About::Limit(name.to_owned()),
        })
    };
    if message.chars().nth(MOST_MESSAGE).is_some() {
        return over("message", MOST_MESSAGE, "characters");
    }
    if serde_json::to_writer(Room(MOST_SCHEMA), schema).is_err() {
        return over("schema", MOST_SCHEMA, "bytes");
    }
    if properties.len() > MOST_PROPERTIES {
        return over("properties", MOST_PROPERTIES, "entries");
    }
    if properties.values().map(options::count).sum::<usize>() > MOST_OPTIONS {
        return over("options", MOST_OPTIONS, "entries");
    }
    Ok(())
}

/// Takes so many bytes and no more.
struct Room(usize);

impl io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(bytes.len())
            .ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The names that must be filled in, and notes on what names nothing.
fn read_required<'a>(
    schema: &'a Map<String, Value>,
    properties: &Map<String, Value>,
) -> (HashSet<&'a str>, Vec<FormNote>) {
    let ignored = |field| FormNote {
        field,
        code: NoteCode::RequiredIgnored,
    };
    match member(schema, "required") {
        None => (HashSet::new(), Vec::new()),
        Some(Value::Array(names)) => {
            let (known, ghosts): (Vec<&Value>, Vec<&Value>) = names.iter().partition(|name| {
                name.as_str()
                    .is_some_and(|name| properties.contains_key(name))
            });
            let notes = ghosts
                .iter()
                .map(|name| ignored(name.as_str().map(str::to_owned)));
            (
                known.into_iter().filter_map(Value::as_str).collect(),
                notes.collect(),
            )
        }
        Some(_) => (HashSet::new(), vec![ignored(None)]),
    }
}

/// Makes rows of the fields: companions go to their questions.
fn fold(fields: Vec<Field>, foldings: &[Folding]) -> (Vec<Row>, Vec<Place>) {
    let mut of_question = vec![None; fields.len()];
    let mut is_companion = vec![false; fields.len()];
    for folding in foldings {
        of_question[folding.question] = Some(*folding);
        is_companion[folding.companion] = true;
    }
    let mut places = vec![Place::Question(0); fields.len()];
    let mut fields: Vec<Option<Field>> = fields.into_iter().map(Some).collect();
    let mut rows = Vec::new();
    for at in 0..fields.len() {
        if is_companion[at] {
            continue;
        }
        let Some(field) = fields[at].take() else {
            continue;
        };
        places[at] = Place::Question(rows.len());
        let companion = of_question[at].and_then(|folding: Folding| {
            places[folding.companion] = Place::Companion(rows.len());
            let mut field = fields[folding.companion].take()?;
            field.secret |= folding.secret;
            Some(Companion {
                field,
                alone: folding.alone,
                other_option: folding.other_option,
            })
        });
        rows.push(Row { field, companion });
    }
    (rows, places)
}

/// A message that asks for a secret means the field, when there is just one to type into.
fn mask_the_only_text(rows: &mut [Row]) {
    let folded = rows.iter().filter(|row| row.companion.is_some()).count();
    let mut typed = rows
        .iter_mut()
        .map(|row| &mut row.field)
        .filter(|field| field.is_free_text());
    if let (Some(only), None) = (typed.next(), typed.next())
        && folded == 0
        && only
            .text()
            .is_some_and(|text| text.format != Some(Format::Email))
    {
        only.secret = true;
    }
}
