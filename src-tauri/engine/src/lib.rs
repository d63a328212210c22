//! Runs the core: connections over stdio, processes, handoff, files. No window.
#![warn(missing_docs)]
