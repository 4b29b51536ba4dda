//! Move rules: a way to travel and filters, for each player.

use crate::diagnostic::codes::{doubts, meaning};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Action, CellSet, Condition, Contents, Geometry, Kind, Offset, Player, Rule, Travel, Way};
use crate::spec::{
    At, Definition, DirectionWord, Directions, Entry, Filter, Gap, Leap, MoveRule, Pass, Range, Region,
    Travel as Said,
};

use super::conditions::{Place, condition};
use super::filters::contents;
use super::orientation::{bend, directions, heading};
use super::scope::Scope;

/// The most move rules that a game can have: a move names its rule in a byte.
pub(super) const MAX_RULES: usize = 250;

/// A leap longer than any board.
const FAR: i16 = 2_000;

/// The rules of a game and where each stands in the definition.
pub(super) struct Rules {
    /// In file order: those of the kinds, then those of no piece.
    pub list: Vec<Rule>,
    /// The name of each.
    pub spans: Vec<Span>,
    /// Names of rules that could not be read; naming them is no mistake.
    pub broken: Vec<String>,
}

/// Resolves every move rule of a definition.
pub(super) fn rules(definition: &Definition, scope: &Scope) -> Rules {
    let mut rules = Rules { list: Vec::new(), spans: Vec::new(), broken: Vec::new() };
    for (kind, piece) in scope.kinds.iter().zip(&definition.pieces) {
        let within = piece.value.within.as_ref().map(|region| scope.cells(region));
        for entry in &piece.value.moves {
            let name = format!("{}.{}", piece.name.value, entry.name.value);
            let reader = Reader { scope, kind: Some(kind), within, rule: entry };
            rules.add(name, entry, reader.read());
        }
        let names = piece.value.moves.broken().iter();
        rules.broken.extend(names.map(|rule| format!("{}.{}", piece.name.value, rule.value)));
    }
    for entry in &definition.moves {
        let reader = Reader { scope, kind: None, within: None, rule: entry };
        rules.add(entry.name.value.clone(), entry, reader.read());
    }
    rules.broken.extend(definition.moves.broken().iter().map(|rule| rule.value.clone()));
    if let Some(&span) = rules.spans.get(MAX_RULES) {
        let message = format!("a game has at most {MAX_RULES} move rules");
        scope.log.report(meaning::TOO_MANY, span, message);
    }
    rules
}

impl Rules {
    fn add(&mut self, name: String, entry: &Entry<MoveRule>, rule: Option<Rule>) {
        match rule {
            Some(rule) => {
                self.list.push(Rule { name, ..rule });
                self.spans.push(entry.name.span);
            }
            None => self.broken.push(name),
        }
    }

    /// The number of the rule of that name; a name that no rule has is reported.
    pub(super) fn find(&self, name: &At<String>, scope: &Scope) -> Option<u8> {
        let found = (0u8..=u8::MAX).zip(&self.list).find(|(_, rule)| rule.name == name.value);
        if found.is_none() && !self.broken.contains(&name.value) {
            let message = format!("no move rule is called `{}`", name.value);
            let unknown = Diagnostic::new(meaning::UNKNOWN_NAME, name.span, message);
            scope.log.add(unknown.suggest(&name.value, self.list.iter().map(|rule| rule.name.as_str())));
        }
        found.map(|(number, _)| number)
    }
}

/// Reads one rule.
struct Reader<'r, 's> {
    scope: &'r Scope<'s>,
    kind: Option<Kind>,
    within: Option<[CellSet; 2]>,
    rule: &'r Entry<MoveRule>,
}

impl Reader<'_, '_> {
    fn read(&self) -> Option<Rule> {
        let rule = &self.rule.value;
        let onto = self.onto();
        let from = self.region(rule.from.as_ref());
        let to = self.landing();
        let when = rule.condition.as_ref().map(|said| condition(said, Place::Move, self.scope));
        let travel = rule.travel()?;
        self.check_directions(&travel);
        let action = self.action(&travel)?;
        let when: Option<Condition> = match when {
            Some(resolved) => Some(resolved?),
            None => None,
        };
        let by = Player::BOTH.map(|player| {
            let i = player.index();
            let onto = if matches!(action, Action::Drop(_)) { Contents::EMPTY } else { onto[i] };
            Travel { way: self.way(&travel, player), from: from[i], to: to[i], onto, when: when.clone() }
        });
        let origin = self.scope.origin(self.rule.name.span);
        Some(Rule { name: String::new(), kind: self.kind, action, origin, by })
    }

    /// What playing the rule does; `None` for a move in a table where it does not belong, which has been
    /// reported.
    fn action(&self, travel: &Said) -> Option<Action> {
        match (travel, self.kind) {
            (Said::Pass(_), None) => Some(Action::Pass),
            (Said::Pass(_), Some(_)) | (_, None) => None,
            (Said::Drop { .. }, Some(kind)) => Some(Action::Drop(kind)),
            (Said::Exit(_), Some(_)) => Some(Action::Exit),
            (_, Some(_)) => Some(Action::Shift),
        }
    }

    fn onto(&self) -> [Contents; 2] {
        match &self.rule.value.onto {
            Some(filter) => contents(filter, self.scope),
            None => Player::BOTH
                .map(|player| Contents::EMPTY.or(Contents::owned(!player, self.scope.kinds.len()))),
        }
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

    fn way(&self, travel: &Said, player: Player) -> Way {
        let scope = self.scope;
        let forward = scope.board.orientation.forward[player.index()];
        match travel {
            Said::Step(along) => Way::Jump(scope.directions(along, player)),
            Said::Slide { along, range, through } => {
                self.slide(scope.directions(along, player), *range, *through, player)
            }
            Said::Ride { by, along, range, through } => {
                let along = along.map(|along| scope.directions(along, player));
                self.slide(leaps(by.value, along.as_deref()), *range, *through, player)
            }
            Said::Path(words) => {
                let step = |word: &At<DirectionWord>| directions(word.value, forward);
                Way::Path(paths(&words.words.iter().map(step).collect::<Vec<_>>()))
            }
            Said::Hop { along, over, before, after } => {
                let pieces = Contents::all(scope.kinds.len()).but(Contents::EMPTY);
                let over = over.map_or([pieces; 2], |filter| contents(filter, scope));
                let gap = |gap: Option<&At<Gap>>| {
                    gap.map_or((0, u16::MAX), |gap| (bound(gap.least), bound(gap.most)))
                };
                Way::Hop {
                    along: scope.directions(along, player),
                    over: over[player.index()].and(pieces),
                    before: gap(*before),
                    after: gap(*after),
                }
            }
            Said::Leap { by, along } => {
                let along = along.map(|along| scope.directions(along, player));
                Way::Jump(leaps(by.value, along.as_deref()))
            }
            Said::Drop { falls, .. } => Way::Drop { falls: falls.map(|falls| heading(falls.value, forward)) },
            Said::Exit(along) => Way::Exit(scope.directions(along, player)),
            Said::Pass(pass) => Way::Pass { stuck: pass.value == Pass::Stuck },
        }
    }

    fn slide(
        &self,
        along: Vec<Offset>,
        range: Option<&At<Range>>,
        through: Option<&Filter>,
        player: Player,
    ) -> Way {
        let through = through.map_or([Contents::EMPTY; 2], |filter| contents(filter, self.scope));
        Way::Slide {
            along,
            least: range.map_or(1, |range| bound(range.least).max(1)),
            most: range.map_or(u16::MAX, |range| bound(range.most)),
            through: through[player.index()],
        }
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

fn bound(cells: u32) -> u16 {
    u16::try_from(cells).unwrap_or(u16::MAX)
}

/// Every way to take steps one after the other, of the directions that each step may have: each at most 45
/// degrees off the one before it, always to the same side.
fn paths(steps: &[Vec<Offset>]) -> Vec<Vec<Offset>> {
    let mut paths: Vec<(Vec<Offset>, i8)> = vec![(Vec::new(), 0)];
    for step in steps {
        let longer = |(path, side): &(Vec<Offset>, i8)| {
            let (path, side) = (path.clone(), *side);
            step.iter().filter_map(move |&next| {
                let bend = path.last().map_or(Some(0), |&last| bend(last, next))?;
                let path = path.iter().copied().chain([next]).collect();
                (side * bend >= 0).then_some((path, if bend == 0 { side } else { bend }))
            })
        };
        paths = paths.iter().flat_map(longer).collect::<Vec<_>>();
    }
    paths.into_iter().map(|(path, _)| path).collect()
}

/// The images of a leap, clockwise from the one nearest to north; with `along`, those at most 45 degrees
/// off one of these directions.
fn leaps(by: Leap, along: Option<&[Offset]>) -> Vec<Offset> {
    let length = |cells: u32| i16::try_from(cells).map_or(FAR, |cells| cells.min(FAR));
    let (short, long) = (length(by.one.min(by.other)), length(by.one.max(by.other)));
    let mut images = Vec::new();
    for (east, north) in [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ] {
        let image = Offset::new(east, north);
        if !images.contains(&image) && along.is_none_or(|along| along.iter().any(|&d| is_near(image, d))) {
            images.push(image);
        }
    }
    images
}

/// Whether two displacements are at most 45 degrees apart.
fn is_near(one: Offset, other: Offset) -> bool {
    let [a, b, c, d] = [one.east, one.north, other.east, other.north].map(i64::from);
    let dot = a * c + b * d;
    dot > 0 && 2 * dot * dot >= (a * a + b * b) * (c * c + d * d)
}

/// How many table entries the rules need at most, for refusing what would not fit a machine.
pub(super) fn most_legs(rules: &[Rule], geometry: &Geometry) -> usize {
    let steps = |side: u16, by: i16| match by.unsigned_abs() {
        0 => usize::MAX,
        by => usize::from((side - 1) / by),
    };
    let longest = |by: &Offset| steps(geometry.files(), by.east).min(steps(geometry.ranks(), by.north));
    let of = |travel: &Travel| match &travel.way {
        Way::Jump(by) => by.len(),
        Way::Slide { along, most, .. } => along.iter().map(|by| longest(by).min(*most as usize)).sum(),
        Way::Path(paths) => paths.iter().map(Vec::len).sum(),
        Way::Hop { along, .. } => along.iter().map(longest).map(|cells| cells * cells / 2 + cells + 1).sum(),
        Way::Exit(_) => 1,
        Way::Drop { .. } | Way::Pass { .. } => 0,
    };
    rules.iter().flat_map(|rule| &rule.by).map(of).sum::<usize>() * geometry.size()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Group;

    const NORTH: Offset = Offset::new(0, 1);

    fn offsets(pairs: &[(i16, i16)]) -> Vec<Offset> {
        pairs.iter().map(|&(east, north)| Offset::new(east, north)).collect()
    }

    #[test]
    fn a_knight_has_eight_leaps_and_two_along_forward() {
        let knight = Leap { one: 1, other: 2 };
        assert_eq!(leaps(knight, None).len(), 8);
        let forward = [Offset::new(0, 1)];
        assert_eq!(leaps(knight, Some(&forward)), offsets(&[(1, 2), (-1, 2)]));
        assert_eq!(leaps(Leap { one: 0, other: 2 }, None), offsets(&[(0, 2), (2, 0), (0, -2), (-2, 0)]));
    }

    #[test]
    fn a_horse_has_eight_paths_and_an_elephant_of_three_steps_bends_one_way() {
        let circle = |start: usize| -> Vec<Offset> {
            (start..8)
                .step_by(2)
                .map(|turn| directions(DirectionWord::Group(Group::Any), NORTH)[turn])
                .collect()
        };
        let (straight, diagonal) = (circle(0), circle(1));
        let ends = |steps: &[Vec<Offset>]| -> Vec<(i16, i16)> {
            let sum = |path: &Vec<Offset>| path.iter().fold((0, 0), |(x, y), by| (x + by.east, y + by.north));
            paths(steps).iter().map(sum).collect()
        };
        let horse = ends(&[straight.clone(), diagonal.clone()]);
        assert_eq!(horse, [(1, 2), (-1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1)]);
        let elephant = ends(&[straight.clone(), diagonal.clone(), diagonal.clone()]);
        assert_eq!(elephant.len(), 8);
        assert!(elephant.contains(&(2, 3)) && elephant.contains(&(-3, 2)));
        assert_eq!(ends(&[straight.clone(), diagonal, straight]).len(), 8, "never back to the first course");
    }

    #[test]
    fn forty_five_degrees_are_near_and_more_are_not() {
        let north = Offset::new(0, 1);
        assert!(is_near(Offset::new(3, 3), north));
        assert!(!is_near(Offset::new(2, 1), north));
        assert!(!is_near(Offset::new(0, -1), north));
    }
}
