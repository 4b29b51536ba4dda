//! The lines of a drawn board on a terminal, between its points.
//!
//! ```text
//! .-.-.
//! |\|/|
//! .-.-.
//! ```

use crate::game::{Cell, Geometry};

/// What stands between the points: a row for each rank, and one between two.
pub(super) struct Strokes {
    rows: Vec<Vec<char>>,
}

impl Strokes {
    /// The lines of a board whose cells are so many columns wide; `None` where none are drawn.
    pub(super) fn of(geometry: &Geometry, wide: usize, flipped: bool) -> Option<Strokes> {
        let (files, ranks) = (usize::from(geometry.files()), usize::from(geometry.ranks()));
        let mut strokes = Strokes { rows: vec![vec![' '; files * wide + 1]; 2 * ranks - 1] };
        let turned = |at: u16, of: usize| if flipped { of - 1 - usize::from(at) } else { usize::from(at) };
        let place = |cell: Cell| {
            (2 * turned(geometry.row(cell), ranks), 1 + wide * turned(geometry.file(cell), files))
        };
        for pair in geometry.lines().iter().flat_map(|line| line.windows(2)) {
            strokes.draw(place(pair[0]), place(pair[1]));
        }
        geometry.is_drawn().then_some(strokes)
    }

    /// Draws from one point to another, from the upper or left one on.
    fn draw(&mut self, from: (usize, usize), to: (usize, usize)) {
        let ((top, start), (bottom, end)) = (from.min(to), from.max(to));
        if top == bottom {
            (start + 1..end).for_each(|column| self.put(top, column, '-'));
            return;
        }
        let (down, across) = (bottom - top, start.abs_diff(end));
        for step in 1..down {
            let aside = (across * step + down / 2) / down;
            match start.cmp(&end) {
                std::cmp::Ordering::Less => self.put(top + step, start + aside, '\\'),
                std::cmp::Ordering::Equal => self.put(top + step, start, '|'),
                std::cmp::Ordering::Greater => self.put(top + step, start - aside, '/'),
            }
        }
    }

    /// Draws one stroke; two that cross become one sign.
    fn put(&mut self, row: usize, column: usize, stroke: char) {
        let sign = &mut self.rows[row][column];
        *sign = match (*sign, stroke) {
            (' ', stroke) => stroke,
            ('-', '|') | ('|', '-') => '+',
            ('/', '\\') | ('\\', '/') => 'X',
            (before, stroke) if before == stroke => stroke,
            _ => '*',
        };
    }

    /// What stands in a row, counted from the top of the picture, ranks at even numbers.
    pub(super) fn at(&self, row: usize, column: usize) -> char {
        self.rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(' ')
    }

    /// What stands below a rank: nothing below the last.
    pub(super) fn below(&self, rank: usize) -> Option<String> {
        let row: String = self.rows.get(2 * rank + 1)?.iter().collect();
        Some(row.trim_end().to_owned())
    }
}
