//! The line that shows how far the engine has thought, at a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::face::language::Locale;
use crate::notation::MoveStyle;
use crate::position::Position;
use crate::search::{Bound, Report};

/// What is known sooner is not shown: it would only flicker.
const PATIENCE: Duration = Duration::from_millis(150);

/// Columns that the line may have; a longer one would wrap and stay.
const WIDTH: usize = 78;

/// A line that is written over as the search goes deeper.
pub(super) struct ThinkingLine<'a> {
    position: Position,
    locale: &'a Locale,
    style: MoveStyle,
    started: Instant,
    is_shown: bool,
    /// Nothing is shown where nobody sees it change.
    terminal: bool,
}

impl<'a> ThinkingLine<'a> {
    pub(super) fn new(position: &Position, locale: &'a Locale, style: MoveStyle) -> ThinkingLine<'a> {
        ThinkingLine {
            position: position.clone(),
            locale,
            style,
            started: Instant::now(),
            is_shown: false,
            terminal: io::stderr().is_terminal() && io::stdout().is_terminal(),
        }
    }

    /// Shows what the search found so far.
    pub(super) fn show(&mut self, report: &Report) {
        let time = self.started.elapsed();
        if !self.terminal || time < PATIENCE || report.bound != Bound::Exact {
            return;
        }
        let text = self.text(report, time);
        // What cannot be written is not missed: the answer follows.
        let _ = write!(io::stderr(), "\r\x1b[K{text}").and_then(|()| io::stderr().flush());
        self.is_shown = true;
    }

    fn text(&self, report: &Report, time: Duration) -> String {
        let moves = report.lines.first().map_or(&[][..], |line| &line.moves);
        let line = self.position.line_in(self.style, moves).join(" ");
        let (depth, score) = (report.depth, self.locale.found_score(report.score, report));
        let seconds = time.as_secs_f64();
        let depth = self.locale.of(format!("depth {depth}"), format!("độ sâu {depth}"));
        let seconds = self.locale.language.decimal(seconds, 1);
        let head = format!("  {seconds} s  {depth}  {score}  ");
        let room = WIDTH.saturating_sub(head.chars().count());
        match line.char_indices().nth(room) {
            None => head + &line,
            Some(_) => head + &line.chars().take(room.saturating_sub(1)).collect::<String>() + "…",
        }
    }
}

impl Drop for ThinkingLine<'_> {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K").and_then(|()| io::stderr().flush());
        }
    }
}
