//! A network's sums, kept up to date move by move.

use std::sync::Arc;

use super::{LIMIT, Score};
use crate::game::{Cell, Game, Network, Piece, Player, Sight};
use crate::position::{Board, Position};

/// Something that changed: what was there, and what came in its place.
#[derive(Clone, Copy, Debug)]
enum Changed {
    Cell { cell: Cell, before: Piece, now: Piece },
    Hand { piece: Piece, before: u16, now: u16 },
}

/// The sums of a position and of those before it. They are worked out when a score is asked for: many positions of a search
/// have none.
#[derive(Clone, Debug)]
pub struct NetworkSums {
    network: Arc<Network>,
    /// The sums of the first player and those of the second: of nothing, then of each of `summed`.
    sums: Vec<i16>,
    /// The plies whose sums are known.
    summed: Vec<u32>,
    /// What stands where now, and what is in hands by piece.
    standing: Vec<Piece>,
    held: Vec<u16>,
    changed: Vec<Changed>,
    /// How long `changed` was after each ply.
    marks: Vec<u32>,
    /// By ply, the royal pieces that the players look from.
    royals: Vec<[Option<Cell>; 2]>,
    /// For each player who sees them, rows to add, each with how often: of no use between two calls.
    rows: [Vec<(u32, i16)>; 2],
}

impl NetworkSums {
    /// The sums of a board, for a game with a network.
    pub fn of<const N: usize>(game: &Game, board: &Board<N>) -> Option<NetworkSums> {
        let network = game.evaluation.network.clone()?;
        let in_hands = if network.sight.has_hands() { 1 + 2 * game.rules.roster.kinds } else { 0 };
        let mut sums = NetworkSums {
            sums: [&*network.start, &*network.start].concat(),
            network,
            summed: Vec::new(),
            standing: vec![Piece::NONE; game.rules.geometry.size()],
            held: vec![0; in_hands],
            changed: Vec::new(),
            marks: Vec::new(),
            royals: Vec::new(),
            rows: Default::default(),
        };
        sums.note(board, game.rules.geometry.board().iter());
        Some(sums)
    }

    /// Takes note of the move that was just played.
    #[inline]
    pub fn follow<const N: usize>(&mut self, game: &Game, board: &Board<N>) {
        self.note(board, board.changed(game));
    }

    /// Takes the last note back.
    #[inline]
    pub fn retreat(&mut self) {
        self.marks.pop();
        self.royals.pop();
        if self.summed.last().is_some_and(|&ply| ply as usize == self.marks.len()) {
            self.summed.pop();
            self.sums.truncate(self.sums.len() - 2 * self.network.hidden);
        }
        let mark = self.marks.last().map_or(0, |&mark| mark as usize);
        for changed in self.changed.drain(mark..).rev() {
            match changed {
                Changed::Cell { cell, before, .. } => self.standing[cell.index()] = before,
                Changed::Hand { piece, before, .. } => self.held[piece.index()] = before,
            }
        }
    }

    /// The points, positive for the first player.
    #[inline]
    pub fn score(&mut self, turn: Player) -> Score {
        if self.summed.last().is_none_or(|&ply| ply as usize + 1 < self.marks.len()) {
            self.sum_up();
        }
        let hidden = self.network.hidden;
        let (first, second) = self.sums[self.sums.len() - 2 * hidden..].split_at(hidden);
        let points = match turn {
            Player::First => self.network.points(first, second),
            Player::Second => -self.network.points(second, first),
        };
        points.clamp(-LIMIT, LIMIT)
    }

    /// A ply in which those cells have perhaps changed.
    #[inline]
    fn note<const N: usize>(&mut self, board: &Board<N>, cells: impl Iterator<Item = Cell>) {
        let mut royal_changed = [false; 2];
        for cell in cells {
            let (before, now) = (self.standing[cell.index()], board.at(cell));
            if before == now {
                continue;
            }
            self.standing[cell.index()] = now;
            self.changed.push(Changed::Cell { cell, before, now });
            if self.network.sight.nearness() > 0 {
                for (viewer, royal_changed) in Player::BOTH.into_iter().zip(&mut royal_changed) {
                    let is_royal = |piece| self.network.sight.is_royal(viewer, piece);
                    *royal_changed |= is_royal(before) || is_royal(now);
                }
            }
        }
        if !self.held.is_empty() && self.held != board.hands() {
            self.note_hands(board);
        }
        let mut royals = self.royals.last().copied().unwrap_or_default();
        for viewer in Player::BOTH.into_iter().filter(|viewer| royal_changed[viewer.index()]) {
            royals[viewer.index()] = self.network.sight.royal(viewer, |cell| self.standing[cell.index()]);
        }
        self.royals.push(royals);
        self.marks.push(self.changed.len() as u32);
    }

    fn note_hands<const N: usize>(&mut self, board: &Board<N>) {
        for (code, held) in self.held.iter_mut().enumerate().skip(1) {
            let piece = Piece(code as u8);
            let (before, now) = (*held, board.held(piece));
            if now != before {
                *held = now;
                self.changed.push(Changed::Hand { piece, before, now });
            }
        }
    }

    /// Works out the sums of the last ply, from the last ones that are known.
    fn sum_up(&mut self) {
        let hidden = self.network.hidden;
        self.gather();
        let known = self.sums.len() - 2 * hidden;
        self.sums.extend_from_within(known..);
        let (known, sums) = self.sums[known..].split_at_mut(2 * hidden);
        let parts = known.chunks_exact(hidden).zip(sums.chunks_exact_mut(hidden));
        for ((known, sums), rows) in parts.zip(&self.rows) {
            self.network.sum(known, sums, rows);
        }
        self.summed.push(self.marks.len() as u32 - 1);
    }

    /// The rows that have come or gone since the last ply whose sums are known. What is near a royal piece that has moved is
    /// taken back from where it stood, and added where it stands.
    fn gather(&mut self) {
        let NetworkSums { network, rows, .. } = self;
        let sight = &network.sight;
        let known = self.summed.last().map(|&ply| ply as usize);
        let (mark, before) = known.map_or((0, [None; 2]), |ply| (self.marks[ply] as usize, self.royals[ply]));
        let now = self.royals.last().copied().unwrap_or_default();
        rows.iter_mut().for_each(Vec::clear);
        for &changed in &self.changed[mark..] {
            match changed {
                Changed::Cell { cell, before: gone, now: come } => {
                    for (piece, times) in [(gone, -1), (come, 1)] {
                        let Some(standing) = sight.both_standing(piece, cell) else { continue };
                        for (rows, row) in rows.iter_mut().zip(standing) {
                            rows.push((row, times));
                        }
                        for ((rows, viewer), royal) in rows.iter_mut().zip(Player::BOTH).zip(before) {
                            let row = royal.and_then(|royal| sight.beside(viewer, piece, cell, royal));
                            rows.extend(row.map(|row| (row as u32, times)));
                        }
                    }
                }
                Changed::Hand { piece, before, now } => {
                    for (rows, viewer) in rows.iter_mut().zip(Player::BOTH) {
                        rows.push((sight.held(viewer, piece) as u32, now.wrapping_sub(before) as i16));
                    }
                }
            }
        }
        for viewer in Player::BOTH {
            let royals = [before, now].map(|royals| royals[viewer.index()]);
            if royals[0] != royals[1] {
                gather_beside(sight, &self.standing, viewer, royals, &mut rows[viewer.index()]);
            }
        }
    }
}

/// The rows of all that a player sees near a royal piece, taken back from where that stood and added where it stands.
fn gather_beside(
    sight: &Sight,
    standing: &[Piece],
    viewer: Player,
    royals: [Option<Cell>; 2],
    rows: &mut Vec<(u32, i16)>,
) {
    for (cell, &piece) in (0..).map(Cell).zip(standing) {
        if sight.both_standing(piece, cell).is_none() {
            continue;
        }
        for (royal, times) in royals.into_iter().zip([-1, 1]) {
            let row = royal.and_then(|royal| sight.beside(viewer, piece, cell, royal));
            rows.extend(row.map(|row| (row as u32, times)));
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
        let rows: Vec<_> = rows.into_iter().map(|(row, times)| (row as u32, times as i16)).collect();
        network.sum(&network.start, &mut sums, &rows);
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
