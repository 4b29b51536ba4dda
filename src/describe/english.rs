//! A definition read back in plain English: what a person would say it means, to be compared with what
//! was meant.

use std::fmt::Write;

use crate::spec::{
    self, Again, Army, At, Bends, BoardLine, BoardLines, Castle, CastleFrom, CastleWith, CellName, Decides,
    Definition, Directions, DropFrom, Entry, Filter, Gap, MoveRule, Pattern, Piece, Range, Row, Royalty,
    SearchMethod, Setup, SlideRange, Stage, Travel, Until, Who,
};

use super::hexes::{self, among_hexagons};
use super::merits::merits;
use super::phrases::{
    carried, condition, counted, directions, does, filter, heading, is_empty_alone, item, landing, listed,
    nouns, player_names, region, section, whole_region, with_article,
};
use super::readings::{besides, captures, deed, first_moves, legality, promotion, regions, score};
use super::turns::turns;

/// The rules of a definition in plain English: board, pieces and their moves, the start, what is refused,
/// how the game ends, what is good. Defaults are said too.
pub fn english(definition: &Definition) -> String {
    let mut text = String::new();
    introduction(&mut text, definition);
    pieces(&mut text, definition);
    regions(&mut text, definition);
    start(&mut text, definition);
    first_moves(&mut text, definition);
    turns(&mut text, definition);
    captures(&mut text, definition);
    legality(&mut text, definition);
    vetoes(&mut text, definition);
    ends(&mut text, definition);
    score(&mut text, definition);
    if let Some(table) = &definition.evaluation {
        merits(&mut text, table, definition);
    }
    if let Some(search) = &definition.search {
        searching(&mut text, search);
    }
    if has_hexes(definition) { among_hexagons(&text) } else { text }
}

fn plies_of(number: u32) -> String {
    if number == 1 { "one ply".to_owned() } else { format!("{number} plies") }
}

/// Where to look for good moves, and how.
fn searching(text: &mut String, search: &spec::Search) {
    let near = search.near.as_ref().map(|near| {
        format!("only empty cells within {} of a piece are tried for drops", counted(near.value, "cell"))
    });
    let tree = search.algorithm.as_ref().filter(|algorithm| algorithm.value == SearchMethod::Mcts);
    let tree = tree
        .map(|_| "a Monte-Carlo tree search looks for moves: it plays the game out many times".to_owned());
    let playout = search.playout.as_ref().map(|plies| {
        format!("when it has played {} on by chance, the evaluation says who is ahead", plies_of(plies.value))
    });
    let items: Vec<String> = [near, tree, playout].into_iter().flatten().collect();
    if !items.is_empty() {
        section(text, "Search");
        items.iter().for_each(|line| item(text, line));
    }
}

fn has_hexes(definition: &Definition) -> bool {
    definition.board.as_ref().is_some_and(spec::Board::has_hexes)
}

/// "all ranks and files, and straight lines a1 to e5, a1 to a3": the lines of a drawn board.
fn drawn(lines: &BoardLines) -> String {
    let named: Vec<String> = lines.list.iter().filter_map(|line| line_name(&line.value)).collect();
    let grid = lines.list.iter().any(|line| line.value == BoardLine::Grid);
    let ranks = if grid { "all ranks and files" } else { "" };
    let named = if named.is_empty() { String::new() } else { format!("the lines {}", named.join(", ")) };
    let link = if grid && !named.is_empty() { ", and by " } else { "" };
    format!("{ranks}{link}{named}")
}

fn line_name(line: &BoardLine) -> Option<String> {
    let names = |points: &[CellName]| points.iter().map(CellName::to_string).collect::<Vec<_>>().join(" – ");
    match line {
        BoardLine::Grid => None,
        BoardLine::Whole(Pattern::Rank(rank)) => Some(format!("of rank {rank}")),
        BoardLine::Whole(Pattern::File(file)) => Some(format!("of file {file}")),
        BoardLine::Whole(Pattern::Cell(_) | Pattern::Rectangle(..)) => None,
        BoardLine::Straight(from, to) => Some(format!("{from} to {to}")),
        BoardLine::Points(points) => Some(names(points)),
    }
}

fn introduction(text: &mut String, definition: &Definition) {
    let game = definition.game.as_ref();
    let name = game.and_then(|game| game.name.as_ref()).map_or("This game", |name| &name.value);
    let [first, second] = player_names(definition);
    let size = definition.board.as_ref().and_then(|board| board.size.as_ref());
    let _ = write!(text, "{name} is played by {first} and {second}");
    if let Some(size) = size {
        let _ =
            write!(text, " on a board of {} by {}", counted(size.files, "file"), counted(size.ranks, "rank"));
    }
    if has_hexes(definition) {
        text.push_str(" of hexagons, each row half a cell further right than the one above");
        let goes_on = definition.board.as_ref().is_some_and(|board| board.holes.is_some());
        text.extend(goes_on.then_some(","));
    }
    if let Some(holes) = definition.board.as_ref().and_then(|board| board.holes.as_ref()) {
        let _ = write!(text, " without {}", whole_region(holes));
    }
    if let Some(lines) = definition.board.as_ref().and_then(|board| board.lines.as_ref()) {
        let _ = write!(text, ". Pieces stand on points joined by {}", drawn(lines));
    }
    let starts = game.and_then(|game| game.first.as_ref()).map_or(first, |first| &first.value);
    let _ = writeln!(text, ". {} {} first.", capitalised(starts), does(starts, "move"));
    let forward = |player: &str, default: &str| {
        definition.directions.get(player).map_or_else(|| default.to_owned(), |at| at.word().replace('-', " "))
    };
    let _ = writeln!(
        text,
        "Forward is {} for {first} and {} for {second}.",
        forward(first, "north"),
        forward(second, "south")
    );
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn pieces(text: &mut String, definition: &Definition) {
    section(text, "Moves");
    let leap = if has_hexes(definition) { hexes::leap } else { leap };
    for piece in &definition.pieces {
        let _ = writeln!(
            text,
            "  The {} ({}){}",
            piece.name.value,
            letters(piece, definition),
            whose(&piece.value)
        );
        for line in besides(&piece.value) {
            let _ = writeln!(text, "    {line}.");
        }
        for rule in &piece.value.moves {
            let within = rule.value.within.as_ref().or(piece.value.within.as_ref());
            let _ = writeln!(
                text,
                "    {}: {}.",
                rule.name.value,
                movement(&rule.value, within.map(region), leap)
            );
        }
    }
    for rule in &definition.moves {
        item(text, &format!("{}: {}", rule.name.value, movement(&rule.value, None, leap)));
    }
    if let Some(then) = definition.turn.as_ref().and_then(|turn| turn.then.as_ref()) {
        item(text, &format!("After any other move by which a piece lands, {}", stage(then, leap)));
    }
}

/// What is said of a kind before its moves.
fn whose(piece: &Piece) -> &'static str {
    if piece.owner.is_some() {
        return ", which belongs to nobody and does not move by itself";
    }
    match piece.royal.map(|royal| royal.value) {
        None => "",
        Some(Royalty::Each) => ", royal: no move of its owner may leave it attacked",
        Some(Royalty::Any) => {
            ", royal: no move of its owner may leave it attacked where no other piece royal in this way is left"
        }
        Some(Royalty::All) => {
            ", royal: no move of its owner may leave all pieces that are royal in this way attacked"
        }
    }
}

fn letters(piece: &Entry<Piece>, definition: &Definition) -> String {
    let each = player_names(definition).map(|player| {
        let letter = piece.value.letters.get(player).map(|at| at.value);
        letter.map(|letter| format!("{letter} for {player}"))
    });
    let given: Vec<String> = each.into_iter().flatten().collect();
    match piece.value.letter {
        Some(letter) if piece.value.owner.is_some() => letter.value.to_string(),
        Some(letter) if given.is_empty() => {
            let [first, second] = player_names(definition);
            let said = letter.value.to_string();
            let (capital, small) = (said.to_uppercase(), said.to_lowercase());
            format!("{capital} for {first}, {small} for {second}")
        }
        _ => given.join(", "),
    }
}

/// How a leap is called by the shorter and the longer of its sides.
type Leap = fn(u32, u32) -> String;

fn movement(rule: &MoveRule, within: Option<String>, leap: Leap) -> String {
    let Some(travel) = rule.travel() else { return "?".into() };
    let mut words = way(&travel, leap);
    if let Some(from) = &rule.from {
        words = format!("{}, from {}", words.trim_end_matches(','), region(from));
    }
    if travel.lands_on_contents() {
        words.push_str(&landing(rule.onto.as_ref()));
    }
    let to = rule.to.as_ref().map(region);
    for cells in [to, within].into_iter().flatten() {
        words.push_str(&format!(", landing within {cells}"));
    }
    if let Some(when) = &rule.condition {
        words.push_str(&format!(", when {}", condition(when)));
    }
    for effect in rule.effects.iter().flat_map(|effects| &effects.list) {
        words.push_str(&format!("; {}", deed(effect)));
    }
    if let Some(promotes) = rule.promote.as_ref().and_then(promotion) {
        words.push_str(&format!("; {promotes}"));
    }
    if let Some(then) = &rule.then {
        words.push_str(&format!("; then {}", stage(then, leap)));
    }
    words
}

/// How the piece itself goes on.
fn going_on(stage: &Stage, again: Again) -> String {
    let goes = match again {
        Again::Must => "it goes on by any of its rules that go on, as long as it can",
        Again::May => "it may go on by any of its rules that go on",
    };
    let bends = match stage.bends.map(|bends| bends.value) {
        None => "",
        Some(Bends::Never) => ", in the same direction",
        Some(Bends::Always) => ", in another direction",
        Some(Bends::NotBack) => ", in any direction but back",
    };
    let revisits = match stage.revisit.is_some_and(|revisit| !revisit.value) {
        true => ", and lands on no cell twice",
        false => "",
    };
    format!("{goes}{bends}{revisits}")
}

/// Which piece leaves the board.
fn taking(stage: &Stage, take: &Filter) -> String {
    let when = stage.condition.as_ref();
    let when = when.map_or_else(String::new, |when| format!("where {}, ", condition(when)));
    let what = match nouns(take, "of its own side") {
        Some(nouns) => listed(&nouns.iter().map(|noun| with_article(noun)).collect::<Vec<_>>(), "or"),
        None => format!("a piece that is {}", filter(take)),
    };
    let spare = stage.spare.as_ref().map_or_else(String::new, |spare| {
        format!(", but none for whose owner, as the mover, {} while there are others", condition(spare))
    });
    format!("{when}{what} is chosen and leaves the board{spare}")
}

/// What comes after the piece has landed.
fn stage(stage: &Stage, leap: Leap) -> String {
    if let Some(again) = stage.again {
        return going_on(stage, again.value);
    }
    if let Some(take) = &stage.take {
        return taking(stage, take);
    }
    let kind = stage.kind().map_or("?", |kind| kind.value.as_str());
    let comes = match stage.set {
        Some(_) => format!("the {kind} goes, or a first one comes, to another empty cell"),
        None => format!("a new {kind} comes to an empty cell"),
    };
    let from_there = match stage.travel() {
        Some(Travel::Step(along)) => format!(", one cell {} from there", directions(along)),
        Some(Travel::Slide { along, range, .. }) => {
            let (far, until) = how_far(range.map(|range| range.value), "cell");
            format!(",{far} {} from there through empty cells{until}", directions(along))
        }
        Some(other) => format!(" that the piece could reach from there if it {}", way(&other, leap)),
        None => String::new(),
    };
    let to = stage.to.as_ref().map_or_else(String::new, |to| format!(", within {}", region(to)));
    comes + &from_there + &to
}

fn way(travel: &Travel, leap: Leap) -> String {
    match travel {
        Travel::Step(along) => format!("goes one cell {}", directions(along)),
        Travel::Slide { along, range, through } => {
            let (far, until) = how_far(range.map(|range| range.value), "cell");
            format!("slides{far} {}{}{until}", directions(along), way_through(*through))
        }
        Travel::Leap { by, along } => {
            let along = along.map_or_else(String::new, |along| format!(", {}", directions(along)));
            format!("leaps {}{along}", leap(by.one.min(by.other), by.one.max(by.other)))
        }
        Travel::Ride { by, along, range, through } => {
            let along = along.map_or_else(String::new, |along| format!(", {}", directions(along)));
            let leap = leap(by.one.min(by.other), by.one.max(by.other));
            let (often, until) = how_far(range.map(|range| range.value), "time");
            let often = if until.is_empty() { often } else { " again and again".into() };
            format!("leaps {leap}{along},{often} the same way{}{until}", way_through(*through))
        }
        Travel::Path { steps, range } => path(steps, range.and_then(|range| range.value.cells())),
        Travel::Hop { along, over, before, after } => {
            let over = over.map_or_else(|| "a piece".to_owned(), filter);
            let gaps = gaps(before.map(|gap| gap.value), after.map(|gap| gap.value));
            format!("hops {} over {over}{gaps},", directions(along))
        }
        Travel::Reach(cells) => format!("goes to any other cell of {}", region(cells)),
        Travel::Stay => "stays where it is".into(),
        Travel::Drop { from, falls } => {
            let falls = falls.map_or_else(String::new, |falls| {
                format!("; it enters at the edge and goes {} as far as it can", heading(falls.value))
            });
            match from.value {
                DropFrom::Supply => format!("puts a new one on an empty cell{falls}"),
                DropFrom::Hand => format!("puts one from the player's hand on an empty cell{falls}"),
            }
        }
        Travel::Exit(along) => format!("leaves the board, going {}", directions(along)),
        Travel::Castle(castle) => castling(castle),
        Travel::Pass(pass) => match pass.word() {
            "stuck" => "a player for whom nothing else is legal passes".into(),
            _ => "a player may pass".into(),
        },
    }
}

fn castling(castle: &Castle) -> String {
    let name = |cell: &Option<At<CellName>>| cell.as_ref().map_or("?".to_owned(), |at| at.value.to_string());
    let from = match castle.from.as_ref().map(|at| &at.value) {
        Some(CastleFrom::Cell(cell)) => cell.to_string(),
        Some(CastleFrom::Setup) => "where it starts".to_owned(),
        None => "?".to_owned(),
    };
    let other = |with: &str| match castle.with_from.as_ref().map(|at| &at.value) {
        Some(CastleWith::Cell(cell)) => format!("a {with} goes from {cell}"),
        Some(CastleWith::Outermost(side)) => format!("the outermost {with} to its {} goes", side.word()),
        None => format!("a {with} goes from ?"),
    };
    let with = castle.with.as_ref().map_or("?", |with| with.value.as_str());
    format!(
        "goes from {from} to {} while {} to {} (as the first player sees it), when neither has \
         moved, nothing stands between, and the way is not attacked",
        name(&castle.to),
        other(with),
        name(&castle.with_to)
    )
}

/// A leap by the shorter and the longer of its sides.
fn leap(short: u32, long: u32) -> String {
    let cells = counted(long, "cell");
    match short {
        0 => format!("{cells} along a file or rank"),
        n if n == long => format!("{cells} diagonally"),
        n => format!("{cells} along a file or rank and {n} to the side"),
    }
}

/// How far a slide goes, with a blank before it, and what else says where it stops.
fn how_far(range: Option<SlideRange>, what: &str) -> (String, String) {
    match range {
        Some(SlideRange::Until(Until::Farthest)) => (String::new(), ", as far as it can and no less,".into()),
        Some(SlideRange::Until(Until::Pieces)) => {
            (String::new(), format!(", exactly as many {what}s as there are pieces on that line,"))
        }
        Some(SlideRange::Cells(range)) => (format!(" {}", within(range, what)), String::new()),
        None => (format!(" {}", number((1, u32::MAX), 1, what)), String::new()),
    }
}

fn within(range: Range, what: &str) -> String {
    number((range.least, range.most), 1, what)
}

/// How many: "any number of cells", "one cell", "2 to 4 cells".
fn number((least, most): (u32, u32), fewest: u32, what: &str) -> String {
    match (least, most) {
        (0, 0) => format!("no {what}"),
        (least, most) if least == most => counted(least, what),
        (least, most) if most >= 64 && least <= fewest => format!("any number of {what}s"),
        (least, most) if most >= 64 => format!("{least} or more {what}s"),
        (least, most) => format!("{least} to {most} {what}s"),
    }
}

fn way_through(through: Option<&Filter>) -> String {
    match through.filter(|through| !is_empty_alone(through)) {
        None => " through empty cells".into(),
        Some(through) => format!(" through cells that hold {}", filter(through)),
    }
}

/// The steps of a path, each but the last to an empty cell.
fn path(steps: &Directions, range: Option<Range>) -> String {
    let alone = |word| directions(&Directions { words: vec![word], span: steps.span });
    let far = |step: usize| match range {
        Some(range) if step + 1 == steps.words.len() => within(range, "cell"),
        _ => "one cell".to_owned(),
    };
    let said = steps.words.iter().enumerate().map(|(step, &word)| format!("{} {}", far(step), alone(word)));
    let said: Vec<String> = said.collect();
    let words = said.join(", then ");
    match said.len() {
        1 => format!("goes {words}"),
        _ => format!("goes {words}, bending at most 45 degrees each time, through empty cells,"),
    }
}

fn gaps(before: Option<Gap>, after: Option<Gap>) -> String {
    let said =
        |gap: Option<Gap>| number(gap.map_or((0, u32::MAX), |gap| (gap.least, gap.most)), 0, "empty cell");
    let is_none = |gap: Option<Gap>| gap.is_some_and(|gap| gap.most == 0);
    match (is_none(before), is_none(after)) {
        _ if before.is_none() && after.is_none() => ", through empty cells before and behind it".to_owned(),
        (true, true) => " next to it, landing right behind that".to_owned(),
        (true, false) => format!(" next to it, with {} behind that", said(after)),
        (false, true) => format!(", with {} before it, landing right behind it", said(before)),
        (false, false) => format!(", with {} before it and {} behind it", said(before), said(after)),
    }
}

fn start(text: &mut String, definition: &Definition) {
    section(text, "Start");
    drawing(text, definition);
    for hand in definition.setup.iter().flat_map(|setup| &setup.hands) {
        let player = &hand.name.value;
        item(text, &format!("{player} {} {}", does(player, "hold"), hand.value.value));
    }
}

fn drawing(text: &mut String, definition: &Definition) {
    let [first, _] = player_names(definition);
    match &definition.setup {
        Some(Setup { board: Some(board), .. }) => rows(text, board.rows.iter()),
        Some(Setup { army: Some(Army::Same(ranks)), .. }) => {
            let _ = writeln!(
                text,
                "  On {first}'s first ranks, the farther one on top, and {} for the other player:",
                carried(definition)
            );
            rows(text, ranks.rows.iter().rev());
        }
        Some(Setup { army: Some(Army::PerPlayer(each)), .. }) => {
            for entry in each {
                let _ = writeln!(text, "  On {}'s first ranks, the farther one on top:", entry.name.value);
                rows(text, entry.value.rows.iter().rev());
            }
        }
        _ => item(text, "the board is empty"),
    }
}

fn rows<'d>(text: &mut String, rows: impl Iterator<Item = &'d Row>) {
    for row in rows {
        let cells: Vec<String> = row.cells.iter().map(|cell| cell.value.to_string()).collect();
        let _ = writeln!(text, "  {}", cells.join(" "));
    }
}

fn vetoes(text: &mut String, definition: &Definition) {
    if definition.illegal.is_empty() {
        return;
    }
    section(text, "Refused moves");
    for veto in &definition.illegal {
        let names = |names: &Vec<At<String>>| {
            listed(&names.iter().map(|name| name.value.clone()).collect::<Vec<_>>(), "or")
        };
        let except = veto.value.except.as_ref().map(|except| format!("a move other than {}", names(except)));
        let moves = veto.value.moves.as_ref().map(names).or(except).unwrap_or_else(|| "a move".to_owned());
        let when = veto.value.condition.as_ref().map_or_else(String::new, |said| condition(said));
        let before = veto
            .value
            .before
            .as_ref()
            .map_or_else(String::new, |said| format!(", and before it {}", condition(said)));
        item(text, &format!("{}: {moves} is illegal when, after it, {when}{before}", veto.name.value));
    }
}

fn ends(text: &mut String, definition: &Definition) {
    section(text, "The game is over (tried in this order after every move; the mover has just moved)");
    for (name, said) in endings(definition) {
        item(text, &format!("{name}: {said}"));
    }
    if definition.end.is_empty() {
        item(text, "never");
    }
}

/// The ends of a definition by their names, and when each is reached and what it means: "when there is no legal move,
/// the mover wins".
pub fn endings(definition: &Definition) -> Vec<(&str, String)> {
    let so = |who: &Who, verb: &str| {
        let player = player(who);
        let does = does(&player, verb);
        format!("{player} {does}")
    };
    let said = |end: &Entry<spec::End>| {
        let when = end.value.condition.as_ref().map_or_else(String::new, |said| condition(said));
        let verdict = end.value.verdict().map_or_else(String::new, |verdict| match verdict {
            Decides::Winner(who) => match &who.value {
                Who::Nobody => "nobody wins: a draw".into(),
                Who::Score => "who has more by the score wins".into(),
                other => so(other, "win"),
            },
            Decides::Loser(who) => so(&who.value, "lose"),
        });
        format!("when {when}, {verdict}")
    };
    definition.end.iter().map(|end| (end.name.value.as_str(), said(end))).collect()
}

fn player(who: &Who) -> String {
    match who {
        Who::Mover => "the mover".into(),
        Who::Turn => "the player to move".into(),
        Who::Nobody | Who::Score => "nobody".into(),
        Who::Player(name) => name.clone(),
    }
}
