//! A position as a picture.

use clap::builder::styling::{AnsiColor, Style};

use unicode_width::UnicodeWidthStr;

use crate::game::{Cell, CellSet, Game, Move, Piece, Player, file_name};
use crate::position::Position;

use super::hexes::{self, Shown, between};
use super::output::styled;
use super::strokes::Strokes;

/// Pieces of games with one kind whose definition gives no symbol.
const STONES: [&str; 2] = ["●", "○"];

/// What is drawn beside the pieces, and how.
#[derive(Clone, Default, Debug)]
pub(super) struct BoardView {
    /// The second player's side is at the bottom: the board is turned half way round.
    pub flipped: bool,
    /// Pieces are drawn as symbols, not as letters.
    pub symbols: bool,
    /// The cells of the last move, in brackets.
    pub last: Option<Move>,
    /// Cells to point at: `*` where they are empty, in parentheses where they are not.
    pub marked: Option<CellSet>,
}

/// Draws the board with its coordinates, a line per rank.
pub(super) fn draw(position: &Position, view: &BoardView) -> String {
    let geometry = &position.game().rules.geometry;
    if geometry.has_hexes() {
        let show = |cell| {
            let (sign, style) = glyph(position, view, cell);
            Shown {
                fence: fence(position, view, cell),
                wide: sign.as_str().width(),
                sign: styled(style, &sign),
            }
        };
        return hexes::draw(geometry, view.flipped, width(position.game(), view), show);
    }
    let turned = |n: u16, of: u16| if view.flipped { of - 1 - n } else { n };
    let margin = geometry.ranks().to_string().len();
    let width = width(position.game(), view);
    let strokes = Strokes::of(geometry, width + 1, view.flipped);
    let mut picture = String::new();
    for line in 0..geometry.ranks() {
        let row = turned(line, geometry.ranks());
        let cells: Vec<Option<Cell>> =
            (0..geometry.files()).map(|n| geometry.at(turned(n, geometry.files()), row)).collect();
        let beneath =
            |column| strokes.as_ref().map_or(' ', |strokes| strokes.at(2 * usize::from(line), column));
        let row_drawn = draw_row(position, view, (width, &beneath), &cells);
        picture += &format!("  {:>margin$} {row_drawn}\n", geometry.ranks() - row);
        if let Some(between) = strokes.as_ref().and_then(|strokes| strokes.below(usize::from(line))) {
            picture += format!("  {:margin$} {between}", "").trim_end();
            picture.push('\n');
        }
    }
    for line in file_names(geometry.files(), view.flipped, width) {
        picture += &format!("  {:margin$} {}\n", "", line.trim_end());
    }
    picture
}

/// The names of the files under their cells, letter under letter where they have two.
fn file_names(files: u16, flipped: bool, width: usize) -> Vec<String> {
    let mut names: Vec<Vec<char>> = (0..files).map(|file| file_name(file).chars().collect()).collect();
    if flipped {
        names.reverse();
    }
    let longest = names.iter().map(Vec::len).max().unwrap_or(0);
    let letter = |name: &Vec<char>, line: usize| name.get(line).copied().unwrap_or(' ');
    let line = |line| names.iter().map(|name| format!(" {:width$}", letter(name, line))).collect();
    (0..longest).map(line).collect()
}

/// A row of cells so many columns wide; where nothing stands, what is drawn beneath shows, by column.
fn draw_row(
    position: &Position,
    view: &BoardView,
    (width, beneath): (usize, &dyn Fn(usize) -> char),
    cells: &[Option<Cell>],
) -> String {
    let mut row = String::new();
    let mut left = ' ';
    for (file, cell) in cells.iter().flatten().enumerate() {
        let start = file * (width + 1);
        let shown = |sign: char, column: usize| if sign == ' ' { beneath(column) } else { sign };
        let [open, close] = fence(position, view, *cell);
        row.push(shown(between(left, open), start));
        let (glyph, style) = glyph(position, view, *cell);
        if glyph == " " {
            row.push(beneath(start + 1));
        } else {
            row += &styled(style, &glyph);
        }
        row.extend((glyph.width()..width).map(|column| beneath(start + 1 + column)));
        left = close;
    }
    row.push(left);
    row.trim_end().to_owned()
}

fn fence(position: &Position, view: &BoardView, cell: Cell) -> [char; 2] {
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
    position.game().rules.moves[mv.rule()].action != Action::Pass
        && position.cells_of_last(mv).contains(&cell)
}

/// The columns of a terminal that a cell takes: symbols may need two.
fn width(game: &Game, view: &BoardView) -> usize {
    game.rules.pieces().map(|piece| look(game, view, piece).width()).max().unwrap_or(1)
}

/// What a piece looks like.
fn look(game: &Game, view: &BoardView, piece: Piece) -> String {
    let owner = piece.owner();
    match &game.names.kinds[piece.kind().index()].symbols {
        Some(symbols) if view.symbols => symbols[owner.index()].clone(),
        None if view.symbols && game.rules.roster.kinds == 1 => STONES[owner.index()].to_owned(),
        _ => game.letter(piece).to_string(),
    }
}

/// What stands on a cell, and how it is written.
fn glyph(position: &Position, view: &BoardView, cell: Cell) -> (String, Style) {
    let game = position.game();
    let piece = position.at(cell);
    if !game.rules.geometry.has(cell) {
        return (" ".to_owned(), Style::new());
    }
    if !piece.is_none() {
        let style = game.rules.roster.owner(piece).map_or_else(Style::new, player_style);
        return (look(game, view, piece), style);
    }
    match view.marked {
        Some(marked) if marked.has(cell) => ("*".to_owned(), AnsiColor::Green.on_default().bold()),
        _ => (".".to_owned(), Style::new().dimmed()),
    }
}

/// What players hold: a line for each who holds something.
pub(super) fn hands(position: &Position, view: &BoardView, name: impl Fn(Player) -> String) -> String {
    let game = position.game();
    let held = |player: Player| {
        let held = game.rules.pieces_of(player).filter(|&piece| position.held(piece) > 0);
        let pieces = held.map(|piece| {
            let count = position.held(piece);
            let times = if count > 1 { format!("×{count}") } else { String::new() };
            let (look, letter) = (look(game, view, piece), game.letter(piece).to_string());
            let typed = if look == letter { String::new() } else { format!("({letter})") };
            format!(" {}{typed}{times}", styled(player_style(player), &look))
        });
        let pieces: String = pieces.collect();
        if pieces.is_empty() { pieces } else { format!("  {}:{pieces}\n", name(player)) }
    };
    Player::BOTH.map(held).concat()
}

/// How a player's pieces and name look on a terminal.
pub(super) fn player_style(player: Player) -> Style {
    match player {
        Player::First => AnsiColor::Cyan.on_default().bold(),
        Player::Second => AnsiColor::Yellow.on_default().bold(),
    }
}
