//! What `check-link` prints.

use serde_json::{Value, json};

use super::judged;
use crate::text::visible;
use crate::view::{JudgedView, Reason, ReasonCode, Verdict};

/// The outcome of a check, ready to print.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// `verdict`, `reasons`, `host`, `hostUnicode`, `domain`, `canonical`; null for what does not exist.
    pub json: Value,
    /// 0 for plain and warn, 3 for strong, 4 for refuse.
    pub exit: u8,
    /// The same for a person, over several lines.
    pub text: String,
}

/// Judges a text for the command line.
pub fn report(input: &str) -> Report {
    let (view, page) = judged(input, false);
    let exit = match view.verdict {
        Verdict::Info | Verdict::Plain | Verdict::Warn => 0,
        Verdict::Strong => 3,
        Verdict::Refuse => 4,
    };
    let host = page.as_ref().and_then(|page| page.address.host_str());
    let unicode = page.as_ref().map(|page| page.hosted.unicode.as_str());
    let domain = page.as_ref().and_then(|page| page.hosted.domain.as_deref());
    let rows = [
        ("host", host),
        ("reads as", unicode.filter(|&unicode| host != Some(unicode))),
        ("domain", domain),
        ("address", view.address.as_deref()),
        ("written", view.written.as_deref()),
    ];
    Report {
        json: json!({
            "verdict": view.verdict,
            "reasons": view.reasons.iter().map(reason).collect::<Vec<_>>(),
            "host": host,
            "hostUnicode": unicode,
            "domain": domain,
            "canonical": view.address,
        }),
        exit,
        text: text(&view, &rows),
    }
}

fn reason(reason: &Reason) -> Value {
    let mut out = json!({ "code": reason.code, "verdict": reason.verdict });
    if let Some(subject) = &reason.subject {
        let name = match reason.code {
            ReasonCode::Redirect => "host",
            _ => "subject",
        };
        out[name] = json!(subject);
    }
    out
}

fn text(view: &JudgedView, rows: &[(&str, Option<&str>)]) -> String {
    let mut lines = vec![format!("verdict    {}", word(&view.verdict))];
    for reason in &view.reasons {
        let about = reason
            .subject
            .as_ref()
            .map_or(String::new(), |subject| format!(" ({subject})"));
        let verdict = word(&reason.verdict);
        lines.push(format!("  {verdict:<8} {}{about}", word(&reason.code)));
    }
    for (name, value) in rows {
        if let Some(value) = value {
            lines.push(format!("{name:<10} {}", visible(value)));
        }
    }
    lines.join("\n")
}

/// The word of a code, as it stands in the JSON.
fn word(code: &impl serde::Serialize) -> String {
    match serde_json::to_value(code) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}
