//! Files and folders that only their owner may read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

/// Makes a folder and those above it, each for its owner alone; one that is there stays as it is.
pub(crate) fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens a file to add to its end; a new one is for its owner alone.
pub(crate) fn private_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Replaces a file as a whole, for its owner alone: after a crash either the old text is there or the new.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let fresh = path.with_extension("json.new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&fresh, path)?;
    // The name, too, is on the disk only once its folder is.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Writes a file the person chose, as a whole or not at all: what stood there before stays until all of the new
/// text is on the disk.
///
/// # Errors
/// When the file, or one beside it, cannot be written.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let mut fresh = tempfile::Builder::new()
        .prefix(".assent-")
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    fresh.write_all(text.as_bytes())?;
    // Made for its owner alone; a file that is replaced keeps who may read it.
    if let Ok(before) = std::fs::metadata(path) {
        std::fs::set_permissions(fresh.path(), before.permissions())?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken.md");
        write_whole(&path, "first").unwrap();
        write_whole(&path, "second").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "second");
        // A folder stands in its place: it stays, and nothing is left beside it.
        let taken = folder.path().join("folder");
        std::fs::create_dir(&taken).unwrap();
        assert!(write_whole(&taken, "x").is_err());
        assert!(write_whole(&folder.path().join("none/x"), "x").is_err());
        let names = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 2);
    }
}
