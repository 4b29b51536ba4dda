//! Where further stages of moves end: for each stage and player, the lines of cells that lead on from a cell.

use super::Topology;
use crate::game::{Cell, CellSet, Player, Rules, Way};

/// A way on in one direction: all cells up to the chosen one have to be empty.
#[derive(Clone, Copy, Debug)]
struct StageWay {
    /// The number of the direction.
    along: usize,
    /// The first cell that may be chosen, and the last.
    least: usize,
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
    ways: Option<Vec<StageWay>>,
    to: CellSet,
}

impl Stages {
    pub(in crate::game) fn build(rules: &Rules, topology: &Topology) -> Stages {
        let stages = rules.stages.iter().map(|stage| {
            Player::BOTH.map(|player| Onward {
                ways: stage.by[player.index()].as_ref().map(|way| ways(topology, way)),
                to: stage.to[player.index()],
            })
        });
        Stages { list: stages.collect() }
    }

    /// The lines of cells that lead a player on from a cell, each with the first that may be chosen; `None` where every
    /// cell may be.
    pub fn lines<'a>(
        &'a self,
        topology: &'a Topology,
        (stage, player): (usize, Player),
        from: Cell,
    ) -> Option<impl Iterator<Item = (&'a [Cell], usize)>> {
        let ways = self.list[stage][player.index()].ways.as_ref()?;
        Some(ways.iter().map(move |way| {
            let ray = topology.numbered(way.along).ray(from);
            (&ray[..ray.len().min(way.most)], way.least)
        }))
    }

    /// The cells that may be chosen at all.
    pub fn to(&self, stage: usize, player: Player) -> &CellSet {
        &self.list[stage][player.index()].to
    }
}

fn ways(topology: &Topology, way: &Way) -> Vec<StageWay> {
    let stage_way = |along, least: u16, most: u16| StageWay {
        along: topology.number(along),
        least: least.saturating_sub(1) as usize,
        most: most as usize,
    };
    match way {
        Way::Jump(offsets) => offsets.iter().map(|&by| stage_way(by, 1, 1)).collect(),
        Way::Slide { along, least, most, .. } => {
            along.iter().map(|&by| stage_way(by, *least, *most)).collect()
        }
        Way::Path { .. }
        | Way::Hop { .. }
        | Way::Exit(_)
        | Way::Drop { .. }
        | Way::Castle(_)
        | Way::Pass { .. } => Vec::new(),
    }
}
