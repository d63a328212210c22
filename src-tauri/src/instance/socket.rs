//! A Unix socket, in the data folder where its path is not too long, else where the session keeps such things.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tokio::net::{UnixListener, UnixStream};

/// The socket's name in the data folder.
const NAME: &str = "instance";
/// As many bytes as the path of a socket may have on every system.
const LONGEST: usize = 100;

/// Where later starts come in.
pub struct Listener(UnixListener);

impl Listener {
    /// Waits for the next one that is of the same user.
    pub async fn accept(&mut self) -> io::Result<UnixStream> {
        loop {
            let (stream, _) = self.0.accept().await?;
            match check(&stream) {
                Ok(()) => return Ok(stream),
                Err(why) => tracing::warn!(%why, "somebody else knocked"),
            }
        }
    }
}

/// Opens the socket. Only the first of a folder may do that: what is left of an earlier one is removed.
pub fn listen(folder: &Path) -> io::Result<Listener> {
    let mut failed = io::Error::from(io::ErrorKind::InvalidFilename);
    for path in places(folder) {
        if let Err(why) = std::fs::remove_file(&path)
            && why.kind() != io::ErrorKind::NotFound
        {
            failed = why;
            continue;
        }
        match UnixListener::bind(&path) {
            Ok(listener) => {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
                return Ok(Listener(listener));
            }
            Err(why) => failed = why,
        }
    }
    Err(failed)
}

/// Reaches the first of a folder.
pub async fn connect(folder: &Path) -> io::Result<UnixStream> {
    let mut failed = io::Error::from(io::ErrorKind::NotFound);
    for path in places(folder) {
        match UnixStream::connect(&path).await {
            Ok(stream) => {
                check(&stream)?;
                return Ok(stream);
            }
            Err(why) => failed = why,
        }
    }
    Err(failed)
}

/// Fails unless the other end is the same user: what is handed over starts programs.
fn check(stream: &UnixStream) -> io::Result<()> {
    let other = stream.peer_cred()?.uid();
    if other == rustix::process::geteuid().as_raw() {
        Ok(())
    } else {
        Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("the other end is user {other}"),
        ))
    }
}

/// Where the socket may be, the best place first.
fn places(folder: &Path) -> Vec<PathBuf> {
    let session = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    places_with(folder, session.as_deref())
}

fn places_with(folder: &Path, session: Option<&Path>) -> Vec<PathBuf> {
    let own = folder.join(NAME);
    let named = session.filter(|it| it.is_absolute()).map(|session| {
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let name = assent_core::link::fingerprint(&folder.to_string_lossy());
        session.join(OsStr::new(&format!("assent-{name}")))
    });
    let all = [Some(own), named].into_iter().flatten();
    all.filter(|it| it.as_os_str().as_bytes().len() <= LONGEST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_socket_has_a_place_whose_path_is_short_enough() {
        let session = Path::new("/run/user/1000");
        let short = places_with(Path::new("/home/ann/state"), Some(session));
        assert_eq!(short[0], Path::new("/home/ann/state/instance"));
        assert!(short[1].starts_with(session));
        let long = PathBuf::from("/home").join("x".repeat(120));
        let found = places_with(&long, Some(session));
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with(session));
        let other = places_with(&long.join("y"), Some(session));
        assert_ne!(found, other, "each folder has its own");
        assert!(places_with(&long, None).is_empty());
        assert!(places_with(&long, Some(Path::new("relative"))).is_empty());
    }
}
