//! The program `assent`; all of it is in the library beside it.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    assent_app::run(std::env::args_os().collect())
}
