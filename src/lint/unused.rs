//! Words that can be read and do nothing: marks that nobody asks for, a form in the hand where nothing comes to a
//! hand, what is said of captures where nothing is captured. Most of what was taken over from another
//! file is not looked at: a variant that drops one half of a pair need not drop the other.

use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    Action, Condition, ConditionFacts, Contents, Game, Kind, Piece, Player, Rule, Touched, Travel, Verb,
    WithName,
};
use crate::spec::{At, BlockedEnds, Condition as Said, Line, Occasion, Overline, Piece as Table, Reset};

use super::Look;
use super::reachability::Coming;
use super::reachability::verdict::counted;

/// Reports words that do nothing.
pub(super) fn look(look: &Look) {
    for (rule, &span) in look.game.named_moves().zip(&look.places.rules) {
        look_at_rule(look, rule, span);
    }
    for (kind, entry) in look.scope.kinds.iter().zip(&look.definition.pieces) {
        look_at_kind(look, kind, &entry.value);
    }
    look_at_captures(look);
    look_at_score(look);
    look_at_turn(look);
    let definition = look.definition;
    let ends = definition.end.iter().filter_map(|entry| entry.value.condition.as_ref());
    let vetoes = definition.illegal.iter().flat_map(|entry| [&entry.value.condition, &entry.value.before]);
    let rules = definition.pieces.iter().flat_map(|piece| &piece.value.moves).chain(&definition.moves);
    let rules = rules.filter_map(|entry| entry.value.condition.as_ref());
    ends.chain(vetoes.flatten()).chain(rules).for_each(|said| look_at_condition(look, said));
}

/// Adds that a word does nothing.
pub(super) fn idle(look: &Look, span: Span, message: impl Into<String>) {
    look.add(span, Diagnostic::new(doubts::IDLE_WORD, span, message));
}

fn look_at_rule(look: &Look, rule: WithName<Rule>, span: Span) {
    let has = |verb: Verb| rule.effects.iter().any(|effect| effect.verb == verb);
    if has(Verb::Mark) && !asks_marks(look.game) {
        let message = format!("`{}` marks cells, and no rule asks for marks", rule.name);
        let doubt = Diagnostic::new(doubts::LONE_MARK, span, message);
        look.add(span, doubt.help("another rule may land there: `onto = \"marked\"`"));
    }
    if lacks_marks(look.game, &rule) {
        let message = format!("`{}` asks for marks, and no rule makes any", rule.name);
        let doubt = look.definition.doubt(doubts::LONE_MARK, Some(span), message);
        look.scope
            .log
            .add(doubt.help("a move marks the cells that it passes with `do = { mark = \"path\" }`"));
    }
    if (has(Verb::Settle) || has(Verb::Unsettle)) && !asks_unmoved(look.game) {
        let message =
            format!("`{}` says whether pieces have moved, and nothing asks which have not moved", rule.name);
        idle(look, span, message);
    }
}

fn look_at_kind(look: &Look, kind: Kind, table: &Table) {
    let each = Player::each(|player| Piece::new(kind, player));
    if let Some(base) = &table.base
        && !look.game.rules.captured.is_some_and(|captured| captured.in_base)
    {
        let message = "captured pieces do not go to hands in another form, so `base` does nothing";
        let doubt = Diagnostic::new(doubts::IDLE_WORD, base.span, message);
        look.add(base.span, doubt.help("`[hands]` with `captured = { to = \"captor\", as = \"base\" }`"));
    }
    look_at_supply(look, kind, table);
    if let Some(royal) = &table.royal
        && each.iter().all(|&piece| look.prospects.hit[piece.index()].is_empty())
        && each.iter().any(|&piece| look.prospects.can_appear(piece))
    {
        let is_taken = each.iter().any(|&piece| look.prospects.removed().has(piece));
        idle(
            look,
            royal.span,
            match is_taken {
                true => {
                    "no piece ever lands on such a piece to take it, and `royal` does not see what `do` takes: it does nothing"
                }
                false => "nothing can ever take such a piece, so `royal` does nothing",
            },
        );
    }
    look_at_promotion(look, kind, table);
}

/// `supply` limits promotions and drops from the supply; what comes about otherwise, it does not.
fn look_at_supply(look: &Look, kind: Kind, table: &Table) {
    let Some(supply) = &table.supply else { return };
    let prospects = look.prospects;
    let limited = [Coming::Promotion, Coming::Supply].iter().any(|&way| prospects.comes(kind, way));
    let start = |player: &Player| {
        prospects.at_start(Contents::piece(Piece::new(kind, *player)), look.game.rules.geometry.board())
    };
    let most = Player::BOTH.iter().map(start).max().unwrap_or(0);
    let could = could_be_made(look.game, kind);
    if could && most > supply.value {
        let name = &look.scope.kinds.name(kind).value;
        let message = format!("the setup has {most} `{name}` of a player, more than `supply` allows");
        let exceeded = Diagnostic::new(doubts::EXCEEDED_SUPPLY, supply.span, message);
        let help = format!("none can be made before fewer than {} are left", supply.value);
        look.add(supply.span, exceeded.help(help));
    } else if !limited {
        let others: Vec<&str> = [
            (Coming::Put, "effects put them"),
            (Coming::Become, "effects make them"),
            (Coming::Stage, "stages put them"),
            (Coming::Hand, "they are dropped from hands"),
            (Coming::Gate, "they come from hands"),
        ]
        .iter()
        .filter(|(way, _)| prospects.comes(kind, *way))
        .map(|(_, words)| *words)
        .collect();
        let message = match others.first() {
            _ if could => {
                "no promotion and no drop from the supply ever makes one, so `supply` does nothing".into()
            }
            None => "no piece becomes one of these and none comes from the supply, so `supply` does nothing"
                .into(),
            Some(way) => {
                format!(
                    "`supply` limits promotions and drops from the supply alone, and {way}: it does nothing"
                )
            }
        };
        idle(look, supply.span, message);
    }
}

/// Whether a promotion or a drop from the supply names a kind.
fn could_be_made(game: &Game, kind: Kind) -> bool {
    let names = |rule: &Rule| {
        let mut promotions = rule.by.iter().filter_map(|travel| travel.promotion.as_ref());
        promotions.any(|promotion| promotion.to.contains(&kind))
            || rule.action == Action::Drop(kind) && rule.hand.is_none()
    };
    game.rules.moves.iter().any(names)
}

fn look_at_promotion(look: &Look, kind: Kind, table: &Table) {
    let Some(promotion) = &table.promote else { return };
    if !promotes(look, kind) {
        let message = "no move of the piece leads there, so it never promotes";
        look.scope.log.add(look.definition.doubt(doubts::IDLE_WORD, Some(promotion.at), message));
    }
    if let (Some(forced), Some(on)) = (&promotion.forced, &promotion.on)
        && Player::BOTH.iter().any(|player| {
            let [forced, on] = [forced, on].map(|region| look.scope.cells(region)[player.index()]);
            !on.covers(&forced)
        })
    {
        let message = "part of this lies outside `on`, where the piece does not promote";
        let doubt = Diagnostic::new(doubts::IDLE_WORD, forced.span, message);
        look.add(forced.span, doubt.label(on.span, "it promotes here alone"));
    }
    if let Some(forced) = &promotion.forced
        && !promotion.optional.is_some_and(|optional| optional.value)
    {
        let message = "a piece has to promote anywhere here, so `forced` does nothing";
        let doubt = Diagnostic::new(doubts::IDLE_WORD, forced.span, message);
        look.add(forced.span, doubt.help("`optional = true` gives the choice elsewhere"));
    }
}

/// Whether some move of a kind makes it another one, or could if there were pieces of the kind.
pub(super) fn promotes(look: &Look, kind: Kind) -> bool {
    let makes = |player: Player| {
        let own = Contents::piece(Piece::new(kind, player));
        let rules = look.game.rules.moves.iter().zip(&look.prospects.rules);
        rules.filter(|(rule, _)| rule.kind == Some(kind)).any(|(_, seen)| {
            let made = seen[player.index()].lands_as.but(own.or(Contents::EMPTY));
            !made.is_nothing()
        })
    };
    let appears = |&player: &Player| look.prospects.can_appear(Piece::new(kind, player));
    let mut players = Player::BOTH.into_iter().filter(appears).peekable();
    players.peek().is_none() || players.any(makes)
}

/// Whether an end or a veto counts what players hold.
fn counts_hands(look: &Look) -> bool {
    let rules = &look.game.rules;
    let asked = rules.ends.iter().map(|end| &end.when).chain(rules.vetoes.iter().map(|veto| &veto.when));
    asked.flat_map(Condition::parts).any(|part| matches!(part, Condition::Held(_)))
}

/// What is said of captures where nothing is ever captured.
fn look_at_captures(look: &Look) {
    let (definition, prospects) = (look.definition, look.prospects);
    let captured = definition.hands.as_ref().and_then(|hands| hands.captured.as_ref());
    let to_hand = prospects.steps.iter().any(|(_, to)| matches!(to, super::reachability::Token::Hand(_)));
    if let Some(captured) = captured {
        if !to_hand && !prospects.lost {
            idle(look, captured.at, "nothing is ever captured, so `captured` does nothing");
        } else if look.game.rules.moves.iter().all(|rule| rule.hand.is_none())
            && look.game.rules.gating.is_none()
            && !counts_hands(look)
        {
            let message = "pieces come to hands, and no rule drops one from there";
            let doubt = Diagnostic::new(doubts::IDLE_WORD, captured.at, message);
            look.add(captured.at, doubt.help("`drop = \"hand\"` is a move of the piece that is put back"));
        }
    }
    if prospects.captures() {
        return;
    }
    let must = definition.legality.as_ref().and_then(|legality| legality.must_capture);
    if let Some(must) = must.filter(|must| must.value) {
        idle(look, must.span, "nothing is ever captured, so `must-capture` does nothing");
    }
    for entry in definition.effects.iter().filter(|entry| entry.value.is_on(Occasion::Capture)) {
        let span = entry.name.span;
        idle(look, span, format!("nothing is ever captured, so `{}` does nothing", entry.name.value));
    }
}

/// A score is for an end that asks who has more.
fn look_at_score(look: &Look) {
    if let Some(score) = look.definition.score.as_ref().filter(|_| !look.game.rules.asks_score()) {
        let message = "no end asks who has more by the score, so `[score]` does nothing";
        let doubt = Diagnostic::new(doubts::IDLE_WORD, score.at, message);
        look.add(score.at, doubt.help("an end does with `winner = \"score\"`"));
    }
}

/// A stage of every move, where each has one of its own or none.
fn look_at_turn(look: &Look) {
    let Some(then) = look.definition.turn.as_ref().and_then(|turn| turn.then.as_ref()) else { return };
    let has = |said: &super::SaidRule| {
        let then = |&rule: &usize| look.game.rules.moves.get(rule).is_some_and(|rule| rule.then.is_some());
        said.entry.value.then.is_none() && said.rules.iter().any(then)
    };
    if !look.said_rules().iter().any(has) {
        idle(look, then.at, "no rule is left for this stage: each has one of its own, or lands no piece");
    }
}

/// Words inside conditions.
fn look_at_condition(look: &Look, said: &At<Said>) {
    match &said.value {
        Said::Not(inner) => look_at_condition(look, inner),
        Said::Either(list) | Said::All(list) => list.iter().for_each(|part| look_at_condition(look, part)),
        Said::Line(line) => look_at_line(look, line),
        Said::QuietPlies { reset: Some(reset), .. } | Said::SamePiece { reset: Some(reset), .. } => {
            look_at_resets(look, reset)
        }
        _ => {}
    }
}

fn look_at_line(look: &Look, line: &Line) {
    let longest = look.prospects.longest_line;
    let Some(length) = line.length.as_ref().map(|length| length.value as usize) else { return };
    let void = line.blocked_ends.filter(|word| word.value == BlockedEnds::Void);
    let edge = line.edge_blocks.filter(|edge| edge.value);
    if length > longest {
        return;
    }
    if let Some(edge) = edge.filter(|_| void.is_none()) {
        let message = "runs between enemies count, so it does not matter that the edge is one: `edge-blocks` does nothing";
        let doubt = Diagnostic::new(doubts::IDLE_WORD, edge.span, message);
        look.add(edge.span, doubt.help("`blocked-ends = \"void\"` takes the runs between enemies out"));
    }
    if let Some(void) = void.filter(|_| edge.is_none() && length + 2 > longest) {
        let message = format!(
            "no row has room for a run of {length} between two enemies, so `blocked-ends` does nothing"
        );
        idle(look, void.span, message);
    }
    let ignored = line.overline.filter(|word| word.value == Overline::Ignored);
    if let Some(ignored) = ignored.filter(|_| length == longest) {
        let message = format!(
            "no row has room for more than {}, so `overline` does nothing",
            counted(line.length.as_ref().map_or(0, |l| l.value), "piece")
        );
        idle(look, ignored.span, message);
    }
}

fn look_at_resets(look: &Look, resets: &[At<Reset>]) {
    for reset in resets {
        match &reset.value {
            Reset::Capture if !look.prospects.captures() => {
                idle(look, reset.span, "nothing is ever captured, so `capture` starts no count again");
            }
            Reset::Capture => {}
            Reset::Flip if !turns_over(look) => {
                idle(look, reset.span, "nothing is ever turned over, so `flip` starts no count again");
            }
            Reset::Flip => {}
            Reset::Kind(name) => {
                let kind = look.scope.kinds.iter().find(|&kind| look.scope.kinds.name(kind).value == *name);
                let moves = |kind: Kind| {
                    let rules = look.game.rules.moves.iter().zip(&look.prospects.rules);
                    rules
                        .filter(|(rule, _)| rule.kind == Some(kind))
                        .any(|(_, seen)| seen.iter().any(|seen| seen.made))
                };
                if kind.is_some_and(|kind| !moves(kind)) {
                    let message = format!("no `{name}` ever moves, so none starts the count again");
                    idle(look, reset.span, message);
                }
            }
        }
    }
}

/// Whether some effect turns pieces over, or a kind has the name of the word.
fn turns_over(look: &Look) -> bool {
    look.game.rules.effects().any(|effect| effect.verb == Verb::Flip)
        || look.scope.kinds.iter().any(|kind| look.scope.kinds.name(kind).value == "flip")
}

fn is_marked(contents: Contents) -> bool {
    !contents.and(Contents::MARKED).is_nothing()
}

/// Whether a rule asks for marks where no rule makes any.
pub(super) fn lacks_marks(game: &Game, rule: &Rule) -> bool {
    rule_asks_marks(rule) && !game.rules.makes_marks()
}

/// Whether something asks for marks.
pub(super) fn asks_marks(game: &Game) -> bool {
    let counts = |when: &Condition| when.asks(ConditionFacts::MARKS);
    game.rules.moves.iter().any(rule_asks_marks) || game.rules.conditions().any(counts)
}

fn rule_asks_marks(rule: &Rule) -> bool {
    let near = |travel: &Travel| travel.nearby.iter().any(|nearby| is_marked(nearby.holds));
    rule.by.iter().any(|travel| is_marked(travel.onto) || near(travel))
        || rule.effects.iter().any(|effect| effect.cells == Touched::Marker)
}

/// Whether something asks which pieces have not moved.
pub(super) fn asks_unmoved(game: &Game) -> bool {
    game.rules.gating.is_some()
        || game.rules.moves.iter().any(|rule| rule.unmoved || rule.action == Action::Castle)
}
