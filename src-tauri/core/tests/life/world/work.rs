//! What comes of work on files and terminals.

use assent_core::client::{FileOutcome, TerminalExit, TerminalFailure};
use assent_core::effect::Effect;
use assent_core::event::EventKind;

use super::World;

impl World {
    /// Does work on a file or a terminal; a number picks what comes of it.
    pub fn work(&mut self, effect: Effect, number: u8) {
        let exit = |terminal| EventKind::TerminalExited {
            terminal,
            exit: TerminalExit {
                code: Some(u32::from(number)),
                signal: None,
            },
        };
        match effect {
            Effect::File {
                connection, key, ..
            } => self.go(EventKind::FileDone {
                connection,
                key,
                outcome: match number % 4 {
                    0 => FileOutcome::Written,
                    1 => FileOutcome::Missing,
                    _ => FileOutcome::Outside {
                        resolved: "/b".into(),
                        before: None,
                    },
                },
            }),
            Effect::OpenTerminal { terminal, .. } if number.is_multiple_of(3) => {
                self.go(exit(terminal));
            }
            Effect::OpenTerminal { terminal, .. } => self.go(EventKind::TerminalOpened {
                terminal,
                result: if number % 3 == 1 {
                    Ok(())
                } else {
                    Err(TerminalFailure::NotFound)
                },
            }),
            Effect::ReadTerminal {
                connection, key, ..
            } => self.go(EventKind::TerminalRead {
                connection,
                key,
                output: String::new(),
                truncated: false,
            }),
            Effect::KillTerminal { terminal } | Effect::ReleaseTerminal { terminal } => {
                self.go(exit(terminal));
            }
            _ => {}
        }
    }
}
