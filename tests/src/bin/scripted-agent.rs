//! An agent that follows a script; what scripts can say is told in `assent_tests::scripted`.

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    assent_tests::scripted::run(&arguments)
}
