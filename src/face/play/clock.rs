//! The clocks of a game that is played at the prompt.

use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::engine::{Budget, Clock};
use crate::face::limits::duration;
use crate::game::Player;

/// What an engine loses between its decision and the board.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Time for a game: what each player has at first, and what is added after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameTime {
    base: Duration,
    increment: Duration,
}

impl FromStr for GameTime {
    type Err = String;

    /// Reads `5+3`, minutes and seconds, and times with a unit: `30s+1s`.
    fn from_str(text: &str) -> Result<GameTime, String> {
        const SHAPE: &str =
            "write the time for a game as minutes+seconds, such as 5+3, or with units: 30s+1s";
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let is_bare = |text: &str| text.parse::<f64>().is_ok();
        let read = |text: &str, unit: &str| match text.trim() {
            "0" | "0s" | "0ms" | "0m" => Ok(Duration::ZERO),
            text if is_bare(text) => duration(&format!("{text}{unit}")),
            text => duration(text),
        };
        let shaped = |_| SHAPE.to_owned();
        let base = read(base, "m").map_err(shaped)?;
        let increment = read(increment, "s").map_err(shaped)?;
        let longest = Duration::from_secs(864_000);
        if base.is_zero() || base > longest || increment > longest {
            return Err(SHAPE.to_owned());
        }
        Ok(GameTime { base, increment })
    }
}

/// The two clocks, of which one runs at most.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    time: GameTime,
    left: [Duration; 2],
    running: Option<(Player, Instant)>,
}

impl GameClock {
    pub(super) fn new(time: GameTime) -> GameClock {
        GameClock { time, left: [time.base; 2], running: None }
    }

    /// Both as at first.
    pub(super) fn reset(&mut self) {
        *self = GameClock::new(self.time);
    }

    /// Lets a player's clock run.
    pub(super) fn start(&mut self, player: Player) {
        self.running = Some((player, Instant::now()));
    }

    /// Stops it; who is out of time then.
    pub(super) fn stop(&mut self) -> Option<Player> {
        let (player, since) = self.running.take()?;
        let left = &mut self.left[player.index()];
        *left = left.saturating_sub(since.elapsed());
        left.is_zero().then_some(player)
    }

    /// A player has moved.
    pub(super) fn moved(&mut self, player: Player) {
        self.left[player.index()] += self.time.increment;
    }

    /// Gives a player the time of the beginning again.
    pub(super) fn refill(&mut self, player: Player) {
        self.left[player.index()] = self.time.base;
    }

    /// How long the engine thinks about a move of a player.
    pub(super) fn budget(&self, player: Player) -> Duration {
        let left = self.left[player.index()];
        let clock = Clock { left, increment: self.time.increment, moves_to_go: None };
        Budget::of(&clock, OVERHEAD).soft.unwrap_or(left / 40)
    }

    /// What a player has left: `4:05`, and `9.8` when it becomes short.
    pub(super) fn shown(&self, player: Player) -> String {
        let left = self.left[player.index()];
        let seconds = left.as_secs();
        match seconds {
            0..20 => format!("{:.1}", left.as_secs_f64()),
            20..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
            _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(base: u64, increment: u64) -> GameTime {
        GameTime { base: Duration::from_secs(base), increment: Duration::from_secs(increment) }
    }

    #[test]
    fn the_time_for_a_game_is_minutes_and_seconds() {
        for (text, base, increment) in
            [("5+3", 300, 3), ("5", 300, 0), ("30s+1s", 30, 1), ("1.5+0", 90, 0), ("1h+1m", 3600, 60)]
        {
            assert_eq!(text.parse(), Ok(time(base, increment)), "{text}");
        }
        for bad in ["", "+", "5+", "0", "0+3", "a+b", "5+3+1", "-5", "1e99", "9999999h"] {
            assert!(bad.parse::<GameTime>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_move_adds_its_seconds_and_clocks_run_out() {
        let mut clock = GameClock::new(time(100, 3));
        clock.moved(Player::First);
        assert_eq!([Player::First, Player::Second].map(|player| clock.shown(player)), ["1:43", "1:40"]);
        assert_eq!(clock.stop(), None);
        let mut over = GameClock::new(GameTime { base: Duration::from_nanos(1), increment: Duration::ZERO });
        over.start(Player::Second);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(over.stop(), Some(Player::Second));
        assert!(clock.budget(Player::First) < Duration::from_secs(20));
    }
}
