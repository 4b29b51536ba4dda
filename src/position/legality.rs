//! Royal pieces: which are attacked, and which moves leave none attacked.
//!
//! Most moves need no trial. While no royal is attacked, a move can only uncover one if it changes a cell
//! that some enemy piece looks at the royal across: those cells are collected once for a position, and a
//! move of another piece that neither leaves nor enters them is safe.

use super::blasts::BlastInfo;
use super::check::{CheckInfo, new_kind};
use super::{Board, MoveList};
use crate::game::{
    Action, AttackRun, Bits, Blockers, Cell, Condition, Contents, Game, Legality, Move, MoveStep, Piece,
    Player, Royal, Royalty, RuleFlags, asks_check,
};

/// Which moves may leave a royal of the mover attacked.
#[derive(Clone, Copy, Debug)]
pub struct LegalityInfo<const N: usize> {
    /// Those that leave or enter one of these cells.
    cells: Bits<N>,
    /// All of them.
    everywhere: bool,
    /// What decides instead, where the game and the position allow it.
    check: Option<CheckInfo<N>>,
    /// The same where captures take what stands around.
    blast: Option<BlastInfo<N>>,
}

impl<const N: usize> Default for LegalityInfo<N> {
    fn default() -> LegalityInfo<N> {
        LegalityInfo { cells: Bits::EMPTY, everywhere: false, check: None, blast: None }
    }
}

impl<const N: usize> LegalityInfo<N> {
    /// Whether the cells of a move say if it has to be looked at.
    #[inline]
    fn is_local(&self) -> bool {
        !self.everywhere && self.check.is_none() && self.blast.is_none()
    }

    /// Whether a move has nothing to do with these cells.
    #[inline]
    fn leaves_alone(&self, game: &Game, mv: Move) -> bool {
        !(self.cells.has(mv.from())
            | self.cells.has(mv.to())
            | game.flags(mv).contains(RuleFlags::STIRS_AFAR))
    }
}

/// Why royal pieces forbid a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IllegalBecause {
    /// The mover has none left.
    NoneLeft,
    /// One would castle from, over or to a cell where this move could take it.
    OnTheWay(Move),
    /// One could be taken.
    Attacked {
        /// The royal piece.
        royal: Piece,
        /// What could take it.
        attacker: Piece,
        /// The move that would.
        by: Move,
    },
}

impl<const N: usize> Board<N> {
    /// The cells of a player's royal pieces.
    #[inline]
    pub(super) fn royals(&self, game: &Game, player: Player) -> Bits<N> {
        let of = |royal: &Royal| self.of(Piece::new(royal.kind, player));
        game.rules.royals.iter().fold(Bits::EMPTY, |cells, royal| cells | of(royal))
    }

    /// The cells of a player's pieces that the enemy must not be able to take, each by itself.
    #[inline]
    pub(super) fn royals_at_stake(&self, game: &Game, player: Player) -> Bits<N> {
        let each = self.royal_as(game, player, Royalty::Each);
        if !game.facts.royals_in_groups {
            return each;
        }
        let groups = [Royalty::Any, Royalty::All].map(|which| self.royal_as(game, player, which));
        let last = groups.into_iter().filter(|group| group.count() == 1);
        last.fold(each, |cells, group| cells | group)
    }

    /// The cells of several pieces of which one must be safe.
    fn group(&self, game: &Game, player: Player) -> Bits<N> {
        let all = self.royal_as(game, player, Royalty::All);
        if all.count() > 1 { all } else { Bits::EMPTY }
    }

    #[inline]
    fn royal_as(&self, game: &Game, player: Player, which: Royalty) -> Bits<N> {
        let alike = game.rules.royals.iter().filter(|royal| royal.which == which);
        alike.fold(Bits::EMPTY, |cells, royal| cells | self.of(Piece::new(royal.kind, player)))
    }

    /// Whether a royal piece of the player could be taken if it were the enemy's turn.
    pub fn in_check(&self, game: &Game, player: Player) -> bool {
        if let Some(seen) = self.is_in_check(game, player) {
            return seen;
        }
        if game.tables.legality.blasts().is_some()
            && let Some(seen) = self.is_in_check_by_blasts(game, player)
        {
            return seen;
        }
        self.threat(game, player).is_some()
    }

    /// A capture that a player must not leave to the enemy.
    fn threat(&self, game: &Game, player: Player) -> Option<Move> {
        let found = self.attacker(game, self.royals_at_stake(game, player), !player);
        if found.is_some() || !game.facts.royals_in_groups {
            return found;
        }
        let mut threat = None;
        for cell in self.group(game, player) {
            threat = Some(self.attacker(game, Bits::of(cell), !player)?);
        }
        threat
    }

    /// A capture on a cell by the first of these pieces, all of one player, that can make one; royals are
    /// not asked what becomes of them.
    pub fn capture_by(&self, game: &Game, target: Cell, by: &[Piece]) -> Option<Move> {
        by.iter().find_map(|&piece| {
            self.find_attack_of(game, piece, target, |run| {
                self.arrival(game, run, (target, self.at(target)), piece.owner())
            })
        })
    }

    /// A capture by a player on one of these cells: the capturing piece's move.
    fn attacker(&self, game: &Game, cells: Bits<N>, by: Player) -> Option<Move> {
        self.find_attack(game, cells, by, |target, run| self.taking(game, run, (target, self.at(target)), by))
    }

    /// The move by which a piece takes what stands, or stood, on a cell, if its owner has royals left after it.
    fn taking(&self, game: &Game, run: &AttackRun, held: (Cell, Piece), by: Player) -> Option<Move> {
        let arrival = self.arrival(game, run, held, by)?;
        (!game.flags(arrival).contains(RuleFlags::MAY_COST_ROYALS) || !self.ruins(game, arrival, by))
            .then_some(arrival)
    }

    /// Whether a player could take a piece on one of these cells, with some of its pieces or with any.
    pub(super) fn is_attacked(
        &self,
        game: &Game,
        cells: Bits<N>,
        by: Player,
        with: Option<Contents>,
    ) -> bool {
        let Some(with) = with else { return self.attacker(game, cells, by).is_some() };
        let found = self.find_attack(game, cells, by, |target, run| {
            let passes = with.has(self.at(run.from));
            passes.then(|| self.taking(game, run, (target, self.at(target)), by)).flatten()
        });
        found.is_some()
    }

    /// Whether a capture leaves the player who makes it without any royal piece, having had some.
    fn ruins(&self, game: &Game, mv: Move, by: Player) -> bool {
        let royals = self.royals(game, by);
        let blast = self.blast(game, mv, by);
        let left = match royals.has(mv.from()) {
            true => (royals & !Bits::of(mv.from())) | Bits::of(mv.to()),
            false => royals,
        };
        !royals.is_empty() && (left & !blast).is_empty()
    }

    /// What could take a royal piece on a cell that a castle leads it over. On the way it no longer stands where it
    /// started, so that it hides nothing from what looks along there.
    fn passed_attack(&mut self, game: &Game, mv: Move) -> Option<Move> {
        let mover = self.turn();
        let way = self.castle_of(mv, mover);
        let (from, king) = (way.castle.from, self.at(way.castle.from));
        if !self.royals(game, mover).has(from) {
            return None;
        }
        self.lift(game, from, king);
        let taking = |board: &Self, target, run: &AttackRun| board.taking(game, run, (target, king), !mover);
        let mut cells: Vec<Cell> = way.way.iter().collect();
        cells.sort_by_key(|cell| cell.0.abs_diff(from.0));
        let attacked = |cell: &Cell| {
            self.find_attack(game, Bits::of(*cell), !mover, |target, run| taking(self, target, run))
        };
        let found = cells.iter().find_map(attacked);
        self.put(game, from, king);
        found
    }

    /// Looks at the ways on which pieces of a player look at cells, whatever stands between, until `look`
    /// finds something. An iterator in its place cost a twentieth of all the time.
    #[inline(always)]
    fn find_attack<T>(
        &self,
        game: &Game,
        cells: Bits<N>,
        by: Player,
        mut look: impl FnMut(Cell, &AttackRun) -> Option<T>,
    ) -> Option<T> {
        for target in cells {
            for piece in game.rules.pieces_of(by) {
                if let Some(found) = self.find_attack_of(game, piece, target, |run| look(target, run)) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The same of one kind of piece and one cell.
    #[inline(always)]
    fn find_attack_of<T>(
        &self,
        game: &Game,
        piece: Piece,
        target: Cell,
        look: impl FnMut(&AttackRun) -> Option<T>,
    ) -> Option<T> {
        let runs = game.reverse_attacks();
        let from = self.of(piece) & runs.from(piece, target).narrow();
        if from.is_empty() {
            return None;
        }
        runs.of(piece, target).iter().filter(|run| from.has(run.from)).find_map(look)
    }

    /// Keeps the moves that leave no royal of the mover attacked.
    pub(super) fn keep_safe(&mut self, game: &Game, list: &mut MoveList) {
        let info = self.legality_info(game);
        if let Some(check) = info.check.filter(|check| check.quiet) {
            // Few moves have more to them than a piece that bars nothing.
            return list.retain(|mv| check.leaves_alone(game, mv) || self.is_king_safe(game, &check, mv));
        }
        match info.is_local() {
            true => list.retain(|mv| info.leaves_alone(game, mv) || self.is_safe(game, &info, mv)),
            false => list.retain(|mv| self.is_safe(game, &info, mv)),
        }
    }

    /// Which moves of the player to move have to be tried.
    pub(super) fn legality_info(&self, game: &Game) -> LegalityInfo<N> {
        let (mover, enemy) = (self.turn(), !self.turn());
        let check = self.check_info(game);
        if check.is_some() {
            return LegalityInfo { check, ..LegalityInfo::default() };
        }
        if game.tables.legality.blasts().is_some() {
            let blast = self.blast_info(game);
            if blast.is_some() {
                return LegalityInfo { blast, ..LegalityInfo::default() };
            }
        }
        let royals_at_stake = self.royals_at_stake(game, mover);
        // What a condition asks may change with any move.
        let everywhere = matches!(game.tables.legality, Legality::Tested | Legality::Blasts(_))
            || game.facts.royals_in_groups && !self.group(game, mover).is_empty()
            || self.attacker(game, royals_at_stake, enemy).is_some();
        let cells = match everywhere {
            true => Bits::EMPTY,
            false => self.royals(game, mover) | self.blockers(game, royals_at_stake, enemy),
        };
        LegalityInfo { cells, everywhere, ..LegalityInfo::default() }
    }

    /// Whether a move leaves the mover's royals alone.
    #[inline]
    pub(super) fn is_safe(&mut self, game: &Game, info: &LegalityInfo<N>, mv: Move) -> bool {
        if let Some(check) = &info.check {
            return self.is_king_safe(game, check, mv);
        }
        if let Some(blast) = &info.blast {
            let seen = self.survives(game, blast, mv);
            return seen.unwrap_or_else(|| self.illegal_because(game, mv).is_none());
        }
        let action = game.tables.actions[mv.rule()];
        let touched = info.everywhere
            || info.cells.has(mv.to()) && action != Action::Pass
            || info.cells.has(mv.from()) && !matches!(action, Action::Pass | Action::Drop(_))
            || game.changes_more_cells(mv)
            || action == Action::Castle
            || new_kind(action, mv).is_some_and(|kind| game.rules.is_royal(kind));
        !touched || self.seen_safe(game, mv).unwrap_or_else(|| self.illegal_because(game, mv).is_none())
    }

    /// What is wrong after a move that a rule makes: a royal of the mover is attacked, or the last one is
    /// gone. A move that takes the enemy's last one may leave its own attacked.
    pub(crate) fn illegal_because(&mut self, game: &Game, mv: Move) -> Option<IllegalBecause> {
        // A piece that comes from the hand bars no attack.
        if mv.gates().is_some()
            && let Some(why) = self.illegal_because(game, mv.without_gating())
        {
            return Some(why);
        }
        let (mover, enemy) = (self.turn(), !self.turn());
        // What follows asks every kind about every royal piece.
        let asked = self.royals(game, mover).count() as usize * (1 + game.rules.roster.kinds / 8);
        if !self.patience.spend(1 + asked) {
            return Some(IllegalBecause::NoneLeft);
        }
        if game.tables.actions[mv.rule()] == Action::Castle
            && let Some(by) = self.passed_attack(game, mv)
        {
            return Some(IllegalBecause::OnTheWay(by));
        }
        let had = [mover, enemy].map(|player| !self.royals(game, player).is_empty());
        self.play(game, mv);
        let gone = [mover, enemy].map(|player| self.royals(game, player).is_empty());
        let lost = had[0] && gone[0];
        let won = had[1] && gone[1];
        let danger = match (lost, won) {
            (true, _) => Some(IllegalBecause::NoneLeft),
            (false, true) => None,
            (false, false) => self.threat(game, mover).map(|by| IllegalBecause::Attacked {
                royal: self.at(by.to()),
                attacker: self.at(by.from()),
                by,
            }),
        };
        self.undo(game);
        danger
    }

    /// The cells that matter to the pieces of a player that look at the targets: a change there may uncover
    /// one.
    fn blockers(&self, game: &Game, targets: Bits<N>, by: Player) -> Bits<N> {
        let mut cells = Bits::EMPTY;
        self.find_attack(game, targets, by, |_, run| {
            self.add_crossed(game, run, &mut cells);
            None::<Move>
        });
        cells
    }

    /// A move changes two cells at most. A way that is barred twice stays barred, one that needs one hurdle
    /// stays closed with three pieces on it; of a way through pieces nothing is known.
    #[inline]
    fn add_crossed(&self, game: &Game, run: &AttackRun, cells: &mut Bits<N>) {
        let mut all = Bits::EMPTY;
        for step in run.between(&game.tables.movement) {
            all.insert(step.mv.to());
        }
        let bars = all & !self.vacant();
        match (run.closed_by, bars.count()) {
            (Blockers::AnyPiece, 0 | 1) => *cells |= bars,
            (Blockers::AllButOne, 0..=2) | (Blockers::Some, _) => *cells |= all,
            _ => {}
        }
    }

    /// The move of a run that lands on a cell as things stand. Few runs are looked at: asking the cells one by
    /// one costs less than making the sets that moves are generated with, which took half of all the time.
    #[inline]
    fn arrival(&self, game: &Game, run: &AttackRun, held: (Cell, Piece), by: Player) -> Option<Move> {
        self.arrival_among(game, run, held, by, |cell| self.at(cell))
    }

    /// The same on a board that holds other contents.
    #[inline(always)]
    pub(super) fn arrival_among(
        &self,
        game: &Game,
        run: &AttackRun,
        held: (Cell, Piece),
        by: Player,
        content: impl Fn(Cell) -> Piece,
    ) -> Option<Move> {
        let step = landing_step(game, run, held, by, &content)?;
        let land = &game.tables.movement.filters[by.index()][step.land as usize];
        // Who attacks whom does not depend on who is in check.
        let ignored = |when: &&Condition| !asks_check(when);
        let met = land.when.as_ref().filter(ignored).is_none_or(|when| self.holds_statically(game, when, by));
        let meant = !game.flags(step.mv).contains(RuleFlags::CHECKED_LATE)
            || self.is_meant_among(game, step.mv, by, &content);
        (met && meant).then_some(step.mv)
    }

    /// Whether a move that changes its two cells alone leaves the mover's royal pieces safe, seen without playing it, which
    /// takes longer; `None` where it has to be played.
    fn seen_safe(&self, game: &Game, mv: Move) -> Option<bool> {
        let (mover, moved, taken) = (self.turn(), self.at(mv.from()), self.at(mv.to()));
        let comes = match game.tables.actions[mv.rule()] {
            Action::Shift | Action::Change => moved,
            Action::Drop(kind) => Piece::new(kind, mover),
            _ => return None,
        };
        let is_plain =
            mv.stage().is_none() && !game.changes_more_cells(mv) && game.rules.capture_effects.is_empty();
        let lands = mv.becomes().map_or(comes, |kind| Piece::new(kind, mover));
        let is_royal = |piece: Piece| !piece.is_none() && game.rules.is_royal(piece.kind());
        // A royal piece comes from the hand alone to where none is: then it is all that is at stake.
        let appears = is_royal(lands) && moved.is_none();
        let has_royal = || game.rules.royals.iter().any(|royal| !self.of(royal.piece(mover)).is_empty());
        let changes = is_royal(lands) != is_royal(comes) || appears && has_royal();
        if !is_plain || game.facts.royals_in_groups || is_royal(taken) || changes {
            return None;
        }
        let (from, to) = (Bits::of(mv.from()), Bits::of(mv.to()));
        let stood = self.royals_at_stake(game, mover);
        let stand = if appears || stood.meets(&from) { (stood & !from) | to } else { stood };
        let content = |cell: Cell| match cell {
            cell if cell == mv.to() => lands,
            cell if cell == mv.from() => Piece::NONE,
            cell => self.at(cell),
        };
        let found = self.find_attack(game, stand, !mover, |target, run| {
            let is_taken = run.from == mv.to();
            let step = || landing_step(game, run, (target, content(target)), !mover, content);
            (!is_taken).then(step).flatten()
        });
        let Some(step) = found else { return Some(true) };
        let land = &game.tables.movement.filters[(!mover).index()][step.land as usize];
        let asks = RuleFlags::CHECKED_LATE | RuleFlags::MAY_COST_ROYALS;
        let has_to_be_asked = land.when.is_some() || game.flags(step.mv).intersects(asks);
        (!has_to_be_asked).then_some(false)
    }
}

/// The step by which a run lands on a cell that holds that piece.
#[inline(always)]
fn landing_step<'g>(
    game: &'g Game,
    run: &AttackRun,
    (target, holds): (Cell, Piece),
    by: Player,
    content: impl Fn(Cell) -> Piece,
) -> Option<&'g MoveStep> {
    let steps = run.steps(&game.tables.movement);
    let filters = &game.tables.movement.filters[by.index()];
    let mut next = 0;
    while let Some(step) = steps.get(next) {
        let to = step.mv.to();
        if to == target && filters[step.land as usize].holds.has(holds) {
            return Some(step);
        }
        let pass = &filters[step.pass as usize];
        let passes = pass.always || pass.holds.has(content(to));
        next += if passes { 1 } else { step.skip as usize };
    }
    None
}
