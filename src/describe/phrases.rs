//! The grammars that appear in many tables, in words: filters, regions, directions, conditions.

use crate::spec::{
    At, BlockedEnds, BuiltIn, CellName, Checking, Condition, Definition, DirectionWord, Directions, Filter,
    Heading, Line, Mirror, Overline, Owner, Pattern, Region, RegionPart, Repeated, Reset, Term, Through,
};

/// "a, b or c", with the given last link.
pub(super) fn listed(words: &[String], link: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {link} {last}", most.join(", ")),
    }
}

/// What a player does: `white moves`, `attackers move`.
pub fn does(player: &str, verb: &str) -> String {
    match (player.ends_with('s'), verb) {
        (true, "be") => "are".to_owned(),
        (false, "be") => "is".to_owned(),
        (true, _) => verb.to_owned(),
        (false, _) => format!("{verb}s"),
    }
}

/// "one cell", "5 cells".
pub(super) fn counted(n: u32, word: &str) -> String {
    if n == 1 { format!("one {word}") } else { format!("{n} {word}s") }
}

/// "100", "100, late in the game 120,".
pub(super) fn early_and_late(early: &str, late: Option<String>) -> String {
    late.map_or_else(|| early.to_owned(), |late| format!("{early}, late in the game {late},"))
}

/// "2 files", "0 to 1 files".
pub(super) fn span(least: impl Into<i64>, most: impl Into<i64>, unit: &str) -> String {
    match (least.into(), most.into()) {
        (1, 1) => format!("one {unit}"),
        (least, most) if least == most => format!("{least} {unit}s"),
        (least, most) => format!("{least} to {most} {unit}s"),
    }
}

/// Directions: "forward, left or right"; what leads to both sides is said once.
pub(super) fn directions(directions: &Directions) -> String {
    let mut words: Vec<String> = directions.words.iter().map(|word| direction(word.value)).collect();
    for way in ["diagonally forward", "diagonally backward"] {
        let sides = ["left", "right"].map(|side| format!("{way} to the {side}"));
        if sides.iter().all(|side| words.contains(side)) {
            let first = words.iter().position(|word| sides.contains(word)).unwrap_or(0);
            words[first] = way.to_owned();
            words.retain(|word| !sides.contains(word));
        }
    }
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
        Heading::Compass(word) => word.word().to_owned(),
        Heading::Relative(word) => match word.word().split_once('-') {
            Some((way, side)) => format!("diagonally {way} to the {side}"),
            None => word.word().to_owned(),
        },
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
        Term::Marked => "a mark of the last move".into(),
        Term::Checking => "a piece that gives check".into(),
        Term::Not(inner) => format!("anything but {}", filter(inner)),
        Term::Piece { owner, kind } => with_article(&noun(owner.as_ref(), kind.as_ref(), "of the mover")),
    }
}

/// "enemy pawns" of "enemy pawn", "men of white" of "man of white".
fn plural(noun: &str) -> String {
    let (head, rest) =
        noun.split_once(" of ").map_or((noun, String::new()), |(head, rest)| (head, format!(" of {rest}")));
    let several = match head {
        head if head.ends_with("man") => format!("{}men", head.trim_end_matches("man")),
        head if head.ends_with(['s', 'x']) || head.ends_with("ch") || head.ends_with("sh") => {
            format!("{head}es")
        }
        head => format!("{head}s"),
    };
    several + &rest
}

/// "enemy pawn", "piece of the mover"; `own` says whose an own one is.
fn noun(owner: Option<&At<Owner>>, kind: Option<&At<String>>, own: &str) -> String {
    let kind = kind.map_or("piece", |kind| kind.value.as_str());
    match owner.map(|owner| &owner.value) {
        Some(Owner::Own) => format!("{kind} {own}"),
        Some(Owner::Enemy) => format!("enemy {kind}"),
        Some(Owner::Player(player)) => format!("{kind} of {player}"),
        Some(Owner::Neutral) => format!("neutral {kind}"),
        Some(Owner::Any) | None => format!("{kind} of either player"),
    }
}

/// "a pawn", "an enemy pawn".
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// The pieces that pass a filter, without articles; `None` where something else passes too.
pub(super) fn nouns(filter: &Filter, own: &str) -> Option<Vec<String>> {
    let noun = |term: &At<Term>| match &term.value {
        Term::Piece { owner, kind } => Some(noun(owner.as_ref(), kind.as_ref(), own)),
        Term::Empty | Term::Marked | Term::Checking | Term::Not(_) => None,
    };
    filter.terms.iter().map(noun).collect()
}

/// Where a move may end and what it captures there: " to an empty cell, or to capture an enemy pawn".
pub(super) fn landing(onto: Option<&Filter>) -> String {
    let Some(onto) = onto else { return " to an empty cell, or to capture an enemy piece".into() };
    if onto.terms.iter().all(|term| term.value == Term::Marked) {
        return " to a cell that the last move marked".into();
    }
    if onto.is_checking() {
        return " to capture a piece that gives check".into();
    }
    let is_empty = |term: &&At<Term>| term.value == Term::Empty;
    let quiet = onto.terms.iter().any(|term| is_empty(&term));
    let others = onto.terms.iter().filter(|term| !is_empty(term)).cloned().collect();
    let taken = nouns(&Filter { terms: others, span: onto.span }, "of its own side");
    match taken {
        Some(taken) if taken.is_empty() => " to an empty cell".into(),
        Some(taken) => {
            let taken: Vec<String> = taken.iter().map(|noun| with_article(noun)).collect();
            let quiet = if quiet { " to an empty cell, or" } else { "" };
            format!("{quiet} to capture {}", listed(&taken, "or"))
        }
        None => format!(" to a cell that holds {}; a piece there is captured", filter(onto)),
    }
}

/// Whether a filter is the word `empty` alone.
pub(super) fn is_empty_alone(filter: &Filter) -> bool {
    filter.terms.iter().all(|term| term.value == Term::Empty)
}

/// A set of cells: "the mover's last rank or e4".
pub(super) fn region(region: &Region) -> String {
    linked(region, "or")
}

/// A set of cells, all of them: "a4 and f4".
pub(super) fn whole_region(region: &Region) -> String {
    linked(region, "and")
}

fn linked(region: &Region, link: &str) -> String {
    let parts: Vec<String> = region.parts.iter().map(|part| part_of(&part.value)).collect();
    listed(&parts, link)
}

fn part_of(part: &RegionPart) -> String {
    match part {
        RegionPart::Name(name) => format!("the region \"{name}\""),
        RegionPart::Cells(pattern) => cells(pattern),
        RegionPart::Drawing(_) => "the cells drawn in the definition".into(),
        RegionPart::BuiltIn(which) => match which {
            BuiltIn::Rank(n) => format!("the mover's rank {n}"),
            BuiltIn::LastRank => "the mover's last rank".into(),
            BuiltIn::OwnHalf => "the mover's half".into(),
            BuiltIn::EnemyHalf => "the enemy's half".into(),
            BuiltIn::Edge => "the edge of the board".into(),
            BuiltIn::Board => "the board".into(),
            BuiltIn::File => "the file of the landing cell".into(),
            BuiltIn::Around => "the neighbours of the landing cell".into(),
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

/// How many pieces give check.
fn checkers(condition: &Condition) -> String {
    match condition {
        Condition::None { .. } => "no piece gives check to the player to move".into(),
        Condition::Count { at_least, at_most, .. } => {
            let bounds = bounds(at_least.map(|at| at.value), at_most.map(|at| at.value));
            format!("{bounds} pieces that are not royal give check to the player to move")
        }
        _ => "a piece that is not royal gives check to the player to move".into(),
    }
}

/// "at least 2 cells of the last rank hold an own pawn".
fn counted_cells([least, most]: [Option<u32>; 2], on: Option<&Region>, what: &Filter) -> String {
    let (cells, hold) = match (least, most) {
        (Some(1), None | Some(1)) | (None, Some(1)) => ("cell", "holds"),
        _ => ("cells", "hold"),
    };
    format!("{} {cells}{} {hold} {}", bounds(least, most), of(on), filter(what))
}

/// A condition as the clause behind "when".
pub(super) fn condition(condition: &Condition) -> String {
    match condition {
        Condition::NoMoves => "the player to move has no legal move".into(),
        Condition::BoardFull => "no cell is empty".into(),
        Condition::Unmoved => "the piece has not moved".into(),
        Condition::Checks(checks) => {
            format!("the mover has given check {}", counted(checks.value, "time"))
        }
        Condition::Played(rules) => played(rules),
        _ if asks_checkers(condition) => checkers(condition),
        Condition::None { what, on } => match nouns(what, "of the mover") {
            Some(nouns) => format!("no {} stands on {}", listed(&nouns, "or"), place(on.as_ref())),
            None => format!("no cell{} holds {}", of(on.as_ref()), filter(what)),
        },
        Condition::Some { what, on } => match nouns(what, "of the mover") {
            Some(nouns) => {
                let nouns: Vec<String> = nouns.iter().map(|noun| with_article(noun)).collect();
                format!("{} stands on {}", listed(&nouns, "or"), place(on.as_ref()))
            }
            None => format!("a cell{} holds {}", of(on.as_ref()), filter(what)),
        },
        Condition::Count { what, on, at_least: least, at_most: most } => {
            counted_cells([least, most].map(|bound| bound.map(|at| at.value)), on.as_ref(), what)
        }
        Condition::Held { what, on, at_least, at_most } => {
            let cells = on.as_ref().map_or_else(String::new, |on| format!("on {} or ", region(on)));
            let most = at_most.map(|at| at.value);
            let bounds = bounds(at_least.map(|at| at.value), most);
            match nouns(what, "of the mover") {
                Some(nouns) if most == Some(0) => format!("no {} is {cells}in hand", listed(&nouns, "or")),
                Some(nouns) => {
                    let nouns: Vec<String> = nouns.iter().map(|noun| plural(noun)).collect();
                    format!("{bounds} {} are {cells}in hand", listed(&nouns, "or"))
                }
                None => format!("{bounds} pieces {cells}in hand are {}", filter(what)),
            }
        }
        Condition::Attacked { what, on, by } => {
            let by = by.as_ref().map_or_else(String::new, |by| format!(" by {}", filter(by)));
            format!("{} on {} could be taken{by}", filter(what), place(on.as_ref()))
        }
        Condition::Reachable { what, on } => {
            format!("the player to move can bring {} to {}", filter(what), place(on.as_ref()))
        }
        Condition::Facing { pair, along } => {
            let way = along.as_ref().map_or_else(|| "in any direction".to_owned(), directions);
            let (one, other) = (filter(&pair.one), filter(&pair.other));
            format!("{one} faces {other} {way}, with only empty cells between")
        }
        Condition::Line(rule) => line(rule),
        Condition::InCheck => "the player to move is in check (a royal piece of it could be taken)".into(),
        Condition::Enclosed { what, along } => {
            let (what, joined) = (filter(what), joined_by(along.as_ref()));
            format!("{what} is in a group{joined} without an empty cell beside it")
        }
        Condition::Groups { what, along, at_least, at_most } => {
            let bounds = bounds(at_least.map(|at| at.value), at_most.map(|at| at.value));
            format!("{bounds} groups{} have {}", joined_by(along.as_ref()), filter(what))
        }
        Condition::Connects { regions, along, at_least } => {
            let all: Vec<String> = regions.iter().map(region).collect();
            let which = match at_least {
                Some(least) if (least.value as usize) < all.len() => {
                    format!("at least {} of {}", least.value, listed(&all, "and"))
                }
                _ => listed(&all, "and"),
            };
            format!("one group of the mover{} touches {which}", joined_by(along.as_ref()))
        }
        Condition::Repeats { times, checking, of, since } => {
            let checks = match checking.as_ref().map(|who| who.value) {
                None => "",
                Some(Checking::Own) => " and the mover has given check with every move since the first",
                Some(Checking::Enemy) => {
                    " and the mover's opponent has given check with every move since the first"
                }
            };
            let what = match of.map(|of| of.value) {
                Some(Repeated::Board) => "the same pieces stand on the same cells, whoever is to move,",
                _ => "the same position occurs",
            };
            let since = if since.is_some() { " within the last two plies" } else { "" };
            format!("{what} for the {} time{since}{checks}", nth(times.value))
        }
        Condition::QuietPlies { plies, reset } => {
            let resets = reset.as_deref().map_or_else(|| "a capture".into(), resets);
            format!(
                "{} have been played without {resets}",
                counted(plies.value, "ply").replace("plys", "plies")
            )
        }
        Condition::SamePiece { moves, reset } => same_piece(moves.value, reset.as_deref()),
        Condition::Plies(n) => format!("{} plies have been played", n.value),
        Condition::Passes(n) => passes(n.value),
        Condition::Not(inner) => format!("it is not so that {}", clause(&inner.value, 2)),
        Condition::Either(list) => joined("either ", list, "or"),
        Condition::All(list) => joined("", list, "and"),
    }
}

/// By which rules the last move was made.
fn played(rules: &[At<String>]) -> String {
    let rules: Vec<String> = rules.iter().map(|rule| format!("\"{}\"", rule.value)).collect();
    format!("the last move was made by {}", listed(&rules, "or"))
}

/// So many moves in a row of one piece.
fn same_piece(moves: u32, reset: Option<&[At<Reset>]>) -> String {
    let without = reset.map_or_else(String::new, |reset| format!(", without {}", resets(reset)));
    format!("the same piece has made the mover's last {moves} moves{without}")
}

/// So many passes in a row.
fn passes(times: u32) -> String {
    match times {
        1 => "a player has passed".into(),
        times => format!("players have passed {times} times in a row"),
    }
}

/// Whether a condition asks for the pieces that give check.
fn asks_checkers(condition: &Condition) -> bool {
    match condition {
        Condition::None { what, on: None }
        | Condition::Some { what, on: None }
        | Condition::Count { what, on: None, .. } => what.is_checking(),
        _ => false,
    }
}

/// Conditions inside others stand in brackets where a reader could draw the line elsewhere.
fn joined(first: &str, list: &[At<Condition>], link: &str) -> String {
    let clauses: Vec<String> = list.iter().map(|said| clause(&said.value, list.len())).collect();
    if list.len() == 1 { clauses.concat() } else { first.to_owned() + &clauses.join(&format!(" {link} ")) }
}

fn clause(said: &Condition, of: usize) -> String {
    let several = matches!(said, Condition::Either(list) | Condition::All(list) if list.len() > 1);
    if of > 1 && several { format!("({})", condition(said)) } else { condition(said) }
}

/// " joined in any direction"; nothing where pieces are joined as usual.
pub(super) fn joined_by(along: Option<&Directions>) -> String {
    along.map_or_else(String::new, |along| format!(" joined {}", directions(along)))
}

fn place(region: Option<&Region>) -> String {
    region.map_or_else(|| "the board".to_owned(), self::region)
}

fn of(region: Option<&Region>) -> String {
    region.map_or_else(String::new, |on| format!(" of {}", self::region(on)))
}

/// "at least 2 and at most 3".
pub(super) fn bounds(least: Option<u32>, most: Option<u32>) -> String {
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
        n => {
            let ending = match (n % 100, n % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            };
            format!("{n}{ending}")
        }
    }
}

fn resets(resets: &[At<Reset>]) -> String {
    let each = resets.iter().map(|reset| match &reset.value {
        Reset::Capture => "a capture".to_owned(),
        Reset::Flip => "turning a piece over".to_owned(),
        Reset::Kind(kind) => format!("a move of a {kind}"),
    });
    listed(&each.collect::<Vec<_>>(), "or")
}

fn line(line: &Line) -> String {
    let length = line.length.as_ref().map_or(0, |length| length.value);
    let longer = line.overline.is_none_or(|word| word.value == Overline::Win);
    let number = if longer { format!("{length} or more") } else { format!("exactly {length}") };
    let along = line.along.as_ref().map_or_else(|| "along a file, rank or diagonal".to_owned(), directions);
    let mut clause = format!("the mover has {number} pieces in a row {along}");
    match line.of.map(|of| of.value) {
        None => {}
        Some(Through::Landing) => clause.push_str(", the piece that has landed among them"),
        Some(Through::Chosen) => clause.push_str(", that piece among them"),
    }
    if line.blocked_ends.is_some_and(|word| word.value == BlockedEnds::Void) {
        let edge = line.edge_blocks.is_some_and(|edge| edge.value);
        let blocker = if edge { "an enemy or the edge" } else { "an enemy" };
        clause.push_str(&format!(" ({length} with {blocker} at both ends do not count)"));
    }
    clause
}

/// The title of a part.
pub(super) fn section(text: &mut String, title: &str) {
    text.push_str(&format!("\n{title}\n"));
}

/// A sentence of a part.
pub(super) fn item(text: &mut String, line: &str) {
    text.push_str(&format!("  {line}.\n"));
}

/// How what is said for the first player is carried over to the second.
pub(super) fn carried(definition: &Definition) -> &'static str {
    let mirror = definition.board.as_ref().and_then(|board| board.mirror);
    match mirror.is_some_and(|mirror| mirror.value == Mirror::Rotate) {
        true => "turned half way round",
        false => "reflected",
    }
}

pub(super) fn player_names(definition: &Definition) -> [&str; 2] {
    let players = definition.game.as_ref().and_then(|game| game.players.as_ref());
    players.map_or(["the first player", "the second player"], |[first, second]| [&first.value, &second.value])
}
