//! The lines of the board: maximal straight runs of cells, and what their contents mean.
//!
//! A line's contents are two words of bits, one per player. Ends by `line`, the threats to reach
//! them and the patterns of the evaluation are all functions of such a pair, so that they can be
//! looked up by contents instead of being scanned.

use std::fmt;

use super::Topology;
use crate::game::{Cell, CellSet, Geometry, LineRule, Offset};

/// The four axes that lines run along on squares, in the direction in which their cells are numbered.
pub const AXES: [Offset; 4] =
    [Offset::new(1, 0), Offset::new(0, -1), Offset::new(1, -1), Offset::new(-1, -1)];

/// A maximal run of cells along one axis; the edge of the board or a hole lies beyond both ends.
#[derive(Clone, Debug)]
pub struct Line {
    /// The axis, an index into [`Geometry::axes`].
    pub axis: u8,
    /// Its cells in order; bit `i` of the line's words is `cells[i]`.
    pub cells: Vec<Cell>,
}

/// Where a cell lies on a line.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The line.
    pub line: u16,
    /// The bit of the cell in the line's words.
    pub bit: u8,
    /// Cells on the line.
    pub length: u8,
}

/// The most cells that a line can have: its words have a bit for each.
pub const LONGEST_LINE: u16 = 64;

/// Why the lines of a game cannot be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLines {
    /// A side of the board is longer than [`LONGEST_LINE`].
    TooLong,
    /// Pieces of nobody stand on it.
    Neutral,
    /// A drawn line bends, or two lie along each other.
    Tangled,
}

impl fmt::Display for NoLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLines::TooLong => {
                write!(f, "lines are looked at on boards whose sides are at most {LONGEST_LINE} cells long")
            }
            NoLines::Neutral => f.write_str("rows of pieces are not looked for where pieces of nobody stand"),
            NoLines::Tangled => f.write_str(
                "rows of pieces are looked for where drawn lines are straight and no two lie along each other",
            ),
        }
    }
}

/// All lines of a board.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Every line, one-cell lines included, so that each cell lies on exactly one of each axis.
    pub list: Vec<Line>,
    /// By cell number, its place on the line of each axis, then that of the first one again. Empty when the game has no use
    /// for lines.
    touches: Vec<[Touch; 4]>,
    /// How many axes there are.
    pub axes: usize,
}

impl Lines {
    /// The lines of a board whose sides are at most [`LONGEST_LINE`] cells long.
    pub(in crate::game) fn of(topology: &Topology, geometry: &Geometry) -> Lines {
        let mut lines = Lines {
            list: Vec::new(),
            touches: vec![[Touch { line: 0, bit: 0, length: 0 }; 4]; geometry.size()],
            axes: geometry.axes().len(),
        };
        for (axis, &forward) in geometry.axes().iter().enumerate() {
            for cells in runs(topology, geometry, forward) {
                for (bit, cell) in cells.iter().enumerate() {
                    lines.touches[cell.index()][axis] =
                        Touch { line: lines.list.len() as u16, bit: bit as u8, length: cells.len() as u8 };
                }
                lines.list.push(Line { axis: axis as u8, cells });
            }
        }
        for touches in &mut lines.touches {
            let first = touches[0];
            touches[lines.axes..].fill(first);
        }
        lines
    }

    /// The places of a cell on its lines, by axis.
    #[inline]
    pub fn through(&self, cell: Cell) -> impl Iterator<Item = Touch> + '_ {
        self.touches[cell.index()][..self.axes].iter().copied()
    }

    /// Whether a test holds of one of them. A loop of known length takes a tenth less: with fewer axes the first place is
    /// asked again.
    #[inline(always)]
    pub fn any_through(&self, cell: Cell, test: impl Fn(Touch) -> bool) -> bool {
        self.touches[cell.index()].iter().any(|&touch| test(touch))
    }

    /// The places of a cell on its lines as a list, where the game has a use for lines.
    #[inline(always)]
    pub fn get(&self, cell: Cell) -> Option<&[Touch]> {
        Some(&self.touches.get(cell.index())?[..self.axes])
    }

    /// The place of a cell on its line along an axis.
    #[inline]
    pub fn touch(&self, cell: Cell, axis: usize) -> Touch {
        self.touches[cell.index()][axis]
    }
}

/// The longest runs along an axis; of a drawn board its lines, and each point that is on none alone.
fn runs(topology: &Topology, geometry: &Geometry, axis: Offset) -> Vec<Vec<Cell>> {
    if !geometry.is_drawn() {
        return topology.along(axis).lines().map(<[Cell]>::to_vec).collect();
    }
    let mut runs: Vec<Vec<Cell>> = geometry.lines_along(axis).collect();
    let on_lines: CellSet = runs.iter().flatten().copied().collect();
    runs.extend((*geometry.board() & !on_lines).iter().map(|cell| vec![cell]));
    runs
}

/// What stands on a line: own pieces, enemy pieces, and how long the line is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LineContents {
    /// Bits of the pieces of the player asked about.
    pub own: u64,
    /// Bits of the opponent's pieces.
    pub enemy: u64,
    /// Cells on the line, 1 to 64.
    pub length: u8,
}

impl LineContents {
    /// The same line seen by the other player.
    pub fn swapped(self) -> LineContents {
        LineContents { own: self.enemy, enemy: self.own, length: self.length }
    }

    /// Bits of all cells of the line.
    pub fn whole(self) -> u64 {
        u64::MAX >> (64 - self.length as u32)
    }

    /// Bits of the empty cells.
    pub fn empty(self) -> u64 {
        self.whole() & !(self.own | self.enemy)
    }

    /// The same line with one more own piece.
    pub fn with_own(self, bit: u8) -> LineContents {
        LineContents { own: self.own | 1 << bit, ..self }
    }

    /// The same line with one more enemy piece.
    pub fn with_enemy(self, bit: u8) -> LineContents {
        LineContents { enemy: self.enemy | 1 << bit, ..self }
    }
}

/// A quick look for runs: three shifts that fold runs of up to eight onto their first bit.
#[derive(Clone, Copy, Debug)]
pub struct Steps([u32; 3]);

impl Steps {
    /// False when the word holds no run that is long enough; true when it may.
    #[inline]
    pub fn may_hold(self, own: u64) -> bool {
        self.0.into_iter().fold(own, |runs, step| runs & runs >> step) != 0
    }
}

impl LineRule {
    /// The steps that look for runs of this length. Each doubles what is covered, up to the length.
    #[inline]
    pub fn steps(&self) -> Steps {
        let mut covered = 1;
        Steps([0; 3].map(|_: u32| {
            let step = covered.min(self.length.saturating_sub(covered));
            covered += step;
            step
        }))
    }

    /// Whether the run of own pieces through the piece at `bit` counts.
    #[inline]
    pub fn counts_at(&self, line: LineContents, bit: u8) -> bool {
        let up = (line.own >> bit).trailing_ones();
        let down = (line.own << (63 - bit)).leading_ones();
        let run = up + down - 1;
        run >= self.length && self.accepts(line, bit as u32 + 1 - down, run)
    }

    /// Whether a maximal run of at least `length`, from bit `low`, counts.
    fn accepts(&self, line: LineContents, low: u32, run: u32) -> bool {
        if run > self.length {
            return self.overline;
        }
        if !self.void_when_blocked {
            return true;
        }
        let below = if low == 0 { self.edge_blocks } else { line.enemy >> (low - 1) & 1 == 1 };
        let end = low + run;
        let above = if end == line.length as u32 { self.edge_blocks } else { line.enemy >> end & 1 == 1 };
        !(below && above)
    }

    /// Whether any run of own pieces on the line counts.
    pub fn counts(&self, line: LineContents) -> bool {
        let mut rest = line.own;
        while rest != 0 {
            let low = rest.trailing_zeros();
            let run = (rest >> low).trailing_ones();
            if run >= self.length && self.accepts(line, low, run) {
                return true;
            }
            rest &= !(u64::MAX >> (64 - run) << low);
        }
        false
    }

    /// Empty cells where one more own piece makes a run that counts.
    pub fn completions(&self, line: LineContents) -> u64 {
        bits(line.empty()).filter(|&bit| self.counts_at(line.with_own(bit), bit)).fold(0, with_bit)
    }

    /// Empty cells where an enemy piece leaves the line without completions.
    pub fn answers(&self, line: LineContents) -> u64 {
        bits(line.empty()).filter(|&bit| self.completions(line.with_enemy(bit)) == 0).fold(0, with_bit)
    }

    /// Empty cells where one more own piece makes a completion that was not there before.
    pub fn builders(&self, line: LineContents) -> u64 {
        let before = self.completions(line);
        bits(line.empty())
            .filter(|&bit| self.completions(line.with_own(bit)) & !before != 0)
            .fold(0, with_bit)
    }
}

fn with_bit(set: u64, bit: u8) -> u64 {
    set | 1 << bit
}

/// The bits of a word, lowest first.
pub fn bits(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as u8;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> LineContents {
        let word = |letter| {
            text.chars().enumerate().filter(|&(_, c)| c == letter).fold(0, |set, (i, _)| set | 1 << i)
        };
        LineContents { own: word('X'), enemy: word('O'), length: text.len() as u8 }
    }

    fn mask(text: &str) -> u64 {
        text.chars().enumerate().filter(|&(_, c)| c == '*').fold(0, |set, (i, _)| set | 1 << i)
    }

    const FREE: LineRule =
        LineRule { length: 5, overline: true, void_when_blocked: false, edge_blocks: false };
    const EXACT: LineRule = LineRule { overline: false, ..FREE };
    const BLOCKED: LineRule = LineRule { void_when_blocked: true, ..FREE };

    #[test]
    fn five_counts_and_six_counts_only_with_overlines() {
        assert!(FREE.counts(line("..XXXXX.")));
        assert!(FREE.counts(line(".XXXXXX.")));
        assert!(EXACT.counts(line("OXXXXXO.")));
        assert!(!EXACT.counts(line(".XXXXXX.")));
        assert!(!FREE.counts(line("XXXX.XXX")));
    }

    #[test]
    fn five_between_two_enemies_is_void_but_the_edge_is_no_enemy() {
        assert!(!BLOCKED.counts(line("OXXXXXO.")));
        assert!(BLOCKED.counts(line("XXXXXO..")));
        assert!(BLOCKED.counts(line("OXXXXXXO")));
        assert!(!LineRule { edge_blocks: true, ..BLOCKED }.counts(line("XXXXXO..")));
    }

    #[test]
    fn a_threat_to_a_void_five_is_answered_at_the_far_end_too() {
        assert_eq!(BLOCKED.completions(line("OXXXX...")), mask(".....*.."));
        assert_eq!(BLOCKED.answers(line("OXXXX...")), mask(".....**."));
        assert_eq!(FREE.answers(line("OXXXX...")), mask(".....*.."));
        assert_eq!(FREE.answers(line(".XXXX...")), 0);
    }

    #[test]
    fn a_run_through_any_of_its_cells_is_the_same_run() {
        for text in ["..XXXXX.", "XXXXX...", "...XXXXX", "OXXXXXO.", "XXXXXXXX"] {
            let contents = line(text);
            for rule in [FREE, EXACT, BLOCKED] {
                for bit in bits(contents.own) {
                    assert_eq!(rule.counts_at(contents, bit), rule.counts(contents), "{text} {rule:?}");
                }
            }
        }
    }

    #[test]
    fn the_quick_look_misses_no_run_and_finds_only_runs() {
        for length in 1..=8 {
            let steps = LineRule { length, ..FREE }.steps();
            for run in 1..=10 {
                let word = (1u64 << run) - 1;
                assert_eq!(
                    steps.may_hold(word << 3 | 1 << 20),
                    run >= length || length == 1,
                    "{length} {run}"
                );
            }
        }
    }

    #[test]
    fn every_cell_lies_on_four_lines() {
        let geometry = Geometry::new(5, 4, [Cell(7)].into_iter().collect());
        let lines = Lines::of(&Topology::new(&geometry, std::iter::empty()), &geometry);
        for cell in geometry.board().iter() {
            for (axis, touch) in lines.touches[cell.index()].iter().enumerate() {
                let line = &lines.list[touch.line as usize];
                assert_eq!(line.cells[touch.bit as usize], cell);
                assert_eq!(line.axis as usize, axis);
            }
        }
        assert!(lines.list.iter().all(|l| !l.cells.contains(&Cell(7))));
    }
}
