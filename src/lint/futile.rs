//! Effects and further stages that never change anything, and drops that ask for more cells than there are.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Cell, Nearby, Player, Rule, WithName};
use crate::spec::{At, Condition, Effect, Occasion, Touched, Travel, Verb};

use super::reachability::verdict::counted;
use super::unused::{asks_marks, asks_unmoved, idle, lacks_marks};
use super::{Look, SaidRule};
use crate::compile::deeds::nearby;

/// Reports what is done in vain.
pub(super) fn look(look: &Look) {
    for said in look.said_rules() {
        if !look.movers(&said.rules).is_empty() {
            look_at_effects(look, &said);
            look_at_stage(look, &said);
        }
    }
    let on_captures = look.definition.effects.iter().filter(|entry| entry.value.is_on(Occasion::Capture));
    let effects = on_captures.flat_map(|entry| {
        let list = entry.value.effects.iter().flat_map(|effects| &effects.list);
        list.map(move |effect| (&entry.name.value, effect))
    });
    let rules: Vec<usize> = (0..look.game.rules.moves.len()).collect();
    for (i, (name, effect)) in effects.enumerate() {
        let works = look.prospects.capture_effects.get(i).is_none_or(|&works| works);
        if !works && look.prospects.captures() && is_asked_for(look, effect) {
            let capturing: Vec<usize> = rules.iter().copied().filter(|&rule| takes(look, rule)).collect();
            report(look, name, effect, &capturing);
        }
    }
}

fn takes(look: &Look, rule: usize) -> bool {
    look.prospects.rules[rule].iter().any(|seen| !seen.captures.is_empty())
}

fn look_at_effects(look: &Look, said: &SaidRule) {
    let Some(first) = said.rules.first().map(|&rule| look.game.named_move(rule)) else { return };
    let effects = said.entry.value.effects.iter().flat_map(|effects| &effects.list);
    for (i, effect) in effects.enumerate() {
        let works = |&rule: &usize| {
            look.prospects.rules[rule].iter().any(|seen| seen.effects.get(i).is_none_or(|&works| works))
        };
        if !said.rules.iter().any(works) {
            if is_asked_for(look, effect) && !(is_marker(effect) && lacks_marks(look.game, &first)) {
                report(look, first.name, effect, &said.rules);
            }
        } else if let Some(least) = effect.at_least
            && said.rules.iter().all(|&rule| most_touched(look, effect, rule) < least.value)
        {
            let message = format!(
                "`{}` never makes a move: its effect never changes {}",
                first.name,
                counted(least.value, "cell")
            );
            look.add(least.span, Diagnostic::new(doubts::DEAD_RULE, least.span, message));
        }
    }
}

fn is_marker(effect: &Effect) -> bool {
    effect.verb().is_some_and(|(_, cells)| cells.value == Touched::Marker)
}

/// Whether somebody asks for what the effect notes; where nobody does, that is said of the rule.
fn is_asked_for(look: &Look, effect: &Effect) -> bool {
    match effect.verb() {
        Some((Verb::Mark, _)) => asks_marks(look.game),
        Some((Verb::Settle | Verb::Unsettle, _)) => asks_unmoved(look.game),
        Some(_) => true,
        None => false,
    }
}

fn report(look: &Look, name: &str, effect: &Effect, rules: &[usize]) {
    let Some((verb, cells)) = effect.verb() else { return };
    let why = reason(look, effect, verb, cells.value, rules);
    let span = cells.span;
    if effect.at_least.is_some() {
        let message = format!("`{name}` never makes a move: its effect has to change cells, and {why}");
        return look.add(span, Diagnostic::new(doubts::DEAD_RULE, span, message));
    }
    idle(look, span, format!("`{} = \"{}\"` of `{name}` does nothing: {why}", word(verb), cells.word()));
}

fn word(verb: Verb) -> &'static str {
    match verb {
        Verb::Mark => "mark",
        Verb::Take => "take",
        Verb::Flip => "flip",
        Verb::Put => "put",
        Verb::Become => "become",
        Verb::Settle => "settle",
        Verb::Unsettle => "unsettle",
    }
}

/// Why an effect of some rules changes nothing.
fn reason(look: &Look, effect: &Effect, verb: Verb, cells: Touched, rules: &[usize]) -> &'static str {
    let travel = |&rule: &usize| look.game.tables.actions[rule].travels();
    let path = |&rule: &usize| look.prospects.rules[rule].iter().any(|seen| !seen.path.is_empty());
    match (verb, cells) {
        (Verb::Put, Touched::To) => "the piece that has moved stands there by then",
        (Verb::Flip, Touched::To) => "what lands there is the mover's already",
        (Verb::Become, Touched::To) if effect.only.is_none() => "what lands there is one already",
        (
            Verb::Put | Verb::Mark,
            Touched::Flanked | Touched::Flanking | Touched::Beset | Touched::Enclosed,
        ) => "such cells are never empty",
        (Verb::Take | Verb::Flip | Verb::Become | Verb::Settle | Verb::Unsettle, Touched::Between) => {
            "such cells are empty"
        }
        (Verb::Take | Verb::Flip | Verb::Become | Verb::Settle | Verb::Unsettle, Touched::From)
            if rules.iter().all(travel) =>
        {
            "the cell that is left is empty by then"
        }
        (_, Touched::Path) if !rules.iter().any(path) => "no cell lies between",
        (_, Touched::Marker) => "no piece lands on a mark",
        (_, Touched::Flanked) if effect.only.is_none() => {
            "no row of enemy pieces ever lies between two of the mover's"
        }
        (Verb::Mark, _) if effect.only.is_none() => "no piece could ever make use of a mark there",
        _ if effect.only.is_some() => "nothing that it could change there ever passes `only`",
        _ => "nothing that it could change is ever there",
    }
}

/// The most cells that an effect of a rule can change at once, as far as the board goes.
fn most_touched(look: &Look, effect: &Effect, rule: usize) -> u32 {
    let geometry = &look.game.rules.geometry;
    let cells = geometry.board().count();
    match effect.verb().map(|(_, cells)| cells.value) {
        Some(Touched::To | Touched::From | Touched::Marker) => 1,
        Some(Touched::Path) => u32::from(geometry.longest_side()).saturating_sub(2),
        Some(Touched::Around) => {
            let landed = look.prospects.rules[rule].iter().flat_map(|seen| seen.landed.iter());
            landed.map(|cell| look.prospects.near(false, cell).count()).max().unwrap_or(0)
        }
        Some(Touched::Flanking | Touched::Beset) => 8.min(cells),
        Some(Touched::InLine | Touched::Flanked | Touched::Enclosed | Touched::Between) | None => cells,
    }
}

/// A further stage that never finds a cell, so that the move is never made.
fn look_at_stage(look: &Look, said: &SaidRule) {
    let rules = || said.rules.iter().map(|&rule| (rule, look.game.named_move(rule)));
    let goes_on = |(number, rule): (usize, WithName<Rule>)| {
        rule.then.is_none() || look.prospects.rules[number].iter().any(|seen| seen.made && seen.staged)
    };
    let Some((_, first)) = rules().next() else { return };
    if !rules().any(goes_on) {
        let span = said.entry.name.span;
        let message =
            format!("`{}` never makes a move: no cell is ever left for its further stage", first.name);
        look.add(span, Diagnostic::new(doubts::DEAD_RULE, span, message));
    }
}

/// What a drop asks near its landing cell: more cells than there are, or no more than there always is. Returns
/// whether that keeps it from ever being made.
pub(super) fn look_at_nearby(look: &Look, said: &SaidRule) -> bool {
    let Some(condition) = &said.entry.value.condition else { return false };
    if !matches!(said.entry.value.travel(), Some(Travel::Drop { .. })) {
        return false;
    }
    let (asked, _) = nearby(condition, look.scope);
    let mut rules = said.rules.iter().map(|&rule| look.game.named_move(rule));
    let Some(first) = rules.next() else { return false };
    let name = first.name;
    let spans = spans(condition);
    let mut never = false;
    for (i, each) in asked.iter().enumerate() {
        let span = spans.get(i).copied().unwrap_or(condition.span);
        let landings = |player: Player| first.by[player.index()].to.iter().map(move |cell| (player, cell));
        let cells: Vec<(Player, Cell)> = Player::BOTH.into_iter().flat_map(landings).collect();
        let most = |&(player, cell): &(Player, Cell)| look.prospects.most_near(&each[player.index()], cell);
        let near =
            |&(player, cell): &(Player, Cell)| look.prospects.near(each[player.index()].file, cell).count();
        let asks = &each[0];
        let largest = cells.iter().map(near).max().unwrap_or(0);
        let most_cells = match asks.file {
            true => format!("a file has at most {}", counted(largest, "cell")),
            false => format!("a cell has at most {}", counted(largest, "neighbour")),
        };
        let why = match () {
            () if asks.at_least > largest => Some(most_cells),
            () if cells.iter().all(|at| most(at) < asks.at_least) => {
                Some("there is never so much of it near a cell".to_owned())
            }
            () => None,
        };
        if let Some(why) = why {
            never = true;
            let message = format!("`{name}` never makes a move: {why}");
            look.add(span, Diagnostic::new(doubts::NEVER_HOLDS, span, message));
        } else if asks.at_least == 0 && cells.iter().all(|at| most(at) <= asks.at_most) {
            let message =
                format!("this part of `{name}` always holds: there is never more of it near a cell");
            look.add(span, Diagnostic::new(doubts::ALWAYS_HOLDS, span, message));
        }
    }
    if clash(&asked) {
        never = true;
        let message = format!("`{name}` never makes a move: what it asks for near a cell it excludes there");
        look.add(condition.span, Diagnostic::new(doubts::NEVER_HOLDS, condition.span, message));
    }
    never
}

/// Whether two questions about the same cells exclude each other.
fn clash(asked: &[[Nearby; 2]]) -> bool {
    let exceeds = |a: &Nearby, b: &Nearby| {
        a.file == b.file && a.holds.but(b.holds).is_nothing() && a.at_least > b.at_most
    };
    Player::BOTH.iter().all(|player| {
        let each = asked.iter().map(|each| &each[player.index()]);
        each.clone().any(|a| each.clone().any(|b| exceeds(a, b)))
    })
}

/// Where the questions about neighbours and files stand, in their order.
fn spans(condition: &At<Condition>) -> Vec<Span> {
    let asks = |part: &&At<Condition>| {
        let on = match &part.value {
            Condition::None { on, .. } | Condition::Some { on, .. } | Condition::Count { on, .. } => {
                on.as_ref()
            }
            _ => None,
        };
        use crate::spec::{BuiltIn, RegionPart};
        on.is_some_and(|region| match region.parts.as_slice() {
            [part] => matches!(part.value, RegionPart::BuiltIn(BuiltIn::File | BuiltIn::Around)),
            _ => false,
        })
    };
    match &condition.value {
        Condition::All(list) => list.iter().filter(asks).map(|part| part.span).collect(),
        _ => [condition].into_iter().filter(asks).map(|part| part.span).collect(),
    }
}
