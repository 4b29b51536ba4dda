//! Games that need not end: play can go round, and nothing counts how often.

use std::sync::Arc;

use super::deadline;
use super::walk::{LONGEST_LOOK, RandomWalk, effort};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::shelf as codes;
use crate::game::{Condition, Game, Move, split_mix};
use crate::position::Position;
use crate::spec::Reading;

/// How many positions are looked at, all games together.
const POSITIONS: usize = 600;

/// How many moves of each player are tried in a position.
const TRIES: usize = 3;

/// A position and the moves that lead back to it.
struct Round {
    from: String,
    moves: Vec<String>,
}

/// A doubt where both players can take back what they have done, and no end and no veto counts.
pub(super) fn endless(game: &Arc<Game>, reading: &Reading) -> Option<Diagnostic> {
    if counts(game) {
        return None;
    }
    let Round { from, moves } = goes_round(game, effort(game) / 3)?;
    let definition = &reading.definition;
    let own = definition.end.names().map(|name| name.span).filter(|span| definition.says(*span)).last();
    let message = format!("play can go round for ever: from `{from}` the moves {} lead back", listed(&moves));
    let help = "let it end: `[end.repetition]` with `if = { repeats = 3 }` and `winner = \"none\"`; an end with \
                `quiet-plies` or `plies` bounds it, too";
    Some(definition.doubt(codes::ENDLESS, own, message).help(help))
}

/// Whether an end or a veto asks how often, how long or how quietly was played.
fn counts(game: &Game) -> bool {
    let vetoes = game.rules.vetoes.iter().flat_map(|veto| [Some(&veto.when), veto.before.as_ref()]);
    let asked = game.rules.ends.iter().map(|end| &end.when).chain(vetoes.flatten());
    asked.flat_map(Condition::parts).any(|part| match part {
        Condition::Repeats { checking, .. } => checking.is_none(),
        Condition::QuietPlies { .. } | Condition::Plies(_) | Condition::Checks(_) => true,
        _ => false,
    })
}

fn listed(moves: &[String]) -> String {
    moves.iter().map(|mv| format!("`{mv}`")).collect::<Vec<_>>().join(" ")
}

/// Looks, in games played at random, for two moves that the next two take back. A round of more moves is not found.
fn goes_round(game: &Arc<Game>, effort: u64) -> Option<Round> {
    let longest = 40 + 2 * game.rules.geometry.size().min(200);
    deadline::within(LONGEST_LOOK, |stop| {
        let mut walk = RandomWalk::new(game, effort, stop);
        let (mut left, mut state) = (POSITIONS, 0);
        while left > 0 {
            let mut position = Position::start(game);
            for _ in 0..longest {
                left = left.saturating_sub(1);
                let found = round_from(&mut position, &mut walk, &mut state);
                if found.as_ref().is_none_or(Option::is_some) || left == 0 {
                    return found.flatten();
                }
                let Some(mv) = picked(&walk.moves(&mut position)?, &mut state) else { break };
                position.play(mv);
            }
        }
        None
    })
}

fn picked(moves: &[Move], state: &mut u64) -> Option<Move> {
    let number = split_mix(state).checked_rem(moves.len() as u64)?;
    moves.get(number as usize).copied()
}

/// Two moves and two that take them back, among a few that are tried; the outer `None` where the effort is spent.
fn round_from(position: &mut Position, walk: &mut RandomWalk, state: &mut u64) -> Option<Option<Round>> {
    let hash = position.hash();
    let moves = walk.moves(position)?;
    for _ in 0..TRIES.min(moves.len()) {
        let Some(first) = picked(&moves, state) else { break };
        position.play(first);
        let replies = walk.moves(position)?;
        for _ in 0..TRIES.min(replies.len()) {
            let Some(second) = picked(&replies, state) else { break };
            position.play(second);
            let mut played = 2;
            for taken in [first, second] {
                let back = walk.moves(position)?.into_iter().find(|mv| is_back(*mv, taken));
                let Some(back) = back else { break };
                position.play(back);
                played += 1;
            }
            let round = played == 4 && position.hash() == hash && position.outcome().is_none();
            let mut moves: Vec<Move> = (0..played).filter_map(|_| position.undo()).collect();
            if round {
                moves.reverse();
                return Some(Some(told(position, &moves)));
            }
            position.play(first);
        }
        position.undo();
    }
    Some(None)
}

/// Whether a move leads back where another one came from.
fn is_back(mv: Move, taken: Move) -> bool {
    mv.from() == taken.to() && mv.to() == taken.from()
}

fn told(position: &Position, moves: &[Move]) -> Round {
    let mut replayed = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(replayed.move_text(mv));
        replayed.play(mv);
    }
    Round { from: position.alone().to_string(), moves: texts }
}
