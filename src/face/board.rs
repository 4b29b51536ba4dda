//! A position as a picture.

use clap::builder::styling::Style;

use unicode_width::UnicodeWidthStr;

use crate::game::{Cell, CellSet, Game, Piece, Player, file_name};
use crate::position::Position;

use super::hexes::{self, Shown, between};
use super::inks;
use super::output::styled;
use super::strokes::Strokes;

/// Pieces of games with one kind whose definition gives no symbol: dark ones and light ones.
const STONES: [&str; 2] = ["●", "○"];

/// What is drawn beside the pieces, and how.
#[derive(Clone, Default, Debug)]
pub(super) struct BoardView {
    /// The second player's side is at the bottom: the board is turned half way round.
    pub flipped: bool,
    /// Pieces are drawn as symbols, not as letters.
    pub symbols: bool,
    /// The terminal shows colours: the board has its own, and so have the players.
    pub coloured: bool,
    /// How files and ranks are called, if not as in coordinates, by the number of a notation.
    pub notation: Option<usize>,
    /// The cells of the last move, in brackets.
    pub last: Vec<Cell>,
    /// Cells to point at: `*` where they are empty, in parentheses where they are not.
    pub marked: Option<CellSet>,
    /// The first part of a move that is typed part by part: where its piece comes from, and where it stands meanwhile.
    pub begun: Option<(Cell, Cell)>,
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
    let [files, ranks] = labels(position, view);
    let margin = ranks.iter().map(|name| name.as_str().width()).max().unwrap_or(1);
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
        let name = &ranks[usize::from(row)];
        let before = " ".repeat(margin.saturating_sub(name.as_str().width()));
        picture += &format!("  {before}{name} {row_drawn}\n");
        if let Some(between) = strokes.as_ref().and_then(|strokes| strokes.below(usize::from(line))) {
            let wide = usize::from(geometry.files()) * (width + 1) + 1;
            let between = match view.coloured {
                true => styled(inks::board(), &format!("{between:wide$}")),
                false => between,
            };
            picture += format!("  {:margin$} {between}", "").trim_end();
            picture.push('\n');
        }
    }
    for line in file_names(files, view.flipped, width) {
        picture += &format!("  {:margin$} {}\n", "", line.trim_end());
    }
    picture
}

/// What files and ranks are called, from the left and from the top of the picture.
fn labels(position: &Position, view: &BoardView) -> [Vec<String>; 2] {
    let geometry = &position.game().rules.geometry;
    let notation = view.notation.and_then(|number| position.game().names.notations.get(number));
    let ranks = || (0..geometry.ranks()).map(|row| (geometry.ranks() - row).to_string()).collect();
    let near = if view.flipped { Player::Second } else { Player::First };
    match notation {
        Some(notation) if notation.names_cells() => notation.labels(geometry, near),
        Some(notation) if notation.names_lanes() => {
            // Each player counts from the right: the names are those of who sits below.
            let mut files = notation.files[near.index()].clone();
            files.truncate(usize::from(geometry.files()));
            if !view.flipped {
                files.reverse();
            }
            [files, ranks()]
        }
        _ => [(0..geometry.files()).map(file_name).collect(), ranks()],
    }
}

/// The names of the files under their cells, letter under letter where they have two.
fn file_names(names: Vec<String>, flipped: bool, width: usize) -> Vec<String> {
    let mut names: Vec<Vec<char>> = names.iter().map(|name| name.chars().collect()).collect();
    if flipped {
        names.reverse();
    }
    let longest = names.iter().map(Vec::len).max().unwrap_or(0);
    let letter = |name: &Vec<char>, line: usize| name.get(line).copied().unwrap_or(' ');
    let cell = |sign: char| {
        let wide = sign.to_string().as_str().width();
        format!(" {sign}{}", " ".repeat(width.saturating_sub(wide)))
    };
    let line = |line| names.iter().map(|name| cell(letter(name, line))).collect();
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
    let plain = |signs: String| if view.coloured { styled(inks::board(), &signs) } else { signs };
    for (file, cell) in cells.iter().flatten().enumerate() {
        let start = file * (width + 1);
        let shown = |sign: char, column: usize| if sign == ' ' { beneath(column) } else { sign };
        let [open, close] = fence(position, view, *cell);
        row += &plain(shown(between(left, open), start).to_string());
        let (glyph, style) = glyph(position, view, *cell);
        if glyph == " " {
            row += &plain(beneath(start + 1).to_string());
        } else {
            row += &styled(style, &glyph);
        }
        row += &plain((glyph.width()..width).map(|column| beneath(start + 1 + column)).collect());
        left = close;
    }
    row += &plain(left.to_string());
    row.trim_end().to_owned()
}

fn fence(position: &Position, view: &BoardView, cell: Cell) -> [char; 2] {
    let is_marked = view.marked.is_some_and(|marked| marked.has(cell));
    if is_marked && !standing(position, view, cell).is_none() {
        return ['(', ')'];
    }
    let in_last = view.begun.is_none() && view.last.contains(&cell);
    if in_last { ['[', ']'] } else { [' ', ' '] }
}

/// The cells of the moves of the last turn.
pub(super) fn last_turn(position: &Position) -> Vec<Cell> {
    use crate::game::Action;
    let mut cells = Vec::new();
    let mut back = position.clone();
    let mover = position.movers().last().copied();
    while mover.is_some() && back.movers().last().copied() == mover {
        let Some(&mv) = back.played().last() else { break };
        let action = position.game().rules.moves[mv.rule()].action;
        if !matches!(action, Action::Pass | Action::Swap) {
            cells.extend(back.cells_of_last(mv));
        }
        back.undo();
    }
    cells
}

/// What stands on a cell, the first part of a move made where one is begun.
fn standing(position: &Position, view: &BoardView, cell: Cell) -> Piece {
    match view.begun {
        Some((from, to)) if from != to && cell == from => Piece::NONE,
        Some((from, to)) if cell == to => position.at(from),
        _ => position.at(cell),
    }
}

/// The columns of a terminal that a cell takes: symbols may need two.
fn width(game: &Game, view: &BoardView) -> usize {
    game.rules.pieces().map(|piece| look(game, view, piece).width()).max().unwrap_or(1)
}

/// What a piece looks like.
fn look(game: &Game, view: &BoardView, piece: Piece) -> String {
    let owner = piece.owner();
    match &game.names.kinds[piece.kind().index()].symbols {
        Some([first, second]) if view.symbols => {
            let symbol = if owner == Player::First { first } else { second };
            // Where colours do not tell the sides apart, signs do.
            let is_twin = first == second && !game.rules.roster.is_neutral(piece.kind());
            let sign = if is_twin && !view.coloured && owner == Player::Second { "v" } else { "" };
            format!("{sign}{symbol}")
        }
        None if view.symbols && game.rules.roster.kinds == 1 => {
            let light = inks::is_light(game, owner) && !view.coloured;
            STONES[usize::from(light)].to_owned()
        }
        _ => game.letter(piece).to_string(),
    }
}

/// What stands on a cell, and how it is written.
fn glyph(position: &Position, view: &BoardView, cell: Cell) -> (String, Style) {
    let game = position.game();
    let piece = standing(position, view, cell);
    let ground = if view.coloured { inks::board() } else { Style::new() };
    if !game.rules.geometry.has(cell) {
        return (" ".to_owned(), ground);
    }
    if !piece.is_none() {
        let style = match game.rules.roster.owner(piece).filter(|_| view.coloured) {
            Some(owner) => inks::on_board(game, owner),
            None => ground,
        };
        return (look(game, view, piece), style);
    }
    match view.marked {
        Some(marked) if marked.has(cell) => {
            // A piece may be written so.
            let is_taken = game
                .names
                .kinds
                .iter()
                .any(|kind| kind.letters.iter().any(|letter| letter.to_string() == "*"));
            (if is_taken { "+" } else { "*" }.to_owned(), if view.coloured { inks::bright() } else { ground })
        }
        _ => (".".to_owned(), ground),
    }
}

/// What players hold, a line for each, as soon as one holds something.
pub(super) fn hands(
    position: &Position,
    view: &BoardView,
    label: &str,
    name: impl Fn(Player) -> String,
) -> String {
    let game = position.game();
    let held = |player: Player| {
        let held = game.rules.pieces_of(player).filter(|&piece| position.held(piece) > 0);
        let pieces = held.map(|piece| {
            let count = position.held(piece);
            let times = if count > 1 { format!("×{count}") } else { String::new() };
            let (look, letter) = (look(game, view, piece), game.letter(piece).to_string());
            let typed = if look == letter { String::new() } else { format!("({letter})") };
            format!(" {look}{typed}{times}")
        });
        pieces.collect::<String>()
    };
    let both = Player::each(held);
    if both.iter().all(String::is_empty) {
        return String::new();
    }
    let line = |player: Player| {
        let pieces = &both[player.index()];
        let pieces = if pieces.is_empty() { " –" } else { pieces };
        format!("  {label} {}:{pieces}\n", styled(inks::of_name(game, player), &name(player)))
    };
    Player::each(line).concat()
}
