//! Checks what is entered and makes of it what is sent: one and the same step.

use serde_json::{Number, Value};

use super::field::{Bound, Choice, Companion, Control, Entered, Field, Row, Text};
use super::number::{self, Decimal};
use super::pattern::Verdict;
use crate::known_keys::is_known_key;
use crate::text::taken;
use crate::view::{FieldKind, Problem, ProblemCode, Remark};

/// What came out for one field.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// What is wrong, in the stable order.
    pub(super) problems: Vec<Problem>,
    /// What the person should know.
    pub(super) remarks: Vec<Remark>,
    /// What is sent, if nothing is wrong.
    pub(super) value: Option<Value>,
}

impl Checked {
    fn problem(&mut self, code: ProblemCode) {
        self.problem_with(code, None, None);
    }

    fn problem_with(&mut self, code: ProblemCode, bound: Option<String>, hint: Option<String>) {
        self.problems.push(Problem { code, bound, hint });
    }

    /// Whether what was typed has the form of a known key.
    pub(super) fn looks_like_secret(&self) -> bool {
        self.remarks.contains(&Remark::LooksLikeSecret)
    }
}

/// What came out for a question and its companion.
#[derive(Debug, Default)]
pub(super) struct CheckedRow {
    /// The question.
    pub(super) question: Checked,
    /// Its companion.
    pub(super) companion: Checked,
}

/// Whether patterns are checked too; without them a check takes no time worth mentioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Patterns {
    /// They are.
    Checked,
    /// They are not.
    Skipped,
}

/// Whether the default breaks a constraint; patterns are not looked at.
pub(super) fn default_breaks(field: &Field) -> bool {
    !check_field(field, &Entered::Untouched, Patterns::Skipped)
        .problems
        .is_empty()
}

/// Checks a question with its companion; an empty companion is nothing.
pub(super) fn check_row(
    row: &Row,
    entered: &Entered,
    companion: &str,
    patterns: Patterns,
) -> CheckedRow {
    let Some(folded) = &row.companion else {
        return CheckedRow {
            question: check_field(&row.field, entered, patterns),
            companion: Checked::default(),
        };
    };
    let mut checked = CheckedRow {
        question: check_field(&row.field, entered, patterns),
        companion: check_companion(folded, companion, patterns),
    };
    if folded.alone && !companion.is_empty() && checked.question.value.is_none() {
        checked
            .question
            .problems
            .retain(|problem| problem.code != ProblemCode::Required);
        checked
            .question
            .remarks
            .retain(|remark| *remark != Remark::NotSent);
    }
    checked
}

fn check_companion(folded: &Companion, text: &str, patterns: Patterns) -> Checked {
    if text.is_empty() {
        return Checked::default();
    }
    let mut checked = check_field(&folded.field, &Entered::Text(text.to_owned()), patterns);
    if folded.field.default == Some(Entered::Text(text.to_owned())) {
        checked
            .remarks
            .retain(|remark| *remark != Remark::LooksLikeSecret);
    }
    checked
}

/// Checks one field.
pub(super) fn check_field(field: &Field, entered: &Entered, patterns: Patterns) -> Checked {
    let mut checked = Checked::default();
    let touched = *entered != Entered::Untouched;
    let entered = match (entered, &field.default) {
        (Entered::Untouched, Some(default)) => default,
        // An emptied text is the default again when that is the empty text.
        (Entered::Cleared, Some(default @ Entered::Text(text)))
            if text.is_empty() && field.text().is_some() =>
        {
            default
        }
        (entered, _) => entered,
    };
    match (&field.control, entered) {
        (Control::Unsupported, _) => return checked,
        (Control::Text(rules), Entered::Text(text)) if !text.is_empty() || sends_empty(field) => {
            check_text(&mut checked, rules, text, patterns);
            checked.value = Some(Value::String(text.clone()));
            if touched && is_known_key(text) {
                checked.remarks.push(Remark::LooksLikeSecret);
            }
        }
        (
            Control::Number {
                integer,
                minimum,
                maximum,
            },
            Entered::Text(text),
        ) if !text.trim().is_empty() => {
            let bounds = [minimum.as_ref(), maximum.as_ref()];
            let sent = check_number(&mut checked, text.trim(), *integer, bounds);
            checked.value = sent.map(Value::Number);
        }
        (Control::Choice(options), Entered::Option(index)) => {
            checked.value = option_at(options, *index).map(|option| option.value.clone());
        }
        (Control::Boolean, Entered::YesNo(yes)) => checked.value = Some(Value::Bool(*yes)),
        (Control::Choice(_) | Control::Boolean | Control::Multi { .. }, Entered::NoOption) => {
            checked.problem(ProblemCode::NotAnOption);
        }
        (Control::Multi { .. }, _) => check_list(&mut checked, field, entered, touched),
        _ => {}
    }
    if !checked.problems.is_empty() {
        checked.value = None;
    } else if checked.value.is_none() && field.required {
        checked.problem(ProblemCode::Required);
    } else if checked.value.is_none() && touched && field.default.is_some() {
        checked.remarks.push(Remark::NotSent);
    }
    checked
}

/// Whether nothing typed is the empty text, since that is the default.
fn sends_empty(field: &Field) -> bool {
    field.text().is_some() && field.default_text() == Some("")
}

fn option_at(options: &[Choice], index: u32) -> Option<&Choice> {
    options.get(usize::try_from(index).ok()?)
}

fn length(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn check_text(checked: &mut Checked, rules: &Text, text: &str, patterns: Patterns) {
    let count = length(text.chars().count());
    if let Some(least) = rules.least.filter(|least| count < *least) {
        checked.problem_with(ProblemCode::TooShort, Some(least.to_string()), None);
    }
    if let Some(most) = rules.most.filter(|most| count > *most) {
        checked.problem_with(ProblemCode::TooLong, Some(most.to_string()), None);
    }
    if let Some(pattern) = rules
        .pattern
        .as_ref()
        .filter(|_| patterns == Patterns::Checked)
    {
        match pattern.check(text) {
            Verdict::Matches => {}
            Verdict::Fails => {
                checked.problem_with(
                    ProblemCode::Pattern,
                    None,
                    Some(taken::place(pattern.source())),
                );
            }
            Verdict::Unchecked => checked.remarks.push(Remark::PatternUnchecked),
        }
    }
    if let Some(format) = rules.format.filter(|format| !format.accepts(text)) {
        checked.problem_with(ProblemCode::Format, None, Some(format.name().to_owned()));
    } else if rules.kind == FieldKind::DateTime {
        checked.remarks.push(Remark::SendsText {
            text: text.to_owned(),
        });
    }
}

fn check_number(
    checked: &mut Checked,
    text: &str,
    integer: bool,
    [minimum, maximum]: [Option<&Bound>; 2],
) -> Option<Number> {
    let Some(typed) = Decimal::parse(text) else {
        checked.problem_with(ProblemCode::NotANumber, None, number::hint(text));
        return None;
    };
    let json =
        number::to_json(text).filter(|_| !integer || !typed.is_whole() || typed.to_i64().is_some());
    if json.is_none() {
        checked.problem(ProblemCode::Inexact);
    }
    if integer && !typed.is_whole() {
        checked.problem(ProblemCode::NotAnInteger);
    }
    // What is sent is what the agent will compare.
    let value = json.as_ref().map_or(typed, Decimal::of);
    if let Some(bound) = minimum.filter(|bound| value < bound.exact) {
        checked.problem_with(ProblemCode::TooSmall, Some(bound.number.to_string()), None);
    }
    if let Some(bound) = maximum.filter(|bound| value > bound.exact) {
        checked.problem_with(ProblemCode::TooLarge, Some(bound.number.to_string()), None);
    }
    if let Some(json) = json.as_ref().filter(|_| checked.problems.is_empty()) {
        let text_sent = json.to_string();
        if !is_spelled_alike(&text_sent, text) {
            checked
                .remarks
                .push(Remark::SendsNumber { text: text_sent });
        }
    }
    json
}

/// Only the way of writing an exponent may differ.
fn is_spelled_alike(sent: &str, typed: &str) -> bool {
    let plain = |text: &str| text.to_ascii_lowercase().replace("e+", "e");
    plain(sent) == plain(typed)
}

fn check_list(checked: &mut Checked, field: &Field, entered: &Entered, touched: bool) {
    let Control::Multi {
        options,
        least,
        most,
    } = &field.control
    else {
        return;
    };
    let (indices, unknown): (&[u32], usize) = match entered {
        Entered::Options { indices, unknown } => (indices, *unknown),
        Entered::Cleared => (&[], 0),
        // Nobody has chosen anything: only a list that must be there and may be empty is sent.
        _ if field.required && *least == 0 => (&[], 0),
        _ => return,
    };
    let count = length(indices.len() + unknown);
    if count == 0 && touched && *least > 0 && !field.required {
        return;
    }
    if count < *least {
        checked.problem_with(ProblemCode::TooFew, Some(least.to_string()), None);
    }
    if let Some(most) = most.filter(|most| count > *most) {
        checked.problem_with(ProblemCode::TooMany, Some(most.to_string()), None);
    }
    if unknown > 0 {
        checked.problem(ProblemCode::NotAnOption);
    }
    let chosen = indices
        .iter()
        .filter_map(|index| option_at(options, *index));
    checked.value = Some(chosen.map(|option| option.value.clone()).collect());
}
