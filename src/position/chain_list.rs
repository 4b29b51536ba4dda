//! The chains that were found in a position, and memory for those that are looked for.

use std::fmt;
use std::ops::Range;

use super::patience::Patience;
use crate::game::{Bends, Bits, Cell, Game, Move, Piece, Player};

/// One landing of a chain: by which rule, and where.
pub(super) type ChainStage = (u8, Cell);

/// The most chains that are found in a position: a move has sixteen bits for its number.
pub const MOST_CHAINS: usize = u16::MAX as usize;

/// The most landings that are tried in a position: few chains may end while there are more ways to walk about than
/// anybody can follow.
pub const MOST_LANDINGS: u32 = 1 << 15;

/// So many landings of one piece are tried before those that leave the same are looked for: few pieces have more, and
/// noting where each has been costs more than going there twice.
const FEW_LANDINGS: u32 = 128;

/// A chain from its start to its end.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The move.
    pub mv: Move,
    pub(super) stages: Range<u32>,
    taken: Range<u32>,
    /// The key of the position that it leads to, the player to move left aside.
    pub result: u64,
}

/// The chains of a position.
#[derive(Clone, Default)]
pub struct Chains {
    /// The key of the position and the plies that led to it.
    of: Option<(u64, usize)>,
    /// Those that were found.
    pub found: Vec<Chain>,
    pub(super) stages: Vec<ChainStage>,
    taken: Vec<Piece>,
    /// The piece on this cell can go on in more ways than are followed: there are more chains than are found.
    pub gave_up: Option<Cell>,
    /// How many landings were tried.
    landings: u32,
    /// Where the piece under way started.
    start: Cell,
    /// After so many landings it has gone round for long.
    long: u32,
    /// What is looked for.
    wanted: Wanted,
    /// How many chains of the piece by the rule end on each cell.
    numbers: Vec<(Cell, u16)>,
    /// Memory for the next hops.
    pub(super) trail: HopTrail,
}

/// Which chains are looked for.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Wanted {
    /// One for each start, end and result.
    #[default]
    Results,
    /// All.
    All,
    /// Those that land on these cells, one after the other, and those that stop on the way there.
    Landing(Vec<Cell>),
    /// The same, also where the piece has to choose a cell from which it can go on.
    Straying(Vec<Cell>),
}

/// They say nothing that the position does not.
impl fmt::Debug for Chains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chains")
    }
}

impl Chains {
    /// Memory for the chains that are wanted.
    pub fn wanting(wanted: Wanted) -> Chains {
        Chains { wanted, ..Chains::default() }
    }

    pub(super) fn clear(&mut self) {
        (self.of, self.gave_up, self.landings) = (None, None, 0);
        self.found.clear();
        self.stages.clear();
        self.taken.clear();
    }

    /// Whether a landing is on the way of what is looked for.
    #[inline]
    pub(super) fn wants(&self, depth: usize, to: Cell) -> bool {
        match &self.wanted {
            Wanted::Landing(cells) | Wanted::Straying(cells) => cells.get(depth) == Some(&to),
            Wanted::Results | Wanted::All => true,
        }
    }

    /// Whether a piece has to land where it can go on, if there is such a cell behind the same hurdle.
    #[inline]
    pub(super) fn chooses(&self) -> bool {
        !matches!(self.wanted, Wanted::Straying(_))
    }

    /// Whether the piece under way has landed so often that it is worth asking whether it has been there before.
    #[inline]
    pub(super) fn goes_round(&self) -> bool {
        self.landings > self.long
    }

    /// Whether to try one more landing.
    #[inline]
    pub(super) fn try_landing(&mut self, patience: &mut Patience) -> bool {
        self.landings += 1;
        let may = self.found.len() < MOST_CHAINS && self.landings <= MOST_LANDINGS;
        if !may {
            self.gave_up = Some(self.start);
        }
        may && patience.spend(1)
    }

    /// They are those of the position with a key after so many plies.
    pub(super) fn belong_to(&mut self, key: u64, plies: usize) {
        self.of = Some((key, plies));
    }

    /// Whether they are those of a position.
    pub(super) fn are_of(&self, key: u64, plies: usize) -> bool {
        self.of == Some((key, plies))
    }

    /// From here on the chains of the piece on a cell are noted, by another rule than those before.
    pub(super) fn begin(&mut self, start: Cell) {
        self.numbers.clear();
        self.start = start;
        self.long = match self.wanted {
            Wanted::Results => self.landings + FEW_LANDINGS,
            _ => u32::MAX,
        };
    }

    /// Notes a chain: its stages, what it takes and the key of the position that it leads to.
    pub(super) fn note(&mut self, mv: Move, path: &[ChainStage], caught: &[Piece], result: u64) {
        if self.found.len() >= MOST_CHAINS {
            self.gave_up = Some(mv.from());
            return;
        }
        let stages = self.stages.len() as u32..(self.stages.len() + path.len()) as u32;
        let taken = self.taken.len() as u32..(self.taken.len() + caught.len()) as u32;
        self.stages.extend_from_slice(path);
        self.taken.extend_from_slice(caught);
        let mv = mv.numbered(self.number(mv.to()));
        self.found.push(Chain { mv, stages, taken, result });
    }

    /// The number of the next chain that ends on a cell.
    fn number(&mut self, to: Cell) -> u16 {
        match self.numbers.iter_mut().find(|(cell, _)| *cell == to) {
            Some((_, number)) => {
                *number += 1;
                *number
            }
            None => {
                self.numbers.push((to, 0));
                0
            }
        }
    }

    pub(super) fn stages(&self, chain: &Chain) -> &[ChainStage] {
        &self.stages[chain.stages.start as usize..chain.stages.end as usize]
    }

    /// What a chain takes that is not the mover's, the first first.
    pub fn taken(&self, chain: &Chain) -> &[Piece] {
        &self.taken[chain.taken.start as usize..chain.taken.end as usize]
    }

    pub(super) fn find(&self, mv: Move) -> Option<&Chain> {
        self.found.iter().find(|chain| chain.mv == mv)
    }
}

/// Where a piece has landed, and all that decides how it goes on, and what the move may then lead to.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Landed<const N: usize> {
    pub rule: u8,
    /// The cell before, where it matters.
    pub at: Option<Cell>,
    pub to: Cell,
    /// What the piece has become on the way, where the key does not tell.
    pub piece: Piece,
    /// What has changed on the board.
    pub key: u64,
    /// What stands where, so far as the key does not tell.
    pub barred: Bits<N>,
    pub visited: Bits<N>,
    pub taken: Vec<Piece>,
    /// It has taken something by this landing.
    pub takes: bool,
    /// It has to go on, as it can from another cell behind the same hurdle.
    pub choosy: bool,
}

impl<const N: usize> Landed<N> {
    /// A landing of a player's piece by a rule.
    pub(super) fn by(game: &Game, rule: u8, mover: Player, [at, to]: [Cell; 2]) -> Landed<N> {
        let said = &game.rules.moves[rule as usize];
        let bends = said.again.is_some_and(|again| again.bends != Bends::Any);
        let promotion = said.by[mover.index()].promotion.as_ref();
        let at = Some(at).filter(|_| bends || promotion.is_some_and(|promotion| promotion.or_from));
        Landed {
            rule,
            at,
            to,
            piece: Piece::NONE,
            key: 0,
            barred: Bits::EMPTY,
            visited: Bits::EMPTY,
            taken: Vec::new(),
            takes: true,
            choosy: false,
        }
    }

    /// The same with where the piece has been and what it has taken, in order, so far as that matters.
    pub(super) fn after(mut self, game: &Game, (visited, taken): (Bits<N>, &[Piece])) -> Landed<N> {
        if game.facts.ways_bind {
            self.visited = visited;
        }
        if !game.facts.ways_meet {
            self.taken = taken.to_vec();
        }
        self
    }
}

/// A cell behind an enemy where a piece may land.
#[derive(Clone, Copy, Debug)]
pub(super) struct HopLanding {
    /// Which of the player's hops leads there.
    pub hop: usize,
    /// The enemy.
    pub over: Cell,
    /// The cell.
    pub to: Cell,
}

/// Memory of a piece under way over enemies.
#[derive(Clone, Debug, Default)]
pub(super) struct HopTrail {
    /// Its stages.
    pub path: Vec<ChainStage>,
    /// What it has taken.
    pub caught: Vec<Piece>,
    /// Landings still to be tried, those of all stages one behind the other.
    pub landings: Vec<HopLanding>,
}
