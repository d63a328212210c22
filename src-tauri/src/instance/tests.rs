use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::*;
use crate::cli::Agent;

fn launch() -> Launch {
    Launch {
        agent: Agent::Program(vec!["my agent".to_owned(), "--acp".to_owned()]),
        start: true,
        cwd: "/home/ann/shop".to_owned(),
        forms: true,
        links: false,
        data_dir: None,
        script: assent_core::script::read(r#"{"message": "m", "fields": {"a": 1}}"#)
            .expect("a script"),
    }
}

fn first(start: Start) -> First {
    match start {
        Start::First(first) => first,
        Start::HandedOver => panic!("handed over"),
        Start::Silent => panic!("silent"),
    }
}

/// Waits until the folder's first can be reached.
async fn reachable(folder: &Path) {
    while way::connect(folder).await.is_err() {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_second_start_hands_over_everything_and_one_on_another_folder_is_a_first() {
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let _first = first(begin(folder.path(), &launch()).await.unwrap());
    let taken = Arc::new(Mutex::new(Vec::new()));
    let (its, path) = (Arc::clone(&taken), folder.path().to_owned());
    let listening = tokio::spawn(async move {
        listen(&path, move |launch| {
            its.lock().unwrap().push(launch);
            std::future::ready(true)
        })
        .await;
    });
    reachable(folder.path()).await;
    let second = begin(folder.path(), &launch()).await.unwrap();
    assert!(matches!(second, Start::HandedOver));
    assert_eq!(*taken.lock().unwrap(), [launch()]);
    first(begin(other.path(), &launch()).await.unwrap());
    listening.abort();
}

#[tokio::test]
async fn what_is_no_launch_is_not_taken_and_the_next_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let _first = first(begin(folder.path(), &launch()).await.unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let (its, path) = (Arc::clone(&count), folder.path().to_owned());
    let listening = tokio::spawn(async move {
        listen(&path, move |_| {
            its.fetch_add(1, Ordering::Relaxed);
            std::future::ready(true)
        })
        .await;
    });
    reachable(folder.path()).await;
    for odd in [&b"{}\n"[..], b"no json\n", b"", b"{\"start\": true"] {
        let mut stream = way::connect(folder.path()).await.unwrap();
        stream.write_all(odd).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        assert!(answer.is_empty());
    }
    assert!(hand_over(folder.path(), &launch()).await.unwrap());
    assert_eq!(count.load(Ordering::Relaxed), 1);
    listening.abort();
}

#[tokio::test]
async fn one_that_comes_while_the_first_leaves_is_the_next_first() {
    let folder = tempfile::tempdir().unwrap();
    let leaving = first(begin(folder.path(), &launch()).await.unwrap());
    let path = folder.path().to_owned();
    let (refused, mut was_refused) = tokio::sync::mpsc::unbounded_channel();
    let listening = tokio::spawn(async move {
        listen(&path, move |_| {
            refused.send(()).unwrap();
            std::future::ready(false)
        })
        .await;
    });
    reachable(folder.path()).await;
    let path = folder.path().to_owned();
    let second = tokio::spawn(async move { begin(&path, &launch()).await.unwrap() });
    was_refused.recv().await.unwrap();
    listening.abort();
    drop(leaving);
    first(second.await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_first_that_does_not_answer_is_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let _first = claim(folder.path()).unwrap().unwrap();
    let listener = way::listen(folder.path()).unwrap();
    assert!(matches!(
        begin(folder.path(), &launch()).await.unwrap(),
        Start::Silent
    ));
    drop(listener);
    // Nor does one that nobody listens for.
    assert!(matches!(
        begin(folder.path(), &launch()).await.unwrap(),
        Start::Silent
    ));
}

#[test]
fn the_socket_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _inside = runtime.enter();
    let folder = tempfile::tempdir().unwrap();
    let _listener = way::listen(folder.path()).unwrap();
    let mode = |name| {
        std::fs::metadata(folder.path().join(name))
            .unwrap()
            .permissions()
            .mode()
    };
    assert_eq!(mode("instance") & 0o777, 0o600);
    let _first = claim(folder.path()).unwrap();
    assert_eq!(mode("lock") & 0o777, 0o600);
}
