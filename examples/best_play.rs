//! Plays a game against itself: `cargo run --release --example best_play -- xiangqi`.

use std::time::Duration;

use banco::{Game, Limits, Position, Search};

/// The program.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "dodgem".to_owned());
    let game = Game::named(&name)?;
    let mut position = Position::start(&game);
    // What one move's search finds helps the next one.
    let mut search = Search::default().keeping();
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    while let Some(best) = search.run(&position, &limits, &mut |_| ()).best() {
        print!("{} ", position.move_text(best));
        position.play(best);
        if position.plies() >= 300 {
            break;
        }
    }
    println!("\n{position}");
    match position.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) => println!("{} wins {}", game.player_name(winner), game.name()),
        None => println!("nobody wins {}", game.name()),
    }
    Ok(())
}
