//! Terminals of agents, and requests of theirs that are being worked on.

use crate::client::FileCall;
use crate::id::{ConnectionId, SessionKey, TerminalKey, WireId};
use crate::view::{TerminalCursor, TerminalLine, TerminalView};

/// Lines of a terminal that are kept.
const KEPT_LINES: usize = 1_000;
/// Lines that are kept of the terminal of a sign-in, which is told as a whole each time.
const KEPT_SHORT: usize = 200;
/// Lines that are kept of terminals from long ago.
const KEPT_LONG: usize = 50;
/// Bytes of lines that are kept of any terminal.
const KEPT_BYTES: usize = 512 << 10;
/// What a stretch of a line takes beside its text.
const BESIDE: usize = 48;

/// A terminal of a session.
#[derive(Debug, Clone)]
pub(crate) struct Terminal {
    pub(crate) connection: ConnectionId,
    pub(crate) session: SessionKey,
    /// Its command runs, or ran: the agent knows its id.
    pub(crate) opened: bool,
    pub(crate) view: TerminalView,
}

/// A request of an agent that is being worked on: it will be answered without the person.
#[derive(Debug, Clone)]
pub(crate) struct Pending {
    pub(crate) id: WireId,
    pub(crate) session: SessionKey,
    pub(crate) what: Wanted,
}

impl Pending {
    /// How much it holds.
    pub(crate) fn bytes(&self) -> usize {
        match &self.what {
            Wanted::File(FileCall::Write { content, .. }) => content.len(),
            _ => 0,
        }
    }
}

/// What such a request waits for.
#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    File(FileCall),
    Create(TerminalKey),
    Output(TerminalKey),
    Exit(TerminalKey),
}

/// A file outside the roots that the person is asked about.
#[derive(Debug, Clone)]
pub(crate) struct OutsideFile {
    pub(crate) call: FileCall,
    pub(crate) resolved: String,
}

impl Terminal {
    /// Takes lines: those from number `from` on are replaced. Gives whether anything changed.
    pub(crate) fn draw(
        &mut self,
        from: u32,
        lines: Vec<TerminalLine>,
        cursor: Option<TerminalCursor>,
    ) {
        draw(&mut self.view, from, lines, cursor, KEPT_LINES);
    }

    /// The same for the terminal of a sign-in.
    pub(crate) fn draw_short(
        view: &mut TerminalView,
        from: u32,
        lines: Vec<TerminalLine>,
        cursor: Option<TerminalCursor>,
    ) {
        draw(view, from, lines, cursor, KEPT_SHORT);
    }

    /// Keeps little of it. Gives whether that took anything away.
    pub(crate) fn shrink(&mut self) -> bool {
        keep(&mut self.view, KEPT_LONG)
    }
}

fn draw(
    view: &mut TerminalView,
    from: u32,
    lines: Vec<TerminalLine>,
    cursor: Option<TerminalCursor>,
    most: usize,
) {
    let known = view.first.saturating_add(count(view.lines.len()));
    if from > known {
        // What lies between was more than is kept.
        view.lines.clear();
        view.first = from;
    }
    view.lines
        .truncate(from.saturating_sub(view.first) as usize);
    view.lines.extend(lines);
    view.cursor = cursor;
    keep(view, most);
}

fn keep(view: &mut TerminalView, most: usize) -> bool {
    let mut bytes = 0;
    let fitting = view.lines.iter().rev().take_while(|line| {
        bytes += line
            .runs
            .iter()
            .map(|it| BESIDE + it.text.len())
            .sum::<usize>();
        bytes <= KEPT_BYTES
    });
    let kept = fitting.take(most).count();
    let over = view.lines.len() - kept;
    view.lines.drain(..over);
    view.first = view.first.saturating_add(count(over));
    over > 0
}

fn count(lines: usize) -> u32 {
    u32::try_from(lines).unwrap_or(u32::MAX)
}
