//! Numbers: read exactly from text, compared exactly, sent as JSON has them.
//!
//! Why decimals by hand: `f64` cannot tell 2^53 + 1 from 2^53, and serde's `arbitrary_precision`, which
//! could, is global and breaks the types of the SDK. Only reading and comparing is needed, and that is
//! a list of digits and the place of its point.

use std::cmp::Ordering;

use serde_json::Number;

/// A finite decimal number: `0.digits` times ten to the power of `point`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// ASCII digits, without zeros at either end; empty is zero.
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// Reads JSON's grammar, also with a leading `+` and leading zeros. White space around is not read.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if all_digits(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        if !all_digits(whole) {
            return None;
        }
        let digits = [whole.as_bytes(), fraction.as_bytes()].concat();
        let Some(first) = digits.iter().position(|&digit| digit != b'0') else {
            return Some(Self {
                negative: false,
                digits: Vec::new(),
                point: 0,
            });
        };
        let end = digits
            .iter()
            .rposition(|&digit| digit != b'0')
            .map_or(0, |last| last + 1);
        let point = exponent
            .saturating_add(length(whole.len()))
            .saturating_sub(length(first));
        Some(Self {
            negative,
            digits: digits[first..end].to_vec(),
            point,
        })
    }

    /// The number as JSON has it. A JSON number is always in the grammar.
    pub(super) fn of(number: &Number) -> Self {
        Self::parse(&number.to_string()).unwrap_or(Self {
            negative: false,
            digits: Vec::new(),
            point: 0,
        })
    }

    /// Whether it has no fraction.
    pub(super) fn is_whole(&self) -> bool {
        self.digits.is_empty() || self.point >= length(self.digits.len())
    }

    /// Its value, if it is whole and fits.
    pub(super) fn to_i64(&self) -> Option<i64> {
        if self.digits.is_empty() {
            return Some(0);
        }
        if !self.is_whole() || self.point > 19 {
            return None;
        }
        let places = usize::try_from(self.point).ok()?;
        let zeros = std::iter::repeat_n(&b'0', places - self.digits.len());
        let magnitude = self
            .digits
            .iter()
            .chain(zeros)
            .fold(0_i128, |value, digit| value * 10 + i128::from(digit - b'0'));
        i64::try_from(if self.negative { -magnitude } else { magnitude }).ok()
    }

    /// As a count: whole, not negative, and as large as a count can be.
    pub(super) fn to_length(&self) -> Option<u64> {
        match self.to_i64() {
            Some(length) => u64::try_from(length).ok(),
            None => (self.is_whole() && !self.negative).then_some(u64::MAX),
        }
    }

    /// The nearest `f64`, none beyond it.
    fn nearest(&self) -> Option<f64> {
        let sign = if self.negative { "-" } else { "" };
        // The standard library misreads exponents of more than five digits beside as many digits.
        match self.point {
            ..-400 => Some(0.0),
            -400..400 => format!(
                "{sign}0.{}e{}",
                String::from_utf8_lossy(&self.digits),
                self.point
            )
            .parse()
            .ok(),
            400.. => None,
        }
    }

    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitudes = || {
            self.point
                .cmp(&other.point)
                .then_with(|| self.digits.cmp(&other.digits))
        };
        self.sign()
            .cmp(&other.sign())
            .then_with(|| match self.sign() {
                0 => Ordering::Equal,
                1 => magnitudes(),
                _ => magnitudes().reverse(),
            })
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn length(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Far beyond `f64`, and far enough from the bounds of `i64` to be reckoned with.
const HUGE_EXPONENT: i64 = i64::MAX / 64;

/// An exponent beyond all bounds stays beyond all bounds.
fn read_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !all_digits(digits) {
        return None;
    }
    let magnitude = digits.bytes().fold(0, |value, digit| {
        (value * 10 + i64::from(digit - b'0')).min(HUGE_EXPONENT)
    });
    Some(if negative { -magnitude } else { magnitude })
}

/// The number JSON can carry for a text in the grammar: whole ones within `i64` as integers, others as
/// the nearest `f64`, none beyond it.
pub(super) fn to_json(text: &str) -> Option<Number> {
    let exact = Decimal::parse(text)?;
    if let Some(whole) = exact.to_i64() {
        return Some(whole.into());
    }
    let nearest = Number::from_f64(exact.nearest()?)?;
    Some(Decimal::of(&nearest).to_i64().map_or(nearest, Number::from))
}

/// The same for a number that already is JSON: `3.0` is 3.
pub(super) fn canonical(number: &Number) -> Number {
    Decimal::of(number)
        .to_i64()
        .map_or_else(|| number.clone(), Number::from)
}

/// What the person may have meant by a text outside the grammar: `1.5` for `1,5`.
pub(super) fn hint(text: &str) -> Option<String> {
    let plain: String = text
        .chars()
        .filter(|c| !(c.is_whitespace() || matches!(c, '_' | '\'' | '\u{2019}')))
        .map(|c| if c == '\u{2212}' { '-' } else { c })
        .collect();
    let dotted = match (plain.matches(',').count(), plain.contains('.')) {
        (0, _) => plain,
        (1, false) => plain.replace(',', "."),
        _ => plain.replace(',', ""),
    };
    let (sign, unsigned) = dotted.split_at(usize::from(dotted.starts_with(['-', '+'])));
    let filled = if unsigned.starts_with('.') {
        format!("0{unsigned}")
    } else {
        unsigned.to_owned()
    };
    let candidate = format!("{sign}{}", filled.strip_suffix('.').unwrap_or(&filled));
    Decimal::parse(&candidate).is_some().then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::{Decimal, canonical, hint, to_json};
    use proptest::prelude::*;

    fn check(text: &str, expected: Option<&str>) {
        let sent = Decimal::parse(text)
            .and_then(|_| to_json(text))
            .map(|number| number.to_string());
        assert_eq!(
            sent.as_deref(),
            expected,
            "{:?}",
            &text[..text.len().min(40)]
        );
    }

    #[test]
    fn whole_numbers_stay_integers() {
        check("3", Some("3"));
        check("3.0", Some("3"));
        check("1e3", Some("1000"));
        check("10e-1", Some("1"));
        check("+007", Some("7"));
        check("-0", Some("0"));
        check("-0.0e5", Some("0"));
        check("9007199254740993", Some("9007199254740993"));
        check("9223372036854775807", Some("9223372036854775807"));
        check("-9223372036854775808", Some("-9223372036854775808"));
        check("0e99999999999999999999", Some("0"));
    }

    #[test]
    fn others_are_the_nearest_double() {
        check("1.05", Some("1.05"));
        check("0.1", Some("0.1"));
        check("9223372036854775808", Some("9.223372036854776e+18"));
        check("1e300", Some("1e+300"));
        check("1e-400", Some("0"));
        check("9007199254740993.5", Some("9007199254740994"));
        check("1e400", None);
        check("-1e999999999999999999999999", None);
    }

    #[test]
    fn anything_else_is_no_number() {
        for text in [
            "", "-", "+", "+-1", "1,5", ".5", "5.", "1e", "1e+", "e5", "NaN", "Infinity", "abc",
            "0x10", "1_000", " 1", "\u{663}", "1.2.3", "--1",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn integers_are_told_from_fractions() {
        for (text, whole) in [
            ("1", true),
            ("1.0", true),
            ("1.9", false),
            ("1e-1", false),
            ("100e-2", true),
            ("1e30", true),
        ] {
            assert_eq!(Decimal::parse(text).unwrap().is_whole(), whole, "{text}");
        }
        assert_eq!(Decimal::parse("1e19").unwrap().to_i64(), None);
    }

    #[test]
    fn a_million_digits_take_no_time() {
        let long = format!("{}e-1000000", "1".repeat(1_000_000));
        check(&long, Some("0.1111111111111111"));
        assert_eq!(
            Decimal::parse(&"9".repeat(1_000_000)).unwrap().to_i64(),
            None
        );
    }

    #[test]
    fn hints_correct_the_spelling() {
        for (text, expected) in [
            ("1,5", Some("1.5")),
            (".5", Some("0.5")),
            ("-.5", Some("-0.5")),
            ("5.", Some("5")),
            ("1 000", Some("1000")),
            ("1,000,000", Some("1000000")),
            ("1,000.5", Some("1000.5")),
            ("\u{2212}4", Some("-4")),
            ("abc", None),
            ("", None),
        ] {
            assert_eq!(hint(text).as_deref(), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn order_is_that_of_the_integers(a in any::<i64>(), b in any::<i64>()) {
            let read = |n: i64| Decimal::parse(&n.to_string()).unwrap();
            prop_assert_eq!(read(a).cmp(&read(b)), a.cmp(&b));
            prop_assert_eq!(read(a).to_i64(), Some(a));
        }

        #[test]
        fn order_is_that_of_the_doubles(a in any::<f64>(), b in any::<f64>()) {
            prop_assume!(a.is_finite() && b.is_finite());
            let read = |n: f64| Decimal::of(&serde_json::Number::from_f64(n).unwrap());
            prop_assert_eq!(Some(read(a).cmp(&read(b))), a.partial_cmp(&b));
        }

        #[test]
        fn what_is_sent_reads_as_itself(text in "[+-]?[0-9]{1,25}(\\.[0-9]{1,25})?(e[+-]?[0-9]{1,3})?") {
            if let Some(sent) = to_json(&text) {
                prop_assert_eq!(to_json(&sent.to_string()), Some(canonical(&sent)));
            }
        }

        #[test]
        fn hints_can_be_read(text in ".{0,12}") {
            if let Some(hint) = hint(&text) {
                prop_assert!(Decimal::parse(&hint).is_some());
            }
        }
    }
}
