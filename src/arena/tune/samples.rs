//! Quiet positions of games, as numbers.

use std::sync::Arc;

use super::Model;
use crate::arena::{Points, Record};
use crate::eval::{LIMIT, evaluate, linear};
use crate::game::Game;
use crate::on_board;
use crate::position::Position;

/// A position: what its score is made of, and how its game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The score as it is, positive for the first player.
    pub score: f64,
    /// By how much each weight changes it.
    pub gradient: Vec<(u32, f32)>,
    /// What the first player has: 0, a half or 1.
    pub result: f64,
    /// What a search said, positive for the first player.
    pub searched: Option<i32>,
}

/// Positions to learn from, and positions to test what was learnt.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// To learn from.
    pub training: Vec<Sample>,
    /// Of other games.
    pub held_out: Vec<Sample>,
    /// Games that they are from.
    pub games: u64,
}

/// Of so many games one is held out.
const HELD_OUT: u64 = 8;

/// Takes the quiet positions out of games: those after the opening where nobody is in check, nothing has just been
/// captured and nothing was captured next, and no win was in sight.
///
/// # Errors
///
/// When a game cannot be played under the rules, or the script fails.
pub fn samples<'a>(
    model: &Model,
    game: &Arc<Game>,
    records: impl Iterator<Item = &'a Record>,
) -> Result<Samples, String> {
    let mut found = Samples::default();
    for record in records {
        let list =
            if found.games % HELD_OUT == HELD_OUT - 1 { &mut found.held_out } else { &mut found.training };
        take(model, game, record, list).map_err(|why| format!("game {}: {why}", record.game))?;
        found.games += 1;
    }
    Ok(found)
}

fn take(model: &Model, game: &Arc<Game>, record: &Record, list: &mut Vec<Sample>) -> Result<(), String> {
    let mut position = Position::parse(game, &record.start).map_err(|error| error.to_string())?;
    let result = match record.points() {
        Points::Win => 1.0,
        Points::Draw => 0.5,
        Points::Loss => 0.0,
    };
    for (ply, text) in record.moves.iter().enumerate() {
        let mv = position.parse_move(text).map_err(|refusal| format!("illegal move `{text}`: {refusal}"))?;
        let searched =
            ply.checked_sub(record.opening_moves).and_then(|at| record.scores.get(at).copied().flatten());
        let mut next = position.clone();
        next.play_legal(mv);
        let is_quiet = !captured_last(&position) && !captured_last(&next) && !in_check(&position);
        let is_open = searched.is_none_or(|score| score.abs() < LIMIT);
        if ply >= record.opening_moves && is_quiet && is_open {
            let score = evaluate(&position).map_err(|error| error.to_string())?;
            let gradient = model.gradient(&linear::Sum::of(&position));
            list.push(Sample { score: f64::from(score), gradient, result, searched });
        }
        position = next;
    }
    Ok(())
}

fn captured_last(position: &Position) -> bool {
    on_board!(position.engine(), board => board.frames().last().is_some_and(|frame| frame.captures))
}

fn in_check(position: &Position) -> bool {
    let game = position.game();
    game.facts.has_royals && on_board!(position.engine(), board => board.in_check(game, board.turn()))
}
