//! The rules and the state of Assent.
//!
//! This crate does nothing: it takes an [`event::Event`], changes the [`state::State`] and says in
//! [`effect::Effect`]s what the engine is to do. It holds no runtime, file, socket, process, clock or
//! source of randomness; what it needs of those comes inside the event.
#![warn(missing_docs)]

pub mod attach;
pub mod client;
pub mod demo;
pub mod effect;
pub mod event;
pub mod export;
pub mod find;
pub mod form;
pub mod hand;
pub mod id;
pub mod intent;
mod known_agents;
pub mod known_keys;
pub mod link;
pub mod page;
pub mod place;
pub mod preferences;
pub mod redact;
pub mod registry;
pub mod remote;
pub mod scope;
pub mod script;
pub mod settings;
pub mod state;
pub mod stored;
pub mod text;
pub mod update;
pub mod view;
pub mod weight;
