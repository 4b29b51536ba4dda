//! What games at random show of the pieces: how far they go, and what goes with winning.

use std::sync::Arc;

use crate::game::{Game, Kind, Piece, Player, split_mix};
use crate::on_board;
use crate::position::Position;

/// What was seen.
pub(super) struct Seen {
    /// By kind, how many moves a piece had on average.
    pub mobility: Vec<f64>,
    /// What stood on the board, and who had how many moves, in the middle of games that somebody won.
    pub middles: Vec<Middle>,
}

/// A position towards the end of a game that somebody won.
pub(super) struct Middle {
    /// What stood where, by cell number.
    pub pieces: Vec<Piece>,
    /// How many more moves the first player had.
    pub moves: i32,
    /// 1 where the first player won, -1 where the second did.
    pub result: i32,
}

impl Seen {
    /// So many games at most.
    const GAMES: u64 = 240;

    /// So long at most.
    const PLIES: usize = 160;

    /// Moves that are made or tried out at most.
    const EFFORT: u64 = 400_000;

    /// Plays some games.
    pub fn of(game: &Arc<Game>) -> Seen {
        let kinds = game.rules.roster.kinds;
        let (mut moves, mut pieces) = (vec![0u64; kinds], vec![0u64; kinds]);
        let mut middles = Vec::new();
        let mut effort = Seen::EFFORT;
        for number in 0..Seen::GAMES {
            if effort == 0 {
                break;
            }
            let mut position = Position::start(game);
            on_board!(position.parts().1, board => board.limit_effort(effort));
            let mut state = number;
            let mut history: Vec<(Vec<Piece>, [i32; 2])> = Vec::new();
            let mut counts = [0; 2];
            for _ in 0..Seen::PLIES {
                let legal = position.legal_moves();
                if legal.is_empty() || position.outcome().is_some() || effort == 0 {
                    break;
                }
                effort = effort.saturating_sub(legal.len() as u64 + 16);
                let standing = position.pieces();
                let mover = position.turn();
                for piece in standing.iter().filter(|piece| game.rules.roster.owner(**piece) == Some(mover)) {
                    pieces[piece.kind().index()] += 1;
                }
                for mv in legal.iter().filter(|mv| game.tables.actions[mv.rule()].travels()) {
                    moves[position.at(mv.from()).kind().index()] += 1;
                }
                counts[mover.index()] = legal.len() as i32;
                history.push((standing, counts));
                position.play(legal[(split_mix(&mut state) % legal.len() as u64) as usize]);
            }
            effort = effort.min(on_board!(position.engine(), board => board.effort_left()));
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            let Some(winner) = winner.filter(|_| !history.is_empty()) else { continue };
            for (pieces, [first, second]) in
                [2, 4].map(|part| &history[history.len() - history.len() / part - 1])
            {
                let (pieces, result) = (pieces.clone(), winner.sign());
                middles.push(Middle { pieces, moves: first - second, result });
            }
        }
        let mean = |(&moves, &pieces): (&u64, &u64)| moves as f64 / pieces.max(1) as f64;
        Seen { mobility: moves.iter().zip(&pieces).map(mean).collect(), middles }
    }

    /// How a number goes with winning, from -1 to 1; `None` where too few games were won, or it is always the same.
    pub fn goes_with_winning(&self, number: impl Fn(&Middle) -> f64) -> Option<f64> {
        const FEW: usize = 60;
        if self.middles.len() < FEW {
            return None;
        }
        let count = self.middles.len() as f64;
        let pairs: Vec<(f64, f64)> =
            self.middles.iter().map(|middle| (number(middle), f64::from(middle.result))).collect();
        let (mean, mean_result) = (
            pairs.iter().map(|pair| pair.0).sum::<f64>() / count,
            pairs.iter().map(|pair| pair.1).sum::<f64>() / count,
        );
        let both = |of: &dyn Fn(f64, f64) -> f64| {
            pairs.iter().map(|&(number, result)| of(number - mean, result - mean_result)).sum::<f64>()
        };
        let (square, square_result) =
            (both(&|number, _| number * number), both(&|_, result| result * result));
        let spread = (square * square_result).sqrt();
        (spread > 1e-9).then(|| both(&|number, result| number * result) / spread)
    }
}

impl Middle {
    /// Pieces of a kind that the first player had more.
    pub fn balance(&self, game: &Game, kind: Kind) -> i32 {
        let of = |player: Player| {
            self.pieces.iter().filter(|&&piece| piece == Piece::new(kind, player)).count() as i32
        };
        match game.rules.roster.is_neutral(kind) {
            true => 0,
            false => of(Player::First) - of(Player::Second),
        }
    }
}
