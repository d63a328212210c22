//! The form as it would be drawn, in plain text for a terminal.

use std::fmt::{self, Write};

use serde_json::{Value, json};

use super::field::{Control, Field, Row};
use super::outcome::Outcome;
use super::{drafts, draw};
use crate::text::{taken, visible_free};
use crate::view::FieldView;

/// Prints the form, its notes, and what answers came to.
pub(super) fn form(outcome: &Outcome) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_form(&mut text, outcome);
    text
}

fn write_form(text: &mut String, outcome: &Outcome) -> fmt::Result {
    let view = &outcome.form.view;
    writeln!(text, "{}", visible_free(outcome.message))?;
    for line in [&view.title, &view.description].into_iter().flatten() {
        writeln!(text, "{line}")?;
    }
    if view.asks_for_secret {
        writeln!(text, "! This form asks for a secret.")?;
    }
    for (row, drawn) in outcome.form.rows.iter().zip(&view.fields) {
        write_row(text, row, drawn)?;
    }
    for name in outcome.blocked() {
        writeln!(
            text,
            "\nAccept is blocked: {} is required and cannot be drawn.",
            taken::label(name)
        )?;
    }
    let lines: Vec<String> = outcome
        .notes
        .iter()
        .map(|note| line(note.field.as_deref(), &json!(note.code)))
        .collect();
    write_lines(text, "Notes", &lines)?;
    let errors: Vec<String> = outcome
        .problems()
        .map(|(name, problem)| line(Some(name), &json!(problem.code)))
        .collect();
    write_lines(text, "Errors", &errors)?;
    if let Some(content) = outcome.content() {
        writeln!(text, "\nWould be sent:\n{:#}", Value::Object(content))?;
    }
    Ok(())
}

fn line(field: Option<&str>, code: &Value) -> String {
    let field = field.map_or_else(|| "the form".to_owned(), taken::label);
    format!("{field}: {}", code.as_str().unwrap_or_default())
}

fn write_lines(text: &mut String, heading: &str, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{heading}:")?;
    lines.iter().try_for_each(|line| writeln!(text, "  {line}"))
}

fn write_row(text: &mut String, row: &Row, drawn: &FieldView) -> fmt::Result {
    let kind = json!(drawn.kind);
    let mut traits = vec![kind.as_str().unwrap_or_default()];
    traits.extend(drawn.required.then_some("required"));
    traits.extend(drawn.secret.then_some("secret"));
    write!(text, "\n{} ({})", drawn.label, traits.join(", "))?;
    if drawn.label == drawn.name {
        writeln!(text)?;
    } else {
        writeln!(text, " [{}]", drawn.name)?;
    }
    if let Some(description) = &drawn.description {
        writeln!(text, "  {}", indented(description))?;
    }
    let mark = if matches!(row.field.control, Control::Multi { .. }) {
        "[ ]"
    } else {
        "( )"
    };
    for option in &drawn.options {
        write!(text, "  {mark} {}", indented(&option.title))?;
        match &option.description {
            Some(description) => writeln!(text, ": {}", indented(description))?,
            None => writeln!(text)?,
        }
    }
    if let Some(companion) = &drawn.companion {
        writeln!(text, "  {}: ...", indented(&companion.label))?;
    }
    write_hints(text, &row.field)
}

fn write_hints(text: &mut String, field: &Field) -> fmt::Result {
    let hints = draw::hints(field);
    let bounds = [
        ("at least", hints.minimum),
        ("at most", hints.maximum),
        ("fewest characters", hints.min_length),
        ("most characters", hints.max_length),
        ("fewest options", hints.min_items),
        ("most options", hints.max_items),
        ("format", hints.format),
    ];
    for (what, bound) in bounds {
        if let Some(bound) = bound {
            writeln!(text, "  {what}: {bound}")?;
        }
    }
    if hints.sends_empty_list {
        writeln!(text, "  with nothing chosen it sends an empty list")?;
    }
    match drafts::readable(field, &super::field::Entered::Untouched) {
        Some(default) => writeln!(text, "  default: {}", indented(&visible_free(&default))),
        None => Ok(()),
    }
}

/// Text of several lines, the later ones under the first.
fn indented(text: &str) -> String {
    text.replace('\n', "\n    ")
}
