//! The engine behind a loopback WebSocket, for browser tests only.
fn main() {}
