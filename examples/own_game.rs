//! A game from a text, its moves, and what is said of moves and texts that are wrong: `cargo run --example own_game`.

use banco::{Game, Position};

const RACE: &str = r#"
[game]
language = 1
name     = "Race"
players  = ["white", "black"]

[board]
size = [3, 4]

[pieces.runner]
letter     = "R"
moves.walk = { step = ["forward", "left", "right"], onto = "empty" }

[setup]
board = """
  r r r
  . . .
  . . .
  R R R
"""

[end.home]
if     = { some = "own", on = "last-rank" }
winner = "mover"

[end.stuck]
if     = "no-moves"
winner = "none"
"#;

/// The program.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::parse(RACE)?;
    let mut position = Position::start(&game);
    println!("moves: {}", position.move_texts(&position.legal_moves()).join(" "));

    position.play(position.parse_move("a1a2")?);
    match position.parse_move("b4b2") {
        Ok(mv) => println!("{} is legal", position.move_text(mv)),
        Err(refusal) => println!("b4b2: {refusal}"),
    }
    println!(
        "leaves after three plies: {}",
        position.perft(3, Default::default()).last().copied().unwrap_or(0)
    );

    // A mistake is told with its line and the nearest right word.
    if let Err(error) = Game::parse(&RACE.replace("forward", "forwad")) {
        println!("{error}");
    }
    Ok(())
}
