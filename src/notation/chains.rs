//! Texts of moves by which a piece goes on: every cell where it lands, `a3c5e7`.

use crate::game::{Action, Cell, Game, Move};
use crate::on_board;
use crate::position::{Position, Wanted};

impl Game {
    /// Whether the text of a move says all of it, so that no other move has to be looked at.
    pub(super) fn says_moves_alone(&self) -> bool {
        self.tables.movement.clashes.is_empty() && !self.facts.has_chains
    }

    /// The cells that a text names one after the other, and what stands behind them.
    pub(super) fn cells_of_text<'t>(&self, text: &'t str) -> Option<(Vec<Cell>, &'t str)> {
        let mut cells = Vec::new();
        let mut rest = text;
        loop {
            let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
            if letters == 0 || digits == 0 {
                return (cells.len() > 1 && rest.chars().count() <= 1).then_some((cells, rest));
            }
            let (cell, behind) = rest.split_at(letters + digits);
            cells.push(self.rules.geometry.parse(cell)?);
            rest = behind;
        }
    }

    pub(super) fn text_through(&self, mv: Move, landings: &[Cell]) -> String {
        let name = |cell| self.rules.geometry.name(cell);
        landings.iter().fold(name(mv.from()), |text, &cell| text + &name(cell)) + &self.becoming_text(mv)
    }
}

impl Position {
    /// A move as text, whatever other moves there are.
    pub(super) fn plain_text(&self, mv: Move) -> String {
        let game = self.game();
        if game.tables.actions[mv.rule()] != Action::Chain {
            return game.plain_text(mv);
        }
        self.text_of_chain(mv, &self.landings(mv))
    }

    /// The same of all legal moves: the chains of the position are found once.
    pub(super) fn plain_texts(&self, legal: &[Move]) -> Vec<String> {
        let game = self.game();
        if !game.facts.has_chains {
            return legal.iter().map(|&mv| game.plain_text(mv)).collect();
        }
        let landings = on_board!(self.engine(), board => board.scratch(game).landings_of_chains(game, legal));
        let text = |(&mv, landings): (&Move, Option<Vec<Cell>>)| match landings {
            Some(landings) => self.text_of_chain(mv, &landings),
            None => self.plain_text(mv),
        };
        legal.iter().zip(landings).map(text).collect()
    }

    fn text_of_chain(&self, mv: Move, landings: &[Cell]) -> String {
        let game = self.game();
        let text = game.text_through(mv, landings);
        let name = |cell| game.rules.geometry.name(cell);
        mv.stage().map_or(text.clone(), |cell| format!("{text},{}{}", name(mv.to()), name(cell)))
    }

    /// Where the piece of a move lands, cell by cell; of a move by which nothing goes on, where it ends.
    pub fn landings(&self, mv: Move) -> Vec<Cell> {
        let game = self.game();
        if game.tables.actions[mv.rule()] != Action::Chain {
            return vec![mv.to()];
        }
        let found = on_board!(self.engine(), board => board.scratch(game).landings_of_chain(game, mv));
        found.unwrap_or_else(|| vec![mv.to()])
    }

    /// Where a move that has just been played started, where its piece landed, cell by cell, and where a further stage
    /// ended.
    pub fn cells_of_last(&self, mv: Move) -> Vec<Cell> {
        let chain = self.game().tables.actions[mv.rule()] == Action::Chain;
        let mut cells = vec![mv.from()];
        let mut before = self.clone();
        match chain && before.undo() == Some(mv) {
            true => cells.extend(before.landings(mv)),
            false => cells.push(mv.to()),
        }
        cells.extend(mv.stage());
        cells
    }

    /// The chains of the piece on a cell that are wanted: the move, where it lands, and a key of what it leads to.
    pub(super) fn chains_from(&self, from: Cell, wanted: Wanted) -> Vec<(Move, Vec<Cell>, u64)> {
        let game = self.game();
        if game.rules.roster.owner(self.at(from)) != Some(self.turn()) {
            return Vec::new();
        }
        on_board!(self.engine(), board => board.scratch(game).chains_from(game, from, wanted))
    }

    /// The legal move that a text says by other cells with the same result, or by start and end alone where one move
    /// has them, or without saying what the piece becomes.
    pub(super) fn chain_said(&self, text: &str, legal: &[Move]) -> Option<Move> {
        let game = self.game();
        let (first, onward) = super::stages::split_stages(game, text);
        let (cells, becoming) =
            game.cells_of_text(first).filter(|_| game.facts.has_chains && onward.is_none())?;
        let (&from, landings) = cells.split_first()?;
        let named = |mv: &Move| becoming.is_empty() || game.becoming_text(*mv) == becoming;
        let on_the_way = self.chains_from(from, Wanted::Landing(landings.to_vec()));
        let mut said = on_the_way.iter().filter(|(mv, cells, _)| cells == landings && named(mv));
        if let Some((mv, _, leads)) = said.next() {
            let chains = self.chains_from(from, Wanted::Results);
            let result =
                |mv: Move| chains.iter().find(|(other, ..)| *other == mv).map(|(.., result)| *result);
            let same = |other: &&Move| {
                (other.from(), other.to()) == (from, mv.to()) && result(**other) == Some(*leads)
            };
            return legal.iter().find(same).copied().filter(|_| said.next().is_none());
        }
        let &[to] = landings else { return None };
        let chain = |mv: &&Move| game.tables.actions[mv.rule()] == Action::Chain;
        let mut short =
            legal.iter().filter(chain).filter(|mv| (mv.from(), mv.to()) == (from, to) && named(mv));
        short.next().copied().filter(|_| short.next().is_none())
    }
}
