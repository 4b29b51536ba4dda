//! Further stages of moves, plainly.

use banco::inside::game::{
    Bring, Cell, Condition, Game, Move, Piece, Player, Removal, Run, Stage, Through, Way,
};

use super::drawn::onward;
use super::{Plain, State};

/// Where a player's run has to go through, if anywhere.
type Asked = Option<(Through, Cell)>;

impl Plain {
    /// Ends a move by its further stage, if it has one; whether something that is not the mover's is gone by it.
    pub(super) fn end_stage(&self, game: &Game, mv: Move, next: &mut State) -> bool {
        let (Some(cell), Some(stage)) = (mv.stage(), game.rules.moves[mv.rule()].then) else { return false };
        match &game.rules.stages[stage] {
            Stage::Bring(bring) => {
                let neutral = game.rules.roster.is_neutral(bring.kind);
                let piece = Piece::new(bring.kind, if neutral { Player::First } else { self.turn });
                for at in next.cells.iter_mut().filter(|at| bring.again && **at == piece) {
                    *at = Piece::NONE;
                }
                next.cells[cell.index()] = piece;
                next.unmoved[cell.index()] = false;
                next.marks.retain(|&mark| mark != cell);
                next.marker = next.marker.filter(|_| !next.marks.is_empty());
                false
            }
            Stage::Take(_) => {
                let gone = next.at(cell);
                next.cells[cell.index()] = Piece::NONE;
                next.unmoved[cell.index()] = false;
                let owner = game.rules.roster.owner(gone);
                if owner == Some(!self.turn) {
                    self.gain(game, gone, next);
                }
                owner != Some(self.turn)
            }
        }
    }

    /// A move, or where it has a further stage a move for each way to end that.
    pub(super) fn with_stages(&self, game: &Game, mv: Move) -> Vec<Move> {
        let Some(stage) = game.rules.moves[mv.rule()].then.map(|stage| &game.rules.stages[stage]) else {
            return vec![mv];
        };
        let landed = self.after(game, mv);
        match stage {
            Stage::Bring(bring) => self.brought(game, mv, bring, &landed),
            Stage::Take(removal) => {
                let cells = self.removable(game, mv, removal, &landed);
                match cells.is_empty() {
                    true => vec![mv],
                    false => cells.into_iter().map(|cell| mv.then(cell)).collect(),
                }
            }
        }
    }

    fn brought(&self, game: &Game, mv: Move, bring: &Bring, landed: &Plain) -> Vec<Move> {
        let board = game.rules.geometry.board().iter();
        let open = |&cell: &Cell| {
            let way = bring.by[self.turn.index()].as_ref();
            let near = way.is_none_or(|way| landed.is_open(game, way, mv.to(), cell));
            near && landed.at(cell).is_none() && bring.to[self.turn.index()].has(cell)
        };
        board.filter(open).map(|cell| mv.then(cell)).collect()
    }

    fn removable(&self, game: &Game, mv: Move, removal: &Removal, landed: &Plain) -> Vec<Cell> {
        let happens =
            |when: &Condition| landed.holds_there(game, when, self.turn, Some((Through::Landing, mv.to())));
        if !removal.when.as_ref().is_none_or(happens) {
            return Vec::new();
        }
        let takes = removal.takes[self.turn.index()];
        let passing = |&cell: &Cell| !landed.at(cell).is_none() && takes.has(landed.at(cell));
        let all: Vec<Cell> = game.rules.geometry.board().iter().filter(passing).collect();
        let spared = |cell: Cell| {
            let owner = game.rules.roster.owner(landed.at(cell)).unwrap_or(self.turn);
            let holds = |spare| landed.holds_there(game, spare, owner, Some((Through::Chosen, cell)));
            removal.spare.as_ref().is_some_and(holds)
        };
        match all.iter().all(|&cell| spared(cell)) {
            true => all,
            false => all.into_iter().filter(|&cell| !spared(cell)).collect(),
        }
    }

    fn holds_there(&self, game: &Game, when: &Condition, mover: Player, asked: Asked) -> bool {
        match when {
            Condition::Run(run) => self.has_run(game, run, mover, asked),
            Condition::Not(inner) => !self.holds_there(game, inner, mover, asked),
            Condition::Either(list) => list.iter().any(|part| self.holds_there(game, part, mover, asked)),
            Condition::All(list) => list.iter().all(|part| self.holds_there(game, part, mover, asked)),
            other => self.holds(game, other, mover, false),
        }
    }

    /// Whether a player has such a run, through the cell that is asked about where the run says so.
    pub(super) fn has_run(&self, game: &Game, run: &Run, player: Player, asked: Asked) -> bool {
        let through = match (run.through, asked) {
            (None, _) => None,
            (Some(what), Some((which, cell))) if what == which => Some(cell),
            _ => return false,
        };
        let along = |by| run.along[player.index()].contains(&by);
        let counts = |cells: &[Cell]| through.is_none_or(|cell| cells.contains(&cell));
        self.lines_of(game, &run.rule, player).into_iter().any(|(by, cells)| along(by) && counts(&cells))
    }

    /// Whether a way leads from one cell to another through empty cells.
    fn is_open(&self, game: &Game, way: &Way, from: Cell, to: Cell) -> bool {
        match way {
            Way::Jump(offsets) => {
                offsets.iter().any(|&by| onward(&game.rules.geometry, from, by) == Some(to))
            }
            Way::Slide { along, least, most, .. } => along.iter().any(|&by| {
                let next = |&cell: &Cell| {
                    onward(&game.rules.geometry, cell, by).filter(|&cell| self.at(cell).is_none())
                };
                let mut steps = std::iter::successors(next(&from), next).zip(1..=*most);
                steps.any(|(cell, distance)| cell == to && distance >= *least)
            }),
            other => panic!("no way of a stage: {other:?}"),
        }
    }
}
