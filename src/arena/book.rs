//! Opening books: how they are made, and matches that begin with their moves.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::openings::{Opening, OpeningError, different};
use super::record::Record;
use crate::engine::{Book, BookMove, mixed};
use crate::eval::Score;
use crate::game::{Game, Player};
use crate::position::Position;
use crate::search::{Limits, Search};

/// What is searched for a book.
#[derive(Clone, Debug)]
pub struct BookSearch {
    /// Positions so many plies from the start get moves.
    pub plies: u32,
    /// Plies that are looked ahead.
    pub depth: u32,
    /// Moves of a position, at most.
    pub moves: usize,
    /// How much worse than the best a move may be.
    pub margin: Score,
    /// The work ends soon after this becomes true.
    pub stop: Arc<AtomicBool>,
}

/// The weight of the best move that a search finds.
const BEST: i64 = 100;

impl Book {
    /// Counts the first moves of a game.
    ///
    /// # Errors
    ///
    /// When the game cannot be played so.
    pub fn add(&mut self, game: &Arc<Game>, record: &Record, plies: usize) -> Result<(), String> {
        let positions = self.positions_mut().ok_or("a book of PolyGlot is only read")?;
        let mut position = Position::parse(game, &record.start).map_err(|error| error.to_string())?;
        for text in record.moves.iter().take(plies) {
            let mv =
                position.parse_move(text).map_err(|refusal| format!("illegal move `{text}`: {refusal}"))?;
            let of_mover = match position.turn() {
                Player::First => record.points(),
                Player::Second => record.points().other(),
            };
            let moves = positions.entry(position.hash()).or_default();
            let known = moves.iter().position(|known| known.text == *text).unwrap_or_else(|| {
                moves.push(BookMove { text: text.clone(), weight: 0, results: [0; 3], score: None });
                moves.len() - 1
            });
            let known = &mut moves[known];
            known.results[2 - of_mover.halves()] += 1;
            known.weight += of_mover.halves() as u64;
            position.play_legal(mv);
        }
        Ok(())
    }

    /// Leaves out moves that were played in fewer games, and sorts the others, the most played first.
    pub fn tidy(&mut self, least: u64) {
        let Some(positions) = self.positions_mut() else { return };
        for moves in positions.values_mut() {
            moves.retain(|mv| mv.results.iter().sum::<u64>() >= least || mv.score.is_some());
            moves.sort_by(|a, b| b.weight.cmp(&a.weight).then_with(|| a.text.cmp(&b.text)));
        }
        positions.retain(|_, moves| !moves.is_empty());
    }

    /// Searches the positions from the start on, following the moves that are good enough. `progress` hears of each
    /// position that is done, and of how many are known.
    pub fn search(&mut self, game: &Arc<Game>, plan: &BookSearch, progress: &mut dyn FnMut(usize, usize)) {
        let limits =
            Limits { depth: plan.depth, lines: plan.moves, stop: plan.stop.clone(), ..Limits::default() };
        let mut search = Search::default();
        let mut open = VecDeque::from([(Position::start(game), 0)]);
        let mut met = BTreeSet::from([Position::start(game).hash()]);
        while let Some((position, ply)) = open.pop_front() {
            let report = search.run(&position, &limits, &mut |_| {});
            if plan.stop.load(Ordering::Relaxed) {
                return;
            }
            let sign = position.turn().sign();
            let Some(best) = report.lines.first().map(|line| sign * line.score) else { continue };
            let mut moves = Vec::new();
            for line in &report.lines {
                let (Some(&mv), behind) = (line.moves.first(), best - sign * line.score) else { continue };
                if behind > plan.margin {
                    continue;
                }
                let loss = (BEST - 1) * i64::from(behind) / i64::from(plan.margin.max(1));
                moves.push(BookMove {
                    text: position.move_text(mv),
                    weight: (BEST - loss) as u64,
                    results: [0; 3],
                    score: Some(sign * line.score),
                });
                let mut next = position.clone();
                next.play_legal(mv);
                if ply + 1 < plan.plies && met.insert(next.hash()) {
                    open.push_back((next, ply + 1));
                }
            }
            if let Some(positions) = self.positions_mut() {
                positions.insert(position.hash(), moves);
            }
            progress(self.len(), met.len());
        }
    }

    /// Openings of a match: moves by weight from the start, as many as are asked for or the book has, no two of which lead
    /// to the same position.
    ///
    /// # Errors
    ///
    /// When the book has not so many.
    pub fn openings(
        &self,
        game: &Arc<Game>,
        plies: usize,
        seed: u64,
        count: u64,
    ) -> Result<Vec<Opening>, OpeningError> {
        let walk = |number: u64, attempt: u64| {
            Some(self.stroll(game, plies, mixed(seed ^ mixed(number ^ mixed(attempt)))))
        };
        different(count, TRIES, walk).map_err(|found| {
            let message =
                format!("the book has only {found} different openings of {plies} plies, {count} are needed");
            OpeningError { line: None, message }
        })
    }

    fn stroll(&self, game: &Arc<Game>, plies: usize, random: u64) -> Position {
        let mut position = Position::start(game);
        for ply in 0..plies as u64 {
            let Some((mv, _)) = self.choose(&position, random ^ mixed(ply)) else { break };
            let mut next = position.clone();
            next.play_legal(mv);
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        position
    }
}

/// How often another opening is tried when one was there already.
const TRIES: u64 = 200;
