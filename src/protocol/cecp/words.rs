//! The words of the protocol, as both sides of the wire use them.

use std::fmt;
use std::time::Duration;

use crate::protocol::Score;

/// What a thinking line says from so many on is a forced win.
const MATE: i64 = 100_000;

/// A line of thinking output.
///
/// ```
/// use banco::inside::protocol::Score;
/// use banco::inside::protocol::cecp::Thinking;
///
/// let line = Thinking::read("9 156 1084 48000 Nf3 Nc6").expect("a thinking line");
/// assert_eq!((line.depth, line.score, line.pv.len()), (9, Score::Cp(156), 2));
/// assert_eq!(Thinking::read("3 100002 5 90").map(|line| line.score), Some(Score::Mate(2)));
/// assert_eq!(line.to_string(), "9 156 1084 48000\tNf3 Nc6");
/// assert_eq!(Thinking::read("9. -100002 1 5").map(|line| line.score), Some(Score::Mate(-2)));
/// assert!(Thinking::read("move e2e4").is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// Plies looked ahead.
    pub depth: u32,
    /// The score from the side of the player to move.
    pub score: Score,
    /// Hundredths of a second since the search began.
    pub centiseconds: u64,
    /// Positions visited.
    pub nodes: u64,
    /// The moves that are expected.
    pub pv: Vec<String>,
}

impl Thinking {
    /// Reads a line; `None` when it is another one.
    pub fn read(line: &str) -> Option<Thinking> {
        let (numbers, rest) = line.split_once('\t').unwrap_or((line, ""));
        let mut words = numbers.split_whitespace().peekable();
        let depth = words.next()?.trim_end_matches(['.', '+', '&']).parse().ok()?;
        let score: i64 = words.next()?.parse().ok()?;
        let (centiseconds, nodes) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        // Further numbers may follow: greatest depth, speed, table hits.
        while rest.is_empty() && words.next_if(|word| word.parse::<i64>().is_ok()).is_some() {}
        let moves = words.filter(|_| rest.is_empty()).chain(rest.split_whitespace());
        let score = match score.abs() {
            // A win has at least one move.
            MATE.. if score > 0 => Score::Mate((score - MATE).max(1).try_into().ok()?),
            MATE.. => Score::Mate((score + MATE).try_into().ok()?),
            _ => Score::Cp(score.try_into().ok()?),
        };
        Some(Thinking { depth, score, centiseconds, nodes, pv: moves.map(str::to_owned).collect() })
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = match self.score {
            Score::Cp(points) => i64::from(points).clamp(1 - MATE, MATE - 1),
            Score::Mate(moves) => i64::from(moves.signum()) * (MATE + i64::from(moves.abs())),
        };
        write!(f, "{} {score} {} {}\t{}", self.depth, self.centiseconds, self.nodes, self.pv.join(" "))
    }
}

/// The base time of `level`: minutes, or minutes and seconds.
///
/// ```
/// use std::time::Duration;
/// use banco::inside::protocol::cecp::read_base;
///
/// assert_eq!(read_base("2"), Some(Duration::from_secs(120)));
/// assert_eq!(read_base("0:30"), Some(Duration::from_secs(30)));
/// assert_eq!(read_base("x"), None);
/// ```
pub fn read_base(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let (minutes, seconds): (u32, u32) = (minutes.parse().ok()?, seconds.parse().ok()?);
    Some(Duration::from_secs(60 * u64::from(minutes) + u64::from(seconds)))
}

/// A line of features: words, numbers, and texts in quotes.
pub fn feature_line(features: &[(&str, String)]) -> String {
    let written = |(name, value): &(&str, String)| match value.parse::<i64>() {
        Ok(_) => format!("{name}={value}"),
        Err(_) => format!("{name}=\"{value}\""),
    };
    let all: Vec<String> = features.iter().map(written).collect();
    format!("feature {}", all.join(" "))
}
