//! Terms that count something on the whole board and can never give points.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{CellSet, Piece, Player, Points, Survey, SurveyTerm, Verb};

use super::Look;

/// Reports terms that give no points in any position.
pub(super) fn look(look: &Look) {
    let Some(table) = &look.definition.evaluation else { return };
    for (name, span) in table.surveyed() {
        report(look, &name, span);
    }
}

fn report(look: &Look, name: &str, span: Span) {
    let term = look.game.evaluation.surveys.iter().find(|term| term.name == name);
    if let Some(why) = term.and_then(|term| dead(look, term)) {
        let message = format!("`{name}` never counts: {why}");
        look.add(span, Diagnostic::new(doubts::DEAD_TERM, span, message));
    }
}

/// Why a term never counts.
fn dead(look: &Look, term: &SurveyTerm) -> Option<&'static str> {
    let points = term.worth.points();
    if points.iter().all(|&points| points == Points::NONE) {
        return Some("its points are all 0");
    }
    let same = points.iter().all(|other| *other == points[0]);
    let can_appear = |piece: Piece| look.prospects.can_appear(piece);
    match &term.what {
        Survey::Influence(influence) => {
            let sets_out = influence.from.iter().flat_map(|from| from.pieces()).any(can_appear);
            (!sets_out).then_some("none of those pieces is ever there")
        }
        Survey::Distance(distance) if distance.clear && !look.game.alternates() => {
            Some("where a turn has several moves, it is not known who can be stopped")
        }
        Survey::Distance(distance) => {
            let of =
                |owner: Player| distance.of[owner.index()].iter().map(move |&kind| Piece::new(kind, owner));
            (!Player::BOTH.into_iter().flat_map(of).any(can_appear))
                .then_some("none of those pieces is ever there")
        }
        Survey::Link(link) if link.between.iter().flatten().all(CellSet::is_empty) => {
            Some("no cell lies in those regions")
        }
        Survey::Link(_) if same && points.len() > 1 => Some("both players are always given the same points"),
        Survey::Stable(_) if !look.game.rules.effects().any(|effect| effect.verb == Verb::Flip) => {
            Some("no move of this game turns pieces over")
        }
        _ => None,
    }
}
