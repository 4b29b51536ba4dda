//! Why a move by which a piece goes on is refused.

use rustc_hash::FxHashSet;

use super::Reason;
use super::special::set_aside;
use super::wish::{Wish, own_piece};
use crate::game::{Cell, Move};
use crate::position::{Position, Wanted};

/// What is told of a move by which a piece goes on.
pub(super) enum ChainRefusal {
    /// Why it is none.
    Reason(Reason),
    /// What is said of this move, by which the piece goes on to the end, and which is no legal one either.
    AsOf(String),
}

/// A chain: the move, where it lands, and a key of what it leads to.
type Found = (Move, Vec<Cell>, u64);

/// Why a move by which a piece goes on is none: it stops too early, or does not go on so.
pub(super) fn refused_chain(position: &Position, text: &str, wish: Wish<'_>) -> Option<ChainRefusal> {
    let game = position.game();
    let (cells, _) = game.cells_of_text(text).filter(|_| game.facts.has_chains)?;
    let (&from, landings) = cells.split_first()?;
    let piece = own_piece(position, from).ok()?;
    let chains = position.chains_from(from, Wanted::All);
    let leads = results(position, from);
    let is_legal = |(mv, _, result): &Found| leads.contains(&(mv.from(), mv.to(), *result));
    // What is shown is legal, wherever a legal move begins so.
    let best = |chain: &&Found| (follows(&chain.1, landings), is_legal(chain));
    let (mut shown, mut strays) = (chains.iter().rev().max_by_key(best)?, false);
    let followed = follows(&shown.1, landings);
    let lands = |done: usize| if done == 0 { from } else { landings[done - 1] };
    if let Some(beside) = beside_stray(position, (from, landings, followed), &chains, is_legal) {
        (shown, strays) = (beside, true);
    } else if followed == 0 {
        return several(position, from, landings).map(ChainRefusal::Reason);
    }
    let (mv, way, _) = shown;
    let (rule, full) = (mv.rule(), game.text_through(*mv, way));
    if !is_legal(shown) && full != text {
        return Some(ChainRefusal::AsOf(full));
    }
    if strays {
        return Some(ChainRefusal::Reason(Reason::ChainStrays {
            piece,
            on: lands(followed + 1),
            full,
            rule,
        }));
    }
    if followed == landings.len() && way.len() > followed {
        let stops = || Reason::ChainStops { text: text.to_owned(), full, rule };
        return Some(ChainRefusal::Reason(set_aside(position, text, wish).unwrap_or_else(stops)));
    }
    let &next = landings.get(followed)?;
    let next = way.get(followed).map(|_| next);
    Some(ChainRefusal::Reason(Reason::ChainTurns { piece, at: lands(followed), next, full, rule }))
}

/// On how many cells a chain lands as a text has it.
fn follows(way: &[Cell], landings: &[Cell]) -> usize {
    way.iter().zip(landings).take_while(|(one, other)| one == other).count()
}

/// The chain that lands behind the same hurdle where it can go on, a legal one if there is one, of a text whose next
/// landing would be well if it could go on from there.
fn beside_stray<'c>(
    position: &Position,
    (from, landings, followed): (Cell, &[Cell], usize),
    chains: &'c [Found],
    is_legal: impl Fn(&Found) -> bool,
) -> Option<&'c Found> {
    let &on = landings.get(followed)?;
    let stray = position.chains_from(from, Wanted::Straying(landings.to_vec()));
    if stray.iter().all(|chain| follows(&chain.1, landings) == followed) {
        return None;
    }
    let at = if followed == 0 { from } else { landings[followed - 1] };
    let heading = |to| position.game().rules.geometry.heading(at, to);
    let beside = |chain: &&Found| {
        let next = chain.1.get(followed).map(|&to| heading(to));
        follows(&chain.1, landings) == followed && next == Some(heading(on))
    };
    chains.iter().rev().filter(beside).max_by_key(|chain| is_legal(chain))
}

/// Where the legal chains from a cell start and end, and what they lead to.
fn results(position: &Position, from: Cell) -> FxHashSet<(Cell, Cell, u64)> {
    let legal: FxHashSet<u64> =
        position.legal_moves().into_iter().map(|mv| mv.before_stage().bits()).collect();
    // Chains have the numbers of legal moves where they are looked for in the same way.
    let chains = position.chains_from(from, Wanted::Results).into_iter();
    let legal = chains.filter(|(mv, ..)| legal.contains(&mv.bits()));
    legal.map(|(mv, _, result)| (mv.from(), mv.to(), result)).collect()
}

/// Start and end alone, where several moves have them.
fn several(position: &Position, from: Cell, landings: &[Cell]) -> Option<Reason> {
    let &[to] = landings else { return None };
    let mut legal = position.legal_moves();
    legal.retain(|mv| (mv.from(), mv.to()) == (from, to));
    let write = position.move_texts(&legal);
    (legal.len() > 1).then_some(Reason::Several { from, to, write })
}
