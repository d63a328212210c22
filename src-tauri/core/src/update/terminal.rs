//! Terminals: the `terminal/…` methods, and what the person sees of them.

use serde_json::{Map, Value, json};

use super::Work;
use super::client::{NOT_FOUND, absolute, failed, invalid};
use crate::client::{COLUMNS, TerminalCommand, TerminalExit, TerminalFailure};
use crate::effect::Effect;
use crate::event::RpcError;
use crate::id::{ConnectionId, RequestKey, SessionKey, TerminalKey};
use crate::state::{Request, Terminal, Wanted};
use crate::text::{taken, visible_transcript};
use crate::view::{Op, TerminalCursor, TerminalLine, TerminalView};

/// Terminals an agent may hold at once, on one connection.
const MOST_HELD: usize = 64;
/// Released terminals of a session that are kept at length.
const MOST_LONG: usize = 20;
/// Released terminals of a session that are kept at all.
const MOST_RELEASED: usize = 200;

impl Work<'_> {
    pub(super) fn create_terminal(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        request: Request,
        params: &Map<String, Value>,
    ) -> Result<(), RpcError> {
        let Some(open) = self.state.sessions.get(&session) else {
            return Err(invalid("sessionId", "sessionId names no session"));
        };
        let roots = open.roots();
        // The session's own folder is none of this machine when its agent runs elsewhere.
        let here = match &open.elsewhere {
            Some(shared) => shared.first().cloned().unwrap_or_default(),
            None => open.cwd.clone(),
        };
        let command = command(params, &here, roots)?;
        let held = self.state.terminals.values();
        if held
            .filter(|it| it.connection == connection && !it.view.released)
            .count()
            >= MOST_HELD
        {
            let message = format!("{MOST_HELD} terminals are open; release some first");
            return Err(failed("too-many-terminals", message));
        }
        let terminal = TerminalKey(self.state.next());
        let view = empty_view(terminal, &command);
        self.state.terminals.insert(
            terminal,
            Terminal {
                connection,
                session,
                opened: false,
                view,
            },
        );
        self.effects
            .push(Effect::OpenTerminal { terminal, command });
        self.begin(connection, session, request, Wanted::Create(terminal));
        Ok(())
    }

    /// The methods that name a terminal.
    pub(super) fn about_terminal(
        &mut self,
        connection: ConnectionId,
        session: SessionKey,
        request: Request,
        method: &str,
        params: &Map<String, Value>,
    ) -> Result<(), RpcError> {
        let Some(name) = params.get("terminalId").and_then(Value::as_str) else {
            let message = "terminalId is missing or not a string";
            return Err(invalid("terminalId", message));
        };
        let found = self.state.terminals.iter().find(|(_, it)| {
            it.view.id == name && it.session == session && it.opened && !it.view.released
        });
        let Some((&terminal, open)) = found else {
            return Err(RpcError {
                code: NOT_FOUND,
                message: "Resource not found".into(),
                data: Some(json!({"terminalId": name})),
            });
        };
        let key = request.key;
        match method {
            "terminal/output" => {
                self.effects.push(Effect::ReadTerminal {
                    connection,
                    key,
                    terminal,
                });
                self.begin(connection, session, request, Wanted::Output(terminal));
            }
            "terminal/wait_for_exit" => match &open.view.exit {
                Some(exit) => {
                    let status = exit_status(exit);
                    self.answer_with(connection, key, Ok(status));
                }
                None => self.begin(connection, session, request, Wanted::Exit(terminal)),
            },
            "terminal/kill" => {
                self.effects.push(Effect::KillTerminal { terminal });
                self.answer_with(connection, key, Ok(json!({})));
            }
            _ => {
                self.release_terminal(terminal);
                self.answer_with(connection, key, Ok(json!({})));
            }
        }
        Ok(())
    }

    /// Lets go of a terminal. What it showed stays.
    pub(super) fn release_terminal(&mut self, terminal: TerminalKey) {
        let Some(open) = self.state.terminals.get_mut(&terminal) else {
            return;
        };
        open.view.released = true;
        let session = open.session;
        self.effects.push(Effect::ReleaseTerminal { terminal });
        self.show_terminal_end(terminal);
        let released = self.state.terminals.iter_mut().rev();
        let mut shrunk = Vec::new();
        let mut gone = Vec::new();
        for (place, (key, old)) in released
            .filter(|(_, it)| it.session == session && it.view.released)
            .enumerate()
            .skip(MOST_LONG)
        {
            if place >= MOST_RELEASED {
                gone.push(*key);
            } else if old.shrink() {
                let view = &old.view;
                shrunk.push(Op::PutTerminalLines {
                    session,
                    terminal: view.id.clone(),
                    first: view.first,
                    from: next_line(view),
                    lines: Vec::new(),
                    cursor: view.cursor,
                });
            }
        }
        for op in shrunk {
            self.publish(op);
        }
        for key in gone {
            self.state.terminals.remove(&key);
            let terminal = name_of(key);
            self.publish(Op::RemoveTerminal { session, terminal });
        }
    }

    pub(super) fn terminal_opened(
        &mut self,
        terminal: TerminalKey,
        result: Result<(), TerminalFailure>,
    ) {
        if let Some(ask) = self.sign_in_of(terminal) {
            self.sign_in_opened(ask, result);
            return;
        }
        let Some(open) = self.state.terminals.get_mut(&terminal) else {
            return;
        };
        let (connection, session) = (open.connection, open.session);
        if open.view.released {
            // Let go of before it was there: no agent knows it.
            self.state.terminals.remove(&terminal);
            return;
        }
        let outcome = match result {
            Ok(()) => {
                open.opened = true;
                let view = open.view.clone();
                let id = view.id.clone();
                self.publish(Op::PutTerminal {
                    session,
                    terminal: view,
                });
                Ok(json!({"terminalId": id}))
            }
            Err(failure) => {
                self.state.terminals.remove(&terminal);
                Err(match failure {
                    TerminalFailure::OutsideRoots => {
                        invalid("cwd", "cwd is outside the folders of the session")
                    }
                    TerminalFailure::NoFolder => invalid("cwd", "cwd is not a folder"),
                    TerminalFailure::NotFound => {
                        failed("not-found", "There is no such program: command")
                    }
                    TerminalFailure::Failed { message } => failed("failed", message),
                })
            }
        };
        for key in self.waiting(
            connection,
            |it| matches!(it, Wanted::Create(of) if *of == terminal),
        ) {
            self.finish(connection, key);
            self.answer_with(connection, key, outcome.clone());
        }
    }

    pub(super) fn terminal_drawn(
        &mut self,
        terminal: TerminalKey,
        from: u32,
        mut lines: Vec<TerminalLine>,
        cursor: Option<TerminalCursor>,
    ) {
        if let Some(ask) = self.sign_in_of(terminal) {
            self.sign_in_drawn(ask, from, lines, cursor);
            return;
        }
        let Some(open) = self.state.terminals.get_mut(&terminal) else {
            return;
        };
        for run in lines.iter_mut().flat_map(|line| &mut line.runs) {
            run.text = visible_transcript(&run.text);
        }
        open.draw(from, lines.clone(), cursor);
        let op = Op::PutTerminalLines {
            session: open.session,
            terminal: open.view.id.clone(),
            first: open.view.first,
            from,
            lines,
            cursor,
        };
        self.publish(op);
    }

    pub(super) fn terminal_read(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        output: &str,
        truncated: bool,
    ) {
        let Some(pending) = self.finish(connection, key) else {
            return;
        };
        let Wanted::Output(terminal) = pending.what else {
            return;
        };
        let open = self.state.terminals.get(&terminal);
        let mut answer = json!({"output": output, "truncated": truncated});
        if let Some(exit) = open.and_then(|it| it.view.exit.as_ref()) {
            answer["exitStatus"] = exit_status(exit);
        }
        self.answer_with(connection, key, Ok(answer));
    }

    pub(super) fn terminal_exited(&mut self, terminal: TerminalKey, exit: TerminalExit) {
        if let Some(ask) = self.sign_in_of(terminal) {
            self.sign_in_exited(ask, exit);
            return;
        }
        let Some(open) = self.state.terminals.get_mut(&terminal) else {
            return;
        };
        let connection = open.connection;
        let status = exit_status(&exit);
        open.view.exit = Some(exit);
        open.view.cursor = None;
        self.show_terminal_end(terminal);
        for key in self.waiting(
            connection,
            |it| matches!(it, Wanted::Exit(of) if *of == terminal),
        ) {
            self.finish(connection, key);
            self.answer_with(connection, key, Ok(status.clone()));
        }
    }

    fn show_terminal_end(&mut self, terminal: TerminalKey) {
        let Some(open) = self.state.terminals.get(&terminal) else {
            return;
        };
        let op = Op::PutTerminalEnd {
            session: open.session,
            terminal: open.view.id.clone(),
            exit: open.view.exit.clone(),
            released: open.view.released,
        };
        self.publish_now(op);
    }

    /// The requests of a connection that wait for something.
    fn waiting(
        &self,
        connection: ConnectionId,
        wanted: impl Fn(&Wanted) -> bool,
    ) -> Vec<RequestKey> {
        let open = self.state.connections.get(&connection);
        open.into_iter()
            .flat_map(|it| &it.pending)
            .filter(|(_, pending)| wanted(&pending.what))
            .map(|(key, _)| *key)
            .collect()
    }
}

/// A terminal's id, as agents name it.
pub(super) fn name_of(terminal: TerminalKey) -> String {
    format!("terminal-{}", terminal.0)
}

/// A terminal in which nothing stands yet.
pub(super) fn empty_view(terminal: TerminalKey, command: &TerminalCommand) -> TerminalView {
    let words = std::iter::once(&command.command).chain(&command.args);
    let line: Vec<String> = words.map(ToString::to_string).collect();
    TerminalView {
        id: name_of(terminal),
        command: taken::place(&line.join(" ")),
        columns: u32::from(COLUMNS),
        first: 0,
        lines: Vec::new(),
        cursor: None,
        exit: None,
        released: false,
    }
}

fn next_line(view: &TerminalView) -> u32 {
    let lines = u32::try_from(view.lines.len()).unwrap_or(u32::MAX);
    view.first.saturating_add(lines)
}

fn exit_status(exit: &TerminalExit) -> Value {
    json!({"exitCode": exit.code, "signal": exit.signal})
}

/// What is to be run. Arguments and variables that cannot be read are left out, as the schema says.
fn command(
    params: &Map<String, Value>,
    cwd: &str,
    roots: Vec<String>,
) -> Result<TerminalCommand, RpcError> {
    let clean = |text: &&str| !text.contains('\0');
    let Some(command) = params
        .get("command")
        .and_then(Value::as_str)
        .filter(|it| !it.trim().is_empty())
        .filter(clean)
    else {
        let message = "command is missing, empty or not a string";
        return Err(invalid("command", message));
    };
    let list = |name: &str| params.get(name).and_then(Value::as_array);
    let args = list("args").into_iter().flatten();
    let env = list("env").into_iter().flatten();
    Ok(TerminalCommand {
        command: command.to_owned(),
        args: args
            .filter_map(Value::as_str)
            .filter(clean)
            .map(ToOwned::to_owned)
            .collect(),
        env: env
            .filter_map(|it| Some((it.get("name")?.as_str()?, it.get("value")?.as_str()?)))
            .filter(|(name, value)| {
                clean(name) && clean(value) && !name.is_empty() && !name.contains('=')
            })
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        cwd: match params.get("cwd") {
            Some(Value::String(_)) => absolute(params, "cwd")?,
            _ => cwd.to_owned(),
        },
        roots,
        secrets: Vec::new(),
        limit: params.get("outputByteLimit").and_then(Value::as_u64),
        typed: false,
    })
}
