//! What playing at random shows of a definition.

use std::sync::Arc;

use super::walk::{LONGEST_LOOK, RandomWalk, effort};
use super::{deadline, endless};
use crate::diagnostic::codes::{doubts, shelf as codes};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::game::Game;
use crate::position::{Outcome, Position};
use crate::spec::{Definition, Reading};

/// How many moves are played, all games together, to look for one that stops without a result.
const PLIES: usize = 5_000;

/// How many games have to end alike and early to be called over at once.
const FIRST_GAMES: u64 = 24;

/// What playing shows: a game that is over before it begins or at once, can stop without a result, has more ways to go on
/// than are followed, or goes round for ever; `said` are the doubts that there are already. A game without any ends is not
/// played: that is one of them.
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
        None => at_random(game, reading).or_else(|| endless::endless(game, reading)),
    }
}

/// What an end is called, and where the definition names it.
fn named_end<'g>(game: &'g Game, end: usize, definition: &Definition) -> (&'g str, Option<Span>) {
    let name = &game.names.ends[end].name;
    (name, definition.end.names().find(|end| end.value == *name).map(|end| end.span))
}

fn over_at_start(game: &Game, end: usize, definition: &Definition) -> Diagnostic {
    let (name, place) = named_end(game, end, definition);
    let message = format!("`{name}` holds at the start: the game is over before it begins");
    let help = "ends are tried at the start, too; there the player who is not to move counts as the mover";
    definition.doubt(codes::OVER_AT_START, place, message).help(help)
}

fn over_at_once(game: &Game, end: usize, definition: &Definition) -> Diagnostic {
    let (name, place) = named_end(game, end, definition);
    let message =
        format!("`{name}` ended all of {FIRST_GAMES} random games before either player had moved twice");
    let help = "who has just moved is the mover, and `own` and `enemy` are meant from there";
    definition.doubt(codes::OVER_AT_ONCE, place, message).help(help)
}

fn stuck_at_start(game: &Game, start: &Position, definition: &Definition) -> Diagnostic {
    let turn = game.player_name(start.turn());
    let place = definition.setup.as_ref().and_then(|setup| setup.drawn());
    let message = format!("{turn} begins and has no move at the start, and no end fires");
    let help = "`first` in `[game]` says who begins, `[setup]` what stands where";
    definition.doubt(codes::STUCK_AT_START, place, message).help(help)
}

/// What games played at random lead to that nobody can mean.
fn at_random(game: &Arc<Game>, reading: &Reading) -> Option<Diagnostic> {
    match stops_somewhere(game, effort(game))?? {
        Snag::Early(end) => Some(over_at_once(game, end, &reading.definition)),
        Snag::Stops(position) => Some(undecided(&position, reading)),
        Snag::Tangle(position) => Some(tangled(&position, &reading.definition)),
    }
}

/// A position where the player to move has no move, and no end says what that means.
fn undecided(stops: &Position, reading: &Reading) -> Diagnostic {
    let (game, definition) = (stops.game(), &reading.definition);
    let turn = game.player_name(stops.turn());
    let message = format!("play can stop at `{stops}`: {turn} has no move, and no end fires");
    let own = |span: &Span| definition.says(*span);
    // An end that is dropped here would have said it.
    let dropped = reading.drops_end_with("no-moves").filter(own);
    let ends = definition.end.names().map(|name| name.span);
    let found = definition.doubt(codes::UNDECIDED, dropped.or(ends.filter(own).last()), message);
    found.help("say who wins then, by an end with `if = \"no-moves\"`")
}

/// A position in which a piece can go on in more ways than are followed.
fn tangled(position: &Position, definition: &Definition) -> Diagnostic {
    let why = position.too_many_ways().unwrap_or_default();
    let message = format!("moves are missing at `{position}`: {why}");
    let help =
        "a rule with `again` hardly means each of them: look at its `onto`, its `over` and what it takes";
    definition.doubt(codes::TOO_MANY_WAYS, None, message).help(help)
}

/// What a game played at random led to.
pub enum Snag {
    /// This end fires in each game before a player has moved twice.
    Early(usize),
    /// Nobody can move, and no end fires.
    Stops(Position),
    /// Pieces can go on in too many ways.
    Tangle(Position),
}

/// The first snag that games run into, if there is one; `None` where looking for it took too much.
pub fn stops_somewhere(game: &Arc<Game>, effort: u64) -> Option<Option<Snag>> {
    let longest = 40 + 2 * game.rules.geometry.size().min(200);
    deadline::within(LONGEST_LOOK, |stop| {
        let (mut left, mut early) = (PLIES, None);
        let mut walk = RandomWalk::new(game, effort, stop);
        for seed in 0.. {
            let mut position = Position::start(game);
            let played = walk.play(&mut position, longest.min(left), seed);
            if let Some(tangle) = walk.tangle.take() {
                return Some(Some(Snag::Tangle(tangle)));
            }
            let played = played?;
            let outcome = walk.outcome(&mut position)?;
            if outcome.is_some_and(|outcome| outcome.end.is_none()) {
                return Some(Some(Snag::Stops(position)));
            }
            let end = outcome.and_then(|outcome| outcome.end).filter(|_| played <= 2);
            // Small games may well leave nobody a move soon.
            let end = end.filter(|&end| !game.rules.ends[end].when.implies_no_moves());
            early = if seed == 0 || early == end { end } else { None };
            if let Some(end) = early.filter(|_| seed + 1 == FIRST_GAMES) {
                return Some(Some(Snag::Early(end)));
            }
            left = left.saturating_sub(played.max(1));
            if left == 0 {
                break;
            }
        }
        Some(None)
    })
}
