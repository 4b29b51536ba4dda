//! What is drawn: the board, the hands, the moves beside it, how the game ended.

use std::io;

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr;

use super::repl::Repl;
use super::session::Declared;
use crate::describe::does;
use crate::face::board::{BoardView, draw, hands, last_turn};
use crate::face::inks;
use crate::face::notation::played_in;
use crate::face::output::{columns, styled};
use crate::game::CellSet;
use crate::notation::MoveStyle;

/// The fewest columns beside the board in which moves are listed.
const LIST: usize = 24;

/// The most that are used.
const WIDEST_LIST: usize = 48;

impl Repl<'_> {
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        self.show_marked(None)
    }

    pub(super) fn show_marked(&mut self, marked: Option<CellSet>) -> io::Result<()> {
        let position = &self.session.position;
        let notation = match self.session.style {
            MoveStyle::Named(number) => Some(number),
            MoveStyle::Coordinates | MoveStyle::San => None,
        };
        let last = last_turn(position);
        let view = BoardView { last, marked, notation, begun: self.begun_cells(), ..self.view.clone() };
        let mut picture = draw(position, &view);
        if let Some(columns) = columns() {
            picture = beside(&picture, &self.numbered_moves(), columns);
        }
        let label = self.voice.of("in hand,", "trên tay");
        let hands = hands(position, &view, label, |player| self.voice.player(player).to_owned());
        write!(self.out, "\n{picture}{hands}\n")?;
        self.tell_end()
    }

    /// The moves so far, a line for each pair of them.
    pub(super) fn numbered_moves(&self) -> Vec<String> {
        let moves = played_in(self.session.style, &self.session.position);
        moves.chunks(2).zip(1..).map(|(pair, number)| format!("{number:3}. {}", pair.join("  "))).collect()
    }

    pub(super) fn tell_end(&mut self) -> io::Result<()> {
        if let Some(text) = self.end_text().filter(|_| !self.told) {
            self.tell(&format!("The game is over: {text}"), &format!("Ván cờ kết thúc: {text}"))?;
        }
        self.told = self.session.is_over();
        Ok(())
    }

    /// How the game ended.
    fn end_text(&self) -> Option<String> {
        let (voice, position) = (&self.voice, &self.session.position);
        let by_rules = position.outcome().map(|outcome| voice.outcome(position.game(), &outcome));
        let declared = self.session.declared.map(|declared| match declared {
            Declared::Drawn => voice.of("draw by agreement", "hai bên đồng ý hòa").to_owned(),
            Declared::Resigned(player) => {
                let (loser, winner) = (voice.player(player), voice.player(!player));
                voice.of(
                    format!("{winner} {}, {loser} {}", does(winner, "win"), does(loser, "resign")),
                    format!("{winner} thắng, {loser} xin thua"),
                )
            }
            Declared::OutOfTime(player) => {
                let (loser, winner) = (voice.player(player), voice.player(!player));
                voice.of(
                    format!("{winner} {}, {loser} {} out of time", does(winner, "win"), does(loser, "be")),
                    format!("{winner} thắng, {loser} hết giờ"),
                )
            }
        });
        by_rules.or(declared)
    }

    /// What is shown before the line that is typed.
    pub(super) fn prompt(&self) -> String {
        let turn = self.session.position.turn();
        if self.session.is_over() {
            return self.voice.of("over> ", "hết> ").to_owned();
        }
        let name = styled(inks::of_name(self.session.position.game(), turn), self.voice.player(turn));
        let clock =
            self.session.clock.as_ref().map_or(String::new(), |clock| format!(" {}", clock.shown(turn)));
        let begun = match self.begun.as_str() {
            "" => String::new(),
            begun => format!(" {begun}…"),
        };
        format!("{name}{}{clock}{begun}> ", self.moves_left())
    }

    /// How many moves of a turn of several are left.
    fn moves_left(&self) -> String {
        match self.session.position.moves_left() {
            None | Some(1) => String::new(),
            Some(moves) => {
                self.voice.of(&format!(" ({moves} moves)"), &format!(" ({moves} nước)")).to_owned()
            }
        }
    }
}

/// Whether what is printed is shown in colours.
pub(super) fn is_coloured() -> bool {
    let choice = anstream::AutoStream::choice(&io::stdout());
    choice != anstream::ColorChoice::Never
}

/// A picture with the last lines of a list at its right, where there is room for them.
fn beside(picture: &str, list: &[String], columns: usize) -> String {
    let wide = |line: &str| strip_str(line).to_string().as_str().width();
    let board = picture.lines().map(wide).max().unwrap_or(0) + 4;
    let room = columns.saturating_sub(board + 1).min(WIDEST_LIST);
    if room < LIST || list.is_empty() {
        return picture.to_owned();
    }
    let shown = &list[list.len().saturating_sub(picture.lines().count())..];
    let mut beside = shown.iter();
    let line = |line: &str| match beside.next() {
        None => format!("{line}\n"),
        Some(moves) => {
            let cut = match moves.chars().count() > room {
                true => moves.chars().take(room - 1).chain(['…']).collect(),
                false => moves.clone(),
            };
            format!("{line}{}{cut}\n", " ".repeat(board - wide(line)))
        }
    };
    picture.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_beside_the_board_where_there_is_room() {
        let list = ["  1. a1a2  b1b2", "  2. a2a3"].map(str::to_owned);
        assert_eq!(beside(" 2 . .\n 1 . .\n   a b\n", &list, 30), " 2 . .\n 1 . .\n   a b\n");
        let wide = " 2 . .      1. a1a2  b1b2\n 1 . .      2. a2a3\n   a b\n";
        assert_eq!(beside(" 2 . .\n 1 . .\n   a b\n", &list, 80), wide);
        assert_eq!(beside(" 1 . .\n", &list, 80), " 1 . .      2. a2a3\n");
        let coloured = "\u{1b}[1m 1\u{1b}[0m . .\n";
        assert_eq!(strip_str(&beside(coloured, &list, 80)).to_string(), " 1 . .      2. a2a3\n");
    }
}
