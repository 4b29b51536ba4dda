//! Playouts where pieces stay and who connects has won: the board is filled by chance, and looked at once.

use super::chance::Chance;
use super::plain;
use crate::game::{Adjacency, Award, Bits, Cell, Condition, Connects, Game, Move, Player};
use crate::position::{Board, joins};

/// Two cells side by side that are both beside a third: who has the third keeps one of the two, whichever the other
/// player takes.
#[derive(Clone, Copy)]
struct Twin {
    other: Cell,
    /// The cells beside both; one of them again where there is only one.
    beside: [Cell; 2],
    /// By player, the two lie on a region that it has to reach, which counts as a cell of its own.
    at_goal: [bool; 2],
}

/// What does not change from playout to playout.
pub struct Filling<const N: usize> {
    rules: [u8; 2],
    asked: Connects,
    /// By cell.
    twins: Vec<Vec<Twin>>,
    order: Vec<Cell>,
}

impl<const N: usize> Filling<N> {
    /// `None` where the game goes another way.
    pub fn of(game: &Game) -> Option<Filling<N>> {
        let rules = plain::drops(game)?;
        let free =
            game.rules.vetoes.is_empty() && game.rules.moves.iter().all(|rule| rule.effects.is_empty());
        let [end] = game.rules.ends.as_slice() else { return None };
        let Condition::Connects(asked) = &end.when else { return None };
        if !free || !game.facts.pieces_stay || end.winner != Award::Mover {
            return None;
        }
        let adjacency = game.tables.adjacencies.along(&asked.along);
        let board: Bits<N> = game.rules.geometry.board().narrow();
        let mut twins = vec![Vec::new(); game.rules.geometry.size()];
        for cell in board {
            twins[cell.index()] = twins_of(adjacency, asked, cell);
        }
        Some(Filling { rules, asked: (**asked).clone(), twins, order: Vec::new() })
    }

    /// Fills the board from where it stands. What the first player has of it; the moves are added to `made`.
    pub fn run(
        &mut self,
        game: &Game,
        board: &Board<N>,
        chance: &mut Chance,
        made: &mut Vec<(Move, Player)>,
    ) -> f32 {
        let mut owned = Player::each(|player| board.owned(player));
        let mut vacant = board.vacant();
        self.order.clear();
        self.order.extend(vacant);
        let mut turn = board.turn();
        let mut last = board.frames().last().map(|frame| frame.mv.to());
        let mut at = 0;
        loop {
            let answer = last.and_then(|last| self.answer(last, turn, &owned, &vacant, chance));
            let cell = match answer {
                Some(cell) => cell,
                None => {
                    let Some(cell) = self.next(&mut at, &vacant, chance) else { break };
                    cell
                }
            };
            owned[turn.index()].insert(cell);
            vacant.remove(cell);
            made.push((Move::new(self.rules[turn.index()], cell, cell), turn));
            last = Some(cell);
            turn = !turn;
        }
        let adjacency = game.tables.adjacencies.along(&self.asked.along);
        let has = |player: Player| joins(adjacency, &self.asked, player, owned[player.index()]);
        match (has(Player::First), has(Player::Second)) {
            (true, false) => 1.0,
            (false, true) => 0.0,
            _ => 0.5,
        }
    }

    /// The next empty cell by chance.
    #[inline]
    fn next(&mut self, at: &mut usize, vacant: &Bits<N>, chance: &mut Chance) -> Option<Cell> {
        while *at < self.order.len() {
            let other = *at + chance.below(self.order.len() - *at);
            self.order.swap(*at, other);
            *at += 1;
            if vacant.has(self.order[*at - 1]) {
                return Some(self.order[*at - 1]);
            }
        }
        None
    }

    /// The cell that keeps joined what the last piece would part.
    #[inline]
    fn answer(
        &self,
        last: Cell,
        turn: Player,
        owned: &[Bits<N>; 2],
        vacant: &Bits<N>,
        chance: &mut Chance,
    ) -> Option<Cell> {
        let twins = &self.twins[last.index()];
        let own = &owned[turn.index()];
        let begin = chance.below(twins.len().max(1));
        let (later, sooner) = twins.split_at(begin.min(twins.len()));
        let keeps = |twin: &&Twin| {
            let [one, two] = twin.beside.map(|cell| own.has(cell));
            let both = one && two && twin.beside[0] != twin.beside[1];
            vacant.has(twin.other) && (both || twin.at_goal[turn.index()] && (one || two))
        };
        later.iter().chain(sooner).find(keeps).map(|twin| twin.other)
    }
}

/// The twins of a cell.
fn twins_of(adjacency: &Adjacency, asked: &Connects, cell: Cell) -> Vec<Twin> {
    let beside = adjacency.beside(cell);
    let mut twins = Vec::new();
    for &other in beside {
        let common: Vec<Cell> =
            beside.iter().copied().filter(|third| adjacency.beside(other).contains(third)).collect();
        let at_goal = Player::each(|player| {
            asked.regions[player.index()].iter().any(|region| region.has(cell) && region.has(other))
        });
        match common[..] {
            [one, two] => twins.push(Twin { other, beside: [one, two], at_goal: [false; 2] }),
            [one] => twins.push(Twin { other, beside: [one, one], at_goal }),
            _ => {}
        }
    }
    twins
}
