//! Move rules: a way to travel and filters, for each player.

use crate::diagnostic::codes::{doubts, meaning};
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Action, CellSet, Condition, Contents, Geometry, Kind, Offset, Player, Rule, Travel, Way};
use crate::spec::{At, Definition, Directions, Entry, Leap, MoveRule, Pass, Region, Travel as Said};

use super::conditions::{Place, condition};
use super::filters::contents;
use super::orientation::heading;
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
            (Said::Step(_) | Said::Slide { .. } | Said::Leap { .. }, Some(_)) => Some(Action::Shift),
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
                let through = through.map_or([Contents::EMPTY; 2], |filter| contents(filter, scope));
                let bound = |cells: u32| u16::try_from(cells).unwrap_or(u16::MAX);
                Way::Slide {
                    along: scope.directions(along, player),
                    least: range.map_or(1, |range| bound(range.least).max(1)),
                    most: range.map_or(u16::MAX, |range| bound(range.most)),
                    through: through[player.index()],
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

    fn check_directions(&self, travel: &Said) {
        let (Said::Step(words) | Said::Slide { along: words, .. } | Said::Exit(words)) = travel else {
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
        Way::Exit(_) => 1,
        Way::Drop { .. } | Way::Pass { .. } => 0,
    };
    rules.iter().flat_map(|rule| &rule.by).map(of).sum::<usize>() * geometry.size()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn forty_five_degrees_are_near_and_more_are_not() {
        let north = Offset::new(0, 1);
        assert!(is_near(Offset::new(3, 3), north));
        assert!(!is_near(Offset::new(2, 1), north));
        assert!(!is_near(Offset::new(0, -1), north));
    }
}
