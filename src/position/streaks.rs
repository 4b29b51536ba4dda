//! Moves in a row of one piece: where it stands, and how many moves of its player it made, as far as conditions ask.

use super::{Board, Frame};
use crate::game::{Cell, Condition, Game, Move, Player, Resets, Veto};

/// The piece that made the last moves of a player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Streak {
    /// Where it stands; the first cell where there is none.
    pub cell: Cell,
    /// How many moves it made; 0 where there is none.
    pub moves: u32,
}

impl<const N: usize> Board<N> {
    /// Whether one piece made so many moves of a player, the last ones.
    pub(super) fn is_moved_by_one(&self, game: &Game, player: Player, moves: u32, resets: Resets) -> bool {
        self.streak(game, player, resets).moves >= moves
    }

    /// Whether a veto cannot refuse any move of the player to move because no piece has moved so often in a row.
    pub(super) fn is_fresh_for(&self, game: &Game, veto: &Veto) -> bool {
        let fresh = |part: &Condition| match *part {
            Condition::SamePiece { moves, resets } => {
                self.streak(game, self.turn(), resets).moves + 1 < moves
            }
            _ => false,
        };
        veto.when.implies(&fresh)
    }

    /// The streaks of both players for each count that conditions ask for, in the order of
    /// [`Facts::streaks`](crate::game::Facts::streaks), after the first of the moves played.
    pub(super) fn streaks_after(&self, game: &Game, frames: &[Frame]) -> Vec<[Streak; 2]> {
        let is_now = frames.len() == self.frames().len();
        let of = |&(resets, _): &(Resets, u32)| {
            Player::each(|player| match is_now {
                true => self.streak(game, player, resets),
                false => self.streak_after(game, frames, player, resets),
            })
        };
        game.facts.streaks.iter().map(of).collect()
    }

    /// The key of the streaks, where conditions ask for them.
    #[inline]
    pub(super) fn streaks_key(&self, game: &Game) -> u64 {
        if game.facts.streaks.is_empty() { 0 } else { self.key_of_streaks(game) }
    }

    #[inline(never)]
    fn key_of_streaks(&self, game: &Game) -> u64 {
        let mut key = 0;
        for (number, (resets, _)) in (0..).zip(&game.facts.streaks) {
            for player in Player::BOTH {
                let Streak { cell, moves } = self.streak(game, player, *resets);
                key ^= game.tables.keys.streak(number, player, cell, moves);
            }
        }
        key
    }

    /// The piece that made the last moves of a player and is still there.
    fn streak(&self, game: &Game, player: Player, resets: Resets) -> Streak {
        let streak = self.streak_after(game, self.frames(), player, resets);
        if self.owned(player).has(streak.cell) { streak } else { Streak::default() }
    }

    /// The piece that made the last moves of a player after the first of the moves played. More moves than any condition
    /// asks for are not told apart.
    fn streak_after(&self, game: &Game, frames: &[Frame], player: Player, resets: Resets) -> Streak {
        let Some(count) = game.facts.streaks.iter().position(|(other, _)| *other == resets) else {
            return Streak::default();
        };
        let (_, most) = game.facts.streaks[count];
        let mut streak = Streak::default();
        let mut stood = None;
        for (number, frame) in frames.iter().enumerate().rev() {
            if frame.mv == Move::NONE || frame.mover != player {
                continue;
            }
            let of_it = stood.is_none_or(|cell| cell == frame.mv.to());
            let moves_a_piece = game.tables.actions[frame.mv.rule()].moves_a_piece();
            if !of_it || !moves_a_piece || self.resets_count(game, number, resets) {
                return streak;
            }
            if streak.moves == 0 {
                streak.cell = frame.mv.to();
            }
            streak.moves += 1;
            stood = Some(frame.mv.from());
            if streak.moves >= most {
                return streak;
            }
        }
        let before = self.before().streaks.get(count).map_or(Streak::default(), |both| both[player.index()]);
        match stood {
            None => before,
            Some(cell) if before.moves > 0 && before.cell == cell => {
                Streak { moves: streak.moves.saturating_add(before.moves).min(most), ..streak }
            }
            Some(_) => streak,
        }
    }
}
