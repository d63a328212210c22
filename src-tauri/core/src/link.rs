//! Links: what can be told from the text of an address alone (link-rules).

mod asked;

pub use asked::{LinkRequest, read};

use crate::view::JudgedView;

/// Judges an address as an agent wrote it.
pub fn judge(_raw: &str) -> JudgedView {
    unreachable!("in work")
}

/// A short code in a message, as device sign-ins show it (`ABCD-1234`).
pub fn device_code(_message: &str) -> Option<String> {
    unreachable!("in work")
}

/// The address as rows of `0` and `1`; none if it does not fit a QR code.
pub fn qr(_address: &str) -> Option<Vec<String>> {
    unreachable!("in work")
}

/// FNV-1a, 64 bits, over UTF-8, as 16 hex digits: what the page says of the address it shows.
pub fn fingerprint(_address: &str) -> String {
    unreachable!("in work")
}
