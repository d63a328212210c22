//! The questions of a form: one table says how a question is put on the wire and how its answer is checked.
//!
//! A client should check what it sends, and an agent should check it again.

use serde_json::{Map, Value, json};

use crate::words::{list, text};

/// One question.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) required: bool,
    pub(crate) kind: Kind,
}

/// What may be answered.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A name of lower-case letters, digits and hyphens.
    Slug {
        shortest: usize,
        longest: usize,
    },
    /// Free text; long ones get several lines.
    Prose {
        longest: usize,
    },
    Email,
    Date,
    Integer {
        least: i64,
        most: i64,
        default: Option<i64>,
    },
    Number {
        least: f64,
        most: f64,
    },
    Choice(&'static [Choice]),
    Several {
        choices: &'static [Choice],
        fewest: usize,
        most: usize,
    },
    YesNo {
        default: Option<bool>,
    },
}

/// One option.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) value: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
}

/// What came back for one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The answer in words, as Markdown.
    Given(String),
    /// Not answered, as was allowed.
    LeftOut,
    /// Not what was asked for, in words.
    Wrong(&'static str),
}

impl Field {
    /// The question as a property of the schema.
    pub(crate) fn schema(&self) -> Value {
        let mut schema = self.kind.schema();
        let mut head = Map::new();
        head.insert("title".into(), self.title.into());
        head.insert("description".into(), self.description.into());
        if let Some(schema) = schema.as_object_mut() {
            head.append(schema);
        }
        Value::Object(head)
    }

    /// Checks and words what came back.
    pub(crate) fn read(&self, content: &Map<String, Value>) -> Reading {
        match content.get(self.name) {
            Some(value) => self
                .kind
                .read(value)
                .map_or_else(Reading::Wrong, Reading::Given),
            None if self.required => Reading::Wrong("this was required and is missing"),
            None => Reading::LeftOut,
        }
    }
}

impl Kind {
    fn schema(&self) -> Value {
        match self {
            Self::Slug { shortest, longest } => json!({
                "type": "string",
                "minLength": shortest,
                "maxLength": longest,
                "pattern": "^[a-z][a-z0-9-]*$",
            }),
            Self::Prose { longest } => json!({"type": "string", "maxLength": longest}),
            Self::Email => json!({"type": "string", "format": "email"}),
            Self::Date => json!({"type": "string", "format": "date"}),
            Self::Integer {
                least,
                most,
                default,
            } => {
                let mut schema = json!({"type": "integer", "minimum": least, "maximum": most});
                if let Some(default) = default {
                    schema["default"] = json!(default);
                }
                schema
            }
            Self::Number { least, most } => {
                json!({"type": "number", "minimum": least, "maximum": most})
            }
            Self::Choice(choices) => json!({"type": "string", "oneOf": options(choices)}),
            Self::Several {
                choices,
                fewest,
                most,
            } => json!({
                "type": "array",
                "minItems": fewest,
                "maxItems": most,
                "items": {"anyOf": options(choices)},
            }),
            Self::YesNo { default } => {
                let mut schema = json!({"type": "boolean"});
                if let Some(default) = default {
                    schema["default"] = json!(default);
                }
                schema
            }
        }
    }

    fn read(&self, value: &Value) -> Result<String, &'static str> {
        match self {
            Self::Slug { shortest, longest } => {
                let name = value.as_str().ok_or("not a text")?;
                let length = name.chars().count();
                let good = name.starts_with(|first: char| first.is_ascii_lowercase())
                    && name.chars().all(|character| {
                        character.is_ascii_lowercase()
                            || character.is_ascii_digit()
                            || character == '-'
                    });
                if !good {
                    Err("not only lower-case letters, digits and hyphens")
                } else if (*shortest..=*longest).contains(&length) {
                    Ok(text(name))
                } else {
                    Err("too short or too long")
                }
            }
            Self::Prose { longest } => {
                let prose = value.as_str().ok_or("not a text")?;
                if prose.chars().count() > *longest {
                    Err("too long")
                } else if prose.trim().is_empty() {
                    Ok("*an empty text*".to_owned())
                } else {
                    Ok(text(prose))
                }
            }
            Self::Email => {
                let address = value.as_str().ok_or("not a text")?;
                if looks_like_an_address(address) {
                    Ok(text(address))
                } else {
                    Err("not an e-mail address")
                }
            }
            Self::Date => {
                let day = value.as_str().ok_or("not a text")?;
                if is_a_day(day) {
                    Ok(text(day))
                } else {
                    Err("not a day of the calendar")
                }
            }
            Self::Integer { least, most, .. } => {
                let number = value.as_i64().ok_or("not a whole number")?;
                if (*least..=*most).contains(&number) {
                    Ok(number.to_string())
                } else {
                    Err("outside the bounds")
                }
            }
            Self::Number { least, most } => {
                let number = value.as_f64().ok_or("not a number")?;
                if (*least..=*most).contains(&number) {
                    Ok(text(&value.to_string()))
                } else {
                    Err("outside the bounds")
                }
            }
            Self::Choice(choices) => title_of(choices, value).map(text),
            Self::Several {
                choices,
                fewest,
                most,
            } => {
                let chosen = value.as_array().ok_or("not a list")?;
                if !(*fewest..=*most).contains(&chosen.len()) {
                    return Err("too few or too many");
                }
                let titles: Result<Vec<&str>, _> = chosen
                    .iter()
                    .map(|value| title_of(choices, value))
                    .collect();
                Ok(text(&list(&titles?)))
            }
            Self::YesNo { .. } => match value.as_bool() {
                Some(true) => Ok("yes".to_owned()),
                Some(false) => Ok("no".to_owned()),
                None => Err("neither yes nor no"),
            },
        }
    }
}

/// The whole form; the fields keep their order.
pub(crate) fn schema(title: &str, description: &str, fields: &[Field]) -> Value {
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| (field.name.to_owned(), field.schema()))
        .collect();
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    json!({
        "type": "object",
        "title": title,
        "description": description,
        "properties": properties,
        "required": required,
    })
}

fn options(choices: &[Choice]) -> Value {
    choices
        .iter()
        .map(|choice| {
            json!({"const": choice.value, "title": choice.title, "description": choice.description})
        })
        .collect()
}

fn title_of(choices: &[Choice], value: &Value) -> Result<&'static str, &'static str> {
    choices
        .iter()
        .find(|choice| value.as_str() == Some(choice.value))
        .map(|choice| choice.title)
        .ok_or("not one of the options")
}

/// Whether something is shaped like an address; whether mail arrives there only mail can tell.
fn looks_like_an_address(address: &str) -> bool {
    let Some((before, host)) = address.split_once('@') else {
        return false;
    };
    !before.is_empty()
        && !address.chars().any(char::is_whitespace)
        && !host.contains('@')
        && host.split('.').all(|label| !label.is_empty())
}

/// Whether something is `YYYY-MM-DD` and in the calendar.
fn is_a_day(day: &str) -> bool {
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, date] = parts[..] else {
        return false;
    };
    let number = |digits: &str, length: usize| {
        (digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| digits.parse::<u32>().ok())
            .flatten()
    };
    let (Some(year), Some(month), Some(date)) =
        (number(year, 4), number(month, 2), number(date, 2))
    else {
        return false;
    };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&date)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOICES: &[Choice] = &[
        Choice {
            value: "a",
            title: "Apple",
            description: "",
        },
        Choice {
            value: "b",
            title: "Bread",
            description: "",
        },
    ];

    fn check(kind: &Kind, value: &Value, expected: Result<&str, &'static str>) {
        let read = kind.read(value);
        assert_eq!(
            read.as_deref().map_err(|wrong| *wrong),
            expected,
            "{kind:?} from {value}"
        );
    }

    #[test]
    fn answers_are_checked_again() {
        let slug = Kind::Slug {
            shortest: 2,
            longest: 4,
        };
        check(&slug, &json!("ab-1"), Ok("ab\\-1"));
        check(&slug, &json!("a"), Err("too short or too long"));
        check(
            &slug,
            &json!("Ab"),
            Err("not only lower-case letters, digits and hyphens"),
        );
        check(&slug, &json!(7), Err("not a text"));
        check(&Kind::Prose { longest: 3 }, &json!("äöü"), Ok("äöü"));
        check(&Kind::Prose { longest: 3 }, &json!("äöüß"), Err("too long"));
        check(&Kind::Email, &json!("a@b.example"), Ok("a\\@b\\.example"));
        check(&Kind::Email, &json!("a@b@c"), Err("not an e-mail address"));
        check(&Kind::Date, &json!("2028-02-29"), Ok("2028\\-02\\-29"));
        check(
            &Kind::Date,
            &json!("2027-02-29"),
            Err("not a day of the calendar"),
        );
        check(
            &Kind::Date,
            &json!("2027-2-9"),
            Err("not a day of the calendar"),
        );
        let count = Kind::Integer {
            least: 1,
            most: 9,
            default: None,
        };
        check(&count, &json!(9), Ok("9"));
        check(&count, &json!(10), Err("outside the bounds"));
        check(&count, &json!(1.5), Err("not a whole number"));
        let amount = Kind::Number {
            least: 0.0,
            most: 5.0,
        };
        check(&amount, &json!(2.5), Ok("2\\.5"));
        check(&amount, &json!("2.5"), Err("not a number"));
        check(&Kind::Choice(CHOICES), &json!("b"), Ok("Bread"));
        check(
            &Kind::Choice(CHOICES),
            &json!("Bread"),
            Err("not one of the options"),
        );
        let several = Kind::Several {
            choices: CHOICES,
            fewest: 1,
            most: 2,
        };
        check(&several, &json!(["a", "b"]), Ok("Apple and Bread"));
        check(&several, &json!([]), Err("too few or too many"));
        check(&several, &json!(["c"]), Err("not one of the options"));
        let yes_no = Kind::YesNo { default: None };
        check(&yes_no, &json!(false), Ok("no"));
        check(&yes_no, &json!("false"), Err("neither yes nor no"));
    }
}
