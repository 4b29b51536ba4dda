//! How long a search may take, as options say it.

use std::time::Duration;

use crate::diagnostic::nearest;
use crate::game::SearchMethod;
use crate::position::Position;
use crate::search::{Limits, Report, Search};

use super::clock;

/// Positions that the proof of the nearest win may look at: about a second.
const PROOF: u64 = 4_000_000;

/// When a search stops. The first limit that is met counts.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// The deepest iteration, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=Limits::MAX_DEPTH as i64))]
    pub depth: Option<u32>,
    /// Time per search: 500ms, 2s, 1.5m
    #[arg(long, value_name = "T", value_parser = duration)]
    pub time: Option<Duration>,
    /// Positions visited per search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Threads that search together; with more than one, what is found may differ from run to run
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Where chance begins in a Monte-Carlo tree search
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: u64,
    /// Which search it is, where the command says that.
    #[arg(skip)]
    pub algorithm: Option<SearchMethod>,
}

impl LimitArgs {
    /// These limits, or that time when none is given.
    pub(super) fn or_time(&self, time: Duration) -> LimitArgs {
        match self {
            LimitArgs { depth: None, time: None, nodes: None, .. } => {
                LimitArgs { time: Some(time), ..self.clone() }
            }
            _ => self.clone(),
        }
    }

    /// Searches a position within these limits; Ctrl-C stops it early. With `prove`, it may go on a
    /// little to prove that a win found is the nearest.
    pub(super) fn run(
        &self,
        search: &mut Search,
        position: &Position,
        lines: usize,
        prove: bool,
        progress: &mut dyn FnMut(&Report),
    ) -> Report {
        let proof = if prove { PROOF } else { 0 };
        let limits = Limits { proof, lines, ..self.limits() };
        clock::timed(self.time, &limits.stop, || search.run(position, &limits, progress))
    }

    /// These limits; the time is for whoever runs the search to keep.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth.unwrap_or(Limits::MAX_DEPTH),
            nodes: self.nodes.unwrap_or(u64::MAX),
            threads: self.threads.into(),
            seed: self.seed,
            algorithm: self.algorithm,
            ..Limits::default()
        }
    }
}

/// The search that a word names.
pub(super) fn algorithm(word: &str) -> Result<SearchMethod, String> {
    SearchMethod::parse(word).ok_or_else(|| {
        let help = match nearest(word, SearchMethod::WORDS.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", SearchMethod::WORDS.join(", ")),
        };
        format!("unknown algorithm `{}`; {help}", word.escape_debug())
    })
}

/// Reads `2s`, `500ms`, `1.5m`; a bare number is seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds_per = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a time as 500ms, 2s or 1.5m".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "write a time as 500ms, 2s or 1.5m".to_owned())?;
    match Duration::try_from_secs_f64(number * seconds_per) {
        Ok(time) if !time.is_zero() => Ok(time),
        Ok(_) => Err("the time must be more than nothing".to_owned()),
        Err(_) => Err("nobody waits so long".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_unit() {
        for (text, milliseconds) in [("2s", 2000), ("500ms", 500), ("1.5m", 90_000), ("2", 2000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for bad in ["", "s", "2d", "-1s", "0", "0ms", "1.2.3s", "1e99h", "é", "999999999999999999999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
