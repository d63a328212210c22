//! Scripted agent and browser-test server for the tests.

pub mod hosted;
pub mod proof;
pub mod relayed;
pub mod scripted;
