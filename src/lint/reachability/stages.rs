//! What further stages of moves bring to the board and take from it.

use crate::game::{Bring, Cell, CellSet, Contents, Piece, Player, Removal, SideExchange, Stage};

use super::{Coming, Prospects, Token};

impl Prospects<'_> {
    /// An exchange of sides: what stands somewhere is the other player's, there or on the cell with file and rank exchanged.
    pub(super) fn follow_swap(&mut self, number: usize, player: Player) {
        let game = self.game;
        self.makes(number, player, Cell(0), Cell(0), Piece::NONE);
        for piece in game.rules.pieces().filter(|piece| game.rules.roster.owner(*piece).is_some()) {
            let swapped = game.rules.roster.swapped(piece);
            let standing = self.stand[piece.index()];
            for cell in standing.iter() {
                let to = match game.rules.turns.swap {
                    Some(SideExchange::Mirrored) => game.rules.geometry.mirrored(cell),
                    Some(SideExchange::InPlace) | None => cell,
                };
                self.step(Token::Board(piece), Token::Board(swapped));
                self.arrive(swapped, to, Some(Coming::Flip));
            }
        }
    }

    /// The further stage of a rule's moves.
    pub(super) fn follow_stage(&mut self, number: usize, player: Player) {
        let Some(stage) = self.game.rules.moves[number].then else { return };
        match &self.game.rules.stages[stage] {
            Stage::Bring(bring) => self.follow_bringing(number, player, (stage, bring)),
            Stage::Take(removal) => self.follow_removal(number, player, removal),
        }
    }

    fn follow_bringing(&mut self, number: usize, player: Player, (stage, bring): (usize, &Bring)) {
        let game = self.game;
        let ends = |from| game.tables.onward.ends(&game.tables.topology, (stage, player), from);
        let landed = self.rules[number][player.index()].landed;
        let cells = landed.iter().map(ends).fold(CellSet::EMPTY, |all, cells| all | cells);
        let piece = game.rules.roster.piece(bring.kind, player);
        if cells.is_empty() {
            return;
        }
        self.rules[number][player.index()].staged = true;
        cells.iter().for_each(|cell| self.arrive(piece, cell, Some(Coming::Stage)));
        if !bring.again {
            return self.step(Token::Nowhere, Token::Board(piece));
        }
        // One that is there goes elsewhere; of several, one is left.
        Self::add(&mut self.found, &mut self.moved, Contents::piece(piece));
        let goes = |(from, _): &(Token, Token)| *from == Token::Board(piece);
        let start = self.at_start(Contents::piece(piece), game.rules.geometry.board());
        if start != 1 || self.steps.iter().any(goes) {
            self.step(Token::Nowhere, Token::Board(piece));
            self.step(Token::Board(piece), Token::Nowhere);
        }
    }

    /// Any piece on the board that passes may be the one that is chosen.
    fn follow_removal(&mut self, number: usize, player: Player, removal: &Removal) {
        self.rules[number][player.index()].staged = true;
        let there = self.there.iter().fold(Contents::NOTHING, |all, holds| all.or(*holds));
        let taken = removal.takes[player.index()].and(there);
        taken.pieces().for_each(|piece| self.take(player, piece));
    }
}
