//! The protocol's journal: no secret is shown, whatever stands around it, and whatever is no message is taken too.

use assent_core::redact::{About, Hidden, Known, Layout, redact};
use assent_core::text::is_hidden;
use serde_json::{Value, json};

use crate::source::Source;

const WORDS: [&str; 20] = [
    "elicitation/create",
    "session/new",
    "session/update",
    "env",
    "headers",
    "name",
    "value",
    "content",
    "action",
    "accept",
    "access_token",
    "Authorization",
    "Bearer ",
    "https://example.com/?a=",
    "password",
    "•",
    "\\u0041",
    "{\"a\":",
    "}",
    "[",
];

/// Masks lines that hold a secret.
pub fn check(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let secret = secret(&mut source);
    let layout = source.pick(&[Layout::AsSent, Layout::Indented]);
    let most = source.pick(&[1, 40, 400, 4_096, 1 << 20]);

    // Where it stands in a place that is for secrets.
    let (line, hidden) = message(&mut source, &secret);
    let nothing = Known::default();
    let about = About {
        method: None,
        answer: &hidden,
        known: &nothing,
    };
    masked(&line, &secret, about, layout, most);

    // Where it was seen before, it may stand anywhere, in anything.
    let mut known = Known::default();
    known.add(&secret);
    let about = About {
        method: None,
        answer: &Hidden::Nothing,
        known: &known,
    };
    let line = mangled(&mut source, &secret);
    masked(&line, &secret, about, layout, most);
}

/// Letters and digits that stand nowhere else.
fn secret(source: &mut Source) -> String {
    format!("zQ{:08x}Xv{:08x}", source.any::<u32>(), source.any::<u32>())
}

/// A message with the secret in one of the places for secrets, and what is masked of an answer.
fn message(source: &mut Source, secret: &str) -> (String, Hidden) {
    let aside = source.json(&WORDS, &WORDS, 2);
    let mut message = json!({"jsonrpc": "2.0", "id": 1});
    let mut hidden = Hidden::Nothing;
    match source.below(7) {
        0 => {
            let servers = json!([{"name": "a", "env": [{"name": "A", "value": secret}]}]);
            message["method"] = "session/new".into();
            message["params"] = json!({"aside": aside, "mcpServers": servers});
        }
        1 => {
            let servers = json!([{"url": "u", "headers": [{"name": "h", "value": secret}]}]);
            message["method"] = "session/new".into();
            message["params"] = json!({"mcpServers": servers, "aside": aside});
        }
        2 => {
            hidden = Hidden::All;
            message["result"] =
                json!({"action": "accept", "content": {"f": secret, "aside": aside}});
        }
        3 => {
            hidden = Hidden::Fields(["f".to_owned()].into());
            message["result"] =
                json!({"content": {"aside": aside, "f": secret}, "action": "accept"});
        }
        4 => message["params"] = json!({"aside": aside, "deep": {"access_token": secret}}),
        5 => {
            let url = format!("https://example.com/a?state={secret}#x");
            message["params"] = json!({"mode": "url", "url": url, "aside": aside});
        }
        _ => message["params"] = json!({"headers": {"Authorization": format!("Bearer {secret}")}}),
    }
    (message.to_string(), hidden)
}

/// Anything, with the secret in it.
fn mangled(source: &mut Source, secret: &str) -> String {
    let mut line = source.json(&WORDS, &WORDS, 3).to_string();
    let places = line.char_indices().map(|(at, _)| at).collect::<Vec<_>>();
    line.insert_str(places[source.below(places.len())], secret);
    match source.below(4) {
        0 => line.truncate(line.find(secret).map_or(0, |at| at + secret.len())),
        1 => line = format!("{}{line}", source.text(12)),
        2 => line = Value::String(line).to_string(),
        _ => {}
    }
    line
}

fn masked(line: &str, secret: &str, about: About<'_>, layout: Layout, most: usize) {
    let redacted = redact(line, about, layout, most);
    let text = &redacted.text;
    assert!(!text.contains(secret), "{line} shows as {text}");
    assert!(
        !text
            .chars()
            .any(|it| is_hidden(it) && it != '\n' && it != '\t')
    );
    // An escape or a mask may stand whole at the end.
    assert!(text.len() <= most + 64, "{} of {most} bytes", text.len());
    assert_eq!(redact(line, about, layout, most), redacted);
}
