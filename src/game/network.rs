//! A small neural network that scores a position by what stands where.
//!
//! Each player looks at the board from the own side. What that player sees, the own pieces and the enemy's by kind and
//! cell, and those in hands, has a row of weights each; the rows of all that is there are summed up. Pieces near the own
//! royal piece may have one more row each, by how far they stand from it. Each of the sums is cut off below 0 and above 1
//! and squared. These numbers are weighed once more: those of the player to move, and those of the other one. So a
//! position is worth the opposite when the players are exchanged, the turn included.
//!
//! Literature: Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi" (2018).

use super::symmetry::Symmetry;
use super::{Cell, Evaluation, Kind, Offset, Piece, Player, Rules};

/// 1 in the first layer.
pub const ONE: i16 = 128;

/// 1 among the weights of the second layer.
pub const OUTPUT_ONE: i32 = 64;

/// The row of what nobody sees.
const UNSEEN: u32 = u32::MAX;

/// Which row of weights belongs to what a player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    kinds: usize,
    cells: usize,
    has_hands: bool,
    /// By cell, where each player sees it.
    seen: [Vec<u16>; 2],
    /// The file and the rank of that.
    places: [Vec<[u16; 2]>; 2],
    /// By piece and cell, the row that it has there for each player; [`UNSEEN`] for pieces without an owner.
    standing: Vec<[u32; 2]>,
    royals: Vec<Kind>,
    /// Pieces within so many files and ranks of the own royal piece are seen by how far they stand from it, too.
    near: u16,
}

impl Sight {
    /// What players see in a game; `None` where they do not face each other.
    pub fn of(rules: &Rules, evaluation: &Evaluation) -> Option<Sight> {
        let mirror = evaluation.orientation.mirror.as_ref()?;
        let cells = rules.geometry.size();
        let mut from_behind = vec![0; cells];
        for (cell, there) in mirror.iter().enumerate() {
            from_behind[there.index()] = cell as u16;
        }
        let seen: [Vec<u16>; 2] = [(0..cells as u16).collect(), from_behind];
        let files = rules.geometry.files();
        let places =
            seen.each_ref().map(|seen| seen.iter().map(|&cell| [cell % files, cell / files]).collect());
        let mut sight = Sight {
            kinds: rules.roster.kinds,
            cells,
            has_hands: rules.has_hands(),
            seen,
            places,
            standing: Vec::new(),
            royals: rules.royals.iter().map(|royal| royal.kind).collect(),
            near: 0,
        };
        let pieces = (0..=2 * rules.roster.kinds as u8).map(Piece);
        let row = |piece, cell| Player::BOTH.map(|viewer| sight.standing(viewer, piece, cell) as u32);
        let rows = pieces.flat_map(|piece| {
            let is_seen = rules.roster.owner(piece).is_some();
            (0..cells as u16).map(move |cell| if is_seen { row(piece, Cell(cell)) } else { [UNSEEN; 2] })
        });
        sight.standing = rows.collect();
        Some(sight)
    }

    /// The farthest that pieces can be seen from the own royal piece.
    pub const FARTHEST: u16 = 8;

    /// The same where pieces within so many files and ranks of the own royal piece are seen by how far they stand from it, too.
    ///
    /// # Errors
    ///
    /// When there is no royal piece to look from.
    pub fn seeing_near(self, near: u16) -> Result<Sight, &'static str> {
        match near > 0 && self.royals.is_empty() {
            true => Err("the game has no royal piece: nothing can be near it"),
            false => Ok(Sight { near, ..self }),
        }
    }

    /// Within how many files and ranks of the own royal piece pieces are seen by how far they stand from it; 0: nowhere.
    #[inline]
    pub fn nearness(&self) -> u16 {
        self.near
    }

    /// How many cells the board has: so many rows belong to a piece that stands on it.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// So many rows belong to a piece that is seen from the own royal piece.
    pub fn window(&self) -> usize {
        if self.near == 0 { 0 } else { usize::from(self.side()).pow(2) }
    }

    /// How many files and ranks of cells are near a royal piece, its own among them.
    #[inline]
    fn side(&self) -> u16 {
        2 * self.near + 1
    }

    /// The first row of pieces that are seen from the own royal piece.
    #[inline]
    fn first_beside(&self) -> usize {
        2 * self.kinds * (self.cells + usize::from(self.has_hands))
    }

    /// How many rows there are: by owner, the player who looks first, by kind and by cell; then by owner and kind for
    /// pieces in hands; then by owner, kind and displacement for pieces near the royal piece of the player who looks.
    pub fn rows(&self) -> usize {
        self.first_beside() + 2 * self.kinds * self.window()
    }

    /// The row of a piece that a player sees on a cell.
    #[inline]
    pub fn standing(&self, viewer: Player, piece: Piece, cell: Cell) -> usize {
        self.kind(viewer, piece) * self.cells + usize::from(self.seen[viewer.index()][cell.index()])
    }

    /// The rows of a piece on a cell, for each player who sees it; `None` for what has no owner.
    #[inline]
    pub fn both_standing(&self, piece: Piece, cell: Cell) -> Option<[u32; 2]> {
        let rows = self.standing.get(piece.index() * self.cells + cell.index())?;
        (rows[0] != UNSEEN).then_some(*rows)
    }

    /// The row of a piece that a player sees in a hand.
    #[inline]
    pub fn held(&self, viewer: Player, piece: Piece) -> usize {
        2 * self.kinds * self.cells + self.kind(viewer, piece)
    }

    /// The row of a piece that a player sees near the own royal piece; `None` far from it.
    #[inline]
    pub fn beside(&self, viewer: Player, piece: Piece, cell: Cell, royal: Cell) -> Option<usize> {
        let places = &self.places[viewer.index()];
        let [[file, rank], [royal_file, royal_rank]] = [places[cell.index()], places[royal.index()]];
        let side = self.side();
        let (right, down) =
            ((file + self.near).wrapping_sub(royal_file), (rank + self.near).wrapping_sub(royal_rank));
        let row = || {
            self.first_beside() + self.kind(viewer, piece) * self.window() + usize::from(down * side + right)
        };
        (right < side && down < side).then(row)
    }

    /// Whether a piece is a royal one of that player.
    #[inline]
    pub fn is_royal(&self, viewer: Player, piece: Piece) -> bool {
        piece != Piece::NONE && piece.owner() == viewer && self.royals.contains(&piece.kind())
    }

    /// Where the royal piece of a player stands that the others are seen from: where there are several, the first one that this
    /// player sees. `None` where nothing is seen so.
    pub fn royal(&self, viewer: Player, at: impl Fn(Cell) -> Piece) -> Option<Cell> {
        let seen = &self.seen[viewer.index()];
        let cells = (0..if self.near == 0 { 0 } else { self.cells as u16 }).map(Cell);
        cells.filter(|&cell| self.is_royal(viewer, at(cell))).min_by_key(|cell| seen[cell.index()])
    }

    /// Whether pieces in hands are seen.
    #[inline]
    pub fn has_hands(&self) -> bool {
        self.has_hands
    }

    /// By row, the one of the same piece when left and right are exchanged; `None` where the players do not have them in common.
    pub fn reflected(&self, rules: &Rules) -> Option<Vec<u32>> {
        let by = Symmetry::reflecting(&rules.geometry, Offset::new(1, 0))?;
        let there: Vec<usize> =
            (0..self.cells as u16).map(|cell| by.cell(&rules.geometry, Cell(cell)).index()).collect();
        let board = rules.geometry.board();
        let keeps_board = by.cells(&rules.geometry, board) == *board;
        let seen = &self.seen[1];
        let in_common =
            (0..self.cells).all(|cell| usize::from(seen[there[cell]]) == there[usize::from(seen[cell])]);
        let standing =
            (0..2 * self.kinds * self.cells).map(|row| row - row % self.cells + there[row % self.cells]);
        let first_beside = self.first_beside();
        let held = 2 * self.kinds * self.cells..first_beside;
        let side = usize::from(self.side());
        let beside =
            (first_beside..self.rows()).map(|row| row + side - 1 - 2 * ((row - first_beside) % side));
        let all = standing.chain(held).chain(beside).map(|row| row as u32);
        (keeps_board && in_common).then(|| all.collect())
    }

    #[inline]
    fn kind(&self, viewer: Player, piece: Piece) -> usize {
        usize::from(piece.owner() != viewer) * self.kinds + piece.kind().index()
    }
}

/// A network for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Which rows belong to what.
    pub sight: Sight,
    /// How many numbers a row has.
    pub hidden: usize,
    /// What 1 is worth in points.
    pub points: i32,
    /// What it is worth to be the player to move, on the average: that much is left out. A search looks at both players in turn,
    /// and where a pass costs nothing but the turn it would believe in passes too seldom.
    pub turn: i32,
    /// What the sums are before anything is seen.
    pub start: Vec<i16>,
    /// The rows, one after the other.
    pub rows: Vec<i16>,
    /// The weights of the second layer: for the player to move and for the other one.
    pub output: [Vec<i16>; 2],
}

impl Network {
    /// Sums are as wide as this, or a multiple: so the compiler takes several numbers at a time.
    pub const WIDTH: usize = 16;

    /// The widest sums.
    pub const MOST_HIDDEN: usize = 256;

    /// The most that 1 is worth in points, and a turn.
    pub const MOST_POINTS: i32 = 100_000;

    /// The numbers of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[i16] {
        &self.rows[row * self.hidden..][..self.hidden]
    }

    /// Sums with rows added to them, each so many times.
    #[inline]
    pub fn sum(&self, from: &[i16], to: &mut [i16], rows: &[(u32, i16)]) {
        // All rows of a few numbers at a time: what these come to stays in registers.
        match self.hidden % 32 {
            0 => self.sum_by::<32>(from, to, rows),
            _ => self.sum_by::<{ Network::WIDTH }>(from, to, rows),
        }
    }

    #[inline]
    fn sum_by<const W: usize>(&self, from: &[i16], to: &mut [i16], rows: &[(u32, i16)]) {
        let (from, to) = (from.as_chunks::<W>().0, to.as_chunks_mut::<W>().0);
        for (part, (from, to)) in from.iter().zip(to).enumerate() {
            let mut sums = *from;
            for &(row, times) in rows {
                let Some(weights) = self.row(row as usize).as_chunks::<W>().0.get(part) else { continue };
                let weighted =
                    |(sum, &weight): (&mut i16, &i16)| *sum = sum.wrapping_add(weight.wrapping_mul(times));
                sums.iter_mut().zip(weights).for_each(weighted);
            }
            *to = sums;
        }
    }

    /// The points for the player to move, from that player's sums and those of the other one.
    #[inline]
    pub fn points(&self, own: &[i16], other: &[i16]) -> i32 {
        let sum = weighed(own, &self.output[0]) + weighed(other, &self.output[1]);
        let one = i64::from(ONE) * i64::from(ONE) * i64::from(OUTPUT_ONE);
        (i64::from(sum) * i64::from(self.points) / one) as i32 - self.turn
    }

    /// A bound that no score exceeds.
    pub fn bound(&self) -> i64 {
        let weights: i64 = self.output.iter().flatten().map(|&weight| i64::from(weight).abs()).sum();
        weights * i64::from(self.points) / i64::from(OUTPUT_ONE) + 1 + i64::from(self.turn).abs()
    }
}

/// Sums between 0 and 1, squared and weighed.
#[inline]
fn weighed(sums: &[i16], weights: &[i16]) -> i32 {
    let parts = sums.as_chunks().0.iter().zip(weights.as_chunks().0);
    parts.map(|(sums, weights)| weighed_part(sums, weights)).sum()
}

/// The same for a few of them. In line the compiler would take one number of each part at a time, which takes half as many
/// instructions again.
#[inline(never)]
fn weighed_part(sums: &[i16; Network::WIDTH], weights: &[i16; Network::WIDTH]) -> i32 {
    let one = |(&sum, &weight): (&i16, &i16)| {
        let cut = sum.clamp(0, ONE);
        i32::from(cut.wrapping_mul(weight)) * i32::from(cut)
    };
    sums.iter().zip(weights).map(one).sum()
}
