//! The demo agent as a client sees it: both speak over a pair of channels in one process.

mod browser;
mod client;
mod form;
mod sign_in;
mod tour;
