//! What a script adds to a game: its text, how it is asked, and what it answered when it was loaded.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::{Cell, Evaluation, Origin, Piece};

/// How a script's value and the definition's own terms come together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ScriptMode {
    /// They add up.
    #[default]
    Add,
    /// The script's value takes the place of the definition's terms.
    Replace,
}

/// What happens when a script fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// The error is the answer.
    Stop,
    /// It is said once, and the definition's own terms are used.
    Native,
}

/// What a definition says about its script.
#[derive(Clone, Debug)]
pub struct ScriptUse {
    /// The file as the definition names it.
    pub file: String,
    /// How the values come together.
    pub mode: ScriptMode,
    /// What happens when it fails: the error is the answer when this is not said. A game that is going on goes on
    /// in any case.
    pub on_error: Option<OnError>,
    /// Milliseconds that one call may take.
    pub budget: u32,
    /// The line that names the file.
    pub origin: Origin,
}

impl ScriptUse {
    /// Milliseconds that one call may take when nothing else is said.
    pub const BUDGET: u32 = 100;

    /// A file that no definition names: its value is added.
    pub fn of_file(file: &str) -> ScriptUse {
        ScriptUse {
            file: file.to_owned(),
            mode: ScriptMode::Add,
            on_error: None,
            budget: ScriptUse::BUDGET,
            origin: Origin { file: file.into(), line: 1 },
        }
    }
}

/// A script that was loaded for a game.
#[derive(Clone, Debug)]
pub struct Script {
    /// The file as messages name it.
    pub file: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// What the definition says about it.
    pub usage: ScriptUse,
    /// The line of each hook that is asked during a search, see [`Script::hooks`].
    pub hooks: Vec<(&'static str, u32)>,
    /// The values of lines depend on their direction.
    pub directed: bool,
    /// The names of the numbers that `score_features` is given.
    pub features: Vec<String>,
    /// The definition's own terms with what `on_load` laid over them, whether they count or not: features
    /// are measured by them.
    pub tables: Box<Evaluation>,
    /// What `score_pair` answered.
    pub pairs: Option<Pairs>,
    /// Who stops a call that takes too long.
    pub watchdog: Arc<dyn Watchdog>,
}

impl Script {
    /// The line where a hook stands, if there is one of that name.
    pub fn hook(&self, name: &str) -> Option<u32> {
        self.hooks.iter().find(|(hook, _)| *hook == name).map(|&(_, line)| line)
    }

    /// Whether it asks what stands on lines.
    pub fn asks_lines(&self) -> bool {
        self.hook("score_line").is_some() || self.features.iter().any(|name| name.starts_with("lines."))
    }

    /// Where a hook stands.
    pub fn origin(&self, name: &str) -> Origin {
        Origin { file: self.file.clone(), line: self.hook(name).unwrap_or(1) }
    }
}

/// The value of pieces by pairs. A piece is one half of a pair with every other piece, and with itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    cells: usize,
    /// By piece and cell, what the piece is worth there with itself.
    alone: Vec<i32>,
    /// By piece and cell, where its partners start.
    starts: Vec<u32>,
    partners: Vec<Partner>,
}

/// A piece that is worth something together with another one, both ways added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partner {
    /// Where it stands.
    pub cell: Cell,
    /// The piece.
    pub piece: Piece,
    /// Points, positive for the first player.
    pub value: i32,
}

impl Pairs {
    /// No pairs yet, on a board of that many cells.
    pub fn new(cells: usize) -> Pairs {
        Pairs { cells, alone: vec![0; cells], starts: vec![0; cells], partners: Vec::new() }
    }

    /// The next piece and cell in order, first all cells of the piece with code 1.
    pub fn push(&mut self, alone: i32, partners: impl IntoIterator<Item = Partner>) {
        self.alone.push(alone);
        self.starts.push(self.partners.len() as u32);
        self.partners.extend(partners);
    }

    /// What a piece on a cell is worth with itself and with the pieces that `at` says.
    #[inline]
    pub fn worth(&self, piece: Piece, cell: Cell, at: impl Fn(Cell) -> Piece) -> i64 {
        let slot = piece.index() * self.cells + cell.index();
        let Some(&alone) = self.alone.get(slot) else { return 0 };
        let start = self.starts[slot] as usize;
        let end = self.starts.get(slot + 1).map_or(self.partners.len(), |&end| end as usize);
        let there = self.partners[start..end].iter().filter(|partner| at(partner.cell) == partner.piece);
        i64::from(alone) + there.map(|partner| i64::from(partner.value)).sum::<i64>()
    }
}

/// Stops calls that take too long. Whoever knows a clock is one.
pub trait Watchdog: fmt::Debug + Send + Sync {
    /// Looks after the calls from now on until nobody else holds them; false when it cannot.
    fn watch(&self, calls: &Arc<Calls>) -> bool;
}

/// The calls of one thread into its script, for a watchdog to look at.
#[derive(Debug)]
pub struct Calls {
    /// Milliseconds that one call may take.
    pub budget: u32,
    /// Odd while a call is under way; another number for every call.
    current: AtomicU64,
    overdue: AtomicU64,
    /// How many times its budget the call that is overdue has taken.
    budgets: AtomicU32,
}

impl Calls {
    /// None yet.
    pub fn new(budget: u32) -> Calls {
        Calls {
            budget,
            current: AtomicU64::new(0),
            overdue: AtomicU64::new(u64::MAX),
            budgets: AtomicU32::new(0),
        }
    }

    /// A call begins, or ends.
    #[inline]
    pub fn turn(&self) {
        self.current.store(self.current.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// The call under way, if there is one.
    pub fn under_way(&self) -> Option<u64> {
        Some(self.current.load(Ordering::Relaxed)).filter(|call| call % 2 == 1)
    }

    /// That call takes too long: so many times its budget until now.
    pub fn end(&self, call: u64, budgets: u32) {
        self.budgets.store(budgets, Ordering::Relaxed);
        self.overdue.store(call, Ordering::Relaxed);
    }

    /// How many times its budget the call that is overdue has taken, as far as it was looked at.
    pub fn budgets(&self) -> u32 {
        self.budgets.load(Ordering::Relaxed)
    }

    /// Whether the call under way takes too long.
    #[inline]
    pub fn is_overdue(&self) -> bool {
        self.overdue.load(Ordering::Relaxed) == self.current.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_verdict_does_not_end_the_next_call() {
        let calls = Calls::new(10);
        assert_eq!(calls.under_way(), None);
        calls.turn();
        let first = calls.under_way().expect("a call");
        assert!(!calls.is_overdue());
        calls.end(first, 1);
        assert!(calls.is_overdue());
        calls.turn();
        assert!(!calls.is_overdue());
        calls.turn();
        calls.end(first, 1);
        assert!(!calls.is_overdue());
    }
}
