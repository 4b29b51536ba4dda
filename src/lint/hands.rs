//! Hands of which one half is dead: what comes there and is not dropped, what is dropped and never comes there.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes::doubts;
use crate::game::{CellSet, Condition, ConditionFacts, Contents, Count, Kind, Piece, Player};

use super::Look;
use super::reachability::verdict::AskedWhen;
use super::unused::idle;

/// Reports what is said of hands and comes to nothing.
pub(super) fn look(look: &Look) {
    look_at_drops(look);
    look_at_gate(look);
    look_at_captives(look);
    look_at_setup(look);
    look_at_counts(look);
    look_at_worths(look);
}

/// Points for pieces in hands that no hand ever holds.
fn look_at_worths(look: &Look) {
    let Some(table) = &look.definition.evaluation else { return };
    for name in table.hands.names().chain(table.late_hands.names()) {
        let named = |kind: &Kind| look.scope.kinds.name(*kind).value == name.value;
        let Some(kind) = look.scope.kinds.iter().find(named) else { continue };
        if Player::BOTH.iter().all(|&player| !look.prospects.can_hold(Piece::new(kind, player))) {
            let message = format!("no `{}` ever comes to a hand, so these points never count", name.value);
            let doubt = Diagnostic::new(doubts::DEAD_TERM, name.span, message);
            look.add(
                name.span,
                doubt.help("say what comes there: `hands` in `[setup]`, or `captured` in `[hands]`"),
            );
        }
    }
}

/// Conditions that count what no hand ever holds.
fn look_at_counts(look: &Look) {
    let ends = look.game.rules.ends.iter().map(|end| &end.when).zip(look.places.ends.iter());
    let vetoes = look.game.rules.vetoes.iter().map(|veto| &veto.when).zip(look.places.vetoes.iter());
    for (when, &span) in ends.chain(vetoes) {
        let never = |part: &Condition| match part {
            Condition::Held(count) => {
                let counted = count.holds[0].or(count.holds[1]);
                !counted.pieces().any(|piece| look.prospects.can_hold(piece))
            }
            _ => false,
        };
        if when.parts().into_iter().any(never) {
            let message = "what is counted in hands is never in one";
            let doubt = Diagnostic::new(doubts::EMPTY_HAND, span, message);
            look.add(
                span,
                doubt.help("say what comes there: `hands` in `[setup]`, or `captured` in `[hands]`"),
            );
        }
    }
}

/// Drops from hands that stay empty.
fn look_at_drops(look: &Look) {
    for (rule, &span) in look.game.named_moves().zip(&look.places.rules) {
        let Some(hand) = rule.hand else { continue };
        if Player::BOTH.iter().all(|&player| !look.prospects.can_hold(Piece::new(hand, player))) {
            let name = &look.scope.kinds.name(hand).value;
            let message =
                format!("`{}` takes a piece out of a hand, and no `{name}` ever comes to one", rule.name);
            let help = "say what comes there: `hands` in `[setup]`, or `captured` in `[hands]`; where position texts \
                        alone do, `[hands]` stands without a word";
            look.add(span, Diagnostic::new(doubts::EMPTY_HAND, span, message).help(help));
        }
    }
}

/// Kinds that come from the hand to cells that are left, and that no hand ever holds.
fn look_at_gate(look: &Look) {
    let gate = look.definition.hands.as_ref().and_then(|hands| hands.gate.as_ref());
    for name in gate.iter().filter_map(|gate| gate.of.as_ref()).flat_map(|names| &names.list) {
        let Some(kind) =
            look.scope.kinds.iter().find(|&kind| look.scope.kinds.name(kind).value == name.value)
        else {
            continue;
        };
        if Player::BOTH.iter().all(|&player| !look.prospects.comes_to_hand(Piece::new(kind, player))) {
            let message =
                format!("no `{}` ever comes to a hand, so none comes to a cell that is left", name.value);
            let doubt = Diagnostic::new(doubts::EMPTY_HAND, name.span, message);
            look.add(name.span, doubt.help("say who holds one at the start: `hands` in `[setup]`"));
        }
    }
}

/// Pieces that are captured into a hand from where nothing brings them back.
fn look_at_captives(look: &Look) {
    let captured = look.definition.hands.as_ref().and_then(|hands| hands.captured.as_ref());
    let Some(captured) = captured else { return };
    // A script may look at hands; where nothing at all is dropped, that has been said.
    let none =
        look.game.rules.moves.iter().all(|rule| rule.hand.is_none()) && look.game.rules.gating.is_none();
    let counted = look.game.rules.conditions().any(|when| when.asks(ConditionFacts::HANDS));
    if none || counted || look.game.evaluation.names_script.is_some() || look.prospects.lost {
        return;
    }
    for kind in look.scope.kinds.iter() {
        let lost = |player: Player| {
            let piece = Piece::new(kind, player);
            let held = look.game.tables.state.hand_of(piece, !player);
            is_captured(look, piece) && !held.is_none() && !comes_back(look, held) && !ends_game(look, piece)
        };
        if !Player::BOTH.into_iter().any(lost) {
            continue;
        }
        let name = look.scope.kinds.name(kind);
        let held = match look.game.rules.captured {
            Some(captured) if captured.in_base => look.game.rules.base_of(kind),
            _ => kind,
        };
        let form = &look.scope.kinds.name(held).value;
        let message =
            format!("a captured `{}` goes to a hand, and no rule drops a `{form}` from there", name.value);
        let span = if look.definition.says(name.span) { name.span } else { captured.at };
        let doubt = Diagnostic::new(doubts::IDLE_HAND, span, message);
        look.add(span, doubt.help(format!("give it a move: `[pieces.{form}.moves]` with `drop = \"hand\"`")));
    }
}

/// Whether the enemy ever captures a piece.
fn is_captured(look: &Look, piece: Piece) -> bool {
    let captor = (!piece.owner()).index();
    let prospects = look.prospects;
    let landing = prospects.captured[captor].has(piece) && !prospects.guarded.has(piece);
    landing || prospects.taken[captor].has(piece)
}

/// Whether something brings a held piece to the board.
fn comes_back(look: &Look, held: Piece) -> bool {
    let drops = look.game.rules.moves.iter().any(|rule| rule.hand == Some(held.kind()));
    drops || look.game.rules.gating.as_ref().is_some_and(|gating| gating.kinds.contains(&held.kind()))
}

/// Whether the game is over when a piece is captured: it is its owner's only one, and an end asks for none.
pub(super) fn ends_game(look: &Look, piece: Piece) -> bool {
    let holds = Contents::piece(piece);
    if look.prospects.never_more(holds) != Some(1) {
        return false;
    }
    let on: CellSet = *look.game.rules.geometry.board();
    let gone = Condition::Count(Box::new(Count {
        holds: [holds; 2],
        on: [on; 2],
        by: None,
        at_least: 0,
        at_most: 0,
    }));
    look.ends_where(&gone, AskedWhen::OnTrial.by(!piece.owner()))
}

/// Pieces that a player holds at the start and that nothing brings to the board.
fn look_at_setup(look: &Look) {
    let hands = look.definition.setup.iter().flat_map(|setup| &setup.hands);
    for entry in hands {
        let mut said: Vec<Kind> = Vec::new();
        for letter in entry.value.value.chars() {
            let Some(piece) = look.scope.kinds.drawn_plainly(letter) else { continue };
            if said.contains(&piece.kind()) || comes_back(look, piece) {
                continue;
            }
            said.push(piece.kind());
            let name = &look.scope.kinds.name(piece.kind()).value;
            idle(
                look,
                entry.value.span,
                format!("no rule drops a `{name}` from a hand, so the one that is held stays there"),
            );
        }
    }
}
