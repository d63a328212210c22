//! Secret values of the settings: in the system's keyring, or in a file where there is none.
//!
//! Each is kept under a key of the core's. Keyrings are asked in threads of their own, for a limited time: the
//! system may ask the person to unlock one, and a broken one may never answer.
//!
//! Why a file at all: without it nothing could be kept where there is no keyring. It is for its owner alone,
//! and the person is told.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use assent_core::event::EventKind;
use assent_core::settings::{Secret, SecretText};
use assent_core::stored::Unreadable;
use assent_core::view::SetAside;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::files;
use crate::queue::Message;

/// The file for values that no keyring took.
pub(crate) const FILE: &str = "secrets.json";
/// The version of what is written.
const VERSION: u32 = 1;
/// How long a keyring may take, with the person unlocking it.
const LIMIT: Duration = Duration::from_secs(60);
/// How long writing may take; the value is in memory until then.
const WRITING: Duration = Duration::from_secs(30);

/// How long the end of the program waits for what is being written.
const CLOSING: Duration = Duration::from_secs(3);

/// Where values are kept by key. Its functions may take long and are called on threads that may wait.
pub(crate) trait Vault: Send + Sync + 'static {
    /// Keeps a value; gives whether that worked.
    fn put(&self, key: &str, value: &str) -> bool;
    /// The value, if it is there and can be read.
    fn get(&self, key: &str) -> Option<String>;
    /// Forgets a value.
    fn remove(&self, key: &str);
}

/// The secrets. Clones are the same ones.
#[derive(Clone)]
pub(crate) struct Secrets {
    vault: Option<Arc<dyn Vault>>,
    file: PathBuf,
    /// Held while the file is changed.
    changing: Arc<Mutex<()>>,
    /// What has not been written yet.
    jobs: Arc<StdMutex<Vec<JoinHandle<()>>>>,
}

impl Secrets {
    /// Secrets whose file lies in the given folder.
    pub(crate) fn new(folder: &Path, vault: Option<Arc<dyn Vault>>) -> Self {
        Self {
            vault,
            file: folder.join(FILE),
            changing: Arc::default(),
            jobs: Arc::default(),
        }
    }

    /// Keeps values beside the loop, and tells where.
    pub(crate) fn keep(
        &self,
        values: Vec<(String, SecretText)>,
        queue: mpsc::UnboundedSender<Message>,
    ) {
        let secrets = self.clone();
        self.begin(async move {
            let _alone = secrets.changing.lock().await;
            let mut kept = Vec::new();
            let mut left = Vec::new();
            for (key, text) in values {
                let (of, value) = (key.clone(), text.clone());
                let put = move |vault: &dyn Vault| vault.put(&of, value.expose());
                if secrets.ask(WRITING, put).await == Some(true) {
                    kept.push(key);
                } else {
                    left.push((key, text));
                }
            }
            let keys = left.iter().map(|(key, _)| key.clone()).collect();
            if !left.is_empty()
                && let Some(aside) = secrets.put_unreadable_aside()
            {
                queue.send(Message::event(EventKind::SetAside(aside))).ok();
            }
            let written = left.is_empty()
                || secrets.change(|file| {
                    let left = left.into_iter();
                    file.values
                        .extend(left.map(|(key, text)| (key, text.expose().to_owned())));
                });
            if !written {
                queue.send(Message::event(EventKind::NotKept)).ok();
            }
            for (keys, in_file) in [(kept, false), (keys, true)] {
                if !keys.is_empty() {
                    let event = EventKind::SecretsKept { keys, in_file };
                    queue.send(Message::event(event)).ok();
                }
            }
        });
    }

    /// Forgets values beside the loop.
    pub(crate) fn forget(&self, keys: Vec<String>) {
        let secrets = self.clone();
        self.begin(async move {
            let _alone = secrets.changing.lock().await;
            if keys
                .iter()
                .any(|key| secrets.read().values.contains_key(key))
            {
                let wanted = &keys;
                secrets.change(|file| file.values.retain(|key, _| !wanted.contains(key)));
            }
            for key in keys {
                secrets.ask(WRITING, move |vault| vault.remove(&key)).await;
            }
        });
    }

    /// Forgets all values beside the loop, those in the file that nobody knows of any more too, and tells it.
    pub(crate) fn forget_all(&self, keys: Vec<String>, queue: mpsc::UnboundedSender<Message>) {
        let secrets = self.clone();
        self.begin(async move {
            let _alone = secrets.changing.lock().await;
            let ok = match std::fs::remove_file(&secrets.file) {
                Err(error) => error.kind() == std::io::ErrorKind::NotFound,
                Ok(()) => true,
            };
            for key in keys {
                secrets.ask(WRITING, move |vault| vault.remove(&key)).await;
            }
            queue
                .send(Message::event(EventKind::SecretsDeleted { ok }))
                .ok();
        });
    }

    fn begin(&self, job: impl Future<Output = ()> + Send + 'static) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.retain(|it| !it.is_finished());
        jobs.push(tokio::spawn(job));
    }

    /// Waits, for a while, until everything is written.
    pub(crate) async fn close(&self) {
        let jobs = std::mem::take(&mut *self.jobs.lock().unwrap_or_else(PoisonError::into_inner));
        let all = async {
            for job in jobs {
                job.await.ok();
            }
        };
        tokio::time::timeout(CLOSING, all).await.ok();
    }

    /// The values of some secrets by their names; the name of the first that cannot be read.
    pub(crate) async fn read_all(
        &self,
        wanted: &[Secret],
    ) -> Result<Vec<(String, SecretText)>, String> {
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        // A value that is being kept can be read afterwards.
        let _alone = self.changing.lock().await;
        let mut in_file = self.read().values;
        let mut found = Vec::new();
        for secret in wanted {
            let key = secret.key.clone();
            let value = match in_file.remove(&key) {
                Some(value) => Some(value),
                None => self
                    .ask(LIMIT, move |vault| vault.get(&key))
                    .await
                    .flatten(),
            };
            let value = value.ok_or_else(|| secret.name.clone())?;
            found.push((secret.name.clone(), SecretText::new(value)));
        }
        Ok(found)
    }

    /// Asks the keyring; none when there is none, or when it took too long.
    async fn ask<T: Send + 'static>(
        &self,
        limit: Duration,
        question: impl FnOnce(&dyn Vault) -> T + Send + 'static,
    ) -> Option<T> {
        let vault = Arc::clone(self.vault.as_ref()?);
        let (tell, told) = oneshot::channel();
        // Not one of the runtime's threads: one that never comes back must not hold up the end.
        std::thread::spawn(move || {
            tell.send(question(&*vault)).ok();
        });
        let answer = tokio::time::timeout(limit, told).await.ok()?.ok();
        if answer.is_none() {
            tracing::warn!("the keyring did not answer");
        }
        answer
    }

    fn read(&self) -> File {
        self.load().unwrap_or_default()
    }

    fn load(&self) -> Result<File, Unreadable> {
        let text = match std::fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(error) if files::is_absent(&error) => return Ok(File::default()),
            Err(_) => return Err(Unreadable::Damaged),
        };
        let file: File = serde_json::from_str(&text).map_err(|_| Unreadable::Damaged)?;
        if file.version > VERSION {
            return Err(Unreadable::Newer);
        }
        Ok(file)
    }

    /// A file that cannot be used is not written over: whoever can read it may still want what is in it.
    fn put_unreadable_aside(&self) -> Option<SetAside> {
        let why = self.load().err()?;
        Some(files::put_aside(&self.file, why))
    }

    fn change(&self, change: impl FnOnce(&mut File)) -> bool {
        let Ok(mut file) = self.load() else {
            tracing::error!("the file of secrets cannot be read");
            return false;
        };
        change(&mut file);
        let text = serde_json::to_string(&file).unwrap_or_default() + "\n";
        let written = files::replace(&self.file, &text);
        if written.is_err() {
            tracing::error!("the file of secrets cannot be written");
        }
        written.is_ok()
    }
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    values: BTreeMap<String, String>,
}

impl Default for File {
    fn default() -> Self {
        Self {
            version: VERSION,
            values: BTreeMap::new(),
        }
    }
}

/// The system's keyring.
pub(crate) struct Keyring;

impl Keyring {
    /// The name under which all values stand.
    const SERVICE: &str = "Assent";

    fn entry(key: &str) -> Option<keyring_core::Entry> {
        #[cfg(target_os = "macos")]
        let store = apple_native_keyring_store::keychain::Store::new();
        #[cfg(windows)]
        let store = windows_native_keyring_store::Store::new();
        #[cfg(all(unix, not(target_os = "macos")))]
        let store = dbus_secret_service_keyring_store::Store::new();
        // The errors of keyrings are not logged: nobody knows what stands in them.
        let store: Arc<keyring_core::CredentialStore> = store.ok()?;
        keyring_core::Entry::new_in_store(&store, Self::SERVICE, key).ok()
    }
}

impl Vault for Keyring {
    fn put(&self, key: &str, value: &str) -> bool {
        let kept = Self::entry(key).is_some_and(|it| it.set_password(value).is_ok());
        // A keyring that takes a value and does not give it back is none.
        kept && self.get(key).as_deref() == Some(value)
    }

    fn get(&self, key: &str) -> Option<String> {
        Self::entry(key)?.get_password().ok()
    }

    fn remove(&self, key: &str) {
        if let Some(entry) = Self::entry(key) {
            entry.delete_credential().ok();
        }
    }
}

#[cfg(test)]
mod tests;
