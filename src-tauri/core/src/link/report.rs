//! What `check-link` prints.

use serde_json::{Value, json};

use super::{Judged, judged};
use crate::text::visible;
use crate::view::{Reason, ReasonCode, Verdict};

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
    let judged = judged(input);
    let exit = match judged.view.verdict {
        Verdict::Info | Verdict::Plain | Verdict::Warn => 0,
        Verdict::Strong => 3,
        Verdict::Refuse => 4,
    };
    Report {
        json: json!({
            "verdict": judged.view.verdict,
            "reasons": judged.view.reasons.iter().map(reason).collect::<Vec<_>>(),
            "host": judged.host,
            "hostUnicode": judged.unicode,
            "domain": judged.domain,
            "canonical": judged.view.address,
        }),
        exit,
        text: text(input, &judged),
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

fn text(input: &str, judged: &Judged) -> String {
    let mut lines = vec![format!("verdict    {}", word(&judged.view.verdict))];
    for reason in &judged.view.reasons {
        let about = reason
            .subject
            .as_ref()
            .map(|subject| format!(" ({subject})"));
        lines.push(format!(
            "  {:<8} {}{}",
            word(&reason.verdict),
            word(&reason.code),
            about.unwrap_or_default()
        ));
    }
    let rows = [
        ("host", &judged.host),
        ("reads as", &judged.unicode),
        ("domain", &judged.domain),
        ("address", &judged.view.address),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            lines.push(format!("{name:<10} {}", visible(value)));
        }
    }
    if judged.view.written.is_some() {
        lines.push(format!("written    {}", visible(input)));
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
