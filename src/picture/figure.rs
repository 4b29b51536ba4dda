//! A piece as it is drawn: a disc in its owner's colour, and on it the symbol, or the letter where the
//! definition gives no symbol.

use unicode_width::UnicodeWidthStr;

use super::text::{escaped, put};
use crate::game::{Colour, Game, Piece, Player};

/// Says that what stands before it is a letter, and no coloured picture.
const AS_TEXT: char = '\u{fe0e}';

/// What a disc and what is written on it look like, by the colour of the player or by the order of both.
const DISCS: [(Colour, &str, &str); 8] = [
    (Colour::White, "#fffdf7", "#1f2933"),
    (Colour::Black, "#2b323b", "#ffffff"),
    (Colour::Red, "#b3261e", "#ffffff"),
    (Colour::Blue, "#1f5fa8", "#ffffff"),
    (Colour::Green, "#1b6e45", "#ffffff"),
    (Colour::Yellow, "#f0c437", "#1f2933"),
    (Colour::Gold, "#d9a520", "#1f2933"),
    (Colour::Grey, "#9aa4ae", "#1f2933"),
];

/// The order of the discs of players that are not called by colours, and the one of pieces of nobody.
const LIGHT: usize = 0;
const DARK: usize = 1;
const NOBODY: usize = 7;

/// A piece as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    /// What is written on it; nothing on a stone.
    glyph: String,
    /// The letter of the piece.
    letter: String,
    /// Upside down.
    is_turned: bool,
    /// Without a disc: the glyph is the piece.
    is_bare: bool,
    /// Of nobody: a square instead of a disc.
    is_neutral: bool,
    /// Which of the discs.
    disc: usize,
}

impl Figure {
    /// What a piece looks like; with `letters`, by its letter also where it has a symbol. On points the
    /// pieces of a game with one kind are stones.
    pub(crate) fn of(game: &Game, piece: Piece, letters: bool) -> Figure {
        let owner = game.rules.roster.owner(piece);
        let index = piece.owner().index();
        let letter = game.letter(piece).to_string();
        let symbols = game.names.kinds[piece.kind().index()].symbols.as_ref().filter(|_| !letters);
        let alone = game.rules.roster.kinds == 1 && symbols.is_none() && owner.is_some();
        let by_colour = colours(game);
        let disc = match (owner, by_colour) {
            (None, _) => NOBODY,
            (Some(owner), Some(discs)) => discs[owner.index()],
            (Some(Player::First), None) => LIGHT,
            (Some(Player::Second), None) => DARK,
        };
        let [one, other] = Player::each(|player| game.letter(Piece::new(piece.kind(), player)));
        let alike = one.letter.eq_ignore_ascii_case(&other.letter);
        let is_stone = alone && !letters && (alike || game.names.points || by_colour.is_some());
        let is_bare = alone && !alike && !is_stone;
        let glyph = match symbols {
            _ if is_stone => String::new(),
            Some(symbols) => symbols[index].clone(),
            None => letter.clone(),
        };
        let (glyph, is_turned) = turned(&glyph);
        Figure { glyph, letter, is_turned, is_bare, is_neutral: owner.is_none(), disc }
    }

    /// Draws it around a point, in a cell of that size.
    pub(crate) fn draw(&self, x: f64, y: f64, side: f64, name: &str, out: &mut String) {
        let (_, fill, ink) = DISCS[self.disc];
        put(out, format_args!("<g>"));
        if !name.is_empty() {
            put(out, format_args!("<title>{}</title>", escaped(name)));
        }
        let stroke = if fill == DISCS[DARK].1 { "#8d97a1" } else { DISCS[DARK].1 };
        let line = side * 0.035;
        if self.is_neutral {
            let (left, top, wide) = (x - side * 0.38, y - side * 0.38, side * 0.76);
            put(
                out,
                format_args!(
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{wide:.1}\" \
                     rx=\"{:.1}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{line:.1}\"/>",
                    side * 0.12
                ),
            );
        } else if !self.is_bare {
            put(
                out,
                format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"{stroke}\" \
                     stroke-width=\"{line:.1}\"/>",
                    side * 0.41
                ),
            );
        }
        self.write(x, y, side, if self.is_bare { DISCS[DARK].1 } else { ink }, out);
        put(out, format_args!("</g>"));
    }

    fn write(&self, x: f64, y: f64, side: f64, ink: &str, out: &mut String) {
        if self.glyph.is_empty() {
            return;
        }
        let columns = self.glyph.width().max(1) as f64;
        let (is_letter, is_wide) = (self.glyph.is_ascii(), self.needs_letter());
        let share = match (is_letter, is_wide) {
            (true, _) => 0.5,
            (_, true) => 0.44,
            _ => 0.58,
        };
        let size = side * share * if columns > 2.0 { 2.0 / columns } else { 1.0 };
        let size = if self.is_bare { size * 1.45 } else { size };
        let look = if is_letter { ink.to_owned() + ";font-weight:bold" } else { ink.to_owned() };
        let text = if is_letter { self.glyph.clone() } else { format!("{}{AS_TEXT}", self.glyph) };
        let lift = if is_wide { side * if self.is_turned { -0.07 } else { 0.07 } } else { 0.0 };
        self.put_text(&text, (x, y - lift), size, &look, out);
        if is_wide {
            let below = y + side * if self.is_turned { -0.28 } else { 0.28 };
            put_upright(&self.letter, (x, below), side * 0.2, ink, out);
        }
    }

    /// Whether fonts may miss the glyph, so that the letter stands beside it.
    fn needs_letter(&self) -> bool {
        !self.glyph.is_ascii() && self.glyph.width() > 1
    }

    fn put_text(&self, text: &str, (x, y): (f64, f64), size: f64, look: &str, out: &mut String) {
        match self.is_turned {
            false => put_upright(text, (x, y), size, look, out),
            true => {
                put(out, format_args!("<g transform=\"rotate(180 {x:.1} {y:.1})\">"));
                put_upright(text, (x, y), size, look, out);
                put(out, format_args!("</g>"));
            }
        }
    }
}

fn put_upright(text: &str, (x, y): (f64, f64), size: f64, look: &str, out: &mut String) {
    // A third of the font's size below the middle: all renderers agree about that.
    let base = y + size * 0.36;
    let text = escaped(text);
    put(
        out,
        format_args!(
            "<text x=\"{x:.1}\" y=\"{base:.1}\" style=\"fill:{look};font-size:{size:.1}px\">{text}</text>"
        ),
    );
}

/// The discs of both players, where both have a colour.
fn colours(game: &Game) -> Option<[usize; 2]> {
    let find = |player: Player| {
        let colour = game.names.players[player.index()].colour?;
        DISCS.iter().position(|(other, ..)| *other == colour)
    };
    let [first, second] = Player::each(find);
    Some([first?, second?])
}

/// A symbol after `v` is written upside down, as the players of shogi see the other side's pieces.
fn turned(symbol: &str) -> (String, bool) {
    match symbol.strip_prefix('v') {
        Some(rest) if !rest.is_empty() && !rest.is_ascii() => (rest.to_owned(), true),
        _ => (symbol.to_owned(), false),
    }
}
