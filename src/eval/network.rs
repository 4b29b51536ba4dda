//! A network's sums, kept up to date move by move.

use std::sync::Arc;

use super::{LIMIT, Score};
use crate::game::{Cell, Game, Network, Piece, Player, Sight};
use crate::position::{Board, Position};

/// Something that changed, and what it was.
#[derive(Clone, Copy, Debug)]
enum Changed {
    Cell(Cell, Piece),
    Hand(Piece, u16),
    Royal(Player, Option<Cell>),
}

/// The sums of a position and of those before it.
#[derive(Clone, Debug)]
pub struct NetworkSums {
    network: Arc<Network>,
    /// By ply, the sums of the first player and those of the second.
    sums: Vec<i16>,
    /// What stood where when the sums were last right, and what was in hands by piece.
    standing: Vec<Piece>,
    held: Vec<u16>,
    changed: Vec<Changed>,
    /// How long `changed` was before each move.
    marks: Vec<u32>,
    /// The royal pieces that the players look from.
    royals: [Option<Cell>; 2],
}

impl NetworkSums {
    /// The sums of a board, for a game with a network.
    pub fn of<const N: usize>(game: &Game, board: &Board<N>) -> Option<NetworkSums> {
        let network = game.evaluation.network.clone()?;
        let in_hands = if network.sight.has_hands() { 1 + 2 * game.rules.roster.kinds } else { 0 };
        let mut sums = NetworkSums {
            sums: [&*network.start, &*network.start].concat(),
            network,
            standing: vec![Piece::NONE; game.rules.geometry.size()],
            held: vec![0; in_hands],
            changed: Vec::new(),
            marks: Vec::new(),
            royals: [None; 2],
        };
        for cell in game.rules.geometry.board().iter() {
            sums.put(game, cell, board.at(cell));
        }
        sums.hold(board);
        sums.look_from_royals(game);
        sums.changed.clear();
        Some(sums)
    }

    /// Takes note of the move that was just played.
    #[inline]
    pub fn follow<const N: usize>(&mut self, game: &Game, board: &Board<N>) {
        let mark = self.changed.len();
        self.marks.push(mark as u32);
        let last = self.sums.len() - 2 * self.network.hidden;
        self.sums.extend_from_within(last..);
        for cell in board.changed(game) {
            self.put(game, cell, board.at(cell));
        }
        self.hold(board);
        if self.network.sight.nearness() > 0 && self.a_royal_moved(mark) {
            self.look_from_royals(game);
        }
    }

    /// Takes the last note back.
    #[inline]
    pub fn retreat(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        self.sums.truncate(self.sums.len() - 2 * self.network.hidden);
        for changed in self.changed.drain(mark as usize..).rev() {
            match changed {
                Changed::Cell(cell, piece) => self.standing[cell.index()] = piece,
                Changed::Hand(piece, count) => self.held[piece.index()] = count,
                Changed::Royal(viewer, royal) => self.royals[viewer.index()] = royal,
            }
        }
    }

    /// The points, positive for the first player.
    #[inline]
    pub fn score(&self, turn: Player) -> Score {
        let hidden = self.network.hidden;
        let (first, second) = self.sums[self.sums.len() - 2 * hidden..].split_at(hidden);
        let points = match turn {
            Player::First => self.network.points(first, second),
            Player::Second => -self.network.points(second, first),
        };
        points.clamp(-LIMIT, LIMIT)
    }

    #[inline]
    fn put(&mut self, game: &Game, cell: Cell, piece: Piece) {
        let before = self.standing[cell.index()];
        if before == piece {
            return;
        }
        for (piece, times) in [(before, -1), (piece, 1)] {
            if game.rules.roster.owner(piece).is_some() {
                self.add(|sight, viewer| Some(sight.standing(viewer, piece, cell)), times);
                if self.network.sight.nearness() > 0 {
                    let royals = self.royals;
                    let beside = |sight: &Sight, viewer: Player| {
                        sight.beside(viewer, piece, cell, royals[viewer.index()]?)
                    };
                    self.add(beside, times);
                }
            }
        }
        self.changed.push(Changed::Cell(cell, before));
        self.standing[cell.index()] = piece;
    }

    #[inline]
    fn hold<const N: usize>(&mut self, board: &Board<N>) {
        if self.held == board.hands() {
            return;
        }
        for code in 1..self.held.len() {
            let (piece, before) = (Piece(code as u8), self.held[code]);
            let now = board.held(piece);
            if now != before {
                let times = (i32::from(now) - i32::from(before)) as i16;
                self.add(|sight, viewer| Some(sight.held(viewer, piece)), times);
                self.changed.push(Changed::Hand(piece, before));
                self.held[code] = now;
            }
        }
    }

    #[inline]
    fn add(&mut self, row: impl Fn(&Sight, Player) -> Option<usize>, times: i16) {
        let hidden = self.network.hidden;
        let last = self.sums.len() - 2 * hidden;
        let (first, second) = self.sums[last..].split_at_mut(hidden);
        for (viewer, sums) in [(Player::First, first), (Player::Second, second)] {
            if let Some(row) = row(&self.network.sight, viewer) {
                self.network.add(sums, row, times);
            }
        }
    }

    /// Whether a royal piece has come or gone since that mark.
    fn a_royal_moved(&self, mark: usize) -> bool {
        let sight = &self.network.sight;
        let is_royal = |piece| Player::BOTH.iter().any(|&player| sight.is_royal(player, piece));
        self.changed[mark..].iter().any(|changed| match *changed {
            Changed::Cell(cell, before) => is_royal(before) || is_royal(self.standing[cell.index()]),
            Changed::Hand(..) | Changed::Royal(..) => false,
        })
    }

    /// Looks for the royal pieces anew. What is near one that moved is taken back from where it stood, and added where it stands.
    fn look_from_royals(&mut self, game: &Game) {
        let network = self.network.clone();
        let (hidden, sight) = (network.hidden, &network.sight);
        for viewer in Player::BOTH {
            let now = sight.royal(viewer, |cell| self.standing[cell.index()]);
            let before = std::mem::replace(&mut self.royals[viewer.index()], now);
            if now == before {
                continue;
            }
            self.changed.push(Changed::Royal(viewer, before));
            let start = self.sums.len() - (2 - viewer.index()) * hidden;
            let sums = &mut self.sums[start..][..hidden];
            let pieces = game.rules.geometry.board().iter().map(|cell| (cell, self.standing[cell.index()]));
            for (cell, piece) in pieces.filter(|&(_, piece)| game.rules.roster.owner(piece).is_some()) {
                for (royal, times) in [(before, -1), (now, 1)] {
                    if let Some(row) = royal.and_then(|royal| sight.beside(viewer, piece, cell, royal)) {
                        network.add(sums, row, times);
                    }
                }
            }
        }
    }
}

/// The points of a position, positive for the first player, worked out from the board alone.
pub(super) fn network_points(position: &Position, network: &Network) -> Score {
    points_without(position, network, None)
}

/// By cell, what the piece there is worth to the network: how its points would change if the piece were not there, positive for the
/// first player. Nothing in a game without a network.
pub fn network_shares(position: &Position) -> Vec<(Cell, Score)> {
    let game = position.game();
    let Some(network) = &game.evaluation.network else { return Vec::new() };
    let whole = network_points(position, network);
    let is_seen = |&cell: &Cell| game.rules.roster.owner(position.at(cell)).is_some();
    let cells = game.rules.geometry.board().iter().filter(is_seen);
    cells.map(|cell| (cell, whole - points_without(position, network, Some(cell)))).collect()
}

/// The points if nothing stood on a cell.
fn points_without(position: &Position, network: &Network, bare: Option<Cell>) -> Score {
    let see = |viewer: Player| {
        let mut sums = network.start.clone();
        let rows = rows_without(position, &network.sight, viewer, bare);
        rows.into_iter().for_each(|(row, times)| network.add(&mut sums, row, times as i16));
        sums
    };
    let turn = position.turn();
    (turn.sign() * network.points(&see(turn), &see(!turn))).clamp(-LIMIT, LIMIT)
}

/// The rows of what a player sees, each with how often it counts.
pub fn seen_rows(position: &Position, sight: &Sight, viewer: Player) -> Vec<(usize, u16)> {
    rows_without(position, sight, viewer, None)
}

/// The same if nothing stood on a cell. A royal piece is looked from all the same.
fn rows_without(position: &Position, sight: &Sight, viewer: Player, bare: Option<Cell>) -> Vec<(usize, u16)> {
    let rules = &position.game().rules;
    let cells = rules.geometry.board().iter().filter(|&cell| Some(cell) != bare);
    let pieces = cells.map(|cell| (cell, position.at(cell)));
    let pieces = pieces.filter(|&(_, piece)| rules.roster.owner(piece).is_some());
    let royal = sight.royal(viewer, |cell| position.at(cell));
    let rows = pieces.flat_map(|(cell, piece)| {
        let beside = royal.and_then(|royal| sight.beside(viewer, piece, cell, royal));
        [Some(sight.standing(viewer, piece, cell)), beside].into_iter().flatten().map(|row| (row, 1))
    });
    let codes = if sight.has_hands() { 1..1 + 2 * rules.roster.kinds as u8 } else { 0..0 };
    let held = codes.map(Piece).map(|piece| (sight.held(viewer, piece), position.held(piece)));
    rows.chain(held).collect()
}
