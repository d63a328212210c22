//! Cuts names and sentences into words.

/// A word in lower case, or what stands between parts of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A word; numbers are left out.
    Word(String),
    /// A comma, a bracket, a dash.
    Pause,
    /// The end of a sentence.
    Stop,
}

impl Token {
    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::Pause | Self::Stop => None,
        }
    }
}

/// Cuts at white space, `_`, `-` and capitals inside a word, so that `apiKey`, `API_KEY` and `API key`
/// are the same two words. `don't` is the one word `dont`.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut word = String::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(at + 1).copied();
        if c.is_alphabetic() {
            if starts_word(before, c, after) {
                close(&mut word, &mut found);
            }
            word.extend(c.to_lowercase());
        } else if !matches!(c, '\'' | '\u{2019}') {
            close(&mut word, &mut found);
            found.extend(separator(before, c, after));
        }
    }
    close(&mut word, &mut found);
    found
}

fn close(word: &mut String, found: &mut Vec<Token>) {
    if !word.is_empty() {
        found.push(Token::Word(std::mem::take(word)));
    }
}

/// A capital after a small letter, or the last of several capitals before a small letter.
fn starts_word(before: Option<char>, c: char, after: Option<char>) -> bool {
    c.is_uppercase()
        && before.is_some_and(|before| {
            before.is_lowercase()
                || (before.is_uppercase() && after.is_some_and(char::is_lowercase))
        })
}

fn separator(before: Option<char>, c: char, after: Option<char>) -> Option<Token> {
    let spaced = |side: Option<char>| side.is_none_or(char::is_whitespace);
    match c {
        '.' | ':' if !spaced(after) => None,
        '.' | '!' | '?' | ';' | ':' | '\n' | '\r' => Some(Token::Stop),
        '-' if spaced(before) && spaced(after) => Some(Token::Pause),
        '-' | '_' => None,
        _ if c.is_whitespace() || c.is_numeric() => None,
        _ => Some(Token::Pause),
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    fn check(text: &str, expected: &str) {
        let found: Vec<String> = tokens(text)
            .into_iter()
            .map(|token| match token {
                Token::Word(word) => word,
                Token::Pause => ",".into(),
                Token::Stop => ".".into(),
            })
            .collect();
        assert_eq!(found.join(" "), expected, "{text:?}");
    }

    #[test]
    fn names_fall_into_words() {
        check("apiKey", "api key");
        check("API_KEY", "api key");
        check("API-Key", "api key");
        check("OPENAI_APIKey2", "openai api key");
        check("userPassword", "user password");
        check("auth.token", "auth token");
        check("PASSWORD", "password");
    }

    #[test]
    fn sentences_have_stops_and_pauses() {
        check(
            "Enter it. Don't type (again), please!",
            "enter it . dont type , again , , please .",
        );
        check("Key - yours", "key , yours");
        check("a/b", "a , b");
        check("Key:\nnew", "key . . new");
        check("", "");
    }
}
