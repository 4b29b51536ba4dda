//! Why a move by which a piece goes on is refused.

use rustc_hash::FxHashSet;

use super::Reason;
use super::special::set_aside;
use super::wish::{Wish, own_piece};
use crate::game::{Cell, Move};
use crate::position::Position;

/// What is told of a move by which a piece goes on.
pub(super) enum ChainRefusal {
    /// Why it is none.
    Reason(Reason),
    /// What is said of this move, by which the piece goes on to the end, and which is no legal one either.
    AsOf(String),
}

/// Why a move by which a piece goes on is none: it stops too early, or does not go on so.
pub(super) fn refused_chain(position: &Position, text: &str, wish: Wish<'_>) -> Option<ChainRefusal> {
    let game = position.game();
    let (cells, _) = game.cells_of_text(text).filter(|_| game.facts.has_chains)?;
    let (&from, landings) = cells.split_first()?;
    let piece = own_piece(position, from).ok()?;
    let chains = position.chains_from(from);
    let follows = |cells: &[Cell]| cells.iter().zip(landings).take_while(|(one, other)| one == other).count();
    let leads = results(position, &chains);
    let is_legal = |(mv, _, result): &(Move, Vec<Cell>, u64)| leads.contains(&(mv.from(), mv.to(), *result));
    // What is shown is legal, wherever a legal move begins so.
    let (mv, way, result) = chains.iter().rev().max_by_key(|chain| (follows(&chain.1), is_legal(chain)))?;
    let (rule, full) = (mv.rule(), game.text_through(*mv, way));
    let followed = follows(way);
    if followed == 0 {
        return several(position, from, landings).map(ChainRefusal::Reason);
    }
    if !leads.contains(&(mv.from(), mv.to(), *result)) && full != text {
        return Some(ChainRefusal::AsOf(full));
    }
    if followed == landings.len() && way.len() > followed {
        let stops = || Reason::ChainStops { text: text.to_owned(), full, rule };
        return Some(ChainRefusal::Reason(set_aside(position, text, wish).unwrap_or_else(stops)));
    }
    let &next = landings.get(followed)?;
    let next = way.get(followed).map(|_| next);
    Some(ChainRefusal::Reason(Reason::ChainTurns { piece, at: landings[followed - 1], next, full, rule }))
}

/// Where the legal moves among chains start and end, and what they lead to.
fn results(position: &Position, chains: &[(Move, Vec<Cell>, u64)]) -> FxHashSet<(Cell, Cell, u64)> {
    let legal: FxHashSet<u64> =
        position.legal_moves().into_iter().map(|mv| mv.before_stage().bits()).collect();
    let legal = chains.iter().filter(|(mv, ..)| legal.contains(&mv.bits()));
    legal.map(|(mv, _, result)| (mv.from(), mv.to(), *result)).collect()
}

/// Start and end alone, where several moves have them.
fn several(position: &Position, from: Cell, landings: &[Cell]) -> Option<Reason> {
    let &[to] = landings else { return None };
    let mut legal = position.legal_moves();
    legal.retain(|mv| (mv.from(), mv.to()) == (from, to));
    let write = position.move_texts(&legal);
    (legal.len() > 1).then_some(Reason::Several { from, to, write })
}
