//! What is kept of a game, and of the match that it belongs to.

use serde::{Deserialize, Serialize};

use super::adjudication::{DrawRule, ResignRule};
use super::schedule::{Encounters, Shard};
use super::stats::Points;
use crate::eval::Score;
use crate::game::Player;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// By the rules of the game.
    Rules,
    /// By agreement, as the match was told to.
    Adjudication,
    /// An engine gave up.
    Resignation,
    /// An engine played what is no legal move.
    IllegalMove,
    /// An engine used more time than it had.
    Time,
    /// An engine without a clock gave no answer.
    Hang,
    /// An engine said too much.
    Flood,
    /// An engine ended, or could not go on.
    Crash,
}

impl Cause {
    /// Whether an engine did what nobody may do.
    pub fn is_failure(self) -> bool {
        !matches!(self, Cause::Rules | Cause::Adjudication | Cause::Resignation)
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in the match, from 0.
    pub game: u64,
    /// Its opening, from 0.
    pub opening: u64,
    /// The names of the engines, that of the first-listed player first.
    pub players: [String; 2],
    /// Where it started.
    pub start: String,
    /// The moves, those of the opening included.
    pub moves: Vec<String>,
    /// How many moves are the opening's.
    pub opening_moves: usize,
    /// What was said of the positions after the opening by who moved there, positive for the first-listed player.
    pub scores: Vec<Option<Score>>,
    /// Milliseconds for each of those moves, where time is limited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u64>,
    /// The name of the engine that won, if one did.
    pub winner: Option<String>,
    /// Why it ended.
    pub cause: Cause,
    /// The end of the definition, or what happened.
    pub reason: String,
    /// The last lines exchanged with an engine that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_lines: Vec<String>,
}

impl Record {
    /// What the engine of the first-listed player has.
    pub fn points(&self) -> Points {
        match &self.winner {
            None => Points::Draw,
            Some(winner) if *winner == self.players[0] => Points::Win,
            Some(_) => Points::Loss,
        }
    }

    /// Who has won, of the players as they are listed; `None`: it is drawn.
    pub fn winner(&self) -> Option<Player> {
        match self.points() {
            Points::Win => Some(Player::First),
            Points::Draw => None,
            Points::Loss => Some(Player::Second),
        }
    }
}

/// What a match is: games of two files belong together when this is the same but for the shard.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// What the game was called.
    pub game: String,
    /// The fingerprint of its rules.
    pub rules: String,
    /// The engines by name, with all that may change how they play.
    pub engines: Vec<[String; 2]>,
    /// Which of them meet.
    pub encounters: Encounters,
    /// Games of each encounter.
    pub games: u64,
    /// Where the openings come from.
    pub openings: String,
    /// Adjudication of lost games.
    pub resign: Option<ResignRule>,
    /// Adjudication of draws.
    pub draw: Option<DrawRule>,
    /// Whether known positions end games.
    pub table: bool,
    /// The longest game.
    pub max_plies: usize,
    /// The part.
    pub shard: Option<Shard>,
}

impl Header {
    /// The version that is written.
    pub const VERSION: u32 = 1;

    /// What is different in another match, if something is; how many games and which part may be.
    pub(super) fn difference(&self, other: &Header) -> Option<String> {
        // Taken apart, so that what is added is compared.
        let Header {
            version,
            game,
            rules,
            engines,
            encounters,
            games: _,
            openings,
            resign,
            draw,
            table,
            max_plies,
            shard: _,
        } = self;
        if *version != other.version {
            return Some(format!("it has version {}, not {version}", other.version));
        }
        if *engines != other.engines {
            return Some(unlike_engines(engines, &other.engines));
        }
        let what = [
            ("another game", *game == other.game),
            ("other rules", *rules == other.rules),
            ("other encounters", *encounters == other.encounters),
            ("other openings", *openings == other.openings),
            ("another adjudication", (resign, draw, table) == (&other.resign, &other.draw, &other.table)),
            ("another number of plies at most", *max_plies == other.max_plies),
        ];
        let unlike = what.into_iter().find(|(_, same)| !same);
        unlike.map(|(what, _)| format!("it was played with {what}"))
    }
}

fn unlike_engines(ours: &[[String; 2]], theirs: &[[String; 2]]) -> String {
    let unlike = ours.iter().zip(theirs).find(|(own, other)| own != other);
    match unlike {
        Some(([name, is], [other, was])) if name == other => format!("there `{name}` was {was}, not {is}"),
        Some(([name, _], [other, _])) => format!("there `{other}` played where `{name}` plays now"),
        None => format!("it was played by {} engines, not by {}", theirs.len(), ours.len()),
    }
}
