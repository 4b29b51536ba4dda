//! Derived weights as a definition writes them.

use std::fmt::Write;

use crate::game::{
    CellSet, CountWorth, Evaluation, Game, Going, Kind, Player, Points, Squares, Survey, SurveyTerm, Tally,
};

/// The tables of an evaluation that was derived for a game, to be pasted into its definition.
///
/// Terms that are about regions without a name, unlike for both players, are left out, with a comment that says so.
pub fn weights_text(game: &Game, evaluation: &Evaluation) -> String {
    let mut text = String::from("[evaluation]\n");
    let kind = |kind: Kind| game.kind_name(kind).to_owned();
    let values: Vec<String> =
        evaluation.values.iter().map(|(of, weight)| format!("{} = {}", kind(*of), weight.value)).collect();
    if !values.is_empty() {
        line(&mut text, format_args!("values = {{ {} }}", values.join(", ")));
    }
    let single =
        [("mobility", &evaluation.mobility), ("gone", &evaluation.exited), ("tempo", &evaluation.tempo)];
    for (name, weight) in single {
        if let Some(weight) = weight {
            line(&mut text, format_args!("{name} = {}", weight.value));
        }
    }
    if !evaluation.squares.is_empty() {
        line(&mut text, format_args!("[evaluation.squares]"));
    }
    for table in &evaluation.squares {
        squares(game, table, &mut text);
    }
    for term in &evaluation.attacks {
        if let Tally::Total(points) = &term.each {
            let royals = game.rules.royals.iter().map(|royal| format!("\"enemy {}\"", kind(royal.kind)));
            let by: Vec<String> = term.by[0].iter().map(|(of, _)| format!("\"{}\"", kind(*of))).collect();
            line(&mut text, format_args!("[evaluation.attacks.{}]", term.name));
            line(&mut text, format_args!("by = [{}]", by.join(", ")));
            line(&mut text, format_args!("on = {{ around = [{}] }}", royals.collect::<Vec<_>>().join(", ")));
            line(&mut text, format_args!("each = \"total\"\nvalue = {}", list(points)));
        }
    }
    for term in &evaluation.surveys {
        survey(game, term, &mut text);
    }
    if !evaluation.patterns.is_empty() {
        line(&mut text, format_args!("[evaluation.lines]"));
    }
    for pattern in &evaluation.patterns {
        let drawn: String = pattern.cells.iter().map(|symbol| symbol.letter()).collect();
        let (name, points) = (&pattern.name, pattern.weight.value);
        line(&mut text, format_args!("{name} = {{ pattern = \"{drawn}\", value = {points} }}"));
    }
    text
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{arguments}");
}

fn list(points: &[Points]) -> String {
    let numbers: Vec<String> = points.iter().map(|points| points.early().to_string()).collect();
    format!("[{}]", numbers.join(", "))
}

fn worth(worth: &CountWorth) -> String {
    match worth {
        CountWorth::Each(points) => points.early().to_string(),
        CountWorth::ByCount(points) => list(points),
    }
}

/// The table as the first player sees it, the last rank first; holes count nothing.
fn squares(game: &Game, table: &Squares, text: &mut String) {
    line(text, format_args!("{} = [", game.kind_name(table.kind)));
    let geometry = &game.rules.geometry;
    let width = usize::from(geometry.files());
    for row in table.points[Player::First.index()].chunks(width) {
        let numbers: Vec<String> = row.iter().map(|points| format!("{points:>4}")).collect();
        line(text, format_args!("  [{}],", numbers.join(",")));
    }
    line(text, format_args!("]"));
}

fn survey(game: &Game, term: &SurveyTerm, text: &mut String) {
    let value = worth(&term.worth);
    let keys = match &term.what {
        Survey::Influence(influence) => match &influence.by {
            Going::Moves(kind) => Some(format!("by = \"{}\"\n", game.kind_name(*kind))),
            Going::Steps(_) => Some(String::new()),
        },
        Survey::Liberties(_) | Survey::Stable(_) => Some(String::new()),
        Survey::Distance(distance) => region(game, &distance.to).map(|to| {
            let of = distance.of[0].iter().map(|&kind| format!("\"own {}\"", game.kind_name(kind)));
            let of = of.collect::<Vec<_>>().join(", ");
            let clear = if distance.clear { "clear = true\n" } else { "" };
            format!("of = [{of}]\nto = {to}\n{clear}")
        }),
        Survey::Link(link) => {
            let regions =
                [0, 1].map(|number| region(game, &link.between.each_ref().map(|both| both[number])));
            let [one, other] = regions;
            one.zip(other).map(|(one, other)| format!("between = [{one}, {other}]\n"))
        }
        Survey::Placed(_) | Survey::Parity(_) => None,
    };
    match keys {
        Some(keys) => line(text, format_args!("[evaluation.{}]\n{keys}value = {value}", term.name)),
        None => line(text, format_args!("# {}: its region has no name", term.name)),
    }
}

/// How a definition says some cells: by ranks as each player counts them, or cell by cell where they are the same for both.
fn region(game: &Game, cells: &[CellSet; 2]) -> Option<String> {
    let geometry = &game.rules.geometry;
    let rank =
        |owner: Player, cell| geometry.rank_along(game.evaluation.orientation.forward[owner.index()], cell);
    let ranks = Player::each(|owner| {
        let mut ranks: Vec<u16> = cells[owner.index()].iter().map(|cell| rank(owner, cell)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let whole =
            geometry.board().iter().filter(|&cell| ranks.contains(&rank(owner, cell))).collect::<CellSet>();
        (whole == cells[owner.index()]).then_some(ranks)
    });
    if let [Some(first), Some(second)] = &ranks
        && first == second
    {
        let names: Vec<String> = first.iter().map(|rank| format!("\"rank-{rank}\"")).collect();
        return Some(format!("[{}]", names.join(", ")));
    }
    let [first, second] = cells;
    let names = || first.iter().map(|cell| format!("\"{}\"", geometry.name(cell))).collect::<Vec<_>>();
    (first == second).then(|| format!("[{}]", names().join(", ")))
}
