//! What goes along with the message that is being written: files chosen, dropped and mentioned, pictures pasted.
//!
//! Why no intent carries a path: a page that could name a file could have any file read and sent. Paths come
//! from the system's dialog, from a drop on the window and from our own search, and the page names those by
//! their keys.

use super::Work;
use crate::attach::{FoundFile, FoundPath, LARGEST_MESSAGE, MOST_ATTACHED, pasted};
use crate::effect::Effect;
use crate::id::SessionKey;
use crate::state::{Attached, Hit, Mention, Search, name_of, shown};
use crate::view::{AttachedKind, FileHit, NotAttached, Notice, Op, PictureView};

/// Files that were found and can still be mentioned.
const MOST_HITS: usize = 200;
/// Characters of what is looked for.
const LONGEST_QUERY: usize = 200;

impl Work<'_> {
    pub(super) fn show_attached(&mut self, session: SessionKey) {
        if let Some(open) = self.session(session) {
            let attached = open.attached_views();
            self.publish_now(Op::PutAttached { session, attached });
        }
    }

    fn not_attached(&mut self, name: Option<String>, why: NotAttached) {
        self.notice(Notice::NotAttached { name, why });
    }

    /// Opens the system's dialog, once.
    pub(super) fn choose_files(&mut self, session: SessionKey, folders: bool) {
        if let Some(open) = self.session(session)
            && !std::mem::replace(&mut open.choosing, true)
        {
            self.effects.push(Effect::ChooseFiles { session, folders });
        }
    }

    pub(super) fn files_chosen(&mut self, session: SessionKey, files: Vec<FoundFile>, failed: u32) {
        if let Some(open) = self.session(session) {
            open.choosing = false;
        }
        if failed > 0 {
            self.not_attached(None, NotAttached::Unreadable);
        }
        self.attach_files(session, files);
    }

    /// Files were dropped on the window: the page says for which session they are.
    pub(super) fn files_dropped(&mut self, files: Vec<FoundFile>, failed: u32) {
        if failed > 0 {
            self.not_attached(None, NotAttached::Unreadable);
        }
        if !files.is_empty() {
            let drop = self.state.next();
            self.state.dropped = Some((drop, files));
            self.publish_here(Op::Dropped { drop });
        }
    }

    pub(super) fn take_drop(&mut self, session: SessionKey, drop: u32) {
        if let Some((_, files)) = self.state.dropped.take_if(|it| it.0 == drop) {
            self.attach_files(session, files);
        }
    }

    fn attach_files(&mut self, session: SessionKey, files: Vec<FoundFile>) {
        for found in files {
            let id = self.state.next();
            let Some(open) = self.session(session) else {
                return;
            };
            let known = |it: &Attached| it.path.as_ref() == Some(&found.path);
            if open.attached.iter().any(known) {
                continue;
            }
            if open.attached.len() >= MOST_ATTACHED {
                self.too_many(Some(name_of(&found.path)));
                break;
            }
            let room =
                pictures(&open.attached) + found.bytes.unwrap_or_default() <= LARGEST_MESSAGE;
            let mut attached = Attached::found(id, found);
            if !room {
                // It is read again when it is sent; only the small picture is missing.
                attached.picture = None;
            }
            open.attached.push(attached);
        }
        self.show_attached(session);
    }

    fn too_many(&mut self, name: Option<String>) {
        let limit = u32::try_from(MOST_ATTACHED).unwrap_or(u32::MAX);
        self.not_attached(name, NotAttached::TooMany { limit });
    }

    pub(super) fn attach_picture(&mut self, session: SessionKey, data: String) {
        let Some(open) = self.state.sessions.get(&session) else {
            return;
        };
        if open.prompt_can.is_some_and(|it| !it.pictures) {
            self.not_attached(None, NotAttached::NoPictures);
            return;
        }
        if open.attached.len() >= MOST_ATTACHED {
            self.too_many(None);
            return;
        }
        let before = pictures(&open.attached);
        match pasted(&data) {
            Err(why) => self.not_attached(None, why),
            Ok((_, bytes)) if before + bytes > LARGEST_MESSAGE => {
                let limit = LARGEST_MESSAGE;
                self.not_attached(None, NotAttached::TooLarge { limit });
            }
            Ok((mime, bytes)) => {
                let id = self.state.next();
                if let Some(open) = self.session(session) {
                    open.attached.push(Attached {
                        id,
                        kind: AttachedKind::Picture,
                        path: None,
                        bytes: Some(bytes),
                        picture: Some(PictureView {
                            mime: mime.to_owned(),
                            data,
                        }),
                    });
                }
                self.show_attached(session);
            }
        }
    }

    pub(super) fn remove_attached(&mut self, session: SessionKey, attached: u32) {
        if let Some(open) = self.session(session) {
            open.attached.retain(|it| it.id != attached);
            self.show_attached(session);
        }
    }

    /// Looks for files of the session's folders whose paths fit.
    pub(super) fn find_files(&mut self, session: SessionKey, query: String) {
        let ticket = self.state.next();
        if query.chars().count() > LONGEST_QUERY {
            return;
        }
        if let Some(open) = self.session(session) {
            let roots = open.roots();
            if roots.is_empty() {
                // Its agent works on another machine, and nothing of this one is shared with it.
                open.search = None;
                let hits = Vec::new();
                self.publish_now(Op::PutHits {
                    session,
                    query,
                    hits,
                });
                return;
            }
            open.search = Some(Search {
                ticket,
                query: query.clone(),
            });
            self.effects.push(Effect::FindFiles {
                session,
                ticket,
                roots,
                query,
            });
        }
    }

    pub(super) fn files_found(&mut self, session: SessionKey, ticket: u32, found: Vec<FoundPath>) {
        let wanted = self
            .session(session)
            .and_then(|open| open.search.take_if(|it| it.ticket == ticket));
        let Some(Search { query, .. }) = wanted else {
            return;
        };
        let mut hits = Vec::new();
        for found in found {
            let id = self.state.next();
            if let Some(open) = self.session(session) {
                hits.push(open.hit(id, found));
            }
        }
        let views = hits.iter().map(|it| it.view.clone()).collect();
        if let Some(open) = self.session(session) {
            // The person may choose what was found before: the page may not have heard of this yet.
            open.hits.extend(hits);
            let over = open.hits.len().saturating_sub(MOST_HITS);
            open.hits.drain(..over);
        }
        self.publish_now(Op::PutHits {
            session,
            query,
            hits: views,
        });
    }

    /// The person mentions a file that was found; the page writes what stands for it.
    pub(super) fn mention(&mut self, session: SessionKey, hit: u32) {
        let Some(open) = self.session(session) else {
            return;
        };
        if let Some(hit) = open.hits.iter().find(|it| it.view.id == hit).cloned() {
            open.mentions.add(&hit.view.token, hit.mention);
            self.show_session(session);
        }
    }
}

impl crate::state::Session {
    /// Something that was found, as it is offered.
    fn hit(&self, id: u32, found: FoundPath) -> Hit {
        let FoundPath {
            path,
            root,
            below,
            folder,
        } = found;
        let end = if folder { "/" } else { "" };
        let parent = below.rsplit_once('/').map_or("", |it| it.0);
        // Below another folder than the first the path from there could be anything's.
        let line = match self.roots().get(root) {
            Some(other) if root > 0 => format!("{}/{below}", name_of(other)),
            _ => below.clone(),
        };
        let mut token = format!("@{}{end}", shown(&line));
        if self.mentions.is_taken(&token, &path) {
            token = format!("@{}{end}", shown(&path));
        }
        Hit {
            view: FileHit {
                id,
                name: name_of(&below),
                folder: shown(parent),
                is_folder: folder,
                token,
            },
            mention: Mention { path, folder },
        }
    }
}

/// Bytes of the pictures among these.
fn pictures(attached: &[Attached]) -> u64 {
    let pictures = attached.iter().filter(|it| it.picture.is_some());
    pictures.filter_map(|it| it.bytes).sum()
}
