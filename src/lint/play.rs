//! Playing at random, from a seed: to see what a definition leads to, and to reach positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::deadline;
use crate::diagnostic::codes::{doubts, shelf as codes};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::game::{Game, split_mix};
use crate::on_board;
use crate::position::{Engine, MoveList, Outcome, Position};
use crate::spec::{Definition, Reading};

/// How many moves are played, all games together, to look for one that stops without a result.
const PLIES: usize = 5_000;

/// What may be done for that on a small board: moves that are made or tried out, and cells that ends look at.
/// A quarter more than the dearest shipped game takes.
const EFFORT: u64 = 30_000_000;

/// However slow a machine is.
const LONGEST_LOOK: Duration = Duration::from_secs(20);

/// What playing shows: a game that is over before it begins, or that can stop without a result; `said` are
/// the doubts that there are already. A game without any ends is not played: that is one of them.
pub fn doubts_of_play(game: &Arc<Game>, reading: &Reading, said: &Diagnostics) -> Option<Diagnostic> {
    let definition = &reading.definition;
    let mut start = Position::start(game);
    let outcome =
        deadline::within(LONGEST_LOOK, |stop| RandomWalk::new(game, effort(game), stop).outcome(&mut start))?;
    match outcome {
        Some(Outcome { end: Some(_), .. }) if said.iter().any(|d| d.code == doubts::ALWAYS_HOLDS) => None,
        Some(Outcome { end: Some(end), .. }) => Some(over_at_start(game, end, definition)),
        Some(Outcome { end: None, .. }) => Some(stuck_at_start(game, &start, definition)),
        None if game.rules.ends.is_empty() => None,
        None => undecided(game, reading),
    }
}

fn over_at_start(game: &Game, end: usize, definition: &Definition) -> Diagnostic {
    let name = &game.names.ends[end].name;
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
    let stops = stops_somewhere(game, effort(game))??;
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

/// Such a position, if there is one; `None` where looking for it took too much.
fn stops_somewhere(game: &Arc<Game>, effort: u64) -> Option<Option<Position>> {
    let longest = 40 + 2 * game.rules.geometry.size().min(200);
    deadline::within(LONGEST_LOOK, |stop| {
        let mut left = PLIES;
        let mut walk = RandomWalk::new(game, effort, stop);
        for seed in 0.. {
            let mut position = Position::start(game);
            let played = walk.play(&mut position, longest.min(left), seed)?;
            if walk.outcome(&mut position)?.is_some_and(|outcome| outcome.end.is_none()) {
                return Some(Some(position));
            }
            left = left.saturating_sub(played.max(1));
            if left == 0 {
                break;
            }
        }
        Some(None)
    })
}

/// What may be done to see what a game leads to: less on a large board, where each step takes longer.
pub(crate) fn effort(game: &Game) -> u64 {
    EFFORT / (game.rules.geometry.size() as u64 / 64).isqrt().max(1)
}

/// Plays up to `plies` moves at random, fewer when the game ends. The same seed plays the same moves on
/// every machine.
pub fn play_at_random(position: &mut Position, plies: usize, seed: u64) {
    let game = position.game().clone();
    RandomWalk::new(&game, u64::MAX, &Arc::default()).play(position, plies, seed);
}

/// Plays at random, as long as that takes no more than a bounded effort. `None` where it gave up.
pub(crate) struct RandomWalk<'a> {
    list: MoveList,
    effort: u64,
    stop: &'a Arc<AtomicBool>,
}

impl<'a> RandomWalk<'a> {
    pub(crate) fn new(game: &Game, effort: u64, stop: &'a Arc<AtomicBool>) -> RandomWalk<'a> {
        RandomWalk { list: MoveList::new(game), effort, stop }
    }

    /// Plays up to `plies` moves, fewer when the game ends; how many. A position that was given up is not as
    /// far as it should be.
    pub(crate) fn play(&mut self, position: &mut Position, plies: usize, seed: u64) -> Option<usize> {
        let mut state = seed;
        for played in 0..plies {
            if self.outcome(position)?.is_some() {
                return Some(played);
            }
            let list = &mut self.list;
            let moves = bounded(position, &mut self.effort, self.stop, |game, engine| {
                on_board!(engine, board => board.legal_moves(game, list));
            });
            moves?;
            let moves = self.list.as_slice();
            if moves.is_empty() {
                return Some(played);
            }
            let mv = moves[(split_mix(&mut state) % moves.len() as u64) as usize];
            let (game, engine) = position.parts();
            on_board!(engine, board => board.play(game, mv));
        }
        Some(plies)
    }

    /// How the game ended, if it is over.
    fn outcome(&mut self, position: &mut Position) -> Option<Option<Outcome>> {
        bounded(
            position,
            &mut self.effort,
            self.stop,
            |game, engine| on_board!(engine, board => board.outcome(game)),
        )
    }
}

/// Asks something of a position, within what is left of an effort; `None` where it gave up.
fn bounded<T>(
    position: &mut Position,
    effort: &mut u64,
    stop: &Arc<AtomicBool>,
    ask: impl FnOnce(&Game, &mut Engine) -> T,
) -> Option<T> {
    let (game, engine) = position.parts();
    on_board!(engine, board => {
        board.heed(stop);
        board.limit_effort(*effort);
    });
    let answer = ask(game, engine);
    let asked = game.rules.geometry.size() * (1 + game.rules.ends.len());
    let left = on_board!(engine, board => {
        let left = board.effort_left();
        board.heed_nothing();
        left
    });
    *effort = left.saturating_sub(asked as u64);
    (*effort > 0 && !stop.load(Ordering::Relaxed)).then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Library, Loaded, starter};

    #[test]
    fn a_game_without_an_end_for_the_stuck_is_found_by_playing() {
        let sound: Loaded = starter("race").parse().expect("sound");
        assert_eq!(doubts_of_play(&sound.game, &sound.reading, &sound.doubts()), None);
        let text = starter("race");
        let (before, rest) = text.split_once("[end.stuck]").expect("an end");
        let (_, after) = rest.split_once("[evaluation.values]").expect("an evaluation");
        let open: Loaded = format!("{before}[evaluation.values]{after}").parse().expect("can be played");
        let found = doubts_of_play(&open.game, &open.reading, &open.doubts()).expect("a position");
        assert_eq!(found.code.name, "undecided");
        let at = found.message.split('`').nth(1).expect("a position");
        let position = Position::parse(&open.game, at).expect("reads back");
        assert!(position.outcome().is_some_and(|outcome| outcome.end.is_none()));
    }

    /// After each of a thousand drops, all that the other side could do is asked for.
    const GIFTS: &str = r#"
        [game]
        language = 1
        name     = "Gifts"
        players  = ["white", "black"]
        [board]
        size = [32, 32]
        [pieces.king]
        letter = "K"
        royal  = "each"
        [pieces.king.moves]
        put  = { drop = "supply" }
        walk = { slide = "any" }
        [illegal.gift]
        if = { reachable = "enemy king", on = "last-rank" }
        [end.stuck]
        if     = "no-moves"
        winner = "none"
    "#;

    #[test]
    fn a_game_of_slow_moves_is_not_played_for_ever() {
        let game = Game::parse(GIFTS).expect("sound");
        let effort = 3_000_000;
        assert!(stops_somewhere(&game, effort).is_none());
        let play = |effort| {
            let mut position = Position::start(&game);
            let played = RandomWalk::new(&game, effort, &Arc::default()).play(&mut position, 10, 1);
            (played, position.played().len())
        };
        assert_eq!(play(u64::MAX), (Some(10), 10));
        let (given_up, far) = play(effort);
        assert!(given_up.is_none() && (1..10).contains(&far), "{far}");
        assert_eq!(play(effort), (None, far), "the same on every machine");
    }

    #[test]
    fn every_shipped_game_is_looked_at_fully() {
        let library = Library::with_folder("no such folder");
        for shelved in library.all() {
            let game = library.open(&shelved).expect("sound").game;
            assert!(
                stops_somewhere(&game, effort(&game)).is_some_and(|found| found.is_none()),
                "{}",
                shelved.name
            );
        }
    }

    #[test]
    fn no_shipped_game_stops_without_a_result() {
        let library = Library::with_folder("no such folder");
        for shelved in library.all() {
            let loaded = library.open(&shelved).expect("sound");
            assert_eq!(
                doubts_of_play(&loaded.game, &loaded.reading, &loaded.doubts()),
                None,
                "{}",
                shelved.name
            );
        }
    }
}
