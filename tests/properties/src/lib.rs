//! What must hold for whatever comes from outside. Each area has one `check`, which makes its input from bytes
//! and panics when something does not hold.
//!
//! Why bytes: the same check is run by a fuzzer, which learns from what it covers, and by `cargo test` with
//! random bytes and with every input that was once of interest (`tests/fuzz/corpus`).

pub mod form;
pub mod link;
pub mod pattern;
pub mod redaction;
pub mod source;
pub mod transcript;

/// Checks what an input says of an area; panics where it does not hold.
pub type Check = fn(&[u8]);

/// The areas by the names of their fuzzing targets and corpus folders.
pub const AREAS: [(&str, Check); 5] = [
    ("form", form::check),
    ("pattern", pattern::check),
    ("link", link::check),
    ("transcript", transcript::check),
    ("redaction", redaction::check),
];
