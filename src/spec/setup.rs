//! `[setup]`.

use super::keys::keys;
use super::read::Reader;
use super::tree::Table;
use super::{Army, At, Drawing};
use crate::diagnostic::{Diagnostic, Span, codes::text as codes};

keys! {
    /// `[setup]`: where the game starts.
    pub struct Setup {
        /// What stands where, as a picture: a letter for a piece, `.` for an empty cell. Without it the
        /// board is empty.
        optional "board" => board: Drawing;
        /// Instead of `board`, the pieces of each player row by row from its own first rank on, as the first
        /// player has them and reflected for the second: `["R N B Q", "P P P P"]`; or for each player, each row as
        /// a picture shows it: `{ white = ["K Q"], black = ["k r"] }`. All other cells are empty.
        optional "army" => army: Army;
        /// What the players hold: `{ white = "KQ", black = "kq" }`, a letter for each piece.
        keyed "hands" => hands: At<String>;
    }
    later []
    merges true
    check check
}

fn check(_: &Setup, table: &Table, reader: &mut Reader<'_>) {
    if let (Some((board, _)), Some((army, _))) = (table.get("board"), table.get("army")) {
        let message = "`board` and `army` say the same thing twice";
        let twice = Diagnostic::new(codes::MISPLACED_KEY, army.span, message);
        reader.report(twice.label(board.span, "given here too").help("keep one of them"));
    }
}

impl Setup {
    /// Where it is drawn what stands where.
    pub fn drawn(&self) -> Option<Span> {
        let board = self.board.as_ref().map(|drawing| drawing.span);
        board.or_else(|| self.army.as_ref()?.span())
    }
}
