//! What a script says of lines on which pieces of several kinds stand, kept up to date move by move.
//!
//! Two words a line tell whose pieces stand on it, not of which kind: such lines are spelled cell by cell, and
//! the script is asked once for each spelling.

use super::Score;
use super::script::State;
use crate::game::Game;
use crate::position::Board;

/// The values of all lines, and of those before the last moves.
#[derive(Clone, Debug, Default)]
pub struct KindLines {
    scores: Vec<Score>,
    sum: Score,
    /// How long `changed` was before each move.
    marks: Vec<u32>,
    changed: Vec<(u16, Score)>,
    cells: Vec<u8>,
}

impl KindLines {
    /// The values of the lines of a board, where the script wants to know of kinds.
    pub fn of<const N: usize>(
        game: &Game,
        board: &Board<N>,
        script: &mut Option<Box<State>>,
    ) -> Option<Box<KindLines>> {
        let script = script.as_deref_mut().filter(|script| script.scores_kinds_on_lines())?;
        let mut lines = KindLines { scores: vec![0; game.tables.lines.list.len()], ..KindLines::default() };
        (0..lines.scores.len()).for_each(|line| lines.read(game, board, line, script));
        lines.changed.clear();
        Some(Box::new(lines))
    }

    /// Takes note of the move that was just played.
    pub fn follow<const N: usize>(&mut self, game: &Game, board: &Board<N>, script: &mut State) {
        self.marks.push(self.changed.len() as u32);
        for cell in board.changed(game) {
            for touch in game.tables.lines.through(cell) {
                self.read(game, board, touch.line as usize, script);
            }
        }
    }

    /// Takes the last note back.
    pub fn retreat(&mut self) {
        let mark = self.marks.pop().unwrap_or(0) as usize;
        while self.changed.len() > mark {
            let Some((line, before)) = self.changed.pop() else { break };
            let now = &mut self.scores[line as usize];
            self.sum += before - *now;
            *now = before;
        }
    }

    /// The value of all lines.
    pub fn score(&self) -> Score {
        self.sum
    }

    fn read<const N: usize>(&mut self, game: &Game, board: &Board<N>, line: usize, script: &mut State) {
        let of = &game.tables.lines.list[line];
        self.cells.clear();
        self.cells.extend(of.cells.iter().map(|&cell| board.at(cell).0));
        let score = script.kinds_on_line(&self.cells, of.axis);
        let before = std::mem::replace(&mut self.scores[line], score);
        if before != score {
            self.sum += score - before;
            self.changed.push((line as u16, before));
        }
    }
}
