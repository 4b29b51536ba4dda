//! Words that can be read and do nothing: marks that nobody asks for, hands that stay empty, a form in the hand
//! where nothing comes to a hand. What was taken over from another file is not looked at: a variant that drops
//! one half of a pair need not drop the other.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    Action, Blueprint, Condition, Contents, Effect, Game, Kind, Piece, Player, Rule, Touched, Verb,
};
use crate::spec::{Definition, Piece as Table};

use super::doubts::Places;
use super::scope::Scope;
use super::verdict::Prospects;

/// Reports words that do nothing.
pub(super) fn look(
    game: &Game,
    definition: &Definition,
    places: &Places,
    prospects: &Prospects,
    scope: &Scope,
) {
    let idle = Idle { game, definition, prospects, scope };
    for (rule, &span) in game.rules.iter().zip(&places.rules) {
        idle.look_at_rule(rule, span);
    }
    for (kind, entry) in scope.kinds.iter().zip(&definition.pieces) {
        idle.look_at_kind(kind, &entry.value);
    }
    idle.look_at_hands();
}

struct Idle<'a, 's> {
    game: &'a Game,
    definition: &'a Definition,
    prospects: &'a Prospects<'a>,
    scope: &'a Scope<'s>,
}

impl Idle<'_, '_> {
    /// Reports what the file itself says.
    fn add(&self, span: Span, doubt: Diagnostic) {
        if self.definition.says(span) {
            self.scope.log.add(doubt);
        }
    }

    fn look_at_rule(&self, rule: &Rule, span: Span) {
        let has = |verb: Verb| rule.effects.iter().any(|effect| effect.verb == verb);
        if has(Verb::Mark) && !asks_marks(self.game) {
            let message = format!("`{}` marks cells, and no rule asks for marks", rule.name);
            let doubt = Diagnostic::new(doubts::LONE_MARK, span, message);
            self.add(span, doubt.help("another rule may land there: `onto = \"marked\"`"));
        }
        if !effects(self.game).any(|effect| effect.verb == Verb::Mark) && rule_asks_marks(rule) {
            let message = format!("`{}` asks for marks, and no rule makes any", rule.name);
            let doubt = Diagnostic::new(doubts::LONE_MARK, span, message);
            self.add(
                span,
                doubt.help("a move marks the cells that it passes with `do = { mark = \"path\" }`"),
            );
        }
        if has(Verb::Settle) && !asks_unmoved(self.game) {
            let message = format!("`{}` settles pieces, and nothing asks which have not moved", rule.name);
            self.add(span, Diagnostic::new(doubts::IDLE_WORD, span, message));
        }
        if let Some(hand) = rule.hand
            && Player::BOTH.iter().all(|&player| !self.prospects.can_hold(Piece::new(hand, player)))
        {
            let name = &self.scope.kinds.name(hand).value;
            let message =
                format!("`{}` takes a piece out of a hand, and no `{name}` ever comes to one", rule.name);
            let help = "say what comes there: `hands` in `[setup]`, or `captured` in `[hands]`";
            self.add(span, Diagnostic::new(doubts::EMPTY_HAND, span, message).help(help));
        }
    }

    fn look_at_kind(&self, kind: Kind, table: &Table) {
        if let Some(base) = &table.base
            && !self.game.captured.is_some_and(|captured| captured.in_base)
        {
            let message = "captured pieces do not go to hands in another form, so `base` does nothing";
            let doubt = Diagnostic::new(doubts::IDLE_WORD, base.span, message);
            self.add(base.span, doubt.help("`[hands]` with `captured = { to = \"captor\", as = \"base\" }`"));
        }
        if let Some(supply) = &table.supply
            && !is_made(self.game, kind)
        {
            let message =
                "no piece becomes one of these and none comes from the supply, so `supply` does nothing";
            self.add(supply.span, Diagnostic::new(doubts::IDLE_WORD, supply.span, message));
        }
        let Some(promotion) = &table.promote else { return };
        if !self.promotes(kind) {
            let message = "no move of the piece leads there, so it never promotes";
            self.add(promotion.at, Diagnostic::new(doubts::IDLE_WORD, promotion.at, message));
        }
        if let (Some(forced), Some(on)) = (&promotion.forced, &promotion.on)
            && Player::BOTH.iter().any(|player| {
                let [forced, on] = [forced, on].map(|region| self.scope.cells(region)[player.index()]);
                !on.covers(&forced)
            })
        {
            let message = "part of this lies outside `on`, where the piece does not promote";
            let doubt = Diagnostic::new(doubts::IDLE_WORD, forced.span, message);
            self.add(forced.span, doubt.label(on.span, "it promotes here alone"));
        }
        if let Some(forced) = &promotion.forced
            && !promotion.optional.is_some_and(|optional| optional.value)
        {
            let message = "a piece has to promote anywhere here, so `forced` does nothing";
            let doubt = Diagnostic::new(doubts::IDLE_WORD, forced.span, message);
            self.add(forced.span, doubt.help("`optional = true` gives the choice elsewhere"));
        }
    }

    /// Whether some move of a kind makes it another one.
    fn promotes(&self, kind: Kind) -> bool {
        Player::BOTH.iter().any(|&player| {
            self.game.geometry.board().iter().any(|cell| {
                let legs = self.game.movement.legs(Piece::new(kind, player), cell);
                legs.iter().any(|leg| leg.mv.becomes().is_some())
            })
        })
    }

    fn look_at_hands(&self) {
        let captured = self.definition.hands.as_ref().and_then(|hands| hands.captured.as_ref());
        if let Some(captured) = captured
            && self.game.rules.iter().all(|rule| rule.hand.is_none())
        {
            let message = "pieces come to hands, and no rule drops one from there";
            let doubt = Diagnostic::new(doubts::IDLE_WORD, captured.at, message);
            self.add(captured.at, doubt.help("`drop = \"hand\"` is a move of the piece that is put back"));
        }
    }
}

fn effects(game: &Blueprint) -> impl Iterator<Item = &Effect> {
    game.rules.iter().flat_map(|rule| &rule.effects).chain(&game.capture_effects)
}

fn is_marked(contents: Contents) -> bool {
    !contents.and(Contents::MARKED).is_nothing()
}

fn asks_marks(game: &Blueprint) -> bool {
    let counts = |part: &Condition| match part {
        Condition::Count(count) | Condition::Attacked(count) | Condition::Reachable(count) => {
            count.holds.iter().any(|&holds| is_marked(holds))
        }
        _ => false,
    };
    game.rules.iter().any(rule_asks_marks)
        || game.conditions().any(|when| when.mentions(&counts))
        || effects(game).any(|effect| effect.only.iter().any(|&only| is_marked(only)))
}

fn rule_asks_marks(rule: &Rule) -> bool {
    let near = |travel: &crate::game::Travel| travel.nearby.iter().any(|nearby| is_marked(nearby.holds));
    rule.by.iter().any(|travel| is_marked(travel.onto) || near(travel))
        || rule.effects.iter().any(|effect| effect.cells == Touched::Marker)
}

fn asks_unmoved(game: &Blueprint) -> bool {
    game.rules.iter().any(|rule| rule.unmoved || rule.action == Action::Castle)
}

/// Whether promotions or drops from the supply make pieces of a kind.
fn is_made(game: &Blueprint, kind: Kind) -> bool {
    let promotes = |rule: &Rule| {
        let promotions = rule.by.iter().filter_map(|travel| travel.promotion.as_ref());
        promotions.into_iter().any(|promotion| promotion.to.contains(&kind))
    };
    let supplied = |rule: &Rule| rule.action == Action::Drop(kind) && rule.hand.is_none();
    game.rules.iter().any(|rule| promotes(rule) || supplied(rule))
}
