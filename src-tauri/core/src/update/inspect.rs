//! What the inspector says about an agent's requests: why one was refused, not shown, or ended unseen.

use super::Work;
use super::request::Place;
use crate::effect::Effect;
use crate::form::{About, Form, Invalid};
use crate::id::{AskId, ConnectionId, WireId};
use crate::state::{Ask, AskKind, Request};
use crate::view::{Finding, Verdict};

/// Remarks on one form: a hostile one may have thousands.
const MOST_NOTES: usize = 40;

impl Work<'_> {
    /// Says something about a request in the protocol's log.
    pub(super) fn remark(&mut self, connection: ConnectionId, id: &WireId, finding: Finding) {
        self.effects.push(Effect::Remark {
            connection,
            id: id.clone(),
            finding,
        });
    }

    /// Says something about an ask in the protocol's log and with the ask itself.
    pub(super) fn remark_on(&mut self, ask: AskId, finding: Finding) {
        let Some(open) = self.state.asks.get_mut(&ask) else {
            return;
        };
        open.findings.push(finding.clone());
        if let Some(request) = &open.request {
            let (connection, id) = (open.head.connection, request.id.clone());
            self.remark(connection, &id, finding);
        }
    }

    /// Says what is odd about an ask that is shown.
    pub(super) fn remark_on_new(&mut self, ask: &mut Ask) {
        let mut found = Vec::new();
        match &ask.kind {
            AskKind::Form(form) => {
                if form.nowhere {
                    found.push(no_scope(ask));
                }
                found.extend(of_form(&form.form));
            }
            AskKind::Link(link) => {
                if ask.head.session.is_none() && ask.call.is_none() {
                    found.push(no_scope(ask));
                }
                if link.judged.verdict == Verdict::Refuse {
                    let reasons = link.judged.reasons.iter();
                    let refused = reasons.filter(|reason| reason.verdict == Verdict::Refuse);
                    found.push(Finding::LinkRefused {
                        reasons: refused.map(|reason| reason.code).collect(),
                    });
                }
            }
            AskKind::Permission(_) | AskKind::SignIn(_) => {}
        }
        if let Some(Request { id, .. }) = &ask.request {
            for finding in &found {
                self.remark(ask.head.connection, id, finding.clone());
            }
        }
        ask.findings = found;
    }

    /// Answers -32602 and says so in the transcript and the protocol's log; no card.
    pub(super) fn refuse(&mut self, place: &Place, request: &Request, invalid: &Invalid) {
        let finding = match &invalid.about {
            About::Member(member) => Finding::Malformed {
                member: member.clone(),
            },
            About::Limit(limit) => Finding::OverLimit {
                limit: limit.clone(),
            },
        };
        self.refuse_for(place, request, invalid, finding);
    }
}

fn no_scope(ask: &Ask) -> Finding {
    Finding::NoScope {
        session: ask
            .unknown_session
            .as_deref()
            .map(crate::text::taken::label),
    }
}

fn of_form(form: &Form) -> Vec<Finding> {
    let view = form.view();
    let secret = view.asks_for_secret.then_some(Finding::AsksForSecret);
    let blocked = view.blocked.into_iter();
    let notes = view.notes.into_iter();
    secret
        .into_iter()
        .chain(blocked.map(|field| Finding::Blocked { field }))
        .chain(notes.map(|note| Finding::FormNote {
            field: note.field,
            note: note.code,
        }))
        .take(MOST_NOTES)
        .collect()
}
