//! A change of a file as a patch.

use similar::{Algorithm, TextDiff};

/// From so many lines on, both sides together, a change is written as all lines going and all coming: comparing
/// them takes too long.
const COMPARED: usize = 20_000;

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file, from the session's folder where it lies in it.
    path: String,
    /// Before; none for a new file.
    old: Option<String>,
    new: String,
}

impl Change {
    /// A change of the file at a path, for somebody who stands in a folder.
    pub fn new(path: &str, folder: &str, old: Option<&str>, new: &str) -> Self {
        let folder = folder.trim_end_matches(['/', '\\']);
        let below = path
            .strip_prefix(folder)
            .and_then(|below| below.strip_prefix(['/', '\\']))
            .filter(|_| !folder.is_empty());
        Self {
            path: below.unwrap_or(path.trim_start_matches('/')).to_owned(),
            old: old.map(ToOwned::to_owned),
            new: new.to_owned(),
        }
    }

    /// The patch: `patch -p1` takes it in the session's folder. Empty when nothing changes.
    pub fn patch(&self) -> String {
        let old = self.old.as_deref().unwrap_or_default();
        let before = match self.old {
            Some(_) => quoted(&format!("a/{}", self.path)),
            None => "/dev/null".to_owned(),
        };
        let after = quoted(&format!("b/{}", self.path));
        let lines = old.lines().count() + self.new.lines().count();
        if lines > COMPARED {
            return whole(old, &self.new, &before, &after);
        }
        TextDiff::configure()
            .algorithm(Algorithm::Myers)
            .diff_lines(old, self.new.as_str())
            .unified_diff()
            .context_radius(3)
            .header(&before, &after)
            .to_string()
    }
}

/// All lines go, and all come.
fn whole(old: &str, new: &str, before: &str, after: &str) -> String {
    if old == new {
        return String::new();
    }
    let range = |text: &str| match text.lines().count() {
        0 => "0,0".to_owned(),
        lines => format!("1,{lines}"),
    };
    let mut patch = format!(
        "--- {before}\n+++ {after}\n@@ -{} +{} @@\n",
        range(old),
        range(new)
    );
    for (sign, text) in [('-', old), ('+', new)] {
        for line in text.split_inclusive('\n') {
            patch.push(sign);
            patch.push_str(line);
            if !line.ends_with('\n') {
                patch.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    patch
}

/// A path as patches have it: quoted where it would not be read as one.
fn quoted(path: &str) -> String {
    let odd = |letter: char| letter.is_control() || matches!(letter, '"' | '\\');
    if !path.contains(odd) {
        // A blank ends a path for some; a tab after it makes clear where it does.
        return if path.contains(' ') {
            format!("{path}\t")
        } else {
            path.to_owned()
        };
    }
    let mut text = String::from('"');
    for letter in path.chars() {
        match letter {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '"' | '\\' => text.extend(['\\', letter]),
            other => text.push(other),
        }
    }
    text.push('"');
    text
}
