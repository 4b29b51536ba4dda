//! Why a move by which a piece goes on is refused.

use super::Reason;
use super::special::set_aside;
use super::wish::{Wish, own_piece};
use crate::game::Cell;
use crate::position::Position;

/// Why a move by which a piece goes on is none: it stops too early, or does not go on so.
pub(super) fn refused_chain(position: &Position, text: &str, wish: Wish<'_>) -> Option<Reason> {
    let game = position.game();
    let (cells, _) = game.cells_of_text(text).filter(|_| game.facts.has_chains)?;
    let (&from, landings) = cells.split_first()?;
    let piece = own_piece(position, from).ok()?;
    let chains = position.chains_from(from);
    let follows = |cells: &[Cell]| cells.iter().zip(landings).take_while(|(one, other)| one == other).count();
    let (mv, way, _) = chains.iter().rev().max_by_key(|(_, way, _)| follows(way))?;
    let (rule, full) = (mv.rule(), game.text_through(*mv, way));
    let followed = follows(way);
    if followed == 0 {
        return several(position, from, landings);
    }
    if followed == landings.len() && way.len() > followed {
        let stops = || Reason::ChainStops { text: text.to_owned(), full, rule };
        return Some(set_aside(position, text, wish).unwrap_or_else(stops));
    }
    let &next = landings.get(followed)?;
    let next = way.get(followed).map(|_| next);
    Some(Reason::ChainTurns { piece, at: landings[followed - 1], next, full, rule })
}

/// Start and end alone, where several moves have them.
fn several(position: &Position, from: Cell, landings: &[Cell]) -> Option<Reason> {
    let &[to] = landings else { return None };
    let mut legal = position.legal_moves();
    legal.retain(|mv| (mv.from(), mv.to()) == (from, to));
    let write = position.move_texts(&legal).iter().map(|text| format!("`{text}`")).collect();
    (legal.len() > 1).then_some(Reason::Several { from, to, write })
}
