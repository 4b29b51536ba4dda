//! What is kept up to date for scripts, move by move, is what a fresh look says.

use std::sync::Arc;

use banco::inside::eval::{Scorer, evaluate, explain};
use banco::inside::game::{Game, Player, ScriptMode};
use banco::inside::library::Library;
use banco::inside::position::Position;
use banco::inside::search::{Limits, Search};
use banco::on_board;
use fastrand::Rng;

/// Kings and rooks, so that lines hold several kinds.
const TWO_KINDS: &str = r#"
[game]
language = 1
name = "Two kinds"
players = ["white", "black"]
[board]
size = [5, 4]
holes = ["c2"]
[pieces.king]
letter = "K"
moves.walk = { step = "any", onto = ["empty", "enemy"] }
[pieces.rook]
letter = "R"
moves.slide = { slide = "orthogonal", onto = ["empty", "enemy"] }
[setup]
board = """
  r k . r .
  . . . . .
  . . # . .
  . R . K R
"""
[end.bare]
if = { none = "enemy king" }
winner = "mover"
[end.stuck]
if = "no-moves"
loser = "turn"
"#;

fn scripted(game: &Game, text: &str) -> Arc<Game> {
    game.with_script_mode("script.lua", text, ScriptMode::Replace).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays at random with one scorer that follows, and asks a fresh one at every position.
fn walk(game: &Arc<Game>, mut each: impl FnMut(&Position)) {
    let mut rng = Rng::with_seed(5);
    for _ in 0..6 {
        let mut position = Position::start(game);
        let scores = on_board!(position.engine(), board => {
            let mut board = board.clone();
            let mut scorer = Scorer::new(game, &board);
            let mut scores = vec![scorer.score(&board)];
            for _ in 0..30 {
                let moves = position.legal_moves();
                let Some(&mv) = rng.choice(&moves) else { break };
                // There and back, and there again.
                for back in [true, false] {
                    board.play(game, mv);
                    scorer.follow(&board);
                    if back {
                        scorer.retreat();
                        board.undo(game);
                        assert_eq!(Some(&scorer.score(&board)), scores.last());
                    }
                }
                position.play(mv);
                scores.push(scorer.score(&board));
            }
            assert_eq!(scorer.fault(), None);
            scores
        });
        for score in scores.into_iter().rev() {
            assert_eq!(evaluate(&position), Ok(score), "{position}");
            each(&position);
            position.undo();
        }
    }
}

#[test]
fn features_are_the_definitions_terms_and_counts_of_steps() {
    let library = Library::with_folder("no such folder");
    for name in ["dodgem", "dodgem-4x4", "breakthrough"] {
        let plain = library.load(name).expect("a shipped game").plain;
        let one = |feature: &str| {
            let text = format!(
                "return {{ api = 1, features = {{ '{feature}' }}, score_features = function(turn, n) return n end }}"
            );
            scripted(&plain, &text)
        };
        let share = |position: &Position, prefix: &str| -> i32 {
            let own = Position::set_up(&plain, &position.pieces(), position.turn());
            let terms = explain(&own).expect("no script");
            terms.iter().filter(|term| term.name.starts_with(prefix)).map(|term| term.score).sum()
        };
        let score = |position: &Position| evaluate(position).expect("sound");
        walk(&one("squares"), |position| assert_eq!(score(position), share(position, "squares"), "{name}"));
        walk(&one("blocks"), |position| assert_eq!(score(position), share(position, "blocks"), "{name}"));
        walk(&one("goal"), |position| assert_eq!(score(position), steps_made(position), "{name}"));
    }
}

/// How many steps forward all pieces have made, by counting.
fn steps_made(position: &Position) -> i32 {
    let game = position.game();
    let made = |player: Player, cell| {
        let back = game.evaluation.orientation.forward[player.index()].times(-1);
        std::iter::successors(game.rules.geometry.beyond(cell, back), |&c| {
            game.rules.geometry.beyond(c, back)
        })
        .count() as i32
    };
    let pieces = game.rules.geometry.board().iter().map(|cell| (position.at(cell), cell));
    let pieces = pieces.filter(|(piece, _)| !piece.is_none());
    pieces.map(|(piece, cell)| piece.owner().sign() * made(piece.owner(), cell)).sum()
}

#[test]
fn lines_tell_the_kinds_of_their_pieces() {
    let plain = Game::parse(TWO_KINDS).unwrap_or_else(|error| panic!("{error}"));
    let text = "local weight = { east = 1, south = 3, ['south-east'] = 7, ['south-west'] = 11 }\n\
                return { api = 1, score_line = function(cells, direction)\n\
                local sum = 0\n\
                for place, piece in cells do sum += place * piece * piece end\n\
                return weight[direction] * sum * #cells end }";
    let game = scripted(&plain, text);
    let weights = [1, 3, 7, 11];
    walk(&game, |position| {
        let worth = |line: &banco::inside::game::Line| -> i32 {
            let squares = line.cells.iter().zip(1..).map(|(&cell, place)| {
                let piece = i32::from(position.at(cell).0);
                place * piece * piece
            });
            weights[line.axis as usize] * squares.sum::<i32>() * line.cells.len() as i32
        };
        let expected: i32 = game.tables.lines.list.iter().map(worth).sum();
        assert_eq!(evaluate(position), Ok(expected), "{position}");
        let terms = explain(position).expect("sound");
        assert_eq!(terms.last().map(|term| term.name.as_str()), Some("script.score_line"));
    });
}

#[test]
fn a_search_knows_the_kinds_on_lines() {
    let plain = Game::parse(TWO_KINDS).unwrap_or_else(|error| panic!("{error}"));
    let by_line = "local R, r = game.pieces.white.rook, game.pieces.black.rook\n\
                   return { api = 1, score_line = function(cells)\n\
                   local points = 0\n\
                   for _, piece in cells do\n\
                   if piece == R then points += 5 elseif piece == r then points -= 5 end end\n\
                   return points end }";
    // Every cell lies on four lines.
    let by_pair = "local R, r = game.pieces.white.rook, game.pieces.black.rook\n\
                   return { api = 1, score_pair = function(a, ax, ay, b, bx, by)\n\
                   if a ~= b or ax ~= bx or ay ~= by then return 0 end\n\
                   return if a == R then 20 elseif a == r then -20 else 0 end }";
    let [one, other] = [by_line, by_pair].map(|text| {
        let game = scripted(&plain, text);
        Search::new(1).run(&Position::start(&game), &Limits::depth(5), &mut |_| {})
    });
    assert_eq!(one.script_error, None);
    assert_eq!((one.score, one.depth), (other.score, other.depth));
    let wrong = "return { api = 1, score_line = function() return {} end }";
    let report =
        Search::new(1).run(&Position::start(&scripted(&plain, wrong)), &Limits::depth(2), &mut |_| {});
    assert_eq!(report.script_error.and_then(|error| error.hook), Some("score_line"));
}
