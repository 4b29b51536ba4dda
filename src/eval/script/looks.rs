//! What scripts ask about a position beyond what stands where: who attacks a cell, what a piece attacks, where it can
//! go. Nothing of it is worked out before it is asked.

use std::cell::OnceCell;

use crate::eval::attacked::attacked_by;
use crate::game::{Action, Cell, CellSet, ConditionFacts, Game, Move, Piece, Player, Stage, Veto};
use crate::position::{Board, MoveList};

/// A question, as the prelude numbers them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    Attackers,
    Reach,
    LegalMoves,
}

impl Question {
    /// The functions that ask, in the order of their numbers.
    const NAMES: [(&str, Question); 3] = [
        ("attackers", Question::Attackers),
        ("reach", Question::Reach),
        ("legal_moves", Question::LegalMoves),
    ];

    /// The question of a number.
    pub(super) fn numbered(number: usize) -> Option<Question> {
        Question::NAMES.get(number).map(|&(_, question)| question)
    }

    /// Whether a script can ask any of them.
    pub(super) fn are_asked(text: &str) -> bool {
        Question::NAMES.iter().any(|(name, _)| text.contains(name))
    }
}

/// Who answers.
pub(super) trait Look {
    /// The cells that answer a question about a cell, and by what piece where it is one about pieces; `None` instead
    /// of a cell is off the board.
    fn look(&self, question: Question, cell: Cell, by: Player) -> Vec<(Piece, Option<Cell>)>;
}

/// A board that is looked at.
pub(super) struct Looking<'a, const N: usize> {
    game: &'a Game,
    board: &'a Board<N>,
    /// By player.
    legal: [OnceCell<Vec<Move>>; 2],
}

impl<'a, const N: usize> Looking<'a, N> {
    pub(super) fn new(game: &'a Game, board: &'a Board<N>) -> Self {
        Looking { game, board, legal: Default::default() }
    }

    /// The cells that a piece attacks: it could capture some piece there.
    fn attacked_from(&self, cell: Cell) -> CellSet {
        attacked_by(self.game, self.board.at(cell), cell, |cell| self.board.at(cell))
    }

    /// What stands on a cell and is of a player; `None` for pieces of nobody.
    fn owner(&self, cell: Cell) -> Option<Player> {
        let piece = self.board.at(cell);
        if piece.is_none() { None } else { self.game.rules.roster.owner(piece) }
    }

    /// Pieces of a player that could capture what stands on a cell where it is an enemy of theirs, or else some piece
    /// there.
    fn attackers(&self, cell: Cell, by: Player) -> Vec<Cell> {
        if self.owner(cell) == Some(!by) {
            let held = (cell, self.board.at(cell));
            return self.board.attackers_to(self.game, held, by, !self.board.vacant()).iter().collect();
        }
        let own = self.board.owned(by).iter().filter(|&from| from != cell);
        own.filter(|&from| self.attacked_from(from).has(cell)).collect()
    }

    /// The legal moves of a player, as if it were to move.
    fn legal(&self, player: Player) -> &[Move] {
        self.legal[player.index()].get_or_init(|| {
            let mut board = self.board.scratch(self.game);
            if board.turn() != player {
                board.pass_turn(self.game);
            }
            let mut list = MoveList::new(self.game);
            board.legal_moves(self.game, &mut list);
            list.as_slice().to_vec()
        })
    }

    fn legal_moves(&self, cell: Cell) -> Vec<Option<Cell>> {
        let Some(owner) = self.owner(cell) else { return Vec::new() };
        let mut cells: Vec<Option<Cell>> = Vec::new();
        for mv in self.legal(owner).iter().filter(|mv| mv.from() == cell) {
            match self.game.tables.actions[mv.rule()] {
                Action::Drop(_) | Action::Pass | Action::Swap => {}
                Action::Exit => cells.push(None),
                _ => cells.push(Some(mv.to())),
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl<const N: usize> Look for Looking<'_, N> {
    fn look(&self, question: Question, cell: Cell, by: Player) -> Vec<(Piece, Option<Cell>)> {
        let standing = |cell: Cell| (self.board.at(cell), Some(cell));
        match question {
            Question::Attackers => self.attackers(cell, by).into_iter().map(standing).collect(),
            Question::Reach if self.owner(cell).is_none() => Vec::new(),
            Question::Reach => self.attacked_from(cell).iter().map(standing).collect(),
            Question::LegalMoves => {
                self.legal_moves(cell).into_iter().map(|to| (self.board.at(cell), to)).collect()
            }
        }
    }
}

/// Whether legal moves depend on what was played, as where a repetition is forbidden.
pub(super) fn moves_look_back(game: &Game) -> bool {
    let rules = &game.rules;
    let moves = rules.moves.iter().flat_map(|rule| &rule.by).filter_map(|travel| travel.when.as_ref());
    let others =
        rules.vetoes.iter().flat_map(Veto::conditions).chain(rules.stages.iter().flat_map(Stage::conditions));
    moves.chain(others).any(|when| when.asks(ConditionFacts::PAST))
}
