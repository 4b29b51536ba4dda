//! The grammars that appear in many tables, in words: filters, regions, directions, conditions.

use crate::spec::{
    At, BlockedEnds, BuiltIn, CellName, Condition, DirectionWord, Directions, Filter, Heading, Line,
    Overline, Owner, Pattern, Region, RegionPart, Reset, Term,
};

/// "a, b or c", with the given last link.
pub(super) fn listed(words: &[String], link: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {link} {last}", most.join(", ")),
    }
}

/// "one cell", "5 cells".
pub(super) fn counted(n: u32, word: &str) -> String {
    if n == 1 { format!("one {word}") } else { format!("{n} {word}s") }
}

/// Directions: "forward, left or right".
pub(super) fn directions(directions: &Directions) -> String {
    let words: Vec<String> = directions.words.iter().map(|word| direction(word.value)).collect();
    listed(&words, "or")
}

fn direction(word: DirectionWord) -> String {
    match word {
        DirectionWord::One(one) => heading(one),
        DirectionWord::Group(group) => match group.word() {
            "any" => "in any direction".into(),
            "orthogonal" => "along a file or rank".into(),
            "diagonal" => "diagonally".into(),
            word => word.into(),
        },
    }
}

/// One direction.
pub(super) fn heading(heading: Heading) -> String {
    match heading {
        Heading::Compass(word) => word.word().replace('-', " "),
        Heading::Relative(word) => word.word().replace('-', " and to the "),
    }
}

/// What passes a filter: "an enemy pawn or an empty cell".
pub(super) fn filter(filter: &Filter) -> String {
    let terms: Vec<String> = filter.terms.iter().map(|term| passing(&term.value)).collect();
    listed(&terms, "or")
}

fn passing(term: &Term) -> String {
    match term {
        Term::Empty => "nothing".into(),
        Term::Not(inner) => format!("anything but {}", filter(inner)),
        Term::Piece { owner, kind } => {
            let kind = kind.as_ref().map_or("piece", |kind| kind.value.as_str());
            match owner.as_ref().map(|owner| &owner.value) {
                Some(Owner::Own) => format!("an own {kind}"),
                Some(Owner::Enemy) => format!("an enemy {kind}"),
                Some(Owner::Player(player)) => format!("a {kind} of {player}"),
                Some(Owner::Any) | None => format!("a {kind} of either player"),
            }
        }
    }
}

/// Whether a filter is the word `empty` alone.
pub(super) fn is_empty_alone(filter: &Filter) -> bool {
    filter.terms.iter().all(|term| term.value == Term::Empty)
}

/// A set of cells: "the last rank or e4".
pub(super) fn region(region: &Region) -> String {
    let parts: Vec<String> = region.parts.iter().map(|part| part_of(&part.value)).collect();
    listed(&parts, "or")
}

fn part_of(part: &RegionPart) -> String {
    match part {
        RegionPart::Name(name) => format!("the region \"{name}\""),
        RegionPart::Cells(pattern) => cells(pattern),
        RegionPart::Drawing(_) => "the cells drawn in the definition".into(),
        RegionPart::BuiltIn(which) => match which {
            BuiltIn::Rank(n) => format!("rank {n} as the player counts"),
            BuiltIn::LastRank => "the rank farthest from the player".into(),
            BuiltIn::OwnHalf => "the player's half".into(),
            BuiltIn::EnemyHalf => "the opponent's half".into(),
            BuiltIn::Edge => "the edge of the board".into(),
            BuiltIn::Board => "the board".into(),
            BuiltIn::File => "the file of the landing cell".into(),
        },
    }
}

fn cells(pattern: &Pattern) -> String {
    let name = |cell: &CellName| format!("{}{}", cell.file, cell.rank);
    match pattern {
        Pattern::Cell(cell) => name(cell),
        Pattern::Rectangle(one, other) => format!("{} to {}", name(one), name(other)),
        Pattern::Rank(rank) => format!("the board's rank {rank}"),
        Pattern::File(file) => format!("file {file}"),
    }
}

/// A condition as the clause behind "when".
pub(super) fn condition(condition: &Condition) -> String {
    match condition {
        Condition::NoMoves => "the player to move has no legal move".into(),
        Condition::BoardFull => "no cell is empty".into(),
        Condition::None { what, on } => format!("no cell{} holds {}", of(on.as_ref()), filter(what)),
        Condition::Some { what, on } => format!("a cell{} holds {}", of(on.as_ref()), filter(what)),
        Condition::Count { what, on, at_least, at_most } => {
            let bounds = bounds(at_least.map(|at| at.value), at_most.map(|at| at.value));
            format!("{bounds} cells{} hold {}", of(on.as_ref()), filter(what))
        }
        Condition::Line(rule) => line(rule),
        Condition::Repeats(n) => format!("the same position occurs for the {} time", nth(n.value)),
        Condition::QuietPlies { plies, reset } => {
            let resets = reset.as_deref().map_or_else(|| "a capture".into(), resets);
            format!(
                "{} have been played without {resets}",
                counted(plies.value, "ply").replace("plys", "plies")
            )
        }
        Condition::Plies(n) => format!("{} plies have been played", n.value),
        Condition::Passes(n) => match n.value {
            1 => "a player has passed".into(),
            n => format!("players have passed {n} times in a row"),
        },
        Condition::Not(inner) => format!("it is not so that {}", self::condition(inner)),
        Condition::Either(list) => joined(list, "or"),
        Condition::All(list) => joined(list, "and"),
    }
}

fn joined(list: &[At<Condition>], link: &str) -> String {
    let clauses: Vec<String> = list.iter().map(|said| condition(&said.value)).collect();
    clauses.join(&format!(" {link} "))
}

fn of(region: Option<&Region>) -> String {
    region.map_or_else(String::new, |on| format!(" of {}", self::region(on)))
}

fn bounds(least: Option<u32>, most: Option<u32>) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least == most => format!("exactly {least}"),
        (Some(least), Some(most)) => format!("at least {least} and at most {most}"),
        (Some(least), None) => format!("at least {least}"),
        (None, Some(most)) => format!("at most {most}"),
        (None, None) => "any number of".into(),
    }
}

fn nth(n: u32) -> String {
    match n {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        n => format!("{n}th"),
    }
}

fn resets(resets: &[At<Reset>]) -> String {
    let each = resets.iter().map(|reset| match &reset.value {
        Reset::Capture => "a capture".to_owned(),
        Reset::Kind(kind) => format!("a move of a {kind}"),
    });
    listed(&each.collect::<Vec<_>>(), "or")
}

fn line(line: &Line) -> String {
    let length = line.length.as_ref().map_or(0, |length| length.value);
    let longer = line.overline.is_none_or(|word| word.value == Overline::Win);
    let mut clause = format!(
        "the mover has {} {length} pieces in a row along a file, rank or diagonal",
        if longer { "at least" } else { "exactly" }
    );
    if line.blocked_ends.is_some_and(|word| word.value == BlockedEnds::Void) {
        let edge = line.edge_blocks.is_some_and(|edge| edge.value);
        let blocker = if edge { "an enemy or the edge" } else { "an enemy" };
        clause.push_str(&format!(", where exactly {length} with {blocker} at both ends do not count"));
    }
    clause
}
