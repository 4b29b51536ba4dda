//! Playing at random, from a seed: to see what a definition leads to, and to reach positions.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::shelf as codes;
use crate::game::Game;
use crate::position::Position;
use crate::spec::Definition;

/// How many moves are played, all games together, to look for one that stops without a result.
const PLIES: usize = 5_000;

/// Looks, in games played at random, for a position where the player to move has no move and no end
/// says what that means. A game without any ends is not looked at: that is said of it already.
pub fn undecided(game: &Arc<Game>, definition: &Definition) -> Option<Diagnostic> {
    if game.ends.is_empty() {
        return None;
    }
    let stops = stops_somewhere(game)?;
    let turn = game.player_name(stops.turn());
    let message = format!("play can stop at `{stops}`: {turn} has no move, and no end fires");
    let last_end = definition.end.names().last().map(|name| name.span);
    let span = last_end.or(definition.game.as_ref().map(|game| game.at));
    let found = match span {
        Some(span) => Diagnostic::new(codes::UNDECIDED, span, message),
        None => Diagnostic::anywhere(codes::UNDECIDED, message),
    };
    Some(found.help("say who wins then, by an end with `if = \"no-moves\"`"))
}

fn stops_somewhere(game: &Arc<Game>) -> Option<Position> {
    let start = Position::start(game);
    let longest = 40 + 2 * game.geometry.size().min(200);
    let mut left = PLIES;
    for seed in 0.. {
        let mut position = start.clone();
        play_at_random(&mut position, longest.min(left), seed);
        if position.outcome().is_some_and(|outcome| outcome.end.is_none()) {
            return Some(position);
        }
        left = left.saturating_sub(position.played().len().max(1));
        if left == 0 {
            break;
        }
    }
    None
}

/// Plays up to `plies` moves at random, fewer when the game ends. The same seed plays the same moves on
/// every machine.
pub fn play_at_random(position: &mut Position, plies: usize, seed: u64) {
    let mut state = seed;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[(next(&mut state) % moves.len() as u64) as usize]);
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, and good for a few thousand choices.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::super::{Library, Loaded, starter};
    use super::*;

    #[test]
    fn a_game_without_an_end_for_the_stuck_is_found_by_playing() {
        let sound: Loaded = starter("race").parse().expect("sound");
        assert_eq!(undecided(&sound.game, sound.definition()), None);
        let text = starter("race");
        let (before, rest) = text.split_once("[end.stuck]").expect("an end");
        let (_, after) = rest.split_once("[evaluation.values]").expect("an evaluation");
        let open: Loaded = format!("{before}[evaluation.values]{after}").parse().expect("can be played");
        let found = undecided(&open.game, open.definition()).expect("a position");
        assert_eq!(found.code.name, "undecided");
        let at = found.message.split('`').nth(1).expect("a position");
        let position = Position::parse(&open.game, at).expect("reads back");
        assert!(position.outcome().is_some_and(|outcome| outcome.end.is_none()));
    }

    #[test]
    fn no_shipped_game_stops_without_a_result() {
        let library = Library::with_folder("no such folder");
        for shelved in library.all() {
            let loaded = library.open(&shelved).expect("sound");
            assert_eq!(undecided(&loaded.game, loaded.definition()), None, "{}", shelved.name);
        }
    }
}
