//! Doubts: what can be played but may not be meant.
//!
//! [`doubts()`] looks closer at a definition without errors: for rules without a move, ends that never come, words that
//! do nothing, sides that are not alike. What can ever happen is worked out once, in `reachability`; each file says
//! what is hardly meant in view of it.

mod attacks;
mod clashes;
mod contrary;
pub(crate) mod deadline;
mod doubles;
mod endless;
mod ends;
mod futile;
mod hands;
mod impossible;
mod late;
mod missteps;
mod near_names;
mod parts;
mod play;
mod preferred;
pub mod reachability;
mod relative;
mod surveys;
mod symmetry;
mod unused;
pub mod walk;
mod worths;

use std::collections::BTreeSet;

use crate::compile::conditions::AskedIn;
use crate::compile::deeds::{nearby, parts, unmoved};
use crate::compile::likes::rules_of;
use crate::compile::rules::RuleNames;
use crate::compile::scope::Scope;
use crate::compile::setup::{Placed, placed};
use crate::compile::{Places, Resolved, resolved};
use crate::diagnostic::codes::doubts;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources, Span};
use crate::game::{Action, Castle, Cell, Game, Kind, Piece, Player, Verb, Way};
use crate::spec::{At, Condition, Definition, Entry, Hands, MoveRule, Travel};

use self::parts::{Looker, Told};
use reachability::Prospects;
use reachability::verdict::{AskedWhen, Prospect};

pub use impossible::{Impossible, Possible};
pub use play::{doubts_of_play, stops_somewhere};
pub use walk::play_at_random;

/// Everything that can be played but may not be meant in a definition without errors. It takes as long as making
/// the game, and is not looked for when a game is only to be played.
pub fn doubts(definition: &Definition, sources: &Sources) -> Diagnostics {
    let mut found = Diagnostics::new();
    resolved(definition, sources, &mut found, look);
    found
}

/// Looks for everything doubtful in a game that has no errors.
fn look(Resolved { game, definition, places, scope }: &Resolved) {
    let prospects = Prospects::new(game, hands_by_text(game, definition));
    let look = Look { game, definition, places, scope, prospects: &prospects };
    let alike = look.at_rules();
    look.at_kinds();
    look_at_setup(game, definition, scope);
    look.at_vetoes();
    look.at_ends();
    look.at_turns();
    look_at_regions(definition, scope);
    look_at_search(game, definition, scope);
    unused::look(&look);
    futile::look(&look);
    preferred::look(&look);
    hands::look(&look);
    relative::look(&look);
    near_names::look(&look);
    worths::look(&look);
    attacks::look(&look);
    surveys::look(&look);
    missteps::look(&look);
    doubles::look(&look);
    clashes::look(game, definition, places, scope);
    late::look(definition, scope);
    contrary::look(&look);
    if alike {
        symmetry::look(game, definition, places, scope);
    }
}

/// Whether position texts alone say what players hold: the definition has hands and says nothing of what comes
/// there.
pub fn hands_by_text(game: &Game, definition: &Definition) -> bool {
    let silent = |hands: &Hands| hands.captured.is_none() && hands.gate.is_none();
    game.names.fen && game.rules.setup_hands.is_empty() && definition.hands.as_ref().is_some_and(silent)
}

/// All that is looked at.
struct Look<'a, 's> {
    pub game: &'a Game,
    pub definition: &'a Definition,
    pub places: &'a Places,
    pub scope: &'a Scope<'s>,
    pub prospects: &'a Prospects<'a>,
}

/// A rule as the definition says it, and the rules of the game that it makes: those of kinds that are like another
/// one are said there.
struct SaidRule<'a> {
    pub entry: &'a Entry<MoveRule>,
    /// Their numbers, that of the kind itself first.
    pub rules: Vec<usize>,
}

impl<'a, 's> Look<'a, 's> {
    /// What the game's move rules are called.
    fn rule_names(&self) -> RuleNames<'a> {
        RuleNames { names: &self.game.names.moves, broken: &[] }
    }

    /// Reports what the file itself says.
    fn add(&self, span: Span, doubt: Diagnostic) {
        if self.definition.says(span) {
            self.scope.log.add(doubt);
        }
    }

    /// Reports what stands at a place; what is taken over from another file was right there.
    fn doubt(&self, code: &'static Code, place: Span, message: impl Into<String>) {
        self.scope.log.add(self.definition.doubt(code, Some(place), message));
    }

    /// The rules as the definition says them.
    fn said_rules(&self) -> Vec<SaidRule<'a>> {
        let mut said: Vec<SaidRule> = Vec::new();
        let of_kinds =
            self.definition.pieces.iter().flat_map(|piece| rules_of(piece, self.definition, self.scope));
        let entries = of_kinds.map(|had| had.entry).chain(&self.definition.moves);
        for (number, entry) in entries.enumerate() {
            match said.iter_mut().find(|said| said.entry.name.span == entry.name.span) {
                Some(same) => same.rules.push(number),
                None => said.push(SaidRule { entry, rules: vec![number] }),
            }
        }
        let dots = |&number: &usize| {
            self.game.names.moves.get(number).map_or(0, |rule| rule.name.matches('.').count())
        };
        said.iter_mut().for_each(|said| said.rules.sort_by_key(dots));
        said
    }

    /// The players for whom one of the rules ever makes a move.
    fn movers(&self, rules: &[usize]) -> Vec<Player> {
        let makes =
            |player: &Player| rules.iter().any(|&rule| self.prospects.rules[rule][player.index()].made);
        Player::BOTH.into_iter().filter(makes).collect()
    }

    fn at_kinds(&self) {
        let Look { game, scope, prospects, .. } = *self;
        for kind in scope.kinds.iter() {
            let name = scope.kinds.name(kind);
            if !Player::BOTH.iter().any(|&owner| prospects.can_appear(Piece::new(kind, owner))) {
                let message = format!("no `{}` is ever on the board", name.value);
                let help = "draw it in `[setup]`, or give it a move that drops it";
                scope
                    .log
                    .add(self.definition.doubt(doubts::ABSENT_PIECE, Some(name.span), message).help(help));
            } else if !moves(game, kind) && !is_dropped(game, kind) && !game.rules.roster.is_neutral(kind) {
                let message = format!("`{}` can never move", name.value);
                self.doubt(doubts::IMMOVABLE_PIECE, name.span, message);
            }
        }
    }

    /// Returns whether every rule makes moves for both players or for none.
    fn at_rules(&self) -> bool {
        let mut alike = true;
        for (number, &span) in (0..self.game.rules.moves.len()).zip(&self.places.rules) {
            alike &= self.at_rule(number, span);
        }
        for said in self.said_rules() {
            self.at_said_rule(&said);
        }
        alike
    }

    fn at_rule(&self, number: usize, span: Span) -> bool {
        let Look { game, scope, prospects, .. } = *self;
        let rule = game.named_move(number);
        let offered = Player::each(|player| offers(game, number, player));
        match offered {
            [true, true] => {}
            // Of a rule that is taken over from another kind an earlier one may make all moves.
            [false, false] if rule.name.matches('.').count() > 1 => {}
            [false, false] => {
                let message = format!("`{}` never makes a move: no cell offers one", rule.name);
                let help = "its filters leave nothing, or an earlier rule of the piece makes the same moves";
                let dead = self.definition.doubt(doubts::DEAD_RULE, Some(span), message);
                scope.log.add(dead.help(help));
            }
            [first, _] => {
                let without = if first { Player::Second } else { Player::First };
                let appears = |kind| prospects.can_appear(Piece::new(kind, without));
                if rule.kind.is_none_or(appears) && !game.evaluation.meant_unlike {
                    let name = scope.players.name(without);
                    let message = format!("`{}` never makes a move for {name}", rule.name);
                    let doubt = Diagnostic::new(doubts::ONE_SIDED_RULE, span, message);
                    scope.log.add(doubt.help(symmetry::IF_MEANT));
                    return false;
                }
            }
        }
        true
    }

    /// What a rule says that never comes to bear, for none of the kinds that have it.
    fn at_said_rule(&self, said: &SaidRule) {
        let Look { game, prospects, .. } = *self;
        let Some(rule) = said.rules.first().map(|&number| game.named_move(number)) else { return };
        let (name, span) = (rule.name, said.entry.name.span);
        let offered = |&number: &usize| Player::BOTH.iter().any(|&player| offers(game, number, player));
        let appears = |&number: &usize| {
            let kind = game.rules.moves[number].kind;
            kind.is_none_or(|kind| {
                Player::BOTH.iter().any(|&owner| prospects.can_appear(Piece::new(kind, owner)))
            })
        };
        let movers = self.movers(&said.rules);
        if movers.is_empty() {
            let at_hand =
                |kind: Kind| Player::BOTH.iter().any(|&player| prospects.can_hold(Piece::new(kind, player)));
            let possible = said.rules.iter().any(|number| offered(number) && appears(number));
            if futile::look_at_nearby(self, said) {
                return;
            }
            if possible && rule.hand.is_none_or(at_hand) && !unused::lacks_marks(game, &rule) {
                let message = format!("`{name}` never makes a move: what it asks for is never there");
                let help = match rule.unmoved || rule.action == Action::Castle {
                    true => "pieces have not moved where the setup has them, or where `settle` says so",
                    false => "it starts, passes or lands where none of the pieces that it names ever stands",
                };
                let dead = self.definition.doubt(doubts::DEAD_RULE, Some(span), message);
                self.scope.log.add(dead.help(help));
            }
            return;
        }
        futile::look_at_nearby(self, said);
        let Some(told) = self.asked_before(&said.entry.value) else { return };
        match prospects.judge_for(&told.condition, AskedWhen::Before, &movers) {
            Prospect::Never(why) => {
                self.doubt(doubts::NEVER_HOLDS, span, format!("`{name}` never makes a move: {why}"));
            }
            Prospect::Always(why) => {
                let place = said.entry.value.condition.as_ref().map_or(span, |said| said.span);
                let message = format!("the condition of `{name}` always holds: {why}");
                self.add(place, Diagnostic::new(doubts::ALWAYS_HOLDS, place, message));
            }
            Prospect::Open => self.parts(name, AskedWhen::Before, &movers).look(&told),
        }
    }

    /// What a rule asks of the position before a move.
    fn asked_before(&self, rule: &MoveRule) -> Option<Told> {
        let said = rule.condition.as_ref()?;
        let drops = matches!(rule.travel(), Some(Travel::Drop { .. }));
        let rest = if drops { nearby(said, self.scope).1 } else { unmoved(parts(said)).1 };
        let told = |part: &At<Condition>| Told::of(part, AskedIn::Move, self.rule_names(), self.scope);
        match rest.as_slice() {
            [one] => told(one),
            _ => Told::all(rest.iter().map(told).collect::<Option<_>>()?, said.span),
        }
    }

    fn parts<'l>(&'l self, name: &'l str, asked: AskedWhen, movers: &'l [Player]) -> Looker<'l, 's> {
        let Look { prospects, definition, scope, .. } = *self;
        Looker { prospects, definition, scope, name, asked, movers }
    }
}

/// Whether a rule offers a player a move from some cell.
fn offers(game: &Game, number: usize, player: Player) -> bool {
    let rule = &game.rules.moves[number];
    let travel = &rule.by[player.index()];
    match (&travel.way, rule.kind) {
        (Way::Drop { .. }, _) => !travel.to.is_empty(),
        (Way::Pass { .. } | Way::Swap, _) => true,
        (Way::Castle(castle), Some(kind)) => castles(game, kind, castle, player),
        (_, Some(kind)) => {
            let piece = Piece::new(kind, player);
            game.rules.geometry.board().iter().any(|cell| {
                let legs = game.tables.movement.steps(piece, cell);
                legs.iter().any(|leg| leg.mv.rule() == number && opens(game, player, leg.land))
            })
        }
        (_, None) => false,
    }
}

/// Whether two pieces castle: they start on its cells, or come to count as if they did.
fn castles(game: &Game, kind: Kind, castle: &Castle, player: Player) -> bool {
    let starts = |cell: Cell, kind| game.rules.setup.get(cell.index()) == Some(&Piece::new(kind, player));
    let mut effects =
        game.rules.moves.iter().flat_map(|rule| &rule.effects).chain(&game.rules.capture_effects);
    effects.any(|effect| effect.verb == Verb::Settle)
        || starts(castle.from, kind) && starts(castle.with_from, castle.with)
}

fn moves(game: &Game, kind: Kind) -> bool {
    game.rules.moves.iter().enumerate().any(|(number, rule)| {
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
        let message =
            format!("the `{kind}` on `{}` can never move from there", game.rules.geometry.name(cell));
        let stuck = definition.doubt(doubts::IMMOVABLE_PIECE, Some(span), message);
        scope.log.add(stuck.help("none of its rules leads anywhere from this cell, whatever else is played"));
    }
}

/// Whether some rule of the piece makes moves from somewhere, other than by putting it on the board.
fn moves_of(game: &Game, piece: Piece) -> bool {
    game.rules.geometry.board().iter().any(|cell| leads_on(game, piece, cell))
}

/// Whether some rule could lead a piece on from a cell.
fn leads_on(game: &Game, piece: Piece, cell: Cell) -> bool {
    game.tables.movement.steps(piece, cell).iter().any(|leg| opens(game, piece.owner(), leg.land))
}

/// Whether the gate of a landing cell is ever open.
fn opens(game: &Game, player: Player, gate: u8) -> bool {
    let gates = &game.tables.movement.filters[player.index()];
    gates.get(gate as usize).is_some_and(|gate| gate.always || !gate.holds.is_nothing())
}

/// Whether a kind is put on the board by a rule.
fn is_dropped(game: &Game, kind: Kind) -> bool {
    game.rules.moves.iter().any(|rule| rule.action == Action::Drop(kind))
}

fn look_at_regions(definition: &Definition, scope: &Scope) {
    let size = definition.board.as_ref().and_then(|board| board.size.as_ref()).map(|size| size.span);
    let size = size.filter(|&size| definition.says(size));
    for entry in &definition.regions {
        let name = &entry.name;
        let is_old = !definition.says(name.span) && entry.value.names_cells();
        if let Some(size) = size.filter(|_| is_old) {
            let message = format!("the region `{}` was meant for a board of another size", name.value);
            let doubt = Diagnostic::new(doubts::INHERITED_REGION, size, message);
            let help = match scope.regions.is_used(&name.value) {
                true => format!("say again under `[regions]` which cells it has: `{} = …`", name.value),
                false => format!("nothing uses it: drop it by `{} = false` under `[regions]`", name.value),
            };
            scope.log.add(doubt.label(name.span, "this is taken over").help(help));
        }
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
    let drops = game.rules.moves.iter().any(|rule| matches!(rule.action, Action::Drop(_)));
    if let Some(near) = near
        && !drops
    {
        let message = "`near` chooses among drops, and no rule drops a piece";
        scope.log.report(doubts::NEAR_WITHOUT_DROPS, near.span, message);
    }
}
