//! Every placement of some pieces.

use super::{Trouble, Work};
use crate::game::{Cell, Piece, Player};
use crate::position::{Board, Rest};

/// How many of each piece there are on the board, and what is held, by piece.
pub type Material = (Vec<u16>, Vec<u16>);

/// Visits the keys of all placements of some pieces, with either player to move; all else is as on the board.
pub fn placements<const N: usize>(
    work: &Work<'_>,
    board: &Board<N>,
    (counts, hands): &Material,
    mut visit: impl FnMut(&[u8]) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let game = work.game;
    let mut rest = Rest::default();
    board.rest(game, &mut rest);
    rest.unmoved = Rest::default().unmoved;
    rest.marks = Rest::default().marks;
    rest.maker = Cell(0);
    if game.rules.has_hands() {
        rest.hands.clone_from(hands);
    }
    let cells: Vec<Cell> = game.rules.geometry.board().iter().collect();
    let mut standing = vec![Piece::NONE; game.rules.geometry.size()];
    let mut key = vec![0; work.layout.bytes()];
    let mut left = counts.clone();
    let mut empty = cells.len().saturating_sub(counts.iter().map(|&count| count as usize).sum());
    // What stands on the cells before this one is decided; the number of the next thing to try on each.
    let mut tries: Vec<usize> = vec![0];
    while let Some(&next) = tries.last() {
        let at = tries.len() - 1;
        let Some(&cell) = cells.get(at) else {
            if work.is_over() {
                return Ok(());
            }
            for turn in Player::BOTH {
                if !work.layout.write(|cell| standing[cell.index()], turn, &rest, &mut key) {
                    return Err(Trouble::Strange);
                }
                visit(&key)?;
            }
            tries.pop();
            continue;
        };
        let before = standing[cell.index()];
        match before {
            Piece::NONE if next > 0 => empty += 1,
            Piece::NONE => {}
            piece => left[piece.index() - 1] += 1,
        }
        standing[cell.index()] = Piece::NONE;
        let open = |content: &usize| if *content == 0 { empty > 0 } else { left[content - 1] > 0 };
        let Some(content) = (next..=left.len()).find(open) else {
            tries.pop();
            continue;
        };
        if content == 0 {
            empty -= 1;
        } else {
            left[content - 1] -= 1;
            standing[cell.index()] = Piece(content as u8);
        }
        tries[at] = content + 1;
        tries.push(0);
    }
    Ok(())
}
