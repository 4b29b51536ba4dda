//! The data under `tests/suites`: what is known of positions of the shipped games, in a form that a
//! person can read, with one reader.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use banco::eval::{Score, evaluate};
use banco::game::Game;
use banco::position::Position;
use ron::extensions::Extensions;
use serde::Deserialize;

use crate::shipped;

/// What is known of positions of one game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The name of the game.
    pub game: String,
    /// What is known, case by case.
    pub cases: Vec<Case>,
}

/// What is known of one position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it is about.
    pub name: String,
    /// The position as text.
    pub position: String,
    /// What is known of it.
    pub expect: Expect,
}

/// Who wins with best play, as the player to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Value {
    Win,
    Loss,
    Draw,
}

/// What is known of a position.
#[derive(Deserialize)]
pub enum Expect {
    /// Leaves at depth 1, 2 and so on.
    Perft(Vec<u64>),
    /// The static value.
    Eval(Score),
    /// Every legal move, in the documented order.
    Legal(Vec<String>),
    /// A move that is refused, and words of the reason.
    Illegal(String, String),
    /// Every best move.
    BestMove(Vec<String>),
    /// The exact value for the player to move, with the plies to the end where they are known.
    Value(Value, Option<u32>),
    /// The player to move wins after at most so many plies.
    Within(u32),
    /// The values of plain minimax at depth 1, 2 and so on, a million for a win.
    Minimax(Vec<Score>),
    /// Who has won (nobody: a draw), and the name of the end.
    Outcome(Option<String>, String),
    /// The game is not over.
    Unfinished,
}

/// All suites, by file name.
pub static ALL: LazyLock<Vec<Suite>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suites");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder of suites").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let reader = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a readable suite");
        reader.from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    files.iter().map(read).collect()
});

impl Case {
    /// The position.
    pub fn position(&self, game: &Arc<Game>) -> Position {
        Position::parse(game, &self.position).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// Every case with its game.
pub fn cases() -> impl Iterator<Item = (&'static str, Arc<Game>, &'static Case)> {
    ALL.iter().flat_map(|suite| {
        let game = shipped::game(&suite.game);
        suite.cases.iter().map(move |case| (suite.game.as_str(), game.clone(), case))
    })
}

/// Tries every case that `check` has something to say about, and fails with all complaints.
pub fn try_all(mut check: impl FnMut(&str, &Arc<Game>, &Case) -> Option<Result<(), String>>) {
    let mut tried = 0;
    let mut complaints = Vec::new();
    for (name, game, case) in cases() {
        let Some(result) = check(name, &game, case) else { continue };
        tried += 1;
        if let Err(complaint) = result {
            complaints.push(format!("{name}, {} ({}): {complaint}", case.name, case.position));
        }
    }
    assert!(tried > 0, "no case was tried");
    assert!(complaints.is_empty(), "{} of {tried}:\n{}", complaints.len(), complaints.join("\n"));
}

/// An error that says both sides, unless they are equal.
pub fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("found {found:?}, expected {expected:?}")) }
}

#[test]
fn positions_have_the_values_known_for_them() {
    try_all(|_, game, case| match &case.expect {
        Expect::Eval(expected) => Some(same(evaluate(&case.position(game)).expect("no script"), *expected)),
        _ => None,
    });
}

#[test]
fn the_legal_moves_are_these_in_this_order() {
    try_all(|_, game, case| match &case.expect {
        Expect::Legal(expected) => {
            let position = case.position(game);
            let moves = position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
            Some(same(moves, expected.clone()))
        }
        _ => None,
    });
}

#[test]
fn refusals_name_the_rule() {
    try_all(|_, game, case| match &case.expect {
        Expect::Illegal(mv, words) => Some(match case.position(game).parse_move(mv) {
            Ok(_) => Err(format!("{mv} is legal")),
            Err(refusal) if refusal.message.contains(words) => Ok(()),
            Err(refusal) => Err(format!("refused with: {refusal}")),
        }),
        _ => None,
    });
}

#[test]
fn games_end_as_they_should() {
    try_all(|_, game, case| {
        let expected = match &case.expect {
            Expect::Outcome(winner, end) => Some((winner.clone(), end.clone())),
            Expect::Unfinished => None,
            _ => return None,
        };
        let found = case.position(game).outcome().map(|outcome| {
            let end = outcome.end.map_or(String::new(), |end| game.ends[end].name.clone());
            (outcome.winner.map(|player| game.player_name(player).to_owned()), end)
        });
        Some(same(found, expected))
    });
}
