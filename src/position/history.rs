//! What stood on the board before, where the rules ask for it whoever was to move; and what of the moves that led to a
//! position decides what is legal in it.

use super::{Board, Frame};
use crate::game::{Action, Bits, Condition, Game, Move, Player, Repeated};

/// What stood on the board before a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    /// The key of what stood where.
    pub(super) key: u64,
    /// The keys of all that stood there before, mixed and added up: what stood there twice has to count.
    path: u64,
}

/// How often keys of one ending stood on the board, so that most keys are seen never to have stood there.
#[derive(Clone, Default)]
pub(super) struct Stood(Vec<u32>);

/// It says nothing that the past does not.
impl std::fmt::Debug for Stood {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stood")
    }
}

impl Stood {
    /// Endings of keys that are told apart.
    const ENDINGS: usize = 1 << 13;

    pub(super) fn of(keys: impl Iterator<Item = u64>) -> Stood {
        let mut stood = Stood::default();
        keys.for_each(|key| stood.note(key));
        stood
    }

    #[inline]
    pub(super) fn note(&mut self, key: u64) {
        if self.0.is_empty() {
            self.0.resize(Stood::ENDINGS, 0);
        }
        self.0[Stood::ending(key)] += 1;
    }

    #[inline]
    pub(super) fn forget(&mut self, key: u64) {
        self.0[Stood::ending(key)] -= 1;
    }

    #[inline]
    pub(super) fn may_hold(&self, key: u64) -> bool {
        self.0.get(Stood::ending(key)).is_some_and(|&times| times > 0)
    }

    /// The same for the last of the positions that were noted, if any were.
    pub(super) fn since(&self, frames: &[Frame]) -> Stood {
        let noted = if self.0.is_empty() { &[] } else { frames };
        Stood::of(noted.iter().map(|frame| frame.key))
    }

    fn ending(key: u64) -> usize {
        key as usize % Stood::ENDINGS
    }
}

/// Whether the keys of positions are noted: where nothing is gone for good, every move of the game could be taken back, and
/// to go through them all takes as long as there are.
#[inline]
pub(super) fn notes_keys(game: &Game) -> bool {
    game.facts.renewable && game.tables.state.has_state
}

impl<const N: usize> Board<N> {
    /// The key of what stands where, whoever is to move.
    #[inline]
    pub(super) fn board_key(&self, game: &Game) -> u64 {
        let turn = if self.turn() == Player::First { 0 } else { game.tables.keys.turn };
        let rest = if game.tables.state.has_keys { self.rest_key(game) ^ self.hands_key(game) } else { 0 };
        self.key ^ turn ^ rest
    }

    /// Before a move: what stands on the board has stood there.
    #[inline(never)]
    pub(super) fn keep_past(&mut self, game: &Game) {
        let key = self.board_key(game);
        let path = self.past.last().map_or(0, |past| past.path.wrapping_add(mixed(past.key)));
        let past = Past { key, path };
        self.past.push(past);
        self.stood_there.note(key);
    }

    /// Whether something stood on the board that the next move brings back, at any time or before the last one.
    #[inline]
    pub(super) fn has_stood(&self, game: &Game, key: u64, lately: bool) -> bool {
        if lately {
            return key == self.board_key(game) || self.stood_before_last(game, key);
        }
        key == self.board_key(game) || self.stood_there.may_hold(key) && self.is_in_past(game, key)
    }

    fn stood_before_last(&self, game: &Game, key: u64) -> bool {
        self.reversible(game).zip(self.past.last()).next().is_some_and(|(_, past)| past.key == key)
    }

    #[inline(never)]
    fn is_in_past(&self, game: &Game, key: u64) -> bool {
        let reached = self.reversible(game).count();
        self.past.iter().rev().take(reached).any(|past| past.key == key)
    }

    /// How many times what stands on the board has stood there, now included, as far as a condition looks back.
    pub(super) fn repetitions(&self, game: &Game, of: Repeated) -> u32 {
        match of {
            Repeated::POSITION => self.occurrences(game),
            Repeated { board: false, .. } => {
                let before = self.reversible(game).take(2).filter(|frame| frame.key == self.key());
                1 + before.count() as u32
            }
            Repeated { board: true, lately } => {
                let key = self.board_key(game);
                let plies = if lately { 2 } else { usize::MAX };
                let reached = self.reversible(game).take(plies).count();
                let before = self.past.iter().rev().take(reached).filter(|past| past.key == key);
                1 + before.count() as u32
            }
        }
    }

    /// After how many plies of the game that stood on the board which a move brings back, where that is what a veto refuses.
    pub(crate) fn brings_back(&mut self, game: &Game, mv: Move, veto: usize) -> Option<u32> {
        let parts = game.rules.vetoes[veto].when.parts().into_iter();
        let repeated = |part: &Condition| match part {
            Condition::Repeats { of, .. } => Some(*of),
            _ => None,
        };
        let of = parts.filter_map(repeated).next()?;
        self.play(game, mv);
        let back = self.stood_before(game, of);
        let ply = back.map(|back| self.plies().saturating_sub(back as u32));
        self.undo(game);
        ply
    }

    /// How many plies ago the board stood as it does; `None` where it did not.
    fn stood_before(&self, game: &Game, of: Repeated) -> Option<usize> {
        let (here, plies) = (self.board_key(game), if of.lately { 2 } else { usize::MAX });
        let frames = self.reversible(game).take(plies);
        match of.board {
            true => frames.zip(self.past.iter().rev()).position(|(_, past)| past.key == here),
            false => frames.into_iter().position(|frame| frame.key == self.key()),
        }
        .map(|before| before + 1)
    }

    /// The key of what a move may not bring back because it stood there before the last move; 0 where no move could.
    #[inline(never)]
    pub(super) fn ko_key(&self, game: &Game) -> u64 {
        let Some(frame) = self.frames().last().filter(|frame| frame.mv != Move::NONE) else { return 0 };
        if game.facts.drops_that_take && game.tables.actions[frame.mv.rule()] != Action::Pass {
            // A drop brings something back only where it takes what came, in place of the one piece that went.
            let gone: Bits<N> = self.changed(game).filter(|&cell| self.at(cell).is_none()).collect();
            if gone.count() != 1 {
                return 0;
            }
        }
        mixed(frame.key).rotate_left(7)
    }

    /// The key of the state and of all that has stood on the board, where what is legal depends on that.
    #[inline]
    pub fn path_key(&self, game: &Game) -> u64 {
        let state = self.state_key(game);
        if game.facts.vetoes_look_back { state ^ self.path(game) } else { state }
    }

    #[inline(never)]
    fn path(&self, game: &Game) -> u64 {
        let add = |path: u64, frame: &Frame| path.wrapping_add(mixed(frame.key));
        let positions = self.reversible(game).fold(0, add);
        // In another place: where the first player is to move, the key of the position is that of what stands where.
        let boards = self.past.last().map_or(0, |past| past.path.wrapping_add(mixed(past.key)));
        positions ^ boards.rotate_left(32)
    }
}

/// A key in another place, so that keys that are mixed do not cancel out those of positions.
fn mixed(key: u64) -> u64 {
    (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}
