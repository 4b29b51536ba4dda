//! Move rules: a way to travel and filters, for each player.

use crate::diagnostic::codes::{doubts, meaning, text};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{
    Action, Again, Bends, CellSet, Condition, Contents, Effect, Geometry, Idle, Kind, Named, Nearby, Offset,
    Piece, Player, Promotion, Rule, Stage, Stops, Touched, Travel, Way,
};
use crate::spec::{
    self, At, Definition, DirectionWord, Directions, DropFrom, Entry, Filter, Gap, Leap, MoveRule, Occasion,
    Pass, Region, SlideRange, Travel as Said, Until,
};

use super::conditions::{AskedIn, condition};
use super::deeds::{Hands, castle, check_rights, effects, effects_on, nearby, parts, promotion, unmoved};
use super::filters::contents;
use super::likes::{Had, rules_of};
use super::orientation::bend;
use super::scope::Scope;
use super::stages::Stages;
use super::turns::{Added, added};

/// The most move rules that a game can have: a move names its rule in a byte.
pub(crate) const MAX_RULES: usize = 250;

/// A leap longer than any board.
const FAR: i16 = 2_000;

/// The most ways that one path rule may have, from steps that go in several directions.
const MOST_PATHS: usize = 1_024;

/// The rules of a game and where each stands in the definition.
#[derive(Default)]
pub(crate) struct Rules {
    /// In file order: those of the kinds, then those of no piece.
    pub list: Vec<Rule>,
    /// The name of each,
    pub names: Vec<Named>,
    /// and where it stands.
    pub spans: Vec<Span>,
    /// Names of rules that could not be read; naming them is no mistake.
    pub broken: Vec<String>,
    /// The further stages that rules name by number.
    pub stages: Vec<Stage>,
}

/// Resolves every move rule of a definition.
pub(crate) fn rules(definition: &Definition, hands: &Hands, setup: &[Piece], scope: &Scope) -> Rules {
    let mut rules = Rules::default();
    let mut stages = Stages::new(definition, scope);
    let gates = definition.hands.as_ref().is_some_and(|hands| hands.gate.is_some());
    let on_captures = definition.effects.iter().any(|entry| entry.value.is_on(Occasion::Capture));
    let changes = hands.captured.is_some() || gates || on_captures;
    let on_moves = effects_on(definition, Occasion::Move, scope);
    for (kind, piece) in scope.kinds.iter().zip(&definition.pieces) {
        let within = piece.value.within.as_ref().map(|region| scope.cells(region));
        let promotion = promotion(&piece.value, kind, scope);
        let mut besides = effects(piece.value.effects.as_ref(), scope);
        besides.extend(on_moves.iter().cloned());
        for Had { name, entry } in rules_of(piece, definition, scope) {
            let name = format!("{}.{name}", piece.name.value);
            let own = Own { kind, promotion: promotion.clone(), hand: hands.taken_for(kind) };
            let then = stages.of(&entry.value);
            let besides = besides.clone();
            let reader =
                RuleReader { scope, setup, own: Some(own), within, rule: entry, changes, then, besides };
            rules.add(name, entry, &reader);
        }
        let names = piece.value.moves.broken().iter();
        rules.broken.extend(names.map(|rule| format!("{}.{}", piece.name.value, rule.value)));
    }
    for entry in &definition.moves {
        let (then, besides) = (None, Vec::new());
        let reader =
            RuleReader { scope, setup, own: None, within: None, rule: entry, changes, then, besides };
        rules.add(entry.name.value.clone(), entry, &reader);
    }
    for Added { rule, named, span } in added(definition, scope) {
        rules.list.push(rule);
        rules.names.push(named);
        rules.spans.push(span);
    }
    rules.broken.extend(definition.moves.broken().iter().map(|rule| rule.value.clone()));
    let moves = || definition.pieces.iter().flat_map(|piece| piece.value.moves.iter());
    check_rights(moves().filter_map(|entry| entry.value.castle.as_ref()), scope);
    if let Some(&span) = rules.spans.get(MAX_RULES) {
        let message = format!("a game has at most {MAX_RULES} move rules");
        scope.log.report(meaning::TOO_MANY, span, message);
    }
    rules.stages = stages.list;
    rules
}

impl Rules {
    fn add(&mut self, name: String, entry: &Entry<MoveRule>, reader: &RuleReader) {
        match reader.read() {
            Some(rule) => {
                self.list.push(rule);
                self.names.push(Named { name, origin: reader.scope.origin(entry.name.span) });
                self.spans.push(entry.name.span);
            }
            None => self.broken.push(name),
        }
    }

    /// The number of the rule of that name; a name that no rule has is reported.
    pub(crate) fn find(&self, name: &At<String>, scope: &Scope) -> Option<u8> {
        self.names().find(name, scope)
    }

    /// What the rules are called.
    pub(crate) fn names(&self) -> RuleNames<'_> {
        RuleNames { names: &self.names, broken: &self.broken }
    }
}

/// What move rules are called.
#[derive(Clone, Copy)]
pub(crate) struct RuleNames<'a> {
    /// By number.
    pub names: &'a [Named],
    /// Names of rules that could not be read.
    pub broken: &'a [String],
}

impl RuleNames<'_> {
    /// The number of the rule of that name; a name that no rule has is reported.
    pub(crate) fn find(&self, name: &At<String>, scope: &Scope) -> Option<u8> {
        let found = (0u8..=u8::MAX).zip(self.names).find(|(_, rule)| rule.name == name.value);
        // What is taken over may name a rule that is dropped here: it says nothing any more.
        if found.is_none() && scope.log.is_own(name.span) && !self.broken.contains(&name.value) {
            let message = format!("no move rule is called `{}`", name.value);
            let unknown = Diagnostic::new(meaning::UNKNOWN_NAME, name.span, message);
            scope.log.add(unknown.suggest(&name.value, self.names.iter().map(|rule| rule.name.as_str())));
        }
        found.map(|(number, _)| number)
    }
}

/// What a rule has of the kind that moves by it.
struct Own {
    kind: Kind,
    promotion: Option<[Promotion; 2]>,
    /// What a drop takes out of a hand.
    hand: Kind,
}

/// Reads one rule.
struct RuleReader<'r, 's> {
    scope: &'r Scope<'s>,
    setup: &'r [Piece],
    own: Option<Own>,
    within: Option<[CellSet; 2]>,
    rule: &'r Entry<MoveRule>,
    /// Captures change more than the board's two cells.
    changes: bool,
    /// Its further stage.
    then: Option<usize>,
    /// What it does besides because its piece does, or every piece.
    besides: Vec<Effect>,
}

/// What a rule asks before a move.
struct AskedBefore {
    when: Option<Condition>,
    nearby: Vec<[Nearby; 2]>,
    unmoved: bool,
}

impl RuleReader<'_, '_> {
    fn read(&self) -> Option<Rule> {
        let rule = &self.rule.value;
        let onto = self.onto();
        let from = self.region(rule.from.as_ref());
        let to = self.landing();
        let mut effects = effects(rule.effects.as_ref(), self.scope);
        effects.extend(self.besides.iter().cloned());
        self.check_again(&effects);
        let asked = self.asked();
        let travel = rule.travel()?;
        self.check_directions(&travel);
        let action = self.action(&travel, &onto, &effects)?;
        let ways = self.ways(&travel)?;
        let AskedBefore { when, nearby, unmoved } = asked?;
        let mut ways = ways.into_iter();
        let own_promotion = self.promotion();
        let by = Player::each(|player| {
            let i = player.index();
            let onto = match action {
                Action::Drop(_) => Contents::EMPTY,
                Action::Stay => Contents::NOTHING,
                _ => onto[i],
            };
            let promotion = own_promotion.as_ref().map(|each| each[i].clone());
            Travel {
                way: ways.next().unwrap_or(Way::Pass { when: Idle::Stuck }),
                from: from[i],
                to: to[i],
                onto,
                when: when.clone(),
                promotion: promotion.filter(|_| action.travels() || action == Action::Stay),
                nearby: nearby.iter().map(|each| each[i].clone()).collect(),
            }
        });
        let from_hand = matches!(travel, Said::Drop { from, .. } if from.value == DropFrom::Hand);
        Some(Rule {
            kind: self.own.as_ref().map(|own| own.kind),
            action,
            by,
            effects,
            hand: self.own.as_ref().map(|own| own.hand).filter(|_| from_hand),
            unmoved,
            checkers: rule.onto.as_ref().is_some_and(Filter::is_checking),
            then: self.then,
            again: rule.then.as_ref().and_then(again),
        })
    }

    /// Reports what a rule that goes on does besides, and cannot.
    fn check_again(&self, effects: &[Effect]) {
        let Some(again) = self.rule.value.then.as_ref().and_then(|then| then.again) else { return };
        let fresh = |effect: &Effect| effect.aside.as_ref().is_some_and(|aside| aside.fresh);
        let notes = |effect: &Effect| !effect.changes_cells() || effect.cells == Touched::Marker;
        let own = self.rule.value.effects.as_ref().map_or(0, |effects| effects.list.len());
        let message = match () {
            () if effects.iter().any(fresh) => "`fresh` beside `again` is not supported by this version",
            () if effects.iter().skip(own).any(notes) => {
                "marks, and what has not moved, beside `again` are not supported by this version"
            }
            () => return,
        };
        self.scope.log.report(text::NOT_SUPPORTED, again.span, message);
    }

    /// What is asked before the move: of the landing cell, of the piece, of the position. `None` where it could
    /// not be understood.
    fn asked(&self) -> Option<AskedBefore> {
        let Some(said) = &self.rule.value.condition else {
            return Some(AskedBefore { when: None, nearby: Vec::new(), unmoved: false });
        };
        let drops = matches!(self.rule.value.travel(), Some(Said::Drop { .. }));
        let (nearby, rest) = match drops {
            true => nearby(said, self.scope),
            false => (Vec::new(), parts(said)),
        };
        let (is_unmoved, rest) = if drops || self.own.is_none() { (false, rest) } else { unmoved(rest) };
        let span = said.span;
        let when = match rest.as_slice() {
            [] => None,
            [one] => Some(condition(one, AskedIn::Move, self.scope)?),
            _ => Some(condition(&At::new(spec::Condition::All(rest), span), AskedIn::Move, self.scope)?),
        };
        Some(AskedBefore { when, nearby, unmoved: is_unmoved })
    }

    /// What playing the rule does; `None` for a move in a table where it does not belong, which has been
    /// reported.
    fn action(&self, travel: &Said, onto: &[Contents; 2], effects: &[Effect]) -> Option<Action> {
        let kind = self.own.as_ref().map(|own| own.kind);
        let promotes = self.promotion().is_some();
        match (travel, kind) {
            (Said::Pass(_), None) => Some(Action::Pass),
            (Said::Pass(_), Some(_)) | (_, None) => None,
            (Said::Drop { .. }, Some(kind)) => Some(Action::Drop(kind)),
            (Said::Exit(_), Some(_)) => Some(Action::Exit),
            (Said::Stay, Some(_)) => Some(Action::Stay),
            (Said::Castle(_), Some(_)) => Some(Action::Castle),
            (_, Some(_)) if self.rule.value.then.as_ref().is_some_and(|then| then.again.is_some()) => {
                Some(Action::Chain)
            }
            (_, Some(_)) => {
                let more = self.changes
                    || self.then.is_some()
                    || self.lands_on_own(onto)
                    || effects.iter().any(|effect| effect.changes_cells() || effect.aside.is_some());
                Some(if promotes || more { Action::Change } else { Action::Shift })
            }
        }
    }

    /// What the piece becomes by the rule: the rule's own word replaces the piece's.
    fn promotion(&self) -> Option<[Promotion; 2]> {
        let own = self.own.as_ref()?;
        match &self.rule.value.promote {
            Some(said) => super::deeds::promotion_of(said, own.kind, self.scope),
            None => own.promotion.clone(),
        }
    }

    /// The way of each player.
    fn ways(&self, travel: &Said) -> Option<[Way; 2]> {
        match travel {
            Said::Castle(said) => {
                let kind = self.own.as_ref()?.kind;
                castle(said, kind, self.setup, self.scope).map(|castles| castles.map(Way::Castle))
            }
            _ => Some(Player::each(|player| way(travel, player, self.scope))),
        }
    }

    fn onto(&self) -> [Contents; 2] {
        match &self.rule.value.onto {
            Some(filter) if filter.is_checking() => {
                let royal = self.scope.kinds.royal_pieces();
                Player::each(|player| Contents::owned(!player, self.scope.kinds.roster()).but(royal))
            }
            Some(filter) => contents(filter, self.scope),
            None => {
                Player::each(|player| Contents::EMPTY.or(Contents::owned(!player, self.scope.kinds.roster())))
            }
        }
    }

    /// Whether the piece may land on one of its owner's, which is taken and is no capture.
    fn lands_on_own(&self, onto: &[Contents; 2]) -> bool {
        let own = |player| Contents::owned(player, self.scope.kinds.roster());
        Player::BOTH.iter().any(|&player| !onto[player.index()].and(own(player)).is_nothing())
    }

    fn region(&self, region: Option<&Region>) -> [CellSet; 2] {
        region.map_or([*self.scope.board.geometry.board(); 2], |region| self.scope.cells(region))
    }

    /// Where the rule may land: its own `within` replaces the piece's.
    fn landing(&self) -> [CellSet; 2] {
        let rule = &self.rule.value;
        let to = self.region(rule.to.as_ref());
        let within = match &rule.within {
            Some(region) => self.scope.cells(region),
            None => self.within.unwrap_or([*self.scope.board.geometry.board(); 2]),
        };
        [to[0] & within[0], to[1] & within[1]]
    }

    fn check_directions(&self, travel: &Said) {
        let (Said::Step(words)
        | Said::Slide { along: words, .. }
        | Said::Hop { along: words, .. }
        | Said::Exit(words)) = travel
        else {
            return;
        };
        let mut seen = [Vec::new(), Vec::new()];
        for word in &words.words {
            let alone = Directions { words: vec![*word], span: words.span };
            let mut repeated = true;
            for player in Player::BOTH {
                let seen = &mut seen[player.index()];
                for by in self.scope.directions(&alone, player) {
                    if !seen.contains(&by) {
                        seen.push(by);
                        repeated = false;
                    }
                }
            }
            if repeated {
                let message = "this direction is among the ones before it";
                self.scope.log.report(doubts::REPEATED_DIRECTION, word.span, message);
            }
        }
    }
}

/// How the piece of a rule goes on.
fn again(then: &spec::Stage) -> Option<Again> {
    let again = then.again?;
    Some(Again {
        must: again.value == spec::Again::Must,
        bends: match then.bends.map(|bends| bends.value) {
            None => Bends::Any,
            Some(spec::Bends::Never) => Bends::Never,
            Some(spec::Bends::Always) => Bends::Always,
            Some(spec::Bends::NotBack) => Bends::NotBack,
        },
        revisits: then.revisit.is_none_or(|revisit| revisit.value),
    })
}

/// How a player travels.
pub(crate) fn way(travel: &Said, player: Player, scope: &Scope) -> Way {
    let geometry = &scope.board.geometry;
    match travel {
        Said::Step(along) => Way::Jump(scope.directions(along, player)),
        Said::Slide { along, range, through } => {
            slide(scope.directions(along, player), *range, *through, player, scope)
        }
        Said::Ride { by, along, range, through } => {
            let along = along.map(|along| scope.directions(along, player));
            slide(leaps(by.value, along.as_deref(), geometry), *range, *through, player, scope)
        }
        Said::Path { steps: words, range } => {
            let step = |&word: &At<DirectionWord>| scope.word(word, player);
            let paths = paths(&words.words.iter().map(step).collect::<Vec<_>>(), geometry);
            if paths.is_none() {
                let message = format!("these steps can be taken in more than {MOST_PATHS} ways");
                scope.log.report(meaning::TOO_MANY, words.span, message);
            }
            Way::Path {
                paths: paths.unwrap_or_default(),
                last: range
                    .and_then(|range| range.value.cells())
                    .map_or((1, 1), |range| (bound(range.least).max(1), bound(range.most))),
            }
        }
        Said::Hop { along, over, before, after } => {
            let pieces = Contents::all(scope.kinds.roster()).but(Contents::EMPTY);
            let over = over.map_or([pieces; 2], |filter| contents(filter, scope));
            let gap =
                |gap: Option<&At<Gap>>| gap.map_or((0, u16::MAX), |gap| (bound(gap.least), bound(gap.most)));
            Way::Hop {
                along: scope.directions(along, player),
                over: over[player.index()].and(pieces),
                before: gap(*before),
                after: gap(*after),
            }
        }
        Said::Leap { by, along } => {
            let along = along.map(|along| scope.directions(along, player));
            Way::Jump(leaps(by.value, along.as_deref(), geometry))
        }
        Said::Drop { falls, .. } => Way::Drop { falls: falls.map(|falls| scope.heading(*falls, player)) },
        Said::Reach(region) => Way::Reach(scope.cells(region)[player.index()]),
        Said::Stay => Way::Stay,
        Said::Exit(along) => Way::Exit(scope.directions(along, player)),
        Said::Pass(pass) => Way::Pass {
            when: match pass.value {
                Pass::Free => Idle::Free,
                Pass::Stuck => Idle::Stuck,
            },
        },
        // See `Reader::ways`.
        Said::Castle(_) => Way::Pass { when: Idle::Stuck },
    }
}

fn slide(
    along: Vec<Offset>,
    range: Option<At<SlideRange>>,
    through: Option<&Filter>,
    player: Player,
    scope: &Scope,
) -> Way {
    let through = through.map_or([Contents::EMPTY; 2], |filter| contents(filter, scope));
    let cells = range.and_then(|range| range.value.cells());
    let least = cells.map_or(1, |range| bound(range.least).max(1));
    let most = cells.map_or(u16::MAX, |range| bound(range.most));
    let stops = match range.map(|range| range.value) {
        Some(SlideRange::Until(Until::Farthest)) => Stops::Farthest,
        Some(SlideRange::Until(Until::Pieces)) => Stops::ByPieces,
        Some(SlideRange::Cells(_)) | None => Stops::Anywhere,
    };
    match (least, most) {
        // Nothing lies between: it is the same as a step.
        (1, 1) => Way::Jump(along),
        _ => Way::Slide { along, least, most, through: through[player.index()], stops },
    }
}

fn bound(cells: u32) -> u16 {
    u16::try_from(cells).unwrap_or(u16::MAX)
}

/// Every way to take steps one after the other, of the directions that each step may have: each at most 45
/// degrees off the one before it, 30 among hexagons, always to the same side. `None` where there are too many.
fn paths(steps: &[Vec<Offset>], geometry: &Geometry) -> Option<Vec<Vec<Offset>>> {
    let mut paths: Vec<(Vec<Offset>, i8)> = vec![(Vec::new(), 0)];
    for step in steps {
        let longer = |(path, side): &(Vec<Offset>, i8)| {
            let (path, side) = (path.clone(), *side);
            step.iter().filter_map(move |&next| {
                let bend = path.last().map_or(Some(0), |&last| bend(last, next, geometry))?;
                let path = path.iter().copied().chain([next]).collect();
                (side * bend >= 0).then_some((path, if bend == 0 { side } else { bend }))
            })
        };
        paths = paths.iter().flat_map(longer).take(MOST_PATHS + 1).collect::<Vec<_>>();
        if paths.len() > MOST_PATHS {
            return None;
        }
    }
    Some(paths.into_iter().map(|(path, _)| path).collect())
}

/// The images of a leap, clockwise from the one nearest to north; with `along`, those at most 45 degrees off one of these
/// directions, 30 among hexagons.
fn leaps(by: Leap, along: Option<&[Offset]>, geometry: &Geometry) -> Vec<Offset> {
    let length = |cells: u32| i16::try_from(cells).map_or(FAR, |cells| cells.min(FAR));
    let near = |image: &Offset| match along {
        None => true,
        Some(along) if geometry.has_hexes() => along.iter().any(|&by| image.is_near_on_hexes(by)),
        Some(along) => along.iter().any(|&by| is_near(*image, by)),
    };
    geometry.images([by.one, by.other].map(length)).into_iter().filter(near).collect()
}

/// Whether two displacements are at most 45 degrees apart.
fn is_near(one: Offset, other: Offset) -> bool {
    let [a, b, c, d] = [one.east, one.north, other.east, other.north].map(i64::from);
    let dot = a * c + b * d;
    dot > 0 && 2 * dot * dot >= (a * a + b * b) * (c * c + d * d)
}

/// How many table entries the rules need at most, for refusing what would not fit a machine.
pub(crate) fn most_move_steps(rules: &[Rule], geometry: &Geometry) -> usize {
    let steps = |side: u16, by: i16| match by.unsigned_abs() {
        0 => usize::MAX,
        by => usize::from((side - 1) / by),
    };
    let longest = |by: &Offset| steps(geometry.files(), by.east).min(steps(geometry.ranks(), by.north));
    let of = |travel: &Travel| match &travel.way {
        Way::Jump(by) => by.len(),
        Way::Slide { along, most, .. } => along.iter().map(|by| longest(by).min(*most as usize)).sum(),
        Way::Path { paths, last } => {
            let onward = |path: &Vec<Offset>| path.last().map_or(0, |by| longest(by).min(last.1 as usize));
            paths.iter().map(|path| path.len() + onward(path)).sum()
        }
        Way::Hop { along, .. } => along.iter().map(longest).map(|cells| cells * cells / 2 + cells + 1).sum(),
        Way::Reach(cells) => cells.count() as usize,
        Way::Stay | Way::Exit(_) => 1,
        Way::Drop { .. } | Way::Castle(_) | Way::Pass { .. } | Way::Swap => 0,
    };
    let choices = |travel: &Travel| 1 + travel.promotion.as_ref().map_or(0, |promotion| promotion.to.len());
    let all = rules.iter().flat_map(|rule| &rule.by).map(|travel| of(travel) * choices(travel));
    all.sum::<usize>() * geometry.size()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(pairs: &[(i16, i16)]) -> Vec<Offset> {
        pairs.iter().map(|&(east, north)| Offset::new(east, north)).collect()
    }

    #[test]
    fn a_knight_has_eight_leaps_and_two_along_forward() {
        let board = Geometry::new(8, 8, CellSet::EMPTY);
        let leaps = |by, along| super::leaps(by, along, &board);
        let knight = Leap { one: 1, other: 2 };
        assert_eq!(leaps(knight, None).len(), 8);
        let forward = [Offset::new(0, 1)];
        assert_eq!(leaps(knight, Some(&forward)), offsets(&[(1, 2), (-1, 2)]));
        assert_eq!(leaps(Leap { one: 0, other: 2 }, None), offsets(&[(0, 2), (2, 0), (0, -2), (-2, 0)]));
    }

    #[test]
    fn a_horse_has_eight_paths_and_an_elephant_of_three_steps_bends_one_way() {
        let board = Geometry::new(8, 8, CellSet::EMPTY);
        let circle =
            |start: usize| board.compass().iter().copied().skip(start).step_by(2).collect::<Vec<_>>();
        let (straight, diagonal) = (circle(0), circle(1));
        let ends = |steps: &[Vec<Offset>]| -> Vec<(i16, i16)> {
            let sum = |path: &Vec<Offset>| path.iter().fold((0, 0), |(x, y), by| (x + by.east, y + by.north));
            paths(steps, &board).expect("few").iter().map(sum).collect()
        };
        let horse = ends(&[straight.clone(), diagonal.clone()]);
        assert_eq!(horse, [(1, 2), (-1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1)]);
        let elephant = ends(&[straight.clone(), diagonal.clone(), diagonal.clone()]);
        assert_eq!(elephant.len(), 8);
        assert!(elephant.contains(&(2, 3)) && elephant.contains(&(-3, 2)));
        assert_eq!(ends(&[straight.clone(), diagonal, straight]).len(), 8, "never back to the first course");
    }

    #[test]
    fn the_knight_of_hexagons_is_a_leap_or_a_path_of_two_steps() {
        let board = Geometry::new(8, 8, CellSet::EMPTY).of_hexes();
        let circle =
            |start: usize| board.compass().iter().copied().skip(start).step_by(2).collect::<Vec<_>>();
        let sum = |path: &Vec<Offset>| {
            path.iter().fold(Offset::ZERO, |sum, by| Offset::new(sum.east + by.east, sum.north + by.north))
        };
        let mut ends: Vec<Offset> =
            paths(&[circle(0), circle(1)], &board).expect("few").iter().map(sum).collect();
        let knight = Leap { one: 1, other: 3 };
        let mut leap = leaps(knight, None, &board);
        ends.sort_unstable();
        leap.sort_unstable();
        assert_eq!(ends, leap);
        let forward = [Offset::new(0, 1)];
        assert_eq!(leaps(knight, Some(&forward), &board), offsets(&[(1, 3), (-1, 2)]));
    }

    #[test]
    fn forty_five_degrees_are_near_and_more_are_not() {
        let north = Offset::new(0, 1);
        assert!(is_near(Offset::new(3, 3), north));
        assert!(!is_near(Offset::new(2, 1), north));
        assert!(!is_near(Offset::new(0, -1), north));
    }
}
