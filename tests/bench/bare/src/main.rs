//! A window with an empty page: the least that a Tauri program costs.

use std::process::ExitCode;

use tauri::{WebviewUrl, WebviewWindowBuilder};

fn main() -> ExitCode {
    let built = tauri::Builder::default()
        .setup(|app| {
            // The size is Assent's.
            WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
                .title("Bare")
                .inner_size(1100.0, 760.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!());
    if built.is_err() {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
