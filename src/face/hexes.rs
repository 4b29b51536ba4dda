//! A board of hexagons on a terminal: each row half a cell further right than the one above.
//!
//! ```text
//! 3 . . .
//!  2 . . .
//!   1 . . .
//!      a b c
//! ```

use crate::game::{Cell, Geometry, file_name};

/// What stands on a cell.
pub(super) struct Shown {
    /// What it begins and ends with.
    pub fence: [char; 2],
    /// What is written, with its colours,
    pub sign: String,
    /// and how many columns that takes.
    pub wide: usize,
}

/// Signs by row and column, each with what makes it coloured.
struct Canvas {
    rows: Vec<Vec<String>>,
}

/// Where cells lie on a canvas.
struct Layout<'a> {
    geometry: &'a Geometry,
    flipped: bool,
    /// The columns of half a cell.
    half: usize,
    /// The column where the top left corner of the whole rectangle begins.
    start: usize,
}

/// Draws the board with its coordinates, each cell so many columns wide.
pub(super) fn draw(geometry: &Geometry, flipped: bool, wide: usize, show: impl Fn(Cell) -> Shown) -> String {
    let half = wide.div_ceil(2);
    // Names of ranks stand before the first column.
    let start = 3 + geometry.ranks().to_string().len();
    let layout = Layout { geometry, flipped, half, start };
    let least = geometry.board().iter().map(|cell| layout.place(cell).1).min().unwrap_or(0) - start;
    let mut canvas = Canvas { rows: vec![Vec::new(); usize::from(geometry.ranks()) + 3] };
    for cell in geometry.board().iter() {
        let (row, column) = layout.place(cell);
        let (shown, column) = (show(cell), column - least);
        canvas.fence(row, column, shown.fence[0]);
        canvas.put(row, column + 1, shown.sign, shown.wide);
        canvas.fence(row, column + 2 * half, shown.fence[1]);
    }
    for row in 0..geometry.ranks() {
        let cells = (0..geometry.files()).filter_map(|file| layout.there(file, row));
        if let Some((row_drawn, column)) = cells.map(|cell| layout.place(cell)).min() {
            let name = (geometry.ranks() - row).to_string();
            canvas.write(row_drawn, column - least - name.len(), &name);
        }
    }
    for file in 0..geometry.files() {
        let cells = (0..geometry.ranks()).filter_map(|row| layout.there(file, row));
        if let Some((row, column)) = cells.map(|cell| layout.place(cell)).max() {
            let column = column - least + 1 + half;
            for (line, letter) in file_name(file).chars().enumerate() {
                canvas.write(row + 1 + line, column, &letter.to_string());
            }
        }
    }
    canvas.text()
}

/// What stands between two cells: what the left one ends with and the right one begins with.
pub(super) fn between(left: char, right: char) -> char {
    match (left, right) {
        (' ', right) => right,
        (left, ' ') => left,
        _ => '|',
    }
}

impl Layout<'_> {
    /// The row of a cell and the column before it, as they are drawn.
    fn place(&self, cell: Cell) -> (usize, usize) {
        let (file, row) = (usize::from(self.geometry.file(cell)), usize::from(self.geometry.row(cell)));
        let (files, ranks) = (usize::from(self.geometry.files()), usize::from(self.geometry.ranks()));
        let (file, row) = if self.flipped { (files - 1 - file, ranks - 1 - row) } else { (file, row) };
        (row, self.start + self.half * (2 * file + row))
    }

    fn there(&self, file: u16, row: u16) -> Option<Cell> {
        self.geometry.at(file, row).filter(|&cell| self.geometry.has(cell))
    }
}

impl Canvas {
    /// Puts a sign of some columns.
    fn put(&mut self, row: usize, column: usize, sign: String, wide: usize) {
        let row = &mut self.rows[row];
        if row.len() < column + wide {
            row.resize(column + wide, " ".to_owned());
        }
        row[column] = sign;
        row[column + 1..column + wide].fill(String::new());
    }

    /// Puts what a cell begins or ends with, beside what stands there of the one before.
    fn fence(&mut self, row: usize, column: usize, sign: char) {
        let before = self.rows[row].get(column).and_then(|sign| sign.chars().next()).unwrap_or(' ');
        self.put(row, column, between(before, sign).to_string(), 1);
    }

    fn write(&mut self, row: usize, column: usize, text: &str) {
        for (at, letter) in text.chars().enumerate() {
            self.put(row, column + at, letter.to_string(), 1);
        }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.concat().trim_end().to_owned()).collect();
        let last = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        rows[..last].iter().map(|row| format!("{row}\n")).collect()
    }
}
