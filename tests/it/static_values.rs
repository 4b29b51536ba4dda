//! Static values, and those after a look of one ply, against what another program finds by searching.
//!
//! `tests/static` has 1,000 positions of matches at 20,000 nodes a move for each of some games: a position and, after a
//! tab, its value for the player to move, in hundredths of a pawn, as Fairy-Stockfish 11.1 says it after 20,000 nodes.
//! Positions in which that sees a mate are not among them.

use std::fs;
use std::path::Path;

use banco::inside::eval::evaluate;
use banco::inside::position::Position;
use banco::inside::search::{Limits, Search};

use crate::shipped;

/// Pearson's coefficient.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let means = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: fn((f64, f64)) -> f64| -> f64 {
        pairs.iter().map(|pair| of((pair.0 - means.0, pair.1 - means.1))).sum()
    };
    sum(|(a, b)| a * b) / (sum(|(a, _)| a * a) * sum(|(_, b)| b * b)).sqrt()
}

/// What is said of a position in points, for the first player: statically, after a look of one ply, and by the other
/// program.
struct Values {
    still: i32,
    look: i32,
    theirs: i32,
}

/// The values of every listed position.
fn values(name: &str) -> Vec<Values> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/static/{name}.tsv"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (game, mut search) = (shipped::game(name), Search::new(1));
    let limits = Limits { depth: 1, ..Limits::default() };
    let mut value = |line: &str| {
        let (position, theirs) = line.split_once('\t').expect("two columns");
        let position = Position::parse(&game, position).unwrap_or_else(|error| panic!("{line}: {error}"));
        let theirs: i32 = theirs.parse().expect("a number");
        let still = evaluate(&position).expect("no script");
        search.forget();
        let look = search.run(&position, &limits, &mut |_| {}).score;
        Values { still, look, theirs: position.turn().sign() * theirs }
    };
    text.lines().map(&mut value).collect()
}

/// How well a value agrees with the other program's, both from -1 to 1; so many of our points are a hundredth of a pawn.
fn agreement(values: &[Values], unit: i32, ours: fn(&Values) -> i32) -> f64 {
    let squashed = |points: i32, unit: i32| (f64::from(points) / f64::from(400 * unit)).tanh();
    let pairs = values.iter().map(|value| (squashed(ours(value), unit), squashed(value.theirs, 1)));
    correlation(&pairs.collect::<Vec<_>>())
}

/// In shogi a pawn is worth 91 of our points. It is worth 90 to 100 units to the other program, which calls 208 of them a
/// hundred: 43 to 48 of its points. So two of ours make one of its.
#[test]
fn what_is_seen_at_once_agrees_with_what_another_program_finds() {
    for (name, bounds) in [
        ("chess", &[(1, [0.82, 0.89])][..]),
        ("shogi", &[(1, [0.74, 0.79]), (2, [0.78, 0.84])]),
        ("crazyhouse", &[(1, [0.7, 0.81])]),
        ("breakthrough", &[(1, [0.42, 0.52])]),
    ] {
        let values = values(name);
        assert_eq!(values.len(), 1_000, "{name}");
        for &(unit, least) in bounds {
            let found = [agreement(&values, unit, |of| of.still), agreement(&values, unit, |of| of.look)];
            println!("{name}, {unit}: {found:.3?}");
            assert!(found[0] >= least[0] && found[1] >= least[1], "{name}: {found:.3?}, at least {least:?}");
        }
    }
}
