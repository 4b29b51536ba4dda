//! What a tree says: the best lines, and what they are worth.

use std::cmp::Reverse;
use std::sync::Arc;

use super::driver::Driver;
use super::memory::Memory;
use super::tree::{Proof, Tree};
use crate::eval::script::{ScriptError, ScriptFault};
use crate::eval::{Learned, Score, WIN};
use crate::game::{Game, Move, Player};
use crate::position::Board;
use crate::search::proof::Prover;
use crate::search::{Limits, Line, Report, Tablebase};

/// Positions that a proof of the nearest win may look at even after few playouts.
const PROOF_NODES: u64 = 100_000;

/// Nodes that were visited less often say nothing of how a line goes on.
const FEW: u32 = 2;

/// Playouts after which it is seen whether the tree is full.
const ROOM: u64 = 16;

/// Searches a position. `progress` hears whenever there are twice as many playouts, which counts as an iteration.
pub fn run<const N: usize>(
    game: &Arc<Game>,
    board: &Board<N>,
    memory: &mut Memory,
    limits: &Limits,
    (learned, tablebase): (Option<Learned>, Option<&dyn Tablebase>),
    progress: &mut dyn FnMut(&Report),
) -> (Report, Option<Learned>) {
    let mut board = board.clone();
    if let Some(outcome) = board.outcome(game) {
        let score = outcome.winner.map_or(0, |winner| winner.sign() * WIN);
        return (Report { score, outcome: Some(outcome), exact: true, ..Report::nothing() }, learned);
    }
    if !limits.search_moves.is_empty() {
        memory.forget();
    }
    memory.go_to(game, &board);
    let prover = board.clone();
    let mut driver = Driver::new(game, board, &mut memory.tree, limits, learned, tablebase);
    driver.begin();
    let mut depth = 0;
    while depth < limits.depth.clamp(1, Limits::MAX_DEPTH) && !driver.is_done() {
        let enough = 1u64.checked_shl(depth + 1).unwrap_or(u64::MAX);
        while driver.count < enough && !driver.is_done() {
            driver.step();
            if driver.count.is_multiple_of(ROOM) {
                driver.make_room();
            }
        }
        if driver.count >= enough {
            depth += 1;
            progress(&report(&mut driver, depth));
        }
    }
    let mut report = report(&mut driver, depth.max(1));
    finish(&mut report, &driver, prover);
    let real = |error: &&ScriptError| error.fault != ScriptFault::Stopped;
    let fault = driver.ground.scorer.as_ref().and_then(|scorer| scorer.fault());
    report.script_error = fault.filter(real).cloned();
    let learned = driver.release();
    if !limits.search_moves.is_empty() {
        memory.forget();
    }
    (report, learned)
}

/// What is known so far.
fn report<const N: usize>(driver: &mut Driver<'_, N>, depth: u32) -> Report {
    let turn = driver.ground.board.turn();
    let mut moves = best_first(driver.tree, Tree::ROOT, turn);
    moves.truncate(driver.limits.lines.max(1));
    let lines: Vec<Line> = moves.into_iter().map(|node| line(driver, node)).collect();
    let proof = driver.tree.at(Tree::ROOT).proof;
    Report {
        depth,
        score: lines.first().map_or(0, |line| line.score),
        exact: matches!(proof, Proof::Drawn | Proof::Won(_, 0 | 1)),
        seldepth: driver.seldepth as u32,
        hashfull: driver.tree.fullness(),
        lines,
        nodes: driver.count,
        leaves: driver.ground.valued,
        ..Report::nothing()
    }
}

/// The moves of a node, the best first: near wins, then what was looked at most, then draws that are proven, then what
/// loses late. Such a draw comes first where the other moves lose more than they win.
fn best_first(tree: &Tree, node: usize, turn: Player) -> Vec<usize> {
    let merit = |&at: &usize| match tree.at(at).proof {
        Proof::Won(winner, plies) if winner == turn => (3, u32::from(u16::MAX - plies)),
        Proof::Open => (2, tree.at(at).visits),
        Proof::Drawn => (1, 0),
        Proof::Won(_, plies) => (0, plies.into()),
    };
    let mut moves: Vec<usize> = tree.moves(node).collect();
    moves.sort_by_key(|at| Reverse(merit(at)));
    let is_poor = |&at: &usize| tree.at(at).proof == Proof::Open && tree.at(at).share() < 0.5;
    let drawn = moves.iter().position(|&at| tree.at(at).proof == Proof::Drawn);
    if let (Some(drawn), true) = (drawn, moves.first().is_some_and(is_poor)) {
        moves[..=drawn].rotate_right(1);
    }
    moves
}

/// The line that begins with a move of the root.
fn line<const N: usize>(driver: &mut Driver<'_, N>, first: usize) -> Line {
    let node = driver.tree.at(first);
    let score = match node.proof.further() {
        Proof::Drawn => 0,
        Proof::Won(winner, plies) => winner.sign() * (WIN - Score::from(plies)),
        Proof::Open => driver.scale.points(driver.first_share(node.share())),
    };
    let mut moves = vec![node.mv];
    driver.ground.play(node.mv);
    let mut at = first;
    loop {
        let turn = driver.ground.board.turn();
        let says = |&below: &usize| {
            let below = driver.tree.at(below);
            below.visits >= FEW || below.proof != Proof::Open
        };
        let Some(next) = best_first(driver.tree, at, turn).first().copied().filter(says) else { break };
        let mv = driver.tree.at(next).mv;
        moves.push(mv);
        driver.ground.play(mv);
        at = next;
    }
    let last = driver.tree.at(at).proof;
    if let Proof::Won(winner, 1) = last
        && winner == driver.ground.board.turn()
        && let Some(mv) = driver.ground.winning_move()
    {
        moves.push(mv);
        driver.ground.play(mv);
    }
    moves.iter().for_each(|_| driver.ground.undo());
    Line { score, moves }
}

/// Where a win is proven, looks whether another one is nearer, as long as that does not take long.
fn finish<const N: usize>(report: &mut Report, driver: &Driver<'_, N>, board: Board<N>) {
    let Proof::Won(winner, plies) = driver.tree.at(Tree::ROOT).proof else { return };
    let (plan, limits) = (&driver.ground.plan, driver.limits);
    let is_partial = limits.lines > 1 || !limits.search_moves.is_empty();
    if report.exact || is_partial || plan.timed || !plan.repeating_draws || plan.royal.is_some() {
        return;
    }
    let budget = PROOF_NODES.max(limits.proof);
    let mut prover = Prover::new(driver.ground.game, board, plan.win_step, limits);
    prover.heed_stop();
    let Some(nearest) = prover.nearest(winner, plies.into(), budget) else { return };
    report.exact = true;
    report.score = winner.sign() * (WIN - nearest as Score);
    let moves: Vec<Move> = prover.line(winner, nearest, report.lines.first());
    if let Some(best) = report.lines.first_mut()
        && moves.len() == nearest as usize
    {
        *best = Line { score: report.score, moves };
    }
}
