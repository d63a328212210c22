//! What a form consists of, once read.

use serde_json::{Number, Value};

use super::format::Format;
use super::number::Decimal;
use super::pattern::Pattern;
use crate::view::FieldKind;

/// One property of the schema.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Its name, as sent.
    pub(super) name: String,
    /// Its title, if it has one that can be read.
    pub(super) title: Option<String>,
    /// Its description.
    pub(super) description: Option<String>,
    /// Whether it must be filled in.
    pub(super) required: bool,
    /// How it is drawn and checked.
    pub(super) control: Control,
    /// What the agent gave as default, in the control's own shape.
    pub(super) default: Option<Entered>,
    /// Whether it asks for a secret.
    pub(super) secret: bool,
    /// Equal for equal names and schemas.
    pub(super) fingerprint: u64,
}

impl Field {
    /// What it is called on screen, before escapes.
    pub(super) fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }

    /// The rules of a text field.
    pub(super) fn text(&self) -> Option<&Text> {
        match &self.control {
            Control::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether any text may be typed: dates are none.
    pub(super) fn is_free_text(&self) -> bool {
        matches!(self.control.kind(), FieldKind::Text | FieldKind::Multiline)
    }

    /// The default of a text field.
    pub(super) fn default_text(&self) -> Option<&str> {
        match &self.default {
            Some(Entered::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The options of a choice or multi-select.
    pub(super) fn options(&self) -> &[Choice] {
        match &self.control {
            Control::Choice(options) | Control::Multi { options, .. } => options,
            _ => &[],
        }
    }
}

/// How a field is drawn and checked.
#[derive(Debug, Clone)]
pub(super) enum Control {
    /// Free text, a date and a date-time too.
    Text(Text),
    /// A number.
    Number {
        integer: bool,
        minimum: Option<Bound>,
        maximum: Option<Bound>,
    },
    /// One of several options.
    Choice(Vec<Choice>),
    /// Any of several options.
    Multi {
        options: Vec<Choice>,
        least: u64,
        most: Option<u64>,
    },
    /// Yes or no.
    Boolean,
    /// Cannot be drawn.
    Unsupported,
}

impl Control {
    /// The kind of control, for drawing.
    pub(super) fn kind(&self) -> FieldKind {
        match self {
            Self::Text(text) => text.kind,
            Self::Number { integer: true, .. } => FieldKind::Integer,
            Self::Number { integer: false, .. } => FieldKind::Number,
            Self::Choice(_) => FieldKind::Choice,
            Self::Multi { .. } => FieldKind::Multi,
            Self::Boolean => FieldKind::Boolean,
            Self::Unsupported => FieldKind::Unsupported,
        }
    }
}

/// The rules of a text field.
#[derive(Debug, Clone)]
pub(super) struct Text {
    /// Text, multiline, date or date-time.
    pub(super) kind: FieldKind,
    /// Fewest code points.
    pub(super) least: Option<u64>,
    /// Most code points.
    pub(super) most: Option<u64>,
    /// What it must match.
    pub(super) pattern: Option<Pattern>,
    /// What it must be.
    pub(super) format: Option<Format>,
}

/// A bound of a number.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    /// As it is shown.
    pub(super) number: Number,
    /// As it is compared.
    pub(super) exact: Decimal,
}

/// An option.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// What is sent.
    pub(super) value: Value,
    /// What is shown, if not the value.
    pub(super) title: Option<String>,
    /// A description.
    pub(super) description: Option<String>,
    /// Preformatted text beside it.
    pub(super) preview: Option<String>,
}

impl Choice {
    /// Its value as text.
    pub(super) fn value_text(&self) -> String {
        value_text(&self.value)
    }

    /// Whether this is its value as text.
    pub(super) fn is_called(&self, text: &str) -> bool {
        match &self.value {
            Value::String(value) => value == text,
            _ => self.value_text() == text,
        }
    }

    /// What it is called on screen, before escapes.
    pub(super) fn label(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.value_text())
    }
}

/// A JSON value as text: a string without its quotes.
pub(super) fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What is in a control, whoever put it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entered {
    /// Nothing: the default counts.
    Untouched,
    /// Taken away by the person.
    Cleared,
    /// Text, for text and numbers.
    Text(String),
    /// One option.
    Option(u32),
    /// Some options, in their order, and how many values that are none.
    Options { indices: Vec<u32>, unknown: usize },
    /// Yes or no.
    YesNo(bool),
    /// The companion is the answer.
    Other,
    /// A text that is none of the options.
    NoOption,
}

/// The text field folded into a question.
#[derive(Debug, Clone)]
pub(super) struct Companion {
    /// The field.
    pub(super) field: Field,
    /// Whether its text alone may be the answer ("Other…" is an extra row).
    pub(super) alone: bool,
    /// The option that is drawn as "Other…" and sent with the text.
    pub(super) other_option: Option<u32>,
}

/// A question with what is folded into it.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The question.
    pub(super) field: Field,
    /// Its companion.
    pub(super) companion: Option<Companion>,
}

impl Row {
    /// Whether something that is typed here is a secret.
    pub(super) fn is_secret(&self) -> bool {
        self.field.secret
            || self
                .companion
                .as_ref()
                .is_some_and(|companion| companion.field.secret)
    }
}
