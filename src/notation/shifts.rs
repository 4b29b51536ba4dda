//! Why a piece does not go from one cell to another.

use super::reasons::unmeant;
use super::refusal::{Refusal, kind_name, unmet};
use crate::game::{Cell, Condition, Contents, Game, MoveStep, Movement, Piece, Player, Rule, WithName};
use crate::on_board;
use crate::position::Position;

/// What stops the rule that comes nearest to leading from one cell to the other.
pub(super) fn refused_shift(position: &Position, piece: Piece, from: Cell, to: Cell) -> Refusal {
    let game = position.game();
    let landing: Vec<&MoveStep> = landings(game, &game.tables.movement, piece, from, to).collect();
    let target = position.at(to);
    let holds =
        |step: &&&MoveStep| game.rules.moves[step.mv.rule()].by[piece.owner().index()].onto.has(target);
    let [from_name, to_name] = [from, to].map(|cell| game.rules.geometry.name(cell));
    let Some(step) = landing.iter().find(holds).or(landing.first()) else {
        return confined(game, piece, from, to).unwrap_or_else(|| {
            let message =
                format!("no rule of the {} leads from {from_name} to {to_name}", kind_name(game, piece));
            Refusal::by(message, &game.names.kinds[piece.kind().index()].origin)
        });
    };
    let rule = game.named_move(step.mv.rule());
    let travel = &rule.by[position.turn().index()];
    let turn = position.turn();
    let met =
        |when: &Condition| on_board!(position.engine(), board => board.holds_statically(game, when, turn));
    let message = if travel.onto.has(target) && travel.when.as_ref().is_some_and(|when| !met(when)) {
        unmet(rule)
    } else if let Some(why) = unmeant(position, step.mv).filter(|_| travel.onto.has(target)) {
        why
    } else if travel.onto.has(target) {
        let bar = barred(position, piece, from, step).map_or_else(String::new, |bar| format!(": {bar}"));
        format!("the way from {from_name} to {to_name} is not open for `{}`{bar}", rule.name)
    } else {
        let refused = format!("`{}` does not land on {}", rule.name, described(game, target, turn, &to_name));
        refused + &unmarked(game, &landing, piece.owner())
    };
    Refusal::by(message, rule.origin)
}

/// What stands in the way of a step of a run, where it is a piece that cannot be passed.
fn barred(position: &Position, piece: Piece, from: Cell, step: &MoveStep) -> Option<String> {
    let game = position.game();
    let filters = &game.tables.movement.filters[piece.owner().index()];
    let holds = |run: &&[MoveStep]| run.iter().any(|other| other.mv == step.mv);
    let run = game.tables.movement.runs(piece, from).find(holds)?;
    let simple = run.iter().zip(1..).all(|(other, at)| other.skip as usize + at >= run.len());
    let before = run.iter().take_while(|other| other.mv != step.mv).filter(|_| simple);
    let bars = |other: &&MoveStep| {
        let pass = &filters[other.pass as usize];
        let content = position.at(other.mv.to());
        !content.is_none() && !pass.always && !pass.holds.has(content)
    };
    let cell = before.into_iter().find(bars)?.mv.to();
    let kind = kind_name(game, position.at(cell));
    Some(format!("a {kind} stands on {}", game.rules.geometry.name(cell)))
}

/// The ways in tables from one cell to another that end there, whatever has to stand there.
fn landings<'a>(
    game: &'a Game,
    movement: &'a Movement,
    piece: Piece,
    from: Cell,
    to: Cell,
) -> impl Iterator<Item = &'a MoveStep> {
    let filters = &movement.filters[piece.owner().index()];
    let ends = |step: &&MoveStep| !filters[step.land as usize].holds.is_nothing();
    let steps = movement.steps(piece, from).iter();
    steps.filter(move |step| step.mv.to() == to && game.tables.actions[step.mv.rule()].travels()).filter(ends)
}

/// A rule that would lead there if it were not for the cells where it may start and land.
fn confined(game: &Game, piece: Piece, from: Cell, to: Cell) -> Option<Refusal> {
    let movement = game.movement_anywhere();
    let confines = |rule: &WithName<Rule>| {
        let travel = &rule.by[piece.owner().index()];
        !travel.from.has(from) || !travel.to.has(to)
    };
    let mut rules = landings(game, &movement, piece, from, to).map(|step| game.named_move(step.mv.rule()));
    let rule = rules.find(confines)?;
    let message = match rule.by[piece.owner().index()].from.has(from) {
        true => {
            format!("{} is outside the cells where `{}` may land", game.rules.geometry.name(to), rule.name)
        }
        false => {
            format!(
                "{} is outside the cells from which `{}` may start",
                game.rules.geometry.name(from),
                rule.name
            )
        }
    };
    Some(Refusal::by(message, rule.origin))
}

/// What else could lead there, if the last move had marked the cell.
fn unmarked(game: &Game, landing: &[&MoveStep], owner: Player) -> String {
    let rules = landing.iter().skip(1).map(|step| game.named_move(step.mv.rule()));
    let mut marked = rules.filter(|rule| !rule.by[owner.index()].onto.and(Contents::MARKED).is_nothing());
    let also = |rule: WithName<Rule>| format!(", and the last move left no mark there for `{}`", rule.name);
    marked.next().map_or_else(String::new, also)
}

fn described(game: &Game, piece: Piece, turn: Player, cell: &str) -> String {
    if piece.is_none() {
        return format!("{cell}, which is empty");
    }
    let whose = match game.rules.roster.owner(piece) {
        Some(owner) if owner == turn => "an own",
        Some(_) => "an enemy",
        None => "a",
    };
    format!("{cell}, where {whose} {} stands", kind_name(game, piece))
}
