//! What a definition counts on the whole board, in plain English.

use crate::spec::{
    CountPoints, Directions, Distance, Entry, Evaluation, Influence, Liberties, Link, Parity, Stable,
};

use super::attacks::{numbers, things};
use super::phrases::{directions, early_and_late, listed, region, with_article};

/// One sentence for each term.
pub(super) fn surveyed(table: &Evaluation) -> Vec<String> {
    let named = table.influence.iter().map(influence);
    let named = named.chain(table.distance.iter().map(distance)).chain(table.link.iter().map(link));
    let liberties = table.liberties.iter().map(liberties);
    named
        .chain(liberties)
        .chain(table.stable.iter().map(stable))
        .chain(table.parity.iter().map(parity))
        .collect()
}

/// The points, and whether they are a list.
fn points([value, late]: [&Option<CountPoints>; 2]) -> (String, bool) {
    let early = value.as_ref().map_or_else(String::new, numbers);
    let is_list = |points: &&Option<CountPoints>| matches!(points, Some(CountPoints::ByCount(..)));
    (early_and_late(&early, late.as_ref().map(numbers)), [value, late].iter().any(is_list))
}

/// " north or east", nothing where no directions are said.
fn ways(along: Option<&Directions>) -> String {
    along.map_or_else(String::new, |along| format!(" {}", directions(along)))
}

/// "land: 3 for each empty cell more that its pieces reach first, step by step through empty cells".
fn influence(entry: &Entry<Influence>) -> String {
    let given = &entry.value;
    let reach = match &given.from {
        None => "its pieces reach".to_owned(),
        Some(filter) => format!("{} reaches", things(filter)),
    };
    let how = match &given.by {
        Some(kind) => format!("moving as {}", with_article(&kind.value)),
        None => format!("step by step{}", ways(given.along.as_ref())),
    };
    let name = &entry.name.value;
    match points([&given.value, &given.late]) {
        (points, false) => {
            format!("{name}: {points} for each empty cell more that {reach} first, {how} through empty cells")
        }
        (points, true) => {
            format!(
                "{name}: {points} by how many more empty cells {reach} first, {how} through empty cells, none first"
            )
        }
    }
}

/// "runner: 0, 200, 90 for a pawn of its own side, by how many moves it needs to the last rank on an empty board".
fn distance(entry: &Entry<Distance>) -> String {
    let given = &entry.value;
    let (points, _) = points([&given.value, &given.late]);
    let of = given.of.as_ref().map_or_else(|| "a piece".to_owned(), things);
    let clear = match given.clear.is_some_and(|clear| clear.value) {
        true => " that no enemy can stop or catch",
        false => "",
    };
    let to = given.to.as_ref().map_or_else(String::new, region);
    let name = &entry.name.value;
    format!(
        "{name}: {points} for {of}{clear}, by how many moves it needs to {to} on an empty board, none first"
    )
}

/// "sides: 0, -9, -20 by how many empty cells are missing to join rank 1 and rank 11".
fn link(entry: &Entry<Link>) -> String {
    let given = &entry.value;
    let (points, _) = points([&given.value, &given.late]);
    let between: Vec<String> = given.between.iter().flatten().map(region).collect();
    let (between, ways) = (listed(&between, "and"), ways(given.along.as_ref()));
    format!(
        "{}: {points} by how many empty cells are missing to join {between}{ways}, none first",
        entry.name.value
    )
}

fn liberties(given: &Liberties) -> String {
    let ways = ways(given.along.as_ref());
    match points([&given.value, &given.late]) {
        (points, false) => format!("liberties: {points} for each empty cell beside a group{ways}"),
        (points, true) => {
            format!(
                "liberties: {points} for each group, by how many empty cells are beside it{ways}, none first"
            )
        }
    }
}

fn stable(given: &Stable) -> String {
    let what = format!("that no flip{} can turn any more", ways(given.along.as_ref()));
    match points([&given.value, &given.late]) {
        (points, false) => format!("stable: {points} for each piece {what}"),
        (points, true) => format!("stable: {points} by how many pieces there are {what}, none first"),
    }
}

fn parity(given: &Parity) -> String {
    let joined = match &given.along {
        Some(along) => format!(" joined {}", directions(along)),
        None => String::new(),
    };
    let last = "in which it drops last if all are filled one by one";
    match points([&given.value, &given.late]) {
        (points, false) => format!("parity: {points} for each region of empty cells{joined} {last}"),
        (points, true) => format!(
            "parity: {points} by how many regions of empty cells{joined} there are {last}, none first"
        ),
    }
}
