//! An agent that follows a script.
fn main() {}
