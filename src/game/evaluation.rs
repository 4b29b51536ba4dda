//! Evaluation weights, resolved. All values are points; positive is good for the owner, and for the
//! first player where a table is given per player.

use std::sync::Arc;

use super::{
    AttackTerm, Cell, Formation, Kind, Network, Offset, Origin, Player, Points, Rules, Script, ScriptMode,
    ScriptUse, SurveyTerm,
};

/// A number of the definition and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Points.
    pub value: i32,
    /// Points at the end of the game: the same where nothing else is said.
    pub late: i32,
    /// Its line.
    pub origin: Origin,
}

impl Weight {
    /// The same points from the beginning to the end.
    pub fn new(value: i32, origin: Origin) -> Weight {
        Weight { value, late: value, origin }
    }

    /// The points early and late.
    #[inline]
    pub fn points(&self) -> Points {
        Points::new(self.value, self.late)
    }
}

/// How far a game has come, by the pieces that are left.
#[derive(Clone, Debug)]
pub struct Phase {
    /// What a piece of a kind counts, whoever owns it.
    pub weights: Vec<(Kind, i32)>,
    /// The count of the setup, at least 1.
    pub full: i32,
    /// Its line.
    pub origin: Origin,
}

impl Phase {
    /// The mean of early and late points when `count` is left, rounded towards zero, so that what is good for
    /// one player is exactly as bad when the players are exchanged.
    #[inline]
    pub fn mean(&self, points: Points, count: i32) -> i32 {
        let [full, left] = [i64::from(self.full), i64::from(count.min(self.full))];
        let sum = i64::from(points.early()) * left + i64::from(points.late()) * (full - left);
        (sum / full) as i32
    }
}

/// Which way the players look: patterns around pieces and scripts ask, the moves know.
#[derive(Clone, Debug)]
pub struct Orientation {
    /// Where forward points for each player.
    pub forward: [Offset; 2],
    /// By cell number, where the second player stands when the first stands on the cell; `None` where the
    /// players do not face each other.
    pub mirror: Option<Vec<Cell>>,
}

impl Default for Orientation {
    fn default() -> Orientation {
        Orientation { forward: [Offset::new(0, 1), Offset::new(0, -1)], mirror: None }
    }
}

/// Everything the definition says about which position is better.
#[derive(Clone, Default, Debug)]
pub struct Evaluation {
    /// Which way the players look.
    pub orientation: Orientation,
    /// Material: points for a piece of a kind, plus for its owner.
    pub values: Vec<(Kind, Weight)>,
    /// What pieces of a kind are worth in a hand, where that is not their value.
    pub hands: Vec<HandTerm>,
    /// Square tables.
    pub squares: Vec<Squares>,
    /// Pairs of pieces, one in the other's way.
    pub blocks: Vec<Block>,
    /// Patterns along lines.
    pub patterns: Vec<Pattern>,
    /// What stands around pieces.
    pub formations: Vec<Formation>,
    /// Cells that pieces attack.
    pub attacks: Vec<AttackTerm>,
    /// What is counted on the whole board.
    pub surveys: Vec<SurveyTerm>,
    /// Points for the player to move.
    pub tempo: Option<Weight>,
    /// Points per pseudo-legal move, drops included.
    pub mobility: Option<Weight>,
    /// Points per pseudo-legal move of a piece on the board, by kind.
    pub mobility_of: Vec<(Kind, Weight)>,
    /// Points per piece that started and is no longer on the board.
    pub exited: Option<Weight>,
    /// When the early points count, and when the late ones; `None`: there are only early ones.
    pub phase: Option<Phase>,
    /// Whether what is left out is derived from the rules; `None`: where nothing is said.
    pub derive: Option<bool>,
    /// The definition says that the evaluation is meant to treat the players unlike.
    pub meant_unlike: bool,
    /// The network that the definition names.
    pub names_network: Option<NetworkUse>,
    /// The network that is asked, once it is loaded.
    pub network: Option<Arc<Network>>,
    /// The script that the definition names.
    pub names_script: Option<ScriptUse>,
    /// The script that is asked, once it is loaded.
    pub script: Option<Arc<Script>>,
}

impl Evaluation {
    /// The most points that a score may reach: sums of scores still fit.
    pub const MOST_POINTS: i64 = 1 << 30;

    /// What pieces are worth where attackers are compared with what they attack, by kind: the early `values`, or where
    /// they say nothing the most that the square table gives. Royal pieces are worth more than all others.
    pub fn worths(&self, rules: &Rules) -> Vec<i32> {
        let worth = |kind: Kind| {
            if rules.is_royal(kind) {
                return i32::MAX;
            }
            let value = self.values.iter().find(|(of, _)| *of == kind).map(|(_, weight)| weight.value);
            let table = || self.squares.iter().find(|table| table.kind == kind);
            value.or_else(|| table()?.points[Player::First.index()].iter().copied().max()).unwrap_or(0)
        };
        (0..rules.roster.kinds as u8).map(|kind| worth(Kind(kind))).collect()
    }

    /// Whether there is no term at all.
    pub fn says_nothing(&self) -> bool {
        let Evaluation { values, hands, squares, blocks, patterns, formations, attacks, surveys, .. } = self;
        let lists =
            [values.len(), hands.len(), squares.len(), blocks.len(), patterns.len(), formations.len()];
        let others = [attacks.len(), surveys.len(), self.mobility_of.len()];
        let single = [&self.tempo, &self.mobility, &self.exited];
        lists.iter().chain(&others).all(|&count| count == 0)
            && single.iter().all(|weight| weight.is_none())
            && self.names_network.is_none()
    }

    /// Whether a script stands in the place of all terms.
    pub fn is_replaced(&self) -> bool {
        self.script.as_ref().is_some_and(|script| script.usage.mode == ScriptMode::Replace)
    }

    /// What is counted on the whole board: by these terms, or by those in whose place a script stands that may ask for
    /// them.
    pub fn asked_surveys(&self) -> &[SurveyTerm] {
        match &self.script {
            Some(script) if self.surveys.is_empty() => &script.tables.surveys,
            _ => &self.surveys,
        }
    }

    /// What pieces of a kind are worth in their owner's hand.
    pub fn in_hand(&self, kind: Kind) -> CountWorth {
        let said = self.hands.iter().find(|term| term.kind == kind).map(|term| term.worth.clone());
        let value = || self.values.iter().find(|(of, _)| *of == kind).map(|(_, weight)| weight.points());
        said.unwrap_or_else(|| CountWorth::Each(value().unwrap_or_default()))
    }

    /// A bound that no score of a position exceeds, on a board of so many cells where nobody ever has more
    /// moves than that.
    pub fn bound(&self, cells: usize, moves: usize) -> i64 {
        let size = |points: i32| i64::from(points).abs();
        let larger = |weight: &Weight| weight.points().size();
        let largest = |table: &Squares| {
            let all = table.points.iter().chain(&table.late).flatten();
            all.map(|&points| size(points)).max().unwrap_or(0)
        };
        // A cell lies on four lines, on each of which a pattern can start there either way; it can also start
        // beyond either end, and a line may have but one cell.
        let each_cell = self.values.iter().map(|(_, weight)| larger(weight)).sum::<i64>()
            + self.hands.iter().map(|term| term.worth.size()).sum::<i64>()
            + self.squares.iter().map(largest).sum::<i64>()
            + self.exited.iter().map(|weight| 2 * size(weight.value)).sum::<i64>()
            + self.formations.iter().map(|formation| formation.most_points(cells)).sum::<i64>()
            + self.blocks.iter().map(|block| size(block.weight.value)).sum::<i64>()
            + self.patterns.iter().map(|pattern| 24 * size(pattern.weight.value)).sum::<i64>();
        let each_kind = self.mobility_of.iter().map(|(_, weight)| weight);
        let mobility = self.mobility.iter().chain(each_kind).map(larger).sum::<i64>();
        let attacks = self.attacks.iter().map(|term| term.bound(cells, moves));
        let surveys = self.surveys.iter().map(|term| term.bound(cells));
        let tempo = self.tempo.iter().map(larger);
        let network = self.network.iter().map(|network| network.bound());
        let others = attacks.chain(surveys).chain(tempo).chain(network).fold(0, i64::saturating_add);
        let moved = mobility.saturating_mul(moves as i64).saturating_add(others);
        each_cell.saturating_mul(cells as i64).saturating_add(moved)
    }
}

/// A network that a definition names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkUse {
    /// The file as the definition writes it.
    pub file: String,
    /// Its line.
    pub origin: Origin,
}

/// What pieces of one kind are worth in a hand, plus for the hand's owner.
#[derive(Clone, Debug)]
pub struct HandTerm {
    /// The kind.
    pub kind: Kind,
    /// The points.
    pub worth: CountWorth,
    /// Their line.
    pub origin: Origin,
}

/// What so many are worth: pieces in a hand, cells, groups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountWorth {
    /// Each so much.
    Each(Points),
    /// All together by how many, none first; the last one goes on.
    ByCount(Vec<Points>),
}

impl CountWorth {
    /// The points of so many.
    #[inline]
    pub fn of(&self, count: u16) -> Points {
        match self {
            CountWorth::Each(points) => *points * i32::from(count),
            CountWorth::ByCount(list) => CountWorth::listed(list, count),
        }
    }

    fn listed(list: &[Points], count: u16) -> Points {
        list.get(CountWorth::number(list, count)).copied().unwrap_or_default()
    }

    /// Which number of a list counts.
    pub fn number(list: &[Points], count: u16) -> usize {
        usize::from(count).min(list.len().saturating_sub(1))
    }

    /// The same at the beginning, and at the end what another one says of the beginning; `None` where one is a number and
    /// the other a list.
    pub fn with_late(&self, late: &CountWorth) -> Option<CountWorth> {
        let both = |early: &Points, late: &Points| Points::new(early.early(), late.early());
        match (self, late) {
            (CountWorth::Each(early), CountWorth::Each(late)) => Some(CountWorth::Each(both(early, late))),
            (CountWorth::ByCount(early), CountWorth::ByCount(late)) => {
                let at = |list: &[Points], count: usize| CountWorth::listed(list, count as u16);
                let counts = 0..early.len().max(late.len());
                Some(CountWorth::ByCount(
                    counts.map(|count| both(&at(early, count), &at(late, count))).collect(),
                ))
            }
            _ => None,
        }
    }

    /// Every number that points are made of.
    pub fn points(&self) -> &[Points] {
        match self {
            CountWorth::Each(points) => std::slice::from_ref(points),
            CountWorth::ByCount(list) => list,
        }
    }

    /// The most that one of them says.
    pub(super) fn size(&self) -> i64 {
        self.points().iter().map(|points| points.size()).max().unwrap_or(0)
    }
}

/// A square table of one kind: signed points, positive for the first player, one per cell number.
#[derive(Clone, Debug)]
pub struct Squares {
    /// The kind.
    pub kind: Kind,
    /// Points by cell number, for the first and the second player's pieces, both already signed.
    pub points: [Vec<i32>; 2],
    /// The same at the end of the game.
    pub late: [Vec<i32>; 2],
    /// Where the tables stand.
    pub origin: [Origin; 2],
}

/// An enemy in a piece's way, counted for the blocker.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// The displacement from the blocked piece to the blocker, by the blocked piece's owner.
    pub towards: [Offset; 2],
    /// Points for the blocker, and the line.
    pub weight: Weight,
}

impl Squares {
    /// The points of a player's piece on a cell, early and late.
    #[inline]
    pub fn at(&self, owner: Player, cell: Cell) -> Points {
        let of = |table: &[Vec<i32>; 2]| table[owner.index()].get(cell.index()).copied().unwrap_or(0);
        Points::new(of(&self.points), of(&self.late))
    }
}

/// One cell of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// `X`: a piece of the player the pattern counts for.
    Own,
    /// `O`: a piece of the opponent.
    Enemy,
    /// `.`: an empty cell.
    Empty,
    /// `#`: beyond the edge, or a hole.
    Edge,
    /// `-`: anything but an own piece, the edge included.
    NotOwn,
    /// `?`: any cell of the board.
    Any,
}

impl Symbol {
    /// The letters of patterns, with what each stands for.
    pub const LETTERS: [(char, Symbol); 6] = [
        ('X', Symbol::Own),
        ('O', Symbol::Enemy),
        ('.', Symbol::Empty),
        ('#', Symbol::Edge),
        ('-', Symbol::NotOwn),
        ('?', Symbol::Any),
    ];

    /// Whether it can stand for what is beyond the edge.
    pub fn is_beyond(self) -> bool {
        matches!(self, Symbol::Edge | Symbol::NotOwn)
    }

    /// What a letter of a pattern stands for.
    pub fn of(letter: char) -> Option<Symbol> {
        Symbol::LETTERS.into_iter().find(|(other, _)| *other == letter).map(|(_, symbol)| symbol)
    }

    /// The letter that stands for it in a pattern.
    pub fn letter(self) -> char {
        Symbol::LETTERS.into_iter().find(|(_, symbol)| *symbol == self).map_or('?', |(letter, _)| letter)
    }
}

/// A pattern along the lines of the board. Each placement counts, its mirror image too, a palindrome
/// once.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: String,
    /// The cells, in order.
    pub cells: Vec<Symbol>,
    /// Points for the owner, and the line.
    pub weight: Weight,
}

impl Pattern {
    /// The most symbols a pattern can have; a longer one never counts.
    pub const LONGEST: usize = 33;
}
