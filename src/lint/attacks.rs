//! Attack terms that can never count.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::game::{AttackTerm, CellSet, Contents, Kind, Piece, Player, Points, Zone};

use super::Look;

/// Reports attack terms that give no points in any position.
pub(super) fn look(look: &Look) {
    let Some(table) = &look.definition.evaluation else { return };
    for entry in &table.attacks {
        let term = look.game.evaluation.attacks.iter().find(|term| term.name == entry.name.value);
        if let Some(why) = term.and_then(|term| dead(look, term)) {
            let message = format!("`{}` never counts: {why}", entry.name.value);
            look.add(entry.name.span, Diagnostic::new(doubts::DEAD_TERM, entry.name.span, message));
        }
    }
}

/// Why a term never counts.
fn dead(look: &Look, term: &AttackTerm) -> Option<&'static str> {
    let by = Player::each(|owner| attackers(look, term, owner));
    let dropped = term.hands.iter().any(|&(kind, _)| {
        Player::BOTH.iter().any(|&owner| !look.game.rules.dropped_on(kind, owner).is_empty())
    });
    if by.iter().all(Vec::is_empty) && !dropped {
        return Some(match term.moves {
            true => "none of those pieces is ever there",
            false => "none of those pieces ever attacks anything",
        });
    }
    if term.each.points().iter().all(|&points| points == Points::NONE) {
        return Some("its points are all 0");
    }
    if let Zone::Window(window) = &term.on
        && window.around.iter().all(|&around| look.prospects.cells_of(around).is_empty())
        && window.around.iter().any(|around| !around.is_nothing())
    {
        return Some("what it looks around is never there");
    }
    if dropped {
        return None;
    }
    let targets = Player::each(|owner| targets(look, term, owner));
    if targets.iter().all(CellSet::is_empty) {
        return Some("no cell ever holds that there");
    }
    (term.lesser && !Player::BOTH.into_iter().any(|owner| has_lesser(look, term, owner, &by[owner.index()])))
        .then_some("nothing there is worth more than what attacks it")
}

/// The kinds of a player that a term asks and that can attack.
fn attackers(look: &Look, term: &AttackTerm, owner: Player) -> Vec<Kind> {
    let sights = look.game.sights();
    let counts = |&kind: &Kind| {
        let piece = Piece::new(kind, owner);
        look.prospects.can_appear(piece) && (term.moves || sights.is_some_and(|sights| sights.attacks(piece)))
    };
    term.by[owner.index()].iter().map(|&(kind, _)| kind).filter(counts).collect()
}

/// The cells that can ever hold what a term looks for, as far as regions say where.
fn targets(look: &Look, term: &AttackTerm, owner: Player) -> CellSet {
    let holds = term.onto[owner.index()];
    let open = holds.has(Piece::NONE) || !holds.and(Contents::MARKED).is_nothing();
    let cells = if open { *look.game.rules.geometry.board() } else { look.prospects.cells_of(holds) };
    match &term.on {
        Zone::Region(region) => cells & region[owner.index()],
        Zone::Board | Zone::Window(_) => cells,
    }
}

/// Whether a piece that the term looks for is worth more than one that attacks.
fn has_lesser(look: &Look, term: &AttackTerm, owner: Player, by: &[Kind]) -> bool {
    let worths = look.game.evaluation.worths(&look.game.rules);
    let worth = |kind: Kind| worths.get(kind.index()).copied().unwrap_or(0);
    let least = by.iter().map(|&kind| worth(kind)).min();
    let there = term.onto[owner.index()].pieces().filter(|&piece| look.prospects.can_appear(piece));
    let most = there.map(|piece| worth(piece.kind())).max();
    least.zip(most).is_some_and(|(least, most)| most > least)
}
