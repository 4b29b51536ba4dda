//! Where further stages of moves bring pieces: for each stage and player, the cells that lead on from a cell.

use super::Topology;
use super::sets::{append_rays, open_rays};
use crate::game::{Bits, Cell, CellSet, Player, Rules, Stage, Way};

/// A way on in one direction: all cells up to the chosen one have to be empty.
#[derive(Clone, Copy, Debug)]
struct StageWay {
    /// The number of the direction.
    along: usize,
    /// How many cells are passed before the first one that may be chosen.
    passed: usize,
    /// The last cell that may be chosen.
    most: usize,
}

/// The ways of all stages.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// By stage and player.
    list: Vec<[Onward; 2]>,
}

/// What leads on for one player.
#[derive(Clone, Debug)]
struct Onward {
    /// `None` where every cell may be chosen.
    ways: Option<Ways>,
    to: CellSet,
}

/// The ways on from every cell.
#[derive(Clone, Debug)]
struct Ways {
    /// By cell, pairs of sets of as many words as boards have: a ray whose nearest cell has the smallest number, and one
    /// whose nearest cell has the largest. Every cell of them may be chosen.
    rays: Vec<u64>,
    pairs: usize,
    /// The others, which are walked.
    walked: Vec<StageWay>,
    /// All of them.
    all: Vec<StageWay>,
}

impl Stages {
    pub(in crate::game) fn build(rules: &Rules, topology: &Topology) -> Stages {
        let size = rules.geometry.size();
        let stages = rules.stages.iter().map(|stage| {
            Player::each(|player| match stage {
                Stage::Bring(bring) => Onward {
                    ways: bring.by[player.index()].as_ref().map(|way| Ways::of(topology, size, way)),
                    to: bring.to[player.index()],
                },
                Stage::Take(_) => Onward { ways: None, to: CellSet::EMPTY },
            })
        });
        Stages { list: stages.collect() }
    }

    /// The cells that a player can choose after landing on one, when these are empty. The width is that of the game's
    /// boards.
    #[inline]
    pub fn reached<const N: usize>(
        &self,
        topology: &Topology,
        (stage, player): (usize, Player),
        from: Cell,
        vacant: Bits<N>,
    ) -> Bits<N> {
        let Onward { ways, to } = &self.list[stage][player.index()];
        let reached = ways.as_ref().map_or(vacant, |ways| ways.reached(topology, from, vacant));
        reached & to.narrow()
    }

    /// The cells that a player can ever choose after landing on one.
    pub fn ends(&self, topology: &Topology, (stage, player): (usize, Player), from: Cell) -> CellSet {
        let Onward { ways, to } = &self.list[stage][player.index()];
        let of =
            |way: &StageWay| way.cells(topology, from).iter().skip(way.passed).copied().collect::<CellSet>();
        let ends =
            ways.as_ref().map(|ways| ways.all.iter().map(of).fold(CellSet::EMPTY, |all, ends| all | ends));
        ends.map_or(*to, |ends| ends & *to)
    }
}

impl Ways {
    fn of(topology: &Topology, size: usize, way: &Way) -> Ways {
        let all = ways(topology, way);
        let (whole, walked): (Vec<StageWay>, Vec<StageWay>) = all.iter().partition(|way| way.passed == 0);
        let both = |from: Cell| {
            let rays = whole.iter().map(|way| way.cells(topology, from)).filter(|ray| !ray.is_empty());
            let (up, down): (Vec<&[Cell]>, Vec<&[Cell]>) = rays.partition(|ray| ray[0] > from);
            [up, down].map(|rays| rays.into_iter().map(|ray| ray.iter().copied().collect()).collect())
        };
        let by_cell: Vec<[Vec<CellSet>; 2]> = (0..size as u16).map(|cell| both(Cell(cell))).collect();
        let pairs = by_cell.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let mut rays = Vec::new();
        for [up, down] in &by_cell {
            append_rays(&mut rays, size.div_ceil(64).next_power_of_two(), [up, down], pairs);
        }
        Ways { rays, pairs, walked, all }
    }

    #[inline]
    fn reached<const N: usize>(&self, topology: &Topology, from: Cell, vacant: Bits<N>) -> Bits<N> {
        let pairs = self.rays.as_chunks::<N>().0.as_chunks().0;
        let mut reached = open_rays(&pairs[from.index() * self.pairs..][..self.pairs], !vacant);
        for way in &self.walked {
            let free = way.cells(topology, from).iter().take_while(|cell| vacant.has(**cell));
            free.skip(way.passed).for_each(|&cell| reached.insert(cell));
        }
        reached & vacant
    }
}

impl StageWay {
    fn cells<'a>(&self, topology: &'a Topology, from: Cell) -> &'a [Cell] {
        let ray = topology.numbered(self.along).ray(from);
        &ray[..ray.len().min(self.most)]
    }
}

fn ways(topology: &Topology, way: &Way) -> Vec<StageWay> {
    let stage_way = |along, least: u16, most: u16| StageWay {
        along: topology.number(along),
        passed: least.saturating_sub(1) as usize,
        most: most as usize,
    };
    match way {
        Way::Jump(offsets) => offsets.iter().map(|&by| stage_way(by, 1, 1)).collect(),
        Way::Slide { along, least, most, .. } => {
            along.iter().map(|&by| stage_way(by, *least, *most)).collect()
        }
        Way::Path { .. }
        | Way::Hop { .. }
        | Way::Reach(_)
        | Way::Stay
        | Way::Exit(_)
        | Way::Drop { .. }
        | Way::Castle(_)
        | Way::Pass { .. }
        | Way::Swap => Vec::new(),
    }
}
