//! The processes of a terminal: the command leads a group, which is ended as a whole.
//!
//! A process can leave its group. On Linux those that did are found by a variable in their environment, which they
//! have unless they took it out; elsewhere, and without it, they are not found.

use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::time::Duration;

/// How long a command may take to end once it was told to.
#[cfg(unix)]
const TERMINATION: Duration = Duration::from_millis(500);

/// The variable that says to which terminal a process belongs.
pub(super) const MARK: &str = "ASSENT_TERMINAL";

/// A group of processes, from before it starts to after its end.
pub(super) struct Group {
    life: Mutex<Life>,
    /// The value of [`MARK`] in its environment.
    mark: String,
}

#[derive(Default)]
struct Life {
    /// It is to end, as soon as it runs if it does not yet.
    unwanted: bool,
    /// Its leader has ended.
    leader_ended: bool,
    /// Nothing of it runs any more.
    over: bool,
    #[cfg(unix)]
    group: Option<rustix::process::Pid>,
    #[cfg(not(unix))]
    killer: Option<Box<dyn portable_pty::ChildKiller + Send + Sync>>,
}

impl Group {
    /// A group whose processes have a mark.
    pub(super) fn marked(mark: String) -> Self {
        Self {
            life: Mutex::default(),
            mark,
        }
    }

    fn life(&self) -> MutexGuard<'_, Life> {
        self.life.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The command could not be started.
    pub(super) fn never_ran(&self) {
        self.life().over = true;
    }

    /// Whether nothing of it runs.
    pub(super) fn is_over(&self) -> bool {
        self.life().over
    }

    /// Whether its leader has ended.
    pub(super) fn has_leader_ended(&self) -> bool {
        self.life().leader_ended
    }

    /// It runs now, led by this process.
    #[cfg(unix)]
    pub(super) fn began(&self, process: Option<u32>) {
        let mut life = self.life();
        life.group = process
            .and_then(|id| i32::try_from(id).ok())
            .and_then(rustix::process::Pid::from_raw);
        if life.unwanted {
            life.signal(rustix::process::Signal::KILL);
        }
    }

    /// It runs now.
    #[cfg(not(unix))]
    pub(super) fn began(
        &self,
        _process: Option<u32>,
        killer: Box<dyn portable_pty::ChildKiller + Send + Sync>,
    ) {
        let mut life = self.life();
        life.killer = Some(killer);
        if life.unwanted {
            life.kill();
        }
    }

    /// Its leader has ended and was waited for.
    pub(super) fn leader_ended(&self) {
        let mut life = self.life();
        life.leader_ended = true;
        // Its number may become another's once nothing runs in the group.
        life.over = !life.is_alive();
    }

    /// Ends it: asks, and after a while insists.
    #[cfg(unix)]
    pub(super) fn end(self: &std::sync::Arc<Self>) {
        let mut life = self.life();
        life.unwanted = true;
        life.signal(rustix::process::Signal::TERM);
        // One that is stopped would not hear it.
        life.signal(rustix::process::Signal::CONT);
        if life.group.is_none() {
            return;
        }
        drop(life);
        let group = std::sync::Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(TERMINATION).await;
            tokio::task::spawn_blocking(move || group.kill());
        });
    }

    /// Ends it. There is no way to ask here.
    #[cfg(not(unix))]
    pub(super) fn end(self: &std::sync::Arc<Self>) {
        self.kill();
    }

    /// Ends it at once.
    pub(super) fn kill(&self) {
        let mut life = self.life();
        life.unwanted = true;
        life.kill();
        drop(life);
        #[cfg(target_os = "linux")]
        super::stray::kill_all(MARK, &self.mark);
    }
}

#[cfg(unix)]
impl Life {
    fn is_alive(&self) -> bool {
        self.group
            .is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
    }

    fn kill(&mut self) {
        self.signal(rustix::process::Signal::KILL);
    }

    fn signal(&mut self, signal: rustix::process::Signal) {
        if self.over {
            return;
        }
        if let Some(group) = self.group
            && rustix::process::kill_process_group(group, signal).is_err()
            && self.leader_ended
        {
            self.over = true;
        }
    }
}

#[cfg(not(unix))]
impl Life {
    fn is_alive(&self) -> bool {
        false
    }

    fn kill(&mut self) {
        if let Some(killer) = &mut self.killer {
            killer.kill().ok();
        }
    }
}
