//! What can be played but may not be meant: rules without a move, ends that never come, regions that
//! nobody asks for.

use std::collections::BTreeSet;

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Action, Castle, Cell, Condition, Game, Kind, Piece, Player, Verb, Way};
use crate::spec::Definition;

use super::evaluation::check_patterns;
use super::idle;
use super::scope::Scope;
use super::setup::{Placed, placed};
use super::sides;
use super::verdict::{Prospects, Verdict};

/// Where the parts of a blueprint stand in its definition.
pub(super) struct Places {
    /// The name of each rule.
    pub rules: Vec<Span>,
    /// The name of each veto.
    pub vetoes: Vec<Span>,
    /// The name of each end.
    pub ends: Vec<Span>,
}

/// Looks for everything doubtful in a game that has no errors.
pub(super) fn look(game: &Game, definition: &Definition, places: &Places, scope: &Scope) {
    let prospects = Prospects::new(game);
    let alike = look_at_rules(game, places, &prospects, scope);
    look_at_kinds(game, &prospects, scope);
    look_at_setup(game, definition, scope);
    look_at_vetoes(game, places, &prospects, scope);
    look_at_ends(game, definition, places, &prospects, scope);
    look_at_regions(definition, scope);
    look_at_search(game, definition, scope);
    idle::look(game, definition, places, &prospects, scope);
    if let Some(table) = &definition.evaluation {
        check_patterns(table, &prospects, scope);
    }
    if alike {
        sides::look(game, definition, places, scope);
    }
}

/// Whether a rule offers a player a move from some cell.
fn offers(game: &Game, number: usize, player: Player) -> bool {
    let rule = &game.rules[number];
    let travel = &rule.by[player.index()];
    match (&travel.way, rule.kind) {
        (Way::Drop { .. }, _) => !travel.to.is_empty(),
        (Way::Pass { .. }, _) => true,
        (Way::Castle(castle), Some(kind)) => castles(game, kind, castle, player),
        (_, Some(kind)) => {
            let piece = Piece::new(kind, player);
            game.geometry.board().iter().any(|cell| {
                let legs = game.movement.legs(piece, cell);
                legs.iter().any(|leg| leg.mv.rule() == number && opens(game, player, leg.land))
            })
        }
        (_, None) => false,
    }
}

/// Whether two pieces castle: they start on its cells, or come to count as if they did.
fn castles(game: &Game, kind: Kind, castle: &Castle, player: Player) -> bool {
    let starts = |cell: Cell, kind| game.setup.get(cell.index()) == Some(&Piece::new(kind, player));
    let mut effects = game.rules.iter().flat_map(|rule| &rule.effects).chain(&game.capture_effects);
    effects.any(|effect| effect.verb == Verb::Settle)
        || starts(castle.from, kind) && starts(castle.with_from, castle.with)
}

/// Returns whether every rule makes moves for both players or for none.
fn look_at_rules(game: &Game, places: &Places, prospects: &Prospects, scope: &Scope) -> bool {
    let mut alike = true;
    for (number, (rule, &span)) in game.rules.iter().zip(&places.rules).enumerate() {
        let offered = Player::BOTH.map(|player| offers(game, number, player));
        match offered {
            [true, true] => {}
            [false, false] => {
                let message = format!("`{}` never makes a move: no cell offers one", rule.name);
                let help = "its filters leave nothing, or an earlier rule of the piece makes the same moves";
                scope.log.add(Diagnostic::new(doubts::DEAD_RULE, span, message).help(help));
            }
            [first, _] => {
                let without = if first { Player::Second } else { Player::First };
                let appears = |kind| prospects.can_appear(Piece::new(kind, without));
                if rule.kind.is_none_or(appears) && !game.evaluation.meant_unlike {
                    let name = scope.players.name(without);
                    let message = format!("`{}` never makes a move for {name}", rule.name);
                    let doubt = Diagnostic::new(doubts::ONE_SIDED_RULE, span, message);
                    scope.log.add(doubt.help(sides::IF_MEANT));
                    alike = false;
                }
            }
        }
        if let Some(Verdict::Never(why)) = rule.by[0].when.as_ref().map(|when| prospects.judge(when)) {
            let message = format!("`{}` never makes a move: {why}", rule.name);
            scope.log.report(doubts::NEVER_HOLDS, span, message);
        }
    }
    alike
}

fn look_at_kinds(game: &Game, prospects: &Prospects, scope: &Scope) {
    for kind in scope.kinds.iter() {
        let name = scope.kinds.name(kind);
        if !Player::BOTH.iter().any(|&owner| prospects.can_appear(Piece::new(kind, owner))) {
            let message = format!("no `{}` is ever on the board", name.value);
            let help = "draw it in `[setup]`, or give it a move that drops it";
            scope.log.add(Diagnostic::new(doubts::ABSENT_PIECE, name.span, message).help(help));
        } else if !moves(game, kind) && !prospects.is_dropped(kind) && !game.roster.is_neutral(kind) {
            let message = format!("`{}` can never move", name.value);
            scope.log.report(doubts::IMMOVABLE_PIECE, name.span, message);
        }
    }
}

fn moves(game: &Game, kind: Kind) -> bool {
    game.rules.iter().enumerate().any(|(number, rule)| {
        rule.kind == Some(kind) && Player::BOTH.iter().any(|&player| offers(game, number, player))
    })
}

/// A piece that starts on a cell from where no rule leads stays there for ever: only its own moves could
/// take it elsewhere. A kind that never moves at all has been looked at.
fn look_at_setup(game: &Game, definition: &Definition, scope: &Scope) {
    let mut seen = BTreeSet::new();
    for Placed { cell, piece, span } in placed(definition, scope) {
        if leads_on(game, piece, cell) || !moves_of(game, piece) || !seen.insert(piece) {
            continue;
        }
        let kind = &scope.kinds.name(piece.kind()).value;
        let message = format!("the `{kind}` on `{}` can never move from there", game.geometry.name(cell));
        let stuck = definition.doubt(doubts::IMMOVABLE_PIECE, Some(span), message);
        scope.log.add(stuck.help("none of its rules leads anywhere from this cell, whatever else is played"));
    }
}

/// Whether some rule of the piece makes moves from somewhere, other than by putting it on the board.
fn moves_of(game: &Game, piece: Piece) -> bool {
    game.geometry.board().iter().any(|cell| leads_on(game, piece, cell))
}

/// Whether some rule could lead a piece on from a cell.
fn leads_on(game: &Game, piece: Piece, cell: Cell) -> bool {
    game.movement.legs(piece, cell).iter().any(|leg| opens(game, piece.owner(), leg.land))
}

/// Whether the gate of a landing cell is ever open.
fn opens(game: &Game, player: Player, gate: u8) -> bool {
    let gates = &game.movement.gates[player.index()];
    gates.get(gate as usize).is_some_and(|gate| gate.always || !gate.holds.is_nothing())
}

fn look_at_vetoes(game: &Game, places: &Places, prospects: &Prospects, scope: &Scope) {
    for (veto, &span) in game.vetoes.iter().zip(&places.vetoes) {
        match prospects.judge(&veto.when) {
            Verdict::Never(why) => {
                let message = format!("`{}` never refuses a move: {why}", veto.name);
                scope.log.report(doubts::NEVER_HOLDS, span, message);
            }
            Verdict::Always(why) => {
                let message = format!("`{}` refuses every move: {why}", veto.name);
                scope.log.report(doubts::ALWAYS_HOLDS, span, message);
            }
            Verdict::Open => {}
        }
    }
}

fn look_at_ends(game: &Game, definition: &Definition, places: &Places, prospects: &Prospects, scope: &Scope) {
    if game.ends.is_empty() {
        if let Some(table) = &definition.game {
            let never = Diagnostic::new(doubts::NO_END, table.at, "the game never ends");
            scope.log.add(never.help("say when it is over: `[end.NAME]` with `if` and `winner`"));
        }
        return;
    }
    let mut earlier: Vec<(BTreeSet<String>, Span, &str)> = Vec::new();
    for (end, &span) in game.ends.iter().zip(&places.ends) {
        let parts = parts(&end.when);
        match prospects.judge(&end.when) {
            Verdict::Never(why) => {
                let message = format!("`{}` never ends the game: {why}", end.name);
                scope.log.report(doubts::NEVER_HOLDS, span, message);
            }
            Verdict::Always(why) => {
                let message = format!("`{}` ends the game after the first move: {why}", end.name);
                scope.log.report(doubts::ALWAYS_HOLDS, span, message);
            }
            Verdict::Open => {
                if let Some((_, before, name)) = earlier.iter().find(|(e, _, _)| e.is_subset(&parts)) {
                    let message = format!("`{}` never ends the game: `{name}` does so before it", end.name);
                    let late = Diagnostic::new(doubts::SHADOWED_END, span, message);
                    scope.log.add(late.label(*before, "this end asks for no more"));
                }
            }
        }
        earlier.push((parts, span, &end.name));
    }
}

/// What a condition asks for, all of it at once.
fn parts(condition: &Condition) -> BTreeSet<String> {
    match condition {
        Condition::All(list) => list.iter().flat_map(parts).collect(),
        other => BTreeSet::from([format!("{other:?}")]),
    }
}

fn look_at_regions(definition: &Definition, scope: &Scope) {
    for entry in &definition.regions {
        let name = &entry.name;
        if !scope.regions.is_used(&name.value) {
            let message = format!("nothing uses the region `{}`", name.value);
            scope.log.report(doubts::UNUSED_REGION, name.span, message);
        }
        if let Some(sets) = scope.regions.get(&name.value)
            && sets.iter().all(|set| set.is_empty())
        {
            let message = format!("the region `{}` has no cell", name.value);
            scope.log.report(doubts::EMPTY_REGION, name.span, message);
        }
    }
}

fn look_at_search(game: &Game, definition: &Definition, scope: &Scope) {
    let near = definition.search.as_ref().and_then(|search| search.near.as_ref());
    let drops = game.rules.iter().any(|rule| matches!(rule.action, Action::Drop(_)));
    if let Some(near) = near
        && !drops
    {
        let message = "`near` chooses among drops, and no rule drops a piece";
        scope.log.report(doubts::NEAR_WITHOUT_DROPS, near.span, message);
    }
}
