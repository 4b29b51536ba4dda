//! What `d` and `eval` print.

use crate::describe::does;
use crate::eval::explain;
use crate::position::Position;

/// The board row by row, the position as text, and its key.
pub fn drawn(position: &Position) -> Vec<String> {
    let mut lines = rows(position);
    lines.push(format!("Fen: {position}"));
    lines.push(format!("Key: {:016X}", position.hash()));
    if let Some(outcome) = position.outcome() {
        let winner = outcome.winner.map_or("nobody", |winner| position.game().player_name(winner));
        lines.push(format!("Over: {winner} {}", does(winner, "win")));
    }
    lines
}

/// The rows of the board, the upper one first.
pub fn rows(position: &Position) -> Vec<String> {
    let game = position.game();
    let board = &game.rules.geometry;
    let sign = |file, row| match board.at(file, row) {
        Some(cell) if board.has(cell) => {
            let piece = position.at(cell);
            if piece.is_none() { ".".to_owned() } else { game.letter(piece).to_string() }
        }
        _ => " ".to_owned(),
    };
    let row = |row| (0..board.files()).map(|file| sign(file, row)).collect::<Vec<_>>().join(" ");
    (0..board.ranks()).map(row).collect()
}

/// The static value term by term, positive for the player listed first.
pub fn valued(position: &Position) -> Vec<String> {
    let terms = match explain(position) {
        Ok(terms) => terms,
        Err(error) => return vec![format!("no evaluation: {error}").replace('\n', " ")],
    };
    let mut lines: Vec<String> =
        terms.iter().map(|term| format!("{:>+8}  {}", term.score, term.name)).collect();
    let total: i32 = terms.iter().map(|term| term.score).sum();
    let first = &position.game().names.players[0].name;
    lines.push(format!("Final evaluation: {total:+} (positive for {first})"));
    lines
}
