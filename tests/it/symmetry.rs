//! The shipped games are fair: with the board turned and the players exchanged, everything is the same for
//! the other side.

use std::sync::Arc;

use banco::inside::eval::evaluate;
use banco::inside::game::{Cell, Game, Piece};
use banco::inside::position::Position;
use fastrand::Rng;

use crate::shipped;

/// Where a cell goes, by file and row counted from 0, on a board of so many files and ranks.
type Turn = fn([u16; 2], [u16; 2]) -> [u16; 2];

/// Ways to turn a board: not at all, upside down, half way round, over either diagonal.
const TURNS: [Turn; 5] = [
    |[file, row], _| [file, row],
    |[file, row], [_, ranks]| [file, ranks - 1 - row],
    |[file, row], [files, ranks]| [files - 1 - file, ranks - 1 - row],
    |[file, row], _| [row, file],
    |[file, row], [files, ranks]| [ranks - 1 - row, files - 1 - file],
];

/// The position as the other player sees it.
fn exchanged(position: &Position, turn: Turn) -> Position {
    let game = position.game();
    let board = &game.rules.geometry;
    let size = [board.files(), board.ranks()];
    let mut pieces = vec![Piece::NONE; board.size()];
    for cell in board.board().iter().filter(|&cell| !position.at(cell).is_none()) {
        let [file, row] = turn([board.file(cell), board.row(cell)], size);
        let piece = position.at(cell);
        let to = board.at(file, row).unwrap_or(Cell(0));
        pieces[to.index()] = Piece::new(piece.kind(), !piece.owner());
    }
    Position::set_up(game, &pieces, !position.turn())
}

/// What must be the same for both: moves, the winner, and the value with its sign turned.
fn alike(position: &Position, turn: Turn) -> bool {
    let other = exchanged(position, turn);
    let here = Position::set_up(position.game(), &position.pieces(), position.turn());
    let winner = |position: &Position| position.outcome().map(|outcome| outcome.winner);
    winner(&here) == winner(&other).map(|winner| winner.map(|player| !player))
        && evaluate(&here) == evaluate(&other).map(|score| -score)
        && here.legal_moves().len() == other.legal_moves().len()
}

fn walked(game: &Arc<Game>) -> Vec<Position> {
    let mut rng = Rng::with_seed(1);
    let mut found = Vec::new();
    for _ in 0..20 {
        let mut position = Position::start(game);
        for _ in 0..40 {
            found.push(position.clone());
            let moves = position.legal_moves();
            let Some(&mv) = rng.choice(&moves) else { break };
            position.play(mv);
        }
    }
    found
}

#[test]
fn shipped_games_treat_both_players_alike() {
    let alike_by_intent = |name: &&str| !shipped::game(name).evaluation.meant_unlike;
    for name in shipped::names().filter(alike_by_intent) {
        let positions = walked(&shipped::game(name));
        let fair = |turn: &&Turn| positions.iter().all(|position| alike(position, **turn));
        assert!(TURNS.iter().any(|turn| fair(&turn)), "{name}");
    }
}
