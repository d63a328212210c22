//! An agent that means harm: it floods, lies and tricks. For each way: what the person sees, what the agent
//! gets, how much memory it costs, and that it comes to an end at all.
//!
//! Why each test runs in a process of its own: the memory that counts is the most a process ever had, and other
//! tests must not be in it.

pub(crate) mod alone;
mod floods;
mod lies;
mod machine;
mod tricks;
