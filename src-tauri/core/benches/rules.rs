//! How long the rules take by themselves: fields, patterns, links. Prints one JSON object, times in microseconds.

use std::hint::black_box;
use std::io::Write as _;
use std::time::Instant;

use assent_core::form::{Form, FormDrafts, RowDraft, read};
use assent_core::link::judge;
use assent_core::view::Draft;
use serde_json::{Map, Value, json};

/// How often everything short is measured.
const TIMES: usize = 50;

fn main() {
    // `cargo test --benches` only wants to know that it starts.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let mut fields = fields();
    let mut whole = whole_form();
    let mut links = links();
    let patterns = patterns();
    let slowest = patterns.iter().map(|(_, time)| *time).fold(0.0, f64::max);
    let found = json!({
        "field check p50": quantile(&mut fields, 0.5),
        "field check p99": quantile(&mut fields, 0.99),
        "form of 200 fields p99": quantile(&mut whole, 0.99),
        "pattern slowest": slowest,
        "patterns": patterns.iter().map(|(name, time)| json!([name, time])).collect::<Value>(),
        "link p50": quantile(&mut links, 0.5),
        "link p99": quantile(&mut links, 0.99),
    });
    writeln!(std::io::stdout(), "{found:#}").unwrap_or_default();
}

fn microseconds<T>(run: impl FnOnce() -> T) -> f64 {
    let begin = Instant::now();
    black_box(run());
    begin.elapsed().as_secs_f64() * 1e6
}

/// The number below which this part of the times lies.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a place in a list that is far shorter than any of the types' ends"
)]
fn quantile(times: &mut [f64], part: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    let place = (times.len() as f64 * part) as usize;
    times
        .get(place.min(times.len() - 1))
        .copied()
        .unwrap_or(f64::NAN)
}

fn form(properties: &Value) -> Form {
    let params = json!({
        "mode": "form", "sessionId": "s", "message": "m",
        "requestedSchema": {"type": "object", "properties": properties},
    });
    let params = params.as_object().cloned().unwrap_or_default();
    match read(&params) {
        Ok(form) => form,
        Err(why) => unreachable!("the form is a good one: {why}"),
    }
}

fn text(text: &str) -> RowDraft {
    RowDraft {
        draft: Draft::Text { text: text.into() },
        companion: String::new(),
    }
}

/// Two hundred fields of every kind, and what is typed into them.
fn two_hundred() -> (Form, Vec<RowDraft>) {
    let kinds = [
        (
            json!({"type": "string", "minLength": 2, "maxLength": 80}),
            text("some words of a person"),
        ),
        (
            json!({"type": "string", "format": "email"}),
            text("someone@mail.example.org"),
        ),
        (
            json!({"type": "string", "format": "uri"}),
            text("https://example.org/a/b?c=d#e"),
        ),
        (
            json!({"type": "integer", "minimum": 1, "maximum": 1_000_000, "multipleOf": 5}),
            text("123455"),
        ),
        (
            json!({"type": "number", "multipleOf": 0.01}),
            text("12345.67"),
        ),
        (
            json!({"type": "string", "pattern": "^[A-Z]{2}[0-9]{2}( ?[0-9A-Z]{4}){3,6}$"}),
            text("GB29 NWBK 6016 1331 9268"),
        ),
        (
            json!({"type": "string", "enum": ["red", "green", "blue"]}),
            RowDraft {
                draft: Draft::Option { index: 1 },
                companion: String::new(),
            },
        ),
    ];
    let (properties, drafts): (Map<String, Value>, Vec<RowDraft>) = kinds
        .iter()
        .cycle()
        .take(200)
        .enumerate()
        .map(|(number, (schema, draft))| ((format!("f{number}"), schema.clone()), draft.clone()))
        .unzip();
    (form(&Value::Object(properties)), drafts)
}

fn fields() -> Vec<f64> {
    let (form, drafts) = two_hundred();
    let once = || {
        drafts
            .iter()
            .enumerate()
            .map(|(index, draft)| microseconds(|| form.check_row(index, draft)))
    };
    (0..TIMES).flat_map(|_| once()).collect()
}

fn whole_form() -> Vec<f64> {
    let (form, rows) = two_hundred();
    let drafts = FormDrafts { rows };
    (0..TIMES)
        .map(|_| microseconds(|| form.check(&drafts)))
        .collect()
}

/// Patterns that take engines long, each with a text that makes it worse.
fn patterns() -> Vec<(String, f64)> {
    let many = "a".repeat(1 << 20);
    let mixed = "ab".repeat(1 << 19);
    let short = "a".repeat(2_000);
    let cases = [
        ("(a+)+$", format!("{many}b")),
        ("(a|aa)+$", format!("{many}b")),
        ("[ab]*a[ab]{1000}c", mixed.clone()),
        ("[ab]*a[ab]{5000}c", mixed),
        ("(x+x+)+y", "x".repeat(1 << 20)),
        ("^(([a-z])+.)+[A-Z]([a-z])+$", many.clone()),
        ("\\p{L}{1,1000}\\p{N}", many),
        ("^(?=.*a)(?=.*b)(?=.*c).*$", short.clone()),
        ("(?=(a+))\\1b", short.clone()),
        ("(.*)\\1\\1$", format!("{short}b")),
        ("((a{1,100}){1,100}){1,100}", short),
    ];
    cases
        .into_iter()
        .map(|(pattern, typed)| {
            let form = form(&json!({"f": {"type": "string", "pattern": pattern}}));
            // The first check also compiles it.
            let time = microseconds(|| form.check_row(0, &text(&typed)));
            (pattern.to_owned(), time)
        })
        .collect()
}

fn links() -> Vec<f64> {
    let addresses = [
        "https://github.com/login/device",
        "https://accounts.example.com/o/oauth2/v2/auth?client_id=123&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2F&state=abc",
        "http://github.com-login.example.com/x",
        "https://xn--80ak6aa92e.com/",
        "https://bücher.example/straße?q=ü",
        "https://127.0.0.1:8080/a/b/c",
        "https://[2001:db8::1]/",
        "https://user:word@example.org/",
        "javascript:alert(1)",
        "https://a.b.c.d.e.f.example.co.uk/very/long/path/with/many/parts?and=a&query=of&some=length#fragment",
    ];
    let once = || {
        addresses
            .iter()
            .map(|address| microseconds(|| judge(address)))
    };
    (0..TIMES * 10).flat_map(|_| once()).collect()
}
