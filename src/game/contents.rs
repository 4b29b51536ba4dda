//! What a cell may hold: the normal form of every filter of the language.

use serde::Serialize;

use super::{Kind, Piece, Player};

/// The kinds of a game: how many there are, and which of them belong to nobody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Roster {
    /// How many.
    pub kinds: usize,
    /// Those that belong to nobody, a bit each. Their pieces are coded as the first player's.
    pub neutral: u64,
}

impl Roster {
    /// Whether pieces of a kind belong to nobody.
    #[inline]
    pub fn is_neutral(&self, kind: Kind) -> bool {
        self.neutral >> (kind.0 & 63) & 1 == 1
    }

    /// The piece of a kind that a player puts on the board, its own or nobody's.
    pub fn piece(&self, kind: Kind, player: Player) -> Piece {
        Piece::new(kind, if self.is_neutral(kind) { Player::First } else { player })
    }

    /// Whose a piece is.
    pub fn owner(&self, piece: Piece) -> Option<Player> {
        (!piece.is_none() && !self.is_neutral(piece.kind())).then(|| piece.owner())
    }

    /// The same piece when the players change places.
    pub fn swapped(&self, piece: Piece) -> Piece {
        self.owner(piece).map_or(piece, |owner| Piece::new(piece.kind(), !owner))
    }
}

/// A set of cell contents: bit 0 is "empty", bit `p` the piece with code `p`.
///
/// Filters name contents relative to the mover; compiled, there is one `Contents` per player, so
/// that negation and union are bit operations and two filters are compared by comparing numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Contents(pub u128);

impl Contents {
    /// No content: a filter nothing passes.
    pub const NOTHING: Contents = Contents(0);
    /// The empty cell.
    pub const EMPTY: Contents = Contents(1);
    /// A cell that the last move marked, whatever it holds: no piece has this bit.
    pub const MARKED: Contents = Contents(1 << 127);

    /// Every content of a game, the empty cell included.
    pub fn all(roster: Roster) -> Contents {
        Contents(u128::MAX >> (127 - 2 * roster.kinds))
    }

    /// Every piece of a player.
    pub fn owned(owner: Player, roster: Roster) -> Contents {
        let odd = 0x5555_5555_5555_5555_5555_5555_5555_5555u128 << 1;
        let pieces = if owner == Player::First { odd } else { odd << 1 };
        let neutral = Contents::neutral(roster);
        Contents(pieces & Contents::all(roster).0).but(neutral).but(Contents(neutral.0 << 1))
    }

    /// Every piece that belongs to nobody.
    pub fn neutral(roster: Roster) -> Contents {
        let kinds = (0..roster.kinds as u8).map(Kind).filter(|&kind| roster.is_neutral(kind));
        kinds.fold(Contents::NOTHING, |all, kind| all.or(Contents::piece(roster.piece(kind, Player::First))))
    }

    /// One piece.
    pub fn piece(piece: Piece) -> Contents {
        Contents(1 << piece.0)
    }

    /// Whether a cell with this content passes.
    #[inline]
    pub fn has(self, piece: Piece) -> bool {
        self.0 >> (piece.0 & 127) & 1 == 1
    }

    /// Whether nothing passes.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// What either lets pass.
    pub fn or(self, other: Contents) -> Contents {
        Contents(self.0 | other.0)
    }

    /// What both let pass.
    pub fn and(self, other: Contents) -> Contents {
        Contents(self.0 & other.0)
    }

    /// What this lets pass and the other does not.
    pub fn but(self, other: Contents) -> Contents {
        Contents(self.0 & !other.0)
    }

    /// The piece that is all of these contents; `None` where they are several, or no piece.
    #[inline]
    pub fn as_piece(self) -> Option<Piece> {
        let is_piece = self.0.is_power_of_two() && self != Contents::EMPTY && self != Contents::MARKED;
        is_piece.then(|| Piece(self.0.trailing_zeros() as u8))
    }

    /// The pieces that pass, in code order.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let mut rest = self.0 & !(Contents::EMPTY.0 | Contents::MARKED.0);
        std::iter::from_fn(move || {
            let code = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (code < u128::BITS).then_some(Piece(code as u8))
        })
    }
}

/// Contents split up the way a board keeps its sets, so that selecting cells asks no bit twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Empty cells pass: all bits, or none.
    pub vacant: u64,
    /// Marked cells pass.
    pub marked: bool,
    /// Nothing else is to be asked than empty cells and all pieces of a player.
    pub plain: bool,
    /// All pieces of the first, of the second player pass, but for the exceptions: all bits, or none.
    pub whole: [u64; 2],
    /// The pieces that pass though not all of their player's do, and those that do not though the others do.
    pub exceptions: Contents,
}

impl Selection {
    /// Splits contents up for a game with these kinds.
    pub fn of(contents: Contents, roster: Roster) -> Selection {
        let whole = Player::each(|player| {
            let all = Contents::owned(player, roster);
            2 * contents.and(all).0.count_ones() > all.0.count_ones()
        });
        let named = contents.but(Contents::EMPTY.or(Contents::MARKED));
        let taken = Player::BOTH.into_iter().filter(|player| whole[player.index()]);
        let exceptions =
            taken.fold(named, |rest, player| Contents(rest.0 ^ Contents::owned(player, roster).0));
        let marked = !contents.and(Contents::MARKED).is_nothing();
        let plain = !marked && exceptions.is_nothing();
        let mask = |passes: bool| if passes { u64::MAX } else { 0 };
        let (vacant, whole) = (mask(contents.has(Piece::NONE)), whole.map(mask));
        Selection { vacant, marked, plain, whole, exceptions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_and_the_empty_cell_make_up_all_contents() {
        for kinds in [1, 2, 31, 63] {
            let roster = Roster { kinds, neutral: 0 };
            let whole = Contents::EMPTY
                .or(Contents::owned(Player::First, roster))
                .or(Contents::owned(Player::Second, roster));
            assert_eq!(whole, Contents::all(roster));
        }
        let second = Contents::owned(Player::Second, Roster { kinds: 3, neutral: 0 });
        assert!(second.has(Piece::new(Kind(2), Player::Second)));
        assert!(!second.has(Piece::new(Kind(2), Player::First)));
        assert_eq!(second.pieces().count(), 3);
    }

    #[test]
    fn what_is_neutral_is_neither_players() {
        let roster = Roster { kinds: 3, neutral: 0b010 };
        let [first, second] = Player::each(|player| Contents::owned(player, roster));
        assert_eq!([first, second].map(|owned| owned.pieces().count()), [2, 2]);
        let neutral = Contents::neutral(roster);
        assert_eq!(neutral, Contents::piece(Piece::new(Kind(1), Player::First)));
        assert!(first.or(second).and(neutral).is_nothing());
    }

    #[test]
    fn a_selection_lets_pass_what_its_contents_do() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let kinds = rng.usize(1..=63);
            let roster = Roster { kinds, neutral: rng.u64(..) & rng.u64(..) & ((1 << kinds) - 1) };
            let nobodys = Contents::neutral(roster).0 << 1;
            let pieces = Contents::all(roster).but(Contents(nobodys));
            let contents = Contents(rng.u128(..)).and(pieces.or(Contents::MARKED));
            let selection = Selection::of(contents, roster);
            assert_eq!(selection.vacant != 0, contents.has(Piece::NONE));
            assert_eq!(selection.marked, !contents.and(Contents::MARKED).is_nothing());
            let excepted = selection.exceptions.pieces().count();
            assert_eq!(selection.plain, !selection.marked && excepted == 0);
            assert!(excepted <= kinds, "{excepted} of {kinds} kinds");
            for piece in pieces.pieces() {
                let whole = roster.owner(piece).is_some_and(|owner| selection.whole[owner.index()] != 0);
                assert_eq!(whole != selection.exceptions.has(piece), contents.has(piece), "{piece:?}");
            }
        }
    }
}
