//! Links while they are open: the consent dialog, the handoff, waiting, completion (link-rules 3 and 4).

use serde_json::{Map, Value, json};

use super::Work;
use super::request::Place;
use crate::effect::{ConsentAction, Effect};
use crate::form::{About, Invalid};
use crate::id::{AskId, CallId, ConnectionId};
use crate::link::LinkRequest;
use crate::state::{AskKind, Call, Dialog, LinkAsk, Request};
use crate::text::visible_free;
use crate::view::{
    AskStatus, Finding, Handoff, HandoffFailure, JudgedView, NoteView, Op, ReasonCode, Verdict,
};

/// Declines in a row after which muting is offered.
const DECLINES_TO_MUTE: u32 = 2;

impl Work<'_> {
    pub(super) fn ask_link(&mut self, place: Place, request: Request, params: &Map<String, Value>) {
        let wanted = match crate::link::read(params) {
            Ok(wanted) => wanted,
            Err(invalid) => {
                self.refuse(&place, &request, &invalid);
                return;
            }
        };
        if self.is_outstanding(place.connection, &wanted.elicitation_id) {
            let invalid = Invalid {
                message: "elicitationId is in use by an outstanding elicitation".into(),
                about: About::Member("elicitationId".into()),
            };
            self.refuse_for(&place, &request, &invalid, Finding::IdInUse);
            return;
        }
        let judged = if self.remote_of(place.connection).is_some() {
            crate::link::judge_from_elsewhere(&wanted.url)
        } else {
            crate::link::judge(&wanted.url)
        };
        if is_unparsable(&judged) {
            self.record_link(place.connection, &judged, ConsentAction::Refused);
            let invalid = Invalid {
                message: "url is not an address".into(),
                about: About::Member("url".into()),
            };
            self.refuse_for(&place, &request, &invalid, Finding::NotAnAddress);
            return;
        }
        if self.links_off(place.connection) {
            self.decline_muted(&place, &request, &judged);
            return;
        }
        if self.turned_away(&place, &request) {
            return;
        }
        let same_page =
            judged.address.is_some() && self.waits_for(place.connection, judged.address.as_deref());
        let LinkRequest {
            elicitation_id,
            message,
            ..
        } = wanted;
        let tool = self.tool_title(&place, params);
        let head = self.head(&place, visible_free(&message), tool);
        let kind = AskKind::Link(Box::new(LinkAsk {
            elicitation: elicitation_id,
            judged,
            code: crate::link::device_code(&message),
            dialog: None,
            handoff: Handoff::None,
            finished: false,
            same_page,
            offer_mute: self.offers_mute(place.connection),
        }));
        let ask = Self::new_ask(head, place, request, kind);
        self.add_ask(ask);
    }

    fn is_outstanding(&self, connection: ConnectionId, elicitation: &str) -> bool {
        self.links(connection).any(|(status, link)| {
            matches!(status, AskStatus::Pending | AskStatus::Waiting)
                && link.elicitation == elicitation
        })
    }

    fn waits_for(&self, connection: ConnectionId, address: Option<&str>) -> bool {
        self.links(connection).any(|(status, link)| {
            status == AskStatus::Waiting && link.judged.address.as_deref() == address
        })
    }

    fn links(&self, connection: ConnectionId) -> impl Iterator<Item = (AskStatus, &LinkAsk)> {
        self.state
            .asks
            .values()
            .filter(move |ask| ask.head.connection == connection)
            .filter_map(|ask| match &ask.kind {
                AskKind::Link(link) => Some((ask.head.status, &**link)),
                _ => None,
            })
    }

    fn decline_muted(&mut self, place: &Place, request: &Request, judged: &JudgedView) {
        let host = judged.host.as_ref().map(|host| host.ascii.clone());
        self.record_link(place.connection, judged, ConsentAction::Muted);
        self.remark(place.connection, &request.id, Finding::Muted);
        self.effects.push(Effect::Answer {
            connection: place.connection,
            key: request.key,
            outcome: Ok(json!({"action": "decline"})),
        });
        let note = NoteView::LinkMuted { host };
        match place.session {
            Some(session) => self.note(session, note),
            None => self.note_everywhere(place.connection, &note),
        }
    }

    fn link(&mut self, ask: AskId) -> Option<(AskStatus, &mut LinkAsk)> {
        let open = self.state.asks.get_mut(&ask)?;
        match &mut open.kind {
            AskKind::Link(link) => Some((open.head.status, link)),
            _ => None,
        }
    }

    /// The dialog on the screen of this page, if its token is the one named.
    fn dialog(&mut self, ask: AskId, token: &str) -> Option<&mut Dialog> {
        let page = self.page;
        let (_, link) = self.link(ask)?;
        link.dialog_on(page).filter(|dialog| dialog.token == token)
    }

    pub(super) fn review_link(&mut self, ask: AskId) {
        let token = format!("{:032x}", self.nonce);
        let page = self.page;
        let Some((status, link)) = self.link(ask) else {
            return;
        };
        let again = match status {
            AskStatus::Pending => false,
            AskStatus::Waiting | AskStatus::Completed => true,
            _ => return,
        };
        let openable = link.judged.verdict != Verdict::Refuse && link.judged.address.is_some();
        if !openable || link.handoff == Handoff::Running {
            return;
        }
        // One that another page has open is closed by this: consent is given in one place.
        link.dialog = Some(Dialog {
            token,
            page,
            shown: None,
            understood: None,
            qr: false,
            elsewhere: false,
            again,
        });
        self.close_other_dialogs(ask);
        self.link_changed(ask);
    }

    /// One dialog at a time on each page.
    fn close_other_dialogs(&mut self, but: AskId) {
        let page = self.page;
        let mut closed = Vec::new();
        for (id, other) in &mut self.state.asks {
            if *id != but
                && let AskKind::Link(link) = &mut other.kind
                && link.dialog.take_if(|dialog| dialog.page == page).is_some()
            {
                closed.push(*id);
            }
        }
        for ask in closed {
            self.link_changed(ask);
        }
    }

    pub(super) fn link_shown(&mut self, ask: AskId, token: &str, shown: bool) {
        let now = self.at.ticks;
        if let Some(dialog) = self.dialog(ask, token) {
            // Shown again, moved or hidden: what was armed is armed no more.
            dialog.shown = shown.then_some(now);
        }
    }

    pub(super) fn understand_link(&mut self, ask: AskId, token: &str, understood: bool) {
        let now = self.pressed();
        if let Some(dialog) = self.dialog(ask, token) {
            dialog.understood = understood.then_some(now);
            self.link_changed(ask);
        }
    }

    /// Consent counts only for this display, once armed, and for the very text on the screen.
    fn consented(&mut self, ask: AskId, token: &str, fingerprint: &str) -> Option<String> {
        let (page, pressed) = (self.page, self.pressed());
        let (status, link) = self.link(ask)?;
        let live = matches!(
            status,
            AskStatus::Pending | AskStatus::Waiting | AskStatus::Completed
        );
        let same = link.dialog_on(page).is_some_and(|it| it.token == token);
        let address = link.judged.address.clone()?;
        let seen = crate::link::fingerprint(&address) == fingerprint;
        let allowed = link.judged.verdict != Verdict::Refuse;
        (live && same && seen && allowed && link.is_armed(pressed)).then_some(address)
    }

    pub(super) fn open_link(&mut self, ask: AskId, token: &str, fingerprint: &str) {
        let Some(address) = self.consented(ask, token, fingerprint) else {
            return;
        };
        if let Some((_, link)) = self.link(ask) {
            if link.handoff == Handoff::Running {
                return;
            }
            link.dialog = None;
            link.handoff = Handoff::Running;
        }
        self.record(ask, ConsentAction::Opened);
        self.effects.push(Effect::HandOff { ask, address });
        self.link_changed(ask);
    }

    pub(super) fn handed_off(&mut self, ask: AskId, result: Result<(), HandoffFailure>) {
        let Some((status, link)) = self.link(ask) else {
            return;
        };
        link.handoff = match result {
            Ok(()) => Handoff::Opened,
            Err(reason) => Handoff::Failed { reason },
        };
        if result.is_err() {
            self.record(ask, ConsentAction::OpenFailed);
        }
        match (status, result) {
            (AskStatus::Pending, Ok(())) => self.accept_link(ask),
            _ => self.link_changed(ask),
        }
    }

    /// The page is open, wherever: answers accept and waits for its completion.
    fn accept_link(&mut self, ask: AskId) {
        let finished = match self.link(ask) {
            Some((_, link)) => link.finished,
            None => return,
        };
        let status = if finished {
            AskStatus::Completed
        } else {
            AskStatus::Waiting
        };
        let connection = self.state.asks[&ask].head.connection;
        if self.close(ask, status, Ok(json!({"action": "accept"}))) {
            if let Some(open) = self.connection(connection) {
                open.link_declines = 0;
            }
            self.show_mute_offers(connection);
            if let Some(open) = self.state.asks.get_mut(&ask)
                && status == AskStatus::Waiting
            {
                open.head.ended_at = None;
                self.show_ask_head(ask);
            }
        }
    }

    pub(super) fn opened_elsewhere(&mut self, ask: AskId, token: &str, fingerprint: &str) {
        let offered = self.dialog(ask, token).is_some_and(|it| it.elsewhere);
        if !offered || self.consented(ask, token, fingerprint).is_none() {
            return;
        }
        self.record(ask, ConsentAction::OpenedElsewhere);
        self.accept_elsewhere(ask);
    }

    fn accept_elsewhere(&mut self, ask: AskId) {
        if let Some((status, link)) = self.link(ask) {
            link.dialog = None;
            link.handoff = Handoff::Opened;
            if status == AskStatus::Pending {
                self.accept_link(ask);
            } else {
                self.link_changed(ask);
            }
        }
    }

    /// After a handoff that failed or was not confirmed, the person says that it did open.
    pub(super) fn it_opened(&mut self, ask: AskId) {
        if let Some((AskStatus::Pending, link)) = self.link(ask)
            && matches!(link.handoff, Handoff::Failed { .. })
        {
            self.record(ask, ConsentAction::OpenedElsewhere);
            self.accept_elsewhere(ask);
        }
    }

    pub(super) fn same_page_done(&mut self, ask: AskId) {
        if let Some((AskStatus::Pending, link)) = self.link(ask)
            && link.same_page
        {
            self.record(ask, ConsentAction::SamePage);
            self.close(ask, AskStatus::Accepted, Ok(json!({"action": "accept"})));
        }
    }

    pub(super) fn close_link(&mut self, ask: AskId) {
        let page = self.page;
        if let Some((_, link)) = self.link(ask)
            && link.dialog.take_if(|dialog| dialog.page == page).is_some()
        {
            self.link_changed(ask);
        }
    }

    pub(super) fn copy_link(&mut self, ask: AskId) {
        let page = self.page;
        let Some((_, link)) = self.link(ask) else {
            return;
        };
        let Some(text) = link.judged.address.clone() else {
            return;
        };
        if let Some(dialog) = link.dialog_on(page) {
            dialog.elsewhere = true;
        }
        self.effects.push(Effect::Copy { text });
        self.link_changed(ask);
    }

    pub(super) fn show_qr(&mut self, ask: AskId, token: &str, open: bool) {
        let (page, now) = (self.page, self.at.ticks);
        let Some((_, link)) = self.link(ask) else {
            return;
        };
        let armed = link.is_armed(now) || !link.needs_understood();
        let possible = link.judged.qr && armed;
        if let Some(dialog) = link.dialog_on(page).filter(|it| it.token == token) {
            dialog.qr = open && possible;
            dialog.elsewhere |= dialog.qr;
            self.link_changed(ask);
        }
    }

    pub(super) fn link_done(&mut self, ask: AskId) {
        if let Some((AskStatus::Waiting, link)) = self.link(ask) {
            link.dialog = None;
            self.end_ask(ask, AskStatus::Accepted);
        }
    }

    pub(super) fn stop_waiting(&mut self, ask: AskId, cancel: bool) {
        if !matches!(self.link(ask), Some((AskStatus::Waiting, _))) {
            return;
        }
        self.end_ask(ask, AskStatus::Accepted);
        if !cancel {
            return;
        }
        let head = &self.state.asks[&ask].head;
        let (connection, session) = (head.connection, head.session);
        match (self.open_call_of(ask), session) {
            (Some(call), _) => self.effects.push(Effect::CancelCall { connection, call }),
            (None, Some(session)) => self.stop_turn(session),
            (None, None) => {}
        }
    }

    /// Our call that the ask belongs to, while it is unanswered.
    fn open_call_of(&self, ask: AskId) -> Option<CallId> {
        let open = self.state.asks.get(&ask)?;
        let call = open.call?;
        let what: Option<&Call> = self.state.connections[&open.head.connection]
            .calls
            .get(&call);
        what.map(|_| call)
    }

    pub(super) fn link_complete(&mut self, connection: ConnectionId, elicitation: &str) {
        // Ids may come again after an end: the newest is meant.
        let newest = self
            .state
            .asks
            .values()
            .rev()
            .find(|ask| {
                ask.head.connection == connection
                    && matches!(&ask.kind, AskKind::Link(link) if link.elicitation == elicitation)
            })
            .map(|ask| ask.head.id);
        let Some(ask) = newest else {
            return;
        };
        let Some((status, link)) = self.link(ask) else {
            return;
        };
        if link.finished {
            return;
        }
        match status {
            AskStatus::Pending | AskStatus::Withdrawn => {
                link.finished = true;
                self.link_changed(ask);
            }
            // "I'm done" said before the agent did is still an accepted page.
            AskStatus::Waiting => {
                link.finished = true;
                link.dialog = None;
                self.end_ask(ask, AskStatus::Completed);
            }
            _ => {}
        }
    }

    pub(super) fn count_link_decline(&mut self, ask: AskId) {
        let Some((_, _)) = self.link(ask) else {
            return;
        };
        let connection = self.state.asks[&ask].head.connection;
        if let Some(open) = self.connection(connection) {
            open.link_declines += 1;
        }
        self.show_mute_offers(connection);
    }

    fn offers_mute(&self, connection: ConnectionId) -> bool {
        let open = &self.state.connections[&connection];
        open.link_declines >= DECLINES_TO_MUTE && !open.links_muted
    }

    /// The offer stands on the links that still wait: on one that has ended nobody would look for it.
    fn show_mute_offers(&mut self, connection: ConnectionId) {
        let offer = self.offers_mute(connection);
        let changed: Vec<AskId> = self
            .state
            .asks
            .values_mut()
            .filter(|ask| ask.head.connection == connection)
            .filter(|ask| ask.head.status == AskStatus::Pending)
            .filter_map(|ask| match &mut ask.kind {
                AskKind::Link(link) if link.offer_mute != offer => {
                    link.offer_mute = offer;
                    Some(ask.head.id)
                }
                _ => None,
            })
            .collect();
        for ask in changed {
            self.link_changed(ask);
        }
    }

    pub(super) fn mute_links(&mut self, connection: ConnectionId) {
        let Some(open) = self.connection(connection) else {
            return;
        };
        if std::mem::replace(&mut open.links_muted, true) {
            return;
        }
        // This connection was told that links work; the next one is not.
        let agent = open.agent.id;
        if let Some(agent) = self.state.agents.get_mut(&agent) {
            agent.links = false;
        }
        let agents = self.state.agent_views();
        self.publish(Op::PutAgents { agents });
        self.show_mute_offers(connection);
        self.show_connection(connection);
    }
}

/// Whether the text is no address at all (answered -32602, no card).
fn is_unparsable(judged: &JudgedView) -> bool {
    judged
        .reasons
        .iter()
        .any(|reason| matches!(reason.code, ReasonCode::Empty | ReasonCode::Unparsable))
}
