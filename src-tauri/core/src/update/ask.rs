//! The life of an ask: queued once, answered once.
//!
//! Every end goes through [`Work::close`], which takes the request out of the ask; an ask whose request is
//! gone cannot be answered again.

use serde_json::{Value, json};

use super::Work;
use super::request::Place;
use crate::effect::{ConsentAction, ConsentRecord, Effect};
use crate::event::RpcError;
use crate::id::{AskId, CallId, ConnectionId, SessionKey, WireId};
use crate::state::{Ask, AskKind, Request};
use crate::view::{
    AskHead, AskStatus, DismissedBy, EntryBody, Finding, Handoff, JudgedView, Notice, Op,
};

impl Work<'_> {
    /// The head of a new ask.
    pub(super) fn head(&mut self, place: &Place, message: String, tool: Option<String>) -> AskHead {
        AskHead {
            id: AskId(self.state.next()),
            connection: place.connection,
            session: place.session,
            agent: self.state.connections[&place.connection].agent.name.clone(),
            status: AskStatus::Pending,
            message,
            tool,
            asked_at: self.at.unix,
            ended_at: None,
        }
    }

    /// Puts an ask into the queue and into its transcript.
    pub(super) fn add_ask(&mut self, mut ask: Ask) {
        self.remark_on_new(&mut ask);
        let id = ask.head.id;
        let session = ask.head.session;
        self.state.asks.insert(id, ask);
        self.ask_is_news(id);
        self.show_ask(id);
        if let Some(session) = session {
            self.add_entry(session, EntryBody::Ask { ask: id });
        }
    }

    /// Answers the agent, if it has not been answered.
    pub(super) fn answer(&mut self, ask: AskId, outcome: Result<Value, RpcError>) -> bool {
        let Some(open) = self.state.asks.get_mut(&ask) else {
            return false;
        };
        let Some(request) = open.request.take() else {
            return false;
        };
        self.effects.push(Effect::Answer {
            connection: open.head.connection,
            key: request.key,
            outcome,
        });
        true
    }

    /// Ends an ask: answers what has not been answered, and shows how it stands.
    pub(super) fn close(
        &mut self,
        ask: AskId,
        status: AskStatus,
        outcome: Result<Value, RpcError>,
    ) -> bool {
        let answered = self.answer(ask, outcome);
        if answered {
            self.end_ask(ask, status);
        }
        answered
    }

    /// Shows how an ask ended. What it no longer needs is forgotten.
    pub(super) fn end_ask(&mut self, ask: AskId, status: AskStatus) {
        let at = self.at.unix;
        self.let_go_of_sign_in(ask);
        if let Some(open) = self.state.asks.get_mut(&ask) {
            open.head.status = status;
            open.head.ended_at = Some(at);
            match &mut open.kind {
                AskKind::Form(form) => form.end(status),
                AskKind::Link(link) => link.dialog = None,
                AskKind::SignIn(sign_in) => sign_in.view.running = None,
                AskKind::Permission(_) => {}
            }
            self.show_ask(ask);
            self.let_go_of_ended();
        }
    }

    pub(super) fn decline(&mut self, ask: AskId) {
        if !self.can_answer(ask) || self.handoff_runs(ask) {
            return;
        }
        self.record(ask, ConsentAction::Declined);
        if self.close(ask, AskStatus::Declined, Ok(json!({"action": "decline"}))) {
            self.count_link_decline(ask);
        }
    }

    pub(super) fn cancel(&mut self, ask: AskId) {
        let kind = self.state.asks.get(&ask).map(|it| &it.kind);
        if matches!(kind, Some(AskKind::SignIn(_))) {
            self.close_sign_in(ask);
        } else if matches!(kind, Some(AskKind::Permission(_))) {
            // A permission is answered with an option or by stopping the turn, never dismissed.
        } else if self.can_answer(ask) && !self.handoff_runs(ask) {
            self.cancel_elicitation(ask);
        }
    }

    /// Whether an elicitation still waits; if not, says so to the person who wanted to answer it.
    pub(super) fn can_answer(&mut self, ask: AskId) -> bool {
        let open = self.state.asks.get(&ask).is_some_and(|it| {
            it.request.is_some() && matches!(it.kind, AskKind::Form(_) | AskKind::Link(_))
        });
        if !open {
            self.notice(Notice::AskEnded);
        }
        open
    }

    fn cancel_elicitation(&mut self, ask: AskId) {
        self.record(ask, ConsentAction::Cancelled);
        self.close(ask, AskStatus::Cancelled, Ok(json!({"action": "cancel"})));
    }

    fn close_sign_in(&mut self, ask: AskId) {
        let Some(open) = self.state.asks.get(&ask) else {
            return;
        };
        let connection = open.head.connection;
        if open.head.status != AskStatus::Pending {
            return;
        }
        let running: Vec<CallId> = self.state.connections[&connection]
            .calls
            .iter()
            .filter(|(_, what)| **what == crate::state::Call::Authenticate(ask))
            .map(|(call, _)| *call)
            .collect();
        for call in running {
            self.effects.push(Effect::CancelCall { connection, call });
        }
        self.end_ask(ask, AskStatus::Cancelled);
    }

    /// The agent takes a request back: the newest with that id.
    pub(super) fn withdrawn(&mut self, connection: ConnectionId, id: &WireId) {
        let newest = self
            .state
            .asks
            .values()
            .filter(|ask| ask.head.connection == connection)
            .filter_map(|ask| Some((ask.request.as_ref()?, ask.head.id)))
            .filter(|(request, _)| request.id == *id)
            .map(|(request, ask)| (request.key, ask))
            .max();
        if self.withdraw_pending(connection, id, newest.map(|(key, _)| key)) {
            return;
        }
        if let Some((_, ask)) = newest {
            self.record(ask, ConsentAction::Withdrawn);
            self.remark_on(ask, Finding::TakenBack);
            let error = RpcError::cancelled("Request cancelled");
            self.close(ask, AskStatus::Withdrawn, Err(error));
        }
    }

    /// The connection ended first: nobody is left to answer.
    pub(super) fn lose(&mut self, ask: AskId) {
        if let Some(open) = self.state.asks.get_mut(&ask) {
            open.request = None;
        }
        self.end_ask(ask, AskStatus::Lost);
    }

    /// What waits in a session is answered as a stopped turn wants it.
    pub(super) fn end_session_asks(&mut self, session: SessionKey) {
        for ask in self.state.open_in_session(session) {
            self.dismiss(ask, DismissedBy::Session);
        }
    }

    /// What waits on a connection is answered before the connection ends.
    pub(super) fn end_all_asks(&mut self, connection: ConnectionId) {
        for ask in self.state.open_on_connection(connection) {
            self.dismiss(ask, DismissedBy::Connection);
        }
    }

    /// What waited for the sake of a call of ours ends when that is answered: the sign-in has ended.
    pub(super) fn end_asks_of_call(&mut self, connection: ConnectionId, call: CallId) {
        let of_call: Vec<AskId> = self
            .state
            .asks
            .values()
            .filter(|ask| ask.head.connection == connection && ask.call == Some(call))
            .map(|ask| ask.head.id)
            .collect();
        for ask in of_call {
            self.dismiss(ask, DismissedBy::Request);
            if let Some(open) = self.state.asks.get_mut(&ask) {
                open.call = None;
            }
        }
    }

    fn dismiss(&mut self, ask: AskId, by: DismissedBy) {
        let Some(open) = self.state.asks.get(&ask) else {
            return;
        };
        if open.request.is_none() {
            return;
        }
        self.remark_on(ask, Finding::Dismissed { by });
        let Some(open) = self.state.asks.get(&ask) else {
            return;
        };
        if matches!(&open.kind, AskKind::Permission(it) if it.file.is_some()) {
            let error = RpcError::cancelled("The person stopped");
            self.close(ask, AskStatus::Cancelled, Err(error));
        } else if matches!(open.kind, AskKind::Permission(_)) {
            let outcome = json!({"outcome": {"outcome": "cancelled"}});
            self.close(ask, AskStatus::Cancelled, Ok(outcome));
        } else {
            self.cancel_elicitation(ask);
        }
    }

    /// Asks that named a session before we knew it move there.
    pub(super) fn adopt_asks(&mut self, connection: ConnectionId, wire: &str, session: SessionKey) {
        let waiting: Vec<AskId> = self
            .state
            .asks
            .values()
            .filter(|ask| {
                ask.head.connection == connection && ask.unknown_session.as_deref() == Some(wire)
            })
            .map(|ask| ask.head.id)
            .collect();
        for ask in waiting {
            if let Some(open) = self.state.asks.get_mut(&ask) {
                open.unknown_session = None;
                open.head.session = Some(session);
            }
            self.show_ask_head(ask);
            self.add_entry(session, EntryBody::Ask { ask });
        }
    }

    /// Writes a line of the consent record, if the ask is a link that still waits on consent.
    pub(super) fn record(&mut self, ask: AskId, action: ConsentAction) {
        if let Some(open) = self.state.asks.get(&ask)
            && let AskKind::Link(link) = &open.kind
        {
            let judged = link.judged.clone();
            self.record_link(open.head.connection, &judged, action);
        }
    }

    /// Writes a line of the consent record.
    pub(super) fn record_link(
        &mut self,
        connection: ConnectionId,
        judged: &JudgedView,
        action: ConsentAction,
    ) {
        let line = ConsentRecord {
            at: self.at.unix,
            agent: self.state.connections[&connection].agent.name.clone(),
            host: judged.host.as_ref().map(|host| host.ascii.clone()),
            verdict: judged.verdict,
            reasons: judged
                .reasons
                .iter()
                .filter_map(|reason| crate::view::code_of(reason.code))
                .collect(),
            action,
        };
        self.state.keep_record(line.clone());
        self.publish(Op::AddRecord { line: line.clone() });
        self.effects.push(Effect::Record(line));
    }

    /// A link whose browser is being started when something else ends it: the page may have opened.
    pub(super) fn link_changed(&mut self, ask: AskId) {
        if let Some(open) = self.state.asks.get(&ask)
            && let AskKind::Link(link) = &open.kind
        {
            let link = link.view();
            self.publish_now(Op::PutLink { ask, link });
        }
    }

    pub(super) fn new_ask(head: AskHead, place: Place, request: Request, kind: AskKind) -> Ask {
        Ask {
            head,
            request: Some(request),
            call: place.call,
            unknown_session: place.unknown_session,
            findings: Vec::new(),
            kind,
        }
    }

    /// The page is on its way to the browser by the person's own consent: no other answer fits any more.
    fn handoff_runs(&self, ask: AskId) -> bool {
        matches!(
            self.state.asks.get(&ask).map(|it| &it.kind),
            Some(AskKind::Link(link)) if link.handoff == Handoff::Running
        )
    }
}
