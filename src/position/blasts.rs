//! Captures that take what stands around them: whether one leaves the own royal piece alone is seen from sets.
//!
//! ```text
//! k . .     White's rook takes the pawn, and all that stands around goes with it, the black king too: White has won.
//! . p R     With the white king there it would be illegal, whatever becomes of the other one.
//! K . .     As long as the kings stand side by side, nobody can take one without losing his own: no check counts.
//! ```

use super::check::CheckInfo;
use super::counting::count_landings;
use super::movegen::{OpenCells, shut};
use super::{Board, MoveList};
use crate::game::{Action, Bits, Blasts, Cell, Game, Move, Piece, Player, Verb};

/// What moves of the player to move have to obey where captures take what stands around.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlastInfo<const N: usize> {
    /// For moves that capture nothing.
    check: CheckInfo<N>,
    /// Where the royal piece of the other player stands.
    enemy_king: Cell,
    /// The rays on which the other player's pieces look at the royal piece, whatever stands there; none where he cannot
    /// take it without losing his own.
    lines: Bits<N>,
}

/// A piece that goes from a cell to another one, as what it is when it has come there.
type Carry = (Piece, Cell, Cell);

impl<const N: usize> Board<N> {
    /// What a move has to obey; `None` where the game or the position needs more.
    #[inline(never)]
    pub(super) fn blast_info(&self, game: &Game) -> Option<BlastInfo<N>> {
        let blasts = game.tables.legality.blasts()?;
        let enemy = !self.turn();
        let king = self.only_royal(game, self.turn())?;
        let enemy_king = self.only_royal(game, enemy)?;
        if self.is_shielded(game, blasts, king, enemy_king) {
            return Some(BlastInfo { check: CheckInfo::unchecked(king), enemy_king, lines: Bits::EMPTY });
        }
        let captors = self.captors(blasts, enemy_king);
        let check = self.check_info_from(&blasts.attacks, king, captors);
        let lines = self.sightlines(&blasts.attacks, king, enemy);
        Some(BlastInfo { check, enemy_king, lines })
    }

    fn only_royal(&self, game: &Game, player: Player) -> Option<Cell> {
        let royals = self.royals(game, player);
        royals.first().filter(|&royal| royals == Bits::of(royal))
    }

    /// Whether the owner of one royal piece would lose it by a capture on the cell of the other.
    #[inline]
    fn is_shielded(&self, game: &Game, blasts: &Blasts, king: Cell, other: Cell) -> bool {
        let piece = self.at(other);
        game.tables.topology.around(king).has(other) && blasts.around_go(piece.owner()).has(piece)
    }

    /// The cells from which pieces may take a royal piece: who would lose his own by it is left out.
    #[inline]
    fn captors(&self, blasts: &Blasts, king: Cell) -> Bits<N> {
        let piece = self.at(king);
        if blasts.captor_goes(piece, piece.owner()) { !Bits::of(king) } else { !Bits::EMPTY }
    }

    /// Whether the other player could take the mover's royal piece on a cell, on a board where only these cells are
    /// occupied and the other player's pieces on some are gone.
    fn is_in_reach(
        &self,
        game: &Game,
        blasts: &Blasts,
        (king, enemy_king): (Cell, Cell),
        occupied: Bits<N>,
        gone: Bits<N>,
    ) -> bool {
        let from = self.captors(blasts, enemy_king) & !gone;
        let by = self.at(enemy_king).owner();
        !self.is_shielded(game, blasts, king, enemy_king)
            && self.is_attacked_from(&blasts.attacks, king, by, occupied, from)
    }

    /// Whether the royal piece of a player is attacked; `None` where the game or the position needs more.
    #[inline(never)]
    pub(super) fn is_in_check_by_blasts(&self, game: &Game, player: Player) -> Option<bool> {
        let blasts = game.tables.legality.blasts()?;
        let kings = (self.only_royal(game, player)?, self.only_royal(game, !player)?);
        Some(self.is_in_reach(game, blasts, kings, self.occupied(), Bits::EMPTY))
    }

    /// Whether a move leaves the royal piece safe; `None` where it has to be tried.
    #[inline(never)]
    pub(super) fn survives(&self, game: &Game, info: &BlastInfo<N>, mv: Move) -> Option<bool> {
        let blasts = game.tables.legality.blasts()?;
        let check = &info.check;
        if mv.gates().is_some() || game.rules.moves[mv.rule()].then.is_some() {
            return None;
        }
        match game.tables.actions[mv.rule()] {
            Action::Pass => Some(check.quiet),
            Action::Swap => None,
            Action::Drop(_) | Action::Stay | Action::Castle if game.changes_more_cells(mv) => None,
            Action::Stay => Some(check.quiet),
            Action::Drop(_) => Some(check.check_mask.has(mv.to())),
            Action::Castle => self.castles_past(check, mv, |cell, occupied| {
                self.is_in_reach(game, blasts, (cell, info.enemy_king), occupied, Bits::EMPTY)
            }),
            Action::Shift | Action::Change => {
                let (taken, captures) = self.taken_by_rule(game, mv)?;
                let step = (self.arriving(mv), mv.from(), mv.to());
                match captures {
                    true => Some(self.survives_blast(game, info, step, taken)),
                    false if taken.is_empty() => Some(self.survives_quietly(game, blasts, info, step)),
                    false => None,
                }
            }
            Action::Exit | Action::Chain => None,
        }
    }

    /// What the effects of a move's rule take, and whether the move captures; `None` where they do something else.
    fn taken_by_rule(&self, game: &Game, mv: Move) -> Option<(Bits<N>, bool)> {
        let mover = self.turn();
        let captures = game.rules.is_not_of(self.at(mv.to()), mover);
        if !game.changes_more_cells(mv) {
            return Some((Bits::EMPTY, captures));
        }
        let mut taken = Bits::EMPTY;
        let effects = &game.rules.moves[mv.rule()].effects;
        if effects.len() > 1 && effects.iter().any(|effect| effect.aside.is_some()) {
            return None;
        }
        for effect in effects {
            match effect.verb {
                Verb::Take => taken |= self.touched_by(game, effect, mv, mover),
                Verb::Mark | Verb::Settle | Verb::Unsettle => {}
                Verb::Flip | Verb::Put | Verb::Become => return None,
            }
        }
        Some((taken, captures || self.has_others(game, taken, mover)))
    }

    /// Whether a step that captures nothing leaves the royal piece safe.
    #[inline]
    fn survives_quietly(
        &self,
        game: &Game,
        blasts: &Blasts,
        info: &BlastInfo<N>,
        (_, from, to): Carry,
    ) -> bool {
        let check = &info.check;
        if from == check.king {
            let others = self.occupied() & !Bits::of(from);
            return !self.is_in_reach(game, blasts, (to, info.enemy_king), others, Bits::EMPTY);
        }
        check.quiet && !check.pinned.has(from) || self.allowed(&blasts.attacks, check, from).has(to)
    }

    /// Whether a step that captures, and takes some more by its rule, leaves the royal piece on the board and safe, or
    /// takes the other player's.
    fn survives_blast(
        &self,
        game: &Game,
        info: &BlastInfo<N>,
        (piece, from, to): Carry,
        taken: Bits<N>,
    ) -> bool {
        let Some(blasts) = game.tables.legality.blasts() else { return false };
        let (mover, landing) = (self.turn(), Bits::of(to));
        let around = game.tables.topology.around(to).narrow()
            & self.select(game, blasts.around_go(mover))
            & !Bits::of(from);
        let captor = if blasts.captor_goes(piece, mover) { landing } else { Bits::EMPTY };
        let gone = taken | around | captor;
        let king = if from == info.check.king { to } else { info.check.king };
        if gone.has(king) {
            return false;
        }
        if to == info.enemy_king || gone.has(info.enemy_king) {
            return true;
        }
        let touched = gone | landing | Bits::of(from);
        if king == info.check.king && info.check.quiet && !touched.meets(&info.lines) {
            return true;
        }
        let occupied = ((self.occupied() & !Bits::of(from)) | landing) & !gone;
        !self.is_in_reach(game, blasts, (king, info.enemy_king), occupied, gone | landing)
    }

    /// What a capture by a piece on a cell takes besides what stands there, of the pieces on some cells; and whether the captor
    /// goes, too. Nothing where captures do not take what stands around.
    #[inline]
    pub(crate) fn blast_on(
        &self,
        game: &Game,
        (cell, captor): (Cell, Piece),
        among: Bits<N>,
    ) -> (Bits<N>, bool) {
        let Some(blasts) = game.tables.legality.blasts() else { return (Bits::EMPTY, false) };
        let mover = captor.owner();
        let goes = blasts.around_go(mover);
        let around = game.tables.topology.around(cell).narrow() & among & !Bits::of(cell);
        (
            around.iter().filter(|&beside| goes.has(self.at(beside))).collect(),
            blasts.captor_goes(captor, mover),
        )
    }

    /// How many legal moves there are, counted as sets; `None` where the game or the position needs more.
    #[inline(never)]
    pub(super) fn count_among_blasts(&mut self, game: &Game, list: &mut MoveList) -> Option<u64> {
        let blasts = game.tables.legality.blasts().filter(|blasts| blasts.attacks.counts)?;
        let info = self.blast_info(game)?;
        let mut open = shut();
        self.open(game, self.turn(), &mut open);
        let safe = |board: &mut Self, mv| {
            board.survives(game, &info, mv).unwrap_or_else(|| board.illegal_because(game, mv).is_none())
        };
        let mut count = self.count_onto_marks(game, &blasts.attacks, &open, list, safe).all;
        count += self.count_travels(game, blasts, &info, &open);
        count += self.count_guarded_drops(game, &info.check, &open, |_| true);
        if !self.castles(self.turn()).is_empty() && info.check.quiet {
            list.clear();
            self.offer_castles(game, list);
            let safe = |mv: &&Move| self.survives(game, &info, **mv) == Some(true);
            count += list.as_slice().iter().filter(safe).count() as u64;
        }
        Some(count)
    }

    fn count_travels(&self, game: &Game, blasts: &Blasts, info: &BlastInfo<N>, open: &OpenCells<N>) -> u64 {
        let (check, enemies, occupied) = (&info.check, self.owned(!self.turn()), self.occupied());
        let captures = Captures::of(game, self, blasts, info);
        let mut count = 0;
        for (piece, standing) in self.by_kind(self.turn()) {
            for cell in standing {
                let moves = blasts.attacks.moves_of(piece, cell);
                let survives = |to: Cell| match enemies.has(to) {
                    true => self.survives_blast(game, info, (piece, cell, to), Bits::EMPTY),
                    false => self.survives_quietly(game, blasts, info, (piece, cell, to)),
                };
                if cell == check.king {
                    let each = |lands: Bits<N>| lands.iter().filter(|&to| survives(to)).count() as u32;
                    count += count_landings(&blasts.attacks, moves, occupied, open, each);
                    continue;
                }
                let allowed = self.allowed(&blasts.attacks, check, cell) & !enemies;
                let sure = allowed | captures.sure(info, cell) & enemies;
                let rest = enemies & !sure & !captures.fatal;
                count += count_landings(&blasts.attacks, moves, occupied, open, |lands| {
                    (lands & sure).count() + (lands & rest).iter().filter(|&to| survives(to)).count() as u32
                });
            }
        }
        count
    }
}

/// What captures on the cells of a board do to royal pieces, whoever makes them.
struct Captures<const N: usize> {
    /// Those here cost the mover's.
    fatal: Bits<N>,
    /// Those here cost the other player's, and are no fatal ones.
    winning: Bits<N>,
    /// Those here open no line to the mover's.
    harmless: Bits<N>,
}

impl<const N: usize> Captures<N> {
    fn of(game: &Game, board: &Board<N>, blasts: &Blasts, info: &BlastInfo<N>) -> Captures<N> {
        let goes = blasts.around_go(board.turn());
        let near = |king: Cell| match goes.has(board.at(king)) {
            true => game.tables.topology.around(king).narrow(),
            false => Bits::EMPTY,
        };
        let fatal = near(info.check.king);
        let winning = (near(info.enemy_king) | Bits::of(info.enemy_king)) & !fatal;
        let beside = |all, cell| all | game.tables.topology.around(cell).narrow();
        let harmless = match info.check.quiet {
            true => !info.lines.iter().fold(info.lines, beside) & !fatal,
            false => Bits::EMPTY,
        };
        Captures { fatal, winning, harmless }
    }

    /// Where a piece on a cell may capture, as far as that is seen at once.
    #[inline]
    fn sure(&self, info: &BlastInfo<N>, from: Cell) -> Bits<N> {
        if info.lines.has(from) { self.winning } else { self.winning | self.harmless }
    }
}
