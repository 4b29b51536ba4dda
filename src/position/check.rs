//! What keeps a royal piece safe, as sets: who gives check, who is pinned, what may be done about it. For
//! games whose royal pieces can be captured by jumps and slides through empty cells alone, where each player
//! has one royal piece on the board.
//!
//! Each ray to the king is looked along once, from the king on:
//!
//! ```text
//! K . . . r     the first piece on the ray attacks along it: a check, and the check mask is the ray up to `r`
//! K . P . r     the first piece is the mover's, the second one attacks: `P` is pinned and stays on the ray
//! K . p . r     the first piece is the enemy's and attacks not along here: nothing
//! ```

use super::Board;
use crate::game::{Action, AttackTables, Bits, Cell, Game, Kind, Move, Piece, Player, RuleFlags};

/// What moves of the player to move have to obey.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckInfo<const N: usize> {
    /// Where the royal piece stands.
    pub king: Cell,
    /// Where other pieces may land: everywhere, or where they end a check.
    pub check_mask: Bits<N>,
    /// Nobody gives check.
    pub quiet: bool,
    /// The royal piece, and those that may move only on the ray that they bar.
    pub pinned: Bits<N>,
}

impl<const N: usize> CheckInfo<N> {
    /// There is nothing to guard, and pieces may land within some cells.
    #[inline(always)]
    pub fn unguarded(within: Bits<N>) -> CheckInfo<N> {
        CheckInfo { king: Cell(0), check_mask: within, quiet: true, pinned: Bits::EMPTY }
    }

    /// Nobody gives check, and nothing is pinned.
    #[inline(always)]
    pub fn unchecked(king: Cell) -> CheckInfo<N> {
        CheckInfo { king, check_mask: !Bits::EMPTY, quiet: true, pinned: Bits::of(king) }
    }

    /// Where nobody gives check: whether a move is that of a piece that bars no ray, and changes nothing afar.
    #[inline]
    pub fn leaves_alone(&self, game: &Game, mv: Move) -> bool {
        let stirs = game.flags(mv).intersects(RuleFlags::MULTI_CELL | RuleFlags::STIRS_AFAR);
        !stirs && !self.pinned.has(mv.from())
    }
}

impl<const N: usize> Board<N> {
    /// The cells that bar ways: all that are not empty, whosever what stands there is.
    #[inline]
    pub(super) fn occupied(&self) -> Bits<N> {
        !self.vacant()
    }

    /// What checks and pins mean for the player to move; `None` where the game or the position needs more.
    #[inline]
    pub(super) fn check_info(&self, game: &Game) -> Option<CheckInfo<N>> {
        let attacks = game.tables.legality.masks()?;
        let royals = self.royals(game, self.turn());
        let king = royals.first()?;
        if royals != Bits::of(king) {
            return None;
        }
        let mut info = CheckInfo::unchecked(king);
        self.add_checkers(attacks, !Bits::EMPTY, &mut info);
        Some(info)
    }

    /// What the enemy's pieces on some cells mean for the royal piece of the player to move.
    #[inline(never)]
    pub(super) fn check_info_from(&self, attacks: &AttackTables, king: Cell, from: Bits<N>) -> CheckInfo<N> {
        let mut info = CheckInfo::unchecked(king);
        self.add_checkers(attacks, from, &mut info);
        info
    }

    /// In line, so that asking all pieces costs no more than before some could be left out.
    #[inline(always)]
    fn add_checkers(&self, attacks: &AttackTables, from: Bits<N>, info: &mut CheckInfo<N>) {
        let (mover, enemy) = (self.turn(), !self.turn());
        let occupied = self.occupied();
        for (piece, standing) in self.by_kind(enemy) {
            let standing = standing & from;
            let (near, far): (Bits<N>, Bits<N>) = attacks.sources(piece, info.king);
            for checker in standing & near {
                info.check_mask &= Bits::of(checker);
                info.quiet = false;
            }
            if !standing.meets(&far) {
                continue;
            }
            for xray in xrays(attacks, piece, info.king, standing) {
                let bars = xray.cells & occupied;
                let first = bars.nearest(xray.ascending);
                if first.meets(&xray.attackers) {
                    info.check_mask &= xray.cells.up_to(&bars, xray.ascending);
                    info.quiet = false;
                } else if first.meets(&self.owned(mover)) {
                    let second = (bars & !first).nearest(xray.ascending);
                    if second.meets(&xray.attackers) {
                        info.pinned |= first;
                    }
                }
            }
        }
    }

    /// Where a piece on a cell may land: everywhere, or on the ray that it bars.
    #[inline]
    pub(super) fn allowed(&self, attacks: &AttackTables, info: &CheckInfo<N>, from: Cell) -> Bits<N> {
        match info.pinned.has(from) {
            true => self.allowed_on_rays(attacks, info, from),
            false => info.check_mask,
        }
    }

    /// Where a pinned piece may land. Its rays are looked for again: to keep them cost more than
    /// that, few positions ask for one.
    #[cold]
    fn allowed_on_rays(&self, attacks: &AttackTables, info: &CheckInfo<N>, from: Cell) -> Bits<N> {
        let mut allowed = info.check_mask;
        let others = self.occupied() & !Bits::of(from);
        for (piece, standing) in self.by_kind(!self.turn()) {
            for xray in xrays(attacks, piece, info.king, standing) {
                let bars = xray.cells & others;
                if xray.cells.has(from) && bars.nearest(xray.ascending).meets(&xray.attackers) {
                    allowed &= xray.cells.up_to(&bars, xray.ascending);
                }
            }
        }
        allowed
    }

    /// Whether a player attacks a cell, on a board where only these cells are occupied.
    ///
    /// A function of its own for all pieces: shared with the next one, it cost games of chess 3 to 8 % more instructions.
    #[inline(never)]
    pub(super) fn is_attacked_by(
        &self,
        attacks: &AttackTables,
        cell: Cell,
        by: Player,
        occupied: Bits<N>,
    ) -> bool {
        self.is_attacked_within(attacks, cell, by, occupied, !Bits::EMPTY)
    }

    /// The same, by pieces on some cells alone.
    #[inline(never)]
    pub(super) fn is_attacked_from(
        &self,
        attacks: &AttackTables,
        cell: Cell,
        by: Player,
        occupied: Bits<N>,
        from: Bits<N>,
    ) -> bool {
        self.is_attacked_within(attacks, cell, by, occupied, from)
    }

    #[inline(always)]
    fn is_attacked_within(
        &self,
        attacks: &AttackTables,
        cell: Cell,
        by: Player,
        occupied: Bits<N>,
        from: Bits<N>,
    ) -> bool {
        let there = from & !Bits::of(cell);
        for (piece, standing) in self.by_kind(by) {
            let standing = standing & there;
            let (near, far) = attacks.sources(piece, cell);
            let on_ray =
                |xray: XRay<N>| (xray.cells & occupied).nearest(xray.ascending).meets(&xray.attackers);
            if standing.meets(&near)
                || standing.meets(&far) && xrays(attacks, piece, cell, standing).any(on_ray)
            {
                return true;
            }
        }
        false
    }

    /// Whether one piece looks at a cell from another, on a board where only these cells are occupied.
    #[inline(never)]
    pub(super) fn looks_at(
        &self,
        attacks: &AttackTables,
        (piece, from): (Piece, Cell),
        cell: Cell,
        occupied: Bits<N>,
    ) -> bool {
        let (near, far): (Bits<N>, Bits<N>) = attacks.sources(piece, cell);
        near.has(from)
            || far.has(from)
                && xrays(attacks, piece, cell, Bits::of(from))
                    .any(|xray| (xray.cells & occupied).nearest(xray.ascending).meets(&xray.attackers))
    }

    /// The rays on which pieces of a player look at a cell, whatever stands there.
    #[inline(never)]
    pub(super) fn sightlines(&self, attacks: &AttackTables, cell: Cell, by: Player) -> Bits<N> {
        let mut lines = Bits::EMPTY;
        for (piece, standing) in self.by_kind(by) {
            xrays(attacks, piece, cell, standing).for_each(|xray| lines |= xray.cells);
        }
        lines
    }

    /// Whether the royal piece of a player is attacked; `None` where the game or the position needs more.
    #[inline]
    pub(super) fn is_in_check(&self, game: &Game, player: Player) -> Option<bool> {
        let attacks = game.tables.legality.masks()?;
        let royals = self.royals(game, player);
        let occupied = self.occupied();
        Some(royals.iter().any(|king| self.is_attacked_by(attacks, king, !player, occupied)))
    }

    /// Whether a move leaves the royal piece safe.
    #[inline]
    pub(super) fn is_king_safe(&mut self, game: &Game, info: &CheckInfo<N>, mv: Move) -> bool {
        self.keeps_king_safe(game, info, mv).unwrap_or_else(|| self.illegal_because(game, mv).is_none())
    }

    /// The same; `None` where the move has to be tried.
    #[inline]
    fn keeps_king_safe(&self, game: &Game, info: &CheckInfo<N>, mv: Move) -> Option<bool> {
        let attacks = game.tables.legality.masks()?;
        // A piece that comes from the hand bars no attack: the move must be safe without it, and is safe with it then.
        let mv = mv.without_gating();
        let action = game.tables.actions[mv.rule()];
        let flags = game.flags(mv);
        let crowns = || new_kind(action, mv).is_some_and(|kind| game.rules.is_royal(kind));
        if flags.contains(RuleFlags::MULTI_CELL) || flags.contains(RuleFlags::STIRS_AFAR) && crowns() {
            return None;
        }
        if info.quiet && !info.pinned.has(mv.from()) {
            return Some(true);
        }
        match action {
            Action::Castle => self.castles_past(info, mv, |cell, occupied| {
                self.is_attacked_by(attacks, cell, !self.turn(), occupied)
            }),
            Action::Stay | Action::Pass => Some(info.quiet),
            Action::Swap => None,
            Action::Drop(_) => Some(info.check_mask.has(mv.to())),
            Action::Exit if mv.from() == info.king => None,
            Action::Exit => Some(false),
            Action::Chain => unreachable!("masks decide only where no piece goes on"),
            Action::Shift | Action::Change if mv.from() == info.king => {
                let others = self.occupied() & !Bits::of(info.king);
                Some(!self.is_attacked_by(attacks, mv.to(), !self.turn(), others))
            }
            Action::Shift | Action::Change => Some(self.allowed(attacks, info, mv.from()).has(mv.to())),
        }
    }

    /// Whether the royal piece castles over and to cells that nobody attacks, there when both have moved; `None`
    /// where it is another piece that does.
    pub(super) fn castles_past(
        &self,
        info: &CheckInfo<N>,
        mv: Move,
        is_attacked: impl Fn(Cell, Bits<N>) -> bool,
    ) -> Option<bool> {
        let way = self.castle_of(mv, self.turn());
        if way.castle.from != info.king {
            return None;
        }
        let occupied = self.occupied() & !Bits::of(info.king);
        let landed = (occupied & !way.both_cells()) | Bits::of(way.castle.with_to);
        let mut over = (way.way & !Bits::of(info.king)).iter();
        let free = info.quiet && !over.any(|cell| is_attacked(cell, occupied));
        Some(free && !is_attacked(way.castle.to, landed))
    }
}

/// A ray on which pieces look at a cell, as far as the edge or the farthest of them that could stand there.
pub(super) struct XRay<const N: usize> {
    pub cells: Bits<N>,
    pub attackers: Bits<N>,
    /// The cell nearest to the one looked at has the smallest number.
    pub ascending: bool,
}

/// The rays on which pieces of a kind that stand there look at a cell.
#[inline(always)]
pub(super) fn xrays<const N: usize>(
    attacks: &AttackTables,
    piece: Piece,
    cell: Cell,
    standing: Bits<N>,
) -> impl Iterator<Item = XRay<N>> {
    attacks.attack_rays(piece, cell).iter().filter_map(move |line| {
        let attackers = standing & attacks.cells(line.from);
        let xray = || XRay { cells: attacks.cells(line.cells), attackers, ascending: line.ascending };
        (!attackers.is_empty()).then(xray)
    })
}

/// The kind that a move brings to the board.
#[inline]
pub(super) fn new_kind(action: Action, mv: Move) -> Option<Kind> {
    match action {
        Action::Drop(kind) => Some(kind),
        _ => mv.becomes(),
    }
}
