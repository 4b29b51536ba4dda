//! A position as a picture.

use clap::builder::styling::{AnsiColor, Style};

use crate::game::{Cell, CellSet, Move, Player, file_name};
use crate::position::Position;

use super::output::styled;

/// What is drawn beside the pieces, and how.
#[derive(Clone, Default, Debug)]
pub(super) struct View {
    /// The second player's side is at the bottom: the board is turned half way round.
    pub flipped: bool,
    /// Pieces are stones, not letters: for games with one kind of piece.
    pub stones: bool,
    /// The cells of the last move, in brackets.
    pub last: Option<Move>,
    /// Cells to point at: `*` where they are empty, in parentheses where they are not.
    pub marked: Option<CellSet>,
}

/// Draws the board with its coordinates, a line per rank.
pub(super) fn draw(position: &Position, view: &View) -> String {
    let geometry = &position.game().geometry;
    let turned = |n: u16, of: u16| if view.flipped { of - 1 - n } else { n };
    let margin = geometry.ranks().to_string().len();
    let mut picture = String::new();
    for row in 0..geometry.ranks() {
        let row = turned(row, geometry.ranks());
        let cells: Vec<Option<Cell>> =
            (0..geometry.files()).map(|n| geometry.at(turned(n, geometry.files()), row)).collect();
        picture += &format!("  {:>margin$} {}\n", geometry.ranks() - row, draw_row(position, view, &cells));
    }
    for line in file_names(geometry.files(), view.flipped) {
        picture += &format!("  {:margin$} {}\n", "", line.trim_end());
    }
    picture
}

/// The names of the files under their cells, letter under letter where they have two.
fn file_names(files: u16, flipped: bool) -> Vec<String> {
    let mut names: Vec<Vec<char>> = (0..files).map(|file| file_name(file).chars().collect()).collect();
    if flipped {
        names.reverse();
    }
    let longest = names.iter().map(Vec::len).max().unwrap_or(0);
    let letter = |name: &Vec<char>, line: usize| name.get(line).copied().unwrap_or(' ');
    (0..longest).map(|line| names.iter().map(|name| format!(" {}", letter(name, line))).collect()).collect()
}

fn draw_row(position: &Position, view: &View, cells: &[Option<Cell>]) -> String {
    let mut row = String::new();
    let mut left = ' ';
    for cell in cells.iter().flatten() {
        let [open, close] = fence(position, view, *cell);
        row.push(between(left, open));
        row += &glyph(position, view, *cell);
        left = close;
    }
    row.push(left);
    row.trim_end().to_owned()
}

/// What stands between two cells: what the left one ends with and the right one begins with.
fn between(left: char, right: char) -> char {
    match (left, right) {
        (' ', right) => right,
        (left, ' ') => left,
        _ => '|',
    }
}

fn fence(position: &Position, view: &View, cell: Cell) -> [char; 2] {
    let is_marked = view.marked.is_some_and(|marked| marked.has(cell));
    if is_marked && !position.at(cell).is_none() {
        return ['(', ')'];
    }
    let in_last = view.last.is_some_and(|mv| is_of_move(position, mv, cell));
    if in_last { ['[', ']'] } else { [' ', ' '] }
}

/// Whether a move went from or to a cell.
fn is_of_move(position: &Position, mv: Move, cell: Cell) -> bool {
    use crate::game::Action;
    position.game().rules[mv.rule()].action != Action::Pass && (mv.from() == cell || mv.to() == cell)
}

fn glyph(position: &Position, view: &View, cell: Cell) -> String {
    let game = position.game();
    let piece = position.at(cell);
    if !game.geometry.has(cell) {
        return " ".to_owned();
    }
    if !piece.is_none() {
        let letter = match piece.owner() {
            _ if !view.stones => game.letter(piece).to_string(),
            Player::First => "●".to_owned(),
            Player::Second => "○".to_owned(),
        };
        return styled(player_style(piece.owner()), &letter);
    }
    match view.marked {
        Some(marked) if marked.has(cell) => styled(AnsiColor::Green.on_default().bold(), "*"),
        _ => styled(Style::new().dimmed(), "."),
    }
}

/// How a player's pieces and name look on a terminal.
pub(super) fn player_style(player: Player) -> Style {
    match player {
        Player::First => AnsiColor::Cyan.on_default().bold(),
        Player::Second => AnsiColor::Yellow.on_default().bold(),
    }
}
