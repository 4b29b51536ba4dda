//! The words of UCI, as both sides of the wire use them.
//!
//! ```
//! use banco::inside::protocol::uci::{GoWords, Info};
//!
//! let info = Info::read("info depth 3 score cp -12 nodes 500 pv e7e5 g1f3").expect("an info line");
//! assert_eq!((info.depth, info.pv.len()), (Some(3), 2));
//! assert_eq!(info.to_string(), "info depth 3 score cp -12 nodes 500 pv e7e5 g1f3");
//!
//! let go = GoWords::read("wtime 1000 winc 10 searchmoves e2e4 d2d4 depth 5");
//! assert_eq!(go.to_string(), "go searchmoves e2e4 d2d4 wtime 1000 winc 10 depth 5");
//! ```

use std::fmt;

use crate::protocol::Score;
use crate::search::Bound;

/// What `go` asks for. Times are milliseconds; those of the first side come first: White's in UCI, those of the
/// player who moves first in UGI and USI, those of the player to move in UCCI.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct GoWords {
    /// The moves to choose among.
    pub search_moves: Vec<String>,
    /// It thinks on the opponent's time.
    pub ponder: bool,
    /// What is left on the clocks; less than nothing is possible.
    pub time: [Option<i64>; 2],
    /// What is added for every move.
    pub increment: [Option<i64>; 2],
    /// Moves until more time is given.
    pub moves_to_go: Option<i64>,
    /// The time for every move once the clock is down.
    pub byoyomi: Option<i64>,
    /// The deepest iteration.
    pub depth: Option<i64>,
    /// The nodes that may be visited.
    pub nodes: Option<i64>,
    /// A win within so many moves is looked for.
    pub mate: Option<i64>,
    /// A win is looked for without any limit: USI's `mate infinite`.
    pub any_mate: bool,
    /// The time for this move.
    pub movetime: Option<i64>,
    /// It answers only when it is stopped.
    pub infinite: bool,
    /// Leaves of that depth are to be counted.
    pub perft: Option<i64>,
    /// What was not understood.
    pub unknown: Vec<String>,
}

/// The words that stand before a number.
const NUMBERED: [&str; 16] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "byoyomi",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
    "time",
];

impl GoWords {
    /// Reads what stands behind `go`. What is not understood is kept apart.
    pub fn read(text: &str) -> GoWords {
        let mut go = GoWords::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_word(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                "mate" if words.next_if_eq(&"infinite").is_some() => go.any_mate = true,
                _ if NUMBERED.contains(&word) => {
                    let number = words.next_if(|next| next.parse::<i64>().is_ok());
                    match number.and_then(|number| number.parse().ok()) {
                        Some(number) => go.take(word, number),
                        None => go.unknown.push(word.to_owned()),
                    }
                }
                _ => go.unknown.push(word.to_owned()),
            }
        }
        go
    }

    fn take(&mut self, word: &str, number: i64) {
        let place = match word {
            "wtime" | "p1time" => &mut self.time[0],
            "btime" | "p2time" => &mut self.time[1],
            "winc" | "p1inc" => &mut self.increment[0],
            "binc" | "p2inc" => &mut self.increment[1],
            "movestogo" => &mut self.moves_to_go,
            "byoyomi" => &mut self.byoyomi,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "perft" => &mut self.perft,
            _ => &mut self.movetime,
        };
        *place = Some(number);
    }
}

fn is_word(word: &str) -> bool {
    NUMBERED.contains(&word) || ["infinite", "ponder", "searchmoves"].contains(&word)
}

impl fmt::Display for GoWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with(["wtime", "btime", "winc", "binc"], f)
    }
}

impl GoWords {
    /// Whether it says when the search has to end.
    fn is_limited(&self) -> bool {
        let numbers = [self.byoyomi, self.depth, self.nodes, self.mate, self.movetime, self.perft];
        self.infinite || self.any_mate || numbers.iter().chain(&self.time).any(Option::is_some)
    }

    /// Whether something was said and no limit was understood: nobody wants that search to go on without end.
    pub(super) fn is_unclear(&self) -> bool {
        !self.unknown.is_empty() && !self.is_limited()
    }

    /// Writes the line with those words before the two times and the two increments.
    pub(super) fn write_with(&self, clock: [&str; 4], out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "go")?;
        if !self.search_moves.is_empty() {
            write!(out, " searchmoves {}", self.search_moves.join(" "))?;
        }
        let times = clock.into_iter().zip(self.time.into_iter().chain(self.increment));
        let others = [
            ("movestogo", self.moves_to_go),
            ("byoyomi", self.byoyomi),
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("mate", self.mate),
            ("movetime", self.movetime),
            ("perft", self.perft),
        ];
        if self.ponder {
            write!(out, " ponder")?;
        }
        for (word, number) in times.chain(others) {
            number.map_or(Ok(()), |number| write!(out, " {word} {number}"))?;
        }
        if self.infinite { write!(out, " infinite") } else { Ok(()) }
    }
}

/// An `info` line.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Plies looked ahead where it went furthest.
    pub seldepth: Option<u32>,
    /// Which of several best lines this is, from 1.
    pub multipv: Option<u32>,
    /// The score from the side of the player to move.
    pub score: Option<Score>,
    /// What the score is where it is not the value itself.
    pub bound: Option<Bound>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions visited in a second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The moves that are expected.
    pub pv: Vec<String>,
    /// Anything that is to be shown.
    pub string: Option<String>,
}

impl Info {
    /// Reads a line; `None` when it is no `info` line. What is not understood is left out.
    pub fn read(line: &str) -> Option<Info> {
        let rest = line.trim().strip_prefix("info")?;
        let mut info = Info::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                // UCCI says the score at once.
                "score" => {
                    let plain = words.next_if(|next| next.parse::<i32>().is_ok());
                    info.score = plain.and_then(|points| points.parse().ok()).map(Score::Cp).or(info.score);
                }
                "depth" => info.depth = number(&mut words),
                "seldepth" => info.seldepth = number(&mut words),
                "multipv" => info.multipv = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "nps" => info.nps = number(&mut words),
                "hashfull" => info.hashfull = number(&mut words),
                "time" => info.time = number(&mut words),
                "cp" => info.score = number(&mut words).map(Score::Cp),
                "mate" => info.score = number(&mut words).map(Score::Mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                "string" => info.string = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        Some(info)
    }
}

fn number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info")?;
        let small = [("depth", self.depth), ("seldepth", self.seldepth), ("multipv", self.multipv)];
        for (word, number) in small {
            number.map_or(Ok(()), |number| write!(f, " {word} {number}"))?;
        }
        match self.score {
            Some(Score::Cp(points)) => write!(f, " score cp {points}")?,
            Some(Score::Mate(distance)) => write!(f, " score mate {distance}")?,
            None => {}
        }
        match self.bound {
            Some(Bound::Lower) => write!(f, " lowerbound")?,
            Some(Bound::Upper) => write!(f, " upperbound")?,
            Some(Bound::Exact) | None => {}
        }
        let hashfull = self.hashfull.map(u64::from);
        let large = [("nodes", self.nodes), ("nps", self.nps), ("hashfull", hashfull), ("time", self.time)];
        for (word, number) in large {
            number.map_or(Ok(()), |number| write!(f, " {word} {number}"))?;
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        self.string.iter().try_for_each(|text| write!(f, " string {text}"))
    }
}

/// A `bestmove` line.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move; none when the game is over.
    pub mv: Option<String>,
    /// The reply that is expected.
    pub ponder: Option<String>,
}

impl BestMove {
    /// Reads a line; `None` when it is no `bestmove` line.
    pub fn read(line: &str) -> Option<BestMove> {
        let mut words = line.split_whitespace();
        if words.next()? != "bestmove" {
            return None;
        }
        let mv = words.next().filter(|mv| !["(none)", "none", "NULL"].contains(mv)).map(str::to_owned);
        let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
        Some(BestMove { mv, ponder: ponder.map(str::to_owned) })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.mv.as_deref().unwrap_or("(none)"))?;
        self.ponder.iter().try_for_each(|mv| write!(f, " ponder {mv}"))
    }
}

/// What stands behind `position`: the position's text, `startpos` as such, and the moves.
pub fn read_position<'a>(rest: &'a str, keyword: &str) -> (String, Vec<&'a str>) {
    let mut words = rest.split_whitespace();
    let before = words.by_ref().take_while(|word| *word != "moves");
    let start: Vec<&str> = before.filter(|word| *word != keyword).collect();
    (start.join(" "), words.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_are_read() {
        for line in [
            "info depth 12 seldepth 20 multipv 2 score mate -3 nodes 9 nps 8 hashfull 7 time 6 pv a1a2 b1b2",
            "info depth 1 score cp 5 lowerbound nodes 3",
            "info string hello there",
        ] {
            assert_eq!(Info::read(line).expect("an info line").to_string(), line);
        }
        for line in ["bestmove e2e4 ponder e7e5", "bestmove e2e4", "bestmove (none)"] {
            assert_eq!(BestMove::read(line).expect("a best move").to_string(), line);
        }
        assert_eq!((Info::read("bestmove e2e4"), BestMove::read("info depth 1")), (None, None));
    }

    #[test]
    fn what_is_not_understood_is_kept_apart() {
        let go = GoWords::read("wtime x btime -5 depth searchmoves a1a2 nodes 9999999999999999999 infinite");
        let expected = GoWords {
            time: [None, Some(-5)],
            search_moves: vec!["a1a2".to_owned()],
            infinite: true,
            unknown: ["wtime", "x", "depth", "nodes", "9999999999999999999"].map(str::to_owned).to_vec(),
            ..GoWords::default()
        };
        assert_eq!(go, expected);
    }

    #[test]
    fn the_word_moves_may_have_nothing_behind_it() {
        assert_eq!(read_position("startpos moves", "fen"), ("startpos".to_owned(), vec![]));
        let (start, moves) = read_position(" fen 8/8 w - - moves  a1a2 ", "fen");
        assert_eq!((start.as_str(), moves), ("8/8 w - -", vec!["a1a2"]));
    }
}
