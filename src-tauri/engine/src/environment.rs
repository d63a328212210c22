//! The environment agents and browsers are started in.
//!
//! A program started from a menu does not have what a shell profile sets, and agents are mostly
//! installed by tools that set it there. So the person's login shell is asked once, beside the start.
//! Whatever goes wrong with that, our own environment serves.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::{BoxFuture, Shared};

/// Variables by name.
pub(crate) type Variables = BTreeMap<OsString, OsString>;

/// The environment of the login shell, as soon as it is known.
pub(crate) type LoginEnvironment = Shared<BoxFuture<'static, Arc<Variables>>>;

/// Begins to ask the login shell. Must be called inside a tokio runtime.
pub(crate) fn ask_login_shell() -> LoginEnvironment {
    let own = outside_appimage(std::env::vars_os().collect());
    let asked = tokio::spawn(async move {
        #[cfg(unix)]
        if let Some(found) = shell::ask(&own).await {
            return Arc::new(found);
        }
        Arc::new(own)
    });
    async move { asked.await.unwrap_or_default() }
        .boxed()
        .shared()
}

/// Our own environment, as it was outside of an `AppImage`.
pub(crate) fn own() -> Variables {
    outside_appimage(std::env::vars_os().collect())
}

/// Takes out what an `AppImage` has put into the environment: other programs must not load its
/// libraries. Entries of lists that lie inside the image go, and so do variables with nothing left.
fn outside_appimage(variables: Variables) -> Variables {
    let Some(image) = variables.get(OsStr::new("APPDIR")).cloned() else {
        return variables;
    };
    variables
        .into_iter()
        .filter(|(name, _)| {
            !["APPDIR", "APPIMAGE", "ARGV0", "OWD"]
                .iter()
                .any(|own| name == own)
        })
        .filter_map(|(name, value)| {
            let inside = |part: &std::path::PathBuf| part.starts_with(&image);
            let parts: Vec<_> = std::env::split_paths(&value).collect();
            if !parts.iter().any(inside) {
                return Some((name, value));
            }
            let rest = parts.into_iter().filter(|part| !inside(part));
            let rest = std::env::join_paths(rest).unwrap_or_default();
            (!rest.is_empty()).then_some((name, rest))
        })
        .collect()
}

#[cfg(unix)]
mod shell {
    use std::os::unix::ffi::OsStringExt as _;
    use std::process::Stdio;
    use std::time::Duration;

    use process_wrap::tokio::{CommandWrap, ProcessSession};
    use tokio::io::AsyncReadExt as _;

    use super::{OsStr, OsString, Variables};

    /// How much is read of what a shell prints.
    const PRINTED: usize = 1 << 20;
    /// How long the shell may take.
    const LIMIT: Duration = Duration::from_secs(5);
    /// What a shell sets for itself.
    const OF_THE_SHELL: [&str; 4] = ["_", "SHLVL", "PWD", "OLDPWD"];

    /// What the person's login shell passes on to its programs.
    pub(super) async fn ask(own: &Variables) -> Option<Variables> {
        let shell = own
            .get(OsStr::new("SHELL"))
            .filter(|shell| !shell.is_empty())?;
        let mark = format!("{:032x}", crate::clock::nonce());
        // `;` and `echo` are understood by every shell; profiles may print what they like before it.
        let script = format!("echo {mark}; env -0; echo {mark}");
        let mut command = CommandWrap::with_new(shell, |command| {
            command
                .args(["-l", "-i", "-c", &script])
                .env_clear()
                .envs(own)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .kill_on_drop(true);
        });
        // An interactive shell takes the terminal it finds; in a session of its own it finds none.
        command.wrap(ProcessSession);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                tracing::warn!(%error, "the login shell cannot be started");
                return None;
            }
        };
        let mut printed = Vec::new();
        let read = async {
            let mut output = child.stdout().take()?;
            // Up to the second mark: what a profile leaves in the background may hold the pipe open.
            let mut chunk = vec![0; 64 << 10];
            while printed.len() < PRINTED && between(&printed, mark.as_bytes()).is_none() {
                match output.read(&mut chunk).await {
                    Ok(count) if count > 0 => printed.extend_from_slice(&chunk[..count]),
                    _ => break,
                }
            }
            between(&printed, mark.as_bytes()).map(parse)
        };
        let found = tokio::time::timeout(LIMIT, read).await.ok().flatten();
        if found.is_none() {
            tracing::warn!("the login shell did not tell its environment");
            child.start_kill().ok();
        }
        // Left to end by itself when it did: a profile may start what is meant to stay.
        tokio::spawn(async move { child.inner_mut().wait().await });
        found.filter(|found| found.contains_key(OsStr::new("PATH")))
    }

    fn between<'a>(printed: &'a [u8], mark: &[u8]) -> Option<&'a [u8]> {
        let find = |text: &[u8]| text.windows(mark.len()).position(|part| part == mark);
        let begin = find(printed)? + mark.len();
        let inner = &printed[begin..];
        Some(&inner[..find(inner)?])
    }

    fn parse(block: &[u8]) -> Variables {
        let block = block.strip_prefix(b"\r").unwrap_or(block);
        let block = block.strip_prefix(b"\n").unwrap_or(block);
        block
            .split(|byte| *byte == 0)
            .filter_map(|entry| {
                let middle = entry.iter().position(|byte| *byte == b'=')?;
                let name = OsString::from_vec(entry[..middle].to_vec());
                let value = OsString::from_vec(entry[middle + 1..].to_vec());
                let kept = !name.is_empty() && !OF_THE_SHELL.iter().any(|own| name == *own);
                kept.then_some((name, value))
            })
            .collect()
    }

    #[cfg(test)]
    mod tests {
        use std::os::unix::fs::PermissionsExt as _;
        use std::time::Instant;

        use super::*;

        async fn asked(script: &str) -> Option<Variables> {
            let folder = tempfile::tempdir().unwrap();
            let shell = folder.path().join("shell");
            std::fs::write(&shell, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&shell, std::fs::Permissions::from_mode(0o755)).unwrap();
            let own = Variables::from([
                ("SHELL".into(), shell.into_os_string()),
                ("PATH".into(), "/usr/bin:/bin".into()),
            ]);
            ask(&own).await
        }

        #[tokio::test]
        async fn the_environment_is_what_the_login_shell_passes_on() {
            // A chatty profile, a variable over two lines, and a job that holds the pipe open.
            let found = asked(
                r#"echo "Welcome, $1 $2 $3"; sleep 60 & export ADDED="two
lines=1" PATH="/added:$PATH" PWD=/nowhere; eval "$4"; echo bye"#,
            )
            .await
            .unwrap();
            let get = |name: &str| found.get(OsStr::new(name)).cloned();
            assert_eq!(get("ADDED"), Some("two\nlines=1".into()));
            assert_eq!(get("PATH"), Some("/added:/usr/bin:/bin".into()));
            assert_eq!(get("PWD"), None);
        }

        #[tokio::test]
        async fn a_shell_that_hangs_or_fails_is_done_without() {
            assert_eq!(asked("exit 1").await, None);
            assert_eq!(asked("echo nothing of use").await, None);
            let began = Instant::now();
            assert_eq!(asked("sleep 60").await, None);
            assert!(began.elapsed() < LIMIT * 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_appimage_leaves_nothing_of_itself_behind() {
        let inside = [
            ("APPDIR", "/tmp/.mount_x"),
            ("APPIMAGE", "/home/a/Assent.AppImage"),
            ("PATH", "/tmp/.mount_x/usr/bin:/usr/bin:/bin"),
            ("LD_LIBRARY_PATH", "/tmp/.mount_x/usr/lib:/tmp/.mount_x/lib"),
            ("XDG_DATA_DIRS", "/usr/share:/tmp/.mount_xyz/share"),
            ("LANG", "C.UTF-8"),
        ];
        let inside = inside.map(|(name, value)| (name.into(), value.into()));
        let expected = [
            ("PATH", "/usr/bin:/bin"),
            ("XDG_DATA_DIRS", "/usr/share:/tmp/.mount_xyz/share"),
            ("LANG", "C.UTF-8"),
        ];
        let expected = expected.map(|(name, value)| (name.into(), value.into()));
        assert_eq!(outside_appimage(inside.into()), expected.into());
    }
}
