//! Moves taken back: from a state to those that it can come from.

use crate::game::{Bits, Cell, Game, Idle, Move, MoveStep, Piece, Player, Rule, Way};

/// A piece that has arrived on a cell, and where it can have come from.
#[derive(Clone, Copy, Debug)]
struct Arrival<const N: usize> {
    mv: Move,
    /// The cells between.
    way: Bits<N>,
    land: u8,
    pass: u8,
}

/// The tables of moves taken back, made once for a game.
pub struct Backward<const N: usize> {
    /// By piece and cell of arrival.
    arrivals: Vec<Vec<Arrival<N>>>,
    /// By piece, the moves by which it can have left the board.
    departures: Vec<Vec<Move>>,
    /// By player and filter: whether an empty cell lets a piece land, and what it can have captured.
    landings: [Vec<(bool, Vec<Piece>)>; 2],
    cells: Bits<N>,
    size: usize,
    /// Tables alone do not say whether a move is legal: it has to be looked for among the legal moves.
    pub unsure: bool,
}

/// The cells of each piece, with a player to move.
pub type Sets<const N: usize> = Vec<Bits<N>>;

impl<const N: usize> Backward<N> {
    /// The tables of a game.
    pub fn new(game: &Game) -> Self {
        let size = game.rules.geometry.size();
        let pieces = 2 * game.rules.roster.kinds + 1;
        let mut backward = Backward {
            arrivals: vec![Vec::new(); pieces * size],
            departures: vec![Vec::new(); pieces],
            landings: Player::each(|player| landings(game, player)),
            cells: game.rules.geometry.board().narrow(),
            size,
            unsure: unsure(game),
        };
        for piece in game.rules.pieces() {
            for cell in game.rules.geometry.board().iter() {
                for run in game.tables.movement.runs(piece, cell) {
                    backward.add(game, piece, run);
                }
            }
        }
        backward
    }

    /// The steps of a run come one after the other, from near to far, but for those of a hop: the cells on
    /// its way are left aside, as the legal moves have the last word.
    fn add(&mut self, game: &Game, piece: Piece, run: &[MoveStep]) {
        let mut way = Bits::EMPTY;
        let mut landed = Bits::<N>::EMPTY;
        for step in run {
            let (mv, to) = (step.mv, step.mv.to());
            let hops = hops(&game.rules.moves[mv.rule()]);
            let known = hops && landed.has(to);
            if mv.from() == to {
                self.departures[piece.index()].push(mv);
            } else if !known && !self.is_shut(piece.owner(), step.land) {
                let arrivals = &mut self.arrivals[piece.index() * self.size + to.index()];
                let way = if hops { Bits::EMPTY } else { way };
                arrivals.push(Arrival { mv, way, land: step.land, pass: step.pass });
                landed.insert(to);
            }
            way.insert(to);
        }
    }

    /// Whether nothing ever lands by a filter.
    fn is_shut(&self, player: Player, target: u8) -> bool {
        let (quiet, captures) = &self.landings[player.index()][target as usize];
        !quiet && captures.is_empty()
    }

    /// Visits every state from which a move of the other player leads to the given one, with that move.
    /// Whether play goes on there is not asked, and where the tables are unsure neither is whether the move
    /// is legal. The sets are changed meanwhile, and are afterwards as before.
    #[inline]
    pub fn predecessors(
        &self,
        game: &Game,
        sets: &mut Sets<N>,
        turn: Player,
        visit: &mut impl FnMut(&[Bits<N>], Player, Move),
    ) {
        let mover = !turn;
        let vacant = sets.iter().fold(self.cells, |cells, set| cells & !*set);
        for code in (1 + mover.index()..=sets.len()).step_by(2) {
            let piece = Piece(code as u8);
            for cell in sets[code - 1] {
                self.retreat(game, sets, (piece, cell), vacant, visit);
            }
            for &mv in self.departures[code].iter().filter(|mv| vacant.has(mv.from())) {
                sets[code - 1].insert(mv.from());
                visit(sets, mover, mv);
                sets[code - 1].remove(mv.from());
            }
        }
        self.pick_up(game, sets, mover, visit);
        for pass in &game.tables.movement.passes[mover.index()] {
            visit(sets, mover, Move::new(pass.rule, Cell(0), Cell(0)));
        }
    }

    /// The piece goes back to each cell that it can have come from.
    #[inline]
    fn retreat(
        &self,
        game: &Game,
        sets: &mut Sets<N>,
        (piece, to): (Piece, Cell),
        vacant: Bits<N>,
        visit: &mut impl FnMut(&[Bits<N>], Player, Move),
    ) {
        let (own, mover) = (piece.index() - 1, piece.owner());
        for arrival in &self.arrivals[piece.index() * self.size + to.index()] {
            let from = arrival.mv.from();
            if !vacant.has(from) || !self.is_passable(game, sets, arrival, (mover, vacant)) {
                continue;
            }
            let (quiet, captures) = &self.landings[mover.index()][arrival.land as usize];
            sets[own].remove(to);
            sets[own].insert(from);
            if *quiet {
                visit(sets, mover, arrival.mv);
            }
            for captured in captures {
                sets[captured.index() - 1].insert(to);
                visit(sets, mover, arrival.mv);
                sets[captured.index() - 1].remove(to);
            }
            sets[own].remove(from);
            sets[own].insert(to);
        }
    }

    #[inline]
    fn is_passable(
        &self,
        game: &Game,
        sets: &[Bits<N>],
        arrival: &Arrival<N>,
        (mover, vacant): (Player, Bits<N>),
    ) -> bool {
        if arrival.way.is_empty() {
            return true;
        }
        let holds = game.tables.movement.filters[mover.index()][arrival.pass as usize].holds;
        let empty = if holds.has(Piece::NONE) { vacant } else { Bits::EMPTY };
        let open = (1u8..)
            .zip(sets)
            .filter(|(code, _)| holds.has(Piece(*code)))
            .fold(empty, |open, (_, set)| open | *set);
        open.covers(&arrival.way)
    }

    /// Dropped pieces are picked up again.
    #[inline]
    fn pick_up(
        &self,
        game: &Game,
        sets: &mut Sets<N>,
        mover: Player,
        visit: &mut impl FnMut(&[Bits<N>], Player, Move),
    ) {
        for drop in &game.tables.movement.drops[mover.index()] {
            if !self.landings[mover.index()][drop.land as usize].0 {
                continue;
            }
            let own = drop.piece.index() - 1;
            for cell in sets[own] & drop.to.narrow() {
                sets[own].remove(cell);
                visit(sets, mover, Move::new(drop.rule, cell, cell));
                sets[own].insert(cell);
            }
        }
    }
}

fn landings(game: &Game, player: Player) -> Vec<(bool, Vec<Piece>)> {
    let filters = game.tables.movement.filters[player.index()].iter();
    filters.map(|target| (target.holds.has(Piece::NONE), target.holds.pieces().collect())).collect()
}

fn hops(rule: &Rule) -> bool {
    rule.by.iter().any(|travel| matches!(travel.way, Way::Hop { .. }))
}

/// Whether some move depends on more than the cells that it passes and lands on.
fn unsure(game: &Game) -> bool {
    let movement = &game.tables.movement;
    !game.is_free()
        || game.rules.moves.iter().any(hops)
        || movement.repeats_moves
        || movement.conditional.contains(&true)
        || movement.drops.iter().flatten().any(|drop| drop.falls.is_some())
        || movement.passes.iter().flatten().any(|pass| pass.when != Some(Idle::Free))
}
