//! Points for what is counted on the whole board: whose cells are nearer to whom, how far pieces have to go, what is
//! joined.

use super::{Cell, CellSet, Contents, CountWorth, Geometry, Kind, Offset, Origin, Symbol};

/// A term that counts something on the whole board for each player.
#[derive(Clone, Debug)]
pub struct SurveyTerm {
    /// Its name as the definition writes it: `influence.queens`, `stable`.
    pub name: String,
    /// What is counted.
    pub what: Survey,
    /// Points for whoever it is counted for, by the count.
    pub worth: CountWorth,
    /// Its line.
    pub origin: Origin,
}

/// What is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Survey {
    /// Once, for the player who is first at more empty cells: how many more.
    Influence(Box<Influence>),
    /// For each of some pieces: the moves that it needs to a region on an empty board.
    Distance(Box<Distance>),
    /// For each group: its empty neighbours. These directions join, in ascending order.
    Liberties(Vec<Offset>),
    /// For each player: the fewest empty cells that would join two regions.
    Link(Box<Link>),
    /// For each player: the pieces that no flip can turn, along these directions, each with its opposite.
    Stable(Vec<Offset>),
    /// For each player: the places where a pattern is.
    Placed(Box<[Vec<PatternPlace>; 2]>),
    /// For each player: the regions of empty cells in which it drops last, if all are filled one by one. These directions
    /// join, in ascending order.
    Parity(Vec<Offset>),
}

/// Who is first at empty cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Influence {
    /// The pieces that set out, by owner.
    pub from: [Contents; 2],
    /// How they go.
    pub by: Going,
}

/// How pieces go to empty cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Going {
    /// By the moves of a kind.
    Moves(Kind),
    /// To cells beside, in these directions.
    Steps(Vec<Offset>),
}

/// How far pieces have to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distance {
    /// The kinds that are asked, by owner.
    pub of: [Vec<Kind>; 2],
    /// Where they go, by owner.
    pub to: [CellSet; 2],
    /// Only those count that no enemy can stop or catch.
    pub clear: bool,
}

/// Two regions to be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The regions, by player.
    pub between: [[CellSet; 2]; 2],
    /// How pieces are joined, in ascending order.
    pub along: Vec<Offset>,
}

/// A place of a pattern along a line: what has to stand where, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternPlace {
    /// Own pieces.
    pub own: CellSet,
    /// Enemies.
    pub enemy: CellSet,
    /// Nothing.
    pub empty: CellSet,
    /// Anything but own pieces.
    pub not_own: CellSet,
}

impl PatternPlace {
    /// The place of a pattern that begins on a cell and goes on in a direction; with `beyond` its first symbol lies beyond
    /// the edge. `None` where it does not fit on the board, or not into a region.
    fn new(
        geometry: &Geometry,
        symbols: &[Symbol],
        (first, by, beyond): (Cell, Offset, bool),
        region: &CellSet,
    ) -> Option<PatternPlace> {
        let nothing = CellSet::EMPTY;
        let mut place = PatternPlace { own: nothing, enemy: nothing, empty: nothing, not_own: nothing };
        let mut at = Some(first);
        for (number, symbol) in symbols.iter().enumerate() {
            if number == 0 && beyond {
                if !symbol.is_beyond() || geometry.onward(first, by.times(-1)).is_some() {
                    return None;
                }
                continue;
            }
            let Some(cell) = at else {
                return (number + 1 == symbols.len() && symbol.is_beyond()).then_some(place);
            };
            let cells = match symbol {
                Symbol::Edge => return None,
                Symbol::Own => &mut place.own,
                Symbol::Enemy => &mut place.enemy,
                Symbol::Empty => &mut place.empty,
                Symbol::NotOwn => &mut place.not_own,
                Symbol::Any => &mut CellSet::EMPTY.clone(),
            };
            if !region.has(cell) {
                return None;
            }
            cells.insert(cell);
            at = geometry.onward(cell, by);
        }
        Some(place)
    }

    /// All places of a pattern along some directions, its mirror image too, a palindrome once.
    pub fn all(
        geometry: &Geometry,
        symbols: &[Symbol],
        along: &[Offset],
        region: &CellSet,
    ) -> Vec<PatternPlace> {
        let palindrome = symbols.iter().eq(symbols.iter().rev());
        let ways = along.iter().flat_map(|&by| [Some(by), (!palindrome).then(|| by.times(-1))]).flatten();
        let begins = ways.flat_map(|by| geometry.board().iter().map(move |cell| (cell, by)));
        let places = begins.flat_map(|(cell, by)| {
            [false, true].map(|beyond| PatternPlace::new(geometry, symbols, (cell, by, beyond), region))
        });
        places.flatten().collect()
    }
}

impl Survey {
    /// The count where there is no way: more than any list has numbers.
    pub const NEVER: u16 = u16::MAX;

    /// How pieces or empty cells are joined; nothing where that is not asked.
    pub fn joined_along(&self) -> &[Offset] {
        match self {
            Survey::Liberties(along) | Survey::Parity(along) => along,
            Survey::Link(link) => &link.along,
            Survey::Influence(influence) => match &influence.by {
                Going::Steps(along) => along,
                Going::Moves(_) => &[],
            },
            Survey::Distance(_) | Survey::Stable(_) | Survey::Placed(_) => &[],
        }
    }
}

impl SurveyTerm {
    /// The most points that a position can give either way, on a board of so many cells.
    pub fn bound(&self, cells: usize) -> i64 {
        let times = match (&self.what, &self.worth) {
            (Survey::Placed(places), _) => places.iter().map(Vec::len).max().unwrap_or(0),
            (_, CountWorth::Each(_)) => cells,
            (Survey::Distance(_) | Survey::Liberties(_), CountWorth::ByCount(_)) => cells,
            (_, CountWorth::ByCount(_)) => 2,
        };
        // A group has neighbours, and each may be beside several groups.
        self.worth.size().saturating_mul(times as i64).saturating_mul(4)
    }
}
