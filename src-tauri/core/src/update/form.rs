//! Forms while they are open: drafts, checks, Accept.
//!
//! Why every check runs beside the loop: a pattern may take as long as its caps allow. Drafts carry a
//! number; a check of older drafts is dropped and made again.

use serde_json::{Map, Value, json};

use super::Work;
use super::request::Place;
use crate::effect::Effect;
use crate::form::{FormChecked, RowDraft};
use crate::id::AskId;
use crate::script;
use crate::state::{ARM_AFTER, AskKind, FormAsk, HistoryKey, Request};
use crate::text::visible_free;
use crate::view::{AskStatus, Draft, FieldState, Notice, Op};

impl Work<'_> {
    pub(super) fn ask_form(&mut self, place: Place, request: Request, params: &Map<String, Value>) {
        let form = match crate::form::read(params) {
            Ok(form) => form,
            Err(invalid) => {
                self.refuse(&place, &request, &invalid);
                return;
            }
        };
        if self.turned_away(&place, &request) {
            return;
        }
        let message = params.get("message").and_then(Value::as_str);
        let message = visible_free(message.unwrap_or_default());
        let tool = self.tool_title(&place, params);
        let head = self.head(&place, message, tool);
        let id = head.id;
        let raw_message = params
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let mut open = FormAsk::new(form, place.nowhere);
        open.since = self.at.ticks;
        self.remember(&mut open, &head.agent);
        self.fill_by_script(&mut open, raw_message);
        let kind = AskKind::Form(Box::new(open));
        let ask = Self::new_ask(head, place, request, kind);
        self.add_ask(ask);
        self.check(id);
    }

    /// Finds earlier answers to the same questions.
    fn remember(&self, open: &mut FormAsk, agent: &str) {
        open.keys = (0..open.drafts.rows.len())
            .map(|index| {
                let field = open.form.row_key(index)?;
                let agent = agent.to_owned();
                Some(HistoryKey { agent, field })
            })
            .collect();
        open.suggestions = open
            .keys
            .iter()
            .map(|key| self.state.history.find(key.as_ref()?).cloned())
            .collect();
    }

    /// Fills what the script has for this form. Never an approval, never a secret.
    fn fill_by_script(&self, open: &mut FormAsk, message: &str) {
        if open.form.is_approval() {
            return;
        }
        let names: Vec<&str> = (0..open.drafts.rows.len())
            .filter_map(|index| open.form.row_names(index))
            .flat_map(|(question, companion)| [Some(question), companion])
            .flatten()
            .collect();
        let Some(fields) = script::fitting(&self.state.script, message, &names) else {
            return;
        };
        for index in 0..open.drafts.rows.len() {
            if let Some(row) = open.form.scripted(index, fields) {
                open.drafts.rows[index] = row;
                open.scripted[index] = true;
            }
        }
    }

    /// Keeps what was answered for later forms (form-rules 7).
    fn keep_answers(&mut self, ask: AskId) {
        let Some(AskKind::Form(form)) = self.state.asks.get(&ask).map(|it| &it.kind) else {
            return;
        };
        let kept: Vec<_> = form
            .keys
            .iter()
            .zip(&form.drafts.rows)
            .enumerate()
            .filter(|(index, (_, row))| form.form.may_be_kept(*index, row))
            .filter_map(|(_, (key, row))| Some((key.clone()?, row.clone())))
            .collect();
        for (key, row) in kept {
            self.state.history.keep(key, row);
        }
    }

    pub(super) fn take_suggestion(&mut self, ask: AskId, index: u32, seq: u32) {
        self.edit(ask, index, seq, |form, index| {
            if let Some(RowDraft { draft, companion }) = form.suggestions[index].clone()
                && let Some(draft) = form.form.accepts(index, draft)
            {
                form.drafts.rows[index] = RowDraft { draft, companion };
            }
        });
    }

    /// The title of the tool call an elicitation belongs to.
    pub(super) fn tool_title(&self, place: &Place, params: &Map<String, Value>) -> Option<String> {
        let id = params.get("toolCallId").and_then(Value::as_str)?;
        let tool = self.state.sessions.get(&place.session?)?.tool(id)?;
        Some(tool.title.clone()).filter(|title| !title.is_empty())
    }

    /// The form, if it still waits.
    fn open_form(&mut self, ask: AskId) -> Option<&mut FormAsk> {
        let open = self.state.asks.get_mut(&ask)?;
        match (&open.request, &mut open.kind) {
            (Some(_), AskKind::Form(form)) => Some(form),
            _ => None,
        }
    }

    /// A form whose draft still matters: an open one, or one that ended without an answer of the person's. A
    /// keystroke may have been under way when it was taken back, and is on the screen.
    fn drafted_form(&mut self, ask: AskId) -> Option<&mut FormAsk> {
        let open = self.state.asks.get_mut(&ask)?;
        match &mut open.kind {
            AskKind::Form(form) if keeps_draft(open.head.status) => Some(form),
            _ => None,
        }
    }

    pub(super) fn set_field(&mut self, ask: AskId, index: u32, draft: Draft, seq: u32) {
        self.edit(ask, index, seq, |form, index| {
            if let Some(draft) = form.form.accepts(index, draft) {
                form.drafts.rows[index].draft = draft;
            }
        });
    }

    pub(super) fn set_companion(&mut self, ask: AskId, index: u32, text: String, seq: u32) {
        self.edit(ask, index, seq, |form, index| {
            form.drafts.rows[index].companion = text;
        });
    }

    fn edit(&mut self, ask: AskId, index: u32, seq: u32, change: impl FnOnce(&mut FormAsk, usize)) {
        let (page, place) = (self.page, index as usize);
        let Some(form) = self.drafted_form(ask) else {
            return;
        };
        if place >= form.drafts.rows.len() {
            return;
        }
        let was_touched = form.is_touched();
        let was_submitting = form.submitting.take().is_some() || form.confirm_secret;
        form.confirm_secret = false;
        form.scripted[place] = false;
        change(form, place);
        form.seqs[place].set(page, seq);
        form.ticket += 1;
        let whole = was_submitting || was_touched != form.is_touched();
        self.show_field(ask, place, whole);
        self.check(ask);
    }

    fn show_field(&mut self, ask: AskId, place: usize, whole: bool) {
        let Some(form) = self.drafted_form(ask) else {
            return;
        };
        let op = if whole {
            Op::PutFormState {
                ask,
                state: form.state(),
            }
        } else {
            let Some(state) = form.field(place) else {
                return;
            };
            Op::PutFieldState {
                ask,
                index: u32::try_from(place).unwrap_or(u32::MAX),
                state,
            }
        };
        self.publish_now(op);
    }

    fn show_form(&mut self, ask: AskId) {
        self.show_field(ask, 0, true);
    }

    pub(super) fn leave_field(&mut self, ask: AskId, index: u32) {
        let place = index as usize;
        if let Some(form) = self.open_form(ask)
            && let Some(told) = form.told.get_mut(place)
            && !std::mem::replace(told, true)
        {
            self.show_field(ask, place, false);
        }
    }

    pub(super) fn preview(&mut self, ask: AskId, open: bool) {
        if let Some(form) = self.open_form(ask)
            && form.preview != open
        {
            form.preview = open;
            self.show_form(ask);
        }
    }

    pub(super) fn submit(&mut self, ask: AskId, secret: bool) {
        if !self.can_answer(ask) {
            return;
        }
        let now = self.pressed();
        let Some(form) = self.open_form(ask) else {
            return;
        };
        if form.submitting.is_some() || now.saturating_sub(form.since) < form.arm_after() {
            return;
        }
        form.submitting = Some(secret);
        form.told.fill(true);
        if form.checked.is_some() && form.checking.is_none() {
            self.finish_submit(ask);
        } else {
            self.show_form(ask);
        }
    }

    /// Starts a check of the drafts, unless one runs; the running one's end starts the next.
    fn check(&mut self, ask: AskId) {
        let Some(form) = self.open_form(ask) else {
            return;
        };
        if form.checking.is_some() {
            return;
        }
        form.checking = Some(form.ticket);
        let effect = Effect::CheckForm {
            ask,
            ticket: form.ticket,
            form: form.form.clone(),
            drafts: form.drafts.clone(),
        };
        self.effects.push(effect);
    }

    pub(super) fn form_checked(&mut self, ask: AskId, ticket: u64, checked: FormChecked) {
        let Some(form) = self.open_form(ask) else {
            return;
        };
        if form.checking != Some(ticket) {
            return;
        }
        form.checking = None;
        if ticket != form.ticket {
            self.check(ask);
            return;
        }
        let before = form.state();
        form.checked = Some(checked);
        if form.submitting.is_some() {
            self.finish_submit(ask);
            return;
        }
        let after = form.state();
        let whole = form.preview || before.failed != after.failed;
        let changed: Vec<(u32, FieldState)> = (0u32..)
            .zip(before.fields.into_iter().zip(after.fields.clone()))
            .filter(|(_, (old, new))| old != new)
            .map(|(index, (_, new))| (index, new))
            .collect();
        if whole {
            self.publish_now(Op::PutFormState { ask, state: after });
        } else {
            for (index, state) in changed {
                self.publish_now(Op::PutFieldState { ask, index, state });
            }
        }
    }

    /// The drafts are checked: answers, or says what is wrong.
    fn finish_submit(&mut self, ask: AskId) {
        let Some(form) = self.open_form(ask) else {
            return;
        };
        let confirmed = form.submitting.take().unwrap_or_default();
        let Some(checked) = &form.checked else {
            return;
        };
        let Some(content) = checked.content.clone() else {
            form.failed = true;
            self.show_form(ask);
            return;
        };
        if checked.has_secret && !confirmed {
            form.confirm_secret = true;
            self.show_form(ask);
            return;
        }
        form.sent.clone_from(&checked.masked);
        let answer = json!({"action": "accept", "content": content});
        self.keep_answers(ask);
        self.close(ask, AskStatus::Accepted, Ok(answer));
    }

    pub(super) fn copy_draft(&mut self, ask: AskId) {
        let Some(AskKind::Form(form)) = self.state.asks.get(&ask).map(|it| &it.kind) else {
            self.notice(Notice::AskEnded);
            return;
        };
        let text = match &form.sent {
            Some(sent) => sent.clone(),
            None => form.form.draft_text(&form.drafts),
        };
        self.effects.push(Effect::Copy { text });
    }
}

/// Whether a form that stands so has a draft: not one that the person ended by an answer of their own.
fn keeps_draft(status: AskStatus) -> bool {
    !matches!(status, AskStatus::Accepted | AskStatus::Declined)
}

impl FormAsk {
    /// Milliseconds before Accept counts: an approval in form clothes is armed like a permission for good.
    fn arm_after(&self) -> u64 {
        if self.form.is_approval() {
            u64::from(ARM_AFTER)
        } else {
            0
        }
    }

    /// What an ended form keeps: the draft, or what was sent, secrets masked, in `sent`.
    pub(crate) fn end(&mut self, status: AskStatus) {
        self.submitting = None;
        self.confirm_secret = false;
        self.preview = false;
        self.failed = false;
        self.checking = None;
        if !keeps_draft(status) {
            self.drafts = self.form.drafts();
            self.checked = None;
            self.told.fill(false);
        }
    }
}
