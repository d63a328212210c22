//! The life of connections, sessions, turns and asks, through the core's public door.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(
    clippy::needless_pass_by_value,
    reason = "JSON literals read best as values"
)]

mod asks;
mod attached;
mod attention;
mod bounds;
mod client;
mod demo;
mod drafts;
mod finding;
mod guide;
mod hands;
mod inspect;
mod kept;
mod leaving;
mod links;
mod orders;
mod pages;
mod permissions;
mod preferences;
mod privacy;
mod prompts;
mod proof;
mod registry;
mod remote;
mod remote_settings;
mod servers;
mod settings;
mod shelved;
mod sign_in;
mod turns;
mod vocabulary;
mod world;
