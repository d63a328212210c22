//! How an agent is started, or why not.

use super::*;

#[tokio::test]
async fn the_environment_and_the_folder_are_those_asked_for() {
    let bench = start(r#"pwd -P >&2; echo "$ADDED" >&2"#).up().await;
    let folder = std::fs::canonicalize(bench.folder.path()).unwrap();
    let (events, ..) = bench.rest().await;
    let lines: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            EventKind::Stderr { line, .. } => Some(line.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(lines, [folder.to_str().unwrap(), "a b"]);
}

#[tokio::test]
async fn a_program_that_cannot_be_started_says_why() {
    async fn check(command: &[&str], expected: StartFailure) {
        let mut bench = start_command(command);
        match bench.next().await {
            EventKind::StartFailed { reason, .. } => assert_eq!(reason, expected),
            other => panic!("{other:?}"),
        }
    }
    let program = "assent-no-such-program".to_owned();
    check(
        &["assent-no-such-program"],
        StartFailure::NotFound { program },
    )
    .await;
    let program = "./nor-this".to_owned();
    check(&["./nor-this"], StartFailure::NotFound { program }).await;
    let program = "/etc/passwd".to_owned();
    check(&["/etc/passwd"], StartFailure::NotAllowed { program }).await;
    let program = String::new();
    check(&[], StartFailure::NotFound { program }).await;
}
