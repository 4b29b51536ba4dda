//! When looking at moves is given up. Each of many moves may have to be tried out, with a look at all the
//! answers to it: a single position of a large board can take longer than anybody waits.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What may still be done before a board gives up. From then on no move is found legal that has to be tried
/// out, and what ends ask of moves means nothing: who lets a board give up has to ask whether it did.
#[derive(Clone)]
pub(super) struct Patience {
    /// Moves that may still be made or tried out.
    left: u64,
    /// Ends it at once when it becomes true.
    stop: Option<Arc<AtomicBool>>,
}

/// It says nothing of a position.
impl fmt::Debug for Patience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Patience")
    }
}

impl Patience {
    /// Without end.
    pub(super) const ENDLESS: Patience = Patience { left: u64::MAX, stop: None };

    /// Ends when `stop` becomes true.
    pub(super) fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Some(stop.clone());
    }

    /// Ends no more.
    pub(super) fn heed_nothing(&mut self) {
        *self = Patience::ENDLESS;
    }

    /// Ends when so many more moves were made or tried out.
    pub(super) fn limit(&mut self, moves: u64) {
        self.left = moves;
    }

    /// What is left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Takes account of moves that are made or tried out; whether to go on.
    #[inline]
    pub(super) fn spend(&mut self, moves: usize) -> bool {
        self.left = self.left.saturating_sub(moves as u64);
        self.left > 0 && !self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
