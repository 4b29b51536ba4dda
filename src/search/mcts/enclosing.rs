//! Playouts where drops take what they enclose and the score decides after passes.
//!
//! Only what stood lately is not brought back, and empty cells at the end are whose pieces they are beside: enough to
//! say who is ahead. What is proven is proven by the board itself.

use super::chance::Chance;
use super::groups::{Groups, Place};
use super::plain;
use crate::game::{Award, Cell, Condition, Game, Move, Player};
use crate::position::Board;

/// What does not change from playout to playout, and the groups.
pub struct Enclosing {
    rules: [u8; 2],
    /// By player, half points for each of its pieces.
    piece: [i64; 2],
    /// Half points for each empty cell that is beside one player's pieces alone.
    area: i64,
    bonus: [i64; 2],
    pub groups: Groups,
    most: usize,
}

impl Enclosing {
    /// `None` where the game goes another way.
    pub fn of(game: &Game) -> Option<Enclosing> {
        let rules = plain::drops(game)?;
        let along = game.facts.encloses_along.as_ref()?;
        let [end] = game.rules.ends.as_slice() else { return None };
        let by_score = matches!(end.when, Condition::Passes(_)) && end.winner == Award::Score;
        let is_usual = |when: &Condition| matches!(when, Condition::Enclosed(_) | Condition::Repeats { .. });
        if !by_score || !game.rules.vetoes.iter().all(|veto| is_usual(&veto.when)) {
            return None;
        }
        let piece = Player::each(|player| {
            let drops = &game.tables.movement.drops[player.index()];
            let kind = drops.first().map_or(0, |drop| drop.piece.kind().index());
            2 * i64::from(game.rules.score.get(kind).copied().unwrap_or(0))
        });
        Some(Enclosing {
            rules,
            piece,
            area: 2 * i64::from(game.rules.area),
            bonus: game.rules.bonus.map(i64::from),
            groups: Groups::new(game, along),
            most: 3 * game.rules.geometry.size(),
        })
    }

    /// Plays to the end from where the board stands. What the first player has of it; the moves are added to `made`.
    pub fn run<const N: usize>(
        &mut self,
        board: &Board<N>,
        chance: &mut Chance,
        made: &mut Vec<(Move, Player)>,
    ) -> f32 {
        self.groups.set_up(board);
        let mut turn = board.turn();
        let mut last = self.groups.last(board);
        let mut passes = 0;
        for _ in 0..self.most {
            match self.choose(last, turn, chance) {
                Some(cell) => {
                    let mv = Move::new(self.rules[turn.index()], Cell(cell), Cell(cell));
                    made.push((mv, turn));
                    (last, passes) = (Some(cell), 0);
                }
                None => {
                    self.groups.pass();
                    (last, passes) = (None, passes + 1);
                    if passes == 2 {
                        break;
                    }
                }
            }
            turn = !turn;
        }
        self.counted()
    }

    /// Makes a move: where groups are about to be taken an answer to that, otherwise one by chance that leaves own eyes
    /// open. The cell; `None` is a pass.
    #[inline]
    fn choose(&mut self, last: Option<Place>, turn: Player, chance: &mut Chance) -> Option<Place> {
        let urgent = last.and_then(|last| self.groups.urgent(last, turn, chance));
        if let Some(cell) = urgent.filter(|&cell| self.groups.play(cell, turn)) {
            return Some(cell);
        }
        let count = self.groups.empty().len();
        if count == 0 {
            return None;
        }
        let begin = chance.below(count);
        for step in 0..count {
            let at = begin + step;
            let cell = self.groups.empty()[if at < count { at } else { at - count }];
            if !self.groups.is_eye(cell, turn) && self.groups.play(cell, turn) {
                return Some(cell);
            }
        }
        None
    }

    fn counted(&self) -> f32 {
        let ([first, second], areas) = self.groups.count();
        let points = |player: Player, pieces: i64, area: i64| {
            let i = player.index();
            self.bonus[i] + self.piece[i] * pieces + self.area * area
        };
        let [one, other] = [points(Player::First, first, areas[0]), points(Player::Second, second, areas[1])];
        match one.cmp(&other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
        }
    }
}
