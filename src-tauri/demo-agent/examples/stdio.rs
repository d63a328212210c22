//! The demo agent by itself, for trying it without the window: `cargo run -p assent-demo-agent --example stdio`.

fn main() -> std::process::ExitCode {
    assent_demo_agent::run()
}
