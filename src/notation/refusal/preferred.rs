//! Why another capture comes first.

use super::{Reason, Shortfall};
use crate::game::{Move, Piece, Preference};
use crate::on_board;
use crate::position::Position;

/// In what one capture is not as good as another that is legal, by the first preference that tells them apart.
pub(super) fn less_preferred(
    position: &Position,
    (text, mv): (&str, Move),
    legal: &[Move],
) -> Option<Reason> {
    let game = position.game();
    let (said, (best, taken)) = on_board!(position.engine(), board => {
        let mut board = board.scratch(game);
        let said = board.taken_by(game, mv);
        let other = legal.iter().copied().find(|&other| !board.taken_by(game, other).is_empty())?;
        (said, (other, board.taken_by(game, other)))
    });
    let (preference, short) = game.rules.prefer.iter().enumerate().find_map(|(number, preference)| {
        let short = |short| (number, short);
        if let Preference::By(kind) = *preference {
            let by = |mv: Move| game.rules.moves[mv.rule()].kind == Some(kind);
            return (by(best) && !by(mv)).then_some(Shortfall::NotBy(kind)).map(short);
        }
        shortfall(preference, position.turn().index(), &said, &taken).map(short)
    })?;
    let (text, example) = (text.to_owned(), position.move_text(best));
    Some(Reason::LessPreferred { text, short, example, preference })
}

/// In what the pieces that a capture takes fall short of those that another one takes.
fn shortfall(preference: &Preference, turn: usize, said: &[Piece], taken: &[Piece]) -> Option<Shortfall> {
    let fewer = |has: i64, could: i64| (has < could).then_some((has, could));
    match preference {
        Preference::By(_) => None,
        Preference::MostTaken => {
            fewer(said.len() as i64, taken.len() as i64).map(|(has, could)| Shortfall::Fewer { has, could })
        }
        Preference::Most(passing) => {
            let count = |pieces: &[Piece]| pieces.iter().filter(|&&piece| passing[turn].has(piece)).count();
            fewer(count(said) as i64, count(taken) as i64)
                .map(|(has, could)| Shortfall::FewerOfThese { has, could })
        }
        Preference::Weight(weights) => {
            let weight = |piece: &Piece| i64::from(weights[piece.kind().index()]);
            let sum = |pieces: &[Piece]| pieces.iter().map(weight).sum();
            fewer(sum(said), sum(taken)).map(|(has, could)| Shortfall::Lighter { has, could })
        }
        Preference::First(passing) => {
            let places = |pieces: &[Piece]| -> Vec<usize> {
                (0..pieces.len()).filter(|&place| passing[turn].has(pieces[place])).collect()
            };
            (places(said) != places(taken)).then_some(Shortfall::Later)
        }
    }
}
