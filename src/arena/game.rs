//! One game, with banco's rules as the referee.

use std::sync::atomic::Ordering;

use super::adjudication::Ended;
use super::clock::Clocks;
use super::player::Player as Seat;
use super::record::{Cause, Record};
use super::schedule::Fixture;
use super::setup::Match;
use crate::eval::Score;
use crate::game::{Move, Player};
use crate::position::Position;
use crate::protocol::client::{Reply, Says, Trouble};

/// Why a game without a fitting end is over.
const UNDECIDED: &str = "no legal move, and no end says what that means";

/// How a game ended.
struct GameEnd {
    winner: Option<Player>,
    cause: Cause,
    reason: String,
    last_lines: Vec<String>,
}

impl GameEnd {
    fn new(winner: Option<Player>, cause: Cause, reason: impl Into<String>) -> GameEnd {
        GameEnd { winner, cause, reason: reason.into(), last_lines: Vec::new() }
    }
}

impl From<Ended> for GameEnd {
    fn from(ended: Ended) -> GameEnd {
        GameEnd::new(ended.winner, Cause::Adjudication, ended.reason)
    }
}

/// A game that goes on.
struct Referee<'a> {
    contest: &'a Match,
    position: Position,
    clocks: Clocks,
    said: Vec<(Player, Option<Score>)>,
    times: Vec<u64>,
}

/// Plays a game to its end; `None` when the match was ended before.
pub(super) fn play(contest: &Match, fixture: &Fixture, mut seats: [&mut dyn Seat; 2]) -> Option<Record> {
    let opening = &contest.openings[(fixture.round % contest.openings.len() as u64) as usize];
    let position = match opening.position(&contest.game) {
        Ok(position) => position,
        Err(why) => unreachable!("openings are checked: {why}"),
    };
    let opening_moves = position.played().len();
    let paces = fixture.players.map(|engine| contest.engines[engine].pace.clone());
    let clocks = Clocks::new(paces, contest.margin, contest.patience);
    let mut board = Referee { contest, position, clocks, said: Vec::new(), times: Vec::new() };
    let end = match board.begin(&mut seats) {
        Some(end) => end,
        None => loop {
            if contest.abort.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(end) = board.turn(&mut seats) {
                break end;
            }
        },
    };
    if contest.abort.load(Ordering::Relaxed) && end.cause != Cause::Rules {
        // What goes wrong while everything ends is nobody's fault.
        return None;
    }
    Some(board.record(fixture, opening_moves, end))
}

impl Referee<'_> {
    /// Tells both players of the game; how it ends when one of them cannot play.
    fn begin(&mut self, seats: &mut [&mut dyn Seat; 2]) -> Option<GameEnd> {
        let start = self.position.origin();
        Player::BOTH.into_iter().find_map(|player| {
            let seat = &mut seats[player.index()];
            let trouble = seat.new_game(&start).err()?;
            Some(self.failed(player, trouble, *seat))
        })
    }

    /// One move; how the game ends by it, if it does.
    fn turn(&mut self, seats: &mut [&mut dyn Seat; 2]) -> Option<GameEnd> {
        if let Some(end) = self.decided() {
            return Some(end);
        }
        let player = self.position.turn();
        let seat = &mut seats[player.index()];
        let Reply { says, score, took } = match seat.choose(&self.position, &self.clocks.go(player)) {
            Ok(reply) => reply,
            Err(trouble) => return Some(self.failed(player, trouble, *seat)),
        };
        if !self.clocks.moved(player, took) {
            let reason = format!("lost on time: {:.3} s for a move", took.as_secs_f64());
            return Some(GameEnd::new(Some(!player), Cause::Time, reason));
        }
        let mv = match self.legal(says) {
            Ok(mv) => mv,
            Err((cause, reason)) => {
                let last_lines = seat.last_lines();
                return Some(GameEnd { last_lines, ..GameEnd::new(Some(!player), cause, reason) });
            }
        };
        if self.clocks.is_timed(player) {
            self.times.push(took.as_millis() as u64);
        }
        self.position.play_legal(mv);
        self.said.push((player, score));
        self.decided().or_else(|| {
            let adjudication = &self.contest.adjudication;
            adjudication.judge(&self.position, player, &self.said).map(GameEnd::from)
        })
    }

    fn decided(&self) -> Option<GameEnd> {
        let outcome = self.position.outcome()?;
        let reason = outcome.end.map_or(UNDECIDED, |end| self.position.game().names.ends[end].name.as_str());
        Some(GameEnd::new(outcome.winner, Cause::Rules, reason))
    }

    /// The legal move that was said, or why there is none.
    fn legal(&self, says: Says) -> Result<Move, (Cause, String)> {
        let text = match says {
            Says::Move(mv) if self.position.is_legal(mv) => return Ok(mv),
            Says::Move(mv) => self.position.game().plain_text(mv),
            Says::Resigns => return Err((Cause::Resignation, "gave up".to_owned())),
            Says::NoMove(text) => text,
        };
        let shown: String = text.chars().take(60).collect();
        let why = match self.position.parse_move(&text) {
            Err(refusal) => refusal.message(),
            Ok(_) => "no legal move".to_owned(),
        };
        Err((Cause::IllegalMove, format!("illegal move `{}`: {why}", shown.escape_debug())))
    }

    /// What an engine's trouble means for the game.
    fn failed(&self, player: Player, trouble: Trouble, seat: &mut dyn Seat) -> GameEnd {
        let cause = match trouble {
            Trouble::Silent(_) if self.clocks.is_timed(player) => Cause::Time,
            Trouble::Silent(_) => Cause::Hang,
            Trouble::Flood => Cause::Flood,
            Trouble::NotStarted(_) | Trouble::Gone(_) | Trouble::Refused(_) => Cause::Crash,
        };
        let last_lines = seat.last_lines();
        seat.give_up();
        GameEnd { last_lines, ..GameEnd::new(Some(!player), cause, trouble.to_string()) }
    }

    fn record(self, fixture: &Fixture, opening_moves: usize, end: GameEnd) -> Record {
        let players = fixture.players.map(|engine| self.contest.engines[engine].name.clone());
        let moves = self.position.played_texts();
        let start = self.position.origin();
        let score = |(player, score): (Player, Option<Score>)| score.map(|score| player.sign() * score);
        Record {
            game: fixture.number,
            opening: fixture.round,
            winner: end.winner.map(|winner| players[winner.index()].clone()),
            players,
            start: start.to_string(),
            moves,
            opening_moves,
            scores: self.said.into_iter().map(score).collect(),
            times: self.times,
            cause: end.cause,
            reason: end.reason,
            last_lines: end.last_lines,
        }
    }
}
