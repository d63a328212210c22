//! Terminals: what the commands of an agent drew.

use serde::Serialize;
use ts_rs::TS;

use crate::client::TerminalExit;

/// A terminal of a session. It stays after its command has ended and after the agent has let go of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TerminalView {
    /// Its id, as agents name it too; unique in Assent.
    pub id: String,
    /// What runs in it, as one line.
    pub command: String,
    /// Its width in characters.
    pub columns: u32,
    /// The number of the first line that is kept; those before it are gone.
    pub first: u32,
    /// The lines that are kept, oldest first.
    pub lines: Vec<TerminalLine>,
    /// Where the cursor stands, if it is shown.
    pub cursor: Option<TerminalCursor>,
    /// How the command ended; none while it runs.
    pub exit: Option<TerminalExit>,
    /// The agent has let go of it.
    pub released: bool,
}

/// A line of a terminal. Blanks at its end are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TerminalLine {
    /// Stretches of one look.
    pub runs: Vec<TerminalRun>,
}

/// A stretch of a line in one look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TerminalRun {
    /// Its text.
    pub text: String,
    /// Its look.
    pub look: TerminalLook,
}

/// How a stretch looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TerminalLook {
    /// Colour of the text: 0 to 15 as terminals number them; none is the ordinary one.
    pub ink: Option<u8>,
    /// Colour behind it, likewise.
    pub ground: Option<u8>,
    /// Bold.
    pub bold: bool,
    /// Faint.
    pub dim: bool,
    /// Italic.
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub strike: bool,
    /// Text and ground change places.
    pub inverse: bool,
}

/// Where the cursor stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TerminalCursor {
    /// The number of the line.
    pub line: u32,
    /// The column, counted from 0.
    pub column: u32,
}
