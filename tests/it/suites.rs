//! The suites under `tests/suites`, as the program ships them: what is known of positions of the shipped
//! games.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use banco::game::Game;
use banco::library::{Library, Suites};
use banco::position::Position;
pub use banco::suite::{Case, Expectation as Expect, Value};
use banco::suite::{Checker, Games, Suite, Verdict};

use crate::shipped;

/// All suites, by file name.
pub static ALL: LazyLock<Vec<Suite>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites");
    let open = |shelved| Suites::default().open(&shelved).unwrap_or_else(|error| panic!("{error}")).suite;
    Suites::in_folder(&folder).into_iter().map(open).collect()
});

/// The position of a case.
pub fn position(case: &Case, game: &Arc<Game>) -> Position {
    case.set_up(game).unwrap_or_else(|failure| panic!("{}: {failure:?}", case.name.value))
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
            complaints.push(format!("{name}, {}: {complaint}", case.name.value));
        }
    }
    assert!(tried > 0, "no case was tried");
    assert!(complaints.is_empty(), "{} of {tried}:\n{}", complaints.len(), complaints.join("\n"));
}

/// An error that says both sides, unless they are equal.
pub fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("found {found:?}, expected {expected:?}")) }
}

/// Finds the shipped games.
struct Shipped;

impl Games for Shipped {
    fn find(&self, word: &str) -> Result<Arc<Game>, String> {
        Library::with_folder("no such folder").load(word).map(|l| l.game).map_err(|error| error.to_string())
    }
}

#[test]
fn what_needs_no_search_is_as_the_suites_say() {
    try_all(|_, game, case| {
        let checker = Checker { game, games: &Shipped, slow: false, stop: Arc::default() };
        (case.expect.cost() <= 1).then(|| match checker.check(case) {
            Verdict::Failed(failure) => Err(format!("{failure:?}")),
            _ => Ok(()),
        })
    });
}
