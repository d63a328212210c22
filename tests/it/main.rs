//! Everything that needs more than one crate, in one binary: linking is what takes the time.

mod scripted_agent;
mod tidy;
