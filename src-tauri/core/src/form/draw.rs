//! Makes of a form that was read what is drawn: with visible escapes, in the order sent.
//!
//! Why every text goes through `taken`: what is sent is bounded by the schema's size alone, so a single title may
//! be as long as that. What is drawn of it is cut and counted; what is sent back never is.

use super::field::{Choice, Companion, Control, Entered, Field, Row};
use crate::text::taken;
use crate::view::{CompanionView, Draft, FieldHints, FieldKind, FieldView, FormNote, OptionView};

/// More options than this become a searchable list.
const MOST_ROWS: usize = 7;

/// Draws a row.
pub(super) fn row(row: &Row) -> FieldView {
    let field = &row.field;
    let kind = field.control.kind();
    let other = row
        .companion
        .as_ref()
        .and_then(|companion| companion.other_option);
    let options = field.options();
    FieldView {
        name: taken::label(&field.name),
        kind,
        label: taken::label(field.label()),
        description: field.description.as_deref().map(taken::words),
        required: field.required,
        secret: field.secret,
        options: options
            .iter()
            .zip(0..)
            .map(|(choice, at)| option(choice, other == Some(at)))
            .collect(),
        searchable: options.len() > MOST_ROWS,
        companion: row.companion.as_ref().map(companion),
        has_default: field.default.is_some(),
        clearable: is_clearable(field, kind),
        hints: hints(field),
    }
}

/// A note, with the name escaped.
pub(super) fn note(note: &FormNote) -> FormNote {
    FormNote {
        field: note.field.as_deref().map(taken::label),
        code: note.code,
    }
}

/// A checkbox, which is what a boolean with a default gets, has nothing to clear.
fn is_clearable(field: &Field, kind: FieldKind) -> bool {
    let clears = match kind {
        FieldKind::Choice | FieldKind::Date | FieldKind::DateTime => true,
        FieldKind::Boolean => field.default.is_none(),
        _ => false,
    };
    clears && !field.required
}

fn option(choice: &Choice, is_other: bool) -> OptionView {
    OptionView {
        title: taken::label(&choice.label()),
        description: choice.description.as_deref().map(taken::words),
        preview: choice.preview.as_deref().map(taken::listing),
        is_other,
    }
}

fn companion(companion: &Companion) -> CompanionView {
    CompanionView {
        label: taken::label(companion.field.label()),
        description: companion.field.description.as_deref().map(taken::words),
        other_row: companion.alone,
        secret: companion.field.secret,
    }
}

pub(super) fn hints(field: &Field) -> FieldHints {
    let text = |count: Option<u64>| count.map(|count| count.to_string());
    match &field.control {
        Control::Number {
            minimum, maximum, ..
        } => FieldHints {
            minimum: minimum.as_ref().map(|bound| bound.number.to_string()),
            maximum: maximum.as_ref().map(|bound| bound.number.to_string()),
            ..FieldHints::default()
        },
        Control::Text(rules) => FieldHints {
            min_length: text(rules.least),
            max_length: text(rules.most),
            format: rules.format.map(|format| format.name().to_owned()),
            ..FieldHints::default()
        },
        Control::Multi { least, most, .. } => FieldHints {
            min_items: text(Some(*least).filter(|least| *least > 0)),
            max_items: text(*most),
            sends_empty_list: field.required && *least == 0 && field.default.is_none(),
            ..FieldHints::default()
        },
        Control::Choice(_) | Control::Boolean | Control::Unsupported => FieldHints::default(),
    }
}

/// What is in the control: in its own shape, whatever shape it came in.
pub(super) fn shown(field: &Field, entered: &Entered) -> Draft {
    let entered = match (entered, &field.default) {
        (Entered::Untouched, Some(default)) => default,
        (entered, _) => entered,
    };
    match entered {
        Entered::Untouched => Draft::Untouched,
        Entered::Cleared | Entered::NoOption => Draft::Cleared,
        Entered::Text(text) if field.control.kind() == FieldKind::DateTime => split_date_time(text),
        Entered::Text(text) => Draft::Text { text: text.clone() },
        Entered::Option(index) => Draft::Option { index: *index },
        Entered::Options { indices, .. } => Draft::Options {
            indices: indices.clone(),
        },
        Entered::YesNo(yes) => Draft::YesNo { yes: *yes },
        Entered::Other => Draft::Other,
    }
}

/// The parts of a date-time; what does not look like one stays in the date.
fn split_date_time(text: &str) -> Draft {
    let (date, rest) = text
        .split_at_checked("YYYY-MM-DD".len())
        .and_then(|(date, rest)| Some((date, rest.strip_prefix(['T', 't'])?)))
        .unwrap_or((text, ""));
    let (time, zone) = rest.split_at(rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len()));
    Draft::DateTime {
        date: date.to_owned(),
        time: time.to_owned(),
        zone: zone.to_owned(),
    }
}
