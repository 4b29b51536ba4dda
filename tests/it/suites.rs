//! The suites under `tests/suites`, as the program ships them: what is known of positions of the shipped
//! games.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use banco::inside::game::Game;
use banco::inside::library::{Library, Loaded, Suites};
use banco::inside::position::Position;
use banco::inside::solve::{SolveOptions, solve};
use banco::inside::suite::{Budget, Checker, EXAMPLES, ExactValues, Failure, Games, NoGame, Suite, Verdict};
pub use banco::inside::suite::{Case, Expectation as Expect, Value};

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
    fn find(&self, word: &str) -> Result<Arc<Game>, NoGame> {
        Games::find(&Library::with_folder("no such folder"), word)
    }
}

/// What tries cases that are not slow.
fn checker<'a>(game: &'a Arc<Game>, known: &'a ExactValues) -> Checker<'a> {
    Checker {
        game,
        games: &Shipped,
        reading: None,
        known,
        usual: Budget::USUAL,
        slow: None,
        stop: Arc::default(),
    }
}

#[test]
fn what_needs_no_search_is_as_the_suites_say() {
    try_all(|_, game, case| {
        let known = ExactValues::default();
        let checker = checker(game, &known);
        (case.expect.cost() <= 1).then(|| match checker.check(case) {
            Verdict::Failed(failure) => Err(format!("{failure:?}")),
            _ => Ok(()),
        })
    });
}

/// A suite of one case.
fn suite(game: &str, case: &str) -> Suite {
    let text = format!("(game: {game:?}, cases: [(name: \"it\", {case})])");
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// What nothing can be proven with.
const NOTHING: Budget = Budget { nodes: 1_000, memory: 0 };

/// A draw by play that never ends, which no search proves.
const ENDLESS: &str = "expect: Value(Draw, None)";

#[test]
fn endless_play_is_verified_by_solving_the_game_once() {
    let game = shipped::game("dodgem-4x4");
    let known = ExactValues::default();
    let checker = checker(&game, &known);
    for (case, passes) in [
        (ENDLESS, true),
        ("position: \"W.../..../BBBW/W... w\", expect: Value(Draw, None)", true),
        ("expect: Value(Loss, None)", false),
        ("expect: Within(40)", false),
        ("position: \".BB./...W/B..W/.... b\", expect: Value(Draw, Some(3))", false),
    ] {
        let verdict = checker.check(&suite("dodgem-4x4", case).cases[0]);
        match verdict {
            Verdict::Failed(failure) if !passes => {
                assert!(!failure.found.contains("proven"), "{case}: {failure:?}");
            }
            other => assert_eq!(other == Verdict::Passed, passes, "{case}"),
        }
    }
}

#[test]
fn what_is_not_proven_fails_in_slow_cases_too_and_a_table_proves_it() {
    let game = shipped::game("dodgem-4x4");
    for slow in [false, true] {
        let suite = suite("dodgem-4x4", &format!("slow: {slow}, {ENDLESS}"));
        let verdict = |known: &ExactValues| {
            let checker = Checker { usual: NOTHING, slow: Some(NOTHING), ..checker(&game, known) };
            checker.check(&suite.cases[0])
        };
        let Verdict::Failed(failure) = verdict(&ExactValues::default()) else { panic!("not a failure") };
        assert!(failure.found.contains("not proven after 1000 positions"), "{failure:?}");
        let table = solve(&Position::start(&game), &SolveOptions::default(), &|_| {}).expect("solved");
        assert_eq!(verdict(&ExactValues::given([Arc::new(table)])), Verdict::Passed);
    }
}

#[test]
fn a_game_that_is_won_by_a_repetition_is_solved_for_no_case() {
    let text = "[game]\nlanguage = 1\nname = \"Back\"\nextends = \"dodgem\"\n\
                [end.repetition]\nif = { repeats = 2 }\nwinner = \"mover\"\n";
    let game = shipped::load_text(text).unwrap_or_else(|said| panic!("{said}"));
    assert!(solve(&Position::start(&game), &SolveOptions::default(), &|_| {}).is_err());
    let known = ExactValues::default();
    let checker = Checker { usual: NOTHING, ..checker(&game, &known) };
    let verdict = checker.check(&suite("dodgem", "expect: Value(Win, 19)").cases[0]);
    assert!(matches!(verdict, Verdict::Failed(failure) if failure.found.contains("not proven")));
}

/// What a case says of a definition given as text, and the first line that it leads to.
fn first_lead(text: &str, case: &str) -> (Failure, String) {
    let loaded: Loaded = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let known = ExactValues::default();
    let reading = Some((&loaded.reading, &loaded.sources));
    let checker = Checker { reading, ..checker(&loaded.game, &known) };
    let Verdict::Failed(failure) = checker.check(&suite("mine", case).cases[0]) else { panic!("{case}") };
    let origin = failure.leads.first().and_then(|lead| lead.origin.clone()).expect("a line");
    let line = loaded.sources.line(&origin.file, origin.line).expect("a line").to_owned();
    (failure, line)
}

/// A game whose evaluation is that of hexapawn, but for what is added.
fn variant(added: &str) -> String {
    format!("[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"hexapawn\"\n{added}")
}

#[test]
fn a_lost_match_leads_to_the_terms_that_are_not_as_in_the_other_definition() {
    let worse = "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"dodgem\"\n[evaluation]\nexited = -900\n";
    let case =
        "expect: Match(against: \"dodgem\", openings: [\"\", \"a2b2\"], limit: Depth(2), at_least: 100)";
    let (failure, line) = first_lead(worse, case);
    assert_eq!(line, "exited = -900", "{failure:?}");
    assert!(failure.leads[0].text.contains("`gone` is not as in `dodgem`"), "{failure:?}");
    // Where nothing differs, what is judged by is named nevertheless.
    let same = "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"dodgem\"\n";
    let (failure, _) = first_lead(same, case);
    assert!(failure.leads[0].text.contains("is judged as in `dodgem`"), "{failure:?}");
}

#[test]
fn a_term_that_is_gone_leads_to_where_it_was_dropped_or_to_what_there_is_instead() {
    let case = "expect: Terms({\"values.pawn\": 0, \"mobility\": 0})";
    for (added, line) in [
        ("[evaluation]\nvalues = false\n", "values = false"),
        ("[evaluation.values]\npawn = false\n", "pawn = false"),
        ("[evaluation]\nderive = false\nvalues = false\nmobility = false\n", "mobility = false"),
    ] {
        let (failure, found) = first_lead(&variant(added), case);
        assert_eq!(found, line, "{failure:?}");
        assert!(failure.found.contains("no term `values.pawn`"), "{failure:?}");
    }
    for (asked, line) in [
        ("values.queen", "pawn = 100"),
        ("squares.pawn.white", "pawn = [[9, 9, 9], [5, 5, 5], [0, 0, 0]]"),
        ("blocks.direct", "pawn = 100"),
    ] {
        let added = "[evaluation.squares]\npawn = [[9, 9, 9], [5, 5, 5], [0, 0, 0]]\n";
        let (failure, found) = first_lead(&variant(added), &format!("expect: Terms({{{asked:?}: 1}})"));
        assert_eq!(found, line, "{asked}: {failure:?}");
    }
    let bare = variant("[evaluation]\nderive = false\nvalues = false\nmobility = false\n");
    let (failure, found) = first_lead(&bare, "expect: Terms({\"lines.two\": 1})");
    assert_eq!(found, "[pieces.pawn]", "{failure:?}");
    let ended = variant("[end]\nthrough = false\n");
    let case = "position: \"P2/3/2p b\", expect: Outcome(\"white\", \"through\")";
    assert_eq!(first_lead(&ended, case).1, "through = false");
}

#[test]
fn every_example_of_an_expectation_is_one_and_helps_who_writes_it_wrong() {
    let suite = |expect: &str| format!("(game: \"dodgem\", cases: [(name: \"x\", expect: {expect})])");
    for (word, example) in EXAMPLES {
        let read: Suite = suite(example).parse().unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(read.cases[0].expect.value.word(), *word);
    }
    for (wrong, help) in [
        ("Outcome(none, \"full\")", "Outcome(None, \"repetition\")"),
        ("Illegal(\"a1a2\")", "Illegal(\"a1a3\", \"rook.slide\")"),
        ("BestMove([\"a1a2\"], 3)", "Depth(6)"),
        ("Value(Draw)", "Value(Win, 7)"),
    ] {
        let error = suite(wrong).parse::<Suite>().expect_err(wrong).to_string();
        assert!(error.contains(help), "{wrong}: {error}");
    }
}
