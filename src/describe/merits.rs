//! What a definition says is good, in plain English.

use crate::spec::{
    At, CellPoints, CountPoints, Definition, Entry, Evaluation, Filter, Formation, FormationAsk, Gap,
    Mobility, Named, RankPoints, SquareTable, Vicinity, VicinityWord,
};

use super::attacks::{attacked, numbers};
use super::phrases::{
    bounds, carried, counted, directions, early_and_late, filter, heading, item, listed, nouns, player_names,
    region, section, span, with_article,
};
use super::surveys::surveyed;

/// What is good for whom.
pub(super) fn merits(text: &mut String, table: &Evaluation, definition: &Definition) {
    let [first, second] = player_names(definition);
    let mirrored = format!("{} for {second}", carried(definition));
    section(text, &format!("Points, positive for {first}: what is good for {second} counts minus"));
    phase(text, table);
    for value in both(&table.values, &table.late_values) {
        let kind = &value.name.value;
        item(text, &format!("{} for each {kind}", by_name(kind, &table.values, &table.late_values)));
    }
    for hand in both(&table.hands, &table.late_hands) {
        item(text, &in_hand(&hand.name.value, table));
    }
    for squares in both(&table.squares, &table.late_squares) {
        item(text, &square_table(squares, table, &mirrored));
    }
    for formation in &table.formations {
        item(text, &around(formation));
    }
    for block in &table.blocks {
        let (direction, distance, value) = (block.value.direction, block.value.distance, block.value.value);
        if let (Some(direction), Some(distance), Some(value)) = (direction, distance, value) {
            let towards = heading(direction.value);
            let cells = counted(distance.value, "cell");
            let name = &block.name.value;
            item(
                text,
                &format!(
                    "{name}: {} for standing in an enemy's way, {cells} {towards} as the enemy sees it",
                    value.value
                ),
            );
        }
    }
    for line in &table.lines {
        if let (Some(pattern), Some(value)) = (&line.value.pattern, line.value.value) {
            let drawn: String = pattern.value.iter().map(|&symbol| symbol.letter()).collect();
            let on = line.value.on.as_ref().map_or_else(String::new, |on| format!(" within {}", region(on)));
            let along = match &line.value.along {
                Some(along) => format!("{}, either way", directions(along)),
                None => "along a line".to_owned(),
            };
            item(text, &format!("{}: {} for each {drawn} {along}{on}", line.name.value, value.value));
        }
    }
    legend(text, table);
    for attack in &table.attacks {
        item(text, &attacked(attack));
    }
    for survey in surveyed(table) {
        item(text, &survey);
    }
    mobility(text, table);
    if let Some(points) = table.exited {
        item(text, &format!("{} for each piece that started and is no longer on the board", points.value));
    }
    if let Some(points) = table.tempo.or(table.late_tempo) {
        let early = table.tempo.map_or(0, |points| points.value).to_string();
        let points = early_and_late(&early, table.late_tempo.map(|_| points.value.to_string()));
        item(text, &format!("{points} for the player to move"));
    }
    if let Some(file) = &table.network {
        item(
            text,
            &format!("network: what the neural network in {} says of the pieces on their cells", file.value),
        );
    }
}

/// "90 for each pawn in a hand", "pawn: 0, 90, 170 by how many are in a hand, none first".
fn in_hand(kind: &str, table: &Evaluation) -> String {
    let [early, late] = [table.hands.get(kind), table.late_hands.get(kind)];
    let worth = |points: Option<&CountPoints>| points.map(numbers);
    let value = || table.values.get(kind).map_or(0, |points| points.value).to_string();
    let points = early_and_late(&worth(early).unwrap_or_else(value), worth(late));
    match early.or(late) {
        Some(CountPoints::ByCount(..)) => format!("{kind}: {points} by how many are in a hand, none first"),
        _ => format!("{points} for each {kind} in a hand"),
    }
}

/// The entries of the first table, and those of the second that the first has not.
fn both<'a, T>(early: &'a Named<T>, late: &'a Named<T>) -> impl Iterator<Item = &'a Entry<T>> {
    early.iter().chain(late.iter().filter(|entry| !early.has(&entry.name.value)))
}

/// "100", "100, late in the game 120".
fn by_name(kind: &str, early: &Named<At<i32>>, late: &Named<At<i32>>) -> String {
    let value = early.get(kind).map_or(0, |points| points.value);
    early_and_late(&value.to_string(), late.get(kind).map(|points| points.value.to_string()))
}

fn phase(text: &mut String, table: &Evaluation) {
    let counts =
        table.phase.iter().map(|entry| format!("{} for each {}", entry.value.value, entry.name.value));
    let counts: Vec<String> = counts.collect();
    if !counts.is_empty() {
        let counts = listed(&counts, "and");
        item(
            text,
            &format!(
                "the game grows late as the pieces of both players go: {counts}; between the count of the start and \
                 0, points early and late are mixed in proportion and rounded towards 0"
            ),
        );
    }
}

fn square_table(squares: &Entry<SquareTable>, table: &Evaluation, mirrored: &str) -> String {
    let kind = &squares.name.value;
    let when = match (table.squares.has(kind), table.late_squares.has(kind)) {
        (true, true) => ", another one late in the game",
        (false, true) => ", late in the game",
        _ => "",
    };
    match &squares.value {
        SquareTable::Once(CellPoints::Spots(spots, _)) => {
            let said = spots.iter().filter_map(|spot| {
                let (on, value) = (spot.on.as_ref()?, spot.value?);
                Some(format!("{} on {}", value.value, region(on)))
            });
            let said = listed(&said.collect::<Vec<_>>(), "and");
            format!("for the {kind} {said}, {mirrored}{when}")
        }
        SquareTable::Once(_) => format!("a table of cells for the {kind}, {mirrored}{when}"),
        SquareTable::PerPlayer(_) => {
            format!("a table of cells for the {kind} of each player, added as printed{when}")
        }
    }
}

fn mobility(text: &mut String, table: &Evaluation) {
    let (early, late) = (table.mobility.as_ref(), table.late_mobility.as_ref());
    let number = |said: Option<&Mobility>| match said {
        Some(Mobility::Every(points)) => Some(points.value.to_string()),
        _ => None,
    };
    if number(early).or(number(late)).is_some() {
        let points = early_and_late(&number(early).unwrap_or_else(|| "0".into()), number(late));
        item(text, &format!("{points} for each move that a player could make"));
    }
    let none = Named::default();
    let kinds = |said: Option<&'_ Mobility>| match said {
        Some(Mobility::ByKind(each, _)) => each.clone(),
        _ => none.clone(),
    };
    let (early, late) = (kinds(early), kinds(late));
    for entry in both(&early, &late) {
        let kind = &entry.name.value;
        let points = by_name(kind, &early, &late);
        item(text, &format!("{points} for each move that {} could make", with_article(kind)));
    }
}

/// "passed: 10 for each pawn with no enemy pawn ahead of it on its file".
fn around(entry: &Entry<Formation>) -> String {
    let given = &entry.value;
    let (Some(kind), Some(asked), Some(on), Some(value)) =
        (&given.piece, given.asked(), given.on, &given.value)
    else {
        return entry.name.value.clone();
    };
    let points = early_and_late(&ranked(value), given.late.as_ref().map(ranked));
    let (kind, place) = (&kind.value, place(on.value));
    let question = match asked {
        FormationAsk::None(what) => format!("for each {kind} without {} {place}", things(what)),
        FormationAsk::Some(what) => format!("for each {kind} with {} {place}", things(what)),
        FormationAsk::Each(what) => format!("for each {kind}, as often as there is {} {place}", things(what)),
        FormationAsk::Count(what, least, most) => {
            let bounds = bounds(least.map(|at| at.value), most.map(|at| at.value));
            format!("for each {kind} with {bounds} times {} {place}", things(what))
        }
    };
    format!("{}: {points} {question}", entry.name.value)
}

/// "a pawn of its own side", "an enemy pawn".
fn things(what: &Filter) -> String {
    match nouns(what, "of its own side") {
        Some(nouns) => listed(&nouns.iter().map(|noun| with_article(noun)).collect::<Vec<_>>(), "or"),
        None => format!("a cell that holds {}", filter(what)),
    }
}

fn ranked(points: &RankPoints) -> String {
    match points {
        RankPoints::Same(points) => points.value.to_string(),
        RankPoints::ByRank(each, _) => {
            let each: Vec<String> = each.iter().map(|points| points.value.to_string()).collect();
            format!("{} (from its owner's first rank to the last)", each.join(", "))
        }
    }
}

fn place(on: Vicinity) -> String {
    let (ahead, beside) = match on {
        Vicinity::Word(VicinityWord::File) => return "on its file".into(),
        Vicinity::Word(VicinityWord::Ahead) => return "ahead of it on its file".into(),
        Vicinity::Word(VicinityWord::Around) => return "next to it".into(),
        Vicinity::Word(VicinityWord::Board) => return "elsewhere on the board".into(),
        Vicinity::Window { ahead, beside } => (ahead, beside),
    };
    let ahead = ahead.map(|reach| format!("{} ahead of it", span(reach.least, reach.most, "rank")));
    let beside = beside.map(|Gap { least, most }| match most {
        0 => "on its file".to_owned(),
        _ => format!("{} to its side", span(least, most, "file")),
    });
    listed(&[ahead, beside].into_iter().flatten().collect::<Vec<_>>(), "and")
}

/// What the letters of the patterns stand for, those that occur.
fn legend(text: &mut String, table: &Evaluation) {
    let patterns = table.lines.iter().filter_map(|line| line.value.pattern.as_ref());
    let used: Vec<char> =
        patterns.flat_map(|pattern| &pattern.value).map(|&symbol| symbol.letter()).collect();
    let meanings = [
        ('X', "an own piece"),
        ('O', "an enemy"),
        ('.', "an empty cell"),
        ('#', "the edge"),
        ('-', "anything but an own piece"),
        ('?', "any cell"),
    ];
    let said = meanings.iter().filter(|(letter, _)| used.contains(letter));
    let said: Vec<String> = said.map(|(letter, meaning)| format!("{letter} is {meaning}")).collect();
    if !said.is_empty() {
        item(text, &format!("in these patterns {}", listed(&said, "and")));
    }
}
