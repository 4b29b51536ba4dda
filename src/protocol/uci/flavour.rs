//! Where UCI's sisters differ.

use std::time::Duration;

use super::options::OptionSpec;
use super::words::{BestMove, GoWords, Info};
use crate::engine::{Clock, Go};
use crate::game::Player;
use crate::notation::fen_to_sfen;
use crate::position::Position;
use crate::protocol::{Cells, MateUnit, Score, Spelling};

/// A dialect of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Universal Chess Interface.
    Uci,
    /// Universal Chinese Chess Interface.
    Ucci,
    /// Universal Shogi Interface.
    Usi,
    /// Universal Game Interface.
    Ugi,
}

impl Flavour {
    /// The word that begins the talk; with `ok` behind it the answer to it.
    pub fn word(self) -> &'static str {
        match self {
            Flavour::Uci => "uci",
            Flavour::Ucci => "ucci",
            Flavour::Usi => "usi",
            Flavour::Ugi => "ugi",
        }
    }

    /// What it is called.
    pub fn shown(self) -> &'static str {
        match self {
            Flavour::Uci => "UCI",
            Flavour::Ucci => "UCCI",
            Flavour::Usi => "USI",
            Flavour::Ugi => "UGI",
        }
    }

    /// The word before a position's text.
    pub fn position_word(self) -> &'static str {
        if self == Flavour::Usi { "sfen" } else { "fen" }
    }

    /// What a forced win's distance is counted in.
    pub fn mate_unit(self) -> MateUnit {
        if matches!(self, Flavour::Ugi | Flavour::Usi) { MateUnit::Plies } else { MateUnit::Moves }
    }

    /// Whether the reply that is expected stands beside the best move. UGI has no word for it, and who plays games by it
    /// waits for a line of two words.
    pub fn names_replies(self) -> bool {
        self != Flavour::Ugi
    }

    /// How moves are written, with that letter before drops where banco writes the cell alone.
    pub fn spelling(self, drop: Option<char>) -> Spelling {
        match self {
            Flavour::Uci => Spelling::uci(drop),
            Flavour::Ugi => Spelling { pass: Some("pass"), ..Spelling::uci(None) },
            Flavour::Ucci => Spelling { cells: Cells::FromZero, ..Spelling::uci(drop) },
            Flavour::Usi => Spelling { cells: Cells::FromRight, drop_sign: '*', ..Spelling::uci(drop) },
        }
    }

    /// The words that say a position. Where the start of the game is not `usual`, it is said, too.
    pub fn position_words(self, start: &Position, usual: bool) -> String {
        if usual && start.to_string() == Position::start(start.game()).to_string() {
            return "startpos".to_owned();
        }
        match self {
            Flavour::Usi => format!("sfen {}", fen_to_sfen(&start.to_string())),
            _ => format!("fen {start}"),
        }
    }

    /// What asks for a move.
    pub fn go_line(self, words: &GoWords) -> String {
        let clock = match self {
            Flavour::Uci | Flavour::Usi => ["wtime", "btime", "winc", "binc"],
            Flavour::Ucci => ["time", "opptime", "increment", "oppincrement"],
            Flavour::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
        };
        let mut line = String::new();
        // A text takes all that is written.
        let _ = words.write_with(clock, &mut line);
        line
    }

    /// What sets an option.
    pub fn set_line(self, name: &str, value: &str) -> String {
        match self {
            Flavour::Ucci => format!("setoption {name} {value}").trim_end().to_owned(),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    /// An option as a line.
    pub fn option_line(self, option: &OptionSpec) -> String {
        match self {
            Flavour::Ucci => format!("option {} {}", option.name, option.kind),
            _ => format!("option name {} {}", option.name, option.kind),
        }
    }

    /// An `info` line.
    pub fn info_line(self, info: &Info) -> String {
        if self != Flavour::Ucci {
            return info.to_string();
        }
        let score = match info.score {
            Some(Score::Cp(points)) => format!(" score {points}"),
            Some(Score::Mate(moves)) => format!(" score {}", moves.signum() * (10_000 - moves.abs())),
            None => String::new(),
        };
        let plain = Info { score: None, bound: None, pv: Vec::new(), ..info.clone() };
        let pv = if info.pv.is_empty() { String::new() } else { format!(" pv {}", info.pv.join(" ")) };
        format!("{plain}{score}{pv}")
    }

    /// A `bestmove` line, or what stands for it where there is none.
    pub fn best_line(self, best: &BestMove) -> String {
        match (self, &best.mv) {
            (Flavour::Ucci, None) => "nobestmove".to_owned(),
            (Flavour::Usi, None) => "bestmove resign".to_owned(),
            _ => best.to_string(),
        }
    }

    /// Which of the two times is whose: the number of the player's time.
    pub(in crate::protocol) fn number(self, position: &Position, player: Player) -> usize {
        let game = position.game();
        let first = match self {
            Flavour::Ucci => position.turn(),
            Flavour::Ugi => game.rules.first,
            // Black moves first there.
            Flavour::Usi => !game.rules.first,
            Flavour::Uci => white(position),
        };
        usize::from(player != first)
    }

    /// What a search is asked for in words.
    pub fn go(self, words: &GoWords, position: &Position, thousandth: bool) -> Go {
        let unit = if thousandth { 1 } else { 1_000 };
        let time = |number: i64| Duration::from_millis(number.clamp(0, 1 << 40) as u64 * unit);
        let count = |number: i64| u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        let number = self.number(position, position.turn());
        let byoyomi = words.byoyomi.filter(|&byoyomi| byoyomi > 0).map(time);
        let clock = words.time[number].map(|left| Clock {
            left: time(left) + byoyomi.unwrap_or_default(),
            increment: words.increment[number].map_or(Duration::ZERO, time) + byoyomi.unwrap_or_default(),
            moves_to_go: words.moves_to_go.map(count),
        });
        // There the number is the time, and every mate will do.
        let any_win = self == Flavour::Usi && (words.mate.is_some() || words.any_mate);
        let mate = words.mate.filter(|_| !any_win).map(count);
        let mate_in_plies = match self.mate_unit() {
            MateUnit::Plies => mate,
            MateUnit::Moves => mate.map(|moves| moves.saturating_mul(2) - 1),
        };
        Go {
            clock: clock.filter(|_| words.movetime.is_none()),
            depth: words.depth.map(count),
            nodes: words.nodes.map(|nodes| nodes.max(1) as u64),
            mate: mate_in_plies.map(|plies| plies.min(1_000)),
            time: words
                .movetime
                .or(words.mate.filter(|_| any_win))
                .map(time)
                .or(byoyomi.filter(|_| clock.is_none())),
            infinite: words.infinite,
            any_win,
            plays_on: self != Flavour::Ugi,
            ponder: words.ponder,
            search_moves: Vec::new(),
        }
    }
}

/// The player whom UCI calls White: who is written `w`, or is not written `b`, or moves first.
fn white(position: &Position) -> Player {
    let game = position.game();
    let written =
        |letter: &str| Player::BOTH.into_iter().find(|p| game.names.players[p.index()].turn == letter);
    written("w").or(written("b").map(|black| !black)).unwrap_or(game.rules.first)
}
