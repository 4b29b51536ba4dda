//! Weights fitted to games: the sum is the evaluation, what was planted is found, and files keep their looks.

use std::fs;
use std::path::Path;

use banco::inside::arena::tune::Model;
use banco::inside::eval::{explain, linear, wants_weights};
use banco::inside::game::Points;
use banco::inside::library::{Library, Loaded};
use banco::inside::lint::play_at_random;
use banco::inside::position::Position;
use serde_json::Value;

use crate::cli::{banco_in, elsewhere};
use crate::shipped;

#[test]
fn every_evaluation_is_the_sum_of_its_points() {
    for name in shipped::names() {
        let game = Library::default().load(name).unwrap_or_else(|error| panic!("{name}\n{error}")).plain;
        if wants_weights(&game.evaluation) {
            continue;
        }
        let points = linear::points(&game.evaluation);
        for seed in 0..4 {
            let mut position = Position::start(&game);
            play_at_random(&mut position, 10 * seed as usize, seed);
            // What a network says is no sum.
            let terms = explain(&position).expect("no script");
            let whole: i32 = terms.iter().filter(|term| term.name != "network").map(|term| term.score).sum();
            let sum = linear::Sum::of(&position).score(&points);
            assert!((sum - f64::from(whole)).abs() < 1.0, "{name} {position}: {sum} is not {whole}");
        }
    }
}

#[test]
fn the_gradient_says_what_a_raised_number_does() {
    for name in ["dodgem", "chess", "xiangqi", "caro-9x9", "breakthrough"] {
        let loaded = Library::default().load(name).unwrap_or_else(|error| panic!("{name}\n{error}"));
        let only = match name {
            "chess" => vec!["values".to_owned(), "late-values".to_owned(), "squares.rook".to_owned()],
            "xiangqi" => vec!["squares.soldier".to_owned()],
            _ => Vec::new(),
        };
        let model = Model::of(&loaded, &only).expect("a model");
        let mut position = Position::start(&loaded.plain);
        play_at_random(&mut position, if name == "dodgem" { 6 } else { 40 }, 5);
        let sum = linear::Sum::of(&position);
        let gradient = model.gradient(&sum);
        assert!(!gradient.is_empty(), "{name}");
        for (at, weight) in model.weights.iter().enumerate() {
            let share =
                gradient.iter().find(|(number, _)| *number as usize == at).map_or(0.0, |(_, share)| *share);
            let score = |by: i32| rescored(&loaded, &model, at, by, &position);
            let expected = (score(10) - score(0)) / 10.0;
            assert!((f64::from(share) - expected).abs() < 1e-4, "{name} {}: {share} {expected}", weight.name);
        }
    }
}

/// The score of a position when a weight is another one, by the texts of the files themselves.
fn rescored(loaded: &Loaded, model: &Model, weight: usize, by: i32, position: &Position) -> f64 {
    let raised: Vec<i32> =
        (0..).zip(&model.weights).map(|(at, w)| w.value + if at == weight { by } else { 0 }).collect();
    let mut values: Vec<i32> = model.numbers.iter().map(|number| number.points.value).collect();
    for (weight, value) in model.weights.iter().zip(raised) {
        weight.numbers.iter().for_each(|&at| values[at] = value);
    }
    let mut definition = loaded.definition().clone();
    definition.evaluation = definition
        .evaluation
        .as_ref()
        .map(|evaluation| banco::inside::spec::edit::with_numbers(evaluation, &values));
    let mut found = banco::inside::diagnostic::Diagnostics::new();
    let game = banco::inside::compile::compile(&definition, &loaded.sources, &mut found).expect("a game");
    let points: Vec<Points> = linear::points(&game.evaluation);
    linear::Sum::of(position).score(&points)
}

#[test]
fn tables_that_are_equal_from_left_to_right_stay_so() {
    let loaded = Library::default().load("connect-four").expect("a game");
    let model = Model::of(&loaded, &["squares".to_owned()]).expect("a model");
    let tables = model.numbers.iter().filter(|number| number.section == "squares").count();
    assert!(model.weights.iter().any(|weight| weight.numbers.len() == 2));
    assert!(model.weights.len() <= tables / 2 + 6, "{} of {tables}", model.weights.len());
    for weight in &model.weights {
        let values: Vec<i32> = weight.numbers.iter().map(|&at| model.numbers[at].points.value).collect();
        assert!(values.iter().all(|&value| value == weight.value), "{}", weight.name);
    }
}

/// A definition of the same rules, with one number of its own that is far off, and the games of two depths.
const MINE: &str = "# Mine.\n[game]\nlanguage = 1\nname     = \"Mine\"      # aligned\nextends  = \"dodgem\"\n\n[evaluation]\nexited   = -40          # far off\n";

fn workshop() -> tempfile::TempDir {
    let folder = elsewhere();
    fs::write(folder.path().join("mine.toml"), MINE).expect("written");
    let engines = ["name=deep,depth=5", "name=flat,depth=2", "--random-plies", "6", "--games", "160"];
    banco_in(folder.path(), &[&["match", "dodgem", "--records", "r"], &engines[..]].concat()).good();
    folder
}

fn tuned(at: &Path, more: &[&str]) -> Value {
    banco_in(at, &[&["tune", "mine.toml", "--records", "r", "--json"], more].concat()).good().json()
}

#[test]
fn a_weight_that_is_far_off_is_mended_and_written_where_it_stands() {
    let folder = workshop();
    let at = folder.path();
    let found = tuned(at, &["--only", "gone", "--keep", "0", "--write"]);
    let losses = &found["loss"]["held_out"];
    assert!(losses[1].as_f64() < losses[0].as_f64(), "{found}");
    let change = &found["changes"][0];
    assert_eq!((&change["name"], &change["from"]), (&"gone".into(), &(-40).into()), "{found}");
    let value = change["to"].as_i64().expect("a number");
    assert!(value > -40, "{found}");
    let text = fs::read_to_string(at.join("mine.toml")).expect("a definition");
    assert_eq!(text, MINE.replace("= -40 ", &format!("= {value} ")));
    banco_in(at, &["check", "mine.toml"]).good();
}

#[test]
fn what_is_taken_over_becomes_an_override_and_the_parent_stays() {
    let folder = workshop();
    let at = folder.path();
    fs::create_dir(at.join("games")).expect("a folder");
    let parent = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("games/dodgem/dodgem.toml"))
        .expect("a game");
    fs::write(at.join("games/dodgem.toml"), &parent).expect("written");
    let found = tuned(at, &["--keep", "0.0001", "--write"]);
    let changes = found["changes"].as_array().expect("changes");
    let named = |start: &str| {
        changes.iter().any(|change| change["name"].as_str().is_some_and(|name| name.starts_with(start)))
    };
    assert!(named("squares.car.white["), "{found}");
    let text = fs::read_to_string(at.join("mine.toml")).expect("a definition");
    assert!(text.contains("# aligned") && text.contains("# far off"), "{text}");
    assert_eq!(fs::read_to_string(at.join("games/dodgem.toml")).expect("a game"), parent);
    banco_in(at, &["check", "mine.toml"]).good();
    let shown = banco_in(at, &["eval", "mine.toml", "--json"]).good().json();
    let from = |term: &str| {
        let terms = shown["terms"].as_array().expect("terms");
        terms.iter().find(|found| found["name"] == term).map(|found| found["file"].clone())
    };
    assert_eq!(from("squares.car.white"), Some("mine.toml".into()), "{text}");
    let again = tuned(at, &["--keep", "0.0001"]);
    assert!(again["loss"]["held_out"][0].as_f64() < found["loss"]["held_out"][0].as_f64(), "{again}");
}

#[test]
fn the_same_games_give_the_same_weights() {
    let folder = workshop();
    let once = tuned(folder.path(), &["--lambda", "0.5"]);
    assert_eq!(once, tuned(folder.path(), &["--lambda", "0.5"]));
    assert_ne!(once["changes"], tuned(folder.path(), &["--lambda", "1"])["changes"]);
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let folder = workshop();
    let at = folder.path();
    let tune = |more: &[&str]| banco_in(at, &[&["tune"], more].concat());
    tune(&["dodgem", "--records", "r", "--write"]).fails(2, "`banco new mine --from dodgem`");
    tune(&["mine.toml", "--records", "r", "--only", "squares.cat"]).fails(2, "did you mean `squares.car`?");
    tune(&["hexapawn", "--records", "r"]).fails(1, "whose rules are others");
    tune(&["mine.toml", "--records", "mine.toml"]).fails(1, "something else than a match is there");
    tune(&["mine.toml"]).fails(2, "--records");
    tune(&["mine.toml", "--records", "r", "--lambda", "2"]).fails(2, "a share is from 0 to 1");
    let few =
        ["match", "dodgem", "depth=1", "depth=2", "--random-plies", "3", "--games", "2", "--records", "few"];
    banco_in(at, &few).good();
    tune(&["mine.toml", "--records", "few"]).fails(2, "too few quiet positions");
    assert_eq!(fs::read_to_string(at.join("mine.toml")).expect("a definition"), MINE);
}
