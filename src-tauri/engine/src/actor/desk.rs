//! What the loop lets the desktop do, on threads that may wait.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use assent_core::event::EventKind;
use assent_core::export::{self, Change, ExportFormat};
use assent_core::id::{AgentId, ConnectionId, SessionKey};
use assent_core::intent::Inspect;
use assent_core::settings::Agreement;
use assent_core::stored::StoredSession;

use super::Actor;
use crate::queue::Message;
use crate::{Host, Saved, attached, clock, registry};

impl Actor {
    /// Lets the desktop do something; what it gives goes into the queue, as from the page behind it. None when
    /// it failed.
    fn on_desk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Host) -> T + Send + 'static,
        event: impl FnOnce(Option<T>) -> Option<EventKind> + Send + 'static,
    ) {
        let host = Arc::clone(&self.host);
        let (queue, page) = (self.queue.clone(), self.page);
        tokio::task::spawn_blocking(move || {
            let done = std::panic::catch_unwind(AssertUnwindSafe(|| work(&*host)));
            if let Some(event) = event(done.ok()) {
                queue.send(Message::event_of(page, event)).ok();
            }
        });
    }

    /// Lets the desktop do something of which nothing comes back.
    pub(super) fn tell_desk(&self, work: impl FnOnce(&dyn Host) + Send + 'static) {
        self.on_desk(work, |_| None);
    }

    pub(super) fn copy(&self, text: String) {
        self.on_desk(
            move |host| host.copy(&text),
            |done| {
                let ok = done.unwrap_or(false);
                Some(EventKind::Copied { ok })
            },
        );
    }

    /// A patch takes a moment to make where much has changed.
    pub(super) fn copy_patch(&self, change: Change) {
        self.on_desk(
            move |host| host.copy(&change.patch()),
            |done| {
                let ok = done.unwrap_or(false);
                Some(EventKind::Copied { ok })
            },
        );
    }

    pub(super) fn export_session(&self, session: StoredSession, format: ExportFormat) {
        self.on_desk(
            move |host| {
                let name = export::file_name(&session, format);
                let text = export::text(&session, format, &clock::written);
                host.save(&name, &text)
            },
            exported,
        );
    }

    pub(super) fn agree(&self, ticket: u32, agreement: Agreement) {
        self.on_desk(
            move |host| host.agree(&agreement),
            move |yes| {
                let yes = yes.unwrap_or(false);
                Some(EventKind::Agreed { ticket, yes })
            },
        );
    }

    /// Does something beside the loop, and lets what came of it happen.
    pub(super) fn beside(&self, work: impl FnOnce() -> EventKind + Send + 'static) {
        let (queue, page) = (self.queue.clone(), self.page);
        tokio::task::spawn_blocking(move || queue.send(Message::event_of(page, work())).ok());
    }

    pub(super) fn choose_files(&self, session: SessionKey, folders: bool) {
        self.on_desk(
            move |host| attached::look_at(&host.choose(folders)),
            move |found| {
                let (files, failed) = found.unwrap_or_default();
                Some(EventKind::FilesChosen {
                    session,
                    files,
                    failed,
                })
            },
        );
    }

    pub(super) fn choose_folder(&self, agent: Option<AgentId>) {
        self.on_desk(crate::Host::choose_folder, move |chosen| {
            let folder = chosen.flatten()?.into_os_string().into_string().ok()?;
            Some(EventKind::FolderChosen { agent, folder })
        });
    }

    pub(super) fn inspect(&mut self, wanted: Inspect) {
        match wanted {
            Inspect::Copy { connection, number } => {
                let text = self.journal.of(connection).and_then(|it| it.copy(number));
                if let Some(text) = text {
                    self.copy(text);
                }
            }
            Inspect::Export { connection } => self.export_protocol(connection),
            wanted => self.inspector.take(wanted),
        }
    }

    fn export_protocol(&self, connection: ConnectionId) {
        let Some(tap) = self.journal.of(connection) else {
            return;
        };
        let version = self.inspector.version().to_owned();
        self.on_desk(
            move |host| {
                let (name, text) = tap.export(&version);
                host.save(&name, &text)
            },
            |done| match done {
                Some(Ok(Saved::NotWanted)) => None,
                outcome => {
                    let ok = matches!(outcome, Some(Ok(Saved::Written)));
                    Some(EventKind::ProtocolExported { ok })
                }
            },
        );
    }

    /// Lets the person choose a file, and reads it as a registry.
    pub(super) fn read_registry(&self, ticket: u32) {
        self.on_desk(
            |host| {
                let chosen = host.choose(false).into_iter().next()?;
                let result = registry::read(&chosen);
                Some((chosen.display().to_string(), result))
            },
            move |read| {
                let (from, result) = read.flatten()?;
                Some(EventKind::RegistryRead {
                    ticket,
                    from,
                    platform: registry::platform(),
                    result,
                })
            },
        );
    }

    /// Fetches a registry beside the loop.
    pub(super) fn fetch_registry(&self, ticket: u32, address: String) {
        let queue = self.queue.clone();
        tokio::spawn(async move {
            let event = EventKind::RegistryRead {
                ticket,
                result: registry::fetch(&address).await,
                from: address,
                platform: registry::platform(),
            };
            queue.send(Message::event(event)).ok();
        });
    }

    pub(super) fn export_record(&self) {
        let path = self.record.path().to_owned();
        self.on_desk(
            move |host| {
                // Nothing was recorded yet: an empty file says just that.
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                host.save("assent-consent.jsonl", &text)
            },
            exported,
        );
    }
}

fn exported(done: Option<io::Result<Saved>>) -> Option<EventKind> {
    match done {
        Some(Ok(Saved::NotWanted)) => None,
        outcome => {
            let ok = matches!(outcome, Some(Ok(Saved::Written)));
            Some(EventKind::Exported { ok })
        }
    }
}
