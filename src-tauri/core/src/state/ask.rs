//! An ask: what waits on the person, and the agent's request behind it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{AuthMethod, HistoryKey, OutsideFile};
use crate::form::{Form, FormChecked, FormDrafts, RowDraft};
use crate::id::{CallId, RequestKey, TerminalKey, WireId};
use crate::page::{PageId, Seqs};
use crate::view::{
    AskBody, AskHead, AskStatus, AskView, DialogView, FieldState, Finding, FormNote, FormState,
    FormView, Handoff, JudgedView, LinkView, NoteCode, PermissionView, Preview, ProblemCode,
    SignInView,
};

/// Milliseconds a dialog must have been shown unmoved before Open counts (link-rules 3).
pub(crate) const ARM_AFTER: u32 = 1_000;

#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) head: AskHead,
    /// The agent's request, until it is answered. Taking it out is what makes an answer unique.
    pub(crate) request: Option<Request>,
    /// Our call that the ask belongs to (`requestId`).
    pub(crate) call: Option<CallId>,
    /// The session id named in the request while we do not know such a session.
    pub(crate) unknown_session: Option<String>,
    /// What there is to say to the agent's author about it.
    pub(crate) findings: Vec<Finding>,
    pub(crate) kind: AskKind,
}

/// An agent's request that has not been answered.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) key: RequestKey,
    pub(crate) id: WireId,
}

#[derive(Debug, Clone)]
pub(crate) enum AskKind {
    Form(Box<FormAsk>),
    Link(Box<LinkAsk>),
    Permission(PermissionAsk),
    SignIn(SignInAsk),
}

#[derive(Debug, Clone)]
pub(crate) struct FormAsk {
    pub(crate) form: Arc<Form>,
    /// The request names neither a session nor a request that we know.
    pub(crate) nowhere: bool,
    pub(crate) drafts: FormDrafts,
    pub(crate) seqs: Vec<Seqs>,
    /// Under what each row's answer is kept; none for what is never kept.
    pub(crate) keys: Vec<Option<HistoryKey>>,
    /// Earlier answers to the same questions.
    pub(crate) suggestions: Vec<Option<RowDraft>>,
    /// Rows the script filled and the person has not changed.
    pub(crate) scripted: Vec<bool>,
    /// When the form came up, in ticks: an approval in form clothes is armed like one.
    pub(crate) since: u64,
    /// Rows whose problems may be shown: left once, or submitted.
    pub(crate) told: Vec<bool>,
    /// The last check that fits the drafts.
    pub(crate) checked: Option<FormChecked>,
    /// The number of the drafts; a check of another number is outdated.
    pub(crate) ticket: u64,
    /// The number of the drafts that are being checked.
    pub(crate) checking: Option<u64>,
    /// An Accept waits for the check; whether the extra yes for a secret was given.
    pub(crate) submitting: Option<bool>,
    pub(crate) confirm_secret: bool,
    pub(crate) failed: bool,
    pub(crate) preview: bool,
    pub(crate) sent: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct LinkAsk {
    pub(crate) elicitation: String,
    pub(crate) judged: JudgedView,
    pub(crate) code: Option<String>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) handoff: Handoff,
    pub(crate) finished: bool,
    pub(crate) same_page: bool,
    pub(crate) offer_mute: bool,
}

/// One display of the consent dialog.
#[derive(Debug, Clone)]
pub(crate) struct Dialog {
    pub(crate) token: String,
    /// The page that has it open.
    pub(crate) page: PageId,
    /// Since when it stands unmoved on the screen, in ticks.
    pub(crate) shown: Option<u64>,
    /// When the second gesture was made, in ticks.
    pub(crate) understood: Option<u64>,
    pub(crate) qr: bool,
    pub(crate) elsewhere: bool,
    pub(crate) again: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct PermissionAsk {
    pub(crate) view: PermissionView,
    pub(crate) option_ids: Vec<String>,
    /// Since when its card stands unmoved on the screen, in ticks, on each page where it does.
    pub(crate) shown: BTreeMap<PageId, u64>,
    /// The file it is about, when it is Assent that asks.
    pub(crate) file: Option<OutsideFile>,
}

#[derive(Debug, Clone)]
pub(crate) struct SignInAsk {
    pub(crate) view: SignInView,
    pub(crate) methods: Vec<AuthMethod>,
    /// What runs in a terminal for it.
    pub(crate) terminal: Option<TerminalKey>,
}

impl Ask {
    /// Whether something may still be done about it: it waits on the person, or on what they began.
    pub(crate) fn is_open(&self) -> bool {
        self.request.is_some()
            || matches!(self.head.status, AskStatus::Pending | AskStatus::Waiting)
    }

    pub(crate) fn view(&self) -> AskView {
        let body = match &self.kind {
            AskKind::Form(form) => AskBody::Form {
                form: form.view(),
                state: form.state(),
            },
            AskKind::Link(link) => AskBody::Link { link: link.view() },
            AskKind::Permission(permission) => AskBody::Permission {
                permission: permission.view.clone(),
            },
            AskKind::SignIn(sign_in) => AskBody::SignIn {
                sign_in: sign_in.view.clone(),
            },
        };
        AskView {
            head: self.head.clone(),
            body,
            findings: self.findings.clone(),
        }
    }
}

impl FormAsk {
    pub(crate) fn new(form: Form, nowhere: bool) -> Self {
        let drafts = form.drafts();
        let rows = drafts.rows.len();
        Self {
            form: Arc::new(form),
            nowhere,
            drafts,
            seqs: vec![Seqs::default(); rows],
            keys: Vec::new(),
            suggestions: vec![None; rows],
            scripted: vec![false; rows],
            since: 0,
            told: vec![false; rows],
            checked: None,
            ticket: 0,
            checking: None,
            submitting: None,
            confirm_secret: false,
            failed: false,
            preview: false,
            sent: None,
        }
    }

    pub(crate) fn view(&self) -> FormView {
        let mut view = self.form.view();
        view.notes.retain(|note| note.code != NoteCode::NoScope);
        if self.nowhere {
            view.notes.push(FormNote {
                field: None,
                code: NoteCode::NoScope,
            });
        }
        view
    }

    pub(crate) fn field(&self, index: usize) -> Option<FieldState> {
        let row = self.drafts.rows.get(index)?;
        let seqs = &self.seqs[index];
        let mut state = self.form.field_state(index, row, seqs.last());
        state.seqs = seqs.clone();
        state.scripted = self.scripted[index];
        state.suggestion = self.suggestions[index]
            .as_ref()
            .filter(|earlier| *earlier != row && !state.touched)
            .and_then(|earlier| self.form.row_text(index, earlier));
        if let Some(checked) = &self.checked {
            if self.told[index] {
                state.problems = checked.problems.get(index).cloned().unwrap_or_default();
            } else if !state.touched {
                // A default that breaks a constraint says so at once; what is merely missing waits.
                state.problems = checked
                    .problems
                    .get(index)
                    .into_iter()
                    .flatten()
                    .filter(|problem| problem.code != ProblemCode::Required)
                    .cloned()
                    .collect();
            }
            state.remarks = checked.remarks.get(index).cloned().unwrap_or_default();
        }
        Some(state)
    }

    pub(crate) fn is_touched(&self) -> bool {
        self.drafts != self.form.drafts()
    }

    /// Rows with something wrong, as of the last check.
    pub(crate) fn wrong(&self) -> Vec<u32> {
        let Some(checked) = &self.checked else {
            return Vec::new();
        };
        (0u32..)
            .zip(&checked.problems)
            .filter(|(_, problems)| !problems.is_empty())
            .map(|(index, _)| index)
            .collect()
    }

    pub(crate) fn state(&self) -> FormState {
        FormState {
            fields: (0..self.drafts.rows.len())
                .filter_map(|index| self.field(index))
                .collect(),
            submitting: self.submitting.is_some(),
            touched: self.is_touched(),
            failed: if self.failed {
                self.wrong()
            } else {
                Vec::new()
            },
            confirm_secret: self.confirm_secret,
            preview: self.preview.then(|| Preview {
                json: self.checked.as_ref().and_then(|it| it.masked.clone()),
                failed: self.wrong(),
            }),
            sent: self.sent.clone(),
        }
    }
}

impl LinkAsk {
    pub(crate) fn view(&self) -> LinkView {
        LinkView {
            judged: self.judged.clone(),
            code: self.code.clone(),
            dialog: self.dialog.as_ref().map(|dialog| DialogView {
                token: dialog.token.clone(),
                page: dialog.page,
                needs_understood: self.needs_understood(),
                understood: dialog.understood.is_some(),
                arm_after: ARM_AFTER,
                qr: self
                    .judged
                    .address
                    .as_deref()
                    .filter(|_| dialog.qr && self.judged.qr)
                    .and_then(crate::link::qr),
                elsewhere: dialog.elsewhere,
                again: dialog.again,
            }),
            handoff: self.handoff.clone(),
            finished: self.finished,
            same_page: self.same_page,
            offer_mute: self.offer_mute,
        }
    }

    pub(crate) fn needs_understood(&self) -> bool {
        self.judged.verdict == crate::view::Verdict::Strong
    }

    /// The dialog, if it is this page's.
    pub(crate) fn dialog_on(&mut self, page: PageId) -> Option<&mut Dialog> {
        self.dialog.as_mut().filter(|dialog| dialog.page == page)
    }

    /// Whether consent counts now: shown unmoved long enough, and for a strong link the second gesture
    /// made long enough ago.
    pub(crate) fn is_armed(&self, ticks: u64) -> bool {
        let old = |since: Option<u64>| {
            since.is_some_and(|since| ticks.saturating_sub(since) >= u64::from(ARM_AFTER))
        };
        self.dialog.as_ref().is_some_and(|dialog| {
            old(dialog.shown) && (!self.needs_understood() || old(dialog.understood))
        })
    }
}
