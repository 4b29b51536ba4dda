//! What was played before: repetitions, clocks, passes in a row.

use super::history::notes_keys;
use super::state::Change;
use super::{Board, Clocks, Frame};
use crate::game::{Action, Cell, Condition, Game, Move, Piece, Player, Resets, Verb, Way};

impl<const N: usize> Board<N> {
    /// The key of the state: pieces, turn, passes and moves of one piece where they matter, and what may not be brought
    /// back at once.
    pub fn state_key(&self, game: &Game) -> u64 {
        let ko = if game.facts.vetoes_look_lately { self.ko_key(game) } else { 0 };
        self.key() ^ game.tables.keys.passes(self.passes_in_row(game)) ^ ko ^ self.streaks_key(game)
    }

    /// How many times the position, with the same player to move, has stood on the board, now
    /// included.
    pub fn occurrences(&self, game: &Game) -> u32 {
        if notes_keys(game) && !self.positions_there.may_hold(self.key()) {
            return 1;
        }
        1 + self.reversible(game).filter(|frame| frame.key == self.key()).count() as u32
    }

    /// Whether a player gave check with every move since the position stood on the board first. Plays all
    /// of it back and again: repetitions are rare.
    pub(super) fn has_checked(&mut self, game: &Game, player: Player) -> bool {
        let key = self.key();
        let earlier = (1..).zip(self.reversible(game)).filter(|(_, frame)| frame.key == key);
        let Some(plies) = earlier.map(|(plies, _)| plies).last() else { return false };
        let mut taken_back = Vec::with_capacity(plies);
        let mut checked = true;
        for _ in 0..plies {
            checked &= self.turn() == player || self.in_check(game, self.turn());
            taken_back.extend(self.frames().last().map(|frame| frame.mv));
            self.undo(game);
        }
        taken_back.into_iter().rev().for_each(|mv| self.play(game, mv));
        checked
    }

    /// The keys of the positions that can still be repeated, the one on the board first.
    pub fn reversible_keys(&self, game: &Game) -> Vec<u64> {
        std::iter::once(self.key()).chain(self.reversible(game).map(|frame| frame.key)).collect()
    }

    /// The moves since the last one that nothing takes back, newest first.
    #[inline]
    pub(super) fn reversible(&self, game: &Game) -> impl Iterator<Item = &Frame> {
        let stays = |frame: &&Frame| game.facts.renewable || !is_irreversible(game, frame);
        let played = |frame: &&Frame| frame.mv != Move::NONE;
        self.frames().iter().rev().take_while(played).take_while(stays)
    }

    /// The key of the clocks that ends ask for, so that positions are told apart by them: only by those that
    /// reach their limit within so many plies or are past it, since others decide nothing that is near.
    pub fn clock_key(&self, game: &Game, within: u32) -> u64 {
        let count = |clock: &Condition| match clock {
            Condition::Plies(most) => (self.plies(), *most),
            Condition::QuietPlies { plies, .. } if self.most_quiet_plies() + within <= *plies => (0, *plies),
            Condition::QuietPlies { plies, resets } => (self.quiet_plies(game, *resets), *plies),
            _ => (0, 0),
        };
        let near = |(count, most): (u32, u32)| count.min(most).saturating_add(within).saturating_sub(most);
        (0u32..).zip(&game.facts.clocks).fold(0, |key, (number, clock)| match near(count(clock)) {
            0 => key,
            left => key ^ game.tables.keys.clock(number, left),
        })
    }

    /// Whether there have been so many quiet plies.
    pub(super) fn is_quiet_for(&self, game: &Game, plies: u32, resets: Resets) -> bool {
        self.most_quiet_plies() >= plies && self.quiet_plies(game, resets) >= plies
    }

    /// No count of quiet plies is higher: to count them takes as long as there are.
    fn most_quiet_plies(&self) -> u32 {
        let before = self.before().quiet.iter().copied().max().unwrap_or(0);
        before.saturating_add(self.frames().len() as u32).min(u32::MAX / 2)
    }

    /// Plies since the last one that resets the count of quiet plies.
    pub(super) fn quiet_plies(&self, game: &Game, resets: Resets) -> u32 {
        self.quiet_plies_after(game, self.frames(), resets)
    }

    /// The same after the first of the moves played.
    fn quiet_plies_after(&self, game: &Game, frames: &[Frame], resets: Resets) -> u32 {
        let starts_again = |(number, frame): &(usize, &Frame)| {
            frame.mv != Move::NONE && self.resets_count(game, *number, resets)
        };
        let quiet = frames.iter().enumerate().rev().take_while(|frame| !starts_again(frame));
        let count =
            |(all, played), (_, frame): (usize, &Frame)| (all + 1, played + (frame.mv != Move::NONE) as u32);
        let (all, played) = quiet.fold((0, 0), count);
        let clock = || game.facts.quiet_clocks.iter().position(|clock| *clock == resets);
        let before = match all == frames.len() {
            true => clock().and_then(|clock| self.before().quiet.get(clock)).copied().unwrap_or(0),
            false => 0,
        };
        before.saturating_add(played)
    }

    /// Whether a move that was played, by its number, starts a count again.
    pub(super) fn resets_count(&self, game: &Game, number: usize, resets: Resets) -> bool {
        let frame = &self.frames()[number];
        let kind = game.rules.moves[frame.mv.rule()].kind;
        resets.capture && frame.captures
            || kind.is_some_and(|k| resets.kinds >> k.0 & 1 == 1)
            || resets.flip && self.has_flipped(game, number)
    }

    /// Whether a move that was played, by its number, has turned over a piece that was not its player's.
    fn has_flipped(&self, game: &Game, number: usize) -> bool {
        let frame = &self.frames()[number];
        if !game.rules.effects_of(frame.mv.rule()).any(|effect| effect.verb == Verb::Flip) {
            return false;
        }
        // What comes to the landing cell takes what was there.
        let cells = self.logged(number).iter().filter_map(Change::cell).filter(|&cell| cell != frame.mv.to());
        cells.into_iter().any(|cell| {
            let before = self.logged(number).iter().find_map(held_at(cell)).unwrap_or(Piece::NONE);
            game.rules.roster.owner(before) == Some(!frame.mover)
                && self.owner_after(game, number, cell) == Some(frame.mover)
        })
    }

    /// The part of the log that belongs to a move, by its number.
    fn logged(&self, number: usize) -> &[Change] {
        let frames = self.frames();
        let end = frames.get(number + 1).map_or(self.log.len(), |next| next.log_start as usize);
        &self.log[frames[number].log_start as usize..end]
    }

    /// Whose piece stood on a cell after a move: the next move that changes the cell found it there. Pieces that are
    /// carried or put stand in no log.
    fn owner_after(&self, game: &Game, number: usize, cell: Cell) -> Option<Player> {
        let owner = |piece: Piece| game.rules.roster.owner(piece);
        let found = (number + 1..self.frames().len()).find_map(|number| {
            let frame = &self.frames()[number];
            let logged = || self.logged(number).iter().find_map(held_at(cell)).map(owner);
            match frame.mv {
                Move::NONE => None,
                mv if mv.from() == cell && mv.to() != cell => Some(Some(frame.mover)),
                mv if mv.to() == cell => logged().or(Some(owner(frame.taken))),
                _ => logged(),
            }
        });
        found.unwrap_or_else(|| owner(self.at(cell)))
    }

    /// The count of quiet plies that FEN carries: as the first end that counts them asks for it, else since the last
    /// capture.
    pub fn quiet_clock(&self, game: &Game) -> u32 {
        self.quiet_plies(game, game.facts.quiet_clocks[0])
    }

    /// What was played until now, as far as the position knows.
    pub fn clocks(&self, game: &Game) -> Clocks {
        self.clocks_after(game, self.frames())
    }

    /// What had been played after the first of the moves played.
    fn clocks_after(&self, game: &Game, frames: &[Frame]) -> Clocks {
        let quiet = game.facts.quiet_clocks.iter();
        let quiet = quiet.map(|&resets| self.quiet_plies_after(game, frames, resets));
        let plies = self.before().plies.saturating_add(frames.len() as u32);
        let passes = self.passes_after(game, frames);
        Clocks { plies, quiet: quiet.collect(), passes, streaks: self.streaks_after(game, frames) }
    }

    /// How many of the last moves the rules can look back at.
    fn moves_looked_at(&self, game: &Game) -> usize {
        match game.facts.repeats {
            true => self.reversible(game).count() + 1,
            false => 1,
        }
    }

    /// The same position, to try moves out on: with no more of its past than the rules can look at.
    pub fn scratch(&self, game: &Game) -> Board<N> {
        let from = self.frames().len().saturating_sub(self.moves_looked_at(game));
        self.since(from, self.clocks_after(game, &self.frames()[..from]))
    }

    /// How many passes there were in a row, where an end asks.
    pub(super) fn passes_in_row(&self, game: &Game) -> u32 {
        self.passes_after(game, self.frames())
    }

    /// The same after the first of the moves played.
    fn passes_after(&self, game: &Game, frames: &[Frame]) -> u32 {
        if !game.facts.counts_passes {
            return 0;
        }
        let is_pass = |way: &Way| matches!(way, Way::Pass { when } if when.is_pass());
        let passed = |mv: Move| {
            game.tables.actions[mv.rule()] == Action::Pass
                && game.rules.moves.get(mv.rule()).is_none_or(|rule| is_pass(&rule.by[0].way))
        };
        let passes = frames.iter().rev().take_while(|frame| passed(frame.mv)).count();
        let before = if passes == frames.len() { self.before().passes } else { 0 };
        before.saturating_add(passes as u32)
    }
}

/// Whether what a move did can never be undone by further ones.
fn is_irreversible(game: &Game, frame: &Frame) -> bool {
    frame.captures || matches!(game.tables.actions[frame.mv.rule()], Action::Drop(_) | Action::Exit)
}
/// What a change found on a cell.
fn held_at(cell: Cell) -> impl Fn(&Change) -> Option<Piece> {
    move |change| match *change {
        Change::Cell(other, held) if other == cell => Some(held),
        _ => None,
    }
}
