//! Judging a position: conditions, ends, vetoes.

use std::cmp::Ordering;

use super::{Board, Clocks, Frame};
use crate::game::{
    Action, Award, Bits, Cell, Condition, Contents, End, Facing, Game, LineRule, Move, Offset, Piece, Player,
    Selection, Side,
};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; `None`: nobody.
    pub winner: Option<Player>,
    /// The end that fired, an index into [`Rules::ends`](crate::game::Rules::ends); `None`:
    /// the player to move has no legal move and no end of the definition says what that means.
    pub end: Option<usize>,
}

impl<const N: usize> Board<N> {
    /// How the game stands ended here, if it did. The player who is not to move counts as the one who
    /// has just moved, also in a position that was set up.
    pub fn outcome(&mut self, game: &Game) -> Option<Outcome> {
        let reached = self.first_reached(game, &game.rules.ends);
        reached.or_else(|| (!self.has_moves(game, true)).then_some(Outcome { winner: None, end: None }))
    }

    /// The first of the given ends that fires, and who wins by it.
    #[inline]
    pub fn end_reached(&mut self, game: &Game, ends: &[usize]) -> Option<Outcome> {
        let mover = self.mover();
        let end = ends.iter().copied().find(|&end| self.is_reached(game, &game.rules.ends[end], mover))?;
        Some(Outcome { winner: self.awarded(game, game.rules.ends[end].winner), end: Some(end) })
    }

    /// The same of ends that stand in for the game's.
    pub fn first_reached(&mut self, game: &Game, ends: &[End]) -> Option<Outcome> {
        let mover = self.mover();
        let end = ends.iter().position(|end| self.is_reached(game, end, mover))?;
        Some(Outcome { winner: self.awarded(game, ends[end].winner), end: Some(end) })
    }

    /// Whether an end fires. A line that ends the game by itself has not stood before: where pieces stay,
    /// it runs through the cell just filled.
    #[inline(always)]
    fn is_reached(&mut self, game: &Game, end: &End, mover: Player) -> bool {
        match &end.when {
            Condition::Line(rule) => self.line_made(game, rule, mover),
            when => self.holds(game, when, mover, true),
        }
    }

    fn awarded(&self, game: &Game, award: Award) -> Option<Player> {
        match award {
            Award::Mover => Some(self.mover()),
            Award::Turn => Some(self.turn()),
            Award::Player(player) => Some(player),
            Award::Score => {
                let [first, second] = Player::BOTH.map(|player| self.score(game, player));
                match first.cmp(&second) {
                    Ordering::Greater => Some(Player::First),
                    Ordering::Less => Some(Player::Second),
                    Ordering::Equal => None,
                }
            }
            Award::Nobody => None,
        }
    }

    /// What a player has where the game is decided by the score.
    pub fn score(&self, game: &Game, player: Player) -> i64 {
        let of = |piece: Piece| {
            let points = game.rules.score.get(piece.kind().index()).copied().unwrap_or(0);
            points as i64 * self.of(piece).count() as i64
        };
        game.rules.bonus[player.index()] as i64 + game.rules.pieces_of(player).map(of).sum::<i64>()
    }

    /// Whether a condition holds, `mover` being the one who makes or has made the move. Whether the
    /// player to move has moves is asked with or without `vetoes`.
    ///
    /// What games of lines ask at every node is asked in line, the rest out of line: one large function
    /// cost every node its registers.
    #[inline(always)]
    pub(super) fn holds(&mut self, game: &Game, condition: &Condition, mover: Player, vetoes: bool) -> bool {
        match condition {
            Condition::BoardFull => self.vacant().is_empty(),
            _ => self.holds_otherwise(game, condition, mover, vetoes),
        }
    }

    #[inline(never)]
    fn holds_otherwise(&mut self, game: &Game, condition: &Condition, mover: Player, vetoes: bool) -> bool {
        match condition {
            Condition::NoMoves => !self.has_moves(game, vetoes),
            Condition::Reachable(count) => {
                let pieces = self.select(game, count.holds[mover.index()]);
                let mut list = self.spare_list(game);
                match vetoes {
                    true => self.legal_moves(game, &mut list),
                    false => self.moves_before_vetoes(game, &mut list),
                }
                let on: Bits<N> = count.on[mover.index()].narrow();
                let mut moves = list.as_slice().iter();
                let found = moves.any(|mv| pieces.has(mv.from()) && on.has(mv.to()));
                self.keep_spare(list);
                found
            }
            Condition::Repeats { checking: Some(side), .. } => {
                let player = if *side == Side::Own { mover } else { !mover };
                self.holds_statically(game, condition, mover) && self.has_checked(game, player)
            }
            Condition::Not(inner) => !self.holds(game, inner, mover, vetoes),
            Condition::Either(list) => list.iter().any(|c| self.holds(game, c, mover, vetoes)),
            Condition::All(list) => list.iter().all(|c| self.holds(game, c, mover, vetoes)),
            other => self.holds_statically(game, other, mover),
        }
    }

    /// The same of a condition that does not ask what moves there are, as those of move rules.
    pub(crate) fn holds_statically(&self, game: &Game, condition: &Condition, mover: Player) -> bool {
        match condition {
            Condition::NoMoves | Condition::Reachable(_) => false,
            Condition::BoardFull => self.vacant().is_empty(),
            Condition::Line(rule) => self.line_stands(game, rule, mover),
            Condition::Count(count) => {
                let set = self.select(game, count.holds[mover.index()]) & count.on[mover.index()].narrow();
                within(set, count.at_least, count.at_most)
            }
            Condition::Held(count) => {
                let holds = count.holds[mover.index()];
                let cells = (self.select(game, holds) & count.on[mover.index()].narrow()).count();
                let held: u32 = holds.pieces().map(|piece| u32::from(self.held(piece))).sum();
                (count.at_least..=count.at_most).contains(&(cells + held))
            }
            Condition::InCheck => self.in_check(game, self.turn()),
            Condition::Attacked(count) => {
                let set = self.select(game, count.holds[mover.index()]) & count.on[mover.index()].narrow();
                Player::BOTH.iter().any(|&owner| self.is_attacked(game, set & self.owned(owner), !owner))
            }
            Condition::Facing(facing) => self.faces(game, facing, mover),
            Condition::Repeats { times, .. } => self.occurrences(game) >= *times,
            Condition::QuietPlies { plies, capture, kinds } => {
                self.quiet_plies(game, *capture, *kinds) >= *plies
            }
            Condition::Plies(plies) => self.plies() >= *plies,
            Condition::Passes(passes) => self.passes_in_row(game) >= *passes,
            Condition::Checks(checks) => self.checks(mover) as u32 >= *checks,
            Condition::Not(inner) => !self.holds_statically(game, inner, mover),
            Condition::Either(list) => list.iter().any(|c| self.holds_statically(game, c, mover)),
            Condition::All(list) => list.iter().all(|c| self.holds_statically(game, c, mover)),
        }
    }

    fn faces(&self, game: &Game, facing: &Facing, mover: Player) -> bool {
        let ones = self.select(game, facing.one[mover.index()]);
        let others = self.select(game, facing.other[mover.index()]);
        self.stand_facing(game, &facing.along[mover.index()], (ones, others), self.vacant())
    }

    /// Whether one of some pieces and one of others stand in a row with only empty cells between.
    pub(super) fn stand_facing(
        &self,
        game: &Game,
        along: &[Offset],
        (ones, others): (Bits<N>, Bits<N>),
        vacant: Bits<N>,
    ) -> bool {
        let faces = |cell: Cell, by: Offset| {
            let row = game.tables.topology.along(by).ray(cell);
            row.iter().find(|&&cell| !vacant.has(cell)).is_some_and(|&cell| others.has(cell))
        };
        !others.is_empty() && ones.iter().any(|cell| along.iter().any(|&by| faces(cell, by)))
    }

    /// The cells that hold one of these contents.
    #[inline]
    pub fn select(&self, game: &Game, holds: Contents) -> Bits<N> {
        let mut set = if holds.has(Piece::NONE) { self.vacant() } else { Bits::EMPTY };
        if !holds.and(Contents::MARKED).is_nothing() {
            set |= self.marks();
        }
        let mut rest = holds.but(Contents::EMPTY.or(Contents::MARKED));
        for player in Player::BOTH {
            let all = game.facts.owned[player.index()];
            if rest.and(all) == all {
                set |= self.owned(player);
                rest = rest.but(all);
            }
        }
        self.add_pieces(&mut set, rest);
        set
    }

    /// The cells that hold what a selection lets pass.
    #[inline]
    pub fn selected(&self, selection: &Selection) -> Bits<N> {
        let all = |passes: bool| if passes { !Bits::EMPTY } else { Bits::EMPTY };
        let [first, second] = Player::BOTH.map(|player| self.owned(player));
        let mut set = self.vacant() & all(selection.vacant)
            | first & all(selection.whole[0])
            | second & all(selection.whole[1]);
        if !selection.plain {
            if selection.marked {
                set |= self.marks();
            }
            self.add_pieces(&mut set, selection.others);
        }
        set
    }

    #[inline]
    fn add_pieces(&self, set: &mut Bits<N>, pieces: Contents) {
        if !pieces.is_nothing() {
            for piece in pieces.pieces() {
                *set |= self.of(piece);
            }
        }
    }

    /// Whether a line that counts has come about for `mover`, if none stood before its move. Where pieces
    /// stay, only the lines through the piece just put can be new.
    #[inline]
    fn line_made(&self, game: &Game, rule: &LineRule, mover: Player) -> bool {
        match self.frames().last() {
            Some(frame) if game.facts.pieces_stay && !self.stood() => {
                if matches!(game.tables.actions[frame.mv.rule()], Action::Pass) {
                    return false;
                }
                let touches = &game.tables.lines.touches[frame.mv.to().index()];
                let steps = rule.steps();
                touches.iter().any(|&touch| {
                    steps.may_hold(self.lines_of(touch)[mover.index()])
                        && rule.counts_at(self.touched(touch, mover), touch.bit)
                })
            }
            _ => self.line_stands(game, rule, mover),
        }
    }

    fn line_stands(&self, game: &Game, rule: &LineRule, player: Player) -> bool {
        game.tables
            .lines
            .list
            .iter()
            .enumerate()
            .any(|(number, line)| rule.counts(self.line(number, line.cells.len() as u8, player)))
    }

    /// Whether a line stands for a player that ends the game by itself.
    pub(super) fn any_line_stands(&self, game: &Game, player: Player) -> bool {
        let stands =
            |when: &Condition| matches!(when, Condition::Line(rule) if self.line_stands(game, rule, player));
        game.rules.ends.iter().any(|end| stands(&end.when))
    }

    /// The key of the state: pieces, turn, and passes where they matter.
    pub fn state_key(&self, game: &Game) -> u64 {
        self.key() ^ game.tables.keys.passes(self.passes_in_row(game))
    }

    /// How many times the position, with the same player to move, has stood on the board, now
    /// included.
    pub fn occurrences(&self, game: &Game) -> u32 {
        1 + self.reversible(game).filter(|frame| frame.key == self.key()).count() as u32
    }

    /// Whether a player gave check with every move since the position stood on the board first. Plays all
    /// of it back and again: repetitions are rare.
    fn has_checked(&mut self, game: &Game, player: Player) -> bool {
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
    fn reversible(&self, game: &Game) -> impl Iterator<Item = &Frame> {
        let stays = |frame: &&Frame| game.facts.renewable || !is_irreversible(game, frame);
        let played = |frame: &&Frame| frame.mv != Move::NONE;
        self.frames().iter().rev().take_while(played).take_while(stays)
    }

    /// The key of the clocks that ends ask for, so that positions are told apart by them: only by those that
    /// reach their limit within so many plies or are past it, since others decide nothing that is near.
    pub fn clock_key(&self, game: &Game, within: u32) -> u64 {
        let count = |clock: &Condition| match clock {
            Condition::Plies(most) => (self.plies(), *most),
            Condition::QuietPlies { plies, capture, kinds } => {
                (self.quiet_plies(game, *capture, *kinds), *plies)
            }
            _ => (0, 0),
        };
        let near = |(count, most): (u32, u32)| (count.min(most) + within).saturating_sub(most);
        (0u32..).zip(&game.facts.clocks).fold(0, |key, (number, clock)| match near(count(clock)) {
            0 => key,
            left => key ^ game.tables.keys.clock(number, left),
        })
    }

    /// Plies since the last one that resets the count of quiet plies.
    fn quiet_plies(&self, game: &Game, capture: bool, kinds: u64) -> u32 {
        self.quiet_plies_after(game, self.frames(), capture, kinds)
    }

    /// The same after the first of the moves played.
    fn quiet_plies_after(&self, game: &Game, frames: &[Frame], capture: bool, kinds: u64) -> u32 {
        let resets = |frame: &Frame| {
            if frame.mv == Move::NONE {
                return false;
            }
            let kind = game.rules.moves[frame.mv.rule()].kind;
            capture && frame.captures || kind.is_some_and(|k| kinds >> k.0 & 1 == 1)
        };
        let quiet = frames.iter().rev().take_while(|frame| !resets(frame));
        let count = |(all, played), frame: &Frame| (all + 1, played + (frame.mv != Move::NONE) as u32);
        let (all, played) = quiet.fold((0, 0), count);
        let clock = || game.facts.quiet_clocks.iter().position(|clock| *clock == (capture, kinds));
        let before = match all == frames.len() {
            true => clock().and_then(|clock| self.before().quiet.get(clock)).copied().unwrap_or(0),
            false => 0,
        };
        before.saturating_add(played)
    }

    /// The count of quiet plies that FEN carries: as the first end that counts them asks for it, else since the last
    /// capture.
    pub fn quiet_clock(&self, game: &Game) -> u32 {
        let (capture, kinds) = game.facts.quiet_clocks[0];
        self.quiet_plies(game, capture, kinds)
    }

    /// What was played until now, as far as the position knows.
    pub fn clocks(&self, game: &Game) -> Clocks {
        self.clocks_after(game, self.frames())
    }

    /// What had been played after the first of the moves played.
    fn clocks_after(&self, game: &Game, frames: &[Frame]) -> Clocks {
        let quiet = game.facts.quiet_clocks.iter();
        let quiet = quiet.map(|&(capture, kinds)| self.quiet_plies_after(game, frames, capture, kinds));
        let plies = self.before().plies.saturating_add(frames.len() as u32);
        Clocks { plies, quiet: quiet.collect(), passes: self.passes_after(game, frames) }
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
    fn passes_in_row(&self, game: &Game) -> u32 {
        self.passes_after(game, self.frames())
    }

    /// The same after the first of the moves played.
    fn passes_after(&self, game: &Game, frames: &[Frame]) -> u32 {
        if !game.facts.counts_passes {
            return 0;
        }
        let passed = |mv: Move| game.tables.actions[mv.rule()] == Action::Pass;
        let passes = frames.iter().rev().take_while(|frame| passed(frame.mv)).count();
        let before = if passes == frames.len() { self.before().passes } else { 0 };
        before.saturating_add(passes as u32)
    }
}

/// Whether the size of a set lies within bounds; asks only for emptiness where that decides.
#[inline]
fn within<const N: usize>(set: Bits<N>, at_least: u32, at_most: u32) -> bool {
    match (at_least, at_most) {
        (0, 0) => set.is_empty(),
        (1, u32::MAX) => !set.is_empty(),
        _ => (at_least..=at_most).contains(&set.count()),
    }
}

/// Whether what a move did can never be undone by further ones.
fn is_irreversible(game: &Game, frame: &Frame) -> bool {
    frame.captures || matches!(game.tables.actions[frame.mv.rule()], Action::Drop(_) | Action::Exit)
}
