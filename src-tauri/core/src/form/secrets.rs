//! Tells whether a form asks for a secret (form-rules 6).
//!
//! Why by grammar and not by the mere word: "API key" asks for one, while "API key name", "how should I
//! store the API key" and "access token lifetime" do not. So the secret has to be what the name or title
//! is about, its head, or the object of a verb such as "enter".

use serde_json::{Map, Value};

use super::words::{Token, tokens};

/// Secrets, as their words.
const SECRETS: &[&[&str]] = &[
    &["password"],
    &["pass", "word"],
    &["passwd"],
    &["passphrase"],
    &["passcode"],
    &["pass", "phrase"],
    &["pwd"],
    &["api", "key"],
    &["apikey"],
    &["api", "token"],
    &["api", "secret"],
    &["access", "token"],
    &["accesstoken"],
    &["refresh", "token"],
    &["refreshtoken"],
    &["auth", "token"],
    &["authtoken"],
    &["authentication", "token"],
    &["authorization", "token"],
    &["oauth", "token"],
    &["bearer", "token"],
    &["session", "token"],
    &["bot", "token"],
    &["github", "token"],
    &["git", "hub", "token"],
    &["gitlab", "token"],
    &["git", "lab", "token"],
    &["npm", "token"],
    &["slack", "token"],
    &["private", "key"],
    &["privatekey"],
    &["secret", "key"],
    &["access", "key"],
    &["client", "secret"],
    &["clientsecret"],
    &["app", "secret"],
    &["webhook", "secret"],
    &["recovery", "code"],
    &["recovery", "key"],
    &["recovery", "phrase"],
    &["backup", "code"],
    &["seed", "phrase"],
    &["card", "number"],
    &["cardnumber"],
    &["cvc"],
    &["cvc", "code"],
    &["cvv"],
    &["cvv", "code"],
    &["card", "security", "code"],
];

/// Words that make it about something else.
const ABOUT: &[&str] = &[
    "hint",
    "hints",
    "name",
    "names",
    "count",
    "counts",
    "budget",
    "budgets",
    "limit",
    "limits",
    "path",
    "paths",
    "variable",
    "variables",
    "binding",
    "bindings",
];

/// Words that count; "max tokens".
const COUNTING: &[&str] = &[
    "max", "maximum", "min", "minimum", "many", "total", "amount", "number", "quantity",
];

/// What begins a question about a secret, not for it.
const QUESTIONS: &[&str] = &[
    "how", "where", "when", "why", "which", "who", "do", "does", "did", "is", "are", "should",
    "shall", "can", "could", "will", "would", "has", "have", "may", "whether", "if",
];

const NEGATIONS: &[&str] = &[
    "no", "not", "never", "dont", "cannot", "cant", "without", "avoid", "nor", "instead",
];

/// What, before a secret, makes something else the head ("owner of the API key").
const LINKS: &[&str] = &[
    "of",
    "for",
    "about",
    "with",
    "to",
    "that",
    "which",
    "where",
    "what",
    "how",
    "holding",
    "containing",
    "from",
    "in",
    "on",
    "between",
    "using",
    "whether",
    "if",
    "by",
    "behind",
    "storing",
];

/// What may follow a secret that is the head of a name or title.
const AFTER_HEAD: &[&str] = &[
    "for",
    "of",
    "to",
    "from",
    "in",
    "on",
    "at",
    "with",
    "here",
    "again",
    "please",
    "confirmation",
    "confirm",
    "repeat",
    "value",
    "string",
    "and",
    "or",
    "below",
    "you",
    "your",
    "that",
    "used",
    "optional",
    "required",
    "if",
];

/// What, right after a secret, makes it part of another thing ("password length").
const COMPOUNDS: &[&str] = &[
    "file",
    "files",
    "location",
    "id",
    "ids",
    "url",
    "uri",
    "type",
    "length",
    "policy",
    "format",
    "manager",
    "field",
    "label",
    "expiry",
    "expiration",
    "lifetime",
    "prefix",
    "suffix",
    "strategy",
    "rotation",
    "storage",
    "header",
    "scope",
    "scopes",
    "endpoint",
    "hash",
    "owner",
    "status",
    "rules",
    "provider",
    "server",
    "method",
    "number",
    "description",
    "vault",
    "reset",
    "protected",
    "authentication",
    "strength",
    "requirements",
    "usage",
    "change",
];

const VERBS: &[&str] = &[
    "enter", "paste", "type", "provide", "supply", "input", "insert", "fill",
];
const MESSAGE_VERBS: &[&str] = &["give", "send", "share", "submit", "tell"];

/// What is done to a secret without asking for it.
const DEEDS: &[&str] = &[
    "reset",
    "change",
    "rotate",
    "delete",
    "remove",
    "store",
    "save",
    "update",
    "create",
    "generate",
    "revoke",
    "forgot",
    "choose",
    "use",
    "check",
    "test",
    "validate",
    "verify",
    "add",
    "configure",
    "manage",
    "encrypt",
    "rename",
    "invalid",
    "wrong",
    "missing",
    "i",
    "we",
];

/// How far a verb reaches, in words.
const REACH: usize = 8;

/// A secret found among words.
struct Found {
    /// How many words it has.
    words: usize,
    /// "tokens", which counts them more often than it asks for them.
    plural: bool,
}

fn secret_at(tokens: &[Token]) -> Option<Found> {
    SECRETS
        .iter()
        .filter_map(|secret| matches_secret(tokens, secret))
        .max_by_key(|found| found.words)
}

fn matches_secret(tokens: &[Token], secret: &[&str]) -> Option<Found> {
    let (last, first) = secret.split_last()?;
    let head = tokens.get(first.len())?.word()?;
    let fits = first
        .iter()
        .zip(tokens)
        .all(|(wanted, token)| token.word() == Some(wanted));
    let plural = head.strip_suffix('s') == Some(last);
    (fits && (plural || head == *last)).then_some(Found {
        words: secret.len(),
        plural,
    })
}

fn has_any(tokens: &[Token], words: &[&str]) -> bool {
    tokens
        .iter()
        .filter_map(Token::word)
        .any(|word| words.contains(&word))
}

/// Whether a name or title is a secret.
pub(crate) fn is_secret(text: &str) -> bool {
    let tokens = tokens(text);
    let asks_about = tokens
        .first()
        .and_then(Token::word)
        .is_some_and(|word| QUESTIONS.contains(&word));
    if asks_about || has_any(&tokens, ABOUT) || has_any(&tokens, NEGATIONS) {
        return false;
    }
    let counts = has_any(&tokens, COUNTING);
    let mut part_begins = true;
    let mut linked = false;
    for (at, token) in tokens.iter().enumerate() {
        let Some(word) = token.word() else {
            (part_begins, linked) = (true, false);
            continue;
        };
        if !linked && is_head(&tokens[at..], counts) {
            return true;
        }
        linked |= LINKS.contains(&word) && !(part_begins && word == "what");
        part_begins = false;
    }
    false
}

/// Whether the tokens begin with a secret that nothing after it makes a part of something else.
fn is_head(tokens: &[Token], counts: bool) -> bool {
    secret_at(tokens).is_some_and(|found| {
        let codes = tokens[found.words - 1].word() == Some("codes") && !counts;
        let after = tokens.get(found.words).and_then(Token::word);
        (!found.plural || codes) && after.is_none_or(|word| AFTER_HEAD.contains(&word))
    })
}

/// Whether a description says to enter a secret.
pub(super) fn says_to_enter(text: &str) -> bool {
    wants(&tokens(text), &[VERBS])
}

/// Whether a request's message asks for a secret.
pub(super) fn message_asks(text: &str) -> bool {
    let tokens = tokens(text);
    let short = tokens.iter().filter(|token| token.word().is_some()).count() <= 10;
    let asks_for = |at: usize| {
        let rest: Vec<&str> = tokens[at..]
            .iter()
            .take(3)
            .filter_map(Token::word)
            .collect();
        matches!(
            rest[..],
            ["what", "is", "your"] | ["whats" | "need" | "needs", "your", _]
        ) && reaches(&tokens[at + 1..], &["is"])
    };
    wants(&tokens, &[VERBS, MESSAGE_VERBS])
        || (0..tokens.len()).any(asks_for)
        || (short && !has_any(&tokens, DEEDS) && is_secret(text))
}

fn wants(tokens: &[Token], verbs: &[&[&str]]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let verb = token
            .word()
            .is_some_and(|word| verbs.iter().any(|verbs| verbs.contains(&word)));
        verb && is_command(tokens, at) && reaches(&tokens[at + 1..], &["in", "here"])
    })
}

/// Whether the verb speaks to the person: not "never enter", "I will type", "the type".
fn is_command(tokens: &[Token], at: usize) -> bool {
    let sentence = tokens[..at]
        .rsplit(|token| *token == Token::Stop)
        .next()
        .unwrap_or_default();
    let near: Vec<&str> = sentence
        .iter()
        .rev()
        .take(4)
        .filter_map(Token::word)
        .collect();
    !near.iter().any(|word| NEGATIONS.contains(word))
        && !near
            .first()
            .is_some_and(|word| ["i", "we", "the", "a", "an", "will", "which"].contains(word))
}

/// Whether a secret is what comes after a verb; `particles` may come right after it.
fn reaches(tokens: &[Token], particles: &[&str]) -> bool {
    for at in 0..tokens.len().min(REACH) {
        let Some(word) = tokens[at].word() else {
            if tokens[at] == Token::Stop {
                return false;
            }
            continue;
        };
        if let Some(found) = secret_at(&tokens[at..]) {
            let after = tokens.get(at + found.words).and_then(Token::word);
            return after.is_none_or(|word| !COMPOUNDS.contains(&word) && !ABOUT.contains(&word));
        }
        let particle = at == 0 && particles.contains(&word);
        if !particle && (ABOUT.contains(&word) || COUNTING.contains(&word) || LINKS.contains(&word))
        {
            return false;
        }
    }
    false
}

/// Whether `_meta` of a field marks it as a secret, directly or under the name of an agent.
pub(super) fn is_marked(meta: Option<&Map<String, Value>>) -> bool {
    let marks = |object: &Map<String, Value>| {
        ["isSecret", "secret", "sensitive"]
            .iter()
            .any(|key| object.get(*key) == Some(&Value::Bool(true)))
    };
    meta.is_some_and(|meta| marks(meta) || meta.values().filter_map(Value::as_object).any(marks))
}

#[cfg(test)]
mod tests;
