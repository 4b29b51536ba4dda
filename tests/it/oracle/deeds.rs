//! What moves do, plainly.

use banco::inside::game::{Action, Cell, Effect, Game, Kind, Move, Offset, Piece, Player, Touched, Verb};

use super::drawn::{between, neighbours, onward};
use super::{Plain, State};

impl Plain {
    /// The position after a move, checks not counted and without a past.
    pub(super) fn after(&self, game: &Game, mv: Move) -> Plain {
        let (mut next, captures) = self.worked(game, mv);
        if captures {
            for effect in &game.rules.capture_effects {
                self.perform(game, effect, mv, &mut next);
            }
        }
        self.end_stage(game, mv, &mut next);
        next.turn = !self.turn;
        Plain::alone(next)
    }

    /// What there is after the piece itself has gone and the effects of its rule, and whether pieces have left the
    /// board that are not the mover's.
    fn worked(&self, game: &Game, mv: Move) -> (State, bool) {
        if game.rules.moves[mv.rule()].action == Action::Chain {
            let chain = self.chain(game, mv);
            return (chain.result, !chain.taken.is_empty());
        }
        let foreign = |piece: Piece| !piece.is_none() && game.rules.roster.owner(piece) != Some(self.turn);
        let (mut next, captured) = self.travelled(game, mv);
        let mut captures = foreign(captured);
        for effect in &game.rules.moves[mv.rule()].effects {
            let before = next.cells.clone();
            self.perform(game, effect, mv, &mut next);
            let gone = before.iter().zip(&next.cells).any(|(was, is)| foreign(*was) && is.is_none());
            captures |= gone;
        }
        (next, captures)
    }

    /// What there is after the piece itself has gone, and what it captured.
    pub(super) fn travelled(&self, game: &Game, mv: Move) -> (State, Piece) {
        let mut next = self.now.clone();
        next.marks.clear();
        next.marker = None;
        let rule = &game.rules.moves[mv.rule()];
        if !matches!(rule.action, Action::Pass | Action::Swap) {
            next.unmoved[mv.from().index()] = false;
            next.unmoved[mv.to().index()] = false;
        }
        let mut captured = Piece::NONE;
        match rule.action {
            Action::Shift | Action::Change | Action::Chain => {
                captured = self.at(mv.to());
                let kind = mv.becomes().unwrap_or(self.at(mv.from()).kind());
                next.cells[mv.from().index()] = Piece::NONE;
                next.cells[mv.to().index()] = Piece::new(kind, self.turn);
                if game.rules.roster.owner(captured) == Some(!self.turn) {
                    self.gain(game, captured, &mut next);
                }
            }
            Action::Castle => {
                let castle = game.rules.castles(self.turn).find(|(number, _)| *number as usize == mv.rule());
                let castle = castle.expect("a castle of the mover").1;
                let (one, other) = (self.at(mv.from()), self.at(mv.third()));
                for cell in [mv.from(), mv.third()] {
                    next.cells[cell.index()] = Piece::NONE;
                    next.unmoved[cell.index()] = false;
                }
                next.cells[castle.to.index()] = one;
                next.cells[castle.with_to.index()] = other;
            }
            Action::Drop(kind) => {
                next.cells[mv.to().index()] = Piece::new(kind, self.turn);
                if let Some(kind) = rule.hand {
                    next.hands[Piece::new(kind, self.turn).index()] -= 1;
                }
            }
            Action::Stay => {
                let kind = mv.becomes().unwrap_or(self.at(mv.from()).kind());
                next.cells[mv.from().index()] = Piece::new(kind, self.turn);
            }
            Action::Exit => next.cells[mv.from().index()] = Piece::NONE,
            Action::Pass => {}
            Action::Swap => self.exchange(game, &mut next),
        }
        if let Some((kind, cell)) = mv.gates() {
            next.cells[cell.index()] = Piece::new(kind, self.turn);
            next.hands[Piece::new(kind, self.turn).index()] -= 1;
        }
        (next, captured)
    }

    /// Moves after which a piece comes from the hand to a cell that is left by a first move.
    pub(super) fn add_gatings(&self, game: &Game, moves: &mut Vec<Move>) {
        let Some(gating) = &game.rules.gating else { return };
        let plain = moves.clone();
        for mv in plain.into_iter().filter(|mv| mv.becomes().is_none()) {
            let castles = game.rules.moves[mv.rule()].action == Action::Castle;
            for kind in &gating.kinds {
                for (cell, other) in [(mv.from(), false), (mv.third(), true)] {
                    let left = self.unmoved[cell.index()]
                        && gating.on[self.turn.index()].has(cell)
                        && self.travelled(game, mv).0.at(cell).is_none();
                    let held = self.hands[Piece::new(*kind, self.turn).index()] > 0;
                    if left && held && (castles || !other) {
                        moves.push(mv.gating(*kind, other));
                    }
                }
            }
        }
    }

    /// What is captured may go to a hand.
    pub(super) fn gain(&self, game: &Game, taken: Piece, next: &mut State) {
        let Some(captured) = game.rules.captured.filter(|_| game.rules.roster.owner(taken).is_some()) else {
            return;
        };
        let kind = if captured.in_base { game.rules.base_of(taken.kind()) } else { taken.kind() };
        let owner = if captured.by_captor { self.turn } else { taken.owner() };
        next.hands[Piece::new(kind, owner).index()] += 1;
    }

    /// Does what an effect does to a state that its move has come to.
    pub(super) fn perform(&self, game: &Game, effect: &Effect, mv: Move, next: &mut State) {
        for cell in self.touched(game, effect, mv, next) {
            let before = next.at(cell);
            let now = match effect.verb {
                Verb::Mark => {
                    next.marks.push(cell);
                    next.marker = Some(mv.to());
                    continue;
                }
                Verb::Settle | Verb::Unsettle => {
                    next.unmoved[cell.index()] = effect.verb == Verb::Settle;
                    continue;
                }
                Verb::Take => {
                    // Own pieces that go up in the blast are nobody's capture.
                    if before.owner() != self.turn {
                        self.gain(game, before, next);
                    }
                    Piece::NONE
                }
                Verb::Flip => Piece::new(before.kind(), self.turn),
                Verb::Put => match effect.kind {
                    Some(kind) if game.rules.roster.is_neutral(kind) => Piece::new(kind, Player::First),
                    kind => Piece::new(kind.or(game.rules.moves[mv.rule()].kind).expect("a kind"), self.turn),
                },
                Verb::Become => {
                    let kind = effect.kind.expect("a kind");
                    let owner =
                        if game.rules.roster.is_neutral(kind) { Player::First } else { before.owner() };
                    Piece::new(kind, owner)
                }
            };
            next.cells[cell.index()] = now;
            next.unmoved[cell.index()] = false;
        }
    }

    /// The cells that an effect changes, as things stand after the move.
    pub(super) fn touched(&self, game: &Game, effect: &Effect, mv: Move, next: &State) -> Vec<Cell> {
        let geometry = &game.rules.geometry;
        let to = mv.to();
        let directions = neighbours(geometry);
        let by_sides = |aside| self.touched_aside(game, (effect, aside), mv, next);
        let cells: Vec<Cell> = match effect.cells {
            Touched::InLine
            | Touched::Around
            | Touched::Flanked
            | Touched::Flanking
            | Touched::Beset
            | Touched::Between
                if effect.aside.is_some() =>
            {
                by_sides(effect.aside.as_deref().expect("how they lie"))
            }
            Touched::InLine | Touched::Flanking | Touched::Beset | Touched::Between => {
                panic!("how do they lie?")
            }
            Touched::To => vec![to],
            Touched::From => vec![mv.from()],
            Touched::Path => between(geometry, mv.from(), to),
            Touched::Around => directions.iter().filter_map(|&by| onward(geometry, to, by)).collect(),
            Touched::Flanked => directions.iter().flat_map(|&by| self.flanked(game, to, by, next)).collect(),
            Touched::Enclosed => return self.touched_groups(game, effect, next),
            Touched::Marker => self.marker.into_iter().filter(|_| self.marks.contains(&to)).collect(),
        };
        let fits = |cell: &Cell| {
            let content = next.at(*cell);
            let itself = effect.cells == Touched::To;
            let changes = match effect.verb {
                Verb::Mark => itself || content.is_none(),
                Verb::Put => content.is_none(),
                Verb::Take | Verb::Settle | Verb::Unsettle => !content.is_none(),
                Verb::Flip => next.owned(*cell, !self.turn),
                Verb::Become => {
                    (next.owned(*cell, self.turn) || next.owned(*cell, !self.turn))
                        && Some(content.kind()) != effect.kind
                }
            };
            let there = |aside: &banco::inside::game::Aside| aside.on[self.turn.index()].has(*cell);
            changes
                && effect.aside.as_deref().is_none_or(there)
                && effect.only[self.turn.index()].has(content)
        };
        cells.into_iter().filter(fits).collect()
    }

    /// Enemy pieces in a row from a cell, if an own piece follows.
    fn flanked(&self, game: &Game, to: Cell, by: Offset, next: &State) -> Vec<Cell> {
        let mut run = Vec::new();
        let mut ahead = onward(&game.rules.geometry, to, by);
        while let Some(cell) = ahead.filter(|&cell| next.owned(cell, !self.turn)) {
            run.push(cell);
            ahead = onward(&game.rules.geometry, cell, by);
        }
        if ahead.is_some_and(|cell| next.owned(cell, self.turn)) { run } else { Vec::new() }
    }

    /// Whether the piece has not moved where its rule asks that, and effects change as much as they must.
    pub(super) fn is_meant(&self, game: &Game, mv: Move) -> bool {
        let rule = &game.rules.moves[mv.rule()];
        let enough = |effect: &Effect| {
            effect.at_least == 0
                || self.touched(game, effect, mv, &self.travelled(game, mv).0).len() as u32 >= effect.at_least
        };
        (!rule.unmoved || self.unmoved[mv.from().index()])
            && (!rule.checkers || self.checkers(game).contains(&mv.to()))
            && rule.effects.iter().all(enough)
    }

    /// Whether there is a piece left of the kind that the piece becomes.
    pub(super) fn is_supplied(&self, game: &Game, mv: Move) -> bool {
        mv.becomes().is_none_or(|kind| self.is_left(game, kind, self.turn))
    }

    /// Whether a player has fewer of a kind on the board than there are.
    pub(super) fn is_left(&self, game: &Game, kind: Kind, player: Player) -> bool {
        let count = self.cells.iter().filter(|&&piece| piece == Piece::new(kind, player)).count() as u32;
        game.rules.supplies.get(kind.index()).copied().flatten().is_none_or(|most| count < most)
    }

    /// Whether a move captures: by it a piece that is not the mover's leaves the board.
    pub(super) fn captures(&self, game: &Game, mv: Move) -> bool {
        let (mut next, captures) = self.worked(game, mv);
        captures || self.end_stage(game, mv, &mut next)
    }
}
