//! Putting words of others into Markdown so that they stay words.

/// As text: nothing in it becomes emphasis, a link, a table cell or a new line.
pub(crate) fn text(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for character in words.trim().chars() {
        match character {
            '\n' | '\r' | '\t' => escaped.push(' '),
            character if character.is_ascii_punctuation() => {
                escaped.push('\\');
                escaped.push(character);
            }
            character => escaped.push(character),
        }
    }
    escaped
}

/// As a piece of code on one line.
pub(crate) fn code(words: &str) -> String {
    let line: String = words
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect();
    let longest = line
        .split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    format!("{fence} {line} {fence}")
}

/// "a, b and c"
pub(crate) fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        assert_eq!(text("a|b\n*c*"), "a\\|b \\*c\\*");
        assert_eq!(text("<b>[x](y)"), "\\<b\\>\\[x\\]\\(y\\)");
        assert_eq!(code("a`b``c\n"), "``` a`b``c  ```");
        assert_eq!(code("plain"), "` plain `");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a"]), "a");
    }
}
