//! One playout after the other, until a limit is met or the value is proven.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::chance::Chance;
use super::ground::{Ground, share};
use super::kin::Kin;
use super::playout::Playouts;
use super::scale::Scale;
use super::tree::{Node, Proof, Tree};
use super::tuning::Tuning;
use crate::eval::{Learned, Scorer, View};
use crate::game::{Game, Move, Player};
use crate::position::{Board, MoveList};
use crate::search::plan::GameFacts;
use crate::search::{Exact, Limits, Tablebase};

/// A search that is stopped at once still makes so many playouts, where the board has no more cells.
const SPARED: u64 = 16;
const SPARED_CELLS: usize = 256;

/// Where there are many moves, a node gets its own after one more visit for each so many beside it.
const CROWD: u32 = 64;

/// Plies and games from which it is measured how much values change.
const MEASURED_PLIES: usize = 12;
const MEASURED_GAMES: usize = 24;

/// What grows the tree.
pub struct Driver<'a, const N: usize> {
    pub ground: Ground<'a, N>,
    pub tree: &'a mut Tree,
    pub scale: Scale,
    pub limits: &'a Limits,
    tablebase: Option<&'a dyn Tablebase>,
    playouts: Playouts<N>,
    chance: Chance,
    kin: Kin,
    list: MoveList,
    /// The nodes of the playout, each with the player to move there.
    path: Vec<(usize, Player)>,
    made: Vec<(Move, Player)>,
    tuning: Tuning,
    /// Playouts so far.
    pub count: u64,
    /// How many plies from the root the tree has been.
    pub seldepth: usize,
    spared: u64,
}

impl<'a, const N: usize> Driver<'a, N> {
    pub fn new(
        game: &'a Arc<Game>,
        board: Board<N>,
        tree: &'a mut Tree,
        limits: &'a Limits,
        learned: Option<Learned>,
        tablebase: Option<&'a dyn Tablebase>,
    ) -> Self {
        let plan = GameFacts::new(game);
        let mut ground = Ground { game, board, plan, scorer: None, valued: 0 };
        let playouts = Playouts::of(&ground);
        if playouts.judges || ground.plan.lines {
            ground.scorer = Some(Scorer::going_on(game, &ground.board, &limits.stop, learned));
        }
        let spared = if game.rules.geometry.size() <= SPARED_CELLS { SPARED } else { 0 };
        let tuning = Tuning::of(playouts.has_kin, playouts.judges);
        let mut driver = Driver {
            chance: Chance::new(limits.seed),
            kin: Kin::new(),
            list: MoveList::new(game),
            path: Vec::new(),
            made: Vec::new(),
            scale: Scale::new(tuning.points),
            count: 0,
            seldepth: 0,
            ground,
            tree,
            limits,
            tablebase,
            playouts,
            tuning,
            spared,
        };
        driver.measure();
        driver
    }

    /// Gives away what was learned of the game, for the next search.
    pub fn release(self) -> Option<Learned> {
        self.ground.scorer.and_then(Scorer::release)
    }

    /// Measures how much static values change from ply to ply: what a share is made of.
    fn measure(&mut self) {
        if !self.playouts.judges {
            return;
        }
        let (mut sum, mut plies) = (0.0, 0);
        for _ in 0..MEASURED_GAMES {
            let mut value = self.ground.value();
            let mut made = 0;
            while made < MEASURED_PLIES && self.ground.over().is_none() {
                self.ground.board.legal_moves(self.ground.game, &mut self.list);
                let moves = self.list.as_slice();
                if moves.is_empty() || self.limits.stop.load(Relaxed) {
                    break;
                }
                let mv = moves[self.chance.below(moves.len())];
                self.ground.play(mv);
                made += 1;
                let now = self.ground.value();
                sum += (now - value).abs();
                value = now;
                plies += 1;
            }
            (0..made).for_each(|_| self.ground.undo());
        }
        if sum > 0.0 {
            self.scale = Scale::new(self.tuning.swings * sum / plies as f32);
        }
    }

    /// Whether it is time to stop: this is asked before what a playout found is believed.
    pub fn is_stopped(&self) -> bool {
        let told = self.limits.stop.load(Relaxed) && self.count >= self.spared;
        told || self.ground.scorer.as_ref().is_some_and(|scorer| scorer.fault().is_some())
    }

    /// Puts the root's moves into the tree.
    pub fn begin(&mut self) {
        if !self.tree.at(Tree::ROOT).is_open() {
            self.open(Tree::ROOT);
        }
    }

    /// Whether the search is done.
    pub fn is_done(&self) -> bool {
        let settled = match self.limits.lines {
            0 | 1 => self.tree.at(Tree::ROOT).proof != Proof::Open,
            _ => self.tree.below(Tree::ROOT).iter().all(|node| node.proof != Proof::Open),
        };
        settled || self.count >= self.limits.nodes || self.is_stopped()
    }

    /// Makes one playout. What it finds is not believed when it was stopped.
    pub fn step(&mut self) {
        self.limits.read_clock();
        if self.spared > 0 && (self.count >= self.spared || self.is_late()) {
            self.spared = 0;
        }
        if self.spared == 0 && self.count <= SPARED {
            self.ground.board.heed(&self.limits.stop);
        }
        self.path.clear();
        self.made.clear();
        let leaf = self.descend();
        let value = match self.tree.at(leaf).proof.value() {
            Some(value) => value,
            None => self.playouts.run(&mut self.ground, &mut self.chance, &self.scale, &mut self.made),
        };
        for _ in 1..self.path.len() {
            self.ground.undo();
        }
        self.count += 1;
        if self.is_stopped() {
            return;
        }
        self.seldepth = self.seldepth.max(self.path.len() - 1);
        self.prove();
        self.note(value);
    }

    fn is_late(&self) -> bool {
        self.limits.deadline.has_passed_by(std::time::Duration::from_micros(250))
    }

    /// Follows the most promising moves to a node without any, and opens it where it was visited often enough.
    fn descend(&mut self) -> usize {
        let mut node = Tree::ROOT;
        loop {
            let turn = self.ground.board.turn();
            self.path.push((node, turn));
            let Node { proof, visits, .. } = *self.tree.at(node);
            if proof != Proof::Open && node != Tree::ROOT {
                return node;
            }
            if !self.tree.at(node).is_open() {
                if visits == 0 {
                    self.look(node, turn);
                }
                let often = visits >= self.tuning.opens + self.siblings() / CROWD;
                if self.tree.at(node).proof != Proof::Open || !often || !self.open(node) {
                    return node;
                }
            }
            let Some(next) = self.best(node, turn) else { return node };
            let mv = self.tree.at(next).mv;
            self.made.push((mv, turn));
            self.ground.play(mv);
            node = next;
        }
    }

    /// How many moves there are where the last one of the path was chosen.
    fn siblings(&self) -> u32 {
        let before = self.path.len().checked_sub(2).and_then(|at| self.path.get(at));
        before.map_or(0, |&(node, _)| self.tree.moves(node).len() as u32)
    }

    /// What is known of a position that was never visited.
    fn look(&mut self, node: usize, turn: Player) {
        let proof = if let Some(outcome) = self.ground.over() {
            outcome.winner.map_or(Proof::Drawn, |winner| Proof::Won(winner, 0))
        } else if self.ground.wins_at_once() {
            Proof::Won(turn, 1)
        } else if let Some(exact) = self.known() {
            let plies = |plies: u32| u16::try_from(plies).unwrap_or(u16::MAX);
            match exact {
                Exact::Win(n) => Proof::Won(turn, plies(n)),
                Exact::Loss(n) => Proof::Won(!turn, plies(n)),
                Exact::Draw { .. } => Proof::Drawn,
            }
        } else {
            return;
        };
        if !self.is_stopped() {
            self.tree.at_mut(node).proof = proof;
        }
    }

    fn known(&self) -> Option<Exact> {
        self.tablebase?.probe(&View::new(self.ground.game, &self.ground.board))
    }

    /// Gives a node its moves; whether it has any now.
    fn open(&mut self, node: usize) -> bool {
        let game = self.ground.game;
        self.ground.board.legal_moves(game, &mut self.list);
        if self.is_stopped() && node != Tree::ROOT {
            return false;
        }
        let among = &self.limits.search_moves;
        if node == Tree::ROOT && !among.is_empty() {
            self.list.retain(|mv| among.contains(&mv));
        }
        if self.list.is_empty() {
            let winner = self.ground.stuck();
            self.tree.at_mut(node).proof = winner.map_or(Proof::Drawn, |winner| Proof::Won(winner, 0));
            return false;
        }
        if !self.tree.has_room(node, self.list.len()) {
            return false;
        }
        let advisor = self.playouts.advise(&self.ground);
        let weight = self.tuning.prior;
        let fresh = |&mv: &Move| Node::new(mv, weight, weight * advisor.share(game, mv));
        self.tree.open(node, self.list.as_slice().iter().map(fresh));
        if self.tuning.values > 0.0 {
            self.value_moves(node);
        }
        true
    }

    /// Believes of the moves what the evaluation says of where they lead.
    fn value_moves(&mut self, node: usize) {
        let weight = self.tuning.values;
        for below in self.tree.moves(node) {
            let mv = self.tree.at(below).mv;
            let turn = self.ground.board.turn();
            self.ground.play(mv);
            let first = self.scale.share(self.ground.value());
            self.ground.undo();
            let own = if turn == Player::First { first } else { 1.0 - first };
            let node = self.tree.at_mut(below);
            (node.kin, node.kin_won) = (weight, weight * own);
        }
    }

    /// The move to look at next: what playouts through it say, mixed with what others say as long as those are few, and
    /// more for moves that were seldom looked at. Moves that are proven to lose are left out.
    fn best(&self, node: usize, turn: Player) -> Option<usize> {
        let Tuning { explores, trust, .. } = self.tuning;
        // Of several lines each is to be known: what is proven needs no more.
        let settled = node == Tree::ROOT && self.limits.lines > 1;
        let log = ((self.tree.at(node).visits + 1) as f32).ln();
        // Every second playout looks elsewhere than at a draw that is proven, so that the others are proven, too.
        let leaves_draws = self.tree.at(node).visits.is_multiple_of(2);
        let mut best = (f32::MIN, None);
        for (below, at) in self.tree.below(node).iter().zip(self.tree.moves(node)) {
            let value = match below.proof {
                Proof::Won(winner, _) if winner != turn => continue,
                proof if settled && proof != Proof::Open => continue,
                Proof::Drawn if leaves_draws => -1.0,
                Proof::Drawn => 0.5,
                _ => {
                    let visits = below.visits as f32;
                    let mix = below.kin / (below.kin + visits + visits * below.kin / trust);
                    let own = if below.visits == 0 { 0.0 } else { below.won / visits };
                    let kin = if below.kin == 0.0 { 0.5 } else { below.kin_won / below.kin };
                    let mix = if below.visits == 0 { 1.0 } else { mix };
                    own + mix * (kin - own) + explores * (log / (visits + 1.0)).sqrt()
                }
            };
            if value > best.0 {
                best = (value, Some(at));
            }
        }
        best.1
    }

    /// What follows from what is proven at the end of the path.
    fn prove(&mut self) {
        for &(node, turn) in self.path.iter().rev() {
            if self.tree.at(node).proof == Proof::Open {
                let proof =
                    if self.tree.at(node).is_open() { self.tree.follows(node, turn) } else { Proof::Open };
                if proof == Proof::Open {
                    return;
                }
                self.tree.at_mut(node).proof = proof;
            }
        }
    }

    /// Counts the playout at the nodes of its path, and at the moves there that were made later.
    fn note(&mut self, first: f32) {
        let of = |player: Player| if player == Player::First { first } else { 1.0 - first };
        for (at, &(node, _)) in self.path.iter().enumerate() {
            let chooser = at.checked_sub(1).map_or(Player::First, |before| self.path[before].1);
            let node = self.tree.at_mut(node);
            node.visits += 1;
            node.won += of(chooser);
        }
        if !self.playouts.has_kin {
            return;
        }
        self.kin.begin();
        let depth = self.path.len() - 1;
        for &(mv, player) in self.made[depth..].iter().rev() {
            self.kin.tell(mv, player);
        }
        for at in (0..self.path.len()).rev() {
            let (node, turn) = self.path[at];
            if at < depth {
                let (mv, player) = self.made[at];
                self.kin.tell(mv, player);
            }
            let own = of(turn);
            for below in self.tree.below_mut(node) {
                if self.kin.was_made(below.mv, turn) {
                    below.kin += 1.0;
                    below.kin_won += own;
                }
            }
        }
    }

    /// Makes room in a tree that is full, and where too much of lines is remembered.
    pub fn make_room(&mut self) {
        if let Some(scorer) = &mut self.ground.scorer {
            scorer.tidy(&self.ground.board);
        }
        if !self.tree.has_room(Tree::ROOT + 1, self.list.len().max(64)) {
            self.tree.thin_out();
        }
    }

    /// What the first player has of the root.
    pub fn first_share(&self, share_of_mover: f32) -> f32 {
        match self.ground.board.turn() {
            Player::First => share_of_mover,
            Player::Second => share(Some(Player::First)) - share_of_mover,
        }
    }
}
