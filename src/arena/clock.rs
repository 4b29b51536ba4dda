//! Time controls, and how long a player may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::game::Player;
use crate::protocol::client::{ClockPair, Go};

/// Time for many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// After so many moves the base time is given again; `None`: never.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

const SHAPE: &str =
    "write a time control as seconds+increment, such as 10+0.1, or 40/60 for sixty seconds every 40 moves";

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `10+0.1`, `60`, `40/60+1`, in seconds.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (moves, rest) = match text.split_once('/') {
            None => (None, text),
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&n| n > 0).ok_or(SHAPE)?), rest),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let number: f64 = text.trim().parse().map_err(|_| SHAPE)?;
            let fits = (0.0..=864_000.0).contains(&number);
            fits.then(|| Duration::from_secs_f64(number)).ok_or("a time is from 0 to 864000 seconds")
        };
        let control = TimeControl { moves, base: seconds(base)?, increment: seconds(increment)? };
        match control.base.is_zero() && control.increment.is_zero() {
            true => Err("the time must be more than nothing".to_owned()),
            false => Ok(control),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|moves| write!(f, "{moves}/"))?;
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// How long an engine may think. The first limit that is met counts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pace {
    /// Time for many moves.
    pub control: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Positions that it may look at.
    pub nodes: Option<u64>,
    /// Plies that it may look ahead.
    pub depth: Option<u32>,
}

impl Pace {
    /// Whether no limit is given.
    pub fn is_open(&self) -> bool {
        *self == Pace::default()
    }

    /// Whether the same game comes out each time.
    pub fn is_repeatable(&self) -> bool {
        self.control.is_none() && self.move_time.is_none()
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.control.map(|control| format!("tc={control}")));
        parts.extend(self.move_time.map(|time| format!("movetime={}ms", time.as_millis())));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        f.write_str(&parts.join(","))
    }
}

/// The two clocks of a game.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    paces: [Pace; 2],
    left: [Duration; 2],
    moves: [u32; 2],
    /// What is forgiven: the wire takes time, too.
    margin: Duration,
    /// When an engine without a clock is given up.
    patience: Duration,
}

impl Clocks {
    pub(super) fn new(paces: [Pace; 2], margin: Duration, patience: Duration) -> Clocks {
        let left = [0, 1].map(|i: usize| paces[i].control.map_or(Duration::ZERO, |control| control.base));
        Clocks { paces, left, moves: [0; 2], margin, patience }
    }

    /// What the player to move is told.
    pub(super) fn go(&self, player: Player) -> Go {
        let pace = &self.paces[player.index()];
        let clock = pace.control.map(|control| ClockPair {
            left: self.left,
            increment: [0, 1].map(|i: usize| self.paces[i].control.map_or(Duration::ZERO, |c| c.increment)),
            moves_to_go: control.moves.map(|moves| moves - self.moves[player.index()] % moves),
        });
        let limit = self.limit(player).map(|limit| limit + self.margin);
        Go {
            clock,
            move_time: pace.move_time,
            nodes: pace.nodes,
            depth: pace.depth,
            patience: limit.unwrap_or(self.patience),
        }
    }

    /// The time that the player to move has.
    fn limit(&self, player: Player) -> Option<Duration> {
        let pace = &self.paces[player.index()];
        let by_clock = pace.control.map(|_| self.left[player.index()]);
        by_clock.into_iter().chain(pace.move_time).min()
    }

    /// Whether time is measured for this player.
    pub(super) fn is_timed(&self, player: Player) -> bool {
        self.limit(player).is_some()
    }

    /// A move was made; whether it came in time.
    pub(super) fn moved(&mut self, player: Player, took: Duration) -> bool {
        let in_time = self.limit(player).is_none_or(|limit| took <= limit + self.margin);
        let i = player.index();
        self.moves[i] += 1;
        if let Some(control) = self.paces[i].control {
            self.left[i] = self.left[i].saturating_sub(took) + control.increment;
            if control.moves.is_some_and(|moves| self.moves[i].is_multiple_of(moves)) {
                self.left[i] += control.base;
            }
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_read_back() {
        for (text, written) in
            [("10+0.1", "10+0.1"), ("60", "60"), ("40/60+1", "40/60+1"), ("0+1", "0+1"), ("5+0", "5")]
        {
            let control: TimeControl = text.parse().expect("a time control");
            assert_eq!(control.to_string(), written);
        }
        for bad in ["", "0", "0/5", "x+1", "1+", "-1", "1e99", "nan", "1/2/3"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_wound_up() {
        let pace = Pace { control: "2/10+1".parse().ok(), ..Pace::default() };
        let second = Duration::from_secs(1);
        let mut clocks = Clocks::new([pace, Pace::default()], Duration::ZERO, 60 * second);
        assert!(clocks.moved(Player::First, 4 * second));
        let go = clocks.go(Player::First);
        assert_eq!(go.clock.map(|clock| (clock.left[0], clock.moves_to_go)), Some((7 * second, Some(1))));
        assert_eq!(go.patience, 7 * second);
        assert!(clocks.moved(Player::First, second));
        assert_eq!(clocks.go(Player::First).clock.map(|clock| clock.left[0]), Some(17 * second));
        assert!(!clocks.moved(Player::First, 18 * second));
        let untimed = clocks.go(Player::Second);
        assert_eq!((untimed.clock, untimed.patience), (None, 60 * second));
        assert!(!clocks.is_timed(Player::Second));
    }
}
