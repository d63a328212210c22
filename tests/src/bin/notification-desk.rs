//! Stands in for the desktop's notifications on a session bus, for tests of the window.
//!
//! `notification-desk FILE` answers under the well-known name, and adds a line of JSON to the file for each call:
//! `{"call": "show", "id", "replaces", "title", "text", "actions"}` or `{"call": "close", "id"}`. A number in `FILE.choose`
//! is taken as the person's click on the notification of that id.

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    match desk::run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(_) => std::process::ExitCode::FAILURE,
    }
}

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
mod desk {
    use std::error::Error;
    use std::fs::OpenOptions;
    use std::io::Write as _;
    use std::path::Path;
    use std::time::Duration;

    use dbus::Message;
    use dbus::blocking::Connection;
    use dbus::channel::{MatchingReceiver as _, Sender as _};
    use dbus::message::MatchRule;
    use serde_json::{Value, json};

    const NAME: &str = "org.freedesktop.Notifications";
    const PATH: &str = "/org/freedesktop/Notifications";

    /// Serves until the bus is gone.
    pub fn run() -> Result<(), Box<dyn Error>> {
        let file = std::env::args().nth(1).ok_or("no file")?;
        let choose = format!("{file}.choose");
        let bus = Connection::new_session()?;
        bus.request_name(NAME, false, true, false)?;
        let mut last = 0;
        bus.start_receive(
            MatchRule::new_method_call(),
            Box::new(move |call, bus| {
                let reply = answer(&call, &mut last, Path::new(&file));
                bus.send(reply.unwrap_or_else(|_| call.method_return()))
                    .ok();
                true
            }),
        );
        loop {
            bus.process(Duration::from_millis(50))?;
            let Ok(text) = std::fs::read_to_string(&choose) else {
                continue;
            };
            if let Ok(id) = text.trim().parse::<u32>() {
                std::fs::remove_file(&choose)?;
                let signal = |name| Message::new_signal(PATH, NAME, name);
                bus.send(signal("ActionInvoked")?.append2(id, "default"))
                    .ok();
                bus.send(signal("NotificationClosed")?.append2(id, 2_u32))
                    .ok();
            }
        }
    }

    fn answer(call: &Message, last: &mut u32, file: &Path) -> Result<Message, Box<dyn Error>> {
        let member = call.member();
        match member.as_deref() {
            Some("Notify") => {
                let mut read = call.iter_init();
                let _app: String = read.read()?;
                let replaces: u32 = read.read()?;
                let _icon: String = read.read()?;
                let title: String = read.read()?;
                let text: String = read.read()?;
                let actions: Vec<String> = read.read()?;
                let id = if replaces > 0 {
                    replaces
                } else {
                    *last += 1;
                    *last
                };
                note(
                    file,
                    &json!({"call": "show", "id": id, "replaces": replaces, "title": title, "text": text, "actions": actions}),
                )?;
                Ok(call.method_return().append1(id))
            }
            Some("CloseNotification") => {
                let id: u32 = call.read1()?;
                note(file, &json!({"call": "close", "id": id}))?;
                Ok(call.method_return())
            }
            _ => Ok(call.method_return()),
        }
    }

    fn note(file: &Path, line: &Value) -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(file)?;
        writeln!(file, "{line}")
    }
}
