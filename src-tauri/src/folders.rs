//! Where things are: the folder to start in, and the one for our own state.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folder new sessions start in: the current one.
///
/// Why not always: a program started from a menu has the root as its folder, and there is nothing to work
/// on in the root. Then it is the person's home.
pub fn start() -> Option<PathBuf> {
    let current = std::env::current_dir().ok()?;
    let in_root = current.parent().is_none();
    Some(std::env::home_dir().filter(|_| in_root).unwrap_or(current))
}

/// The usual place for our state.
pub fn data() -> Option<PathBuf> {
    data_in(&std::env::home_dir()?, |name| std::env::var_os(name))
}

fn data_in(home: &Path, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let named = |name| {
        variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = if cfg!(target_os = "windows") {
        named("APPDATA")?
    } else if cfg!(target_os = "macos") {
        home.join("Library/Application Support")
    } else {
        named("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share"))
    };
    Some(base.join("Assent"))
}

/// Makes a folder, for its owner alone, where there is none yet.
pub fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut maker = std::fs::DirBuilder::new();
    maker.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
    maker.create(folder)
}

#[cfg(all(test, not(any(target_os = "windows", target_os = "macos"))))]
mod tests {
    use super::*;

    fn check(data_home: Option<&str>, expected: &str) {
        let found = data_in(Path::new("/home/ann"), |name| {
            data_home
                .filter(|_| name == "XDG_DATA_HOME")
                .map(OsString::from)
        });
        assert_eq!(found.as_deref(), Some(Path::new(expected)), "{data_home:?}");
    }

    #[test]
    fn state_has_a_place() {
        check(None, "/home/ann/.local/share/Assent");
        check(Some("/data"), "/data/Assent");
        check(Some("relative/is/ignored"), "/home/ann/.local/share/Assent");
        check(Some(""), "/home/ann/.local/share/Assent");
    }
}
