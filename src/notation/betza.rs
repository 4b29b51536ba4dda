//! How the rules of a piece are said in Betza's notation.

use crate::betza::{Motion, Way as Manner, read, write};
use crate::game::{
    Action, Cell, CellSet, Contents, Game, Kind, Offset, Piece, Player, Rule, Stops, Touched, Travel, Verb,
    Way,
};

/// The rules of a piece in Betza's notation, as far as its letters can say them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InBetza {
    /// The letters; none where they say no rule.
    pub text: String,
    /// The numbers of the rules that they do not say.
    pub unsaid: Vec<usize>,
}

/// How a player's pieces of a kind move, seen by who looks `forward`.
///
/// What its letters say is what `betza` in a definition would read from them: which cells a rule leads to, and what must
/// stand there and between. What the piece becomes is said beside it.
pub fn in_betza(game: &Game, kind: Kind, player: Player, forward: Offset) -> InBetza {
    let own = || game.rules.moves.iter().enumerate().filter(|(_, rule)| rule.kind == Some(kind));
    let says = Saying { game, kind, player, forward };
    let promotion = own().find_map(|(_, rule)| rule.by[player.index()].promotion.as_ref());
    let takes_in_passing = own().any(|(_, rule)| says.motion(rule).is_some_and(|motion| motion.passing));
    let (mut motions, mut unsaid) = (Vec::new(), Vec::new());
    for (number, rule) in own() {
        let as_all = rule.by[player.index()].promotion.as_ref() == promotion;
        let marks = |motion: &Motion| motion.marks() && takes_in_passing;
        let motion = says.motion(rule).filter(|motion| as_all && marks(motion) == has_mark(rule));
        match motion.and_then(|motion| write(std::slice::from_ref(&motion)).map(|_| motion)) {
            Some(motion) => motions.push(motion),
            None => unsaid.push(number),
        }
    }
    let text = write(&motions).filter(|text| is_read_back(text, &motions));
    if text.is_none() {
        unsaid = own().map(|(number, _)| number).collect();
    }
    InBetza { text: text.unwrap_or_default(), unsaid }
}

/// Whether a definition reads the text as these moves.
fn is_read_back(text: &str, motions: &[Motion]) -> bool {
    let as_rules = motions.is_empty() || crate::betza::rules(text).is_ok();
    as_rules && read(text).is_ok_and(|found| found.is_empty() == motions.is_empty())
}

fn has_mark(rule: &Rule) -> bool {
    rule.effects.iter().any(|effect| effect.verb == Verb::Mark)
}

/// Rules of a kind as one player's moves.
struct Saying<'g> {
    game: &'g Game,
    kind: Kind,
    player: Player,
    forward: Offset,
}

impl Saying<'_> {
    /// The moves of a rule; `None` where no letters say them.
    fn motion(&self, rule: &Rule) -> Option<Motion> {
        let travel = &rule.by[self.player.index()];
        let plain = travel.when.is_none() && travel.nearby.is_empty() && !rule.checkers;
        let alone = rule.then.is_none() && rule.again.is_none() && rule.hand.is_none();
        let board = self.game.rules.geometry.board();
        if !plain || !alone || travel.to != *board || !matches!(rule.action, Action::Shift | Action::Change) {
            return None;
        }
        let initial = rule.unmoved || travel.from != *board;
        if travel.from != *board && (rule.unmoved || !self.starts_from(&travel.from)) {
            return None;
        }
        let passing = self.takes_in_passing(rule, travel);
        let enemy = Contents::owned(!self.player, self.game.rules.roster);
        let (goes, takes) = match travel.onto {
            _ if passing => (false, false),
            Contents::EMPTY => (true, false),
            onto if onto == enemy => (false, true),
            onto if onto == enemy.or(Contents::EMPTY) => (true, true),
            _ => return None,
        };
        let noted = rule.effects.iter().all(|effect| {
            effect.verb == Verb::Mark && effect.cells == Touched::Path && effect.aside.is_none()
        });
        if !noted && !passing {
            return None;
        }
        let (way, to) = self.way(&travel.way)?;
        Some(Motion { name: String::new(), at: 0..0, goes, takes, passing, initial, way, to })
    }

    /// Whether a rule takes what has passed by, and does nothing else.
    fn takes_in_passing(&self, rule: &Rule, travel: &Travel) -> bool {
        let takes = match rule.effects.as_slice() {
            [effect] => {
                effect.verb == Verb::Take && effect.cells == Touched::Marker && effect.aside.is_none()
            }
            _ => false,
        };
        takes && travel.onto == Contents::MARKED
    }

    /// How a way leads, and to which displacements.
    fn way(&self, way: &Way) -> Option<(Manner, Vec<(i32, i32)>)> {
        let rules = &self.game.rules;
        if rules.geometry.has_hexes() {
            return None;
        }
        let pieces = Contents::all(rules.roster).but(Contents::EMPTY);
        let near = |along: &[Offset]| along.iter().all(|by| by.east.abs().max(by.north.abs()) == 1);
        let far = |most: u16| most == u16::MAX || most >= rules.geometry.longest_side() - 1;
        match way {
            Way::Jump(along) => Some((Manner::Leap, self.seen(along)?)),
            Way::Slide { along, least, most, through, stops: Stops::Anywhere }
                if *through == Contents::EMPTY =>
            {
                match (*least, *most) {
                    (1, most) if far(most) => Some((Manner::Ride(0), self.seen(along)?)),
                    (1, most) => Some((Manner::Ride(u32::from(most)), self.seen(along)?)),
                    (least, most) if least == most && near(along) && least <= 3 => {
                        let to = along.iter().map(|by| by.times(least as i16)).collect::<Vec<_>>();
                        Some((Manner::Lame, self.seen(&to)?))
                    }
                    _ => None,
                }
            }
            Way::Path { paths, last: (1, 1) } => {
                let to: Vec<Offset> = paths.iter().map(|path| bent(path)).collect::<Option<_>>()?;
                Some((Manner::Lame, self.seen(&to)?))
            }
            Way::Hop { along, over, before, after } if *over == pieces && near(along) => {
                match (*before, *after) {
                    ((0, u16::MAX), (0, u16::MAX)) => Some((Manner::Hop(0), self.seen(along)?)),
                    ((0, u16::MAX), (0, 0)) => Some((Manner::Graze, self.seen(along)?)),
                    ((0, 0), (0, 0)) => {
                        let to = along.iter().map(|by| by.times(2)).collect::<Vec<_>>();
                        Some((Manner::Over, self.seen(&to)?))
                    }
                    _ => None,
                }
            }
            Way::Reach(cells) if cells == rules.geometry.board() => Some((Manner::Anywhere, Vec::new())),
            _ => None,
        }
    }

    /// Displacements as files to the right and ranks forward.
    fn seen(&self, to: &[Offset]) -> Option<Vec<(i32, i32)>> {
        let [x, y] = [self.forward.east, self.forward.north].map(i32::from);
        let is_straight = x.abs() + y.abs() == 1;
        let seen = |by: &Offset| {
            let [east, north] = [by.east, by.north].map(i32::from);
            (east * y - north * x, east * x + north * y)
        };
        (is_straight && !to.is_empty()).then(|| to.iter().map(seen).collect())
    }

    /// Whether just the pieces that have not moved stand on these cells: all of the kind start there, and none comes
    /// there by a move or from elsewhere.
    fn starts_from(&self, from: &CellSet) -> bool {
        let rules = &self.game.rules;
        let piece = Piece::new(self.kind, self.player);
        let cells = || rules.geometry.board().iter();
        let setup = |cell: &Cell| rules.setup.get(cell.index()) == Some(&piece);
        if !cells().filter(setup).all(|cell| from.has(cell)) || !rules.stages.is_empty() {
            return false;
        }
        let comes = |rule: &Rule| {
            let made = rule.effects.iter().any(|effect| {
                matches!(effect.verb, Verb::Put | Verb::Become | Verb::Flip | Verb::Settle | Verb::Unsettle)
            });
            let becomes = rule.by.iter().filter_map(|travel| travel.promotion.as_ref());
            rule.action == Action::Drop(self.kind)
                || rule.action == Action::Swap
                || made
                || becomes.into_iter().any(|promotion| promotion.to.contains(&self.kind))
        };
        if rules.moves.iter().any(comes) || rules.gating.is_some() {
            return false;
        }
        let own = || rules.moves.iter().filter(|rule| rule.kind == Some(self.kind));
        let steps: Option<Vec<Vec<Offset>>> =
            own().map(|rule| ahead(&rule.by[self.player.index()].way)).collect();
        let Some(steps) = steps else { return false };
        let mut reached: CellSet = cells().filter(setup).collect();
        let mut open: Vec<Cell> = reached.iter().collect();
        while let Some(cell) = open.pop() {
            for by in steps.iter().flatten() {
                let Some(next) = rules.geometry.neighbour(cell, *by) else { continue };
                if from.has(next) {
                    return false;
                }
                if !reached.has(next) {
                    reached.insert(next);
                    open.push(next);
                }
            }
        }
        true
    }
}

/// The displacements whose repetition leads wherever a way leads; `None` where that is not so simple.
fn ahead(way: &Way) -> Option<Vec<Offset>> {
    match way {
        Way::Jump(along) | Way::Slide { along, .. } | Way::Hop { along, .. } => Some(along.clone()),
        Way::Path { paths, .. } => Some(paths.concat()),
        _ => None,
    }
}

/// Where a path leads that goes along a file or rank and then on diagonally.
fn bent(path: &[Offset]) -> Option<Offset> {
    let (first, rest) = path.split_first()?;
    let second = rest.first()?;
    let is_bent = first.east * first.north == 0
        && second.east * second.north != 0
        && rest.len() <= 2
        && rest.iter().all(|by| by == second)
        && first.east * second.east + first.north * second.north > 0;
    let sum = |sum: Offset, by: &Offset| Offset::new(sum.east + by.east, sum.north + by.north);
    is_bent.then(|| path.iter().fold(Offset::ZERO, sum))
}
