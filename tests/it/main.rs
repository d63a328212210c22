//! Everything that needs more than one crate, in one binary: linking is what takes the time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod client_methods;
mod conversation;
mod coverage;
mod faults;
mod handoff;
mod hostile;
mod interop;
mod kept;
mod orders;
mod packages;
mod powers;
mod prompts;
mod remote;
mod replays;
mod scripted_agent;
mod servers;
mod stage;
mod tidy;
