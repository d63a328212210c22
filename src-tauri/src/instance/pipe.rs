//! A named pipe, which others than its owner may not write to.

use std::io;
use std::path::Path;

use tokio::net::windows::named_pipe::{
    ClientOptions, NamedPipeClient, NamedPipeServer, ServerOptions,
};

/// Where later starts come in.
pub struct Listener {
    name: String,
    next: NamedPipeServer,
}

impl Listener {
    /// Waits for the next one.
    pub async fn accept(&mut self) -> io::Result<NamedPipeServer> {
        self.next.connect().await?;
        let fresh = ServerOptions::new()
            .reject_remote_clients(true)
            .create(&self.name)?;
        Ok(std::mem::replace(&mut self.next, fresh))
    }
}

/// Opens the pipe. Fails when another program has one of that name, as it would get what is for this one.
pub fn listen(folder: &Path) -> io::Result<Listener> {
    let name = name(folder);
    let next = ServerOptions::new()
        .first_pipe_instance(true)
        .reject_remote_clients(true)
        .create(&name)?;
    Ok(Listener { name, next })
}

/// Reaches the first of a folder.
#[expect(
    clippy::unused_async,
    reason = "where there are sockets it has to wait"
)]
pub async fn connect(folder: &Path) -> io::Result<NamedPipeClient> {
    ClientOptions::new().open(name(folder))
}

fn name(folder: &Path) -> String {
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let of = assent_core::link::fingerprint(&folder.to_string_lossy());
    format!(r"\\.\pipe\assent-{of}")
}
