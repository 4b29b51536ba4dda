//! A position as a picture: SVG that needs no script and no font of its own, and looks right by day and by
//! night.
//!
//! [`draw`] makes the whole picture; `Board` is the board alone, which trees draw small at their nodes.

mod board;
mod figure;
mod grid;
mod text;

pub(crate) use board::DrawnBoard;
pub(crate) use text::{escaped, put, width};

use figure::Figure;

use crate::game::{CellSet, Game, Piece, Player, file_name};
use crate::position::Position;

/// How boards look.
pub(crate) const STYLE: &str = "text{font-family:'DejaVu Sans','Segoe UI','Noto Sans CJK SC','Noto Sans CJK JP',\
'Hiragino Sans','Microsoft YaHei','Noto Sans Symbols 2',Helvetica,Arial,sans-serif;fill:#1f2933;\
font-size:12px;text-anchor:middle}.left{text-anchor:start}.title{font-size:17px;font-weight:bold}\
.small{font-size:10px;fill:#52606d}.cell{fill:#f6eddb;stroke:#b9a27a;stroke-width:.6px}\
.cell.dark{fill:#e6d3ae}.plate{fill:#f0dcae}.line{stroke:#7a6542;stroke-width:1px;fill:none}\
.last{fill:#f2b632;fill-opacity:.55}.dot{fill:#0a7d55;fill-opacity:.85}\
.ring{fill:none;stroke:#0a7d55;stroke-width:3px}";

/// How a whole picture looks where the reader prefers dark pages.
const DARK: &str = ".page{fill:#fff}@media(prefers-color-scheme:dark){.page{fill:#0d1117}\
.words{fill:#e6edf3}.faint{fill:#9aa7b4}.cell{fill:#c9bb9d;stroke:#8a7651}.cell.dark{fill:#ad9a73}\
.plate{fill:#c4ad7b}}";

const MARGIN: f64 = 14.0;
const HEAD: f64 = 48.0;
const NAMES: f64 = 22.0;
const HAND: f64 = 34.0;

/// What is drawn beside the pieces, and how.
#[derive(Clone, Default, Debug)]
pub struct Look {
    /// The first line above the board. Where there is none, the picture is called by the name of the game.
    pub title: String,
    /// The second line: who is to move, or how the game ended. Without both lines the board begins at the top.
    pub subtitle: String,
    /// What the players are called, the first listed first.
    pub players: [String; 2],
    /// What the kinds of pieces are called, by kind; where one is missing, the definition's name.
    pub kinds: Vec<String>,
    /// The second player's side is at the bottom: the board is turned half way round.
    pub flipped: bool,
    /// Pieces are drawn by their letters, also where they have symbols.
    pub letters: bool,
    /// Cells to point at: dots on empty ones, rings around pieces.
    pub marked: Option<CellSet>,
}

/// A piece alone, as boards show it, in the middle of a cell with sides of that length.
#[cfg_attr(not(feature = "web"), allow(dead_code, reason = "drawn by the page"))]
pub(crate) fn draw_piece(game: &Game, piece: Piece, side: f64) -> String {
    let mut out = String::new();
    Figure::of(game, piece, false).draw(side / 2.0, side / 2.0, side, "", &mut out);
    out
}

/// Draws a position as an SVG document: title, board with coordinates, the last move, and hands where the game
/// has them. Lengths in it are pixels.
///
/// ```
/// use banco::Library;
/// use banco::{Look, draw};
/// use banco::Position;
///
/// let game = Library::default().load("tic-tac-toe")?.game;
/// let svg = draw(&Position::start(&game), &Look { title: "Empty".to_owned(), ..Look::default() });
/// assert!(svg.starts_with("<svg") && svg.contains("<title>Empty</title>"));
/// # Ok::<(), banco::DefinitionError>(())
/// ```
pub fn draw(position: &Position, look: &Look) -> String {
    Picture::new(position, look).draw()
}

/// Where everything stands.
struct Picture<'a> {
    position: &'a Position,
    look: &'a Look,
    board: DrawnBoard,
    /// The sides of a cell.
    side: f64,
    /// The corner of the board at the top left.
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    has_hands: bool,
}

impl<'a> Picture<'a> {
    fn new(position: &'a Position, look: &'a Look) -> Picture<'a> {
        let last = position.played().last().map_or_else(Vec::new, |&mv| board::cells_of(position, mv));
        let board = DrawnBoard::of(position, look.letters)
            .flipped(look.flipped)
            .named(|cell| named(position, look, cell))
            .with_last(last)
            .marked(look.marked);
        let geometry = &position.game().rules.geometry;
        let (cells_wide, cells_high) = board.extent();
        let side = match geometry.longest_side() {
            ..=4 => 56.0,
            5..=10 => 44.0,
            11..=16 => 32.0,
            _ => 24.0,
        };
        let has_hands = position.game().rules.has_hands();
        let hand = if has_hands { HAND } else { 0.0 };
        let wide = cells_wide * side;
        let words = width(&look.title, 17.0).max(width(&look.subtitle, 12.0));
        let width = (wide + 2.0 * NAMES).max(words) + 2.0 * MARGIN;
        let head = if words > 0.0 { HEAD } else { 0.0 };
        let top = MARGIN + head + hand;
        let height = top + cells_high * side + NAMES + hand + MARGIN;
        let left = (width - wide) / 2.0;
        Picture { position, look, board, side, left, top, width, height, has_hands }
    }

    fn draw(&self) -> String {
        let (width, height) = (self.width, self.height);
        let Look { title, subtitle, .. } = self.look;
        let called = escaped(if title.is_empty() { self.position.game().name() } else { title });
        let said = if subtitle.is_empty() { String::new() } else { format!("{subtitle}; ") };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{called}</title>\n\
             <desc>{}</desc>\n<style>{STYLE}{DARK}</style>\n\
             <rect class=\"page\" width=\"100%\" height=\"100%\"/>\n",
            escaped(&format!("{said}{}", self.position))
        );
        for (class, y, text) in [("left title words", 30, title), ("left words", 51, subtitle)] {
            if !text.is_empty() {
                let text = escaped(text);
                put(&mut out, format_args!("<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{text}</text>"));
            }
        }
        self.coordinates(&mut out);
        self.board.draw(self.left, self.top, self.side, &mut out);
        self.hands(&mut out);
        out + "</svg>\n"
    }

    fn coordinates(&self, out: &mut String) {
        let geometry = &self.position.game().rules.geometry;
        let at = |(x, y): (f64, f64)| (self.left + x * self.side, self.top + y * self.side);
        for file in 0..geometry.files() {
            let (x, y) = at(self.board.below(file));
            let (name, y) = (file_name(file), y + if geometry.has_hexes() { 4.0 } else { 15.0 });
            put(out, format_args!("<text class=\"faint\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>"));
        }
        for row in 0..geometry.ranks() {
            let (x, y) = at(self.board.beside(row));
            let (x, y, rank) = (x - 11.0, y + 4.0, geometry.ranks() - row);
            put(out, format_args!("<text class=\"faint\" x=\"{x:.1}\" y=\"{y:.1}\">{rank}</text>"));
        }
    }

    /// What both hold, each at the own side of the board.
    fn hands(&self, out: &mut String) {
        if !self.has_hands {
            return;
        }
        let below = self.top + self.board.extent().1 * self.side + NAMES;
        let [lower, upper] = if self.look.flipped { [1, 0] } else { [0, 1] };
        self.hand(Player::BOTH[upper], self.top - HAND / 2.0, out);
        self.hand(Player::BOTH[lower], below + HAND / 2.0, out);
    }

    fn hand(&self, player: Player, y: f64, out: &mut String) {
        let (position, game) = (self.position, self.position.game());
        let mut x = self.left;
        let name = &self.look.players[player.index()];
        put(
            out,
            format_args!(
                "<text class=\"left faint\" x=\"{x:.1}\" y=\"{:.1}\">{}:</text>",
                y + 4.0,
                escaped(name)
            ),
        );
        x += width(name, 12.0) + 24.0;
        for piece in game.rules.pieces_of(player).filter(|&piece| position.held(piece) > 0) {
            let figure = Figure::of(game, piece, self.look.letters);
            figure.draw(x, y, 28.0, &owned(position, self.look, piece), out);
            let count = position.held(piece);
            if count > 1 {
                let (at, base) = (x + 15.0, y + 4.0);
                put(
                    out,
                    format_args!("<text class=\"left words\" x=\"{at:.1}\" y=\"{base:.1}\">×{count}</text>"),
                );
                x += 22.0;
            }
            x += 32.0;
        }
    }
}

/// Whose piece it is, and of which kind.
fn owned(position: &Position, look: &Look, piece: Piece) -> String {
    let game = position.game();
    let kind = piece.kind().index();
    let kind = look.kinds.get(kind).unwrap_or(&game.names.kinds[kind].name);
    let owner = game.rules.roster.owner(piece).map(|owner| look.players[owner.index()].as_str());
    owner.map_or_else(|| kind.clone(), |owner| format!("{owner} {kind}"))
}

/// What stands on a cell, in words; nothing where it is empty.
fn named(position: &Position, look: &Look, cell: crate::game::Cell) -> String {
    let piece = position.at(cell);
    match piece.is_none() {
        true => String::new(),
        false => format!("{}, {}", owned(position, look, piece), position.game().rules.geometry.name(cell)),
    }
}
