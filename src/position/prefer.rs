//! Choosing among captures: the best by what the rules prefer, and of chains with one result the first.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::chain_list::{Chain, Chains};
use super::{Board, MoveList};
use crate::game::{Action, Cell, Game, Kind, Move, Piece, Player, Preference, Verb};

/// So many moves are compared with each other.
const FEW: usize = 16;

/// How good a capture is by one preference: the higher, the better.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    points: i64,
    /// Which of the pieces taken count, in order; the earlier, the better.
    places: Vec<Reverse<usize>>,
}

impl<const N: usize> Board<N> {
    /// Keeps of the captures those that the rules prefer, and all other moves; then of chains that have one result
    /// the first.
    pub(super) fn keep_preferred(&mut self, game: &Game, list: &mut MoveList) {
        if game.facts.has_chains {
            self.chains_here(game);
        }
        let chains = std::mem::take(&mut self.chains);
        let mover = self.turn();
        for preference in &game.rules.prefer {
            let ranks = self.ranks(game, preference, (list.as_slice(), mover), &chains);
            let Some(best) = ranks.iter().flatten().max() else { break };
            let mut at = 0;
            list.retain(|_| {
                at += 1;
                ranks[at - 1].as_ref().is_none_or(|rank| rank == best)
            });
        }
        self.chains = chains;
        self.merge_chains(game, list);
    }

    /// The rank of each move; `None` where it captures nothing.
    fn ranks(
        &self,
        game: &Game,
        preference: &Preference,
        (moves, mover): (&[Move], Player),
        chains: &Chains,
    ) -> Vec<Option<Rank>> {
        let mut found = ChainCursor::new(chains);
        let mut taken = Vec::new();
        let rank = |&mv: &Move| {
            let kind = game.rules.moves[mv.rule()].kind;
            match game.tables.actions[mv.rule()] {
                Action::Chain => {
                    taken.clear();
                    taken.extend(chains.taken(found.chain(mv)?));
                    taken.extend(self.taken_by_stage(game, mv));
                }
                _ => self.list_taken(game, mv, &mut taken),
            }
            (!taken.is_empty()).then(|| rank(preference, (&taken, mover), kind))
        };
        moves.iter().map(rank).collect()
    }

    /// Lists what a move that is no chain takes from the other player or from nobody.
    fn list_taken(&self, game: &Game, mv: Move, taken: &mut Vec<Piece>) {
        taken.clear();
        let mover = self.turn();
        let is_foreign = |piece: &Piece| game.rules.is_not_of(*piece, mover);
        if game.tables.actions[mv.rule()].travels() {
            taken.extend(Some(self.at(mv.to())).filter(is_foreign));
        }
        let effects = &game.rules.moves[mv.rule()].effects;
        if effects.len() > 1 || !game.rules.capture_effects.is_empty() {
            // What one effect takes may depend on those before it.
            let mut after = self.scratch(game);
            after.play(game, mv.before_stage());
            let gone = game.rules.geometry.board().iter().filter(|&cell| cell != mv.to());
            let gone = gone.filter(|&cell| after.at(cell).is_none()).map(|cell| self.at(cell));
            taken.extend(gone.filter(is_foreign));
            taken.extend(self.taken_by_stage(game, mv));
            return;
        }
        for effect in effects.iter().filter(|effect| effect.verb == Verb::Take) {
            let cells = self.touched_by(game, effect, mv, mover);
            taken.extend(
                cells.iter().filter(|&cell| cell != mv.to()).map(|cell| self.at(cell)).filter(is_foreign),
            );
        }
        taken.extend(self.taken_by_stage(game, mv));
    }

    /// What a move takes from the other player or from nobody, the first first.
    pub(crate) fn taken_by(&mut self, game: &Game, mv: Move) -> Vec<Piece> {
        let mut taken = Vec::new();
        if game.tables.actions[mv.rule()] != Action::Chain {
            self.list_taken(game, mv, &mut taken);
            return taken;
        }
        let chains = self.chains_here(game);
        let chain = chains.found.iter().find(|chain| chain.mv == mv.before_stage());
        taken.extend(chain.into_iter().flat_map(|chain| chains.taken(chain)));
        taken.extend(self.taken_by_stage(game, mv));
        taken
    }

    /// Keeps of chains with the same start, end and result the first.
    pub(super) fn merge_chains(&mut self, game: &Game, list: &mut MoveList) {
        if self.chains.found.len() < 2 || are_apart(list.as_slice()) {
            return;
        }
        let mut found = ChainCursor::new(&self.chains);
        let mut seen: FxHashSet<(Cell, Cell, u64, Option<Cell>)> = FxHashSet::default();
        list.retain(|mv| {
            if game.tables.actions[mv.rule()] != Action::Chain {
                return true;
            }
            let Some(chain) = found.chain(mv) else { return true };
            seen.insert((mv.from(), mv.to(), chain.result, mv.stage()))
        });
    }
}

/// Whether there are few moves, no two of which have the same start and end: what most captures are like.
fn are_apart(moves: &[Move]) -> bool {
    let ends = |mv: &Move| (mv.from(), mv.to());
    let alone = |(at, mv): (usize, &Move)| moves[..at].iter().all(|other| ends(other) != ends(mv));
    moves.len() <= FEW && moves.iter().enumerate().all(alone)
}

/// Goes through the chains of a position beside a list of moves, which has them in the same order.
struct ChainCursor<'a> {
    chains: &'a [Chain],
    next: usize,
}

impl<'a> ChainCursor<'a> {
    fn new(chains: &'a Chains) -> Self {
        ChainCursor { chains: &chains.found, next: 0 }
    }

    fn chain(&mut self, mv: Move) -> Option<&'a Chain> {
        let mv = mv.before_stage();
        let ahead = self.chains[self.next..].iter().position(|chain| chain.mv == mv)?;
        self.next += ahead;
        self.chains.get(self.next)
    }
}

fn rank(preference: &Preference, (taken, mover): (&[Piece], Player), kind: Option<Kind>) -> Rank {
    let counted = |points: usize| Rank { points: points as i64, places: Vec::new() };
    match preference {
        Preference::MostTaken => counted(taken.len()),
        Preference::By(by) => counted((kind == Some(*by)) as usize),
        Preference::Weight(weights) => {
            let weight = |piece: &Piece| i64::from(weights.get(piece.kind().index()).copied().unwrap_or(0));
            Rank { points: taken.iter().map(weight).sum(), places: Vec::new() }
        }
        Preference::Most(passing) => {
            counted(taken.iter().filter(|&&piece| passing[mover.index()].has(piece)).count())
        }
        Preference::First(passing) => {
            let passes = |&(_, piece): &(usize, &Piece)| passing[mover.index()].has(*piece);
            let places = taken.iter().enumerate().filter(passes).map(|(place, _)| Reverse(place));
            Rank { points: 0, places: places.collect() }
        }
    }
}
