//! How many moves pieces need to a region on an empty board, and from where enemies could stop them on their way.

use std::collections::VecDeque;

use super::sets::append;
use super::sights::walk;
use crate::game::{
    Action, Bits, Cell, CellSet, Distance, Evaluation, Kind, MoveStep, Movement, Piece, Player, Rules, Survey,
};

/// The ways of the pieces that an evaluation asks for, one table for each term that asks for distances.
#[derive(Clone, Default, Debug)]
pub struct Routes(Vec<RouteTable>);

/// How far the pieces of one term have to go.
#[derive(Clone, Debug)]
pub struct RouteTable {
    cells: usize,
    words: usize,
    /// By piece and cell the number of moves; [`Survey::NEVER`] where it never arrives.
    moves: Vec<u16>,
    /// What stops a piece: by piece and cell where its sets begin. Empty where that is not asked.
    stops: Vec<u32>,
    sets: Vec<u64>,
}

impl Routes {
    /// The ways that an evaluation asks for.
    pub(in crate::game) fn asked(
        rules: &Rules,
        movement: &Movement,
        actions: &[Action; 256],
        evaluation: &Evaluation,
    ) -> Routes {
        let paths = Paths { rules, movement, actions };
        let asked = evaluation.asked_surveys().iter().filter_map(|term| match &term.what {
            Survey::Distance(distance) => Some(paths.table(distance)),
            _ => None,
        });
        Routes(asked.collect())
    }

    /// The table of the term with that number among those that ask for distances.
    pub fn table(&self, number: usize) -> &RouteTable {
        &self.0[number]
    }
}

impl RouteTable {
    /// The moves that a piece needs from a cell; [`Survey::NEVER`] where it never arrives.
    #[inline]
    pub fn moves(&self, piece: Piece, cell: Cell) -> u16 {
        self.moves[piece.index() * self.cells + cell.index()]
    }

    /// The cells where an own piece bars the way of a piece, where the term asks for that.
    #[inline]
    pub fn way<const N: usize>(&self, piece: Piece, cell: Cell) -> Bits<N> {
        self.set(piece, cell, 0)
    }

    /// The cells from where an enemy of a kind could stop it, with its owner or with the enemy to move.
    #[inline]
    pub fn stoppers<const N: usize>(&self, piece: Piece, cell: Cell, enemy: Piece, to_move: bool) -> Bits<N> {
        self.set(piece, cell, 1 + 2 * enemy.kind().index() + usize::from(!to_move))
    }

    #[inline]
    fn set<const N: usize>(&self, piece: Piece, cell: Cell, number: usize) -> Bits<N> {
        let first = self.stops[piece.index() * self.cells + cell.index()] as usize + number;
        let words = &self.sets[first * self.words..(first + 1) * self.words];
        Bits::from_words(std::array::from_fn(|word| words.get(word).copied().unwrap_or(0)))
    }
}

/// Who goes where in one move on an empty board.
struct Paths<'a> {
    rules: &'a Rules,
    movement: &'a Movement,
    actions: &'a [Action; 256],
}

/// By cell the cells that one move leads to.
type Graph = Vec<Vec<Cell>>;

impl Paths<'_> {
    fn table(&self, distance: &Distance) -> RouteTable {
        let cells = self.rules.geometry.size();
        let pieces = 1 + 2 * self.rules.roster.kinds;
        let mut table = RouteTable {
            cells,
            words: cells.div_ceil(64).next_power_of_two(),
            moves: vec![Survey::NEVER; pieces * cells],
            stops: Vec::new(),
            sets: Vec::new(),
        };
        let mut asked = Vec::new();
        for owner in Player::BOTH {
            for &kind in &distance.of[owner.index()] {
                let piece = Piece::new(kind, owner);
                let graph = self.moves(piece);
                let to_goal = distances(&reversed(&graph), distance.to[owner.index()].iter());
                table.moves[piece.index() * cells..][..cells].copy_from_slice(&to_goal);
                asked.push((piece, graph, to_goal));
            }
        }
        if distance.clear {
            table.stops = vec![0; pieces * cells];
            let enemies = Player::each(|owner| self.all_ways(!owner));
            for (piece, graph, to_goal) in &asked {
                for cell in self.rules.geometry.board().iter() {
                    self.add_stops(&mut table, (*piece, cell), (graph, to_goal), &enemies);
                }
            }
        }
        table
    }

    /// Adds the sets of a piece on a cell: its way, and for each kind of enemies from where they come in time.
    fn add_stops(
        &self,
        table: &mut RouteTable,
        (piece, cell): (Piece, Cell),
        (graph, to_goal): (&Graph, &[u16]),
        enemies: &[Vec<Vec<Vec<u16>>>; 2],
    ) {
        let needed = to_goal[cell.index()];
        table.stops[piece.index() * table.cells + cell.index()] = (table.sets.len() / table.words) as u32;
        let from_here = distances(graph, std::iter::once(cell));
        let on_way = |to: &Cell| {
            let (past, left) = (from_here[to.index()], to_goal[to.index()]);
            past > 0 && past != Survey::NEVER && left != Survey::NEVER && past + left == needed
        };
        let board = self.rules.geometry.board();
        let way: Vec<Cell> = match needed {
            Survey::NEVER => Vec::new(),
            _ => board.iter().filter(on_way).collect(),
        };
        append(&mut table.sets, table.words, way.iter().copied());
        for by_cell in &enemies[piece.owner().index()] {
            for to_move in [true, false] {
                // It is caught where it has come to, or stopped where it would come.
                let comes = |enemy: Cell, to: &Cell| {
                    by_cell[enemy.index()][to.index()] <= from_here[to.index()] + u16::from(!to_move)
                };
                let stops = board.iter().filter(|&enemy| way.iter().any(|to| comes(enemy, to)));
                append(&mut table.sets, table.words, stops);
            }
        }
    }

    /// Where a piece goes in one move, without captures and conditions.
    fn moves(&self, piece: Piece) -> Graph {
        let filters = &self.movement.filters[piece.owner().index()];
        self.graph(piece, |step| {
            let (filter, rule) = (&filters[step.land as usize], &self.rules.moves[step.mv.rule()]);
            !filter.always && filter.holds.has(Piece::NONE) && filter.when.is_none() && !rule.unmoved
        })
    }

    /// By kind of a player's pieces and cell, how many moves they need to each other cell, whatever stands there and whatever
    /// is asked.
    fn all_ways(&self, player: Player) -> Vec<Vec<Vec<u16>>> {
        let filters = &self.movement.filters[player.index()];
        let of_kind = |kind: usize| {
            let piece = Piece::new(Kind(kind as u8), player);
            if self.rules.roster.owner(piece).is_none() {
                return vec![vec![Survey::NEVER; self.rules.geometry.size()]; self.rules.geometry.size()];
            }
            let graph = self.graph(piece, |step| !filters[step.land as usize].always);
            let from = |cell: u16| distances(&graph, std::iter::once(Cell(cell)));
            (0..self.rules.geometry.size() as u16).map(from).collect()
        };
        (0..self.rules.roster.kinds).map(of_kind).collect()
    }

    fn graph(&self, piece: Piece, lands: impl Fn(&MoveStep) -> bool) -> Graph {
        let travels = |step: &MoveStep| self.actions[step.mv.rule()].travels() && lands(step);
        let from = |cell: u16| {
            let steps = self.movement.steps(piece, Cell(cell));
            let to: CellSet = walk(steps, self.movement, piece.owner(), |_| Piece::NONE, travels);
            to.iter().collect()
        };
        (0..self.rules.geometry.size() as u16).map(from).collect()
    }
}

fn reversed(graph: &Graph) -> Graph {
    let mut back = vec![Vec::new(); graph.len()];
    for (from, to) in (0..).map(Cell).zip(graph) {
        to.iter().for_each(|to| back[to.index()].push(from));
    }
    back
}

/// By cell the fewest moves from the nearest of some cells.
fn distances(graph: &Graph, from: impl Iterator<Item = Cell>) -> Vec<u16> {
    let mut moves = vec![Survey::NEVER; graph.len()];
    let mut next: VecDeque<Cell> = from.collect();
    next.iter().for_each(|cell| moves[cell.index()] = 0);
    while let Some(cell) = next.pop_front() {
        for to in &graph[cell.index()] {
            if moves[to.index()] == Survey::NEVER {
                moves[to.index()] = moves[cell.index()] + 1;
                next.push_back(*to);
            }
        }
    }
    moves
}
