//! An evaluation written in Rust: `cargo run --release --example own_evaluation`.

use banco::{Evaluator, Game, Limits, Position, Score, Search, View};

/// Ten points for every piece, and one for every file that it has gone east.
struct Eastward;

impl Evaluator for Eastward {
    fn evaluate(&mut self, view: &View<'_>) -> Score {
        let (files, _) = view.game().size();
        let pieces =
            view.game().cells().map(|cell| (cell, view.at(cell))).filter(|(_, piece)| !piece.is_none());
        pieces.map(|(cell, piece)| piece.owner().sign() * (10 + Score::from(cell.0 % files))).sum()
    }
}

/// The program.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::named("dodgem")?;
    let position = Position::start(&game);
    for (name, mut search) in [
        ("the definition's", Search::default()),
        ("our own", Search::default().evaluated_by(Box::new(Eastward))),
    ] {
        let report = search.run(&position, &Limits::depth(4), &mut |_| ());
        let best = report.best().map_or_else(String::new, |mv| position.move_text(mv));
        println!("{name} evaluation plays {best}, score {:+}", report.score);
    }
    Ok(())
}
