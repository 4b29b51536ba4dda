//! Playing at random, from a seed: to see what a definition leads to, and to reach positions.

use std::sync::Arc;

use crate::diagnostic::codes::{doubts, shelf as codes};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::game::Game;
use crate::position::{Outcome, Position};
use crate::spec::{Definition, Reading};

/// How many moves are played, all games together, to look for one that stops without a result.
const PLIES: usize = 5_000;

/// What playing shows: a game that is over before it begins, or that can stop without a result; `said` are
/// the doubts that there are already. A game without any ends is not played: that is one of them.
pub fn doubts_of_play(game: &Arc<Game>, reading: &Reading, said: &Diagnostics) -> Option<Diagnostic> {
    let definition = &reading.definition;
    let start = Position::start(game);
    match start.outcome() {
        Some(Outcome { end: Some(_), .. }) if said.iter().any(|d| d.code == doubts::ALWAYS_HOLDS) => None,
        Some(Outcome { end: Some(end), .. }) => Some(over_at_start(game, end, definition)),
        Some(Outcome { end: None, .. }) => Some(stuck_at_start(game, &start, definition)),
        None if game.ends.is_empty() => None,
        None => undecided(game, reading),
    }
}

fn over_at_start(game: &Game, end: usize, definition: &Definition) -> Diagnostic {
    let name = &game.ends[end].name;
    let place = definition.end.names().find(|end| end.value == *name).map(|end| end.span);
    let message = format!("`{name}` holds at the start: the game is over before it begins");
    let help = "ends are tried at the start, too; there the player who is not to move counts as the mover";
    definition.doubt(codes::OVER_AT_START, place, message).help(help)
}

fn stuck_at_start(game: &Game, start: &Position, definition: &Definition) -> Diagnostic {
    let turn = game.player_name(start.turn());
    let place = definition.setup.as_ref().and_then(|setup| setup.drawn());
    let message = format!("{turn} begins and has no move at the start, and no end fires");
    let help = "`first` in `[game]` says who begins, `[setup]` what stands where";
    definition.doubt(codes::STUCK_AT_START, place, message).help(help)
}

/// Looks, in games played at random, for a position where the player to move has no move and no end
/// says what that means.
fn undecided(game: &Arc<Game>, reading: &Reading) -> Option<Diagnostic> {
    let stops = stops_somewhere(game)?;
    let definition = &reading.definition;
    let turn = game.player_name(stops.turn());
    let message = format!("play can stop at `{stops}`: {turn} has no move, and no end fires");
    let own = |span: &Span| definition.says(*span);
    // An end that is dropped here would have said it.
    let dropped = reading.drops_end_with("no-moves").filter(own);
    let ends = definition.end.names().map(|name| name.span);
    let found = definition.doubt(codes::UNDECIDED, dropped.or(ends.filter(own).last()), message);
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
        assert_eq!(doubts_of_play(&sound.game, &sound.reading, &sound.warnings), None);
        let text = starter("race");
        let (before, rest) = text.split_once("[end.stuck]").expect("an end");
        let (_, after) = rest.split_once("[evaluation.values]").expect("an evaluation");
        let open: Loaded = format!("{before}[evaluation.values]{after}").parse().expect("can be played");
        let found = doubts_of_play(&open.game, &open.reading, &open.warnings).expect("a position");
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
            assert_eq!(
                doubts_of_play(&loaded.game, &loaded.reading, &loaded.warnings),
                None,
                "{}",
                shelved.name
            );
        }
    }
}
