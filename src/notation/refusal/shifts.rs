//! Why a piece does not go from one cell to another.

use super::Reason;
use super::special::unmeant;
use crate::game::{Action, Cell, Condition, Contents, Game, MoveStep, Movement, Piece, Player};
use crate::on_board;
use crate::position::Position;

/// What stops the rule that comes nearest to leading from one cell to the other.
pub(super) fn refused_shift(position: &Position, piece: Piece, from: Cell, to: Cell) -> Reason {
    let (game, turn) = (position.game(), position.turn());
    if from == to {
        return refused_stay(position, piece, from);
    }
    let landing: Vec<&MoveStep> = landings(game, &game.tables.movement, piece, from, to).collect();
    let target = position.at(to);
    let accepts =
        |step: &&&MoveStep| game.rules.moves[step.mv.rule()].by[piece.owner().index()].onto.has(target);
    let Some(step) = landing.iter().find(accepts).or(landing.first()) else {
        return confined(game, piece, from, to).unwrap_or(Reason::NoWay { piece, from, to });
    };
    let rule = step.mv.rule();
    let travel = &game.rules.moves[rule].by[turn.index()];
    if !travel.onto.has(target) {
        let unmarked = unmarked(game, &landing, piece.owner());
        return Reason::WrongTarget { cell: to, target, player: turn, unmarked, rule };
    }
    if !is_met(position, rule, turn) {
        return Reason::Unmet { rule };
    }
    let blocked = || match lacks_hurdle(position, piece, from, step) {
        true => Reason::NoHurdle { from, to, rule },
        false => Reason::Blocked { from, to, by: barred(position, piece, from, step), rule },
    };
    unmeant(position, step.mv).unwrap_or_else(blocked)
}

/// What stops a move of a piece that would stay where it is.
fn refused_stay(position: &Position, piece: Piece, cell: Cell) -> Reason {
    let (game, turn) = (position.game(), position.turn());
    let stays = |rule: usize| game.tables.actions[rule] == Action::Stay;
    let steps = game.tables.movement.steps(piece, cell).iter();
    let Some(step) = steps.into_iter().find(|step| stays(step.mv.rule())) else {
        let of_kind = |&rule: &usize| game.rules.moves[rule].kind == Some(piece.kind()) && stays(rule);
        let elsewhere = (0..game.rules.moves.len()).find(of_kind);
        let nowhere = Reason::NoWay { piece, from: cell, to: cell };
        return elsewhere.map_or(nowhere, |rule| Reason::MayNotStart { cell, rule });
    };
    unmeant(position, step.mv)
        .filter(|_| is_met(position, step.mv.rule(), turn))
        .unwrap_or(Reason::Unmet { rule: step.mv.rule() })
}

/// Whether what a rule asks of the position holds.
fn is_met(position: &Position, rule: usize, turn: Player) -> bool {
    let game = position.game();
    let when = game.rules.moves[rule].by[turn.index()].when.as_ref();
    let met =
        |when: &Condition| on_board!(position.engine(), board => board.holds_statically(game, when, turn));
    when.is_none_or(met)
}

/// The cells that a run crosses before a step.
fn crossed<'a>(game: &'a Game, piece: Piece, from: Cell, step: &MoveStep) -> Option<&'a [MoveStep]> {
    let holds = |run: &&[MoveStep]| run.iter().any(|other| other.mv == step.mv);
    let run = game.tables.movement.runs(piece, from).find(holds)?;
    let at = run.iter().position(|other| other.mv == step.mv)?;
    Some(&run[..at])
}

/// Whether a step is not reached though nothing stands before it: something would have to.
fn lacks_hurdle(position: &Position, piece: Piece, from: Cell, step: &MoveStep) -> bool {
    let is_empty = |other: &MoveStep| position.at(other.mv.to()).is_none();
    let between = crossed(position.game(), piece, from, step).unwrap_or_default();
    !between.is_empty() && between.iter().all(is_empty)
}

/// What stands in the way of a step of a run, where it is a piece that cannot be passed.
fn barred(position: &Position, piece: Piece, from: Cell, step: &MoveStep) -> Option<(Piece, Cell)> {
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
    Some((position.at(cell), cell))
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
fn confined(game: &Game, piece: Piece, from: Cell, to: Cell) -> Option<Reason> {
    let movement = game.movement_anywhere();
    let travel = |rule: usize| &game.rules.moves[rule].by[piece.owner().index()];
    let mut rules = landings(game, &movement, piece, from, to).map(|step| step.mv.rule());
    let rule = rules.find(|&rule| !travel(rule).from.has(from) || !travel(rule).to.has(to))?;
    Some(match travel(rule).from.has(from) {
        true => Reason::MayNotLand { cell: to, rule },
        false => Reason::MayNotStart { cell: from, rule },
    })
}

/// What else could lead there, if the last move had marked the cell.
fn unmarked(game: &Game, landing: &[&MoveStep], owner: Player) -> Option<usize> {
    let onto = |rule: usize| game.rules.moves[rule].by[owner.index()].onto;
    let mut rules = landing.iter().skip(1).map(|step| step.mv.rule());
    rules.find(|&rule| !onto(rule).and(Contents::MARKED).is_nothing())
}
