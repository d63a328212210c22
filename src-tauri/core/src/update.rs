//! The one place where the state changes.
//!
//! One file for each kind of thing an event is about; all work on a [`Work`], which gathers the effects.

mod ask;
mod attach;
mod attention;
mod bounds;
mod client;
mod compaction;
mod connection;
mod content;
mod copy;
mod demo;
mod ended;
mod files;
mod find;
mod form;
mod hand;
mod inspect;
mod leaving;
mod link;
mod listed;
mod message;
mod options;
mod page;
mod permission;
mod preferences;
mod privacy;
mod queue;
mod registry;
mod rejoin;
mod remote;
mod request;
mod servers;
mod session;
mod settings;
mod shelf;
mod sign_in;
mod taking;
mod terminal;
mod told;
mod turn;
mod updates;
mod values;

use crate::effect::Effect;
use crate::event::{Event, EventKind, Moment};
use crate::id::{AskId, ConnectionId, EntryId, SessionKey};
use crate::intent::Intent;
use crate::page::PageId;
use crate::state::{Ask, Connection, Session, State};
use crate::view::{EntryBody, NoteView, Notice, Op};

/// Takes an event into the state and says what is to be done. Total: no event makes it fail.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let mut work = Work {
        state,
        at: event.at,
        nonce: event.nonce,
        page: event.page,
        pressed: None,
        effects: Vec::new(),
    };
    work.take(event.kind);
    work.effects
}

/// An event at work on the state.
struct Work<'state> {
    state: &'state mut State,
    at: Moment,
    nonce: u128,
    /// The page behind the event.
    page: PageId,
    /// When the press began that the intent came from, if it was looked for.
    pressed: Option<u64>,
    effects: Vec<Effect>,
}

impl Work<'_> {
    fn take(&mut self, kind: EventKind) {
        match kind {
            EventKind::PageCame(page) => self.page_came(page),
            EventKind::PageGone(page) => self.page_gone(page),
            EventKind::AgentConfigured(agent) => self.agent_configured(agent),
            EventKind::Launched(agent) => self.launched(agent),
            EventKind::AgentsRead(agents) => self.agents_read(agents),
            EventKind::ServersRead(servers) => self.servers_read(servers),
            EventKind::PreferencesRead(kept) => self.preferences_read(kept),
            EventKind::SessionsRead(sessions) => self.sessions_read(sessions),
            EventKind::PlaceRead(place) => self.place_read(&place),
            EventKind::TranscriptRead { session, entries } => {
                self.transcript_read(session, entries);
            }
            EventKind::Searched {
                ticket,
                sessions,
                done,
                more,
            } => self.searched(ticket, sessions, done, more),
            EventKind::SetAside(file) => self.file_set_aside(file),
            EventKind::NotKept => self.notice(Notice::NotKept),
            EventKind::ProgramsFound { found, home } => self.programs_found(&found, home),
            EventKind::RegistryRead {
                ticket,
                from,
                platform,
                result,
            } => self.registry_read(ticket, &from, &platform, result),
            EventKind::Agreed { ticket, yes } => self.agreed(ticket, yes),
            EventKind::SecretsKept { keys, in_file } => self.secrets_kept(&keys, in_file),
            EventKind::Equipped {
                connection,
                session,
                servers,
            } => self.equipped(connection, session, servers),
            EventKind::FolderChosen { agent, folder } => match agent {
                Some(agent) => self.new_session(agent, Some(folder)),
                None => self.publish_here(Op::FolderChosen { folder }),
            },
            EventKind::ScriptGiven(script) => self.state.script = script,
            EventKind::DemoCast(cast) => self.state.demo = Some(cast),
            EventKind::Intent(intent) => self.intent(intent),
            EventKind::Stated(intent, hand) => self.stated(intent, hand),
            EventKind::Started { connection } => self.started(connection),
            EventKind::StartFailed { connection, reason } => self.start_failed(connection, reason),
            EventKind::Asked {
                connection,
                key,
                id,
                method,
                params,
            } => self.asked(connection, key, id, &method, &params),
            EventKind::Notified {
                connection,
                method,
                params,
            } => self.notified(connection, &method, params),
            EventKind::CancelRequested { connection, id } => self.withdrawn(connection, &id),
            EventKind::Called {
                connection,
                call,
                id,
            } => {
                if let Some(connection) = self.state.connections.get_mut(&connection)
                    && connection.calls.contains_key(&call)
                {
                    connection.wire_ids.insert(id, call);
                }
            }
            EventKind::Responded {
                connection,
                call,
                result,
            } => self.responded(connection, call, result),
            EventKind::Ended {
                connection,
                code,
                signal,
            } => self.ended(connection, code, signal),
            EventKind::Troubled {
                connection,
                trouble,
            } => self.troubled(connection, trouble),
            EventKind::Woken { connection, ticket } => self.woken(connection, ticket),
            EventKind::LastLines { connection, lines } => {
                if let Some(open) = self.connection(connection) {
                    open.set_last(lines);
                    self.show_connection(connection);
                }
            }
            EventKind::Stderr { connection, line } => {
                self.heard(connection, false, &line);
            }
            EventKind::Noise { connection, line } => {
                self.heard(connection, true, &line);
            }
            EventKind::LineTooLong { connection, bytes } => self.line_too_long(connection, bytes),
            EventKind::Checked {
                ask,
                ticket,
                checked,
            } => self.form_checked(ask, ticket, checked),
            EventKind::HandedOff { ask, result } => self.handed_off(ask, result),
            EventKind::FilesChosen {
                session,
                files,
                failed,
            } => self.files_chosen(session, files, failed),
            EventKind::FilesDropped { files, failed } => self.files_dropped(files, failed),
            EventKind::DraggedOver(over) => self.publish_here(Op::DraggedOver { over }),
            EventKind::FilesRead {
                session,
                ticket,
                read,
            } => self.files_read(session, ticket, &read),
            EventKind::FilesFound {
                session,
                ticket,
                found,
            } => self.files_found(session, ticket, found),
            EventKind::FileDone {
                connection,
                key,
                outcome,
            } => self.file_done(connection, key, outcome),
            EventKind::TerminalOpened { terminal, result } => {
                self.terminal_opened(terminal, result);
            }
            EventKind::TerminalDrawn {
                terminal,
                from,
                lines,
                cursor,
            } => self.terminal_drawn(terminal, from, lines, cursor),
            EventKind::TerminalRead {
                connection,
                key,
                output,
                truncated,
            } => self.terminal_read(connection, key, &output, truncated),
            EventKind::TerminalExited { terminal, exit } => self.terminal_exited(terminal, exit),
            EventKind::RecordRead(lines) => {
                for line in lines {
                    self.state.keep_record(line.clone());
                    self.publish(Op::AddRecord { line });
                }
            }
            EventKind::Exported { ok } => self.notice(if ok {
                Notice::Exported
            } else {
                Notice::ExportFailed
            }),
            EventKind::ProtocolExported { ok } => self.notice(if ok {
                Notice::ProtocolExported
            } else {
                Notice::ExportFailed
            }),
            EventKind::Copied { ok } => self.notice(if ok {
                Notice::Copied
            } else {
                Notice::CopyFailed
            }),
            EventKind::CloseWanted => self.want_quit(),
            EventKind::MenuChosen(item) => self.publish_here(Op::MenuChosen { item }),
            EventKind::Focused(focused) => self.focused(focused),
            EventKind::Announced(shown) => self.announced(shown),
            EventKind::AnnouncementChosen { turns } => self.announced_chosen(turns),
            EventKind::Measured(stored) => self.measured(stored),
            EventKind::RecordDeleted { ok } => self.record_deleted(ok),
            EventKind::SessionsDeleted { ok } | EventKind::SecretsDeleted { ok } => {
                self.deleted(ok);
            }
            EventKind::Quit => self.quit(),
        }
    }

    fn intent(&mut self, intent: Intent) {
        let Some(intent) = self.put_off(intent) else {
            return;
        };
        match intent {
            Intent::Window(wanted) => self.window_intent(wanted),
            Intent::Find(wanted) => self.find(wanted),
            Intent::Take(wanted) => self.take_away(wanted),
            Intent::NewSession { agent } => self.new_session(agent, None),
            Intent::NewSessionIn { agent } => {
                let known = self.state.agents.get(&agent);
                if known.is_some_and(|it| it.remote.is_some()) {
                    // A folder that is chosen here is none of the other machine.
                    self.new_session(agent, None);
                } else {
                    let agent = Some(agent);
                    self.effects.push(Effect::ChooseFolder { agent });
                }
            }
            Intent::Settings(wanted) => self.settings(wanted),
            Intent::Privacy(wanted) => self.privacy(wanted),
            Intent::Prefer(preference) => self.prefer(preference),
            Intent::Demo(wanted) => self.demo(wanted),
            Intent::Registry(wanted) => self.registry(wanted),
            Intent::Rejoin { session } => self.rejoin(session),
            Intent::BeginAnew { session } => self.begin_anew(session),
            Intent::ListSessions { connection, more } => self.list_sessions(connection, more),
            Intent::OpenListed { connection, number } => self.open_listed(connection, number),
            Intent::DeleteListed { connection, number } => self.delete_listed(connection, number),
            Intent::StopAgent { connection } => self.stop_agent(connection),
            Intent::RestartAgent { connection } => self.restart_agent(connection),
            Intent::Seen { session } => self.seen(session),
            Intent::CloseSession { session } => self.close_session(session),
            Intent::Compose { session, text, seq } => self.compose(session, text, seq),
            Intent::Prompt { session, text } => self.prompt_by_person(session, text),
            Intent::ChooseFiles { session, folders } => self.choose_files(session, folders),
            Intent::AttachPicture { session, data } => self.attach_picture(session, data),
            Intent::TakeDrop { session, drop } => self.take_drop(session, drop),
            Intent::RemoveAttached { session, attached } => self.remove_attached(session, attached),
            Intent::FindFiles { session, query } => self.find_files(session, query),
            Intent::Mention { session, hit } => self.mention(session, hit),
            Intent::StopTurn { session } => self.stop_by_person(session),
            Intent::TakeQueued { session, queued } => self.take_queued(session, queued),
            Intent::RemoveQueued { session, queued } => self.remove_queued(session, queued),
            Intent::SendNow { session, queued } => self.send_now(session, queued),
            Intent::ResumeQueue { session } => self.resume_queue(session),
            Intent::SetOption {
                session,
                option,
                value,
            } => self.set_option(session, option, value),
            Intent::SignIn { ask, method } => self.sign_in(ask, method),
            Intent::TypeInSignIn { ask, text } => self.type_in_sign_in(ask, text),
            Intent::CopySignIn { ask } => self.copy_sign_in(ask),
            Intent::SignOut { connection } => self.sign_out(connection),
            Intent::OfferSignIn { connection } => self.offer_sign_in(connection, None),
            Intent::SetField {
                ask,
                index,
                draft,
                seq,
            } => self.set_field(ask, index, draft, seq),
            Intent::SetCompanion {
                ask,
                index,
                text,
                seq,
            } => self.set_companion(ask, index, text, seq),
            Intent::TakeSuggestion { ask, index, seq } => self.take_suggestion(ask, index, seq),
            Intent::LeaveField { ask, index } => self.leave_field(ask, index),
            Intent::Preview { ask, open } => self.preview(ask, open),
            Intent::Submit { ask, secret } => self.submit(ask, secret),
            Intent::Decline { ask } => self.decline(ask),
            Intent::Cancel { ask } => self.cancel(ask),
            Intent::Choose { ask, option } => self.choose(ask, option),
            Intent::PermissionShown { ask } => self.permission_shown(ask, true),
            Intent::PermissionHidden { ask } => self.permission_shown(ask, false),
            Intent::ReviewLink { ask } => self.review_link(ask),
            Intent::LinkShown { ask, token } => self.link_shown(ask, &token, true),
            Intent::LinkHidden { ask, token } => self.link_shown(ask, &token, false),
            Intent::UnderstandLink {
                ask,
                token,
                understood,
            } => self.understand_link(ask, &token, understood),
            Intent::OpenLink {
                ask,
                token,
                fingerprint,
            } => self.open_link(ask, &token, &fingerprint),
            Intent::OpenedElsewhere {
                ask,
                token,
                fingerprint,
            } => self.opened_elsewhere(ask, &token, &fingerprint),
            Intent::CloseLink { ask } => self.close_link(ask),
            Intent::CopyLink { ask } => self.copy_link(ask),
            Intent::CopyCode { ask } => self.copy_code(ask),
            Intent::ShowQr { ask, token, open } => self.show_qr(ask, &token, open),
            Intent::ItOpened { ask } => self.it_opened(ask),
            Intent::SamePageDone { ask } => self.same_page_done(ask),
            Intent::LinkDone { ask } => self.link_done(ask),
            Intent::StopWaiting { ask, cancel } => self.stop_waiting(ask, cancel),
            Intent::MuteLinks { connection } => self.mute_links(connection),
            Intent::ExportRecord => self.effects.push(Effect::ExportRecord),
            Intent::Inspect(wanted) => self.effects.push(Effect::Inspect(wanted)),
            Intent::CopyEntry { session, entry } => self.copy_entry(session, entry),
            Intent::CopyContent {
                session,
                entry,
                content,
            } => self.copy_content(session, entry, content),
            Intent::CopyTerminal { session, terminal } => self.copy_terminal(session, &terminal),
            Intent::CopyDraft { ask } => self.copy_draft(ask),
        }
    }

    // What all files use.

    fn publish(&mut self, op: Op) {
        self.weigh(&op);
        self.note_change(&op);
        self.tell(op, false, None);
    }

    fn publish_now(&mut self, op: Op) {
        self.tell(op, true, None);
    }

    fn tell(&mut self, op: Op, urgent: bool, to: Option<PageId>) {
        self.effects.push(Effect::Publish { op, urgent, to });
    }

    /// Tells the page behind the event, as nobody looks for it on another one; all of them if there is none.
    fn publish_here(&mut self, op: Op) {
        let here = Some(self.page).filter(|page| *page != PageId::NONE);
        self.tell(op, true, here);
    }

    fn notice(&mut self, notice: Notice) {
        self.publish_here(Op::Notice { notice });
    }

    fn show_connection(&mut self, connection: ConnectionId) {
        if let Some(connection) = self.state.connections.get(&connection)
            && !connection.forgotten
        {
            let connection = connection.view();
            self.publish_now(Op::PutConnection { connection });
        }
    }

    fn show_session(&mut self, session: SessionKey) {
        if let Some(session) = self.state.sessions.get(&session) {
            let session = session.view();
            self.publish_now(Op::PutSession { session });
        }
    }

    fn show_ask_head(&mut self, ask: AskId) {
        if let Some(ask) = self.state.asks.get(&ask) {
            let head = ask.head.clone();
            self.publish_now(Op::PutAskHead { head });
        }
        self.attend();
    }

    fn show_ask(&mut self, ask: AskId) {
        if let Some(ask) = self.state.asks.get(&ask).map(Ask::view) {
            self.publish_now(Op::PutAsk { ask });
        }
        self.attend();
    }

    fn connection(&mut self, connection: ConnectionId) -> Option<&mut Connection> {
        self.state.connections.get_mut(&connection)
    }

    fn session(&mut self, session: SessionKey) -> Option<&mut Session> {
        self.state.sessions.get_mut(&session)
    }

    /// Adds an entry to a transcript, after the message that grew there.
    fn add_entry(&mut self, session: SessionKey, body: EntryBody) -> Option<EntryId> {
        self.settle(session);
        self.put_new(session, body)
    }

    /// Adds an entry at the end of a transcript; a message that grows there goes on growing.
    fn put_new(&mut self, session: SessionKey, body: EntryBody) -> Option<EntryId> {
        let at = self.at.unix;
        let open = self.session(session)?;
        let entry = open.push(at, body);
        let id = entry.id;
        let newly_unread = !std::mem::replace(&mut open.unread, true);
        self.publish(Op::PutEntry { session, entry });
        self.keep_in_bounds(session);
        if newly_unread {
            self.show_session(session);
        }
        Some(id)
    }

    fn note(&mut self, session: SessionKey, note: NoteView) {
        self.add_entry(session, EntryBody::Note { note });
    }

    /// A note in every transcript of a connection.
    fn note_everywhere(&mut self, connection: ConnectionId, note: &NoteView) {
        for session in self.sessions_of(connection) {
            self.note(session, note.clone());
        }
    }

    fn sessions_of(&self, connection: ConnectionId) -> Vec<SessionKey> {
        self.state
            .sessions
            .values()
            .filter(|session| session.connection == connection)
            .map(|session| session.id)
            .collect()
    }
}
