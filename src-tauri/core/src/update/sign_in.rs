//! Sign-in: the agent answered -32000 and says how one signs in.
//!
//! A method is carried out by the agent, through `authenticate`, or by the person in a terminal in which the
//! agent's own command runs with arguments the agent named. After the latter the agent is started again: what
//! the terminal has left behind is read at the start.

use serde_json::{Value, json};

use super::Work;
use super::terminal::empty_view;
use crate::client::{TerminalCommand, TerminalExit, TerminalFailure};
use crate::effect::Effect;
use crate::event::RpcError;
use crate::id::{AskId, ConnectionId, TerminalKey};
use crate::state::{Ask, AskKind, AuthMethod, AuthWay, Call, SignInAsk, Terminal};
use crate::text::taken::{is_id, items, label, words};
use crate::text::visible_transcript;
use crate::view::{
    AskHead, AskStatus, Notice, SessionStatus, SignInFailure, SignInMethod, SignInView,
    TerminalCursor, TerminalLine, TerminalView,
};

/// Bytes that are typed at once.
const MOST_TYPED: usize = 4 << 10;

impl Work<'_> {
    /// Shows the ways to sign in, unless they are on the screen already. `error` is what made it necessary.
    pub(super) fn offer_sign_in(&mut self, connection: ConnectionId, error: Option<&RpcError>) {
        let shown = self.state.asks.values().any(|ask| {
            ask.head.connection == connection
                && ask.head.status == AskStatus::Pending
                && matches!(ask.kind, AskKind::SignIn(_))
        });
        let Some(open) = self.state.connections.get(&connection) else {
            return;
        };
        if shown || !open.is_ready() {
            return;
        }
        let methods = open.auth_methods.clone();
        let agent = open.agent.name.clone();
        let id = AskId(self.state.next());
        let ask = Ask {
            head: AskHead {
                id,
                connection,
                session: None,
                agent,
                status: AskStatus::Pending,
                message: error.map(|it| words(&it.message)).unwrap_or_default(),
                tool: None,
                asked_at: self.at.unix,
                ended_at: None,
            },
            request: None,
            call: None,
            unknown_session: None,
            findings: Vec::new(),
            kind: AskKind::SignIn(SignInAsk {
                view: SignInView {
                    methods: methods.iter().map(method_view).collect(),
                    running: None,
                    tried: None,
                    failed: None,
                    terminal: None,
                },
                methods,
                terminal: None,
            }),
        };
        self.add_ask(ask);
    }

    pub(super) fn sign_in(&mut self, ask: AskId, method: u32) {
        let Some(open) = self.state.asks.get_mut(&ask) else {
            return;
        };
        let connection = open.head.connection;
        let AskKind::SignIn(sign_in) = &mut open.kind else {
            return;
        };
        if open.head.status != AskStatus::Pending || sign_in.view.running.is_some() {
            return;
        }
        let Some(wanted) = sign_in.methods.get(method as usize).cloned() else {
            return;
        };
        match wanted.way {
            AuthWay::Unknown => return,
            AuthWay::Agent => {
                sign_in.view.terminal = None;
                let params = json!({"methodId": wanted.id});
                self.call(connection, Call::Authenticate(ask), "authenticate", params);
            }
            AuthWay::Terminal { args, env } => self.sign_in_by_terminal(ask, args, env),
        }
        if let Some(sign_in) = self.sign_in_mut(ask) {
            sign_in.view.running = Some(method);
            sign_in.view.tried = Some(method);
            sign_in.view.failed = None;
            self.show_ask(ask);
        }
    }

    fn sign_in_mut(&mut self, ask: AskId) -> Option<&mut SignInAsk> {
        match &mut self.state.asks.get_mut(&ask)?.kind {
            AskKind::SignIn(sign_in) => Some(sign_in),
            _ => None,
        }
    }

    fn sign_in_terminal(&mut self, ask: AskId) -> Option<&mut TerminalView> {
        self.sign_in_mut(ask)?.view.terminal.as_mut()
    }

    /// Runs the agent's own command, with what the method adds to it, in a terminal.
    fn sign_in_by_terminal(&mut self, ask: AskId, args: Vec<String>, env: Vec<(String, String)>) {
        let connection = self.state.asks[&ask].head.connection;
        let agent = self.state.connections[&connection].agent.clone();
        let mut words = agent.command.into_iter().chain(args);
        let program = words.next().unwrap_or_default();
        let args: Vec<String> = words.collect();
        // The method's variables override the agent's, the secret ones too.
        let mut secrets = agent.secrets;
        secrets.retain(|it| env.iter().all(|(name, _)| *name != it.name));
        let command = TerminalCommand {
            command: program,
            args,
            env: agent.env.into_iter().chain(env).collect(),
            secrets,
            roots: vec![agent.cwd.clone()],
            cwd: agent.cwd,
            limit: None,
            typed: true,
        };
        let terminal = TerminalKey(self.state.next());
        let view = empty_view(terminal, &command);
        self.let_go_of_sign_in(ask);
        if let Some(sign_in) = self.sign_in_mut(ask) {
            sign_in.view.terminal = Some(view);
            sign_in.terminal = Some(terminal);
        }
        self.effects
            .push(Effect::OpenTerminal { terminal, command });
    }

    /// Ends what runs in the terminal of a sign-in. What it showed stays.
    pub(super) fn let_go_of_sign_in(&mut self, ask: AskId) {
        if let Some(terminal) = self.sign_in_mut(ask).and_then(|it| it.terminal.take()) {
            self.effects.push(Effect::ReleaseTerminal { terminal });
        }
    }

    /// The sign-in that a terminal belongs to.
    pub(super) fn sign_in_of(&self, terminal: TerminalKey) -> Option<AskId> {
        let mut all = self.state.asks.values();
        let found = all
            .find(|ask| matches!(&ask.kind, AskKind::SignIn(it) if it.terminal == Some(terminal)));
        found.map(|ask| ask.head.id)
    }

    /// What the person types goes to the sign-in that runs in a terminal, as it is.
    pub(super) fn type_in_sign_in(&mut self, ask: AskId, text: String) {
        let terminal = self.sign_in_mut(ask).and_then(|it| it.terminal);
        if let Some(terminal) = terminal
            && !text.is_empty()
            && text.len() <= MOST_TYPED
        {
            self.effects.push(Effect::Type { terminal, text });
        }
    }

    pub(super) fn sign_in_opened(&mut self, ask: AskId, result: Result<(), TerminalFailure>) {
        if let Err(failure) = result {
            let message = match failure {
                TerminalFailure::Failed { message } => Some(words(&message)),
                TerminalFailure::OutsideRoots
                | TerminalFailure::NoFolder
                | TerminalFailure::NotFound => None,
            };
            self.sign_in_failed(ask, SignInFailure::NotStarted { message });
        }
    }

    pub(super) fn sign_in_drawn(
        &mut self,
        ask: AskId,
        from: u32,
        mut lines: Vec<TerminalLine>,
        cursor: Option<TerminalCursor>,
    ) {
        for run in lines.iter_mut().flat_map(|line| &mut line.runs) {
            run.text = visible_transcript(&run.text);
        }
        if let Some(view) = self.sign_in_terminal(ask) {
            Terminal::draw_short(view, from, lines, cursor);
            self.show_ask(ask);
        }
    }

    /// Exit code 0 is success, anything else is not.
    pub(super) fn sign_in_exited(&mut self, ask: AskId, exit: TerminalExit) {
        if let Some(view) = self.sign_in_terminal(ask) {
            view.exit = Some(exit.clone());
            view.cursor = None;
        }
        if exit.code == Some(0) {
            let connection = self.state.asks[&ask].head.connection;
            self.end_ask(ask, AskStatus::Accepted);
            self.notice(Notice::SignedIn);
            self.reconnect(connection);
        } else {
            self.sign_in_failed(ask, SignInFailure::Ended { exit });
        }
    }

    /// A failed sign-in is said, with the methods still there; never another started by itself.
    fn sign_in_failed(&mut self, ask: AskId, failed: SignInFailure) {
        self.let_go_of_sign_in(ask);
        if let Some(sign_in) = self.sign_in_mut(ask) {
            sign_in.view.running = None;
            sign_in.view.failed = Some(failed);
            self.show_ask(ask);
        }
    }

    pub(super) fn signed_in(
        &mut self,
        connection: ConnectionId,
        ask: AskId,
        result: Result<Value, RpcError>,
    ) {
        match result {
            Ok(_) => {
                self.end_ask(ask, AskStatus::Accepted);
                self.notice(Notice::SignedIn);
                for session in self.sessions_of(connection) {
                    let waits = self
                        .session(session)
                        .is_some_and(|it| it.status == SessionStatus::SignInFirst);
                    if waits {
                        self.open_session(session);
                    }
                }
            }
            Err(error) => {
                let message = words(&error.message);
                self.sign_in_failed(ask, SignInFailure::Said { message });
            }
        }
    }

    pub(super) fn sign_out(&mut self, connection: ConnectionId) {
        let Some(open) = self.state.connections.get(&connection) else {
            return;
        };
        let asked = open.calls.values().any(|it| *it == Call::SignOut);
        if open.is_ready() && open.can.sign_out && !asked {
            self.call(connection, Call::SignOut, "logout", json!({}));
        }
    }

    pub(super) fn signed_out(&mut self, result: Result<Value, RpcError>) {
        self.notice(match result {
            Ok(_) => Notice::SignedOut,
            Err(error) => Notice::NotSignedOut {
                message: words(&error.message),
            },
        });
    }
}

fn method_view(method: &AuthMethod) -> SignInMethod {
    SignInMethod {
        name: method.name.clone(),
        description: method.description.clone(),
        supported: !matches!(method.way, AuthWay::Unknown),
        terminal: matches!(method.way, AuthWay::Terminal { .. }),
    }
}

/// The ways to sign in of an answer to `initialize`. One without an id or a name cannot be offered and is
/// left out.
pub(super) fn auth_methods(answer: &Value) -> Vec<AuthMethod> {
    let Some(methods) = answer.get("authMethods").and_then(Value::as_array) else {
        return Vec::new();
    };
    let (methods, _) = items(methods);
    methods
        .iter()
        .filter_map(|method| {
            let text = |name: &str| method.get(name).and_then(Value::as_str);
            Some(AuthMethod {
                id: text("id").filter(|it| is_id(it))?.to_owned(),
                name: label(text("name")?),
                description: text("description").map(words),
                way: match text("type") {
                    None | Some("agent") => AuthWay::Agent,
                    Some("terminal") => terminal_way(method),
                    Some(_) => AuthWay::Unknown,
                },
            })
        })
        .collect()
}

/// Arguments and variables that cannot be read are left out, as the schema says.
fn terminal_way(method: &Value) -> AuthWay {
    let clean = |text: &str| !text.contains('\0');
    let args = method.get("args").and_then(Value::as_array);
    let env = method.get("env").and_then(Value::as_object);
    AuthWay::Terminal {
        args: args
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter(|it| clean(it))
            .map(ToOwned::to_owned)
            .collect(),
        env: env
            .into_iter()
            .flatten()
            .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
            .filter(|(name, value)| {
                clean(name) && clean(value) && !name.is_empty() && !name.contains('=')
            })
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    }
}
