//! The helper process: opens one address, and waits a moment to see whether the browser lives.

use std::io::Read as _;
use std::panic::AssertUnwindSafe;

use assent_core::view::HandoffFailure;
use url::Url;

/// Longer than any address that can be consented to.
const ADDRESS_LIMIT: u64 = 64 << 10;

/// How it went; also the exit code of the helper process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The browser runs, or its launcher has ended well.
    Opened,
    /// It ended badly at once.
    EndedBadly,
    /// None could be started.
    NoBrowser,
    /// This is not an address to open.
    Refused,
    /// Anything else.
    Failed,
}

impl Outcome {
    /// The exit code for it.
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Opened => 0,
            Self::EndedBadly => 71,
            Self::NoBrowser => 72,
            Self::Refused => 73,
            Self::Failed => 70,
        }
    }

    /// What an exit code says; an unknown one, or an end by a signal, is a failure of the helper.
    pub(super) fn of(code: Option<i32>) -> Self {
        let known = [
            Self::Opened,
            Self::EndedBadly,
            Self::NoBrowser,
            Self::Refused,
        ];
        known
            .into_iter()
            .find(|outcome| code == Some(i32::from(outcome.code())))
            .unwrap_or(Self::Failed)
    }

    /// The same for the core.
    pub(super) fn result(self) -> Result<(), HandoffFailure> {
        match self {
            Self::Opened => Ok(()),
            Self::EndedBadly => Err(HandoffFailure::EndedBadly),
            Self::NoBrowser => Err(HandoffFailure::NoBrowser),
            Self::Refused | Self::Failed => Err(HandoffFailure::Helper),
        }
    }
}

/// Opens the address on standard input.
pub(super) fn open_from_stdin() -> Outcome {
    let mut address = String::new();
    let read = std::io::stdin()
        .take(ADDRESS_LIMIT)
        .read_to_string(&mut address);
    match read {
        Ok(_) if is_fit(&address) => open(&address),
        _ => Outcome::Refused,
    }
}

/// Whether what will be opened is to the byte what was shown.
fn is_fit(address: &str) -> bool {
    Url::parse(address)
        .is_ok_and(|url| url.as_str() == address && matches!(url.scheme(), "http" | "https"))
}

fn open(address: &str) -> Outcome {
    match std::panic::catch_unwind(AssertUnwindSafe(|| webbrowser::open(address))) {
        Ok(Ok(())) => first_moment(),
        Ok(Err(_)) => Outcome::NoBrowser,
        Err(_) => Outcome::Failed,
    }
}

/// Waits for the child that was started, for a second at most: a browser that runs on has taken the
/// address, and a launcher that ends says how it went.
#[cfg(unix)]
fn first_moment() -> Outcome {
    use rustix::process::{WaitOptions, wait};
    use std::time::{Duration, Instant};

    let until = Instant::now() + Duration::from_secs(1);
    while Instant::now() < until {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((_, status))) if status.exit_status() == Some(0) => return Outcome::Opened,
            Ok(Some(_)) => return Outcome::EndedBadly,
            Ok(None) => std::thread::sleep(Duration::from_millis(10)),
            // No child: it was waited for already, and that went well.
            Err(_) => return Outcome::Opened,
        }
    }
    Outcome::Opened
}

/// The system's own call has said how it went.
#[cfg(not(unix))]
fn first_moment() -> Outcome {
    Outcome::Opened
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_serialization_of_a_web_address_is_fit() {
        for address in [
            "https://example.com/",
            "http://127.0.0.1:8080/c'b?x=%20|^$(a)&b=%25#f'",
        ] {
            assert!(is_fit(address), "{address}");
        }
        for address in [
            "",
            "https://example.com",
            "HTTPS://example.com/",
            "https://example.com/ ",
            "https://example.com/a b",
            "https://example.com/\n",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
            "-h",
            "--help https://example.com/",
        ] {
            assert!(!is_fit(address), "{address}");
        }
    }

    #[test]
    fn an_exit_code_says_what_was_meant() {
        for outcome in [
            Outcome::Opened,
            Outcome::EndedBadly,
            Outcome::NoBrowser,
            Outcome::Refused,
            Outcome::Failed,
        ] {
            assert_eq!(Outcome::of(Some(i32::from(outcome.code()))), outcome);
        }
        assert_eq!(Outcome::of(Some(1)), Outcome::Failed);
        assert_eq!(Outcome::of(None), Outcome::Failed);
    }
}
