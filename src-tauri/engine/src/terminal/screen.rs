//! The screen of a terminal: what its command has drawn, as lines.
//!
//! Why the grid has no history of its own: a line that has scrolled off the screen never changes again.
//! It is taken out at once and passed on, and the grid stays as small as the screen.

use std::collections::VecDeque;

use alacritty_terminal::Term;
use alacritty_terminal::event::{Event, EventListener};
use alacritty_terminal::grid::{Dimensions, Row};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::term::{Config, TermMode};
use alacritty_terminal::vte::ansi::Processor;
use assent_core::client::{COLUMNS, ROWS};
use assent_core::view::{TerminalCursor, TerminalLine, TerminalRun};

use super::Keyboard;
use super::look::look;

/// How much is drawn before the lines that scrolled off are taken out, in bytes.
const STEP: usize = 1024;
/// Lines that one step may scroll off.
const PASSING: usize = 10_000;
/// Scrolled lines that are passed on at once; of more the oldest are dropped.
const PASSED: usize = 1_000;
/// Characters without a width of their own that a cell keeps.
const MARKS: usize = 4;

/// A screen.
pub(super) struct Screen {
    term: Term<Answers>,
    processor: Processor,
    /// Lines that have scrolled off so far.
    scrolled: u32,
    /// Those of them that have not been passed on.
    passing: VecDeque<TerminalLine>,
    /// The screen as it was passed on.
    drawn: Vec<TerminalLine>,
    cursor: Option<TerminalCursor>,
}

/// What has changed on a screen.
#[derive(Debug, PartialEq)]
pub(super) struct Frame {
    /// The number of the first line given.
    pub(super) from: u32,
    /// The lines from there to the end.
    pub(super) lines: Vec<TerminalLine>,
    /// Where the cursor stands, if it is shown.
    pub(super) cursor: Option<TerminalCursor>,
}

/// Types the terminal's own answers.
struct Answers(Keyboard);

impl EventListener for Answers {
    fn send_event(&self, event: Event) {
        if let Event::PtyWrite(answer) = event
            && let Some(keyboard) = self.0.get()
        {
            keyboard.try_send(answer).ok();
        }
    }
}

struct Size;

impl Dimensions for Size {
    fn total_lines(&self) -> usize {
        self.screen_lines()
    }

    fn screen_lines(&self) -> usize {
        usize::from(ROWS)
    }

    fn columns(&self) -> usize {
        usize::from(COLUMNS)
    }
}

impl Screen {
    /// An empty screen. What the command asks the terminal is answered where something is typed.
    pub(super) fn new(keyboard: Keyboard) -> Self {
        let config = Config {
            scrolling_history: PASSING,
            ..Config::default()
        };
        Self {
            term: Term::new(config, &Size, Answers(keyboard)),
            processor: Processor::new(),
            scrolled: 0,
            passing: VecDeque::new(),
            drawn: Vec::new(),
            cursor: None,
        }
    }

    /// Draws what the command has written.
    pub(super) fn write(&mut self, bytes: &[u8]) {
        for step in bytes.chunks(STEP) {
            self.processor.advance(&mut self.term, step);
            self.thin_out();
            self.take_scrolled();
        }
    }

    /// Takes most of what has no width from the cell that was drawn last: any number of it could gather there.
    fn thin_out(&mut self) {
        let point = self.term.grid().cursor.point;
        let columns = [point.column.0.saturating_sub(2), point.column.0];
        for column in columns[0]..=columns[1] {
            let cell = &self.term.grid()[point.line][Column(column)];
            let Some(all) = cell.zerowidth().filter(|all| all.len() > MARKS) else {
                continue;
            };
            let (letter, kept) = (cell.c, all[..MARKS].to_vec());
            let cell = &mut self.term.grid_mut()[point.line][Column(column)];
            cell.clear_wide();
            cell.c = letter;
            for mark in kept {
                cell.push_zerowidth(mark);
            }
        }
    }

    fn take_scrolled(&mut self) {
        let scrolled = self.term.grid().history_size();
        if scrolled == 0 {
            return;
        }
        for above in (1..=i32::try_from(scrolled).unwrap_or_default()).rev() {
            if self.passing.len() == PASSED {
                self.passing.pop_front();
            }
            let line = line(&self.term.grid()[Line(-above)]);
            self.passing.push_back(line);
        }
        self.scrolled = self.scrolled.saturating_add(number(scrolled));
        self.term.grid_mut().clear_history();
    }

    /// What has changed since the frame before; none when nothing has.
    pub(super) fn frame(&mut self) -> Option<Frame> {
        if self.processor.sync_bytes_count() > 0 {
            // A command that draws in one go is drawn at our pace all the same, also if it never ends it.
            self.processor.stop_sync(&mut self.term);
            self.take_scrolled();
        }
        let grid = self.term.grid();
        let rows = 0..i32::try_from(grid.screen_lines()).unwrap_or_default();
        let mut screen: Vec<TerminalLine> = rows.map(|row| line(&grid[Line(row)])).collect();
        let last = screen.iter().rposition(|line| !line.runs.is_empty());
        screen.truncate(last.map_or(0, |last| last + 1));
        let point = grid.cursor.point;
        let shown = self.term.mode().contains(TermMode::SHOW_CURSOR);
        let cursor = shown.then(|| TerminalCursor {
            line: self
                .scrolled
                .saturating_add(u32::try_from(point.line.0).unwrap_or_default()),
            column: number(point.column.0),
        });
        let passing = std::mem::take(&mut self.passing);
        let same = if passing.is_empty() {
            let both = screen.iter().zip(&self.drawn);
            both.take_while(|(new, old)| new == old).count()
        } else {
            0
        };
        let unchanged = passing.is_empty() && same == screen.len() && same == self.drawn.len();
        if unchanged && cursor == self.cursor {
            return None;
        }
        let from = self
            .scrolled
            .saturating_sub(number(passing.len()))
            .saturating_add(number(same));
        let mut lines = Vec::from(passing);
        lines.extend_from_slice(&screen[same..]);
        self.drawn = screen;
        self.cursor = cursor;
        Some(Frame {
            from,
            lines,
            cursor,
        })
    }
}

fn number(lines: usize) -> u32 {
    u32::try_from(lines).unwrap_or(u32::MAX)
}

/// A row of the grid as stretches of one look, without the blanks at its end.
fn line(row: &Row<Cell>) -> TerminalLine {
    let mut runs: Vec<TerminalRun> = Vec::new();
    let mut kept = (0, 0);
    for column in 0..row.len() {
        let cell = &row[Column(column)];
        if cell
            .flags
            .intersects(Flags::WIDE_CHAR_SPACER | Flags::LEADING_WIDE_CHAR_SPACER)
        {
            continue;
        }
        let look = look(cell);
        if runs.last().is_none_or(|run| run.look != look) {
            let text = String::new();
            runs.push(TerminalRun { text, look });
        }
        let number = runs.len();
        let Some(run) = runs.last_mut() else {
            continue;
        };
        let hidden = cell.flags.contains(Flags::HIDDEN) || cell.c == '\t';
        let letter = if hidden { ' ' } else { cell.c };
        run.text.push(letter);
        run.text
            .extend(cell.zerowidth().into_iter().flatten().take(MARKS));
        let blank = look.ground.is_none() && !look.inverse && !look.underline && !look.strike;
        if letter != ' ' || !blank {
            kept = (number, run.text.len());
        }
    }
    runs.truncate(kept.0);
    if let Some(last) = runs.last_mut() {
        last.text.truncate(kept.1);
    }
    TerminalLine { runs }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[TerminalLine]) -> Vec<String> {
        let text = |line: &TerminalLine| line.runs.iter().map(|it| it.text.as_str()).collect();
        lines.iter().map(text).collect()
    }

    #[test]
    fn a_frame_has_what_changed() {
        let mut screen = Screen::new(Keyboard::default());
        screen.write(b"one\r\ntwo");
        let frame = screen.frame().unwrap();
        assert_eq!(frame.from, 0);
        assert_eq!(texts(&frame.lines), ["one", "two"]);
        assert_eq!(frame.cursor, Some(TerminalCursor { line: 1, column: 3 }));
        assert_eq!(screen.frame(), None);
        screen.write(b"!\r\n\xf0\x9f\x99\x82x");
        let frame = screen.frame().unwrap();
        assert_eq!(frame.from, 1);
        assert_eq!(texts(&frame.lines), ["two!", "🙂x"]);
    }

    #[test]
    fn a_line_drawn_over_is_replaced() {
        let mut screen = Screen::new(Keyboard::default());
        screen.write(b"10%");
        screen.frame();
        screen.write(b"\r\x1b[K20%");
        let frame = screen.frame().unwrap();
        assert_eq!(
            (frame.from, texts(&frame.lines)),
            (0, vec!["20%".to_owned()])
        );
        screen.write(b"\r\x1b[K");
        let frame = screen.frame().unwrap();
        assert_eq!((frame.from, frame.lines), (0, vec![]));
    }

    #[test]
    fn lines_that_scroll_off_keep_their_numbers() {
        let mut screen = Screen::new(Keyboard::default());
        let rows = u32::from(ROWS);
        for n in 0..rows {
            screen.write(format!("{n}\r\n").as_bytes());
        }
        screen.frame();
        screen.write(b"end");
        let frame = screen.frame().unwrap();
        assert_eq!(
            (frame.from, texts(&frame.lines)),
            (rows, vec!["end".to_owned()])
        );
        for n in 0..5_000 {
            screen.write(format!("\r\n{n}").as_bytes());
        }
        let frame = screen.frame().unwrap();
        assert_eq!(frame.lines.len(), PASSED + usize::from(ROWS));
        assert_eq!(frame.from + number(frame.lines.len()), rows + 5_001);
        assert_eq!(texts(&frame.lines).last().unwrap(), "4999");
    }

    #[test]
    fn another_screen_leaves_the_lines_before_it_alone() {
        let mut screen = Screen::new(Keyboard::default());
        screen.write(b"before\r\n\x1b[?1049h\x1b[Hfull\x1b[?25l");
        let frame = screen.frame().unwrap();
        assert_eq!(texts(&frame.lines), ["full"]);
        assert_eq!(frame.cursor, None);
        screen.write(b"\x1b[?1049l\x1b[?25hafter");
        let frame = screen.frame().unwrap();
        assert_eq!(texts(&frame.lines), ["before", "after"]);
    }

    #[test]
    fn stretches_have_their_look() {
        let mut screen = Screen::new(Keyboard::default());
        screen.write(b"\x1b[1;31mred\x1b[0m \x1b[44m \x1b[0m   ");
        let frame = screen.frame().unwrap();
        let runs = &frame.lines[0].runs;
        assert_eq!(texts(&frame.lines), ["red  "]);
        assert_eq!((runs[0].look.ink, runs[0].look.bold), (Some(1), true));
        assert_eq!(runs.last().unwrap().look.ground, Some(4));
    }
}
