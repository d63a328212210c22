//! A form: what the core decided about it, for drawing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::page::Seqs;

/// What does not change about a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FormView {
    /// The schema's title.
    pub title: Option<String>,
    /// The schema's description.
    pub description: Option<String>,
    /// The rows, in the order sent, companions folded into their question.
    pub fields: Vec<FieldView>,
    /// Remarks about the schema, for the person who wants to know.
    pub notes: Vec<FormNote>,
    /// Labels of required fields that cannot be drawn: Accept is blocked.
    pub blocked: Vec<String>,
    /// The form asks for a secret (form-rules 6): banner, and one more yes before Accept.
    pub asks_for_secret: bool,
    /// Milliseconds after which the agent says it goes on alone, counted from `asked_at`.
    pub goes_on_after: Option<u64>,
    /// It is a permission in form clothes: to be drawn and armed as one.
    pub approval: bool,
}

/// A remark about a field or, without `field`, about the whole form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FormNote {
    /// The field's name.
    pub field: Option<String>,
    /// What was found.
    pub code: NoteCode,
}

/// Codes of remarks, stable (also printed by `check-form`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum NoteCode {
    /// The pattern is not checked.
    PatternUnchecked,
    /// The default, or entries of it, are of the wrong type or outside the options.
    DefaultIgnored,
    /// The default breaks a constraint.
    DefaultInvalid,
    /// `required` names no property, or is no list.
    RequiredIgnored,
    /// A constraint makes no sense.
    ConstraintIgnored,
    /// An option was left out.
    OptionIgnored,
    /// The field cannot be drawn.
    Unsupported,
    /// The request names neither a session nor a request that we know.
    NoScope,
}

/// What kind of control a field gets (`data-kind`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum FieldKind {
    /// One line that may become several.
    Text,
    /// Several lines from the start.
    Multiline,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// One of several options.
    Choice,
    /// Any of several options.
    Multi,
    /// Yes or no.
    Boolean,
    /// A day.
    Date,
    /// A day, a time and a zone.
    DateTime,
    /// Nothing that can be drawn.
    Unsupported,
}

/// What does not change about a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FieldView {
    /// Its name in the schema, with visible escapes (`data-name`). Intents name the row by its index.
    pub name: String,
    /// Its control.
    pub kind: FieldKind,
    /// `title`, else the name.
    pub label: String,
    /// Its description.
    pub description: Option<String>,
    /// Whether it must be filled in.
    pub required: bool,
    /// Whether its value is to be masked.
    pub secret: bool,
    /// The options of a choice or multi-select, in the order sent.
    pub options: Vec<OptionView>,
    /// More than seven options: a searchable list instead of rows.
    pub searchable: bool,
    /// The text field that belongs to this question.
    pub companion: Option<CompanionView>,
    /// Whether the agent gave a default ("Back to default").
    pub has_default: bool,
    /// Whether there is a Clear (optional choice, yes/no, date).
    pub clearable: bool,
    /// Hints for the control and a line of help; the checks are the core's.
    pub hints: FieldHints,
}

/// What the person may want to know before typing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FieldHints {
    /// Smallest number.
    pub minimum: Option<String>,
    /// Largest number.
    pub maximum: Option<String>,
    /// Fewest code points.
    pub min_length: Option<String>,
    /// Most code points.
    pub max_length: Option<String>,
    /// Fewest chosen options.
    pub min_items: Option<String>,
    /// Most chosen options.
    pub max_items: Option<String>,
    /// The format, if it is one that is checked.
    pub format: Option<String>,
    /// Untouched it will send an empty list (form-rules 3).
    pub sends_empty_list: bool,
}

/// One option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct OptionView {
    /// Its title, else its value.
    pub title: String,
    /// Its description.
    pub description: Option<String>,
    /// Preformatted text beside it.
    pub preview: Option<String>,
    /// Choosing it opens the companion ("None of the above", drawn as "Other…").
    pub is_other: bool,
}

/// The text field folded into a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct CompanionView {
    /// Its label.
    pub label: String,
    /// Its description.
    pub description: Option<String>,
    /// Whether an extra "Other…" row is to be drawn (else one of the options is it, or it is text beside a multi-select).
    pub other_row: bool,
    /// Whether its value is to be masked.
    pub secret: bool,
}

/// What the person has entered into a field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[ts(export)]
pub enum Draft {
    /// Nothing: the default counts, if there is one.
    #[default]
    Untouched,
    /// Taken away by the person: left out.
    Cleared,
    /// As typed. For choices of `check-form`, the option's value as text.
    Text {
        /// As typed.
        text: String,
    },
    /// One option.
    Option {
        /// Its place, counted from 0.
        index: u32,
    },
    /// Some options; none is an emptied list.
    Options {
        /// Their places.
        indices: Vec<u32>,
    },
    /// Yes or no.
    YesNo {
        /// Yes.
        yes: bool,
    },
    /// The parts of a date-time.
    DateTime {
        /// `YYYY-MM-DD`.
        date: String,
        /// `HH:MM` or `HH:MM:SS`.
        time: String,
        /// `Z` or `+HH:MM`.
        zone: String,
    },
    /// The "Other…" row: the companion's text is the answer.
    Other,
}

/// How a field stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FieldState {
    /// What is in the control: the draft, or the default while untouched, in the control's own shape
    /// (text kinds: `text`; choice: `option`; multi: `options`; boolean: `yes-no`; date-time: `date-time`; nothing: `untouched` or `cleared`).
    pub shown: Draft,
    /// Whether the person has changed it.
    pub touched: bool,
    /// What is in the companion.
    pub companion: String,
    /// The number of the page's last intent that changed it, so that the page can tell an echo from news.
    pub seq: u32,
    /// The same for every page.
    #[serde(skip)]
    #[ts(skip)]
    pub seqs: Seqs,
    /// What is wrong, once it is time to say so.
    pub problems: Vec<Problem>,
    /// What the person should know about what will be sent.
    pub remarks: Vec<Remark>,
    /// How many options are chosen (multi).
    pub chosen: u32,
    /// An earlier answer to the same question, as a line; taken with [`crate::intent::Intent::TakeSuggestion`].
    pub suggestion: Option<String>,
    /// The script filled it, and the person has not changed it.
    pub scripted: bool,
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Problem {
    /// What.
    pub code: ProblemCode,
    /// The bound that is broken, as text.
    pub bound: Option<String>,
    /// A hint: a corrected spelling (`1.5` for `1,5`), the pattern, or the format's name.
    pub hint: Option<String>,
}

/// Codes of problems, stable, in the order in which a field reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum ProblemCode {
    /// Must be filled in.
    Required,
    /// Is no number.
    NotANumber,
    /// Cannot be sent exactly.
    Inexact,
    /// Has a fraction.
    NotAnInteger,
    /// Below the minimum.
    TooSmall,
    /// Above the maximum.
    TooLarge,
    /// Fewer code points than wanted.
    TooShort,
    /// More code points than wanted.
    TooLong,
    /// Does not match the pattern.
    Pattern,
    /// Is not of the format.
    Format,
    /// Fewer options than wanted.
    TooFew,
    /// More options than wanted.
    TooMany,
    /// Not one of the options.
    NotAnOption,
}

/// What the person should know about what will be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[ts(export)]
pub enum Remark {
    /// Cleared: not sent, the agent may use its own default.
    NotSent,
    /// The number sent is spelled otherwise, or is another.
    SendsNumber {
        /// As sent.
        text: String,
    },
    /// The exact date-time text.
    SendsText {
        /// As sent.
        text: String,
    },
    /// The pattern was not checked.
    PatternUnchecked,
    /// The value has the form of a known key.
    LooksLikeSecret,
}

/// How a form stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FormState {
    /// Its fields, one per row of the [`FormView`].
    pub fields: Vec<FieldState>,
    /// Whether an Accept is being checked.
    pub submitting: bool,
    /// Whether anything was entered (Escape then asks first).
    pub touched: bool,
    /// Rows with problems after an Accept that failed, in order.
    pub failed: Vec<u32>,
    /// Accept needs one more yes, since a secret would be sent.
    pub confirm_secret: bool,
    /// The exact JSON that would be sent, while the person looks at it; secrets masked.
    pub preview: Option<Preview>,
    /// What was sent, once accepted; secrets masked.
    pub sent: Option<String>,
}

/// What would be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Preview {
    /// Indented JSON; none while there are problems.
    pub json: Option<String>,
    /// Rows with problems.
    pub failed: Vec<u32>,
}
