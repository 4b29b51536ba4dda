//! Where further stages of moves end: for each stage and player, the lines of cells that lead on from a cell.

use crate::game::{Cell, CellSet, Geometry, Offset, Player, Rules, Way};

/// Cells one behind the other: all up to the chosen one have to be empty.
#[derive(Clone, Debug)]
pub struct Line {
    /// The cells, the nearest first.
    pub cells: Vec<Cell>,
    /// The first one that may be chosen.
    pub least: usize,
}

/// The lines of all stages.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// By stage and player; by cell, or `None` where every cell may be chosen.
    list: Vec<[Onward; 2]>,
}

/// What leads on for one player.
#[derive(Clone, Debug)]
struct Onward {
    lines: Option<Vec<Vec<Line>>>,
    to: CellSet,
}

impl Stages {
    pub(in crate::game) fn build(rules: &Rules) -> Stages {
        let geometry = &rules.geometry;
        let cells = || (0..geometry.size() as u16).map(Cell);
        let lines = |way: &Way| cells().map(|cell| lines_from(geometry, way, cell)).collect();
        let stages = rules.stages.iter().map(|stage| {
            Player::BOTH.map(|player| Onward {
                lines: stage.by[player.index()].as_ref().map(lines),
                to: stage.to[player.index()],
            })
        });
        Stages { list: stages.collect() }
    }

    /// The lines that lead a player on from a cell; `None` where every cell may be chosen.
    pub fn lines(&self, stage: usize, player: Player, from: Cell) -> Option<&[Line]> {
        let lines = self.list[stage][player.index()].lines.as_ref()?;
        Some(&lines[from.index()])
    }

    /// The cells that may be chosen at all.
    pub fn to(&self, stage: usize, player: Player) -> &CellSet {
        &self.list[stage][player.index()].to
    }
}

fn lines_from(geometry: &Geometry, way: &Way, cell: Cell) -> Vec<Line> {
    let line = |by: Offset, least: u16, most: u16| Line {
        cells: geometry.ray(cell, by).take(most as usize).collect(),
        least: least.saturating_sub(1) as usize,
    };
    match way {
        Way::Jump(offsets) => offsets.iter().map(|&by| line(by, 1, 1)).collect(),
        Way::Slide { along, least, most, .. } => along.iter().map(|&by| line(by, *least, *most)).collect(),
        Way::Path { .. }
        | Way::Hop { .. }
        | Way::Exit(_)
        | Way::Drop { .. }
        | Way::Castle(_)
        | Way::Pass { .. } => Vec::new(),
    }
}
