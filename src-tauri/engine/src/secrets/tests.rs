use super::*;

/// A keyring in memory, which may refuse or never answer.
#[derive(Default)]
struct Memory {
    values: StdMutex<BTreeMap<String, String>>,
    refuses: bool,
}

impl Vault for Memory {
    fn put(&self, key: &str, value: &str) -> bool {
        if !self.refuses {
            let mut values = self.values.lock().unwrap();
            values.insert(key.to_owned(), value.to_owned());
        }
        !self.refuses
    }

    fn get(&self, key: &str) -> Option<String> {
        self.values.lock().unwrap().get(key).cloned()
    }

    fn remove(&self, key: &str) {
        self.values.lock().unwrap().remove(key);
    }
}

fn secret(name: &str, key: &str) -> Secret {
    Secret {
        name: name.to_owned(),
        key: key.to_owned(),
        in_file: false,
    }
}

/// Keeps a value, and gives whether it came to lie in the file.
async fn keep(secrets: &Secrets, key: &str, value: &str) -> bool {
    let (queue, mut events) = mpsc::unbounded_channel();
    let text = SecretText::new(value.to_owned());
    secrets.keep(vec![(key.to_owned(), text)], queue);
    match events.recv().await {
        Some(Message::Event { kind, .. }) => match *kind {
            EventKind::SecretsKept { keys, in_file } => {
                assert_eq!(keys, [key]);
                in_file
            }
            other => panic!("unexpected {other:?}"),
        },
        _ => panic!("nothing was told"),
    }
}

#[tokio::test]
async fn values_go_to_the_keyring_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Arc::new(Memory::default());
    let secrets = Secrets::new(folder.path(), Some(vault.clone()));
    assert!(!keep(&secrets, "k1", "one").await);
    assert!(!folder.path().join(FILE).exists());
    let found = secrets.read_all(&[secret("TOKEN", "k1")]).await.unwrap();
    assert_eq!(found[0].0, "TOKEN");
    assert_eq!(found[0].1.expose(), "one");
    let missing = secrets
        .read_all(&[secret("A", "k1"), secret("B", "k2")])
        .await;
    assert_eq!(missing, Err("B".to_owned()));
    secrets.forget(vec!["k1".to_owned()]);
    secrets.close().await;
    assert!(vault.values.lock().unwrap().is_empty());
}

#[tokio::test]
async fn without_a_keyring_values_lie_in_a_file_for_its_owner_alone() {
    let refusing: Arc<dyn Vault> = Arc::new(Memory {
        refuses: true,
        ..Memory::default()
    });
    for vault in [None, Some(refusing)] {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::new(folder.path(), vault);
        assert!(keep(&secrets, "k1", "one").await);
        assert!(keep(&secrets, "k2", "two").await);
        let found = secrets.read_all(&[secret("TOKEN", "k2")]).await.unwrap();
        assert_eq!(found[0].1.expose(), "two");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let file = std::fs::metadata(folder.path().join(FILE)).unwrap();
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        secrets.forget(vec!["k2".to_owned()]);
        secrets.close().await;
        let left = std::fs::read_to_string(folder.path().join(FILE)).unwrap();
        assert!(left.contains("one") && !left.contains("two"));
    }
}

/// The system's own keyring, where one runs: `dbus-run-session` with `gnome-keyring-daemon --unlock`.
#[tokio::test]
#[cfg(target_os = "linux")]
async fn the_keyring_of_the_system_keeps_values() {
    if std::env::var_os("ASSENT_TEST_KEYRING").is_none() {
        println!("skipped: ASSENT_TEST_KEYRING is not set, so the system's keyring is left alone");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let secrets = Secrets::new(folder.path(), Some(Arc::new(Keyring)));
    let key = format!("test-{:032x}", crate::clock::nonce());
    assert!(!keep(&secrets, &key, "one").await, "the keyring took it");
    let wanted = [secret("TOKEN", &key)];
    let found = secrets.read_all(&wanted).await.unwrap();
    assert_eq!(found[0].1.expose(), "one");
    secrets.forget(vec![key]);
    secrets.close().await;
    assert_eq!(secrets.read_all(&wanted).await, Err("TOKEN".to_owned()));
}

/// A keyring that waits for something that never comes.
struct Hanging;

impl Vault for Hanging {
    fn put(&self, _key: &str, _value: &str) -> bool {
        loop {
            std::thread::park();
        }
    }

    fn get(&self, _key: &str) -> Option<String> {
        self.put("", "").then(String::new)
    }

    fn remove(&self, _key: &str) {}
}

#[tokio::test(start_paused = true)]
async fn a_keyring_that_never_answers_is_done_without() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = Secrets::new(folder.path(), Some(Arc::new(Hanging)));
    assert!(keep(&secrets, "k1", "one").await, "it lies in the file");
    let lost = secrets.read_all(&[secret("TOKEN", "k2")]).await;
    assert_eq!(lost, Err("TOKEN".to_owned()));
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_not_written_over() {
    for (text, newer) in [
        ("{\"version\": 1, \"values\": {\"k1\": \"on", false),
        ("{\"version\": 2, \"values\": {\"k1\": \"one\"}}", true),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        std::fs::write(&path, text).unwrap();
        let secrets = Secrets::new(folder.path(), None);
        let missing = secrets.read_all(&[secret("TOKEN", "k1")]).await;
        assert_eq!(missing, Err("TOKEN".to_owned()));

        let (queue, mut events) = mpsc::unbounded_channel();
        let value = SecretText::new("two".to_owned());
        secrets.keep(vec![("k2".to_owned(), value)], queue);
        let Some(Message::Event { kind, .. }) = events.recv().await else {
            panic!("nothing was told");
        };
        let EventKind::SetAside(aside) = *kind else {
            panic!("unexpected {kind:?}");
        };
        assert_eq!(aside.newer, newer);
        let kept = path.with_file_name(aside.kept_as.unwrap());
        assert_eq!(std::fs::read_to_string(kept).unwrap(), text);
        secrets.close().await;
        let found = secrets.read_all(&[secret("TOKEN", "k2")]).await.unwrap();
        assert_eq!(found[0].1.expose(), "two");
    }
}

#[tokio::test]
async fn all_are_forgotten_also_those_nobody_knows_of() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Arc::new(Memory::default());
    let secrets = Secrets::new(folder.path(), Some(vault.clone()));
    assert!(!keep(&secrets, "k1", "one").await);
    let left = r#"{"version": 1, "values": {"old": "s3cret"}}"#;
    std::fs::write(folder.path().join(FILE), left).unwrap();
    let (queue, mut events) = mpsc::unbounded_channel();
    secrets.forget_all(vec!["k1".to_owned()], queue);
    secrets.close().await;
    assert!(!folder.path().join(FILE).exists());
    assert!(vault.values.lock().unwrap().is_empty());
    let Ok(Message::Event { kind, .. }) = events.try_recv() else {
        panic!("nothing was told");
    };
    assert!(matches!(*kind, EventKind::SecretsDeleted { ok: true }));
}
