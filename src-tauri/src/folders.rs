//! Where things are: the folder to start in, and the one for our own state.

use std::ffi::OsString;
use std::fs::File;
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

/// The folder of a demo, emptied of the demo before it: the first that no running demo holds.
///
/// Why not a folder that goes with the program: what a demo left can be looked at until the next one.
pub fn stage(data: &Path) -> Option<PathBuf> {
    (1..=MOST_STAGES).find_map(|number| {
        let name = match number {
            1 => "demo".to_owned(),
            _ => format!("demo-{number}"),
        };
        let folder = data.join(name);
        make_private(&folder).ok()?;
        let lock = File::create(folder.join(IN_USE)).ok()?;
        lock.try_lock().ok()?;
        empty(&folder);
        // It is held until the program ends, however it ends.
        std::mem::forget(lock);
        Some(folder)
    })
}

/// Demos that may run at once.
const MOST_STAGES: u32 = 20;
/// The file of a demo's folder that a running demo holds.
const IN_USE: &str = "in-use";

fn empty(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name() != IN_USE) {
        // What cannot be removed is written over, or lies there unused.
        let _ = match entry.file_type() {
            Ok(kind) if kind.is_dir() => std::fs::remove_dir_all(entry.path()),
            _ => std::fs::remove_file(entry.path()),
        };
    }
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
    fn a_demo_begins_with_nothing_and_leaves_the_rest_alone() {
        let data = std::env::temp_dir().join(format!("assent-stage-{}", std::process::id()));
        let old = data.join("demo/sessions");
        std::fs::create_dir_all(&old).unwrap();
        std::fs::write(old.join("a"), "of the demo before").unwrap();
        std::fs::write(data.join("settings"), "of the person").unwrap();
        let first = stage(&data).unwrap();
        assert_eq!(first, data.join("demo"));
        assert!(!old.exists());
        assert!(data.join("settings").exists());
        // The first one still runs.
        std::fs::write(first.join("sessions"), "of this demo").unwrap();
        assert_eq!(stage(&data), Some(data.join("demo-2")));
        assert!(first.join("sessions").exists());
        std::fs::remove_dir_all(&data).unwrap();
    }

    #[test]
    fn state_has_a_place() {
        check(None, "/home/ann/.local/share/Assent");
        check(Some("/data"), "/data/Assent");
        check(Some("relative/is/ignored"), "/home/ann/.local/share/Assent");
        check(Some(""), "/home/ann/.local/share/Assent");
    }
}
