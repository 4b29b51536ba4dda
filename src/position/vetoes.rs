//! Vetoes: what forbids a move that a rule makes, besides royal pieces. What a veto asks of the position after
//! the move follows as a rule from sets and the two cells that the move changes; where it does not, the move is played.

use super::Board;
use crate::game::{Action, AttackTables, Bits, Cell, Condition, Contents, Facing, Game, Move, Piece};

/// What may forbid moves of the player to move in one position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Vetoes<const N: usize> {
    /// The vetoes that may refuse a move, since their condition before it holds, a bit each; the last bit stands for all from there on.
    active: u64,
    watch: Option<RoyalWatch<N>>,
}

/// Where royal pieces of the player who is not to move can be attacked by a piece that goes away.
#[derive(Clone, Copy, Debug)]
struct RoyalWatch<const N: usize> {
    /// The rays on which sliders look at them, whatever stands there.
    lines: Bits<N>,
    /// One is attacked already.
    attacked: bool,
}

/// What a move does to a board when it changes no more than two cells.
#[derive(Clone, Copy)]
struct Landing {
    /// The cell that it empties.
    from: Option<Cell>,
    /// The cell where it lands.
    to: Cell,
    /// What stands there then.
    piece: Piece,
}

impl<const N: usize> Vetoes<N> {
    /// Whether some veto may forbid a move.
    #[inline]
    pub fn any(&self) -> bool {
        self.active != 0
    }

    /// Whether a veto may forbid a move; `None` where its condition before the move has not been asked.
    #[inline]
    pub fn is_active(&self, number: usize) -> Option<bool> {
        (number < 63).then_some(self.active >> number.min(63) & 1 == 1)
    }

    /// Whether a piece that leaves a cell may uncover an attack on a royal piece of the other player.
    #[inline]
    pub fn uncovers(&self, from: Cell) -> bool {
        self.watch.is_none_or(|watch| watch.attacked || watch.lines.has(from))
    }
}

impl<const N: usize> Board<N> {
    /// What may forbid moves of the player to move.
    #[inline]
    pub(super) fn vetoes(&self, game: &Game) -> Vetoes<N> {
        match game.rules.vetoes.is_empty() {
            true => Vetoes::default(),
            false => self.active_vetoes(game),
        }
    }

    #[inline(never)]
    fn active_vetoes(&self, game: &Game) -> Vetoes<N> {
        let mover = self.turn();
        let has_streaks = !game.facts.streaks.is_empty();
        let mut active = 0;
        for (number, veto) in game.rules.vetoes.iter().enumerate() {
            let held = veto.before.as_ref().is_none_or(|when| self.holds_statically(game, when, mover));
            if held && !(has_streaks && self.is_fresh_for(game, veto)) {
                active |= 1 << number.min(63);
            }
        }
        Vetoes { active, watch: None }
    }

    /// The same for who asks about many moves.
    #[inline(never)]
    pub(super) fn watchful_vetoes(&self, game: &Game) -> Vetoes<N> {
        let mut vetoes = self.vetoes(game);
        let attacks = game.tables.legality.masks().filter(|_| vetoes.any() && game.facts.vetoes_ask_checks);
        vetoes.watch = attacks.map(|attacks| self.watch(game, attacks));
        vetoes
    }

    fn watch(&self, game: &Game, attacks: &AttackTables) -> RoyalWatch<N> {
        let royals = self.royals(game, !self.turn());
        let lines =
            royals.iter().fold(Bits::EMPTY, |all, royal| all | self.sightlines(attacks, royal, self.turn()));
        RoyalWatch { lines, attacked: self.in_check(game, !self.turn()) }
    }

    /// The veto that makes a move of the player to move illegal, an index into
    /// [`Rules::vetoes`](crate::game::Rules::vetoes).
    pub fn veto(&mut self, game: &Game, mv: Move) -> Option<usize> {
        if !game.may_be_vetoed(mv) {
            return None;
        }
        let vetoes = self.vetoes(game);
        self.veto_among(game, &vetoes, mv)
    }

    /// The same, where it is known which vetoes may forbid moves of the position.
    #[inline(never)]
    pub(super) fn veto_among(&mut self, game: &Game, vetoes: &Vetoes<N>, mv: Move) -> Option<usize> {
        if !vetoes.any() || !game.may_be_vetoed(mv) {
            return None;
        }
        let mover = self.turn();
        let landing = self.landing(game, mv);
        let outlook = if landing.is_none() { self.outlook(game, mv) } else { None };
        for (number, veto) in game.rules.vetoes.iter().enumerate() {
            if vetoes.active >> number.min(63) & 1 == 0 || !veto.looks_at(mv.rule()) {
                continue;
            }
            if number >= 63
                && !veto.before.as_ref().is_none_or(|when| self.holds_statically(game, when, mover))
            {
                continue;
            }
            let seen = match outlook {
                Some(outlook) => self.holds_in(game, &veto.when, outlook),
                None => landing.and_then(|landing| self.holds_after(game, &veto.when, landing, vetoes)),
            };
            let refuses = seen.unwrap_or_else(|| self.holds_when_played(game, &veto.when, mv));
            if refuses {
                return Some(number);
            }
        }
        None
    }

    /// Whether a condition holds after a move of the player to move, seen by playing it.
    fn holds_when_played(&mut self, game: &Game, when: &Condition, mv: Move) -> bool {
        let mover = self.turn();
        if !self.patience.spend(1) {
            return true;
        }
        self.play(game, mv);
        let holds = !self.patience.spend(1) || self.holds(game, when, mover, false);
        self.undo(game);
        holds
    }

    /// What a move of the player to move does, if it changes no more than two cells.
    #[inline]
    fn landing(&self, game: &Game, mv: Move) -> Option<Landing> {
        let has_effects = !game.rules.capture_effects.is_empty();
        let lands = game.tables.actions[mv.rule()].travels() && !self.at(mv.to()).is_none();
        if game.changes_more_cells(mv) || has_effects && lands {
            return None;
        }
        self.carried(game, mv)
    }

    /// What a move of the player to move does with its piece, whatever else it changes; `None` where it has not one.
    #[inline]
    fn carried(&self, game: &Game, mv: Move) -> Option<Landing> {
        let to = mv.to();
        match game.tables.actions[mv.rule()] {
            Action::Shift | Action::Change => {
                let from = Some(mv.from()).filter(|&from| from != to);
                Some(Landing { from, to, piece: self.arriving(mv) })
            }
            Action::Stay => Some(Landing { from: None, to, piece: self.arriving(mv) }),
            Action::Drop(kind) => Some(Landing { from: None, to, piece: Piece::new(kind, self.turn()) }),
            Action::Chain | Action::Castle | Action::Exit | Action::Pass | Action::Swap => None,
        }
    }

    /// What a move of the player to move brings to the cell where it lands.
    #[inline]
    pub(super) fn arriving(&self, mv: Move) -> Piece {
        mv.becomes().map_or(self.at(mv.from()), |kind| Piece::new(kind, self.turn()))
    }

    /// Whether a condition of a veto holds after a move of the player to move; `None` where sets do not say it.
    fn holds_after(
        &self,
        game: &Game,
        condition: &Condition,
        landing: Landing,
        vetoes: &Vetoes<N>,
    ) -> Option<bool> {
        let mover = self.turn();
        let of = |part: &Condition| self.holds_after(game, part, landing, vetoes);
        match condition {
            Condition::BoardFull => Some(self.selected_after(game, Contents::EMPTY, landing)?.is_empty()),
            Condition::Count(count) => {
                let holding = self.selected_after(game, count.holds[mover.index()], landing)?;
                let counted = (holding & count.on[mover.index()].narrow()).count();
                Some((count.at_least..=count.at_most).contains(&counted))
            }
            Condition::Facing(facing) => self.faces_after(game, facing, landing),
            Condition::Enclosed(_) | Condition::Groups(_) | Condition::Connects(_) => {
                let stand = self.stand().after(landing.from, landing.to, mover);
                let of = |holds| self.selected_after(game, holds, landing);
                self.holds_of_groups(game, condition, (&stand, mover), of)
            }
            Condition::InCheck => self.checks_after(game, landing, vetoes),
            Condition::Not(inner) => of(inner).map(|holds| !holds),
            Condition::Either(list) => decided(list.iter().map(of), true),
            Condition::All(list) => decided(list.iter().map(of), false),
            _ => None,
        }
    }

    /// The cells that hold one of these contents after a move; `None` where marks are asked for.
    fn selected_after(&self, game: &Game, holds: Contents, landing: Landing) -> Option<Bits<N>> {
        if !holds.and(Contents::MARKED).is_nothing() {
            return None;
        }
        let mut set = self.select(game, holds) & !Bits::of(landing.to);
        if let Some(from) = landing.from {
            set.remove(from);
            if holds.has(Piece::NONE) {
                set.insert(from);
            }
        }
        if holds.has(landing.piece) {
            set.insert(landing.to);
        }
        Some(set)
    }

    fn faces_after(&self, game: &Game, facing: &Facing, landing: Landing) -> Option<bool> {
        let mover = self.turn();
        let ones = self.selected_after(game, facing.one[mover.index()], landing)?;
        let others = self.selected_after(game, facing.other[mover.index()], landing)?;
        let vacant = self.selected_after(game, Contents::EMPTY, landing)?;
        Some(self.stand_facing(game, &facing.along[mover.index()], (ones, others), vacant))
    }

    /// Whether a royal piece of the other player can be taken after a move.
    fn checks_after(&self, game: &Game, landing: Landing, vetoes: &Vetoes<N>) -> Option<bool> {
        let attacks = game.tables.legality.masks()?;
        let mover = self.turn();
        let royals = self.royals(game, !mover);
        if royals.has(landing.to) {
            return None;
        }
        let occupied = self.occupied_after(landing);
        if self.looks_at_some(attacks, landing, royals, occupied) {
            return Some(true);
        }
        let uncovers = match landing.from {
            Some(from) => vetoes.uncovers(from),
            None => vetoes.watch.is_none_or(|watch| watch.attacked),
        };
        let stays = !landing.from.map_or(Bits::EMPTY, Bits::of);
        let seen = |king| self.is_attacked_from(attacks, king, mover, occupied, stays);
        Some(uncovers && royals.iter().any(seen))
    }

    /// The cells that are occupied after a move.
    fn occupied_after(&self, landing: Landing) -> Bits<N> {
        self.occupied() & !landing.from.map_or(Bits::EMPTY, Bits::of) | Bits::of(landing.to)
    }

    /// Whether a piece looks at one of some cells from where it lands, on a board where only these cells are occupied.
    #[inline]
    fn looks_at_some(
        &self,
        attacks: &AttackTables,
        landing: Landing,
        cells: Bits<N>,
        occupied: Bits<N>,
    ) -> bool {
        cells.iter().any(|cell| self.looks_at(attacks, (landing.piece, landing.to), cell, occupied))
    }

    /// Whether the piece that a move brings to a cell gives check from there; checks that it uncovers are not looked for.
    /// `None` where tables alone do not say.
    pub fn gives_check_itself(&self, game: &Game, mv: Move) -> Option<bool> {
        let landing = self.carried(game, mv)?;
        let royals = self.royals(game, !self.turn());
        if let Some(attacks) = game.tables.legality.masks() {
            return Some(self.looks_at_some(attacks, landing, royals, self.occupied_after(landing)));
        }
        let ways = game.reverse_attacks();
        let from = |king| ways.from(landing.piece, king).narrow::<N>();
        if royals.iter().any(|king| from(king).has(landing.to)) { None } else { Some(false) }
    }

    /// The one royal piece of the other player, where no piece attacks it.
    pub(super) fn only_royal_left_alone(&self, game: &Game, vetoes: &Vetoes<N>) -> Option<Cell> {
        let royals = self.royals(game, !self.turn());
        let alone = vetoes.watch.is_some_and(|watch| !watch.attacked);
        royals.first().filter(|&royal| alone && royals == Bits::of(royal))
    }

    /// Whether a piece that goes from one cell to another and stays what it is leaves a royal piece of the other player
    /// attacked.
    pub(super) fn attacks_after(
        &self,
        game: &Game,
        vetoes: &Vetoes<N>,
        (piece, from, to): (Piece, Cell, Cell),
    ) -> bool {
        let landing = Landing { from: Some(from), to, piece };
        self.checks_after(game, landing, vetoes).unwrap_or(true)
    }
}

/// Whether one of these holds, or all of them do where `one` is false; `None` where that is not known.
pub(super) fn decided(parts: impl Iterator<Item = Option<bool>>, one: bool) -> Option<bool> {
    let mut open = false;
    for part in parts {
        if part == Some(one) {
            return Some(one);
        }
        open |= part.is_none();
    }
    (!open).then_some(!one)
}
