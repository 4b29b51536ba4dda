//! Colours on a terminal: of players, and of the board beneath their pieces.

use clap::builder::styling::{Ansi256Color, AnsiColor, Color, Style};

use crate::game::{Colour, Game, Player};

/// The board, on which black and white can be told from each other whatever the terminal's own colours are.
const WOOD: Ansi256Color = Ansi256Color(137);

/// What is drawn on the board besides pieces.
const LINE: Ansi256Color = Ansi256Color(52);

/// The cells of the last move, and what is pointed at.
const BRIGHT: Ansi256Color = Ansi256Color(180);

/// A cell of the board on which nothing stands, or what is between the cells.
pub(super) fn board() -> Style {
    Style::new().fg_color(Some(LINE.into())).bg_color(Some(WOOD.into()))
}

/// The same where it is pointed at.
pub(super) fn bright() -> Style {
    Style::new().fg_color(Some(LINE.into())).bg_color(Some(BRIGHT.into())).bold()
}

/// A player's piece on the board.
pub(super) fn on_board(game: &Game, player: Player) -> Style {
    let ink = match colour(game, player) {
        Some(Colour::White) => 231,
        Some(Colour::Black) => 16,
        Some(Colour::Red) => 88,
        Some(Colour::Blue) => 17,
        Some(Colour::Green) => 22,
        Some(Colour::Yellow) => 228,
        Some(Colour::Gold) => 220,
        Some(Colour::Grey) => 238,
        None => [17, 230][player.index()],
    };
    board().fg_color(Some(Ansi256Color(ink).into())).bold()
}

/// A player's name, on whatever the terminal has beneath it.
pub(super) fn of_name(game: &Game, player: Player) -> Style {
    let ink = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour))).bold();
    match colour(game, player) {
        // Either may be the colour of the terminal itself.
        Some(Colour::White | Colour::Black | Colour::Grey) => Style::new().bold(),
        Some(Colour::Red) => ink(AnsiColor::Red),
        Some(Colour::Blue) => ink(AnsiColor::Blue),
        Some(Colour::Green) => ink(AnsiColor::Green),
        Some(Colour::Yellow | Colour::Gold) => ink(AnsiColor::Yellow),
        None => ink([AnsiColor::Cyan, AnsiColor::Magenta][player.index()]),
    }
}

/// The colour of a player; none where not both have one, and not the same.
fn colour(game: &Game, player: Player) -> Option<Colour> {
    let [first, second] = Player::each(|player| game.names.players[player.index()].colour);
    let both = first.is_some() && second.is_some() && first != second;
    game.names.players[player.index()].colour.filter(|_| both)
}

/// Whether a player's stones are the light ones.
pub(super) fn is_light(game: &Game, player: Player) -> bool {
    match (colour(game, player), colour(game, !player)) {
        (Some(Colour::White), _) | (Some(_), Some(Colour::Black)) => true,
        (Some(Colour::Black), _) | (Some(_), Some(Colour::White)) => false,
        _ => player == Player::Second,
    }
}
