//! A real ACP agent for the demo: no account, no network.
