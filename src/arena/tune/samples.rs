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
pub const HELD_OUT: u64 = 8;

/// A position's labels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quiet {
    /// What the first player has in the end: 0, a half or 1.
    pub result: f64,
    /// What a search said, positive for the first player.
    pub searched: Option<i32>,
}

/// Takes the quiet positions out of games, with what each weight is worth in them.
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
    found.games = quiet_positions(game, records, |position, quiet, is_held_out| {
        let score = f64::from(evaluate(position).map_err(|error| error.to_string())?);
        let gradient = model.gradient(&linear::Sum::of(position));
        let list = if is_held_out { &mut found.held_out } else { &mut found.training };
        list.push(Sample { score, gradient, result: quiet.result, searched: quiet.searched });
        Ok(())
    })?;
    Ok(found)
}

/// Visits the quiet positions of games, those after the opening where nobody is in check, nothing has just been captured
/// and nothing was captured next, and no win was in sight: with its labels, and whether its game is held out. Where
/// captures have to be played, a capture that no other answers is over, and the position after it is quiet. Where captures
/// bind, so is every position with a choice of moves. The answer is how many games there are.
///
/// # Errors
///
/// When a game cannot be played under the rules; what the visit says.
pub fn quiet_positions<'a>(
    game: &Arc<Game>,
    records: impl Iterator<Item = &'a Record>,
    mut visit: impl FnMut(&Position, &Quiet, bool) -> Result<(), String>,
) -> Result<u64, String> {
    let mut games = 0;
    for record in records {
        let is_held_out = games % HELD_OUT == HELD_OUT - 1;
        let visit = |position: &Position, quiet: &Quiet| visit(position, quiet, is_held_out);
        take(game, record, visit).map_err(|why| format!("game {}: {why}", record.game))?;
        games += 1;
    }
    Ok(games)
}

fn take(
    game: &Arc<Game>,
    record: &Record,
    mut visit: impl FnMut(&Position, &Quiet) -> Result<(), String>,
) -> Result<(), String> {
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
        let may_choose = game.facts.captures_bind && position.legal_moves().len() > 1;
        let is_over = game.facts.plays_captures_out || !captured_last(&position);
        let is_quiet = may_choose || is_over && !captured_last(&next) && !in_check(&position);
        let is_open = searched.is_none_or(|score| score.abs() < LIMIT);
        if ply >= record.opening_moves && is_quiet && is_open {
            visit(&position, &Quiet { result, searched })?;
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
